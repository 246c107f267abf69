//! The heaps of one code as components.

use crate::bits::Set;
use crate::clock::Clock;
use crate::components::{Components, OptionSets};
use crate::monoid::{BipartiteMonoid, Element};
use crate::pairs::Pairs;
use grundy_core::Stopped;
use grundy_heaps::{Code, Digit, Sizes};
use std::ops::ControlFlow;

/// Heaps 0, 1, 2, ... of a code.
#[derive(Clone, Debug)]
pub(crate) struct Heaps {
    code: Code,
    /// Whether a move leaves at most three heaps, of any sizes, and adds no bean.
    is_plain: bool,
}

impl Heaps {
    pub(crate) fn new(code: &Code) -> Heaps {
        let few = code.most_parts().is_some_and(|parts| parts <= 3);
        Heaps { code: code.clone(), is_plain: few && !code.has_modifiers() && code.most_added() == 0 }
    }

    /// The largest number of beans that a move takes from a heap of this size or a smaller one.
    fn longest(&self, heap: u64) -> u64 {
        self.code.largest_take().map_or(heap, |longest| longest.min(heap))
    }
}

impl Components for Heaps {
    fn weight(&self, heap: usize) -> u64 {
        self.code.moves_left(heap as u64).try_into().unwrap_or(u64::MAX)
    }

    fn options(&self, heap: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut word = Vec::new();
        self.code.options(heap as u64, |split| {
            word.clear();
            word.extend(split.heaps().iter().map(|&part| part as usize));
            visit(&word)
        })
    }

    fn option_sets(&self) -> Box<dyn OptionSets> {
        if self.is_plain {
            Box::new(PlainSets::new(self.clone()))
        } else {
            Box::new(AnySets { heaps: self.clone(), values: Vec::new() })
        }
    }
}

/// Sets of options for codes of any kind: every option is looked at.
struct AnySets {
    heaps: Heaps,
    values: Vec<Element>,
}

impl OptionSets for AnySets {
    fn restart(&mut self, _order: usize) {
        self.values.clear();
    }

    fn next(&mut self, monoid: &BipartiteMonoid, clock: &mut Clock<'_>) -> Result<Set, Stopped> {
        let mut set = Set::new(monoid.order());
        let mut stopped = None;
        let _ = self.heaps.options(self.values.len(), &mut |option| {
            let value = option.iter().fold(0, |value, &part| monoid.times(value, self.values[part]));
            set.insert(value.into());
            match clock.worked(option.len() + 1) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => {
                    stopped = Some(stop);
                    ControlFlow::Break(())
                }
            }
        });
        stopped.map_or(Ok(set), Err)
    }

    fn push(&mut self, value: Element) {
        self.values.push(value);
    }
}

/// Sets of options for codes that leave at most three heaps of any sizes: by sets of the values of all ways to
/// part so many beans in two.
struct PlainSets {
    heaps: Heaps,
    /// The digits that allow a move, where they are finitely many.
    listed: Option<Vec<(u64, Leaves)>>,
    pairs: Pairs,
    has_triples: bool,
}

/// What a digit allows.
#[derive(Clone, Copy)]
struct Leaves {
    nothing: bool,
    one: bool,
    two: bool,
    three: bool,
}

impl Leaves {
    fn of(digit: &Digit) -> Leaves {
        let may = |heaps| digit.sizes(heaps) == Some(Sizes::Any);
        Leaves { nothing: may(0), one: may(1), two: may(2), three: may(3) }
    }
}

impl PlainSets {
    fn new(heaps: Heaps) -> Self {
        let code = heaps.code.clone();
        let digit = |taken: u64| Some(code.digit(taken)).filter(|digit| !digit.is_zero());
        let listed: Option<Vec<(u64, Leaves)>> = code.largest_take().map(|longest| {
            (0..=longest).filter_map(|taken| Some((taken, Leaves::of(&digit(taken)?)))).collect()
        });
        let has_triples = code.most_parts() == Some(3);
        // With triples, and with endless digits, pairs of all totals are asked again.
        let kept = code.largest_take().filter(|_| !has_triples).map(|longest| longest as usize + 1);
        let asked =
            listed.as_ref().is_none_or(|listed| listed.iter().any(|(_, leaves)| leaves.two || leaves.three));
        PlainSets { heaps, listed, pairs: Pairs::new(kept, asked), has_triples }
    }

    fn add(
        &self,
        taken: u64,
        leaves: Leaves,
        monoid: &BipartiteMonoid,
        set: &mut Set,
        clock: &mut Clock<'_>,
    ) -> Result<(), Stopped> {
        let rest = self.pairs.known() - taken as usize;
        clock.worked(1)?;
        if rest == 0 {
            if leaves.nothing {
                set.insert(0);
            }
            return Ok(());
        }
        if leaves.one {
            set.insert(self.pairs.value(rest).into());
        }
        if leaves.two {
            set.add(self.pairs.of(rest));
        }
        if leaves.three {
            self.pairs.triples(rest, monoid, set, clock)?;
        }
        Ok(())
    }
}

impl OptionSets for PlainSets {
    fn restart(&mut self, order: usize) {
        self.pairs.restart(order);
    }

    fn next(&mut self, monoid: &BipartiteMonoid, clock: &mut Clock<'_>) -> Result<Set, Stopped> {
        self.pairs.prepare(monoid, clock)?;
        debug_assert!(self.has_triples || self.listed.is_some() || self.pairs.keeps_all());
        let heap = self.pairs.known() as u64;
        let mut set = Set::new(monoid.order());
        match &self.listed {
            Some(listed) => {
                for &(taken, leaves) in listed.iter().take_while(|(taken, _)| *taken <= heap) {
                    self.add(taken, leaves, monoid, &mut set, clock)?;
                }
            }
            None => {
                for taken in 0..=self.heaps.longest(heap) {
                    let leaves = Leaves::of(&self.heaps.code.digit(taken));
                    self.add(taken, leaves, monoid, &mut set, clock)?;
                }
            }
        }
        Ok(set)
    }

    fn push(&mut self, value: Element) {
        self.pairs.push(value);
    }
}
