//! What a move of a heap game is, and what its heaps are worth.

use super::HeapGame;
use super::nimbers::Known;
use super::pairs::Pairs;
use crate::nim::Heaps;
use grundy_core::{Knowledge, Nimber, Ruleset, Run, Stopped, Target, Tuning};
use grundy_heaps::{Code, Sizes, Split};
use std::ops::ControlFlow;

/// A move: a heap, how many beans are taken from it, and what is left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapMove {
    /// The heap's index, from 0.
    pub heap: usize,
    /// What becomes of it.
    pub split: Split,
}

/// The most steps for which the options of a heap are searched here. Larger heaps
/// are left to the solver, which tries their moves one by one and minds its limits.
const MOST_STEPS: u128 = 1 << 24;

impl Ruleset for HeapGame {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves<B>(&self, at: &Heaps, mut visit: impl FnMut(HeapMove) -> ControlFlow<B>) -> ControlFlow<B> {
        for (heap, &beans) in at.0.iter().enumerate() {
            self.code.options(beans, |split| visit(HeapMove { heap, split }))?;
        }
        ControlFlow::Continue(())
    }

    /// The heaps left stand where the heap was; a heap that goes whole stays as 0.
    fn play(&self, at: &Heaps, mv: &HeapMove) -> Heaps {
        let left: &[u64] = if mv.split.heaps().is_empty() { &[0] } else { mv.split.heaps() };
        let mut heaps = at.clone();
        heaps.0.splice(mv.heap..=mv.heap, left.iter().copied());
        heaps
    }

    /// A move that takes beans lowers 2h - 1 by two or more, one that only breaks a heap by one. Where
    /// beans are added, heaps weigh more; see [`Code::moves_left`].
    fn moves_left(&self, at: &Heaps) -> u128 {
        at.0.iter().map(|&beans| self.code.moves_left(beans)).sum()
    }

    fn count_moves(&self, at: &Heaps) -> u128 {
        at.0.iter().fold(0, |count: u128, &beans| count.saturating_add(self.code.count_options(beans)))
    }

    fn split(&self, at: Heaps) -> Vec<Heaps> {
        at.0.into_iter().map(|beans| Heaps(vec![beans])).collect()
    }

    /// Heaps without moves do not matter, nor does the order.
    fn canon(&self, mut at: Heaps) -> Heaps {
        at.0.retain(|&beans| self.code.options(beans, |_| ControlFlow::Break(())).is_break());
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

impl Knowledge<HeapGame> for HeapGame {
    /// Works out the nimbers of all heaps up to the largest, unless a proven period tells them.
    fn prepare(&self, at: &Heaps, run: &Run) -> Result<(), Stopped> {
        self.nimbers.prepare(at.0.iter().copied().max().unwrap_or(0), run)
    }

    fn theorem(&self, at: &Heaps) -> Option<Nimber> {
        let known = self.nimbers.known();
        at.0.iter().map(|&beans| known.nimber(beans)).sum()
    }

    /// Every split of every heap is tried once, in a table; behind the preperiod of a proven period
    /// only those of one period.
    fn moves_to(
        &self,
        at: &Heaps,
        target: Target,
        visit: &mut dyn FnMut(HeapMove) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let known = self.nimbers.known();
        let wanted = self.wanted(at, target, &known)?;
        for (heap, (&beans, wanted)) in at.0.iter().zip(wanted).enumerate() {
            let found = splits_to(&self.code, &known, beans, wanted, |split| visit(HeapMove { heap, split }));
            if found.is_break() {
                return Some(found);
            }
        }
        Some(ControlFlow::Continue(()))
    }

    fn count_moves_to(&self, at: &Heaps, target: Target) -> Option<u128> {
        let known = self.nimbers.known();
        let wanted = self.wanted(at, target, &known)?;
        let counted = at.0.iter().zip(wanted);
        Some(counted.map(|(&beans, wanted)| count_splits_to(&self.code, &known, beans, wanted)).sum())
    }
}

impl Tuning<HeapGame> for HeapGame {
    fn bytes(&self, at: &Heaps) -> Option<usize> {
        Some(size_of::<Heaps>() + size_of_val(at.0.as_slice()))
    }
}

impl HeapGame {
    /// What a move in each heap has to leave there, for a target that is one nimber.
    fn wanted(&self, at: &Heaps, target: Target, known: &Known) -> Option<Vec<Nimber>> {
        let target = target.nimber()?;
        let steps = at.0.iter().fold(0, |steps: u128, &beans| steps.saturating_add(self.steps(beans, known)));
        if steps > MOST_STEPS {
            return None;
        }
        let values: Vec<Nimber> = at.0.iter().map(|&beans| known.nimber(beans)).collect::<Option<_>>()?;
        let total: Nimber = values.iter().copied().sum();
        Some(values.into_iter().map(|value| target ^ total ^ value).collect())
    }
}

impl HeapGame {
    /// How many options of a heap are looked at to find those of a nimber.
    fn steps(&self, beans: u64, known: &Known) -> u128 {
        if has_many_parts(&self.code) {
            return self.code.count_options(beans);
        }
        let most = self.code.largest_take().map_or(beans, |take| take.min(beans));
        if u128::from(most) > MOST_STEPS {
            return u128::from(most);
        }
        let pairs = |rest: u64| u128::from(Pairs::new(known, rest, Sizes::Any, Nimber::ZERO).scanned());
        let each = takes(&self.code, beans).map(|(taken, rest)| {
            let two = if self.code.may_leave(taken, 2) { pairs(rest) } else { 0 };
            let three = if self.code.may_leave(taken, 3) { u128::from(rest).pow(2) / 6 } else { 0 };
            1 + two + three
        });
        each.sum()
    }
}

/// Whether moves leave more than three heaps, or add beans: then every option is looked at.
fn has_many_parts(code: &Code) -> bool {
    code.most_added() > 0 || code.most_parts().is_none_or(|parts| parts > 3)
}

fn is_wanted(known: &Known, split: &Split, wanted: Nimber) -> bool {
    let values = split.heaps().iter().map(|&heap| known.nimber(heap));
    values.sum::<Option<Nimber>>() == Some(wanted)
}

/// The beans that a move may take from a heap, with what stays.
fn takes(code: &Code, beans: u64) -> impl Iterator<Item = (u64, u64)> {
    let most = code.largest_take().map_or(beans, |take| take.min(beans));
    (0..=most).map(move |taken| (taken, beans - taken))
}

/// Visits the options of a heap that have the wanted nimber, in the order of all options.
fn splits_to<B>(
    code: &Code,
    known: &Known,
    beans: u64,
    wanted: Nimber,
    mut visit: impl FnMut(Split) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if has_many_parts(code) {
        return code.options(beans, |split| {
            if is_wanted(known, &split, wanted) { visit(split) } else { ControlFlow::Continue(()) }
        });
    }
    for (taken, rest) in takes(code, beans) {
        if wanted_whole(code, known, taken, rest, wanted) {
            visit(Split::new(taken, if rest == 0 { &[] } else { std::slice::from_ref(&rest) }))?;
        }
        if let Some(sizes) = code.digit(taken).sizes(2) {
            Pairs::new(known, rest, sizes, wanted)
                .visit(|small| visit(Split::new(taken, &[small, rest - small])))?;
        }
        if let Some(sizes) = code.digit(taken).sizes(3) {
            triples_to(sizes, known, rest, wanted, |parts| visit(Split::new(taken, &parts)))?;
        }
    }
    ControlFlow::Continue(())
}

fn count_splits_to(code: &Code, known: &Known, beans: u64, wanted: Nimber) -> u128 {
    let mut count = 0;
    if has_many_parts(code) {
        let _ = splits_to(code, known, beans, wanted, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        return count;
    }
    for (taken, rest) in takes(code, beans) {
        count += u128::from(wanted_whole(code, known, taken, rest, wanted));
        if let Some(sizes) = code.digit(taken).sizes(2) {
            count += Pairs::new(known, rest, sizes, wanted).count();
        }
        if let Some(sizes) = code.digit(taken).sizes(3) {
            let _ = triples_to(sizes, known, rest, wanted, |_| {
                count += 1;
                ControlFlow::<()>::Continue(())
            });
        }
    }
    count
}

/// Whether the rest may stay in one heap, or none, and has the wanted nimber.
fn wanted_whole(code: &Code, known: &Known, taken: u64, rest: u64, wanted: Nimber) -> bool {
    code.may_leave(taken, u32::from(rest > 0)) && known.nimber(rest) == Some(wanted)
}

/// Visits the ways to part `rest` beans in three that come to the wanted nimber.
fn triples_to<B>(
    sizes: Sizes,
    known: &Known,
    rest: u64,
    wanted: Nimber,
    mut visit: impl FnMut([u64; 3]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for small in 1..=rest / 3 {
        let Some(value) = known.nimber(small) else { continue };
        // The two larger parts, as a pair of which the smaller is not below `small`.
        Pairs::new(known, rest - small, Sizes::Any, wanted ^ value).visit(|middle| {
            let parts = [small, middle, rest - small - middle];
            if middle < small || !sizes.allow(&parts) {
                return ControlFlow::Continue(());
            }
            visit(parts)
        })?;
    }
    ControlFlow::Continue(())
}
