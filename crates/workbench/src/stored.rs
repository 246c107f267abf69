//! Nimbers of parts and misère outcomes of sums, kept in a file between runs.

use crate::board::Typed;
use crate::memos::Memo;
use crate::oracle::Tables;
use crate::position::Position;
use crate::solve::{Approach, Request};
use grundy_core::{Convention, Nimber, Outcome, Parameters, Playable, Reader, Stopped, Tame, Tuned};
use grundy_solve::{Lookup, MexSolver, MisereSolver};
use grundy_store::{Error, Store, Value};
use std::collections::HashSet;
use std::sync::Arc;

/// Parts that are thought to be less work than this are searched anew: that is faster than a file.
const LEAST_EFFORT: u64 = 16;

/// What is known of parts without search: by theorems and tables, where they are asked for, and by a
/// store. Its solvers ask it first, and share what the memo holds.
pub(crate) struct Known<'a, R: Playable> {
    memo: &'a Memo<R>,
    rules: &'a R,
    approach: Approach,
    tables: Option<Tables<'a, R>>,
    store: Option<&'a Store>,
}

impl<R: Playable> Lookup<R::Position> for Known<'_, R> {
    fn nimber(&self, part: &R::Position) -> Option<Nimber> {
        let by_theorem = if self.asks_theorems() { self.rules.knowledge().theorem(part) } else { None };
        by_theorem.or_else(|| {
            if (self.tables.is_none() && self.store.is_none())
                || Tuned(self.rules).effort(part) < LEAST_EFFORT
            {
                return None;
            }
            let by_table = self.tables.as_ref().and_then(|tables| tables.nimber(part));
            // What cannot be read is not known, and is searched.
            let by_store = || self.store?.nimber(&self.rules.term(part)).ok().flatten().map(Nimber);
            by_table.or_else(by_store)
        })
    }

    fn tame(&self, part: &R::Position) -> Option<Tame> {
        if self.asks_theorems() { self.rules.knowledge().tame(part) } else { None }
    }

    fn misere_outcome(&self, sum: &[&R::Position]) -> Option<Outcome> {
        if (self.tables.is_none() && self.store.is_none()) || sum_effort(self.rules, sum) < LEAST_EFFORT {
            return None;
        }
        let by_table = self.tables.as_ref().and_then(|tables| tables.misere_outcome(sum.iter().copied()));
        let by_store = || self.store?.misere(&sum_text(self.rules, sum)).ok().flatten().map(outcome_of);
        by_table.or_else(by_store)
    }
}

impl<R: Playable> Known<'_, R> {
    /// The solver of normal play that asks this first.
    pub(crate) fn solver(&self) -> MexSolver<'_, R> {
        MexSolver::new(self.rules, self, self.memo.values(self.approach))
    }

    /// The solver of misère play that asks this first.
    pub(crate) fn misere_solver(&self) -> MisereSolver<'_, R> {
        MisereSolver::new(self.rules, self, self.memo.sums(self.approach))
    }

    fn asks_theorems(&self) -> bool {
        self.approach == Approach::Best
    }
}

/// How much work a sum is expected to be.
fn sum_effort<R: Playable>(rules: &R, sum: &[&R::Position]) -> u64 {
    sum.iter().map(|part| Tuned(rules).effort(part)).fold(0, u64::saturating_add)
}

/// A sum as a position is written, its terms in the order of their texts.
fn sum_text<R: Playable>(rules: &R, sum: &[&R::Position]) -> String {
    let mut terms: Vec<String> = sum.iter().map(|part| rules.term(part)).collect();
    terms.sort_unstable();
    terms.join(" + ")
}

fn outcome_of(next_wins: bool) -> Outcome {
    if next_wins { Outcome::N } else { Outcome::P }
}

/// So many values are written at once: a search may have found more than fit twice into memory.
const BATCH: usize = 100_000;

/// Values on their way to the store.
struct Batch<'s> {
    store: &'s Store,
    game: String,
    fingerprint: u64,
    found: Vec<(String, Value)>,
    written: Result<u64, Error>,
}

impl Batch<'_> {
    fn push(&mut self, position: String, value: Value) {
        self.found.push((position, value));
        if self.found.len() == BATCH {
            self.write();
        }
    }

    /// Writes what is there. After a failure nothing more is written.
    fn write(&mut self) {
        let mut found = std::mem::take(&mut self.found);
        found.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        if let (Ok(before), false) = (&self.written, found.is_empty()) {
            let before = *before;
            let added = self.store.add(&self.game, self.fingerprint, &found);
            self.written = added.map(|new| before + new);
        }
    }
}

impl<R: Playable> Typed<R> {
    /// All that is known without search, by this approach.
    pub(crate) fn all_known(&self, approach: Approach) -> Known<'_, R> {
        Known {
            memo: &self.memo,
            rules: &*self.rules,
            approach,
            tables: self.tables(approach),
            store: self.memo.store.get().map(|store| &**store),
        }
    }

    pub(crate) fn attach_store(&self, store: &Arc<Store>) -> Result<(), Error> {
        if self.memo.store.get().is_none() {
            store.check(&self.memo.game(), fingerprint(&*self.rules))?;
            self.memo.store.get_or_init(|| Arc::clone(store));
        }
        Ok(())
    }
}

impl<R: Playable> Memo<R> {
    /// The game with its parameters.
    fn game(&self) -> String {
        [R::CARD.id.to_owned(), self.rules.parameters()].join(" ").trim_end().to_owned()
    }

    pub(crate) fn save_to_store(&self) -> Result<u64, Error> {
        let Some(store) = self.store.get() else { return Ok(0) };
        let rules = &*self.rules;
        let mut batch = Batch {
            store,
            game: self.game(),
            fingerprint: fingerprint(rules),
            found: Vec::new(),
            written: Ok(0),
        };
        for values in self.all_values() {
            values.each_known(0, |part, nimber| {
                if Tuned(rules).effort(part) >= LEAST_EFFORT && rules.knowledge().theorem(part).is_none() {
                    batch.push(rules.term(part), Value::Nimber(nimber.0));
                }
            });
        }
        for sums in self.all_sums() {
            sums.each_known(|sum, outcome| {
                if sum_effort(rules, sum) >= LEAST_EFFORT {
                    batch.push(sum_text(rules, sum), Value::Misere { next_wins: outcome == Outcome::N });
                }
            });
        }
        batch.write();
        batch.written
    }
}

/// A number that changes when the rules do: FNV-1a over the moves of the card's example and what
/// they leave. Part of the store's format.
fn fingerprint<R: Playable>(rules: &R) -> u64 {
    let example = R::with(&Parameters::default()).ok().and_then(|usual| {
        let at = usual.parse(&mut Reader::new(R::CARD.example)).ok()?;
        Some(at)
    });
    let Some(at) = example else { return 0 };
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let mut left = 1000;
    let _ = rules.moves(&at, |mv| {
        add(&rules.label(&at, &mv));
        add(&rules.format(&rules.canon(rules.play(&at, &mv))));
        left -= 1;
        if left == 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    });
    hash
}

impl Position {
    /// Whether the position has this nimber under normal play, by the road that is asked for.
    ///
    /// # Errors
    /// When the run stops first.
    pub fn is_worth(&self, nimber: Nimber, request: &Request) -> Result<bool, Stopped> {
        let Some((last, others)) = self.terms().split_last() else { return Ok(nimber.is_zero()) };
        let wanted = others
            .iter()
            .try_fold(nimber, |wanted, term| Ok(wanted ^ term.nimber(request.approach, &request.run)?.0))?;
        Ok(last.is_worth(wanted, request.approach, &request.run)?.0)
    }

    /// Lets searches of this position, and of those that are played from it, use the nimbers and misère
    /// outcomes in a store. [`save`](Position::save) adds what they have found; misère outcomes of sums of
    /// different games are not kept.
    ///
    /// # Errors
    /// When the store has values of other rules, or cannot be read.
    pub fn attach(&self, store: &Arc<Store>) -> Result<(), Error> {
        self.terms().iter().try_for_each(|term| term.attach(store))
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

    /// Adds all that was found so far to the store, and says how much was new. It may be called
    /// while a search goes on in another thread.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn save(&self) -> Result<u64, Error> {
        let mut saved = HashSet::new();
        let mut terms = self.terms().iter().filter(|term| saved.insert(term.memo_number()));
        terms.try_fold(0, |total, term| Ok(total + term.save()?))
    }
}
