//! Misère outcomes: the public face of the misère search.

use crate::lookup::Lookup;
use crate::misere_parts::MisereParts;
use crate::misere_search::MisereSearch;
use crate::misere_table::MisereTable;
use grundy_core::{Outcome, Ruleset, Run, Stopped};

/// Finds who wins under misère play.
///
/// A position is a sum: the sorted list of its parts in canonical form, without parts that have no moves.
/// Parts are not reduced by their nimbers, because under misère play parts of one nimber differ. But two
/// parts that are *1 cancel: a player answers a move in one by the move in the other.
///
/// Where every part is [`Tame`](grundy_core::Tame), the outcome of their sum is known at once (E. R.
/// Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter 13). A part is tame when the lookup says
/// so, or when it is small, all its options are sums of tame parts, and the options' nimbers and misère
/// values fit.
///
/// All other sums are searched depth first. A sum is an N-position as soon as one option is known to be a
/// P-position. Options are looked at in this order: first sums of equal pairs and at most one part whose
/// nimber is 0, most of which are P-positions here too; then the easiest.
///
/// Time and memory are of the order of the distinct sums that can be reached, times their options.
///
/// ```
/// use grundy_core::{Outcome, Ruleset, Run};
/// use grundy_solve::{MisereSolver, MisereTable};
/// use std::ops::ControlFlow;
///
/// /// One heap; a move takes one, two or three counters.
/// struct TakeUpToThree;
/// impl Ruleset for TakeUpToThree {
///     type Position = u64;
///     type Move = u64;
///     fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
///         (1..=3.min(*at)).try_for_each(visit)
///     }
///     fn play(&self, at: &u64, take: &u64) -> u64 { at - take }
///     fn moves_left(&self, at: &u64) -> u128 { u128::from(*at) }
/// }
///
/// let table = MisereTable::default();
/// let solver = MisereSolver::new(&TakeUpToThree, &(), &table);
/// let run = Run::unlimited();
/// // The player who takes the last counter loses: 1, 5, 9, ... are P-positions.
/// let outcomes: Vec<_> = (0..10).map(|heap| solver.outcome(&heap, &run).unwrap()).collect();
/// assert!((0..10).all(|heap| (outcomes[heap] == Outcome::P) == (heap % 4 == 1)));
/// assert_eq!(solver.outcome_of_sum(&[3, 3], &run), Ok(Outcome::P));
/// ```
#[must_use = "a solver does nothing until it is asked"]
pub struct MisereSolver<'a, R: Ruleset> {
    search: MisereSearch<'a, R>,
}

impl<'a, R: Ruleset> MisereSolver<'a, R> {
    /// A solver of these rules that asks `lookup` first and shares `table`.
    pub fn new(
        rules: &'a R,
        lookup: &'a dyn Lookup<R::Position>,
        table: &'a MisereTable<R::Position>,
    ) -> Self {
        MisereSolver { search: MisereSearch { parts: MisereParts { rules, lookup, table } } }
    }

    /// The misère outcome of a position. The answer does not depend on the number of threads.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the table.
    pub fn outcome(&self, at: &R::Position, run: &Run) -> Result<Outcome, Stopped> {
        self.outcome_of_sum(std::slice::from_ref(at), run)
    }

    /// The misère outcome of a sum of positions.
    ///
    /// # Errors
    /// As [`outcome`](MisereSolver::outcome).
    pub fn outcome_of_sum(&self, terms: &[R::Position], run: &Run) -> Result<Outcome, Stopped> {
        let of_parts = &self.search.parts;
        let mut parts = Vec::new();
        for term in terms {
            of_parts.add(term.clone(), &mut parts, run)?;
        }
        // Before the search, so that the time for the parts of a large position counts for the run.
        for &id in &parts {
            of_parts.facts(id, run)?;
        }
        self.search.outcome(&of_parts.sum(parts), run)
    }

    /// The misère outcome of a sum of positions, where it is known without a search: what was found before is looked
    /// up. An outcome that a search has found or asked for is known, unless the lookup had it at hand.
    ///
    /// ```
    /// # use grundy_core::{Outcome, Ruleset, Run};
    /// # use grundy_solve::{MisereSolver, MisereTable};
    /// # use std::ops::ControlFlow;
    /// # struct TakeUpToThree;
    /// # impl Ruleset for TakeUpToThree {
    /// #     type Position = u64;
    /// #     type Move = u64;
    /// #     fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
    /// #         (1..=3.min(*at)).try_for_each(visit)
    /// #     }
    /// #     fn play(&self, at: &u64, take: &u64) -> u64 { at - take }
    /// #     fn moves_left(&self, at: &u64) -> u128 { u128::from(*at) }
    /// # }
    /// // One heap; a move takes one to three counters.
    /// let (table, run) = (MisereTable::default(), Run::unlimited());
    /// let solver = MisereSolver::new(&TakeUpToThree, &(), &table);
    /// assert_eq!(solver.at_hand(&[21], &run), Ok(None));
    /// solver.outcome(&21, &run)?;
    /// assert_eq!(solver.at_hand(&[21], &run), Ok(Some(Outcome::P)));
    /// # Ok::<(), grundy_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// When the run has no memory left to look the parts up.
    pub fn at_hand(&self, terms: &[R::Position], run: &Run) -> Result<Option<Outcome>, Stopped> {
        let of_parts = &self.search.parts;
        let mut parts = Vec::new();
        for term in terms {
            of_parts.add(term.clone(), &mut parts, run)?;
        }
        for &id in &parts {
            of_parts.facts_if_small(id, run)?;
        }
        Ok(of_parts.known(&of_parts.sum(parts)))
    }
}

impl<R: Ruleset> std::fmt::Debug for MisereSolver<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MisereSolver").field("table", self.search.parts.table).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::{Limits, Nimber, StopReason};
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A heap of Nim.
    struct Heap;

    impl Ruleset for Heap {
        type Position = u64;
        type Move = u64;

        fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
            (1..=*at).try_for_each(visit)
        }

        fn play(&self, at: &u64, take: &u64) -> u64 {
            at - take
        }

        fn moves_left(&self, at: &u64) -> u128 {
            u128::from(*at)
        }
    }

    /// Knows nothing, and counts the options that are listed.
    #[derive(Default)]
    struct Counter(AtomicUsize);

    impl Lookup<u64> for Counter {
        fn nimber(&self, _: &u64) -> Option<Nimber> {
            None
        }

        fn misere_at_hand(&self, _: &[&u64]) -> Option<Outcome> {
            self.0.fetch_add(1, Ordering::Relaxed);
            None
        }

        fn has_misere_at_hand(&self) -> bool {
            true
        }
    }

    #[test]
    fn a_list_of_options_that_is_longer_than_memory_is_not_listed_to_its_end() {
        let (table, counter) = (MisereTable::default(), Counter::default());
        let solver = MisereSolver::new(&Heap, &counter, &table);
        let of_parts = &solver.search.parts;
        let heaps = [20_000, 9];
        let mut parts = Vec::new();
        for heap in heaps {
            of_parts.add(heap, &mut parts, &Run::unlimited()).expect("there is no limit");
        }
        for &id in &parts {
            of_parts.facts(id, &Run::unlimited()).expect("there is no limit");
        }
        let run = Run::new(Limits { memory: Some(300_000), ..Limits::default() });
        let stopped = solver.outcome_of_sum(&heaps, &run).expect_err("its options take more");
        assert_eq!(stopped.reason, StopReason::Memory);
        let listed = counter.0.load(Ordering::Relaxed);
        assert!((1_000..6_000).contains(&listed), "{listed} of 20,009 options");
    }
}
