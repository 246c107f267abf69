//! A position from one line of text: a sum of terms, each of any game.

use crate::game::{Game, Opened};
use crate::hints;
use crate::memos::Memos;
use crate::not_read::NotRead;
use crate::position::BARE_NIMBER;
use crate::position::Position;
use crate::term::{bare_code, game_name, parameters, shortened, start_of, term_spans};
use crate::workbench::Workbench;
use grundy_core::{Card, Convention, Diagnostic, Held, Nimber, Parameters, Reader, Reading, Run, Stopped};
use grundy_games::heaps::{CODE, OCTAL};
use grundy_own::{nearest_name, shown_name};
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

/// Names that imply another convention than that of their game: in the game of the film whoever takes the
/// last counter loses.
const CONVENTION_OF_NAME: [(&str, Convention); 1] = [("marienbad", Convention::Misere)];

impl Position {
    /// Reads a line: `TERM + TERM ...`, each `GAME KEY=VALUE ... NOTATION` or `*N`. A game's name alone is the
    /// example on its card, and a [note](Position::notes) says so; `-` behind the name is the position in
    /// which nothing is left.
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
        let read = Position::read(text, How { reading, run: None }, Workbench::default());
        read.map_err(|error| hints::of_lines(text, error.told(text)))
    }

    /// Like [`parse`](Position::parse), but also refuses positions that cannot be solved, such as a heap of
    /// 10^10 in a game without a proved period. That test takes work, which is charged to `run`. When the
    /// run stops before the test ends, the position is accepted. Long texts are read within the run too.
    ///
    /// # Errors
    /// [`NotRead`]: a mistake, or that the run ended before a long text was read.
    ///
    /// ```
    /// use grundy::{Limits, NotRead, Position, Reading, Run};
    /// use std::time::Duration;
    /// let (large, run) = ("0.007 5000000", Run::new(Limits { time: Some(Duration::ZERO), ..Limits::default() }));
    /// assert!(Position::parse_within(large, Reading::default(), &run).is_ok());
    /// let refused = Position::parse_within(large, Reading::default(), &Run::unlimited()).unwrap_err();
    /// assert_eq!(refused.told(large).span, 6..13);
    /// ```
    pub fn parse_within(text: &str, reading: Reading, run: &Run) -> Result<Position, NotRead> {
        Position::parse_on(&Workbench::default(), text, reading, run)
    }

    /// The same with the games of a workbench, whose positions share what is found of them.
    ///
    /// # Errors
    /// As [`parse_within`](Position::parse_within).
    pub fn parse_on(
        workbench: &Workbench,
        text: &str,
        reading: Reading,
        run: &Run,
    ) -> Result<Position, NotRead> {
        let read = Position::read(text, How { reading, run: Some(run) }, workbench.clone());
        read.map_err(|error| match error {
            NotRead::Mistake(mistake) => NotRead::Mistake(hints::of_lines(text, mistake)),
            stopped => stopped,
        })
    }

    fn read(text: &str, how: How<'_>, workbench: Workbench) -> Result<Position, NotRead> {
        let mut position = Position::empty(workbench);
        if text.trim().is_empty() {
            return Ok(position);
        }
        let spans = term_spans(text)?;
        position.room = how.room(spans.len())?;
        for (number, span) in (1..).zip(spans) {
            how.look(number)?;
            let start = span.start;
            let (opened, convention) =
                read_term(&text[span], how, &position.workbench).map_err(|error| error.shifted(start))?;
            position.notes.extend(opened.notes.into_iter().map(|note| note.shifted(start)));
            position.terms.push(opened.board.into());
            position.conventions.push(convention);
        }
        Ok(position)
    }
}

impl From<Nimber> for Position {
    /// The bare nimber, `*3`.
    fn from(nimber: Nimber) -> Position {
        nimber.to_string().parse().expect("a nimber is written as it is read")
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

/// What a term of a long sum takes, from the text to the answer: the board, its part of the answer, its line in
/// the working.
const TERM_BYTES: usize = 256;

/// Sums of fewer terms than this are not counted.
const MANY_TERMS: usize = 1000;

/// The run is looked at once in this many terms: a term may be as long as it likes, and most are short.
const TERMS_PER_LOOK: usize = 64;

/// A note shows at most this many characters of a term.
const LONGEST_TERM: usize = 100;

impl<'r> How<'r> {
    /// Holds what the terms of a long sum take.
    fn room(self, terms: usize) -> Result<Option<Arc<Held>>, Stopped> {
        let Some(run) = self.run.filter(|_| terms >= MANY_TERMS) else { return Ok(None) };
        let mut held = Held::of(run);
        held.hold(terms.saturating_mul(TERM_BYTES))?;
        Ok(Some(Arc::new(held)))
    }

    /// Says, once in some terms, whether to go on.
    fn look(self, term: usize) -> Result<(), Stopped> {
        let run = self.run.filter(|_| term.is_multiple_of(TERMS_PER_LOOK));
        run.map_or(Ok(()), Run::check)
    }

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

/// Reads one term, and returns its usual convention too. Spans count from the start of the term.
fn read_term(term: &str, how: How<'_>, workbench: &Workbench) -> Result<(Opened, Convention), NotRead> {
    let shelf = workbench.shelf();
    let (game, parameters, notation) = if let Some(code) = bare_code(term) {
        let parameters = Parameters::bare(CODE, code, 0..code.len());
        (shelf.find(OCTAL.id)?, parameters, code.len())
    } else if term.starts_with('*') {
        (shelf.find(BARE_NIMBER)?, Parameters::default(), 0)
    } else {
        if let Some(error) = hints::code_without_point(term) {
            return Err(error.into());
        }
        let (name, after) = game_name(term, shelf)?;
        let game = shelf.find(name).map_err(|error| hints::other_name(term).unwrap_or(error))?;
        let (mut parameters, notation) = parameters(term, after, &game.card().parameters)?;
        parameters.call(name);
        if term[after..].starts_with('@') {
            return named(&**game, name, &term[after..], how, workbench.memos());
        }
        if after == term.len() {
            return example(&**game, name, how, workbench.memos());
        }
        if let Some(error) = hints::unnamed_parameter(&game.card().id, &parameters, &term[notation..]) {
            return Err(error.shifted(notation).into());
        }
        (game, parameters, notation)
    };
    // Mistakes in a parameter count from the term's start, those in the notation from its own.
    let opened = game.open(&parameters, how.reader(&term[notation..]), workbench.memos());
    let mut opened = opened.map_err(|error| error.behind(notation))?;
    opened.notes = opened.notes.into_iter().map(|note| note.shifted(notation)).collect();
    Ok((opened, usual_convention(game.card(), &parameters)))
}

/// The usual convention of a game under the name that was used.
fn usual_convention(card: &Card, parameters: &Parameters) -> Convention {
    let by_name = CONVENTION_OF_NAME.iter().find(|(name, _)| parameters.is_called(name));
    by_name.map_or(card.convention, |(_, convention)| *convention)
}

/// A position that stands on a game's card.
fn from_card(
    game: &dyn Game,
    name: &str,
    text: &str,
    how: How<'_>,
    memos: &Memos,
) -> Result<(Opened, Convention), NotRead> {
    let card = game.card();
    let (mut parameters, notation) = parameters(text, 0, &card.parameters)?;
    parameters.call(name);
    let opened = game.open(&parameters, how.reader(&text[notation..]), memos);
    let opened = opened.map_err(|error| error.behind(notation))?;
    Ok((opened, usual_convention(card, &parameters)))
}

/// The position `nim@marienbad` of a game called `name`, of which `rest` begins with the `@`, with a note that
/// says what it is and where it stands.
fn named(
    game: &dyn Game,
    name: &str,
    rest: &str,
    how: How<'_>,
    memos: &Memos,
) -> Result<(Opened, Convention), NotRead> {
    let word = &rest[1..rest.find(char::is_whitespace).unwrap_or(rest.len())];
    let (card, start, end) = (game.card(), name.len() + 1, name.len() + 1 + word.len());
    let Some(position) = card.position(word) else {
        return Err(no_position(card, word, start - 1..end).into());
    };
    if rest.len() > 1 + word.len() {
        let left = end + rest[1 + word.len()..].len() - rest[1 + word.len()..].trim_start().len();
        let message = format!("`{name}@{word}` is a whole position: nothing stands behind it");
        return Err(Diagnostic::new(message, left..name.len() + rest.len())
            .help(format!(
                "leave this out, or write the position itself: `{}`",
                shortened(&card.term_of(position))
            ))
            .into());
    }
    let (opened, usual) = from_card(game, name, &position.text, how, memos)?;
    let convention = position.convention.unwrap_or(usual);
    let play = match convention {
        Convention::Misere if card.convention != convention => ", misère play",
        Convention::Normal if card.convention != convention => ", normal play",
        _ => "",
    };
    let term = start_of(&opened.board.term(), LONGEST_TERM);
    let note = Diagnostic::new(format!("`{name}@{word}` is `{term}`{play}"), 0..end);
    let remark = position.remark.as_ref().map(|remark| format!("; {remark}")).unwrap_or_default();
    let note = note.help(format!("from {}{remark}", position.source));
    Ok((Opened { notes: vec![note], ..opened }, convention))
}

/// That a game has no position of this name.
fn no_position(card: &Card, name: &str, span: Range<usize>) -> Diagnostic {
    let id = &card.id;
    let names: Vec<&str> = card.positions.iter().map(|position| &*position.name).collect();
    let help = match (nearest_name(names.iter().copied(), name), names.is_empty()) {
        (_, true) => format!("{id} has no positions with names; `grundy list` shows those of all games"),
        (Some(known), _) => format!("did you mean `{id}@{known}`? `grundy list {id}` shows all of them"),
        (None, _) => format!("those of {id} are {}", names.join(", ")),
    };
    let message = match name {
        "" => "the name of a position is missing behind this `@`".to_owned(),
        _ => format!("{} has no position called `{}`", card.title, shown_name(name)),
    };
    Diagnostic::new(message, span).help(help)
}

/// The example of a game, where nothing but its name was written, with a note that says so.
fn example(
    game: &dyn Game,
    name: &str,
    how: How<'_>,
    memos: &Memos,
) -> Result<(Opened, Convention), NotRead> {
    let card = game.card();
    let (opened, convention) = from_card(game, name, &card.example, how, memos)?;
    let text = opened.board.term();
    let misere = if convention != card.convention { ", misère play" } else { "" };
    let note = Diagnostic::new(format!("`{name}` alone is the example `{text}`{misere}"), 0..name.len());
    let note = note
        .help(format!("write a position behind the name; the one in which nothing is left is `{name} -`"));
    Ok((Opened { notes: vec![note], ..opened }, convention))
}
