//! Numbers by the hash of what they stand for, read without a lock.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Which numbers a hash may have: a hash table whose readers never wait, and never make another
/// thread's memory stale, so that the processor looks up several parts at once.
///
/// A slot is one word, 0 where it is free:
///
/// ```text
/// bits 63 .. 32   mark: the high half of the hash
///      31 ..  0   number + 1
/// ```
///
/// The highest bits of a mark tell its shard, the lowest its first slot; where that is taken, the next
/// free one is. A table that fills up is copied to one twice as long. The old one stays, so that who
/// reads it can go on: what he misses he finds when he comes to add it, which is done under a lock.
pub(crate) struct Index {
    shards: [Shard; 1 << SHARD_BITS],
}

const SHARD_BITS: u32 = 4;

/// The first table of a shard has 2^FIRST slots.
const FIRST: u32 = 5;

/// What the tables take for each number, the old ones included.
pub(crate) const BYTES_PER_NUMBER: usize = 48;

struct Shard {
    tables: [OnceLock<Box<[AtomicU64]>>; 28],
    /// The table that is read.
    current: AtomicUsize,
    /// How many slots are taken; who holds it may write.
    taken: Mutex<usize>,
}

/// Who may add a number.
pub(crate) struct Writer<'a> {
    shard: &'a Shard,
    taken: MutexGuard<'a, usize>,
    mark: Mark,
}

/// A hash, as the index uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark(u32);

impl Mark {
    /// Of a hash the higher half.
    pub(crate) fn of(hash: u64) -> Mark {
        Mark((hash >> 32) as u32)
    }

    /// Its place in a table of so many, a power of two.
    pub(crate) fn place(self, length: usize) -> usize {
        self.0 as usize & (length - 1)
    }
}

/// A slot as it was when it was read.
#[derive(Clone, Copy)]
pub(crate) struct Slot(u64);

impl Slot {
    /// Whether there was no number in it.
    pub(crate) fn is_free(self) -> bool {
        self.0 == 0
    }

    /// The number in it, if it has this mark.
    pub(crate) fn number(self, mark: Mark) -> Option<u32> {
        (!self.is_free() && (self.0 >> 32) as u32 == mark.0).then(|| (self.0 as u32).wrapping_sub(1))
    }
}

impl Index {
    /// The first slot where a number with this mark may be: free where there is none.
    pub(crate) fn first(&self, mark: Mark) -> Slot {
        let shard = self.shard(mark);
        let table = shard.tables[shard.current.load(Ordering::Acquire)].get();
        Slot(table.map_or(0, |table| table[mark.place(table.len())].load(Ordering::Acquire)))
    }

    /// The number with this mark that `is_it`.
    pub(crate) fn find(&self, mark: Mark, is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let shard = self.shard(mark);
        find(shard.tables[shard.current.load(Ordering::Acquire)].get()?, mark, is_it)
    }

    /// Waits until no other thread adds numbers with such a mark.
    pub(crate) fn write(&self, mark: Mark) -> Writer<'_> {
        let shard = self.shard(mark);
        Writer { shard, taken: shard.taken.lock().unwrap_or_else(PoisonError::into_inner), mark }
    }

    fn shard(&self, mark: Mark) -> &Shard {
        &self.shards[(mark.0 >> (u32::BITS - SHARD_BITS)) as usize]
    }
}

impl Writer<'_> {
    /// The number that `is_it`, and stays it.
    pub(crate) fn find(&self, is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        find(self.shard.table(self.shard.current.load(Ordering::Relaxed)), self.mark, is_it)
    }

    /// Adds a number that was not found. All that is asked of it must have been written.
    pub(crate) fn add(mut self, number: u32) {
        let current = self.shard.current.load(Ordering::Relaxed);
        let table = self.shard.table(current);
        put(table, u64::from(self.mark.0) << 32 | u64::from(number + 1));
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

/// Reads slots from the first that the mark may have to the first that is free.
fn find(table: &[AtomicU64], mark: Mark, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
    let last = table.len() - 1;
    let mut at = mark.place(table.len());
    loop {
        // With the slot comes all that was written of the number before.
        let slot = table[at & last].load(Ordering::Acquire);
        if slot == 0 {
            return None;
        }
        let number = (slot as u32).wrapping_sub(1);
        if (slot >> 32) as u32 == mark.0 && is_it(number) {
            return Some(number);
        }
        at += 1;
    }
}

/// Puts a slot where it belongs; nothing for a free one.
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

impl Default for Index {
    fn default() -> Self {
        Index {
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
        // Few marks: most slots are not where they would be.
        let mark = |number: u32| Mark::of(u64::from(number / 3).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let index = Index::default();
        let made = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for number in 0..NUMBERS {
                        let writer = index.write(mark(number));
                        if writer.find(|other| other == number).is_none() {
                            made.fetch_add(1, Ordering::Relaxed);
                            writer.add(number);
                        }
                        let half = number / 2;
                        assert_eq!(index.find(mark(half), |other| other == half), Some(half));
                    }
                });
            }
        });
        assert_eq!(made.into_inner(), NUMBERS as usize, "each once");
        assert_eq!(index.find(mark(NUMBERS + 3), |_| true), None);
    }
}
