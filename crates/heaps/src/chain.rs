//! The chain of the sliced engine: the index of every heap, if all heaps that
//! are not given as rare are common. What it says is only speculation until
//! it is verified.

use crate::columns::Columns;
use crate::far::{Far, Planes, as_sets};
use crate::four::Four;
use crate::history::{History, RARE};
use crate::lane::{Lane, planes_of};
use crate::near::Near;
use crate::rules::Rules;
use crate::space::Space;
use crate::witness::{Found, flips};

/// Some words of heaps, on their way from the chain to the verifier.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    /// An index a heap, or [`RARE`].
    pub(crate) bytes: Vec<u8>,
    /// The planes of every word.
    pub(crate) planes: Vec<u64>,
}

impl Batch {
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.planes.clear();
    }
}

#[derive(Clone)]
pub(crate) struct Chain<L, const Q: usize> {
    rules: Rules,
    space: Space,
    /// The heaps given as rare, and their nimbers.
    rares: Vec<(u64, u32)>,
    far: Far<Q>,
    near: Near<L>,
    planes: Planes<Q>,
    /// The same plane by plane, no plane while no entry needs them.
    columns: Columns,
    /// Words computed, from heap 0 on.
    words: usize,
    /// The bytes of the last word.
    last: [u8; 64],
}

impl<L: Lane, const Q: usize> Chain<L, Q> {
    /// Continues a history of whole words; `None` when it has dropped what
    /// entries reach.
    pub(crate) fn new(rules: &Rules, history: &History) -> Option<Self> {
        let mut chain = Chain {
            rules: rules.clone(),
            space: history.space,
            rares: Vec::new(),
            far: Far::new(),
            near: Near::new(),
            planes: Planes::new(0),
            columns: Columns::new(0, 0, 0),
            words: history.words(),
            last: [RARE; 64],
        };
        for &taken in rules.takes.iter().filter(|&&taken| !flips(&history.space, taken)) {
            chain.entry(taken, 0);
        }
        for &(heap, value) in &history.rares {
            chain.add_entries(heap, value);
        }
        chain.rares = history.rares.clone();
        let bytes = history.recent.iter().chain(&history.prefix);
        let most = bytes.filter(|&&byte| byte != RARE).max().copied().unwrap_or(0);
        chain.far.widen(usize::from(most) + 1);
        chain.rebuild_planes(history)?;
        chain.rebuild_columns(history)?;
        chain.restart(history);
        Some(chain)
    }

    /// Words that the history must hold for [`Chain::go_back`].
    pub(crate) fn reach(&self) -> usize {
        self.columns.reach().max(self.far.row_reach + 1)
    }

    fn entry(&mut self, distance: u64, index: u32) {
        if distance < 64 { self.near.push(distance, index) } else { self.far.push(distance, index) }
    }

    fn add_entries(&mut self, heap: u64, value: u32) {
        let index = self.space.index(value);
        for taken in self.rules.breaks.clone() {
            self.entry(heap + taken, index);
        }
    }

    /// Takes back all words that the history does not have, and adds what a
    /// heap found to be rare excludes; `given` are the rare heaps that the
    /// history does not reach yet. `None` as in [`Chain::new`].
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
        self.restart(history);
        Some(())
    }

    /// Fills the planes from the history, as far back as the entries reach.
    fn rebuild_planes(&mut self, history: &History) -> Option<()> {
        let base = self.words.saturating_sub(self.far.row_reach + 1);
        self.planes = Planes::new(base);
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

    fn restart(&mut self, history: &History) {
        for (place, byte) in self.last.iter_mut().enumerate() {
            let heap = (self.words as u64 * 64 + place as u64).checked_sub(64);
            *byte = heap.and_then(|heap| history.byte(heap)).unwrap_or(RARE);
        }
        self.restart_word();
    }

    /// Begins the next word anew.
    fn restart_word(&mut self) {
        self.near.restart(&self.last);
        self.far.rewind();
    }

    /// Whether the next word holds a heap given as rare, or one from which an
    /// odd take reaches a rare heap and so excludes a common nimber.
    #[inline(always)]
    pub(crate) fn is_special(&self) -> bool {
        let first = self.words as u64 * 64;
        self.rares.last().is_some_and(|rare| rare.0 + self.rules.longest >= first)
    }

    /// Appends `count` words to a batch; false when an index did not fit and
    /// the words end before it.
    #[inline(always)]
    pub(crate) fn run(&mut self, count: usize, batch: &mut Batch) -> bool {
        let mut fits = true;
        // No closure, which the compiler may leave as a call without wide registers.
        for _ in 0..count {
            fits = self.word(batch);
            if !fits {
                // The word that did not fit left its exclusions behind.
                self.restart_word();
                break;
            }
        }
        self.planes.forget(self.far.row_reach + 2);
        fits
    }

    /// The same, compiled for 256-bit registers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(crate) fn run_wide(&mut self, count: usize, batch: &mut Batch) -> bool {
        self.run(count, batch)
    }

    /// Computes one word; false when an index does not fit.
    #[inline(always)]
    fn word(&mut self, batch: &mut Batch) -> bool {
        let mut bytes = [0; 64];
        let mut row: [Four; Q];
        loop {
            if !self.indices(&mut bytes) {
                return false;
            }
            row = planes_of(&bytes);
            let beyond = row.as_flattened().iter().skip(self.far.used()).rposition(|&plane| plane != 0);
            let Some(beyond) = beyond else {
                break;
            };
            // An index beyond those whose exclusions were computed.
            self.far.widen(self.far.used() + beyond + 1);
            self.restart_word();
        }
        batch.bytes.extend_from_slice(&bytes);
        batch.planes.extend_from_slice(row.as_flattened());
        self.planes.push(row);
        self.columns.push(row.as_flattened());
        self.last = bytes;
        self.words += 1;
        true
    }

    /// The indices of the next word, or false when one does not fit.
    #[inline(always)]
    fn indices(&mut self, bytes: &mut [u8; 64]) -> bool {
        let word = self.words;
        let far: [L; 64] = as_sets(&self.far.exclusions(word, &self.planes, &self.columns));
        if !self.is_special() {
            return self.near.run(&far, bytes);
        }
        let (rares, space) = (&self.rares, &self.space);
        let rare = |heap: u64| rares.binary_search_by_key(&heap, |rare| rare.0).ok();
        let takes = &self.rules.takes;
        self.near.run_with(&far, bytes, |place, set| {
            let heap = word as u64 * 64 + place as u64;
            for &taken in takes.iter().filter(|&&taken| flips(space, taken)) {
                if let Some(place) = rare(heap.saturating_sub(taken)) {
                    set.insert(space.index(rares[place].1) as usize);
                }
            }
            rare(heap).is_some()
        })
    }
}
