//! A cache of expanded frames: a part that was tested is often tested again, for another value.

use crate::frame::Frame;
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

/// The cache is emptied when its frames take more than this, or the threads together more than an eighth of the limit of
/// memory.
const MOST_BYTES: usize = 64 << 20;

fn most_bytes(run: &Run) -> usize {
    let share = run.limits().memory.map_or(u64::MAX, |most| most / 8 / run.threads() as u64);
    usize::try_from(share).unwrap_or(usize::MAX).min(MOST_BYTES)
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
        if self.bytes > most_bytes(run) {
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
