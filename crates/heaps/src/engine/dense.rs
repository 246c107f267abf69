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
//! The nimbers are kept in both directions, so that four XORs are one word; what remains is one store an
//! option, which is why no cleverer filter beats it on games without a sparse space.

use crate::Code;
use crate::Sizes;
use crate::code::takes::{NOTHING, ONE, THREE, TWO, Takes, sizes_of_three, sizes_of_two};
use crate::engine::pair_sets::PairSets;
use crate::error::EngineError;

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

    /// The least nimber that is not reached.
    fn mex(&self) -> Option<usize> {
        self.stamps.iter().position(|&stamp| stamp != self.stamp)
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
    pairs: Option<PairSets>,
}

/// Whether a digit leaves any three heaps.
fn has_any_thirds(digit: u8) -> bool {
    digit & THREE != 0 && sizes_of_three(digit) == Sizes::Any
}

/// The options that are looked at in a step, about: some milliseconds.
const PAUSE: usize = 1 << 22;

impl Dense {
    pub(crate) fn new(code: &Code) -> Self {
        let takes = Takes::new(code);
        // A set of pair values does not say whether the third heap is unequal to those of the pair.
        let pairs = takes.digits().any(has_any_thirds).then(PairSets::default);
        Dense {
            takes,
            values: Vec::new(),
            mirror: vec![0; FIRST_MIRROR],
            seen: None,
            taken: 0,
            pause: PAUSE,
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

    /// The bytes that grow with the heaps: nimbers, their mirror, and sets of pairs.
    pub(crate) fn bytes(&self) -> u64 {
        4 * self.values.len() as u64 + self.pairs.as_ref().map_or(0, PairSets::bytes)
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
    pub(crate) fn step(&mut self) -> Result<bool, EngineError> {
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
                self.stamp_pairs(rest, sizes_of_two(digit), &mut seen);
                options += rest / 2;
            }
            if digit & THREE != 0 && rest > 2 {
                self.stamp_triples(rest, sizes_of_three(digit), &mut seen);
                options += rest * if has_any_thirds(digit) { 64 } else { rest / 12 };
            }
        }
        self.takes = takes;
        let mex = seen.mex();
        self.seen = Some(seen);
        if self.taken > 0 {
            return Ok(false);
        }
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
        self.values.push(mex as u16);
        Ok(true)
    }

    fn stamp_pairs(&self, rest: usize, sizes: Sizes, seen: &mut Seen) {
        let half = match sizes {
            Sizes::Any => rest / 2,
            Sizes::AllDiffer | Sizes::NotAllEqual => (rest - 1) / 2,
            Sizes::AllEqual => {
                if rest.is_multiple_of(2) {
                    seen.add(0);
                }
                return;
            }
        };
        let start = self.mirror.len() - rest;
        let (small, large) = (&self.values[1..=half], &self.mirror[start..start + half]);
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
