//! The analysis of a position: its board, who wins, and why.

use crate::address::{self, Address};
use crate::boards::{last_stage, lead_text, leads, picture, stage};
use crate::jobs::{Budget, Difficulty, JobQueue};
use crate::layout::{self, Preview, Room, named, shortened};
use crate::query::{self, AskedMove, PageQuery};
use crate::reply::Reply;
use crate::rules;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::{
    Answer, Convention, Diagnostic, Explanation, Lead, Level, Marks, Method, Outcome, Position, Reading,
    Request, Side, Word,
};
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most winning moves that are named and marked.
const NAMED: usize = 300;
/// More winning moves are told by their labels only.
const MOST_IN_WORDS: usize = 12;
/// The most rows of the table of moves.
const MOST_ROWS: usize = 120;
/// About how many bytes these rows may have.
const MOST_BYTES_OF_ROWS: usize = 40_000;
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
    if query.position.trim().is_empty() {
        return Reply::see_other("/");
    }
    jobs.ask(key, Difficulty::Usual, move |budget| {
        match Line::read(&query, budget) {
            Err(page) => Some(Reply::page(page).status(StatusCode::BAD_REQUEST)),
            // One position, one address: what is written in another way is sent to the canonical one.
            Ok(line) if line.start.to_string() != query.position => {
                let from = Some(&query.position).filter(|_| !line.notes.is_empty());
                Some(Reply::see_other(&line.address(line.at).with_some("from", from).to_string()))
            }
            Ok(line) => {
                let (heap, leave, beside) = (&query.heap, &query.leave, &query.beside);
                let asked = AskedMove { text: &query.asked, heap, leave, beside };
                match asked.is_there().then(|| asked.read(&line.position)) {
                    None => line.page(budget).map(Reply::page),
                    Some(Ok(label)) => Some(Reply::see_other(&line.after(&label).to_string())),
                    Some(Err((text, error))) => {
                        let page = layout::wrong_move(&line.position, &text, &error, &line.address(line.at));
                        Some(Reply::page(page).status(StatusCode::BAD_REQUEST))
                    }
                }
            }
        }
    })
    .await
}

impl Line {
    /// Reads an address, or makes the page that says what is wrong.
    fn read(query: &AnalysisQuery, budget: &Budget) -> Result<Line, Markup> {
        let asked = Address::of("/analyse")
            .with_some("convention", query.convention)
            .with_if("winning", query.winning);
        let start = Position::parse_within(&query.position, Reading::default(), &budget.run(1.0))
            .map_err(|error| layout::wrong_position(&asked, &query.position, &error.told(&query.position)))?;
        let moves = query::labels(&query.moves);
        let at = query.at.unwrap_or(moves.len()).min(moves.len());
        let mut position = start.clone();
        for label in &moves[..at] {
            let back = || address::analysis(&position.to_string());
            position = position
                .play(label)
                .map_err(|error| layout::wrong_move(&position, label, &error, &back()))?;
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
            true => last_stage(&drawn),
            false => {
                let here = self.address(self.at);
                stage(position, drawn, &here, &|label| self.after(label).to_string(), &leads)
            }
        };
        let title = shortened(&named(position), 60);
        // The line that led here is not part of the position's own address.
        let own = address::analysis(&position.to_string()).with_some("convention", self.convention);
        let about = Preview {
            position,
            convention: self.convention,
            told: layout::outcome_sentence(&explanation.answer),
        };
        Some(layout::page_about(
            Room::Analysis,
            &title,
            Some(&own.to_string()),
            Some(&about),
            html! {
                article.analysis {
                    div.stage {
                        h1.unseen { (shortened(&named(position), 400)) }
                        (layout::position_field(position, self.convention, self.winning))
                        (layout::verdict(&explanation.answer))
                        (layout::notes(&self.notes))
                        @if let Some(why) = &explanation.answer.why_convention {
                            p.lead { "Normal play is used: " (why) "." }
                        }
                        (drawn)
                        @if is_over { p.lead { "The game is over." } }
                        (self.tools())
                    }
                    div.side {
                        (self.winning_moves(&explanation))
                        (parts(&explanation))
                        (self.history())
                        (rules::panel(&self.start, self.convention(), false))
                        (self.share())
                    }
                    (working(&explanation, self.winning, self.replies(&explanation.answer)))
                    (self.all_moves(&leads, explanation.answer.moves))
                }
            },
        ))
    }

    /// Whether the book of all replies is short enough to be offered.
    fn has_book(&self) -> bool {
        (1..=MOST_MOVES_OF_A_BOOK).contains(&self.position.count_moves())
    }

    fn tree(&self) -> Address {
        Address::of("/tree").with("position", &self.position).with_some("convention", self.convention)
    }

    fn book(&self) -> Address {
        let position = self.position.to_string();
        Address::of("/book").with("position", position).with_some("convention", self.convention)
    }

    /// Where the replies to every move can be read, in a position that is lost for who moves.
    fn replies(&self, answer: &Answer) -> Markup {
        html! {
            @if answer.outcome == Some(Outcome::P) && !self.position.is_over() {
                p {
                    "A reply to every move: " a href=(self.tree()) { "the tree of replies" }
                    @if self.has_book() { ", or " a href=(self.book()) { "the book" } " to print" }
                    "."
                }
            }
        }
    }

    fn tools(&self) -> Markup {
        let undo = (self.at > 0).then(|| self.address(self.at - 1).to_string());
        let redo = (self.at < self.moves.len()).then(|| self.address(self.at + 1).to_string());
        let other = match self.convention() {
            Convention::Normal => (Convention::Misere, "Misère play"),
            Convention::Misere => (Convention::Normal, "Normal play"),
        };
        let switched = Address::of("/analyse")
            .with("position", &self.start)
            .with("convention", other.0)
            .with_some("moves", Some(self.moves.join(" ")).filter(|moves| !moves.is_empty()))
            .with_some("at", Some(self.at).filter(|&at| at < self.moves.len()))
            .with_if("winning", self.winning);
        // The moves of the line are those of both, so that the person is to move now.
        let first = if self.at.is_multiple_of(2) { Side::Me } else { Side::Computer };
        let line = Some(self.moves[..self.at].join(" ")).filter(|moves| !moves.is_empty());
        let play =
            address::game(&self.start, self.convention, first, Level::Perfect).with_some("moves", line);
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
                a.button.strong href=(play) { "Play it" }
                a.button href=(Address::of("/build").with("position", &self.position).with_some("convention", self.convention)) { "Change it" }
                @if !self.position.is_over() { a.button href=(self.tree()) { "Tree of replies" } }
                @if self.has_book() { a.button href=(self.book()) title="A reply to every move, to print" { "Book of replies" } }
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
        let with = |winning: bool| self.with_moves(&self.moves, self.at).with_if("winning", winning);
        html! {
            section.winning aria-labelledby="winning" {
                h2 #winning { "Winning moves" }
                @if !self.winning {
                    p { a.button.strong href=(with(true)) data-key="w" { "Show them" } }
                } @else {
                    p {
                        @match answer.winning_count {
                            Some(0) => (none_wins(answer.moves)),
                            Some(count) => { (count) " of " (answer.moves) ": " }
                            None => "Those found in the time that there was: ",
                        }
                        @for label in &answer.winning {
                            a.move href=(self.after(label)) data-shows=(label) {
                                @if answer.winning.len() <= MOST_IN_WORDS {
                                    (self.position.say(label).unwrap_or_default()) " " small { (label) }
                                } @else { (label) }
                            } " "
                        }
                        @if let Some(more) = answer.winning_count.filter(|&count| count > named) {
                            "… and " (more - named) " more"
                        }
                    }
                    p { a.button href=(with(false)) data-key="w" { "Hide them" } }
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

    /// How long the text of a position after a move is.
    fn length_after(&self) -> usize {
        let first = self.position.moves(1);
        first
            .first()
            .and_then(|label| self.position.play(label).ok())
            .map_or(0, |next| next.to_string().len())
    }

    fn all_moves(&self, leads: &BTreeMap<String, Lead>, count: u128) -> Markup {
        // Long texts stand in every row twice.
        let rows = MOST_BYTES_OF_ROWS / (3 * self.position.to_string().len().max(self.length_after()) + 300);
        let labels = self.position.moves(rows.clamp(12, MOST_ROWS));
        if labels.is_empty() || self.position.is_over() {
            return html! {};
        }
        html! {
            section.options {
                details {
                    summary { h2 { "All moves, and where they lead" } }
                    ul.options {
                        @for label in &labels {
                            @let lead = leads.get(label);
                            @let class = lead.map_or("", |lead| if lead.outcome == Outcome::P { "wins" } else { "loses" });
                            li .(class) {
                                a href=(self.after(label)) data-shows=(label) {
                                    @if let Ok(next) = self.position.play(label) {
                                        img src=(Address::of("/api/draw").with("position", &next)) alt="" loading="lazy" decoding="async";
                                    }
                                    span { (self.position.say(label).unwrap_or_default()) " " small { code { (label) } } }
                                }
                                @if let Some(lead) = lead {
                                    p { (if lead.outcome == Outcome::P { "✓ " } else { "✗ " }) (lead_text(lead)) }
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
    }

    fn share(&self) -> Markup {
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
                    a.button href=(self.address(self.at)) data-copy-link="" { "Link" } " "
                    a.button href=(asked("/api/draw").with_if("winning", self.winning)) download="position.svg" { "SVG" } " "
                    @if cfg!(feature = "png") {
                        a.button href=(asked("/preview.png").with_if("winning", self.winning)) download="position.png" { "PNG" } " "
                    }
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

/// Why; `replies` leads to those of the second player, where that one wins.
fn working(explanation: &Explanation, is_open: bool, replies: Markup) -> Markup {
    let answer = &explanation.answer;
    html! {
        section.working {
            details open[is_open] {
                summary { h2 { "Why" } }
                // Where the outcome is proved, its reason stands, whatever else was left open.
                @if answer.outcome.is_some() { (layout::steps(&explanation.steps)) (replies) }
                @if answer.stopped.is_some() {
                    p {
                        "The server looked at " (Word::count(answer.nodes.into(), "position")) " and stopped \
                         there, so that others get their turn. The program on your machine has no such limit."
                    }
                }
                p.small { (found_by(answer)) }
            }
        }
    }
}

/// How the answer was found, and how much was looked into for it.
fn found_by(answer: &Answer) -> String {
    let looked = Word::count(answer.nodes.into(), "position");
    match (answer.method, answer.nodes) {
        (Method::Theorem, 0) => "Found by theorem, without a search.".to_owned(),
        (Method::Quotient, 0) => "Found by a misère quotient, without a search.".to_owned(),
        (Method::Search, 0) => "Found without a search: it was known.".to_owned(),
        (Method::Theorem, _) => format!("A theorem, and {looked} looked into for what it does not tell."),
        (Method::Quotient, _) => format!("Found by a misère quotient, {looked} looked into."),
        (Method::Table, _) => format!("Found by table, {looked} looked into."),
        (Method::Definition, _) => format!("Found by the plain definition, {looked} looked into."),
        _ => format!("Found by search, {looked} looked into."),
    }
}
