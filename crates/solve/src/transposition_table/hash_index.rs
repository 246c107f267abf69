//! A hash table from the hashes of parts to their numbers, with linear probing, read without locks.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The numbers of the parts that a hash may belong to.
///
/// Readers take no lock and write nothing. So they never invalidate a cache line of another thread, and
/// the look-ups of several parts can be in flight at once. A slot is one word, 0 where it is free:
///
/// ```text
/// bits 63 .. 32   tag: the high half of the hash
///      31 ..  0   number + 1
/// ```
///
/// The highest bits of a tag select its shard, the lowest its first slot. A collision goes to the next
/// free slot (linear probing). A table that fills up is copied to one of twice the length. Old tables stay
/// readable; a look-up that misses a concurrent insertion is repeated under the lock before inserting.
pub(crate) struct HashIndex {
    shards: [Shard; 1 << SHARD_BITS],
}

const SHARD_BITS: u32 = 4;

/// The first table of a shard has 2^FIRST slots.
const FIRST: u32 = 5;

/// The memory of the tables for each number, old tables included.
pub(crate) const BYTES_PER_NUMBER: usize = 48;

struct Shard {
    tables: [OnceLock<Box<[AtomicU64]>>; 28],
    /// The table to read.
    current: AtomicUsize,
    /// The number of taken slots; the holder of the lock may write.
    taken: Mutex<usize>,
}

/// The right to add a number to a shard: it holds the shard's lock.
pub(crate) struct Writer<'a> {
    shard: &'a Shard,
    taken: MutexGuard<'a, usize>,
    tag: Tag,
}

/// The half of a hash that the index uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tag(u32);

impl Tag {
    /// The high half of a hash.
    pub(crate) fn of(hash: u64) -> Tag {
        Tag((hash >> 32) as u32)
    }

    /// Its place in a table whose length is a power of two.
    pub(crate) fn place(self, length: usize) -> usize {
        self.0 as usize & (length - 1)
    }
}

/// The content of a slot when it was read.
#[derive(Clone, Copy)]
pub(crate) struct Slot(u64);

impl Slot {
    /// Whether the slot held no number.
    pub(crate) fn is_free(self) -> bool {
        self.0 == 0
    }

    /// The number in the slot, if it has this tag.
    pub(crate) fn number(self, tag: Tag) -> Option<u32> {
        (!self.is_free() && (self.0 >> 32) as u32 == tag.0).then(|| (self.0 as u32).wrapping_sub(1))
    }
}

impl HashIndex {
    /// The first slot where a number with this tag may be. If it is free, there is no such number.
    pub(crate) fn first(&self, tag: Tag) -> Slot {
        let shard = self.shard(tag);
        let table = shard.tables[shard.current.load(Ordering::Acquire)].get();
        Slot(table.map_or(0, |table| table[tag.place(table.len())].load(Ordering::Acquire)))
    }

    /// The number with this tag for which `is_it` holds.
    pub(crate) fn find(&self, tag: Tag, is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let shard = self.shard(tag);
        find(shard.tables[shard.current.load(Ordering::Acquire)].get()?, tag, is_it)
    }

    /// Locks the shard of this tag.
    pub(crate) fn write(&self, tag: Tag) -> Writer<'_> {
        let shard = self.shard(tag);
        Writer { shard, taken: shard.taken.lock().unwrap_or_else(PoisonError::into_inner), tag }
    }

    fn shard(&self, tag: Tag) -> &Shard {
        &self.shards[(tag.0 >> (u32::BITS - SHARD_BITS)) as usize]
    }
}

impl Writer<'_> {
    /// The number for which `is_it` holds. No other thread can add it while the writer lives.
    pub(crate) fn find(&self, is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        find(self.shard.table(self.shard.current.load(Ordering::Relaxed)), self.tag, is_it)
    }

    /// Adds a number that `find` has not found. Its entry must be complete: readers can see it at once.
    pub(crate) fn add(mut self, number: u32) {
        let current = self.shard.current.load(Ordering::Relaxed);
        let table = self.shard.table(current);
        put(table, u64::from(self.tag.0) << 32 | u64::from(number + 1));
        *self.taken += 1;
        if *self.taken > table.len() / 8 * 5 && current + 1 < self.shard.tables.len() {
            let longer = self.shard.table(current + 1);
            table.iter().for_each(|slot| put(longer, slot.load(Ordering::Relaxed)));
            self.shard.current.store(current + 1, Ordering::Release);
        }
    }
}

impl Shard {
    fn table(&self, number: usize) -> &[AtomicU64] {
        let empty = || (0..1_usize << (number as u32 + FIRST)).map(|_| AtomicU64::new(0)).collect();
        self.tables[number].get_or_init(empty)
    }
}

/// Reads slots from the first one of the tag to the first free one.
fn find(table: &[AtomicU64], tag: Tag, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
    let last = table.len() - 1;
    let mut at = tag.place(table.len());
    loop {
        // Acquire pairs with Release in `put`: the entry of the number is visible with the slot.
        let slot = table[at & last].load(Ordering::Acquire);
        // Slots are never freed, so a free slot ends every probe sequence that could hold the tag.
        if slot == 0 {
            return None;
        }
        let number = (slot as u32).wrapping_sub(1);
        if (slot >> 32) as u32 == tag.0 && is_it(number) {
            return Some(number);
        }
        at += 1;
    }
}

/// Copies the content of a slot to the first free place of its tag; does nothing for a free slot.
fn put(table: &[AtomicU64], slot: u64) {
    if slot == 0 {
        return;
    }
    let last = table.len() - 1;
    let mut at = (slot >> 32) as usize & last;
    while table[at].load(Ordering::Relaxed) != 0 {
        at = (at + 1) & last;
    }
    table[at].store(slot, Ordering::Release);
}

impl Default for HashIndex {
    fn default() -> Self {
        HashIndex {
            shards: std::array::from_fn(|_| Shard {
                tables: std::array::from_fn(|_| OnceLock::new()),
                current: AtomicUsize::new(0),
                taken: Mutex::default(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_threads_add_is_there_once_and_found_again() {
        const NUMBERS: u32 = 20_000;
        // Three numbers share each tag: most slots are not the first of their tag.
        let tag = |number: u32| Tag::of(u64::from(number / 3).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let index = HashIndex::default();
        let made = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for number in 0..NUMBERS {
                        let writer = index.write(tag(number));
                        if writer.find(|other| other == number).is_none() {
                            made.fetch_add(1, Ordering::Relaxed);
                            writer.add(number);
                        }
                        let half = number / 2;
                        assert_eq!(index.find(tag(half), |other| other == half), Some(half));
                    }
                });
            }
        });
        assert_eq!(made.into_inner(), NUMBERS as usize, "each once");
        assert_eq!(index.find(tag(NUMBERS + 3), |_| true), None);
    }
}
