//! Misère play by search: of terms of one game by its own type, of a mixture of games as one position.

use crate::answer::{Method, Winning};
use crate::board::Board;
use crate::mixture::Mixture;
use crate::position::Position;
use crate::position::answer::Answer;
use crate::position::found::{Found, Places, ReportOutcome};
use crate::position::tables::MixtureKnown;
use crate::question::{Approach, Goal, Request};
use crate::tried::Tried;
use grundy_core::Ruleset;
use grundy_core::{Convention, Outcome, Step, Stopped, TextTable};
use grundy_solve::MisereSolver;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The most moves of a position whose answers are all written down.
pub(crate) const MOST_ANSWERED: u128 = 12;

/// What answers the loser's moves.
pub(crate) struct Answers {
    /// The answers, one by one.
    pub(crate) step: Step,
    /// Whether that is the whole game, to its end.
    pub(crate) is_whole: bool,
}

impl Position {
    pub(crate) fn by_misere_search(
        &self,
        request: &Request,
        report: &mut ReportOutcome<'_>,
    ) -> Result<Found, Stopped> {
        let (approach, run) = (request.approach, &request.run);
        let Some(first) = self.terms().first() else { return self.by_mixture(request, report) };
        let Some(outcome) = first.misere(self.terms(), approach, run) else {
            return self.by_mixture(request, report);
        };
        self.winning_after(outcome?, request, report, || {
            let found = first.winning_misere(self.terms(), request.named_moves, approach, run);
            let (by_term, end) = found.expect("the terms are of one game");
            let mut all = Winning::default();
            for (term, found) in by_term.into_iter().enumerate() {
                self.add_winning(&mut all, term, found, request.named_moves);
            }
            (all, end)
        })
    }

    /// The answer of a misère search: the outcome first, then the winning moves where they are asked.
    fn winning_after(
        &self,
        outcome: Outcome,
        request: &Request,
        report: &mut ReportOutcome<'_>,
        winning: impl FnOnce() -> (Winning, Result<(), Stopped>),
    ) -> Result<Found, Stopped> {
        if outcome == Outcome::P {
            return Ok(Found::full(outcome, None, Winning::default(), Method::Search));
        }
        if request.goal < Goal::Moves {
            return Ok(Found::head(outcome, None, Method::Search));
        }
        report(outcome, None, Method::Search);
        let (winning, end) = winning();
        Ok(Found::partial(outcome, winning, end))
    }

    /// The answer of a sum of different games, as one position.
    fn by_mixture(&self, request: &Request, report: &mut ReportOutcome<'_>) -> Result<Found, Stopped> {
        let sums = self.memos().mixtures(request.approach);
        match request.approach {
            Approach::Best => {
                let known = MixtureKnown::new(self.oracle());
                self.misere_search(&MisereSolver::new(&Mixture, &known, sums), request, report)
            }
            _ => self.misere_search(&MisereSolver::new(&Mixture, &(), sums), request, report),
        }
    }

    /// The winning move that leaves the loser least to choose from, and the answer to each of those
    /// choices, where they are few.
    pub(crate) fn answers(&self, answer: &Answer, request: &Request) -> Option<Answers> {
        let leaves = |label: &String| Some((Some(label.clone()), self.play(label).ok()?));
        let (made, lost) = match answer.outcome? {
            Outcome::P => (None, self.clone()),
            Outcome::N => {
                answer.winning.iter().filter_map(leaves).min_by_key(|(_, left)| left.count_moves())?
            }
        };
        let count = lost.count_moves();
        if lost.is_over() || count > MOST_ANSWERED {
            return None;
        }
        let step = |told: &str| match &made {
            None => Step::new(format!("{}{}", told[..1].to_uppercase(), &told[1..])),
            Some(label) => Step::new(format!("After {label} {told}"))
                .text(format!("`{}` is left to the loser.", lost.as_left())),
        };
        let played = |label: String| Some((lost.play(&label).ok()?, label));
        let options: Vec<(Position, String)> =
            lost.moves(MOST_ANSWERED as usize).into_iter().map(played).collect::<Option<_>>()?;
        if options.iter().all(|(left, _)| left.is_over()) {
            let told =
                if count == 1 { "the only move is the last one" } else { "every move is the last one" };
            let step = step(told).text("Whoever makes it ends the game, and loses.");
            return Some(Answers { step, is_whole: true });
        }
        let mut table = TextTable::new(["move", "answer", "leaves"]);
        for (left, label) in options {
            if left.is_over() {
                table.row([label, "none: the last move has been made, and loses".to_owned(), String::new()]);
                continue;
            }
            let found = left.find(Convention::Misere, request, &mut left.parts()).ok()?;
            let answered = found.winning.labels.first()?;
            table.row([label, answered.clone(), left.play(answered).ok()?.in_table()]);
        }
        Some(Answers { step: step("every move has an answer").table(table), is_whole: false })
    }

    /// The position as it is left to a player: a single term without its game's name.
    fn as_left(&self) -> String {
        if let [term] = self.terms() { term.notation() } else { self.to_string() }
    }

    /// The position as it stands in tables: only what is still in play, a single term by its notation alone.
    pub(super) fn in_table(&self) -> String {
        if let [term] = self.terms() {
            return term.in_play().notation();
        }
        let is_in_play = |term: &&Arc<dyn Board>| term.has_moves() || term.is_won();
        let terms: Vec<String> =
            self.terms().iter().filter(is_in_play).map(|term| term.in_play().term()).collect();
        terms.join(" + ")
    }

    fn misere_search(
        &self,
        solver: &MisereSolver<'_, Mixture>,
        request: &Request,
        report: &mut ReportOutcome<'_>,
    ) -> Result<Found, Stopped> {
        let (sum, run) = (self.mixture(), &request.run);
        let outcome = solver.outcome(&sum, run)?;
        self.winning_after(outcome, request, report, || {
            let (mut places, mut tried) = (Places::new(self, request.named_moves), Tried::default());
            let _ = Mixture.moves(&sum, |mv| {
                if tried.wins(run, || solver.outcome(&Mixture.play(&sum, &mv), run))? {
                    places.add(mv.part, mv.place);
                }
                ControlFlow::Continue(())
            });
            (places.winning(), tried.end)
        })
    }
}
