//! Sparse space: nimbers fall into *common* and *rare* by the parity of some of their bits.
//!
//! ```text
//! class(n) = parity(G(n) & mask) xor (by_heap and (n - kappa) odd)
//!            1: common     0: rare
//! ```
//!
//! Where every number of beans k after which a heap is broken has the parity `kappa`, the class of an option
//! is the XOR of the classes of its parts, so common nimbers come only from splits with exactly one rare part
//! (Berlekamp; Gangolli and Plambeck, *A note on periodicity in some octal games*, 1989; Flammenkamp).

/// A way to tell common nimbers from rare ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    /// Bits of the nimber whose parity counts. Every bit above the largest nimber seen is set: new high bits
    /// then fall on the common side.
    pub(crate) mask: u32,
    /// Whether the parity of the heap is part of the class.
    pub(crate) by_heap: bool,
    /// The parity of every k after which a heap is broken.
    pub(crate) kappa: u64,
}

impl Space {
    /// The lowest bit of the mask: within a class the other bits determine it.
    pub(crate) fn pivot(&self) -> u32 {
        self.mask.trailing_zeros()
    }

    fn heap_bit(&self, heap: u64) -> u32 {
        u32::from(self.by_heap && (heap ^ self.kappa) & 1 == 1)
    }

    pub(crate) fn is_common(&self, heap: u64, value: u32) -> bool {
        (value & self.mask).count_ones() & 1 ^ self.heap_bit(heap) == 1
    }

    /// The nimber without its pivot bit. The XOR of nimbers is the XOR of their indices, and common nimbers
    /// are ordered as their indices are.
    pub(crate) fn index(&self, value: u32) -> u32 {
        let low = (1 << self.pivot()) - 1;
        value & low | value >> 1 & !low
    }

    /// The nimber at `heap` with the given index and class.
    pub(crate) fn value(&self, index: u32, heap: u64, common: bool) -> u32 {
        let low = (1 << self.pivot()) - 1;
        let without = index & low | (index & !low) << 1;
        let right = self.is_common(heap, without) == common;
        if right { without } else { without | 1 << self.pivot() }
    }

    /// The space with the fewest rare heaps among `values` (heap 0 not counted), and that number. Costs V log
    /// V beside one pass over the values, by a Walsh-Hadamard transform of their histogram: the transform at
    /// a mask is the number of even minus odd parities.
    pub(crate) fn choose(
        values: impl Iterator<Item = u32>,
        break_parity: Option<u64>,
    ) -> Option<(Space, u64)> {
        let mut histogram: [Vec<i64>; 2] = [vec![0; 16], vec![0; 16]];
        let mut total = 0i64;
        for (heap, value) in values.enumerate().skip(1) {
            let value = value as usize;
            if value >= histogram[0].len() {
                histogram.iter_mut().for_each(|side| side.resize((value + 1).next_power_of_two(), 0));
            }
            histogram[heap & 1][value] += 1;
            total += 1;
        }
        let size = histogram[0].len();
        let above = u32::MAX << size.trailing_zeros();
        let plain: Vec<i64> = (0..size).map(|v| histogram[0][v] + histogram[1][v]).collect();
        let mut best = least(transform(plain))
            .map(|(mask, even)| (Space { mask: mask | above, by_heap: false, kappa: 0 }, even));
        if let Some(kappa) = break_parity {
            let (same, other) = (kappa as usize, 1 - kappa as usize);
            let signed = (0..size).map(|v| histogram[same][v] - histogram[other][v]).collect();
            let found = least(transform(signed));
            if let Some((mask, even)) = found.filter(|&(_, even)| best.is_none_or(|(_, least)| even < least))
            {
                best = Some((Space { mask: mask | above, by_heap: true, kappa }, even));
            }
        }
        best.map(|(space, even)| (space, ((total + even) / 2) as u64))
    }
}

fn least(spectrum: Vec<i64>) -> Option<(u32, i64)> {
    (0u32..).zip(spectrum).min_by_key(|&(mask, even)| (even, mask))
}

fn transform(mut data: Vec<i64>) -> Vec<i64> {
    let mut half = 1;
    while half < data.len() {
        for block in data.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    data
}
