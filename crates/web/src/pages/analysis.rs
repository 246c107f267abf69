//! The analysis of a position: its board, who wins, and why.

use crate::address::{self, Address};
use crate::boards::{board, lead_text, leads, picture, still};
use crate::jobs::{Budget, Difficulty, JobQueue};
use crate::layout::{self, Room, named, shortened};
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::{
    Convention, Diagnostic, Explanation, Lead, Level, Marks, Position, Reading, Request, Side, Word,
};
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most winning moves that are named and marked.
const NAMED: usize = 300;
/// The most rows of the table of moves.
const MOST_ROWS: usize = 120;
/// A book of replies is offered for positions of up to this many moves.
const MOST_MOVES_OF_A_BOOK: u128 = 130;

/// What the address of an analysis says.
#[derive(Deserialize)]
pub struct AnalysisQuery {
    #[serde(default)]
    position: String,
    #[serde(default, deserialize_with = "query::convention")]
    convention: Option<Convention>,
    /// Moves from the position on, with blanks between.
    #[serde(default)]
    moves: String,
    /// How many of them have been made; those behind can be redone.
    at: Option<usize>,
    #[serde(default, deserialize_with = "query::switch")]
    winning: bool,
    /// What was written, where that is not how the position is written canonically.
    from: Option<String>,
}

/// A line of moves, and where we stand in it.
struct Line {
    start: Position,
    convention: Option<Convention>,
    moves: Vec<String>,
    at: usize,
    winning: bool,
    /// The position where we stand.
    position: Position,
    /// What should be known of how the start was read.
    notes: Vec<Diagnostic>,
}

/// Answers with the analysis of a position.
pub async fn analyse(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<AnalysisQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    let key = address.clone();
    jobs.ask(key, Difficulty::Usual, move |budget| {
        match Line::read(&query, budget) {
            Err(page) => Some(Reply::page(page).status(StatusCode::BAD_REQUEST)),
            // One position, one address: what is written in another way is sent to the canonical one.
            Ok(line) if line.start.to_string() != query.position => {
                let from = Some(&query.position).filter(|_| !line.notes.is_empty());
                Some(Reply::see_other(&line.address(line.at).with_some("from", from).to_string()))
            }
            Ok(line) => line.page(budget).map(Reply::page),
        }
    })
    .await
}

impl Line {
    /// Reads an address, or makes the page that says what is wrong.
    fn read(query: &AnalysisQuery, budget: &Budget) -> Result<Line, Markup> {
        let start = Position::parse_within(&query.position, Reading::default(), &budget.run(1.0))
            .map_err(|error| layout::wrong_position(&query.position, &error.told(&query.position)))?;
        let moves = query::labels(&query.moves);
        let at = query.at.unwrap_or(moves.len()).min(moves.len());
        let mut position = start.clone();
        for label in &moves[..at] {
            position = position.play(label).map_err(|error| layout::wrong_move(&position, label, &error))?;
        }
        let notes = layout::notes_of(&start, query.from.as_deref());
        // The address that the text is written in does not know of the name that was called.
        let convention = query.convention.or(start.convention_by_name());
        Ok(Line { start, convention, moves, at, winning: query.winning, position, notes })
    }

    fn convention(&self) -> Convention {
        self.convention.unwrap_or_else(|| self.position.usual_convention())
    }

    /// The same line, standing elsewhere.
    fn address(&self, at: usize) -> Address {
        self.with_moves(&self.moves, at).with_if("winning", self.winning)
    }

    fn with_moves(&self, moves: &[String], at: usize) -> Address {
        address::analysis(&self.start.to_string())
            .with_some("convention", self.convention)
            .with_some("moves", Some(moves.join(" ")).filter(|moves| !moves.is_empty()))
            .with_some("at", Some(at).filter(|&at| at < moves.len()))
    }

    /// The line after a move; what followed is kept if the move is the one that followed.
    fn after(&self, label: &str) -> Address {
        if self.moves.get(self.at).is_some_and(|next| next == label) {
            return self.address(self.at + 1);
        }
        let mut moves = self.moves[..self.at].to_vec();
        moves.push(label.to_owned());
        let at = moves.len();
        self.with_moves(&moves, at).with_if("winning", self.winning)
    }

    /// The page; none when a larger budget would say more.
    fn page(&self, budget: &Budget) -> Option<Markup> {
        let position = &self.position;
        let request = Request {
            convention: self.convention,
            named_moves: NAMED,
            run: budget.run(0.7),
            ..Request::default()
        };
        let explanation = position.explain(&request, None).ok()?;
        if explanation.answer.stopped.is_some() && !budget.is_last() {
            return None;
        }
        let winning = if self.winning { explanation.answer.winning.clone() } else { Vec::new() };
        let drawn = picture(position, &Marks { winning, making: None });
        let leads = match explanation.answer.stopped {
            None => leads(&explanation.answer, &drawn, budget)?,
            Some(_) => BTreeMap::new(),
        };
        let is_over = position.is_over();
        let drawn = match is_over {
            true => still(&drawn),
            false => board(drawn, &|label| self.after(label).to_string(), &leads),
        };
        let title = shortened(&named(position), 60);
        // The line that led here is not part of the position's own address.
        let own = address::analysis(&position.to_string()).with_some("convention", self.convention);
        Some(layout::page(
            Room::Analysis,
            &title,
            Some(&own.to_string()),
            html! {
                article.analysis {
                    div.stage {
                        h1.position { (shortened(&named(position), 400)) }
                        (layout::verdict(&explanation.answer))
                        (layout::notes(&self.notes))
                        @if let Some(why) = &explanation.answer.why_convention {
                            p.lead { "Normal play is used: " (why) "." }
                        }
                        (drawn)
                        p.lead {
                        @if is_over { "The game is over." }
                        @else { "Point at a piece to see where the move leads; click to make it." }
                    }
                        (self.tools())
                    }
                    div.side {
                        (self.winning_moves(&explanation))
                        (parts(&explanation))
                        (self.history())
                        (self.all_moves(&leads, explanation.answer.moves))
                        (self.share(&own))
                    }
                    (working(&explanation, self.winning))
                }
            },
        ))
    }

    /// Whether the book of all replies is short enough to be offered.
    fn has_book(&self) -> bool {
        (1..=MOST_MOVES_OF_A_BOOK).contains(&self.position.count_moves())
    }

    fn book(&self) -> Address {
        let position = self.position.to_string();
        Address::of("/book").with("position", position).with_some("convention", self.convention)
    }

    fn tools(&self) -> Markup {
        let undo = (self.at > 0).then(|| self.address(self.at - 1).to_string());
        let redo = (self.at < self.moves.len()).then(|| self.address(self.at + 1).to_string());
        let other = match self.convention() {
            Convention::Normal => (Convention::Misere, "Misère play"),
            Convention::Misere => (Convention::Normal, "Normal play"),
        };
        let switched = address::analysis(&self.position.to_string()).with("convention", other.0);
        let play = address::game(&self.position, self.convention, Side::Me, Level::Perfect);
        html! {
            nav.tools aria-label="This position" {
                @match &undo {
                    Some(undo) => a.button href=(undo) data-key="u" { "Undo" },
                    None => span.button.off { "Undo" },
                }
                @match &redo {
                    Some(redo) => a.button href=(redo) data-key="r" { "Redo" },
                    None => span.button.off { "Redo" },
                }
                a.button href=(play) { "Play it" }
                @if self.has_book() { a.button href=(self.book()) { "Book" } }
                a.button href=(switched) { (other.1) }
            }
        }
    }

    /// The winning moves, on demand.
    fn winning_moves(&self, explanation: &Explanation) -> Markup {
        let answer = &explanation.answer;
        if answer.outcome.is_none() {
            return html! {};
        }
        let named = answer.winning.len() as u128;
        let shown = Line {
            winning: true,
            notes: Vec::new(),
            moves: self.moves.clone(),
            start: self.start.clone(),
            position: self.position.clone(),
            ..*self
        };
        let hidden = Line {
            winning: false,
            notes: Vec::new(),
            moves: self.moves.clone(),
            start: self.start.clone(),
            position: self.position.clone(),
            ..*self
        };
        html! {
            section.winning aria-labelledby="winning" {
                h2 #winning { "Winning moves" }
                @if !self.winning {
                    p { a.button.strong href=(shown.address(self.at)) data-key="w" { "Show them" } }
                } @else {
                    p {
                        @match answer.winning_count {
                            Some(0) => (none_wins(answer.moves)),
                            Some(count) => { (count) " of " (answer.moves) ": " }
                            None => "Those found in the time that there was: ",
                        }
                        @for label in &answer.winning {
                            a.move href=(self.after(label)) title=(self.position.say(label).unwrap_or_default()) {
                                (label)
                            } " "
                        }
                        @if let Some(more) = answer.winning_count.filter(|&count| count > named) {
                            "… and " (more - named) " more"
                        }
                    }
                    p { a.button href=(hidden.address(self.at)) data-key="w" { "Hide them" } }
                }
            }
        }
    }

    fn history(&self) -> Markup {
        if self.moves.is_empty() {
            return html! {};
        }
        html! {
            section {
                h2 { "Moves so far" }
                ol.history {
                    li { a href=(self.address(0)) aria-current=[(self.at == 0).then_some("step")] { "Start" } }
                    @for (index, label) in self.moves.iter().enumerate() {
                        li {
                            a href=(self.address(index + 1))
                                aria-current=[(self.at == index + 1).then_some("step")] { (label) }
                        }
                    }
                }
            }
        }
    }

    fn all_moves(&self, leads: &BTreeMap<String, Lead>, count: u128) -> Markup {
        let labels = self.position.moves(MOST_ROWS);
        if labels.is_empty() || self.position.is_over() {
            return html! {};
        }
        html! {
            details {
                summary { "All moves, and where they lead" }
                div.scroll tabindex="0" role="group" aria-label="All moves" {
                    table {
                        thead { tr { th scope="col" { "move" } th scope="col" { "in words" } th scope="col" { "leads to" } } }
                        tbody {
                            @for label in &labels {
                                tr {
                                    td { a href=(self.after(label)) { (label) } }
                                    td { (self.position.say(label).unwrap_or_default()) }
                                    td { @if let Some(lead) = leads.get(label) { (lead_text(lead)) } }
                                }
                            }
                        }
                    }
                }
                @if count > labels.len() as u128 {
                    p.small { "… and " (Word::count(count - labels.len() as u128, "more move")) "." }
                }
            }
        }
    }

    fn share(&self, own: &Address) -> Markup {
        let text = self.position.to_string();
        let asked =
            |path: &str| Address::of(path).with("position", &text).with_some("convention", self.convention);
        html! {
            details.share {
                summary { "Take it with you" }
                label for="as-text" { "As text" }
                div.row {
                    input #as-text type="text" readonly value=(text);
                    button type="button" hidden data-copy=(text) { "Copy" }
                }
                p {
                    a.button href=(own) data-copy-link="" { "Link" } " "
                    a.button href=(asked("/api/draw").with_if("winning", self.winning)) download="position.svg" { "SVG" } " "
                    a.button href=(asked("/api/solve")) { "JSON" }
                }
            }
        }
    }
}

fn none_wins(moves: u128) -> String {
    match moves {
        0 => "There are no moves left.".to_owned(),
        1 => "The only move does not win.".to_owned(),
        many => format!("None of the {many} moves wins."),
    }
}

/// The terms of a sum with their values in binary, and the sum without carries.
fn parts(explanation: &Explanation) -> Markup {
    let answer = &explanation.answer;
    let Some(total) = answer.nimber else { return html! {} };
    if answer.parts.len() == 1 {
        return html! {}; // the verdict has its nimber, and the working its own parts
    }
    let largest =
        answer.parts.iter().filter_map(|part| part.nimber).chain([total]).map(|value| value.0).max();
    let bits = (64 - largest.unwrap_or(0).leading_zeros()).max(1) as usize;
    let binary = |value: u64| html! { code.bits { (format!("{value:0bits$b}")) } };
    html! {
        section {
            h2 { "The parts" }
            table.parts {
                thead { tr { th scope="col" { "part" } th scope="col" .right { "nimber" } th scope="col" .right { "binary" } } }
                tbody {
                    @for part in answer.parts.iter().take(MOST_ROWS) {
                        @let text = part.board.term();
                        tr {
                            td { a href=(address::analysis(&text)) { (shortened(&text, 48)) } }
                            @if let Some(value) = part.nimber { td.right { (value) } td.right { (binary(value.0)) } }
                            @else { td {} td {} }
                        }
                    }
                }
                tfoot { tr { th scope="row" { "⊕, bit by bit" } td.right { (total) } td.right { (binary(total.0)) } } }
            }
            @if answer.parts.len() > MOST_ROWS {
                p.small { (answer.parts.len() - MOST_ROWS) " more parts are counted in the sum." }
            }
        }
    }
}

fn working(explanation: &Explanation, is_open: bool) -> Markup {
    let answer = &explanation.answer;
    html! {
        section.working {
            details open[is_open] {
                summary { h2 { "Why" } }
                @if answer.stopped.is_some() {
                    p {
                        "The server looked at " (Word::count(answer.nodes.into(), "position")) " and stopped \
                         there, so that others get their turn. The program on your machine has no such limit."
                    }
                } @else {
                    (layout::steps(&explanation.steps))
                }
                p.small {
                    "Found by " (method(answer.method)) ", "
                    (Word::count(answer.nodes.into(), "position")) " looked into."
                }
            }
        }
    }
}

fn method(method: grundy::Method) -> &'static str {
    match method {
        grundy::Method::Theorem => "theorem",
        grundy::Method::Quotient => "a misère quotient",
        grundy::Method::Table => "table",
        grundy::Method::Search => "search",
        grundy::Method::Definition => "the plain definition",
        _ => "other means",
    }
}
