//! The components of sums: what is known of them before anything is computed.

use crate::bits::Set;
use crate::clock::Clock;
use crate::monoid::{BipartiteMonoid, Element};
use grundy_core::Stopped;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Components of sums, each with its options: sums of components before it.
///
/// They are heaps 0, 1, 2, ... of one code, or the parts that a position can fall into.
pub(crate) trait Components: Send + Sync {
    /// A number above that of every option, an option's being the sum over its components.
    fn weight(&self, component: usize) -> u64;

    /// Visits every option as a word: the list of its components, without those that have no moves at all or
    /// with them. An option may come more than once.
    fn options(
        &self,
        component: usize,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The machine that computes sets of values of options, component by component.
    fn option_sets(&self) -> Box<dyn OptionSets>;
}

/// Computes for one component after the other the set of the values of its options.
pub(crate) trait OptionSets: Send + Sync {
    /// Begins anew with another monoid.
    fn restart(&mut self, order: usize);

    /// The set for the component after those that are known.
    fn next(&mut self, monoid: &BipartiteMonoid, clock: &mut Clock<'_>) -> Result<Set, Stopped>;

    /// The value of that component.
    fn push(&mut self, value: Element);
}

/// A finite list of components.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    /// For each component its options, each a sorted list of earlier components.
    options: Arc<Vec<Vec<Vec<usize>>>>,
    weights: Vec<u64>,
}

impl Listed {
    /// Adds a component whose options are words of those that are there.
    pub(crate) fn push(&mut self, mut options: Vec<Vec<usize>>) {
        options.iter_mut().for_each(|option| option.sort_unstable());
        options.sort_unstable();
        options.dedup();
        let weight = |option: &Vec<usize>| option.iter().map(|&part| self.weights[part]).sum::<u64>();
        let heaviest = options.iter().map(weight).max();
        self.weights.push(heaviest.map_or(0, |heaviest| heaviest.saturating_add(1)));
        Arc::make_mut(&mut self.options).push(options);
    }
}

impl Components for Listed {
    fn weight(&self, component: usize) -> u64 {
        self.weights[component]
    }

    fn options(
        &self,
        component: usize,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.options[component].iter().try_for_each(|option| visit(option))
    }

    fn option_sets(&self) -> Box<dyn OptionSets> {
        Box::new(ListedSets { options: Arc::clone(&self.options), values: Vec::new() })
    }
}

struct ListedSets {
    options: Arc<Vec<Vec<Vec<usize>>>>,
    values: Vec<Element>,
}

impl OptionSets for ListedSets {
    fn restart(&mut self, _order: usize) {
        self.values.clear();
    }

    fn next(&mut self, monoid: &BipartiteMonoid, clock: &mut Clock<'_>) -> Result<Set, Stopped> {
        let mut set = Set::new(monoid.order());
        for option in &self.options[self.values.len()] {
            clock.worked(option.len() + 1)?;
            let value = option.iter().fold(0, |value, &part| monoid.times(value, self.values[part]));
            set.insert(value.into());
        }
        Ok(set)
    }

    fn push(&mut self, value: Element) {
        self.values.push(value);
    }
}
