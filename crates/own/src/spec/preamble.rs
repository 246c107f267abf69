//! The lines that files of every kind have: the name, what people read, the convention, an example.

use super::Phrase;
use super::statement::Statement;
use crate::limits::MOST_TEXT;
use crate::origin::{MOST_REMOTE_TEXT, Origin};
use grundy_core::{Convention, Diagnostic, Word};
use std::ops::Range;

/// What files of every kind tell of their game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preamble {
    /// The name before a position.
    pub name: Option<Phrase>,
    /// What lists call the game.
    pub title: Option<Phrase>,
    /// What a move is, in a sentence.
    pub says: Option<Phrase>,
    /// Where the game comes from.
    pub by: Option<Phrase>,
    /// The usual convention, where the file tells one.
    pub play: Option<Convention>,
    /// A position.
    pub example: Option<Phrase>,
}

/// Whether a game from a rules file may have this name.
///
/// # Errors
/// When it is none; the span is the whole of it.
///
/// ```
/// use grundy_own::check_name;
/// assert!(check_name("my-cram").is_ok());
/// assert_eq!(check_name("0.07").unwrap_err().message, "`0.07` is no name of a game");
/// ```
pub fn check_name(name: &str) -> Result<(), Diagnostic> {
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && name.len() <= 32;
    if is_name {
        return Ok(());
    }
    let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
    Err(Diagnostic::new(format!("`{shown}` is no name of a game"), 0..name.len())
        .help("a name is a small letter and then up to 31 small letters, digits and hyphens: `my-cram`"))
}

impl Preamble {
    /// Reads a statement that files of every kind have; `None` where it is another.
    pub(crate) fn read(&mut self, statement: Statement<'_>) -> Option<Result<(), Diagnostic>> {
        Some(match statement.word {
            "game" => self.game(statement),
            "title" => once(&mut self.title, statement),
            "says" => once(&mut self.says, statement),
            "by" => once(&mut self.by, statement),
            "example" => once(&mut self.example, statement),
            "play" => self.convention(statement),
            _ => return None,
        })
    }

    fn game(&mut self, statement: Statement<'_>) -> Result<(), Diagnostic> {
        once(&mut self.name, statement)?;
        check_name(statement.rest).map_err(|error| Diagnostic { span: rest_span(statement), ..error })
    }

    fn convention(&mut self, statement: Statement<'_>) -> Result<(), Diagnostic> {
        if self.play.is_some() {
            return Err(twice(statement));
        }
        self.play = Some(match statement.rest {
            "normal" => Convention::Normal,
            "misere" | "misère" => Convention::Misere,
            _ => {
                return Err(Diagnostic::new("this is neither normal nor misère play", rest_span(statement))
                    .help("write `play normal` or `play misere`"));
            }
        });
        Ok(())
    }

    /// That the first statement of a file is its name.
    pub(crate) fn name_first(statement: Statement<'_>) -> Diagnostic {
        Diagnostic::new("a rules file begins with the name of its game", statement.word_span())
            .help("write `game my-game` as the first line")
    }
}

/// That a line stands twice.
pub(crate) fn twice(statement: Statement<'_>) -> Diagnostic {
    Diagnostic::new(format!("there is a line `{}` already", statement.word), statement.word_span())
        .help("leave one of them out")
}

/// The bytes of what follows the word; those of the word where nothing does.
pub(crate) fn rest_span(statement: Statement<'_>) -> Range<usize> {
    match statement.rest.is_empty() {
        true => statement.word_span(),
        false => statement.rest_at..statement.end(),
    }
}

/// What follows the word.
pub(crate) fn phrase(statement: Statement<'_>) -> Result<Phrase, Diagnostic> {
    if statement.rest.is_empty() {
        return Err(Diagnostic::new(
            format!("nothing stands behind `{}`", statement.word),
            statement.word_span(),
        )
        .help("write its text in the same line"));
    }
    Ok(Phrase { text: statement.rest.to_owned(), span: rest_span(statement) })
}

/// Holds the words of a `say` line to the names that may stand in braces there.
///
/// # Errors
/// When a brace is open, or holds no such name.
pub(crate) fn check_say(say: &Phrase, names: &[&str]) -> Result<(), Diagnostic> {
    let mut from = 0;
    while let Some(open) = say.text[from..].find('{').map(|open| from + open) {
        let close = say.text[open..].find('}').map(|close| open + close);
        let help = || {
            let names: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
            format!("here may stand {}", Word::list(&names))
        };
        let Some(close) = close else {
            let span = say.span.start + open..say.span.start + open + 1;
            return Err(Diagnostic::new("this brace is not closed", span).help(help()));
        };
        let name = &say.text[open + 1..close];
        if !names.contains(&name) {
            let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
            let span = say.span.start + open..say.span.start + close + 1;
            return Err(Diagnostic::new(format!("`{{{shown}}}` is nothing of this move"), span).help(help()));
        }
        from = close + 1;
    }
    Ok(())
}

/// Keeps what follows the word, once.
pub(crate) fn once(place: &mut Option<Phrase>, statement: Statement<'_>) -> Result<(), Diagnostic> {
    if place.is_some() {
        return Err(twice(statement));
    }
    *place = Some(phrase(statement)?);
    Ok(())
}

/// The words of a statement, each with its place.
pub(crate) fn words(statement: Statement<'_>) -> impl Iterator<Item = Phrase> {
    let start = statement.rest.as_ptr().addr();
    statement.rest.split_whitespace().map(move |word| {
        let at = statement.rest_at + word.as_ptr().addr() - start;
        Phrase { text: word.to_owned(), span: at..at + word.len() }
    })
}

/// A file of this origin may be this long.
///
/// # Errors
/// When it is longer.
pub(crate) fn check_length(text: &str, origin: Origin) -> Result<(), Diagnostic> {
    let (most, help) = match origin {
        Origin::Local => (MOST_TEXT, "is this a rules file? `grundy game new NAME` writes one"),
        Origin::Remote => (MOST_REMOTE_TEXT, "the program on your own machine takes longer ones"),
    };
    if text.len() > most {
        let message = format!("a rules file has at most {} KiB here", most >> 10);
        let at = (0..=most).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        return Err(Diagnostic::new(message, at..text.len()).help(help));
    }
    Ok(())
}
