//! From a position to its working.

use crate::answer::Method;
use crate::board::Board;
use crate::position::Position;
use crate::position::answer::{Answer, Explanation};
use crate::position::found::Others;
use crate::question::{Approach, Request, TermRequest};
use crate::term::start_of;
use grundy_core::{Convention, Diagnostic, Nimber, Outcome, Step, Target, TextTable, Word};

/// Tables show this many rows before they are cut.
const MOST_ROWS: usize = 40;

/// The table of terms shows at most this many characters of a term.
const LONGEST_TERM: usize = 36;

/// So many terms of a sum are explained one by one.
const MOST_TERMS: usize = 12;

/// A move that somebody asks about, by its label in the whole position.
pub type Focus<'a> = Option<&'a str>;

impl Position {
    /// Solves the position and shows the working: the Nimber theorem over the terms, then each
    /// term's own.
    ///
    /// # Errors
    /// When the focus is no move; the span is within its label.
    pub fn explain(&self, request: &Request, focus: Focus<'_>) -> Result<Explanation, Diagnostic> {
        let focus = focus.map(|label| self.locate(label).map(|found| (label, found))).transpose()?;
        let answer = self.solve(request);
        if self.is_over() {
            // What a label would do in another term does not matter any more; but it has to be a move.
            focus.map(|(label, _)| self.play(label)).transpose()?;
            let steps = vec![self.over(answer.convention)];
            return Ok(Explanation { answer, steps });
        }
        // A last move needs no theory.
        let by_quotient = (answer.method == Method::Quotient && answer.moves > 1)
            .then(|| self.quotient_steps(&answer, request))
            .flatten();
        if let Some(mut steps) = by_quotient {
            if let Some((label, _)) = focus {
                steps.push(self.move_step(label, request)?);
            }
            return Ok(Explanation { answer, steps });
        }
        if request.approach == Approach::Definition {
            // The working of a game is by its theorem all the same. A limit leaves it with what is known.
            let _ = self.terms().iter().try_for_each(|term| term.prepare(&request.run));
        }
        let nimbers: Vec<Option<Nimber>> = answer.parts.iter().map(|part| part.nimber).collect();
        let mut steps = Vec::new();
        let terms = self.terms();
        let is_sum = terms.len() != 1;
        let is_misere = answer.convention == Convention::Misere;
        let tame = if is_misere { self.tame() } else { None };
        let answers =
            if is_misere && (tame.is_none() || !is_sum) { self.answers(&answer, request) } else { None };
        let values: Option<Vec<Nimber>> = match &tame {
            Some(tame) => Some(tame.iter().map(|term| term.nimber).collect()),
            None => nimbers.into_iter().collect(),
        };
        let Some(values) = values else {
            // What can be explained of one term without its nimber.
            if let [term] = terms {
                let focus = focus.map(|(_, (_, inner))| inner);
                let target = Target::exactly(Nimber::ZERO);
                let (convention, answers) =
                    (answer.convention, answers.as_ref().map(|answers| &answers.step));
                let (approach, in_full) = (request.approach, request.in_full);
                let asked =
                    TermRequest { convention, target, in_a_sum: false, approach, in_full, focus, answers };
                steps.extend(term.steps(&asked, &request.run)?);
            }
            match self.decided_at_once(request).filter(|_| answer.convention == Convention::Normal) {
                Some(_) => steps.extend(is_sum.then(decided)),
                None => {
                    steps.extend(answers.as_ref().filter(|_| is_sum).map(|answers| answers.step.clone()));
                    // A game that explains itself leaves the answers out.
                    let is_whole = answers
                        .is_some_and(|answers| answers.is_whole && steps.last() == Some(&answers.step));
                    let cancels = self.cancels(&answer, request);
                    let is_won_so = answer.outcome.is_some() && answer.nimber.is_none();
                    let is_told = !cancels.is_empty() && (is_won_so || answer.stopped.is_none());
                    steps.extend(cancels);
                    if !is_told && !is_whole {
                        let step = unfinished(&answer);
                        steps.push(match self.book_of_replies(&answer) {
                            Some(book) => step.text(book),
                            None => step,
                        });
                    }
                }
            }
            if let Some((label, _)) = focus {
                steps.push(self.move_step(label, request)?);
            }
            return Ok(Explanation { answer, steps });
        };
        if is_sum {
            steps.push(self.nimber_theorem(answer.convention, &values));
        }
        let total: Nimber = values.iter().copied().sum();
        let others = tame.as_deref().map(Others::of);
        for (index, term) in terms.iter().enumerate().take(MOST_TERMS) {
            if !term.has_moves() && focus.is_none_or(|(_, (focused, _))| focused != index) {
                let told = Step::new("No move is left").text("It is worth *0, and changes nothing.");
                steps.push(in_term(told, index, &**term));
                continue;
            }
            let target = match (&tame, &others) {
                (Some(tame), Some(others)) => Target::misere(others.than(tame[index])),
                _ => Target::exactly(total ^ values[index]),
            };
            let inner = focus.filter(|(_, (focused, _))| *focused == index);
            let asked = TermRequest {
                convention: answer.convention,
                target,
                in_a_sum: is_sum,
                approach: request.approach,
                in_full: request.in_full,
                focus: inner.map(|(_, (_, inner))| inner),
                answers: answers.as_ref().map(|answers| &answers.step),
            };
            let own = term.steps(&asked, &request.run).map_err(|error| {
                error.shifted(inner.map_or(0, |(label, (_, inner))| label.len() - inner.len()))
            })?;
            steps.extend(
                own.into_iter().map(|step| if is_sum { in_term(step, index, &**term) } else { step }),
            );
        }
        if terms.len() > MOST_TERMS {
            let more = Word::count((terms.len() - MOST_TERMS) as u128, "more term");
            steps.push(Step::new(format!("... and {more} in the same way")));
        }
        if let Some((label, _)) = focus {
            steps.push(self.move_step(label, request)?);
        }
        Ok(Explanation { answer, steps })
    }

    /// Where nobody can move any more: who has won.
    fn over(&self, convention: Convention) -> Step {
        let is_won = self.terms().iter().any(|term| term.is_won());
        let step = Step::new("The game is over");
        match (convention, is_won) {
            (Convention::Normal, false) => {
                step.text("No move is left: the player to move has lost. Such a position is worth *0.")
            }
            (Convention::Misere, false) => {
                step.text("No move is left: under misère play the player to move has won.")
            }
            (Convention::Normal, true) => {
                step.text("The last move has won the whole game at once, whatever else is left.")
            }
            (Convention::Misere, true) => step.text(
                "The last move has ended the whole game at once, whatever else is left; under misère play \
                 whoever made it has lost.",
            ),
        }
    }

    /// What cancels in a sum whose terms are not all known.
    fn cancels(&self, answer: &Answer, request: &Request) -> Vec<Step> {
        let is_sum_of_nimbers = answer.convention == Convention::Normal && self.terms().len() > 1;
        if !is_sum_of_nimbers || request.approach != Approach::Best {
            return Vec::new();
        }
        let by_a_move = match (answer.outcome, answer.nimber) {
            (Some(Outcome::N), None) => self.cancelling_move_step(),
            _ => None,
        };
        self.cancelling_step(answer.nimber).into_iter().chain(by_a_move).collect()
    }

    /// What one move leaves, and what that means.
    fn move_step(&self, label: &str, request: &Request) -> Result<Step, Diagnostic> {
        let (term, inner) = self.locate(label)?;
        let prefix = label.len() - inner.len();
        let said = self.terms()[term].say(inner).map_err(|error| error.shifted(prefix))?;
        let convention = request.convention.unwrap_or_else(|| self.usual_convention());
        let left = self.play(label)?;
        let told = match left.find(convention, request, &mut left.parts()) {
            Ok(found) => {
                let worth = found.nimber.map_or(String::new(), |nimber| format!(", worth {nimber}"));
                let answers = &found.winning.labels[..found.winning.labels.len().min(3)];
                match (found.outcome, answers) {
                    (Outcome::P, _) => format!("It leaves a P-position{worth}: it wins."),
                    (Outcome::N, []) => format!("It leaves an N-position{worth}: it loses."),
                    (Outcome::N, answers) => {
                        format!("It leaves an N-position{worth}: it loses to {}.", answers.join(" or "))
                    }
                }
            }
            Err(stopped) => format!("What it leaves is not known: {stopped}."),
        };
        Ok(Step::new(format!("The move {label}: {said}")).text(told))
    }

    /// Where the replies of the second player can be read, if there are few enough of them.
    fn book_of_replies(&self, answer: &Answer) -> Option<String> {
        let moves_left =
            self.terms().iter().map(|term| term.part().moves_left()).fold(0, u128::saturating_add);
        let is_short = answer.outcome == Some(Outcome::P) && moves_left <= LONGEST_PLAY_OF_A_BOOK;
        let convention = match answer.convention {
            usual if usual == self.usual_convention() => "",
            Convention::Misere => "--misere ",
            Convention::Normal => "--normal ",
        };
        is_short.then(|| format!("A reply to every move: `grundy book {convention}\"{self}\"`."))
    }

    fn nimber_theorem(&self, convention: Convention, values: &[Nimber]) -> Step {
        let total: Nimber = values.iter().copied().sum();
        let largest = values.iter().map(|value| value.0).max().unwrap_or(0);
        let bits = (64 - largest.leading_zeros()).max(1) as usize;
        let mut table = TextTable::new(["term", "nimber", "binary", "has to become"]);
        for (index, (term, value)) in self.terms().iter().zip(values).enumerate().take(MOST_ROWS) {
            table.row([
                format!("{}: {}", index + 1, start_of(&term.term(), LONGEST_TERM)),
                value.0.to_string(),
                format!("{:0bits$b}", value.0),
                match (convention, total.is_zero()) {
                    (Convention::Normal, false) => (total ^ *value).0.to_string(),
                    _ => String::new(),
                },
            ]);
        }
        if values.len() > MOST_ROWS {
            let rest: Nimber = values[MOST_ROWS..].iter().copied().sum();
            let more = format!("{} more", values.len() - MOST_ROWS);
            table.row([more, rest.0.to_string(), format!("{:0bits$b}", rest.0), String::new()]);
        }
        table.foot(["⊕".to_owned(), total.0.to_string(), format!("{:0bits$b}", total.0), String::new()]);
        let step = Step::new("The Nimber theorem: N(A + B) = N(A) ⊕ N(B)").table(table);
        match (convention, total.is_zero()) {
            (Convention::Normal, true) => step.text(
                "The whole is worth *0: a move changes one term, so it leaves something else than *0, and \
                 the opponent can bring it back. No move wins.",
            ),
            (Convention::Normal, false) => step.text(format!(
                "The whole is worth *{0}. A winning move leaves *0: in one term it leaves the nim-sum of \
                 the others, which is {0} ⊕ the term's own nimber.",
                total.0
            )),
            (Convention::Misere, _) => step.text(
                "Under misère play the same sums are asked for while something firm is left (a nest of \
                 bubbles, a heap of 2 or more), and the opposite parity once nothing is.",
            ),
        }
    }
}

/// A play of at most this number of moves has a book of replies that is short enough to read.
const LONGEST_PLAY_OF_A_BOOK: u128 = 16;

/// Why a sum is won, where one of them can be won at once.
fn decided() -> Step {
    Step::new("A term can be won at once").text(
        "Some move wins the whole game at once, whatever the other terms are. Every other move that leaves the \
         opponent such a move loses.",
    )
}

fn unfinished(answer: &Answer) -> Step {
    match (answer.stopped.is_some(), answer.convention) {
        (false, _) if answer.method == Method::Table => Step::new("Looked up in a table").text(
            "The table has every state of its board, decided from the last stone backwards: a state is N when \
             some move leads to a P-state, and P when none does.",
        ),
        (true, _) => {
            Step::new("Not finished").text("A limit came first; give more with --nodes, --time or --memory.")
        }
        (false, Convention::Misere) => Step::new("By search").text(
            "Misère sums have no nimbers. The outcome was found by looking at moves: a position is N when \
             some move leads to a P-position, and P when none does.",
        ),
        (false, Convention::Normal) => Step::new("By the definition").text(
            "Every position that can be reached was given the least nimber that none of its options has.",
        ),
    }
}

fn in_term(step: Step, index: usize, board: &dyn Board) -> Step {
    let heading = format!("Term {}, {}: {}", index + 1, board.card().title, step.heading);
    Step { heading: heading.into(), ..step }
}
