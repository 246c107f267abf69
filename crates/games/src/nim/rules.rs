//! What a move of Nim is, and Bouton's theorem.

use super::Nim;
use grundy_core::{Knowledge, Nimber, Ruleset, Tame, Target, Tuning};
use std::ops::ControlFlow;

/// The largest heap that is read: 2^63 - 1.
pub(super) const LARGEST: u64 = i64::MAX as u64;

/// Heaps of counters. A heap taken whole stays as 0, so that the others keep their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps(pub Vec<u64>);

/// A move: a heap, and what is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    /// The heap's index, from 0.
    pub heap: usize,
    /// How many counters stay.
    pub leave: u64,
}

impl Heaps {
    /// The exclusive or of all heaps.
    pub(super) fn nim_sum(&self) -> u64 {
        self.0.iter().fold(0, |total, heap| total ^ heap)
    }

    /// How many heaps have at least two counters.
    pub(super) fn firm_heaps(&self) -> usize {
        self.0.iter().filter(|&&heap| heap > 1).count()
    }
}

impl Ruleset for Nim {
    type Position = Heaps;
    type Move = Take;

    fn moves<B>(&self, at: &Heaps, mut visit: impl FnMut(Take) -> ControlFlow<B>) -> ControlFlow<B> {
        for (heap, &counters) in at.0.iter().enumerate() {
            (0..counters).try_for_each(|leave| visit(Take { heap, leave }))?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Heaps, mv: &Take) -> Heaps {
        let mut heaps = at.clone();
        heaps.0[mv.heap] = mv.leave;
        heaps
    }

    fn moves_left(&self, at: &Heaps) -> u128 {
        self.count_moves(at)
    }

    fn count_moves(&self, at: &Heaps) -> u128 {
        at.0.iter().map(|&heap| u128::from(heap)).sum()
    }

    fn split(&self, at: Heaps) -> Vec<Heaps> {
        at.0.into_iter().map(|heap| Heaps(vec![heap])).collect()
    }

    /// Heaps that are gone do not matter, nor does the order.
    fn canon(&self, mut at: Heaps) -> Heaps {
        at.0.retain(|&heap| heap > 0);
        at.0.sort_unstable();
        at
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl Knowledge<Nim> for Nim {
    /// Bouton: the exclusive or of the heaps.
    fn theorem(&self, at: &Heaps) -> Option<Nimber> {
        Some(Nimber(at.nim_sum()))
    }

    /// Bouton: misère play asks for the same until all heaps are at most 1.
    fn tame(&self, at: &Heaps) -> Option<Tame> {
        Some(Tame { nimber: Nimber(at.nim_sum()), is_firm: at.firm_heaps() > 0 })
    }

    /// O(heaps): a heap h goes to h ^ total ^ wanted where that is smaller.
    fn moves_to(
        &self,
        at: &Heaps,
        target: Target,
        visit: &mut dyn FnMut(Take) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let (total, firm_heaps) = (at.nim_sum(), at.firm_heaps());
        for (heap, &counters) in at.0.iter().enumerate() {
            let others = total ^ counters;
            let stays_firm = firm_heaps > usize::from(counters > 1);
            let firm = Some(others ^ target.firm.0).filter(|&leave| stays_firm || leave > 1);
            let fickle = Some(others ^ target.fickle.0).filter(|&leave| !stays_firm && leave <= 1);
            // At most one of each; a fickle rest is 0 or 1, so it comes first.
            for leave in [fickle, firm].into_iter().flatten().filter(|&leave| leave < counters) {
                if let ControlFlow::Break(found) = visit(Take { heap, leave }) {
                    return Some(ControlFlow::Break(found));
                }
            }
        }
        Some(ControlFlow::Continue(()))
    }
}

impl Tuning<Nim> for Nim {
    fn bytes(&self, at: &Heaps) -> Option<usize> {
        Some(size_of::<Heaps>() + size_of_val(at.0.as_slice()))
    }
}
