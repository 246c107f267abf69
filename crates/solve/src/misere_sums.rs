//! Sums of parts under misère play.

use crate::memory::allocated;
use crate::transposition_table::PartId;

/// A sum as the sorted numbers of its parts.
pub(crate) type Sum = Box<[PartId]>;

/// Sums in two allocations, whatever their number.
pub(crate) struct SumList {
    /// The parts of all sums, one sum after another.
    parts: Box<[PartId]>,
    /// Where each sum ends among them.
    ends: Box<[u32]>,
}

impl SumList {
    /// The sums, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[PartId]> {
        let starts = std::iter::once(&0).chain(&*self.ends);
        starts.zip(&*self.ends).map(|(&start, &end)| &self.parts[start as usize..end as usize])
    }

    /// The memory of the list besides its own size.
    pub(crate) fn bytes(&self) -> usize {
        allocated(size_of_val(&*self.parts)) + allocated(size_of_val(&*self.ends))
    }
}

impl<'s> FromIterator<&'s Sum> for SumList {
    fn from_iter<I: IntoIterator<Item = &'s Sum>>(sums: I) -> SumList {
        let (mut parts, mut ends) = (Vec::new(), Vec::new());
        for sum in sums {
            parts.extend_from_slice(sum);
            ends.push(u32::try_from(parts.len()).expect("options of one part fit into memory"));
        }
        SumList { parts: parts.into(), ends: ends.into() }
    }
}
