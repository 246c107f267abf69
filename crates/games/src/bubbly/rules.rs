//! What a move of Bubbly is.

use super::forest::{Bubble, Forest};
use super::{Bubbly, theorem};
use grundy_core::{Knowledge, Nimber, Ruleset, Tame, Target, Tuning};
use std::ops::ControlFlow;

impl Ruleset for Bubbly {
    type Position = Forest;
    type Move = Bubble;

    fn moves<B>(&self, at: &Forest, visit: impl FnMut(Bubble) -> ControlFlow<B>) -> ControlFlow<B> {
        at.bubbles().try_for_each(visit)
    }

    fn play(&self, at: &Forest, &bubble: &Bubble) -> Forest {
        at.pop(bubble)
    }

    fn moves_left(&self, at: &Forest) -> u128 {
        at.len() as u128
    }

    fn count_moves(&self, at: &Forest) -> u128 {
        at.len() as u128
    }

    /// The outer bubbles: no pop touches two of them.
    fn split(&self, at: Forest) -> Vec<Forest> {
        let outer: Vec<Bubble> = at.roots().collect();
        if outer.len() == 1 {
            return vec![at];
        }
        let ends = outer.iter().skip(1).map(|next| next.index()).chain([at.len()]);
        outer.iter().zip(ends).map(|(&bubble, end)| at.section(bubble, end)).collect()
    }

    /// Neither labels nor the order of bubbles matter.
    fn canon(&self, at: Forest) -> Forest {
        at.sorted()
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl Knowledge<Bubbly> for Bubbly {
    fn theorem(&self, at: &Forest) -> Option<Nimber> {
        Some(theorem::nimber(at))
    }

    /// Tame: fickle when no bubble contains another, firm otherwise.
    fn tame(&self, at: &Forest) -> Option<Tame> {
        let is_firm = at.depths().iter().any(|&depth| depth > 0);
        Some(Tame { nimber: theorem::nimber(at), is_firm })
    }

    fn moves_to(
        &self,
        at: &Forest,
        target: Target,
        visit: &mut dyn FnMut(Bubble) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        Some(theorem::pops_to(at, target, visit))
    }
}

impl Tuning<Bubbly> for Bubbly {
    fn bytes(&self, at: &Forest) -> Option<usize> {
        Some(size_of::<Forest>() + at.heap_bytes())
    }
}
