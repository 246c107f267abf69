//! A position built by hand: every change is a link to the position that it leads to, and the verdict stands beside.

use crate::address::{self, Address};
use crate::edits::{self, Editor, PICK};
use crate::jobs::{Budget, Difficulty, JobQueue};
use crate::layout::{self, Room, named, shortened};
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::picture::Svg;
use grundy::{Convention, Level, Position, Reading, Request, Shelf, Side};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use std::sync::Arc;

/// Boards that are changed are shown so many times their own size, where there is room.
const LARGEST: f64 = 2.5;
/// What one begins with.
const FIRST: &str = "nim 3 4 5";
/// More terms are changed as text.
const MOST_TERMS: usize = 12;

/// What the address of a position that is built says.
#[derive(Clone, Deserialize)]
pub struct BuildQuery {
    #[serde(default)]
    position: String,
    #[serde(default, deserialize_with = "query::convention")]
    convention: Option<Convention>,
    /// The term of which something is picked, from 0, and what that is.
    #[serde(default, deserialize_with = "query::by_name")]
    term: usize,
    pick: Option<String>,
    /// A text that is put together from three: before, what was typed, after.
    #[serde(default)]
    before: String,
    set: Option<String>,
    #[serde(default)]
    after: String,
    /// A game to be added.
    add: Option<String>,
}

/// Answers with the position as it can be changed.
pub async fn build(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<BuildQuery>) -> Reply {
    let PageQuery { query, address: key } = asked;
    jobs.ask(key, Difficulty::Usual, move |budget| {
        let wanted = wanted(&query);
        let position = match Position::parse_within(&wanted, Reading::default(), &budget.run(0.5)) {
            Ok(position) => position,
            Err(error) => {
                let asked = Address::of("/build").with_some("convention", query.convention);
                let page = layout::wrong_position(&asked, &wanted, &error.told(&wanted));
                return Some(Reply::page(page).status(StatusCode::BAD_REQUEST));
            }
        };
        let convention = query.convention.or(position.convention_by_name());
        let own = position.to_string();
        if own != query.position || query.set.is_some() || query.add.is_some() {
            return Some(Reply::see_other(&address(&own, convention).to_string()));
        }
        page(&position, convention, &query, budget).map(Reply::page)
    })
    .await
}

/// The text of the position that is asked for.
fn wanted(query: &BuildQuery) -> String {
    let mut text = match query.position.trim() {
        "" => FIRST.to_owned(),
        text => text.to_owned(),
    };
    if let Some(value) = &query.set {
        let mut terms: Vec<String> = text.split(" + ").map(str::to_owned).collect();
        if let Some(term) = terms.get_mut(query.term) {
            *term = format!("{}{}{}", query.before, value.trim(), query.after);
        }
        text = terms.join(" + ");
    }
    if let Some(card) =
        query.add.as_deref().and_then(|id| Shelf::usual().find(id).ok().map(|game| game.card()))
    {
        text = format!("{text} + {}", card.example_term());
    }
    text
}

fn address(text: &str, convention: Option<Convention>) -> Address {
    Address::of("/build").with("position", text).with_some("convention", convention)
}

/// The position with one of its terms in another form, or without it.
fn changed(position: &Position, term: usize, text: Option<&str>) -> String {
    let terms =
        position.terms().iter().enumerate().filter_map(|(index, board)| match (index == term, text) {
            (true, Some(text)) => Some(text.to_owned()),
            (true, None) => None,
            (false, _) => Some(board.term()),
        });
    terms.collect::<Vec<_>>().join(" + ")
}

fn page(
    position: &Position,
    convention: Option<Convention>,
    query: &BuildQuery,
    budget: &Budget,
) -> Option<Markup> {
    let request = Request { convention, named_moves: 0, run: budget.run(0.7), ..Request::default() };
    let answer = position.solve(&request);
    if answer.stopped.is_some() && !budget.is_last() {
        return None;
    }
    let played = convention.unwrap_or_else(|| position.usual_convention());
    let other = match played {
        Convention::Normal => (Convention::Misere, "The last move loses instead"),
        Convention::Misere => (Convention::Normal, "The last move wins instead"),
    };
    let text = position.to_string();
    Some(layout::page(
        Room::Build,
        &format!("Build {}", shortened(&named(position), 50)),
        Some(&address(&text, convention).to_string()),
        html! {
            h1 { "Build a position" }
            form.ask.here action="/build" method="get" {
                label for="position" { "As text: change it here, or below" }
                @if let Some(convention) = convention { input type="hidden" name="convention" value=(convention); }
                div.row {
                    input #position .position name="position" type="text" value=(text) autocomplete="off"
                        autocapitalize="off" spellcheck="false" maxlength="6000";
                    button type="submit" { "Read it" }
                }
            }
            (layout::verdict(&answer))
            nav.tools aria-label="This position" {
                a.button.strong href=(address::game(position, convention, Side::Me, Level::Casual)) { "Play it" }
                a.button href=(address::analysis(&text).with_some("convention", convention)) { "Analyse it" }
                a.button href=(address(&text, Some(other.0))) { (other.1) }
            }
            @for (index, board) in position.terms().iter().take(MOST_TERMS).enumerate() {
                @let picked = query.pick.as_deref().filter(|_| query.term == index);
                section.build {
                    h2 { (board.card().title) }
                    @match edits::editor(&**board, picked) {
                        Some(editor) => (term(position, convention, index, picked.is_some(), editor)),
                        None => p { "This one is changed as text, above." },
                    }
                    @if position.terms().len() > 1 {
                        p { a.button href=(address(&changed(position, index, None), convention)) { "Take this game away" } }
                    }
                }
            }
            (another(&text, convention))
        },
    ))
}

/// One term as it can be changed.
fn term(
    position: &Position,
    convention: Option<Convention>,
    index: usize,
    is_picked: bool,
    editor: Editor,
) -> Markup {
    let to = |text: &str| address(&changed(position, index, Some(text)), convention);
    let own = position.to_string();
    let link = |label: &str| match label.strip_prefix(PICK) {
        Some(thing) => address(&own, convention).with("term", index).with("pick", thing),
        None => to(label),
    };
    let drawn =
        editor.picture.render(&Svg::in_page().scaled(LARGEST).links(&|label| Some(link(label).to_string())));
    html! {
        p.told { (editor.told) }
        div.board.edited data-edited="" { (PreEscaped(drawn)) }
        @if !editor.buttons.is_empty() || is_picked {
            p.tools {
                @for (words, text) in &editor.buttons { a.button href=(to(text)) { (words) } " " }
                @if is_picked { a.button href=(address(&own, convention)) { "Let it go" } }
            }
        }
        @if let Some((value, before, after)) = &editor.name {
            (set(&own, convention, index, "Its name", value, (before, after), "text"))
        }
        @if !editor.numbers.is_empty() {
            div.numbers-of {
                @for number in &editor.numbers {
                    (set(&own, convention, index, &number.words, &number.value.to_string(), (&number.around.0, &number.around.1), "number"))
                }
            }
        }
    }
}

/// A field whose value is put between two texts.
fn set(
    own: &str,
    convention: Option<Convention>,
    term: usize,
    words: &str,
    value: &str,
    (before, after): (&str, &str),
    kind: &str,
) -> Markup {
    let id = format!("set-{term}-{}", words.to_lowercase().replace(' ', "-"));
    html! {
        form.settings.set action="/build" method="get" {
            input type="hidden" name="position" value=(own);
            @if let Some(convention) = convention { input type="hidden" name="convention" value=(convention); }
            input type="hidden" name="term" value=(term);
            input type="hidden" name="before" value=(before);
            input type="hidden" name="after" value=(after);
            div {
                label for=(id) { (words) }
                input #(id) name="set" type=(kind) value=(value) min="0" max="9223372036854775807" autocomplete="off";
            }
            button type="submit" { "Set" }
        }
    }
}

/// The form that adds a game.
fn another(text: &str, convention: Option<Convention>) -> Markup {
    html! {
        section {
            h2 { "Another game beside it" }
            form.settings action="/build" method="get" {
                input type="hidden" name="position" value=(text);
                @if let Some(convention) = convention { input type="hidden" name="convention" value=(convention); }
                div {
                    label for="add" { "A sum: a move is a move in one of its games" }
                    select #add name="add" {
                        @for card in Shelf::usual().cards() { option value=(card.id) { (card.title) } }
                    }
                }
                button type="submit" { "Add it" }
            }
            details {
                summary { "Or begin anew, from the example of a game" }
                p.small {
                    @for card in Shelf::usual().cards() {
                        a href=(address(&card.example_term(), None)) { (card.title) } " · "
                    }
                    "to change it into something of your own."
                }
            }
        }
    }
}
