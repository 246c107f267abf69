//! From a position to its answer.

use crate::answer::{Method, Winning};
use crate::board::Board;
use crate::mixture::Mixture;
use crate::part::Part;
use crate::position::Position;
use crate::position::answer::{Answer, PartAnswer};
use crate::position::found::{Found, Others, Places, Report, ReportOutcome};
use crate::position::sum_search::SumSearch;
use crate::question::{Approach, Goal, Request};
use grundy_core::{Convention, Definition, Nimber, Outcome, StopReason, Stopped, Tame, Target, drop_aside};
use std::sync::Arc;

/// The values of a definition that remembers more are not freed before the answer is given.
const MANY_VALUES: usize = 100_000;

impl Position {
    /// Whether the position has this nimber under normal play, by the road that is asked for.
    ///
    /// # Errors
    /// When the run stops first.
    pub fn is_worth(&self, nimber: Nimber, request: &Request) -> Result<bool, Stopped> {
        let Some((last, others)) = self.terms().split_last() else { return Ok(nimber.is_zero()) };
        let wanted = others
            .iter()
            .try_fold(nimber, |wanted, term| Ok(wanted ^ term.nimber(request.approach, &request.run)?.0))?;
        Ok(last.is_worth(wanted, request.approach, &request.run)?.0)
    }

    /// Solves the position: who wins, by what nimber, with which moves.
    ///
    /// Under normal play by the Nimber theorem: each term has a nimber, and the moves of a term to
    /// the sum of the others win. Under misère play by the theory of tame positions where every
    /// term is known to be tame, else by search. When the run stops it, the answer says so and has
    /// what was found by then.
    pub fn solve(&self, request: &Request) -> Answer {
        self.solve_reporting(request, None)
    }

    /// The same, with reports of what is known so far: the outcome where more is asked, then the nimber
    /// where the winning moves are asked. Such a report has no winning moves.
    ///
    /// ```
    /// use grundy::{Nimber, Position, Request};
    /// let mut reported = Vec::new();
    /// let position: Position = "cram 2x3".parse().unwrap();
    /// position.solve_reporting(&Request::default(), Some(&mut |answer| reported.push(answer.nimber)));
    /// assert_eq!(reported, [None, Some(Nimber(1))]);
    /// ```
    pub fn solve_reporting(&self, request: &Request, report: Option<&mut dyn FnMut(&Answer)>) -> Answer {
        let convention = request.convention.unwrap_or_else(|| self.usual_convention());
        let mut parts = self.parts();
        let (states_before, nodes) = (self.states_found(), request.run.nodes());
        let found = match report {
            None => self.find(convention, request, &mut parts),
            Some(report) => self.find_reporting(convention, request, &mut parts, &mut |found, parts| {
                report(&self.answer(convention, request, parts.to_vec(), Some(found.clone()), None));
            }),
        };
        let tables = self.consulted_since(&states_before);
        let searched = request.run.nodes() > nodes;
        let (found, stopped) = match found {
            Ok(found) => {
                let stopped = found.stopped.map(|stopped| stopped.reason);
                (Some(found), stopped)
            }
            Err(stopped) => (None, Some(stopped.reason)),
        };
        let mut answer = self.answer(convention, request, parts, found, stopped);
        if request.lists_options {
            answer.list_options(request);
        }
        if convention == Convention::Misere
            && request.goal == Goal::Moves
            && request.approach == Approach::Best
        {
            answer.genus = self.short_genus(&request.run);
            answer.winning_groups = self.winning_groups(&answer, &request.run);
        }
        // The method is `Table` where all was found in tables and nothing had to be searched.
        let method = match (answer.method, tables.is_empty()) {
            (Method::Table | Method::Search, false) if !searched => Method::Table,
            (Method::Table, _) => Method::Search,
            (other, _) => other,
        };
        Answer { method, tables, ..answer }
    }

    /// The terms, with nothing known of them yet.
    pub(crate) fn parts(&self) -> Vec<PartAnswer> {
        let part = |board: &Arc<dyn Board>| PartAnswer { board: Arc::clone(board), nimber: None };
        self.terms().iter().map(part).collect()
    }

    fn answer(
        &self,
        convention: Convention,
        request: &Request,
        parts: Vec<PartAnswer>,
        found: Option<Found>,
        stopped: Option<StopReason>,
    ) -> Answer {
        let method = match (&found, request.approach) {
            (Some(found), _) => found.method,
            (None, Approach::Definition) => Method::Definition,
            (None, _) => Method::Search,
        };
        let why_convention = if request.convention.is_none() { self.mixed_conventions() } else { None };
        let chosen = why_convention.as_ref().map(|why| format!("{convention} play is used: {why}"));
        let read = self.notes().iter().map(|note| note.message.clone());
        let is_asked = |found: &&Found| request.goal == Goal::Moves || found.winning.count == 0;
        let winning = found.as_ref().filter(is_asked).map(|found| &found.winning);
        Answer {
            position: self.clone(),
            convention,
            outcome: found.as_ref().map(|found| found.outcome),
            nimber: found.as_ref().and_then(|found| found.nimber),
            genus: None,
            winning_groups: None,
            nimber_at_least: found.as_ref().and_then(|found| found.at_least),
            nimber_at_most: match (&found, convention) {
                (None, Convention::Normal) => self.nimber_at_most(&parts),
                _ => None,
            },
            parts,
            moves: if self.is_over() { 0 } else { self.count_moves() },
            winning_count: found.as_ref().filter(|found| found.is_complete).and(winning).map(|all| all.count),
            winning: winning.map(|all| all.labels.clone()).unwrap_or_default(),
            options: None,
            method,
            tables: Vec::new(),
            nodes: request.run.nodes(),
            seconds: request.run.elapsed().as_secs_f64(),
            stopped,
            notes: read.chain(chosen).collect(),
            why_convention,
        }
    }

    /// A bound on the nimber by the rules: of a sum, the largest number with as many binary digits as a term may
    /// have, but for the terms whose nimbers are known.
    fn nimber_at_most(&self, parts: &[PartAnswer]) -> Option<Nimber> {
        let bound = |part: &PartAnswer| {
            part.nimber.map_or_else(|| u64::try_from(part.board.at_most()).ok(), |known| Some(known.0))
        };
        let bounds = parts.iter().map(bound).collect::<Option<Vec<u64>>>()?;
        match bounds.as_slice() {
            [alone] => Some(Nimber(*alone)),
            several => {
                let digits = 64 - several.iter().fold(0, |all, bound| all | bound).leading_zeros();
                Some(Nimber(1u64.checked_shl(digits).map_or(u64::MAX, |next| next - 1)))
            }
        }
    }

    pub(crate) fn find(
        &self,
        convention: Convention,
        request: &Request,
        parts: &mut [PartAnswer],
    ) -> Result<Found, Stopped> {
        self.find_reporting(convention, request, parts, &mut |_, _| {})
    }

    fn find_reporting(
        &self,
        convention: Convention,
        request: &Request,
        parts: &mut [PartAnswer],
        report: &mut Report<'_>,
    ) -> Result<Found, Stopped> {
        if convention == Convention::Normal && request.approach != Approach::Definition {
            return self.by_nimbers(request, parts, report);
        }
        // The other roads find nothing of the parts.
        let mut tell_outcome = |outcome, nimber, method| report(&Found::head(outcome, nimber, method), parts);
        match (request.approach, convention) {
            (Approach::Definition, _) => self.by_definition(convention, request, &mut tell_outcome),
            (Approach::Best, Convention::Misere) => match self.tame() {
                Some(tame) => Ok(self.by_tameness(&tame, request, &mut tell_outcome)),
                None => match self.by_quotient(request, &mut tell_outcome) {
                    Some(found) => found,
                    None => self.by_misere_search(request, &mut tell_outcome),
                },
            },
            _ => self.by_misere_search(request, &mut tell_outcome),
        }
    }

    /// The Nimber theorem; but a term that can be won at once decides the whole. First the outcome is found,
    /// then the nimber, then the moves that win.
    fn by_nimbers(
        &self,
        request: &Request,
        parts: &mut [PartAnswer],
        report: &mut Report<'_>,
    ) -> Result<Found, Stopped> {
        if let Some(decided) = self.decided_at_once(request) {
            return Ok(self.with_calm_moves(decided, request));
        }
        if request.approach == Approach::Best {
            for term in self.terms() {
                term.prepare(&request.run)?;
            }
        }
        let Some(mut search) = SumSearch::new(self, request, parts) else {
            return Ok(Found::full(Outcome::P, Some(Nimber::ZERO), Winning::default(), Method::Theorem));
        };
        match search.is_p() {
            Ok(true) => Ok(search.lost()),
            Ok(false) => search.won(report),
            Err(stopped) => self.by_cancelling(request, stopped),
        }
    }

    /// The answer of a stopped search of several terms, where some move leaves what cancels.
    fn by_cancelling(&self, request: &Request, stopped: Stopped) -> Result<Found, Stopped> {
        let winning = match request.approach {
            Approach::Best => self.cancelling_moves(request.named_moves),
            _ => Winning::default(),
        };
        if winning.count == 0 { Err(stopped) } else { Ok(Found::partial(Outcome::N, winning, Err(stopped))) }
    }

    pub(crate) fn add_winning(&self, all: &mut Winning, term: usize, found: Winning, limit: usize) {
        all.count += found.count;
        let room = limit - all.labels.len();
        all.labels.extend(found.labels.iter().take(room).map(|label| self.label_in_sum(term, label)));
    }

    /// The answer where the last move has won the whole game, or the next one can.
    pub(crate) fn decided_at_once(&self, request: &Request) -> Option<Found> {
        let found = |outcome, winning| Found::full(outcome, None, winning, Method::Theorem);
        if self.terms().iter().any(|term| term.is_won()) {
            return Some(found(Outcome::P, Winning::default()));
        }
        let mut all = Winning::default();
        for (index, term) in self.terms().iter().enumerate() {
            if let Some(winning) = term.winning_at_once(request.named_moves - all.labels.len()) {
                all.count += winning.count;
                all.labels.extend(winning.labels.iter().map(|label| self.label_in_sum(index, label)));
            }
        }
        (all.count > 0).then(|| found(Outcome::N, all))
    }

    /// The only term that can be won at once, where a move in it may leave none that can. While two can be won so,
    /// every move that does not win leaves one of them.
    fn term_to_calm(&self) -> Option<usize> {
        let is_sunny = |index: &usize| self.terms()[*index].winning_at_once(0).is_some();
        let mut sunny = (0..self.terms().len()).filter(is_sunny);
        let (first, second) = (sunny.next(), sunny.next());
        first.filter(|&term| second.is_none() && !self.terms()[term].stays_sunny())
    }

    /// The answer of a position that can be won at once, with the moves that win in another way: after them nobody can
    /// win at once, and the opponent loses by the nimbers.
    fn with_calm_moves(&self, decided: Found, request: &Request) -> Found {
        let is_asked = decided.outcome == Outcome::N && request.goal == Goal::Moves;
        let Some(term) = self.term_to_calm().filter(|_| is_asked) else { return decided };
        match self.calm_moves(term, request) {
            Ok((winning, end)) if end.is_ok() || winning.count >= decided.winning.count => {
                Found { winning, is_complete: end.is_ok(), stopped: end.err(), ..decided }
            }
            Ok((_, end)) => Found { is_complete: false, stopped: end.err(), ..decided },
            Err(stopped) => Found { is_complete: false, stopped: Some(stopped), ..decided },
        }
    }

    /// All winning moves of a sum in which only this term can be won at once.
    fn calm_moves(&self, term: usize, request: &Request) -> Result<(Winning, Result<(), Stopped>), Stopped> {
        let (limit, approach, run) = (request.named_moves, request.approach, &request.run);
        let mut others = Nimber::ZERO;
        for (index, board) in self.terms().iter().enumerate() {
            if approach == Approach::Best {
                board.prepare(run)?;
            }
            if index != term {
                others ^= board.nimber(approach, run)?.0;
            }
        }
        let (found, end) = self.terms()[term].winning(Target::exactly(others), limit, approach, run);
        let mut winning = Winning::default();
        self.add_winning(&mut winning, term, found, limit);
        Ok((winning, end))
    }

    /// How each term behaves in misère sums, where all are known to be tame.
    pub(crate) fn tame(&self) -> Option<Vec<Tame>> {
        self.terms().iter().map(|term| term.tame()).collect()
    }

    fn by_tameness(&self, tame: &[Tame], request: &Request, report: &mut ReportOutcome<'_>) -> Found {
        let outcome = tame.iter().fold(Tame::ZERO, |total, &term| total ^ term).misere_outcome();
        let head = Found::head(outcome, None, Method::Theorem);
        if request.goal < Goal::Moves {
            return head;
        }
        report(outcome, None, Method::Theorem);
        let others = Others::of(tame);
        let target = |term: usize| Target::misere(others.than(tame[term]));
        let (winning, end) = self.winning_in_terms(target, request);
        Found { winning, is_complete: end.is_ok(), stopped: end.err(), ..head }
    }

    /// The moves that leave the target of their term; when the run stops first, those proven by then, and the
    /// stop.
    fn winning_in_terms(
        &self,
        target: impl Fn(usize) -> Target,
        request: &Request,
    ) -> (Winning, Result<(), Stopped>) {
        let (limit, approach, run) = (request.named_moves, request.approach, &request.run);
        let mut all = Winning::default();
        for (index, term) in self.terms().iter().enumerate() {
            let (found, tried) = term.winning(target(index), limit - all.labels.len(), approach, run);
            self.add_winning(&mut all, index, found, limit);
            if tried.is_err() {
                return (all, tried);
            }
        }
        (all, Ok(()))
    }

    pub(crate) fn mixture(&self) -> Vec<Part> {
        self.terms().iter().map(|term| term.part()).collect()
    }

    fn by_definition(
        &self,
        convention: Convention,
        request: &Request,
        report: &mut ReportOutcome<'_>,
    ) -> Result<Found, Stopped> {
        let mut definition = Definition::new(&Mixture);
        let found = self.defined(&mut definition, convention, request, report);
        if definition.known() > MANY_VALUES {
            drop_aside(definition);
        }
        found
    }

    fn defined(
        &self,
        definition: &mut Definition<'_, Mixture>,
        convention: Convention,
        request: &Request,
        report: &mut ReportOutcome<'_>,
    ) -> Result<Found, Stopped> {
        let run = &request.run;
        let sum = self.mixture();
        if convention == Convention::Normal
            && let Some(decided) = self.decided_at_once(request)
        {
            let is_all = decided.outcome == Outcome::P || request.goal < Goal::Moves;
            if is_all || self.term_to_calm().is_none() {
                return Ok(Found { method: Method::Definition, ..decided });
            }
        }
        let (outcome, nimber) = match convention {
            Convention::Normal => {
                let nimber = definition.nimber(&sum, run)?;
                (nimber.map_or(Outcome::N, Outcome::of_nimber), nimber)
            }
            Convention::Misere => (definition.outcome(&sum, convention, run)?, None),
        };
        let head = Found::head(outcome, nimber, Method::Definition);
        if request.goal < Goal::Moves {
            return Ok(head);
        }
        report(outcome, nimber, Method::Definition);
        let mut places = Places::new(self, request.named_moves);
        match definition.winning_moves(&sum, convention, run) {
            Ok(moves) => moves.iter().for_each(|mv| places.add(mv.part, mv.place)),
            Err(stopped) => return Ok(Found { stopped: Some(stopped), ..head }),
        }
        Ok(Found { winning: places.winning(), is_complete: true, ..head })
    }
}
