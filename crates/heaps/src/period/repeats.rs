//! Looking for repeats in a sequence that is known so far.

use crate::simd::registers::{Form, Registers, Work};
use crate::sparse::history::{History, RARE};

/// What [`repeats`] takes for each value, in bytes.
pub(crate) const BYTES_A_VALUE: u64 = 4;

/// For every p, the least n0 with `value(i) == value(i + p)` for all i >= n0, handed to `visit(p, n0)` in
/// order of p until it accepts. Linear time and memory, by the Z-function of the reversed sequence.
pub(crate) fn repeats<V: PartialEq, T>(
    length: usize,
    value: impl Fn(usize) -> V,
    mut visit: impl FnMut(usize, usize) -> Option<T>,
) -> Option<T> {
    let at = |i: usize| value(length - 1 - i);
    // A match that is too long for its place is cut: what it lacks is compared again.
    let mut z = vec![0u32; length];
    let (mut left, mut right) = (0, 0);
    for p in 1..length {
        let mut matched = if p < right { (z[p - left] as usize).min(right - p) } else { 0 };
        while p + matched < length && at(matched) == at(p + matched) {
            matched += 1;
        }
        if p + matched > right {
            (left, right) = (p, p + matched);
        }
        z[p] = u32::try_from(matched).unwrap_or(u32::MAX);
        if let Some(found) = visit(p, length - p - matched) {
            return Some(found);
        }
    }
    None
}

/// The bytes at the end that a candidate must repeat, and the share of a long history: the longer the end, the rarer
/// are its rarest bytes.
const TAIL: usize = 2_048;
const TAIL_SHARE: usize = 4_096;

/// Successive bytes of the end that are looked for first.
const ANCHOR: usize = 4;

/// Places looked at together for them.
const TOGETHER: usize = 64;

/// Places looked at before waiting for more heaps.
const CANDIDATES: usize = 32;

/// The end of a fully held history, by which a repeat is known.
fn end_of(history: &History) -> &[u8] {
    let bytes = &history.recent;
    let tail = (bytes.len() / TAIL_SHARE).max(TAIL).min(bytes.len() / 4);
    &bytes[bytes.len() - tail..]
}

/// How many heaps before its end a fully held history ended alike, nearest first; looked for in its last
/// `far` heaps.
pub(crate) fn earlier_ends(history: &History, far: usize, registers: Registers) -> impl Iterator<Item = u64> {
    let bytes = &history.recent[history.recent.len().saturating_sub(far)..];
    let pattern = end_of(history);
    let anchor = anchor_of(pattern);
    let previous = move |end: usize| {
        let (anchor, behind) = anchor?;
        // An occurrence that ends at `end` has its anchor `behind` before that.
        let mut upto = (end - 1).checked_sub(behind)? + ANCHOR;
        loop {
            let found = registers.run(LastOf { anchor, bytes: &bytes[..upto] })?;
            let end = found + behind;
            if end < pattern.len() {
                return None;
            }
            if bytes[..end].ends_with(pattern) {
                return Some(end);
            }
            upto = found + ANCHOR - 1;
        }
    };
    let ends = std::iter::successors(Some(bytes.len()), move |&end| previous(end));
    ends.skip(1).take(CANDIDATES).map(|end| (bytes.len() - end) as u64)
}

/// Successive bytes of a pattern that are likely to be met least, and how many bytes before its end they begin. One
/// place in four is tried. Bytes are taken to be met as often as they are in the pattern: some nimbers are a thousand
/// times as common as others.
fn anchor_of(pattern: &[u8]) -> Option<([u8; ANCHOR], usize)> {
    let mut counts = [0_u32; 256];
    pattern.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
    let likely = |anchor: &[u8; ANCHOR]| {
        anchor.iter().map(|&byte| f64::from(counts[usize::from(byte)])).product::<f64>()
    };
    let anchors =
        pattern.as_chunks().0.iter().enumerate().map(|(number, anchor)| (likely(anchor), number, anchor));
    let rarest = anchors.min_by(|a, b| a.0.total_cmp(&b.0));
    rarest.map(|(_, number, anchor)| (*anchor, pattern.len() - number * ANCHOR))
}

/// The search for the last place where successive bytes are, in wide registers.
struct LastOf<'a> {
    anchor: [u8; ANCHOR],
    bytes: &'a [u8],
}

impl Work for LastOf<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self, _: impl Form) -> Option<usize> {
        let LastOf { anchor, bytes } = self;
        let mut places = (bytes.len() + 1).saturating_sub(ANCHOR);
        while let Some(first) = places.checked_sub(TOGETHER) {
            let block = bytes[first..].first_chunk().expect("as many bytes");
            if is_among(&anchor, block) {
                break;
            }
            places = first;
        }
        bytes[..places + ANCHOR - 1].windows(ANCHOR).rposition(|window| window == anchor)
    }
}

/// Whether successive bytes begin at one of as many places.
#[inline(always)]
fn is_among(anchor: &[u8; ANCHOR], bytes: &[u8; TOGETHER + ANCHOR - 1]) -> bool {
    let mut differences = [0; TOGETHER];
    for (place, &byte) in anchor.iter().enumerate() {
        for (difference, &other) in differences.iter_mut().zip(&bytes[place..]) {
            *difference |= byte ^ other;
        }
    }
    any_zero(&differences)
}

/// Whether a byte is zero.
#[inline(always)]
pub(crate) fn any_zero<const N: usize>(bytes: &[u8; N]) -> bool {
    let mut any = 0;
    for &byte in bytes {
        any |= u8::from(byte == 0);
    }
    any != 0
}

/// Whether a fully held history ended alike `period` heaps before its end.
pub(crate) fn ended_alike(history: &History, period: u64) -> bool {
    let bytes = &history.recent;
    let earlier = bytes.len().checked_sub(period as usize);
    earlier.is_some_and(|earlier| bytes[..earlier].ends_with(end_of(history)))
}

/// The least heap from which all nimbers of a fully held history repeat after `period`; with the heap's
/// parity in the class, an even one.
pub(crate) fn repeats_from(history: &History, period: u64) -> u64 {
    let (bytes, period) = (&history.recent, period as usize);
    let mut heap = bytes.len() - period;
    while heap > 0 {
        let block = 4096.min(heap);
        let (low, high) = (&bytes[heap - block..heap], &bytes[heap - block + period..heap + period]);
        if low == high && !low.contains(&RARE) {
            heap -= block;
            continue;
        }
        for _ in 0..block {
            let (a, b) = (bytes[heap - 1], bytes[heap - 1 + period]);
            let same_value = || history.value(heap as u64 - 1) == history.value((heap - 1 + period) as u64);
            // Heap 0 has the byte of a rare heap, whatever the class of its nimber.
            let equal = (a == b || heap == 1) && (a != RARE || same_value());
            if !equal {
                return heap as u64;
            }
            heap -= 1;
        }
    }
    0
}

/// The least period of a sequence that has `period` from `start` on, given a way to compare two heaps.
pub(crate) fn least_period(period: u64, start: u64, equal: impl Fn(u64, u64) -> bool) -> u64 {
    let mut least = period;
    let mut rest = period;
    let mut prime = 2;
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        while rest.is_multiple_of(prime) {
            rest /= prime;
            let shorter = least / prime;
            if (start..start + least - shorter).all(|heap| equal(heap, heap + shorter)) {
                least = shorter;
            }
        }
        prime += 1;
    }
    least
}

#[cfg(test)]
mod tests {
    use super::{CANDIDATES, earlier_ends, end_of};
    use crate::random_numbers::Numbers;
    use crate::simd::registers::Registers;
    use crate::sparse::history::History;
    use crate::sparse::space::Space;

    /// In all registers: the earlier ends are those places of the last heaps where the bytes before are the same.
    #[test]
    fn earlier_ends_are_all_places_that_end_alike() {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let mut found = 0;
        for round in 0..400 {
            let period = 1 + numbers.below(700) as usize;
            let length = 16 + numbers.below(3_000) as usize;
            let mut recent: Vec<u8> = Vec::new();
            for heap in 0..length {
                // The heaps are mostly periodic; there are few nimbers, and some of them are rare.
                let fresh = if numbers.below(9) == 0 { 255 } else { numbers.below(1 + round % 5) as u8 };
                let errs = numbers.below(1_500) == 0;
                recent.push(if heap < period || errs { fresh } else { recent[heap - period] });
            }
            let space = Space { mask: 1, by_heap: false, kappa: 0 };
            let (prefix, rares) = (Vec::new(), Vec::new());
            let history = History { space, prefix, recent, base: 0, rares, dropped: Some(0) };
            let far = [usize::MAX, length / 2][numbers.below(2) as usize];
            let end = end_of(&history);
            let held = &history.recent[length.saturating_sub(far)..];
            let ends = (end.len()..held.len()).rev().filter(|&at| held[..at].ends_with(end));
            let alike: Vec<u64> = ends.map(|at| (held.len() - at) as u64).take(CANDIDATES).collect();
            found += alike.len();
            for registers in Registers::all() {
                let said: Vec<u64> = earlier_ends(&history, far, registers).collect();
                let expected: &[u64] = if end.len() < super::ANCHOR { &[] } else { &alike };
                assert_eq!(said, expected, "{registers:?}, round {round}: {length} heaps, {period}");
            }
        }
        assert!(found > 1_000, "{found}");
    }
}
