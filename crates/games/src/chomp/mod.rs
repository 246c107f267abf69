//! Chomp: eat a square of a bar of chocolate with all that is below and to the right of it.
//!
//! By F. Schuh (1952) and D. Gale (1974). The square in the upper left corner is poisoned and is
//! never eaten: under normal play, who finds only the poison left has lost, which is the game as it
//! is always told. Under misère play, who eats the last good square loses.

mod draw;
mod notation;
mod rules;
mod table;

pub use rules::{Bar, Bite};

use grundy_core::{Card, Diagnostic, Listing, Parameters, Playable};

/// The rules of Chomp.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Ruleset};
/// use grundy_games::Chomp;
/// use grundy_games::chomp::Bar;
/// # use grundy_core::Run;
/// let rules = Chomp::default();
/// assert_eq!(rules.count_moves(&Bar::full(2, 3)), 5);
/// // One row and one column beside the poison are two Nim heaps.
/// assert_eq!(rules.theorem(&Bar::new(vec![4, 1, 1])), Some(Nimber(3 ^ 2)));
/// // Other bars are worked out, with all that are inside.
/// rules.prepare(&Bar::full(10, 10), &Run::unlimited())?;
/// assert_eq!(rules.theorem(&Bar::full(10, 10)), Some(Nimber(19)));
/// # Ok::<(), grundy_core::Stopped>(())
/// ```
#[derive(Debug, Default)]
pub struct Chomp {
    tables: table::Tables,
}

impl Listing for Chomp {
    type Rules = Chomp;

    fn card(&self) -> Card {
        Card::new(
            "chomp",
            "Chomp",
            "eat a square with all below and to the right of it; r1c1 is poisoned and never eaten",
            "3x4",
        )
    }

    fn rules(&self, _: &Parameters) -> Result<Chomp, Diagnostic> {
        Ok(Chomp::default())
    }
}

impl Playable for Chomp {}
