//! Treblecross: both players write X on a strip, and three in a row win at once.
//!
//! *Winning Ways*, chapter 4: nobody writes an X within two cells of another, for the next player would
//! complete the three; with those cells struck out the strip is a sum of heaps of 0.007, a run of n free
//! cells being a heap of n + 2.

mod draw;
mod explain;
mod notation;
mod positions;
mod rules;

pub use rules::Strip;

use crate::heaps::Nimbers;
use grundy_core::{Card, Diagnostic, Listing, Parameters, Playable};
use grundy_heaps::Code;

/// The rules of Treblecross.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Notation, Reader, Run, WinsAtOnce};
/// use grundy_games::Treblecross;
///
/// let rules = Treblecross::default();
/// let strip = rules.parse(&mut Reader::new("..X......."))?;
/// rules.prepare(&strip, &Run::unlimited())?;
/// assert_eq!(rules.theorem(&strip), Some(Nimber(2)));
/// // X.X can be won at once: it has no nimber.
/// let sunny = rules.parse(&mut Reader::new("X.X....."))?;
/// assert!(rules.is_sunny(&sunny) && rules.theorem(&sunny).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Treblecross {
    /// The length of an empty strip, where it was given instead of the strip.
    length: Option<usize>,
    /// Those of the heaps of 0.007.
    nimbers: Nimbers,
}

impl Default for Treblecross {
    fn default() -> Self {
        let code: Code = "0.007".parse().expect("three digits are a code");
        Treblecross { length: None, nimbers: Nimbers::new(&code) }
    }
}

/// The largest strip that is read.
const LONGEST: usize = 1 << 18;

/// The key of a strip's length.
const LENGTH: &str = "len";

impl Listing for Treblecross {
    type Rules = Treblecross;

    fn card(&self) -> Card {
        Card::new(
            "treblecross",
            "Treblecross",
            "write an X in an empty cell; three in a row win at once",
            "..X....X.......",
        )
        .with_aliases(["one-dimensional-tic-tac-toe"])
        .with_parameter(LENGTH, "an empty strip of this many cells", "none")
        .with_positions(positions::positions())
    }

    fn rules(&self, parameters: &Parameters) -> Result<Treblecross, Diagnostic> {
        if parameters.get(LENGTH) == Some("0") {
            // The strip of no cells: families of strips begin with it.
            return Ok(Treblecross { length: Some(0), ..Treblecross::default() });
        }
        let refusal = "the length of a strip is a whole number";
        let length = parameters.number(LENGTH, LONGEST as u64, refusal)?;
        Ok(Treblecross { length: length.map(|length| length as usize), ..Treblecross::default() })
    }
}

impl Playable for Treblecross {}
