//! From text to a [`Code`]; every refusal says where and what to write.

use std::str::FromStr;

use crate::code::{Code, LARGEST_TAKE, ONE, Parts, THREE, TWO, Written};
use grundy_core::Diagnostic;

impl FromStr for Code {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        parse(text)
    }
}

/// Reads a code; blanks around it are ignored.
pub(crate) fn parse(text: &str) -> Result<Code, Diagnostic> {
    let start = text.len() - text.trim_start().len();
    let body = text.trim();
    if body.is_empty() {
        return Err(mistake("an empty code", start..start, "write a code such as 0.07"));
    }
    let lower = body.to_ascii_lowercase();
    for (name, written) in [("subtraction", Written::Subtraction), ("allbut", Written::AllBut)] {
        if lower.starts_with(name) {
            return set(body, start, name.len(), written);
        }
    }
    digits(body, start)
}

fn digits(body: &str, start: usize) -> Result<Code, Diagnostic> {
    let Some(point) = body.find('.') else {
        return Err(no_point(body, start));
    };
    let leading = leading_digit(&body[..point], start)?;
    let mut before: Vec<u8> = Vec::new();
    let mut repeat: Vec<u8> = Vec::new();
    // Byte position of the `[` while inside the repeated group.
    let mut open: Option<usize> = None;
    let mut closed = false;
    // What `!` or `?` asks, and where it stands.
    let mut asked: Option<(usize, Parts)> = None;
    for (offset, symbol) in body[point + 1..].char_indices() {
        let at = start + point + 1 + offset;
        let here = at..at + symbol.len_utf8();
        if asked.is_some() {
            return Err(mistake("`!` or `?` ends a code", here, "put `!` or `?` last, once"));
        }
        match symbol {
            '[' if open.is_none() && !closed => open = Some(at),
            '[' => {
                return Err(mistake("a second repeated group", here, "write one group, as in 0.1[02]"));
            }
            ']' if open.is_some() && !repeat.is_empty() => (open, closed) = (None, true),
            ']' if open.is_some() => {
                return Err(mistake(
                    "an empty repeated group",
                    here,
                    "put digits between the brackets, as in 0.[3]",
                ));
            }
            ']' => {
                return Err(mistake("no `[` before this `]`", here, "write the repeated digits as [3]"));
            }
            '!' if open.is_none() => asked = Some((at, Parts::AllDiffer)),
            '?' if open.is_none() => asked = Some((at, Parts::NotAllEqual)),
            '.' => {
                return Err(mistake("a second point", here, "write one point, after the leading digit"));
            }
            _ if closed => {
                return Err(mistake(
                    "a digit after the repeated group",
                    here,
                    "the group in brackets ends the digits",
                ));
            }
            _ => {
                let digit = hexadecimal(symbol).ok_or_else(|| {
                    mistake(
                        format!("`{symbol}` is not a digit"),
                        here.clone(),
                        "digits are 0 to 9 and A to F",
                    )
                })?;
                if open.is_some() { repeat.push(digit) } else { before.push(digit) }
            }
        }
        if (before.len() + repeat.len()) as u64 > LARGEST_TAKE {
            return Err(mistake(
                "too many digits",
                at..at + 1,
                format!("a code has at most {LARGEST_TAKE} digits"),
            ));
        }
    }
    let end = start + body.len();
    if let Some(at) = open {
        return Err(mistake("this `[` is not closed", at..at + 1, "close the repeated group with `]`"));
    }
    if before.is_empty() && repeat.is_empty() && leading == 0 {
        return Err(mistake("no digits after the point", end..end, "write at least one digit, as in 0.07"));
    }
    let code = Code::from_digits(leading, before, repeat, asked.map_or(Parts::Any, |(_, parts)| parts));
    match asked {
        Some((at, _)) if code.most_parts() < 2 => Err(mistake(
            format!("`{}` has no meaning here: no move leaves two heaps", &body[at - start..=at - start]),
            at..at + 1,
            "leave it out, or use a digit with a 4 in it",
        )),
        _ => Ok(code),
    }
}

fn no_point(body: &str, start: usize) -> Diagnostic {
    let whole = start..start + body.len();
    match body.chars().find(|&symbol| hexadecimal(symbol).is_none()) {
        None => mistake("a code needs a point", whole, format!("write 0.{body}")),
        Some(_) => {
            mistake("not a code", whole, "write digits as in 0.07, or subtraction(1,2,3), or allbut(2,3)")
        }
    }
}

fn leading_digit(text: &str, start: usize) -> Result<u8, Diagnostic> {
    let whole = start..start + text.len();
    if text.is_empty() {
        return Ok(0);
    }
    let mut symbols = text.chars();
    let digit =
        symbols.next().and_then(hexadecimal).filter(|_| symbols.next().is_none()).ok_or_else(|| {
            mistake(
                "the part before the point must be one digit",
                whole.clone(),
                "write 0 (or 4 if a heap may be split without taking)",
            )
        })?;
    // Taking no bean and leaving nothing or the same heap is no move at all.
    if digit & !(TWO | THREE) != 0 {
        return Err(mistake(
            format!("the leading digit cannot be {digit:X}: a move that takes nothing must break the heap"),
            whole,
            "the leading digit is 0, 4, 8 or C",
        ));
    }
    Ok(digit)
}

fn hexadecimal(symbol: char) -> Option<u8> {
    symbol.to_digit(16).map(|digit| digit as u8)
}

/// Reads `subtraction(1,2,3)` and `allbut(2,3)`.
fn set(body: &str, start: usize, name: usize, written: Written) -> Result<Code, Diagnostic> {
    let at = start + name;
    let inner = body[name..].trim_start();
    let list = inner.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).ok_or_else(|| {
        mistake(
            "a set in parentheses is missing",
            at..start + body.len(),
            format!("write {}(1,2,3)", &body[..name]),
        )
    })?;
    let mut place = start + body.len() - inner.len() + 1;
    let list_start = place;
    let mut takes: Vec<u64> = Vec::new();
    if !list.trim().is_empty() {
        for entry in list.split(',') {
            let blank = entry.len() - entry.trim_start().len();
            let here = place + blank..place + blank + entry.trim().len().max(1);
            let take = entry
                .trim()
                .parse::<u64>()
                .ok()
                .filter(|take| (1..=LARGEST_TAKE).contains(take))
                .ok_or_else(|| {
                    mistake(
                        format!("`{}` cannot be taken", entry.trim()),
                        here,
                        format!("write whole numbers from 1 to {LARGEST_TAKE}, separated by commas"),
                    )
                })?;
            takes.push(take);
            place += entry.len() + 1;
        }
    }
    let largest = takes.iter().copied().max().unwrap_or(0) as usize;
    let (inside, tail) = match written {
        Written::Subtraction if takes.is_empty() => {
            return Err(mistake(
                "an empty subtraction set",
                list_start..list_start,
                "name at least one number to take",
            ));
        }
        Written::Subtraction => (NOTHING_OR_ONE, vec![]),
        _ => (0, vec![NOTHING_OR_ONE]),
    };
    let mut digits = vec![NOTHING_OR_ONE - inside; largest];
    for take in takes {
        digits[take as usize - 1] = inside;
    }
    let mut code = Code::from_digits(0, digits, tail, Parts::Any);
    code.written = written;
    Ok(code)
}

/// The digit of a subtraction game: whatever remains, remains as one heap.
const NOTHING_OR_ONE: u8 = crate::code::NOTHING | ONE;

fn mistake(message: impl Into<String>, span: std::ops::Range<usize>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(message, span).help(help)
}
