//! A guess at a quotient: a monoid, the value of each component, and a least word for each element.

use crate::monoid::{BipartiteMonoid, Element};

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
}
