//! A tree of replies: whatever the other side does, what answers it. Branches open one after the other.

use crate::address::{self, Address};
use crate::boards::{picture, still};
use crate::jobs::{Budget, Difficulty, JobQueue};
use crate::layout::{self, Room, named, shortened};
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::{Answer, Convention, Marks, Outcome, Position, Reading, Request, Word};
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// More moves of a position are not answered one by one.
const MOST_MOVES: usize = 400;

/// What the address of a tree says.
#[derive(Clone, Deserialize)]
pub struct TreeQuery {
    #[serde(default)]
    position: String,
    #[serde(default, deserialize_with = "query::convention")]
    convention: Option<Convention>,
}

/// A move of the loser, moves that are alike, and what answers them.
struct Branch {
    label: String,
    alike: usize,
    next: Position,
    /// The winning answer and what it leaves; none where the first move has ended the game.
    answer: Option<(String, Position)>,
}

/// Answers with the first branches of a position.
pub async fn tree(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<TreeQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    jobs.ask(address, Difficulty::Usual, move |budget| {
        let position = match Position::parse_within(&query.position, Reading::default(), &budget.run(0.5)) {
            Ok(position) => position,
            Err(error) => {
                let asked = Address::of("/tree").with_some("convention", query.convention);
                let page = layout::wrong_position(&asked, &query.position, &error.told(&query.position));
                return Some(Reply::page(page).status(StatusCode::BAD_REQUEST));
            }
        };
        let convention = query.convention.or(position.convention_by_name());
        let content = content(&position, convention, budget)?;
        Some(Reply::page(page(&position, convention, content)))
    })
    .await
}

fn solve(position: &Position, convention: Option<Convention>, budget: &Budget) -> Answer {
    position.solve(&Request { convention, named_moves: 1, run: budget.run(0.9), ..Request::default() })
}

/// What stands below the board; none when a larger budget would say more.
fn content(position: &Position, convention: Option<Convention>, budget: &Budget) -> Option<Markup> {
    let answer = solve(position, convention, budget);
    match (answer.outcome, answer.winning.first()) {
        (None, _) if !budget.is_last() => None,
        (None, _) => Some(html! { p { "It is not found out in the time that the server gives." } }),
        _ if position.is_over() => Some(html! { p { "The game is over." } }),
        (Some(Outcome::N), Some(label)) => {
            let after = position.play(label).ok()?;
            let branches = branches(&after, convention, budget)?;
            Some(html! {
                p { strong { "First: " (position.say(label).unwrap_or_default()) "." } " " small { code { (label) } } }
                (still(&picture(position, &Marks { winning: Vec::new(), making: Some(label.clone()) })))
                (list(&after, convention, &branches))
            })
        }
        _ => {
            let branches = branches(position, convention, budget)?;
            Some(list(position, convention, &branches))
        }
    }
}

/// The moves of a lost position by what they leave, each with its answer.
fn branches(position: &Position, convention: Option<Convention>, budget: &Budget) -> Option<Vec<Branch>> {
    let mut known: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut branches: Vec<Branch> = Vec::new();
    for label in position.moves(MOST_MOVES) {
        let next = position.play(&label).ok()?;
        let mut shape: Vec<String> = next.terms().iter().flat_map(|term| term.shape()).collect();
        shape.sort();
        if let Some(&index) = known.get(&shape) {
            branches[index].alike += 1;
            continue;
        }
        let found = solve(&next, convention, budget);
        if found.outcome.is_none() && !budget.is_last() {
            return None;
        }
        let answer = found.winning.first().and_then(|reply| Some((reply.clone(), next.play(reply).ok()?)));
        known.insert(shape, branches.len());
        branches.push(Branch { label, alike: 1, next, answer });
    }
    Some(branches)
}

fn list(position: &Position, convention: Option<Convention>, branches: &[Branch]) -> Markup {
    let draw = |position: &Position, label: &str| {
        Address::of("/api/draw").with("position", position).with("move", label)
    };
    html! {
        @if branches.is_empty() { p { "No move is left: the game is over." } }
        ol.tree {
            @for branch in branches {
                li {
                    div.reply {
                        figure {
                            img src=(draw(position, &branch.label)) alt="" loading="lazy" decoding="async";
                            figcaption {
                                "If they " (position.say(&branch.label).unwrap_or_default()) " "
                                @if branch.alike > 1 { small { "(" (Word::count(branch.alike as u128, "move")) " alike)" } }
                            }
                        }
                        @match &branch.answer {
                            Some((reply, _)) => figure {
                                img src=(draw(&branch.next, reply)) alt="" loading="lazy" decoding="async";
                                figcaption { strong { (branch.next.say(reply).unwrap_or_default()) } " " small { code { (reply) } } }
                            },
                            None => p { "The game is over, and they have lost it." },
                        }
                    }
                    @if let Some((_, after)) = branch.answer.as_ref().filter(|(_, after)| !after.is_over()) {
                        details {
                            summary { "And then?" }
                            div data-branch="" {
                                a href=(Address::of("/tree").with("position", after).with_some("convention", convention)) {
                                    "What they can do then, and what answers it"
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn page(position: &Position, convention: Option<Convention>, content: Markup) -> Markup {
    let played = convention.unwrap_or_else(|| position.usual_convention());
    let aim = match played {
        Convention::Normal => "The last move wins.",
        Convention::Misere => "The last move loses.",
    };
    layout::page(
        Room::Analysis,
        &format!("Replies, {}", shortened(&named(position), 50)),
        None,
        html! {
            h1 { "A tree of replies" }
            p { code { (shortened(&named(position), 200)) } ". " (aim) " Whatever the loser does, this is what answers it; open a branch to go on." }
            (still(&picture(position, &Marks::default())))
            div #tree { (content) }
            p { a.button href=(address::analysis(&position.to_string()).with_some("convention", convention)) { "Back to the position" } }
        },
    )
}
