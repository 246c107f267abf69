//! Nim: take any number of counters from one heap.
//!
//! C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901)
//! 35-39, who also solved misère play. The explanation follows the working that Mitchell Marks
//! posted to net.puzzle in 1985, on the game of *Last Year at Marienbad*.

mod draw;
mod explain;
mod notation;
mod positions;
mod rules;

pub use rules::{Heaps, Take};

pub(crate) use draw::{MOST_ROWS, hidden, show_rows};
pub(crate) use notation::{format_heaps, read_heaps_if, without_empty};

use grundy_core::{Card, Diagnostic, Listing, Parameters, Playable, Sketch};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The rules of Nim.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Outcome};
/// use grundy_games::nim::{Heaps, Nim};
/// let after_the_three = Heaps(vec![1, 5, 7]);
/// assert_eq!(Nim.theorem(&after_the_three), Some(Nimber(3)));
/// let ones = Nim.tame(&Heaps(vec![1, 1, 1])).unwrap();
/// assert_eq!(ones.misere_outcome(), Outcome::P);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nim;

impl Listing for Nim {
    type Rules = Nim;

    fn card(&self) -> Card {
        Card::new("nim", "Nim", "take any number of counters from one heap", "1 3 5 7")
            .with_aliases(["marienbad"])
            .with_positions(positions::positions())
    }

    fn rules(&self, _: &Parameters) -> Result<Nim, Diagnostic> {
        Ok(Nim)
    }
}

impl Playable for Nim {
    /// Heaps of 1 to 15 counters, four where no number is asked.
    fn random(&self, sketch: &Sketch) -> Option<Result<Heaps, Diagnostic>> {
        let mut random = ChaCha8Rng::seed_from_u64(sketch.seed);
        let mut heaps = || (0..sketch.size.unwrap_or(4)).map(|_| random.random_range(1..=15)).collect();
        Some(sketch.without_shape().map(|()| Heaps(heaps())))
    }
}
