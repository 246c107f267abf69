//! Statements one after the other. The whole file is read, and the first mistake of it is told.

use super::kinds::{KINDS, begins_no_line};
use super::parse_pattern::pattern;
use super::preamble::{Preamble, check_length, check_say, phrase, rest_span, words};
use super::statement::{Statement, statements};
use super::symbols::is_symbol;
use super::{BanRule, Facing, Kind, Meaning, MoveRule, Phrase, Spec, What, Written, validate};
use crate::limits::MOST_RULES;
use crate::origin::Origin;
use grundy_core::{Convention, Diagnostic};
use std::ops::Range;

/// Reads a file.
pub(super) fn read(text: &str, origin: Origin) -> Result<Spec, Diagnostic> {
    check_length(text, origin)?;
    let mut file = File { origin, ..File::default() };
    for statement in statements(text) {
        file.read(statement);
    }
    file.into_spec(text)
}

/// What has been read so far.
#[derive(Default)]
struct File {
    origin: Origin,
    preamble: Preamble,
    kind: Option<(Kind, Range<usize>)>,
    cells: Vec<(char, Phrase)>,
    rules: Vec<MoveRule>,
    bans: Vec<BanRule>,
    /// The rules of the last line of moves, for `say`; none where another line stands between.
    line: Option<Range<usize>>,
    mistakes: Vec<Diagnostic>,
    statements: usize,
}

const STATEMENTS: &str = "a line begins with game, title, says, by, play, example, a kind (strip, grid, heap, numbers, graph, arcs, \
                          program), cells, move, fixed, sideways, updown, win, end, never or say";

impl File {
    /// Reads one statement; a mistake is kept, and reading goes on.
    fn read(&mut self, statement: Statement<'_>) {
        self.statements += 1;
        let line = self.line.take();
        if self.statements == 1 && statement.word != "game" {
            self.mistakes.push(Preamble::name_first(statement));
            return;
        }
        if let Some(read) = self.preamble.read(statement) {
            self.mistakes.extend(read.err());
            return;
        }
        let read = match statement.word {
            "strip" => self.kind(Kind::Strip, statement),
            "grid" => self.kind(Kind::Grid, statement),
            "cells" => self.cells(statement),
            "move" => self.moves(Facing::All, statement),
            "fixed" => self.moves(Facing::Fixed, statement),
            "sideways" => self.moves(Facing::Sideways, statement),
            "updown" => self.moves(Facing::UpDown, statement),
            "win" => self.bans(Meaning::Win, statement),
            "end" => self.bans(Meaning::End, statement),
            "never" => self.bans(Meaning::Never, statement),
            "say" => self.say(line, statement),
            "take" | "measure" => Err(Diagnostic::new(
                format!("`{}` belongs to another kind of game", statement.word),
                statement.word_span(),
            )
            .help("`take` is for `graph`, `measure` for `numbers`; boards have patterns")),
            other if KINDS.contains(&other) => {
                Err(Diagnostic::new("a game has one kind, and this is a second", statement.word_span())
                    .help("keep one of them"))
            }
            _ => Err(unknown(statement)),
        };
        self.mistakes.extend(read.err());
    }

    fn kind(&mut self, kind: Kind, statement: Statement<'_>) -> Result<(), Diagnostic> {
        if !statement.rest.is_empty() {
            return Err(Diagnostic::new(
                format!("nothing stands behind `{}`", statement.word),
                rest_span(statement),
            )
            .help("write the rules in lines of their own, such as `move .. -> ##`"));
        }
        if self.kind.is_some() {
            return Err(Diagnostic::new("a game has one kind, and this is a second", statement.word_span())
                .help("keep one of `strip` and `grid`"));
        }
        self.kind = Some((kind, statement.word_span()));
        Ok(())
    }

    /// Pairs of a symbol and a word.
    fn cells(&mut self, statement: Statement<'_>) -> Result<(), Diagnostic> {
        let words: Vec<Phrase> = words(statement).collect();
        let help = "write each symbol with its name: `cells . free # wall`";
        if words.is_empty() {
            return Err(Diagnostic::new("no symbol is named here", rest_span(statement)).help(help));
        }
        for pair in words.chunks(2) {
            let mut symbol = pair[0].text.chars();
            let (Some(first), None) = (symbol.next().filter(|&c| is_symbol(c)), symbol.next()) else {
                return Err(Diagnostic::new(
                    format!("`{}` is no symbol of a cell", pair[0].text.escape_debug()),
                    pair[0].span.clone(),
                )
                .help(help));
            };
            let [_, name] = pair else {
                return Err(Diagnostic::new(
                    format!("the name of `{first}` is missing"),
                    pair[0].span.clone(),
                )
                .help(help));
            };
            if self.cells.iter().any(|(symbol, _)| *symbol == first) {
                return Err(Diagnostic::new(format!("`{first}` is named twice"), pair[0].span.clone())
                    .help("leave one of them out"));
            }
            self.cells.push((first, name.clone()));
        }
        Ok(())
    }

    fn moves(&mut self, facing: Facing, statement: Statement<'_>) -> Result<(), Diagnostic> {
        let first = self.rules.len();
        for (text, at) in alternatives(statement) {
            let rule = rule(facing, text, at)?;
            self.rules.push(rule);
            if self.rules.len() > MOST_RULES {
                return Err(Diagnostic::new(
                    format!("a game has at most {MOST_RULES} rules"),
                    at..at + text.len(),
                )
                .help("several may be one with a class `[xo]` or a run `o{1..3}`"));
            }
        }
        self.line = Some(first..self.rules.len());
        Ok(())
    }

    fn bans(&mut self, meaning: Meaning, statement: Statement<'_>) -> Result<(), Diagnostic> {
        let mut place = statement;
        let first = place.rest.split_whitespace().next();
        let is_fixed = first == Some("fixed");
        if is_fixed {
            let rest = place.rest["fixed".len()..].trim_start();
            place.rest_at += place.rest.len() - rest.len();
            place.rest = rest;
        }
        for (text, at) in alternatives(place) {
            if let Some(arrow) = text.find("->") {
                return Err(Diagnostic::new(
                    format!("`{}` is followed by patterns, not by rules", statement.word),
                    at + arrow..at + arrow + 2,
                )
                .help("write what must stand, such as `never XX`; `move` has the arrow"));
            }
            let pattern = pattern(text, at)?;
            if !pattern.items().any(|item| matches!(item.what, What::Symbol(_) | What::Class { .. })) {
                return Err(Diagnostic::new("this pattern reads no symbol", pattern.span)
                    .help("write a symbol that must stand there"));
            }
            self.bans.push(BanRule { meaning, is_fixed, pattern });
            if self.bans.len() > MOST_RULES {
                return Err(Diagnostic::new(
                    format!("a game has at most {MOST_RULES} patterns of win, end and never"),
                    at..at + text.len(),
                )
                .help("several may be one with a class `[xo]`"));
            }
        }
        Ok(())
    }

    fn say(&mut self, line: Option<Range<usize>>, statement: Statement<'_>) -> Result<(), Diagnostic> {
        let Some(line) = line else {
            return Err(Diagnostic::new("no move stands in the line above this", statement.word_span())
                .help("write `say` in the line after the `move` that it is about"));
        };
        let say = phrase(statement)?;
        for rule in &mut self.rules[line] {
            let names: Vec<&str> = ["cells", "count"].into_iter().chain(rule.left.names()).collect();
            check_say(&say, &names)?;
            rule.say = Some(say.clone());
        }
        Ok(())
    }

    /// The file as a whole, or its first mistake.
    fn into_spec(mut self, text: &str) -> Result<Spec, Diagnostic> {
        let end = text.trim_end().len();
        let missing = |message: &str, help: &str| Diagnostic::new(message, end..end).help(help);
        if self.statements == 0 {
            let help = "`grundy game new NAME` writes a start";
            return Err(missing(
                "a rules file begins with the name of its game, and this one is empty",
                help,
            ));
        }
        if self.mistakes.is_empty() && self.kind.is_none() {
            self.mistakes.push(missing(
                "the kind of the game is missing",
                "write a line `strip`, `grid`, `heap n` or `numbers a b`",
            ));
        }
        if self.mistakes.is_empty() && self.rules.is_empty() {
            self.mistakes
                .push(missing("the game has no moves", "write what a move does, such as `move .. -> ##`"));
        }
        let kind = self.kind.as_ref().map_or(Kind::Grid, |(kind, _)| *kind);
        let preamble = self.preamble;
        let mut spec = Spec {
            text: text.to_owned(),
            origin: self.origin,
            name: preamble.name.unwrap_or(Phrase { text: String::new(), span: 0..0 }),
            title: preamble.title,
            says: preamble.says,
            by: preamble.by,
            play: preamble.play.unwrap_or(Convention::Normal),
            example: preamble.example,
            kind,
            cells: self.cells,
            rules: self.rules,
            bans: self.bans,
            notes: Vec::new(),
        };
        validate::validate(&spec, &mut self.mistakes);
        self.mistakes.sort_by_key(|mistake| mistake.span.start);
        match self.mistakes.into_iter().next() {
            Some(first) => Err(first),
            None => {
                spec.notes = validate::notes(&spec);
                Ok(spec)
            }
        }
    }
}

fn unknown(statement: Statement<'_>) -> Diagnostic {
    match statement.word.starts_with('#') || statement.word.starts_with("--") {
        true => {
            begins_no_line(statement, "a comment is `-- text`, with a blank on both sides of the hyphens")
        }
        false => begins_no_line(statement, STATEMENTS),
    }
}

/// What stands between the `|` of a statement, each with its place.
fn alternatives(statement: Statement<'_>) -> impl Iterator<Item = (&str, usize)> {
    let start = statement.rest.as_ptr().addr();
    statement.rest.split('|').map(move |text| (text, statement.rest_at + text.as_ptr().addr() - start))
}

/// Reads `before -> after`.
fn rule(facing: Facing, text: &str, at: usize) -> Result<MoveRule, Diagnostic> {
    let begin = at + text.len() - text.trim_start().len();
    let span = begin..(at + text.trim_end().len()).max(begin);
    let help =
        "write `before -> after`, such as `.. -> ##`; `|` stands between whole rules, `/` between rows";
    let Some(arrow) = text.find("->") else {
        let message = match text.trim().is_empty() {
            true => "a rule is missing here",
            false => "this rule has no arrow",
        };
        return Err(Diagnostic::new(message, span).help(help));
    };
    if let Some(second) = text[arrow + 2..].find("->") {
        let second = at + arrow + 2 + second;
        return Err(Diagnostic::new("this rule has two arrows", second..second + 2).help(help));
    }
    let left = pattern(&text[..arrow], at)?;
    let right = pattern(&text[arrow + 2..], at + arrow + 2)?;
    let fill = match &right.rows[..] {
        [row] => match &row[..] {
            [item] if item.size == super::Size::Exactly(1) => match item.what {
                What::Symbol(symbol) => Some(symbol),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let right = fill.map_or(Written::Cells(right), Written::Fill);
    Ok(MoveRule { facing, left, right, say: None, span })
}
