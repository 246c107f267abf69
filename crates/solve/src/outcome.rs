//! Misère outcomes by search.

use crate::lookup::Lookup;
use crate::memory::allocated;
use crate::race::race;
use crate::sums::{Fact, Sum, SumList, Sums};
use crate::values::{Id, Learnt};
use crate::walk::{Open, Walk, walk};
use grundy_core::{MexSet, Nimber, Outcome, Ruleset, Run, Stopped, Tame, Tuned};
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Finds who wins under misère play.
///
/// A position is a sum: the sorted list of its parts in canonical form, parts without moves left
/// out. Nothing is reduced by nimber, which misère play does not allow, but two parts that are *1
/// cancel: who answers the one by the other changes nothing. A sum wins as soon as one option is
/// seen to lose.
///
/// Where every part is [`Tame`], their sum answers at once (*Winning Ways*, chapter 13). A part is
/// tame when knowledge says so, or when it is small and all its options are sums of tame parts whose
/// normal and misère values fit; that can be worked out.
///
/// Options are looked at in this order: sums of equal pairs and at most one part that is known to be
/// 0 under normal play, which mostly lose here too; then the easiest.
///
/// Time and memory are of the order of the distinct sums that can be reached, times their options.
pub struct OutcomeSolver<'a, R: Ruleset> {
    rules: &'a R,
    lookup: &'a dyn Lookup<R::Position>,
    sums: &'a Sums<R::Position>,
}

/// A list of options counts as one node more for so many of them.
const OPTIONS_A_NODE: usize = 1024;

/// Parts with at most this many moves left are looked into for being tame.
const SMALL: u128 = 8;

impl<'a, R: Ruleset> OutcomeSolver<'a, R> {
    /// A solver of these rules that asks `lookup` first and shares `sums`.
    pub fn new(rules: &'a R, lookup: &'a dyn Lookup<R::Position>, sums: &'a Sums<R::Position>) -> Self {
        OutcomeSolver { rules, lookup, sums }
    }

    /// The misère outcome of a position. The answer does not depend on the number of threads.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the sums.
    pub fn outcome(&self, at: &R::Position, run: &Run) -> Result<Outcome, Stopped> {
        self.outcome_of_sum(std::slice::from_ref(at), run)
    }

    /// The misère outcome of a sum of positions.
    ///
    /// # Errors
    /// As [`outcome`](OutcomeSolver::outcome).
    pub fn outcome_of_sum(&self, terms: &[R::Position], run: &Run) -> Result<Outcome, Stopped> {
        let mut parts = Vec::new();
        for term in terms {
            self.add_parts(term.clone(), &mut parts, run)?;
        }
        // What is known of the parts of a large position costs time that is to be counted.
        for &id in &parts {
            self.fact(id, run)?;
        }
        let sum = self.sum(parts);
        match self.known(&sum) {
            Some(outcome) => Ok(outcome),
            None => race(run, |runner| walk(self, &self.sums.outcomes, &sum, run, runner)),
        }
    }

    /// Adds the canonical parts of a position, those without moves left out unless they end the game.
    fn add_parts(&self, at: R::Position, parts: &mut Vec<Id>, run: &Run) -> Result<(), Stopped> {
        for part in self.rules.split(at) {
            let has_moves = self.rules.moves(&part, |_| ControlFlow::Break(())).is_break();
            if has_moves || self.rules.wins_at_once().is_won(&part) {
                let learn = |part: &R::Position| Learnt {
                    bytes: Tuned(self.rules).bytes(part),
                    effort: Tuned(self.rules).effort(part),
                    most: u64::MAX,
                    nimber: self.lookup.nimber(part),
                };
                let part = self.rules.canon(part);
                let word = self.rules.tuning().word(&part);
                parts.push(self.sums.parts.number(self.sums.parts.hashed(part, word), learn, run)?);
            }
        }
        Ok(())
    }

    /// The sum of some parts, sorted, without pairs of *1.
    fn sum(&self, mut parts: Vec<Id>) -> Sum {
        parts.sort_unstable();
        let is_one = |id: Id| self.sums.facts.get(id).is_some_and(|fact| fact.is_one);
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
    fn fact(&self, id: Id, run: &Run) -> Result<&'a Fact, Stopped> {
        if let Some(fact) = self.sums.facts.get(id) {
            return Ok(fact);
        }
        let part = self.sums.parts.part(id);
        let mut found: Vec<Vec<Id>> = Vec::new();
        let mut held = 0;
        let mut list = |option: R::Position| {
            // A long list takes time and memory too.
            match found.len() % OPTIONS_A_NODE {
                last if last == OPTIONS_A_NODE - 1 => run.step()?,
                place if place % 64 == 63 => run.check()?,
                _ => {}
            }
            let mut parts = Vec::new();
            self.add_parts(option, &mut parts, run)?;
            let bytes = size_of::<Vec<Id>>() + allocated(parts.capacity() * size_of::<Id>());
            run.hold(bytes)?;
            held += bytes;
            found.push(parts);
            Ok(())
        };
        let stopped = Tuned(self.rules).options(part, |option| match list(option) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stopped) => ControlFlow::Break(stopped),
        });
        let worked_out = match stopped {
            ControlFlow::Break(stopped) => Err(stopped),
            ControlFlow::Continue(()) => self.fact_of(id, found, run),
        };
        run.release(held);
        worked_out
    }

    /// The same, from the options as they were listed.
    fn fact_of(&self, id: Id, found: Vec<Vec<Id>>, run: &Run) -> Result<&'a Fact, Stopped> {
        let part = self.sums.parts.part(id);
        let moves_left = self.rules.moves_left(part);
        let is_small = moves_left <= SMALL;
        if is_small {
            // The recursion is no deeper than SMALL, for every option has fewer moves left.
            for &inner in found.iter().flatten() {
                self.fact(inner, run)?;
            }
        }
        let mut options: Vec<Sum> = found.into_iter().map(|parts| self.sum(parts)).collect();
        options.sort_unstable();
        options.dedup();
        let ends = self.rules.wins_at_once().is_won(part);
        let worked_out = || if is_small && !ends { self.tame(&options) } else { None };
        let tame = self.lookup.tame(part).or_else(worked_out);
        let is_one = moves_left == 1 && !options.iter().any(|option| self.is_over(option));
        let options: SumList = options.iter().collect();
        run.hold(options.bytes() + size_of::<OnceLock<Fact>>() * 9 / 8)?;
        Ok(self.sums.facts.get_or_make(id, || Fact { options, tame, is_one }))
    }

    /// Whether a position with these options is tame.
    ///
    /// With tame options it is, when the mex of their nimbers n and the mex of their misère values m
    /// are equal (firm), or one is 0 and the other 1 (fickle). For then in a sum with other such parts
    /// the rule of Nim holds: where the others have something firm, the moves to a nimber r are those
    /// of normal play; where they have not, a move to an option of misère value r is needed, and m is
    /// the least that there is none for. By induction over all positions inside.
    fn tame(&self, options: &[Sum]) -> Option<Tame> {
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

    /// Whether some part has ended the whole game: who did that has lost.
    fn is_over(&self, sum: &[Id]) -> bool {
        sum.iter().any(|&id| self.rules.wins_at_once().is_won(self.sums.parts.part(id)))
    }

    fn tame_sum(&self, sum: &[Id]) -> Option<Tame> {
        sum.iter().try_fold(Tame::ZERO, |total, &id| Some(total ^ self.sums.facts.get(id)?.tame?))
    }

    fn known(&self, sum: &Sum) -> Option<Outcome> {
        if self.is_over(sum) {
            return Some(Outcome::N);
        }
        match self.tame_sum(sum) {
            Some(total) => Some(total.misere_outcome()),
            None => self.sums.outcomes.get(sum),
        }
    }

    /// How promising and how easy an option is: the least first.
    fn rank(&self, sum: &[Id]) -> (bool, u64) {
        let mut odd: Option<Id> = None;
        let mut is_mirrored = true;
        for run in sum.chunk_by(|one, other| one == other).filter(|run| run.len() % 2 == 1) {
            is_mirrored &= odd.is_none();
            odd = Some(run[0]);
        }
        let is_zero = |id: Id| self.sums.parts.known(id) == Some(Nimber::ZERO);
        let effort = sum.iter().fold(0, |total: u64, &id| total.saturating_add(self.sums.parts.effort(id)));
        (!(is_mirrored && odd.is_none_or(is_zero)), effort)
    }
}

impl<R: Ruleset> Walk for OutcomeSolver<'_, R> {
    type Key = Sum;
    type Option = Sum;
    type Seen = Outcome;
    type Value = Outcome;

    fn open(&self, key: Sum, run: &Run) -> Result<Open<Self>, Stopped> {
        run.step()?;
        let parts: Vec<&R::Position> = key.iter().map(|&id| self.sums.parts.part(id)).collect();
        if let Some(seen) = self.lookup.misere_outcome(&parts) {
            return Ok(Open { key, options: Vec::new(), seen, bytes: 0 });
        }
        let mut options: Vec<((bool, u64), Sum)> = Vec::new();
        let mut seen = Outcome::P;
        'parts: for (index, &part) in key.iter().enumerate() {
            if index > 0 && key[index - 1] == part {
                continue; // equal parts have equal options
            }
            for option in self.fact(part, run)?.options.iter() {
                let others = key.iter().enumerate().filter(|(other, _)| *other != index);
                let mut parts = Vec::with_capacity(key.len() + option.len());
                parts.extend(others.map(|(_, &id)| id));
                parts.extend_from_slice(option);
                for &id in option {
                    self.fact_of_small(id, run)?;
                }
                let sum = self.sum(parts);
                match self.known(&sum) {
                    Some(Outcome::N) => {}
                    Some(Outcome::P) => {
                        seen = Outcome::N;
                        options.clear();
                        break 'parts;
                    }
                    None => options.push((self.rank(&sum), sum)),
                }
            }
        }
        // The next one is the last.
        options.sort_unstable_by(|one, other| other.cmp(one));
        options.dedup();
        // A list of its own: one made in the place of the ranked options would keep all their room.
        let mut sums: Vec<Sum> = Vec::with_capacity(options.len());
        sums.extend(options.into_iter().map(|(_, sum)| sum));
        let bytes = sums.iter().map(|sum| size_of::<Sum>() + self.bytes(sum)).sum::<usize>();
        run.hold(bytes)?;
        Ok(Open { key, options: sums, seen, bytes })
    }

    fn look(&self, open: &mut Open<Self>) -> Option<Sum> {
        while let Some(option) = open.options.last() {
            match self.sums.outcomes.get(option) {
                Some(Outcome::N) => open.options.pop(),
                Some(Outcome::P) => {
                    open.seen = Outcome::N;
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
        allocated(size_of_val::<[Id]>(key))
    }
}

impl<R: Ruleset> OutcomeSolver<'_, R> {
    /// Works out what is known of a part that is small, so that sums with it can be simplified.
    fn fact_of_small(&self, id: Id, run: &Run) -> Result<(), Stopped> {
        if self.sums.facts.get(id).is_none() && self.rules.moves_left(self.sums.parts.part(id)) <= SMALL {
            self.fact(id, run)?;
        }
        Ok(())
    }
}
