//! A rules file of graphs, as it is written.

use crate::formula::{Condition, FormulaParser, Scope, tokens};
use crate::limits::MOST_RULES;
use crate::origin::Origin;
use crate::spec::Phrase;
use crate::spec::kinds::{KINDS, begins_no_line};
use crate::spec::preamble::{Preamble, check_length, phrase, rest_span, words};
use crate::spec::statement::{Statement, statements};
use grundy_core::Diagnostic;
use std::ops::Range;

/// What a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// An edge.
    Edge,
    /// A vertex, and the edges at it.
    Vertex,
}

/// What goes with the thing that a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Along {
    /// Nothing else.
    Nothing,
    /// The ends of the edge.
    Ends,
    /// The neighbours of the vertex; the ends of the edge, and their neighbours.
    Neighbours,
}

/// A line `take`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeRule {
    /// What a move takes.
    pub thing: Thing,
    /// What goes with it.
    pub along: Along,
    /// What must hold of the degree.
    pub condition: Option<Condition>,
    /// The words for the move.
    pub say: Option<Phrase>,
    /// The bytes of the rule in the file, without the word `take`.
    pub span: Range<usize>,
}

/// A rules file of the kind `graph`, as it was read.
///
/// ```
/// use grundy_own::{Along, GraphSpec, Thing};
/// let spec = GraphSpec::read("game node-kayles\ngraph\ntake vertex with neighbours\n")?;
/// assert_eq!((spec.rules[0].thing, spec.rules[0].along), (Thing::Vertex, Along::Neighbours));
/// let error = GraphSpec::read("game a\ngraph\ntake vertex with ends\n").unwrap_err();
/// assert_eq!(error.message, "a vertex has no ends");
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphSpec {
    /// The whole text of the file.
    pub text: String,
    /// The name, what people read, the convention, an example.
    pub preamble: Preamble,
    /// What a move can take, in order.
    pub rules: Vec<TakeRule>,
}

const STATEMENTS: &str = "a line begins with game, title, says, by, play, example, graph, take or say";
const TAKE_HELP: &str =
    "write `take vertex`, `take edge`, `take vertex with neighbours` or `take edge with ends`";

/// What a condition may speak of.
const VERTEX_NAMES: [&str; 1] = ["degree"];
const EDGE_NAMES: [&str; 3] = ["degree", "low", "high"];

/// Conditions must have a value for all degrees up to this.
const MOST_TRIED: i64 = 24;

impl GraphSpec {
    /// Reads a rules file.
    ///
    /// # Errors
    /// The first mistake of the file, with its place and a remedy.
    pub fn read(text: &str) -> Result<GraphSpec, Diagnostic> {
        GraphSpec::read_from(text, Origin::Local)
    }

    /// Reads a rules file that may come from somebody else.
    ///
    /// # Errors
    /// As [`read`](GraphSpec::read), and where a file of that origin is too long.
    pub fn read_from(text: &str, origin: Origin) -> Result<GraphSpec, Diagnostic> {
        check_length(text, origin)?;
        let mut file = File::default();
        for (index, statement) in statements(text).enumerate() {
            if index == 0 && statement.word != "game" {
                return Err(Preamble::name_first(statement));
            }
            file.read(statement)?;
        }
        file.into_spec(text)
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        self.preamble.name.as_ref().map_or("", |name| &name.text)
    }

    /// Whether some move takes such a thing.
    pub fn takes(&self, thing: Thing) -> bool {
        self.rules.iter().any(|rule| rule.thing == thing)
    }

    /// Whether some move asks for a degree.
    pub fn has_conditions(&self) -> bool {
        self.rules.iter().any(|rule| rule.condition.is_some())
    }
}

#[derive(Default)]
struct File {
    preamble: Preamble,
    has_kind: bool,
    rules: Vec<TakeRule>,
    /// Whether the line before was one of moves.
    is_behind_moves: bool,
}

impl File {
    fn read(&mut self, statement: Statement<'_>) -> Result<(), Diagnostic> {
        let is_behind_moves = std::mem::take(&mut self.is_behind_moves);
        if let Some(read) = self.preamble.read(statement) {
            return read;
        }
        match statement.word {
            "graph" if !self.has_kind => {
                self.has_kind = true;
                match statement.rest.is_empty() {
                    true => Ok(()),
                    false => Err(Diagnostic::new("nothing stands behind `graph`", rest_span(statement))
                        .help("graphs are positions: give one in a line `example`")),
                }
            }
            "take" => {
                self.rules.push(rule(statement)?);
                self.is_behind_moves = true;
                Ok(())
            }
            "say" if is_behind_moves => {
                let say = phrase(statement)?;
                self.rules.iter_mut().next_back().expect("a line of moves stands before").say = Some(say);
                Ok(())
            }
            "say" => {
                Err(Diagnostic::new("no line of moves stands before these words", statement.word_span())
                    .help("write `say` behind the line `take` that it is for"))
            }
            other if ["strip", "grid"].contains(&other) || KINDS.contains(&other) => {
                Err(Diagnostic::new("a game has one kind, and this is a second", statement.word_span())
                    .help("keep one of them"))
            }
            "move" | "fixed" | "sideways" | "updown" | "cells" | "win" | "end" | "never" | "measure" => {
                let message = format!("`{}` belongs to another kind of game", statement.word);
                Err(Diagnostic::new(message, statement.word_span()).help(TAKE_HELP))
            }
            _ => Err(begins_no_line(statement, STATEMENTS)),
        }
    }

    fn into_spec(self, text: &str) -> Result<GraphSpec, Diagnostic> {
        let end = text.trim_end().len();
        if self.rules.is_empty() {
            return Err(Diagnostic::new("no line says what a move is", end..end).help(TAKE_HELP));
        }
        if let Some(beyond) = self.rules.get(MOST_RULES) {
            return Err(Diagnostic::new(
                format!("a game has at most {MOST_RULES} rules"),
                beyond.span.clone(),
            )
            .help("leave some out"));
        }
        Ok(GraphSpec { text: text.to_owned(), preamble: self.preamble, rules: self.rules })
    }
}

/// `edge` or `vertex`, `with` what, `if` what holds.
fn rule(statement: Statement<'_>) -> Result<TakeRule, Diagnostic> {
    let mut all = words(statement).peekable();
    let missing = || Diagnostic::new("what a move takes is missing", rest_span(statement)).help(TAKE_HELP);
    let first = all.next().ok_or_else(missing)?;
    let thing = match &*first.text {
        "vertex" => Thing::Vertex,
        "edge" => Thing::Edge,
        other => {
            let shown: String = other.chars().take(40).flat_map(char::escape_debug).collect();
            return Err(Diagnostic::new(
                format!("a move takes a vertex or an edge, and no `{shown}`"),
                first.span,
            )
            .help(TAKE_HELP));
        }
    };
    let mut along = Along::Nothing;
    if let Some(with) = all.next_if(|word| word.text == "with") {
        along = along_with(thing, all.next(), with)?;
    }
    let span = statement.rest_at..statement.end();
    let Some(word) = all.next() else {
        return Ok(TakeRule { thing, along, condition: None, say: None, span });
    };
    if word.text != "if" {
        return Err(Diagnostic::new("the line should have ended before this", word.span.start..statement.end())
            .help("behind what is taken stand `with ends` or `with neighbours`, then `if` and a condition on `degree`"));
    }
    let condition = Some(condition(thing, statement, word.span.end)?);
    Ok(TakeRule { thing, along, condition, say: None, span })
}

fn along_with(thing: Thing, what: Option<Phrase>, with: Phrase) -> Result<Along, Diagnostic> {
    match (thing, what.as_ref().map(|what| &*what.text)) {
        (Thing::Vertex, Some("ends")) => {
            Err(Diagnostic::new("a vertex has no ends", what.map_or(with.span, |what| what.span))
                .help("write `take vertex with neighbours`, or `take edge with ends`"))
        }
        (_, Some("ends")) => Ok(Along::Ends),
        (_, Some("neighbours")) => Ok(Along::Neighbours),
        _ => Err(Diagnostic::new(
            "what goes with it is told by one word",
            what.map_or(with.span, |what| what.span),
        )
        .help("write `with ends` or `with neighbours`")),
    }
}

/// The condition that begins at byte `from` of the file.
fn condition(thing: Thing, statement: Statement<'_>, from: usize) -> Result<Condition, Diagnostic> {
    let names: &[&str] = if thing == Thing::Vertex { &VERTEX_NAMES } else { &EDGE_NAMES };
    let text = &statement.rest[from - statement.rest_at..];
    let tokens = tokens(text, from)?;
    let scope = Scope::of(names.iter().map(|&name| name.to_owned()));
    let mut parser = FormulaParser::new(&tokens, statement.end(), scope)?;
    let condition = parser.condition().map_err(|error| with_names(error, names))?;
    if !parser.is_at_end() {
        return Err(
            parser.unexpected("the condition has ended before this", "join conditions by `and` or `or`")
        );
    }
    for numbers in tried(thing) {
        condition.holds(&numbers).map_err(|fault| {
            let told = format!("where degree = {}, {fault}", numbers[0]);
            Diagnostic::new(told, from..statement.end())
                .help("keep it out with a condition, such as `degree > 0 and`")
        })?;
    }
    Ok(condition)
}

/// In a file of graphs no `for` makes a name.
fn with_names(error: Diagnostic, names: &[&str]) -> Diagnostic {
    match error.message.starts_with("the name ") {
        true => error.help(format!("a condition speaks of {}", names.join(", "))),
        false => error,
    }
}

/// The numbers for which a condition must have a value.
fn tried(thing: Thing) -> Vec<Vec<i64>> {
    match thing {
        Thing::Vertex => (0..=MOST_TRIED).map(|degree| vec![degree]).collect(),
        Thing::Edge => {
            let ends = (1..=MOST_TRIED).flat_map(|high| (1..=high).map(move |low| (low, high)));
            ends.map(|(low, high)| vec![low + high - 2, low, high]).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(lines: &str) -> (String, String) {
        let text = format!("game a\n{lines}");
        let error = GraphSpec::read(&text).expect_err(lines);
        (error.message, text[error.span].to_owned())
    }

    #[test]
    fn mistakes_are_told_with_their_places() {
        for (lines, message, at) in [
            ("graph\n", "no line says what a move is", ""),
            ("graph x\ntake edge\n", "nothing stands behind `graph`", "x"),
            ("graph\ntake\n", "what a move takes is missing", "take"),
            ("graph\ntake all\n", "a move takes a vertex or an edge, and no `all`", "all"),
            ("graph\ntake edge with\n", "what goes with it is told by one word", "with"),
            ("graph\ntake edge with friends\n", "what goes with it is told by one word", "friends"),
            ("graph\ntake edge or vertex\n", "the line should have ended before this", "or vertex"),
            ("graph\ntake vertex if low = 2\n", "the name `low` is not known here", "low"),
            ("graph\ntake vertex if degree\n", "this is a number, not a condition", "degree"),
            (
                "graph\ntake vertex if 6 / degree = 2\n",
                "where degree = 0, a number is divided by 0",
                " 6 / degree = 2",
            ),
            ("graph\ntake vertex if degree = 1 degree\n", "the condition has ended before this", "degree"),
            ("graph\ngrid\ntake edge\n", "a game has one kind, and this is a second", "grid"),
            ("graph\nmove . -> x\n", "`move` belongs to another kind of game", "move"),
            ("graph\nsay take it\n", "no line of moves stands before these words", "say"),
        ] {
            assert_eq!(mistake(lines), (message.to_owned(), at.to_owned()), "{lines}");
        }
    }

    #[test]
    fn an_edge_has_a_degree_of_its_own_and_those_of_its_ends() {
        let spec = GraphSpec::read(
            "game a\ngraph\ntake edge if degree = 2 or low = 1 and high > 6 / low\nsay x {edge}\n",
        )
        .expect("a good file");
        let condition = spec.rules[0].condition.as_ref().expect("a condition");
        assert_eq!(condition.holds(&[2, 2, 2]), Ok(true));
        assert_eq!(condition.holds(&[6, 1, 7]), Ok(true));
        assert_eq!(condition.holds(&[5, 1, 6]), Ok(false));
        assert_eq!(spec.rules[0].say.as_ref().map(|say| &*say.text), Some("x {edge}"));
    }
}
