//! Chomp: eat a square of a bar of chocolate with all that is below and to the right of it.
//!
//! By F. Schuh (1952) and D. Gale (1974). The square in the upper left corner is poisoned and is
//! never eaten: under normal play, who finds only the poison left has lost, which is the game as it
//! is always told. Under misère play, who eats the last good square loses.

mod draw;
mod notation;
mod rules;

pub use rules::{Bar, Bite};

use grundy_core::{Card, Convention, Diagnostic, Parameters, Playable};

/// The rules of Chomp.
///
/// ```
/// use grundy_core::{Nimber, Ruleset};
/// use grundy_games::Chomp;
/// use grundy_games::chomp::Bar;
/// assert_eq!(Chomp.count_moves(&Bar::full(2, 3)), 5);
/// // One row and one column beside the poison are two Nim heaps.
/// assert_eq!(Chomp.theorem(&Bar::new(vec![4, 1, 1])), Some(Nimber(3 ^ 2)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chomp;

impl Playable for Chomp {
    const CARD: Card = Card {
        id: "chomp",
        aliases: &[],
        title: "Chomp",
        summary: "eat a square with all below and to the right of it; r1c1 is poisoned and never eaten",
        convention: Convention::Normal,
        parameters: &[],
        example: "3x4",
    };

    fn with(_: &Parameters) -> Result<Self, Diagnostic> {
        Ok(Chomp)
    }
}
