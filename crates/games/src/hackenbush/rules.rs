//! What a move of Green Hackenbush is.

use super::graph::{Edge, Graph};
use super::{Hackenbush, theorem};
use grundy_core::{Knowledge, Nimber, Ruleset, Tame, Target, Tuning};
use std::ops::ControlFlow;

impl Ruleset for Hackenbush {
    type Position = Graph;
    type Move = Edge;

    fn moves<B>(&self, at: &Graph, visit: impl FnMut(Edge) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..at.len() as u32).map(Edge).try_for_each(visit)
    }

    fn play(&self, at: &Graph, &edge: &Edge) -> Graph {
        at.without(edge)
    }

    fn moves_left(&self, at: &Graph) -> u128 {
        at.len() as u128
    }

    fn count_moves(&self, at: &Graph) -> u128 {
        at.len() as u128
    }

    /// The pieces that meet at the ground only.
    fn split(&self, at: Graph) -> Vec<Graph> {
        at.split()
    }

    /// Neither the order of the edges nor their direction matters.
    fn canon(&self, at: Graph) -> Graph {
        at.sorted()
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl Knowledge<Hackenbush> for Hackenbush {
    fn theorem(&self, at: &Graph) -> Option<Nimber> {
        Some(theorem::nimber(at))
    }

    /// Tame when every piece stands on the ground by one edge only: it is then exactly the Nim heap of
    /// 1 + the value of what that edge holds, however that looks.
    ///
    /// For its options are nothing and, by induction, the heaps of 1 + the values of the options above,
    /// which are all numbers below its own and some above; a move to a larger heap is undone by the
    /// answer to its own, and nothing is among the options. (So are trees; a piece with two edges on the
    /// ground need not be tame.)
    fn tame(&self, at: &Graph) -> Option<Tame> {
        theorem::heaps(at).map(|heaps| heaps.tame())
    }

    fn moves_to(
        &self,
        at: &Graph,
        target: Target,
        visit: &mut dyn FnMut(Edge) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let cuts = match target.nimber() {
            Some(nimber) => theorem::cuts_to(at, nimber),
            None => theorem::heaps(at)?.cuts_to(target),
        };
        Some(cuts.iter().try_for_each(visit))
    }
}

impl Tuning<Hackenbush> for Hackenbush {
    fn bytes(&self, at: &Graph) -> Option<usize> {
        Some(size_of::<Graph>() + at.list_bytes())
    }
}
