//! The working memory of one thread of the mex search.

use crate::frame_cache::FrameCache;
use crate::options::ListedOptions;
use crate::proof_table::ProofTable;
use crate::transposition_table::{LookupBatch, RecentNimbers};
use grundy_core::Run;

/// What a thread keeps from one part to the next. Buffers are kept for their allocations.
pub(crate) struct Scratch<P> {
    pub(crate) frames: FrameCache,
    pub(crate) recent: RecentNimbers,
    /// The proof numbers, where df-pn decides the order of the search.
    pub(crate) proofs: Option<ProofTable>,
    /// The options that are being looked up.
    pub(crate) batch: LookupBatch<P>,
    /// The options that are being listed.
    pub(crate) listed: ListedOptions<P>,
}

impl<P> Scratch<P> {
    pub(crate) fn new(proofs: Option<ProofTable>) -> Self {
        Scratch {
            frames: FrameCache::default(),
            recent: RecentNimbers::default(),
            proofs,
            batch: LookupBatch::default(),
            listed: ListedOptions::default(),
        }
    }

    /// Releases what is kept from the run.
    pub(crate) fn release(&mut self, run: &Run) {
        self.frames.clear(run);
        self.proofs.iter_mut().for_each(|proofs| proofs.release(run));
    }
}
