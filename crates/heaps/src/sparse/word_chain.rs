//! The chain of the sliced engine: the index of every heap, if all heaps that are not given as rare are
//! common. What it says is only speculation until it is verified.

use crate::code::rules::Rules;
use crate::simd::four_words::Four;
use crate::simd::lanes::{Lane, planes_of};
use crate::simd::look_up::Looked;
use crate::simd::registers::Form;
use crate::sparse::columns::Columns;
use crate::sparse::far_back::DISTANT;
use crate::sparse::history::{History, MOST_INDICES, RARE};
use crate::sparse::space::Space;
use crate::sparse::within_word::{Line, Near, is_index, partner};
use crate::sparse::witness::{Found, flips};
use crate::sparse::words_back::{Far, Planes, as_sets};

/// Heaps beyond the reach of entries, so that forgetting is rare.
const ROOM: usize = 65_536;

/// Some words of heaps, on their way from the chain to the verifier.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    /// An index a heap, or [`RARE`].
    pub(crate) bytes: Vec<u8>,
}

impl Batch {
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
    }
}

#[derive(Clone)]
pub(crate) struct Chain<L: Lane, const Q: usize> {
    rules: Rules,
    space: Space,
    /// The heaps given as rare, and their nimbers.
    rares: Vec<(u64, u32)>,
    /// All entries, as distance and index, and the largest distance.
    entries: Vec<(u64, u32)>,
    farthest: u64,
    far: Far<Q>,
    /// Entries at a distance of 64 or more that are looked up, the nearest first; all but those that are far
    /// back where these are many.
    looked: Vec<Looked>,
    /// Whether the form of registers looks bytes up.
    looks_up: bool,
    near: Near<L>,
    planes: Planes<Q>,
    /// The same plane by plane, no plane while no entry needs them.
    columns: Columns,
    /// Words computed, from heap 0 on.
    words: usize,
    /// The bytes of heaps that entries reach, up to the last word's end but for those pending.
    recent: Vec<u8>,
    /// The same as [`partner`]s and those pending too, after 64 bytes more, where sets are small enough for tables.
    partners: Vec<u8>,
    /// How many of the last partners are not among the recent bytes yet.
    pending: usize,
    /// Words begun again heap by heap, and words computed since those were counted.
    by_heaps: usize,
    counted: usize,
}

/// Entries far back that are looked up at most.
const MANY_DISTANT: usize = 48;

/// The largest distance of an entry that is looked up; [`Looked`] holds no larger one.
const MOST_LOOKED: u64 = u32::MAX as u64;

impl<L: Lane, const Q: usize> Chain<L, Q> {
    /// Continues a history of whole words; `None` when it has dropped what entries reach.
    pub(crate) fn new(rules: &Rules, history: &History, looks_up: bool) -> Option<Self> {
        let looks_up = looks_up && L::ROWS;
        let mut chain = Chain {
            rules: rules.clone(),
            space: history.space,
            rares: Vec::new(),
            entries: Vec::new(),
            farthest: 64,
            far: Far::new(),
            looked: Vec::new(),
            looks_up,
            near: Near::new(looks_up),
            planes: Planes::new(0),
            columns: Columns::new(0, 0, 0),
            words: history.words(),
            recent: Vec::new(),
            partners: Vec::new(),
            pending: 0,
            by_heaps: 0,
            counted: 0,
        };
        for &taken in rules.takes.iter().filter(|&&taken| !flips(&history.space, taken)) {
            chain.entry(taken, 0);
        }
        for &(heap, value) in &history.rares {
            chain.add_entries(heap, value);
        }
        chain.rares = history.rares.clone();
        chain.settle();
        chain.far.widen(history.indices_of_most(L::RETRIED_WORD).min(L::INDICES));
        if looks_up {
            // Tables tell all indices at once.
            chain.far.widen(L::INDICES);
        }
        chain.rebuild_planes(history)?;
        chain.rebuild_columns(history)?;
        chain.rebuild_recent(history)?;
        chain.restart_word();
        Some(chain)
    }

    /// Words that the history must hold for [`Chain::go_back`].
    pub(crate) fn reach(&self) -> usize {
        let looked = (self.farthest / 64) as usize;
        self.columns.reach().max(self.far.row_reach + 1).max(looked + looked / 2 + 2)
    }

    /// The bytes that grow with the heaps: planes, columns, and each entry in two lists.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = 3 * size_of_val(self.entries.as_slice()) + size_of_val(self.rares.as_slice());
        self.planes.bytes() + self.columns.bytes() + (2 * self.recent.len() + lists) as u64
    }

    fn entry(&mut self, distance: u64, index: u32) {
        self.entries.push((distance, index));
        self.farthest = self.farthest.max(distance);
        match distance {
            0..64 => self.near.push(distance, index),
            _ if self.looks_up && distance <= MOST_LOOKED => {
                self.looked.push(Looked::new(distance, index));
            }
            _ => self.far.push(distance, index),
        }
    }

    /// Sorts the entries that are looked up. Where very many are far back, these are left to planes from then
    /// on.
    fn settle(&mut self) {
        self.near.settle();
        self.looked.sort_unstable();
        self.looked.dedup();
        let near = self.looked.partition_point(|entry| u64::from(entry.distance) < DISTANT);
        if self.looked.len() - near > MANY_DISTANT || self.far.reach > 0 {
            for entry in self.looked.split_off(near) {
                self.far.push(entry.distance.into(), entry.index & 255);
            }
        }
    }

    fn add_entries(&mut self, heap: u64, value: u32) {
        let index = self.space.index(value);
        for taken in self.rules.breaks.clone() {
            self.entry(heap + taken, index);
        }
    }

    /// Takes back all words that the history does not have, and adds what a heap found to be rare excludes;
    /// `given` are the rare heaps that the history does not reach yet. `None` as in [`Chain::new`].
    #[cold]
    pub(crate) fn go_back(
        &mut self,
        history: &History,
        given: &[(u64, u32)],
        found: Option<&Found>,
    ) -> Option<()> {
        if let Some(found) = found {
            self.add_entries(found.heap, found.value);
        }
        self.settle();
        self.words = history.words();
        self.rares = [&history.rares, given].concat();
        if self.planes.is_cut() {
            self.rebuild_planes(history)?;
        } else {
            self.planes.truncate(self.words);
        }
        if self.columns.holds(self.words, self.far.reach) {
            self.columns.truncate(self.words);
        } else {
            self.rebuild_columns(history)?;
        }
        self.rebuild_recent(history)?;
        self.restart_word();
        Some(())
    }

    /// Fills the planes from the history, as far back as the entries reach.
    fn rebuild_planes(&mut self, history: &History) -> Option<()> {
        let base = self.words.saturating_sub(self.far.row_reach + 1);
        self.planes = Planes::new(base);
        if self.looks_up {
            return Some(());
        }
        for word in base..self.words {
            self.planes.push(history.planes(word)?);
        }
        Some(())
    }

    /// The same plane by plane, with some reach to spare.
    fn rebuild_columns(&mut self, history: &History) -> Option<()> {
        let reach = self.far.reach;
        let planes = if reach == 0 { 0 } else { L::INDICES };
        self.columns = Columns::new(planes, reach + reach / 2, self.words);
        self.columns.fill(self.words, |word| history.planes::<Q>(word))
    }

    fn rebuild_recent(&mut self, history: &History) -> Option<()> {
        let length = self.words as u64 * 64;
        let first = length.saturating_sub(self.farthest);
        self.recent.clear();
        match first.checked_sub(history.base) {
            Some(place) => self.recent.extend_from_slice(&history.recent[place as usize..]),
            None => {
                for heap in first..length {
                    self.recent.push(history.byte(heap)?);
                }
            }
        }
        self.partners.clear();
        self.pending = 0;
        if L::ROWS {
            // A partner of a later heap of a word may be at hand where that of the first is before heap 0.
            self.partners.resize(64, partner::<L>(RARE));
            self.partners.extend(self.recent.iter().map(|&byte| partner::<L>(byte)));
        }
        Some(())
    }

    /// Begins the next word anew.
    fn restart_word(&mut self) {
        self.restart_near();
        self.far.rewind();
    }

    fn restart_near(&mut self) {
        self.near.restart(&self.last_bytes());
    }

    /// The bytes of the 64 heaps before a word.
    fn last_bytes(&self) -> [u8; 64] {
        let mut last = [RARE; 64];
        for (byte, &known) in last.iter_mut().rev().zip(self.recent.iter().rev()) {
            *byte = known;
        }
        last
    }

    /// Adds what is pending to the recent bytes and to the batch.
    fn flush(&mut self, batch: &mut Batch) {
        let pending = &self.partners[self.partners.len() - std::mem::take(&mut self.pending)..];
        self.recent.extend_from_slice(pending);
        batch.bytes.extend_from_slice(pending);
    }

    /// Whether the next word holds a heap given as rare, or one from which an odd take reaches a rare heap
    /// and so excludes a common nimber.
    #[inline(always)]
    pub(crate) fn is_special(&self) -> bool {
        let first = self.words as u64 * 64;
        self.rares.last().is_some_and(|rare| rare.0 + self.rules.longest >= first)
    }

    /// Appends `count` words to a batch; false when an index did not fit and the words end before it.
    #[inline(always)]
    pub(crate) fn run(&mut self, form: impl Form, count: usize, batch: &mut Batch) -> bool {
        let mut fits = true;
        // No closure, which the compiler may leave as a call without wide registers.
        for _ in 0..count {
            fits = self.word(form, batch);
            if !fits {
                // Nothing is pending. The word that did not fit left its exclusions behind.
                self.restart_word();
                break;
            }
        }
        self.flush(batch);
        self.planes.forget(self.far.row_reach + 2);
        if self.recent.len() > 2 * self.farthest as usize + ROOM {
            let spare = self.recent.len() - self.farthest as usize;
            self.recent.drain(..spare);
            if L::ROWS {
                self.partners.drain(..spare);
            }
        }
        self.counted += count;
        if self.by_heaps * L::RETRIED_HEAP > self.counted + ROOM / 64 {
            self.far.widen((self.far.used() + 8).min(L::INDICES));
            (self.by_heaps, self.counted) = (0, 0);
        }
        fits
    }

    /// Computes one word; false when an index does not fit.
    #[inline(always)]
    fn word(&mut self, form: impl Form, batch: &mut Batch) -> bool {
        let far = self.far_sets(form);
        let is_special = self.is_special();
        if L::ROWS && !is_special {
            let mut sets = far;
            self.partners.extend_from_slice(&[0; 64]);
            let line: &mut Line = self.partners.last_chunk_mut().expect("as many before the first");
            if self.near.run(form, &mut sets, line, self.far.used()) {
                self.pending += 64;
                if !self.looks_up || self.far.reach > 0 {
                    let bytes = *self.partners.last_chunk().expect("the word");
                    self.push_planes(form, &bytes);
                }
                self.words += 1;
                return true;
            }
            self.partners.truncate(self.partners.len() - 64);
        }
        self.flush(batch);
        let mut bytes = [0; 64];
        let is_by_entries =
            !L::ROWS && !is_special && self.near.run_by_entries(&far, &mut bytes) < self.most_used();
        if !is_by_entries {
            if !is_special {
                self.restart_near();
                self.by_heaps += 1;
            }
            if !self.run_by_heaps(&far, &mut bytes) {
                return false;
            }
        }
        batch.bytes.extend_from_slice(&bytes);
        self.recent.extend_from_slice(&bytes);
        if L::ROWS {
            self.partners.extend(bytes.iter().map(|&byte| partner::<L>(byte)));
        }
        if !self.looks_up || self.far.reach > 0 {
            if !is_by_entries {
                // An index beyond the sets has no plane, and neither has a rare heap.
                for byte in bytes.iter_mut().filter(|byte| !is_index::<L>(**byte)) {
                    *byte = RARE;
                }
            }
            self.push_planes(form, &bytes);
        }
        self.words += 1;
        true
    }

    /// Adds the planes of a word.
    #[inline(always)]
    fn push_planes(&mut self, form: impl Form, bytes: &[u8; 64]) {
        let row: [Four; Q] = planes_of(form, bytes);
        if !self.looks_up {
            self.planes.push(row);
        }
        self.columns.push(form, row.as_flattened());
    }

    /// What the heaps 64 or more before a word exclude in it.
    #[inline(always)]
    fn far_sets(&mut self, form: impl Form) -> [L; 64] {
        if self.looks_up && self.far.reach == 0 {
            let mut sets = [L::EMPTY; 64];
            L::strike(form, &mut sets, &self.partners, self.partners.len(), &self.looked);
            return sets;
        }
        let mut sets = as_sets(form, &self.far.exclusions(self.words, &self.planes, &self.columns));
        if self.looks_up {
            L::strike(form, &mut sets, &self.partners, self.partners.len(), &self.looked);
        }
        sets
    }

    /// The first index that no word may have as computed: the exclusions of it and of larger ones are not known, or
    /// a byte does not hold them.
    fn most_used(&self) -> usize {
        self.far.used().min(MOST_INDICES as usize)
    }

    /// A word with heaps given as rare, or with indices for which no exclusions were computed; false when an
    /// index does not fit.
    #[inline(never)]
    fn run_by_heaps(&mut self, far: &[L; 64], bytes: &mut [u8; 64]) -> bool {
        let past = self.last_bytes();
        let (first, used) = (self.words as u64 * 64, self.most_used());
        let Chain { rules, space, rares, entries, near, recent, .. } = self;
        let rare = |heap: u64| rares.binary_search_by_key(&heap, |rare| rare.0).ok();
        near.run_with(far, &past, bytes, |place, set, before| {
            let heap = first + place as u64;
            if rare(heap).is_some() {
                return RARE;
            }
            let flipped = || {
                let takes = rules.takes.iter().filter(|&&taken| flips(space, taken));
                let reached = takes.filter_map(|&taken| rare(heap.checked_sub(taken)?));
                reached.map(|place| space.index(rares[place].1) as usize)
            };
            let mut set = set;
            flipped().for_each(|index| set.insert(index));
            let index = set.first_free();
            if index < used {
                return index as u8;
            }
            // All exclusions, one by one.
            let mut all = <[u64; 4]>::EMPTY;
            flipped().for_each(|index| all.insert(index));
            for &(distance, index) in entries.iter() {
                let back = distance as usize;
                let byte = match place.checked_sub(back) {
                    Some(place) => Some(&before[place]),
                    None => (recent.len() + place).checked_sub(back).and_then(|place| recent.get(place)),
                };
                if let Some(&byte) = byte.filter(|&&byte| byte != RARE) {
                    all.insert(usize::from(byte ^ index as u8));
                }
            }
            all.first_free().min(MOST_INDICES as usize) as u8
        });
        bytes.iter().all(|&byte| byte == RARE || u32::from(byte) < MOST_INDICES)
    }
}

#[cfg(test)]
mod tests {
    use super::{Batch, Chain};
    use crate::code::rules::Rules;
    use crate::simd::registers::Plain;
    use crate::sparse::history::{History, MOST_INDICES};
    use crate::sparse::space::Space;

    /// The bytes 254 and 255 are no indices, though the widest sets hold them.
    #[test]
    fn an_index_that_is_none_of_a_byte_does_not_fit() {
        for (indices, fits) in [(MOST_INDICES - 1, true), (MOST_INDICES, false)] {
            let takes: Vec<u64> = (1..=indices.into()).collect();
            let rules = Rules { takes, breaks: Vec::new(), unequal: Vec::new(), longest: u64::from(indices) };
            // Every move leaves one of the `indices` heaps before; these have the indices below that number.
            let recent = (0..320).map(|heap| ((heap + 320) % indices) as u8).collect();
            let space = Space { mask: 1 << 8, by_heap: false, kappa: 0 };
            let (prefix, rares) = (Vec::new(), Vec::new());
            let history = History { space, prefix, recent, base: 0, rares, dropped: Some(0) };
            let mut chain = Chain::<[u64; 4], 64>::new(&rules, &history, false).expect("all is held");
            let mut batch = Batch::default();
            assert_eq!(chain.run(Plain, 1, &mut batch), fits, "{indices} indices");
            assert_eq!(batch.bytes.first().map(|&byte| u32::from(byte)), fits.then_some(indices));
        }
    }
}
