//! A game as it was played, as text and as a lesson.

use crate::player::{Level, UnknownLevel};
use crate::position::Position;
use crate::review::{Judged, judge};
use grundy_core::{Convention, Diagnostic, Limits, Outcome, Reading, Run};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Who sits at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The person.
    Me,
    /// The program.
    Computer,
}

impl Side {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Me => Side::Computer,
            Side::Computer => Side::Me,
        }
    }
}

/// A text that names no [`Side`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSide(pub String);

impl fmt::Display for UnknownSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is nobody at the board: write me or computer", self.0)
    }
}

impl std::error::Error for UnknownSide {}

impl FromStr for Side {
    type Err = UnknownSide;

    fn from_str(text: &str) -> Result<Side, UnknownSide> {
        match text {
            "me" => Ok(Side::Me),
            "computer" => Ok(Side::Computer),
            _ => Err(UnknownSide(text.to_owned())),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Me => "me",
            Side::Computer => "computer",
        })
    }
}

/// A game that is being played, or was. Its text is read back by [`Record::parse`]:
///
/// ```
/// use grundy::{Record, Side};
/// let text = "position: nim 1 2\nconvention: normal\nfirst: me\nlevel: perfect\n1. me 2:2>1\n";
/// let record = Record::parse(text).unwrap();
/// assert_eq!(record.to_string(), text);
/// assert_eq!(record.position().to_string(), "nim 1 1");
/// assert_eq!(record.to_move(), Side::Computer);
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    start: Position,
    /// How the game is played.
    pub convention: Convention,
    /// Who makes the first move.
    pub first: Side,
    /// How well the computer played.
    pub level: Level,
    moves: Vec<String>,
    /// After each move.
    positions: Vec<Position>,
    /// Who gave up, if anybody did.
    pub resigned: Option<Side>,
}

/// A move of a game in the light of who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The move's number, from 1.
    pub number: usize,
    /// Who made it.
    pub side: Side,
    /// Its label.
    pub label: String,
    /// Who won before it: N when it could have won; none where that was not found in time.
    pub before: Option<Outcome>,
    /// Who won after it: P when it does win.
    pub after: Option<Outcome>,
    /// Where it gave a win away: some moves that win.
    pub better: Vec<String>,
}

impl Turn {
    /// Whether it gave a win away.
    pub fn gave_it_away(&self) -> bool {
        self.before == Some(Outcome::N) && self.after == Some(Outcome::N)
    }
}

impl Record {
    /// A game before its first move.
    pub fn new(start: Position, convention: Convention, first: Side, level: Level) -> Record {
        Record { start, convention, first, level, moves: Vec::new(), positions: Vec::new(), resigned: None }
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&self.start)
    }

    /// The moves made, by label.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The position after this number of moves.
    pub fn position_after(&self, moves: usize) -> Option<&Position> {
        match moves.checked_sub(1) {
            None => Some(&self.start),
            Some(index) => self.positions.get(index),
        }
    }

    /// Who made the move of this index, or would.
    pub fn side_of(&self, index: usize) -> Side {
        if index.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.side_of(self.moves.len())
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When no move has this label; the span is within it.
    pub fn play(&mut self, label: &str) -> Result<(), Diagnostic> {
        let next = self.position().play(label)?;
        self.positions.push(next);
        self.moves.push(label.to_owned());
        Ok(())
    }

    /// Makes the move of a line such as `3. me 2:3>1`, whose number and side have to be its own.
    fn play_line(&mut self, line: &str, at: usize) -> Result<(), Diagnostic> {
        let end = at + line.len();
        let whole = format!("{}. {} LABEL", self.moves.len() + 1, self.to_move());
        let wrong = |message: String, span| Diagnostic::new(message, span).help(format!("write `{whole}`"));
        let mut words = words(line, at);
        let mut next = |what: &str| words.next().ok_or_else(|| wrong(format!("{what} is missing"), end..end));
        let (number, place) = next("the number of the move")?;
        let found = number.strip_suffix('.').and_then(|digits| digits.parse::<usize>().ok());
        match found {
            Some(number) if number == self.moves.len() + 1 => {}
            Some(number) => {
                let message = format!("this is move {}, not {number}", self.moves.len() + 1);
                return Err(wrong(message, place));
            }
            None => return Err(wrong(format!("`{number}` is no number of a move"), place)),
        }
        let (who, place) = next("who made the move")?;
        if side(who, place.start)? != self.to_move() {
            return Err(wrong(format!("it is not {who} who makes move {}", self.moves.len() + 1), place));
        }
        let (label, place) = next("the move")?;
        if let Some((_, extra)) = words.next() {
            return Err(wrong("a line has one move".to_owned(), extra.start..end));
        }
        self.play(label).map_err(|error| error.shifted(place.start))
    }

    /// Takes the last move back, and says which it was.
    pub fn undo(&mut self) -> Option<String> {
        self.resigned = None;
        self.positions.pop();
        self.moves.pop()
    }

    /// Who has won, when the game is over: by giving up, or because there is no move left.
    pub fn winner(&self) -> Option<Side> {
        if let Some(loser) = self.resigned {
            return Some(loser.other());
        }
        // A game that is won at once is over under normal play only: whoever would move has lost.
        self.position().is_over().then(|| match self.convention.outcome_without_moves() {
            Outcome::N => self.to_move(),
            Outcome::P => self.to_move().other(),
        })
    }

    /// Every move in the light of who wins. Each position is solved with these limits.
    pub fn review(&self, limits: Limits) -> Vec<Turn> {
        let positions: Vec<Position> = std::iter::once(&self.start).chain(&self.positions).cloned().collect();
        let judged = judge(&positions, &self.moves, self.convention, &|| Run::new(limits), 5);
        let turn = |(index, judged): (usize, Judged)| Turn {
            number: index + 1,
            side: self.side_of(index),
            label: judged.label,
            before: judged.before,
            after: judged.after,
            better: judged.missed,
        };
        judged.into_iter().enumerate().map(turn).collect()
    }

    /// Reads the text of a record. Lines that begin with `#` are comments.
    ///
    /// # Errors
    /// With the place in `text`.
    pub fn parse(text: &str) -> Result<Record, Diagnostic> {
        let mut header = Header::default();
        let mut record: Option<Record> = None;
        for (at, line) in lines(text) {
            let span = at..at + line.len();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(Record { resigned: Some(loser), .. }) = &record {
                return Err(Diagnostic::new(format!("{loser} has resigned: the game is over"), span)
                    .help("leave out what stands after `resigned`, or the line of `resigned`"));
            }
            if line.starts_with(|c: char| c.is_ascii_digit()) {
                let record = match &mut record {
                    Some(record) => record,
                    None => record.insert(header.record(at)?),
                };
                record.play_line(line, at)?;
                continue;
            }
            let (key, value) = line.split_once(':').ok_or_else(|| {
                Diagnostic::new("this is no line of a record", span.clone())
                    .help("write `1. me LABEL` for a move, or `position: ...` before the first")
            })?;
            let place = at + line.len() - value.trim_start().len();
            match (key, &mut record) {
                ("resigned", record) => {
                    let record = match record {
                        Some(record) => record,
                        None => record.insert(header.record(at)?),
                    };
                    let loser = side(value.trim(), place)?;
                    if let Some(winner) = record.winner() {
                        return Err(Diagnostic::new(format!("{winner} has won: the game is over"), span)
                            .help("leave this line out"));
                    }
                    record.resigned = Some(loser);
                }
                (_, None) => header.take(key, value.trim(), at, place)?,
                (_, Some(_)) => {
                    return Err(Diagnostic::new(format!("`{key}` stands after the first move"), span)
                        .help("what is said of the whole game stands before its moves"));
                }
            }
        }
        match record {
            Some(record) => Ok(record),
            None => header.record(text.len()),
        }
    }
}

/// The words of a line that begins at `at`, each with its place.
fn words(line: &str, at: usize) -> impl Iterator<Item = (&str, Range<usize>)> {
    let mut end = 0;
    line.split_whitespace().map(move |word| {
        let start = end + line[end..].find(word).unwrap_or(0);
        end = start + word.len();
        (word, at + start..at + end)
    })
}

/// The lines of a text, trimmed, with where they begin. A byte-order mark before them says nothing.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let marked = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut at = text.len() - marked.len();
    marked.split_inclusive('\n').map(move |line| {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        (start.min(at), line.trim())
    })
}

/// What stands before the moves.
#[derive(Default)]
struct Header {
    position: Option<Position>,
    convention: Option<Convention>,
    first: Option<Side>,
    level: Option<Level>,
}

impl Header {
    fn take(&mut self, key: &str, value: &str, at: usize, place: usize) -> Result<(), Diagnostic> {
        let span = place..place + value.len();
        let is_said = match key {
            "position" => self.position.is_some(),
            "convention" => self.convention.is_some(),
            "first" => self.first.is_some(),
            "level" => self.level.is_some(),
            _ => false,
        };
        if is_said {
            return Err(Diagnostic::new(format!("`{key}` is said twice"), at..span.end)
                .help("leave one of the lines out"));
        }
        match key {
            "position" => {
                let read = Position::parse(value, Reading::default());
                self.position = Some(read.map_err(|error| error.shifted(place))?);
            }
            "convention" => {
                self.convention = Some(match value {
                    "normal" => Convention::Normal,
                    "misere" | "misère" => Convention::Misere,
                    _ => {
                        return Err(Diagnostic::new(format!("`{value}` is no convention"), span)
                            .help("write normal or misere"));
                    }
                });
            }
            "first" => self.first = Some(side(value, place)?),
            "level" => {
                self.level = Some(value.parse().map_err(|error: UnknownLevel| {
                    Diagnostic::new(error.to_string(), span)
                        .help("it is the level that the computer played at")
                })?);
            }
            _ => {
                return Err(Diagnostic::new(format!("a record has no `{key}`"), at..at + key.len())
                    .help("it has position, convention, first, level, its moves, and resigned"));
            }
        }
        Ok(())
    }

    fn record(&mut self, at: usize) -> Result<Record, Diagnostic> {
        let start = self.position.take().ok_or_else(|| {
            Diagnostic::new("a record begins with its position", at..at)
                .help("write `position: nim 1 3 5 7` before the first move")
        })?;
        let convention = self.convention.unwrap_or_else(|| start.usual_convention());
        Ok(Record::new(start, convention, self.first.unwrap_or(Side::Me), self.level.unwrap_or_default()))
    }
}

fn side(text: &str, place: usize) -> Result<Side, Diagnostic> {
    text.parse().map_err(|error: UnknownSide| {
        Diagnostic::new(error.to_string(), place..place + text.len())
            .help("it is who makes the move, or who gave up")
    })
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "position: {}", self.start)?;
        writeln!(f, "convention: {}", self.convention)?;
        writeln!(f, "first: {}", self.first)?;
        writeln!(f, "level: {}", self.level)?;
        for (index, label) in self.moves.iter().enumerate() {
            writeln!(f, "{}. {} {label}", index + 1, self.side_of(index))?;
        }
        match self.resigned {
            Some(side) => writeln!(f, "resigned: {side}"),
            None => Ok(()),
        }
    }
}
