//! Tables of answers that grow as long as there is memory, kept from one search to the next.

use super::answers::{AnswerTable, Found, GROUP, bytes, hash};
use super::entry::Answer;
use super::windows::Windows;
use super::zeroed::GIVES_BACK;
use crate::proof_numbers::ProofNumbers;
use grundy_core::{BoardWord, Packed, Run};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

/// A table of answers that grows.
pub(super) struct Growing<W> {
    table: RwLock<Option<AnswerTable<W>>>,
    /// Held by the thread that makes the table larger. Other threads that find it crowded wait for this lock, and not for
    /// the lock of the table: a search holds that one for reading until the table is crowded again, so a thread that
    /// waited to write would sleep for so long.
    growing: Mutex<()>,
    /// Set when memory did not allow it to grow, until the next question.
    cannot_grow: AtomicBool,
}

impl<W> Default for Growing<W> {
    fn default() -> Self {
        Growing { table: RwLock::new(None), growing: Mutex::new(()), cannot_grow: AtomicBool::new(false) }
    }
}

/// A thread looks once in this many nodes whether the table may grow.
pub(super) const NODES_PER_LOOK: u64 = 64;

/// The buckets of a new table: 64 KiB of small boards, 128 KiB of large ones, or less where there is little memory.
fn first_buckets(run: &Run) -> usize {
    if run.limits().memory.is_none_or(|most| most >= 1 << 20) { 1 << 10 } else { 1 << 4 }
}

/// The memory that the rest of a search takes at most: windows, options on the way, and the list of what is stored.
const REST_OF_SEARCH: u64 = 3 << 30;

/// The part of the limit of memory that the table of small boards may take, and the one of large boards half as much:
/// at least half, and all but [`REST_OF_SEARCH`] where that is more. Together they may be as much as the limit: each
/// grows only where [`left_by_tables`] is left.
fn share<W: BoardWord>(most: u64) -> u64 {
    let of_small = most.saturating_sub(REST_OF_SEARCH).max(most / 2);
    if W::BITS == u64::BITS { of_small } else { of_small / 2 }
}

/// What a table that grows leaves of the limit of memory, whatever else takes memory.
fn left_by_tables(run: &Run) -> u64 {
    run.limits().memory.map_or(0, |most| (most / 8).min(REST_OF_SEARCH / 2))
}

/// The buckets of the largest table that the limit of memory allows. The number of a bucket comes from a hash of 32 bits.
fn most_buckets<W: BoardWord>(run: &Run) -> usize {
    let most = run.limits().memory.map_or(u64::MAX, share::<W>).min(isize::MAX as u64);
    let buckets = (most / bytes::<W>(1) as u64).min(1 << u32::BITS) as usize;
    buckets - buckets % GROUP
}

/// Makes a table of this number of buckets, moves all entries of the smaller table into it, and puts it in the smaller
/// one's place. Returns false, and changes nothing, where memory does not allow it.
fn replace<W: BoardWord>(table: &mut Option<AnswerTable<W>>, buckets: usize, run: &Run) -> bool {
    let old_bytes = table.as_ref().map_or(0, |old| bytes::<W>(old.buckets()));
    // Where the system takes no memory back, both tables have all of theirs while entries are taken over.
    let twice = if GIVES_BACK { 0 } else { old_bytes };
    let more = bytes::<W>(buckets) - old_bytes + twice;
    if run.hold(more).is_err() {
        return false;
    }
    let leaves_enough = run.memory_left().is_none_or(|left| left >= left_by_tables(run));
    let Some(larger) = leaves_enough.then(|| AnswerTable::new(buckets)).flatten() else {
        run.release(more);
        return false;
    };
    table.iter().for_each(|old| larger.take_over(old));
    *table = Some(larger);
    run.release(twice);
    true
}

/// The buckets of the table that follows on one that is crowded: twice as many, or as many as memory allows.
fn next_buckets<W: BoardWord>(table: &AnswerTable<W>, run: &Run) -> usize {
    most_buckets::<W>(run).min(2 * table.buckets())
}

impl<W: BoardWord> Growing<W> {
    fn read(&self) -> RwLockReadGuard<'_, Option<AnswerTable<W>>> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the first table where there is none.
    fn make(&self, run: &Run) {
        if self.read().is_none() {
            self.grow(run);
        }
    }

    /// Makes the table, or a larger one where it is crowded and memory allows it. Where it does not, entries are
    /// evicted: a search never stops for want of a larger table.
    fn grow(&self, run: &Run) {
        let is_large_enough = || self.read().as_ref().is_some_and(|table| !self.wants_to_grow(table, run));
        if is_large_enough() {
            return;
        }
        let _turn = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        if is_large_enough() {
            // Another thread has made it larger meanwhile.
            return;
        }
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        let next = table.as_ref().map_or_else(|| first_buckets(run), |old| next_buckets(old, run));
        let is_larger = replace(&mut table, next, run);
        self.cannot_grow.store(!is_larger, Ordering::Relaxed);
        if table.is_none() {
            // The first table is made in any case: it is small.
            *table = AnswerTable::new(next);
        }
    }

    /// Gives the table at least this number of buckets. Returns false where memory does not allow it. This comes before
    /// entries are read from a file, where they stand in the order of their buckets: in a table that is small at first
    /// they would all go into its first buckets, and evict each other before the table grows.
    fn reserve(&self, buckets: usize, run: &Run) -> bool {
        let _turn = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if buckets <= table.as_ref().map_or_else(|| first_buckets(run), AnswerTable::buckets) {
            return true;
        }
        buckets <= most_buckets::<W>(run) && replace(&mut table, buckets.next_multiple_of(GROUP), run)
    }

    /// Whether a larger table is to be made. One that is larger by less than a quarter is not worth moving all entries.
    fn wants_to_grow(&self, table: &AnswerTable<W>, run: &Run) -> bool {
        table.is_crowded()
            && !self.cannot_grow.load(Ordering::Relaxed)
            && next_buckets(table, run) >= table.buckets() / 4 * 5
    }

    fn len(&self) -> usize {
        self.read().as_ref().map_or(0, AnswerTable::used)
    }

    fn each_known(&self, mut visit: impl FnMut(Packed<W>, u64)) {
        if let Some(table) = self.read().as_ref() {
            table.each(|part, answer| {
                if let Answer::Known(nimber) = answer {
                    visit(part, nimber.into());
                }
            });
        }
    }
}

/// What has been found out of parts under some rules.
#[derive(Default)]
pub(crate) struct Answers {
    narrow: Growing<u64>,
    wide: Growing<u128>,
    windows: Windows,
}

impl Answers {
    /// What a search of boards of at most 64 cells goes by.
    pub(crate) fn small(&self) -> Memory<'_, u64> {
        Memory { narrow: &self.narrow, wide: None, windows: &self.windows }
    }

    /// What a search of boards of at most 128 cells goes by. Small parts of a large board are kept with small boards.
    pub(crate) fn large(&self) -> Memory<'_, u128> {
        Memory { narrow: &self.narrow, wide: Some(&self.wide), windows: &self.windows }
    }

    /// Visits the parts of at most 64 cells whose nimbers are known, in no order.
    pub(crate) fn each_known(&self, visit: impl FnMut(Packed, u64)) {
        self.narrow.each_known(visit);
    }

    /// The same for parts of 65 to 128 cells.
    pub(crate) fn each_known_wide(&self, visit: impl FnMut(Packed<u128>, u64)) {
        self.wide.each_known(visit);
    }

    /// How many entries are used.
    pub(crate) fn len(&self) -> usize {
        self.narrow.len() + self.wide.len()
    }

    /// Gives the table of small boards at least this number of buckets. Returns false where memory does not allow it.
    pub(super) fn reserve_narrow(&self, buckets: usize, run: &Run) -> bool {
        self.narrow.reserve(buckets, run)
    }

    /// The same for the table of large boards.
    pub(super) fn reserve_wide(&self, buckets: usize, run: &Run) -> bool {
        self.wide.reserve(buckets, run)
    }

    /// Calls `visit` with the tables that have been made. They do not grow meanwhile.
    pub(super) fn visit<T>(
        &self,
        visit: impl FnOnce(Option<&AnswerTable<u64>>, Option<&AnswerTable<u128>>) -> T,
    ) -> T {
        visit(self.narrow.read().as_ref(), self.wide.read().as_ref())
    }
}

/// What a search has found out, and the next one finds.
#[derive(Clone, Copy)]
pub(crate) struct Memory<'a, W> {
    narrow: &'a Growing<u64>,
    wide: Option<&'a Growing<W>>,
    pub(super) windows: &'a Windows,
}

impl<W: BoardWord> Memory<'_, W> {
    /// A question begins: tables that could not grow may be tried again, since this run may have more memory left than the
    /// one before.
    pub(super) fn begin(&self) {
        self.narrow.cannot_grow.store(false, Ordering::Relaxed);
        self.wide.inspect(|wide| wide.cannot_grow.store(false, Ordering::Relaxed));
    }

    /// Calls `use_tables` with the tables, which may grow before.
    pub(super) fn with<T>(&self, run: &Run, use_tables: impl FnOnce(Tables<'_, W>) -> T) -> T {
        self.narrow.grow(run);
        self.wide.inspect(|wide| wide.grow(run));
        self.use_as_they_are(use_tables)
    }

    /// Calls `look_up` with the tables, which do not grow: a look-up takes no time and no memory for that.
    pub(super) fn look<T>(&self, run: &Run, look_up: impl FnOnce(Tables<'_, W>) -> T) -> T {
        self.narrow.make(run);
        self.wide.inspect(|wide| wide.make(run));
        self.use_as_they_are(look_up)
    }

    fn use_as_they_are<T>(&self, use_tables: impl FnOnce(Tables<'_, W>) -> T) -> T {
        let (narrow, wide) = (self.narrow.read(), self.wide.map(Growing::read));
        use_tables(Tables {
            narrow: narrow.as_ref().expect("it has been made"),
            wide: wide.as_ref().map(|table| table.as_ref().expect("it has been made")),
        })
    }

    /// Whether a larger table is to be made.
    pub(super) fn wants_to_grow(&self, tables: Tables<'_, W>, run: &Run) -> bool {
        let of_wide = self.wide.zip(tables.wide);
        self.narrow.wants_to_grow(tables.narrow, run)
            || of_wide.is_some_and(|(growing, table)| growing.wants_to_grow(table, run))
    }
}

/// The tables of a search: one for parts of at most 64 cells, and one for those that are larger.
pub(super) struct Tables<'t, W> {
    pub(super) narrow: &'t AnswerTable<u64>,
    wide: Option<&'t AnswerTable<W>>,
}

impl<W> Clone for Tables<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Tables<'_, W> {}

impl<'t, W: BoardWord> Tables<'t, W> {
    pub(super) fn wide(self) -> &'t AnswerTable<W> {
        self.wide.expect("a part of more than 64 cells is searched with a table for such parts")
    }

    /// The bucket of a part.
    #[inline]
    pub(super) fn place(self, part: Packed<W>) -> usize {
        self.place_of(part, hash(part))
    }

    /// The bucket of a part with this hash.
    #[inline]
    pub(super) fn place_of(self, part: Packed<W>, hash: u32) -> usize {
        if part.narrow().is_some() { self.narrow.place_of(hash) } else { self.wide().place_of(hash) }
    }

    /// Asks for the bucket of a part, so that it is near when it is read.
    #[inline]
    pub(super) fn touch(self, place: usize, part: Packed<W>) {
        part.narrow().map_or_else(|| self.wide().touch(place), |_| self.narrow.touch(place));
    }

    /// Asks for the proof numbers of a value too.
    #[inline]
    pub(super) fn touch_numbers(self, place: usize, part: Packed<W>, value: u32) {
        match part.narrow() {
            Some(_) => self.narrow.touch_numbers(place, value),
            None => self.wide().touch_numbers(place, value),
        }
    }

    /// What is known of a part, with the proof numbers of one value.
    #[inline]
    pub(super) fn get(self, place: usize, part: Packed<W>, value: u32) -> Found {
        part.narrow()
            .map_or_else(|| self.wide().get(place, part, value), |part| self.narrow.get(place, part, value))
    }

    /// [`get`](Tables::get) where the bucket has not been asked for.
    #[inline]
    pub(super) fn find(self, part: Packed<W>, value: u32) -> Found {
        self.get(self.place(part), part, value)
    }

    /// Records the nimber of a part; `work` is how much was done to find it.
    pub(super) fn settle(self, part: Packed<W>, nimber: u32, work: u64) {
        match part.narrow() {
            Some(part) => self.narrow.settle(part, nimber, work),
            None => self.wide().settle(part, nimber, work),
        }
    }

    /// Records values that a part does not have.
    pub(super) fn exclude(self, part: Packed<W>, values: u128, work: u64) {
        match part.narrow() {
            Some(part) => self.narrow.exclude(part, values, work),
            None => self.wide().exclude(part, values, work),
        }
    }

    /// Keeps the proof numbers of "the part has the nimber `value`"; `work` is how much was done to find them.
    pub(super) fn note(self, part: Packed<W>, value: u32, numbers: ProofNumbers, work: u64) {
        match part.narrow() {
            Some(part) => self.narrow.note(part, value, numbers, work),
            None => self.wide().note(part, value, numbers, work),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Limits;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn a_table_takes_all_but_three_gibibytes_and_at_least_half_of_the_limit() {
        let shares =
            |gibibytes: u64| (share::<u64>(gibibytes << 30) >> 29, share::<u128>(gibibytes << 30) >> 29);
        assert_eq!([4, 6, 12, 24].map(shares), [(4, 2), (6, 3), (18, 9), (42, 21)]);
    }

    #[test]
    fn the_memory_that_is_noted_is_that_of_the_larger_table() {
        let most = 3 << 21;
        let run = Run::new(Limits { memory: Some(most), ..Limits::default() });
        let (answers, mut cells) = (Answers::default(), 0);
        let memory = answers.small();
        let mut sizes = Vec::new();
        for _ in 0..8 {
            memory.with(&run, |tables| {
                let size = bytes::<u64>(tables.narrow.buckets());
                assert_eq!(run.memory_left(), Some(most - size as u64));
                sizes.push(size);
                while tables.narrow.used() <= 2 * tables.narrow.buckets() {
                    cells += 1;
                    tables.settle(Packed { cells, columns: 7 }, 1, 1);
                }
            });
        }
        // Half of the limit at most.
        assert_eq!(sizes, [1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20, 1 << 21, 3 << 20, 3 << 20]);
    }

    /// With tables of two sizes of words the limit could be used up, and a search stopped for want of memory.
    #[test]
    fn a_table_that_grows_leaves_memory_to_the_rest_of_the_search() {
        let answers = Answers::default();
        let memory = answers.small();
        let run = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() });
        let buckets = crowded(&memory, &run);
        let more = bytes::<u64>(buckets);
        // All but what the larger table takes more, and an eighth of the limit.
        let other = run.memory_left().expect("it is limited") as usize - more - (1 << 17);
        run.hold(other + 1).expect("it is less than what is left");
        let buckets_now = || memory.with(&run, |tables| tables.narrow.buckets());
        assert_eq!(buckets_now(), buckets);
        run.release(1);
        memory.begin();
        assert_eq!(buckets_now(), 2 * buckets);
        run.release(other);
    }

    /// Fills the table until a larger one is to be made. Returns its number of buckets.
    fn crowded(memory: &Memory<'_, u64>, run: &Run) -> usize {
        memory.with(run, |tables| {
            let parts = (1..).map(|cells: u64| Packed { cells, columns: 7 });
            let open = parts.take_while(|_| !memory.wants_to_grow(tables, run));
            open.for_each(|part| tables.settle(part, 1, 1));
            tables.narrow.buckets()
        })
    }

    /// A look-up with a run of its own once made the table of a limited search twice as large.
    #[test]
    fn a_look_up_does_not_make_a_table_larger() {
        let (answers, run) = (Answers::default(), Run::unlimited());
        let memory = answers.small();
        let buckets = crowded(&memory, &run);
        assert_eq!(memory.look(&run, |tables| tables.narrow.buckets()), buckets);
        assert_eq!(memory.with(&run, |tables| tables.narrow.buckets()), 2 * buckets);
    }

    #[test]
    fn a_table_that_had_no_memory_to_grow_is_tried_again_for_the_next_question() {
        let answers = Answers::default();
        let memory = answers.small();
        let run = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() });
        let buckets = crowded(&memory, &run);
        let rest = run.memory_left().expect("it is limited") as usize;
        run.hold(rest).expect("it is what is left");
        let buckets_now = || memory.with(&run, |tables| tables.narrow.buckets());
        assert_eq!(buckets_now(), buckets);
        run.release(rest);
        assert_eq!(buckets_now(), buckets, "the same question does not try again");
        memory.begin();
        assert_eq!(buckets_now(), 2 * buckets);
    }

    #[test]
    fn a_thread_that_waits_to_grow_the_table_is_not_held_up_by_one_that_has_grown_it() {
        let (answers, run) = (Answers::default(), Run::unlimited());
        let memory = answers.small();
        crowded(&memory, &run);
        let ((say_is_crowded, is_crowded), (say_is_there, is_there)) = (channel(), channel());
        std::thread::scope(|scope| {
            let (memory, run) = (&memory, &run);
            scope.spawn(move || {
                is_crowded.recv().expect("the first thread says so");
                memory.with(run, |_| say_is_there.send(()).expect("the first thread listens"));
            });
            // The second thread finds the table crowded while this one reads it, and waits to make a larger one.
            let at_work = memory.narrow.read();
            say_is_crowded.send(()).expect("the second thread listens");
            std::thread::sleep(Duration::from_millis(50));
            drop(at_work);
            memory.with(run, |_| is_there.recv_timeout(Duration::from_secs(20)).expect("it is at work too"));
        });
    }
}
