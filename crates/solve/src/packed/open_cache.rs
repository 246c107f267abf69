//! Opened parts that may be needed again: a part that was tested is often tested again, for another value.

use super::open::Open;
use super::share::Share;
use crate::memory::bytes_of_a_cache;
use foldhash::fast::RandomState;
use grundy_core::{BoardWord, Packed, Run};
use std::collections::HashMap;

/// Opened parts in two generations. When the younger one is full, the older one is given up.
pub(super) struct OpenCache<W> {
    young: Generation<W>,
    old: Generation<W>,
    /// The most memory of a generation.
    most: usize,
}

struct Generation<W> {
    parts: HashMap<Packed<W>, Box<Open<W>>, RandomState>,
    bytes: usize,
}

impl<W: BoardWord> OpenCache<W> {
    pub(super) fn new(run: &Run) -> OpenCache<W> {
        OpenCache { young: Generation::new(), old: Generation::new(), most: bytes_of_a_cache(run) / 2 }
    }

    /// Takes a part out of the cache.
    pub(super) fn take(&mut self, part: Packed<W>, share: &Share<'_>) -> Option<Box<Open<W>>> {
        for generation in [&mut self.young, &mut self.old] {
            if let Some(open) = generation.parts.remove(&part) {
                generation.bytes -= open.bytes();
                share.release(open.bytes());
                return Some(open);
            }
        }
        None
    }

    /// Keeps a part if memory allows it.
    pub(super) fn put(&mut self, open: Box<Open<W>>, share: &Share<'_>) {
        let bytes = open.bytes();
        if self.young.bytes + bytes > self.most {
            std::mem::swap(&mut self.young, &mut self.old);
            self.young.clear(share);
        }
        if bytes <= self.most && share.hold(bytes).is_ok() {
            self.young.bytes += bytes;
            self.young.parts.insert(open.part, open);
        }
    }

    /// Keeps what is there for another run, as far as its memory allows.
    pub(super) fn hand_over(&mut self, from: &Run, to: &Run) {
        let bytes = self.young.bytes + self.old.bytes;
        from.release(bytes);
        self.most = bytes_of_a_cache(to) / 2;
        if bytes > 2 * self.most || to.hold(bytes).is_err() {
            (self.young, self.old) = (Generation::new(), Generation::new());
        }
    }

    /// Gives everything up.
    pub(super) fn clear(&mut self, share: &Share<'_>) {
        self.young.clear(share);
        self.old.clear(share);
    }
}

impl<W: BoardWord> Generation<W> {
    fn new() -> Generation<W> {
        Generation { parts: HashMap::default(), bytes: 0 }
    }

    fn clear(&mut self, share: &Share<'_>) {
        share.release(std::mem::take(&mut self.bytes));
        self.parts.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Limits;

    #[test]
    fn the_caches_of_all_threads_take_an_eighth_of_the_limit_at_most() {
        let run = |memory, threads| {
            Run::new(Limits { memory: Some(memory), ..Limits::default() }).with_threads(threads)
        };
        for threads in [1, 2, 8, 64] {
            let cache = OpenCache::<u64>::new(&run(16 << 20, threads));
            assert_eq!(2 * cache.most * threads, 2 << 20, "{threads} threads");
        }
        // A cache that goes on under another run keeps to the limit of that one.
        let (small, large) = (run(8 << 20, 4), run(8 << 30, 1));
        let mut cache = OpenCache::<u64>::new(&large);
        assert_eq!(2 * cache.most, 64 << 20);
        cache.hand_over(&large, &small);
        assert_eq!(2 * cache.most, 256 << 10);
    }
}
