//! Common and rare nimbers, and the index of a nimber among those of its class.

use grundy_heaps::SparseSpace;

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

    fn below_pivot(&self) -> u32 {
        (1 << self.pivot) - 1
    }
}
