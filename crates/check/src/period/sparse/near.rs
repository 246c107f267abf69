//! What the heaps just before exclude, looked up heap by heap.

use super::exclude::Entry;
use super::planes::WORD;
use std::array;

/// What one distance below a word excludes.
#[derive(Clone)]
struct Slot<const Q: usize, const ROWS: usize> {
    /// The place among the last 64 heaps.
    place: usize,
    /// The set for each index that may be there; those of what is no index are
    /// empty.
    rows: [[u64; Q]; ROWS],
}

/// Slots looked up together.
const TOGETHER: usize = 4;

/// Entries less than a word back. `ROWS` is a power of two, and more than the
/// indices.
pub(super) struct Near<const Q: usize, const ROWS: usize> {
    /// Filled up with empty ones.
    slots: Vec<[Slot<Q, ROWS>; TOGETHER]>,
    /// The indices of the word before and of this one.
    recent: [u16; 2 * WORD],
    indices: usize,
}

impl<const Q: usize, const ROWS: usize> Near<Q, ROWS> {
    /// Those among the entries that lie so near, before heap 0.
    pub(super) fn new(entries: &[Entry], indices: usize) -> Self {
        let empty = Slot { place: 0, rows: [[0; Q]; ROWS] };
        let mut slots = Vec::new();
        // The nearest come last: they are waited for.
        for distance in (1..WORD).rev() {
            let mut slot = Slot { place: WORD - distance, ..empty.clone() };
            for entry in entries.iter().filter(|entry| entry.distance == distance) {
                for (index, row) in slot.rows[..indices].iter_mut().enumerate() {
                    let excluded = index ^ entry.index;
                    row[excluded / 64] |= 1 << (excluded % 64);
                }
            }
            if slot.rows[0] != [0; Q] {
                slots.push(slot);
            }
        }
        let together = slots.chunks(TOGETHER);
        let filled = together.map(|slots| array::from_fn(|place| slots.get(place).unwrap_or(&empty).clone()));
        Near { slots: filled.collect(), recent: [indices as u16; 2 * WORD], indices }
    }

    /// Begins a word.
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        self.recent.copy_within(WORD.., 0);
    }

    /// Adds what is excluded from this heap of the word.
    #[inline(always)]
    pub(super) fn exclude(&self, bit: usize, mut excluded: [u64; Q]) -> [u64; Q] {
        let recent: &[u16; WORD] = self.recent[bit..].first_chunk().expect("two words, from the first");
        for slots in &self.slots {
            for slot in slots {
                let row = &slot.rows[usize::from(recent[slot.place % WORD]) % ROWS];
                excluded.iter_mut().zip(row).for_each(|(excluded, row)| *excluded |= row);
            }
        }
        excluded
    }

    /// Takes over the index of this heap of the word, if it is common.
    #[inline(always)]
    pub(super) fn push(&mut self, bit: usize, index: Option<usize>) {
        self.recent[WORD + bit] = index.unwrap_or(self.indices) as u16;
    }
}
