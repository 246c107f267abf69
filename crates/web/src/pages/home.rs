//! The first page: every game, and famous positions.

use crate::boards::{picture, still};
use crate::layout::{self, Room};
use crate::reply::Reply;
use crate::{address, famous};
use grundy::{Card, Marks, Position, Shelf};
use maud::{Markup, html};
use std::sync::LazyLock;

/// Answers with the first page, which is the same for all and made once.
pub async fn home() -> Reply {
    static PAGE: LazyLock<Reply> = LazyLock::new(|| Reply::page(page()));
    PAGE.clone()
}

fn page() -> Markup {
    layout::page(
        Room::Home,
        "Impartial games",
        Some("/"),
        html! {
            section.hero {
                h1 { "Who wins, and why" }
                p.lede {
                    "In an " em { "impartial" } " game both players have the same moves, nothing is hidden, and \
                     nobody throws dice. So every position is already won, by one side or the other. Grundy says \
                     by which, with which moves, and shows the working."
                }
                (layout::position_box("", false))
                p.small {
                    "For example " a href=(address::analysis("nim 3 5 7")) { code { "nim 3 5 7" } }
                    ", or several games at once: "
                    a href=(address::analysis("bubbly (E(G)) + nim 4 + *3")) {
                        code { "bubbly (E(G)) + nim 4 + *3" }
                    } "."
                }
            }
            section {
                h2 { "The games" }
                ul.cards { @for game in Shelf::usual().games() { (card(game.card())) } }
            }
            section {
                h2 { "A puzzle without turns" }
                p {
                    a href="/packing" { "The Formidable Fourteen" } ": fourteen disks, and a cavity that holds them \
                     just so. Drag them into it, or watch the search; that they fit is proven in exact arithmetic."
                }
            }
            section {
                h2 { "A hunt" }
                p {
                    a href="/hunt" { "Seven forests of bubbles" } ": find the first moves that win in each, lay the \
                     pictures over each other, and read."
                }
            }
            section {
                h2 { "Famous positions" }
                ul.shelf {
                    @for famous in famous::positions() {
                        li {
                            a href=(address::analysis(&famous.position.to_string())) { (famous.title) }
                            span { (famous.note) }
                        }
                    }
                }
            }
        },
    )
}

fn card(card: &Card) -> Markup {
    let text = card.example_term();
    let position: Option<Position> = text.parse().ok();
    html! {
        li.card {
            @if let Some(position) = &position {
                div.picture aria-hidden="true" { (still(&picture(position, &Marks::default()))) }
            }
            div {
                h3 { a href=(address::analysis(&text)) { (card.title) } }
                p { (layout::shortened(&capital(&card.summary), 300)) "." }
                p.small { code { (text) } }
            }
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
