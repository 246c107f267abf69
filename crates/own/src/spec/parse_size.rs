//! What stands in the braces of a run.

use super::{BlockSide, Size};
use crate::limits::MOST_BOARD;
use grundy_core::Diagnostic;

const HELP: &str = "write a number `{3}`, a range `{1..3}`, `{2..any}`, `{any}`, a name `{n}`, `{n:2..5}`, or the sides of \
                    a rectangle `{2x3}`, `{n x n}`";

/// Reads what stands between braces; the text begins at byte `at` of the file.
pub(super) fn size(text: &str, at: usize) -> Result<Size, Diagnostic> {
    let wrong = |message: String| Diagnostic::new(message, at..at + text.len().max(1)).help(HELP);
    let inner = text.trim();
    if inner.is_empty() {
        return Err(wrong("the size of the run is missing".to_owned()));
    }
    if let Some((rows, columns)) = sides(inner) {
        return match (side(rows), side(columns)) {
            (Some(rows), Some(columns)) => Ok(Size::Block(rows, columns)),
            _ => Err(wrong(format!("`{inner}` is no rectangle"))),
        };
    }
    let (name, range) = match inner.split_once(':') {
        Some((name, range)) => (Some(name.trim()), range.trim()),
        None if is_name(inner) && inner != "any" => (Some(inner), "any"),
        None => (None, inner),
    };
    if name.is_some_and(|name| !is_name(name) || name == "any") {
        return Err(wrong(format!("`{}` is no name of a number", name.unwrap_or_default())));
    }
    let (from, to) = range_of(range).ok_or_else(|| wrong(format!("`{inner}` is no size of a run")))?;
    let most = MOST_BOARD as u32;
    if from > most || to.is_some_and(|to| to > most) {
        return Err(wrong(format!("a run has at most {most} cells")));
    }
    match (name, to) {
        (None, Some(to)) if from == to && to > 0 => Ok(Size::Exactly(to)),
        (_, Some(0)) => Err(wrong("a run of no cells says nothing".to_owned())),
        (_, Some(to)) if to < from => Err(wrong(format!("the range {from}..{to} is empty"))),
        _ => Ok(Size::Between { name: name.map(str::to_owned), from, to }),
    }
}

/// The two sides of `n x n`, `2x3`, `2xn`.
fn sides(text: &str) -> Option<(&str, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let [rows, "x", columns] = words[..] {
        return Some((rows, columns));
    }
    // Written without blanks only where a digit stands on one side: `max` is a name.
    let (rows, columns) = text.split_once('x')?;
    let (rows, columns) = (rows.trim(), columns.trim());
    let is_number = |side: &str| !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(rows) && !columns.is_empty() || is_number(columns) && !rows.is_empty())
        .then_some((rows, columns))
}

fn side(text: &str) -> Option<BlockSide> {
    match number(text) {
        Some(number) => (1..=MOST_BOARD as u32).contains(&number).then_some(BlockSide::Number(number)),
        None => (is_name(text) && text != "any").then(|| BlockSide::Name(text.to_owned())),
    }
}

/// A name of a number: letters, digits and hyphens after a letter.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn number(text: &str) -> Option<u32> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { Some(text.parse().unwrap_or(u32::MAX)) } else { None }
}

/// `3`, `1..3`, `2..any`, `any`.
fn range_of(text: &str) -> Option<(u32, Option<u32>)> {
    if text == "any" {
        return Some((1, None));
    }
    match text.split_once("..") {
        None => number(text).map(|number| (number, Some(number))),
        Some((from, to)) if to.trim() == "any" => Some((number(from.trim())?, None)),
        Some((from, to)) => Some((number(from.trim())?, Some(number(to.trim())?))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        let between =
            |name: Option<&str>, from, to| Size::Between { name: name.map(str::to_owned), from, to };
        let name = |name: &str| BlockSide::Name(name.to_owned());
        for (text, wanted) in [
            ("3", Size::Exactly(3)),
            ("1..3", between(None, 1, Some(3))),
            ("0..any", between(None, 0, None)),
            ("any", between(None, 1, None)),
            ("n", between(Some("n"), 1, None)),
            ("max", between(Some("max"), 1, None)),
            ("n:2..5", between(Some("n"), 2, Some(5))),
            ("k: 2 .. any", between(Some("k"), 2, None)),
            ("n x n", Size::Block(name("n"), name("n"))),
            ("2x3", Size::Block(BlockSide::Number(2), BlockSide::Number(3))),
            ("2 x m", Size::Block(BlockSide::Number(2), name("m"))),
        ] {
            assert_eq!(size(text, 0), Ok(wanted), "{text}");
        }
        for text in ["", "0", "3..1", "x..y", "2000", "n:", "any:1..2", "-1", "0 x 2", "1..2..3", "2,3"] {
            assert!(size(text, 0).is_err(), "{text}");
        }
    }
}
