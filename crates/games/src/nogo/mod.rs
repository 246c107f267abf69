//! NoGo as an impartial game: either player puts a stone of either colour, and no block may lose its last free
//! neighbour.
//!
//! NoGo, or Anti-Atari Go, is by N. Sieben (2011) and was studied by M. Müller and others; there each player has one
//! colour. Here both use both, as in the `impartial nogo` of MCGS (University of Alberta). Who cannot move has lost.

mod draw;
mod notation;
mod rules;

pub use rules::StoneMove;

use grundy_core::{Card, Diagnostic, Listing, Parameters, Playable};

/// The rules of impartial NoGo.
///
/// ```
/// use grundy_core::{Notation, Reader, Ruleset};
/// use grundy_games::NoGo;
/// let board = NoGo.parse(&mut Reader::new("..../...."))?;
/// assert_eq!(NoGo.count_moves(&board), 16);
/// let board = NoGo.parse(&mut Reader::new("X.O"))?;
/// assert_eq!(NoGo.count_moves(&board), 0);
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGo;

impl Listing for NoGo {
    type Rules = NoGo;

    fn card(&self) -> Card {
        Card::new(
            "nogo",
            "NoGo, impartial",
            "put a stone of either colour in a free cell, so that every block keeps a free neighbour",
            ".../...",
        )
        .with_aliases(["impartial-nogo", "anti-atari-go"])
    }

    fn rules(&self, _: &Parameters) -> Result<NoGo, Diagnostic> {
        Ok(NoGo)
    }
}

impl Playable for NoGo {}
