//! The transposition table of answers.

use super::entry::{Answer, Data, LARGEST_EXCLUDABLE};
use super::prefetch::prefetch;
use crate::proof_numbers::ProofNumbers;
use grundy_core::{Packed, Run};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

/// What has been found out of parts: nimbers, excluded values, and proof numbers. Bounded and evicting, shared among
/// threads without locks.
///
/// The key of an entry is the part itself, its cells and columns, never a hash. An entry is two words that are
/// written one after another; a reader takes an entry only if its second word has not changed meanwhile
/// (a sequence lock), and that word counts the parts that the entry has been given to.
pub(super) struct AnswerTable {
    /// Entries in buckets of four, which are 64 bytes.
    entries: Box<[[AtomicU64; 2]]>,
    used: AtomicUsize,
    /// Shifts a hash down to a bucket.
    shift: u32,
}

/// The entries of a bucket.
const BUCKET: usize = 4;

/// All that the table says of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) answer: Answer,
    /// The proof numbers of the value that was asked for.
    pub(super) numbers: Option<ProofNumbers>,
}

/// The memory of a table of this number of buckets.
pub(super) fn bytes(buckets: usize) -> usize {
    buckets * BUCKET * 16
}

impl AnswerTable {
    /// An empty table; the number of buckets is a power of two, at least two.
    pub(super) fn new(buckets: usize) -> AnswerTable {
        let free = || [AtomicU64::new(0), AtomicU64::new(0)];
        AnswerTable {
            entries: (0..buckets * BUCKET).map(|_| free()).collect(),
            used: AtomicUsize::new(0),
            shift: 64 - buckets.ilog2(),
        }
    }

    pub(super) fn buckets(&self) -> usize {
        self.entries.len() / BUCKET
    }

    /// Whether more than half of the entries are used: then parts begin to be evicted.
    pub(super) fn is_crowded(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.entries.len() / 2
    }

    /// The bucket of a part. Two multiplications spread the cells over the high bits (after D. E. Knuth, *The Art
    /// of Computer Programming*, volume 3, section 6.4).
    #[inline]
    pub(super) fn place(&self, part: Packed) -> usize {
        let mixed = (part.cells ^ u64::from(part.columns) << 58).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> self.shift) as usize
    }

    /// Asks for a bucket, so that it is near when it is read.
    #[inline]
    pub(super) fn touch(&self, place: usize) {
        prefetch(&self.entries[place * BUCKET]);
    }

    fn bucket(&self, place: usize) -> &[[AtomicU64; 2]] {
        &self.entries[place * BUCKET..][..BUCKET]
    }

    /// What is known of a part, with the proof numbers of one value.
    #[inline]
    pub(super) fn get(&self, place: usize, part: Packed, value: u32) -> Found {
        let mut found = Found { answer: Answer::Excluded(0), numbers: None };
        for entry in self.bucket(place) {
            let data = Data(entry[1].load(Ordering::Acquire));
            if data.columns() != part.columns || data.is_being_written() {
                continue;
            }
            let cells = entry[0].load(Ordering::Acquire);
            if cells != part.cells || entry[1].load(Ordering::Relaxed) != data.0 {
                continue;
            }
            match (data.answer(), data.numbers()) {
                (Some(answer), _) => found.answer = answer,
                (_, Some((of, numbers))) if of == value => found.numbers = Some(numbers),
                _ => {}
            }
        }
        found
    }

    /// Records the nimber of a part; `work` is how hard it was to find.
    pub(super) fn settle(&self, part: Packed, nimber: u32, work: u64) {
        self.put(part, Data::of_answer(part.columns, Answer::Known(nimber), work));
    }

    /// Records values that a part does not have.
    pub(super) fn exclude(&self, part: Packed, values: u128, work: u64) {
        let values = values as u32 & ((2 << LARGEST_EXCLUDABLE) - 1);
        if values != 0 {
            self.put(part, Data::of_answer(part.columns, Answer::Excluded(values), work));
        }
    }

    /// Keeps the proof numbers of "the part has the nimber `value`".
    pub(super) fn note(&self, part: Packed, value: u32, numbers: ProofNumbers) {
        if value <= LARGEST_EXCLUDABLE {
            self.put(part, Data::of_numbers(part.columns, value, numbers));
        }
    }

    /// Writes an entry: over the one of the same kind and part, else into a free one, else over the one that is
    /// worth least. Where another thread is faster it may be lost, which is no harm.
    fn put(&self, part: Packed, data: Data) {
        let bucket = self.bucket(self.place(part));
        let mut least: Option<(u32, &[AtomicU64; 2], Data)> = None;
        for entry in bucket {
            let old = Data(entry[1].load(Ordering::Acquire));
            if old.is_being_written() {
                continue;
            }
            let is_same = old.columns() == part.columns && entry[0].load(Ordering::Acquire) == part.cells;
            if is_same && old.kind() == data.kind() {
                let data = joined(old, data).after(old, false);
                let _ = entry[1].compare_exchange(old.0, data.0, Ordering::AcqRel, Ordering::Relaxed);
                return;
            }
            let worth = if old.is_free() { 0 } else { 1 + old.worth() };
            if least.is_none_or(|(worth_of_least, ..)| worth < worth_of_least) {
                least = Some((worth, entry, old));
            }
        }
        if let Some((_, entry, old)) = least {
            self.overwrite(entry, old, part, data);
        }
    }

    fn overwrite(&self, entry: &[AtomicU64; 2], old: Data, part: Packed, data: Data) {
        let writing = Data::BEING_WRITTEN.after(old, false);
        if entry[1].compare_exchange(old.0, writing.0, Ordering::AcqRel, Ordering::Relaxed).is_err() {
            return;
        }
        entry[0].store(part.cells, Ordering::Release);
        entry[1].store(data.after(old, true).0, Ordering::Release);
        if old.is_free() {
            self.used.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Visits all answers.
    pub(super) fn each(&self, mut visit: impl FnMut(Packed, Answer)) {
        for entry in &self.entries {
            let data = Data(entry[1].load(Ordering::Acquire));
            let cells = entry[0].load(Ordering::Acquire);
            let is_whole = entry[1].load(Ordering::Relaxed) == data.0 && !data.is_free();
            if let Some(answer) = data.answer().filter(|_| is_whole && !data.is_being_written()) {
                visit(Packed { cells, columns: data.columns() }, answer);
            }
        }
    }

    /// Takes all entries of a smaller table over.
    fn take_over(&self, smaller: &AnswerTable) {
        for entry in &smaller.entries {
            let data = Data(entry[1].load(Ordering::Relaxed));
            if !data.is_free() && !data.is_being_written() {
                self.put(Packed { cells: entry[0].load(Ordering::Relaxed), columns: data.columns() }, data);
            }
        }
    }
}

/// What two entries of one part and kind say together.
fn joined(old: Data, new: Data) -> Data {
    match (old.answer(), new.answer()) {
        (Some(Answer::Known(_)), _) => old,
        (Some(Answer::Excluded(_)), Some(Answer::Excluded(_))) => Data(old.0 | new.0),
        _ => new,
    }
}

/// A table of answers that grows as long as there is memory, kept from one search to the next.
#[derive(Default)]
pub(crate) struct Answers {
    table: RwLock<Option<AnswerTable>>,
    /// Set when memory did not allow it to double.
    cannot_grow: AtomicBool,
    pub(super) window: super::window::LazyWindow,
}

/// The buckets of a new table: 64 KiB, or less where there is little memory.
fn first_buckets(run: &Run) -> usize {
    if run.limits().memory.is_none_or(|most| most >= 1 << 20) { 1 << 10 } else { 1 << 4 }
}

impl Answers {
    /// Calls `use_table` with the table, which may grow before.
    pub(super) fn with<T>(&self, run: &Run, use_table: impl FnOnce(&AnswerTable) -> T) -> T {
        self.grow(run);
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        use_table(table.as_ref().expect("it has been made"))
    }

    /// Makes the table, or doubles it where it is crowded and memory allows it. Where it does not, entries are
    /// evicted: a search never stops for want of a larger table.
    fn grow(&self, run: &Run) {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        if table.as_ref().is_some_and(|table| !self.wants_to_grow(table, run)) {
            return;
        }
        drop(table);
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        let next = match &*table {
            None => first_buckets(run),
            Some(old) if self.wants_to_grow(old, run) => 2 * old.buckets(),
            // Another thread has done it.
            Some(_) => return,
        };
        let is_held = run.hold(bytes(next)).is_ok();
        self.cannot_grow.store(!is_held, Ordering::Relaxed);
        // The first table is made in any case: it is small.
        if is_held || table.is_none() {
            let larger = AnswerTable::new(next);
            if let Some(old) = table.take() {
                larger.take_over(&old);
                run.release(bytes(old.buckets()));
            }
            *table = Some(larger);
        }
    }

    /// Whether the table is to be doubled. It may take half of the limit of memory.
    pub(super) fn wants_to_grow(&self, table: &AnswerTable, run: &Run) -> bool {
        let doubled = bytes(2 * table.buckets()) as u64;
        table.is_crowded()
            && !self.cannot_grow.load(Ordering::Relaxed)
            && run.limits().memory.is_none_or(|most| doubled <= most / 2)
    }

    /// Visits the parts whose nimbers are known, in no order.
    pub(crate) fn each_known(&self, mut visit: impl FnMut(Packed, u64)) {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = table.as_ref() {
            table.each(|part, answer| {
                if let Answer::Known(nimber) = answer {
                    visit(part, nimber.into());
                }
            });
        }
    }

    /// How many entries are used.
    pub(crate) fn len(&self) -> usize {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        table.as_ref().map_or(0, |table| table.used.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_only_of_its_own_part() {
        let table = AnswerTable::new(1 << 12);
        let part = |cells: u64| Packed { cells, columns: 5 };
        for cells in 1..200 {
            table.exclude(part(cells), 1 << (cells % 20), 5);
            table.note(part(cells), 3, ProofNumbers { proof: cells, disproof: 2 });
        }
        for cells in 1..200 {
            let found = table.get(table.place(part(cells)), part(cells), 3);
            assert_eq!(found.answer, Answer::Excluded(1 << (cells % 20)));
            assert_eq!(found.numbers, Some(ProofNumbers { proof: cells, disproof: 2 }));
            let other = Packed { cells, columns: 6 };
            let nothing = Found { answer: Answer::Excluded(0), numbers: None };
            assert_eq!(table.get(table.place(other), other, 3), nothing);
        }
        table.settle(part(7), 9, 5);
        table.exclude(part(7), 1 << 2, 5);
        assert_eq!(
            table.get(table.place(part(7)), part(7), 0).answer,
            Answer::Known(9),
            "what is known stays"
        );
    }

    #[test]
    fn a_full_table_evicts_and_never_says_what_is_wrong() {
        let table = AnswerTable::new(2);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 1..20_000_u64 {
                        let part = Packed { cells: (round * 7 + thread) % 97 + 1, columns: 7 };
                        table.settle(part, (part.cells % 50) as u32, round);
                        let other = Packed { cells: (round * 13 + thread) % 97 + 1, columns: 7 };
                        match table.get(table.place(other), other, 0).answer {
                            Answer::Known(nimber) => assert_eq!(u64::from(nimber), other.cells % 50),
                            Answer::Excluded(values) => assert_eq!(values, 0),
                        }
                    }
                });
            }
        });
        assert!(table.is_crowded());
    }
}
