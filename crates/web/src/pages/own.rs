//! Games of one's own: a box for the rules, one for a position, and what is known of it.

use super::own_table::{self, TableSides};
use crate::address::Address;
use crate::boards::{board, leads, picture, still};
use crate::jobs::{Budget, Difficulty, JobQueue};
use crate::layout::{self, Room};
use crate::own_rules::{SentRules, decoded, encoded, line_of};
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use axum::extract::{Form, State};
use axum::http::StatusCode;
use grundy::own::MOST_REMOTE_TEXT;
use grundy::{Convention, Diagnostic, Explanation, Marks, Position, Request, RulesFile, facts_of};
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the form says, and the address after it.
#[derive(Clone, Default, Deserialize)]
pub struct OwnQuery {
    /// The rules as they were written: they become `game`.
    #[serde(default)]
    rules: String,
    /// The rules in the form for addresses.
    #[serde(default)]
    game: String,
    #[serde(default)]
    position: String,
    #[serde(default, deserialize_with = "query::convention")]
    convention: Option<Convention>,
    /// Moves from the position on, with blanks between.
    #[serde(default)]
    moves: String,
    #[serde(default, deserialize_with = "query::switch")]
    winning: bool,
    /// The sides of the table of nimbers.
    #[serde(default, deserialize_with = "query::by_name")]
    table: TableSides,
}

/// The most winning moves that are named and marked.
const NAMED: usize = 300;
/// What the form begins with.
const START: &str = "\
game my-cram
says put a domino on two adjacent free squares
grid
cells . free # covered
move .. -> #
";

/// Answers a form: with the way to the address of what it asks.
pub async fn sent(Form(query): Form<OwnQuery>) -> Reply {
    // A text that is too long for an address is too long for the rules too.
    let rules = query.rules.replace("\r\n", "\n");
    match rules.len() > MOST_REMOTE_TEXT {
        true => Reply::page(wrong_rules(&query, &too_long())).status(StatusCode::BAD_REQUEST),
        false => Reply::see_other(
            &OwnQuery { game: encoded(&rules), rules: String::new(), ..query }.address().to_string(),
        ),
    }
}

fn too_long() -> Diagnostic {
    let message = format!("a rules file for this page has at most {} KiB", MOST_REMOTE_TEXT >> 10);
    Diagnostic::new(message, 0..0).help("the program on your own machine takes longer ones")
}

/// Answers with the form, and with what is known of the game and the position.
pub async fn own(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<OwnQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    if !query.rules.is_empty() {
        return sent(Form(query)).await;
    }
    if query.game.is_empty() {
        return Reply::page(start());
    }
    let Some(text) = decoded(&query.game) else {
        let page = layout::wrong_address("no rules can be read in this address", "/own");
        return Reply::page(page).status(StatusCode::BAD_REQUEST);
    };
    let query = OwnQuery { rules: text, ..query };
    jobs.ask(address, Difficulty::Usual, move |budget| match Asked::read(&query, budget) {
        Err(page) => Some(Reply::page(page).status(StatusCode::BAD_REQUEST)),
        Ok(asked) => asked.page(budget).map(Reply::page),
    })
    .await
}

impl OwnQuery {
    fn address(&self) -> Address {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Address::of("/own")
            .with("game", &self.game)
            .with_some("position", text(&self.position))
            .with_some("convention", self.convention)
            .with_some("moves", text(&self.moves))
            .with_if("winning", self.winning)
            .with_some("table", self.table.in_address())
    }
}

/// A game with a position, where the moves have led.
struct Asked<'q> {
    query: &'q OwnQuery,
    rules: SentRules,
    moves: Vec<String>,
    position: Position,
}

impl<'q> Asked<'q> {
    /// Reads what is asked, or makes the page that says what is wrong.
    fn read(query: &'q OwnQuery, budget: &Budget) -> Result<Self, Markup> {
        let rules = SentRules::read(&query.rules).map_err(|error| wrong_rules(query, &error))?;
        let start = rules.position(&query.position, &budget.run(1.0));
        let mut position = start.map_err(|(text, error)| {
            form_page("Not a position", query, &layout::mistake(&text, &error.told(&text)))
        })?;
        let moves = query::labels(&query.moves);
        for label in &moves {
            let wrong = |error: Diagnostic| form_page("Not a move", query, &layout::mistake(label, &error));
            position = position.play(label).map_err(wrong)?;
        }
        Ok(Asked { query, rules, moves, position })
    }

    fn with_moves(&self, moves: &[String]) -> Address {
        OwnQuery { moves: moves.join(" "), ..self.query.clone() }.address()
    }

    /// The page; none when a larger budget would say more.
    fn page(&self, budget: &Budget) -> Option<Markup> {
        let request = Request {
            convention: self.query.convention,
            named_moves: NAMED,
            run: budget.run(0.7),
            ..Request::default()
        };
        let explanation = self.position.explain(&request, None).ok()?;
        let answer = &explanation.answer;
        if answer.stopped.is_some() && !budget.is_last() {
            return None;
        }
        let winning = if self.query.winning { answer.winning.clone() } else { Vec::new() };
        let drawn = picture(&self.position, &Marks { winning, making: None });
        let leads = match answer.stopped {
            None => leads(answer, &drawn, budget)?,
            Some(_) => BTreeMap::new(),
        };
        let after =
            |label: &str| self.with_moves(&[&self.moves[..], &[label.to_owned()]].concat()).to_string();
        let title = self.title();
        let table = own_table::table(&self.rules, self.query.table, budget, &|table| {
            OwnQuery { table, ..self.query.clone() }.address().to_string()
        })?;
        Some(layout::page(
            Room::Home,
            &title,
            None,
            html! {
                article.analysis {
                    div.stage {
                        h1.position { (layout::shortened(&self.position.to_string(), 400)) }
                        (layout::verdict(answer))
                        @if self.position.is_over() { (still(&drawn)) p.lead { "The game is over." } }
                        @else {
                            (board(drawn, &after, &leads))
                            p.lead { "Point at a piece to see where the move leads; click to make it." }
                        }
                        (self.tools())
                    }
                    div.side {
                        (self.winning(&explanation, &after))
                        (self.derived())
                    }
                    (table)
                    section.working {
                        details { summary { h2 { "Why" } } (layout::steps(&explanation.steps)) }
                    }
                    (form(self.query))
                }
            },
        ))
    }

    fn title(&self) -> String {
        self.rules.file.card().title.into_owned()
    }

    fn tools(&self) -> Markup {
        let other = match self.query.convention.unwrap_or_else(|| self.position.usual_convention()) {
            Convention::Normal => (Convention::Misere, "Misère play"),
            Convention::Misere => (Convention::Normal, "Normal play"),
        };
        let switched = OwnQuery { convention: Some(other.0), ..self.query.clone() }.address();
        html! {
            nav.tools aria-label="This position" {
                @match self.moves.split_last() {
                    Some((_, before)) => a.button href=(self.with_moves(before)) data-key="u" { "Undo" },
                    None => span.button.off { "Undo" },
                }
                a.button href=(switched) { (other.1) }
            }
        }
    }

    fn winning(&self, explanation: &Explanation, after: &dyn Fn(&str) -> String) -> Markup {
        let answer = &explanation.answer;
        let switched = OwnQuery { winning: !self.query.winning, ..self.query.clone() }.address();
        html! {
            @if answer.outcome.is_some() {
                section.winning aria-labelledby="winning" {
                    h2 #winning { "Winning moves" }
                    @if self.query.winning {
                        p {
                            @if answer.winning.is_empty() { "None of " (answer.moves) "." }
                            @else { (answer.winning_count.unwrap_or(0)) " of " (answer.moves) ": " }
                            @for label in &answer.winning { a.move href=(after(label)) { (label) } " " }
                        }
                    }
                    p { a.button href=(switched) data-key="w" { @if self.query.winning { "Hide them" } @else { "Show them" } } }
                }
            }
        }
    }

    /// What was derived from the rules.
    fn derived(&self) -> Markup {
        let file = &self.rules.file;
        html! {
            section.derived {
                h2 { "What follows from the rules" }
                @match file {
                    RulesFile::Board(board) => {
                        @let derived = board.game().derived();
                        p { (layout::with_code(&derived.ends)) }
                        p { (layout::with_code(&format!("symmetries: {}", derived.symmetries.join("; ")))) }
                        p { (layout::with_code(&format!("mirror strategy: {}", derived.mirror))) }
                    }
                    other => @for (about, told) in facts_of(other) {
                        p { (layout::with_code(&format!("{about}: {told}"))) }
                    }
                }
                @for note in file.notes() { p.lead { (layout::with_code(&note.message)) } }
            }
        }
    }
}

/// The page before anything was asked.
fn start() -> Markup {
    let query = OwnQuery { rules: START.to_owned(), position: "4x5".to_owned(), ..OwnQuery::default() };
    form_page("A game of your own", &query, &html! {})
}

/// The page for rules with a mistake.
fn wrong_rules(query: &OwnQuery, error: &Diagnostic) -> Markup {
    let (number, line, error) = line_of(&query.rules, error);
    let told = html! { p { "In line " (number) " of the rules:" } (layout::mistake(line, &error)) };
    form_page("Not a game yet", query, &told)
}

fn form_page(title: &str, query: &OwnQuery, told: &Markup) -> Markup {
    layout::page(
        Room::Home,
        title,
        Some("/own").filter(|_| query.game.is_empty()),
        html! {
            h1 { (title) }
            (told)
            (form(query))
        },
    )
}

/// The form, with what was asked.
fn form(query: &OwnQuery) -> Markup {
    html! {
        section {
            h2 { "The rules" }
            form.ask action="/own" method="post" {
                div.grow {
                    label for="rules" { "What a move is, in lines of patterns" }
                    textarea #rules name="rules" rows="10" cols="60" maxlength=(MOST_REMOTE_TEXT) spellcheck="false"
                        autocapitalize="off" { "\n" (query.rules) }
                }
                div {
                    label for="position" { "A position" }
                    input #position name="position" type="text" value=(query.position) autocomplete="off"
                        autocapitalize="off" spellcheck="false" maxlength="2000";
                }
                p { button type="submit" { "Solve it" } }
            }
            p.small {
                "A pattern says what must stand, and what stands there afterwards: " code { "move .. -> ##" }
                " covers two free squares side by side, in all directions. " code { "grid" } " is a board of rows and columns, "
                code { "strip" } " one row. " code { "win XXX" } ", " code { "end XXX" } " and " code { "never XX" }
                " say what ends a game and what is forbidden. A board is written row by row, " code { "../.#" }
                ", or as its sides, " code { "4x5" } "."
            }
            p.small {
                "Games without a board: " code { "heap n" } " with moves that say what a heap becomes, "
                code { "move n -> (n-1) | (n-2) if n % 3 = 0" } "; " code { "numbers a b" } " with moves that change several numbers, "
                code { "move a-k, b for k in 1..a" } "; " code { "graph" } " with vertices or edges that are taken."
            }
            p.small { "The rules stay in the address of the page; the server keeps nothing." }
        }
    }
}
