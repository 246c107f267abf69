//! Nimbers by the mex rule, asked as lazily as can be.

use crate::knowledge::Knowledge;
use crate::race::{Runner, race};
use crate::values::{Id, Learnt, Values};
use foldhash::fast::RandomState;
use grundy_core::{MexSet, Nimber, Outcome, Ruleset, Run, Stopped};
use std::collections::HashMap;
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
/// Time and memory are of the order of the distinct parts that are looked into, times their options.
/// The stack is a list on the heap, so depth is no danger.
pub struct MexSolver<'a, R: Ruleset, K> {
    rules: &'a R,
    knowledge: K,
    values: &'a Values<R::Position>,
}

/// What is known of a nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// It is not smaller.
    pub at_least: Nimber,
    /// Whether this is the nimber.
    pub is_exact: bool,
}

/// A position, or an option, as its parts: the sum of those that are known, and the others.
struct Sum {
    known: Nimber,
    parts: Vec<Id>,
}

/// What is asked of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// Its nimber.
    Nimber,
    /// Whether this is its nimber.
    Test(Nimber),
}

/// What comes next in the search.
enum Next {
    /// This has to be asked first.
    Ask(Id, Goal),
    /// The part in question has its answer.
    Done,
}

/// A part on the way to its answer.
struct Open {
    id: Id,
    goal: Goal,
    /// The value that is looked for among the options.
    sought: Nimber,
    /// A value that no option has.
    absent: Option<Nimber>,
    /// The values of options that are known.
    seen: MexSet,
    /// The options whose values are not known, the easiest first.
    options: Options,
    /// The option that is looked at.
    at: usize,
    /// What the options take, as told to the run.
    bytes: usize,
}

/// Options in few allocations: each is the sum of its known parts, and a range of the others.
#[derive(Default)]
struct Options {
    list: Vec<OpenOption>,
    parts: Vec<Id>,
}

#[derive(Clone, Copy)]
struct OpenOption {
    effort: u64,
    known: Nimber,
    from: u32,
    to: u32,
}

/// While options are listed, the clock is looked at once in so many.
const OPTIONS_PER_LOOK: u32 = 64;

impl<'a, R: Ruleset, K: Knowledge<R::Position>> MexSolver<'a, R, K> {
    /// A solver of these rules that asks `knowledge` first and shares `values`.
    pub fn new(rules: &'a R, knowledge: K, values: &'a Values<R::Position>) -> Self {
        MexSolver { rules, knowledge, values }
    }

    /// The nimber of a position that is not [sunny](Ruleset::is_sunny). The answer does not depend on the
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
        self.ask(hardest, Goal::Test(wanted), run)?;
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
            let part = self.rules.reduce(self.rules.canon(part));
            let id = self.values.number(part, |part| self.learn(part), run)?;
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

    fn learn(&self, part: &R::Position) -> Learnt {
        Learnt {
            bytes: self.rules.bytes(part),
            effort: self.rules.effort(part),
            // A nimber n needs options n - 1, n - 2, ... 0, each with fewer moves left.
            most: u64::try_from(self.rules.moves_left(part)).unwrap_or(u64::MAX),
            nimber: self.knowledge.nimber(part),
        }
    }

    /// Searches until the question has its answer; `None` when another runner has found it first.
    fn walk(&self, id: Id, goal: Goal, run: &Run, runner: &Runner<'_>) -> Result<Option<()>, Stopped> {
        let mut shelf = Shelf::default();
        let mut stack = vec![self.open(id, goal, &mut shelf, run, runner)?];
        let mut is_late = false;
        while let Some(top) = stack.last_mut().filter(|_| !is_late) {
            let next = if self.is_answered(top.id, top.goal) { Next::Done } else { self.look(top) };
            match next {
                Next::Ask(id, goal) => stack.push(self.open(id, goal, &mut shelf, run, runner)?),
                Next::Done => {
                    let done = stack.pop().expect("the loop has just seen it");
                    match self.values.known(done.id) {
                        Some(_) => run.release(done.bytes),
                        None => shelf.put(done, run),
                    }
                }
            }
            is_late = runner.is_late();
        }
        run.release(stack.iter().map(|open| open.bytes).sum());
        shelf.clear(run);
        Ok((!is_late || self.is_answered(id, goal)).then_some(()))
    }

    /// Lists the options of a part, or takes its list from the shelf.
    fn open(
        &self,
        id: Id,
        goal: Goal,
        shelf: &mut Shelf,
        run: &Run,
        runner: &Runner<'_>,
    ) -> Result<Open, Stopped> {
        if let Some(mut open) = shelf.take(id) {
            run.step()?;
            open.goal = goal;
            self.look_up(&mut open);
            open.begin();
            return Ok(open);
        }
        run.step()?;
        let mut seen = MexSet::default();
        let mut options = Options::default();
        let mut sum = Sum { known: Nimber::ZERO, parts: Vec::new() };
        let mut listed = 0_u32;
        let stopped = self.rules.options(self.values.part(id), |option| {
            // A long list takes time that nodes do not count.
            listed = listed.wrapping_add(1);
            if listed.is_multiple_of(OPTIONS_PER_LOOK)
                && let Err(stopped) = run.check()
            {
                return ControlFlow::Break(stopped);
            }
            // It would lose the whole game at once: mex passes over it.
            if self.rules.is_sunny(&option) {
                return ControlFlow::Continue(());
            }
            sum.known = Nimber::ZERO;
            sum.parts.clear();
            if let Err(stopped) = self.add(option, &mut sum, run) {
                return ControlFlow::Break(stopped);
            }
            match sum.parts.is_empty() {
                true => seen.insert(sum.known),
                false => options.push(&mut sum, |id| self.values.effort(id)),
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(stopped) = stopped {
            return Err(stopped);
        }
        options.put_in_order();
        self.values.bound(id, seen.iter().count() as u64 + options.list.len() as u64);
        runner.order(&mut options.list);
        let bytes = options.bytes();
        run.hold(bytes)?;
        let mut open = Open { id, goal, sought: Nimber::ZERO, absent: None, seen, options, at: 0, bytes };
        open.begin();
        Ok(open)
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
                    Some((id, goal)) => return Next::Ask(id, goal),
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
    fn seek_next(&self, open: &mut Open) {
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
            None => Some((id, Goal::Test(wanted))),
        }
    }
}

impl Open {
    /// Goes to the first value that is looked for.
    fn begin(&mut self) {
        self.at = 0;
        self.sought = match self.goal {
            Goal::Nimber => self.seen.mex(),
            Goal::Test(nimber) => nimber,
        };
    }
}

/// Parts that were tested and will perhaps be tested again, with their options.
#[derive(Default)]
struct Shelf {
    parts: HashMap<Id, Open, RandomState>,
    bytes: usize,
}

/// When the shelf holds so many bytes it is emptied.
const SHELF_BYTES: usize = 64 << 20;

impl Shelf {
    fn take(&mut self, id: Id) -> Option<Open> {
        let open = self.parts.remove(&id)?;
        self.bytes -= open.bytes;
        Some(open)
    }

    fn put(&mut self, open: Open, run: &Run) {
        self.bytes += open.bytes;
        self.parts.insert(open.id, open);
        if self.bytes > SHELF_BYTES {
            self.clear(run);
        }
    }

    fn clear(&mut self, run: &Run) {
        run.release(self.bytes);
        self.bytes = 0;
        self.parts.clear();
    }
}

impl OpenOption {
    fn range(self) -> std::ops::Range<usize> {
        self.from as usize..self.to as usize
    }
}

impl Options {
    fn push(&mut self, sum: &mut Sum, effort: impl Fn(Id) -> u64) {
        sum.parts.sort_unstable_by_key(|&id| (effort(id), id));
        let from = self.parts.len() as u32;
        self.parts.extend_from_slice(&sum.parts);
        let effort = sum.parts.iter().fold(0, |total: u64, &id| total.saturating_add(effort(id)));
        self.list.push(OpenOption { effort, known: sum.known, from, to: self.parts.len() as u32 });
    }

    /// The easiest first, and each once.
    fn put_in_order(&mut self) {
        let parts = &self.parts;
        let key = |option: &OpenOption| (option.effort, option.known, &parts[option.range()]);
        self.list.sort_unstable_by(|one, other| key(one).cmp(&key(other)));
        self.list.dedup_by(|one, other| key(one) == key(other));
    }

    fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<OpenOption>() + self.parts.capacity() * size_of::<Id>()
    }
}
