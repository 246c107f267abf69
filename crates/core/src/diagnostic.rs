//! A mistake in a text.

use std::fmt;
use std::ops::Range;

/// The message on text that was skipped.
const READ_WITHOUT: &str = "read without it";

/// A mistake in a text that a person wrote: what is wrong, where, and what to do about it.
///
/// The span counts bytes from the start of the text that was read. The program draws the line with
/// a caret under the span; other faces underline it.
///
/// ```
/// use grundy_core::Diagnostic;
/// let error = Diagnostic::new("a heap cannot be negative", 4..5).help("write the number of counters");
/// assert_eq!(error.to_string(), "a heap cannot be negative");
/// assert_eq!(error.shifted(6).span, 10..11);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Which bytes of the text are meant; empty at the end of a text that stops too soon.
    pub span: Range<usize>,
    /// What to do, where something can be said.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A mistake at `span`, with nothing yet said of what to do.
    pub fn new(message: impl Into<String>, span: Range<usize>) -> Diagnostic {
        Diagnostic { message: message.into(), span, help: None }
    }

    /// The same with a remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same as a note: what is meant was skipped, and the rest was read.
    ///
    /// ```
    /// use grundy_core::Diagnostic;
    /// let note = Diagnostic::new("unmatched `)`", 4..5).skipped();
    /// assert!(note.is_of_skipped());
    /// assert_eq!(note.help.unwrap(), "read without it");
    /// ```
    #[must_use]
    pub fn skipped(self) -> Diagnostic {
        self.help(READ_WITHOUT)
    }

    /// Whether this is a note on something that was [skipped](Diagnostic::skipped).
    pub fn is_of_skipped(&self) -> bool {
        self.help.as_deref() == Some(READ_WITHOUT)
    }

    /// The same, of a text that begins `by` bytes earlier.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Diagnostic {
        self.span = self.span.start + by..self.span.end + by;
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
