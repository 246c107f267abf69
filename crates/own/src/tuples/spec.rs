//! A rules file of numbers or heaps, as it is written.

use super::moves::Line;
use super::ways::{Alternative, MOST_ARITY};
use crate::formula::{Formula, FormulaParser, Scope, tokens};
use crate::limits::MOST_RULES;
use crate::origin::Origin;
use crate::spec::Phrase;
use crate::spec::kinds::{KINDS, begins_no_line};
use crate::spec::preamble::{Preamble, check_length, phrase, rest_span, twice, words};
use crate::spec::statement::{Statement, statements};
use grundy_core::Diagnostic;

/// A rules file of the kinds `numbers` and `heap`, as it was read.
///
/// ```
/// use grundy_own::TupleSpec;
/// let text = "game wythoff\nnumbers a b\nmove a-k, b for k in 1..a\nmove a, b-k for k in 1..b\n\
///             move a-k, b-k for k in 1..min(a,b)\n";
/// let spec = TupleSpec::read(text)?;
/// assert_eq!((spec.names.len(), spec.alternatives.len(), spec.is_heap), (2, 3, false));
/// let error = TupleSpec::read("game a\nnumbers a b\nmove a-k, c for k in 1..a\n").unwrap_err();
/// assert_eq!(error.message, "the name `c` is not known here");
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TupleSpec {
    /// The whole text of the file.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The name, what people read, the convention, an example.
    pub preamble: Preamble,
    /// Whether a position is a list of heaps.
    pub is_heap: bool,
    /// The names of the numbers.
    pub names: Vec<Phrase>,
    /// What a move can leave of a tuple, in order.
    pub alternatives: Vec<Alternative>,
    /// What every move lowers; where it is missing, numbers are compared from the left.
    pub measure: Option<Formula>,
}

const STATEMENTS: &str =
    "a line begins with game, title, says, by, play, example, heap, numbers, move, measure or say";

impl TupleSpec {
    /// Reads a rules file.
    ///
    /// # Errors
    /// The first mistake of the file, with its place and a remedy.
    pub fn read(text: &str) -> Result<TupleSpec, Diagnostic> {
        TupleSpec::read_from(text, Origin::Local)
    }

    /// Reads a rules file that may come from somebody else.
    ///
    /// # Errors
    /// As [`read`](TupleSpec::read), and where a file of that origin is too long.
    pub fn read_from(text: &str, origin: Origin) -> Result<TupleSpec, Diagnostic> {
        check_length(text, origin)?;
        let mut file = File::default();
        for (index, statement) in statements(text).enumerate() {
            match index == 0 && statement.word != "game" {
                true => file.mistakes.push(Preamble::name_first(statement)),
                false => file.read(statement),
            }
        }
        file.into_spec(text, origin)
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        self.preamble.name.as_ref().map_or("", |name| &name.text)
    }
}

/// What has been read so far.
#[derive(Default)]
struct File<'t> {
    preamble: Preamble,
    kind: Option<bool>,
    names: Vec<Phrase>,
    /// Lines of moves: read when the names are known, wherever the kind stands.
    lines: Vec<(Statement<'t>, Option<Phrase>)>,
    measure: Option<Statement<'t>>,
    /// Whether the line before was one of moves.
    is_behind_moves: bool,
    mistakes: Vec<Diagnostic>,
}

impl<'t> File<'t> {
    fn read(&mut self, statement: Statement<'t>) {
        let is_behind_moves = std::mem::take(&mut self.is_behind_moves);
        if let Some(read) = self.preamble.read(statement) {
            self.mistakes.extend(read.err());
            return;
        }
        let read = match statement.word {
            "heap" | "numbers" => self.kind(statement),
            "move" => {
                self.lines.push((statement, None));
                self.is_behind_moves = true;
                Ok(())
            }
            "measure" if self.measure.is_some() => Err(twice(statement)),
            "measure" => phrase(statement).map(|_| self.measure = Some(statement)),
            "say" => self.say(is_behind_moves, statement),
            other if ["strip", "grid"].contains(&other) || KINDS.contains(&other) => {
                Err(Diagnostic::new("a game has one kind, and this is a second", statement.word_span())
                    .help("keep one of them"))
            }
            "fixed" | "sideways" | "updown" | "cells" | "win" | "end" | "never" | "take" => {
                let message = format!("`{}` belongs to another kind of game", statement.word);
                Err(Diagnostic::new(message, statement.word_span())
                    .help("moves of numbers and heaps are lines `move`"))
            }
            _ => Err(begins_no_line(statement, STATEMENTS)),
        };
        self.mistakes.extend(read.err());
    }

    fn kind(&mut self, statement: Statement<'_>) -> Result<(), Diagnostic> {
        if self.kind.is_some() {
            return Err(Diagnostic::new("a game has one kind, and this is a second", statement.word_span())
                .help("keep one of them"));
        }
        let is_heap = statement.word == "heap";
        self.kind = Some(is_heap);
        self.names = words(statement).collect();
        let help = if is_heap { "write `heap n`" } else { "write a name for each number: `numbers a b`" };
        if self.names.is_empty() {
            return Err(Diagnostic::new("the name of a number is missing", rest_span(statement)).help(help));
        }
        let most = if is_heap { 1 } else { MOST_ARITY };
        if let Some(beyond) = self.names.get(most) {
            let message = match is_heap {
                true => "a heap has one number".to_owned(),
                false => format!("a position has at most {MOST_ARITY} numbers"),
            };
            return Err(Diagnostic::new(message, beyond.span.clone()).help(help));
        }
        let mut scope = Scope::default();
        for name in &self.names {
            let is_name = name.text.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if !is_name {
                let message = format!("`{}` is no name of a number", name.text.escape_debug());
                return Err(Diagnostic::new(message, name.span.clone())
                    .help("a name is a letter and then letters, digits or `_`"));
            }
            scope.add(&name.text, name.span.clone())?;
        }
        Ok(())
    }

    fn say(&mut self, is_behind_moves: bool, statement: Statement<'_>) -> Result<(), Diagnostic> {
        let Some((_, say)) = self.lines.last_mut().filter(|_| is_behind_moves) else {
            return Err(Diagnostic::new("no move stands in the line above this", statement.word_span())
                .help("write `say` in the line after the `move` that it is about"));
        };
        *say = Some(phrase(statement)?);
        Ok(())
    }

    fn into_spec(mut self, text: &str, origin: Origin) -> Result<TupleSpec, Diagnostic> {
        let end = text.trim_end().len();
        let missing = |message: &str, help: &str| Diagnostic::new(message, end..end).help(help);
        if self.mistakes.is_empty() && self.kind.is_none() {
            self.mistakes.push(missing("the kind of the game is missing", "write `heap n` or `numbers a b`"));
        }
        if self.mistakes.is_empty() && self.lines.is_empty() {
            self.mistakes.push(missing("the game has no moves", "write what a move leaves: `move a-1, b`"));
        }
        let is_heap = self.kind.unwrap_or(false);
        let scope = || Scope::of(self.names.iter().map(|name| name.text.clone()));
        let mut alternatives = Vec::new();
        for (statement, say) in &self.lines {
            let names = self.names.iter().map(|name| name.text.clone()).collect();
            let line = Line { is_heap, arity: self.names.len(), scope: scope(), say: say.clone(), names };
            match line.alternatives(*statement) {
                Ok(mut found) => alternatives.append(&mut found),
                Err(mistake) => self.mistakes.push(mistake),
            }
            if alternatives.len() > MOST_RULES {
                let message = format!("a game has at most {MOST_RULES} ways to move");
                self.mistakes.push(
                    Diagnostic::new(message, rest_span(*statement)).help("several may be one with `for`"),
                );
                break;
            }
        }
        let measure = self.measure.map(|statement| measure(statement, is_heap, scope())).transpose();
        let measure = measure.unwrap_or_else(|mistake| {
            self.mistakes.push(mistake);
            None
        });
        self.mistakes.sort_by_key(|mistake| mistake.span.start);
        if let Some(first) = self.mistakes.into_iter().next() {
            return Err(first);
        }
        let (names, preamble) = (self.names, self.preamble);
        Ok(TupleSpec { text: text.to_owned(), origin, preamble, is_heap, names, alternatives, measure })
    }
}

/// Reads what every move lowers.
fn measure(statement: Statement<'_>, is_heap: bool, scope: Scope) -> Result<Formula, Diagnostic> {
    if is_heap {
        return Err(Diagnostic::new("a heap needs no measure", statement.word_span())
            .help("every heap that a move leaves is smaller than the heap it came from"));
    }
    let tokens = tokens(statement.rest, statement.rest_at)?;
    let mut parser = FormulaParser::new(&tokens, statement.end(), scope)?;
    let formula = parser.formula()?;
    match parser.is_at_end() {
        true => Ok(formula),
        false => Err(parser.unexpected("the measure has ended before this", "write one formula: `2*a + b`")),
    }
}
