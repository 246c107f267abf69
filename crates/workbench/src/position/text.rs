//! A position from one line of text: a sum of terms, each of any game.

use crate::game::{Game, Opened};
use crate::memos::Memos;
use crate::position::BARE_NIMBER;
use crate::position::Position;
use crate::shelf::Shelf;
use crate::workbench::Workbench;
use grundy_core::{Card, Convention, Diagnostic, Parameters, Reader, Reading, Run};
use grundy_games::heaps::{CODE, OCTAL};
use std::ops::Range;
use std::str::FromStr;

/// Names that tell another convention than the game that they are a name of: the game of the film is lost by
/// whoever takes the last.
const TOLD_WITH: [(&str, Convention); 1] = [("marienbad", Convention::Misere)];

impl Position {
    /// Reads a line: `TERM + TERM ...`, each `GAME KEY=VALUE ... NOTATION` or `*N`. A game's name alone is the
    /// example on its card, which a [note](Position::notes) tells; `-` behind the name is the position in which
    /// nothing is left.
    ///
    /// # Errors
    /// With the place in `text`.
    ///
    /// ```
    /// use grundy::{Convention, Position, Reading};
    /// let marienbad = Position::parse("marienbad", Reading::default()).unwrap();
    /// assert_eq!(marienbad.to_string(), "nim 1 3 5 7");
    /// assert_eq!(marienbad.usual_convention(), Convention::Misere);
    /// assert_eq!(marienbad.notes()[0].message, "`marienbad` alone is the example `nim 1 3 5 7`, misère play");
    /// assert_eq!(Position::parse("nim -", Reading::default()).unwrap().count_moves(), 0);
    /// ```
    pub fn parse(text: &str, reading: Reading) -> Result<Position, Diagnostic> {
        Position::read(text, How { reading, run: None }, Workbench::default())
    }

    /// The same, for one who will ask for the answer within this run. A position of which it takes work to
    /// say that it can be answered, such as a heap of 10^10, is refused when it cannot; the work is done
    /// within the run, and a position that it does not suffice for is read.
    ///
    /// # Errors
    /// With the place in `text`.
    ///
    /// ```
    /// use grundy::{Limits, Position, Reading, Run};
    /// use std::time::Duration;
    /// let (large, run) = ("0.007 5000000", Run::new(Limits { time: Some(Duration::ZERO), ..Limits::default() }));
    /// assert!(Position::parse_within(large, Reading::default(), &run).is_ok());
    /// let refused = Position::parse_within(large, Reading::default(), &Run::unlimited()).err().unwrap();
    /// assert_eq!(refused.span, 6..13);
    /// ```
    pub fn parse_within(text: &str, reading: Reading, run: &Run) -> Result<Position, Diagnostic> {
        Position::parse_on(&Workbench::default(), text, reading, run)
    }

    /// The same with the games of a workbench, whose positions share what is found of them.
    ///
    /// # Errors
    /// With the place in `text`.
    pub fn parse_on(
        workbench: &Workbench,
        text: &str,
        reading: Reading,
        run: &Run,
    ) -> Result<Position, Diagnostic> {
        Position::read(text, How { reading, run: Some(run) }, workbench.clone())
    }

    fn read(text: &str, how: How<'_>, workbench: Workbench) -> Result<Position, Diagnostic> {
        let mut position = Position { terms: Vec::new(), told: Vec::new(), notes: Vec::new(), workbench };
        if text.trim().is_empty() {
            return Ok(position);
        }
        for span in term_spans(text)? {
            let start = span.start;
            let (opened, told) =
                read_term(&text[span], how, &position.workbench).map_err(|error| error.shifted(start))?;
            position.notes.extend(opened.notes.into_iter().map(|note| note.shifted(start)));
            position.terms.push(opened.board.into());
            position.told.push(told);
        }
        Ok(position)
    }
}

impl FromStr for Position {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Position, Diagnostic> {
        Position::parse(text, Reading::default())
    }
}

/// How a text is read.
#[derive(Clone, Copy)]
struct How<'r> {
    reading: Reading,
    /// The run of one who will ask for the answer.
    run: Option<&'r Run>,
}

impl<'r> How<'r> {
    fn reader<'t>(self, text: &'t str) -> Reader<'t>
    where
        'r: 't,
    {
        let reader = Reader::with(text, self.reading);
        match self.run {
            Some(run) => reader.within(run),
            None => reader,
        }
    }
}

/// Reads one term, and says with which convention it is told; places count from its start.
fn read_term(term: &str, how: How<'_>, workbench: &Workbench) -> Result<(Opened, Convention), Diagnostic> {
    let shelf = workbench.shelf();
    let (game, parameters, notation) = if term.starts_with('*') {
        (shelf.find(BARE_NIMBER)?, Parameters::default(), 0)
    } else if let Some(code) = bare_code(term) {
        let parameters = Parameters::bare(CODE, code, 0..code.len());
        (shelf.find(OCTAL.id)?, parameters, code.len())
    } else {
        let (name, after) = game_name(term, shelf)?;
        let game = shelf.find(name)?;
        let (mut parameters, notation) = parameters(term, after, &game.card().parameters)?;
        parameters.call(name);
        if after == term.len() {
            return example(&**game, name, how, workbench.memos());
        }
        (game, parameters, notation)
    };
    // Mistakes in a parameter count from the term's start, those in the notation from its own.
    game.check(&parameters)?;
    let opened = game.open(&parameters, how.reader(&term[notation..]), workbench.memos());
    let mut opened = opened.map_err(|error| error.shifted(notation))?;
    opened.notes = opened.notes.into_iter().map(|note| note.shifted(notation)).collect();
    Ok((opened, told_with(game.card(), &parameters)))
}

/// The convention that a game is told with under the name by which it was called.
fn told_with(card: &Card, parameters: &Parameters) -> Convention {
    let by_name = TOLD_WITH.iter().find(|(name, _)| parameters.is_called(name));
    by_name.map_or(card.convention, |(_, convention)| *convention)
}

/// The example of a game of which nothing but the name was written, with a note that says so.
fn example(
    game: &dyn Game,
    name: &str,
    how: How<'_>,
    memos: &Memos,
) -> Result<(Opened, Convention), Diagnostic> {
    let card = game.card();
    let (mut parameters, notation) = parameters(&card.example, 0, &card.parameters)?;
    parameters.call(name);
    let opened = game.open(&parameters, how.reader(&card.example[notation..]), memos)?;
    let told = told_with(card, &parameters);
    let text = opened.board.term();
    let misere = if told != card.convention { ", misère play" } else { "" };
    let note = Diagnostic::new(format!("`{name}` alone is the example `{text}`{misere}"), 0..name.len());
    let note = note
        .help(format!("write a position behind the name; the one in which nothing is left is `{name} -`"));
    Ok((Opened { notes: vec![note], ..opened }, told))
}

/// The start of a term, where it is a code: digits with a point, or a set with its brackets.
pub(crate) fn bare_code(term: &str) -> Option<&str> {
    let word = term.split_whitespace().next()?;
    let lower = word.to_ascii_lowercase();
    if ["allbut(", "subtraction("].iter().any(|set| lower.starts_with(set)) {
        return Some(term.find(')').map_or(term, |end| &term[..=end]));
    }
    let (before_point, _) = word.split_once('.')?;
    let begins = |c: char| c.is_ascii_hexdigit() || c == '{';
    let is_in_digits = |c: char| c.is_ascii_hexdigit() || "{,+*}!?=uU".contains(c);
    let is_code =
        before_point.is_empty() || before_point.starts_with(begins) && before_point.chars().all(is_in_digits);
    is_code.then_some(word)
}

/// Where the terms stand: between plus signs that have a blank, or nothing, on both sides.
fn term_spans(text: &str) -> Result<Vec<Range<usize>>, Diagnostic> {
    let bytes = text.as_bytes();
    let is_blank = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_none_or(u8::is_ascii_whitespace);
    let is_joint = |at: usize| is_blank(at.checked_sub(1)) && is_blank(Some(at + 1));
    let joints = text.match_indices('+').map(|(at, _)| at).filter(|&at| is_joint(at)).chain([text.len()]);
    let mut spans = Vec::new();
    let mut start = 0;
    for joint in joints {
        let term = &text[start..joint];
        if term.trim().is_empty() {
            let at = joint.min(text.len());
            let span =
                if at < text.len() { at..at + 1 } else { text.trim_end().len() - 1..text.trim_end().len() };
            return Err(Diagnostic::new("a term of the sum is missing beside this `+`", span)
                .help("write a term on each side: `nim 3 5 + *2`"));
        }
        let before = term.len() - term.trim_start().len();
        spans.push(start + before..start + term.trim_end().len());
        start = joint + 1;
    }
    Ok(spans)
}

/// The name at the start of a term, and where what follows begins.
pub(crate) fn game_name<'t>(term: &'t str, shelf: &Shelf) -> Result<(&'t str, usize), Diagnostic> {
    let is_in_name = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let end = term.find(|c| !is_in_name(c)).unwrap_or(term.len());
    let name = &term[..end];
    let first = term.chars().next().expect("a term is not empty");
    if name.is_empty() {
        let help = match first {
            '(' => format!("write its name before the position: `bubbly {}`", shortened(term)),
            _ => "a term is a game and a position, `nim 3 5 7`, or a bare nimber, `*3`".to_owned(),
        };
        return Err(
            Diagnostic::new("a term begins with the name of its game", 0..first.len_utf8()).help(help)
        );
    }
    if shelf.cards().all(|card| card.id != name) && name.chars().all(|c| c.is_ascii_digit()) {
        return Err(Diagnostic::new(format!("`{}` is a number, not a game", shortened(name)), 0..end).help(
            format!("write `nim {}` for heaps, or `*{}` for a bare nimber", shortened(term), shortened(name)),
        ));
    }
    Ok((name, end))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(24) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The `KEY=VALUE` words from `at` on, and where the notation begins.
pub(crate) fn parameters(
    term: &str,
    at: usize,
    known: &[grundy_core::Parameter],
) -> Result<(Parameters, usize), Diagnostic> {
    let mut parameters = Parameters::default();
    let mut at = at;
    loop {
        at += term[at..].len() - term[at..].trim_start().len();
        let rest = &term[at..];
        // Only as far as a key can reach: behind it the notation may be a hundred megabytes.
        let is_in_key = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        let key_length = rest.bytes().take_while(is_in_key).count();
        let starts_with_letter = rest.starts_with(|c: char| c.is_ascii_alphabetic());
        if !starts_with_letter || rest.as_bytes().get(key_length) != Some(&b'=') {
            return Ok((parameters, at));
        }
        let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        let (key, value) = (&word[..key_length], &word[key_length + 1..]);
        let span = at..at + word.len();
        let key = key.to_ascii_lowercase();
        if !known.iter().any(|parameter| parameter.key == key) {
            let keys: Vec<&str> = known.iter().map(|parameter| &*parameter.key).collect();
            return Err(Diagnostic::new(format!("this game has no parameter `{key}`"), span).help(
                match keys.is_empty() {
                    true => "it has no parameters: leave this out".to_owned(),
                    false => format!("its parameters are {}", keys.join(", ")),
                },
            ));
        }
        if value.contains('(')
            && let Some(close) = rest.find(')').filter(|&close| close > word.len())
        {
            let blank = rest[word.len()..].chars().next().map_or(0, char::len_utf8);
            let whole: String = rest[..=close].chars().filter(|c| !c.is_whitespace()).collect();
            return Err(Diagnostic::new(
                format!("a blank ends the value of `{key}`, and its parenthesis is still open"),
                span.end..span.end + blank,
            )
            .help(format!("write it without blanks: `{}`", shortened(&whole))));
        }
        if parameters.get(&key).is_some() {
            return Err(
                Diagnostic::new(format!("`{key}` is given twice"), span).help("leave one of them out")
            );
        }
        parameters.insert(&key, value, span);
        at += word.len();
    }
}
