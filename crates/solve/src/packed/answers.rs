//! The transposition table of answers.

use super::entry::{Answer, Data, LARGEST_EXCLUDABLE};
use super::prefetch::prefetch;
use super::zeroed::{PIECE, SharedWords};
use crate::proof_numbers::ProofNumbers;
use grundy_core::{BoardWord, Packed};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// What has been found out of parts: nimbers, excluded values, and proof numbers. Bounded and evicting, shared among
/// threads without locks.
///
/// The key of an entry is the part itself, its cells and columns, never a hash. An entry is a few words that are
/// written one after another; a reader takes an entry only if its last word has not changed meanwhile
/// (a sequence lock), and that word counts the parts that the entry has been given to.
///
/// ```text
/// a part of at most 64 cells     cells, data                         16 bytes
/// a part of 65 to 128 cells      low cells, high cells, columns, data  32 bytes
/// ```
pub(super) struct AnswerTable<W> {
    /// Entries in buckets of four, which are one or two cache lines.
    words: SharedWords,
    used: AtomicUsize,
    buckets: u64,
    of: PhantomData<W>,
}

/// The entries of a bucket.
const BUCKET: usize = 4;

/// The number of buckets is a multiple of this. All that is kept of a part is in buckets whose numbers differ in the
/// lowest bits only.
pub(super) const GROUP: usize = 16;

/// The proof numbers of smaller values are in the bucket of the answer, which has room for all of them.
pub(super) const FIRST_VALUE_ELSEWHERE: u32 = 3;

/// All that the table says of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) answer: Answer,
    /// The proof numbers of the value that was asked for.
    pub(super) numbers: Option<ProofNumbers>,
    /// Whether there is anything about the part.
    pub(super) is_met: bool,
}

impl Found {
    pub(super) const NOTHING: Found = Found { answer: Answer::Excluded(0), numbers: None, is_met: false };

    /// Whether the nimber is not known.
    fn is_open(&self) -> bool {
        matches!(self.answer, Answer::Excluded(_))
    }
}

/// The words of an entry.
pub(super) const fn entry_words<W: BoardWord>() -> usize {
    if W::BITS == u64::BITS { 2 } else { 4 }
}

/// The memory of a table of this number of buckets.
pub(super) fn bytes<W: BoardWord>(buckets: usize) -> usize {
    buckets * BUCKET * entry_words::<W>() * size_of::<u64>()
}

/// What says in an entry's data that it is used, and tells most parts apart: the columns, where they fit.
pub(super) fn mark(columns: u32) -> u32 {
    columns.min(63)
}

/// The hash of a part. Two multiplications spread the cells over the high bits (after D. E. Knuth, *The Art of Computer
/// Programming*, volume 3, section 6.4).
#[inline]
pub(super) fn hash<W: BoardWord>(part: Packed<W>) -> u32 {
    let (low, high) = part.cells.halves();
    let cells = low ^ high.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
    let mixed = (cells ^ u64::from(part.columns) << 58).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
}

impl<W: BoardWord> AnswerTable<W> {
    /// An empty table; the number of buckets is a multiple of [`GROUP`], at most 2^32. `None` where the system has no such
    /// memory.
    pub(super) fn new(buckets: usize) -> Option<AnswerTable<W>> {
        assert!(buckets > 0 && buckets.is_multiple_of(GROUP), "{buckets} buckets are no groups");
        Some(AnswerTable {
            words: SharedWords::zeroed(buckets * BUCKET * entry_words::<W>())?,
            used: AtomicUsize::new(0),
            buckets: buckets as u64,
            of: PhantomData,
        })
    }

    fn entries(&self) -> usize {
        self.words.len() / entry_words::<W>()
    }

    pub(super) fn buckets(&self) -> usize {
        self.buckets as usize
    }

    /// How many entries are used.
    pub(super) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether more than half of the entries are used: then parts begin to be evicted.
    pub(super) fn is_crowded(&self) -> bool {
        self.used() > self.entries() / 2
    }

    /// The bucket of a part.
    #[inline]
    pub(super) fn place(&self, part: Packed<W>) -> usize {
        self.place_of(hash(part))
    }

    /// The bucket of a part with this hash. Tables of all sizes have parts in the order of their hashes, so that one that
    /// [takes over](AnswerTable::take_over) another is filled from its beginning on.
    #[inline]
    pub(super) fn place_of(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.buckets) >> u32::BITS) as usize
    }

    /// Asks for a bucket, so that it is near when it is read.
    #[inline]
    pub(super) fn touch(&self, place: usize) {
        prefetch(&self.words[place * BUCKET * entry_words::<W>()]);
        if entry_words::<W>() > 2 {
            prefetch(&self.words[(place * BUCKET + 2) * entry_words::<W>()]);
        }
    }

    /// The bucket of the proof numbers of a value. Those of small values are with the answer. Those of others are
    /// spread over the neighbours: a part of many values would fill one bucket alone, its numbers would evict each
    /// other, and a search that needs several of them would work them out again and again.
    #[inline]
    fn place_of_numbers(place: usize, value: u32) -> usize {
        match value {
            ..FIRST_VALUE_ELSEWHERE => place,
            // Two values a bucket.
            _ => place ^ ((value - FIRST_VALUE_ELSEWHERE) as usize / 2 + 1) & (GROUP - 1),
        }
    }

    /// Asks for the bucket of the proof numbers of a value too, where that is another one.
    #[inline]
    pub(super) fn touch_numbers(&self, place: usize, value: u32) {
        if value >= FIRST_VALUE_ELSEWHERE {
            self.touch(Self::place_of_numbers(place, value));
        }
    }

    #[inline]
    fn bucket(&self, place: usize) -> impl Iterator<Item = Entry<'_, W>> {
        let words = &self.words[place * BUCKET * entry_words::<W>()..][..BUCKET * entry_words::<W>()];
        words.chunks_exact(entry_words::<W>()).map(|words| Entry { words, of: PhantomData })
    }

    /// What is known of a part, with the proof numbers of one value.
    #[inline]
    pub(super) fn get(&self, place: usize, part: Packed<W>, value: u32) -> Found {
        let mut found = Found::NOTHING;
        self.add_bucket(&mut found, place, part, value);
        let place_of_numbers = Self::place_of_numbers(place, value);
        if place_of_numbers != place && value <= LARGEST_EXCLUDABLE && found.is_open() {
            self.add_bucket(&mut found, place_of_numbers, part, value);
        }
        found
    }

    /// Adds what a bucket says of a part.
    #[inline]
    fn add_bucket(&self, found: &mut Found, place: usize, part: Packed<W>, value: u32) {
        for entry in self.bucket(place) {
            // Most entries are about other cells: that is seen first, and then once more between two looks at the data.
            if !entry.is_of(part, Ordering::Relaxed) {
                continue;
            }
            let data = entry.data();
            let is_about_it = data.mark() == mark(part.columns)
                && !data.is_being_written()
                && entry.is_of(part, Ordering::Acquire)
                && entry.data_after_all() == data;
            if !is_about_it {
                continue;
            }
            found.is_met = true;
            match (data.answer(), data.numbers()) {
                (Some(answer), _) => found.answer = answer,
                (_, Some((of, numbers))) if of == value => found.numbers = Some(numbers),
                _ => {}
            }
        }
    }

    /// Records the nimber of a part; `work` is how much was done to find it.
    pub(super) fn settle(&self, part: Packed<W>, nimber: u32, work: u64) {
        self.put(part, Data::of_answer(mark(part.columns), Answer::Known(nimber), work));
    }

    /// Records values that a part does not have.
    pub(super) fn exclude(&self, part: Packed<W>, values: u128, work: u64) {
        let values = values as u32 & ((2 << LARGEST_EXCLUDABLE) - 1);
        if values != 0 {
            self.put(part, Data::of_answer(mark(part.columns), Answer::Excluded(values), work));
        }
    }

    /// Keeps the proof numbers of "the part has the nimber `value`"; `work` is how much was done to find them.
    pub(super) fn note(&self, part: Packed<W>, value: u32, numbers: ProofNumbers, work: u64) {
        if value <= LARGEST_EXCLUDABLE {
            self.put(part, Data::of_numbers(mark(part.columns), value, numbers, work));
        }
    }

    /// Writes an entry: over the one of the same kind and part, else into a free one, else over the one that is
    /// worth least. Where another thread is faster it may be lost, which is no harm. Proof numbers in the same bucket that
    /// an answer makes useless lose their worth.
    pub(super) fn put(&self, part: Packed<W>, data: Data) {
        let mut is_written = false;
        let mut least: Option<(u32, Entry<'_, W>, Data)> = None;
        let hash = hash(part);
        let place = self.place_of(hash);
        let place = data.numbers().map_or(place, |(value, _)| Self::place_of_numbers(place, value));
        for (index, entry) in self.bucket(place).enumerate() {
            let mut old = entry.data();
            if old.is_being_written() {
                continue;
            }
            let is_same = old.mark() == mark(part.columns) && entry.is_of(part, Ordering::Acquire);
            if is_same && old.kind() == data.kind() {
                entry.change(old, data.joined_to(old).after(old, false));
                is_written = true;
            }
            if is_same && data.decides(old) && entry.change(old, old.without_worth()) {
                old = old.without_worth();
            }
            // Which of two of equal worth goes depends on the part and the kind. If it were always the first one, new
            // entries would evict each other, and old ones beside them would stay for ever.
            let turn = hash.wrapping_add(data.kind() + index as u32) % BUCKET as u32;
            let rank = if old.is_free() { 0 } else { 1 + old.worth() * BUCKET as u32 + turn };
            if least.as_ref().is_none_or(|(rank_of_least, ..)| rank < *rank_of_least) {
                least = Some((rank, entry, old));
            }
        }
        if let Some((_, entry, old)) = least.filter(|_| !is_written) {
            self.overwrite(&entry, old, part, data);
        }
    }

    fn overwrite(&self, entry: &Entry<'_, W>, old: Data, part: Packed<W>, data: Data) {
        if !entry.change(old, Data::BEING_WRITTEN.after(old, false)) {
            return;
        }
        entry.write(part, data.after(old, true));
        if old.is_free() {
            self.used.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Visits all entries that no thread is writing.
    fn each_entry(&self, visit: impl FnMut(Packed<W>, Data)) {
        Self::each_entry_of(&self.words, visit);
    }

    /// The same of some of the words, which begin and end with an entry.
    pub(super) fn each_entry_of(words: &[AtomicU64], mut visit: impl FnMut(Packed<W>, Data)) {
        for words in words.chunks_exact(entry_words::<W>()) {
            let entry = Entry { words, of: PhantomData };
            let data = entry.data();
            if !data.is_free() && !data.is_being_written() {
                let part = entry.part(data);
                if entry.data_after_all() == data {
                    visit(part, data);
                }
            }
        }
    }

    /// All words, some at a time.
    pub(super) fn pieces(&self) -> impl Iterator<Item = &[AtomicU64]> {
        self.words.chunks(PIECE)
    }

    /// Visits all answers.
    pub(super) fn each(&self, mut visit: impl FnMut(Packed<W>, Answer)) {
        self.each_entry(|part, data| {
            if let Some(answer) = data.answer() {
                visit(part, answer);
            }
        });
    }

    /// Takes all entries of a smaller table over, and empties it piece by piece: while this table fills, that one gives
    /// its memory back.
    pub(super) fn take_over(&self, smaller: &AnswerTable<W>) {
        for (piece, words) in smaller.pieces().enumerate() {
            Self::each_entry_of(words, |part, data| self.put(part, data));
            smaller.words.forget_piece(piece);
        }
    }
}

/// The words of an entry: those of the part, and at the end its data.
struct Entry<'t, W> {
    words: &'t [AtomicU64],
    of: PhantomData<W>,
}

impl<W: BoardWord> Entry<'_, W> {
    fn last(&self) -> &AtomicU64 {
        &self.words[entry_words::<W>() - 1]
    }

    #[inline]
    fn data(&self) -> Data {
        Data(self.last().load(Ordering::Acquire))
    }

    /// The data, read after the other words.
    #[inline]
    fn data_after_all(&self) -> Data {
        Data(self.last().load(Ordering::Relaxed))
    }

    /// Whether the entry is about this part, whose mark it has.
    #[inline]
    fn is_of(&self, part: Packed<W>, order: Ordering) -> bool {
        let (low, high) = part.cells.halves();
        self.words[0].load(order) == low
            && (entry_words::<W>() == 2
                || (self.words[1].load(order) == high
                    && self.words[2].load(order) == u64::from(part.columns)))
    }

    fn part(&self, data: Data) -> Packed<W> {
        let word = |index: usize| self.words[index].load(Ordering::Acquire);
        match entry_words::<W>() {
            2 => Packed { cells: W::of_halves(word(0), 0), columns: data.mark() },
            _ => Packed { cells: W::of_halves(word(0), word(1)), columns: word(2) as u32 },
        }
    }

    fn write(&self, part: Packed<W>, data: Data) {
        let (low, high) = part.cells.halves();
        self.words[0].store(low, Ordering::Release);
        if entry_words::<W>() > 2 {
            self.words[1].store(high, Ordering::Release);
            self.words[2].store(part.columns.into(), Ordering::Release);
        }
        self.last().store(data.0, Ordering::Release);
    }

    /// Changes the data, unless another thread has changed it.
    fn change(&self, old: Data, new: Data) -> bool {
        self.last().compare_exchange(old.0, new.0, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // in a test, a panic is the report

    use super::*;

    #[test]
    fn what_is_written_is_read_and_only_of_its_own_part() {
        let table = AnswerTable::<u64>::new(1 << 12).unwrap();
        let part = |cells: u64| Packed { cells, columns: 5 };
        for cells in 1..200 {
            table.exclude(part(cells), 1 << (cells % 20), 5);
            table.note(part(cells), 3, ProofNumbers { proof: cells, disproof: 2 }, 1);
        }
        for cells in 1..200 {
            let found = table.get(table.place(part(cells)), part(cells), 3);
            assert_eq!(found.answer, Answer::Excluded(1 << (cells % 20)));
            assert_eq!(found.numbers, Some(ProofNumbers { proof: cells, disproof: 2 }));
            let other = Packed { cells, columns: 6 };
            let nothing = Found { answer: Answer::Excluded(0), numbers: None, is_met: false };
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
    fn the_numbers_of_many_values_of_a_part_do_not_evict_each_other() {
        let table = AnswerTable::<u64>::new(1 << 8).unwrap();
        let part = Packed { cells: 0x00ff_f7ef, columns: 8 };
        let numbers = |value: u32| ProofNumbers { proof: u64::from(value) + 1, disproof: 5 };
        table.exclude(part, 1 << 20, 3);
        (0..=LARGEST_EXCLUDABLE).for_each(|value| table.note(part, value, numbers(value), 1));
        for value in 0..=LARGEST_EXCLUDABLE {
            let found = table.get(table.place(part), part, value);
            assert_eq!((found.answer, found.numbers), (Answer::Excluded(1 << 20), Some(numbers(value))));
        }
        let larger = AnswerTable::<u64>::new(1 << 9).unwrap();
        larger.take_over(&table);
        let found = larger.get(larger.place(part), part, 17);
        assert_eq!(found.numbers, Some(numbers(17)));
    }

    /// Parts of the first bucket of a table.
    fn parts_of_one_bucket(table: &AnswerTable<u64>) -> impl Iterator<Item = Packed<u64>> {
        (1..).map(|cells| Packed { cells, columns: 7 }).filter(|&part| table.place(part) == 0)
    }

    #[test]
    fn what_took_least_work_goes_first_and_the_numbers_of_what_is_decided_before_it() {
        let table = AnswerTable::<u64>::new(GROUP).unwrap();
        let mut parts = parts_of_one_bucket(&table);
        let [hard, harder, numbered] = [(); 3].map(|()| parts.next().unwrap());
        let numbers = ProofNumbers { proof: 40, disproof: 3 };
        let numbers_of = |part| table.get(0, part, 1).numbers;
        table.settle(hard, 1, 1 << 12);
        table.settle(harder, 2, 1 << 20);
        // Its work counts for an eighth: a little more than that of each of the easy parts.
        table.note(numbered, 1, numbers, 1 << 8);
        for easy in parts.by_ref().take(100) {
            table.exclude(easy, 1, 1 << 4);
            assert_eq!(table.get(0, easy, 0).answer, Answer::Excluded(1), "the last one is always kept");
        }
        assert_eq!(table.get(0, hard, 0).answer, Answer::Known(1));
        assert_eq!(table.get(0, harder, 0).answer, Answer::Known(2));
        assert_eq!(numbers_of(numbered), Some(numbers));
        for less_easy in parts.by_ref().take(100) {
            table.exclude(less_easy, 1, 1 << 6);
        }
        assert_eq!(
            numbers_of(numbered),
            None,
            "the work on an answer counts for eight times that on numbers"
        );
        table.note(numbered, 1, numbers, 1 << 16);
        // Of another value nothing is decided, so the numbers stay. Then they make room for a new part.
        table.exclude(numbered, 1 << 2, 1 << 14);
        assert_eq!(numbers_of(numbered), Some(numbers));
        table.exclude(numbered, 1 << 1, 1);
        table.exclude(parts.next().unwrap(), 1, 1);
        assert_eq!(numbers_of(numbered), None);
        assert_eq!(table.get(0, numbered, 1).answer, Answer::Excluded(1 << 1 | 1 << 2));
        assert_eq!(table.get(0, hard, 0).answer, Answer::Known(1));
    }

    #[test]
    fn the_work_on_an_answer_is_the_most_that_was_told() {
        let table = AnswerTable::<u64>::new(GROUP).unwrap();
        let mut parts = parts_of_one_bucket(&table);
        let part = parts.next().unwrap();
        table.exclude(part, 1 << 3, 1 << 20);
        table.exclude(part, 1 << 5, 1);
        for other in parts.by_ref().take(20) {
            table.settle(other, 0, 1 << 10);
        }
        assert_eq!(table.get(0, part, 0).answer, Answer::Excluded(1 << 3 | 1 << 5));
        table.settle(part, 1, 1);
        for other in parts.take(20) {
            table.settle(other, 0, 1 << 10);
        }
        assert_eq!(table.get(0, part, 0).answer, Answer::Known(1));
    }

    #[test]
    fn entries_of_one_worth_take_turns_to_go() {
        let table = AnswerTable::<u64>::new(GROUP).unwrap();
        let parts: Vec<_> = parts_of_one_bucket(&table).take(200).collect();
        for &part in &parts {
            table.settle(part, 3, 1);
        }
        let is_kept = |part: &Packed<u64>| table.get(0, *part, 0).answer == Answer::Known(3);
        let oldest = parts.iter().position(is_kept).unwrap();
        assert!(oldest > 150, "an entry of no more worth was never overwritten: {oldest}");
    }

    #[test]
    fn a_larger_table_takes_over_all_pieces() {
        // Two pieces and more.
        let smaller = AnswerTable::<u64>::new(1 << 18).unwrap();
        let part = |number: u64| Packed { cells: number * number + 1, columns: 8 };
        let numbers = || (1..400_000).step_by(7);
        numbers().for_each(|number| smaller.settle(part(number), (number % 50) as u32, 1));
        let larger = AnswerTable::<u64>::new(1 << 19).unwrap();
        let known =
            |table: &AnswerTable<u64>, number| table.get(table.place(part(number)), part(number), 0).answer;
        let kept: Vec<u64> = numbers()
            .filter(|&number| known(&smaller, number) == Answer::Known((number % 50) as u32))
            .collect();
        assert!(smaller.words.len() > 2 * PIECE && kept.len() > 50_000);
        larger.take_over(&smaller);
        assert_eq!(larger.used(), kept.len());
        for number in kept {
            assert_eq!(known(&larger, number), Answer::Known((number % 50) as u32), "{number}");
        }
        #[cfg(target_os = "linux")]
        assert!(smaller.words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn parts_of_two_words_are_told_apart_by_all_of_them() {
        let table = AnswerTable::<u128>::new(1 << 8).unwrap();
        let part = |low: u64, high: u64, columns| Packed { cells: u128::of_halves(low, high), columns };
        let parts: Vec<_> = (1..5)
            .flat_map(|low| {
                (0..5).flat_map(move |high| [63, 64, 127, 11].map(|columns| part(low, high, columns)))
            })
            .collect();
        for (nimber, &part) in (0..).zip(&parts) {
            table.settle(part, nimber, 1);
        }
        for (nimber, &part) in (0..).zip(&parts) {
            assert_eq!(table.get(table.place(part), part, 0).answer, Answer::Known(nimber), "{part:?}");
        }
        let mut seen = 0;
        table.each(|part, answer| {
            let nimber = parts.iter().position(|&other| other == part).map(|index| index as u32);
            assert_eq!(nimber.map(Answer::Known), Some(answer));
            seen += 1;
        });
        assert_eq!(seen, parts.len());
    }

    #[test]
    fn a_full_table_evicts_and_never_says_what_is_wrong() {
        let table = AnswerTable::<u64>::new(GROUP).unwrap();
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
