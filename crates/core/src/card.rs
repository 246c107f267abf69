//! What a game is called, and what may be set.

use crate::{Convention, Diagnostic};
use std::ops::Range;

/// A game's visiting card: what lists, help pages and readers of positions need to know of it.
#[derive(Debug)]
pub struct Card {
    /// The name before a position, in lower case: `2d-nim`.
    pub id: &'static str,
    /// Other names that are read as this game, in lower case.
    pub aliases: &'static [&'static str],
    /// The name as a title.
    pub title: &'static str,
    /// One sentence: what a move is.
    pub summary: &'static str,
    /// The convention by which the game is usually told.
    pub convention: Convention,
    /// What can be set with KEY=VALUE.
    pub parameters: &'static [Parameter],
    /// A position worth looking at, in its own notation, without the id.
    pub example: &'static str,
}

/// A parameter of a game, written `KEY=VALUE` before the position.
#[derive(Debug)]
pub struct Parameter {
    /// The key, in lower case.
    pub key: &'static str,
    /// What it sets and which values it takes.
    pub help: &'static str,
    /// The value where none is given.
    pub default: &'static str,
}

/// The parameters given with one position, each with where it stands in the text.
///
/// ```
/// use grundy_core::Parameters;
/// let mut parameters = Parameters::default();
/// parameters.insert("max", "3", 7..12);
/// assert_eq!(parameters.get("max"), Some("3"));
/// assert_eq!(parameters.get("rows"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    called: String,
    given: Vec<(String, String, Range<usize>)>,
    is_bare: bool,
}

impl Parameters {
    /// Adds a parameter, with the bytes of the text that it stands in.
    pub fn insert(&mut self, key: &str, value: &str, span: Range<usize>) {
        self.given.push((key.to_owned(), value.to_owned(), span));
    }

    /// The one parameter of a term that begins with its value, without the game's name or a key:
    /// `0.07` before heaps stands for `octal code=0.07`.
    pub fn bare(key: &str, value: &str, span: Range<usize>) -> Self {
        Parameters {
            given: vec![(key.to_owned(), value.to_owned(), span)],
            is_bare: true,
            ..Parameters::default()
        }
    }

    /// Whether the term began with its parameter's value.
    pub fn is_bare(&self) -> bool {
        self.is_bare
    }

    /// Notes the name by which the game was called: an alias may stand for a value.
    pub fn call(&mut self, name: &str) {
        self.called = name.to_lowercase();
    }

    /// Whether the game was called by this name, in lower case.
    pub fn is_called(&self, name: &str) -> bool {
        self.called == name
    }

    /// The value given for a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.given.iter().find(|(k, _, _)| k == key).map(|(_, value, _)| value.as_str())
    }

    /// A mistake in the value of a key.
    pub fn diagnostic(&self, key: &str, message: impl Into<String>) -> Diagnostic {
        let span = self.given.iter().find(|(k, _, _)| k == key).map_or(0..0, |(_, _, span)| span.clone());
        Diagnostic::new(message, span)
    }

    /// The number from 1 to `most` that is given for a key; none where none is given.
    ///
    /// # Errors
    /// When it is too large; or with the message `refusal`, when it is no whole number, or 0.
    ///
    /// ```
    /// use grundy_core::Parameters;
    /// let mut parameters = Parameters::default();
    /// parameters.insert("take", "9", 4..10);
    /// assert_eq!(parameters.number("take", 9, "a number of pins"), Ok(Some(9)));
    /// assert_eq!(parameters.number("len", 9, "a number of cells"), Ok(None));
    /// let error = parameters.number("take", 8, "a number of pins").unwrap_err();
    /// assert_eq!(error.message, "this number is too large: `take` is at most 8");
    /// ```
    pub fn number(&self, key: &str, most: u64, refusal: &str) -> Result<Option<u64>, Diagnostic> {
        let Some(value) = self.get(key) else { return Ok(None) };
        if let Some(number) = value.parse().ok().filter(|number| (1..=most).contains(number)) {
            return Ok(Some(number));
        }
        let is_positive =
            value.bytes().all(|byte| byte.is_ascii_digit()) && value.bytes().any(|digit| digit != b'0');
        let message = match is_positive {
            true => format!("this number is too large: `{key}` is at most {most}"),
            false => refusal.to_owned(),
        };
        Err(self.diagnostic(key, message).help(format!("write {key}=1 to {key}={most}")))
    }

    /// A mistake inside the value of a key; its span counts bytes of the value.
    pub fn inside(&self, key: &str, mistake: Diagnostic) -> Diagnostic {
        let given = self.given.iter().find(|(k, _, _)| k == key);
        mistake.shifted(given.map_or(0, |(_, value, span)| span.end - value.len()))
    }

    /// The keys, values and places, in the order given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, &Range<usize>)> {
        self.given.iter().map(|(key, value, span)| (key.as_str(), value.as_str(), span))
    }
}
