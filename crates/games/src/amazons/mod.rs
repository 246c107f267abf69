//! Amazons as an impartial game: either player moves any queen, and shoots an arrow with it.
//!
//! By W. Zamkauskas (1988), in which each player has queens of one colour. Here both move all of them, as in
//! the `impartial amazons` of MCGS (University of Alberta); so the colours do not matter. Who cannot move has lost.

mod draw;
mod notation;
mod rules;

pub use rules::QueenMove;

use grundy_core::{Card, Diagnostic, Listing, Parameters, Playable};

/// The rules of impartial Amazons.
///
/// ```
/// use grundy_core::{Notation, Reader, Ruleset};
/// use grundy_games::Amazons;
/// let board = Amazons.parse(&mut Reader::new("../.X"))?;
/// assert_eq!(Amazons.count_moves(&board), 9);
/// let board = Amazons.parse(&mut Reader::new("X..#.O"))?;
/// assert_eq!(Amazons.split(board).len(), 2);
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Amazons;

impl Listing for Amazons {
    type Rules = Amazons;

    fn card(&self) -> Card {
        Card::new(
            "amazons",
            "Amazons, impartial",
            "move any queen as in chess, and shoot an arrow from there in the same way, which blocks its cell",
            "X../..O/...",
        )
        .with_aliases(["impartial-amazons"])
    }

    fn rules(&self, _: &Parameters) -> Result<Amazons, Diagnostic> {
        Ok(Amazons)
    }
}

impl Playable for Amazons {}
