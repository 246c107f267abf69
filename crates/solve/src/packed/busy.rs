//! Which parts the threads are at, so that each goes its own way.

use crate::proof_numbers::capped_sum;
use grundy_core::{BoardWord, Packed};
use std::sync::atomic::{AtomicU16, Ordering};

/// How many threads have a part on their stacks, by the hash of the part: two parts may share a count, which
/// only makes a thread choose another way.
///
/// A thread counts the work on a part for half as much more with each other thread that is at it ("virtual loss":
/// G. Chaslot, M. Winands and H. J. van den Herik, "Parallel Monte-Carlo tree search", Computers and Games 2008). So
/// threads that share a table do not search the same parts at the same time.
pub(super) struct Busy {
    counts: Box<[AtomicU16]>,
}

/// The number of counts, a power of two.
const COUNTS: usize = 1 << 12;

impl Busy {
    pub(super) fn new() -> Busy {
        Busy { counts: (0..COUNTS).map(|_| AtomicU16::new(0)).collect() }
    }

    fn count<W: BoardWord>(&self, part: Packed<W>) -> &AtomicU16 {
        let (low, high) = part.cells.halves();
        let cells = low ^ high.rotate_left(23);
        let mixed = (cells ^ u64::from(part.columns) << 58).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.counts[(mixed >> 52) as usize % COUNTS]
    }

    /// A thread begins with a part.
    pub(super) fn begin<W: BoardWord>(&self, part: Packed<W>) {
        self.count(part).fetch_add(1, Ordering::Relaxed);
    }

    /// A thread leaves a part.
    pub(super) fn end<W: BoardWord>(&self, part: Packed<W>) {
        self.count(part).fetch_sub(1, Ordering::Relaxed);
    }

    /// The proof number of a part, with half as much more for each thread that is at it.
    pub(super) fn raised<W: BoardWord>(&self, part: Packed<W>, proof: u64) -> u64 {
        let threads = u64::from(self.count(part).load(Ordering::Relaxed));
        capped_sum(proof, (proof / 2).saturating_mul(threads))
    }
}
