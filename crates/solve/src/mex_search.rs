//! The mex search: depth first over parts, on an explicit stack of frames.
//!
//! Entry function: [`MexSearch::answer`]. At each frame the next question comes from `dfpn`, or from
//! `easiest_first` where the rules do not say how work grows with effort.

use crate::frame::Frame;
use crate::parts::Parts;
use crate::proof_numbers::Thresholds;
use crate::proof_table::ProofTable;
use crate::question::{Goal, Next, Question};
use crate::scratch::Scratch;
use crate::threads::{Worker, race};
use crate::{dfpn, easiest_first};
use grundy_core::{Ruleset, Run, Stopped};

/// A search for nimbers of parts.
pub(crate) struct MexSearch<'a, R: Ruleset> {
    pub(crate) parts: Parts<'a, R>,
}

impl<R: Ruleset> MexSearch<'_, R> {
    /// Finds the answer of a question, on all threads of the run. It is in the table afterwards.
    pub(crate) fn answer(&self, question: Question, run: &Run) -> Result<(), Stopped> {
        match self.is_answered(question) {
            true => Ok(()),
            false => race(run, &|worker| self.search(question, run, worker)),
        }
    }

    #[inline]
    fn is_answered(&self, question: Question) -> bool {
        match question.goal {
            Goal::Nimber => self.parts.table.known(question.id).is_some(),
            Goal::Test(nimber) => self.parts.table.has_nimber(question.id, nimber).is_some(),
        }
    }

    /// Searches until the question is answered; `None` if another thread was first and has not recorded
    /// the answer of this question.
    fn search(&self, question: Question, run: &Run, worker: &Worker<'_>) -> Result<Option<()>, Stopped> {
        let mut scratch = Scratch::new(self.parts.rules.tuning().work_doubles_with().map(ProofTable::new));
        let mut stack = Vec::new();
        let is_over = self.search_on(question, &mut stack, &mut scratch, run, worker);
        run.release(stack.iter().map(|frame| frame.bytes).sum());
        scratch.release(run);
        Ok((!is_over? || self.is_answered(question)).then_some(()))
    }

    /// The loop of [`search`](MexSearch::search). Returns whether another thread was first. When the run
    /// stops, the frames stay on the stack.
    #[inline]
    fn search_on(
        &self,
        question: Question,
        stack: &mut Vec<Frame>,
        scratch: &mut Scratch<R::Position>,
        run: &Run,
        worker: &Worker<'_>,
    ) -> Result<bool, Stopped> {
        stack.extend(self.enter(question, Thresholds::INFINITE, scratch, run, worker)?);
        let mut is_over = false;
        while let Some(top) = stack.last_mut().filter(|_| !is_over) {
            match self.next(top, scratch, run)? {
                Next::Descend(question, thresholds) => {
                    stack.extend(self.enter(question, thresholds, scratch, run, worker)?);
                }
                Next::Return if top.resume() => {}
                Next::Return => {
                    let done = stack.pop().expect("the loop has just seen it");
                    match self.parts.table.known(done.id) {
                        Some(_) => run.release(done.bytes),
                        None => scratch.frames.put(done, run),
                    }
                }
            }
            is_over = worker.is_over();
        }
        Ok(is_over)
    }

    /// What to do next at a frame.
    #[inline]
    fn next(&self, top: &mut Frame, scratch: &mut Scratch<R::Position>, run: &Run) -> Result<Next, Stopped> {
        // Cut-off: the answer is in the table already, from a frame above or from another thread.
        if self.is_answered(Question { id: top.id, goal: top.goal }) {
            return Ok(Next::Return);
        }
        match &mut scratch.proofs {
            Some(proofs) => dfpn::next(self.parts.table, top, proofs, run),
            None => Ok(easiest_first::next(self.parts.table, top)),
        }
    }

    /// The frame of a part, from the cache or by expansion; `None` if an option that is known already
    /// answers the question.
    fn enter(
        &self,
        question: Question,
        thresholds: Thresholds,
        scratch: &mut Scratch<R::Position>,
        run: &Run,
        worker: &Worker<'_>,
    ) -> Result<Option<Frame>, Stopped> {
        run.step()?;
        let mut frame = match scratch.frames.take(question.id) {
            Some(mut frame) => {
                // Df-pn removes known options itself, each time that it looks at the frame.
                if scratch.proofs.is_none() {
                    frame.remove_known_options(self.parts.table);
                }
                frame
            }
            None => {
                let Some(mut frame) = self.parts.expand(question, scratch, run)? else { return Ok(None) };
                worker.shuffle(&mut frame.options.list);
                frame
            }
        };
        frame.begin(question.goal, thresholds);
        Ok(Some(frame))
    }
}
