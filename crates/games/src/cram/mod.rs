//! Cram: put a domino on two adjacent free squares of a board.
//!
//! Told by M. Gardner in the *Scientific American* of February 1974, with the
//! mirror strategies on boards with an even side. Positions are the free squares.

mod arena;
mod draw;
mod notation;
mod rules;

pub use rules::Domino;

use grundy_core::{Card, Diagnostic, Listing, Parameters, Playable};

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

impl Playable for Cram {}
