//! Hints for the check of a sparse window: nimbers that are verified, and never believed.

use grundy_heaps::{Code, SparseSpace};

/// Somebody who guesses the nimbers of a code.
///
/// To verify that every heap of a long stretch has the least common nimber that nothing excludes costs less than to
/// find these nimbers, since each depends on those just before. So a check may take guesses, from a search for
/// instance, and verify them.
pub trait Guesser {
    /// Guesses for the heaps after the known ones, if exactly the listed heaps are rare. `known` are the nimbers from
    /// heap `start` on; the first guess is for heap `start + known.len()`, a multiple of 64. `None` if there are none.
    fn guesses(
        &self,
        code: &Code,
        space: &SparseSpace,
        start: u64,
        known: &[u16],
    ) -> Option<Box<dyn Guesses>>;

    /// About the bytes that these guesses would hold.
    fn bytes(&self, code: &Code, space: &SparseSpace) -> u64;
}

/// Guesses, heap after heap.
pub trait Guesses {
    /// Appends guesses for this number of words of 64 heaps, a byte a heap: 255 for a rare heap, or the nimber of a
    /// common one without the lowest bit of the mask. False when there are no more.
    fn guess(&mut self, words: usize, indices: &mut Vec<u8>) -> bool;
}
