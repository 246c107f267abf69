//! Formulas cut into words and signs.

use grundy_core::Diagnostic;
use std::ops::Range;

/// A word or a sign, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) what: What,
    pub(crate) span: Range<usize>,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A whole number.
    Number(i64),
    /// A name, or a word such as `for`.
    Word(String),
    /// `+`, `..`, `<=` and the like.
    Sign(&'static str),
}

/// The signs, longer ones first.
const SIGNS: [&str; 20] = [
    "->", "..", "<=", ">=", "!=", "==", "+", "-", "*", "/", "%", "(", ")", ",", "|", "=", "<", ">", "{", "}",
];

/// Cuts a text that begins at byte `at` of the file.
pub(crate) fn tokens(text: &str, at: usize) -> Result<Vec<Token>, Diagnostic> {
    let mut found = Vec::new();
    let mut place = 0;
    while let Some(first) = text[place..].chars().next() {
        if first.is_whitespace() {
            place += first.len_utf8();
            continue;
        }
        let rest = &text[place..];
        let length = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let (what, length) = if first.is_ascii_digit() {
            let digits = length(|c| c.is_ascii_digit());
            let number = rest[..digits].parse().map_err(|_| {
                let span = at + place..at + place + digits;
                Diagnostic::new("this number is too large", span).help("numbers of rules have 64 bits")
            })?;
            (What::Number(number), digits)
        } else if first.is_ascii_alphabetic() {
            let letters = length(|c| c.is_ascii_alphanumeric() || c == '_');
            (What::Word(rest[..letters].to_owned()), letters)
        } else if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            (What::Sign(sign), sign.len())
        } else {
            let span = at + place..at + place + first.len_utf8();
            let message = format!("`{}` cannot stand in a formula", first.escape_debug());
            return Err(Diagnostic::new(message, span)
                .help("formulas have whole numbers, names, + - * / %, parentheses, min, max and xor"));
        };
        found.push(Token { what, span: at + place..at + place + length });
        place += length;
    }
    Ok(found)
}
