//! The order of a search that asks first what is thought to be the least work.

use crate::mex::{MexSolver, Next};
use crate::open::{Goal, Open};
use crate::values::{Id, LARGEST_NOTED, View};
use crate::work::{Work, Works};
use grundy_core::{Nimber, Ruleset, Run, Stopped};

/// What is left of the question whether a part has the value that is sought.
enum Left {
    /// An option has the value, or the nimber is a smaller one.
    Differs,
    /// No option has the value, and all smaller ones are out.
    Equals,
    /// This much work, of which `best` comes first.
    Work { work: Work, best: Question, second: u64 },
}

/// A question about an option, or about a smaller value of the part itself.
struct Question {
    id: Id,
    goal: Goal,
    work: Work,
}

impl<R: Ruleset> MexSolver<'_, R> {
    /// Finds what to ask first: depth first, within the limits on the work that is thought to be left
    /// (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002). A limit leaves
    /// a quarter more than the next best question needs, so that search stays a while where it is
    /// (J. Pawlewicz and L. Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2006).
    pub(crate) fn look_for_the_least_work(
        &self,
        open: &mut Open,
        works: &mut Works,
        run: &Run,
    ) -> Result<Next, Stopped> {
        loop {
            let (id, sought) = (open.id, open.sought);
            let left = match self.values.is(id, sought) {
                Some(true) => return Ok(Next::Done),
                Some(false) => Left::Differs,
                None => self.left(open, works),
            };
            match left {
                Left::Differs => {
                    self.values.exclude(id, sought);
                    if open.goal == Goal::Test(sought) {
                        return Ok(Next::Done);
                    }
                    self.seek_next(open);
                }
                Left::Equals => {
                    self.values.settle(id, sought);
                    return Ok(Next::Done);
                }
                Left::Work { work, .. } if work.reaches(open.limits) => {
                    works.note(id, sought, work, run)?;
                    self.values.set_noted(id);
                    return Ok(Next::Done);
                }
                Left::Work { work, best, second } => {
                    let limits = match best.goal {
                        Goal::Nimber => Work::ENDLESS,
                        Goal::Test(_) => Work {
                            differs: open.limits.equals - work.equals + best.work.differs,
                            equals: open.limits.differs.min(second.saturating_add(second / 4 + 1)),
                        },
                    };
                    if best.id != id {
                        return Ok(Next::Ask(best.id, best.goal, limits));
                    }
                    open.ask_before(best.goal, limits);
                }
            }
        }
    }

    /// What is left of the question whether a part has the value that is sought. Options whose values have
    /// become known are taken out.
    fn left(&self, open: &mut Open, works: &Works) -> Left {
        let sought = open.sought;
        if open.seen.contains(sought) {
            return Left::Differs;
        }
        let mut total = Work { differs: u64::MAX, equals: 0 };
        let mut best: Option<Question> = None;
        let mut second = u64::MAX;
        let mut add = |question: Question| {
            total.equals = total.and(Work { equals: question.work.differs, ..Work::NONE }).equals;
            let key = |question: &Question| (question.work.equals, question.work.differs);
            match &best {
                Some(best) if key(best) <= key(&question) => second = second.min(question.work.equals),
                _ => {
                    second = best.as_ref().map_or(u64::MAX, |best| best.work.equals);
                    total.differs = question.work.equals;
                    best = Some(question);
                }
            }
        };
        let mut kept = 0;
        for at in 0..open.options.list.len() {
            let option = open.options.list[at];
            let mut value = option.known;
            let mut unknown: [Option<(Id, View)>; 2] = [None; 2];
            for &id in &open.options.parts[option.range()] {
                let view = self.values.view(id);
                match view.known() {
                    Some(nimber) => value ^= nimber,
                    None if unknown[0].is_none() => unknown[0] = Some((id, view)),
                    None => unknown[1] = Some((id, view)),
                }
            }
            match unknown {
                [None, _] => {
                    open.seen.insert(value);
                    continue;
                }
                [Some((id, view)), None] => {
                    let wanted = sought ^ value;
                    if view.is(wanted).is_none() {
                        let work = work_left(id, view, wanted, works);
                        add(Question { id, goal: Goal::is(wanted), work });
                    }
                }
                // Parts are in order of effort: all but the hardest have to be valued.
                [Some((id, view)), Some((_, hardest))] => {
                    let work = works.thought(view.effort(), 0).and(works.thought(hardest.effort(), 0));
                    add(Question { id, goal: Goal::Nimber, work });
                }
            }
            open.options.list[kept] = option;
            kept += 1;
        }
        open.options.list.truncate(kept);
        if open.seen.contains(sought) {
            return Left::Differs;
        }
        let own = self.values.view(open.id);
        for smaller in (0..sought.0.min(LARGEST_NOTED + 1)).map(Nimber) {
            match own.is(smaller) {
                Some(true) => return Left::Differs,
                None if !open.seen.contains(smaller) => {
                    let work = work_left(open.id, own, smaller, works);
                    add(Question { id: open.id, goal: Goal::Test(smaller), work });
                }
                _ => {}
            }
        }
        match best {
            None => Left::Equals,
            Some(best) => Left::Work { work: total, best, second },
        }
    }
}

/// The work that is thought to be left until it is known whether a part has a value.
fn work_left(id: Id, part: View, value: Nimber, works: &Works) -> Work {
    let noted = if part.is_noted() { works.get(id, value) } else { None };
    noted.unwrap_or_else(|| works.thought(part.effort(), part.untested_below(value)))
}
