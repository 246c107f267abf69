//! The words of a term: its name or code, and its parameters.

use crate::shelf::Shelf;
use grundy_core::{Diagnostic, Parameters};
use std::ops::Range;

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
pub(crate) fn term_spans(text: &str) -> Result<Vec<Range<usize>>, Diagnostic> {
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
pub(crate) fn game_name<'t>(term: &'t str, shelf: &Shelf) -> Result<(&'t str, usize), Diagnostic> {
    let is_in_name = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let end = term.find(|c| !is_in_name(c)).unwrap_or(term.len());
    let name = &term[..end];
    if name.is_empty() {
        let first = term.chars().next().unwrap_or(' ');
        let help = match first {
            '(' => format!("write its name before the position: `bubbly {}`", shortened(term)),
            _ => "a term is a game and a position, `nim 3 5 7`, or a bare nimber, `*3`".to_owned(),
        };
        return Err(Diagnostic::new(
            "a term begins with the name of its game",
            0..first.len_utf8().min(term.len()),
        )
        .help(help));
    }
    if name.chars().all(|c| c.is_ascii_digit()) && shelf.cards().all(|card| card.id != name) {
        return Err(Diagnostic::new(format!("`{}` is a number, not a game", shortened(name)), 0..end).help(
            format!("write `nim {}` for heaps, or `*{}` for a bare nimber", shortened(term), shortened(name)),
        ));
    }
    Ok((name, end))
}

/// The start of a text that a message repeats.
pub(crate) fn shortened(text: &str) -> String {
    start_of(text, 24)
}

/// The start of a text that has more than this many characters; other texts whole.
pub(crate) fn start_of(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
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
            let keys: Vec<&str> = known.iter().map(|parameter| &*parameter.key).collect();
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
