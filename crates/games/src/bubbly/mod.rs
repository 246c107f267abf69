//! Bubbly: pop a bubble, and all that contain it pop too.
//!
//! From the 2019 MIT Mystery Hunt (puzzle by Sami Casanova). As a game on rooted forests it is
//! von Neumann's *Hackendot*, solved by J. Úlehla, "A complete analysis of von Neumann's Hackendot",
//! International Journal of Game Theory 9 (1980) 107-113.

mod arrange;
mod circles;
mod draw;
mod explain;
mod forest;
mod hunt;
mod notation;
mod picture_notation;
mod pinned;
mod place;
mod positions;
mod puzzle;
mod random;
mod rules;
pub mod theorem;

pub use forest::{Bubble, Forest};
pub use hunt::placed_to_spell;
pub use random::uniform_forest;

use grundy_core::{Brief, Card, Diagnostic, Listing, NoPuzzle, Parameters, Playable, Run, Series, Sketch};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The rules of Bubbly.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Notation, Reader, Target};
/// use grundy_games::Bubbly;
/// use std::ops::ControlFlow;
///
/// let forest = Bubbly.parse(&mut Reader::new("(I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))")).unwrap();
/// let mut winning = String::new();
/// let _ = Bubbly.moves_to(&forest, Target::exactly(Nimber(0)), &mut |bubble| {
///     winning += forest.label(bubble);
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(winning, "CSH");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bubbly;

impl Listing for Bubbly {
    type Rules = Bubbly;

    fn card(&self) -> Card {
        Card::new(
            "bubbly",
            "Bubbly",
            "pop a bubble and all that contain it",
            "(I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))",
        )
        .with_aliases(["bubble", "bubbles", "hackendot"])
        .with_positions(positions::positions())
    }

    fn rules(&self, _: &Parameters) -> Result<Bubbly, Diagnostic> {
        Ok(Bubbly)
    }
}

impl Playable for Bubbly {
    fn compose(&self, brief: &Brief, run: &Run) -> Option<Result<Forest, NoPuzzle>> {
        Some(puzzle::compose(brief, run))
    }

    fn compose_series(&self, series: &Series, run: &Run) -> Option<Result<Vec<Forest>, NoPuzzle>> {
        Some(hunt::compose(series, run))
    }

    /// A forest of 12 bubbles where no number is asked, every ordered forest as likely as any other.
    fn random(&self, sketch: &Sketch) -> Option<Result<Forest, Diagnostic>> {
        let mut random = ChaCha8Rng::seed_from_u64(sketch.seed);
        Some(sketch.without_shape().map(|()| uniform_forest(sketch.size.unwrap_or(12), &mut random)))
    }
}
