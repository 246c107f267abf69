//! Short chapters with boards that can be played on.

mod chapters;
mod codes;
mod exercise;
mod kayles;
mod live;
mod strategies;
mod theory;
mod trees;

use crate::jobs::{Difficulty, JobQueue};
use crate::layout::{self, Room};
use crate::query::PageQuery;
use crate::reply::Reply;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use live::Boards;
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A chapter.
struct Chapter {
    /// Its address, below `/learn/`.
    id: &'static str,
    title: &'static str,
    summary: &'static str,
    /// The game that it is about; without it there is no chapter.
    game: &'static str,
    /// Its text, with its boards.
    text: fn(&mut Boards<'_>) -> Markup,
}

const CHAPTERS: [Chapter; 11] = [
    Chapter {
        id: "nim",
        title: "Nim, and counting in twos",
        summary: "Three heaps, one idea: pair everything up.",
        game: "nim",
        text: chapters::nim,
    },
    Chapter {
        id: "safe",
        title: "Safe and unsafe, from the end",
        summary: "One definition that leans on itself, walked through on rows of 1, 2 and 3.",
        game: "nim",
        text: theory::safe,
    },
    Chapter {
        id: "mex",
        title: "The least that is missing",
        summary: "Why every position of every impartial game is a heap of Nim in disguise.",
        game: "nim",
        text: chapters::mex,
    },
    Chapter {
        id: "sums",
        title: "Games side by side",
        summary: "Two different games on one table are one game, and no harder.",
        game: "nim",
        text: chapters::sums,
    },
    Chapter {
        id: "theorem",
        title: "The Nimber theorem, proved",
        summary: "Why nimbers add without carrying: the whole proof, and the same with numbers.",
        game: "boxing-match",
        text: theory::theorem,
    },
    Chapter {
        id: "copying",
        title: "Copying and stealing",
        summary: "Who wins in Cram and Chomp, without a single number.",
        game: "cram",
        text: strategies::strategies,
    },
    Chapter {
        id: "bubbly",
        title: "Bubbly: one bubble at a time",
        summary: "From the inside out, with a set of numbers.",
        game: "bubbly",
        text: trees::bubbly,
    },
    Chapter {
        id: "hackenbush",
        title: "Hackenbush: two principles",
        summary: "Branches add up without carries, and a ring can be pulled to a point.",
        game: "hackenbush",
        text: trees::hackenbush,
    },
    Chapter {
        id: "dawson",
        title: "Dawson's Kayles, and when a pattern is a proof",
        summary: "A row of pins whose values repeat from the 53rd on, and how we can be sure.",
        game: "dawsons-kayles",
        text: codes::dawson,
    },
    Chapter {
        id: "misere",
        title: "Misère: the last move loses",
        summary: "Play as always, until there are only single counters left.",
        game: "nim",
        text: codes::misere,
    },
    Chapter {
        id: "misere-kayles",
        title: "Misère Kayles and its forty elements",
        summary: "Where nimbers are not enough: a small table that decides all sums of rows.",
        game: "kayles",
        text: kayles::kayles,
    },
];

/// The chapters of the games that there are.
fn chapters() -> impl Iterator<Item = &'static Chapter> {
    CHAPTERS.iter().filter(|chapter| grundy::Shelf::usual().find(chapter.game).is_ok())
}

/// The list of chapters.
pub async fn contents() -> Reply {
    Reply::page(layout::page(
        Room::Learn,
        "Learn",
        Some("/learn"),
        html! {
            section.hero {
                h1 { "How to win, and why it works" }
                p.lede { "Short chapters. Every board in them can be played on: click a piece, and see what the position is then. \
                             Each asks you something, and tells whether you are right, and why." }
            }
            ol.chapters {
                @for chapter in chapters() {
                    li {
                        a href={ "/learn/" (chapter.id) } { (chapter.title) }
                        p { (chapter.summary) }
                    }
                }
            }
        },
    ))
}

/// One chapter; the query has the positions of its boards.
pub async fn chapter(
    State(jobs): State<Arc<JobQueue>>,
    id: Result<Path<String>, PathRejection>,
    asked: PageQuery<BTreeMap<String, String>>,
) -> Reply {
    let id = id.map_or_else(|_| String::new(), |Path(id)| id);
    let place = chapters().position(|chapter| chapter.id == id);
    let Some(place) = place else {
        let page = layout::notice("No such chapter", "The list of chapters is under Learn.");
        return Reply::page(page).status(StatusCode::NOT_FOUND);
    };
    let PageQuery { query, address } = asked;
    jobs.ask(address, Difficulty::Usual, move |budget| {
        let all: Vec<&Chapter> = chapters().collect();
        let chapter = all[place];
        let mut boards = Boards::new(chapter.id, &query, budget);
        let text = (chapter.text)(&mut boards);
        if boards.want_more() && !budget.is_last() {
            return None;
        }
        let before = place.checked_sub(1).map(|place| all[place]);
        let own = format!("/learn/{}", chapter.id);
        Some(Reply::page(layout::page(Room::Learn, chapter.title, Some(&own), html! {
            article.chapter {
                h1 { (chapter.title) }
                (text)
                (boards.progress())
                nav.onward aria-label="Chapters" {
                    @match before {
                        Some(before) => a href={ "/learn/" (before.id) } { "← " (before.title) },
                        None => a href="/learn" { "← All chapters" },
                    }
                    @if let Some(next) = all.get(place + 1) { a href={ "/learn/" (next.id) } { (next.title) " →" } }
                }
            }
        })))
    })
    .await
}
