//! Playing through a proof, without a search: what a proof replies to every move, and which of its couples each reply
//! reaches.

use crate::address::{self, Address};
use crate::boards::{picture, stage, still};
use crate::jobs::{Budget, Difficulty, JobQueue};
use crate::layout::{self, Room, named, shortened};
use crate::proofs::{self, SHIPPED};
use crate::query::{AskedMove, PageQuery};
use crate::reply::Reply;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use grundy::check::proof::{ProofFile, ProofRefusal, ShownPosition, by_proof, check_proof};
use grundy::{Convention, Marks, Position, Reading, Word};
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// More moves of a position are not answered one by one.
const MOST_MOVES: usize = 400;
/// More couples that a reply reaches are counted.
const MOST_NAMED: usize = 12;

/// What the address of a proof says.
#[derive(Clone, Deserialize)]
pub struct ProofQuery {
    /// The proof, by its name.
    #[serde(default)]
    of: String,
    #[serde(default)]
    position: String,
    /// A move to be made, as people write it.
    #[serde(default, rename = "move")]
    asked: String,
    /// A move of a heap, as the form for large heaps asks it.
    #[serde(default)]
    heap: String,
    #[serde(default)]
    leave: String,
    #[serde(default)]
    beside: String,
}

fn refused(told: &str) -> Reply {
    let page = layout::page(
        Room::Play,
        "No proof",
        None,
        html! {
            h1 { "This is not proved" }
            p { (layout::sentence(told)) }
            p { a href="/proof" { "Choose a proof, or send one" } }
        },
    );
    Reply::page(page).status(StatusCode::BAD_REQUEST)
}

/// Verifies a proof as far as a budget goes; `None` where a larger one would go further.
fn verified(bytes: &[u8], budget: &Budget) -> Option<Result<Arc<ProofFile>, String>> {
    let checked =
        ProofFile::read(bytes).and_then(|file| check_proof(&file, &budget.run(0.9)).map(|_| Arc::new(file)));
    match checked {
        Ok(file) => Some(Ok(file)),
        Err(ProofRefusal::Stopped(_)) if !budget.is_last() => None,
        Err(ProofRefusal::Stopped(_)) => Some(Err(
            "the check takes longer than the server gives: `grundy check` and `grundy play --by` have no such limit".to_owned(),
        )),
        Err(refusal) => Some(Err(refusal.to_string())),
    }
}

/// Takes a proof in that somebody sends, and leads to its page.
pub async fn sent(State(jobs): State<Arc<JobQueue>>, headers: HeaderMap, body: Bytes) -> Reply {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let Some(bytes) = proofs::file_in_form(kind, &body).map(<[u8]>::to_vec) else {
        return refused("there is no file in what was sent");
    };
    let name = proofs::name_of(&bytes);
    jobs.ask(format!("/proof sent {name}"), Difficulty::Usual, move |budget| {
        Some(match verified(&bytes, budget)? {
            Ok(file) => {
                proofs::keep(&name, file);
                Reply::see_other(&Address::of("/proof").with("of", &name).to_string())
            }
            Err(told) => refused(&told),
        })
    })
    .await
}

/// Answers with what can be chosen; or with a position of a proof, and what it replies to every move.
pub async fn proof(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<ProofQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    if query.of.is_empty() {
        return Reply::page(choose());
    }
    jobs.ask(address, Difficulty::Usual, move |budget| {
        let Some(file) = proofs::kept(&query.of) else {
            return Some(refused("this proof is not kept here, or not any more: send it again"));
        };
        match Played::read(&query, &file, budget) {
            Ok(played) => played.reply(&query, budget),
            Err(reply) => Some(reply),
        }
    })
    .await
}

fn choose() -> Markup {
    layout::page(
        Room::Play,
        "Proofs",
        Some("/proof"),
        html! {
            h1 { "Play through a proof" }
            p { "A proof says what to reply to every move, and the checker has shown by the rules alone that each reply is right. Nothing is searched here." }
            h2 { "Proofs of Grundy" }
            ul {
                @for (name, _) in SHIPPED {
                    @if let Some(file) = proofs::kept(name) {
                        li {
                            a href=(Address::of("/proof").with("of", name)) {
                                @for claim in &file.claims { code { (shortened(&claim.position, 100)) } " " }
                            }
                            (played_how(file.convention)) ": " (members(&file)) "."
                        }
                    }
                }
            }
            h2 { "A proof of yours" }
            form action="/proof" method="post" enctype="multipart/form-data" {
                label for="proof" { "A file that " code { "grundy prove" } " has written, of at most 1 MiB" }
                div.row {
                    input #proof name="proof" type="file" required;
                    button type="submit" { "Verify and open it" }
                }
            }
            p.small { "The server keeps it for a while, to answer your next moves. " code { "grundy play --by FILE.proof" } " plays by it on your own machine." }
        },
    )
}

fn played_how(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => ", the last move wins",
        Convention::Misere => ", the last move loses",
    }
}

fn members(file: &ProofFile) -> String {
    let what = if file.convention == Convention::Normal { "couple" } else { "sum" };
    Word::count(file.body.len() as u128, what)
}

/// A position of a proof.
struct Played<'f> {
    file: &'f ProofFile,
    /// As it stands in addresses.
    of: &'f str,
    position: Position,
}

/// A move of the loser, those that are alike, and the reply.
struct Branch {
    label: String,
    alike: usize,
    next: Position,
    shown: Option<ShownPosition>,
}

impl<'f> Played<'f> {
    /// Reads an address, or makes the page that says what is wrong.
    fn read(query: &'f ProofQuery, file: &'f ProofFile, budget: &Budget) -> Result<Played<'f>, Reply> {
        let workbench = proofs::workbench(file).map_err(|told| refused(&told))?;
        let first = file.claims.first().map(|claim| claim.position.as_str());
        let text = if query.position.is_empty() { first } else { Some(query.position.as_str()) };
        let text = text.ok_or_else(|| refused("the proof claims nothing"))?;
        let position = Position::parse_on(&workbench, text, Reading::default(), &budget.run(0.5));
        let position = position.map_err(|error| {
            let asked = Address::of("/proof").with("of", &query.of);
            let page = layout::wrong_position(&asked, text, &error.told(text));
            Reply::page(page).status(StatusCode::BAD_REQUEST)
        })?;
        Ok(Played { file, of: &query.of, position })
    }

    fn address(&self, position: &Position) -> Address {
        Address::of("/proof").with("of", self.of).with("position", position.in_proofs())
    }

    fn shown(
        &self,
        positions: &[Position],
        budget: &Budget,
    ) -> Result<Vec<Option<ShownPosition>>, ProofRefusal> {
        let texts: Vec<String> = positions.iter().map(Position::in_proofs).collect();
        by_proof(self.file, &texts.iter().map(String::as_str).collect::<Vec<_>>(), &budget.run(0.9))
    }

    fn reply(&self, query: &ProofQuery, budget: &Budget) -> Option<Reply> {
        let asked =
            AskedMove { text: &query.asked, heap: &query.heap, leave: &query.leave, beside: &query.beside };
        let mut story = Vec::new();
        let mut position = self.position.clone();
        if asked.is_there() {
            let label = match asked.read(&position) {
                Ok(label) => label,
                Err((text, error)) => {
                    let page = layout::wrong_move(&position, &text, &error, &self.address(&position));
                    return Some(Reply::page(page).status(StatusCode::BAD_REQUEST));
                }
            };
            let next = position.play(&label).ok()?;
            story.push(
                html! { p { "You " (position.say(&label).unwrap_or_default()) ": " code { (label) } "." } },
            );
            position = next;
        }
        let shown = match self.shown(std::slice::from_ref(&position), budget) {
            Err(ProofRefusal::Stopped(_)) if !budget.is_last() => return None,
            Err(refusal) => return Some(refused(&refusal.to_string())),
            Ok(mut shown) => shown.pop().flatten(),
        };
        // Where a move wins, it is made: what follows is the loser's to choose.
        let shown = match shown {
            Some(ShownPosition::Won(shown)) => {
                let next = position.play(&shown.label).ok()?;
                story.push(html! {
                    p { strong { "By the proof: " (position.say(&shown.label).unwrap_or_default()) "." } " " small { code { (shown.label) } } }
                    (reaches(&shown.reaches))
                });
                position = next;
                Some(ShownPosition::Lost(shown.reaches))
            }
            other => other,
        };
        let here = Played { position, ..*self };
        here.page(&story, shown.as_ref(), budget)
    }

    /// The moves of the loser by what they leave, each with its reply.
    fn branches(&self, budget: &Budget) -> Option<Vec<Branch>> {
        let mut known: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        let mut branches: Vec<Branch> = Vec::new();
        for label in self.position.moves(MOST_MOVES) {
            let next = self.position.play(&label).ok()?;
            let mut shape: Vec<String> = next.terms().iter().flat_map(|term| term.shape()).collect();
            shape.sort();
            match known.get(&shape) {
                Some(&index) => branches[index].alike += 1,
                None => {
                    known.insert(shape, branches.len());
                    branches.push(Branch { label, alike: 1, next, shown: None });
                }
            }
        }
        let positions: Vec<Position> = branches.iter().map(|branch| branch.next.clone()).collect();
        let shown = match self.shown(&positions, budget) {
            Ok(shown) => shown,
            Err(_) if !budget.is_last() => return None,
            Err(_) => Vec::new(),
        };
        branches.iter_mut().zip(shown).for_each(|(branch, shown)| branch.shown = shown);
        Some(branches)
    }

    fn page(&self, story: &[Markup], shown: Option<&ShownPosition>, budget: &Budget) -> Option<Reply> {
        let Played { file, position, .. } = self;
        let branches = match shown {
            Some(ShownPosition::Lost(_)) => self.branches(budget)?,
            _ => Vec::new(),
        };
        let is_of_known_games = proofs::is_of_known_games(file);
        let here = self.address(position);
        let title = format!("By proof, {}", shortened(&named(position), 50));
        let link = |label: &str| self.address(position).with("move", label).to_string();
        Some(Reply::page(layout::page(
            Room::Play,
            &title,
            None,
            html! {
                h1 { "Play through a proof" }
                p {
                    code { (shortened(&position.in_proofs(), 200)) } (played_how(file.convention)) ". The proof has "
                    (members(file)) ", verified by the rules alone"
                    @if !file.lemmas.is_empty() { ", with " @if file.lemmas.len() == 1 { "the lemma " } @else { "the lemmas " } (file.lemmas.join(", ")) }
                    ". Nothing is searched here."
                }
                @for game in &file.games {
                    @if let Some(rules) = &game.rules {
                        details {
                            summary { "The rules of " code { (game.heading) } ", which the proof carries" }
                            div.scroll tabindex="0" role="group" aria-label="The rules" { pre { (rules) } }
                        }
                    }
                }
                @if file.claims.len() > 1 {
                    p { "It is of " @for claim in &file.claims {
                        a href=(Address::of("/proof").with("of", self.of).with("position", &claim.position)) { code { (shortened(&claim.position, 60)) } } " "
                    } }
                }
                div #tree {
                    @for told in story { (told) }
                    @if position.is_over() {
                        (still(&picture(position, &Marks::default())))
                        p { "The game is over." }
                    } @else if let Some(ShownPosition::Lost(members)) = shown {
                        @if story.is_empty() { p { "Whoever is to move loses." } (reaches(members)) }
                        div.stage { (stage(position, picture(position, &Marks::default()), &here, &link, &BTreeMap::new())) }
                        (self.list(&branches, is_of_known_games))
                    } @else {
                        (still(&picture(position, &Marks::default())))
                        p { "The proof shows neither who wins here nor a reply: it needs nothing of this position." }
                    }
                }
                p {
                    @if is_of_known_games {
                        a.button href=(address::analysis(&position.to_string()).with("convention", file.convention)) { "Analyse the position" } " "
                    }
                    a.button href="/proof" { "Other proofs" }
                }
            },
        )))
    }

    /// The replies to all moves; with pictures only where games can be drawn by their names.
    fn list(&self, branches: &[Branch], has_pictures: bool) -> Markup {
        let draw = |position: &Position, label: &str| {
            Address::of("/api/draw").with("position", position).with("move", label)
        };
        html! {
            ol.tree {
                @for branch in branches {
                    li {
                        div.reply {
                            figure {
                                @if has_pictures { img src=(draw(&self.position, &branch.label)) alt="" loading="lazy" decoding="async"; }
                                figcaption {
                                    "If they " (self.position.say(&branch.label).unwrap_or_default()) " "
                                    @if branch.alike > 1 { small { "(" (Word::count(branch.alike as u128, "move")) " alike)" } }
                                }
                            }
                            @if let Some(ShownPosition::Won(shown)) = &branch.shown {
                                figure {
                                    @if has_pictures { img src=(draw(&branch.next, &shown.label)) alt="" loading="lazy" decoding="async"; }
                                    figcaption {
                                        strong { (branch.next.say(&shown.label).unwrap_or_default()) } " " small { code { (shown.label) } }
                                        (reaches(&shown.reaches))
                                    }
                                }
                            } @else if branch.next.is_over() {
                                p { "The game is over, and they have lost it." }
                            } @else {
                                p { "The proof has no reply." }
                            }
                        }
                        @if let Some(after) = self.after(branch) {
                            details {
                                summary { "And then?" }
                                div data-branch="" {
                                    a href=(self.address(&after)) { "What they can do then, and what the proof replies" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// What the reply leaves, where the game goes on.
    fn after(&self, branch: &Branch) -> Option<Position> {
        let Some(ShownPosition::Won(shown)) = &branch.shown else { return None };
        branch.next.play(&shown.label).ok().filter(|after| !after.is_over())
    }
}

/// The members of a proof that a reply reaches.
fn reaches(members: &[String]) -> Markup {
    html! {
        p.small {
            @if members.is_empty() { "Nothing is left that needs to be shown." }
            @else {
                "It reaches "
                @for (place, member) in members.iter().take(MOST_NAMED).enumerate() {
                    @if place > 0 { ", " }
                    code { (member) }
                }
                @if members.len() > MOST_NAMED { " and " (members.len() - MOST_NAMED) " more" }
                "."
            }
        }
    }
}
