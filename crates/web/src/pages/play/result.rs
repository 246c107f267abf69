//! The end of a game: who has won, where it turned, and what to do now.

use super::{Game, Talk};
use crate::address;
use crate::jobs::Budget;
use grundy::{Level, Outcome, Side, Thought, Turn};
use maud::{Markup, html};

/// A game of more moves than this is not looked through for its turning point.
const MOST_REVIEWED: usize = 400;

impl Game {
    /// Who has won, and where the game turned.
    pub(super) fn result(&self, winner: Side, budget: &Budget) -> Option<Talk> {
        let record = &self.record;
        let (class, text) = match (winner, record.resigned) {
            (Side::Me, _) => ("won", "You win. Well played."),
            (Side::Computer, Some(_)) => ("lost", "You resigned, so I win."),
            (Side::Computer, None) => ("lost", "I win."),
        };
        let turns = self.review(budget)?;
        Some(Talk {
            hint: None,
            says: html! {
                div .talk .over .(class) data-told="" {
                    p { strong { (sign(winner)) " " (text) } }
                    @if record.resigned.is_some() { (self.given_up(budget)) }
                    (self.lesson(winner, &turns))
                    @let other = record.first.other();
                    p {
                        @let seed = self.seed.wrapping_add(1);
                        a href=(address::game(record.start(), self.convention, record.first, record.level).with("seed", seed)) { "Again" }
                        ", or again with "
                        a href=(address::game(record.start(), self.convention, other, record.level)) {
                            @match other { Side::Me => "you", Side::Computer => "me" } " to begin"
                        }
                        @if let Some((level, who)) = next_level(winner, record.level) {
                            ", or "
                            a href=(address::game(record.start(), self.convention, record.first, level)) { (who) }
                        }
                        "."
                    }
                }
            },
        })
    }

    /// What who resigned could still have done.
    fn given_up(&self, budget: &Budget) -> Markup {
        let player = self.player(Level::Perfect, budget.limits(0.5), budget);
        let choice = player.choose(self.record.position());
        match choice {
            Some(choice) if choice.thought == Thought::Winning => {
                let words = self.record.position().say(&choice.label).unwrap_or_default();
                let back = self.address(self.record.moves());
                html! {
                    p {
                        "You were winning: " strong { (words) } " " small { code { (choice.label) } } " wins. "
                        a href=(back) { "Go back and try" } "."
                    }
                }
            }
            Some(choice) if choice.thought != Thought::Unsure => {
                html! { p { "You were right: no move wins there." } }
            }
            _ => html! {},
        }
    }

    /// Every move in the light of who wins; none when a larger budget would see more of them.
    fn review(&self, budget: &Budget) -> Option<Vec<Turn>> {
        let moves = self.record.moves().len();
        if moves > MOST_REVIEWED {
            return Some(Vec::new());
        }
        let turns = self.record.review(budget.limits(1.0 / (moves + 1) as f64));
        let is_whole = turns.iter().all(|turn| turn.before.is_some() && turn.after.is_some());
        (is_whole || budget.is_last()).then_some(turns)
    }

    /// The turning point: the last move that gave the game to the winner.
    fn lesson(&self, winner: Side, turns: &[Turn]) -> Markup {
        let turning = turns.iter().rev().find(|turn| turn.gave_it_away());
        let Some(turn) = turning else {
            return match turns.first().and_then(|turn| turn.before) {
                Some(Outcome::P) if self.record.first != winner => html! {
                    p { "No move gave it away: the start is a P-position, lost for whoever begins." }
                },
                _ => html! {},
            };
        };
        let made =
            turns.iter().filter(|other| other.side == turn.side && other.number <= turn.number).count();
        let (whose, could) = match turn.side {
            Side::Me => ("Your", "Winning was"),
            Side::Computer => ("My", "I should have chosen"),
        };
        let place = address::analysis(&self.record.start().to_string())
            .with_some("convention", self.convention)
            .with("moves", self.record.moves().join(" "))
            .with("at", turn.number - 1)
            .with("winning", 1);
        html! {
            p {
                @let said = |label: &str| {
                    let before = self.record.position_after(turn.number - 1);
                    before.and_then(|before| before.say(label).ok()).unwrap_or_default()
                };
                (whose) " move " (made) ", " strong { (said(&turn.label)) } " " small { code { (turn.label) } }
                ", gave it away. " (could) " "
                @for (index, label) in turn.better.iter().enumerate() {
                    @if index > 0 { ", " }
                    (said(label)) " " small { code { (label) } }
                }
                ". " a href=(place) { "Look at that position" } "."
            }
            @if turn.side == Side::Me {
                p { a.button.strong href=(self.address(&self.record.moves()[..turn.number - 1])) { "Go back there, and win" } }
            }
        }
    }
}

/// The level to try next: a harder one for who has won, an easier one for who has lost.
fn next_level(winner: Side, level: Level) -> Option<(Level, &'static str)> {
    match (winner, level) {
        (Side::Me, Level::Casual) => {
            Some((Level::Careful, "against the computer that errs now and then only"))
        }
        (Side::Me, Level::Careful) => Some((Level::Perfect, "against the computer that never errs")),
        (Side::Computer, Level::Perfect | Level::Marienbad) => {
            Some((Level::Careful, "against the computer that errs now and then"))
        }
        (Side::Computer, Level::Careful) => Some((Level::Casual, "against the computer that errs often")),
        (Side::Me, Level::Perfect | Level::Marienbad) | (Side::Computer, Level::Casual) => None,
    }
}

/// Winning and losing by shape too.
fn sign(winner: Side) -> &'static str {
    match winner {
        Side::Me => "✓",
        Side::Computer => "✗",
    }
}
