//! The heaps of a span struck out by the witnesses of a list, plane against plane.

use crate::simd::four_words::{Four, and, from_bytes, not, or, shifted};
use crate::sparse::columns::{Columns, PAD, WORD};
use crate::sparse::witness_list::WitnessList;

/// Words that are struck out together, in registers.
pub(crate) const SPAN: usize = 32;
const _: () = assert!(SPAN <= PAD, "a span may end after the last plane");
/// A bit for every heap of a span.
pub(crate) type Span = [Four; SPAN / 4];

/// What a list leaves of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Left {
    Nothing,
    /// So few heaps that not all witnesses were tried.
    Easy,
    /// Heaps that no witness settles.
    Hard,
}

/// Strikes out the heaps of a span whose words begin at a place of the planes; what is beyond the run is
/// settled from the start.
#[inline(always)]
pub(crate) fn strike_span<const MEASURE: bool>(
    list: &mut WitnessList,
    columns: &Columns,
    at: usize,
    need: &mut Span,
) -> Left {
    // What is settled rather than what is left: one instruction a register.
    let mut settled = *need;
    invert(&mut settled);
    let mut tried = 0;
    let mut left = Left::Hard;
    for witness in &mut list.witnesses {
        // The byte before the partners is read too.
        let Some(place) = at.checked_sub((witness.distance / 8) as usize + 1) else {
            continue;
        };
        let before = if MEASURE { ones(&settled) } else { 0 };
        let plane = columns.plane_on(witness.plane as usize);
        let shift = witness.distance % 8;
        if shift == 0 {
            let partners = &plane[place + 1..][..SPAN * WORD];
            for (settled, partners) in settled.iter_mut().zip(partners.chunks_exact(4 * WORD)) {
                *settled = or(*settled, from_bytes(partners));
            }
        } else {
            let partners = &plane[place..][..SPAN * WORD + 1];
            let (low, high) = (partners.chunks_exact(4 * WORD), partners[1..].chunks_exact(4 * WORD));
            for (settled, (low, high)) in settled.iter_mut().zip(low.zip(high)) {
                *settled = or(*settled, shifted(from_bytes(low), from_bytes(high), shift, 8 - shift));
            }
        }
        tried += 1;
        if MEASURE {
            witness.hits += ones(&settled) - before;
        } else if tried % 4 == 0 && lanes_left(&settled) <= list.few && words_left(&settled) <= list.few {
            left = Left::Easy;
            break;
        }
    }
    invert(&mut settled);
    *need = settled;
    if is_empty(need) { Left::Nothing } else { left }
}

/// No method of arrays, which the compiler may leave as a call without wide registers.
#[inline(always)]
fn invert(span: &mut Span) {
    for four in span {
        *four = not(*four);
    }
}

/// No comparison of arrays, which the compiler may leave as a call.
#[inline(always)]
fn is_empty(span: &Span) -> bool {
    let mut any = [0; 4];
    for four in span {
        any = or(any, *four);
    }
    any[0] | any[1] | any[2] | any[3] == 0
}

/// At most the words in which something is left to settle, for a fourth of the work: those of eight that have
/// something left in any of the four places of the span.
#[inline(always)]
fn lanes_left(span: &Span) -> u64 {
    let mut settled = [[u64::MAX; 4]; 2];
    for pair in span.as_chunks::<2>().0 {
        settled[0] = and(settled[0], pair[0]);
        settled[1] = and(settled[1], pair[1]);
    }
    let mut done = 0;
    for four in settled {
        for word in four {
            done += u64::from(word == u64::MAX);
        }
    }
    8 - done
}

/// Words in which something is left to settle.
#[inline(always)]
fn words_left(span: &Span) -> u64 {
    let mut done = 0;
    for four in span {
        // In fours: else the compiler takes the bits of a mask out one by one where comparing gives masks.
        for &word in four {
            done += u64::from(word == u64::MAX);
        }
    }
    SPAN as u64 - done
}

#[inline(always)]
fn ones(span: &Span) -> u32 {
    span.as_flattened().iter().map(|word| word.count_ones()).sum()
}
