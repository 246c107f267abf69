//! What a game is called, and what may be set.

use crate::{Convention, Diagnostic, NamedPosition};
use std::borrow::Cow;
use std::ops::Range;

/// A game's card: what lists, help pages and readers of positions need to know of it.
///
/// ```
/// use grundy_core::{Card, Convention};
/// let card = Card::new("two-d-nim", "2D Nim", "take adjacent stones of a row or a column", "4x4")
///     .with_aliases(["tactix"])
///     .with_convention(Convention::Misere)
///     .with_parameter("max", "how many stones a move takes at most", "3");
/// assert!(card.is_called("TacTix") && !card.is_called("nim"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Card {
    /// The name before a position, in lower case: `2d-nim`.
    pub id: Cow<'static, str>,
    /// Other names that are read as this game, in lower case.
    pub aliases: Vec<Cow<'static, str>>,
    /// The name as a title.
    pub title: Cow<'static, str>,
    /// One sentence: what a move is.
    pub summary: Cow<'static, str>,
    /// The usual convention of the game.
    pub convention: Convention,
    /// What can be set with KEY=VALUE.
    pub parameters: Vec<Parameter>,
    /// A position worth looking at, in its own notation, without the id.
    pub example: Cow<'static, str>,
    /// Positions that have a name, `nim@marienbad`, in the order in which lists show them.
    pub positions: Vec<NamedPosition>,
}

impl Card {
    /// The card of a game of normal play without aliases and parameters. `summary` is one sentence that says
    /// what a move is, `example` a position in the game's own notation.
    pub fn new(
        id: impl Into<Cow<'static, str>>,
        title: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
        example: impl Into<Cow<'static, str>>,
    ) -> Card {
        Card {
            id: id.into(),
            aliases: Vec::new(),
            title: title.into(),
            summary: summary.into(),
            convention: Convention::Normal,
            parameters: Vec::new(),
            example: example.into(),
            positions: Vec::new(),
        }
    }

    /// The same with other names, in lower case.
    #[must_use]
    pub fn with_aliases<A: Into<Cow<'static, str>>>(mut self, aliases: impl IntoIterator<Item = A>) -> Card {
        self.aliases.extend(aliases.into_iter().map(Into::into));
        self
    }

    /// The same, usually played by this convention.
    #[must_use]
    pub fn with_convention(mut self, convention: Convention) -> Card {
        self.convention = convention;
        self
    }

    /// The same with one more parameter: its key in lower case, what it sets, and its usual value.
    #[must_use]
    pub fn with_parameter(
        mut self,
        key: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
        default: impl Into<Cow<'static, str>>,
    ) -> Card {
        self.parameters.push(Parameter { key: key.into(), help: help.into(), default: default.into() });
        self
    }

    /// The same with more positions that have a name.
    #[must_use]
    pub fn with_positions(mut self, positions: impl IntoIterator<Item = NamedPosition>) -> Card {
        self.positions.extend(positions);
        self
    }

    /// The id and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.id).chain(self.aliases.iter().map(|alias| &**alias))
    }

    /// The example as a term of a sum, with the game's name.
    pub fn example_term(&self) -> String {
        if self.example.starts_with('*') {
            self.example.to_string()
        } else {
            format!("{} {}", self.id, self.example)
        }
    }

    /// A position with a name as a term of a sum, with the game's name.
    pub fn term_of(&self, position: &NamedPosition) -> String {
        format!("{} {}", self.id, position.text)
    }

    /// The position of this name, in any case; `None` where there is none.
    pub fn position(&self, name: &str) -> Option<&NamedPosition> {
        let wanted = name.to_lowercase();
        self.positions.iter().find(|position| position.name == wanted)
    }

    /// Whether the game has this name or alias, in any case.
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// A parameter of a game, written `KEY=VALUE` before the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The key, in lower case.
    pub key: Cow<'static, str>,
    /// What it sets and which values it takes.
    pub help: Cow<'static, str>,
    /// The value where none is given.
    pub default: Cow<'static, str>,
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
