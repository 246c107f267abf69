//! Components of several kinds together, in an order that is made on the way.

use crate::bits::Set;
use crate::clock::Clock;
use crate::components::{Components, OptionSets};
use crate::monoid::{BipartiteMonoid, Element};
use grundy_core::Stopped;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};

/// Which component of which kind stands at a place, and where.
#[derive(Debug, Default)]
struct Order {
    /// For each place: the kind, and the number among its kind.
    places: Vec<(usize, usize)>,
    /// For each kind the places of its components.
    by_kind: Vec<Vec<usize>>,
}

/// Heaps of several codes, heaps of Nim and parts of boards, one kind beside the other. An option of a component has
/// components of its own kind only.
#[derive(Clone)]
pub(crate) struct Mixed {
    kinds: Arc<Vec<Box<dyn Components>>>,
    order: Arc<RwLock<Order>>,
}

impl Mixed {
    /// No component has a place yet.
    pub(crate) fn new(kinds: Vec<Box<dyn Components>>) -> Mixed {
        let order = Order { places: Vec::new(), by_kind: vec![Vec::new(); kinds.len()] };
        Mixed { kinds: Arc::new(kinds), order: Arc::new(RwLock::new(order)) }
    }

    fn with_order<T>(&self, of: impl FnOnce(&Order) -> T) -> T {
        of(&self.order.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// How many components of a kind have places.
    pub(crate) fn count(&self, kind: usize) -> usize {
        self.with_order(|order| order.by_kind[kind].len())
    }

    /// The weight of the next component of a kind.
    pub(crate) fn next_weight(&self, kind: usize) -> u64 {
        self.kinds[kind].weight(self.count(kind))
    }

    /// Gives the next component of a kind the next place.
    pub(crate) fn push(&self, kind: usize) {
        let mut order = self.order.write().unwrap_or_else(PoisonError::into_inner);
        let (place, number) = (order.places.len(), order.by_kind[kind].len());
        order.places.push((kind, number));
        order.by_kind[kind].push(place);
    }

    /// The places of a kind.
    pub(crate) fn places(&self, kind: usize) -> Vec<usize> {
        self.with_order(|order| order.by_kind[kind].clone())
    }

    /// The kind at a place, and the number among its kind.
    pub(crate) fn at(&self, place: usize) -> (usize, usize) {
        self.with_order(|order| order.places[place])
    }
}

impl Components for Mixed {
    fn weight(&self, component: usize) -> u64 {
        let (kind, number) = self.at(component);
        self.kinds[kind].weight(number)
    }

    fn options(
        &self,
        component: usize,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.with_order(|order| {
            let (kind, number) = order.places[component];
            let places = &order.by_kind[kind];
            let mut word = Vec::new();
            self.kinds[kind].options(number, &mut |option| {
                word.clear();
                word.extend(option.iter().map(|&part| places[part]));
                visit(&word)
            })
        })
    }

    fn option_sets(&self) -> Box<dyn OptionSets> {
        let sets = self.kinds.iter().map(|kind| kind.option_sets()).collect();
        Box::new(MixedSets { mixed: self.clone(), sets, known: 0 })
    }
}

/// The machines of all kinds.
struct MixedSets {
    mixed: Mixed,
    sets: Vec<Box<dyn OptionSets>>,
    known: usize,
}

impl OptionSets for MixedSets {
    fn restart(&mut self, order: usize) {
        self.sets.iter_mut().for_each(|sets| sets.restart(order));
        self.known = 0;
    }

    fn next(&mut self, monoid: &BipartiteMonoid, clock: &mut Clock<'_>) -> Result<Set, Stopped> {
        let (kind, _) = self.mixed.at(self.known);
        self.sets[kind].next(monoid, clock)
    }

    fn push(&mut self, value: Element) {
        let (kind, _) = self.mixed.at(self.known);
        self.sets[kind].push(value);
        self.known += 1;
    }
}
