//! Patterns as they are written: rows of items.

use super::parse_size::size;
use super::statement::is_blank;
use super::symbols::is_symbol;
use super::{Item, Pattern, Size, What};
use crate::limits::MOST_PATTERN;
use grundy_core::Diagnostic;

const SIGNS: &str = "cells are letters and the signs . # o ~ % & $ ^ < !; `?` is anything, `@` the edge, `[xo]` one of several";

/// Reads the pattern `text`, which begins at byte `at` of the file.
pub(super) fn pattern(text: &str, at: usize) -> Result<Pattern, Diagnostic> {
    let before = text.len() - text.trim_start().len();
    let (text, at) = (text.trim(), at + before);
    if text.is_empty() {
        return Err(Diagnostic::new("a pattern is missing here", at..at)
            .help("write its cells, such as `..` or `xo`"));
    }
    let mut rows = Vec::new();
    let mut row_at = at;
    for row in text.split('/') {
        rows.push(items(row, row_at)?);
        row_at += row.len() + 1;
    }
    let pattern = Pattern { rows, span: at..at + text.len() };
    if pattern.items().count() > MOST_PATTERN {
        return Err(Diagnostic::new(format!("a pattern has at most {MOST_PATTERN} cells"), pattern.span)
            .help("write long runs with braces, such as `o{1..any}`"));
    }
    Ok(pattern)
}

/// Reads the items of a row.
fn items(row: &str, at: usize) -> Result<Vec<Item>, Diagnostic> {
    let before = row.len() - row.trim_start().len();
    let (row, at) = (row.trim(), at + before);
    if row.is_empty() {
        return Err(Diagnostic::new("a row of the pattern has no cells", at..at + 1)
            .help("`/` stands between rows; write `?` for a cell that is not part of the pattern"));
    }
    let mut items = Vec::new();
    let mut place = 0;
    while place < row.len() {
        let (what, length) = what(&row[place..], at + place)?;
        let (size, braces) = braces(&row[place + length..], at + place + length)?;
        let end = place + length + braces;
        items.push(Item { what, size, span: at + place..at + end });
        place = end;
    }
    Ok(items)
}

/// What the first item of a row holds, and how many bytes it is written in.
fn what(row: &str, at: usize) -> Result<(What, usize), Diagnostic> {
    let first = row.chars().next().expect("the row is not at its end");
    match first {
        '?' => Ok((What::Anything, 1)),
        '@' => Ok((What::Edge, 1)),
        '[' => class(row, at),
        _ if is_symbol(first) => Ok((What::Symbol(first), 1)),
        _ => Err(no_symbol(first, at)),
    }
}

fn no_symbol(found: char, at: usize) -> Diagnostic {
    let span = at..at + found.len_utf8();
    match found {
        _ if is_blank(found) => Diagnostic::new("a blank stands within a row of the pattern", span)
            .help("write the cells of a row without blanks; `/` begins the next row, `|` the next rule"),
        '{' => Diagnostic::new("these braces have no cell before them", span)
            .help("write a cell and then how many of it, such as `o{1..3}`"),
        ']' => {
            Diagnostic::new("this `]` closes nothing", span).help("write one of several symbols as `[xo]`")
        }
        '}' => Diagnostic::new("this `}` closes nothing", span).help("write a run as `o{1..3}`"),
        '-' | '>' => Diagnostic::new("an arrow is `->`, once in a rule", span)
            .help("write `before -> after`; `|` stands between whole rules"),
        '0'..='9' => Diagnostic::new(format!("the digit `{found}` is no symbol of a cell"), span)
            .help(format!("{SIGNS}; a number of cells stands in braces, such as `o{{3}}`")),
        '_' | ',' => Diagnostic::new(format!("`{found}` is no symbol of a pattern"), span)
            .help("a place without a cell is read as the edge, `@`"),
        _ => Diagnostic::new(format!("`{}` is no symbol of a cell", found.escape_debug()), span).help(SIGNS),
    }
}

/// One of several symbols, `[xo@]`.
fn class(row: &str, at: usize) -> Result<(What, usize), Diagnostic> {
    let Some(close) = row.find(']') else {
        return Err(Diagnostic::new("this `[` is never closed", at..at + 1)
            .help("write one of several symbols as `[xo]`"));
    };
    let (mut symbols, mut edge) = (Vec::new(), false);
    for (index, c) in row[1..close].char_indices() {
        let span = at + 1 + index..at + 1 + index + c.len_utf8();
        let is_again = c == '@' && edge || symbols.contains(&c);
        match c {
            _ if is_again => {
                return Err(Diagnostic::new(format!("`{c}` stands twice in these brackets"), span)
                    .help("write each symbol once"));
            }
            '@' => edge = true,
            _ if is_symbol(c) => symbols.push(c),
            '?' => {
                return Err(Diagnostic::new("`?` is no symbol, and cannot stand in brackets", span)
                    .help("`?` alone already is anything"));
            }
            _ => return Err(no_symbol(c, span.start)),
        }
    }
    match (symbols.is_empty(), edge) {
        (true, false) => Err(Diagnostic::new("these brackets hold no symbol", at..at + close + 1)
            .help("write the symbols that may stand there, such as `[xo]`")),
        (true, true) => Ok((What::Edge, close + 1)),
        _ => Ok((What::Class { symbols, edge }, close + 1)),
    }
}

/// The size in braces behind an item, and how many bytes it is written in.
fn braces(row: &str, at: usize) -> Result<(Size, usize), Diagnostic> {
    let Some(inner) = row.strip_prefix('{') else { return Ok((Size::Exactly(1), 0)) };
    let Some(close) = inner.find('}') else {
        return Err(Diagnostic::new("this `{` is never closed", at..at + 1).help("write a run as `o{1..3}`"));
    };
    Ok((size(&inner[..close], at + 1)?, close + 2))
}
