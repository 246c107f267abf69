//! A guess at a quotient: a monoid, the value of each component, and a least word for each element.

use crate::bits::Set;
use crate::monoid::{BipartiteMonoid, Element};
use crate::presentation::Presentation;
use grundy_heaps::QuotientCertificate;

/// A monoid that may be the quotient of the components known.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) monoid: BipartiteMonoid,
    /// The value of each component.
    pub(crate) values: Vec<Element>,
    /// For each element but the identity: a lighter element and the component that makes this one of it.
    pub(crate) steps: Vec<(Element, usize)>,
    /// The weight of that word.
    pub(crate) weights: Vec<u64>,
}

impl Candidate {
    /// Of no components.
    pub(crate) fn empty() -> Candidate {
        Candidate {
            monoid: BipartiteMonoid::trivial(),
            values: Vec::new(),
            steps: vec![(0, 0)],
            weights: vec![0],
        }
    }

    /// The monoid and the values of a certificate; `None` where some number is no element, or some element no
    /// product of values.
    pub(crate) fn read(
        certificate: &QuotientCertificate,
        weight: impl Fn(usize) -> u64,
    ) -> Option<Candidate> {
        let order = certificate.order;
        let mut p = Set::new(order);
        let lists = certificate.times.iter().map(|(_, products)| products);
        let has_all = |list: &Vec<Element>| list.iter().all(|&element| usize::from(element) < order);
        let are_whole = certificate.times.iter().all(|(_, products)| products.len() == order);
        let are_elements = lists.chain([&certificate.p, &certificate.values]).all(has_all);
        (order > 0 && are_whole && are_elements).then_some(())?;
        certificate.p.iter().for_each(|&element| p.insert(element.into()));
        // The lightest component of each value.
        let mut lightest: Vec<Option<usize>> = vec![None; order];
        for (component, &value) in certificate.values.iter().enumerate() {
            lightest[usize::from(value)].get_or_insert(component);
        }
        let mut table = vec![0; order * order];
        (0..order).for_each(|element| table[element] = element as Element);
        let mut steps = vec![(0, 0); order];
        let mut weights = vec![u64::MAX; order];
        let mut is_done = vec![false; order];
        weights[0] = 0;
        while let Some(element) = (0..order).filter(|&e| !is_done[e]).min_by_key(|&e| weights[e]) {
            (weights[element] < u64::MAX).then_some(())?;
            is_done[element] = true;
            for (value, times) in &certificate.times {
                let next = usize::from(times[element]);
                let component = lightest[usize::from(*value)]?;
                let heavier = weights[element].saturating_add(weight(component));
                if heavier < weights[next] {
                    weights[next] = heavier;
                    steps[next] = (element as Element, component);
                    for other in 0..order {
                        table[next * order + other] = times[usize::from(table[element * order + other])];
                    }
                }
            }
        }
        let monoid = BipartiteMonoid::new(order, table, p);
        Some(Candidate { monoid, values: certificate.values.clone(), steps, weights })
    }

    /// A lightest word of an element, in no order.
    pub(crate) fn word(&self, element: Element) -> Vec<usize> {
        let mut word = Vec::new();
        let mut rest = element;
        while rest != 0 {
            let (lighter, component) = self.steps[usize::from(rest)];
            word.push(component);
            rest = lighter;
        }
        word
    }

    /// The value of a word.
    pub(crate) fn value_of(&self, word: &[usize]) -> Element {
        word.iter().fold(0, |value, &part| self.monoid.times(value, self.values[part]))
    }

    /// The monoid by the first components that generate it.
    pub(crate) fn presentation(&self, weight: impl Fn(usize) -> u64) -> Presentation {
        let used = self.generators();
        let generators: Vec<(usize, Element, u64)> = used
            .into_iter()
            .map(|component| (component, self.values[component], weight(component)))
            .collect();
        Presentation::of(&self.monoid, &generators)
    }

    /// The first components that generate the monoid: each has a value that those before it do not generate.
    fn generators(&self) -> Vec<usize> {
        let mut generated = vec![false; self.monoid.order()];
        generated[0] = true;
        let mut known: Vec<Element> = vec![0];
        let mut generators = Vec::new();
        for (component, &value) in self.values.iter().enumerate() {
            if generated[usize::from(value)] {
                continue;
            }
            generators.push(component);
            let mut queue: Vec<Element> =
                known.iter().map(|&element| self.monoid.times(element, value)).collect();
            while let Some(element) = queue.pop() {
                if !std::mem::replace(&mut generated[usize::from(element)], true) {
                    known.push(element);
                    queue.push(self.monoid.times(element, value));
                }
            }
        }
        generators
    }
}
