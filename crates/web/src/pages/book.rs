//! A book of replies: how a lost position is won by whoever moves second.

use crate::address::{self, Address};
use crate::jobs::{Difficulty, JobQueue};
use crate::layout::{self, Room};
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::{Book, Convention, NoBook, Position, Reading};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use std::sync::Arc;

/// A longer book is for a file: `grundy book`.
const MOST_SHOWN: usize = 2_000;

/// What the address of a book says.
#[derive(Clone, Deserialize)]
pub struct BookQuery {
    #[serde(default)]
    position: String,
    #[serde(default, deserialize_with = "query::convention")]
    convention: Option<Convention>,
}

/// Answers with the book of a position, each position of it a picture whose moves lead on.
pub async fn book(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<BookQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    jobs.ask(address, Difficulty::Usual, move |budget| {
        let run = budget.run(0.9);
        let position = match Position::parse_within(&query.position, Reading::default(), &run) {
            Ok(position) => position,
            Err(error) => {
                let asked = Address::of("/book").with_some("convention", query.convention);
                let page = layout::wrong_position(&asked, &query.position, &error.told(&query.position));
                return Some(Reply::page(page).status(StatusCode::BAD_REQUEST));
            }
        };
        let convention = query.convention.unwrap_or_else(|| position.usual_convention());
        match Book::of(&position, convention, &run) {
            Ok(book) if book.entries.len() <= MOST_SHOWN => Some(Reply::page(page(&book))),
            Ok(_) => Some(Reply::page(no_book(&position, &NoBook::TooLong))),
            Err(NoBook::Stopped(_)) if !budget.is_last() => None,
            Err(reason) => Some(Reply::page(no_book(&position, &reason))),
        }
    })
    .await
}

fn page(book: &Book) -> Markup {
    let title = book.title();
    layout::page(
        Room::Analysis,
        &layout::shortened(&title, 80),
        None,
        html! {
            h1 { (layout::shortened(&title, 200)) }
            (PreEscaped(book.fragment()))
            p.small {
                "Click a move of the opponent to see what its answer leaves. On paper a small book fits a page; "
                code { "grundy book --json" } " writes it for " code { "grundy check" } ". "
                a href=(address::analysis(&book.start.to_string())) { "Back to the position" } "."
            }
        },
    )
}

fn no_book(position: &Position, reason: &NoBook) -> Markup {
    let text =
        format!("There is no book of {} here: {reason}.", layout::shortened(&position.to_string(), 200));
    layout::notice("No book", &text)
}
