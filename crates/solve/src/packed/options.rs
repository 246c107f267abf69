//! The options of a part, as they are listed.

use super::answers::{Found, hash};
use super::entry::{Answer, LARGEST_EXCLUDABLE};
use super::growing::Tables;
use crate::proof_numbers::{Estimates, ProofNumbers};
use grundy_core::{BoardWord, Packed};
use std::ops::Range;

/// A part of an option whose nimber is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Term<W> {
    pub(super) part: Packed<W>,
    pub(super) effort: u32,
    hash: u32,
}

impl<W: BoardWord> Term<W> {
    pub(super) fn new(part: Packed<W>, effort: u32) -> Term<W> {
        Term { part, effort, hash: hash(part) }
    }

    /// Its bucket in the table.
    #[inline]
    pub(super) fn place(self, tables: Tables<'_, W>) -> usize {
        tables.place_of(self.part, self.hash)
    }
}

/// An option: the nimber of its known parts, and its other parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenOption {
    pub(super) known: u32,
    /// Where its parts begin among the terms of the list, and where they end.
    pub(super) from: u32,
    pub(super) to: u32,
    /// Where one part of it is left: nimbers that the part is known not to have.
    pub(super) excluded: u32,
    /// The numbers of "the option has the value sought".
    pub(super) numbers: ProofNumbers,
}

/// The numbers of an option that is known to have another value.
pub(super) const REFUTED: ProofNumbers = ProofNumbers { proof: u64::MAX, disproof: 0 };

/// Stands for numbers that the table has not.
pub(super) const NONE: ProofNumbers = ProofNumbers { proof: u64::MAX, disproof: u64::MAX };

/// Stands for numbers that have not been looked up.
pub(super) const NOT_LOOKED_UP: ProofNumbers = ProofNumbers { proof: 0, disproof: u64::MAX };

impl OpenOption {
    pub(super) fn range(self) -> Range<usize> {
        self.from as usize..self.to as usize
    }

    /// Whether it is known not to have a value.
    pub(super) fn is_excluded(self, value: u32) -> bool {
        self.excluded.checked_shr(value ^ self.known).is_some_and(|values| values & 1 == 1)
    }
}

/// Options while they are listed.
pub(super) struct OptionList<W> {
    /// The values of those that are known.
    pub(super) seen: u128,
    /// The others.
    pub(super) options: Vec<OpenOption>,
    /// The parts of these whose nimbers are not known.
    pub(super) terms: Vec<Term<W>>,
}

impl<W: BoardWord> OptionList<W> {
    pub(super) fn new() -> OptionList<W> {
        OptionList { seen: 0, options: Vec::new(), terms: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.seen = 0;
        self.options.clear();
        self.terms.clear();
    }

    /// Adds an option whose value is known.
    pub(super) fn see(&mut self, value: u32) {
        self.seen |= bit(value);
    }

    /// The values that the part does not have: those of known options, and those above all. The mex of n values is at
    /// most n.
    pub(super) fn excluded(&self) -> u128 {
        let most = self.seen.count_ones() + self.options.len() as u32;
        self.seen | !bit(most + 1).wrapping_sub(1)
    }

    /// Adds an option with unknown parts, and what was found of the last of these: with the numbers of the value that
    /// the option must have for the test, where these were asked for.
    pub(super) fn add(&mut self, known: u32, terms: &mut [Term<W>], last: Found, is_asked_for: bool) {
        if terms.len() > 1 {
            terms.sort_unstable_by_key(|term| (term.effort, term.part));
        }
        let (excluded, numbers) = match last.answer {
            Answer::Excluded(values) if is_asked_for && terms.len() == 1 => {
                (values, last.numbers.unwrap_or(NONE))
            }
            _ => (0, NOT_LOOKED_UP),
        };
        let from = self.terms.len() as u32;
        self.terms.extend_from_slice(terms);
        let to = self.terms.len() as u32;
        self.options.push(OpenOption { known, from, to, excluded, numbers });
    }
}

/// The bit of a value.
pub(super) fn bit(value: u32) -> u128 {
    1_u128.checked_shl(value).unwrap_or(0)
}

/// The numbers of an option with one unknown part, which must have the nimber `wanted`.
pub(super) fn numbers_of<W>(
    wanted: u32,
    term: Term<W>,
    answer: Answer,
    numbers: Option<ProofNumbers>,
    estimates: &Estimates,
) -> ProofNumbers {
    let excluded = excluded_by(answer);
    if excluded.checked_shr(wanted).is_some_and(|values| values & 1 == 1) {
        return REFUTED;
    }
    numbers.unwrap_or_else(|| {
        let below = (1 << wanted.min(LARGEST_EXCLUDABLE + 1)) - 1_u32;
        estimates.of(term.effort.into(), (!excluded & below).count_ones())
    })
}

/// The nimbers that a part whose nimber is not known has not.
pub(super) fn excluded_by(answer: Answer) -> u32 {
    match answer {
        Answer::Excluded(values) => values,
        Answer::Known(_) => 0,
    }
}
