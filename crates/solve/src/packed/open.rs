//! A part with its list of options, and the children of the statements about it.

use super::answers::AnswerTable;
use super::busy::Busy;
use super::entry::{Answer, LARGEST_EXCLUDABLE};
use super::window::Window;
use crate::proof_numbers::{Estimates, ProofNumbers, capped_sum};
use grundy_core::Packed;
use std::ops::Range;

/// A part of an option whose nimber is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Term {
    pub(super) part: Packed,
    pub(super) effort: u32,
}

/// An option: the nimber of its known parts, and its other parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenOption {
    pub(super) known: u32,
    from: u32,
    to: u32,
    /// The numbers of "the option has the value sought".
    numbers: ProofNumbers,
}

/// The numbers of an option that is known to have another value.
const REFUTED: ProofNumbers = ProofNumbers { proof: u64::MAX, disproof: 0 };

impl OpenOption {
    fn range(self) -> Range<usize> {
        self.from as usize..self.to as usize
    }
}

/// A part whose options are listed.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) part: Packed,
    effort: u32,
    /// The values of options that are known.
    seen: u128,
    /// The values that the part does not have: those of options, those that were refuted, and those above all.
    excluded: u128,
    options: Vec<OpenOption>,
    terms: Vec<Term>,
    /// The numbers of "the part has the nimber v", where they were searched.
    own: Vec<(u32, ProofNumbers)>,
}

/// Options while they are listed.
#[derive(Default)]
pub(super) struct OptionList {
    seen: u128,
    options: Vec<OpenOption>,
    terms: Vec<Term>,
}

impl OptionList {
    pub(super) fn clear(&mut self) {
        self.seen = 0;
        self.options.clear();
        self.terms.clear();
    }

    /// Adds an option whose value is known.
    pub(super) fn see(&mut self, value: u32) {
        self.seen |= bit(value);
    }

    /// Adds an option with unknown parts.
    pub(super) fn add(&mut self, known: u32, terms: &mut [Term]) {
        terms.sort_unstable_by_key(|term| (term.effort, term.part));
        let from = self.terms.len() as u32;
        self.terms.extend_from_slice(terms);
        self.options.push(OpenOption { known, from, to: self.terms.len() as u32, numbers: REFUTED });
    }

    /// The part with these options in their order. Equal options are kept: measured on many boards of Cram, a search
    /// that looks at one of them only looks at a tenth more options, and at half more on 5 x 8.
    pub(super) fn open(&mut self, part: Packed, effort: u32) -> Open {
        let most = self.seen.count_ones() + self.options.len() as u32;
        // The mex of n values is at most n.
        let excluded = self.seen | !bit(most + 1).wrapping_sub(1);
        let (options, terms) = (self.options.clone(), self.terms.clone());
        Open { part, effort, seen: self.seen, excluded, options, terms, own: Vec::new() }
    }
}

/// What a search has found out of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    Known(u32),
    /// It has not the nimber that was asked for.
    Refuted,
    /// Neither: the numbers of the statement.
    Numbers(ProofNumbers),
}

/// The undecided child of a node that is to be searched next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// An option, by its index: the nimber of this part is asked for, or whether it is `test`.
    Option { index: usize, part: Packed, test: Option<u32> },
    /// Whether the part itself has this smaller nimber.
    Smaller(u32),
}

/// What is known of parts.
pub(super) struct Source<'a> {
    pub(super) table: &'a AnswerTable,
    pub(super) window: Option<&'a Window>,
    pub(super) estimates: &'a Estimates,
    /// Which parts threads are at, where there are several.
    pub(super) busy: Option<&'a Busy>,
}

/// What is known of the statement "the part has the nimber v".
pub(super) enum Status {
    Proved,
    Refuted,
    Undecided { choice: Choice, numbers: ProofNumbers, child: ProofNumbers, second_proof: u64 },
}

/// The bit of a value.
fn bit(value: u32) -> u128 {
    1_u128.checked_shl(value).unwrap_or(0)
}

impl Open {
    /// Adds an option whose value is known.
    fn see(&mut self, value: u32) {
        self.seen |= bit(value);
        self.excluded |= bit(value);
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Open>()
            + self.options.capacity() * size_of::<OpenOption>()
            + self.terms.capacity() * size_of::<Term>()
            + self.own.capacity() * size_of::<(u32, ProofNumbers)>()
            + 64
    }

    pub(super) fn effort(&self) -> u32 {
        self.effort
    }

    pub(super) fn is_excluded(&self, value: u32) -> bool {
        self.excluded & bit(value) != 0
    }

    /// Notes values that the part does not have.
    pub(super) fn exclude(&mut self, values: u128) {
        self.excluded |= values;
    }

    /// The values that a table can keep as excluded.
    pub(super) fn excluded(&self) -> u128 {
        self.excluded
    }

    /// The least value that the part may have.
    pub(super) fn least_candidate(&self) -> u32 {
        self.excluded.trailing_ones()
    }

    /// The nimber, if only one value is left.
    pub(super) fn only_candidate(&self) -> Option<u32> {
        (self.excluded.count_zeros() == 1).then(|| self.excluded.trailing_ones())
    }

    /// Looks all options up for another value, or after other work.
    pub(super) fn refresh(&mut self, sought: u32, source: &Source<'_>) {
        for term in &self.terms {
            source.table.touch(source.table.place(term.part));
        }
        let mut options = std::mem::take(&mut self.options);
        options.retain_mut(|option| self.look_up(option, sought, source));
        self.options = options;
    }

    /// Looks an option up. Returns whether its value is still unknown.
    fn look_up(&mut self, option: &mut OpenOption, sought: u32, source: &Source<'_>) -> bool {
        let mut at = option.from as usize;
        let (mut last, mut is_looked_up) = (Answer::Excluded(0), false);
        while at < option.to as usize {
            let part = self.terms[at].part;
            if let Some(nimber) = source.window.and_then(|window| window.nimber(part)) {
                self.remove(option, at, nimber);
                continue;
            }
            let found = source.table.get(source.table.place(part), part, sought ^ option.known);
            match found.answer {
                Answer::Known(nimber) => self.remove(option, at, nimber),
                excluded => {
                    is_looked_up = option.to - option.from == 1;
                    if is_looked_up {
                        let (wanted, term) = (sought ^ option.known, self.terms[at]);
                        option.numbers = numbers_of(wanted, term, excluded, found.numbers, source.estimates);
                    }
                    last = excluded;
                    at += 1;
                }
            }
        }
        match option.to - option.from {
            0 => {
                self.see(option.known);
                return false;
            }
            1 if is_looked_up => {}
            // Others have become known after it was looked up: the value to ask for is another one.
            1 => {
                let term = self.terms[option.from as usize];
                let wanted = sought ^ option.known;
                let numbers = source.table.get(source.table.place(term.part), term.part, wanted).numbers;
                option.numbers = numbers_of(wanted, term, last, numbers, source.estimates);
            }
            _ => option.numbers = self.numbers_of_sum(*option, source.estimates),
        }
        true
    }

    /// Takes a part, whose nimber has become known, out of an option.
    fn remove(&mut self, option: &mut OpenOption, at: usize, nimber: u32) {
        option.known ^= nimber;
        self.terms.copy_within(at + 1..option.to as usize, at);
        option.to -= 1;
    }

    /// The easiest part has to be valued, and then the hardest tested.
    fn numbers_of_sum(&self, option: OpenOption, estimates: &Estimates) -> ProofNumbers {
        let terms = &self.terms[option.range()];
        let (easiest, hardest) = (terms[0], terms[terms.len() - 1]);
        estimates.of(easiest.effort.into(), 0).and(estimates.of(hardest.effort.into(), 0))
    }

    /// Notes what was found out of a part of an option.
    pub(super) fn hear(
        &mut self,
        index: usize,
        part: Packed,
        reply: Reply,
        sought: u32,
        source: &Source<'_>,
    ) {
        let mut option = self.options[index];
        let is_still_open = match reply {
            Reply::Refuted => {
                option.numbers = REFUTED;
                true
            }
            Reply::Numbers(numbers) => {
                option.numbers = numbers;
                true
            }
            Reply::Known(nimber) => {
                let place = option.range().find(|&at| self.terms[at].part == part);
                let place = place.expect("the question was about a part of the option");
                self.remove(&mut option, place, nimber);
                self.look_up(&mut option, sought, source)
            }
        };
        match is_still_open {
            true => self.options[index] = option,
            false => _ = self.options.remove(index),
        }
    }

    /// Notes the numbers of the statement that the part itself has a nimber.
    pub(super) fn note_own(&mut self, value: u32, numbers: ProofNumbers) {
        match self.own.iter_mut().find(|(of, _)| *of == value) {
            Some((_, old)) => *old = numbers,
            None => self.own.push((value, numbers)),
        }
    }

    /// The state of the statement that the part has the nimber `sought`, for which the options have been looked up.
    pub(super) fn status(&self, sought: u32, source: &Source<'_>) -> Status {
        if self.is_excluded(sought) {
            return Status::Refuted;
        }
        let mut children = Children { proof: 0, best: None, second_proof: u64::MAX };
        for (index, option) in self.options.iter().enumerate() {
            if option.numbers.disproof != 0 {
                children.add(index as u32, self.raised(*option, source.busy));
            }
        }
        let mut candidates = !self.excluded & bit(sought).wrapping_sub(1);
        while candidates != 0 {
            let smaller = candidates.trailing_zeros();
            candidates &= candidates - 1;
            children.add(SMALLER | smaller, self.own_numbers(smaller, source));
        }
        self.status_of(sought, children)
    }

    /// The numbers of an option, raised where other threads are at it.
    #[inline]
    fn raised(&self, option: OpenOption, busy: Option<&Busy>) -> ProofNumbers {
        let Some(busy) = busy else { return option.numbers };
        let part = self.terms[option.from as usize].part;
        ProofNumbers { proof: busy.raised(part, option.numbers.proof), ..option.numbers }
    }

    fn own_numbers(&self, value: u32, source: &Source<'_>) -> ProofNumbers {
        let own = self.own.iter().find(|(of, _)| *of == value).map(|(_, numbers)| *numbers);
        own.or_else(|| source.table.get(source.table.place(self.part), self.part, value).numbers)
            .unwrap_or_else(|| {
                let smaller = (!self.excluded & bit(value).wrapping_sub(1)).count_ones();
                source.estimates.of(self.effort.into(), smaller)
            })
    }

    fn status_of(&self, sought: u32, children: Children) -> Status {
        let Children { proof, best, second_proof } = children;
        // All children are decided, and none is true.
        let Some((child, numbers)) = best else { return Status::Proved };
        let choice = match child & SMALLER {
            0 => self.question(child as usize, sought),
            _ => Choice::Smaller(child & !SMALLER),
        };
        let node = ProofNumbers { proof, disproof: numbers.proof };
        Status::Undecided { choice, numbers: node, child: numbers, second_proof }
    }

    /// The question that helps to decide an option: its easiest part has to be valued, its only one is tested.
    fn question(&self, index: usize, sought: u32) -> Choice {
        let option = self.options[index];
        let part = self.terms[option.from as usize].part;
        let wanted = sought ^ option.known;
        let is_test = option.to - option.from == 1 && wanted <= LARGEST_EXCLUDABLE;
        Choice::Option { index, part, test: is_test.then_some(wanted) }
    }
}

/// The numbers of an option with one unknown part, which must have the nimber `wanted`.
fn numbers_of(
    wanted: u32,
    term: Term,
    answer: Answer,
    numbers: Option<ProofNumbers>,
    estimates: &Estimates,
) -> ProofNumbers {
    let excluded = match answer {
        Answer::Excluded(values) => u128::from(values),
        Answer::Known(_) => 0,
    };
    if excluded & bit(wanted) != 0 {
        return REFUTED;
    }
    numbers.unwrap_or_else(|| {
        let below = bit(wanted.min(LARGEST_EXCLUDABLE + 1)) - 1;
        estimates.of(term.effort.into(), (!excluded & below).count_ones())
    })
}

/// Marks a child that is a smaller value, and not the index of an option.
const SMALLER: u32 = 1 << 31;

/// The undecided children of a node, added one by one.
struct Children {
    proof: u64,
    best: Option<(u32, ProofNumbers)>,
    second_proof: u64,
}

impl Children {
    #[inline]
    fn add(&mut self, child: u32, numbers: ProofNumbers) {
        self.proof = capped_sum(self.proof, numbers.disproof);
        let key = |numbers: ProofNumbers| (numbers.proof, numbers.disproof);
        match self.best {
            Some((_, best)) if key(best) <= key(numbers) => {
                self.second_proof = self.second_proof.min(numbers.proof);
            }
            _ => {
                self.second_proof = self.best.map_or(u64::MAX, |(_, best)| best.proof);
                self.best = Some((child, numbers));
            }
        }
    }
}
