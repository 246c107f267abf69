//! What a road leads to, before it is an answer.

use crate::answer::{Method, Winning};
use crate::position::Position;
use crate::position::answer::PartAnswer;
use grundy_core::{Nimber, Outcome, Stopped, Tame};

/// Hears the outcome and perhaps the nimber of a position before its winning moves are asked.
pub(crate) type ReportOutcome<'a> = dyn FnMut(Outcome, Option<Nimber>, Method) + 'a;

/// Hears what has been found before the winning moves are asked.
pub(crate) type Report<'a> = dyn FnMut(&Found, &[PartAnswer]) + 'a;

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
