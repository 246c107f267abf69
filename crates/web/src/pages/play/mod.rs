//! A game against the computer. The address holds all of it: back takes moves back, a link shares it.

mod result;

use crate::address::{self, Address};
use crate::boards::{in_place, last_stage, picture, stage};
use crate::jobs::{Budget, Difficulty, JobQueue};
use crate::layout::{self, Preview, Room, named, shortened};
use crate::query::{self, AskedMove, PageQuery};
use crate::reply::Reply;
use crate::rules;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::{
    Convention, Diagnostic, Level, Limits, Marks, Player, Position, Reading, Record, Side, Thought,
};
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the address of a game says.
#[derive(Deserialize)]
pub struct PlayQuery {
    #[serde(default)]
    position: String,
    #[serde(default, deserialize_with = "query::convention")]
    convention: Option<Convention>,
    #[serde(default, deserialize_with = "by_side")]
    first: Option<Side>,
    #[serde(default, deserialize_with = "query::by_name")]
    level: Level,
    /// The moves of both, with blanks between.
    #[serde(default)]
    moves: String,
    #[serde(default, deserialize_with = "query::switch")]
    hint: bool,
    #[serde(default, deserialize_with = "query::switch")]
    resigned: bool,
    /// The computer's last move was made without having read it out.
    #[serde(default, deserialize_with = "query::switch")]
    guess: bool,
    /// What the computer's chances are drawn from: another game, other moves.
    #[serde(default, deserialize_with = "query::by_name")]
    seed: u64,
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
    /// What was written, where that is not how the position is written canonically.
    from: Option<String>,
}

fn by_side<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Side>, D::Error> {
    match Option::<String>::deserialize(from)?.as_deref() {
        None | Some("") => Ok(None),
        Some(text) => text.parse().map(Some).map_err(serde::de::Error::custom),
    }
}

/// The levels of the computer, to choose from.
pub fn level_choice(chosen: Level) -> Markup {
    let says = |level: Level| match level {
        Level::Casual => "casually: errs often",
        Level::Careful => "carefully: errs now and then",
        Level::Marienbad => "like M in Marienbad: teases, and wins",
        Level::Perfect => "perfectly, as far as it can read out",
    };
    html! {
        select #level name="level" {
            @for level in Level::ALL { option value=(level) selected[level == chosen] { (says(level)) } }
        }
    }
}

/// Answers with the board when it is the person's turn, or the game is over; when it is the computer's,
/// with the way to the address that has its reply.
pub async fn play(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<PlayQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    if query.position.trim().is_empty() {
        return Reply::page(super::home::choose());
    }
    jobs.ask(address, Difficulty::Usual, move |budget| {
        let game = match Game::read(&query, budget) {
            Ok(game) => game,
            Err(page) => return Some(Reply::page(page).status(StatusCode::BAD_REQUEST)),
        };
        let is_over = game.record.winner().is_some();
        let asked =
            AskedMove { text: &query.asked, heap: &query.heap, leave: &query.leave, beside: &query.beside };
        if !is_over && asked.is_there() && game.record.to_move() == Side::Me {
            return Some(match asked.read(game.record.position()) {
                Ok(label) => Reply::see_other(&game.after(&label).to_string()),
                Err((text, error)) => {
                    let back = game.address(game.record.moves());
                    let page = layout::wrong_move(game.record.position(), &text, &error, &back);
                    Reply::page(page).status(StatusCode::BAD_REQUEST)
                }
            });
        }
        if !is_over && game.record.to_move() == Side::Computer {
            return game.reply(budget).map(|address| Reply::see_other(&address.to_string()));
        }
        if game.record.start().to_string() != query.position {
            let from = Some(&query.position).filter(|_| !game.notes.is_empty());
            let address = game.address(game.record.moves()).with_some("from", from);
            return Some(Reply::see_other(&address.with_if("hint", game.hint).to_string()));
        }
        game.page(budget).map(Reply::page)
    })
    .await
}

/// A game, and what is asked of it.
struct Game {
    record: Record,
    /// As it stands in the address.
    convention: Option<Convention>,
    hint: bool,
    guess: bool,
    seed: u64,
    /// What should be known of how the start was read.
    notes: Vec<Diagnostic>,
}

impl Game {
    /// Reads an address, or makes the page that says what is wrong.
    fn read(query: &PlayQuery, budget: &Budget) -> Result<Game, Markup> {
        let asked = Address::of("/play").with_some("convention", query.convention);
        let asked = address::with_players(asked, query.first.unwrap_or(Side::Me), query.level);
        let start = Position::parse_within(&query.position, Reading::default(), &budget.run(1.0))
            .map_err(|error| layout::wrong_position(&asked, &query.position, &error.told(&query.position)))?;
        let convention = query.convention.unwrap_or_else(|| start.usual_convention());
        let mut record = Record::new(start, convention, query.first.unwrap_or(Side::Me), query.level);
        for label in query::labels(&query.moves) {
            let back = address::analysis(&record.position().to_string());
            record
                .play(&label)
                .map_err(|error| layout::wrong_move(record.position(), &label, &error, &back))?;
        }
        record.resigned = query.resigned.then_some(Side::Me);
        let notes = layout::notes_of(record.start(), query.from.as_deref());
        // The address that the text is written in does not know of the name that was called.
        let convention = query.convention.or(record.start().convention_by_name());
        Ok(Game { record, convention, hint: query.hint, guess: query.guess, seed: query.seed, notes })
    }

    fn address(&self, moves: &[String]) -> Address {
        let Record { first, level, .. } = self.record;
        address::game(self.record.start(), self.convention, first, level)
            .with_some("seed", Some(self.seed).filter(|&seed| seed > 0))
            .with_some("moves", Some(moves.join(" ")).filter(|moves| !moves.is_empty()))
    }

    fn after(&self, label: &str) -> Address {
        let mut moves = self.record.moves().to_vec();
        moves.push(label.to_owned());
        self.address(&moves)
    }

    fn player(&self, level: Level, limits: Limits, budget: &Budget) -> Player {
        let convention = Some(self.record.convention);
        // The same game gets the same replies, so that an address means one thing.
        Player { level, convention, seed: self.seed, limits, cancel: Arc::clone(budget.cancel()) }
    }

    /// The game after the computer's move; none when a larger budget would find a better one.
    fn reply(&self, budget: &Budget) -> Option<Address> {
        let player = self.player(self.record.level, budget.limits(1.0), budget);
        let choice = player.choose(self.record.position())?;
        let is_guess = choice.thought == Thought::Unsure;
        let after = || self.after(&choice.label).with_if("guess", is_guess).with_if("hint", self.hint);
        (!is_guess || budget.is_last()).then(after)
    }

    fn page(&self, budget: &Budget) -> Option<Markup> {
        let position = self.record.position();
        let talk = match self.record.winner() {
            Some(winner) => self.result(winner, budget)?,
            None => self.talk(budget)?,
        };
        let mut marks = Marks::default();
        if let Some(hint) = &talk.hint {
            marks.winning = vec![hint.clone()];
        }
        let drawn = picture(position, &marks);
        let is_over = self.record.winner().is_some();
        let title = format!("Play {}", shortened(&named(self.record.start()), 50));
        let here = self.address(self.record.moves());
        let whole = here.to_string();
        let about =
            Preview { position, convention: self.convention, told: "A game against Grundy: your turn." };
        Some(layout::page_about(
            Room::Play,
            &title,
            Some(&whole),
            Some(&about),
            html! {
                article.analysis {
                    div.stage {
                        h1.position {
                            // One game has a name that people know; its position is told in its notation.
                            @if let [board] = self.record.start().terms() { span.game { (board.card().title) } " " }
                            (shortened(&named(position), 200))
                        }
                        (talk.says)
                        @if self.record.moves().is_empty() { (layout::notes(&self.notes)) }
                        @if is_over { (last_stage(&drawn)) }
                        @else {
                            (stage(position, drawn, &here, &|label| self.after(label).to_string(), &BTreeMap::new()))
                        }
                        (self.before())
                        (self.tools(is_over))
                        @if !is_over { (self.moves()) }
                    }
                    div.side {
                        (rules::panel(self.record.start(), self.record.convention, self.record.moves().is_empty()))
                        (self.settings())
                        (self.turns())
                    }
                }
            },
        ))
    }

    /// What the computer says in the middle of the game.
    fn talk(&self, budget: &Budget) -> Option<Talk> {
        let record = &self.record;
        let last =
            record.moves().last().filter(|_| record.moves().len() > 1 || record.first == Side::Computer);
        let said = last.and_then(|label| {
            let before = record.position_after(record.moves().len() - 1)?;
            Some((label, before.say(label).ok()?))
        });
        let mut hint = None;
        let mut advice = None;
        if self.hint {
            let player = self.player(Level::Perfect, budget.limits(0.9), budget);
            let choice = player.choose(record.position())?;
            if choice.thought == Thought::Unsure && !budget.is_last() {
                return None;
            }
            advice = Some(match choice.thought {
                Thought::Winning => {
                    let words = record.position().say(&choice.label).unwrap_or_default();
                    hint = Some(choice.label);
                    format!("A move that wins: {words}.")
                }
                Thought::Unsure => "This one is too hard to be told in the time that there is.".to_owned(),
                _ => "No move wins here, if I make no mistake. Make it long.".to_owned(),
            });
        }
        let aim = match record.convention {
            Convention::Normal => "whoever makes the last move wins",
            Convention::Misere => "whoever makes the last move loses",
        };
        Some(Talk {
            hint,
            says: html! {
                div.talk data-told="" {
                    @match said {
                        Some((label, words)) => {
                            p { strong { "I " (words) "." } " " small { code { (label) } } " Your turn." }
                            @if self.guess {
                                p { "I had no time to read this out: that move is my guess, and it may be wrong." }
                            }
                        }
                        None => p { "Your turn. Remember: " (aim) "." },
                    }
                    @if let Some(advice) = advice { p { strong { (advice) } } }
                }
            },
        })
    }

    /// The board before the computer's last move, with that move marked: shown for a moment.
    fn before(&self) -> Markup {
        let moves = self.record.moves();
        let Some(last) = moves.len().checked_sub(1) else { return html! {} };
        if self.record.side_of(last) != Side::Computer || self.record.resigned.is_some() || self.hint {
            return html! {};
        }
        let Some(before) = self.record.position_after(last) else { return html! {} };
        let marks = Marks { winning: Vec::new(), making: Some(moves[last].clone()) };
        html! { template data-before="" { (in_place(&picture(before, &marks))) } }
    }

    fn tools(&self, is_over: bool) -> Markup {
        let moves = self.record.moves();
        // Back to the person's move before: its own and the reply to it.
        let mine = (0..moves.len()).rev().find(|&index| self.record.side_of(index) == Side::Me);
        let hint = self.address(moves).with("hint", 1);
        let resign = self.address(moves).with("resigned", 1);
        let analysis = address::analysis(&self.record.start().to_string())
            .with_some("convention", self.convention)
            .with_some("moves", Some(moves.join(" ")).filter(|moves| !moves.is_empty()));
        html! {
            nav.tools aria-label="This game" {
                @match mine {
                    Some(mine) => a.button href=(self.address(&moves[..mine])) data-key="u" { "Take back" },
                    None => span.button.off { "Take back" },
                }
                @if !is_over {
                    a.button href=(hint) data-key="h" { "Hint" }
                    a.button href=(resign) { "Resign" }
                }
                a.button href=(analysis) { "Analyse" }
            }
        }
    }

    /// The moves as a list, for those who would rather choose by name.
    fn moves(&self) -> Markup {
        let labels = self.record.position().moves(200);
        html! {
            details {
                summary { "Moves by name" }
                p {
                    @for label in &labels {
                        a.byname href=(self.after(label)) data-shows=(label) {
                            (self.record.position().say(label).unwrap_or_default()) " " small { code { (label) } }
                        } " "
                    }
                    @if self.record.position().count_moves() > labels.len() as u128 {
                        "and more: write one into the field above."
                    }
                }
            }
        }
    }

    fn settings(&self) -> Markup {
        let record = &self.record;
        html! {
            section {
                h2 { "New game" }
                form.settings action="/play" method="get" {
                    input type="hidden" name="position" value=(record.start());
                    div {
                        label for="level" { "The computer plays" }
                        (level_choice(record.level))
                    }
                    div {
                        label for="first" { "Who begins" }
                        select #first name="first" {
                            option value="me" selected[record.first == Side::Me] { "you" }
                            option value="computer" selected[record.first == Side::Computer] { "the computer" }
                        }
                    }
                    div {
                        label for="convention" { "The last move" }
                        select #convention name="convention" {
                            option value="normal" selected[record.convention == Convention::Normal] { "wins" }
                            option value="misere" selected[record.convention == Convention::Misere] { "loses (misère)" }
                        }
                    }
                    button type="submit" { "Begin" }
                }
            }
        }
    }

    fn turns(&self) -> Markup {
        let moves = self.record.moves();
        if moves.is_empty() {
            return html! {};
        }
        html! {
            section {
                h2 { "The game so far" }
                ol.turns {
                    @for (index, label) in moves.iter().enumerate() {
                        li {
                            (index + 1) ". "
                            @match self.record.side_of(index) { Side::Me => span.mine { "You:" }, Side::Computer => "I:" }
                            " "
                            @if let Some(before) = self.record.position_after(index) {
                                (before.say(label).unwrap_or_default()) " "
                            }
                            small { code { (label) } }
                        }
                    }
                }
                details.share {
                    summary { "The game as text" }
                    p.small { "Kept in a file, " code { "grundy show --record FILE" } " replays it." }
                    div.scroll tabindex="0" role="group" aria-label="The game as text" { pre { (self.record) } }
                    p { button type="button" hidden data-copy=(self.record) { "Copy" } }
                }
            }
        }
    }
}

/// What the computer says, and the move that it hints at.
struct Talk {
    hint: Option<String>,
    says: Markup,
}
