//! Sets of the XORs of two heaps. A move that leaves two heaps of m beans together has the same options whatever was
//! taken, so that one scan of the pairs of m serves all such moves; and breaking into three costs one set operation for
//! each first heap instead of a scan of all pairs.

use std::collections::VecDeque;

/// For totals m, the set of G(a) ^ G(b) with a + b = m and a, b >= 1: bit v of words.
#[derive(Clone, Debug)]
pub(crate) struct PairSets {
    /// The total of the first set that is kept.
    first: usize,
    sets: VecDeque<Box<[u64]>>,
    /// The sets of so many totals are kept, the last ones.
    most: usize,
    /// What the sets take, in bytes.
    bytes: u64,
}

/// What an allocator keeps beside a set, in bytes, at most.
const BESIDE: usize = 16;

/// Bits of a word whose index has bit `i` clear, for the swaps of `translate`.
const LOW: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Moves bit v of a word to bit v ^ shift, shift below 64.
pub(crate) fn translate(mut word: u64, shift: usize) -> u64 {
    for (bit, low) in LOW.iter().enumerate() {
        if shift >> bit & 1 == 1 {
            word = ((word & low) << (1 << bit)) | ((word >> (1 << bit)) & low);
        }
    }
    word
}

impl PairSets {
    /// The sets of the last `most` totals, the first of which will be `first`.
    pub(crate) fn new(first: usize, most: usize) -> Self {
        PairSets { first, sets: VecDeque::new(), most, bytes: 0 }
    }

    /// The sets of so many totals are kept.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Adds the set of the next total.
    pub(crate) fn push(&mut self, set: Box<[u64]>) {
        if self.sets.len() == self.most
            && let Some(old) = self.sets.pop_front()
        {
            self.first += 1;
            self.bytes -= bytes_of(&old);
        }
        self.bytes += bytes_of(&set);
        self.sets.push_back(set);
    }

    /// Visits the XORs of two heaps with this total, whose set is kept.
    pub(crate) fn pairs(&self, total: usize, visit: impl FnMut(usize)) {
        each_bit(&self.sets[total - self.first], visit);
    }

    /// What the sets take, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Visits the XORs of all three non-empty heaps of the given total.
    pub(crate) fn triples(&self, total: usize, values: &[u16], visit: impl FnMut(usize)) {
        let mut all: Vec<u64> = Vec::new();
        for (first, &value) in values[..=total - 2].iter().enumerate().skip(1) {
            let value = usize::from(value);
            for (place, &word) in self.sets[total - first - self.first].iter().enumerate() {
                let place = place ^ (value / 64);
                if all.len() <= place {
                    all.resize(place + 1, 0);
                }
                all[place] |= translate(word, value % 64);
            }
        }
        each_bit(&all, visit);
    }
}

fn bytes_of(set: &[u64]) -> u64 {
    (size_of::<Box<[u64]>>() + BESIDE + size_of_val(set)) as u64
}

fn each_bit(set: &[u64], mut visit: impl FnMut(usize)) {
    for (place, &word) in set.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            visit(place * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}
