//! Nimbers by the mex rule, asked as lazily as can be.

use crate::lookup::Lookup;
use crate::open::{Desk, Goal, Listed, Open, OpenOption, Options, Part};
use crate::race::{Runner, race};
use crate::values::{Hashed, Id, Learnt, Met, Values};
use crate::work::{Work, Works};
use grundy_core::{MexSet, Nimber, Outcome, Ruleset, Run, Stopped, Tuned};
use std::ops::ControlFlow;

/// Finds nimbers and outcomes: a position is split, its parts are brought to canonical form and
/// reduced, and a part is looked up, known, or worked out from its options (Sprague, Grundy).
///
/// The search asks "is the nimber of this part v?" and looks first for an option of that value: one
/// is enough for "no", and most options need not be valued at all. Of a sum it values all parts but
/// the hardest, and asks of that one whether it is worth what is missing (after J. Lemoine and
/// S. Viennot, "Nimbers are inevitable", Theoretical Computer Science 462, 2012, where nimbers of
/// parts and outcomes of sums are searched together). So an outcome can be found where the nimber is
/// far out of reach.
///
/// Options are tried by what is known of them, the easiest first; or, where the rules tell how work grows
/// with effort ([`grundy_core::Tuning::work_doubles_with`]), by proof numbers.
///
/// Time and memory are of the order of the distinct parts that are looked into, times their options.
/// The stack is a list on the heap, so depth is no danger.
pub struct MexSolver<'a, R: Ruleset> {
    rules: &'a R,
    lookup: &'a dyn Lookup<R::Position>,
    pub(crate) values: &'a Values<R::Position>,
}

/// What is known of a nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// It is not smaller.
    pub at_least: Nimber,
    /// Whether this is the nimber.
    pub is_exact: bool,
}

/// A position as its parts: the sum of those that are known, and the others.
struct Sum {
    known: Nimber,
    parts: Vec<Id>,
}

/// What comes next in the search.
pub(crate) enum Next {
    /// This has to be asked first, until the work that is thought to be left comes to a limit.
    Ask(Id, Goal, Work),
    /// The part in question has its answer, or has come to its limits.
    Done,
}

/// While options are listed, the clock is looked at once in so many.
const OPTIONS_PER_LOOK: u32 = 64;

impl<'a, R: Ruleset> MexSolver<'a, R> {
    /// A solver of these rules that asks `lookup` first and shares `values`.
    pub fn new(rules: &'a R, lookup: &'a dyn Lookup<R::Position>, values: &'a Values<R::Position>) -> Self {
        MexSolver { rules, lookup, values }
    }

    /// The nimber of a position that is not [sunny](grundy_core::WinsAtOnce::is_sunny). The answer does not depend on the
    /// number of threads.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the values.
    pub fn nimber(&self, at: &R::Position, run: &Run) -> Result<Nimber, Stopped> {
        let sum = self.sum(at.clone(), run)?;
        sum.parts.iter().try_fold(sum.known, |total, &id| Ok(total ^ self.part_nimber(id, run)?))
    }

    /// Whether the position has this nimber, which is often found far sooner than the nimber.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the values.
    pub fn is_worth(&self, at: &R::Position, nimber: Nimber, run: &Run) -> Result<bool, Stopped> {
        let mut sum = self.sum(at.clone(), run)?;
        sum.parts.sort_by_key(|&id| self.values.effort(id));
        let Some((&hardest, others)) = sum.parts.split_last() else { return Ok(sum.known == nimber) };
        let mut wanted = sum.known ^ nimber;
        for &id in others {
            wanted ^= self.part_nimber(id, run)?;
        }
        self.ask(hardest, Goal::is(wanted), run)?;
        Ok(self.values.is(hardest, wanted).expect("it has been asked"))
    }

    /// Who wins under normal play.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the values.
    pub fn outcome(&self, at: &R::Position, run: &Run) -> Result<Outcome, Stopped> {
        Ok(if self.is_worth(at, Nimber::ZERO, run)? { Outcome::P } else { Outcome::N })
    }

    /// What is known of the nimber without a search: the least that it may be, and whether that is it.
    /// `None` when more than one part is not known.
    ///
    /// # Errors
    /// When the run has no memory left to look the parts up.
    pub fn known(&self, at: &R::Position, run: &Run) -> Result<Option<Bound>, Stopped> {
        let sum = self.sum(at.clone(), run)?;
        Ok(match sum.parts[..] {
            [] => Some(Bound { at_least: sum.known, is_exact: true }),
            [id] => {
                let may_be = |nimber: &Nimber| self.values.is(id, *nimber) != Some(false);
                let candidates = (0..64).map(Nimber).filter(may_be);
                candidates
                    .map(|nimber| nimber ^ sum.known)
                    .min()
                    .map(|at_least| Bound { at_least, is_exact: false })
            }
            _ => None,
        })
    }

    fn part_nimber(&self, id: Id, run: &Run) -> Result<Nimber, Stopped> {
        self.ask(id, Goal::Nimber, run)?;
        Ok(self.values.known(id).expect("it has been asked"))
    }

    /// Finds out what is asked of a part, on all threads of the run.
    fn ask(&self, id: Id, goal: Goal, run: &Run) -> Result<(), Stopped> {
        match self.is_answered(id, goal) {
            true => Ok(()),
            false => race(run, |runner| self.walk(id, goal, run, runner)),
        }
    }

    fn is_answered(&self, id: Id, goal: Goal) -> bool {
        match goal {
            Goal::Nimber => self.values.known(id).is_some(),
            Goal::Test(nimber) => self.values.is(id, nimber).is_some(),
        }
    }

    /// A position as its parts; equal parts cancel.
    fn sum(&self, at: R::Position, run: &Run) -> Result<Sum, Stopped> {
        let mut sum = Sum { known: Nimber::ZERO, parts: Vec::new() };
        self.add(at, &mut sum, run)?;
        Ok(sum)
    }

    fn add(&self, at: R::Position, sum: &mut Sum, run: &Run) -> Result<(), Stopped> {
        for part in self.rules.split(at) {
            let id = self.values.number(self.hashed(part), |part| self.learn(part), run)?;
            match self.values.known(id) {
                Some(nimber) => sum.known ^= nimber,
                None => match sum.parts.iter().position(|&other| other == id) {
                    Some(equal) => _ = sum.parts.swap_remove(equal),
                    None => sum.parts.push(id),
                },
            }
        }
        Ok(())
    }

    /// A part, reduced, as it is looked up.
    fn hashed(&self, part: R::Position) -> Hashed<R::Position> {
        let part = self.rules.knowledge().reduce(self.rules.canon(part));
        let word = self.rules.tuning().word(&part);
        self.values.hashed(part, word)
    }

    fn learn(&self, part: &R::Position) -> Learnt {
        Learnt {
            bytes: Tuned(self.rules).bytes(part),
            effort: Tuned(self.rules).effort(part),
            // A nimber n needs options n - 1, n - 2, ... 0, each with fewer moves left.
            most: u64::try_from(self.rules.moves_left(part)).unwrap_or(u64::MAX),
            nimber: self.lookup.nimber(part),
        }
    }

    /// Searches until the question has its answer; `None` when another runner has found it first.
    fn walk(&self, id: Id, goal: Goal, run: &Run, runner: &Runner<'_>) -> Result<Option<()>, Stopped> {
        let mut desk = Desk::new(self.rules.tuning().work_doubles_with().map(Works::new));
        let mut stack = Vec::new();
        let is_late = self.walk_on(id, goal, &mut stack, &mut desk, run, runner);
        run.release(stack.iter().map(|open| open.bytes).sum());
        desk.shelf.clear(run);
        desk.works.iter_mut().for_each(|works| works.release(run));
        Ok((!is_late? || self.is_answered(id, goal)).then_some(()))
    }

    /// The same; tells whether another runner was first. What is open at a stop stays on the stack.
    fn walk_on(
        &self,
        id: Id,
        goal: Goal,
        stack: &mut Vec<Open>,
        desk: &mut Desk<R::Position>,
        run: &Run,
        runner: &Runner<'_>,
    ) -> Result<bool, Stopped> {
        stack.extend(self.open(id, goal, Work::ENDLESS, desk, run, runner)?);
        let mut is_late = false;
        while let Some(top) = stack.last_mut().filter(|_| !is_late) {
            let next = match &mut desk.works {
                _ if self.is_answered(top.id, top.goal) => Next::Done,
                Some(works) => self.look_for_the_least_work(top, works, run)?,
                None => self.look(top),
            };
            match next {
                Next::Ask(id, goal, limits) => stack.extend(self.open(id, goal, limits, desk, run, runner)?),
                Next::Done if top.goes_on() => {}
                Next::Done => {
                    let done = stack.pop().expect("the loop has just seen it");
                    match self.values.known(done.id) {
                        Some(_) => run.release(done.bytes),
                        None => desk.shelf.put(done, run),
                    }
                }
            }
            is_late = runner.is_late();
        }
        Ok(is_late)
    }

    /// Lists the options of a part, or takes the list from the shelf; `None` when an option that is known
    /// already answers the question.
    fn open(
        &self,
        id: Id,
        goal: Goal,
        limits: Work,
        desk: &mut Desk<R::Position>,
        run: &Run,
        runner: &Runner<'_>,
    ) -> Result<Option<Open>, Stopped> {
        if let Some(mut open) = desk.shelf.take(id) {
            run.step()?;
            if desk.works.is_none() {
                self.look_up(&mut open);
            }
            open.begin(goal, limits);
            return Ok(Some(open));
        }
        run.step()?;
        let mut seen = MexSet::default();
        desk.listed.clear();
        desk.batch.clear();
        let mut count = 0_u32;
        let stopped = Tuned(self.rules).options(self.values.part(id), |option| {
            // A long list takes time that nodes do not count.
            count = count.wrapping_add(1);
            if count.is_multiple_of(OPTIONS_PER_LOOK)
                && let Err(stopped) = run.check().and_then(|()| desk.listed.hold(run))
            {
                return ControlFlow::Break(Err(stopped));
            }
            // It would lose the whole game at once: mex passes over it.
            if self.rules.wins_at_once().is_sunny(&option) {
                return ControlFlow::Continue(());
            }
            Tuned(self.rules).each_part(option, |part| desk.batch.add(self.hashed(part)));
            match desk.batch.end_option() {
                true => self.list(id, goal, desk, &mut seen).map_break(Ok),
                false => ControlFlow::Continue(()),
            }
        });
        let stopped = match stopped {
            ControlFlow::Continue(()) => self.list(id, goal, desk, &mut seen).map_break(Ok),
            stopped => stopped,
        };
        desk.listed.release(run);
        if let ControlFlow::Break(answered) = stopped {
            return answered.map(|()| None);
        }
        let mut options = self.number(&mut desk.listed, &mut seen, run)?;
        if let Goal::Test(nimber) = goal
            && seen.contains(nimber)
        {
            self.values.exclude(id, nimber);
            return Ok(None);
        }
        options.put_in_order();
        self.values.bound(id, seen.len() as u64 + options.list.len() as u64);
        runner.order(&mut options.list);
        // On the stack, or as an entry of the shelf, with room for more.
        let bytes = options.bytes() + 2 * size_of::<Open>();
        run.hold(bytes)?;
        let mut open = Open::new(id, seen, options, bytes);
        open.begin(goal, limits);
        Ok(Some(open))
    }

    /// Adds the options of the batch to the list as their parts, or to those that are seen where all parts
    /// are known; breaks when that answers the question.
    fn list(&self, id: Id, goal: Goal, desk: &mut Desk<R::Position>, seen: &mut MexSet) -> ControlFlow<()> {
        let Desk { batch, recent, listed, .. } = desk;
        batch.look_up(self.values, recent, |parts| {
            let from = listed.parts.len();
            let mut known = Nimber::ZERO;
            for part in parts {
                match part {
                    Met::Known(nimber) => known ^= nimber,
                    Met::Unknown(id) => listed.add(Part::Met(id), from),
                    Met::New(part) => {
                        listed.bytes += Tuned(self.rules).bytes(part.part()) + size_of::<Part<R::Position>>();
                        listed.add(Part::New(part), from);
                    }
                }
            }
            if listed.parts.len() > from {
                listed.options.push((known, listed.parts.len()));
            } else if goal == Goal::Test(known) {
                self.values.exclude(id, known);
                return ControlFlow::Break(());
            } else {
                seen.insert(known);
            }
            ControlFlow::Continue(())
        })
    }

    /// Gives numbers to the parts of listed options; those whose parts turn out to be known are seen.
    fn number(
        &self,
        listed: &mut Listed<R::Position>,
        seen: &mut MexSet,
        run: &Run,
    ) -> Result<Options, Stopped> {
        let mut options = Options::with_room(listed);
        let mut ids: Vec<Id> = Vec::new();
        let mut parts = listed.parts.drain(..);
        let mut from = 0;
        for (mut known, to) in listed.options.drain(..) {
            ids.clear();
            for part in parts.by_ref().take(to - from) {
                let id = match part {
                    Part::Met(id) => id,
                    Part::New(part) => self.values.number(part, |part| self.learn(part), run)?,
                };
                match self.values.known(id) {
                    Some(nimber) => known ^= nimber,
                    None => ids.push(id),
                }
            }
            from = to;
            match ids.is_empty() {
                true => seen.insert(known),
                false => {
                    options.push(known, &mut ids, |id| (self.values.untested(id), self.values.effort(id)))
                }
            }
        }
        Ok(options)
    }

    /// Looks at options until the answer is there, or until something has to be asked first.
    fn look(&self, open: &mut Open) -> Next {
        loop {
            if open.seen.contains(open.sought) {
                self.values.exclude(open.id, open.sought);
                if open.goal == Goal::Test(open.sought) {
                    return Next::Done;
                }
                self.seek_next(open);
                continue;
            }
            if open.absent == Some(open.sought) {
                self.values.settle(open.id, open.sought);
                return Next::Done;
            }
            match open.options.list.get(open.at) {
                Some(&option) => match self.question(open, option) {
                    Some((id, goal)) => return Next::Ask(id, goal, Work::ENDLESS),
                    None => open.at += 1,
                },
                None => {
                    open.absent = Some(open.sought);
                    // The nimber is this value or a smaller one: it is no test any more.
                    open.goal = Goal::Nimber;
                    self.seek_next(open);
                }
            }
        }
    }

    /// Goes on to the least value that the nimber may be.
    pub(crate) fn seek_next(&self, open: &mut Open) {
        self.look_up(open);
        let is_out =
            |value: Nimber| open.seen.contains(value) || self.values.is(open.id, value) == Some(false);
        open.sought = open.seen.mex();
        while is_out(open.sought) {
            open.sought = Nimber(open.sought.0 + 1);
        }
        open.at = 0;
    }

    /// Takes out the options whose values have become known.
    fn look_up(&self, open: &mut Open) {
        let Options { list, parts } = &mut open.options;
        list.retain(|option| {
            let known = |id: &Id| self.values.known(*id);
            let rest: Option<Nimber> = parts[option.range()].iter().map(known).sum();
            if let Some(rest) = rest {
                open.seen.insert(rest ^ option.known);
            }
            rest.is_none()
        });
    }

    /// What has to be asked to know whether an option has the value that is sought; `None` when
    /// that is known.
    fn question(&self, open: &mut Open, option: OpenOption) -> Option<(Id, Goal)> {
        let mut value = option.known;
        let mut unknown: Option<Id> = None;
        for &id in &open.options.parts[option.range()] {
            match (self.values.known(id), unknown) {
                (Some(nimber), _) => value ^= nimber,
                (None, None) => unknown = Some(id),
                // Parts are in order of effort: all but the hardest have to be valued.
                (None, Some(easier)) => return Some((easier, Goal::Nimber)),
            }
        }
        let Some(id) = unknown else {
            open.seen.insert(value);
            return None;
        };
        let wanted = open.sought ^ value;
        match self.values.is(id, wanted) {
            Some(_) => None,
            None => Some((id, Goal::is(wanted))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Tuning;

    /// Nim, a heap a part, of which nothing is known, with how the work on a part is thought to double.
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
    fn nimbers_too_large_to_be_noted_are_found() {
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
                let (values, run) = (Values::default(), Run::unlimited());
                let solver = MexSolver::new(&rules, &(), &values);
                let found = solver.is_worth(&heaps, Nimber(wanted), &run).expect("there is no limit");
                assert_eq!(found, is_worth, "{heaps:?} and *{wanted}");
                let nimber = solver.nimber(&heaps, &run).expect("there is no limit");
                assert_eq!(nimber.0, heaps.iter().fold(0, |sum, heap| sum ^ heap), "{heaps:?}");
            }
        }
    }
}
