//! Statements one after the other. The whole file is read, and the first mistake of it is told.

use super::parse_pattern::pattern;
use super::statement::{Statement, statements};
use super::symbols::is_symbol;
use super::{BanRule, Facing, Kind, Meaning, MoveRule, Phrase, Spec, What, Written, validate};
use crate::limits::{MOST_RULES, MOST_TEXT};
use grundy_core::{Convention, Diagnostic};
use std::ops::Range;

/// Reads a file.
pub(super) fn read(text: &str) -> Result<Spec, Diagnostic> {
    if text.len() > MOST_TEXT {
        let message = format!("a rules file has at most {} KiB", MOST_TEXT >> 10);
        return Err(Diagnostic::new(message, MOST_TEXT.min(text.len())..text.len())
            .help("is this a rules file? `grundy game new NAME` writes one"));
    }
    let mut file = File::default();
    for statement in statements(text) {
        file.read(statement);
    }
    file.into_spec(text)
}

/// What has been read so far.
#[derive(Default)]
struct File {
    name: Option<Phrase>,
    title: Option<Phrase>,
    says: Option<Phrase>,
    by: Option<Phrase>,
    play: Option<(Convention, Range<usize>)>,
    example: Option<Phrase>,
    kind: Option<(Kind, Range<usize>)>,
    cells: Vec<(char, Phrase)>,
    rules: Vec<MoveRule>,
    bans: Vec<BanRule>,
    /// The rules of the last line of moves, for `say`; none where another line stands between.
    line: Option<Range<usize>>,
    mistakes: Vec<Diagnostic>,
    statements: usize,
}

const STATEMENTS: &str = "a line begins with game, title, says, by, play, example, strip, grid, cells, move, fixed, sideways, updown, \
                          win, end, never or say";

/// The kinds of the second part.
const LATER: [&str; 5] = ["heap", "numbers", "graph", "arcs", "program"];

impl File {
    /// Reads one statement; a mistake is kept, and reading goes on.
    fn read(&mut self, statement: Statement<'_>) {
        self.statements += 1;
        let line = self.line.take();
        let read = match statement.word {
            _ if self.statements == 1 && statement.word != "game" => {
                Err(Diagnostic::new("a rules file begins with the name of its game", statement.word_span())
                    .help("write `game my-game` as the first line"))
            }
            "game" => self.game(statement),
            "title" => once(&mut self.title, statement),
            "says" => once(&mut self.says, statement),
            "by" => once(&mut self.by, statement),
            "example" => once(&mut self.example, statement),
            "play" => self.play(statement),
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
                format!("`{}` belongs to a kind of game that is not read yet", statement.word),
                statement.word_span(),
            )
            .help("this version reads the kinds `strip` and `grid`")),
            later if LATER.contains(&later) => {
                Err(Diagnostic::new(format!("the kind `{later}` is not read yet"), statement.word_span())
                    .help("this version reads the kinds `strip` and `grid`"))
            }
            other => Err(unknown(other, statement)),
        };
        self.mistakes.extend(read.err());
    }

    fn game(&mut self, statement: Statement<'_>) -> Result<(), Diagnostic> {
        once(&mut self.name, statement)?;
        let is_name = statement.rest.starts_with(|c: char| c.is_ascii_lowercase())
            && statement.rest.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            && statement.rest.len() <= 32;
        if is_name {
            return Ok(());
        }
        let shown: String = statement.rest.chars().take(40).flat_map(char::escape_debug).collect();
        Err(Diagnostic::new(format!("`{shown}` is no name of a game"), rest_span(statement))
            .help("a name is a small letter and then up to 31 small letters, digits and hyphens: `my-cram`"))
    }

    fn play(&mut self, statement: Statement<'_>) -> Result<(), Diagnostic> {
        if self.play.is_some() {
            return Err(twice(statement));
        }
        let play = match statement.rest {
            "normal" => Convention::Normal,
            "misere" | "misère" => Convention::Misere,
            _ => {
                return Err(Diagnostic::new("this is neither normal nor misère play", rest_span(statement))
                    .help("write `play normal` or `play misere`"));
            }
        };
        self.play = Some((play, statement.word_span()));
        Ok(())
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
            self.mistakes.push(missing("the kind of the game is missing", "write a line `strip` or `grid`"));
        }
        if self.mistakes.is_empty() && self.rules.is_empty() {
            self.mistakes
                .push(missing("the game has no moves", "write what a move does, such as `move .. -> ##`"));
        }
        let kind = self.kind.as_ref().map_or(Kind::Grid, |(kind, _)| *kind);
        let mut spec = Spec {
            text: text.to_owned(),
            name: self.name.unwrap_or(Phrase { text: String::new(), span: 0..0 }),
            title: self.title,
            says: self.says,
            by: self.by,
            play: self.play.map_or(Convention::Normal, |(play, _)| play),
            example: self.example,
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

fn unknown(word: &str, statement: Statement<'_>) -> Diagnostic {
    let shown: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    let help = match statement.word.starts_with('#') || statement.word.starts_with("--") {
        true => "a comment is `-- text`, with a blank on both sides of the hyphens",
        false => STATEMENTS,
    };
    Diagnostic::new(format!("`{shown}` begins no line of a rules file"), statement.word_span()).help(help)
}

fn twice(statement: Statement<'_>) -> Diagnostic {
    Diagnostic::new(format!("there is a line `{}` already", statement.word), statement.word_span())
        .help("leave one of them out")
}

fn rest_span(statement: Statement<'_>) -> Range<usize> {
    match statement.rest.is_empty() {
        true => statement.word_span(),
        false => statement.rest_at..statement.end(),
    }
}

fn phrase(statement: Statement<'_>) -> Result<Phrase, Diagnostic> {
    if statement.rest.is_empty() {
        return Err(Diagnostic::new(
            format!("nothing stands behind `{}`", statement.word),
            statement.word_span(),
        )
        .help("write its text in the same line"));
    }
    Ok(Phrase { text: statement.rest.to_owned(), span: rest_span(statement) })
}

fn once(place: &mut Option<Phrase>, statement: Statement<'_>) -> Result<(), Diagnostic> {
    if place.is_some() {
        return Err(twice(statement));
    }
    *place = Some(phrase(statement)?);
    Ok(())
}

/// The words of a statement, each with its place.
fn words(statement: Statement<'_>) -> impl Iterator<Item = Phrase> {
    let start = statement.rest.as_ptr().addr();
    statement.rest.split_whitespace().map(move |word| {
        let at = statement.rest_at + word.as_ptr().addr() - start;
        Phrase { text: word.to_owned(), span: at..at + word.len() }
    })
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
