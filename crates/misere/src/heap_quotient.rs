//! The misère quotient of a heap game, heap by heap, and its proof for all heaps.

use crate::build::Build;
use crate::candidate::Candidate;
use crate::family::SumFamily;
use crate::growth::{Halt, Why};
use crate::heap_values::HeapValues;
use crate::heaps::Heaps;
use crate::model::Caps;
use crate::monoid::{BipartiteMonoid, Element};
use crate::period::{QuotientPeriod, bounds, prove};
use crate::presentation::Presentation;
use grundy_core::{Run, Stopped};
use grundy_heaps::{Code, QuotientCertificate, Valued, guy_smith_terms};
use std::sync::Arc;

/// How far a quotient is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The largest heap, where that is asked.
    pub heaps: Option<u64>,
    /// The most elements of a quotient, and of a conjecture.
    pub order: usize,
    /// The most elements of a model, from which a conjecture is made.
    pub model: usize,
}

impl Default for Reach {
    /// All heaps; 3,000 elements, and models of 400,000.
    fn default() -> Reach {
        Reach { heaps: None, order: 3_000, model: 400_000 }
    }
}

/// Why a quotient does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuotientEnd {
    /// The last heap that was asked is known.
    Asked,
    /// It is proved for all heaps.
    Proved,
    /// The run met a limit.
    Stopped(Stopped),
    /// The next quotient may have more elements than were allowed: a model or a conjecture would have so
    /// many.
    TooLarge(usize),
    /// No conjecture tells what the next quotient is.
    Stuck,
    /// Conjectures are refuted by sums that go on in one step: there seems to be no finite quotient.
    Family(Box<SumFamily>),
}

/// The misère quotient of the heaps of a code.
///
/// ```
/// use grundy_core::Run;
/// use grundy_misere::{HeapQuotient, QuotientEnd, Reach};
/// let dawson = HeapQuotient::new(&"0.07".parse()?);
/// let dawson = dawson.carried(&Reach { heaps: Some(14), ..Reach::default() }, &Run::unlimited());
/// assert_eq!((dawson.monoid().order(), dawson.known(), dawson.end()), (24, 15, &QuotientEnd::Asked));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HeapQuotient {
    code: Code,
    state: State,
    period: Option<QuotientPeriod>,
    end: QuotientEnd,
    failures: Vec<(Vec<u64>, usize)>,
    /// When the period is looked for again.
    next_look: usize,
}

/// What is known.
enum State {
    /// With all that is needed to go on.
    Built(Box<Build>),
    /// As a certificate told it.
    Read(Candidate),
}

impl State {
    fn candidate(&self) -> &Candidate {
        match self {
            State::Built(build) => build.candidate(),
            State::Read(candidate) => candidate,
        }
    }
}

impl HeapQuotient {
    /// The quotient of no heaps.
    pub fn new(code: &Code) -> HeapQuotient {
        HeapQuotient {
            code: code.clone(),
            state: State::Built(Box::new(Build::new(Arc::new(Heaps::new(code))))),
            period: None,
            end: QuotientEnd::Asked,
            failures: Vec::new(),
            next_look: 2,
        }
    }

    /// The quotient that a certificate tells; `None` where it is no certificate of heaps, or no monoid.
    ///
    /// It is believed: have `grundy-check` verify it first.
    pub fn read(certificate: &QuotientCertificate) -> Option<HeapQuotient> {
        let Valued::Heaps { code, preperiod, period } = &certificate.of else { return None };
        let (preperiod, period) = (*preperiod, *period);
        let (parts, longest) = bounds(code)?;
        let weight = |heap: usize| code.moves_left(heap as u64).try_into().unwrap_or(u64::MAX);
        let candidate = Candidate::read(certificate, weight)?;
        (period > 0 && candidate.values.len() as u64 == preperiod.checked_add(period)?).then_some(())?;
        let proved_from = guy_smith_terms(preperiod, period, parts, longest) - 1;
        Some(HeapQuotient {
            code: code.clone(),
            state: State::Read(candidate),
            period: Some(QuotientPeriod { preperiod, period, proved_from }),
            end: QuotientEnd::Proved,
            failures: Vec::new(),
            next_look: 0,
        })
    }

    /// Goes on, heap by heap, until it is proved for all heaps, or a limit is met; [`end`](HeapQuotient::end)
    /// says which.
    #[must_use]
    pub fn carried(mut self, reach: &Reach, run: &Run) -> HeapQuotient {
        self.failures.clear();
        self.end = self.carry(reach, run);
        self
    }

    fn carry(&mut self, reach: &Reach, run: &Run) -> QuotientEnd {
        let caps = Caps { model: reach.model, order: reach.order.min(usize::from(Element::MAX)) };
        let bounds = bounds(&self.code);
        loop {
            if self.period.is_some() {
                return QuotientEnd::Proved;
            }
            if reach.heaps.is_some_and(|last| self.known() > last) {
                return QuotientEnd::Asked;
            }
            let State::Built(build) = &mut self.state else { return QuotientEnd::Proved };
            if let Err(halt) = build.add(caps, run) {
                let (end, failures) = ended(halt);
                self.failures = failures;
                return end;
            }
            if self.known() as usize >= self.next_look {
                self.next_look = self.known() as usize + (self.known() as usize / 16).max(1);
                self.period = bounds.and_then(|bounds| prove(self.values(), bounds));
            }
        }
    }

    /// The game.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The quotient of the heaps that are known.
    pub fn monoid(&self) -> &BipartiteMonoid {
        &self.state.candidate().monoid
    }

    /// How many heaps are known, from heap 0.
    pub fn known(&self) -> u64 {
        self.values().len() as u64
    }

    /// The values of the heaps that are known.
    pub fn values(&self) -> &[Element] {
        &self.state.candidate().values
    }

    /// The value of a heap, if it is known: of every heap where the quotient is proved.
    pub fn value(&self, heap: u64) -> Option<Element> {
        self.heap_values().value(heap)
    }

    /// The heaps with their values.
    pub fn heap_values(&self) -> HeapValues<'_> {
        HeapValues { code: &self.code, monoid: self.monoid(), values: self.values(), period: self.period }
    }

    /// The period of the values, where it is proved for all heaps.
    pub fn period(&self) -> Option<QuotientPeriod> {
        self.period
    }

    /// The orders on the way: from which heap on, how many elements, how many of them in the P-portion.
    pub fn partial(&self) -> impl Iterator<Item = (u64, usize, usize)> + '_ {
        let partial = match &self.state {
            State::Built(build) => build.partial(),
            State::Read(_) => &[],
        };
        partial.iter().map(|&(heap, order, p)| (heap as u64, order, p))
    }

    /// Why it does not go on.
    pub fn end(&self) -> &QuotientEnd {
        &self.end
    }

    /// The sums that refuted conjectures for the next heap, each with the order of the conjecture.
    pub fn failures(&self) -> &[(Vec<u64>, usize)] {
        &self.failures
    }

    /// What a checker needs to prove it again; `None` where it is not proved for all heaps.
    pub fn certificate(&self) -> Option<QuotientCertificate> {
        let QuotientPeriod { preperiod, period, .. } = self.period?;
        let of = Valued::Heaps { code: self.code.clone(), preperiod, period };
        Some(self.monoid().certificate(of, &self.values()[..(preperiod + period) as usize]))
    }

    /// The monoid by generators and relations; the generators are heaps.
    pub fn presentation(&self) -> Presentation {
        let weight = |heap: usize| self.code.moves_left(heap as u64).try_into().unwrap_or(u64::MAX);
        self.state.candidate().presentation(weight)
    }

    /// A lightest sum of heaps that has a value.
    pub fn word(&self, value: Element) -> Vec<u64> {
        let mut word: Vec<u64> =
            self.state.candidate().word(value).into_iter().map(|heap| heap as u64).collect();
        word.sort_unstable();
        word
    }
}

/// Why a quotient does not go on, and the sums that refuted conjectures.
pub(crate) fn ended(halt: Halt) -> (QuotientEnd, Vec<(Vec<u64>, usize)>) {
    let heaps = |word: Vec<usize>| word.into_iter().map(|heap| heap as u64).collect();
    let failures = halt.failures.into_iter().map(|(word, order)| (heaps(word), order)).collect();
    let end = match halt.why {
        Why::Stopped(stopped) => QuotientEnd::Stopped(stopped),
        Why::TooLarge(order) => QuotientEnd::TooLarge(order),
        Why::Stuck => QuotientEnd::Stuck,
        Why::Family(family) => QuotientEnd::Family(family),
    };
    (end, failures)
}
