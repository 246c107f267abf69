//! Are the rare nimbers below a common one really options?
//!
//! A heap is common only if every rare nimber below its common candidate is the value of an option. For each
//! rare index j there is a list of witnesses: a small heap a and a number k after which a heap may be broken,
//! so that a partner of index j ^ index(a) at n - k - a does it. A witness is tried on many words of heaps at
//! once, plane against plane; few heaps remain for the search heap by heap, which adds what it finds to the
//! list.

use crate::code::rules::Rules;
use crate::simd::four_words::word;
use crate::simd::registers::Form;
use crate::sparse::columns::{Columns, WORD};
use crate::sparse::history::{History, RARE};
use crate::sparse::option_search::{OutOfReach, Searcher};
use crate::sparse::space::Space;
use crate::sparse::strike::{Need, Open, RUN, strike_run};
use crate::sparse::witness_list::{Seen, Witness, WitnessList};

/// Lists are made of parts below `SMALL`; from searches they learn parts below `LEARNT`.
const SMALL: u64 = 4_000;
const LEARNT: u64 = 24_000;

/// Words for the beans that a move takes. Where a move takes more, a witness of a large part may look back farther than
/// planes are held; it strikes nothing then.
const TAKEN: usize = 20;

/// How far witnesses look back from the end of a run, in words.
pub(crate) const REACH: usize = LEARNT as usize / 64 + TAKEN + RUN;

/// With at most this many of eight words that still have open heaps, the search heap by heap is cheaper than
/// striking on: `FEW` where it finds small parts, `FEW_FAR` where it has to look far, on average `FAR_ON_AVERAGE`
/// heaps.
const FEW: u32 = 1;
const FEW_FAR: u32 = 0;
const FAR_ON_AVERAGE: u64 = 512;

/// A witness that the search found gets a place in a list from this part on. A smaller part is as cheap to
/// find again, unless at least `MANY` heaps of a run need one.
const FAR: u64 = 128;
const MANY: u32 = 512;

/// One run in `LESSONS` learns new witnesses.
const LESSONS: u32 = 8;

/// The number of runs between two measurements of the lists.
const MEASURED: u32 = 1024;

/// Words to verify, where they are, and what they are verified by.
struct Run<'a> {
    columns: &'a Columns,
    rules: &'a Rules,
    history: &'a History,
    /// The first of the words, and its place in a plane.
    first: usize,
    place: usize,
    count: usize,
}

/// Witness lists.
#[derive(Clone, Debug)]
pub(crate) struct Witnesses {
    indices: usize,
    lists: Vec<WitnessList>,
    /// How many small parts the lists were made of.
    parts: u64,
    runs: u32,
    /// The run that is next to count what every witness settles.
    measure_at: u32,
    /// The largest smaller part that any decision may have used.
    pub(crate) widest: u64,
    /// For parity 0 and 1 of the heap and each rare index: the least common index whose nimber is larger.
    above: [Vec<usize>; 2],
    suffix: Vec<u64>,
    searcher: Searcher,
}

/// A heap found rare, and its nimber.
pub(crate) struct Found {
    pub(crate) heap: u64,
    pub(crate) value: u32,
}

impl Witnesses {
    pub(crate) fn new(indices: usize, rules: &Rules, history: &History) -> Self {
        let space = history.space;
        let above = [0, 1].map(|parity| {
            (0..indices as u32)
                .map(|j| {
                    let rare = space.value(j, parity, false);
                    (0..indices as u32).position(|i| space.value(i, parity, true) > rare).unwrap_or(indices)
                })
                .collect()
        });
        let mut witnesses = Witnesses {
            indices,
            lists: vec![WitnessList::new(FEW); indices],
            parts: 0,
            runs: 0,
            measure_at: 0,
            widest: 0,
            above,
            suffix: vec![0; (indices + 1) * RUN],
            searcher: Searcher::new(history),
        };
        witnesses.make_lists(rules, history);
        witnesses
    }

    fn all(&self) -> impl Iterator<Item = &Witness> {
        self.lists.iter().flat_map(|list| &list.witnesses)
    }

    fn make_lists(&mut self, rules: &Rules, history: &History) {
        let mut frequency = [0u32; 256];
        for &byte in history.recent.iter().rev().take(65_536).filter(|&&byte| byte != RARE) {
            frequency[usize::from(byte)] += 1;
        }
        let parts = small_parts(history);
        self.parts = parts;
        let small: Vec<u8> = (0..parts).map(|heap| history.byte(heap).unwrap_or(RARE)).collect();
        let flips = history.space.by_heap;
        for (j, list) in self.lists.iter_mut().enumerate() {
            let seen = Seen { heaps: history.len(), small: &small, frequency: &frequency, flips };
            list.make(j, self.indices, seen, rules);
        }
        let listed = self.all().map(|witness| u64::from(witness.part)).max().unwrap_or(0);
        // What earlier lists and searches have used has been used.
        self.widest = self.widest.max(listed);
    }

    /// Takes over the lists of a machine of another size, and what they have been through.
    pub(crate) fn inherit(&mut self, earlier: &Witnesses) {
        for (list, earlier) in self.lists.iter_mut().zip(&earlier.lists) {
            list.clone_from(earlier);
            list.witnesses.retain(|witness| (witness.plane as usize) < self.indices);
            list.fresh = 0;
        }
        (self.parts, self.runs, self.measure_at) = (earlier.parts, earlier.runs, earlier.measure_at);
        self.widest = self.widest.max(earlier.widest);
    }

    /// Verifies the words `first..first + count`, all pushed; returns the first heap that is rare after all.
    #[inline(always)]
    pub(crate) fn verify(
        &mut self,
        form: impl Form,
        first: usize,
        count: usize,
        columns: &Columns,
        rules: &Rules,
        history: &History,
    ) -> Result<Option<Found>, OutOfReach> {
        let run = Run { columns, rules, history, first, place: columns.place(first), count };
        let measure = self.runs >= self.measure_at && count == RUN;
        if measure {
            // Often as long as the lists are young.
            self.measure_at = self.runs + (self.runs / 2).clamp(16, MEASURED);
        }
        self.runs += 1;
        let most = self.fill_suffix(&run);
        let mut found: Option<Found> = None;
        for j in 0..self.indices {
            let from = [self.above[0][j], self.above[1][j]];
            if from[0].min(from[1]) > most {
                continue;
            }
            let mut need = [[0; 8]; RUN / 8];
            for (word, need) in need.as_flattened_mut()[..count].iter_mut().enumerate() {
                *need = self.suffix[from[0] * RUN + word] & 0x5555_5555_5555_5555
                    | self.suffix[from[1] * RUN + word] & 0xaaaa_aaaa_aaaa_aaaa;
            }
            let mut open = self.strike(form, j, &run, &mut need, measure);
            if open.words == 0 {
                continue;
            }
            if measure || !self.runs.is_multiple_of(LESSONS) {
                open.hard = 0;
            }
            self.search(j, &run, &need, open, &mut found)?;
        }
        if most == self.indices {
            self.search_beyond(&run, &mut found)?;
        }
        if measure {
            if found.is_none() {
                self.searcher.grow(history);
                if small_parts(history) >= 2 * self.parts {
                    self.make_lists(rules, history);
                }
            }
            self.lists.iter_mut().for_each(WitnessList::sort_and_fade);
        }
        Ok(found)
    }

    /// `suffix[i]`: heaps of the run with a common index of i or more. Returns the largest index present,
    /// `indices` for all beyond the planes.
    #[inline(always)]
    fn fill_suffix(&mut self, run: &Run<'_>) -> usize {
        let mut most = 0;
        let words = run.history.recent[run.history.recent.len() - 64 * run.count..].as_chunks::<64>().0;
        for (beyond, bytes) in self.suffix[self.indices * RUN..].iter_mut().zip(words) {
            // A rare heap's byte becomes 0.
            let largest = bytes.iter().fold(0, |most, byte| byte.wrapping_add(1).max(most));
            *beyond = 0;
            if usize::from(largest) > self.indices {
                most = self.indices;
                let is_beyond = |byte: u8| byte != RARE && usize::from(byte) >= self.indices;
                *beyond = bytes.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(is_beyond(byte)));
            }
        }
        for i in (0..self.indices).rev() {
            let plane = &run.columns.plane_on(i)[run.place..][..run.count * WORD];
            let (low, high) = self.suffix.split_at_mut((i + 1) * RUN);
            let mut any = 0;
            let words = plane.chunks_exact(WORD).map(word);
            for ((below, above), word) in low[i * RUN..].iter_mut().zip(high.iter()).zip(words) {
                any |= word;
                *below = above | word;
            }
            if any != 0 {
                most = most.max(i);
            }
        }
        most
    }

    /// Strikes out the heaps settled by the list of j. Returns the words in which something is left.
    #[inline(always)]
    fn strike(&mut self, form: impl Form, j: usize, run: &Run<'_>, need: &mut Need, measure: bool) -> Open {
        let list = &mut self.lists[j];
        list.fresh = 0;
        match measure {
            false => strike_run::<false>(form, list, run.columns, run.place, need),
            true => strike_run::<true>(form, list, run.columns, run.place, need),
        }
    }

    /// Settles what the list left in the open words, heap by heap and exactly. The list learns from the hard ones.
    #[inline(always)]
    fn search(
        &mut self,
        j: usize,
        run: &Run<'_>,
        need: &Need,
        open: Open,
        found: &mut Option<Found>,
    ) -> Result<(), OutOfReach> {
        let (mut settled, mut parts) = (0, 0);
        let many =
            open.hard != 0 && need.as_flattened().iter().map(|word| word.count_ones()).sum::<u32>() > MANY;
        let mut words = open.words;
        while words != 0 {
            let word = words.trailing_zeros() as usize;
            words &= words - 1;
            // A heap that some witness of the list would have settled teaches nothing.
            let lesson = open.hard >> word & 1 == 1;
            let mut bits = need.as_flattened()[word];
            while bits != 0 {
                let heap = (run.first + word) as u64 * 64 + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                if found.as_ref().is_some_and(|found| found.heap < heap) {
                    return Ok(());
                }
                let value = run.history.space.value(j as u32, heap, false);
                match self.searcher.witness(heap, value, run.rules, run.history)? {
                    Some((part, taken)) => {
                        settled += 1;
                        parts += part;
                        self.widest = self.widest.max(part);
                        if lesson && (part >= FAR || many) {
                            self.learn(j, part, taken, run);
                        }
                    }
                    None => {
                        let least = found
                            .as_ref()
                            .filter(|found| found.heap == heap)
                            .map_or(value, |f| f.value.min(value));
                        *found = Some(Found { heap, value: least });
                    }
                }
            }
        }
        self.lists[j].few = if parts <= FAR_ON_AVERAGE * settled { FEW } else { FEW_FAR };
        Ok(())
    }

    /// Of heaps with an index beyond the planes, verifies the rare nimbers that are beyond them too.
    #[cold]
    fn search_beyond(&mut self, run: &Run<'_>, found: &mut Option<Found>) -> Result<(), OutOfReach> {
        let space = run.history.space;
        for word in 0..run.count {
            let mut bits = self.suffix[self.indices * RUN + word];
            while bits != 0 {
                let heap = (run.first + word) as u64 * 64 + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                if found.as_ref().is_some_and(|found| found.heap <= heap) {
                    // Its least nimber is within the planes, or the heap is not asked for.
                    return Ok(());
                }
                let index = u32::from(run.history.byte(heap).unwrap_or(RARE));
                let common = space.value(index, heap, true);
                for j in self.indices as u32..=index {
                    let value = space.value(j, heap, false);
                    if value > common {
                        break;
                    }
                    match self.searcher.witness(heap, value, run.rules, run.history)? {
                        Some((part, _)) => self.widest = self.widest.max(part),
                        None => {
                            *found = Some(Found { heap, value });
                            break;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn learn(&mut self, j: usize, part: u64, taken: u64, run: &Run<'_>) {
        // A part that is in the run itself is not verified yet: it may be taken back, and be worth something else
        // when it comes again. And of no heap that may come again are these two equal parts, which some moves forbid.
        let may_last = part < LEARNT && 2 * part + taken < 64 * run.first as u64;
        let Some(byte) = run.history.byte(part).filter(|&byte| byte != RARE && may_last) else {
            return;
        };
        let distance = (part + taken) as u32;
        let plane = u32::from(byte) ^ j as u32;
        if plane as usize >= self.indices {
            return;
        }
        self.lists[j].learn(Witness { distance, part: part as u32, plane, hits: 0 });
    }
}

/// The small parts that lists are made of once this history is known, as their number.
fn small_parts(history: &History) -> u64 {
    SMALL.min(history.len() / 8)
}

/// Whether a heap takes part in class changes by odd takes (see [`Witnesses::make_lists`]).
pub(crate) fn flips(space: &Space, taken: u64) -> bool {
    space.by_heap && taken & 1 == 1
}
