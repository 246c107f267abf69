//! Positions and tables of every state.

use crate::answer::{Consulted, Method};
use crate::mixture::Mixture;
use crate::part::Part;
use crate::position::Position;
use crate::position::answer::Answer;
use crate::typed::misere_outcome;
use grundy_core::Knowledge;
use grundy_core::{Convention, Nimber, Outcome, Tame};
use grundy_solve::Lookup;
use grundy_tables::{Content, Oracle, StateTable, TableError, TableGame};
use std::sync::Arc;
use std::time::Instant;

/// What is known of sums of different games: theorems, and tables where one game is left.
pub(crate) struct MixtureKnown<'a> {
    pub(crate) oracle: Option<&'a Oracle>,
}

impl Lookup<Vec<Part>> for MixtureKnown<'_> {
    fn nimber(&self, part: &Vec<Part>) -> Option<Nimber> {
        Mixture.theorem(part)
    }

    fn tame(&self, part: &Vec<Part>) -> Option<Tame> {
        Mixture.tame(part)
    }

    fn misere_outcome(&self, sum: &[&Vec<Part>]) -> Option<Outcome> {
        let oracle = self.oracle?;
        let mut parts = sum.iter().copied().flatten().peekable();
        let first = parts.peek()?;
        let (identity, (id, parameters)) = (first.identity(), first.game());
        let game = TableGame::named(id, &parameters)?;
        let of_game = |part: &Part| (part.identity() == identity).then(|| part.stones())?;
        misere_outcome(oracle, game, parts.map(of_game))
    }
}

impl Answer {
    /// What a table tells of one of its states, with at most `named_moves` winning moves by name. Nothing is
    /// searched.
    ///
    /// # Errors
    /// What [`StateTable::outcome`] says.
    pub fn of_table(table: &StateTable, state: u64, named_moves: usize) -> Result<Answer, TableError> {
        let started = Instant::now();
        let rules = table.shape().rules();
        let position: Position =
            rules.position(state).parse().expect("a table writes a position as games read it");
        let outcome = table.outcome(state)?;
        let nimber = match table.shape().content() {
            Content::Outcomes => None,
            Content::Nimbers => Some(table.nimber(state)?),
        };
        let winning = table.winning(state)?;
        let mut parts = position.parts();
        parts.iter_mut().for_each(|part| part.nimber = nimber);
        Ok(Answer {
            convention: rules.convention(),
            why_convention: None,
            outcome: Some(outcome),
            nimber,
            genus: None,
            nimber_at_least: None,
            nimber_at_most: None,
            parts,
            moves: table.count_moves(state) as u128,
            winning_count: Some(winning.len() as u128),
            winning: winning.iter().take(named_moves).map(|&taken| rules.label(taken)).collect(),
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
    /// Lets [`Approach::Best`](crate::Approach::Best) look states up in tables, for this position and those that are played from
    /// it. Terms of games without tables are searched as ever.
    pub fn attach_tables(&self, oracle: &Arc<Oracle>) {
        self.terms().iter().for_each(|term| term.attach_tables(oracle));
    }

    /// The tables that were attached for games of this position under this convention, whatever the boards.
    pub fn tables(&self, convention: Convention) -> Vec<&StateTable> {
        let Some(oracle) = self.oracle() else { return Vec::new() };
        let terms = self.mixture();
        let games: Vec<TableGame> = terms
            .iter()
            .map(Part::game)
            .filter_map(|(id, parameters)| TableGame::named(id, &parameters))
            .collect();
        let is_apt = |table: &&StateTable| {
            let rules = table.shape().rules();
            let longest = rules.rows().max(rules.columns());
            rules.convention() == convention
                && games.iter().any(|game| rules.game().is_same_up_to(*game, longest))
        };
        oracle.tables().iter().filter(is_apt).collect()
    }

    /// The tables that were attached.
    pub(crate) fn oracle(&self) -> Option<&Arc<Oracle>> {
        self.terms().iter().find_map(|term| term.oracle())
    }

    /// How many states were found in each table so far.
    pub(crate) fn states_found(&self) -> Vec<u64> {
        self.oracle().map_or(Vec::new(), |oracle| oracle.told())
    }

    /// The tables in which states were found since then.
    pub(crate) fn consulted_since(&self, before: &[u64]) -> Vec<Consulted> {
        let Some(oracle) = self.oracle() else { return Vec::new() };
        let states = oracle.told().into_iter().zip(before).map(|(now, before)| now - before);
        let tables = oracle.tables().iter().zip(states).filter(|(_, states)| *states > 0);
        let consulted = tables.map(|(table, states)| Consulted {
            dir: table.folder().to_owned(),
            holds: table.shape().to_string(),
            states,
        });
        consulted.collect()
    }
}
