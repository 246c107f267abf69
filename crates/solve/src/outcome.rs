//! Misère outcomes by search.

use crate::knowledge::Knowledge;
use crate::memo::Memo;
use crate::race::{Runner, race};
use grundy_core::{Convention, Outcome, Ruleset, Run, Stopped, Tame};
use std::ops::ControlFlow;

/// Finds who wins under misère play.
///
/// A position is a sum: the sorted list of its parts in canonical form, parts without moves left
/// out. Nothing is reduced by nimber, which misère play does not allow; where knowledge finds every
/// part [`Tame`], their sum answers at once (*Winning Ways*, chapter 13). A sum wins as soon as one
/// option is seen to lose.
///
/// Time and memory are of the order of the distinct sums that can be reached, times their options.
pub struct OutcomeSolver<'a, R: Ruleset, K> {
    rules: &'a R,
    knowledge: K,
    memo: &'a Memo<Vec<R::Position>, Outcome>,
}

/// A sum on the way to its outcome.
struct Open<P> {
    sum: Vec<P>,
    options: Vec<Vec<P>>,
    outcome: Outcome,
    /// What the options take, as told to the run.
    bytes: usize,
}

impl<'a, R: Ruleset, K: Knowledge<R::Position>> OutcomeSolver<'a, R, K> {
    /// A solver of these rules that asks `knowledge` first and shares `memo`.
    pub fn new(rules: &'a R, knowledge: K, memo: &'a Memo<Vec<R::Position>, Outcome>) -> Self {
        OutcomeSolver { rules, knowledge, memo }
    }

    /// The misère outcome of a position. The answer does not depend on the number of threads.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the memo.
    pub fn outcome(&self, at: &R::Position, run: &Run) -> Result<Outcome, Stopped> {
        let mut sum = Vec::new();
        self.add_parts(at.clone(), &mut sum);
        sum.sort_unstable();
        match self.known(&sum) {
            Some(outcome) => Ok(outcome),
            None => race(run, |runner| self.search(&sum, run, runner)),
        }
    }

    /// Adds the canonical parts of a position to a sum, which is then to be sorted.
    fn add_parts(&self, at: R::Position, sum: &mut Vec<R::Position>) {
        for part in self.rules.split(at) {
            let has_moves = self.rules.moves(&part, |_| ControlFlow::Break(())).is_break();
            if has_moves {
                sum.push(self.rules.canon(part));
            }
        }
    }

    fn known(&self, sum: &Vec<R::Position>) -> Option<Outcome> {
        let tame = sum.iter().try_fold(Tame::ZERO, |total, part| Some(total ^ self.knowledge.tame(part)?));
        match tame {
            Some(total) if !sum.is_empty() => Some(total.misere_outcome()),
            _ => self.memo.get(sum),
        }
    }

    fn search(
        &self,
        root: &Vec<R::Position>,
        run: &Run,
        runner: &Runner<'_>,
    ) -> Result<Option<Outcome>, Stopped> {
        let mut stack = vec![self.open(root.clone(), run, runner)?];
        while let Some(top) = stack.last_mut() {
            if runner.is_late() {
                run.release(stack.iter().map(|open| open.bytes).sum());
                return Ok(None);
            }
            let settled = self.memo.get(&top.sum);
            if settled.is_none()
                && let Some(missing) = self.try_options(top)
            {
                let next = self.open(missing, run, runner)?;
                stack.push(next);
                continue;
            }
            let done = stack.pop().expect("the loop has just seen it");
            run.release(done.bytes);
            if settled.is_none() {
                let bytes = self.bytes(&done.sum);
                self.memo.insert(done.sum, done.outcome, bytes, run)?;
            }
        }
        Ok(self.memo.get(root))
    }

    /// Tries options until one loses, or is not known yet: that one.
    fn try_options(&self, open: &mut Open<R::Position>) -> Option<Vec<R::Position>> {
        while let Some(option) = open.options.last() {
            match self.known(option) {
                Some(Outcome::N) => open.options.pop(),
                Some(Outcome::P) => {
                    open.outcome = Outcome::N;
                    return None;
                }
                None => return Some(option.clone()),
            };
        }
        None
    }

    fn open(
        &self,
        sum: Vec<R::Position>,
        run: &Run,
        runner: &Runner<'_>,
    ) -> Result<Open<R::Position>, Stopped> {
        run.step()?;
        let mut options: Vec<Vec<R::Position>> = Vec::new();
        let mut bytes = 0;
        for (index, part) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == *part {
                continue; // equal parts have equal options
            }
            let stopped = self.rules.options(part, |option| {
                let mut next: Vec<R::Position> = Vec::with_capacity(sum.len() + 1);
                next.extend(
                    sum.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, part)| part.clone()),
                );
                self.add_parts(option, &mut next);
                next.sort_unstable();
                let more = self.bytes(&next);
                bytes += more;
                options.push(next);
                match run.hold(more) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stopped) => ControlFlow::Break(stopped),
                }
            });
            if let ControlFlow::Break(stopped) = stopped {
                return Err(stopped);
            }
        }
        runner.order(&mut options);
        let outcome =
            if options.is_empty() { Convention::Misere.outcome_without_moves() } else { Outcome::P };
        Ok(Open { sum, options, outcome, bytes })
    }

    fn bytes(&self, sum: &Vec<R::Position>) -> usize {
        size_of_val(sum) + sum.iter().map(|part| self.rules.bytes(part)).sum::<usize>()
    }
}
