//! A cache of expanded frames: a part that was tested is often tested again, for another value.

use crate::frame::Frame;
use crate::memory::bytes_of_a_cache;
use crate::transposition_table::PartId;
use foldhash::fast::RandomState;
use grundy_core::Run;
use std::collections::HashMap;

/// Frames of parts whose nimbers are not known yet, with their lists of options.
#[derive(Default)]
pub(crate) struct FrameCache {
    frames: HashMap<PartId, Frame, RandomState>,
    bytes: usize,
}

impl FrameCache {
    /// Takes the frame of a part out of the cache.
    pub(crate) fn take(&mut self, id: PartId) -> Option<Frame> {
        let frame = self.frames.remove(&id)?;
        self.bytes -= frame.bytes;
        Some(frame)
    }

    pub(crate) fn put(&mut self, frame: Frame, run: &Run) {
        self.bytes += frame.bytes;
        self.frames.insert(frame.id, frame);
        if self.bytes > bytes_of_a_cache(run) {
            self.clear(run);
        }
    }

    /// Empties the cache and releases its memory from the run.
    pub(crate) fn clear(&mut self, run: &Run) {
        run.release(self.bytes);
        self.bytes = 0;
        self.frames.clear();
    }
}
