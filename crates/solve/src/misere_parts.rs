//! Parts under misère play: their options, and which of them are tame.
//!
//! Tame positions: J. H. Conway, *On Numbers and Games*, chapter 12; E. R. Berlekamp, J. H. Conway and
//! R. K. Guy, *Winning Ways*, chapter 13.

use crate::lookup::Lookup;
use crate::memory::allocated;
use crate::misere_sums::{Sum, SumList};
use crate::misere_table::{MisereTable, PartFacts};
use crate::transposition_table::{NewPart, PartId};
use grundy_core::{MexSet, Nimber, Outcome, Pace, Ruleset, Run, Stopped, Tame, Tuned};
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Rules, the knowledge about them, and the table of misère outcomes.
pub(crate) struct MisereParts<'a, R: Ruleset> {
    pub(crate) rules: &'a R,
    pub(crate) lookup: &'a dyn Lookup<R::Position>,
    pub(crate) table: &'a MisereTable<R::Position>,
}

/// A list of options counts as one more node for each of this number of options.
const OPTIONS_PER_NODE: usize = 1024;

/// Whether a part is tame is worked out for parts with at most this number of moves left.
const SMALL: u128 = 8;

impl<'a, R: Ruleset> MisereParts<'a, R> {
    /// Adds the canonical parts of a position to `parts`. A part without moves is left out, unless it ends
    /// the whole game.
    pub(crate) fn add(&self, at: R::Position, parts: &mut Vec<PartId>, run: &Run) -> Result<(), Stopped> {
        for part in self.rules.split(at) {
            if self.rules.has_moves(&part) || self.rules.wins_at_once().is_won(&part) {
                parts.push(self.insert(part, run)?);
            }
        }
        Ok(())
    }

    /// The number of a part. It is brought to canonical form but not reduced: `reduce` keeps the nimber
    /// only, which is not enough under misère play.
    fn insert(&self, part: R::Position, run: &Run) -> Result<PartId, Stopped> {
        let part = self.rules.canon(part);
        let word = self.rules.tuning().word(&part);
        let describe = |part: &R::Position| NewPart {
            bytes: Tuned(self.rules).bytes(part),
            effort: Tuned(self.rules).effort(part),
            bound: u64::MAX,
            nimber: self.lookup.nimber(part),
        };
        self.table.parts.insert(self.table.parts.key(part, word), describe, run)
    }

    /// The sum of some parts, sorted, without pairs of *1: a player answers a move in one *1 by the move in
    /// the other, which changes no outcome.
    #[inline]
    pub(crate) fn sum(&self, mut parts: Vec<PartId>) -> Sum {
        parts.sort_unstable();
        let is_one = |id: PartId| self.table.facts.get(id).is_some_and(|facts| facts.is_one);
        let mut kept = 0;
        for index in 0..parts.len() {
            let is_second = kept > 0 && parts[kept - 1] == parts[index] && is_one(parts[index]);
            if is_second {
                kept -= 1;
            } else {
                parts[kept] = parts[index];
                kept += 1;
            }
        }
        parts.truncate(kept);
        parts.into_boxed_slice()
    }

    /// What is known of a part: its options, each once, and whether it is tame.
    pub(crate) fn facts(&self, id: PartId, run: &Run) -> Result<&'a PartFacts, Stopped> {
        if let Some(facts) = self.table.facts.get(id) {
            return Ok(facts);
        }
        let mut options = ListedSums { sums: Vec::new(), held: 0 };
        let found = match self.list_options(id, &mut options, run) {
            ControlFlow::Break(stopped) => Err(stopped),
            ControlFlow::Continue(()) => self.facts_of(id, options.sums, run),
        };
        run.release(options.held);
        found
    }

    /// Works out the facts of a small part, so that sums that contain it can be simplified.
    pub(crate) fn facts_if_small(&self, id: PartId, run: &Run) -> Result<(), Stopped> {
        let is_missing = self.table.facts.get(id).is_none();
        if is_missing && self.rules.moves_left(self.table.parts.part(id)) <= SMALL {
            self.facts(id, run)?;
        }
        Ok(())
    }

    /// Lists the options of a part as lists of parts.
    fn list_options(&self, id: PartId, options: &mut ListedSums, run: &Run) -> ControlFlow<Stopped> {
        let mut pace = Pace::default();
        let mut list = |option: R::Position| {
            // A long list takes time and memory too.
            if options.sums.len() % OPTIONS_PER_NODE == OPTIONS_PER_NODE - 1 {
                run.step()?;
            }
            run.turn(&mut pace)?;
            let mut parts = Vec::new();
            self.add(option, &mut parts, run)?;
            options.push(parts, run)
        };
        Tuned(self.rules).options(self.table.parts.part(id), |option| match list(option) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stopped) => ControlFlow::Break(stopped),
        })
    }

    /// The facts of a part from the list of its options.
    fn facts_of(&self, id: PartId, found: Vec<Vec<PartId>>, run: &Run) -> Result<&'a PartFacts, Stopped> {
        let part = self.table.parts.part(id);
        let moves_left = self.rules.moves_left(part);
        let is_small = moves_left <= SMALL;
        if is_small {
            // The recursion is at most SMALL deep, because every option has fewer moves left.
            for &inner in found.iter().flatten() {
                self.facts(inner, run)?;
            }
        }
        let mut options: Vec<Sum> = found.into_iter().map(|parts| self.sum(parts)).collect();
        options.sort_unstable();
        options.dedup();
        let ends = self.rules.wins_at_once().is_won(part);
        let by_options = || if is_small && !ends { self.tame_by_options(&options) } else { None };
        let tame = self.lookup.tame(part).or_else(by_options);
        let is_one = moves_left == 1 && !options.iter().any(|option| self.is_over(option));
        let options: SumList = options.iter().collect();
        let taken = options.bytes() + size_of::<OnceLock<PartFacts>>() * 9 / 8;
        run.hold(taken)?;
        let mut is_new = false;
        let facts = self.table.facts.get_or_make(id, || {
            is_new = true;
            PartFacts { options, tame, is_one }
        });
        if !is_new {
            // Another thread was faster.
            run.release(taken);
        }
        Ok(facts)
    }

    /// Whether a position with these options is tame.
    ///
    /// Let all options be tame, n the mex of their nimbers and m the mex of their misère values. The
    /// position is tame when n = m (firm), or when one is 0 and the other 1 (fickle). For then the rule of
    /// Nim holds in a sum with other such parts. If the others contain something firm, the moves to a
    /// nimber r are those of normal play. If they do not, a move to an option of misère value r is needed,
    /// and m is the least value without such an option. The proof is by induction over all positions of
    /// the sum.
    fn tame_by_options(&self, options: &[Sum]) -> Option<Tame> {
        let (mut normal, mut misere) = (MexSet::default(), MexSet::default());
        for option in options {
            let tame = self.tame_sum(option)?;
            normal.insert(tame.nimber);
            misere.insert(tame.misere_value());
        }
        match (normal.mex(), misere.mex()) {
            (nimber, same) if nimber == same => Some(Tame::firm(nimber)),
            (nimber, other) if nimber ^ other == Nimber(1) && nimber.0 <= 1 => Some(Tame::fickle(nimber)),
            _ => None,
        }
    }

    /// How a sum behaves, if all its parts are tame.
    #[inline]
    fn tame_sum(&self, sum: &[PartId]) -> Option<Tame> {
        sum.iter().try_fold(Tame::ZERO, |total, &id| Some(total ^ self.table.facts.get(id)?.tame?))
    }

    /// Whether a part has ended the whole game: the player who moved there has lost.
    #[inline]
    fn is_over(&self, sum: &[PartId]) -> bool {
        sum.iter().any(|&id| self.rules.wins_at_once().is_won(self.table.parts.part(id)))
    }

    /// The outcome of a sum, if it is known without a search.
    #[inline]
    pub(crate) fn known(&self, sum: &Sum) -> Option<Outcome> {
        if self.is_over(sum) {
            return Some(Outcome::N);
        }
        match self.tame_sum(sum) {
            Some(total) => Some(total.misere_outcome()),
            None => self.table.outcomes.get(sum),
        }
    }
}

/// The options of a part while they are listed, each as its parts.
struct ListedSums {
    sums: Vec<Vec<PartId>>,
    /// Their memory, as held by the run.
    held: usize,
}

impl ListedSums {
    fn push(&mut self, parts: Vec<PartId>, run: &Run) -> Result<(), Stopped> {
        let bytes = size_of::<Vec<PartId>>() + allocated(parts.capacity() * size_of::<PartId>());
        run.hold(bytes)?;
        self.held += bytes;
        self.sums.push(parts);
        Ok(())
    }
}
