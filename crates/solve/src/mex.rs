//! Nimbers by the mex rule.

use crate::knowledge::Knowledge;
use crate::memo::Memo;
use crate::race::race;
use crate::walk::{Open, Walk, walk};
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

impl<'a, R: Ruleset, K: Knowledge<R::Position>> MexSolver<'a, R, K> {
    /// A solver of these rules that asks `knowledge` first and shares `memo`.
    pub fn new(rules: &'a R, knowledge: K, memo: &'a Memo<R::Position, Nimber>) -> Self {
        MexSolver { rules, knowledge, memo }
    }

    /// The nimber of a position that is not [sunny](Ruleset::is_sunny). The answer does not depend on the number of threads.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the memo.
    pub fn nimber(&self, at: &R::Position, run: &Run) -> Result<Nimber, Stopped> {
        let mut total = Nimber::ZERO;
        for part in self.parts(at.clone()) {
            total ^= match self.known(&part) {
                Some(nimber) => nimber,
                None => race(run, |runner| walk(self, self.memo, &part, run, runner))?,
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
}

impl<R: Ruleset, K: Knowledge<R::Position>> Walk for MexSolver<'_, R, K> {
    type Key = R::Position;
    /// An option as its parts.
    type Option = Vec<R::Position>;
    type Seen = MexSet;
    type Value = Nimber;

    fn open(&self, key: R::Position, run: &Run) -> Result<Open<Self>, Stopped> {
        run.step()?;
        let mut options: Vec<Vec<R::Position>> = Vec::new();
        let mut bytes = 0;
        let stopped = self.rules.options(&key, |option| {
            // It would lose the whole game at once: mex passes over it.
            if self.rules.is_sunny(&option) {
                return ControlFlow::Continue(());
            }
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
        match stopped {
            ControlFlow::Break(stopped) => Err(stopped),
            ControlFlow::Continue(()) => Ok(Open { key, options, seen: MexSet::default(), bytes }),
        }
    }

    fn look(&self, open: &mut Open<Self>) -> Option<R::Position> {
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

    fn value(&self, seen: &MexSet) -> Nimber {
        seen.mex()
    }

    fn bytes(&self, key: &R::Position) -> usize {
        self.rules.bytes(key)
    }
}
