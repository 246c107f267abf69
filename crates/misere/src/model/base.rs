//! The part of a model that is not free: the monoid that the values of the other components generate, each element
//! with its lightest word.

use crate::candidate::Candidate;
use crate::clock::Clock;
use crate::components::Components;
use crate::model::free::Free;
use crate::monoid::{BipartiteMonoid, Element};
use grundy_core::Stopped;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The submonoid that is kept, in order of weight.
pub(super) struct Base {
    /// Its elements in the candidate.
    pub(super) elements: Vec<Element>,
    pub(super) weights: Vec<u64>,
    /// For each element but the first: its place before the last component of its word, and that generator.
    pub(super) steps: Vec<(u32, u32)>,
    /// The components that the words are made of.
    pub(super) generators: Vec<usize>,
    /// For each element and each different generator of its word: the generator, and the place of the rest.
    pub(super) rests: Vec<Vec<(u32, u32)>>,
    /// Products by place.
    pub(super) table: Vec<u32>,
    /// The place of each element of the candidate.
    pub(super) place: Vec<u32>,
}

pub(super) const NOWHERE: u32 = u32::MAX;

impl Base {
    pub(super) fn new(
        components: &dyn Components,
        candidate: &Candidate,
        free: &[Free],
        clock: &mut Clock<'_>,
    ) -> Result<Base, Stopped> {
        let monoid = &candidate.monoid;
        let lightest = lightest(components, candidate, free);
        let mut best = vec![u64::MAX; monoid.order()];
        let mut step: Vec<(Element, usize)> = vec![(0, 0); monoid.order()];
        let mut queue = BinaryHeap::from([(Reverse(0_u64), Reverse(0 as Element))]);
        let mut base = Base {
            elements: Vec::new(),
            weights: Vec::new(),
            steps: Vec::new(),
            generators: Vec::new(),
            rests: Vec::new(),
            table: Vec::new(),
            place: vec![NOWHERE; monoid.order()],
        };
        best[0] = 0;
        while let Some((Reverse(weight), Reverse(element))) = queue.pop() {
            if base.place[usize::from(element)] != NOWHERE {
                continue;
            }
            base.push(element, weight, step[usize::from(element)]);
            clock.worked(lightest.len())?;
            for &(value, component) in &lightest {
                let next = monoid.times(element, value);
                let heavier = weight.saturating_add(components.weight(component));
                if heavier < best[usize::from(next)] {
                    best[usize::from(next)] = heavier;
                    step[usize::from(next)] = (element, component);
                    queue.push((Reverse(heavier), Reverse(next)));
                }
            }
        }
        base.fill(monoid, candidate, clock)?;
        Ok(base)
    }

    fn push(&mut self, element: Element, weight: u64, (before, component): (Element, usize)) {
        self.place[usize::from(element)] = self.elements.len() as u32;
        self.elements.push(element);
        self.weights.push(weight);
        if element == 0 {
            self.steps.push((0, NOWHERE));
            return;
        }
        let known = self.generators.iter().position(|&known| known == component);
        let generator = known.unwrap_or(self.generators.len());
        if known.is_none() {
            self.generators.push(component);
        }
        self.steps.push((self.place[usize::from(before)], generator as u32));
    }

    /// Products, and what is left of words.
    fn fill(
        &mut self,
        monoid: &BipartiteMonoid,
        candidate: &Candidate,
        clock: &mut Clock<'_>,
    ) -> Result<(), Stopped> {
        let size = self.elements.len();
        clock.has_room(4 * size * size)?;
        self.table = Vec::with_capacity(size * size);
        for &one in &self.elements {
            let row = monoid.row(one);
            let places = self.elements.iter().map(|&other| self.place[usize::from(row[usize::from(other)])]);
            self.table.extend(places);
            clock.worked(size)?;
        }
        self.rests = vec![Vec::new(); size];
        for place in 1..size {
            let (before, generator) = self.steps[place];
            let value = candidate.values[self.generators[generator as usize]];
            let value = self.place[usize::from(value)];
            let kept = self.rests[before as usize].iter().filter(|(other, _)| *other != generator);
            let kept: Vec<_> = kept.map(|&(other, rest)| (other, self.times(rest, value))).collect();
            self.rests[place] = kept;
            self.rests[place].push((generator, before));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn times(&self, one: u32, other: u32) -> u32 {
        self.table[one as usize * self.elements.len() + other as usize]
    }
}

/// For each value but the identity that a component which is not free has: the lightest such component.
fn lightest(components: &dyn Components, candidate: &Candidate, free: &[Free]) -> Vec<(Element, usize)> {
    let mut of_value: Vec<Option<usize>> = vec![None; candidate.monoid.order()];
    for (component, &value) in candidate.values.iter().enumerate() {
        if value == 0 || free.iter().any(|free| free.component == component) {
            continue;
        }
        let slot = &mut of_value[usize::from(value)];
        let weight = components.weight(component);
        if slot.is_none_or(|known| weight < components.weight(known)) {
            *slot = Some(component);
        }
    }
    let found = of_value.iter().enumerate();
    found.filter_map(|(value, component)| Some((value as Element, (*component)?))).collect()
}
