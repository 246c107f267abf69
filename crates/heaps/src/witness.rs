//! Are the rare nimbers below a common one really options?
//!
//! A heap is common only if every rare nimber below its common candidate is
//! the value of an option. For each rare index j there is a list of
//! witnesses: a small heap a and a number k after which a heap may be broken,
//! so that a partner of index j ^ index(a) at n - k - a does it. One witness
//! is tried on all heaps of a run at once, plane against plane; few remain
//! for the search heap by heap, which adds what it finds to the list.

use crate::history::{History, RARE};
use crate::rules::Rules;
use crate::search::{OutOfReach, Searcher};
use crate::space::Space;

/// Smaller parts a list may use.
const SMALL: u64 = 4_000;

/// Words a witness looks back at most, and the words of a run.
const REACH: usize = SMALL as usize / 64 + 20;
pub(crate) const RUN: usize = 64;
const STRIDE: usize = REACH + 8 * RUN;

const LONGEST_LIST: usize = 640;

/// Words with heaps left that are cheaper struck one by one than all together.
const FEW: usize = 8;

#[derive(Clone, Copy, Debug)]
struct Witness {
    /// a + k, the distance of the partner.
    distance: u32,
    /// The smaller part, 0 for a take.
    part: u32,
    /// The partner's index.
    plane: u32,
    /// How many heaps it has settled, fading.
    hits: u32,
}

/// Witness lists and the recent planes, plane by plane.
#[derive(Clone, Debug)]
pub(crate) struct Witnesses {
    indices: usize,
    lists: Vec<Vec<Witness>>,
    /// `indices` planes of `STRIDE` words.
    planes: Vec<u64>,
    /// Words held, and the word the first of them is.
    held: usize,
    first: usize,
    runs: u32,
    /// The largest smaller part that any decision may have used.
    pub(crate) widest: u64,
    /// For parity 0 and 1 of the heap and each rare index: the least common
    /// index whose nimber is larger.
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
            lists: vec![Vec::new(); indices],
            planes: vec![0; indices * STRIDE],
            held: 0,
            first: (history.len() / 64) as usize,
            runs: 0,
            widest: 0,
            above,
            suffix: vec![0; (indices + 1) * RUN],
            searcher: Searcher::new(history),
        };
        witnesses.first_lists(rules, history);
        witnesses
    }

    fn first_lists(&mut self, rules: &Rules, history: &History) {
        let mut frequency = vec![0u32; self.indices];
        for &byte in history.recent.iter().rev().take(65_536).filter(|&&byte| byte != RARE) {
            frequency[usize::from(byte)] += 1;
        }
        let parts = SMALL.min(history.len() / 8);
        let small: Vec<u8> = (0..parts).map(|heap| history.byte(heap).unwrap_or(RARE)).collect();
        for (j, list) in self.lists.iter_mut().enumerate() {
            let mut all = Vec::new();
            for (part, &byte) in (0u32..).zip(&small).filter(|&(_, &byte)| byte != RARE) {
                let plane = usize::from(byte) ^ j;
                for &taken in &rules.breaks {
                    if frequency[plane] > 0 {
                        let distance = part + taken as u32;
                        all.push(Witness { distance, part, plane: plane as u32, hits: frequency[plane] });
                    }
                }
            }
            // A take by an odd number exchanges the classes when the heap's
            // parity is part of them.
            for &taken in rules.takes.iter().filter(|&&taken| history.space.by_heap && taken & 1 == 1) {
                all.push(Witness { distance: taken as u32, part: 0, plane: j as u32, hits: frequency[j] });
            }
            all.sort_by_key(|witness| (std::cmp::Reverse(witness.hits), witness.distance));
            all.truncate(LONGEST_LIST / 2);
            all.iter_mut().for_each(|witness| witness.hits = 0);
            *list = all;
        }
        self.widest = self.lists.iter().flatten().map(|witness| u64::from(witness.part)).max().unwrap_or(0);
    }

    /// Takes over the planes of the next word.
    #[inline(always)]
    pub(crate) fn push(&mut self, planes: &[u64]) {
        if self.held == STRIDE {
            let drop = STRIDE - REACH;
            for plane in self.planes.chunks_exact_mut(STRIDE) {
                plane.copy_within(drop.., 0);
            }
            self.held = REACH;
            self.first += drop;
        }
        for (plane, &word) in self.planes.chunks_exact_mut(STRIDE).zip(planes) {
            plane[self.held] = word;
        }
        self.held += 1;
    }

    /// Takes back all words from `word` on.
    pub(crate) fn truncate(&mut self, word: usize) {
        self.held = word - self.first;
    }

    /// Sets the window to end just before the word `end`; words are pushed
    /// again by the caller from the returned word on.
    pub(crate) fn restart(&mut self, end: usize) -> usize {
        self.first = end.saturating_sub(REACH);
        self.held = 0;
        self.first
    }

    /// Verifies the words `first..first + count`, all pushed; returns the
    /// first heap that is rare after all.
    #[inline(always)]
    pub(crate) fn verify(
        &mut self,
        first: usize,
        count: usize,
        rules: &Rules,
        history: &History,
    ) -> Result<Option<Found>, OutOfReach> {
        let at = first - self.first;
        let measure = self.runs.is_multiple_of(64);
        self.runs += 1;
        let most = self.fill_suffix(at, count);
        let mut found: Option<Found> = None;
        for j in 0..self.indices {
            let from = [self.above[0][j], self.above[1][j]];
            if from[0].min(from[1]) > most {
                continue;
            }
            let mut need = [0u64; RUN];
            for (word, need) in need[..count].iter_mut().enumerate() {
                *need = self.suffix[from[0] * RUN + word] & 0x5555_5555_5555_5555
                    | self.suffix[from[1] * RUN + word] & 0xaaaa_aaaa_aaaa_aaaa;
            }
            if self.strike(j, at, count, &mut need, measure) {
                continue;
            }
            self.search(j, first, &need[..count], rules, history, &mut found)?;
        }
        if measure {
            for list in &mut self.lists {
                list.sort_by_key(|witness| std::cmp::Reverse(witness.hits));
                list.iter_mut().for_each(|witness| witness.hits /= 2);
            }
        }
        Ok(found)
    }

    /// `suffix[i]`: heaps of the run with a common index of i or more.
    /// Returns the largest index present.
    #[inline(always)]
    fn fill_suffix(&mut self, at: usize, count: usize) -> usize {
        let mut most = 0;
        self.suffix[self.indices * RUN..].fill(0);
        for i in (0..self.indices).rev() {
            let plane = &self.planes[i * STRIDE + at..][..count];
            let (low, high) = self.suffix.split_at_mut((i + 1) * RUN);
            let mut any = 0;
            for ((below, above), &word) in low[i * RUN..].iter_mut().zip(high.iter()).zip(plane) {
                any |= word;
                *below = above | word;
            }
            if any != 0 {
                most = most.max(i);
            }
        }
        most
    }

    /// Strikes out the heaps settled by the list of j; true when none is left.
    #[inline(always)]
    fn strike(&mut self, j: usize, at: usize, count: usize, need: &mut [u64; RUN], measure: bool) -> bool {
        let list = &mut self.lists[j];
        let mut tried = 0;
        while tried < list.len() {
            let witness = &mut list[tried];
            tried += 1;
            let (back, shift) = ((witness.distance / 64) as usize, witness.distance % 64);
            let Some(start) = at.checked_sub(back + 1) else {
                continue;
            };
            let plane = &self.planes[witness.plane as usize * STRIDE + start..][..count + 1];
            let before = if measure { ones(&need[..count]) } else { 0 };
            for (need, pair) in need[..count].iter_mut().zip(plane.windows(2)) {
                *need &= !shifted(pair, shift);
            }
            if measure {
                witness.hits += before - ones(&need[..count]);
            } else if tried % 8 == 0 && need[..count].iter().filter(|&&word| word != 0).count() <= FEW {
                break;
            }
        }
        // The words that still have heaps left, one by one.
        let mut done = true;
        for (word, need) in need[..count].iter_mut().enumerate().filter(|(_, need)| **need != 0) {
            for witness in &list[tried..] {
                let (back, shift) = ((witness.distance / 64) as usize, witness.distance % 64);
                let Some(start) = (at + word).checked_sub(back + 1) else {
                    continue;
                };
                let plane = witness.plane as usize * STRIDE + start;
                *need &= !shifted(&self.planes[plane..plane + 2], shift);
                if *need == 0 {
                    break;
                }
            }
            done &= *need == 0;
        }
        done
    }

    /// Settles what the lists left, heap by heap and exactly.
    fn search(
        &mut self,
        j: usize,
        first: usize,
        need: &[u64],
        rules: &Rules,
        history: &History,
        found: &mut Option<Found>,
    ) -> Result<(), OutOfReach> {
        for (word, &bits) in need.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let heap = (first + word) as u64 * 64 + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                if found.as_ref().is_some_and(|found| found.heap < heap) {
                    return Ok(());
                }
                let value = history.space.value(j as u32, heap, false);
                match self.searcher.witness(heap, value, rules, history)? {
                    Some((part, taken)) => {
                        self.widest = self.widest.max(part);
                        self.learn(j, part, taken, history);
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
        Ok(())
    }

    fn learn(&mut self, j: usize, part: u64, taken: u64, history: &History) {
        let Some(byte) = history.byte(part).filter(|&byte| byte != RARE && part < SMALL) else {
            return;
        };
        let distance = (part + taken) as u32;
        let plane = u32::from(byte) ^ j as u32;
        let list = &mut self.lists[j];
        // A full list takes a newcomer now and then, in the last one's place.
        if list.len() == LONGEST_LIST && !self.runs.is_multiple_of(8) {
            return;
        }
        if list.iter().any(|witness| (witness.distance, witness.plane) == (distance, plane)) {
            return;
        }
        if list.len() == LONGEST_LIST {
            list.pop();
        }
        list.push(Witness { distance, part: part as u32, plane, hits: 0 });
    }
}

/// The heaps of a plane's word and the one before, moved up by `shift`.
#[inline(always)]
fn shifted(pair: &[u64], shift: u32) -> u64 {
    // Two steps down, since a shift by 64 is none at all.
    pair[1] << shift | (pair[0] >> (63 - shift)) >> 1
}

#[inline(always)]
fn ones(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

/// Whether a heap takes part in class changes by odd takes (see
/// [`Witnesses::first_lists`]).
pub(crate) fn flips(space: &Space, taken: u64) -> bool {
    space.by_heap && taken & 1 == 1
}
