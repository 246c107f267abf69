//! The bit-sliced engine: speculate that every heap of a run is common, then
//! verify the whole run at once.
//!
//! ```text
//! distant  32 words of 64 heaps: planes of past words, OR-ed for each rare part
//!          that is 2,048 heaps back or more
//! far      one word: the same, for rare parts 64 to 2,047 heaps back
//! near     the chain inside a word
//! verify   64 words at a time: every rare nimber below is an option's value
//! ```
//!
//! A heap that fails the verification is rare: the run is taken back to its
//! word and done again with the heap's nimber given. Nothing is guessed.

use crate::columns::Columns;
use crate::error::EngineError;
use crate::far::{Far, Planes, as_sets};
use crate::history::{History, RARE};
use crate::lane::{Lane, planes_of};
use crate::near::Near;
use crate::rules::Rules;
use crate::witness::{REACH, RUN, Witnesses, flips};

/// How a machine is to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// Drop what no entry reaches.
    pub(crate) bounded: bool,
    /// Use 256-bit registers.
    wide: bool,
}

impl Setting {
    /// Wide registers where the processor has them.
    pub(crate) fn new(bounded: bool) -> Self {
        Setting { bounded, wide: wide_registers() }
    }

    pub(crate) fn portable(self) -> Self {
        Setting { wide: false, ..self }
    }
}

/// What a call of [`Machine::advance`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// More heaps are known, or a rare one was found and its run is redone.
    Advanced,
    /// Some heap needs an index that the machine's sets do not hold.
    Full,
}

/// A sliced engine of some width.
pub(crate) trait Machine: Send + Sync {
    fn advance(&mut self) -> Result<Step, EngineError>;
    fn history(&self) -> &History;
    /// The largest smaller part of any split used as a witness so far.
    fn widest(&self) -> u64;
    /// The length from which on all heaps were verified by this machine.
    fn since(&self) -> u64;
    /// Takes over what an earlier machine of the same history has verified.
    fn recall(&mut self, since: u64, widest: u64);
    fn clone_box(&self) -> Box<dyn Machine>;
}

/// Builds the narrowest machine that holds the indices of the history, whose
/// length must be a positive multiple of 64; `None` when none does.
pub(crate) fn machine(rules: &Rules, history: History, setting: Setting) -> Option<Box<dyn Machine>> {
    let space = history.space;
    let most = history
        .recent
        .iter()
        .chain(&history.prefix)
        .filter(|&&byte| byte != RARE)
        .map(|&byte| u32::from(byte))
        .chain(history.rares.iter().map(|rare| space.index(rare.1)))
        .max()
        .unwrap_or(0);
    if space.pivot() > 8 || most >= crate::history::MOST_INDICES {
        return None;
    }
    // Below 2^pivot indices, a rare nimber outside the sets could be smaller
    // than a common one inside.
    Some(match (most + 1).max(1 << space.pivot()) {
        0..=16 => Box::new(Sliced::<u16, 4>::new(rules, history, setting)?),
        17..=32 => Box::new(Sliced::<u32, 8>::new(rules, history, setting)?),
        33..=64 => Box::new(Sliced::<u64, 16>::new(rules, history, setting)?),
        65..=128 => Box::new(Sliced::<[u64; 2], 32>::new(rules, history, setting)?),
        _ => Box::new(Sliced::<[u64; 4], 64>::new(rules, history, setting)?),
    })
}

#[derive(Clone)]
struct Sliced<L, const Q: usize> {
    rules: Rules,
    history: History,
    far: Far<Q>,
    near: Near<L>,
    planes: Planes<Q>,
    columns: Columns,
    witnesses: Witnesses,
    /// Words of the next run: few after a rare heap, which is often followed
    /// by another.
    pace: usize,
    setting: Setting,
    since: u64,
}

impl<L: Lane, const Q: usize> Sliced<L, Q> {
    fn new(rules: &Rules, history: History, setting: Setting) -> Option<Self> {
        let since = history.len();
        let mut sliced = Sliced {
            witnesses: Witnesses::new(L::INDICES, rules, &history),
            rules: rules.clone(),
            far: Far::new(),
            near: Near::new(),
            planes: Planes::new(0),
            columns: Columns::new(L::INDICES, REACH, 0),
            history,
            pace: 4,
            setting,
            since,
        };
        let space = sliced.history.space;
        for &taken in rules.takes.iter().filter(|&&taken| !flips(&space, taken)) {
            sliced.entry(taken, 0);
        }
        for (heap, value) in sliced.history.rares.clone() {
            sliced.rare_entries(heap, value);
        }
        let bytes = sliced.history.recent.iter().chain(&sliced.history.prefix);
        let most = bytes.filter(|&&byte| byte != RARE).max().copied().unwrap_or(0);
        sliced.far.widen(usize::from(most) + 1);
        sliced.rebuild_planes()?;
        sliced.rebuild_columns()?;
        sliced.restart_near();
        Some(sliced)
    }

    fn words(&self) -> usize {
        (self.history.len() / 64) as usize
    }

    fn entry(&mut self, distance: u64, index: u32) {
        if distance < 64 { self.near.push(distance, index) } else { self.far.push(distance, index) }
    }

    fn rare_entries(&mut self, heap: u64, value: u32) {
        let index = self.history.space.index(value);
        for taken in self.rules.breaks.clone() {
            self.entry(heap + taken, index);
        }
    }

    /// The planes of a known word.
    fn row(&self, word: usize) -> Option<[[u64; 4]; Q]> {
        let mut row = [[0; 4]; Q];
        for place in 0..64 {
            let byte = self.history.byte((word * 64 + place) as u64)?;
            if byte != RARE {
                let index = usize::from(byte) & (L::INDICES - 1);
                row[index / 4][index % 4] |= 1 << place;
            }
        }
        Some(row)
    }

    /// Fills the planes from the history, as far back as the entries reach.
    fn rebuild_planes(&mut self) -> Option<()> {
        let words = self.words();
        let base = words.saturating_sub(self.far.row_reach + 1);
        self.planes = Planes::new(base);
        for word in base..words {
            self.planes.push(self.row(word)?);
        }
        self.far.rewind();
        Some(())
    }

    /// The same plane by plane, with some reach to spare.
    #[cold]
    fn rebuild_columns(&mut self) -> Option<()> {
        let words = self.words();
        let reach = self.far.reach.max(REACH);
        self.columns = Columns::new(L::INDICES, reach + reach / 2, words);
        for word in self.columns.end()..words {
            let row = self.row(word)?;
            self.columns.push(row.as_flattened());
        }
        Some(())
    }

    fn restart_near(&mut self) {
        let length = self.history.len();
        let mut before = [RARE; 64];
        for (place, byte) in before.iter_mut().enumerate() {
            let heap = (length + place as u64).checked_sub(64);
            *byte = heap.and_then(|heap| self.history.byte(heap)).unwrap_or(RARE);
        }
        self.near.restart(&before);
        self.far.rewind();
    }

    /// Takes back every word from `word` on.
    fn take_back(&mut self, word: usize) {
        self.history.truncate(word as u64 * 64);
        self.planes.truncate(word);
        self.columns.truncate(word);
        self.restart_near();
    }

    /// Whether the next word holds a heap given as rare, or one from which an
    /// odd take reaches a rare heap and so excludes a common nimber.
    #[inline(always)]
    fn is_special(&self, first: u64) -> bool {
        self.history.rares.last().is_some_and(|rare| rare.0 + self.rules.longest >= first)
    }

    /// Computes one word; false when an index does not fit.
    #[inline(always)]
    fn word(&mut self) -> bool {
        let mut bytes = [0; 64];
        let mut row: [[u64; 4]; Q];
        loop {
            if !self.chain(&mut bytes) {
                return false;
            }
            row = planes_of(&bytes);
            let beyond = row.as_flattened().iter().skip(self.far.used()).rposition(|&plane| plane != 0);
            let Some(beyond) = beyond else {
                break;
            };
            // An index beyond those whose exclusions were computed.
            self.far.widen(self.far.used() + beyond + 1);
            self.restart_near();
        }
        self.history.recent.extend_from_slice(&bytes);
        self.planes.push(row);
        self.columns.push(row.as_flattened());
        true
    }

    /// The indices of the next word, or false when one does not fit.
    #[inline(always)]
    fn chain(&mut self, bytes: &mut [u8; 64]) -> bool {
        let word = self.words();
        let far: [L; 64] = as_sets(&self.far.exclusions(word, &self.planes, &self.columns));
        let first = word as u64 * 64;
        if !self.is_special(first) {
            return self.near.run(&far, bytes);
        }
        let (rares, space) = (&self.history.rares, &self.history.space);
        let rare = |heap: u64| rares.binary_search_by_key(&heap, |rare| rare.0).ok();
        let takes = &self.rules.takes;
        self.near.run_with(&far, bytes, |place, set| {
            let heap = first + place as u64;
            for &taken in takes.iter().filter(|&&taken| flips(space, taken)) {
                if let Some(place) = rare(heap.saturating_sub(taken)) {
                    set.insert(space.index(rares[place].1) as usize);
                }
            }
            rare(heap).is_some()
        })
    }

    #[inline(always)]
    fn run(&mut self) -> Result<Step, EngineError> {
        let first = self.words();
        let mut full = false;
        for _ in 0..self.pace {
            if !self.word() {
                full = true;
                break;
            }
        }
        let count = self.words() - first;
        if full {
            // The word that did not fit left its exclusions behind.
            self.restart_near();
            if count == 0 {
                return Ok(Step::Full);
            }
        }
        let found = self
            .witnesses
            .verify(first, count, &self.columns, &self.rules, &self.history)
            .map_err(|crate::search::OutOfReach(heap)| EngineError::Memory { heap })?;
        match found {
            Some(found) => self.found_rare(found.heap, found.value)?,
            None => {
                self.pace = (self.pace * 2).min(RUN);
                self.forget();
            }
        }
        Ok(Step::Advanced)
    }

    #[cold]
    fn found_rare(&mut self, heap: u64, value: u32) -> Result<(), EngineError> {
        let word = (heap / 64) as usize;
        // Rare heaps given earlier in the same word are still rare.
        let given: Vec<_> =
            self.history.rares.iter().copied().filter(|rare| rare.0 / 64 == heap / 64).collect();
        self.take_back(word);
        self.history.rares.extend(given);
        self.history.rares.push((heap, value));
        self.pace = 4;
        if self.history.space.index(value) as usize >= L::INDICES {
            // Full on the next call: its index cannot be represented.
            self.pace = 0;
        }
        self.rare_entries(heap, value);
        if self.planes.is_cut() {
            self.rebuild_planes().ok_or(EngineError::Memory { heap })?;
        }
        if self.columns.reach() < self.far.reach {
            self.rebuild_columns().ok_or(EngineError::Memory { heap })?;
        }
        self.restart_near();
        Ok(())
    }

    /// Drops planes, and in bounded memory bytes, that no entry reaches.
    fn forget(&mut self) {
        self.planes.forget(self.far.row_reach + 2);
        if self.setting.bounded {
            let window = (self.columns.reach() as u64 * 64).max(2 * crate::history::PREFIX as u64);
            if self.history.recent.len() as u64 > 4 * window {
                self.history.drop_before(window);
            }
        }
    }
}

impl<L: Lane, const Q: usize> Sliced<L, Q> {
    /// The same run, compiled for 256-bit registers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run_wide(&mut self) -> Result<Step, EngineError> {
        self.run()
    }
}

#[cfg(target_arch = "x86_64")]
fn wide_registers() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(not(target_arch = "x86_64"))]
fn wide_registers() -> bool {
    false
}

impl<L: Lane, const Q: usize> Machine for Sliced<L, Q> {
    fn advance(&mut self) -> Result<Step, EngineError> {
        if self.pace == 0 {
            return Ok(Step::Full);
        }
        #[cfg(target_arch = "x86_64")]
        if self.setting.wide {
            // SAFETY: `wide` is set only by `Setting::new`, where the processor reports every
            // feature that `run_wide` is compiled for.
            #[allow(unsafe_code)]
            return unsafe { self.run_wide() };
        }
        self.run()
    }

    fn history(&self) -> &History {
        &self.history
    }

    fn widest(&self) -> u64 {
        self.witnesses.widest
    }

    fn since(&self) -> u64 {
        self.since
    }

    fn recall(&mut self, since: u64, widest: u64) {
        self.since = self.since.min(since);
        self.witnesses.widest = self.witnesses.widest.max(widest);
    }

    fn clone_box(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}
