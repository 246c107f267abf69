//! Exclusions by partners so far back that the next 32 words do not matter.
//!
//! The exclusions of 32 words are computed at once, plane by plane. Of a distance of `8 q + s` heaps, q is a
//! place in memory: what entries with the same s exclude is OR-ed in registers, and shifted only then.

use crate::simd::four_words::{Four, from_bytes, or};
use crate::sparse::columns::{Columns, PAD, WORD};

/// Words computed at once.
const BATCH: usize = 32;

/// The least distance of a distant entry.
pub(crate) const DISTANT: u64 = 64 * BATCH as u64;

const _: () = assert!(BATCH <= PAD, "a batch before heap 0 is read from the pad");

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Whole bytes back.
    back: usize,
    index: usize,
}

/// Entries at a distance of [`DISTANT`] or more.
#[derive(Clone, Debug)]
pub(crate) struct Distant<const Q: usize> {
    /// By the distance modulo 8, the nearest first.
    groups: [Vec<Entry>; 8],
    /// The exclusions of the words from `first` on.
    batch: Box<[[Four; Q]; BATCH]>,
    first: Option<usize>,
}

impl<const Q: usize> Distant<Q> {
    pub(crate) fn new() -> Self {
        Distant { groups: Default::default(), batch: Box::new([[[0; 4]; Q]; BATCH]), first: None }
    }

    pub(crate) fn push(&mut self, distance: u64, index: u32) {
        let group = &mut self.groups[(distance % 8) as usize];
        let back = (distance / 8) as usize;
        let place = group.partition_point(|entry| entry.back <= back);
        group.insert(place, Entry { back, index: index as usize });
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
        if self.groups.iter().all(Vec::is_empty) {
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
        for plane in 0..4 * used.min(Q) {
            let mut all = [0; BATCH];
            for (shift, group) in (0..).zip(&self.groups).filter(|(_, group)| !group.is_empty()) {
                let (before, sum) = sum(group, plane, at, columns);
                let mut last = u64::from(before) << 56;
                for (all, &now) in all.iter_mut().zip(sum.as_flattened()) {
                    // Two steps down, since a shift by 64 is none at all.
                    *all |= now << shift | (last >> 1) >> (63 - shift);
                    last = now;
                }
            }
            for (row, word) in self.batch.iter_mut().zip(all) {
                row[plane / 4][plane % 4] = word;
            }
        }
        self.first = Some(word);
    }
}

/// What the entries of one group exclude of a plane, unshifted, and the byte before it.
#[inline(always)]
fn sum(group: &[Entry], plane: usize, at: usize, columns: &Columns) -> (u8, [Four; BATCH / 4]) {
    let mut before = 0;
    let mut sum = [[0; 4]; BATCH / 4];
    for entry in group {
        // Entries farther back than heap 0 exclude nothing yet.
        let Some(place) = at.checked_sub(entry.back + 1) else { break };
        let partners = &columns.plane_on(plane ^ entry.index)[place..place + 1 + BATCH * WORD];
        before |= partners[0];
        for (sum, bytes) in sum.iter_mut().zip(partners[1..].chunks_exact(4 * WORD)) {
            *sum = or(*sum, from_bytes(bytes));
        }
    }
    (before, sum)
}
