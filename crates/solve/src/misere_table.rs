//! The table of misère outcomes: sums of parts met before, shared among threads.

use crate::memo::Memo;
use crate::misere_sums::{Sum, SumList};
use crate::transposition_table::{AppendList, TranspositionTable};
use grundy_core::{Outcome, Tame};
use std::hash::Hash;

/// Misère outcomes of sums, with what is known of their parts: exact, without replacement, shared among
/// threads.
///
/// A table survives a stopped run, and the next run continues from it.
pub struct MisereTable<P> {
    pub(crate) parts: TranspositionTable<P>,
    pub(crate) facts: AppendList<PartFacts>,
    pub(crate) outcomes: Memo<Sum, Outcome>,
}

/// What is known of a part under misère play.
pub(crate) struct PartFacts {
    /// Its options as sums, each once; shared by all sums that contain the part.
    pub(crate) options: SumList,
    /// How it behaves in sums, if it is tame.
    pub(crate) tame: Option<Tame>,
    /// Whether it is *1 itself: one move, to nothing.
    pub(crate) is_one: bool,
}

impl<P: Eq + Hash> MisereTable<P> {
    /// The number of sums whose outcomes are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether no outcome is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Visits the sums whose outcomes are known, each as its parts, in no order.
    ///
    /// The visitor must not search with this table: a shard of it is locked during the call.
    pub fn each_known(&self, mut visit: impl FnMut(&[&P], Outcome)) {
        self.outcomes.each(|sum, outcome| {
            let parts: Vec<&P> = sum.iter().map(|&id| self.parts.part(id)).collect();
            visit(&parts, outcome);
        });
    }
}

impl<P> Default for MisereTable<P> {
    fn default() -> Self {
        MisereTable {
            parts: TranspositionTable::default(),
            facts: AppendList::default(),
            outcomes: Memo::default(),
        }
    }
}

impl<P> std::fmt::Debug for MisereTable<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MisereTable").field("parts", &self.parts).finish_non_exhaustive()
    }
}
