//! Cram: put a domino on two adjacent free squares of a board.
//!
//! Told by M. Gardner in the *Scientific American* of February 1974, with the
//! mirror strategies on boards with an even side. Positions are the free squares.

mod arena;
mod draw;
mod notation;
mod rules;

pub use rules::Domino;

use crate::grid::GridBoard;
use grundy_core::{BoardMarks, Card, Diagnostic, Listing, Parameters, Playable, Stones, TakingRules};

/// The rules of Cram. A full cell of a board is a *free* square.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Ruleset};
/// use grundy_games::Cram;
/// use grundy_games::grid::GridBoard;
/// assert_eq!(Cram.count_moves(&GridBoard::full(2, 3)), 7);
/// assert_eq!(Cram.theorem(&GridBoard::full(4, 6)), Some(Nimber(0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cram;

impl Listing for Cram {
    type Rules = Cram;

    fn card(&self) -> Card {
        Card::new("cram", "Cram", "put a domino on two adjacent free squares", "3x4")
    }

    fn rules(&self, _: &Parameters) -> Result<Cram, Diagnostic> {
        Ok(Cram)
    }
}

impl Playable for Cram {
    fn taking(&self) -> Option<&dyn TakingRules<Cram>> {
        Some(self)
    }
}

/// A free square is a stone here: a domino takes two of them.
impl TakingRules<Cram> for Cram {
    fn stones(&self, at: &GridBoard) -> Option<Stones> {
        at.stones()
    }

    fn position(&self, stones: Stones) -> Result<GridBoard, Diagnostic> {
        Ok(GridBoard::of_stones(stones))
    }

    fn shapes(&self, rows: u32, columns: u32) -> Result<Vec<Stones>, Diagnostic> {
        let fits = |domino: &Stones| domino.rows <= rows && domino.columns <= columns;
        Ok([Stones::full(1, 2), Stones::full(2, 1)].into_iter().filter(fits).collect())
    }

    fn marks(&self) -> BoardMarks {
        BoardMarks::SQUARES
    }
}
