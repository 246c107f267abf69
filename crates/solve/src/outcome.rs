//! Misère outcomes by search.

use crate::knowledge::Knowledge;
use crate::memo::Memo;
use crate::race::race;
use crate::walk::{Open, Walk, walk};
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
            None => race(run, |runner| walk(self, self.memo, &sum, run, runner)),
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
}

impl<R: Ruleset, K: Knowledge<R::Position>> Walk for OutcomeSolver<'_, R, K> {
    /// A sum as the sorted list of its parts.
    type Key = Vec<R::Position>;
    type Option = Vec<R::Position>;
    type Seen = Outcome;
    type Value = Outcome;

    fn open(&self, key: Vec<R::Position>, run: &Run) -> Result<Open<Self>, Stopped> {
        run.step()?;
        let mut options: Vec<Vec<R::Position>> = Vec::new();
        let mut bytes = 0;
        for (index, part) in key.iter().enumerate() {
            if index > 0 && key[index - 1] == *part {
                continue; // equal parts have equal options
            }
            let stopped = self.rules.options(part, |option| {
                let mut next: Vec<R::Position> = Vec::with_capacity(key.len() + 1);
                next.extend(
                    key.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, part)| part.clone()),
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
        let seen = if options.is_empty() { Convention::Misere.outcome_without_moves() } else { Outcome::P };
        Ok(Open { key, options, seen, bytes })
    }

    fn look(&self, open: &mut Open<Self>) -> Option<Vec<R::Position>> {
        while let Some(option) = open.options.last() {
            match self.known(option) {
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

    fn bytes(&self, key: &Vec<R::Position>) -> usize {
        size_of_val(key) + key.iter().map(|part| self.rules.bytes(part)).sum::<usize>()
    }
}
