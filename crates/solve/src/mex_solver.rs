//! Nimbers and outcomes under normal play: the public face of the mex search.

use crate::lookup::Lookup;
use crate::mex_search::MexSearch;
use crate::parts::Parts;
use crate::question::{Goal, Question};
use crate::transposition_table::{PartId, TranspositionTable};
use grundy_core::{Nimber, Outcome, Ruleset, Run, Stopped};

/// Finds nimbers and outcomes by the mex rule of Sprague and Grundy.
///
/// A position is split into parts. A part is brought to canonical form and reduced. Then it is found in
/// the table, known to the lookup, or searched: its nimber is the mex of the nimbers of its options
/// (R. Sprague, "Über mathematische Kampfspiele", Tôhoku Mathematical Journal 41, 1935; P. M. Grundy,
/// "Mathematics and games", Eureka 2, 1939).
///
/// The search asks "is the nimber of this part v?" and looks first for an option of that value: one is
/// enough for "no", and most options need not be valued at all. Of a sum it values all parts but the
/// hardest, and asks whether the nimber of that one is what is missing (after J. Lemoine and S. Viennot,
/// "Nimbers are inevitable", Theoretical Computer Science 462, 2012, where nimbers of parts and outcomes
/// of sums are searched together). So an outcome can be found where the nimber is far out of reach.
///
/// Options are tried in order of effort, the easiest first. Where the rules say how work grows with effort
/// ([`Tuning::work_doubles_with`](grundy_core::Tuning::work_doubles_with)), depth-first proof-number search
/// (df-pn) decides the order.
///
/// Time and memory are of the order of the distinct parts that are searched, times their options. The
/// stack is a list on the heap, so deep games do not overflow it.
#[must_use = "a solver does nothing until it is asked"]
pub struct MexSolver<'a, R: Ruleset> {
    search: MexSearch<'a, R>,
}

/// What is known of a nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The nimber is not smaller than this.
    pub at_least: Nimber,
    /// Whether this is the nimber.
    pub is_exact: bool,
}

impl<'a, R: Ruleset> MexSolver<'a, R> {
    /// A solver of these rules that asks `lookup` first and shares `table`.
    pub fn new(
        rules: &'a R,
        lookup: &'a dyn Lookup<R::Position>,
        table: &'a TranspositionTable<R::Position>,
    ) -> Self {
        MexSolver { search: MexSearch { parts: Parts { rules, lookup, table } } }
    }

    /// The nimber of a position that is not [sunny](grundy_core::WinsAtOnce::is_sunny). The answer does
    /// not depend on the number of threads.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the table.
    pub fn nimber(&self, at: &R::Position, run: &Run) -> Result<Nimber, Stopped> {
        let sum = self.search.parts.sum(at.clone(), run)?;
        sum.parts.iter().try_fold(sum.known, |total, &id| Ok(total ^ self.part_nimber(id, run)?))
    }

    /// Whether the position has this nimber. This is often found far sooner than the nimber.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the table.
    pub fn is_worth(&self, at: &R::Position, nimber: Nimber, run: &Run) -> Result<bool, Stopped> {
        let mut sum = self.search.parts.sum(at.clone(), run)?;
        sum.parts.sort_by_cached_key(|&id| self.table().effort(id));
        let Some((&hardest, others)) = sum.parts.split_last() else { return Ok(sum.known == nimber) };
        let mut wanted = sum.known ^ nimber;
        for &id in others {
            wanted ^= self.part_nimber(id, run)?;
        }
        // The sum has the nimber exactly when its hardest part makes up the difference: a test of that
        // part is enough.
        self.search.answer(Question { id: hardest, goal: Goal::test(wanted) }, run)?;
        Ok(self.table().has_nimber(hardest, wanted).expect("the question has been answered"))
    }

    /// Who wins under normal play.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the table.
    pub fn outcome(&self, at: &R::Position, run: &Run) -> Result<Outcome, Stopped> {
        Ok(if self.is_worth(at, Nimber::ZERO, run)? { Outcome::P } else { Outcome::N })
    }

    /// What is known of the nimber without a search: a lower bound, and whether that is the nimber. `None`
    /// when more than one part is not known.
    ///
    /// # Errors
    /// When the run has no memory left to look the parts up.
    pub fn known(&self, at: &R::Position, run: &Run) -> Result<Option<Bound>, Stopped> {
        let sum = self.search.parts.sum(at.clone(), run)?;
        Ok(match sum.parts[..] {
            [] => Some(Bound { at_least: sum.known, is_exact: true }),
            [id] => {
                let is_candidate = |nimber: &Nimber| self.table().has_nimber(id, *nimber) != Some(false);
                let candidates = (0..64).map(Nimber).filter(is_candidate);
                let least = candidates.map(|nimber| nimber ^ sum.known).min();
                least.map(|at_least| Bound { at_least, is_exact: false })
            }
            _ => None,
        })
    }

    fn part_nimber(&self, id: PartId, run: &Run) -> Result<Nimber, Stopped> {
        self.search.answer(Question { id, goal: Goal::Nimber }, run)?;
        Ok(self.table().known(id).expect("the question has been answered"))
    }

    fn table(&self) -> &'a TranspositionTable<R::Position> {
        self.search.parts.table
    }
}

impl<R: Ruleset> std::fmt::Debug for MexSolver<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MexSolver").field("table", self.table()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Tuning;
    use std::ops::ControlFlow;

    /// Nim without its theorem, each heap a part; with the effort that doubles the work, for df-pn.
    struct Heaps(Option<u64>);

    impl Ruleset for Heaps {
        type Position = Vec<u64>;
        type Move = (usize, u64);

        fn moves<B>(
            &self,
            at: &Vec<u64>,
            mut visit: impl FnMut((usize, u64)) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            at.iter()
                .enumerate()
                .try_for_each(|(heap, &size)| (0..size).try_for_each(|left| visit((heap, left))))
        }

        fn play(&self, at: &Vec<u64>, &(heap, left): &(usize, u64)) -> Vec<u64> {
            let mut next = at.clone();
            next[heap] = left;
            next
        }

        fn moves_left(&self, at: &Vec<u64>) -> u128 {
            at.iter().map(|&size| u128::from(size)).sum()
        }

        fn split(&self, at: Vec<u64>) -> Vec<Vec<u64>> {
            at.into_iter().map(|size| vec![size]).collect()
        }

        fn tuning(&self) -> &dyn Tuning<Self> {
            self
        }
    }

    impl Tuning<Heaps> for Heaps {
        fn work_doubles_with(&self) -> Option<u64> {
            self.0
        }
    }

    #[test]
    fn nimbers_too_large_to_be_excluded_one_by_one_are_found() {
        for (heaps, wanted, is_worth) in [
            (vec![100], 100, true),
            (vec![100], 62, false),
            (vec![100], 63, false),
            (vec![100, 200], 0, false),
            (vec![100, 200], 100 ^ 200, true),
            (vec![70, 90, 70 ^ 90], 0, true),
            (vec![61, 62, 63, 64], 61 ^ 62 ^ 63 ^ 64, true),
        ] {
            for rules in [Heaps(None), Heaps(Some(1)), Heaps(Some(12))] {
                let (table, run) = (TranspositionTable::default(), Run::unlimited());
                let solver = MexSolver::new(&rules, &(), &table);
                let found = solver.is_worth(&heaps, Nimber(wanted), &run).expect("there is no limit");
                assert_eq!(found, is_worth, "{heaps:?} and *{wanted}");
                let nimber = solver.nimber(&heaps, &run).expect("there is no limit");
                assert_eq!(nimber.0, heaps.iter().fold(0, |sum, heap| sum ^ heap), "{heaps:?}");
            }
        }
    }
}
