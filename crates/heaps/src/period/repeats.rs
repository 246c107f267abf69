//! Looking for repeats in a sequence that is known so far.

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

/// The bytes at the end that a candidate must repeat, and the share of a long history: the longer the end,
/// the seldomer its rarest byte is met.
const TAIL: usize = 2_048;
const TAIL_SHARE: usize = 4_096;

/// Bytes before the rarest one that are compared first.
const BESIDE: usize = 32;

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
pub(crate) fn earlier_ends(history: &History, far: usize) -> impl Iterator<Item = u64> {
    let bytes = &history.recent[history.recent.len().saturating_sub(far)..];
    let pattern = end_of(history);
    let ends = std::iter::successors(Some(bytes.len()), move |&end| previous(bytes, pattern, end - 1));
    ends.skip(1).take(CANDIDATES).map(|end| (bytes.len() - end) as u64)
}

/// Whether a fully held history ended alike `period` heaps before its end.
pub(crate) fn ended_alike(history: &History, period: u64) -> bool {
    let bytes = &history.recent;
    let earlier = bytes.len().checked_sub(period as usize);
    earlier.is_some_and(|earlier| bytes[..earlier].ends_with(end_of(history)))
}

/// The largest end up to `last` of an occurrence of `pattern`. The byte that is rarest in the pattern is
/// looked for first: some nimbers are a thousand times as common as others.
fn previous(bytes: &[u8], pattern: &[u8], last: usize) -> Option<usize> {
    let mut counts = [0usize; 256];
    pattern.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
    let rarest = *pattern.iter().min_by_key(|&&byte| counts[usize::from(byte)])?;
    let place = pattern.iter().rposition(|&byte| byte == rarest)?;
    let behind = pattern.len() - place;
    let beside = &pattern[place.saturating_sub(BESIDE)..=place];
    // An occurrence that ends at `end` has its rarest byte `behind` before that.
    let mut upto = (last + 1).checked_sub(behind)?;
    loop {
        let found = memchr::memrchr(rarest, &bytes[..upto])?;
        let end = found + behind;
        if end < pattern.len() {
            return None;
        }
        // The bytes before it are in the cache already, the rest of the pattern's length seldom is.
        if bytes[..=found].ends_with(beside) && bytes[..end].ends_with(pattern) {
            return Some(end);
        }
        upto = found;
    }
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
