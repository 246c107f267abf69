//! What each heap excludes from the 63 after it, and the nimbers decided by it, heap by heap.

use super::exclude::Entry;
use super::planes::WORD;
use super::set::Set;

/// Heaps whose sets are kept at hand until the last of them is decided.
const GROUP: usize = 8;

/// Sets of a row: those of 63 heaps, with room for a group on either side.
const ROW: usize = GROUP + WORD + GROUP;

/// Entries less than a word back.
pub(super) struct Near<S> {
    /// For each index, at `GROUP + d` what it excludes `d` heaps later. What is no index excludes nothing.
    rows: Vec<[S; ROW]>,
    /// What the words before exclude from the heaps of this one.
    carried: [S; WORD],
}

impl<S: Set> Near<S> {
    /// Those among the entries that lie so near, before heap 0.
    pub(super) fn new(entries: &[Entry]) -> Self {
        let mut rows = vec![[S::EMPTY; ROW]; S::INDICES + 1];
        for entry in entries.iter().filter(|entry| entry.distance < WORD) {
            for (index, row) in rows[..S::INDICES].iter_mut().enumerate() {
                row[GROUP + entry.distance].insert(index ^ entry.index);
            }
        }
        Near { rows, carried: [S::EMPTY; WORD] }
    }

    /// Takes over the indices of the next word, where they are known already.
    pub(super) fn push(&mut self, indices: &[usize; WORD]) {
        self.decide([S::EMPTY; WORD], |heap, _| indices[heap]);
    }

    /// The indices of the next word, where the sets are excluded already: each by `index(heap of the word,
    /// all that is excluded)`, and `S::INDICES` for none.
    #[inline(always)]
    pub(super) fn decide(
        &mut self,
        excluded: [S; WORD],
        mut index: impl FnMut(usize, S) -> usize,
    ) -> [usize; WORD] {
        let mut sets = [S::EMPTY; 2 * WORD];
        for ((set, carried), excluded) in sets.iter_mut().zip(&self.carried).zip(excluded) {
            *set = carried.or(excluded);
        }
        let mut indices = [0; WORD];
        let none = &self.rows[S::INDICES];
        for first in (0..WORD).step_by(GROUP) {
            // Within a group each heap waits for the one before.
            let mut rows = [none; GROUP];
            for place in 0..GROUP {
                let mut set = sets[first + place];
                for (earlier, row) in rows[..place].iter().enumerate() {
                    set = set.or(row[GROUP + place - earlier]);
                }
                let index = index(first + place, set);
                indices[first + place] = index;
                rows[place] = &self.rows[index];
            }
            // What the whole group excludes is added to the 64 heaps after it, a group at a time: this goes
            // on beside the waiting.
            let later = sets[first + GROUP..].as_chunks_mut::<GROUP>().0;
            for (number, sets) in later.iter_mut().take(WORD / GROUP).enumerate() {
                let mut sum = *sets;
                for (place, row) in rows.iter().enumerate() {
                    let from = (number + 2) * GROUP - place;
                    for (set, excluded) in sum.iter_mut().zip(&row[from..from + GROUP]) {
                        *set = set.or(*excluded);
                    }
                }
                *sets = sum;
            }
        }
        self.carried.copy_from_slice(&sets[WORD..]);
        indices
    }
}
