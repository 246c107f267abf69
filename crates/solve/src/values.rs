//! What has been found out about parts, shared among threads.

use crate::growing::{Growing, Pieces};
use crate::index::{BYTES_PER_NUMBER, Index, Mark, Slot};
use foldhash::fast::RandomState;
use grundy_core::{Nimber, Run, Stopped};
use std::hash::{BuildHasher, Hash};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A part's number in a list of [`Values`].
pub(crate) type Id = u32;

/// What is known of the nimbers of parts: exact, growing, shared among threads.
///
/// A part is found by the whole position, or by a word that no other position has
/// ([`Ruleset::word`](grundy_core::Tuning::word)), never by a hash of it, so what is known is known of
/// that position. Of a part either the nimber is known, or some values that it is not. Hold one for as
/// long as its values are of use: it survives a stopped run, and the next run goes on from it.
pub struct Values<P> {
    hasher: RandomState,
    /// Parts that have words, and parts that are found by their hashes.
    words: Index,
    hashes: Index,
    entries: Pieces<Entry>,
    parts: Growing<P>,
    length: AtomicU32,
}

/// What search looks at all the time, apart from the position, which it does not.
#[derive(Default)]
struct Entry {
    /// The part's word, or its hash.
    word: AtomicU64,
    /// How much work the part is thought to be, and [`IS_NOTED`].
    effort: AtomicU64,
    knowledge: AtomicU64,
}

/// Set in an entry's effort when some thread has noted how much work is left on the part.
const IS_NOTED: u64 = 1 << 63;

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

/// A part with what it is found by.
pub(crate) struct Hashed<P> {
    part: P,
    /// The word or the hash.
    word: u64,
    /// Whether no other part has the word.
    is_exact: bool,
    mark: Mark,
}

impl<P: PartialEq> PartialEq for Hashed<P> {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word && (self.is_exact && other.is_exact || self.part == other.part)
    }
}

impl<P> Hashed<P> {
    /// Whether this word is that of no other part.
    pub(crate) fn is_told_by(&self, word: u64) -> bool {
        self.is_exact && self.word == word
    }

    pub(crate) fn part(&self) -> &P {
        &self.part
    }
}

/// What is known of a part that may be new.
pub(crate) enum Met<P> {
    /// Its nimber.
    Known(Nimber),
    /// It has been met; its nimber is not known.
    Unknown(Id),
    /// It has not been met.
    New(Hashed<P>),
}

/// What is known of a part.
#[derive(Clone, Copy)]
pub(crate) struct View {
    knowledge: u64,
    effort: u64,
}

impl View {
    pub(crate) fn known(self) -> Option<Nimber> {
        (self.knowledge & IS_KNOWN != 0).then_some(Nimber(self.knowledge & !IS_KNOWN))
    }

    /// Whether the part is known to have, or known not to have, this nimber.
    pub(crate) fn is(self, nimber: Nimber) -> Option<bool> {
        match self.known() {
            Some(known) => Some(known == nimber),
            None => (nimber.0 <= LARGEST_NOTED && self.knowledge >> nimber.0 & 1 == 1).then_some(false),
        }
    }

    /// How many values below this one the nimber may still be.
    pub(crate) fn untested_below(self, value: Nimber) -> u32 {
        (!self.knowledge & ((1 << value.0.min(LARGEST_NOTED + 1)) - 1)).count_ones()
    }

    pub(crate) fn effort(self) -> u64 {
        self.effort & !IS_NOTED
    }

    /// Whether some thread may have noted how much work is left.
    pub(crate) fn is_noted(self) -> bool {
        self.effort & IS_NOTED != 0
    }
}

/// The nimbers of parts that a thread has looked up of late, in a table that stays close to the processor.
#[derive(Default)]
pub(crate) struct Recent {
    /// Words with their nimbers + 1, by mark; made when the first is noted. Of a free place both are 0.
    nimbers: Vec<[u64; 2]>,
}

/// How many places the table of recent nimbers has, a power of two: 256 KiB.
const RECENT: usize = 1 << 14;

impl Recent {
    pub(crate) fn nimber<P>(&self, part: &Hashed<P>) -> Option<Nimber> {
        let &[word, nimber] = self.nimbers.get(part.mark.place(RECENT))?;
        (part.is_exact && word == part.word).then(|| nimber.checked_sub(1).map(Nimber))?
    }

    /// Notes a nimber in the place of another.
    pub(crate) fn note<P>(&mut self, part: &Hashed<P>, nimber: Nimber) {
        if !part.is_exact {
            return;
        }
        if self.nimbers.is_empty() {
            self.nimbers = vec![[0; 2]; RECENT];
        }
        self.nimbers[part.mark.place(RECENT)] = [part.word, nimber.0 + 1];
    }
}

/// Set in an entry's knowledge when the other bits are the nimber; otherwise bit v says that the
/// nimber is not v.
const IS_KNOWN: u64 = 1 << 63;

/// Values up to this one have a bit.
pub(crate) const LARGEST_NOTED: u64 = 61;

/// The bit that says that the nimber is none of the larger values.
const LARGER: u64 = 1 << 62;

/// So many of the smallest values tell how much a part has been tested.
const FEW: u32 = 8;

/// The bits of all values above this one, where they have bits.
fn above(most: u64) -> u64 {
    if most > LARGEST_NOTED { 0 } else { !IS_KNOWN & u64::MAX << (most + 1) }
}

/// A hash of a word: both halves of its product with an odd number without a pattern, the golden ratio.
fn mixed(word: u64) -> u64 {
    let product = u128::from(word) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
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

    /// Visits the parts whose nimbers have been found, beginning with the number `from` of those
    /// that have been met.
    pub fn each_known(&self, from: usize, mut visit: impl FnMut(&P, Nimber)) {
        for id in from..self.len() {
            // A part that another thread is just adding is left out.
            let Some(part) = self.parts.get(id as u32) else { continue };
            if let Some(nimber) = self.known(id as u32) {
                visit(part, nimber);
            }
        }
    }

    /// A part made ready to be looked up, with its [word](grundy_core::Tuning::word) where it has one.
    pub(crate) fn hashed(&self, part: P, word: Option<u64>) -> Hashed<P> {
        match word {
            Some(word) => Hashed { part, word, is_exact: true, mark: Mark::of(mixed(word)) },
            None => {
                let hash = self.hasher.hash_one(&part);
                Hashed { part, word: hash, is_exact: false, mark: Mark::of(hash) }
            }
        }
    }

    /// Looks a part up, without adding it where it is new.
    pub(crate) fn met(&self, part: Hashed<P>) -> Met<P> {
        match self.find(&part) {
            None => Met::New(part),
            Some(id) => self.known(id).map_or(Met::Unknown(id), Met::Known),
        }
    }

    /// The slot where the number of a part is looked for first.
    pub(crate) fn slot(&self, part: &Hashed<P>) -> Slot {
        self.index(part.is_exact).first(part.mark)
    }

    /// The number in a slot that was read for a part, if it may be the part's.
    pub(crate) fn number_in(&self, slot: Slot, part: &Hashed<P>) -> Option<Id> {
        slot.number(part.mark)
    }

    /// The number of a part. When it is new, `learn` tells its effort and what is known of it.
    pub(crate) fn number(
        &self,
        hashed: Hashed<P>,
        learn: impl FnOnce(&P) -> Learnt,
        run: &Run,
    ) -> Result<Id, Stopped> {
        if let Some(id) = self.find(&hashed) {
            return Ok(id);
        }
        // Outside of the lock: to learn may take time.
        let Learnt { bytes, effort, most, nimber } = learn(&hashed.part);
        let place = size_of::<Entry>() + size_of::<OnceLock<P>>() - size_of::<P>();
        // An eighth more: pieces of the lists are made before their entries are there.
        run.hold((bytes + place) * 9 / 8 + BYTES_PER_NUMBER)?;
        let knowledge = match nimber {
            Some(nimber) => nimber.0 | IS_KNOWN,
            None => above(most),
        };
        let writer = self.index(hashed.is_exact).write(hashed.mark);
        if let Some(id) = writer.find(|id| self.is_at(id, &hashed)) {
            return Ok(id);
        }
        let id = self.length.fetch_add(1, Ordering::Relaxed);
        assert!(id < Id::MAX, "more than four billion parts");
        let entry = self.entries.get_or_make(id);
        entry.word.store(hashed.word, Ordering::Relaxed);
        entry.effort.store(effort & !IS_NOTED, Ordering::Relaxed);
        entry.knowledge.store(knowledge, Ordering::Relaxed);
        self.parts.get_or_make(id, || hashed.part);
        writer.add(id);
        Ok(id)
    }

    fn index(&self, is_exact: bool) -> &Index {
        if is_exact { &self.words } else { &self.hashes }
    }

    fn find(&self, hashed: &Hashed<P>) -> Option<Id> {
        self.index(hashed.is_exact).find(hashed.mark, |id| self.is_at(id, hashed))
    }

    fn is_at(&self, id: Id, hashed: &Hashed<P>) -> bool {
        self.entry(id).word.load(Ordering::Relaxed) == hashed.word
            && (hashed.is_exact || *self.part(id) == hashed.part)
    }
}

impl<P> Values<P> {
    pub(crate) fn part(&self, id: Id) -> &P {
        self.parts.get(id).expect("a number is given out after its part is there")
    }

    pub(crate) fn effort(&self, id: Id) -> u64 {
        self.view(id).effort()
    }

    pub(crate) fn view(&self, id: Id) -> View {
        let entry = self.entry(id);
        View {
            knowledge: entry.knowledge.load(Ordering::Relaxed),
            effort: entry.effort.load(Ordering::Relaxed),
        }
    }

    /// Remembers that a thread has noted how much work is left.
    pub(crate) fn set_noted(&self, id: Id) {
        self.entry(id).effort.fetch_or(IS_NOTED, Ordering::Relaxed);
    }

    /// The word or the hash of a part, and its nimber.
    pub(crate) fn glance(&self, id: Id) -> (u64, Option<Nimber>) {
        let entry = self.entry(id);
        let view = View { knowledge: entry.knowledge.load(Ordering::Relaxed), effort: 0 };
        (entry.word.load(Ordering::Relaxed), view.known())
    }

    pub(crate) fn known(&self, id: Id) -> Option<Nimber> {
        self.view(id).known()
    }

    /// Whether the part is known to have, or known not to have, this nimber.
    pub(crate) fn is(&self, id: Id, nimber: Nimber) -> Option<bool> {
        self.view(id).is(nimber)
    }

    /// How many of the smallest values the nimber may still be.
    pub(crate) fn untested(&self, id: Id) -> u32 {
        let knowledge = self.entry(id).knowledge.load(Ordering::Relaxed);
        (knowledge & ((1 << FEW) - 1)).count_zeros()
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
                let is_only_one = may_be.is_power_of_two() && may_be != LARGER;
                if is_only_one { u64::from(may_be.trailing_zeros()) | IS_KNOWN } else { knowledge | excluded }
            })
        };
        let _ = entry.knowledge.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }

    fn entry(&self, id: Id) -> &Entry {
        self.entries.get(id).expect("a number is given out after its entry is there")
    }
}

impl<P> Default for Values<P> {
    fn default() -> Self {
        Values {
            hasher: RandomState::default(),
            words: Index::default(),
            hashes: Index::default(),
            entries: Pieces::default(),
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
        let number = |part: u64| {
            values.number(values.hashed(part, None), |&part| learnt(part, u64::MAX), &run).expect("no limit")
        };
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
        let id = values.number(values.hashed(20_000, None), |&part| learnt(part, 2), &run).expect("no limit");
        assert_eq!(values.is(id, Nimber(3)), Some(false));
        values.exclude(id, Nimber(1));
        assert_eq!(values.known(id), None);
        values.bound(id, 1);
        assert_eq!(values.known(id), Some(Nimber(0)), "it can be nothing else");
    }
}
