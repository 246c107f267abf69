//! A game that was written down, looked through move by move.

use crate::address;
use crate::boards::{picture, still};
use crate::jobs::{Budget, Difficulty, JobQueue};
use crate::layout::{self, Room, shortened};
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::{Convention, GameReview, Marks, Outcome, PlayedGame, ReviewedMove, Run};
use maud::{Markup, html};
use serde::Deserialize;
use std::sync::Arc;

/// Longer games are for the program, in bytes.
const LONGEST: usize = 6_000;
/// A game of Nim that was given away, to begin with.
const EXAMPLE: &str = "position: nim 3 5 7\n1. A 3:7>4\n2. B 2:5>1\n1:3>1\n3:4>0\n2:1>0\n1:1>0";

/// What the address of a review says.
#[derive(Clone, Deserialize)]
pub struct ReviewQuery {
    #[serde(default)]
    game: String,
    /// The game that is played, where `game` does not say it.
    #[serde(default)]
    of: String,
    #[serde(default, deserialize_with = "query::convention")]
    convention: Option<Convention>,
}

/// Answers with the form, and below it the game move by move where there is one.
pub async fn review(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<ReviewQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    let text = query.game.replace('\r', "");
    if text.trim().is_empty() {
        return Reply::page(page("", &query.of, html! {}));
    }
    if text.len() > LONGEST {
        let told = html! { p #mistake .mistake role="alert" {
            "This page reads games of at most " (LONGEST) " letters; " code { "grundy review FILE" } " has no such limit."
        } };
        return Reply::page(page(&text, &query.of, told)).status(StatusCode::BAD_REQUEST);
    }
    jobs.ask(address, Difficulty::Usual, move |budget| {
        judged(&text, query.of.trim(), query.convention, budget)
    })
    .await
}

/// The page of a game; none when a larger budget would see more of it.
fn judged(text: &str, of: &str, convention: Option<Convention>, budget: &Budget) -> Option<Reply> {
    let wrong_in = |place: &str, error: &grundy::Diagnostic| {
        Some(Reply::page(page(text, of, layout::mistake(place, error))).status(StatusCode::BAD_REQUEST))
    };
    let wrong = |error: &grundy::Diagnostic| wrong_in(text, error);
    if let Some(error) = PlayedGame::no_game(of).filter(|_| !of.is_empty()) {
        return wrong_in(of, &error);
    }
    let game = match PlayedGame::parse(text, Some(of).filter(|of| !of.is_empty())) {
        Ok(game) => game,
        Err(error) => return wrong(&error),
    };
    let played = convention.unwrap_or(game.convention());
    let game = game.with_convention(played);
    let share = 1.0 / (game.moves().len() + 1) as f64;
    match game.reviewed(&|| Run::new(budget.limits(share)), 3) {
        Ok(review) if review.is_known() || budget.is_last() => {
            Some(Reply::page(page(text, of, told(&game, &review))))
        }
        Ok(_) => None,
        Err(error) => wrong(&error),
    }
}

fn page(text: &str, of: &str, content: Markup) -> Markup {
    layout::page(
        Room::Play,
        "Review a game",
        Some("/review"),
        html! {
            h1 { "Review a game" }
            p.lede { "A game between two people, as it was written down. Grundy says who was winning after each move, and where it turned." }
            (content)
            form.ask action="/review" method="get" {
                label for="game" { "The game: a position, then a move on each line; or the positions, one on each line" }
                textarea #game name="game" rows="9" maxlength=(LONGEST) spellcheck="false" required placeholder=(EXAMPLE) { (text) }
                label for="of" { "Which game it is, where boards alone do not say it" }
                input #of name="of" type="text" value=(of) size="16" maxlength="200" autocomplete="off"
                    autocapitalize="off" spellcheck="false" placeholder="2d-nim";
                p { button type="submit" { "Look it through" } }
            }
            p.small {
                "For example " a href=(crate::address::Address::of("/review").with("game", EXAMPLE)) { "a game of Nim that was given away" }
                ". Moves are labels as everywhere: " code { "3:7>4" } " leaves 4 of the third heap of 7."
            }
        },
    )
}

/// Who has won, where it turned, and every move.
fn told(game: &PlayedGame, review: &GameReview) -> Markup {
    html! {
        div.talk.over { @for line in review.verdict() { p { (line) } } }
        h2 { "Move by move" }
        ol.review {
            li { (still(&picture(game.start(), &Marks::default()))) p { "The start" } }
            @for (index, mv) in review.moves.iter().enumerate() {
                @let before = game.position_after(index);
                @let marks = Marks { winning: Vec::new(), making: Some(mv.label.clone()) };
                li .turned[review.turning_point == Some(mv.number)] {
                    a href=(address::analysis(&before.to_string()).with("convention", &review.convention).with("winning", 1)) {
                        (still(&picture(before, &marks)))
                    }
                    p { (mv.number) ". " strong { (mv.player) } ": " (mv.said) " " small { code { (shortened(&mv.label, 30)) } } }
                    (verdict(review, mv))
                }
            }
        }
    }
}

fn verdict(review: &GameReview, mv: &ReviewedMove) -> Markup {
    let gave = mv.before == Some(Outcome::N) && mv.after == Some(Outcome::N);
    let is_turn = review.turning_point == Some(mv.number);
    html! {
        @match (mv.before, mv.after) {
            _ if gave => p.lost {
                "✗ gave the win away"
                @if is_turn { ": here it turned" }
                @if !mv.missed.is_empty() { ". Winning: " (mv.missed.join(", ")) }
            },
            (_, Some(Outcome::P)) => p.won { "✓ keeps the win" },
            (Some(Outcome::P), _) => p.small { "nothing wins here" },
            _ => p.small { "not found out in the time that there was" },
        }
    }
}
