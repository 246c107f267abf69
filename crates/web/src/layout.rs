//! The frame of all pages, and the pieces that several of them have.

use crate::address::{self, Address};
use crate::readings;
pub use grundy::picture::shortened;
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
    /// A position by hand.
    Build,
}

/// What a link to a page shows of it elsewhere.
pub struct Preview<'p> {
    /// The position that is drawn.
    pub position: &'p Position,
    /// How it is played, where that is not the usual way.
    pub convention: Option<Convention>,
    /// One sentence.
    pub told: &'p str,
}

/// What stands in pages where the address of the site belongs; the guard knows it.
pub const ORIGIN: &str = "http://origin.invalid";

fn preview(title: &str, preview: &Preview<'_>) -> Markup {
    let picture = Address::of("/preview.png")
        .with("position", preview.position)
        .with_some("convention", preview.convention);
    html! {
        meta name="description" content=(preview.told);
        meta property="og:type" content="website";
        meta property="og:title" content=(title);
        meta property="og:description" content=(preview.told);
        @if cfg!(feature = "png") && picture.to_string().len() < 2000 {
            meta property="og:image" content={ (ORIGIN) (picture) };
            meta name="twitter:card" content="summary_large_image";
        }
    }
}

/// A page. `path` is its one address, where it has one that is shorter than that in the address bar.
pub fn page(room: Room, title: &str, path: Option<&str>, content: Markup) -> Markup {
    page_about(room, title, path, None, content)
}

/// A page about a position, with what a link to it shows.
pub fn page_about(
    room: Room,
    title: &str,
    path: Option<&str>,
    about: Option<&Preview<'_>>,
    content: Markup,
) -> Markup {
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
                @match about {
                    Some(about) => (preview(title, about)),
                    None => {
                        meta name="description" content="Impartial games: who wins, by what nimber, with which moves, and why.";
                        meta property="og:title" content=(title);
                    }
                }
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
                        (entry(Room::Play, "/play", "Play"))
                        (entry(Room::Home, "/", "Games"))
                        (entry(Room::Build, "/build", "Build"))
                        (entry(Room::Sequences, "/sequences", "Sequences"))
                        (entry(Room::Packing, "/packing", "Packing"))
                        (entry(Room::Learn, "/learn", "Learn"))
                    }
                }
                main #content tabindex="-1" { (content) }
                footer {
                    p {
                        "Impartial games: who wins, by what nimber, with which moves, and why. "
                        "For programs there is an " a href="/api/openapi.json" { "API" } ". "
                        a href="/review" { "Review a game" } " · " a href="/build" { "Build a position" } " · "
                        a href="/own" { "A game of your own" } " · " a href="/code" { "All about a code" } " · "
                        a href="/proof" { "Play through a proof" } " · "
                        a href="/hunt" { "The hunt" }
                    }
                    p.keys hidden {
                        button type="button" data-keys="" { "Keys" span.key { "?" } }
                        button type="button" data-sound="" aria-pressed="false" { "Sound: off" }
                    }
                }
                (keys())
                p #told .unseen role="status" {}
            }
        }
    }
}

/// The keys, behind `?`.
fn keys() -> Markup {
    const KEYS: [(&str, &str); 10] = [
        ("Tab", "to the board and out of it"),
        ("Arrows", "from piece to piece on the board"),
        ("Enter", "make the move that is shown"),
        ("Escape", "let the chosen move go"),
        ("m", "write a move"),
        ("u / r", "take back, or undo; redo"),
        ("h", "a hint, in a game"),
        ("w", "show or hide the winning moves"),
        ("n", "nudge disks apart, in the packing"),
        ("?", "these keys"),
    ];
    html! {
        dialog #keys aria-labelledby="keys-title" {
            h2 #keys-title { "Keys" }
            dl { @for (key, told) in KEYS { dt { kbd { (key) } } dd { (told) } } }
            form method="dialog" { button type="submit" { "Close" } }
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
                p #mistake role="alert" { (with_code(told)) }
                p { "Write, for example, " a href=(example) { code { (example) } } "." }
                p { a href="/" { "To the games" } }
            }
        },
    )
}

/// The text of the position at hand as a field that can be changed; whether winning moves are shown stays as it is.
pub fn position_field(position: &Position, convention: Option<Convention>, winning: bool) -> Markup {
    html! {
        form.ask.here action="/analyse" method="get" {
            label.unseen for="position" { "A position, of any game, or a sum of them" }
            @if let Some(convention) = convention { input type="hidden" name="convention" value=(convention); }
            @if winning { input type="hidden" name="winning" value="1"; }
            div.row {
                input #position .position name="position" type="text" value=(position) autocomplete="off"
                    autocapitalize="off" spellcheck="false" maxlength="6000" aria-describedby="position-hint";
                button type="submit" { "Analyse" }
            }
            p #position-hint .unseen { "Change the text and press Enter." }
        }
    }
}

/// The box that takes any position. It asks for `page`, which has what else is asked.
pub fn position_box(page: &Address, text: &str, is_wrong: bool) -> Markup {
    let button = match page.path() {
        "/play" => "Play",
        "/build" => "Build",
        "/book" => "Make the book",
        "/tree" | "/proof" => "Show",
        _ => "Analyse",
    };
    html! {
        form.ask action=(page.path()) method="get" role="search" {
            @for (key, value) in page.fields() { input type="hidden" name=(key) value=(value); }
            label for="position" { "A position, of any game, or a sum of them" }
            div.row {
                input #position name="position" type="text" value=(text) autocomplete="off"
                    autocapitalize="off" spellcheck="false" maxlength="6000"
                    placeholder="nim 1 3 5 7" aria-invalid=[is_wrong.then_some("true")]
                    aria-describedby=[is_wrong.then_some("mistake")];
                button type="submit" { (button) }
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
            pre tabindex="0" { code { (before) mark { (marked) } (after) "\n" span.caret { (indent) (caret) } } }
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
pub fn with_code(message: &str) -> Markup {
    let sentence = sentence(&readings::for_the_page(message));
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

/// The page for a position that cannot be read. `asked` is the page that was asked for, with all but the position and
/// moves from it: the corrected position leads there.
pub fn wrong_position(asked: &Address, text: &str, error: &Diagnostic) -> Markup {
    let with = |position: &str| asked.clone().with("position", position);
    // Where nothing was skipped the mistake is of another kind.
    let lenient = Position::parse(text, Reading { lenient: true, drop_floating: true }).ok();
    let lenient = lenient.filter(|position| position.notes().iter().any(Diagnostic::is_of_skipped));
    let other = readings::of(text);
    let question = readings::asked(text);
    page(
        Room::Analysis,
        "Not a position",
        None,
        html! {
            h1 { "That is not a position yet" }
            (mistake(text, error))
            (position_box(asked, text, true))
            @if let Some(position) = lenient {
                p { "Or read it without the slip: " a href=(with(&position.to_string())) {
                    code { (shortened(&position.to_string(), 80)) }
                } "." }
            }
            @if let Some(text) = other {
                p #other { "Do you mean " a href=(with(&text)) { code { (shortened(&text, 80)) } } "?" }
            }
            @if let Some(question) = &question { (answered(question)) }
            p { "The " a href="/" { "list of games" } " has an example of each notation." }
        },
    )
}

/// The way to what was asked instead of a position, or its answer.
fn answered(asked: &readings::Other) -> Markup {
    html! {
        @match asked {
            readings::Other::Position(text, convention) => p #other {
                "Do you mean "
                a href=(address::analysis(text).with("convention", convention)) { code { (text) } }
                @if *convention == Convention::Misere { ", where the last move loses" }
                "?"
            },
            readings::Other::Sequence(code) => p #other {
                "Do you mean " a href=(Address::of("/sequences").with("code", code)) { "the nimbers of " code { (code) } }
                ", or one heap: " a href=(address::analysis(&format!("{code} 9"))) { code { (code) " 9" } } "?"
            },
            readings::Other::Mex(numbers, mex) => p #other {
                @let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
                "mex {" (numbers.join(", ")) "} = " strong { (mex) } ": the least number that is missing. "
                a href="/learn/mex" { "Why it counts" } "."
            },
        }
    }
}

/// The page for a move that cannot be made.
pub fn wrong_move(position: &Position, label: &str, error: &Diagnostic, back: &Address) -> Markup {
    page(
        Room::Analysis,
        "Not a move",
        None,
        html! {
            h1 { "That is not a move here" }
            (mistake(label, error))
            p { "The position is " a href=(back) { code { (shortened(&named(position), 120)) } } "." }
            p { a.button.strong href=(back) { "Back to the board" } }
        },
    )
}

/// Who wins, as a sentence.
pub fn outcome_sentence(answer: &Answer) -> &'static str {
    match (answer.outcome, answer.stopped) {
        (Some(Outcome::N), _) => "The player to move wins.",
        (Some(Outcome::P), _) => "The player to move loses.",
        (None, Some(StopReason::Memory)) => "Not decided: it takes more memory than the server gives.",
        (None, _) => "Not decided in the time that the server gives.",
    }
}

/// Who wins, in one line.
pub fn verdict(answer: &Answer) -> Markup {
    let misere = answer.convention == Convention::Misere;
    let (class, sign) = match answer.outcome {
        Some(Outcome::N) => ("wins", "✓"),
        Some(Outcome::P) => ("loses", "✗"),
        None => ("open", "?"),
    };
    let text = outcome_sentence(answer);
    html! {
        p .verdict .(class) {
            span.sign aria-hidden="true" { (sign) }
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
                            // A command is for the terminal: the page has its own ways.
                            Block::Text(text) if text.contains("`grundy ") => "",
                            Block::Text(text) => p { (with_code(text)) },
                            Block::Table(rows) => (table(rows)),
                        }
                    }
                }
            }
        }
    }
}

/// A table of a working. Columns of numbers stand to the right.
pub fn table(table: &TextTable) -> Markup {
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
