//! The misère quotient of several games together: heaps of codes, heaps of Nim, parts of boards.
//!
//! Theorem D holds for each code by itself: the options of a heap are heaps of its own code. So where the heaps of a
//! code that are known prove its period with the values that they have beside all the others, the values go on, for
//! all heaps.
//! A period of the code alone is not enough: two heaps that are alike among their own may differ beside others.

use crate::bits::Set;
use crate::build::Build;
use crate::clock::Clock;
use crate::components::{Components, Listed, OptionSets};
use crate::heap_quotient::{QuotientEnd, Reach, ended};
use crate::heap_values::HeapValues;
use crate::heaps::Heaps;
use crate::mixed::Mixed;
use crate::model::Caps;
use crate::monoid::{BipartiteMonoid, Element};
use crate::period::{QuotientPeriod, bounds, prove};
use crate::position_parts::PositionParts;
use crate::presentation::Presentation;
use grundy_core::{Run, Stopped};
use grundy_heaps::Code;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What a sum is made of.
#[derive(Clone, Debug, Default)]
pub struct JointSources {
    codes: Vec<(Code, u64)>,
    nim: u64,
    parts: Listed,
    count: usize,
}

impl JointSources {
    /// Heaps of a code up to this one. A code counts once.
    #[must_use]
    pub fn with_heaps(mut self, code: &Code, largest: u64) -> JointSources {
        match self.codes.iter_mut().find(|(known, _)| known == code) {
            Some((_, known)) => *known = largest.max(*known),
            None => self.codes.push((code.clone(), largest)),
        }
        self
    }

    /// Heaps of Nim up to this size.
    #[must_use]
    pub fn with_nim(self, largest: u64) -> JointSources {
        JointSources { nim: largest.max(self.nim), ..self }
    }

    /// All these parts, in place of others.
    #[must_use]
    pub fn with_parts<P>(self, parts: &PositionParts<P>) -> JointSources {
        JointSources { parts: parts.listed.clone(), count: parts.options_count(), ..self }
    }
}

/// What a generator of a joint quotient is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JointGenerator {
    /// A heap of a code.
    Heap(Code, u64),
    /// A heap of Nim.
    Nim(u64),
    /// A part, by its place in the list.
    Part(usize),
}

/// The heaps of one code.
struct Line {
    code: Code,
    /// The largest heap that is asked.
    largest: u64,
    /// The values of the heaps that are known.
    values: Vec<Element>,
    period: Option<QuotientPeriod>,
    /// When the period is looked for again.
    next_look: usize,
}

impl Line {
    fn is_done(&self) -> bool {
        self.period.is_some() || self.values.len() as u64 > self.largest
    }

    /// Takes over the values of its heaps, and looks for their period.
    fn update(&mut self, places: &[usize], values: &[Element]) {
        self.values.clear();
        self.values.extend(places.iter().map(|&place| values[place]));
        self.period = bounds(&self.code).and_then(|bounds| prove(&self.values, bounds));
    }
}

/// The misère quotient of all sums of heaps of some codes, heaps of Nim, and parts.
///
/// ```
/// use grundy_core::{Run, Stopped};
/// use grundy_misere::{JointQuotient, JointSources, Reach};
/// let sources = JointSources::default().with_heaps(&"0.77".parse()?, 1_000_000).with_nim(2);
/// let joint = JointQuotient::of(&sources, &Reach::default(), &Run::unlimited());
/// assert!(joint.is_whole());
/// let (heaps, monoid) = (joint.heaps(0), joint.monoid());
/// // One pin beside a Nim heap of 1: both players have one move.
/// let both = monoid.times(heaps.value(1).expect("a small heap"), joint.nim(1).expect("a small heap"));
/// assert!(!monoid.is_p(both));
/// assert!(heaps.value(1_000_000).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct JointQuotient {
    build: Build,
    mixed: Mixed,
    lines: Vec<Line>,
    nim: Vec<Element>,
    parts: Vec<Element>,
    end: QuotientEnd,
    failures: Vec<(Vec<u64>, usize)>,
}

impl JointQuotient {
    /// Finds it, the lightest component first; [`end`](JointQuotient::end) says how far it came.
    pub fn of(sources: &JointSources, reach: &Reach, run: &Run) -> JointQuotient {
        let mut kinds: Vec<Box<dyn Components>> = Vec::new();
        for (code, _) in &sources.codes {
            kinds.push(Box::new(Heaps::new(code)));
        }
        kinds.push(Box::new(Nim));
        kinds.push(Box::new(sources.parts.clone()));
        let mixed = Mixed::new(kinds);
        let line = |(code, largest): &(Code, u64)| Line {
            code: code.clone(),
            largest: *largest,
            values: Vec::new(),
            period: None,
            next_look: 2,
        };
        let mut joint = JointQuotient {
            build: Build::new(Arc::new(mixed.clone())),
            mixed,
            lines: sources.codes.iter().map(line).collect(),
            nim: Vec::new(),
            parts: Vec::new(),
            end: QuotientEnd::Proved,
            failures: Vec::new(),
        };
        joint.end = joint.carry(sources, reach, run);
        joint
    }

    fn carry(&mut self, sources: &JointSources, reach: &Reach, run: &Run) -> QuotientEnd {
        let caps = Caps { model: reach.model, order: reach.order.min(usize::from(Element::MAX)) };
        let (nim, parts) = (self.lines.len(), self.lines.len() + 1);
        loop {
            let open =
                self.lines.iter().enumerate().filter(|(_, line)| !line.is_done()).map(|(kind, _)| kind);
            let more_nim = (self.mixed.count(nim) as u64 <= sources.nim && sources.nim > 0).then_some(nim);
            let more_parts = (self.mixed.count(parts) < sources.count).then_some(parts);
            let open = open.chain(more_nim).chain(more_parts);
            let Some(kind) = open.min_by_key(|&kind| self.mixed.next_weight(kind)) else {
                // A late growth may have told heaps apart that were alike.
                self.update();
                if self.lines.iter().all(Line::is_done) {
                    return QuotientEnd::Proved;
                }
                continue;
            };
            self.mixed.push(kind);
            if let Err(halt) = self.build.add(caps, run) {
                let (end, failures) = ended(halt);
                self.failures = failures;
                return end;
            }
            self.added(kind);
        }
    }

    /// Notes the component that was added last.
    fn added(&mut self, kind: usize) {
        let values = &self.build.candidate().values;
        let Some(line) = self.lines.get_mut(kind) else { return };
        line.values.push(*values.last().expect("one was added"));
        if line.values.len() >= line.next_look {
            line.next_look = line.values.len() + (line.values.len() / 16).max(1);
            line.update(&self.mixed.places(kind), values);
        }
    }

    /// Takes over all values from the quotient as it is now.
    fn update(&mut self) {
        let values = &self.build.candidate().values;
        for (kind, line) in self.lines.iter_mut().enumerate() {
            line.update(&self.mixed.places(kind), values);
        }
        let of = |kind: usize| self.mixed.places(kind).into_iter().map(|place| values[place]).collect();
        (self.nim, self.parts) = (of(self.lines.len()), of(self.lines.len() + 1));
    }

    /// Whether every component that was asked has its value.
    pub fn is_whole(&self) -> bool {
        self.end == QuotientEnd::Proved
    }

    /// Why it does not go on.
    pub fn end(&self) -> &QuotientEnd {
        &self.end
    }

    /// The orders on the way: from which component on, how many elements, how many of them in the P-portion.
    pub fn partial(&self) -> &[(usize, usize, usize)] {
        self.build.partial()
    }

    /// The sums that refuted conjectures for the next component, each with the order of the conjecture.
    pub fn failures(&self) -> &[(Vec<u64>, usize)] {
        &self.failures
    }

    /// The quotient of all that is known.
    pub fn monoid(&self) -> &BipartiteMonoid {
        &self.build.candidate().monoid
    }

    /// The codes, in the order in which they were named.
    pub fn codes(&self) -> impl Iterator<Item = &Code> {
        self.lines.iter().map(|line| &line.code)
    }

    /// The heaps of a code with their values, by its place among the codes.
    ///
    /// # Panics
    /// When there are not so many codes.
    pub fn heaps(&self, code: usize) -> HeapValues<'_> {
        let line = &self.lines[code];
        HeapValues { code: &line.code, monoid: self.monoid(), values: &line.values, period: line.period }
    }

    /// The value of a heap of Nim.
    pub fn nim(&self, heap: u64) -> Option<Element> {
        if heap == 0 { Some(0) } else { self.nim.get(usize::try_from(heap).ok()?).copied() }
    }

    /// The misère values of a sum of this value beside 0, 1, 2, ... heaps of two: the digits of its genus, the last
    /// two of which go on for ever. `None` where one of them is larger than the heaps of Nim of this quotient.
    ///
    /// The misère value of a sum is the one n with which a Nim heap of n beside it makes it the second player's.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_misere::{JointQuotient, JointSources, Reach};
    /// let sources = JointSources::default().with_heaps(&"0.53".parse()?, u64::MAX).with_nim(7);
    /// let joint = JointQuotient::of(&sources, &Reach::default(), &Run::unlimited());
    /// let one = joint.heaps(0).value(1).expect("a small heap");
    /// assert_eq!(joint.genus_digits(one), Some(vec![0, 3, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn genus_digits(&self, value: Element) -> Option<Vec<u64>> {
        let monoid = self.monoid();
        let two = self.nim(2)?;
        let (index, period) = monoid.index_and_period(two);
        (period <= 2).then_some(())?;
        let digit = |value: Element| {
            (0..self.nim.len().max(1) as u64)
                .find(|&heap| self.nim(heap).is_some_and(|nim| monoid.is_p(monoid.times(value, nim))))
        };
        let mut digits = Vec::new();
        let mut with_twos = value;
        for _ in 0..index + 2 {
            digits.push(digit(with_twos)?);
            with_twos = monoid.times(with_twos, two);
        }
        Some(digits)
    }

    /// The value of a part, by its place in the list.
    pub fn part(&self, place: usize) -> Option<Element> {
        self.parts.get(place).copied()
    }

    /// The monoid by generators and relations.
    pub fn presentation(&self) -> Presentation {
        self.build.candidate().presentation(|component| self.build.weight(component))
    }

    /// What a component is.
    ///
    /// # Panics
    /// When the number is none of a component.
    pub fn generator(&self, component: usize) -> JointGenerator {
        let (kind, number) = self.mixed.at(component);
        match self.lines.get(kind) {
            Some(line) => JointGenerator::Heap(line.code.clone(), number as u64),
            None if kind == self.lines.len() => JointGenerator::Nim(number as u64),
            None => JointGenerator::Part(number),
        }
    }
}

/// Heaps of Nim of 0, 1, 2, ... counters.
struct Nim;

impl Components for Nim {
    fn weight(&self, heap: usize) -> u64 {
        heap as u64
    }

    fn options(&self, heap: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..heap).try_for_each(|smaller| visit(&[smaller]))
    }

    fn option_sets(&self) -> Box<dyn OptionSets> {
        Box::new(NimSets(Set::new(1)))
    }
}

/// The values of all heaps of Nim that are known: the options of the next.
struct NimSets(Set);

impl OptionSets for NimSets {
    fn restart(&mut self, order: usize) {
        self.0 = Set::new(order);
    }

    fn next(&mut self, _: &BipartiteMonoid, clock: &mut Clock<'_>) -> Result<Set, Stopped> {
        clock.worked(1)?;
        Ok(self.0.clone())
    }

    fn push(&mut self, value: Element) {
        self.0.insert(value.into());
    }
}
