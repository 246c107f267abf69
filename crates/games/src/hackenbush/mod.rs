//! Green Hackenbush: cut an edge, and all that it held to the ground falls.
//!
//! From E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter 7, with the fusion and the
//! colon principle. How all winning moves are found in near-linear time is told in [`theorem`].

mod draw;
mod explain;
mod graph;
mod notation;
mod picture;
mod places;
mod positions;
mod random;
mod rules;
mod steps;
pub mod theorem;
mod trees;

pub use graph::{Edge, GROUND, Graph, MOST_EDGES, NoGraph};
pub use picture::FreeDrawing;
pub use random::GraphShape;

use grundy_core::{Card, Diagnostic, Listing, Parameters, Playable, Sketch};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The rules of Green Hackenbush.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Notation, Reader};
/// use grundy_games::Hackenbush;
///
/// // A house of a square and a triangle on it, standing on two legs.
/// let house = Hackenbush.parse(&mut Reader::new("0-1 0-2 1-2 1-3 2-4 3-4 3-5 4-5")).unwrap();
/// assert_eq!(Hackenbush.theorem(&house), Some(Nimber(0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hackenbush;

impl Listing for Hackenbush {
    type Rules = Hackenbush;

    fn card(&self) -> Card {
        Card::new(
            "hackenbush",
            "Green Hackenbush",
            "cut an edge, and all that it held to the ground falls",
            "0-1 1-2 2-3 3-1 2-4 0-5 5-6 5-7 7-8",
        )
        .with_aliases(["green-hackenbush"])
        .with_positions(positions::positions())
    }

    fn rules(&self, _: &Parameters) -> Result<Hackenbush, Diagnostic> {
        Ok(Hackenbush)
    }
}

impl Playable for Hackenbush {
    /// A graph of the shape `sparse`, of 12 edges, where nothing else is asked. Grids have 24, since with
    /// 12 they could be of one width only.
    fn random(&self, sketch: &Sketch) -> Option<Result<Graph, Diagnostic>> {
        let shape = match sketch.shape.as_deref() {
            None => Some(GraphShape::Sparse),
            Some(name) => GraphShape::ALL.into_iter().find(|shape| shape.name() == name),
        };
        let mut random = ChaCha8Rng::seed_from_u64(sketch.seed);
        let graph = shape.map(|shape| {
            let usual = if shape == GraphShape::Grid { 24 } else { 12 };
            shape.draw(sketch.size.unwrap_or(usual), &mut random)
        });
        Some(graph.ok_or_else(|| sketch.no_such_shape(&GraphShape::ALL.map(GraphShape::name))))
    }
}
