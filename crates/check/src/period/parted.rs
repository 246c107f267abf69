//! The nimbers that a number of heaps of a total can come to, for the plain rule of codes that leave more
//! than three heaps or add beans: by the first of the heaps, for each number of them.

use super::clock::{Clock, Halt};
use std::collections::BTreeSet;

/// By the number of heaps and their total, the XORs of their nimbers. So many heaps are of any sizes.
pub(super) struct Parted {
    sets: Vec<Vec<BTreeSet<u32>>>,
    bytes: u64,
}

/// What a set takes without its values, and with each of them, at most about.
const BYTES_A_SET: u64 = 48;
const BYTES_A_VALUE: u64 = 16;

impl Parted {
    /// The most heaps.
    pub(super) fn new(most: usize) -> Self {
        Parted { sets: vec![Vec::new(); most + 1], bytes: 0 }
    }

    /// The XORs of a number of heaps of a total. All of it is known where the nimbers of heaps to `total +
    /// 1 - heaps` are.
    pub(super) fn of(&self, heaps: usize, total: usize) -> impl Iterator<Item = u32> {
        let set = self.sets.get(heaps).and_then(|sets| sets.get(total));
        set.into_iter().flatten().copied()
    }

    /// What the sets take, in bytes, about.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Takes in the nimber of the next heap, the last of these.
    ///
    /// # Errors
    ///
    /// When the clock says so.
    pub(super) fn push(&mut self, values: &[u32], clock: &mut Clock<'_>) -> Result<(), Halt> {
        clock.worked(self.take_in(values))
    }

    /// The same; returns how much work it was.
    pub(super) fn take_in(&mut self, values: &[u32]) -> usize {
        let Some(last) = values.len().checked_sub(1).filter(|&last| last > 0) else { return 0 };
        let mut work = 0;
        for heaps in 1..self.sets.len() {
            // The largest total of this number of heaps in which none is larger than the last.
            let total = last + heaps - 1;
            let set = if heaps == 1 {
                BTreeSet::from([values[last]])
            } else {
                let with_first =
                    |first: usize| self.of(heaps - 1, total - first).map(move |rest| (first, rest));
                let all = (1..=last).flat_map(with_first).inspect(|_| work += 1);
                all.map(|(first, rest)| values[first] ^ rest).collect()
            };
            self.bytes += BYTES_A_SET + BYTES_A_VALUE * set.len() as u64;
            self.sets[heaps].resize(total, BTreeSet::new());
            self.sets[heaps].push(set);
        }
        work
    }
}
