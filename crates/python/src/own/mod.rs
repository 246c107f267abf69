//! Games whose rules are Python code.
//!
//! | question | file |
//! |---|---|
//! | what is asked of the code, and what is nonsense | `asks` |
//! | positions by number, and what is known of them | `graph` |
//! | all positions that can be reached, gone through once | `explore` |
//! | the game as a ruleset of the library | `rules` |
//! | exceptions on their way through the library | `failure` |

mod asks;
mod explore;
pub mod failure;
mod graph;
mod rules;

use crate::core_position::CorePosition;
use crate::session::current;
use crate::work::{Allowed, in_slices};
use asks::{Asks, Has};
use graph::UNKNOWN;
use grundy::{Card, Convention, Knowledge, Listed, Memos, Position};
use pyo3::prelude::*;
use rules::{CodeListing, CodeRules, Place};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// For many nimbers all that can be reached is gone through for so long.
const FIRST_SLICE: Duration = Duration::from_secs(60);

/// How many games in Python there were.
static GAMES: AtomicU64 = AtomicU64::new(0);

/// A game whose rules are Python code. `grundy.Game` has one.
#[pyclass(frozen, module = "grundy._grundy", name = "CoreGame")]
pub struct CoreGame {
    rules: CodeRules,
    listed: Listed<CodeListing>,
    memos: Memos,
}

#[pymethods]
impl CoreGame {
    /// `id`, `title` and `summary` are for its card, `class` stands in messages.
    #[new]
    fn new(
        game: &Bound<'_, PyAny>,
        class: String,
        card: (String, String, String),
        misere: bool,
        has: (bool, bool, bool, bool, bool),
    ) -> PyResult<CoreGame> {
        let (options, moves, parts, canonical, show) = has;
        let asks = Asks::new(game, class, Has { options, moves, parts, canonical, show })?;
        let number = GAMES.fetch_add(1, Ordering::Relaxed);
        let rules = CodeRules { asks: Arc::new(asks), number };
        let (id, title, summary) = card;
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let card = Card::new(id, title, summary, "").with_convention(convention);
        let listed = Listed::new(CodeListing { rules: rules.clone(), card });
        Ok(CoreGame { rules, listed, memos: Memos::default() })
    }

    /// A position of the game.
    fn position(&self, game: Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> PyResult<CorePosition> {
        let place = Place(self.rules.asks.graph.id(object)?);
        let board = self.listed.place(place, &self.memos);
        let board = board.expect("the rules have no parameters that could be wrong");
        Ok(CorePosition::new(Position::of(board), current(), vec![game.unbind()]))
    }

    /// The nimbers of positions; none where there was not enough time to go through all that can be reached.
    fn nimbers(
        &self,
        py: Python<'_>,
        objects: Vec<Bound<'_, PyAny>>,
        allowed: Allowed,
    ) -> PyResult<Vec<Option<u64>>> {
        let places = objects.iter().map(|object| self.rules.asks.graph.id(object));
        let places = places.collect::<PyResult<Vec<_>>>()?;
        let value = |&place: &u32| self.rules.theorem(&Place(place)).map(|nimber| nimber.0);
        in_slices(py, allowed, FIRST_SLICE, |_| places.iter().map(value).collect(), |_| false)
    }

    /// How many positions were met, and how many options were listed.
    fn size(&self) -> (usize, u64) {
        self.rules.asks.graph.size()
    }

    /// How many positions have a nimber that is known.
    fn solved(&self) -> usize {
        self.rules.asks.graph.read().iter().filter(|node| node.nimber != UNKNOWN).count()
    }
}
