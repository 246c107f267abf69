//! The first page: three doors, every game, and famous positions; and the page to choose a game to play.

use crate::address::Address;
use crate::boards::{board, picture};
use crate::layout::{self, Room};
use crate::pages::play::level_choice;
use crate::reply::Reply;
use crate::{address, famous, rules};
use grundy::{Card, Convention, Level, Marks, Position, RulesFile, Shelf, Side};
use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The game on the first page: it is won by leaving 2 and 3, among others, and lost easily.
const FIRST_GAME: &str = "nim 2 3 4";

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
            section.front {
                div {
                    h1 { "Who wins, and why" }
                    p.lede {
                        "Both players have the same moves, nothing is hidden, and nobody throws dice. So every \
                         position is already won, by one side or the other."
                    }
                }
                (first_game())
            }
            ul.doors {
                li.door {
                    h2 { a href="/play" { "Play" } }
                    p { "Against the computer: it errs often, now and then, or never." }
                    p.small {
                        a href=(marienbad()) { "Marienbad, as the film plays it" }
                    }
                }
                li.door.understand {
                    h2 { "Understand a position" }
                    (layout::position_box(&Address::of("/analyse"), "", false))
                    p.small {
                        "Try " a href=(address::analysis("nim 3 5 7")) { code { "nim 3 5 7" } }
                        ", or several games at once: "
                        a href=(address::analysis("bubbly (E(G)) + nim 4 + *3")) { code { "bubbly (E(G)) + nim 4 + *3" } }
                        ", or " a href="/build?position=nim+3+5+7" { "build one by hand" } "."
                    }
                }
                li.door {
                    h2 { a href="/learn" { "Learn" } }
                    p { "From heaps of counters to the theorem behind all these games, with boards to try it on." }
                }
            }
            (games())
            section {
                h2 { "Famous positions" }
                ul.shelf {
                    li {
                        a href=(marienbad()) { "Marienbad" }
                        span { "Nim as it is played in the film of 1961: 1, 3, 5, 7, the last match loses, and M begins to tease" }
                    }
                    @for famous in famous::positions() {
                        li {
                            a href=(address::analysis(&famous.position.to_string())) { (famous.title) }
                            span { (famous.note) }
                        }
                    }
                    li {
                        a href="/packing" { "The Formidable Fourteen" }
                        span { "A puzzle without turns: fourteen disks, and a cavity that holds them just so" }
                    }
                    li {
                        a href="/hunt" { "Seven forests of bubbles" }
                        span { "A hunt: find the first moves that win, lay the pictures over each other, and read" }
                    }
                    li {
                        a href="/own" { "A game of your own" }
                        span { "Three lines say its rules, and it is solved and drawn like the others" }
                    }
                    li {
                        a href="/review" { "A game that you played" }
                        span { "Written down, it is looked through: who was winning, and where it turned" }
                    }
                }
            }
        },
    )
}

/// Marienbad as the film plays it: the last match loses, and the computer plays as M does.
fn marienbad() -> Address {
    Address::of("/play")
        .with("position", "nim 1 3 5 7")
        .with("convention", Convention::Misere)
        .with("level", Level::Marienbad)
}

/// A game that is won at once by who sees how.
fn first_game() -> Markup {
    let Ok(position) = FIRST_GAME.parse::<Position>() else { return html! {} };
    let game = address::game(&position, None, Side::Me, Level::Casual);
    let drawn = picture(&position, &Marks::default());
    html! {
        div.live.first {
            p { strong { "Your move." } " Take as many counters as you like from one heap; whoever takes the last one wins." }
            (board(drawn, &|label| game.clone().with("moves", label).to_string(), &BTreeMap::new()))
            p.lead { "Point at a counter, and click." }
        }
    }
}

/// The cards of the games, and apart from them those of the many small ones that come as rules files.
fn cards() -> (Vec<&'static Card>, Vec<&'static Card>) {
    static SHIPPED: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| RulesFile::shipped().iter().map(|file| file.name().to_owned()).collect());
    Shelf::usual().cards().partition(|card| !SHIPPED.contains(&*card.id))
}

fn games() -> Markup {
    let (known, more) = cards();
    html! {
        section {
            h2 { "The games" }
            ul.cards { @for known in known { (card(known)) } }
            details.more {
                summary { h3 { (more.len()) " more games, each from a few lines of rules" } }
                ul.cards { @for more in more { (card(more)) } }
            }
        }
    }
}

fn card(card: &Card) -> Markup {
    let text = card.example_term();
    let position: Option<Position> = text.parse().ok();
    html! {
        li.card {
            div.picture { img src=(Address::of("/api/draw").with("position", &text)) alt="" loading="lazy" decoding="async"; }
            div {
                h3 { (card.title) }
                p { (rules::line(card)) }
                p.go {
                    @if let Some(position) = &position {
                        a.button.strong href=(address::game(position, None, Side::Me, Level::Casual))
                            aria-label={ "Play " (card.title) } { "Play" } " "
                    }
                    a.button href=(address::analysis(&text)) aria-label={ "Analyse " (card.title) } { "Analyse" }
                }
            }
        }
    }
}

/// The page that asks which game is to be played.
pub fn choose() -> Markup {
    layout::page(
        Room::Play,
        "Play",
        Some("/play"),
        html! {
            h1 { "Play against the computer" }
            form.settings action="/play" method="get" {
                div {
                    label for="position" { "Game" }
                    select #position name="position" {
                        @let (known, more) = cards();
                        @for card in known { option value=(card.example_term()) { (card.title) } }
                        optgroup label="More games" {
                            @for card in more { option value=(card.example_term()) { (card.title) } }
                        }
                    }
                }
                div {
                    label for="level" { "The computer plays" }
                    (level_choice(Level::Casual))
                }
                div {
                    label for="first" { "Who begins" }
                    select #first name="first" {
                        option value="me" { "you" }
                        option value="computer" { "the computer" }
                    }
                }
                button type="submit" { "Begin" }
            }
            p { "Or write any position, a sum of games too, and how it is played:" }
            form.settings action="/play" method="get" {
                div.grow {
                    label for="any" { "Position" }
                    input #any name="position" type="text" required autocomplete="off" autocapitalize="off"
                        spellcheck="false" maxlength="6000" placeholder="nim 3 4 5 + kayles 7";
                }
                div {
                    label for="convention" { "The last move" }
                    select #convention name="convention" {
                        option value="" { "as usual in the game" }
                        option value="normal" { "wins" }
                        option value="misere" { "loses (misère)" }
                    }
                }
                input type="hidden" name="level" value="casual";
                button type="submit" { "Begin" }
            }
            (games())
        },
    )
}
