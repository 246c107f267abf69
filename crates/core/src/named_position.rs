//! A position that has a name.

use crate::Convention;
use std::borrow::Cow;

/// A position of a game that has a name, since it stands in a text that people read: `nim@marienbad`. A
/// [`Card`](crate::Card) lists those of its game.
///
/// ```
/// use grundy_core::{Card, Convention, NamedPosition};
/// let marienbad = NamedPosition::new("marienbad", "1 3 5 7", "Last Year at Marienbad, a film of 1961")
///     .played_with(Convention::Misere);
/// let card = Card::new("nim", "Nim", "take any number of counters from one heap", "3 4 5")
///     .with_positions([marienbad]);
/// assert_eq!(card.position("Marienbad").unwrap().text, "1 3 5 7");
/// assert_eq!(card.term_of(&card.positions[0]), "nim 1 3 5 7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedPosition {
    /// What stands behind the `@`, in lower case and without blanks.
    pub name: Cow<'static, str>,
    /// The position in the game's own notation, parameters before it, without the game's name.
    pub text: Cow<'static, str>,
    /// The convention that it is told with, where that is not the usual one of its game.
    pub convention: Option<Convention>,
    /// Where it stands: a text, and the place in it.
    pub source: Cow<'static, str>,
    /// What a reader of the source should know, such as a slip in it, as a sentence without a full stop.
    pub remark: Option<Cow<'static, str>>,
}

impl NamedPosition {
    /// A position of this name, in the game's own notation, from this source.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
        source: impl Into<Cow<'static, str>>,
    ) -> NamedPosition {
        NamedPosition {
            name: name.into(),
            text: text.into(),
            convention: None,
            source: source.into(),
            remark: None,
        }
    }

    /// The same, told with this convention.
    #[must_use]
    pub fn played_with(mut self, convention: Convention) -> NamedPosition {
        self.convention = Some(convention);
        self
    }

    /// The same with something that a reader of the source should know.
    #[must_use]
    pub fn remarked(mut self, remark: impl Into<Cow<'static, str>>) -> NamedPosition {
        self.remark = Some(remark.into());
        self
    }
}
