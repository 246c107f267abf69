//! Exclusions by partners so far back that the next 32 words do not matter.
//!
//! The exclusions of 32 words are computed at once, plane by plane. Of a distance of `8 q + s` heaps, q is a
//! place in memory: what entries with the same s exclude is OR-ed, and shifted only then.
//!
//! The exclusions of eight planes, a block, are computed together. Entries whose indices differ in their low three
//! bits alone read the planes of one block, so these are added one after the other: the block that they read stays in
//! the first cache meanwhile. Of 0.6, with 1,134 such entries and 152 planes, all planes together are larger than that
//! cache.

use crate::simd::four_words::{Four, from_bytes, or};
use crate::sparse::columns::{Columns, PAD, WORD};

/// Words computed at once.
const BATCH: usize = 32;

/// The least distance of a distant entry.
pub(crate) const DISTANT: u64 = 64 * BATCH as u64;

/// The planes of a block.
const BLOCK: usize = 8;

const _: () = assert!(BATCH <= PAD, "a batch before heap 0 is read from the pad");

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Whole bytes back.
    back: u32,
    /// The low bits of its index: the place of the plane in a block.
    low: u32,
}

/// Entries whose indices are the same but for their low bits and whose distances are the same modulo 8, the nearest
/// first.
#[derive(Clone, Debug)]
struct Group {
    block: usize,
    shift: usize,
    entries: Vec<Entry>,
}

/// Entries at a distance of [`DISTANT`] or more.
#[derive(Clone, Debug)]
pub(crate) struct Distant<const Q: usize> {
    /// By their blocks, and then by their shifts.
    groups: Vec<Group>,
    /// What the entries of each shift exclude of a block.
    sums: Box<[[Sum; BLOCK]; 8]>,
    /// The exclusions of the words from `first` on.
    batch: Box<[[Four; Q]; BATCH]>,
    first: Option<usize>,
}

/// What entries of one shift exclude of a plane, unshifted.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    words: [Four; BATCH / 4],
    /// The byte before the words.
    before: u8,
}

impl<const Q: usize> Distant<Q> {
    pub(crate) fn new() -> Self {
        let batch = Box::new([[[0; 4]; Q]; BATCH]);
        Distant { groups: Vec::new(), sums: Box::default(), batch, first: None }
    }

    pub(crate) fn push(&mut self, distance: u64, index: u32) {
        let back = u32::try_from(distance / 8).expect("no plane has 2^35 heaps");
        let low = index % BLOCK as u32;
        let (block, shift) = (index as usize / BLOCK, (distance % 8) as usize);
        let is_before = |group: &Group| (group.block, group.shift) < (block, shift);
        let place = self.groups.partition_point(is_before);
        if self.groups.get(place).is_none_or(|group| (group.block, group.shift) != (block, shift)) {
            self.groups.insert(place, Group { block, shift, entries: Vec::new() });
        }
        let entries = &mut self.groups[place].entries;
        let place = entries.partition_point(|entry| entry.back <= back);
        entries.insert(place, Entry { back, low });
        self.first = None;
    }

    /// Forgets the batch: more indices are in use.
    pub(crate) fn renew(&mut self) {
        self.first = None;
    }

    /// The exclusions of `word`, by planes, of the first `used` fours of indices; `None` when there are none.
    /// The words before `word` may have changed since the last call only if they come after it.
    #[inline(always)]
    pub(crate) fn exclusions(&mut self, word: usize, columns: &Columns, used: usize) -> Option<&[Four; Q]> {
        if self.groups.is_empty() {
            return None;
        }
        let within = self.first.and_then(|first| word.checked_sub(first)).filter(|&within| within < BATCH);
        let within = within.unwrap_or_else(|| {
            self.fill(word, columns, used);
            0
        });
        Some(&self.batch[within])
    }

    /// Computes the batch that begins with `word`. For every plane and entry a fourth of `BATCH` loads and
    /// ORs of 256 bits.
    #[inline(always)]
    fn fill(&mut self, word: usize, columns: &Columns, used: usize) {
        let at = columns.place(word);
        let planes = 4 * used.min(Q);
        for first in (0..planes).step_by(BLOCK) {
            let count = BLOCK.min(planes - first);
            let mut shifts = 0_u8;
            for group in &self.groups {
                let sums = &mut self.sums[group.shift];
                if shifts >> group.shift & 1 == 0 {
                    shifts |= 1 << group.shift;
                    *sums = [Sum::default(); BLOCK];
                }
                group.add_to(&mut sums[..count], first, at, columns);
            }
            for plane in first..first + count {
                let mut all = [0; BATCH];
                for (shift, sums) in
                    self.sums.iter().enumerate().filter(|(shift, _)| shifts >> shift & 1 == 1)
                {
                    let Sum { words, before } = &sums[plane - first];
                    let mut last = u64::from(*before) << 56;
                    for (all, &now) in all.iter_mut().zip(words.as_flattened()) {
                        // Two steps down, since a shift by 64 is none at all.
                        *all |= now << shift | (last >> 1) >> (63 - shift);
                        last = now;
                    }
                }
                for (row, word) in self.batch.iter_mut().zip(all) {
                    row[plane / 4][plane % 4] = word;
                }
            }
        }
        self.first = Some(word);
    }
}

impl Group {
    /// Adds what the entries exclude of the planes of a block, which begins with plane `first`.
    #[inline(always)]
    fn add_to(&self, sums: &mut [Sum], first: usize, at: usize, columns: &Columns) {
        // The planes that are read, each as the place of byte `at` of it.
        let read: [usize; BLOCK] =
            std::array::from_fn(|low| columns.start((first ^ (self.block * BLOCK)) + low) + at);
        // Entries farther back than heap 0 exclude nothing yet.
        let entries = &self.entries[..self.entries.partition_point(|entry| (entry.back as usize) < at)];
        for (low, sum) in sums.iter_mut().enumerate() {
            // A copy, so that the compiler keeps it in registers.
            let Sum { mut words, mut before } = *sum;
            for entry in entries {
                let place = read[(low ^ entry.low as usize) % BLOCK] - entry.back as usize - 1;
                let partners: &[u8; 1 + BATCH * WORD] = columns.bytes_from(place);
                before |= partners[0];
                for (words, bytes) in words.iter_mut().zip(partners[1..].chunks_exact(4 * WORD)) {
                    *words = or(*words, from_bytes(bytes));
                }
            }
            *sum = Sum { words, before };
        }
    }
}
