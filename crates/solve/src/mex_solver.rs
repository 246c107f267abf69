//! Nimbers and outcomes under normal play: the public face of the mex search.

use crate::lookup::Lookup;
use crate::mex_search::MexSearch;
use crate::packed::{AtHand, Game, Kept, PackedSearch};
use crate::parts::Parts;
use crate::question::{Goal, Question};
use crate::transposition_table::{PartId, TranspositionTable};
use grundy_core::{BoardWord, Nimber, Outcome, Packed, PackedRules, Ruleset, Run, Stopped};

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
/// stack is a list on the heap, so deep games do not overflow it; only small boards that are words are searched by
/// recursion, as deep as they have cells. Several questions, such as which moves win, are best asked of one solver: boards
/// that are words and that one question has opened the next one finds open. The table alone serves other solvers.
#[must_use = "a solver does nothing until it is asked"]
pub struct MexSolver<'a, R: Ruleset> {
    search: MexSearch<'a, R>,
    /// What searches of boards that are words keep for the next question.
    kept: Kept<u64>,
    kept_of_large: Kept<u128>,
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
        MexSolver {
            search: MexSearch { parts: Parts { rules, lookup, table } },
            kept: Kept::new(),
            kept_of_large: Kept::new(),
        }
    }

    pub(crate) fn rules(&self) -> &'a R {
        self.search.parts.rules
    }

    /// The nimber of a position that is not [sunny](grundy_core::WinsAtOnce::is_sunny). The answer does
    /// not depend on the number of threads.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the table.
    pub fn nimber(&self, at: &R::Position, run: &Run) -> Result<Nimber, Stopped> {
        match self.words(at) {
            Some(Words::Small(parts)) => return self.small().nimber(&parts, run),
            Some(Words::Large(parts)) => return self.large().nimber(&parts, run),
            None => {}
        }
        let sum = self.search.parts.sum(at.clone(), run)?;
        sum.parts.iter().try_fold(sum.known, |total, &id| Ok(total ^ self.part_nimber(id, run)?))
    }

    /// Whether the position has this nimber. This is often found far sooner than the nimber.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the table.
    pub fn is_worth(&self, at: &R::Position, nimber: Nimber, run: &Run) -> Result<bool, Stopped> {
        match self.words(at) {
            Some(Words::Small(parts)) => return self.small().is_worth(&parts, nimber, run),
            Some(Words::Large(parts)) => return self.large().is_worth(&parts, nimber, run),
            None => {}
        }
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

    /// Whether each of some positions has this nimber, as [`is_worth`](Self::is_worth) finds it.
    ///
    /// Where all positions can be told as words ([`Tuning::packed`](grundy_core::Tuning::packed)), several threads take
    /// a position each, if one part of it is left to search. They search other positions together. Where not all can,
    /// the positions are asked one after the other. Beside what the search takes, the parts of all positions are held.
    ///
    /// # Errors
    /// When the run stops first, each position without an answer has the stop in its place; what was found is in the
    /// table.
    ///
    /// ```
    /// use grundy_core::{Nimber, Ruleset, Run};
    /// use grundy_solve::{MexSolver, TranspositionTable};
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
    /// let table = TranspositionTable::default();
    /// let solver = MexSolver::new(&TakeUpToThree, &(), &table);
    /// // The options of a heap of 10.
    /// let win = solver.are_worth(&[9, 8, 7], Nimber::ZERO, &Run::unlimited().with_threads(2));
    /// assert_eq!(win, [Ok(false), Ok(true), Ok(false)]);
    /// ```
    pub fn are_worth(
        &self,
        positions: &[R::Position],
        nimber: Nimber,
        run: &Run,
    ) -> Vec<Result<bool, Stopped>> {
        if run.threads() > 1
            && !positions.is_empty()
            && let Some(words) = positions.iter().map(|at| self.words(at)).collect::<Option<Vec<Words>>>()
        {
            return self.are_words_worth(words, nimber, run);
        }
        let mut stopped = None;
        let answer = |at| match stopped {
            None => {
                let answer = run.check().and_then(|()| self.is_worth(at, nimber, run));
                answer.inspect_err(|&why| stopped = Some(why))
            }
            Some(why) => Err(why),
        };
        positions.iter().map(answer).collect()
    }

    fn are_words_worth(&self, words: Vec<Words>, nimber: Nimber, run: &Run) -> Vec<Result<bool, Stopped>> {
        let mut answers = vec![None; words.len()];
        let (mut small, mut large) = (Vec::new(), Vec::new());
        for (place, words) in words.into_iter().enumerate() {
            match words {
                Words::Small(parts) => small.push((place, parts)),
                Words::Large(parts) => large.push((place, parts)),
            }
        }
        let end = self.small().are_worth(small, nimber, &mut answers, run);
        let end = end.and_then(|()| self.large().are_worth(large, nimber, &mut answers, run));
        let missing = || end.expect_err("an answer is missing only after a stop");
        answers.into_iter().map(|answer| answer.ok_or_else(missing)).collect()
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
    /// The cost is a look-up for each part. Parts that are not words are added to the table, and the lookup is asked about
    /// those that are new.
    ///
    /// # Errors
    /// When the run has no memory left to look the parts up.
    pub fn known(&self, at: &R::Position, run: &Run) -> Result<Option<Bound>, Stopped> {
        match self.words(at) {
            Some(Words::Small(parts)) => return Ok(bound_at_hand(self.small().at_hand(&parts, run))),
            Some(Words::Large(parts)) => return Ok(bound_at_hand(self.large().at_hand(&parts, run))),
            None => {}
        }
        let sum = self.search.parts.sum(at.clone(), run)?;
        Ok(match sum.parts[..] {
            [] => Some(Bound { at_least: sum.known, is_exact: true }),
            [id] => {
                let is_excluded = |nimber| self.table().has_nimber(id, Nimber(nimber)) == Some(false);
                Some(lower_bound(sum.known, is_excluded))
            }
            _ => None,
        })
    }

    /// The parts of a position as words; `None` where the rules or the parts are none.
    fn words(&self, at: &R::Position) -> Option<Words> {
        let rules = self.search.parts.rules;
        let tuning = rules.tuning();
        let small = tuning.packed()?;
        let parts = rules.split(at.clone()).into_iter().filter(|part| rules.has_moves(part));
        let parts: Vec<R::Position> = parts.map(|part| rules.canon(part)).collect();
        let words = parts.iter().map(|part| small.pack(part)).collect::<Option<_>>();
        words.map(Words::Small).or_else(|| {
            let large = tuning.packed_wide()?;
            let word = |part| small.pack(part).map(Packed::widen).or_else(|| large.pack(part));
            parts.iter().map(word).collect::<Option<_>>().map(Words::Large)
        })
    }

    /// The search of boards of at most 64 cells.
    fn small(&self) -> PackedSearch<'_, R, u64> {
        let game = self.game(None);
        PackedSearch {
            game,
            memory: self.table().answers.small(),
            kept: &self.kept,
            doubling: self.doubling(),
        }
    }

    /// The search of boards of at most 128 cells.
    fn large(&self) -> PackedSearch<'_, R, u128> {
        let game = self.game(self.search.parts.rules.tuning().packed_wide());
        let memory = self.table().answers.large();
        PackedSearch { game, memory, kept: &self.kept_of_large, doubling: self.doubling() }
    }

    fn game<W: BoardWord>(&self, wide: Option<&'a dyn PackedRules<R, W>>) -> Game<'a, R, W> {
        let Parts { rules, lookup, .. } = self.search.parts;
        let narrow = rules.tuning().packed().expect("the position has been told in words");
        Game { narrow, wide, lookup }
    }

    fn doubling(&self) -> u64 {
        self.search.parts.rules.tuning().work_doubles_with().unwrap_or(USUAL_DOUBLING)
    }

    fn part_nimber(&self, id: PartId, run: &Run) -> Result<Nimber, Stopped> {
        self.search.answer(Question { id, goal: Goal::Nimber }, run)?;
        Ok(self.table().known(id).expect("the question has been answered"))
    }

    fn table(&self) -> &'a TranspositionTable<R::Position> {
        self.search.parts.table
    }
}

/// The parts of a position as words, none larger than the word holds.
enum Words {
    Small(Vec<Packed>),
    Large(Vec<Packed<u128>>),
}

/// The effort that doubles the estimated work of a search of words where the rules name none.
const USUAL_DOUBLING: u64 = 12;

fn bound_at_hand(known: AtHand) -> Option<Bound> {
    match known {
        AtHand::Nimber(nimber) => Some(Bound { at_least: nimber, is_exact: true }),
        AtHand::Excluded { known, values } => Some(lower_bound(known, |nimber| values >> nimber & 1 == 1)),
        AtHand::Nothing => None,
    }
}

/// The least nimber of a sum of `known` and a part that may have all values that are not excluded. No value from 64 on is
/// excluded: where `known` is one of them, so may be the part, and the sum 0.
fn lower_bound(known: Nimber, is_excluded: impl Fn(u64) -> bool) -> Bound {
    let candidates = (0..64).chain([known.0]).filter(|&nimber| nimber >= 64 || !is_excluded(nimber));
    let at_least = candidates.map(|nimber| Nimber(nimber) ^ known).min().unwrap_or(Nimber::ZERO);
    Bound { at_least, is_exact: false }
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

    /// A part may have any nimber from 64 on: the bound once told that a sum with such a part is not 0.
    #[test]
    fn what_is_known_is_never_above_the_nimber() {
        let sizes = [0, 1, 3, 63, 64, 65, 70, 71, 100, 134];
        let pairs = sizes.map(|known| sizes.map(|other| (known, other)));
        for rules in [Heaps(None), Heaps(Some(12))] {
            for &(known, other) in pairs.as_flattened() {
                let (table, run) = (TranspositionTable::default(), Run::unlimited());
                let solver = MexSolver::new(&rules, &(), &table);
                assert_eq!(solver.nimber(&vec![known], &run), Ok(Nimber(known)));
                let bound = solver.known(&vec![known, other], &run).expect("there is no limit");
                let bound = bound.expect("at most one part is not known");
                assert!(bound.at_least.0 <= known ^ other, "{known} {other}: {bound:?}");
                assert!(!bound.is_exact || bound.at_least.0 == known ^ other, "{known} {other}: {bound:?}");
            }
        }
    }
}
