//! The misère quotient of the parts of a position.

use crate::build::Build;
use crate::heap_quotient::{QuotientEnd, Reach, ended};
use crate::model::Caps;
use crate::monoid::{BipartiteMonoid, Element};
use crate::position_parts::PositionParts;
use crate::presentation::Presentation;
use grundy_core::Run;
use grundy_heaps::{QuotientCertificate, Valued};
use std::sync::Arc;

/// The misère quotient of all sums of the parts that a position can fall into.
pub struct PartQuotient {
    build: Build,
    end: QuotientEnd,
    failures: Vec<(Vec<u64>, usize)>,
    parts: usize,
}

impl PartQuotient {
    /// Finds it, part by part; [`end`](PartQuotient::end) says how far it came.
    pub fn of<P: Clone + Eq + std::hash::Hash>(
        parts: &PositionParts<P>,
        reach: &Reach,
        run: &Run,
    ) -> PartQuotient {
        let caps = Caps { model: reach.model, order: reach.order.min(usize::from(Element::MAX)) };
        let mut quotient = PartQuotient {
            build: Build::new(Arc::new(parts.listed.clone())),
            end: QuotientEnd::Proved,
            failures: Vec::new(),
            parts: parts.parts().len(),
        };
        for _ in 0..quotient.parts {
            if let Err(halt) = quotient.build.add(caps, run) {
                (quotient.end, quotient.failures) = ended(halt);
                break;
            }
        }
        quotient
    }

    /// The quotient of the parts that are known: of all, where the [end](PartQuotient::end) is
    /// [`Proved`](QuotientEnd::Proved).
    pub fn monoid(&self) -> &BipartiteMonoid {
        &self.build.candidate().monoid
    }

    /// The values of the parts that are known, in their order.
    pub fn values(&self) -> &[Element] {
        &self.build.candidate().values
    }

    /// Whether all parts are known.
    pub fn is_whole(&self) -> bool {
        self.end == QuotientEnd::Proved
    }

    /// Why it does not go on.
    pub fn end(&self) -> &QuotientEnd {
        &self.end
    }

    /// The orders on the way: from which part on, how many elements, how many of them in the P-portion.
    pub fn partial(&self) -> &[(usize, usize, usize)] {
        self.build.partial()
    }

    /// The sums that refuted conjectures for the next part, each with the order of the conjecture.
    pub fn failures(&self) -> &[(Vec<u64>, usize)] {
        &self.failures
    }

    /// What a checker needs to prove it again, of these parts; `None` where not all are known.
    pub fn certificate(&self, of: Valued) -> Option<QuotientCertificate> {
        self.is_whole().then(|| self.monoid().certificate(of, self.values()))
    }

    /// The monoid by generators and relations; the generators are parts.
    pub fn presentation(&self) -> Presentation {
        self.build.candidate().presentation(|part| self.build.weight(part))
    }

    /// A lightest sum of parts that has a value.
    pub fn word(&self, value: Element) -> Vec<usize> {
        let mut word = self.build.candidate().word(value);
        word.sort_unstable();
        word
    }
}
