//! Positions and tables of every state.

use crate::answer::{Consulted, Method};
use crate::identity::Identity;
use crate::mixture::Mixture;
use crate::part::Part;
use crate::position::Position;
use crate::position::answer::Answer;
use crate::shelf::Shelf;
use grundy_core::{Convention, Knowledge, Nimber, Outcome, Tame};
use grundy_solve::Lookup;
use grundy_tables::{Content, GameTables, Oracle, Rules, StateTable, TableError};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

/// What is known of sums of different games: theorems, and tables where one game is left.
pub(crate) struct MixtureKnown<'a> {
    oracle: Option<&'a Arc<Oracle>>,
    /// The tables of each game that was met; nothing for a game that has none.
    by_game: RwLock<HashMap<Identity, Option<Arc<GameTables>>>>,
}

impl MixtureKnown<'_> {
    pub(crate) fn new(oracle: Option<&Arc<Oracle>>) -> MixtureKnown<'_> {
        MixtureKnown { oracle, by_game: RwLock::default() }
    }

    fn tables(&self, part: &Part) -> Option<Arc<GameTables>> {
        let oracle = self.oracle?;
        let known =
            self.by_game.read().unwrap_or_else(PoisonError::into_inner).get(&part.identity()).cloned();
        known.unwrap_or_else(|| {
            let tables = part.tables(oracle).map(Arc::new);
            let mut by_game = self.by_game.write().unwrap_or_else(PoisonError::into_inner);
            by_game.entry(part.identity()).or_insert(tables).clone()
        })
    }
}

impl Lookup<Vec<Part>> for MixtureKnown<'_> {
    fn nimber(&self, part: &Vec<Part>) -> Option<Nimber> {
        Mixture.theorem(part)
    }

    fn tame(&self, part: &Vec<Part>) -> Option<Tame> {
        Mixture.tame(part)
    }

    fn misere_outcome(&self, sum: &[&Vec<Part>]) -> Option<Outcome> {
        let mut parts = sum.iter().copied().flatten().peekable();
        let first = parts.peek()?;
        let (identity, tables) = (first.identity(), self.tables(first)?);
        let of_game = |part: &Part| (part.identity() == identity).then(|| part.stones())?;
        tables.misere_outcome(parts.map(of_game))
    }
}

impl Answer {
    /// What a table tells of one of its states, with at most `named_moves` winning moves by name. Nothing is
    /// searched. The game of the table is that of the [usual shelf](crate::Shelf::usual).
    ///
    /// # Errors
    /// What [`StateTable::outcome`] says, and [`TableError::OtherRules`] where the game of that name has other moves,
    /// or there is none.
    pub fn of_table(table: &StateTable, state: u64, named_moves: usize) -> Result<Answer, TableError> {
        let started = Instant::now();
        let rules = table.shape().rules();
        Shelf::usual().check_table(table)?;
        let text = rules.position(state);
        let position: Position = text.parse().map_err(|_| Shelf::other_rules(table))?;
        let [term] = position.terms() else { return Err(Shelf::other_rules(table)) };
        let outcome = table.outcome(state)?;
        let nimber = match table.shape().content() {
            Content::Outcomes => None,
            Content::Nimbers => Some(table.nimber(state)?),
        };
        let winning =
            term.winning_states(named_moves, &mut |left| Ok(table.outcome(left.cells)? == Outcome::P))?;
        let mut parts = position.parts();
        parts.iter_mut().for_each(|part| part.nimber = nimber);
        Ok(Answer {
            convention: rules.convention(),
            why_convention: None,
            outcome: Some(outcome),
            nimber,
            genus: None,
            winning_groups: None,
            nimber_at_least: None,
            nimber_at_most: None,
            parts,
            moves: term.count_moves(),
            winning_count: Some(winning.count),
            winning: winning.labels,
            options: None,
            method: Method::Table,
            tables: Vec::new(),
            nodes: 0,
            seconds: started.elapsed().as_secs_f64(),
            stopped: None,
            notes: Vec::new(),
            position,
        })
    }
}

impl Position {
    /// The position as a state of a table; `None` where it is a sum, its game has other moves on the table's board, or
    /// its own board has other sides.
    pub fn state_in(&self, table: &StateTable) -> Option<u64> {
        let [term] = self.terms() else { return None };
        let (rules, stones) = (table.shape().rules(), term.stones()?);
        let (rows, columns) = (rules.rows(), rules.columns());
        let own = Rules::new(&term.table_game()?, rows, columns, rules.convention()).ok()?;
        let is_of_table = (stones.rows, stones.columns) == (rows, columns) && own.shapes() == rules.shapes();
        is_of_table.then_some(stones.cells)
    }

    /// Lets [`Approach::Best`](crate::Approach::Best) look states up in tables, for this position and those that are
    /// played from it. Terms of games without tables are searched as ever.
    pub fn attach_tables(&self, oracle: &Arc<Oracle>) {
        self.terms().iter().for_each(|term| term.attach_tables(oracle));
    }

    /// The tables that were attached for games of this position under this convention, whatever the boards.
    pub fn tables(&self, convention: Convention) -> Vec<&StateTable> {
        let of_terms = self.terms().iter().filter_map(|term| term.tables());
        let mut tables: Vec<&StateTable> = of_terms.flat_map(GameTables::tables).collect();
        tables.retain(|table| table.shape().rules().convention() == convention);
        let mut met = HashSet::new();
        tables.retain(|table| met.insert(table.folder()));
        tables
    }

    /// The tables that were attached.
    pub(crate) fn oracle(&self) -> Option<&Arc<Oracle>> {
        self.terms().iter().find_map(|term| term.tables()).map(GameTables::oracle)
    }

    /// How many states were found in each table so far.
    pub(crate) fn states_found(&self) -> Vec<u64> {
        self.oracle().map_or(Vec::new(), |oracle| oracle.states_found())
    }

    /// The tables in which states were found since then.
    pub(crate) fn consulted_since(&self, before: &[u64]) -> Vec<Consulted> {
        let Some(oracle) = self.oracle() else { return Vec::new() };
        let states = oracle.states_found().into_iter().zip(before).map(|(now, before)| now - before);
        let tables = oracle.tables().iter().zip(states).filter(|(_, states)| *states > 0);
        let consulted = tables.map(|(table, states)| Consulted {
            dir: table.folder().to_owned(),
            holds: table.shape().to_string(),
            states,
        });
        consulted.collect()
    }
}
