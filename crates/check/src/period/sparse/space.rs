//! Common and rare nimbers, and the index of a nimber among those of its class.

use grundy_heaps::SparseSpace;

/// Heaps that are worked out side by side.
const LANES: usize = 16;

/// A nimber is common or rare by the parity of its bits under a mask, exchanged at every second heap if the
/// heap is part of the class. Within a class one bit of the mask, the pivot, is known from the others:
/// without it, nimbers are *indices*, and XOR of nimbers is XOR of indices.
#[derive(Clone, Copy)]
pub(super) struct Space {
    mask: u32,
    by_heap: bool,
    kappa: u64,
    pivot: u32,
}

impl Space {
    pub(super) fn new(space: &SparseSpace) -> Self {
        Space {
            mask: space.mask,
            by_heap: space.by_heap,
            kappa: space.kappa,
            pivot: space.mask.trailing_zeros(),
        }
    }

    pub(super) fn is_common(&self, heap: usize, value: u16) -> bool {
        let is_odd = (u32::from(value) & self.mask).count_ones() % 2 == 1;
        is_odd != (self.by_heap && heap as u64 % 2 != self.kappa % 2)
    }

    /// Whether a take of `taken` beans changes the class of the heap left.
    pub(super) fn is_changed_by(&self, taken: usize) -> bool {
        self.by_heap && taken % 2 == 1
    }

    pub(super) fn index(&self, value: u16) -> usize {
        let (value, low) = (u32::from(value), self.below_pivot());
        (value & low | value >> 1 & !low) as usize
    }

    /// The nimber at `heap` with this index and class.
    pub(super) fn value(&self, heap: usize, index: usize, is_common: bool) -> u16 {
        let (index, low) = (index as u32, self.below_pivot());
        let value = (index & low | (index & !low) << 1) as u16;
        if self.is_common(heap, value) == is_common { value } else { value | 1 << self.pivot }
    }

    /// Writes the nimbers of the heaps from an even one on, a multiple of 16, if all are common and have these indices.
    #[inline(always)]
    pub(super) fn common_values(&self, indices: &[u8], values: &mut [u16]) {
        let (low, mask, pivot) = (self.below_pivot() as u16, self.mask as u16, 1_u16 << self.pivot);
        let is_even = |number: u64| u16::from(number.is_multiple_of(2));
        let flipped: [u16; LANES] = std::array::from_fn(|heap| {
            1 ^ u16::from(self.by_heap) & (is_even(heap as u64) ^ is_even(self.kappa))
        });
        for (values, indices) in
            values.as_chunks_mut::<LANES>().0.iter_mut().zip(indices.as_chunks::<LANES>().0)
        {
            for lane in 0..LANES {
                let index = u16::from(indices[lane]);
                let value = index & low | (index & !low) << 1;
                // The parity of the bits under the mask, of nine.
                let mut parity = value & mask;
                parity ^= parity >> 8;
                parity ^= parity >> 4;
                parity ^= parity >> 2;
                parity ^= parity >> 1;
                let with_pivot = ((parity ^ flipped[lane]) & 1).wrapping_neg();
                values[lane] = value | with_pivot & pivot;
            }
        }
    }

    fn below_pivot(&self) -> u32 {
        (1 << self.pivot) - 1
    }
}
