//! What a thread keeps from one question to the next.

use super::at_once::SmallParts;
use super::easy_parts::Level;
use super::listing::Group;
use super::open_cache::OpenCache;
use super::share::Share;
use crate::proof_numbers::Estimates;
use grundy_core::{BoardWord, Run};
use std::sync::{Mutex, PoisonError};

/// What a thread keeps while it searches.
pub(super) struct Scratch<W> {
    pub(super) cache: OpenCache<W>,
    pub(super) small: SmallParts,
    pub(super) group: Group<W>,
    /// What searches of easy parts list options in.
    pub(super) levels: Vec<Level<W>>,
    /// How many positions the thread has entered.
    pub(super) nodes: u64,
    pub(super) estimates: Estimates,
    /// How many options were listed for questions about boards of the shape of the present one.
    pub(super) looked_at: u64,
}

/// What the threads of one solver keep, each its own: parts that one question has opened, the next one finds open. It
/// is given up with the solver.
pub(crate) struct Kept<W: BoardWord> {
    idle: Mutex<Vec<(Scratch<W>, Run)>>,
}

impl<W: BoardWord> Kept<W> {
    pub(crate) fn new() -> Kept<W> {
        Kept { idle: Mutex::new(Vec::new()) }
    }

    /// What a thread goes on with, its memory held by this run.
    pub(super) fn take(&self, doubling: u64, run: &Run) -> Scratch<W> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Some((mut scratch, from)) = idle else {
            return Scratch {
                cache: OpenCache::new(run),
                small: SmallParts::new(),
                group: Group::new(),
                levels: Vec::new(),
                nodes: 0,
                estimates: Estimates::new(doubling),
                looked_at: 0,
            };
        };
        scratch.cache.hand_over(&from, run);
        scratch
    }

    /// Keeps it for the next question.
    pub(super) fn put(&self, scratch: Scratch<W>, run: &Run) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((scratch, run.clone()));
    }
}

impl<W: BoardWord> Drop for Kept<W> {
    fn drop(&mut self) {
        for (mut scratch, run) in self.idle.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            scratch.cache.clear(&Share::of(&run));
        }
    }
}
