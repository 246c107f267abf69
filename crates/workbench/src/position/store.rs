//! Positions and stores: what earlier runs have found.

use crate::position::Position;
use crate::question::Request;
use crate::typed::outcome_of;
use grundy_core::{Convention, Nimber, Stopped};
use grundy_store::{Error, Store, Value};
use std::collections::HashSet;
use std::sync::Arc;

impl Position {
    /// Lets searches of this position, and of those that are played from it, use the nimbers and misère
    /// outcomes in a store. [`save`](Position::save) adds what they have found; misère outcomes of sums of
    /// different games are not kept, nor is anything of the games that [`games_not_kept`](Position::games_not_kept) names.
    ///
    /// # Errors
    /// When the store has values of other rules, or cannot be read.
    pub fn attach(&self, store: &Arc<Store>) -> Result<(), Error> {
        self.memos().quotients().attach(store);
        self.terms().iter().try_for_each(|term| term.attach(store))
    }

    /// Looks whether what a store has of the games of this position is of their rules. [`attach`](Position::attach) and
    /// [`keep`](Position::keep) do that too; who reads values of the store by text asks here first.
    ///
    /// # Errors
    /// When the store has values of other rules, or cannot be read.
    ///
    /// ```
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("found.store");
    /// use grundy::store::{Store, Value};
    /// let store = Store::open(&path).unwrap();
    /// store.add("cram", 7, &[("cram 4x5".to_owned(), Value::Nimber(2))]).unwrap();
    /// let sum: grundy::Position = "nim 3 + cram 4x5".parse().unwrap();
    /// assert!(sum.check_store(&store).is_err());
    /// ```
    pub fn check_store(&self, store: &Store) -> Result<(), Error> {
        self.terms().iter().try_for_each(|term| term.check_store(store))
    }

    /// The games of this position whose values are not kept in stores, by name, each once. The rules of such a game are
    /// in a program, and may have changed by the next run.
    ///
    /// ```
    /// let sum: grundy::Position = "cram 4x5 + nim 3".parse().unwrap();
    /// assert!(sum.games_not_kept().is_empty());
    /// ```
    pub fn games_not_kept(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for term in self.terms().iter().filter(|term| !term.is_kept()) {
            let name = &*term.card().id;
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Whether this is true of the position, by the road that is asked for.
    ///
    /// # Errors
    /// When the run stops first.
    pub fn agrees(&self, value: Value, request: &Request) -> Result<bool, Stopped> {
        match value {
            Value::Nimber(nimber) => self.is_worth(Nimber(nimber), request),
            Value::Misere { next_wins } => {
                let found = self.find(Convention::Misere, request, &mut self.parts())?;
                Ok(found.outcome == outcome_of(next_wins))
            }
        }
    }

    /// Adds what somebody else has found of this position to a store: its nimber where it is one part of a game, its
    /// misère outcome where all its parts are of one game. Returns whether that was new; what searches would not look
    /// up there is not kept.
    ///
    /// # Errors
    /// When the store has values of other rules, or cannot be written.
    ///
    /// ```
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("found.store");
    /// use grundy::Position;
    /// use grundy::store::{Store, Value};
    /// let (board, store) = ("cram 4x5".parse::<Position>().unwrap(), Store::open(&path).unwrap());
    /// assert!(board.keep(Value::Nimber(2), &store).unwrap());
    /// assert_eq!(store.nimber(&board.canonical_text()).unwrap(), Some(2));
    /// ```
    pub fn keep(&self, value: Value, store: &Store) -> Result<bool, Error> {
        let [term] = self.terms() else { return Ok(false) };
        term.keep(value, store)
    }

    /// Adds what was found so far to the store, of millions of values the hardest, and says how much was new. It may be
    /// called while a search goes on in another thread.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn save(&self) -> Result<u64, Error> {
        let mut saved = HashSet::new();
        let mut terms = self.terms().iter().filter(|term| saved.insert(term.memo_number()));
        terms.try_fold(self.memos().quotients().save()?, |total, term| Ok(total + term.save()?))
    }
}
