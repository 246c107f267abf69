//! Sets of the XORs of two heaps, so that breaking into three costs one set operation for each first heap
//! instead of a scan of all pairs.

/// For each total m, the set of G(a) ^ G(b) with a + b = m and a, b >= 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairSets {
    sets: Vec<Vec<u64>>,
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
    /// Adds the set of the total `values.len()`, all of whose parts are known.
    pub(crate) fn push(&mut self, values: &[u16]) {
        let total = values.len();
        let mut set = Vec::new();
        for small in 1..=total / 2 {
            let value = usize::from(values[small] ^ values[total - small]);
            if set.len() <= value / 64 {
                set.resize(value / 64 + 1, 0);
            }
            set[value / 64] |= 1 << (value % 64);
        }
        self.bytes += (size_of_val(&set) + BESIDE + 8 * set.capacity()) as u64;
        self.sets.push(set);
    }

    /// What the sets take, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Visits the XORs of all three non-empty heaps of the given total.
    pub(crate) fn triples(&self, total: usize, values: &[u16], mut visit: impl FnMut(usize)) {
        let mut all: Vec<u64> = Vec::new();
        for (first, &value) in values[..=total - 2].iter().enumerate().skip(1) {
            let value = usize::from(value);
            for (place, &word) in self.sets[total - first].iter().enumerate() {
                let place = place ^ (value / 64);
                if all.len() <= place {
                    all.resize(place + 1, 0);
                }
                all[place] |= translate(word, value % 64);
            }
        }
        for (place, mut word) in all.into_iter().enumerate() {
            while word != 0 {
                visit(place * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}
