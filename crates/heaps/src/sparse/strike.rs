//! The heaps of a span struck out by the witnesses of a list, plane against plane.

use crate::simd::registers::Form;
use crate::sparse::columns::{Columns, PAD, WORD};
use crate::sparse::witness_list::{HIT, Witness, WitnessList};
use std::array::from_mut;

/// Words that are struck out together, in registers.
pub(crate) const SPAN: usize = 32;
const _: () = assert!(SPAN <= PAD, "a span may end after the last plane");
/// A bit for every heap of eight words, and of a span.
pub(crate) type Eight = [u64; 8];
pub(crate) type Span = [Eight; SPAN / 8];

/// How hard the heaps are that a list leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Left {
    Nothing,
    /// So few heaps that not all witnesses were tried.
    Easy,
    /// Heaps that no witness settles.
    Hard,
}

/// Strikes out the heaps of a span whose words begin at a place of the planes; what is beyond the run is
/// settled from the start. Returns the words in which something is left, the first as the lowest bit.
///
/// The first witnesses strike all words of the span together, which costs the least for a word. The others strike
/// eight words at a time, until these are settled: most eights are by then, and a few need many witnesses more.
#[inline(always)]
pub(crate) fn strike_span<const MEASURE: bool>(
    form: impl Form,
    list: &mut WitnessList,
    columns: &Columns,
    at: usize,
    need: &mut Span,
) -> (Left, u32) {
    // What is settled rather than what is left: one instruction a register.
    let mut settled = *need;
    invert(&mut settled);
    let together = if MEASURE { 0 } else { list.together.min(list.witnesses.len()) };
    for witness in &list.witnesses[..together] {
        strike(&mut settled, witness, columns, at);
    }
    let (mut left, mut alone, mut open) = (Left::Nothing, 0, 0);
    for (eight, settled) in settled.iter_mut().enumerate() {
        if form.not_full(settled) != 0 {
            alone += 1;
            let at = at + eight * 8 * WORD;
            let (hard, words) = strike_eight::<MEASURE>(form, list, together, columns, at, settled);
            left = left.max(hard);
            open |= u32::from(words) << (8 * eight);
        }
    }
    if !MEASURE {
        list.together = match alone {
            0 | 1 => together.saturating_sub(1),
            2 => together,
            _ => together + 1,
        };
    }
    invert(&mut settled);
    *need = settled;
    (left, open)
}

/// Goes on with eight words of a span, from a witness of the list on.
#[inline(always)]
fn strike_eight<const MEASURE: bool>(
    form: impl Form,
    list: &mut WitnessList,
    from: usize,
    columns: &Columns,
    at: usize,
    eight: &mut Eight,
) -> (Left, u8) {
    let few = if MEASURE { 0 } else { list.few };
    // In a register, not in memory.
    let mut settled = *eight;
    let mut left = Left::Hard;
    for (tried, witness) in (1..).zip(&mut list.witnesses[from..]) {
        let before = if MEASURE { ones(&settled) } else { 0 };
        strike(from_mut(&mut settled), witness, columns, at);
        if MEASURE {
            witness.hits += (ones(&settled) - before) << HIT;
        }
        let is_time = MEASURE || tried % 2 == 0;
        if is_time && form.not_full(&settled).count_ones() <= few {
            left = Left::Easy;
            break;
        }
    }
    *eight = settled;
    match form.not_full(&settled) {
        0 => (Left::Nothing, 0),
        open => (left, open),
    }
}

/// Adds to what is settled the heaps whose partners a witness names.
#[inline(always)]
fn strike<const EIGHTS: usize>(
    settled: &mut [Eight; EIGHTS],
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
            add(settled, &eight_words(high));
        }
    } else {
        for ((settled, low), high) in settled.iter_mut().zip(partners.as_chunks().0).zip(high) {
            let (mut low, high) = (eight_words(low), eight_words(high));
            for (low, high) in low.iter_mut().zip(high) {
                *low = high << shift | *low >> (8 - shift);
            }
            add(settled, &low);
        }
    }
}

#[inline(always)]
fn eight_words(bytes: &[u8; 8 * WORD]) -> Eight {
    let mut words: Eight = bytemuck::pod_read_unaligned(bytes);
    for word in &mut words {
        *word = u64::from_le(*word);
    }
    words
}

#[inline(always)]
fn add(settled: &mut Eight, more: &Eight) {
    for (settled, more) in settled.iter_mut().zip(more) {
        *settled |= more;
    }
}

#[inline(always)]
fn ones(eight: &Eight) -> u32 {
    eight.iter().map(|word| word.count_ones()).sum()
}

/// No method of arrays, which the compiler may leave as a call without wide registers.
#[inline(always)]
fn invert(span: &mut Span) {
    for eight in span {
        for word in eight {
            *word = !*word;
        }
    }
}
