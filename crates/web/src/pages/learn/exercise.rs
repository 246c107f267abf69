//! Exercises within a text: a question, an answer that the reader makes, and whether it is right, with the reason.

use super::live::Boards;
use crate::boards::{board, picture, still_in_text};
use crate::jobs::Budget;
use crate::layout::{self, named, shortened};
use grundy::{Answer, Convention, Marks, Outcome, Position, Request, Word};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The options of a position with more moves than this are not listed as a reason.
const MOST_OPTIONS: usize = 400;
/// What the address has in place of an answer when the reader wants to be told.
const SHOW: &str = "show";

/// What a reader is asked for.
#[derive(Clone, Copy)]
enum Kind {
    /// A move that wins.
    Move,
    /// The nimber.
    Nimber,
    /// Who wins: what is said of an N-position in this chapter, and of a P-position.
    Winner(&'static str, &'static str),
}

/// A question on a position. Its answer is not written down anywhere: it is computed.
pub struct Exercise {
    position: &'static str,
    convention: Convention,
    kind: Kind,
    question: &'static str,
}

impl Exercise {
    /// Asks for a move that wins.
    pub fn winning_move(position: &'static str, question: &'static str) -> Exercise {
        Exercise { position, convention: Convention::Normal, kind: Kind::Move, question }
    }

    /// Asks what a position is worth.
    pub fn nimber(position: &'static str, question: &'static str) -> Exercise {
        Exercise { kind: Kind::Nimber, ..Exercise::winning_move(position, question) }
    }

    /// Asks who wins.
    pub fn winner(position: &'static str, question: &'static str) -> Exercise {
        let kind = Kind::Winner("The first player wins", "The second player wins");
        Exercise { kind, ..Exercise::winning_move(position, question) }
    }

    /// Asks whether a position is safe to leave.
    pub fn safety(position: &'static str, question: &'static str) -> Exercise {
        Exercise {
            kind: Kind::Winner("It is unsafe", "It is safe"),
            ..Exercise::winning_move(position, question)
        }
    }

    /// The same, where the last move loses.
    #[must_use]
    pub fn misere(self) -> Exercise {
        Exercise { convention: Convention::Misere, ..self }
    }
}

/// What an answer was.
enum Judged {
    /// There is none yet.
    Open,
    /// It was not found out in the time that there is.
    Unknown,
    /// It is none; with what to write.
    Unread(&'static str),
    /// It is right, for this reason.
    Right(String),
    /// It is wrong, for this reason.
    Wrong(String),
    /// The reader has asked for it.
    Shown(String),
}

/// An exercise, and all that its answer is judged by.
struct Asked<'e> {
    exercise: &'e Exercise,
    position: Position,
    answer: Answer,
    budget: &'e Budget,
    /// What the reader has answered.
    given: String,
}

impl Boards<'_> {
    /// A question, with what has been answered, and whether that is right.
    pub fn ask(&mut self, exercise: &Exercise) -> Markup {
        let Ok(position) = exercise.position.parse::<Position>() else { return html! {} };
        let key = self.next_exercise();
        let budget = self.budget();
        let answer = position.solve(&request(exercise, budget, 4));
        self.wants(answer.stopped.is_some());
        let given = self.given(&key).trim().to_owned();
        let asked = Asked { exercise, position, answer, budget, given };
        let judged = asked.judge();
        self.wants(matches!(judged, Judged::Unknown));
        self.count(matches!(judged, Judged::Right(_)));
        asked.shown(self, &key, &judged)
    }
}

fn request(exercise: &Exercise, budget: &Budget, named_moves: usize) -> Request {
    let convention = Some(exercise.convention);
    Request { convention, named_moves, run: budget.run(0.2), ..Request::default() }
}

impl Asked<'_> {
    fn judge(&self) -> Judged {
        let known = match self.exercise.kind {
            Kind::Nimber => self.answer.nimber.is_some(),
            Kind::Move | Kind::Winner(..) => self.answer.outcome.is_some(),
        };
        if self.given.is_empty() {
            return Judged::Open;
        }
        if !known {
            return Judged::Unknown;
        }
        match self.exercise.kind {
            Kind::Move => self.judge_move(),
            Kind::Nimber => self.judge_nimber(),
            Kind::Winner(next, previous) => self.judge_winner(next, previous),
        }
    }

    fn judge_move(&self) -> Judged {
        if self.given == SHOW {
            let wins: Vec<String> = self.answer.winning.iter().map(|label| self.say(label)).collect();
            return Judged::Shown(format!("What wins: {}.", wins.join("; or ")));
        }
        let Ok(left) = self.position.play(&self.given) else {
            return Judged::Unread("There is no such move here. Click a piece of the board.");
        };
        let reply = left.solve(&request(self.exercise, self.budget, 1));
        let words = layout::sentence(&self.say(&self.given));
        match reply.outcome {
            Some(Outcome::P) if left.is_over() => {
                Judged::Right(format!("{words} That ends the game, and you have won it."))
            }
            Some(Outcome::P) => {
                let worth =
                    reply.nimber.map_or("a P-position".to_owned(), |nimber| format!("worth {nimber}"));
                let more = match self.answer.winning_count.unwrap_or(1) {
                    0 | 1 => "No other move wins.".to_owned(),
                    2 => "One other move wins too.".to_owned(),
                    count => format!("{} other moves win too.", count - 1),
                };
                Judged::Right(format!("{words} What is left is {worth}, lost for whoever moves now. {more}"))
            }
            Some(Outcome::N) if left.is_over() => {
                Judged::Wrong(format!("{words} That was the last move, and here the last move loses."))
            }
            Some(Outcome::N) => {
                let how = reply.winning.first().and_then(|label| left.say(label).ok());
                let how = how.map_or(String::new(), |how| format!(" can {how}, and"));
                Judged::Wrong(format!("{words} Then the other side{how} wins."))
            }
            None => Judged::Unknown,
        }
    }

    fn judge_nimber(&self) -> Judged {
        let Some(nimber) = self.answer.nimber.map(|nimber| nimber.0) else { return Judged::Open };
        let reason = || match self.options() {
            Some(options) => {
                let leaves = Word::set(options.values().copied());
                format!("Its moves leave {leaves}, and the least number that is missing is {nimber}.")
            }
            None => format!("It is worth *{nimber}."),
        };
        if self.given == SHOW {
            return Judged::Shown(reason());
        }
        let Ok(guess) = self.given.trim_start_matches('*').parse::<u64>() else {
            return Judged::Unread("Write a whole number, such as 3.");
        };
        if guess == nimber {
            return Judged::Right(reason());
        }
        let options = self.options().unwrap_or_default();
        Judged::Wrong(match options.iter().find(|(_, leaves)| **leaves == guess) {
            Some((label, _)) => format!(
                "One can {}, which leaves *{guess}; and no position is worth what one of its own moves leaves.",
                self.say(label)
            ),
            None => format!(
                "To be worth *{guess} it would need a move to every smaller number, from *0 on, and one of them is \
                 missing."
            ),
        })
    }

    fn judge_winner(&self, next: &str, previous: &str) -> Judged {
        let is_next = match self.given.as_str() {
            "next" => true,
            "previous" => false,
            _ => return Judged::Unread("Choose one of the two."),
        };
        let wins = self.answer.winning.first().map(|label| self.say(label));
        let reason = match wins {
            Some(words) => {
                format!("{next}. One can {words}, and what is left then is lost for the other side.")
            }
            None => {
                let moves = match self.answer.moves {
                    1 => "The only move does not win".to_owned(),
                    moves => format!("None of the {moves} moves wins"),
                };
                format!("{previous}. {moves}: to each the other side has an answer.")
            }
        };
        match is_next == (self.answer.outcome == Some(Outcome::N)) {
            true => Judged::Right(reason),
            false => Judged::Wrong(reason),
        }
    }

    /// What every move leaves is worth; none where there are too many, or one is not known.
    fn options(&self) -> Option<BTreeMap<String, u64>> {
        let labels = self.position.moves(MOST_OPTIONS + 1);
        if labels.len() > MOST_OPTIONS {
            return None;
        }
        let request = request(self.exercise, self.budget, 0);
        let worth = |label: &String| self.answer.lead(label, &request).ok()??.nimber;
        labels.into_iter().map(|label| worth(&label).map(|nimber| (label, nimber.0))).collect()
    }

    fn say(&self, label: &str) -> String {
        self.position.say(label).unwrap_or_else(|_| label.to_owned())
    }

    fn shown(&self, boards: &Boards<'_>, key: &str, judged: &Judged) -> Markup {
        let kind = match self.exercise.kind {
            Kind::Move => "move",
            Kind::Nimber => "nimber",
            Kind::Winner(..) => "winner",
        };
        let is_told = matches!(
            (judged, self.exercise.kind),
            (Judged::Right(_) | Judged::Shown(_), _) | (Judged::Wrong(_), Kind::Winner(..))
        );
        html! {
            section.task #(key) tabindex="-1" data-asks=(kind) data-position=(self.exercise.position)
                data-convention=(self.exercise.convention) aria-labelledby={ (key) "-question" } {
                p.question #{ (key) "-question" } {
                    strong { "Exercise " (key.trim_start_matches('e')) ". " } (self.exercise.question)
                }
                (self.board(boards, key, is_told))
                p.lead.small { code { (shortened(&named(&self.position), 120)) } }
                (self.verdict(judged))
                @match (self.exercise.kind, is_told) {
                    (_, true) | (Kind::Move, _) => {},
                    (Kind::Nimber, _) => (self.number(boards, key)),
                    (Kind::Winner(next, previous), _) => (choice(boards, key, next, previous)),
                }
                @match judged {
                    _ if is_told => p.small { a href=(boards.address(key, None::<&str>)) { "Ask me again" } },
                    Judged::Wrong(_) => p.small { a href=(boards.address(key, Some(SHOW))) { "Tell me" } },
                    _ => {},
                }
            }
        }
    }

    /// The board: where a move is asked for, its pieces are the answers. A move that was answered is marked.
    fn board(&self, boards: &Boards<'_>, key: &str, is_told: bool) -> Markup {
        let making = Some(self.given.clone()).filter(|label| self.position.play(label).is_ok());
        let drawn = picture(&self.position, &Marks { winning: Vec::new(), making });
        match self.exercise.kind {
            Kind::Move if !is_told => {
                board(drawn, &|label| boards.address(key, Some(label)), &BTreeMap::new())
            }
            _ => still_in_text(&drawn),
        }
    }

    fn verdict(&self, judged: &Judged) -> Markup {
        let (class, sign, says, reason) = match judged {
            Judged::Open => return html! {},
            Judged::Unknown => ("open", "?", "", "The server had no time to find out."),
            Judged::Unread(what) => ("open", "?", "", *what),
            Judged::Right(reason) => ("right", "✓", "Right. ", reason.as_str()),
            Judged::Wrong(reason) => ("wrong", "✗", "Not so. ", reason.as_str()),
            Judged::Shown(reason) => ("open", "·", "", reason.as_str()),
        };
        html! {
            p .judged .(class) data-told="" {
                span.sign aria-hidden="true" { (sign) " " }
                strong { (says) } (reason)
            }
        }
    }

    fn number(&self, boards: &Boards<'_>, key: &str) -> Markup {
        let id = format!("{key}-number");
        form(
            boards,
            key,
            html! {
                label for=(id) { "Its nimber" }
                input #(id) name=(key) type="text" inputmode="numeric" size="6" maxlength="20" autocomplete="off"
                    value=(if self.given == SHOW { "" } else { &self.given });
                button type="submit" { "Check" }
            },
        )
    }
}

fn choice(boards: &Boards<'_>, key: &str, next: &str, previous: &str) -> Markup {
    form(
        boards,
        key,
        html! {
            button type="submit" name=(key) value="next" { (next) }
            button type="submit" name=(key) value="previous" { (previous) }
        },
    )
}

/// A form whose address has the answers to the other exercises too.
fn form(boards: &Boards<'_>, key: &str, content: Markup) -> Markup {
    let others = boards.others(key);
    html! {
        form.answer action={ (others.path()) "#" (key) } method="get" data-smooth="" {
            @for (name, value) in others.fields() { input type="hidden" name=(name) value=(value); }
            (content)
        }
    }
}
