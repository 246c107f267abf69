//! The frame of all pages, and the pieces that several of them have.

use crate::address;
use grundy::{
    Answer, Block, Convention, Diagnostic, Outcome, Position, Reading, Step, StopReason, TextTable,
};
use maud::{DOCTYPE, Markup, html};
use unicode_width::UnicodeWidthStr;

/// The parts of the site, for the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// The list of games.
    Home,
    /// Who wins, and why.
    Analysis,
    /// A game against the program.
    Play,
    /// Nimbers of heaps.
    Sequences,
    /// Disks in a cavity.
    Packing,
    /// The chapters.
    Learn,
}

/// A page. `path` is its one address, where it has one that is shorter than that in the address bar.
pub fn page(room: Room, title: &str, path: Option<&str>, content: Markup) -> Markup {
    let entry = |of: Room, path: &str, name: &str| {
        html! { a href=(path) aria-current=[(of == room).then_some("page")] { (name) } }
    };
    html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                title { (title) " · Grundy" }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                @if let Some(path) = path { link rel="canonical" href=(path); }
                link rel="icon" href="/static/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/static/picture.css";
                link rel="stylesheet" href="/static/page.css";
                @if room == Room::Analysis { link rel="stylesheet" href="/static/book.css"; }
                script type="module" src="/static/page.js" {}
            }
            body {
                a.skip href="#content" { "Skip to the content" }
                header.top {
                    a.brand href="/" { span aria-hidden="true" { "∗" } "Grundy" }
                    nav aria-label="Site" {
                        (entry(Room::Home, "/", "Games"))
                        (entry(Room::Sequences, "/sequences", "Sequences"))
                        (entry(Room::Packing, "/packing", "Packing"))
                        (entry(Room::Learn, "/learn", "Learn"))
                    }
                }
                main #content tabindex="-1" { (content) }
                footer {
                    p {
                        "Impartial games: who wins, by what nimber, with which moves, and why. "
                        "For programs there is an " a href="/api/openapi.json" { "API" } "."
                    }
                }
                p #told .unseen role="status" {}
            }
        }
    }
}

/// A page that says one thing.
pub fn notice(title: &str, text: &str) -> Markup {
    page(
        Room::Home,
        title,
        None,
        html! {
            div.notice {
                h1 { (title) }
                p { (text) }
                p { a href="/" { "To the games" } }
            }
        },
    )
}

/// The page for an address whose question cannot be read.
pub fn wrong_address(told: &str, example: &str) -> Markup {
    page(
        Room::Home,
        "Not a question",
        None,
        html! {
            div.notice {
                h1 { "That is not a question yet" }
                p #mistake role="alert" { (sentence(told)) }
                p { "Write, for example, " a href=(example) { code { (example) } } "." }
                p { a href="/" { "To the games" } }
            }
        },
    )
}

/// The box that takes any position.
pub fn position_box(text: &str, is_wrong: bool) -> Markup {
    html! {
        form.ask action="/analyse" method="get" role="search" {
            label for="position" { "A position, of any game, or a sum of them" }
            div.row {
                input #position name="position" type="text" value=(text) autocomplete="off"
                    autocapitalize="off" spellcheck="false" maxlength="6000"
                    placeholder="nim 1 3 5 7" aria-invalid=[is_wrong.then_some("true")]
                    aria-describedby=[is_wrong.then_some("mistake")];
                button type="submit" { "Analyse" }
            }
        }
    }
}

/// A mistake in a text: the line with the place underlined and a caret below it, and what to do.
pub fn mistake(text: &str, error: &Diagnostic) -> Markup {
    let (before, marked, after) = around(text, error);
    let caret = "^".repeat(marked.width().max(1));
    let indent = " ".repeat(before.width());
    html! {
        div #mistake .mistake role="alert" {
            p { strong { (with_code(&error.message)) } }
            pre { code { (before) mark { (marked) } (after) "\n" span.caret { (indent) (caret) } } }
            @if let Some(help) = &error.help { p { (with_code(help)) } }
        }
    }
}

/// The most characters that are shown on each side of a mistake.
const CONTEXT: usize = 40;

/// What stands before a mistake, the mistake, what stands after it; long texts are cut.
fn around(text: &str, error: &Diagnostic) -> (String, String, String) {
    let start = floor(text, error.span.start);
    let end = floor(text, error.span.end).max(start);
    let plain = |part: &str| part.replace(|c: char| c.is_control(), " ");
    let head: Vec<char> = text[..start].chars().collect();
    let cut = head.len().saturating_sub(CONTEXT);
    let before = format!("{}{}", if cut > 0 { "…" } else { "" }, head[cut..].iter().collect::<String>());
    let limited = |part: &str| {
        let cut = part.char_indices().nth(CONTEXT).map(|(at, _)| at);
        cut.map_or(part.to_owned(), |cut| format!("{}…", &part[..cut]))
    };
    (plain(&before), plain(&limited(&text[start..end])), plain(&limited(&text[end..])))
}

/// The nearest place between characters that is no later.
fn floor(text: &str, place: usize) -> usize {
    (0..=place.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A message of the library as a sentence.
pub fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let stop = if message.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// The same, with what stands in backquotes as code.
fn with_code(message: &str) -> Markup {
    let sentence = sentence(message);
    let parts: Vec<&str> = sentence.split('`').collect();
    html! {
        @if parts.len().is_multiple_of(2) { (sentence) } @else {
            @for (place, part) in parts.iter().enumerate() {
                @if place % 2 == 1 { code { (part) } } @else { (part) }
            }
        }
    }
}

/// What should be known of how a position was read: its own notes, and those of the text that it was written as
/// before it had its own address.
pub fn notes_of(position: &Position, from: Option<&str>) -> Vec<Diagnostic> {
    let written = from.and_then(|from| from.parse::<Position>().ok());
    let written = written.filter(|written| written.to_string() == position.to_string());
    written.as_ref().unwrap_or(position).notes().to_vec()
}

/// Notes on how a position was read, each as a paragraph.
pub fn notes(notes: &[Diagnostic]) -> Markup {
    html! {
        @for note in notes {
            p.lead data-note="" {
                (with_code(&note.message))
                @if let Some(help) = &note.help { " " (with_code(help)) }
            }
        }
    }
}

/// The page for a position that cannot be read.
pub fn wrong_position(text: &str, error: &Diagnostic) -> Markup {
    // Where nothing was skipped the mistake is of another kind.
    let lenient = Position::parse(text, Reading { lenient: true, drop_floating: true }).ok();
    let lenient = lenient.filter(|position| position.notes().iter().any(Diagnostic::is_of_skipped));
    page(
        Room::Analysis,
        "Not a position",
        None,
        html! {
            h1 { "That is not a position yet" }
            (mistake(text, error))
            (position_box(text, true))
            @if let Some(position) = lenient {
                p { "Or read it without the slip: " a href=(address::analysis(&position.to_string())) {
                    code { (shortened(&position.to_string(), 80)) }
                } "." }
            }
            p { "The " a href="/" { "list of games" } " has an example of each notation." }
        },
    )
}

/// The page for a move that cannot be made.
pub fn wrong_move(position: &Position, label: &str, error: &Diagnostic) -> Markup {
    let text = position.to_string();
    page(
        Room::Analysis,
        "Not a move",
        None,
        html! {
            h1 { "That is not a move here" }
            (mistake(label, error))
            p { "The position is " a href=(address::analysis(&text)) { code { (shortened(&named(position), 120)) } } "." }
        },
    )
}

/// Who wins, in one line.
pub fn verdict(answer: &Answer) -> Markup {
    let misere = answer.convention == Convention::Misere;
    let (class, text) = match (answer.outcome, answer.stopped) {
        (Some(Outcome::N), _) => ("wins", "The player to move wins."),
        (Some(Outcome::P), _) => ("loses", "The player to move loses."),
        (None, Some(StopReason::Memory)) => {
            ("open", "Not decided: it takes more memory than the server gives.")
        }
        (None, _) => ("open", "Not decided in the time that the server gives."),
    };
    html! {
        p .verdict .(class) {
            strong { (text) } " "
            @if let Some(outcome) = answer.outcome {
                span.tag title=(outcome_text(outcome)) { (outcome) "-position" }
            }
            @if let Some(nimber) = answer.nimber { span.tag.nimber title="its nimber" { (nimber) } }
            @if let Some(least) = answer.nimber_at_least { span.tag.nimber { "at least " (least) } }
            @if misere { span.tag { "misère play" } }
        }
    }
}

fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "the Next player wins",
        Outcome::P => "the Previous player wins",
    }
}

/// The working, step by step.
pub fn steps(steps: &[Step]) -> Markup {
    html! {
        ol.steps {
            @for step in steps {
                li {
                    h3 { (step.heading) }
                    @for block in &step.blocks {
                        @match block {
                            Block::Text(text) => p { (text) },
                            Block::Table(rows) => (table(rows)),
                        }
                    }
                }
            }
        }
    }
}

/// A table of a working. Columns of numbers stand to the right.
fn table(table: &TextTable) -> Markup {
    let is_number = |text: &str| text.chars().all(|c| !c.is_alphabetic());
    let rows = || table.rows.iter().chain(table.footer.as_ref());
    let right: Vec<bool> = (0..table.header.len())
        .map(|column| column > 0 && rows().all(|row| row.get(column).is_none_or(|cell| is_number(cell))))
        .collect();
    let side = |column: usize| right.get(column).copied().unwrap_or(false).then_some("right");
    html! {
        div.scroll tabindex="0" role="group" aria-label="Table" {
            table {
                thead { tr { @for (column, cell) in table.header.iter().enumerate() {
                    th scope="col" class=[side(column)] { (cell) }
                } } }
                tbody { @for row in &table.rows { tr { @for (column, cell) in row.iter().enumerate() {
                    td class=[side(column)] { (cell) }
                } } } }
                @if let Some(footer) = &table.footer {
                    tfoot { tr { @for (column, cell) in footer.iter().enumerate() {
                        td class=[side(column)] { (cell) }
                    } } }
                }
            }
        }
    }
}

/// A text, its end left out where it is long.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The text of a position, which may be that of the empty sum.
pub fn named(position: &Position) -> String {
    let text = position.to_string();
    if text.is_empty() { "the empty sum".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below_the_mistake() {
        let error = "nim 3 x5".parse::<Position>().expect_err("x is no number");
        let shown = mistake("nim 3 x5", &error).into_string();
        assert!(shown.contains("nim 3 <mark>x</mark>5\n<span class=\"caret\">      ^</span>"), "{shown}");
    }

    #[test]
    fn mistakes_in_long_texts_and_within_letters_are_shown() {
        let text = "é".repeat(500);
        let error = Diagnostic::new("odd", 401..403);
        let (before, marked, after) = around(&text, &error);
        assert_eq!((before.chars().count(), marked.as_str(), after.chars().count()), (41, "é", 41));
        assert_eq!(around("ab", &Diagnostic::new("ends", 2..9)), ("ab".into(), "".into(), "".into()));
    }
}
