//! The search of a sum under normal play, by the Nimber theorem.

use crate::answer::{Method, Winning};
use crate::position::Position;
use crate::position::answer::PartAnswer;
use crate::position::found::{Found, Report};
use crate::question::{Approach, Goal, Request};
use grundy_core::{Nimber, Outcome, Run, Stopped, Target};

/// A sum on the way to its outcome, its nimber and its winning moves, in this order.
///
/// Of terms that have to be searched all but the hardest are valued first. Then the outcome is known by one
/// question: is the nimber of the hardest term the nim-sum of the others? That can be proven long before the
/// nimber, which may be out of reach. Terms that cancel are valued last, for the outcome does not need them.
pub(crate) struct SumSearch<'a> {
    position: &'a Position,
    request: &'a Request,
    parts: &'a mut [PartAnswer],
    /// Pairs of equal terms.
    cancelling: Vec<usize>,
    /// The other terms but the hardest, the easiest first.
    others: Vec<usize>,
    hardest: usize,
    /// The nim-sum of the others.
    total: Nimber,
    method: Method,
}

impl<'a> SumSearch<'a> {
    /// The search of a position; `None` where no term is left when equal ones have cancelled, so that the sum
    /// is worth *0.
    pub(crate) fn new(
        position: &'a Position,
        request: &'a Request,
        parts: &'a mut [PartAnswer],
    ) -> Option<SumSearch<'a>> {
        let terms = position.terms();
        let cancelling: Vec<usize> = match request.approach {
            Approach::Best => position.cancelling().into_iter().flatten().collect(),
            _ => Vec::new(),
        };
        let mut cancels = vec![false; terms.len()];
        cancelling.iter().for_each(|&term| cancels[term] = true);
        let mut others: Vec<usize> = (0..terms.len()).filter(|&term| !cancels[term]).collect();
        if terms.len() > 1 {
            others.sort_by_cached_key(|&term| terms[term].effort());
        }
        let hardest = others.pop()?;
        let (total, method) = (Nimber::ZERO, Method::Theorem);
        Some(SumSearch { position, request, parts, cancelling, others, hardest, total, method })
    }

    /// Whether the previous player wins.
    ///
    /// # Errors
    /// When the run stops first.
    pub(crate) fn is_p(&mut self) -> Result<bool, Stopped> {
        let (terms, approach, run) = (self.position.terms(), self.request.approach, &self.request.run);
        for &term in &self.others {
            let (nimber, by) = terms[term].nimber(approach, run)?;
            self.parts[term].nimber = Some(nimber);
            self.total ^= nimber;
            self.method = self.method.max(by);
        }
        let (is_p, by) = terms[self.hardest].is_worth(self.total, approach, run)?;
        self.method = self.method.max(by);
        Ok(is_p)
    }

    /// The answer where the previous player wins: the hardest term is worth what the others are.
    pub(crate) fn lost(self) -> Found {
        self.parts[self.hardest].nimber = Some(self.total);
        Found::full(Outcome::P, Some(Nimber::ZERO), Winning::default(), self.method)
    }

    /// The answer where the next player wins. While the winning moves are still to be asked, the nimber may
    /// use half of what the limits leave; what they leave then, the nimber has after the moves.
    pub(crate) fn won(mut self, report: &mut Report<'_>) -> Result<Found, Stopped> {
        let (goal, run) = (self.request.goal, &self.request.run);
        if goal == Goal::Outcome {
            return Ok(Found::head(Outcome::N, None, self.method));
        }
        report(&Found::head(Outcome::N, None, self.method), self.parts);
        let is_last = goal == Goal::Nimber;
        let mut valued = self.value_hardest(if is_last { run.clone() } else { run.half_of_the_rest() });
        if is_last {
            return Ok(self.found(Winning::default(), Err(valued.err()), valued));
        }
        if valued.is_ok() {
            report(&Found::head(Outcome::N, self.nimber(), self.method), self.parts);
        }
        let (in_hardest, tried) = self.winning_in(self.hardest, self.total);
        if valued.is_err() {
            valued = self.value_hardest(run.clone());
        }
        let (winning, tried) = self.winning_in_all(in_hardest, tried);
        Ok(self.found(winning, tried.map_err(Some), valued))
    }

    /// The nimber of the whole, where that of the hardest term is known.
    fn nimber(&self) -> Option<Nimber> {
        self.parts[self.hardest].nimber.map(|nimber| nimber ^ self.total)
    }

    /// Finds the nimber of the hardest term, and then those of the terms that cancel.
    fn value_hardest(&mut self, run: Run) -> Result<(), Stopped> {
        let terms = self.position.terms();
        for term in std::iter::once(self.hardest).chain(self.cancelling.iter().copied()) {
            let (nimber, by) = terms[term].nimber(self.request.approach, &run)?;
            self.parts[term].nimber = Some(nimber);
            self.method = self.method.max(by);
        }
        Ok(())
    }

    /// The moves of a term that leave this nimber in it.
    fn winning_in(&self, term: usize, wanted: Nimber) -> (Winning, Result<(), Stopped>) {
        let Request { named_moves, approach, run, .. } = self.request;
        self.position.terms()[term].winning(Target::exactly(wanted), *named_moves, *approach, run)
    }

    /// The winning moves of all terms, from those of the hardest. Without the nimber of the whole it is not
    /// known which moves of the others win.
    fn winning_in_all(
        &self,
        in_hardest: Winning,
        mut tried: Result<(), Stopped>,
    ) -> (Winning, Result<(), Stopped>) {
        let (position, limit) = (self.position, self.request.named_moves);
        let mut winning = Winning::default();
        let Some(nimber) = self.nimber().filter(|_| position.terms().len() > 1) else {
            position.add_winning(&mut winning, self.hardest, in_hardest, limit);
            return (winning, tried);
        };
        let mut in_hardest = Some(in_hardest);
        for term in 0..position.terms().len() {
            let own = match self.parts[term].nimber {
                _ if term == self.hardest => in_hardest.take().unwrap_or_default(),
                Some(own) => {
                    let (found, end) = self.winning_in(term, nimber ^ own);
                    tried = tried.and(end);
                    found
                }
                // One of those that cancel, out of reach: that its value was not found says so.
                None => continue,
            };
            position.add_winning(&mut winning, term, own, limit);
        }
        (winning, tried)
    }

    /// The answer from what was found. `tried` says whether all moves were tried, where they were asked
    /// for.
    fn found(
        self,
        winning: Winning,
        tried: Result<(), Option<Stopped>>,
        valued: Result<(), Stopped>,
    ) -> Found {
        let is_single = self.position.terms().len() == 1;
        let nimber = self.nimber();
        let hardest = &self.position.terms()[self.hardest];
        Found {
            outcome: Outcome::N,
            nimber,
            // The next player wins, so it is not 0.
            at_least: (nimber.is_none() && is_single)
                .then(|| hardest.at_least(self.request.approach).max(Nimber(1))),
            winning,
            method: self.method,
            // Which moves of a single term win can be known where its nimber is not.
            is_complete: tried.is_ok() && (is_single || valued.is_ok()),
            stopped: valued.err().or(tried.err().flatten()),
        }
    }
}
