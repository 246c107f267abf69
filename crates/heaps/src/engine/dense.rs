//! The plain kernel: every option of every heap, one store each.
//!
//! ```text
//! values   G(1)   G(2)   G(3)   …     smaller parts
//!            ^      ^      ^
//! mirror   G(m-1) G(m-2) G(m-3) …     larger parts, m = n - k
//!            |      |      |
//! seen[·] = n                         one store an option; the mex is the
//!                                     first entry that does not hold n
//! ```
//!
//! The nimbers are kept in both directions, so that four XORs are one word; what remains is one store an option.
//!
//! The mex needs few of them. Of a heap whose nimber is m, the options with the nimbers below m are mostly found among the
//! first pairs of each total: as many pairs as there are nimbers, times four, leave one nimber in fifty unseen where all
//! are equally frequent. So only the first pairs are stored. The least nimber that they leave unseen is then searched for
//! among the other pairs, 32 in a register ([`PairSearch`]); where it is found the next one is searched for, and else it is
//! the mex.
//!
//! Where few heaps are rare ([`Space`]), the nimbers of the common class come only from the pairs with one rare heap. So all
//! pairs with a rare heap are stored too, and a nimber of that class need not be searched for.
//!
//! Where many digits leave any two heaps, all pairs of each total are stored once for all of them ([`PairSets`]).

use crate::Code;
use crate::Sizes;
use crate::code::takes::{NOTHING, ONE, THREE, TWO, Takes, sizes_of_three, sizes_of_two};
use crate::engine::pair_search::PairSearch;
use crate::engine::pair_sets::PairSets;
use crate::error::EngineError;
use crate::simd::registers::Registers;
use crate::sparse::space::Space;
use std::ops::Range;

/// The nimbers a game that breaks heaps may reach in this kernel.
const NIMBERS: usize = 1 << 16;

/// Nimbers the mirror has room for at first.
const FIRST_MIRROR: usize = 256;

/// Four nimbers as one word.
#[inline(always)]
fn word(nimbers: [u16; 4]) -> u64 {
    let [a, b, c, d] = nimbers.map(u64::from);
    a | b << 16 | c << 32 | d << 48
}

/// The nimbers that are reached from the heap under study.
#[derive(Clone, Debug)]
struct Seen {
    /// `stamps[v] == stamp` when v is reached.
    stamps: Box<[u32; NIMBERS]>,
    stamp: u32,
}

impl Default for Seen {
    fn default() -> Self {
        let stamps = vec![0; NIMBERS].into_boxed_slice().try_into().expect("the length is NIMBERS");
        Seen { stamps, stamp: 0 }
    }
}

impl Seen {
    /// Forgets what was reached, for the next heap.
    fn forget(&mut self) {
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.stamps.fill(0);
            1
        });
    }

    #[inline(always)]
    fn add(&mut self, nimber: u16) {
        self.stamps[usize::from(nimber)] = self.stamp;
    }

    /// The nimbers below a bound that are reached, as bits.
    fn bits(&self, bound: usize) -> Box<[u64]> {
        let word = |stamps: &[u32]| {
            (0..).zip(stamps).fold(0, |word, (bit, &stamp)| word | u64::from(stamp == self.stamp) << bit)
        };
        let words = self.stamps[..bound].chunks(64).map(word).collect::<Vec<u64>>();
        let used = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        words[..used].into()
    }

    /// The least nimber from this one on that is not reached.
    fn mex(&self, from: usize) -> Option<usize> {
        Some(from + self.stamps[from..].iter().position(|&stamp| stamp != self.stamp)?)
    }
}

/// Nimbers of a code with or without sparse space, in order of heaps.
#[derive(Clone, Debug)]
pub(crate) struct Dense {
    takes: Takes,
    values: Vec<u16>,
    /// `mirror[mirror.len() - 1 - h]` is the nimber of heap h.
    mirror: Vec<u16>,
    /// None while no heap is under study and nobody is at work: see [`Dense::rest`].
    seen: Option<Seen>,
    /// The numbers of beans below this have been taken from the heap under study.
    taken: usize,
    /// The options that are looked at in a step, about.
    pub(crate) pause: usize,
    /// Of each total so many pairs are stored first. The others are searched.
    pub(crate) first_pairs: usize,
    /// The rare heaps, where a space is known in which they are few.
    rares: Option<Rares>,
    /// All pairs of each total up to the heap under study, where they are asked for often.
    pairs: Option<PairSets>,
    /// What they are found with; `None` as for `seen`.
    seen_pairs: Option<Seen>,
    /// No nimber is larger, nor is the XOR of two: one less than a power of 2.
    mask: u16,
}

/// A space, and the heaps that are rare in it with their nimbers.
#[derive(Clone, Debug)]
struct Rares {
    space: Space,
    heaps: Vec<(u32, u16)>,
}

impl Rares {
    /// Whether only pairs with one rare heap can have this nimber, of two heaps with this total.
    fn has_one_rare(&self, total: usize, nimber: u16) -> bool {
        let is_odd = (u32::from(nimber) & self.space.mask).count_ones() & 1 == 1;
        is_odd != (self.space.by_heap && total & 1 == 1)
    }

    fn push(&mut self, heap: usize, nimber: u16) {
        if !self.space.is_common(heap as u64, nimber.into()) {
            self.heaps.push((heap as u32, nimber));
        }
    }
}

/// Whether a digit leaves any three heaps.
fn has_any_thirds(digit: u8) -> bool {
    digit & THREE != 0 && sizes_of_three(digit) == Sizes::Any
}

/// Whether a digit leaves any two heaps.
fn has_any_pairs(digit: u8) -> bool {
    digit & TWO != 0 && sizes_of_two(digit) == Sizes::Any
}

/// The sets of how many totals are kept: those that the digits ask for, up to the heap under study. `None` where few digits
/// ask for each.
fn totals_kept(takes: &Takes) -> Option<usize> {
    // A set of pair values does not say whether the third heap is unequal to those of the pair.
    if takes.digits().any(has_any_thirds) || takes.repeated().any(has_any_pairs) {
        return Some(usize::MAX);
    }
    let of_pairs = || takes.listed().filter(|&(_, digit)| has_any_pairs(digit)).map(|(taken, _)| taken);
    of_pairs().nth(MOST_SEARCHED)?;
    of_pairs().last().map(|taken| taken + 1)
}

/// The least number that is one less than a power of 2 and not less than this one.
fn filled(nimber: u16) -> u16 {
    u16::MAX.checked_shr(nimber.leading_zeros()).unwrap_or(0)
}

/// How many pairs of heaps a move leaves whose sizes are asked for; none where they are to be equal.
fn pairs_of(total: usize, sizes: Sizes) -> usize {
    match sizes {
        Sizes::Any => total / 2,
        Sizes::AllDiffer | Sizes::NotAllEqual => (total - 1) / 2,
        Sizes::AllEqual => 0,
    }
}

/// The first pairs are at least so many.
const FEWEST_FIRST: usize = 256;

/// After more searches than this for one heap, more pairs are stored first, and else fewer: the more are stored, the fewer
/// nimbers are searched for.
const MANY_SEARCHES: usize = 6;

/// After so many searches all pairs are stored.
const MOST_SEARCHES: usize = 64;

/// Pairs are searched for so many digits that leave two heaps. For more, all pairs are stored once.
const MOST_SEARCHED: usize = 16;

/// The options that are looked at in a step, about: some milliseconds.
const PAUSE: usize = 1 << 22;

impl Dense {
    pub(crate) fn new(code: &Code) -> Self {
        let takes = Takes::new(code);
        let pairs = totals_kept(&takes).map(|most| PairSets::new(0, most));
        Dense {
            takes,
            values: Vec::new(),
            mirror: vec![0; FIRST_MIRROR],
            seen: None,
            taken: 0,
            pause: PAUSE,
            first_pairs: FEWEST_FIRST,
            rares: None,
            pairs,
            seen_pairs: None,
            mask: 0,
        }
    }

    /// Continues from known nimbers of heaps `0..values.len()`.
    pub(crate) fn from_values(code: &Code, values: Vec<u16>) -> Self {
        let mut dense = Dense::new(code);
        dense.mask = values.iter().fold(0, |mask, &value| mask | filled(value));
        dense.values = values;
        dense.grow_mirror();
        if let Some(most) = dense.pairs.as_ref().map(PairSets::most) {
            let heaps = dense.values.len();
            let first = heaps.saturating_sub(most);
            dense.pairs = Some(PairSets::new(first, most));
            (first..heaps).for_each(|total| dense.push_pairs(total));
        }
        dense
    }

    pub(crate) fn values(&self) -> &[u16] {
        &self.values
    }

    /// The bytes that grow with the heaps: nimbers, their mirror, rare heaps, and sets of pairs.
    pub(crate) fn bytes(&self) -> u64 {
        let rares = self.rares.as_ref().map_or(0, |rares| rares.heaps.capacity() * size_of::<(u32, u16)>());
        4 * self.values.len() as u64 + rares as u64 + self.pairs.as_ref().map_or(0, PairSets::bytes)
    }

    /// Takes a space in which few heaps are rare, or none. While a heap is under study nothing changes: the pairs with its
    /// rare heaps are not all stored.
    pub(crate) fn use_space(&mut self, space: Option<Space>) {
        if self.taken > 0 || self.pairs.is_some() {
            return;
        }
        self.rares = space.filter(|_| u32::try_from(self.values.len()).is_ok()).map(|space| {
            let mut rares = Rares { space, heaps: Vec::new() };
            let parts = self.values.iter().enumerate().skip(1);
            parts.for_each(|(heap, &nimber)| rares.push(heap, nimber));
            rares
        });
    }

    /// Gives back what is needed only while heaps are computed, a quarter of a megabyte. A heap that is under
    /// study keeps it.
    pub(crate) fn rest(&mut self) {
        if self.taken == 0 {
            (self.seen, self.seen_pairs) = (None, None);
        }
    }

    /// Finds the pairs of the next total, all of whose parts are known.
    fn push_pairs(&mut self, total: usize) {
        let Some(mut pairs) = self.pairs.take() else { return };
        let mut seen = self.seen_pairs.take().unwrap_or_default();
        seen.forget();
        if total > 1 {
            self.stamp_pairs(0..total / 2, total, &mut seen);
        }
        pairs.push(seen.bits(usize::from(self.mask) + 1));
        (self.pairs, self.seen_pairs) = (Some(pairs), Some(seen));
    }

    /// Computes the next nimber, or a part of its options where they are many: `false` says that the heap is
    /// not done, and the next step goes on with it.
    pub(crate) fn step(&mut self, registers: Registers) -> Result<bool, EngineError> {
        let heap = self.values.len();
        let mut seen = self.seen.take().unwrap_or_default();
        if self.taken == 0 {
            seen.forget();
            self.push_pairs(heap);
        }
        let takes = std::mem::take(&mut self.takes);
        let begun = std::mem::take(&mut self.taken);
        let mut options = 0;
        for (taken, digit) in takes.upto(heap).skip_while(|take| take.0 < begun) {
            if options > self.pause {
                self.taken = taken;
                break;
            }
            let rest = heap - taken;
            if digit & NOTHING != 0 && rest == 0 {
                seen.add(0);
            }
            if digit & ONE != 0 && rest > 0 {
                seen.add(self.values[rest]);
            }
            if digit & TWO != 0 && rest > 1 {
                options += self.add_pairs(rest, sizes_of_two(digit), &mut seen);
            }
            if digit & THREE != 0 && rest > 2 {
                self.stamp_triples(rest, sizes_of_three(digit), &mut seen);
                options += rest * if has_any_thirds(digit) { 64 } else { rest / 12 };
            }
        }
        self.takes = takes;
        if self.taken > 0 {
            self.seen = Some(seen);
            return Ok(false);
        }
        let mex = self.mex(heap, &mut seen, registers);
        self.seen = Some(seen);
        let mex = mex.ok_or(EngineError::Nimbers)?;
        // The XOR of two nimbers must index `seen`, so the last is not usable.
        if mex >= NIMBERS - 1 {
            return Err(EngineError::Nimbers);
        }
        if heap == self.mirror.len() {
            self.grow_mirror();
        }
        let place = self.mirror.len() - 1 - heap;
        self.mirror[place] = mex as u16;
        self.mask |= filled(mex as u16);
        if let Some(rares) = self.rares.as_mut().filter(|_| heap > 0) {
            rares.push(heap, mex as u16);
        }
        self.values.push(mex as u16);
        Ok(true)
    }

    /// Adds the XORs of two heaps with this total, and says how many options were looked at, about.
    fn add_pairs(&self, total: usize, sizes: Sizes, seen: &mut Seen) -> usize {
        match (&self.pairs, sizes) {
            (Some(pairs), Sizes::Any) => {
                pairs.pairs(total, |value| seen.stamps[value] = seen.stamp);
                64
            }
            (_, Sizes::AllEqual) => {
                if total.is_multiple_of(2) {
                    seen.add(0);
                }
                1
            }
            _ => {
                let most = if self.pairs.is_some() { usize::MAX } else { self.first_pairs };
                let pairs = pairs_of(total, sizes).min(most);
                self.stamp_pairs(0..pairs, total, seen);
                pairs + self.stamp_rares(total, sizes, seen)
            }
        }
    }

    /// Adds the pairs with a rare heap, and says how many they are.
    fn stamp_rares(&self, total: usize, sizes: Sizes, seen: &mut Seen) -> usize {
        let Some(rares) = &self.rares else { return 0 };
        let smaller = rares.heaps.partition_point(|rare| (rare.0 as usize) < total);
        for &(rare, nimber) in &rares.heaps[..smaller] {
            let other = total - rare as usize;
            if sizes == Sizes::Any || other != rare as usize {
                seen.add(self.values[other] ^ nimber);
            }
        }
        smaller
    }

    /// The nimber of the heap under study, of which the first pairs of each total are stored, and all other options.
    fn mex(&mut self, heap: usize, seen: &mut Seen, registers: Registers) -> Option<usize> {
        let mut mex = seen.mex(0)?;
        if heap / 2 <= self.first_pairs || self.pairs.is_some() {
            return Some(mex);
        }
        let mut searches = 1;
        while self.is_among_the_others(heap, mex, registers) {
            mex = seen.mex(mex + 1)?;
            if searches == MOST_SEARCHES {
                self.others(heap).for_each(|(total, pairs)| self.stamp_pairs(pairs, total, seen));
                mex = seen.mex(mex)?;
                break;
            }
            searches += 1;
        }
        if searches > MANY_SEARCHES {
            self.first_pairs += self.first_pairs / 4;
        } else {
            self.first_pairs = (self.first_pairs - self.first_pairs / 32).max(FEWEST_FIRST);
        }
        Some(mex)
    }

    /// The totals of two heaps that moves leave of a heap, and which of their pairs are not among the first.
    fn others(&self, heap: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        let left = self.takes.upto(heap).map(move |(taken, digit)| (heap - taken, digit));
        let totals = left.filter(|&(total, digit)| digit & TWO != 0 && total > 1);
        totals
            .map(|(total, digit)| (total, self.first_pairs..pairs_of(total, sizes_of_two(digit))))
            .filter(|(_, pairs)| !pairs.is_empty())
    }

    fn is_among_the_others(&self, heap: usize, nimber: usize, registers: Registers) -> bool {
        let Ok(nimber) = u16::try_from(nimber) else { return false };
        let has_one_rare = |total| self.rares.as_ref().is_some_and(|rares| rares.has_one_rare(total, nimber));
        self.others(heap).filter(|&(total, _)| !has_one_rare(total)).any(|(total, pairs)| {
            let (small, large) = self.pairs_between(pairs, total);
            registers.run(PairSearch { small, large, nimber })
        })
    }

    /// The smaller and the larger parts of some pairs of a total, by the smaller one less 1.
    fn pairs_between(&self, pairs: Range<usize>, total: usize) -> (&[u16], &[u16]) {
        let start = self.mirror.len() - total;
        (&self.values[pairs.start + 1..pairs.end + 1], &self.mirror[start + pairs.start..start + pairs.end])
    }

    fn stamp_pairs(&self, pairs: Range<usize>, total: usize, seen: &mut Seen) {
        let (small, large) = self.pairs_between(pairs, total);
        let ((small, few), (large, few_too)) = (small.as_chunks::<4>(), large.as_chunks::<4>());
        let (seen, stamp) = (&mut *seen.stamps, seen.stamp);
        for (small, large) in small.iter().zip(large) {
            let sums = word(*small) ^ word(*large);
            seen[usize::from(sums as u16)] = stamp;
            seen[usize::from((sums >> 16) as u16)] = stamp;
            seen[usize::from((sums >> 32) as u16)] = stamp;
            seen[usize::from((sums >> 48) as u16)] = stamp;
        }
        for (&a, &b) in few.iter().zip(few_too) {
            seen[usize::from(a ^ b)] = stamp;
        }
    }

    /// Makes the mirror at least twice as long as the values.
    fn grow_mirror(&mut self) {
        let length = (2 * self.values.len()).max(FIRST_MIRROR);
        // Free before the new one is made, so that both are never held.
        self.mirror = Vec::new();
        self.mirror = vec![0; length];
        for (heap, &value) in self.values.iter().enumerate() {
            self.mirror[length - 1 - heap] = value;
        }
    }

    fn stamp_triples(&self, rest: usize, sizes: Sizes, seen: &mut Seen) {
        match (&self.pairs, sizes) {
            (Some(pairs), Sizes::Any) => {
                pairs.triples(rest, &self.values, |value| seen.stamps[value] = seen.stamp);
                return;
            }
            (_, Sizes::AllEqual) => {
                if rest.is_multiple_of(3) {
                    seen.add(self.values[rest / 3]);
                }
                return;
            }
            _ => {}
        }
        for small in 1..=rest / 3 {
            for middle in small..=(rest - small) / 2 {
                let large = rest - small - middle;
                if sizes.allow(&[small as u64, middle as u64, large as u64]) {
                    let value = self.values[small] ^ self.values[middle] ^ self.values[large];
                    seen.add(value);
                }
            }
        }
    }
}
