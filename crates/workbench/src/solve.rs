//! From a position to its answer.

use crate::answer::{Answer, Method, PartAnswer};
use crate::board::{Board, Winning};
use crate::mixture::Mixture;
use crate::part::Part;
use crate::position::Position;
use crate::sum_search::SumSearch;
use grundy_core::{Convention, Definition, Nimber, Outcome, Run, StopReason, Stopped, Tame, Target};
use std::sync::Arc;

/// Which road to take to the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Approach {
    /// Theorems where there are any, search elsewhere.
    #[default]
    Best,
    /// Search with parts and memo, without theorems.
    Search,
    /// The plain definition: every move of every position.
    Definition,
}

/// What to find out of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Goal {
    /// The outcome alone, and the nimber only where it is found on the way.
    Outcome,
    /// The outcome and, under normal play, the nimber.
    Nimber,
    /// Those, and then the winning moves.
    #[default]
    Moves,
}

/// What to solve a position for.
#[derive(Debug)]
pub struct Request {
    /// The convention, where it is not the usual one of the games.
    pub convention: Option<Convention>,
    /// The road to take.
    pub approach: Approach,
    /// What to find out.
    pub goal: Goal,
    /// How many winning moves to name, and how many options to list; all winning moves are counted.
    pub named_moves: usize,
    /// Whether to list the options, each with its nimber.
    pub lists_options: bool,
    /// Limits, cancellation and progress.
    pub run: Run,
}

impl Default for Request {
    /// The usual convention, theorems first, 100 winning moves, no list of options, no limits, one thread.
    fn default() -> Self {
        Request {
            convention: None,
            approach: Approach::Best,
            goal: Goal::Moves,
            named_moves: 100,
            lists_options: false,
            run: Run::unlimited(),
        }
    }
}

/// Hears the outcome and perhaps the nimber of a position before its winning moves are asked.
pub(crate) type TellOutcome<'a> = dyn FnMut(Outcome, Option<Nimber>, Method) + 'a;

/// Hears what has been found before the winning moves are asked.
pub(crate) type Tell<'a> = dyn FnMut(&Found, &[PartAnswer]) + 'a;

/// What a road leads to.
#[derive(Clone)]
pub(crate) struct Found {
    pub(crate) outcome: Outcome,
    pub(crate) nimber: Option<Nimber>,
    /// The nimber is not smaller than this.
    pub(crate) at_least: Option<Nimber>,
    pub(crate) winning: Winning,
    pub(crate) method: Method,
    /// Why there is neither a nimber nor perhaps all winning moves.
    pub(crate) stopped: Option<Stopped>,
    /// Whether all winning moves were found.
    pub(crate) is_complete: bool,
}

impl Found {
    /// A full answer.
    pub(crate) fn full(outcome: Outcome, nimber: Option<Nimber>, winning: Winning, method: Method) -> Found {
        Found { outcome, nimber, at_least: None, winning, method, stopped: None, is_complete: true }
    }

    /// An outcome and perhaps a nimber, with no winning move known yet: where there is one.
    pub(crate) fn head(outcome: Outcome, nimber: Option<Nimber>, method: Method) -> Found {
        let is_complete = outcome == Outcome::P;
        Found { is_complete, ..Found::full(outcome, nimber, Winning::default(), method) }
    }

    /// An outcome found by search, with the winning moves that were found by the end.
    pub(crate) fn partial(outcome: Outcome, winning: Winning, end: Result<(), Stopped>) -> Found {
        let (is_complete, stopped) = (end.is_ok(), end.err());
        Found { is_complete, stopped, ..Found::full(outcome, None, winning, Method::Search) }
    }
}

impl Position {
    /// Solves the position: who wins, by what nimber, with which moves.
    ///
    /// Under normal play by the Nimber theorem: each term has a nimber, and the moves of a term to
    /// the sum of the others win. Under misère play by the theory of tame positions where every
    /// term is known to be tame, else by search. When the run stops it, the answer says so and has
    /// what was found by then.
    pub fn solve(&self, request: &Request) -> Answer {
        self.solve_telling(request, None)
    }

    /// The same, telling what is known on the way: the outcome where more is asked, then the nimber where the
    /// winning moves are asked. What is told has no winning moves.
    ///
    /// ```
    /// use grundy::{Nimber, Position, Request};
    /// let mut told = Vec::new();
    /// let position: Position = "cram 2x3".parse().unwrap();
    /// position.solve_telling(&Request::default(), Some(&mut |answer| told.push(answer.nimber)));
    /// assert_eq!(told, [None, Some(Nimber(1))]);
    /// ```
    pub fn solve_telling(&self, request: &Request, tell: Option<&mut dyn FnMut(&Answer)>) -> Answer {
        let convention = request.convention.unwrap_or_else(|| self.usual_convention());
        let mut parts = self.parts();
        let (told, nodes) = (self.told(), request.run.nodes());
        let found = match tell {
            None => self.find(convention, request, &mut parts),
            Some(tell) => self.find_telling(convention, request, &mut parts, &mut |found, parts| {
                tell(&self.answer(convention, request, parts.to_vec(), Some(found.clone()), None));
            }),
        };
        let tables = self.consulted_since(&told);
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
        // What the tables told is the method where nothing had to be searched.
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
            nimber_at_least: found.as_ref().and_then(|found| found.at_least),
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

    pub(crate) fn find(
        &self,
        convention: Convention,
        request: &Request,
        parts: &mut [PartAnswer],
    ) -> Result<Found, Stopped> {
        self.find_telling(convention, request, parts, &mut |_, _| {})
    }

    fn find_telling(
        &self,
        convention: Convention,
        request: &Request,
        parts: &mut [PartAnswer],
        tell: &mut Tell<'_>,
    ) -> Result<Found, Stopped> {
        if convention == Convention::Normal && request.approach != Approach::Definition {
            return self.by_nimbers(request, parts, tell);
        }
        // The other roads find nothing of the parts.
        let mut tell_outcome = |outcome, nimber, method| tell(&Found::head(outcome, nimber, method), parts);
        match (request.approach, convention) {
            (Approach::Definition, _) => self.by_definition(convention, request, &mut tell_outcome),
            (Approach::Best, Convention::Misere) => match self.tame() {
                Some(tame) => Ok(self.by_tameness(&tame, request, &mut tell_outcome)),
                None => self.by_misere_search(request, &mut tell_outcome),
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
        tell: &mut Tell<'_>,
    ) -> Result<Found, Stopped> {
        if let Some(decided) = self.decided_at_once(request) {
            return Ok(decided);
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
            Ok(false) => search.won(tell),
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

    /// How each term behaves in misère sums, where all are known to be tame.
    pub(crate) fn tame(&self) -> Option<Vec<Tame>> {
        self.terms().iter().map(|term| term.tame()).collect()
    }

    fn by_tameness(&self, tame: &[Tame], request: &Request, tell: &mut TellOutcome<'_>) -> Found {
        let outcome = tame.iter().fold(Tame::ZERO, |total, &term| total ^ term).misere_outcome();
        let head = Found::head(outcome, None, Method::Theorem);
        if request.goal < Goal::Moves {
            return head;
        }
        tell(outcome, None, Method::Theorem);
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
        tell: &mut TellOutcome<'_>,
    ) -> Result<Found, Stopped> {
        let run = &request.run;
        let sum = self.mixture();
        let mut definition = Definition::new(&Mixture);
        if convention == Convention::Normal
            && let Some(decided) = self.decided_at_once(request)
        {
            return Ok(Found { method: Method::Definition, ..decided });
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
        tell(outcome, nimber, Method::Definition);
        let mut places = Places::new(self, request.named_moves);
        match definition.winning_moves(&sum, convention, run) {
            Ok(moves) => moves.iter().for_each(|mv| places.add(mv.part, mv.place)),
            Err(stopped) => return Ok(Found { stopped: Some(stopped), ..head }),
        }
        Ok(Found { winning: places.winning(), is_complete: true, ..head })
    }
}

/// The sum of all tame terms, from which any one can be taken out again.
pub(crate) struct Others {
    total: Nimber,
    firm_terms: usize,
}

impl Others {
    pub(crate) fn of(terms: &[Tame]) -> Others {
        Others {
            total: terms.iter().map(|term| term.nimber).sum(),
            firm_terms: terms.iter().filter(|term| term.is_firm).count(),
        }
    }

    /// The sum of the terms other than this one of them.
    pub(crate) fn than(&self, one: Tame) -> Tame {
        Tame { nimber: self.total ^ one.nimber, is_firm: self.firm_terms > usize::from(one.is_firm) }
    }
}

/// Winning moves by their places, to be named at the end.
pub(crate) struct Places<'p> {
    position: &'p Position,
    limit: usize,
    named: usize,
    by_term: Vec<Vec<u64>>,
    count: u128,
}

impl<'p> Places<'p> {
    pub(crate) fn new(position: &'p Position, limit: usize) -> Self {
        let by_term = vec![Vec::new(); position.terms().len()];
        Places { position, limit, named: 0, by_term, count: 0 }
    }

    pub(crate) fn add(&mut self, term: usize, place: u64) {
        self.count += 1;
        if self.named < self.limit {
            self.named += 1;
            self.by_term[term].push(place);
        }
    }

    pub(crate) fn winning(self) -> Winning {
        let mut labels = Vec::with_capacity(self.named);
        for (index, places) in self.by_term.iter().enumerate().filter(|(_, places)| !places.is_empty()) {
            let named = self.position.terms()[index].labels_at(places);
            labels.extend(named.iter().map(|label| self.position.label_in_sum(index, label)));
        }
        Winning { labels, count: self.count }
    }
}
