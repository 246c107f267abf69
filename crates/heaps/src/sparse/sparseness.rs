//! Which nimbers of a sequence are rare.

use crate::Sequence;
use crate::code::rules::Rules;
use crate::engine::choice::Plain;
use crate::sparse::space::Space;

/// A space in which few heaps are rare, and those heaps.
///
/// A heap is *common* or *rare* by the parity of `G(n) & mask`, exchanged for every second heap if `by_heap`:
/// see [`SparseSpace`](crate::SparseSpace).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparseness {
    /// The bits of the nimber whose parity counts, up to the highest bit of any nimber known.
    pub mask: u32,
    /// Whether the heap's own parity is part of the class.
    pub by_heap: bool,
    /// The rare heaps from 1 on, with their nimbers.
    pub rares: Vec<(u64, u32)>,
    /// How many heaps were looked at, from 0.
    pub heaps: u64,
}

/// At most one heap in so many is rare where a space is called sparse.
const SHARE: u64 = 4;

/// Of fewer heaps nothing is said.
const LEAST: u64 = 64;

impl Sequence {
    /// The space with the fewest rare heaps among those known, if at most a fourth of them are rare and the
    /// code has one: its moves break heaps in two at most. O(heaps) where the engine does not know it.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::Sequence;
    ///
    /// let mut kayles = Sequence::new(&"0.77".parse()?);
    /// kayles.extend_to(1_000, &Run::unlimited())?;
    /// let sparse = kayles.sparseness().expect("nine heaps are rare");
    /// assert_eq!((sparse.mask, sparse.rares.len(), sparse.rares.last()), (15, 9, Some(&(70, 6))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sparseness(&self) -> Option<Sparseness> {
        let heaps = self.known();
        if let Some(machine) = self.engine.sliced() {
            let history = machine.history();
            let bits = 32 - history.largest().unwrap_or(u32::MAX).leading_zeros();
            let Space { mask, by_heap, .. } = history.space;
            let mask = mask & u32::try_from((1_u64 << bits) - 1).unwrap_or(u32::MAX);
            return Some(Sparseness { mask, by_heap, rares: history.rares.clone(), heaps });
        }
        let rules = Rules::of(self.code())?;
        let Some(Plain::Narrow(values)) = self.engine.plain() else { return None };
        let numbers = || values.iter().map(|&value| u32::from(value));
        let (space, rare) = Space::choose(numbers(), rules.break_parity())?;
        if heaps < LEAST || rare * SHARE > heaps {
            return None;
        }
        let is_rare = |&(heap, value): &(u64, u32)| heap > 0 && !space.is_common(heap, value);
        let rares = (0..).zip(numbers()).filter(is_rare).collect();
        let bits = 32 - numbers().max().unwrap_or(0).leading_zeros();
        Some(Sparseness { mask: space.mask & ((1 << bits) - 1), by_heap: space.by_heap, rares, heaps })
    }
}
