//! A hunt: forests to be played, and what their winning bubbles spell together.

use crate::address::{self, Address};
use crate::boards::{picture, still};
use crate::jobs::{Budget, Difficulty, JobQueue};
use crate::layout::{self, Room};
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::picture::{Layer, Picture};
use grundy::{Level, Marks, NoPuzzle, Position, Request, Series, Shelf, Side};
use maud::{Markup, html};
use serde::Deserialize;
use std::sync::Arc;

/// The most forests, and the longest text, of a hunt that the page makes.
const MOST_FORESTS: usize = 12;
const LONGEST_TEXT: usize = 60;

/// What the address of a hunt says: nothing for the one of 2019.
#[derive(Clone, Deserialize)]
pub struct HuntQuery {
    #[serde(default)]
    text: String,
    #[serde(default = "seven", deserialize_with = "query::by_name")]
    forests: usize,
    #[serde(default = "first", deserialize_with = "query::by_name")]
    seed: u64,
}

fn seven() -> usize {
    7
}

fn first() -> u64 {
    1
}

/// Answers with the forests, the answer folded up below them.
pub async fn hunt(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<HuntQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    jobs.ask(address, Difficulty::Usual, move |budget| match forests(&query, budget) {
        Ok(forests) => Some(Reply::page(page(&query, &forests))),
        Err(NoPuzzle::Stopped(_)) if !budget.is_last() => None,
        Err(reason) => {
            let page = layout::wrong_address(&format!("no hunt: {reason}"), "/hunt?text=MEX+RULE&forests=3");
            Some(Reply::page(page).status(StatusCode::BAD_REQUEST))
        }
    })
    .await
}

fn forests(query: &HuntQuery, budget: &Budget) -> Result<Vec<Position>, NoPuzzle> {
    if query.text.trim().is_empty() {
        let names = (1..=seven()).map(|index| format!("bubbly@hunt-{index}-picture"));
        return Ok(names.filter_map(|name| name.parse().ok()).collect());
    }
    if query.forests > MOST_FORESTS || query.text.chars().count() > LONGEST_TEXT {
        return Err(NoPuzzle::Impossible(format!(
            "this page makes up to {MOST_FORESTS} forests and takes {LONGEST_TEXT} letters; `grundy puzzle` takes more"
        )));
    }
    let series = Series { text: query.text.clone(), count: query.forests, size: None, seed: query.seed };
    let game = Shelf::builtin().find("bubbly").map_err(|error| NoPuzzle::Impossible(error.message))?;
    let boards = game.compose_series(&series, &budget.run(0.9));
    let boards =
        boards.unwrap_or_else(|| Err(NoPuzzle::Impossible("bubbly has no maker of hunts".into())))?;
    Ok(boards.into_iter().map(Position::of).collect())
}

fn page(query: &HuntQuery, forests: &[Position]) -> Markup {
    let is_own = !query.text.trim().is_empty();
    let title = if is_own { "A hunt" } else { "The hunt of 2019" };
    layout::page(
        Room::Play,
        title,
        (!is_own).then_some("/hunt"),
        html! {
            h1 { (title) }
            p.lede {
                "Pop a bubble, and all that contain it pop too. Whoever pops the last one wins. "
                @if let [_] = forests { "In this forest" } @else { "In each of these " (forests.len()) " forests" }
                " the first player can win: find every first bubble that does it."
            }
            p {
                "Then lay the pictures over each other and read the winning bubbles from left to right and from top \
                 to bottom. Play a forest to try a bubble: I answer as well as can be, and say nothing of who wins."
            }
            @if !is_own {
                p.small {
                    "The forests are those of Bubbly, by Sami Casanova with art by Jesse Gelles (MIT Mystery Hunt \
                     2019); the places of the bubbles are ours."
                }
            }
            @for (index, forest) in forests.iter().enumerate() {
                section.hunt {
                    h2 { "Forest " (index + 1) }
                    (still(&picture(forest, &Marks::default())))
                    p {
                        a.button.strong href=(address::game(forest, None, Side::Me, Level::Perfect)) { "Play it" } " "
                        a.button href=(Address::of("/api/draw").with("position", forest)) { "The picture alone, to zoom into" }
                    }
                }
            }
            details {
                summary { "The answer" }
                (answer(forests))
            }
            (form(query))
        },
    )
}

/// The pictures over each other, and what is read off them.
fn answer(forests: &[Position]) -> Markup {
    let layer = |(index, forest): (usize, &Position)| {
        let winning = forest.solve(&Request::default()).winning;
        let caption = format!("{}: {}", index + 1, winning.join(" "));
        Layer { picture: picture(forest, &Marks { winning, making: None }), caption }
    };
    let over =
        Picture::over("all forests over each other", forests.iter().enumerate().map(layer).collect(), true);
    let lines: Vec<String> = over.read("wins").iter().map(|line| line.concat()).collect();
    html! {
        (still(&over))
        p { "The winning bubbles read " strong { (lines.join(" ")) } "." }
    }
}

fn form(query: &HuntQuery) -> Markup {
    html! {
        section {
            h2 { "A hunt of your own" }
            form.settings action="/hunt" method="get" {
                div {
                    label for="text" { "Words to spell" }
                    input #text name="text" type="text" value=(query.text) maxlength=(LONGEST_TEXT) placeholder="ANSWER RELIEF PITCHER";
                }
                div {
                    label for="forests" { "Forests" }
                    input #forests name="forests" type="number" min="1" max=(MOST_FORESTS) value=(query.forests);
                }
                div {
                    label for="seed" { "Seed" }
                    input #seed name="seed" type="number" min="0" value=(query.seed);
                }
                button type="submit" { "Make it" }
            }
            p.small { a href=(Address::of("/hunt")) { "The hunt of 2019" } }
        }
    }
}
