//! Values already found, shared among threads.

use dashmap::DashMap;
use foldhash::fast::RandomState;
use grundy_core::{Run, Stopped};
use std::hash::Hash;

/// Values by whole position: exact, growing, shared among threads.
///
/// The key is the position itself, never a hash of it, so a value found is the value of that
/// position. Hold one memo for as long as its values are of use: it survives a stopped run, and
/// the next run goes on from it.
#[derive(Debug)]
pub struct Memo<P: Eq + Hash, V> {
    values: DashMap<P, V, RandomState>,
}

/// What an entry takes in a hash map that is between 7/16 and 7/8 full: its size and a control byte, and as
/// much for free places.
const fn entry_bytes<P, V>() -> usize {
    2 * (size_of::<(P, V)>() + 1)
}

impl<P: Eq + Hash, V: Copy> Memo<P, V> {
    /// The value of a position, if it has been found.
    pub fn get(&self, position: &P) -> Option<V> {
        self.values.get(position).map(|value| *value)
    }

    /// Visits all values, in no order; the visitor must not use the memo.
    pub(crate) fn each(&self, mut visit: impl FnMut(&P, V)) {
        self.values.iter().for_each(|entry| visit(entry.key(), *entry.value()));
    }

    /// How many values it holds.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Keeps a value; `bytes` is what the position takes besides its own size.
    pub(crate) fn insert(&self, position: P, value: V, bytes: usize, run: &Run) -> Result<(), Stopped> {
        if self.values.insert(position, value).is_none() {
            run.hold(bytes + entry_bytes::<P, V>())?;
        }
        Ok(())
    }
}

impl<P: Eq + Hash, V> Default for Memo<P, V> {
    fn default() -> Self {
        Memo { values: DashMap::with_hasher(RandomState::default()) }
    }
}
