//! The misère search: outcomes of sums, depth first.
//!
//! Entry function: [`MisereSearch::outcome`]; the walk itself is `depth_first`.

use crate::depth_first::{DepthFirst, Expanded, search};
use crate::memory::{BYTES_PER_HOLD, allocated};
use crate::misere_parts::MisereParts;
use crate::misere_sums::Sum;
use crate::threads::race;
use crate::transposition_table::PartId;
use grundy_core::{Nimber, Outcome, Pace, Ruleset, Run, Stopped};
use std::ops::ControlFlow;

/// A search for misère outcomes of sums.
pub(crate) struct MisereSearch<'a, R: Ruleset> {
    pub(crate) parts: MisereParts<'a, R>,
}

/// How promising and how easy an option is: the least is looked at first.
type Rank = (bool, u64);

impl<R: Ruleset> MisereSearch<'_, R> {
    /// The outcome of a sum, on all threads of the run.
    pub(crate) fn outcome(&self, sum: &Sum, run: &Run) -> Result<Outcome, Stopped> {
        match self.parts.known(sum) {
            Some(outcome) => Ok(outcome),
            None => race(run, &|worker| search(self, &self.parts.table.outcomes, sum, run, worker)),
        }
    }

    /// Lists the options of a sum whose outcomes are not known. Breaks when an option is known
    /// to be a P-position.
    #[inline]
    fn list_options(
        &self,
        sum: &Sum,
        options: &mut RankedSums,
        run: &Run,
    ) -> Result<ControlFlow<()>, Stopped> {
        let has_at_hand = self.parts.lookup.has_misere_at_hand();
        let mut pace = Pace::default();
        for (index, &part) in sum.iter().enumerate() {
            // Equal parts have equal options.
            if index > 0 && sum[index - 1] == part {
                continue;
            }
            for option in self.parts.facts(part, run)?.options.iter() {
                // A part may have millions of options.
                run.turn(&mut pace)?;
                let after = self.after_move(sum, index, option, run)?;
                let at_hand = if has_at_hand { self.at_hand(&after) } else { None };
                match at_hand.or_else(|| self.parts.known(&after)) {
                    // Cut-off: an option that is an N-position does not make the sum an N-position.
                    Some(Outcome::N) => {}
                    // Cut-off: one option that is a P-position makes the sum an N-position.
                    Some(Outcome::P) => return Ok(ControlFlow::Break(())),
                    None => options.push(self.rank(&after), after, run)?,
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The outcome of a sum, if the lookup has it at hand.
    fn at_hand(&self, sum: &Sum) -> Option<Outcome> {
        let parts: Vec<&R::Position> = sum.iter().map(|&id| self.parts.table.parts.part(id)).collect();
        self.parts.lookup.misere_at_hand(&parts)
    }

    /// The sum after a move in the part at `index` to `option`.
    #[inline]
    fn after_move(&self, sum: &Sum, index: usize, option: &[PartId], run: &Run) -> Result<Sum, Stopped> {
        let others = sum.iter().enumerate().filter(|(other, _)| *other != index);
        let mut parts = Vec::with_capacity(sum.len() + option.len());
        parts.extend(others.map(|(_, &id)| id));
        parts.extend_from_slice(option);
        for &id in option {
            self.parts.facts_if_small(id, run)?;
        }
        Ok(self.parts.sum(parts))
    }

    /// Sums of equal pairs and at most one part whose nimber is 0 come first: under normal play the player
    /// to move loses them, and mostly here too. Then the easiest come first.
    fn rank(&self, sum: &[PartId]) -> Rank {
        let table = &self.parts.table.parts;
        let mut odd: Option<PartId> = None;
        let mut is_mirrored = true;
        for run in sum.chunk_by(|one, other| one == other).filter(|run| run.len() % 2 == 1) {
            is_mirrored &= odd.is_none();
            odd = Some(run[0]);
        }
        let is_zero = |id: PartId| table.known(id) == Some(Nimber::ZERO);
        let effort = sum.iter().fold(0, |total: u64, &id| total.saturating_add(table.effort(id)));
        (!(is_mirrored && odd.is_none_or(is_zero)), effort)
    }
}

impl<R: Ruleset> DepthFirst for MisereSearch<'_, R> {
    type Key = Sum;
    type Option = Sum;
    type Seen = Outcome;
    type Value = Outcome;

    fn expand(&self, key: Sum, run: &Run) -> Result<Expanded<Self>, Stopped> {
        run.step()?;
        let parts: Vec<&R::Position> = key.iter().map(|&id| self.parts.table.parts.part(id)).collect();
        // Cut-off: the lookup knows the outcome.
        if let Some(seen) = self.parts.lookup.misere_outcome(&parts) {
            return Ok(Expanded { key, options: Vec::new(), seen, bytes: 0 });
        }
        let mut options = RankedSums::default();
        let mut seen = Outcome::P;
        let listed = self.list_options(&key, &mut options, run);
        run.release(options.held);
        if listed?.is_break() {
            seen = Outcome::N;
            options.sums.clear();
        }
        let sums = in_descending_order(options.sums);
        let bytes = sums.iter().map(bytes_of).sum::<usize>();
        run.hold(bytes)?;
        Ok(Expanded { key, options: sums, seen, bytes })
    }

    fn next_missing(&self, at: &mut Expanded<Self>) -> Option<Sum> {
        while let Some(option) = at.options.last() {
            match self.parts.table.outcomes.get(option) {
                Some(Outcome::N) => at.options.pop(),
                // Cut-off: one option that is a P-position makes the sum an N-position.
                Some(Outcome::P) => {
                    at.seen = Outcome::N;
                    return None;
                }
                None => return Some(option.clone()),
            };
        }
        None
    }

    fn value(&self, seen: &Outcome) -> Outcome {
        *seen
    }

    fn bytes(&self, key: &Sum) -> usize {
        allocated(size_of_val::<[PartId]>(key))
    }
}

/// The options of a sum while they are listed.
#[derive(Default)]
struct RankedSums {
    sums: Vec<(Rank, Sum)>,
    /// Their memory, as far as the run does not hold it yet.
    not_held: usize,
    held: usize,
}

impl RankedSums {
    fn push(&mut self, rank: Rank, sum: Sum, run: &Run) -> Result<(), Stopped> {
        self.not_held += size_of::<Rank>() + bytes_of(&sum);
        if self.not_held >= BYTES_PER_HOLD {
            run.hold(self.not_held)?;
            self.held += std::mem::take(&mut self.not_held);
        }
        self.sums.push((rank, sum));
        Ok(())
    }
}

/// The memory of a sum in a list.
fn bytes_of(sum: &Sum) -> usize {
    size_of::<Sum>() + allocated(size_of_val::<[PartId]>(sum))
}

/// Options without their ranks, in descending order, because the next option is taken from the end.
fn in_descending_order(mut options: Vec<(Rank, Sum)>) -> Vec<Sum> {
    options.sort_unstable_by(|one, other| other.cmp(one));
    options.dedup();
    // A new allocation: `collect` would reuse the one of the ranked options with all its room.
    let mut sums: Vec<Sum> = Vec::with_capacity(options.len());
    sums.extend(options.into_iter().map(|(_, sum)| sum));
    sums
}
