//! Rules of graphs as the checker reads them, for the plain definition.

use grundy_check::rules::{NaiveGraph, NaiveGraphs};
use grundy_core::Ruleset;
use std::ops::ControlFlow;

/// The rules of a file of graphs, as the checker plays them from the text.
pub(super) struct NaiveNets<'n>(pub(super) &'n NaiveGraphs);

impl Ruleset for NaiveNets<'_> {
    type Position = NaiveGraph;
    /// What is left.
    type Move = NaiveGraph;

    fn moves<B>(&self, at: &NaiveGraph, visit: impl FnMut(NaiveGraph) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.moves(at).into_values().try_for_each(visit)
    }

    fn play(&self, _: &NaiveGraph, left: &NaiveGraph) -> NaiveGraph {
        left.clone()
    }

    /// The definition needs no bound.
    fn moves_left(&self, _: &NaiveGraph) -> u128 {
        u128::MAX
    }
}
