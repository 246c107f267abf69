//! The transposition table of parts: positions met before, with what is known of their nimbers.

use super::append_list::{AppendList, ChunkedList};
use super::entry::{Entry, Snapshot};
use super::hash_index::{BYTES_PER_NUMBER, HashIndex, Slot};
use super::key::Key;
use crate::packed::{Answers, NotTaken};
use foldhash::fast::RandomState;
use grundy_core::{Nimber, Ruleset, Run, Stopped};
use std::hash::Hash;
use std::io::{self, Read, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of a part in a [`TranspositionTable`].
pub(crate) type PartId = u32;

/// What is known of the nimbers of parts: exact, shared among threads.
///
/// A transposition table (R. D. Greenblatt, D. E. Eastlake and S. D. Crocker, "The Greenblatt chess
/// program", Fall Joint Computer Conference, 1967) lets a search use what it found when it meets a position
/// again by other moves. This one holds, for each part, its nimber or some values that are excluded.
///
/// Boards that are words ([`PackedRules`](grundy_core::PackedRules)) have entries of 16 bytes, of 32 bytes from 65 cells on:
/// one for what is known of the nimber, and one for the proof numbers of each value. Their table takes at most
/// half of the limit of memory, or all but 3 GiB of it where that is more, and the one of boards from 65 cells on half as much
/// beside it; then they evict what took the least work. Other parts are kept without replacement.
///
/// A part is identified by the whole position, or by a word that no other position has
/// ([`Tuning::word`](grundy_core::Tuning::word)), never by a hash alone. So an entry never belongs to
/// another position. A table survives a stopped run, and the next run continues from it. A look-up takes
/// constant time on average and no lock.
///
/// ```
/// use grundy_core::{Nimber, Ruleset, Run};
/// use grundy_solve::{MexSolver, TranspositionTable};
/// use std::ops::ControlFlow;
///
/// /// One heap; a move takes one, two or three counters.
/// struct TakeUpToThree;
/// impl Ruleset for TakeUpToThree {
///     type Position = u64;
///     type Move = u64;
///     fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
///         (1..=3.min(*at)).try_for_each(visit)
///     }
///     fn play(&self, at: &u64, take: &u64) -> u64 { at - take }
///     fn moves_left(&self, at: &u64) -> u128 { u128::from(*at) }
/// }
///
/// let table = TranspositionTable::default();
/// let solver = MexSolver::new(&TakeUpToThree, &(), &table);
/// assert_eq!(solver.nimber(&10, &Run::unlimited()), Ok(Nimber(2)));
///
/// let mut known = Vec::new();
/// table.each_known(&TakeUpToThree, |&heap, nimber| known.push((heap, nimber)));
/// assert!(known.contains(&(10, Nimber(2))) && known.len() <= table.len());
///
/// // The second search finds its answer in the table.
/// let run = Run::unlimited();
/// assert_eq!((solver.nimber(&10, &run), run.nodes()), (Ok(Nimber(2)), 0));
/// ```
pub struct TranspositionTable<P> {
    hasher: RandomState,
    /// Parts that have words, by word, and parts that have none, by hash.
    words: HashIndex,
    hashes: HashIndex,
    entries: ChunkedList<Entry>,
    parts: AppendList<P>,
    length: AtomicU32,
    /// What is known of parts that are words.
    pub(crate) answers: Answers,
}

/// What the table needs to know of a new part.
pub(crate) struct NewPart {
    /// The memory of the part.
    pub(crate) bytes: usize,
    /// The estimated work on the part.
    pub(crate) effort: u64,
    /// An upper bound of the nimber.
    pub(crate) bound: u64,
    /// The nimber, if it is known.
    pub(crate) nimber: Option<Nimber>,
}

impl<P: Eq + Hash> TranspositionTable<P> {
    /// The number of entries: of a board that is a word there may be several, of any other part there is one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.met() + self.answers.len()
    }

    /// The number of parts that have a number.
    fn met(&self) -> usize {
        self.length.load(Ordering::Relaxed) as usize
    }

    /// Whether nothing is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Visits the parts whose nimbers are known, in no order; `rules` are those that they were found under.
    ///
    /// The table of boards that are words does not grow meanwhile: a search that wants it to waits. So `visit` must not
    /// search with this table.
    pub fn each_known<R: Ruleset<Position = P>>(&self, rules: &R, visit: impl FnMut(&P, Nimber)) {
        self.each_known_if(rules, |_| true, visit);
    }

    /// Visits those of these parts for whose [effort](grundy_core::Tuning::effort) `is_wanted` is true. Of the others no
    /// position is made, which makes this quick where most are left out. `visit` must not search with this table.
    pub fn each_known_if<R: Ruleset<Position = P>>(
        &self,
        rules: &R,
        mut is_wanted: impl FnMut(u64) -> bool,
        mut visit: impl FnMut(&P, Nimber),
    ) {
        if let Some(packed) = rules.tuning().packed() {
            self.answers.each_known(|part, nimber| {
                if is_wanted(packed.effort_of(part).into()) {
                    visit(&packed.unpack(part), Nimber(nimber));
                }
            });
        }
        if let Some(packed) = rules.tuning().packed_wide() {
            self.answers.each_known_wide(|part, nimber| {
                if is_wanted(packed.effort_of(part).into()) {
                    visit(&packed.unpack(part), Nimber(nimber));
                }
            });
        }
        for id in 0..self.met() as u32 {
            // A part that another thread is adding at this moment is left out.
            let Some(part) = self.parts.get(id) else { continue };
            if let Some(nimber) = self.known(id)
                && is_wanted(self.effort(id))
            {
                visit(part, nimber);
            }
        }
    }

    /// Writes what is known of boards that are words, with the proof numbers by which a search goes on, and returns the
    /// number of entries. Searches may go on meanwhile, but one that is to make its table larger waits. The bytes are those of
    /// docs/formats.md, 16 for most entries, with checksums.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_boards(&self, out: &mut dyn Write) -> io::Result<u64> {
        self.answers.write_to(out)
    }

    /// Adds what [`write_boards`](TranspositionTable::write_boards) wrote, under the same rules, and returns the number of
    /// entries. It is believed: the checksums guard against damage, not against whoever alters the bytes.
    ///
    /// # Errors
    /// When the bytes cannot be read or are damaged, when the table would be larger than the limit of memory allows, and
    /// when the run stops. What was read by then stays.
    pub fn read_boards<R: Ruleset<Position = P>>(
        &self,
        rules: &R,
        input: &mut dyn Read,
        run: &Run,
    ) -> Result<u64, NotTaken> {
        let (packed, wide) = (rules.tuning().packed(), rules.tuning().packed_wide());
        let has_rules_for = |rows: u32, columns: u32| match packed {
            Some(packed) if rows * columns <= u64::BITS => packed.has_rules_for(rows, columns),
            _ => wide.is_some_and(|wide| wide.has_rules_for(rows, columns)),
        };
        self.answers.read_from(input, wide.is_some(), &has_rules_for, run)
    }

    /// The key of a part, with its [word](grundy_core::Tuning::word) where it has one.
    pub(crate) fn key(&self, part: P, word: Option<u64>) -> Key<P> {
        Key::new(part, word, &self.hasher)
    }

    /// The first slot of the index where the number of a part may be.
    pub(super) fn slot(&self, key: &Key<P>) -> Slot {
        self.index(key).first(key.tag)
    }

    /// The number of a part, if it has been met.
    pub(super) fn find(&self, key: &Key<P>) -> Option<PartId> {
        self.index(key).find(key.tag, |id| self.is_at(id, key))
    }

    /// The number of a part. For a new part `describe` is called, and the part is added.
    ///
    /// # Errors
    /// When the run has no memory left for a new part.
    pub(crate) fn insert(
        &self,
        key: Key<P>,
        describe: impl FnOnce(&P) -> NewPart,
        run: &Run,
    ) -> Result<PartId, Stopped> {
        if let Some(id) = self.find(&key) {
            return Ok(id);
        }
        // Before the lock is taken, for a theorem may take time.
        let NewPart { bytes, effort, bound, nimber } = describe(&key.part);
        let place = size_of::<Entry>() + size_of::<OnceLock<P>>() - size_of::<P>();
        // An eighth more: chunks of the lists are allocated before their entries are in use.
        let taken = (bytes + place) * 9 / 8 + BYTES_PER_NUMBER;
        run.hold(taken)?;
        let writer = self.index(&key).write(key.tag);
        if let Some(id) = writer.find(|id| self.is_at(id, &key)) {
            // Another thread has added it meanwhile.
            run.release(taken);
            return Ok(id);
        }
        let id = self.length.fetch_add(1, Ordering::Relaxed);
        assert!(id < PartId::MAX, "more than four billion parts");
        self.entries.get_or_make(id).fill(key.word, effort, bound, nimber);
        self.parts.get_or_make(id, || key.part);
        writer.add(id);
        Ok(id)
    }

    fn index(&self, key: &Key<P>) -> &HashIndex {
        if key.is_exact { &self.words } else { &self.hashes }
    }

    fn is_at(&self, id: PartId, key: &Key<P>) -> bool {
        self.entry(id).word() == key.word && (key.is_exact || *self.part(id) == key.part)
    }
}

impl<P> TranspositionTable<P> {
    /// The part with this number.
    pub(crate) fn part(&self, id: PartId) -> &P {
        self.parts.get(id).expect("a number is given out after its part is written")
    }

    /// What is known of a part at this moment.
    pub(crate) fn snapshot(&self, id: PartId) -> Snapshot {
        self.entry(id).snapshot()
    }

    /// The estimated work on a part.
    pub(crate) fn effort(&self, id: PartId) -> u64 {
        self.snapshot(id).effort()
    }

    /// The word or the hash of a part, and its nimber if it is known.
    pub(super) fn word_and_nimber(&self, id: PartId) -> (u64, Option<Nimber>) {
        let entry = self.entry(id);
        (entry.word(), entry.known())
    }

    /// The nimber of a part, if it is known.
    pub(crate) fn known(&self, id: PartId) -> Option<Nimber> {
        self.entry(id).known()
    }

    /// Whether a part has this nimber, if that is known.
    pub(crate) fn has_nimber(&self, id: PartId, nimber: Nimber) -> Option<bool> {
        self.snapshot(id).has_nimber(nimber)
    }

    /// The number of values among the smallest that are not excluded.
    pub(crate) fn small_candidates(&self, id: PartId) -> u32 {
        self.entry(id).small_candidates()
    }

    /// Records the nimber of a part.
    pub(crate) fn settle(&self, id: PartId, nimber: Nimber) {
        self.entry(id).settle(nimber);
    }

    /// Records that a part has another nimber. A value above
    /// [`LARGEST_EXCLUDABLE`](super::LARGEST_EXCLUDABLE) is not recorded.
    pub(crate) fn exclude(&self, id: PartId, nimber: Nimber) {
        self.entry(id).exclude(nimber);
    }

    /// Records that the nimber of a part is at most `bound`.
    pub(crate) fn set_bound(&self, id: PartId, bound: u64) {
        self.entry(id).set_bound(bound);
    }

    /// Records that some thread has stored proof numbers of a part.
    pub(crate) fn set_has_proof_numbers(&self, id: PartId) {
        self.entry(id).set_has_proof_numbers();
    }

    fn entry(&self, id: PartId) -> &Entry {
        self.entries.get(id).expect("a number is given out after its entry is written")
    }
}

impl<P> Default for TranspositionTable<P> {
    fn default() -> Self {
        TranspositionTable {
            hasher: RandomState::default(),
            words: HashIndex::default(),
            hashes: HashIndex::default(),
            entries: ChunkedList::default(),
            parts: AppendList::default(),
            length: AtomicU32::new(0),
            answers: Answers::default(),
        }
    }
}

impl<P> std::fmt::Debug for TranspositionTable<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = self.length.load(Ordering::Relaxed);
        f.debug_struct("TranspositionTable").field("parts", &parts).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_numbers_and_their_nimbers() {
        let table = TranspositionTable::default();
        let run = Run::unlimited();
        let new = |part, bound| NewPart { bytes: 8, effort: part, bound, nimber: None };
        let insert = |part: u64| {
            table.insert(table.key(part, None), |&part| new(part, u64::MAX), &run).expect("no limit")
        };
        let ids: Vec<PartId> = (0..10_000).map(insert).collect();
        assert_eq!(ids, (0..10_000).collect::<Vec<_>>());
        assert_eq!((0..10_000).map(insert).collect::<Vec<_>>(), ids, "met again");
        for &id in &ids {
            assert_eq!(*table.part(id), u64::from(id));
            table.exclude(id, Nimber(0));
            table.exclude(id, Nimber(5));
            let known = (table.has_nimber(id, Nimber(5)), table.has_nimber(id, Nimber(1)));
            assert_eq!(known, (Some(false), None));
            table.settle(id, Nimber(1 << 62));
            table.exclude(id, Nimber(1));
            assert_eq!(table.known(id), Some(Nimber(1 << 62)), "what is known stays");
        }
        let id = table.insert(table.key(20_000, None), |&part| new(part, 2), &run).expect("no limit");
        assert_eq!(table.has_nimber(id, Nimber(3)), Some(false));
        table.exclude(id, Nimber(1));
        assert_eq!(table.known(id), None);
        table.set_bound(id, 1);
        assert_eq!(table.known(id), Some(Nimber(0)), "it can be nothing else");
    }
}
