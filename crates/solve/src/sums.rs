//! What has been found out about misere sums, shared among threads.

use crate::growing::Growing;
use crate::memo::Memo;
use crate::memory::allocated;
use crate::values::{Id, Values};
use grundy_core::{Outcome, Tame};
use std::hash::Hash;

/// A sum as the sorted numbers of its parts.
pub(crate) type Sum = Box<[Id]>;

/// Misère outcomes of sums, with what is known of their parts: exact, growing, shared among threads.
/// It survives a stopped run, and the next run goes on from it.
pub struct Sums<P> {
    pub(crate) parts: Values<P>,
    pub(crate) facts: Growing<Fact>,
    pub(crate) outcomes: Memo<Sum, Outcome>,
}

/// Sums in two allocations, however many there are.
pub(crate) struct SumList {
    /// The parts of all sums, one sum after another.
    parts: Box<[Id]>,
    /// Where each sum ends among them.
    ends: Box<[u32]>,
}

impl SumList {
    /// The sums, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Id]> {
        let starts = std::iter::once(&0).chain(&*self.ends);
        starts.zip(&*self.ends).map(|(&start, &end)| &self.parts[start as usize..end as usize])
    }

    /// What the list takes besides its own size.
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

/// What is known of a part.
pub(crate) struct Fact {
    /// Its options as sums, each once; shared by all sums that it occurs in.
    pub(crate) options: SumList,
    /// How it behaves in sums, where it is tame.
    pub(crate) tame: Option<Tame>,
    /// Whether it is *1 itself: one move, to nothing.
    pub(crate) is_one: bool,
}

impl<P: Eq + Hash> Sums<P> {
    /// How many sums have an outcome.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Visits the sums whose outcomes have been found, in no order, each by its parts.
    ///
    /// The visitor must not search with these sums: part of them is locked meanwhile.
    pub fn each_known(&self, mut visit: impl FnMut(&[&P], Outcome)) {
        self.outcomes.each(|sum, outcome| {
            let parts: Vec<&P> = sum.iter().map(|&id| self.parts.part(id)).collect();
            visit(&parts, outcome);
        });
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }
}

impl<P> Default for Sums<P> {
    fn default() -> Self {
        Sums { parts: Values::default(), facts: Growing::default(), outcomes: Memo::default() }
    }
}

impl<P> std::fmt::Debug for Sums<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sums").field("parts", &self.parts).finish_non_exhaustive()
    }
}
