//! Values by whole position, shared among threads.

use dashmap::DashMap;
use foldhash::fast::RandomState;
use grundy_core::{Run, Stopped, drop_aside};
use std::hash::Hash;

/// Values by whole position: exact, without replacement, shared among threads.
///
/// The key is the position itself, never a hash of it, so an entry never belongs to another position.
#[derive(Debug)]
pub(crate) struct Memo<P: Eq + Hash + Send + 'static, V: Send + 'static> {
    values: DashMap<P, V, RandomState>,
}

/// The memory of an entry in a hash map that is between 7/16 and 7/8 full: its size and a control byte, and
/// the same again for free places.
const fn entry_bytes<P, V>() -> usize {
    2 * (size_of::<(P, V)>() + 1)
}

impl<P: Eq + Hash + Send + 'static, V: Copy + Send + 'static> Memo<P, V> {
    /// The value of a position, if it has been found.
    pub(crate) fn get(&self, position: &P) -> Option<V> {
        self.values.get(position).map(|value| *value)
    }

    /// Visits all values, in no order; the visitor must not use the memo.
    pub(crate) fn each(&self, mut visit: impl FnMut(&P, V)) {
        self.values.iter().for_each(|entry| visit(entry.key(), *entry.value()));
    }

    /// The number of values.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no values.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Keeps a value; `bytes` is the memory of the position besides its own size.
    pub(crate) fn insert(&self, position: P, value: V, bytes: usize, run: &Run) -> Result<(), Stopped> {
        if self.values.insert(position, value).is_none() {
            run.hold(bytes + entry_bytes::<P, V>())?;
        }
        Ok(())
    }
}

impl<P: Eq + Hash + Send + 'static, V: Send + 'static> Default for Memo<P, V> {
    fn default() -> Self {
        Memo { values: DashMap::with_hasher(RandomState::default()) }
    }
}

/// A memo of more values is not freed before the program goes on.
const MANY: usize = 100_000;

impl<P: Eq + Hash + Send + 'static, V: Send + 'static> Drop for Memo<P, V> {
    fn drop(&mut self) {
        if self.values.len() > MANY {
            drop_aside(std::mem::replace(&mut self.values, DashMap::with_hasher(RandomState::default())));
        }
    }
}
