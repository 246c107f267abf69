//! The nimbers known so far, one byte each.

use crate::simd::four_words::Four;
use crate::sparse::space::Space;

/// The byte of a heap that is rare (and of heap 0, which is no part of a split).
pub(crate) const RARE: u8 = 255;

/// Indices a byte can hold beside [`RARE`].
pub(crate) const MOST_INDICES: u32 = 254;

/// Nimbers that are handed to a visitor at a time.
const FILLED: usize = 4_096;

/// Heaps by which the frequency of indices is judged.
const LATEST: usize = 65_536;

/// Bytes that are looked at together for the largest; an even number.
const LANES: usize = 64;

/// Heaps from 0 kept in bounded memory, for witnesses with one small part: at heap 1,697,097 of 0.6 the
/// smaller part is 431,340.
pub(crate) const PREFIX: usize = 1 << 20;

/// Common nimbers as indices of a [`Space`], rare ones in a list.
///
/// ```text
/// full memory      recent = heaps 0 ..................... len
/// bounded memory   prefix = heaps 0 .. PREFIX    recent = heaps base .. len
/// ```
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) space: Space,
    pub(crate) prefix: Vec<u8>,
    pub(crate) recent: Vec<u8>,
    pub(crate) base: u64,
    /// Rare heaps (1 and up) and their nimbers, in order.
    pub(crate) rares: Vec<(u64, u32)>,
    /// The largest common nimber that was dropped, or 0; `None` where that is not known.
    pub(crate) dropped: Option<u32>,
}

impl History {
    /// Stores `values` by the given space; `None` when an index needs more than a byte.
    pub(crate) fn new(space: Space, values: impl Iterator<Item = u32>) -> Option<History> {
        let (prefix, recent, rares) = (Vec::new(), Vec::new(), Vec::new());
        let mut history = History { space, prefix, recent, base: 0, rares, dropped: Some(0) };
        for (heap, value) in (0u64..).zip(values) {
            let index = space.index(value);
            if index >= MOST_INDICES {
                return None;
            }
            if heap > 0 && space.is_common(heap, value) {
                history.recent.push(index as u8);
            } else {
                if heap > 0 {
                    history.rares.push((heap, value));
                }
                history.recent.push(RARE);
            }
        }
        Some(history)
    }

    /// Adds the bytes of the next heaps. Who adds rare ones puts them into the list too.
    #[inline]
    pub(crate) fn append(&mut self, bytes: &[u8]) {
        super::pages::ask_for_next(&mut self.recent, bytes.len());
        self.recent.extend_from_slice(bytes);
    }

    /// The number of heaps known, from 0.
    pub(crate) fn len(&self) -> u64 {
        self.base + self.recent.len() as u64
    }

    /// The number of words known, each of 64 heaps.
    pub(crate) fn words(&self) -> usize {
        (self.len() / 64) as usize
    }

    /// The least number of indices that all but one in `share` of the latest heaps make do with.
    pub(crate) fn indices_of_most(&self, share: usize) -> usize {
        let latest = &self.recent[self.recent.len().saturating_sub(LATEST)..];
        // Each byte has two counts, used in turn: the processor waits when it adds to a count that it has just written.
        let mut counts = [[0_u32; 256]; 2];
        for (place, &byte) in latest.iter().enumerate() {
            counts[place % 2][usize::from(byte)] += 1;
        }
        let mut left_out = 0;
        let above = (0..MOST_INDICES as usize).rev().find(|&index| {
            left_out += (counts[0][index] + counts[1][index]) as usize;
            left_out > latest.len() / share
        });
        above.map_or(0, |index| index + 1)
    }

    /// The planes of a word, if it is still held: plane i, bit p says that the heap at place p is common with
    /// index i, which may be beyond the planes.
    pub(crate) fn planes<const Q: usize>(&self, word: usize) -> Option<[Four; Q]> {
        let mut planes = [[0; 4]; Q];
        for place in 0..64 {
            let byte = self.byte((word * 64 + place) as u64)?;
            let index = usize::from(byte);
            if byte != RARE && index < 4 * Q {
                planes[index / 4][index % 4] |= 1 << place;
            }
        }
        Some(planes)
    }

    /// The byte of a heap, if it is still held.
    pub(crate) fn byte(&self, heap: u64) -> Option<u8> {
        match heap.checked_sub(self.base) {
            Some(place) => self.recent.get(place as usize).copied(),
            None => self.prefix.get(heap as usize).copied(),
        }
    }

    /// The nimber of a heap, if it is still held.
    pub(crate) fn value(&self, heap: u64) -> Option<u32> {
        match self.byte(heap)? {
            RARE if heap == 0 => Some(0),
            RARE => {
                let place = self.rares.binary_search_by_key(&heap, |rare| rare.0).ok()?;
                Some(self.rares[place].1)
            }
            index => Some(self.space.value(u32::from(index), heap, true)),
        }
    }

    /// Writes the nimbers of `first..` into `out`; all must be held.
    pub(crate) fn fill(&self, first: u64, out: &mut [u32]) {
        let table: Vec<[u32; 2]> =
            (0..256).map(|index| [0, 1].map(|parity| self.space.value(index, parity, true))).collect();
        for (heap, slot) in (first..).zip(out.iter_mut()) {
            let byte = self.byte(heap).expect("the caller asks for heaps that are held");
            *slot = if byte == RARE {
                self.value(heap).expect("a rare heap is in the list")
            } else {
                table[usize::from(byte)][(heap & 1) as usize]
            };
        }
    }

    /// All nimbers, which are below 2^16 where heaps break, or `None` when some have been dropped.
    pub(crate) fn narrow(&self) -> Option<Vec<u16>> {
        if self.base > self.prefix.len() as u64 {
            return None;
        }
        let (mut all, mut block) = (Vec::with_capacity(self.len() as usize), vec![0; FILLED]);
        while (all.len() as u64) < self.len() {
            block.truncate(self.len() as usize - all.len());
            self.fill(all.len() as u64, &mut block);
            all.extend(block.iter().map(|&value| value as u16));
        }
        Some(all)
    }

    /// The bytes that it holds.
    pub(crate) fn bytes(&self) -> u64 {
        (self.prefix.len() + self.recent.len() + size_of_val(self.rares.as_slice())) as u64
    }

    /// Forgets heaps from `length` on, rare ones included.
    pub(crate) fn truncate(&mut self, length: u64) {
        self.recent.truncate((length - self.base) as usize);
        self.rares.retain(|rare| rare.0 < length);
    }

    /// Keeps only the prefix and the last `window` heaps.
    pub(crate) fn drop_before(&mut self, window: u64) {
        let spare = self.recent.len().saturating_sub(window as usize);
        if self.base == 0 && self.prefix.is_empty() {
            self.prefix = self.recent[..self.recent.len().min(PREFIX)].to_vec();
        }
        let largest = self.largest_common(self.base, &self.recent[..spare]);
        self.dropped = self.dropped.map(|dropped| dropped.max(largest));
        self.recent.drain(..spare);
        self.base += spare as u64;
    }

    /// The largest nimber of all heaps known; `None` where some were dropped and nobody remembers how large
    /// they were.
    pub(crate) fn largest(&self) -> Option<u32> {
        let is_whole = self.base <= self.prefix.len() as u64;
        let dropped = if is_whole { 0 } else { self.dropped? };
        let rare = self.rares.iter().map(|rare| rare.1).max().unwrap_or(0);
        let held = self.largest_common(0, &self.prefix).max(self.largest_common(self.base, &self.recent));
        Some(dropped.max(rare).max(held))
    }

    /// The largest nimber of heaps `0..terms`, as far as they are held without a gap.
    pub(crate) fn largest_of_first(&self, terms: u64) -> u32 {
        let first = |bytes: &[u8], base: u64| terms.saturating_sub(base).min(bytes.len() as u64) as usize;
        let prefix = &self.prefix[..first(&self.prefix, 0)];
        let is_whole = self.base <= self.prefix.len() as u64;
        let recent = if is_whole { &self.recent[..first(&self.recent, self.base)] } else { &[] };
        let end = if is_whole { terms } else { prefix.len() as u64 };
        let rares = self.rares.iter().take_while(|rare| rare.0 < end);
        let common = self.largest_common(0, prefix).max(self.largest_common(self.base, recent));
        rares.map(|rare| rare.1).max().unwrap_or(0).max(common)
    }

    /// The largest of the common nimbers among these bytes, of heaps from `first` on, or 0.
    fn largest_common(&self, first: u64, bytes: &[u8]) -> u32 {
        // One more than an index, so that rare heaps have the least. Lanes keep the parity of heaps, and let
        // the compiler look at many bytes at once: there may be billions.
        let mut most = [0_u8; LANES];
        let mut look = |bytes: &[u8]| {
            let lanes = most.iter_mut().zip(bytes);
            lanes.for_each(|(most, &byte)| *most = (*most).max(byte.wrapping_sub(RARE)));
        };
        let (chunks, rest) = bytes.as_chunks::<LANES>();
        chunks.iter().for_each(|chunk| look(chunk));
        look(rest);
        // Common nimbers are ordered as their indices are, for heaps of one parity.
        let lanes = (first..).zip(most).filter(|&(_, above)| above > 0);
        lanes.map(|(heap, above)| self.space.value(u32::from(above) - 1, heap, true)).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_nimber_is_remembered_when_its_heap_is_dropped() {
        for (by_heap, kappa) in [(false, 0), (true, 0), (true, 1)] {
            let space = Space { mask: u32::MAX << 1, by_heap, kappa };
            let common = |heap: u64, index: u32| space.value(index, heap, true);
            let values = (0..3 * PREFIX as u64).map(|heap| match heap {
                0 => 0,
                2_000_001 => common(heap, 77),
                _ => common(heap, (heap % 5) as u32),
            });
            let mut history = History::new(space, values).expect("a byte holds the indices");
            let largest = common(2_000_001, 77);
            assert_eq!(history.largest(), Some(largest));
            let first =
                |terms: u64| (1..terms).map(|heap| common(heap, (heap % 5) as u32)).max().unwrap_or(0);
            for terms in [0, 1, 2, 3, 4, 64, 65, 2_000_001] {
                assert_eq!(
                    history.largest_of_first(terms),
                    first(terms.min(100)),
                    "{terms} of {by_heap} {kappa}"
                );
            }
            assert_eq!(history.largest_of_first(2_000_002), largest);
            history.drop_before(PREFIX as u64);
            assert_eq!(
                history.largest_of_first(u64::MAX),
                first(100),
                "what is behind the gap does not count"
            );
            assert_eq!((history.value(2_000_001), history.largest()), (None, Some(largest)));
            history.dropped = None;
            assert_eq!(history.largest(), None, "as after a checkpoint");
        }
    }
}
