//! A cursor over a text, for the small notations of games.

use crate::{Diagnostic, Run, Stopped};
use std::ops::Range;

/// How the position is written in which nothing is left, in every game.
pub const EMPTY: &str = "-";

/// How a text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Skip a mistake that can only be meant one way, with a note, instead of refusing it.
    pub lenient: bool,
    /// Drop what does not hang together with the rest, where a game asks that it does, with a note.
    pub drop_floating: bool,
}

/// What to do where a number should stand.
const NUMBER: &str = "write a whole number from 0 up";

/// The most characters of unread text that a message shows.
const LONGEST_SHOWN: usize = 24;

/// A place in a text that moves forward; spans count bytes of the text.
///
/// ```
/// use grundy_core::Reader;
/// let mut text = Reader::new(" 12, 5 ");
/// text.skip_blanks();
/// assert_eq!(text.peek(), Some('1'));
/// assert_eq!(text.take_while(|c| c.is_ascii_digit()), "12");
/// assert!(text.eat(','));
/// assert_eq!(text.position(), 4);
/// ```
#[derive(Debug)]
pub struct Reader<'t> {
    text: &'t str,
    position: usize,
    reading: Reading,
    run: Option<&'t Run>,
    notes: Vec<Diagnostic>,
    stopped: Option<Stopped>,
}

impl<'t> Reader<'t> {
    /// A reader at the start of a text.
    pub fn new(text: &'t str) -> Self {
        Reader::with(text, Reading::default())
    }

    /// A reader with its way of reading.
    pub fn with(text: &'t str, reading: Reading) -> Self {
        Reader { text, position: 0, reading, run: None, notes: Vec::new(), stopped: None }
    }

    /// The same, and where it takes work to say whether a position can be answered at all, it is done
    /// within this run. A run that stops first says nothing against the position.
    #[must_use]
    pub fn within(self, run: &'t Run) -> Self {
        Reader { run: Some(run), ..self }
    }

    /// The run that the text is read within; without one, positions are read without such work.
    pub fn run(&self) -> Option<&'t Run> {
        self.run
    }

    /// Notes that the run ended before the text was read. The error that reading returns is then no mistake in the text.
    ///
    /// ```
    /// use grundy_core::{Reader, StopReason, Stopped};
    /// let mut text = Reader::new("30");
    /// assert_eq!(text.stopped(), None);
    /// text.note_stop(Stopped { reason: StopReason::Time, nodes: 0 });
    /// assert!(text.stopped().is_some());
    /// ```
    pub fn note_stop(&mut self, stopped: Stopped) {
        self.stopped = Some(stopped);
    }

    /// Why the run ended before the text was read, where it did.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// How the text is to be read.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    /// The number of bytes read.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The next character, not read yet.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads one character.
    pub fn next_char(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.position += next.len_utf8();
        Some(next)
    }

    /// Reads the character if it is next.
    pub fn eat(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.position += wanted.len_utf8();
        }
        is_next
    }

    /// Reads the longest run of such characters.
    pub fn take_while(&mut self, mut belongs: impl FnMut(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.position += length;
        &rest[..length]
    }

    /// Reads blanks.
    pub fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Reads blanks, and says whether the text has ended.
    pub fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.position == self.text.len()
    }

    /// Reads [`EMPTY`] where it is all that is left of the text.
    ///
    /// ```
    /// use grundy_core::Reader;
    /// assert!(Reader::new(" - ").eat_empty());
    /// assert!(!Reader::new("--").eat_empty() && !Reader::new("").eat_empty());
    /// ```
    pub fn eat_empty(&mut self) -> bool {
        let is_empty = self.rest().trim() == EMPTY;
        if is_empty {
            self.position = self.text.len();
        }
        is_empty
    }

    /// Asks that the text has been read to its end.
    ///
    /// # Errors
    /// With the place of what is left over.
    ///
    /// ```
    /// use grundy_core::Reader;
    /// let mut text = Reader::new("4x4x4 ");
    /// assert_eq!(text.take_while(|c| c.is_ascii_digit()), "4");
    /// assert_eq!(text.expect_end().unwrap_err().span, 1..5);
    /// ```
    pub fn expect_end(&mut self) -> Result<(), Diagnostic> {
        if self.is_at_end() {
            return Ok(());
        }
        let left = self.rest().trim_end();
        let mut shown: String = left.chars().take(LONGEST_SHOWN).flat_map(char::escape_debug).collect();
        if left.chars().nth(LONGEST_SHOWN).is_some() {
            shown += "...";
        }
        let span = self.position..self.position + left.len();
        Err(Diagnostic::new(format!("`{shown}` is left over: the position has ended before it"), span)
            .help("leave it out; terms of a sum are joined by ` + `, with a blank on both sides"))
    }

    /// Moves to a byte of the text, which must begin a character or be the end.
    pub fn move_to(&mut self, position: usize) {
        assert!(self.text.is_char_boundary(position), "a reader stands between characters");
        self.position = position;
    }

    /// The span from `start` to here.
    pub fn since(&self, start: usize) -> Range<usize> {
        start..self.position
    }

    /// The span of the next character; empty at the end.
    pub fn here(&self) -> Range<usize> {
        self.position..self.position + self.peek().map_or(0, char::len_utf8)
    }

    /// Reads blanks, and then a whole number of at most `most`, called `noun` in errors. What else may stand
    /// between numbers, such as a comma, is the notation's to read.
    ///
    /// ```
    /// use grundy_core::Reader;
    /// let mut text = Reader::new("3 5, x");
    /// assert_eq!((text.number("a heap", 9), text.number("a heap", 9)), (Ok(3), Ok(5)));
    /// let error = text.number("a heap", 9).unwrap_err();
    /// assert_eq!((error.message.as_str(), error.span), ("expected a number, found `,`", 3..4));
    /// assert_eq!(error.help.as_deref(), Some("write a whole number from 0 up"));
    /// ```
    ///
    /// # Errors
    /// When no number stands here, it is negative, or too large.
    pub fn number(&mut self, noun: &str, most: u64) -> Result<u64, Diagnostic> {
        self.skip_blanks();
        let start = self.position;
        if self.peek() == Some('-') {
            return Err(Diagnostic::new(format!("{noun} cannot be negative"), self.here()).help(NUMBER));
        }
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            let message = match self.peek() {
                Some(found) => format!("expected a number, found `{}`", found.escape_debug()),
                None => "expected a number, but the text ends here".to_owned(),
            };
            return Err(Diagnostic::new(message, self.here()).help(NUMBER));
        }
        digits.parse().ok().filter(|&number| number <= most).ok_or_else(|| {
            Diagnostic::new(format!("this number is too large: {noun} is at most {most}"), self.since(start))
                .help(format!("write a number from 0 to {most}"))
        })
    }

    /// Keeps a note on something that a reader of the position should know of: a sign that has more than one
    /// meaning, or what was [skipped](Diagnostic::skipped).
    pub fn note(&mut self, note: Diagnostic) {
        self.notes.push(note);
    }

    /// The notes kept, which are then forgotten.
    pub fn take_notes(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.notes)
    }
}
