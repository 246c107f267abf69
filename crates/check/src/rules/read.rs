//! A rules file, line by line.

use super::NaiveRules;
use super::pattern::{Cell, Facing, Item, Pattern, Right, Rule, Side};
use std::collections::BTreeSet;

/// A file has at most this many bytes, and this many rules and patterns.
const MOST_TEXT: usize = 64 << 10;
const MOST_RULES: usize = 64;

pub(super) fn read(text: &str) -> Result<NaiveRules, String> {
    if text.len() > MOST_TEXT {
        return Err("this text is too long for a rules file".to_owned());
    }
    let mut file = File::default();
    for (index, line) in text.trim_start_matches('\u{feff}').split(['\n', '\r']).enumerate() {
        file.line(without_comment(line).trim())
            .map_err(|told| format!("line {} of the rules: {told}", index + 1))?;
    }
    file.whole()
}

/// The line up to two hyphens with a blank, or an end of the line, on both sides.
pub(super) fn without_comment(line: &str) -> &str {
    let is_comment = |&(at, _): &(usize, &str)| {
        line[..at].chars().next_back().is_none_or(char::is_whitespace)
            && line[at + 2..].chars().next().is_none_or(char::is_whitespace)
    };
    line.match_indices("--").find(is_comment).map_or(line, |(at, _)| &line[..at])
}

#[derive(Default)]
struct File {
    name: Option<String>,
    is_strip: Option<bool>,
    is_misere: bool,
    cells: Vec<char>,
    rules: Vec<Rule>,
    /// `win`, `end` and `never`.
    stands: [Vec<(Facing, Pattern)>; 3],
}

impl File {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" | "title" | "says" | "by" | "example" | "say" if word.is_empty() || self.name.is_some() => {
                Ok(())
            }
            "game" if self.name.is_none() => {
                self.name = Some(rest.to_owned());
                Ok(())
            }
            _ if self.name.is_none() => Err("the name of the game comes first".to_owned()),
            "play" => {
                self.is_misere = ["misere", "misère"].contains(&rest);
                if self.is_misere || rest == "normal" { Ok(()) } else { Err("no convention".to_owned()) }
            }
            "strip" | "grid" if self.is_strip.is_none() && rest.is_empty() => {
                self.is_strip = Some(word == "strip");
                Ok(())
            }
            "cells" => self.cells(rest),
            "move" => self.moves(Facing::All, rest),
            "fixed" => self.moves(Facing::Fixed, rest),
            "sideways" => self.moves(Facing::Sideways, rest),
            "updown" => self.moves(Facing::UpDown, rest),
            "win" => self.patterns(0, rest),
            "end" => self.patterns(1, rest),
            "never" => self.patterns(2, rest),
            _ => Err(format!("`{word}` cannot stand here")),
        }
    }

    fn cells(&mut self, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        for pair in words.chunks(2) {
            let mut signs = pair[0].chars();
            match (signs.next(), signs.next(), pair.len()) {
                (Some(symbol), None, 2) if is_symbol(symbol) => self.cells.push(symbol),
                _ => return Err(format!("`{}` has no name, or is no symbol", pair[0])),
            }
        }
        Ok(())
    }

    fn moves(&mut self, facing: Facing, rest: &str) -> Result<(), String> {
        for text in rest.split('|') {
            let (left, right) = text.split_once("->").ok_or("a rule has an arrow")?;
            let (left, right) = (pattern(left)?, pattern(right)?);
            let one = match &right.rows[..] {
                [row] => match &row[..] {
                    [Item { cell: Cell::OneOf(signs), rows: Side::Number(1), columns: Side::Number(1) }] => {
                        Some(signs)
                    }
                    _ => None,
                },
                _ => None,
            };
            let right = match one.map(|signs| &signs[..]) {
                Some(&[symbol]) if symbol != '_' => Right::Fill(symbol),
                _ => Right::Cells(right),
            };
            self.rules.push(checked(Rule { facing, left, right })?);
        }
        if self.rules.len() > MOST_RULES { Err("too many rules".to_owned()) } else { Ok(()) }
    }

    fn patterns(&mut self, place: usize, rest: &str) -> Result<(), String> {
        let (facing, rest) = match rest.split_once(char::is_whitespace) {
            Some(("fixed", rest)) => (Facing::Fixed, rest),
            _ => (Facing::All, rest),
        };
        for text in rest.split('|') {
            self.stands[place].push((facing, pattern(text)?));
        }
        if self.stands[place].len() > MOST_RULES { Err("too many patterns".to_owned()) } else { Ok(()) }
    }

    fn whole(self) -> Result<NaiveRules, String> {
        let [wins, ends, nevers] = self.stands;
        let is_strip =
            self.is_strip.ok_or("the rules do not say whether the game is of a strip or a grid")?;
        let patterns = wins.iter().chain(&ends).chain(&nevers).map(|(_, pattern)| pattern);
        let mut all: Vec<&Pattern> = patterns.collect();
        all.extend(self.rules.iter().map(|rule| &rule.left));
        let mut symbols: BTreeSet<char> = self.cells.iter().copied().collect();
        for rule in &self.rules {
            match &rule.right {
                Right::Fill(symbol) => _ = symbols.insert(*symbol),
                Right::Cells(right) => all.push(right),
            }
        }
        if is_strip
            && all.iter().any(|pattern| pattern.rows.len() > 1 || pattern.rows[0].iter().any(is_block))
        {
            return Err("a strip has one row, and so has a pattern on it".to_owned());
        }
        for item in all.iter().flat_map(|pattern| pattern.rows.iter().flatten()) {
            if let Cell::OneOf(signs) = &item.cell {
                symbols.extend(signs.iter().filter(|&&sign| sign != '_'));
            }
        }
        let first_read = || {
            let items = self.rules.first()?.left.rows.iter().flatten();
            let mut signs = items.filter_map(|item| match &item.cell {
                Cell::OneOf(signs) => signs.iter().find(|&&sign| sign != '_').copied(),
                Cell::Anything => None,
            });
            signs.next()
        };
        Ok(NaiveRules {
            fill: self.cells.first().copied().or_else(first_read),
            name: self.name.ok_or("the rules have no name")?,
            is_strip,
            is_misere: self.is_misere,
            symbols,
            rules: self.rules,
            wins,
            ends,
            nevers,
        })
    }
}

fn is_block(item: &Item) -> bool {
    item.rows != Side::Number(1)
}

/// A rule that writes symbols where it reads cells, and leaves alone what it does not read.
fn checked(rule: Rule) -> Result<Rule, String> {
    let Right::Cells(right) = &rule.right else { return Ok(rule) };
    for item in right.rows.iter().flatten() {
        match &item.cell {
            Cell::OneOf(signs) if signs.len() != 1 => return Err("a move writes one symbol".to_owned()),
            _ => {}
        }
    }
    if rule.left.rows.len() != right.rows.len() {
        return Err("the two sides differ in shape".to_owned());
    }
    Ok(rule)
}

fn is_symbol(sign: char) -> bool {
    sign.is_ascii_alphabetic() || ".#o~%&$^<!".contains(sign)
}

fn pattern(text: &str) -> Result<Pattern, String> {
    let rows = text.trim().split('/').map(|row| items(row.trim())).collect::<Result<Vec<_>, _>>()?;
    let count: usize = rows.iter().map(Vec::len).sum();
    if count > 64 { Err("this pattern is too long".to_owned()) } else { Ok(Pattern { rows }) }
}

fn items(mut row: &str) -> Result<Vec<Item>, String> {
    let mut items = Vec::new();
    if row.is_empty() {
        return Err("a row of a pattern has no cells".to_owned());
    }
    while let Some(first) = row.chars().next() {
        let (cell, length) = match first {
            '?' => (Cell::Anything, 1),
            '@' => (Cell::OneOf(vec!['_']), 1),
            '[' => {
                let close = row.find(']').ok_or("`[` is not closed")?;
                let signs: Vec<char> =
                    row[1..close].chars().map(|sign| if sign == '@' { '_' } else { sign }).collect();
                if signs.is_empty() || !signs.iter().all(|&sign| is_symbol(sign) || sign == '_') {
                    return Err(format!("`{}` is no class", &row[..=close]));
                }
                (Cell::OneOf(signs), close + 1)
            }
            _ if is_symbol(first) => (Cell::OneOf(vec![first]), 1),
            _ => return Err(format!("`{}` is no cell of a pattern", first.escape_debug())),
        };
        row = &row[length..];
        let one = Side::Number(1);
        let (rows, columns) = match row.strip_prefix('{') {
            None => (one.clone(), one),
            Some(inner) => {
                let close = inner.find('}').ok_or("`{` is not closed")?;
                row = &inner[close + 1..];
                size(inner[..close].trim(), items.len())?
            }
        };
        items.push(Item { cell, rows, columns });
    }
    Ok(items)
}

/// What stands in braces, as rows and columns; a run without a name has its place as one.
fn size(text: &str, place: usize) -> Result<(Side, Side), String> {
    let wrong = || format!("`{{{text}}}` is no size of a run");
    let one = Side::Number(1);
    if let Some((rows, columns)) = block(text) {
        return Ok((side(rows).ok_or_else(wrong)?, side(columns).ok_or_else(wrong)?));
    }
    if let Some(number) = number(text) {
        return if number == 0 { Err(wrong()) } else { Ok((one, Side::Number(number))) };
    }
    let (name, given) = match text.split_once(':') {
        Some((name, given)) => (name.trim().to_owned(), Some(given.trim())),
        None if is_name(text) => (text.to_owned(), None),
        None => (format!("{place}"), Some(text)),
    };
    if given.is_some() && text.contains(':') && !is_name(&name) {
        return Err(wrong());
    }
    let range = match given {
        None => None,
        Some("any") => Some((1, None)),
        Some(given) => {
            let (from, to) = given.split_once("..").unwrap_or((given, given));
            let to = if to.trim() == "any" { None } else { Some(number(to.trim()).ok_or_else(wrong)?) };
            Some((number(from.trim()).ok_or_else(wrong)?, to))
        }
    };
    Ok((one, Side::Named(name, range)))
}

/// The sides of a rectangle: with blanks around the `x`, or with a number beside it.
fn block(text: &str) -> Option<(&str, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let [rows, "x", columns] = words[..] {
        return Some((rows, columns));
    }
    let (rows, columns) = text.split_once('x')?;
    let (rows, columns) = (rows.trim(), columns.trim());
    let is_block =
        number(rows).is_some() && !columns.is_empty() || number(columns).is_some() && !rows.is_empty();
    is_block.then_some((rows, columns))
}

fn side(text: &str) -> Option<Side> {
    match number(text) {
        Some(number) => (number > 0).then_some(Side::Number(number)),
        None => is_name(text).then(|| Side::Named(text.to_owned(), None)),
    }
}

fn is_name(text: &str) -> bool {
    text != "any"
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn number(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| is_number && number <= 1024)
}
