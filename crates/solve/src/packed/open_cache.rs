//! Opened parts that may be needed again: a part that was tested is often tested again, for another value.

use super::open::Open;
use foldhash::fast::RandomState;
use grundy_core::{Packed, Run};
use std::collections::HashMap;

/// Opened parts in two generations. When the younger one is full, the older one is given up.
pub(super) struct OpenCache {
    young: Generation,
    old: Generation,
    /// The most memory of a generation.
    most: usize,
}

#[derive(Default)]
struct Generation {
    parts: HashMap<Packed, Open, RandomState>,
    bytes: usize,
}

/// The most memory of both generations where there is no limit.
const MOST_BYTES: u64 = 64 << 20;

impl OpenCache {
    pub(super) fn new(run: &Run) -> OpenCache {
        let most = run.limits().memory.map_or(MOST_BYTES, |most| MOST_BYTES.min(most / 8)) / 2;
        OpenCache { young: Generation::default(), old: Generation::default(), most: most as usize }
    }

    /// Takes a part out of the cache.
    pub(super) fn take(&mut self, part: Packed, run: &Run) -> Option<Open> {
        for generation in [&mut self.young, &mut self.old] {
            if let Some(open) = generation.parts.remove(&part) {
                generation.bytes -= open.bytes();
                run.release(open.bytes());
                return Some(open);
            }
        }
        None
    }

    /// Keeps a part if memory allows it.
    pub(super) fn put(&mut self, open: Open, run: &Run) {
        let bytes = open.bytes();
        if self.young.bytes + bytes > self.most {
            std::mem::swap(&mut self.young, &mut self.old);
            self.young.clear(run);
        }
        if bytes <= self.most && run.hold(bytes).is_ok() {
            self.young.bytes += bytes;
            self.young.parts.insert(open.part, open);
        }
    }

    /// Gives everything up.
    pub(super) fn clear(&mut self, run: &Run) {
        self.young.clear(run);
        self.old.clear(run);
    }
}

impl Generation {
    fn clear(&mut self, run: &Run) {
        run.release(std::mem::take(&mut self.bytes));
        self.parts.clear();
    }
}
