//! Nimbers by the mex rule.

use crate::knowledge::Knowledge;
use crate::memo::Memo;
use crate::race::{Runner, race};
use grundy_core::{MexSet, Nimber, Ruleset, Run, Stopped};
use std::ops::ControlFlow;

/// Finds nimbers: a position is split, its parts are brought to canonical form and reduced, and a
/// part is looked up, known, or worked out as the mex of its options (Sprague, Grundy).
///
/// Time and memory are of the order of the distinct parts that can be reached, times their options.
/// The stack is a list on the heap, so depth is no danger.
pub struct MexSolver<'a, R: Ruleset, K> {
    rules: &'a R,
    knowledge: K,
    memo: &'a Memo<R::Position, Nimber>,
}

/// What a list takes beside its entries: itself, and what the allocator adds.
const LIST_OVERHEAD: usize = size_of::<Vec<()>>() + 16;

/// A part on the way to its nimber.
struct Open<P> {
    part: P,
    /// The options still to be valued, each as its parts.
    options: Vec<Vec<P>>,
    seen: MexSet,
    /// What the options take, as told to the run.
    bytes: usize,
}

impl<'a, R: Ruleset, K: Knowledge<R::Position>> MexSolver<'a, R, K> {
    /// A solver of these rules that asks `knowledge` first and shares `memo`.
    pub fn new(rules: &'a R, knowledge: K, memo: &'a Memo<R::Position, Nimber>) -> Self {
        MexSolver { rules, knowledge, memo }
    }

    /// The nimber of a position. The answer does not depend on the number of threads.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the memo.
    pub fn nimber(&self, at: &R::Position, run: &Run) -> Result<Nimber, Stopped> {
        let mut total = Nimber::ZERO;
        for part in self.parts(at.clone()) {
            total ^= match self.known(&part) {
                Some(nimber) => nimber,
                None => race(run, |runner| self.search(&part, run, runner))?,
            };
        }
        Ok(total)
    }

    fn parts(&self, at: R::Position) -> Vec<R::Position> {
        let parts = self.rules.split(at).into_iter();
        parts.map(|part| self.rules.reduce(self.rules.canon(part))).collect()
    }

    fn known(&self, part: &R::Position) -> Option<Nimber> {
        self.knowledge.nimber(part).or_else(|| self.memo.get(part))
    }

    fn search(&self, root: &R::Position, run: &Run, runner: &Runner<'_>) -> Result<Option<Nimber>, Stopped> {
        let mut stack = vec![self.open(root.clone(), run, runner)?];
        while let Some(top) = stack.last_mut() {
            if runner.is_late() {
                run.release(stack.iter().map(|open| open.bytes).sum());
                return Ok(None);
            }
            let settled = self.memo.get(&top.part);
            if settled.is_none()
                && let Some(missing) = self.value_options(top)
            {
                let next = self.open(missing, run, runner)?;
                stack.push(next);
                continue;
            }
            let done = stack.pop().expect("the loop has just seen it");
            run.release(done.bytes);
            if settled.is_none() {
                let bytes = self.rules.bytes(&done.part);
                self.memo.insert(done.part, done.seen.mex(), bytes, run)?;
            }
        }
        Ok(self.memo.get(root))
    }

    /// Values options until one has a part that is not known yet: that part.
    fn value_options(&self, open: &mut Open<R::Position>) -> Option<R::Position> {
        while let Some(option) = open.options.last() {
            let mut value = Nimber::ZERO;
            for part in option {
                match self.known(part) {
                    Some(nimber) => value ^= nimber,
                    None => return Some(part.clone()),
                }
            }
            open.seen.insert(value);
            open.options.pop();
        }
        None
    }

    fn open(&self, part: R::Position, run: &Run, runner: &Runner<'_>) -> Result<Open<R::Position>, Stopped> {
        run.step()?;
        let mut options: Vec<Vec<R::Position>> = Vec::new();
        let mut bytes = 0;
        let stopped = self.rules.options(&part, |option| {
            let parts = self.parts(option);
            // Each list is an allocation of its own.
            let more = LIST_OVERHEAD + parts.iter().map(|part| self.rules.bytes(part)).sum::<usize>();
            bytes += more;
            options.push(parts);
            match run.hold(more) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stopped) => ControlFlow::Break(stopped),
            }
        });
        if let ControlFlow::Break(stopped) = stopped {
            return Err(stopped);
        }
        runner.order(&mut options);
        Ok(Open { part, options, seen: MexSet::default(), bytes })
    }
}
