//! From a position to its answer.

use crate::answer::{Answer, Method, PartAnswer};
use crate::board::{Board, Winning};
use crate::mixture::Mixture;
use crate::part::Part;
use crate::position::Position;
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

/// What to solve a position for.
pub struct Request {
    /// The convention, where it is not the usual one of the games.
    pub convention: Option<Convention>,
    /// The road to take.
    pub approach: Approach,
    /// How many winning moves to name; all are counted.
    pub named_moves: usize,
    /// Limits, cancellation and progress.
    pub run: Run,
}

impl Default for Request {
    /// The usual convention, theorems first, 100 moves, no limits, one thread.
    fn default() -> Self {
        Request { convention: None, approach: Approach::Best, named_moves: 100, run: Run::unlimited() }
    }
}

/// What a road leads to.
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
        let convention = request.convention.unwrap_or_else(|| self.usual_convention());
        let mut parts = self.parts();
        let (told, nodes) = (self.told(), request.run.nodes());
        let found = self.find(convention, request, &mut parts);
        let tables = self.consulted_since(&told);
        let searched = request.run.nodes() > nodes;
        let (found, stopped) = match found {
            Ok(found) => {
                let stopped = found.stopped.map(|stopped| stopped.reason);
                (Some(found), stopped)
            }
            Err(stopped) => (None, Some(stopped.reason)),
        };
        let answer = self.answer(convention, request, parts, found, stopped);
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
        Answer {
            position: self.clone(),
            convention,
            outcome: found.as_ref().map(|found| found.outcome),
            nimber: found.as_ref().and_then(|found| found.nimber),
            nimber_at_least: found.as_ref().and_then(|found| found.at_least),
            parts,
            moves: if self.is_over() { 0 } else { self.count_moves() },
            winning_count: found.as_ref().filter(|found| found.is_complete).map(|found| found.winning.count),
            winning: found.map(|found| found.winning.labels).unwrap_or_default(),
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
        match (request.approach, convention) {
            (Approach::Definition, _) => self.by_definition(convention, request),
            (_, Convention::Normal) => self.by_nimbers(request, parts),
            (Approach::Best, Convention::Misere) => match self.tame() {
                Some(tame) => self.by_tameness(&tame, request),
                None => self.by_misere_search(request),
            },
            (_, Convention::Misere) => self.by_misere_search(request),
        }
    }

    /// The Nimber theorem; but a term that can be won at once decides the whole. Of terms that are to
    /// be searched all but the hardest are valued first; then the outcome can be proven before the last
    /// nimber is known, which may be out of reach. Equal terms cancel without being valued; and where two
    /// others are out of reach, a move that leaves equal terms may still be seen to win.
    fn by_nimbers(&self, request: &Request, parts: &mut [PartAnswer]) -> Result<Found, Stopped> {
        if let Some(decided) = self.decided_at_once(request) {
            return Ok(decided);
        }
        let (terms, approach, run) = (self.terms(), request.approach, &request.run);
        if approach == Approach::Best {
            for term in terms {
                term.prepare(run)?;
            }
        }
        let cancelling: Vec<usize> = match approach {
            Approach::Best => self.cancelling().into_iter().flatten().collect(),
            _ => Vec::new(),
        };
        let mut order: Vec<usize> = (0..terms.len()).filter(|term| !cancelling.contains(term)).collect();
        if terms.len() > 1 {
            order.sort_by_cached_key(|&term| terms[term].effort());
        }
        let mut method = Method::Theorem;
        let mut total = Nimber::ZERO;
        let Some((&hardest, others)) = order.split_last() else {
            return Ok(Found::full(Outcome::P, Some(total), Winning::default(), method));
        };
        for &term in others {
            let (nimber, by) = match terms[term].nimber(approach, run) {
                Ok(found) => found,
                Err(stopped) => return self.by_cancelling(request, stopped),
            };
            parts[term].nimber = Some(nimber);
            total ^= nimber;
            method = method.max(by);
        }
        let (is_p, by) = match terms[hardest].is_worth(total, approach, run) {
            Ok(found) => found,
            Err(stopped) => return self.by_cancelling(request, stopped),
        };
        method = method.max(by);
        if is_p {
            parts[hardest].nimber = Some(total);
            return Ok(Found::full(Outcome::P, Some(Nimber::ZERO), Winning::default(), method));
        }
        // The moves in the hardest term can be tried before its nimber is known, and if the run is
        // to stop they are worth more.
        let limit = request.named_moves;
        let (in_hardest, tried) = terms[hardest].winning(Target::exactly(total), limit, approach, run);
        let (mut nimber, mut stopped) = (None, tried.err());
        // A theorem tells it without more work.
        if tried.is_ok() || by == Method::Theorem {
            match terms[hardest].nimber(approach, run) {
                Ok((found, _)) => nimber = Some(found),
                Err(reason) => stopped = Some(reason),
            }
        }
        parts[hardest].nimber = nimber;
        if nimber.is_some() {
            for term in cancelling {
                match terms[term].nimber(approach, run) {
                    Ok((own, by)) => (parts[term].nimber, method) = (Some(own), method.max(by)),
                    Err(reason) => stopped = Some(reason),
                }
            }
        }
        let is_single = terms.len() == 1;
        // Which moves of a single term win can be known where its nimber is not.
        let mut is_complete = tried.is_ok() && (is_single || stopped.is_none());
        let mut winning = Winning::default();
        if let (Some(nimber), false) = (nimber, is_single) {
            for (term, board) in terms.iter().enumerate() {
                let (own, tried_here) = match (term == hardest, parts[term].nimber) {
                    (true, _) => (in_hardest.clone(), Ok(())),
                    (false, Some(own)) => {
                        board.winning(Target::exactly(total ^ nimber ^ own), limit, approach, run)
                    }
                    // One of those that cancel, out of reach: `stopped` says so.
                    (false, None) => continue,
                };
                self.add_winning(&mut winning, term, own, limit);
                is_complete &= tried_here.is_ok();
                stopped = stopped.or(tried_here.err());
            }
        } else {
            self.add_winning(&mut winning, hardest, in_hardest, limit);
        }
        let at_least = (nimber.is_none() && is_single).then(|| terms[hardest].at_least(approach));
        Ok(Found {
            outcome: Outcome::N,
            nimber: nimber.map(|nimber| nimber ^ total),
            at_least,
            winning,
            method,
            is_complete,
            stopped,
        })
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

    fn by_tameness(&self, tame: &[Tame], request: &Request) -> Result<Found, Stopped> {
        let total = tame.iter().fold(Tame::ZERO, |total, &term| total ^ term);
        let others = Others::of(tame);
        let target = |term: usize| Target::misere(others.than(tame[term]));
        let winning = self.winning_in_terms(target, request)?;
        Ok(Found::full(total.misere_outcome(), None, winning, Method::Theorem))
    }

    fn winning_in_terms(
        &self,
        target: impl Fn(usize) -> Target,
        request: &Request,
    ) -> Result<Winning, Stopped> {
        let mut all = Winning::default();
        for (index, term) in self.terms().iter().enumerate() {
            let limit = request.named_moves - all.labels.len();
            let (found, tried) = term.winning(target(index), limit, request.approach, &request.run);
            tried?;
            self.add_winning(&mut all, index, found, request.named_moves);
        }
        Ok(all)
    }

    pub(crate) fn mixture(&self) -> Vec<Part> {
        self.terms().iter().map(|term| term.part()).collect()
    }

    fn by_definition(&self, convention: Convention, request: &Request) -> Result<Found, Stopped> {
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
        let mut places = Places::new(self, request.named_moves);
        for mv in definition.winning_moves(&sum, convention, run)? {
            places.add(mv.part, mv.place);
        }
        Ok(Found::full(outcome, nimber, places.winning(), Method::Definition))
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
