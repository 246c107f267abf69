//! A position as one line of text: a sum of terms, each of any game.

use crate::board::Board;
use crate::hints;
use crate::memos::Memos;
use crate::registry::{GAMES, Game, Opened, find_game};
use grundy_core::{Card, Convention, Diagnostic, Parameters, Playable, Reader, Reading, Run, Word};
use grundy_games::BareNimber;
use grundy_games::heaps::{CODE, CodeGame, Preset};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

/// A sum of positions of any games; a sum of one is that position, a sum of none is `*0`.
///
/// ```
/// use grundy::Position;
/// let sum: Position = " BUBBLY ( E(G) )  +  *3".parse().unwrap();
/// assert_eq!(sum.to_string(), "bubbly (E(G)) + *3");
/// assert_eq!(sum.play("2:*1").unwrap().to_string(), "bubbly (E(G)) + *1");
/// let error = "nim 3 x".parse::<Position>().err().unwrap();
/// assert_eq!(error.span, 6..7);
/// ```
#[derive(Clone)]
pub struct Position {
    terms: Vec<Arc<dyn Board>>,
    /// For every term, the convention that it is told with.
    told: Vec<Convention>,
    notes: Vec<Diagnostic>,
    memos: Memos,
}

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
        Position::read(text, |term| Reader::with(term, reading), Memos::default())
            .map_err(|error| hints::of_lines(text, error))
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
        Position::parse_sharing(text, reading, run, &Memos::default())
    }

    /// The same, for one who will ask for many positions: what is found of one is known to all that are read
    /// with these memos.
    ///
    /// # Errors
    /// With the place in `text`.
    pub fn parse_sharing(
        text: &str,
        reading: Reading,
        run: &Run,
        memos: &Memos,
    ) -> Result<Position, Diagnostic> {
        Position::read(text, |term| Reader::with(term, reading).within(run), memos.clone())
            .map_err(|error| hints::of_lines(text, error))
    }

    fn read<'t>(
        text: &'t str,
        reader: impl Fn(&'t str) -> Reader<'t>,
        memos: Memos,
    ) -> Result<Position, Diagnostic> {
        let mut position = Position { terms: Vec::new(), told: Vec::new(), notes: Vec::new(), memos };
        if text.trim().is_empty() {
            return Ok(position);
        }
        for span in term_spans(text)? {
            let start = span.start;
            let (opened, told) =
                read_term(&text[span], &reader, &position.memos).map_err(|error| error.shifted(start))?;
            position.notes.extend(opened.notes.into_iter().map(|note| note.shifted(start)));
            position.terms.push(opened.board.into());
            position.told.push(told);
        }
        Ok(position)
    }

    /// A position of one term.
    pub fn of(board: Box<dyn Board>) -> Position {
        Position {
            told: vec![board.card().convention],
            terms: vec![board.into()],
            notes: Vec::new(),
            memos: Memos::default(),
        }
    }

    /// The terms in order.
    pub fn terms(&self) -> &[Arc<dyn Board>] {
        &self.terms
    }

    /// The memos of the terms.
    pub(crate) fn memos(&self) -> &Memos {
        &self.memos
    }

    /// What was read leniently, or may be meant in another way, with places in the text.
    pub fn notes(&self) -> &[Diagnostic] {
        &self.notes
    }

    /// The convention that the games are usually told with: that of the terms where they agree, and
    /// normal play where they do not. Bare nimbers go with any.
    pub fn usual_convention(&self) -> Convention {
        usual(self.cards_told().map(|(_, convention)| convention))
    }

    /// The usual convention, where a name in the text brought it, as `marienbad` does, and the position's own
    /// text would not.
    pub fn convention_by_name(&self) -> Option<Convention> {
        let convention = self.usual_convention();
        let by_cards = usual(self.cards_told().map(|(card, _)| card.convention));
        (convention != by_cards).then_some(convention)
    }

    /// The cards of all terms but bare nimbers, each with the convention that it is told with.
    fn cards_told(&self) -> impl Iterator<Item = (&'static Card, Convention)> {
        let told = self.terms.iter().map(|term| term.card()).zip(self.told.iter().copied());
        told.filter(|(card, _)| card.id != BareNimber::CARD.id)
    }

    /// Where the terms are told with different conventions, which is told with which, as a sentence without
    /// a full stop: then [`usual_convention`](Position::usual_convention) is a choice, and people should
    /// hear of it.
    ///
    /// ```
    /// use grundy::Position;
    /// let sum: Position = "2d-nim 2x2 + nim 3 + cram 2x2 + *1".parse().unwrap();
    /// assert_eq!(
    ///     sum.mixed_conventions().unwrap(),
    ///     "2D Nim is told with misère play, but Nim and Cram with normal play"
    /// );
    /// assert!("2d-nim 2x2 + *1".parse::<Position>().unwrap().mixed_conventions().is_none());
    /// ```
    pub fn mixed_conventions(&self) -> Option<String> {
        let told_with = |convention: Convention| {
            let mut titles: Vec<&str> = Vec::new();
            for (card, _) in self.cards_told().filter(|(_, told)| *told == convention) {
                if !titles.contains(&card.title) {
                    titles.push(card.title);
                }
            }
            titles
        };
        let (misere, normal) = (told_with(Convention::Misere), told_with(Convention::Normal));
        let verb = if misere.len() == 1 { "is" } else { "are" };
        (!misere.is_empty() && !normal.is_empty()).then(|| {
            let (misere, normal) = (Word::list(&misere), Word::list(&normal));
            format!("{misere} {verb} told with misère play, but {normal} with normal play")
        })
    }

    /// How many moves there are in all terms.
    pub fn count_moves(&self) -> u128 {
        self.terms.iter().map(|term| term.count_moves()).sum()
    }

    /// Whether the game is over: no term has a move, or one of them has
    /// [ended the whole game](Board::is_won).
    pub fn is_over(&self) -> bool {
        self.terms.iter().any(|term| term.is_won()) || self.count_moves() == 0
    }

    /// The labels of the first moves in reading order, at most `limit`.
    pub fn moves(&self, limit: usize) -> Vec<String> {
        let mut labels = Vec::new();
        for (index, term) in self.terms.iter().enumerate() {
            let own = term.moves(limit - labels.len());
            labels.extend(own.iter().map(|label| self.label_in_sum(index, label)));
        }
        labels
    }

    /// The move of this label as a person would say it.
    ///
    /// # Errors
    /// When no move has it; the span is within the label.
    pub fn say(&self, label: &str) -> Result<String, Diagnostic> {
        let (term, inner) = self.locate(label)?;
        let said = self.terms[term].say(inner).map_err(|error| error.shifted(label.len() - inner.len()))?;
        Ok(if self.terms.len() == 1 { said } else { format!("in term {}, {said}", term + 1) })
    }

    /// The board as text of about this width, the terms one below the other.
    pub fn show(&self, width: usize) -> String {
        if self.terms.is_empty() {
            return "(the empty sum)\n".to_owned();
        }
        self.terms.iter().map(|term| term.show(width)).collect::<Vec<_>>().join("+\n")
    }

    /// A label of a term as a label of the whole: in a sum of several terms the term's number, from
    /// 1, and a colon stand before it.
    pub fn label_in_sum(&self, term: usize, label: &str) -> String {
        if self.terms.len() == 1 { label.to_owned() } else { format!("{}:{label}", term + 1) }
    }

    /// The term that a label of the whole means, and the label within it.
    ///
    /// # Errors
    /// When there is no such term.
    pub fn locate<'l>(&self, label: &'l str) -> Result<(usize, &'l str), Diagnostic> {
        if self.terms.len() == 1 {
            return Ok((0, label));
        }
        if self.terms.is_empty() {
            return Err(
                Diagnostic::new("the empty sum has no moves", 0..label.len()).help("leave the move out")
            );
        }
        let (number, inner) = label.split_once(':').unwrap_or(("", label));
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match index.filter(|&index| index < self.terms.len()) {
            Some(index) => Ok((index, inner)),
            None => Err(Diagnostic::new(format!("`{label}` names no term"), 0..label.len()).help(format!(
                "in a sum a move begins with its term's number, from 1 to {}, and a colon: `1:{inner}`",
                self.terms.len()
            ))),
        }
    }

    /// The position after the move of this label.
    ///
    /// # Errors
    /// When no move has it; the span is within the label.
    pub fn play(&self, label: &str) -> Result<Position, Diagnostic> {
        let (moved, inner) = self.locate(label)?;
        let prefix = label.len() - inner.len();
        let board = self.terms[moved].play(inner).map_err(|error| error.shifted(prefix))?;
        let mut terms = self.terms.clone();
        terms[moved] = board.into();
        Ok(Position { terms, told: self.told.clone(), notes: Vec::new(), memos: self.memos.clone() })
    }
}

impl FromStr for Position {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Position, Diagnostic> {
        Position::parse(text, Reading::default())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            f.write_str(&term.term())?;
        }
        Ok(())
    }
}

/// The convention that all agree on, or normal play.
fn usual(mut told: impl Iterator<Item = Convention>) -> Convention {
    let first = told.next().unwrap_or_default();
    if told.all(|convention| convention == first) { first } else { Convention::Normal }
}

/// Reads one term, and says with which convention it is told; places count from its start.
fn read_term<'t>(
    term: &'t str,
    reader: impl Fn(&'t str) -> Reader<'t>,
    memos: &Memos,
) -> Result<(Opened, Convention), Diagnostic> {
    let (game, parameters, notation) = if let Some(code) = bare_code(term) {
        let parameters = Parameters::bare(CODE, code, 0..code.len());
        (find_game(CodeGame::CARD.id)?, parameters, code.len())
    } else if term.starts_with('*') {
        (find_game(BareNimber::CARD.id)?, Parameters::default(), 0)
    } else {
        if let Some(error) = hints::code_without_point(term) {
            return Err(error);
        }
        let (name, after) = game_name(term)?;
        let game = find_game(name).map_err(|error| hints::other_name(term).unwrap_or(error))?;
        let (mut parameters, notation) = parameters(term, after, game.card().parameters)?;
        parameters.call(name);
        if after == term.len() {
            return example(game, name, reader, memos);
        }
        if let Some(error) = hints::unnamed_parameter(game.card().id, &parameters, &term[notation..]) {
            return Err(error.shifted(notation));
        }
        (game, parameters, notation)
    };
    // Mistakes in a parameter count from the term's start, those in the notation from its own.
    game.check(&parameters)?;
    let opened = game.open(&parameters, reader(&term[notation..]), memos);
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
fn example<'t>(
    game: &'static dyn Game,
    name: &str,
    reader: impl Fn(&'t str) -> Reader<'t>,
    memos: &Memos,
) -> Result<(Opened, Convention), Diagnostic> {
    let card = game.card();
    let (mut parameters, notation) = parameters(card.example, 0, card.parameters)?;
    parameters.call(name);
    let opened = game.open(&parameters, reader(&card.example[notation..]), memos)?;
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
    let word = word_with_braces(term)?;
    let lower = term.get(..term.len().min(12)).unwrap_or("").to_ascii_lowercase();
    if ["allbut(", "subtraction("].iter().any(|set| lower.starts_with(set)) {
        return Some(term.find(')').map_or(term, |end| &term[..=end]));
    }
    let (before_point, _) = word.split_once('.')?;
    let begins = |c: char| c.is_ascii_hexdigit() || c == '{';
    let is_in_digits = |c: char| c.is_ascii_hexdigit() || "{,+*}!?=uU ".contains(c);
    // A star that a point follows is a digit, not a nimber.
    let is_code = before_point.is_empty()
        || before_point.trim_end_matches(['!', '?', '=']) == "*"
        || before_point.starts_with(begins) && before_point.chars().all(is_in_digits);
    is_code.then_some(word)
}

/// The first word of a term; blanks within braces do not end it.
fn word_with_braces(term: &str) -> Option<&str> {
    let first = term.split_whitespace().next()?;
    // A forest may be one long word: braces are looked for in words that begin like a code.
    if !first.starts_with(|c: char| c.is_ascii_hexdigit() || "*.{".contains(c)) {
        return Some(first);
    }
    let mut is_open = false;
    let ends = |c: char| {
        is_open = c == '{' || is_open && c != '}';
        c.is_whitespace() && !is_open
    };
    let word = &term[..term.find(ends).unwrap_or(term.len())];
    Some(if word.matches('{').count() == word.matches('}').count() { word } else { first })
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
pub(crate) fn game_name(term: &str) -> Result<(&str, usize), Diagnostic> {
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
    if GAMES.iter().all(|game| game.card().id != name) && name.chars().all(|c| c.is_ascii_digit()) {
        return Err(Diagnostic::new(format!("`{}` is a number, not a game", shortened(name)), 0..end).help(
            format!("write `nim {}` for heaps, or `*{}` for a bare nimber", shortened(term), shortened(name)),
        ));
    }
    Ok((name, end))
}

/// The start of a text, where it is long.
pub(crate) fn shortened(text: &str) -> String {
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
            let keys: Vec<&str> = known.iter().map(|parameter| parameter.key).collect();
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
