//! Graphs whose pieces stand on the ground by one edge each: Nim heaps, in misère play too.

use super::{EdgeSet, cuts_to, nimber};
use crate::hackenbush::graph::{GROUND, Graph};
use grundy_core::{Nimber, Tame, Target};

/// A graph whose pieces are Nim heaps.
pub(in crate::hackenbush) struct Heaps<'g> {
    graph: &'g Graph,
    /// For every edge the piece that it is in.
    piece_of: Vec<u32>,
    /// The size of the heap that each piece is.
    sizes: Vec<u64>,
}

/// The heaps of a graph, or none when some piece has two edges on the ground (an edge from the ground
/// to itself is a heap of 1). O(edges).
pub(in crate::hackenbush) fn heaps(graph: &Graph) -> Option<Heaps<'_>> {
    let (piece_of, count) = graph.pieces();
    let mut legs = vec![0u8; count];
    for (ends, &piece) in graph.edges().iter().zip(&piece_of) {
        if ends.contains(&GROUND) {
            let legs = &mut legs[piece as usize];
            *legs += 1;
            if *legs > 1 {
                return None;
            }
        }
    }
    let sizes = match count {
        1 => vec![nimber(graph).0],
        _ => graph.split().iter().map(|piece| nimber(piece).0).collect(),
    };
    Some(Heaps { graph, piece_of, sizes })
}

impl Heaps<'_> {
    /// The sum of the heaps.
    pub fn tame(&self) -> Tame {
        self.sizes.iter().fold(Tame::ZERO, |sum, &size| sum ^ Tame::heap(size))
    }

    /// The sizes, in the order of the pieces.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// The edges whose cutting meets a target that asks firm and fickle options for different nimbers.
    pub fn cuts_to(&self, target: Target) -> EdgeSet {
        let total = self.tame().nimber;
        let large = self.sizes.iter().filter(|&&size| size > 1).count();
        let mut found = EdgeSet::of(self.graph);
        for wanted in [target.firm, target.fickle] {
            for edge in cuts_to(self.graph, wanted).iter() {
                let size = self.sizes[self.piece_of[edge.index()] as usize];
                let becomes = total ^ wanted ^ Nimber(size);
                let is_firm = large > usize::from(size > 1) || becomes > Nimber(1);
                if target.is_met_by(Tame { nimber: wanted, is_firm }) {
                    found.insert(edge.0);
                }
            }
        }
        found
    }
}
