//! Boxing Match: take all stones of a square of any size in which every cell is full.
//!
//! From the contest *Problem of the Month* of January 1994, and told as an exercise on nimbers in a
//! course of Carnegie Mellon University: the full board of 10 by 20 is won by taking the square in
//! the middle and answering each move with its mirror image.

mod arena;
mod draw;
mod notation;
mod positions;
mod rules;

pub use rules::Square;

use crate::grid::GridBoard;
use grundy_core::{Card, Diagnostic, Listing, Parameters, Playable, Stones, TakingRules};

/// The rules of Boxing Match.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Ruleset};
/// use grundy_games::BoxingMatch;
/// use grundy_games::grid::GridBoard;
/// assert_eq!(BoxingMatch.count_moves(&GridBoard::full(2, 3)), 6 + 2);
/// // Two stones that are in no common full 2 x 2 never go together: these are three times *1.
/// assert_eq!(BoxingMatch.theorem(&GridBoard::full(1, 3)), Some(Nimber(1)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxingMatch;

impl Listing for BoxingMatch {
    type Rules = BoxingMatch;

    fn card(&self) -> Card {
        Card::new(
            "boxing-match",
            "Boxing Match",
            "take all stones of a full square of any size",
            "1101/1111/0111",
        )
        .with_aliases(["boxing"])
        .with_positions(positions::positions())
    }

    fn rules(&self, _: &Parameters) -> Result<BoxingMatch, Diagnostic> {
        Ok(BoxingMatch)
    }
}

impl Playable for BoxingMatch {
    fn taking(&self) -> Option<&dyn TakingRules<BoxingMatch>> {
        Some(self)
    }
}

impl TakingRules<BoxingMatch> for BoxingMatch {
    fn stones(&self, at: &GridBoard) -> Option<Stones> {
        at.stones()
    }

    fn position(&self, stones: Stones) -> Result<GridBoard, Diagnostic> {
        Ok(GridBoard::of_stones(stones))
    }

    fn shapes(&self, rows: u32, columns: u32) -> Result<Vec<Stones>, Diagnostic> {
        Ok((1..=rows.min(columns)).map(|side| Stones::full(side, side)).collect())
    }
}
