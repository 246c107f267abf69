//! 2D Nim: take some adjacent stones in a row or a column of a board, with no gap between them.
//!
//! Without a limit to how many it is Piet Hein's TacTix, of the late 1940s (M. Gardner, *Hexaflexagons
//! and Other Mathematical Diversions*, chapter 15). Both are told with misère play: whoever takes the
//! last stone loses.

mod arena;
mod draw;
mod notation;
mod positions;
mod rules;

pub use rules::Line;

use crate::grid::GridBoard;
use grundy_core::{Card, Convention, Diagnostic, Listing, Parameters, Playable, Stones, TakingRules};

/// The rules of 2D Nim.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Ruleset};
/// use grundy_games::TwoDNim;
/// use grundy_games::grid::GridBoard;
/// let rules = TwoDNim::at_most(3);
/// assert_eq!(rules.count_moves(&GridBoard::full(4, 4)), 16 + 24 + 16);
/// // Whatever is taken, the same can be taken at the opposite place.
/// assert_eq!(rules.theorem(&GridBoard::full(4, 4)), Some(Nimber(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TwoDNim {
    /// How many stones a move takes at most; `None` is any number.
    max: Option<u16>,
}

/// The limit of stones where none is given.
const USUAL_MAX: u16 = 3;

impl TwoDNim {
    /// A move takes one to `max` stones.
    ///
    /// # Panics
    /// When `max` is 0.
    pub fn at_most(max: u16) -> TwoDNim {
        assert!(max > 0, "a move takes a stone at least");
        TwoDNim { max: Some(max) }
    }

    /// TacTix: a move takes any number of stones.
    pub fn tactix() -> TwoDNim {
        TwoDNim { max: None }
    }

    /// The most stones that a move takes on any board.
    fn most(&self) -> u32 {
        self.max.map_or(u32::MAX, u32::from)
    }
}

impl Default for TwoDNim {
    /// Up to three stones.
    fn default() -> Self {
        TwoDNim::at_most(USUAL_MAX)
    }
}

impl Listing for TwoDNim {
    type Rules = TwoDNim;

    fn card(&self) -> Card {
        Card::new("2d-nim", "2D Nim", "take one to three adjacent stones in a row or a column", "4x4")
            .with_aliases(["2dnim", "two-d-nim", "tactix"])
            .with_convention(Convention::Misere)
            .with_parameter(
                "max",
                "how many stones a move takes at most: a number, or `any`, which is TacTix",
                "3",
            )
            .with_positions(positions::positions())
    }

    fn rules(&self, parameters: &Parameters) -> Result<TwoDNim, Diagnostic> {
        match parameters.get("max") {
            None if parameters.is_called("tactix") => Ok(TwoDNim::tactix()),
            None => Ok(TwoDNim::at_most(USUAL_MAX)),
            Some(any) if any.eq_ignore_ascii_case("any") => Ok(TwoDNim::tactix()),
            Some(number) => match number.parse() {
                // No line of a board is longer than the board has cells.
                Ok(long) if long >= notation::LIMIT.cells => Ok(TwoDNim::tactix()),
                Ok(max @ 1..) => Ok(TwoDNim::at_most(max as u16)),
                _ => Err(parameters
                    .diagnostic("max", format!("`{number}` is not a number of stones"))
                    .help("write a whole number from 1 up, such as `max=3`, or `max=any`")),
            },
        }
    }
}

impl Playable for TwoDNim {
    fn taking(&self) -> Option<&dyn TakingRules<TwoDNim>> {
        Some(self)
    }
}

impl TakingRules<TwoDNim> for TwoDNim {
    fn stones(&self, at: &GridBoard) -> Option<Stones> {
        at.stones()
    }

    fn position(&self, stones: Stones) -> Result<GridBoard, Diagnostic> {
        Ok(GridBoard::of_stones(stones))
    }

    fn shapes(&self, rows: u32, columns: u32) -> Result<Vec<Stones>, Diagnostic> {
        let along = (1..=self.most().min(columns)).map(|length| Stones::full(1, length));
        let down = (2..=self.most().min(rows)).map(|length| Stones::full(length, 1));
        Ok(along.chain(down).collect())
    }

    fn parameters_in_full(&self) -> String {
        format!("max={}", self.max.map_or("any".to_owned(), |max| max.to_string()))
    }
}
