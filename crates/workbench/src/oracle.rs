//! Tables of every state, asked by solvers.

use crate::answer::{Answer, Method};
use crate::board::Typed;
use crate::mixture::Mixture;
use crate::part::Part;
use crate::position::Position;
use crate::solve::Approach;
use grundy_core::{Convention, Knowledge, Nimber, Outcome, Playable, Stones, Tame};
use grundy_solve::Lookup;
use grundy_tables::{Content, Game, Oracle, Table, TableError};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// A table that told states for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Consulted {
    /// Its folder.
    pub dir: PathBuf,
    /// What it holds: `outcomes of 2d-nim max=3 4x4, misere`.
    pub holds: String,
    /// How many states it told.
    pub states: u64,
}

/// The tables that may tell of positions of one game.
#[derive(Clone, Copy)]
pub(crate) struct Tables<'a, R> {
    rules: &'a R,
    game: Game,
    oracle: &'a Oracle,
}

impl<R: Playable> Tables<'_, R> {
    /// The position as tables know it. Symmetry and empty edges change nothing.
    fn stones(&self, at: &R::Position) -> Option<Stones> {
        self.rules.stones(&self.rules.canon(at.clone()))
    }

    /// The nimber: from a table of nimbers, or 0 from one of outcomes.
    pub(crate) fn nimber(&self, at: &R::Position) -> Option<Nimber> {
        let stones = self.stones(at)?;
        self.oracle.nimber(self.game, stones).or_else(|| {
            let outcome = self.oracle.outcome(self.game, Convention::Normal, stones)?;
            (outcome == Outcome::P).then_some(Nimber::ZERO)
        })
    }

    /// Whether the position has this nimber under normal play.
    pub(crate) fn is_worth(&self, at: &R::Position, nimber: Nimber) -> Option<bool> {
        let stones = self.stones(at)?;
        if let Some(told) = self.oracle.nimber(self.game, stones) {
            return Some(told == nimber);
        }
        match (self.oracle.outcome(self.game, Convention::Normal, stones)?, nimber.is_zero()) {
            (Outcome::P, is_zero) => Some(is_zero),
            (Outcome::N, true) => Some(false),
            (Outcome::N, false) => None,
        }
    }

    /// Who wins a sum under misère play.
    pub(crate) fn misere_outcome<'p>(
        &self,
        sum: impl IntoIterator<Item = &'p R::Position>,
    ) -> Option<Outcome> {
        misere_outcome(self.oracle, self.game, sum.into_iter().map(|part| self.stones(part)))
    }
}

/// Who wins under misère play the sum of these, which is one state of a board when they are laid out on it.
fn misere_outcome(
    oracle: &Oracle,
    game: Game,
    mut sum: impl Iterator<Item = Option<Stones>>,
) -> Option<Outcome> {
    let first = sum.next()??;
    let board = sum.try_fold(first, |board, part| board.above(part?))?;
    oracle.outcome(game, Convention::Misere, board)
}

impl<R: Playable> Typed<R> {
    /// The tables to ask, where the approach allows it.
    pub(crate) fn tables(&self, approach: Approach) -> Option<Tables<'_, R>> {
        let oracle = self.memo.oracle.get().filter(|_| approach == Approach::Best)?;
        let game = Game::named(&self.rules.card.id, &self.rules.parameters())?;
        Some(Tables { rules: &self.rules.rules, game, oracle })
    }
}

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
        let game = Game::named(id, &parameters)?;
        let of_game = |part: &Part| (part.identity() == identity).then(|| part.stones())?;
        misere_outcome(oracle, game, parts.map(of_game))
    }
}

impl Answer {
    /// What a table tells of one of its states, with at most `named_moves` winning moves by name. Nothing is
    /// searched.
    ///
    /// # Errors
    /// What [`Table::outcome`] says.
    pub fn of_table(table: &Table, state: u64, named_moves: usize) -> Result<Answer, TableError> {
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
            nimber_at_least: None,
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
    /// Lets [`Approach::Best`] look states up in tables, for this position and those that are played from
    /// it. Terms of games without tables are searched as ever.
    pub fn attach_tables(&self, oracle: &Arc<Oracle>) {
        self.terms().iter().for_each(|term| term.attach_tables(oracle));
    }

    /// The tables that were attached for games of this position under this convention, whatever the boards.
    pub fn tables(&self, convention: Convention) -> Vec<&Table> {
        let Some(oracle) = self.oracle() else { return Vec::new() };
        let terms = self.mixture();
        let games: Vec<Game> = terms
            .iter()
            .map(Part::game)
            .filter_map(|(id, parameters)| Game::named(id, &parameters))
            .collect();
        let is_apt = |table: &&Table| {
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

    /// How many states each table has told so far.
    pub(crate) fn told(&self) -> Vec<u64> {
        self.oracle().map_or(Vec::new(), |oracle| oracle.told())
    }

    /// The tables that have told states since then.
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
