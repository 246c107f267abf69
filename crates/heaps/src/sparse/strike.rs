//! The heaps of a run struck out by the witnesses of a list, plane against plane.

use crate::simd::registers::Form;
use crate::sparse::columns::{Columns, PAD, WORD};
use crate::sparse::witness_list::{HIT, Witness, WitnessList};
use std::array::from_mut;

/// The length of a run in words.
pub(crate) const RUN: usize = 64;

const _: () = assert!(RUN <= PAD, "a run may end after the last plane");
const _: () = assert!(RUN <= 64 && RUN.is_multiple_of(8), "a mask has a bit for each word");

/// A bit for every heap of eight words.
pub(crate) type EightWords = [u64; 8];

/// A bit for every heap of a run.
pub(crate) type Need = [EightWords; RUN / 8];

/// Words that a list leaves open, the first as the lowest bit.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    /// Those with a heap that is not settled.
    pub(crate) words: u64,
    /// Those of them on which every witness was tried.
    pub(crate) hard: u64,
}

/// Strikes out the heaps of a run whose words begin at a place of the planes; what is beyond the run is
/// settled from the start.
///
/// The first witnesses strike all words of the run together, which costs the least for a word. The others
/// strike eight words at a time, until these are settled: most eights are by then, and a few need many
/// witnesses more. With `MEASURE` all witnesses strike eight words at a time, and what each of them settles is
/// counted.
#[inline(always)]
pub(crate) fn strike_run<const MEASURE: bool>(
    form: impl Form,
    list: &mut WitnessList,
    columns: &Columns,
    at: usize,
    need: &mut Need,
) -> Open {
    // What is settled rather than what is left: to add partners is one OR.
    let mut settled = *need;
    invert(&mut settled);
    let together = if MEASURE { 0 } else { list.together.min(list.witnesses.len()) };
    for witness in &list.witnesses[..together] {
        strike(&mut settled, witness, columns, at);
    }
    let mut open = Open { words: 0, hard: 0 };
    let mut unsettled_eights = 0;
    for (eight, settled) in settled.iter_mut().enumerate() {
        if form.not_full(settled) != 0 {
            unsettled_eights += 1;
            let at = at + eight * 8 * WORD;
            let of_eight = strike_eight::<MEASURE>(form, list, together, columns, at, settled);
            open.words |= of_eight.words << (8 * eight);
            open.hard |= of_eight.hard << (8 * eight);
        }
    }
    if !MEASURE {
        list.together = match unsettled_eights {
            0 => together.saturating_sub(1),
            1..=2 => together,
            _ => together + 1,
        };
    }
    invert(&mut settled);
    *need = settled;
    open
}

/// Goes on with eight words of a run, by the witnesses from number `from` on, until few words are open.
#[inline(always)]
fn strike_eight<const MEASURE: bool>(
    form: impl Form,
    list: &mut WitnessList,
    from: usize,
    columns: &Columns,
    at: usize,
    eight: &mut EightWords,
) -> Open {
    let few = if MEASURE { 0 } else { list.few };
    // A copy, so that the compiler keeps it in registers.
    let mut settled = *eight;
    let mut is_hard = true;
    for (tried, witness) in (1..).zip(&mut list.witnesses[from..]) {
        let before = if MEASURE { ones(&settled) } else { 0 };
        strike(from_mut(&mut settled), witness, columns, at);
        if MEASURE {
            witness.hits += (ones(&settled) - before) * HIT;
        }
        // To look costs about as much as to strike.
        let looks = MEASURE || tried % 2 == 0;
        if looks && form.not_full(&settled).count_ones() <= few {
            is_hard = false;
            break;
        }
    }
    *eight = settled;
    let words = form.not_full(&settled).into();
    Open { words, hard: if is_hard { words } else { 0 } }
}

/// Adds to what is settled the heaps whose partners a witness names.
#[inline(always)]
fn strike<const EIGHTS: usize>(
    settled: &mut [EightWords; EIGHTS],
    witness: &Witness,
    columns: &Columns,
    at: usize,
) {
    // The byte before the partners is read too.
    let Some(place) = at.checked_sub((witness.distance / 8) as usize + 1) else {
        return;
    };
    let plane = columns.plane_on(witness.plane as usize);
    let shift = witness.distance % 8;
    let partners = &plane[place..][..EIGHTS * 8 * WORD + 1];
    let high = partners[1..].as_chunks().0;
    if shift == 0 {
        for (settled, high) in settled.iter_mut().zip(high) {
            or_onto(settled, &eight_words(high));
        }
    } else {
        for ((settled, low), high) in settled.iter_mut().zip(partners.as_chunks().0).zip(high) {
            let (mut low, high) = (eight_words(low), eight_words(high));
            for (low, high) in low.iter_mut().zip(high) {
                *low = high << shift | *low >> (8 - shift);
            }
            or_onto(settled, &low);
        }
    }
}

#[inline(always)]
fn eight_words(bytes: &[u8; 8 * WORD]) -> EightWords {
    let mut words: EightWords = bytemuck::pod_read_unaligned(bytes);
    for word in &mut words {
        *word = u64::from_le(*word);
    }
    words
}

#[inline(always)]
fn or_onto(settled: &mut EightWords, more: &EightWords) {
    for (settled, more) in settled.iter_mut().zip(more) {
        *settled |= more;
    }
}

#[inline(always)]
fn ones(eight: &EightWords) -> u32 {
    eight.iter().map(|word| word.count_ones()).sum()
}

/// No method of arrays, which the compiler may leave as a call without wide registers.
#[inline(always)]
fn invert(need: &mut Need) {
    for eight in need {
        for word in eight {
            *word = !*word;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_numbers::Numbers;
    use crate::simd::registers::{Registers, Work};
    use crate::sparse::witness::REACH;

    struct Strike<'a> {
        bytes: &'a [u8],
        list: &'a mut WitnessList,
        need: &'a mut Need,
        /// The first word of the run.
        first: usize,
        measure: bool,
    }

    impl Work for Strike<'_> {
        type Output = Open;

        #[inline(always)]
        fn run(self, form: impl Form) -> Open {
            let mut columns = Columns::new(16, REACH, 0);
            columns.push_bytes(form, self.bytes);
            let at = columns.place(self.first);
            match self.measure {
                false => strike_run::<false>(form, self.list, &columns, at, self.need),
                true => strike_run::<true>(form, self.list, &columns, at, self.need),
            }
        }
    }

    /// In all registers, for distances of every shift and beyond heap 0, before and after planes have slid: what a
    /// list leaves is what no witness settles, and some words more at most where few are left to the search.
    #[test]
    fn what_a_list_leaves_is_what_no_witness_settles() {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        for round in 0..60_usize {
            let words = [RUN, 150, 2_000][round % 3];
            let bytes: Vec<u8> = (0..64 * words)
                .map(|_| if numbers.below(20) == 0 { 255 } else { numbers.below(16) as u8 })
                .collect();
            let mut list = WitnessList::new((round / 3 % 2) as u32);
            list.together = [0, 1, 5, 1_000][round % 4];
            let farthest = 64 * REACH.min(words + 2) as u64 - 64 * RUN as u64 / 2;
            for _ in 0..numbers.below(60) {
                let distance = 1 + numbers.below(farthest) as u32;
                let plane = numbers.below(16) as u32;
                list.witnesses.push(Witness { distance, part: 1, plane, hits: 0 });
            }
            let first = words - RUN;
            let mut whole: Need = [[0; 8]; RUN / 8];
            for word in whole.as_flattened_mut() {
                *word = numbers.below(u64::MAX);
            }
            let settles = |witness: &Witness, heap: usize| {
                heap.checked_sub(witness.distance as usize).map(|at| u32::from(bytes[at]))
                    == Some(witness.plane)
            };
            let mut left = whole;
            for (word, left) in left.as_flattened_mut().iter_mut().enumerate() {
                for bit in 0..64 {
                    let heap = 64 * (first + word) + bit;
                    if list.witnesses.iter().any(|witness| settles(witness, heap)) {
                        *left &= !(1 << bit);
                    }
                }
            }
            for registers in Registers::all() {
                for measure in [false, true] {
                    let (mut list, mut need) = (list.clone(), whole);
                    let few = if measure { 0 } else { list.few };
                    let bytes = &bytes;
                    let open =
                        registers.run(Strike { bytes, list: &mut list, need: &mut need, first, measure });
                    for (eight, (need, left)) in need.iter().zip(&left).enumerate() {
                        let is_more = need != left;
                        let open_here = need.iter().filter(|&&word| word != 0).count() as u32;
                        assert!(!is_more || open_here <= few, "{registers:?}, round {round}, eight {eight}");
                        for (word, (need, left)) in need.iter().zip(left).enumerate() {
                            assert_eq!(need & left, *left, "{registers:?}, round {round}");
                            let place = 8 * eight + word;
                            assert_eq!(open.words >> place & 1 == 1, *need != 0, "{registers:?}");
                            let is_hard = open.hard >> place & 1 == 1;
                            assert!(!is_hard || need == left, "{registers:?}, round {round}");
                        }
                    }
                    if measure {
                        let hits: u32 = list.witnesses.iter().map(|witness| witness.hits).sum();
                        let struck = |need: &Need| {
                            need.as_flattened().iter().map(|word| word.count_ones()).sum::<u32>()
                        };
                        assert_eq!(hits, HIT * (struck(&whole) - struck(&left)), "{registers:?}");
                    }
                }
            }
        }
    }
}
