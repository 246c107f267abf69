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
//! The mex needs few of them. Each nimber below it is mostly that of an option among the first pairs of heaps of each total:
//! where all nimbers are equally frequent, four times as many pairs as there are nimbers miss one nimber in fifty. So the
//! kernel goes through the first pairs only. It takes the least nimber that they miss, and searches the other pairs for it,
//! many in one register ([`PairSearch`]). Where it is found, the next nimber that they miss is searched for. Where it is
//! not, it is the mex.
//!
//! A sparse space ([`Space`]) saves more. In it the XOR of two common nimbers is never common, so that common nimbers come
//! only from pairs with exactly one rare heap. Where few heaps are rare, the kernel goes through all pairs with a rare heap
//! as well. A common nimber that these miss is then the mex without a search.

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
    /// How many pairs of each total the kernel goes through before it searches for the mex.
    pub(crate) first_pairs: usize,
    /// The rare heaps, where a space is known in which they are few.
    rares: Option<Rares>,
    /// The pairs of all totals, where a digit leaves any three heaps.
    pairs: Option<PairSets>,
}

/// A space, and the heaps that are rare in it with their nimbers.
#[derive(Clone, Debug)]
struct Rares {
    space: Space,
    heaps: Vec<(usize, u16)>,
}

impl Rares {
    /// Whether two heaps with this total and this nimber can only be a rare one and a common one.
    fn has_one_rare(&self, total: usize, nimber: u16) -> bool {
        let is_odd = (u32::from(nimber) & self.space.mask).count_ones() & 1 == 1;
        is_odd != (self.space.by_heap && total & 1 == 1)
    }

    fn push(&mut self, heap: usize, nimber: u16) {
        if !self.space.is_common(heap as u64, nimber.into()) {
            self.heaps.push((heap, nimber));
        }
    }
}

/// Whether a digit leaves any three heaps.
fn has_any_thirds(digit: u8) -> bool {
    digit & THREE != 0 && sizes_of_three(digit) == Sizes::Any
}

/// How many pairs of unequal or of any heaps have this total; 0 where they are to be equal.
fn pairs_of(total: usize, sizes: Sizes) -> usize {
    match sizes {
        Sizes::Any => total / 2,
        Sizes::AllDiffer | Sizes::NotAllEqual => (total - 1) / 2,
        Sizes::AllEqual => 0,
    }
}

/// The least value of [`Dense::first_pairs`].
const FEWEST_FIRST: usize = 256;

/// A heap that needs more searches than this makes [`Dense::first_pairs`] larger, any other heap makes it smaller: the more
/// pairs come first, the fewer nimbers they miss.
const MANY_SEARCHES: usize = 6;

/// A heap that needs more searches than this is given up to the plain way: all of its pairs are gone through.
const MOST_SEARCHES: usize = 64;

/// The options that are looked at in a step, about: some milliseconds.
const PAUSE: usize = 1 << 22;

impl Dense {
    pub(crate) fn new(code: &Code) -> Self {
        let takes = Takes::new(code);
        // A set of pair values does not say whether the third heap is unequal to those of the pair.
        let pairs = takes.digits().any(has_any_thirds).then(PairSets::default);
        // Digits that repeat leave so many totals that a search through all of them takes too long for a step.
        let first_pairs = if takes.has_repeats() { usize::MAX } else { FEWEST_FIRST };
        Dense {
            takes,
            values: Vec::new(),
            mirror: vec![0; FIRST_MIRROR],
            seen: None,
            taken: 0,
            pause: PAUSE,
            first_pairs,
            rares: None,
            pairs,
        }
    }

    /// Continues from known nimbers of heaps `0..values.len()`.
    pub(crate) fn from_values(code: &Code, values: Vec<u16>) -> Self {
        let mut dense = Dense::new(code);
        if let Some(pairs) = &mut dense.pairs {
            (0..values.len()).for_each(|heap| pairs.push(&values[..heap]));
        }
        dense.values = values;
        dense.grow_mirror();
        dense
    }

    pub(crate) fn values(&self) -> &[u16] {
        &self.values
    }

    /// The bytes that grow with the heaps: nimbers, their mirror, rare heaps, and sets of pairs.
    pub(crate) fn bytes(&self) -> u64 {
        let rares = self.rares.as_ref().map_or(0, |rares| rares.heaps.capacity() * size_of::<(usize, u16)>());
        4 * self.values.len() as u64 + rares as u64 + self.pairs.as_ref().map_or(0, PairSets::bytes)
    }

    /// Takes a space in which few heaps are rare, or none. Does nothing while a heap is under study, some of whose pairs with
    /// rare heaps may have been passed over.
    pub(crate) fn use_space(&mut self, space: Option<Space>) {
        if self.taken > 0 {
            return;
        }
        self.rares = space.map(|space| {
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
            self.seen = None;
        }
    }

    /// Computes the next nimber, or a part of its options where they are many: `false` says that the heap is
    /// not done, and the next step goes on with it.
    pub(crate) fn step(&mut self, registers: Registers) -> Result<bool, EngineError> {
        let heap = self.values.len();
        let mut seen = self.seen.take().unwrap_or_default();
        if self.taken == 0 {
            seen.forget();
            if let Some(pairs) = &mut self.pairs {
                pairs.push(&self.values);
            }
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
        if let Some(rares) = self.rares.as_mut().filter(|_| heap > 0) {
            rares.push(heap, mex as u16);
        }
        self.values.push(mex as u16);
        Ok(true)
    }

    /// Adds the first pairs of heaps with this total, and those with a rare heap. Returns how many they are.
    fn add_pairs(&self, total: usize, sizes: Sizes, seen: &mut Seen) -> usize {
        if sizes == Sizes::AllEqual {
            if total.is_multiple_of(2) {
                seen.add(0);
            }
            return 1;
        }
        let first = pairs_of(total, sizes).min(self.first_pairs);
        self.stamp_pairs(0..first, total, seen);
        first + self.stamp_rares(total, sizes, seen)
    }

    /// Adds the pairs with a rare heap. Returns how many they are.
    fn stamp_rares(&self, total: usize, sizes: Sizes, seen: &mut Seen) -> usize {
        let Some(rares) = &self.rares else { return 0 };
        let smaller = rares.heaps.partition_point(|&(rare, _)| rare < total);
        for &(rare, nimber) in &rares.heaps[..smaller] {
            let other = total - rare;
            if sizes == Sizes::Any || other != rare {
                seen.add(self.values[other] ^ nimber);
            }
        }
        smaller
    }

    /// The nimber of the heap under study. Of its options all are seen but the pairs of [`others`](Dense::others).
    fn mex(&mut self, heap: usize, seen: &mut Seen, registers: Registers) -> Option<usize> {
        let mut mex = seen.mex(0)?;
        if heap / 2 <= self.first_pairs {
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

    /// The totals of the pairs of heaps that moves leave of a heap, and which of their pairs do not come first: pair i has a
    /// heap of i + 1 and a larger or equal one.
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

    /// The nimbers of the smaller and of the larger heaps of some pairs of a total.
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
