//! To how many options each sum is a reply.

use grundy_core::{Held, Run};
use std::collections::HashMap;

/// Counts of sums by their keys, held of a run until they are dropped.
pub(super) struct Uses {
    counts: HashMap<u128, u32>,
    held: Held,
}

/// So many sums are counted at most: in larger proofs, to count all replies takes several times as long as the proof.
const MOST_COUNTED: usize = 1 << 20;

/// About the bytes of a count: tables have room for up to twice as many entries as they have.
const BYTES_OF_COUNT: usize = 2 * size_of::<(u128, u32)>();

impl Uses {
    /// Nothing is counted yet.
    pub(super) fn new(run: &Run) -> Self {
        Uses { counts: HashMap::new(), held: Held::of(run) }
    }

    /// Counts one more use of a sum; `false` where it has no room.
    pub(super) fn count(&mut self, key: u128) -> bool {
        if let Some(count) = self.counts.get_mut(&key) {
            *count += 1;
            return true;
        }
        let has_room = self.counts.len() < MOST_COUNTED && self.held.hold(BYTES_OF_COUNT).is_ok();
        if has_room {
            self.counts.insert(key, 1);
        }
        has_room
    }

    /// How many uses of a sum were counted.
    pub(super) fn of(&self, key: u128) -> u32 {
        self.counts.get(&key).copied().unwrap_or(0)
    }
}
