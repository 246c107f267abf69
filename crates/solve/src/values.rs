//! What has been found out about parts, shared among threads.

use crate::growing::Growing;
use foldhash::fast::RandomState;
use grundy_core::{Nimber, Run, Stopped};
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A part's number in a list of [`Values`].
pub(crate) type Id = u32;

/// What is known of the nimbers of parts: exact, growing, shared among threads.
///
/// A part is found by the whole position, never by a hash of it, so what is known is known of that
/// position. Of a part either the nimber is known, or some values that it is not. Hold one for as
/// long as its values are of use: it survives a stopped run, and the next run goes on from it.
pub struct Values<P> {
    hasher: RandomState,
    shards: [Mutex<HashTable<Id>>; SHARDS],
    parts: Growing<Entry<P>>,
    length: AtomicU32,
}

const SHARDS: usize = 16;

/// What a hash table adds to each number: a control byte, the number, and room for growth.
const ENTRY_OVERHEAD: usize = 10;

struct Entry<P> {
    part: P,
    /// How much work the part is thought to be.
    effort: u64,
    /// Whether the nimber is at most 62, so that it is among those that knowledge has bits for.
    is_bounded: bool,
    knowledge: AtomicU64,
}

/// What is told of a new part.
pub(crate) struct Learnt {
    /// What it takes.
    pub(crate) bytes: usize,
    /// How much work it is thought to be.
    pub(crate) effort: u64,
    /// The nimber is at most this.
    pub(crate) most: u64,
    /// The nimber, where it is known.
    pub(crate) nimber: Option<Nimber>,
}

/// Set in an entry's knowledge when the other bits are the nimber; otherwise bit v says that the
/// nimber is not v.
const IS_KNOWN: u64 = 1 << 63;

/// Values up to this one have a bit.
const LARGEST_NOTED: u64 = 62;

/// The bits of all values above this one.
fn above(most: u64) -> u64 {
    if most >= LARGEST_NOTED { 0 } else { !IS_KNOWN & u64::MAX << (most + 1) }
}

impl<P: Eq + Hash> Values<P> {
    /// How many parts have been met.
    pub fn len(&self) -> usize {
        self.length.load(Ordering::Relaxed) as usize
    }

    /// Whether none has been met.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nimber of a part, if it has been found.
    pub fn get(&self, part: &P) -> Option<Nimber> {
        let hash = self.hasher.hash_one(part);
        let id = *self.shard(hash).find(hash, |&id| self.part(id) == part)?;
        self.known(id)
    }

    /// Visits the parts whose nimbers have been found, beginning with the number `from` of those
    /// that have been met.
    pub fn each_known(&self, from: usize, mut visit: impl FnMut(&P, Nimber)) {
        for id in from..self.len() {
            // A part that another thread is just adding is left out.
            let Some(entry) = self.parts.get(id as u32) else { continue };
            let knowledge = entry.knowledge.load(Ordering::Relaxed);
            if knowledge & IS_KNOWN != 0 {
                visit(&entry.part, Nimber(knowledge & !IS_KNOWN));
            }
        }
    }

    /// The number of a part. When it is new, `learn` tells its effort and what is known of it.
    pub(crate) fn number(&self, part: P, learn: impl FnOnce(&P) -> Learnt, run: &Run) -> Result<Id, Stopped> {
        let hash = self.hasher.hash_one(&part);
        if let Some(&id) = self.shard(hash).find(hash, |&id| *self.part(id) == part) {
            return Ok(id);
        }
        // Outside of the lock: to learn may take time.
        let Learnt { bytes, effort, most, nimber } = learn(&part);
        run.hold(bytes + size_of::<Entry<P>>() - size_of::<P>() + ENTRY_OVERHEAD)?;
        let knowledge = AtomicU64::new(match nimber {
            Some(nimber) => nimber.0 | IS_KNOWN,
            None => above(most),
        });
        let mut shard = self.shard(hash);
        if let Some(&id) = shard.find(hash, |&id| *self.part(id) == part) {
            return Ok(id);
        }
        let id = self.length.fetch_add(1, Ordering::Relaxed);
        assert!(id < Id::MAX, "more than four billion parts");
        let entry = Entry { part, effort, is_bounded: most < LARGEST_NOTED, knowledge };
        self.parts.get_or_make(id, || entry);
        shard.insert_unique(hash, id, |&id| self.hasher.hash_one(self.part(id)));
        Ok(id)
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, HashTable<Id>> {
        // The table uses the lowest and the highest seven bits.
        let shard = &self.shards[(hash >> 48) as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P> Values<P> {
    pub(crate) fn part(&self, id: Id) -> &P {
        &self.entry(id).part
    }

    pub(crate) fn effort(&self, id: Id) -> u64 {
        self.entry(id).effort
    }

    pub(crate) fn known(&self, id: Id) -> Option<Nimber> {
        let knowledge = self.entry(id).knowledge.load(Ordering::Relaxed);
        (knowledge & IS_KNOWN != 0).then_some(Nimber(knowledge & !IS_KNOWN))
    }

    /// Whether the part is known to have, or known not to have, this nimber.
    pub(crate) fn is(&self, id: Id, nimber: Nimber) -> Option<bool> {
        let knowledge = self.entry(id).knowledge.load(Ordering::Relaxed);
        match knowledge & IS_KNOWN != 0 {
            true => Some(knowledge & !IS_KNOWN == nimber.0),
            false => (nimber.0 <= LARGEST_NOTED && knowledge >> nimber.0 & 1 == 1).then_some(false),
        }
    }

    /// Notes the nimber.
    pub(crate) fn settle(&self, id: Id, nimber: Nimber) {
        self.entry(id).knowledge.store(nimber.0 | IS_KNOWN, Ordering::Relaxed);
    }

    /// Notes that this is not the nimber. What does not fit is forgotten.
    pub(crate) fn exclude(&self, id: Id, nimber: Nimber) {
        if nimber.0 <= LARGEST_NOTED {
            self.exclude_all(id, 1 << nimber.0);
        }
    }

    /// Notes that the nimber is at most this.
    pub(crate) fn bound(&self, id: Id, most: u64) {
        self.exclude_all(id, above(most));
    }

    fn exclude_all(&self, id: Id, excluded: u64) {
        let entry = self.entry(id);
        let add = |knowledge: u64| {
            // Another thread may have found the nimber, which must stay.
            (knowledge & IS_KNOWN == 0).then(|| {
                let may_be = !(knowledge | excluded | IS_KNOWN);
                let is_only_one = entry.is_bounded && may_be.is_power_of_two();
                if is_only_one { u64::from(may_be.trailing_zeros()) | IS_KNOWN } else { knowledge | excluded }
            })
        };
        let _ = entry.knowledge.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }

    fn entry(&self, id: Id) -> &Entry<P> {
        self.parts.get(id).expect("a number is given out after its entry is there")
    }
}

impl<P> Default for Values<P> {
    fn default() -> Self {
        Values {
            hasher: RandomState::default(),
            shards: std::array::from_fn(|_| Mutex::default()),
            parts: Growing::default(),
            length: AtomicU32::new(0),
        }
    }
}

impl<P> std::fmt::Debug for Values<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = self.length.load(Ordering::Relaxed);
        f.debug_struct("Values").field("parts", &parts).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_numbers_and_their_values() {
        let values = Values::default();
        let run = Run::unlimited();
        let learnt = |part, most| Learnt { bytes: 8, effort: part, most, nimber: None };
        let number = |part: u64| values.number(part, |&part| learnt(part, u64::MAX), &run).expect("no limit");
        let ids: Vec<Id> = (0..10_000).map(number).collect();
        assert_eq!(ids, (0..10_000).collect::<Vec<_>>());
        assert_eq!((0..10_000).map(number).collect::<Vec<_>>(), ids, "met again");
        for &id in &ids {
            assert_eq!(*values.part(id), u64::from(id));
            values.exclude(id, Nimber(0));
            values.exclude(id, Nimber(5));
            assert_eq!((values.is(id, Nimber(5)), values.is(id, Nimber(1))), (Some(false), None));
            values.settle(id, Nimber(1 << 62));
            values.exclude(id, Nimber(1));
            assert_eq!(values.known(id), Some(Nimber(1 << 62)), "what is known stays");
        }
        assert_eq!(values.get(&77), Some(Nimber(1 << 62)));
        let id = values.number(20_000, |&part| learnt(part, 2), &run).expect("no limit");
        assert_eq!(values.is(id, Nimber(3)), Some(false));
        values.exclude(id, Nimber(1));
        assert_eq!(values.known(id), None);
        values.bound(id, 1);
        assert_eq!(values.known(id), Some(Nimber(0)), "it can be nothing else");
        assert_eq!(values.get(&10_000), None);
    }
}
