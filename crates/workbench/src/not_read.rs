//! Why a text became no position.

use grundy_core::{Diagnostic, StopReason, Stopped};
use std::error::Error;
use std::fmt;

/// Why a text became no position: there is a mistake in it, or the run that it was read within ended first.
///
/// ```
/// use grundy::{Limits, NotRead, Position, Reading, Run, StopReason};
/// let run = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() });
/// let read = |text: &str| Position::parse_within(text, Reading::default(), &run).unwrap_err();
/// assert!(matches!(read("nim x"), NotRead::Mistake(mistake) if mistake.span == (4..5)));
/// let long = vec!["*1"; 10_000].join(" + ");
/// assert!(matches!(read(&long), NotRead::Stopped(stopped) if stopped.reason == StopReason::Memory));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRead {
    /// There is a mistake in it, at a place in the text.
    Mistake(Diagnostic),
    /// A limit was reached, or the stop button pressed, before it was read to its end.
    Stopped(Stopped),
}

impl NotRead {
    /// The same, of a text that begins `by` bytes earlier.
    #[must_use]
    pub fn shifted(self, by: usize) -> NotRead {
        match self {
            NotRead::Mistake(mistake) => NotRead::Mistake(mistake.shifted(by)),
            stopped => stopped,
        }
    }

    /// What is to be told of it, with a place in the text: that of the mistake, or the whole.
    ///
    /// ```
    /// use grundy::{NotRead, Run, StopReason, Stopped};
    /// let stopped = NotRead::Stopped(Stopped { reason: StopReason::Memory, nodes: 0 });
    /// let told = stopped.told("*1 + *2");
    /// assert_eq!((told.span, told.help.is_some()), (0..7, true));
    /// ```
    pub fn told(self, text: &str) -> Diagnostic {
        let stopped = match self {
            NotRead::Mistake(mistake) => return mistake,
            NotRead::Stopped(stopped) => stopped,
        };
        let told = Diagnostic::new(NotRead::Stopped(stopped).to_string(), 0..text.len());
        match stopped.reason {
            StopReason::Memory => told.help("allow more with --memory, or split the sum"),
            StopReason::Time => told.help("allow more with --time"),
            StopReason::Nodes => told.help("allow more with --nodes"),
            StopReason::Cancelled => told,
        }
    }
}

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRead::Mistake(mistake) => mistake.fmt(f),
            NotRead::Stopped(Stopped { reason: StopReason::Memory, .. }) => {
                f.write_str("the position does not fit into the memory that is allowed")
            }
            NotRead::Stopped(Stopped { reason: StopReason::Time, .. }) => {
                f.write_str("the limit of time was reached before the position was read")
            }
            NotRead::Stopped(Stopped { reason: StopReason::Nodes, .. }) => {
                f.write_str("the limit of nodes was reached before the position was read")
            }
            NotRead::Stopped(Stopped { reason: StopReason::Cancelled, .. }) => {
                f.write_str("an interruption came before the position was read")
            }
        }
    }
}

impl Error for NotRead {}

impl From<Diagnostic> for NotRead {
    fn from(mistake: Diagnostic) -> NotRead {
        NotRead::Mistake(mistake)
    }
}

impl From<Stopped> for NotRead {
    fn from(stopped: Stopped) -> NotRead {
        NotRead::Stopped(stopped)
    }
}
