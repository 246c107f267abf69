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

/// Bytes of a word.
const WORD: usize = 8;

/// Words struck together, in registers.
const SPAN: usize = 32;
type Four = [u64; 4];
type Span = [Four; SPAN / 4];

const LONGEST_LIST: usize = 640;

/// Words of a span with heaps left that are cheaper searched heap by heap than
/// struck together.
const FEW: u64 = 6;

/// Parts from which on a witness found by search is worth a place in a list:
/// those below are found as fast again.
const FAR: u64 = 128;

/// One run in so many learns new witnesses.
const LESSONS: u32 = 8;

/// Runs from one measure of the lists to the next.
const MEASURED: u32 = 1024;

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

impl Witness {
    /// The byte of the planes with the partners of a word's heaps, if the
    /// one before it is held too: `distance % 8` bits are yet to be gone
    /// back.
    #[inline(always)]
    fn place(&self, at: usize) -> Option<usize> {
        let back = (self.distance / 8) as usize;
        let within = (at * WORD).checked_sub(back).filter(|&byte| byte > 0)?;
        Some(self.plane as usize * STRIDE * WORD + within)
    }

    /// For sorting: what it settles for its cost, a third where the partners
    /// begin at a whole byte.
    fn worth(&self) -> u64 {
        u64::from(self.hits) * if self.distance.is_multiple_of(8) { 3 } else { 1 }
    }
}

/// Witness lists and the recent planes, plane by plane.
#[derive(Clone, Debug)]
pub(crate) struct Witnesses {
    indices: usize,
    lists: Vec<Vec<Witness>>,
    /// `indices` planes of `STRIDE` words and one span, as bytes: the heaps a witness looks
    /// at begin at any bit, most often at that of a whole byte.
    planes: Vec<u8>,
    /// Words held, and the word the first of them is.
    held: usize,
    first: usize,
    runs: u32,
    /// The run that is next to count what every witness settles.
    measure_at: u32,
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
            planes: vec![0; (indices * STRIDE + SPAN) * WORD],
            held: 0,
            first: (history.len() / 64) as usize,
            runs: 0,
            measure_at: 0,
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
            all.sort_by_key(|witness| {
                (witness.distance % 8 != 0, std::cmp::Reverse(witness.hits), witness.distance)
            });
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
            for plane in self.planes.chunks_exact_mut(STRIDE * WORD) {
                plane.copy_within(drop * WORD.., 0);
            }
            self.held = REACH;
            self.first += drop;
        }
        for (plane, &word) in self.planes.chunks_exact_mut(STRIDE * WORD).zip(planes) {
            plane[self.held * WORD..][..WORD].copy_from_slice(&word.to_le_bytes());
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
        let measure = self.runs >= self.measure_at;
        if measure {
            // Often as long as the lists are young.
            self.measure_at = self.runs + (self.runs / 2).clamp(16, MEASURED);
        }
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
            if found.is_none() {
                self.searcher.grow(history);
            }
            for list in &mut self.lists {
                list.sort_by_key(|witness| std::cmp::Reverse(witness.worth()));
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
            let plane = &self.planes[(i * STRIDE + at) * WORD..][..count * WORD];
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

    /// Strikes out the heaps settled by the list of j; true when none is left.
    #[inline(always)]
    fn strike(&mut self, j: usize, at: usize, count: usize, need: &mut [u64; RUN], measure: bool) -> bool {
        let mut done = true;
        for first in (0..count).step_by(SPAN) {
            let span: &mut Span = bytemuck::cast_mut::<[u64; SPAN], _>(
                (&mut need[first..first + SPAN]).try_into().expect("RUN is in spans"),
            );
            done &= match measure {
                false => self.strike_span::<false>(j, at + first, span),
                true => self.strike_span::<true>(j, at + first, span),
            };
        }
        done
    }

    /// As `strike`, for the words from `at` on; what is beyond the run is
    /// empty.
    #[inline(always)]
    fn strike_span<const MEASURE: bool>(&mut self, j: usize, at: usize, need: &mut Span) -> bool {
        let list = &mut self.lists[j];
        // What is settled rather than what is left: one instruction a register.
        let mut settled = need.map(|four| four.map(|need| !need));
        let mut tried = 0;
        for witness in list {
            let Some(place) = witness.place(at) else {
                continue;
            };
            let before = if MEASURE { ones(&settled) } else { 0 };
            let shift = witness.distance % 8;
            if shift == 0 {
                let partners = &self.planes[place..place + SPAN * WORD];
                for (settled, partners) in settled.iter_mut().zip(partners.chunks_exact(4 * WORD)) {
                    *settled = or(*settled, four(partners));
                }
            } else {
                let partners = &self.planes[place - 1..place + SPAN * WORD];
                let (low, high) = (partners.chunks_exact(4 * WORD), partners[1..].chunks_exact(4 * WORD));
                for (settled, (low, high)) in settled.iter_mut().zip(low.zip(high)) {
                    *settled = or(*settled, shifted(four(low), four(high), shift));
                }
            }
            tried += 1;
            if MEASURE {
                witness.hits += ones(&settled) - before;
            } else if tried % 4 == 0 && words_left(&settled) <= FEW {
                break;
            }
        }
        *need = settled.map(|four| four.map(|settled| !settled));
        need.as_flattened() == [0; SPAN]
    }

    /// Settles what the lists left, heap by heap and exactly.
    #[inline(always)]
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
                        if part >= FAR && self.runs.is_multiple_of(LESSONS) {
                            self.learn(j, part, taken, history);
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

#[inline(always)]
fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("the bytes of a word"))
}

#[inline(always)]
fn four(bytes: &[u8]) -> Four {
    [word(&bytes[..8]), word(&bytes[8..16]), word(&bytes[16..24]), word(&bytes[24..])]
}

#[inline(always)]
fn or(a: Four, b: Four) -> Four {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]]
}

/// The words that begin `shift < 8` bits before the second of words that lie
/// one byte apart.
#[inline(always)]
fn shifted(low: Four, high: Four, shift: u32) -> Four {
    [0, 1, 2, 3].map(|at: usize| low[at] >> (8 - shift) | high[at] << shift)
}

/// Words in which something is left to settle.
#[inline(always)]
fn words_left(span: &Span) -> u64 {
    span.as_flattened().iter().map(|&word| u64::from(word != u64::MAX)).sum()
}

#[inline(always)]
fn ones(span: &Span) -> u32 {
    span.as_flattened().iter().map(|word| word.count_ones()).sum()
}

/// Whether a heap takes part in class changes by odd takes (see
/// [`Witnesses::first_lists`]).
pub(crate) fn flips(space: &Space, taken: u64) -> bool {
    space.by_heap && taken & 1 == 1
}
