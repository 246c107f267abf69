//! A line of a file of positions: the position, and perhaps what is expected of it.

use crate::term::shortened;
use grundy_core::{Convention, Diagnostic, Nimber, Outcome};
use std::fmt;
use std::ops::Range;

/// A line of a file of positions, as `misere: nim 1 5 7 = N -- a comment`. Places are counted in the line.
///
/// A line that begins with `#` is a comment. `--` with a blank, or nothing, on both sides begins one anywhere.
///
/// ```
/// use grundy::{Convention, Entry};
/// let line = "misere: nim 1 5 7 = N -- from a book";
/// let entry = Entry::read(line).unwrap().unwrap();
/// assert_eq!(&line[entry.position.clone()], "nim 1 5 7");
/// assert_eq!(entry.convention, Some(Convention::Misere));
/// assert_eq!(entry.expected.unwrap().to_string(), "N");
/// assert!(Entry::read("# nothing but a comment").unwrap().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The convention that the line asks for: by its name, or by a nimber, which only normal play has.
    pub convention: Option<Convention>,
    /// Where the position stands.
    pub position: Range<usize>,
    /// What is expected of it.
    pub expected: Option<Expected>,
}

/// What is expected of a position: `*3`, `N` or `P`, and perhaps all winning moves: `*3; 3:7>4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The nimber or the outcome.
    pub value: ExpectedValue,
    /// The labels of all winning moves in any order, each with its place in the line.
    pub winning: Option<Vec<(String, Range<usize>)>>,
}

/// An outcome, or a nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedValue {
    /// Who wins.
    Outcome(Outcome),
    /// The nimber under normal play, and with it the outcome.
    Nimber(Nimber),
}

impl Entry {
    /// Reads a line; nothing where it is blank or a comment.
    ///
    /// # Errors
    /// When the convention, or what is expected, makes no sense.
    pub fn read(line: &str) -> Result<Option<Entry>, Diagnostic> {
        let end = if line.trim_start().starts_with('#') { 0 } else { comment_of(line).unwrap_or(line.len()) };
        let Some(text) = trimmed(line, 0..end) else { return Ok(None) };
        let (question, expected) = match line[text.clone()].rfind(" = ") {
            None => match glued_expectation(line, text.clone()) {
                Some(error) => return Err(error),
                None => (text, None),
            },
            Some(at) => {
                let equals = text.start + at + 1;
                let expected = Expected::read(line, equals + 1..text.end)?;
                let question = trimmed(line, text.start..equals).ok_or_else(|| {
                    Diagnostic::new("a position is missing before this `=`", equals..equals + 1)
                        .help("write `nim 1 5 7 = *3`")
                })?;
                (question, Some(expected))
            }
        };
        let (convention, position) = convention_of(line, question)?;
        let is_misere = convention == Some(Convention::Misere);
        match &expected {
            Some(Expected { value: ExpectedValue::Nimber(nimber), .. }) if is_misere => {
                let place = line[..text_end(line, end)].rfind('*').unwrap_or(position.start);
                let message = format!("{nimber} is expected under misère play, which has no nimbers");
                Err(Diagnostic::new(message, place..place + 1).help("write `= N` or `= P`"))
            }
            Some(Expected { value: ExpectedValue::Nimber(_), .. }) => {
                Ok(Some(Entry { convention: Some(Convention::Normal), position, expected }))
            }
            _ => Ok(Some(Entry { convention, position, expected })),
        }
    }
}

/// The end of a text without the blanks at its end.
fn text_end(line: &str, end: usize) -> usize {
    line[..end].trim_end().len()
}

/// Where a comment begins that follows something.
pub(crate) fn comment_of(line: &str) -> Option<usize> {
    let is_blank = |at: Option<usize>| {
        at.and_then(|at| line.as_bytes().get(at)).is_none_or(|byte| byte.is_ascii_whitespace())
    };
    let mut dashes = line.match_indices("--").map(|(at, _)| at);
    dashes.find(|&at| is_blank(at.checked_sub(1)) && is_blank(Some(at + 2)))
}

/// Says of an expected value that is not set apart by blanks, `kayles 5=*4`, how it is written. An equals sign
/// behind a letter is that of a parameter.
pub(crate) fn glued_expectation(line: &str, text: Range<usize>) -> Option<Diagnostic> {
    let at = text.start + line[text.clone()].rfind('=')?;
    let before = line[text.start..at].trim_end();
    let is_parameter = before.len() == at - text.start && before.ends_with(|c: char| c.is_ascii_alphabetic());
    let value = line[at + 1..text.end].trim();
    if value.strip_prefix('*').is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
        // The end of a code: one heap of `0.8=*`.
        return None;
    }
    ExpectedValue::read(value.split(';').next().unwrap_or_default().trim())
        .filter(|_| !is_parameter && !before.trim().is_empty())?;
    let position = shortened(before.trim());
    Some(
        Diagnostic::new("an expected value is set apart by a blank on both sides of `=`", at..at + 1)
            .help(format!("write `{position} = {}`", shortened(value))),
    )
}

/// The part of a range without the blanks around it; nothing where there is nothing else.
fn trimmed(line: &str, range: Range<usize>) -> Option<Range<usize>> {
    let text = &line[range.clone()];
    let start = range.start + text.len() - text.trim_start().len();
    let length = text.trim().len();
    (length > 0).then(|| start..start + length)
}

/// The convention that is named before a position, and where the position stands.
pub(crate) fn convention_of(
    line: &str,
    question: Range<usize>,
) -> Result<(Option<Convention>, Range<usize>), Diagnostic> {
    let text = &line[question.clone()];
    let named =
        [("misere", Convention::Misere), ("misère", Convention::Misere), ("normal", Convention::Normal)];
    let found = named.iter().find_map(|(name, convention)| {
        let colon = text.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name))?.len();
        text[colon..].trim_start().starts_with(':').then_some((colon, *convention))
    });
    let Some((name, convention)) = found else { return Ok((None, question)) };
    let colon = question.start + name + text[name..].find(':').unwrap_or_default();
    match trimmed(line, colon + 1..question.end) {
        Some(position) => Ok((Some(convention), position)),
        None => Err(Diagnostic::new("a position is missing after this colon", colon..colon + 1)
            .help("write `misere: nim 1 5 7`")),
    }
}

impl Expected {
    /// Reads what follows the equals sign of a line.
    fn read(line: &str, range: Range<usize>) -> Result<Expected, Diagnostic> {
        let semicolon = line[range.clone()].find(';').map(|at| range.start + at);
        let value = trimmed(line, range.start..semicolon.unwrap_or(range.end));
        let value = value.unwrap_or(range.start - 1..range.start);
        let read = ExpectedValue::read(&line[value.clone()]).ok_or_else(|| {
            Diagnostic::new("this is neither a nimber nor an outcome", value).help(
                "after ` = ` write a nimber, `*4`, or `N` or `P`; then perhaps `;` and all winning moves",
            )
        })?;
        let winning = semicolon.map(|semicolon| words(line, semicolon + 1..range.end));
        Ok(Expected { value: read, winning })
    }
}

/// The words of a range, each with its place.
fn words(line: &str, range: Range<usize>) -> Vec<(String, Range<usize>)> {
    let text = &line[range.clone()];
    let place = |word: &str| range.start + (word.as_ptr().addr() - text.as_ptr().addr());
    text.split_whitespace().map(|word| (word.to_owned(), place(word)..place(word) + word.len())).collect()
}

impl ExpectedValue {
    fn read(text: &str) -> Option<ExpectedValue> {
        match text {
            "N" | "n" => Some(ExpectedValue::Outcome(Outcome::N)),
            "P" | "p" => Some(ExpectedValue::Outcome(Outcome::P)),
            _ => {
                let digits = text.strip_prefix('*')?.trim_start();
                let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                is_number.then(|| digits.parse().ok().map(|n| ExpectedValue::Nimber(Nimber(n))))?
            }
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ExpectedValue::Outcome(outcome) => write!(f, "{outcome}")?,
            ExpectedValue::Nimber(nimber) => write!(f, "{nimber}")?,
        }
        if let Some(winning) = &self.winning {
            f.write_str(";")?;
            winning.iter().try_for_each(|(label, _)| write!(f, " {label}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Comparison;
    use crate::position::Position;
    use crate::question::Request;

    fn read(line: &str) -> (Option<Convention>, String, Option<String>) {
        let entry = Entry::read(line).expect("it makes sense").expect("it is no comment");
        (entry.convention, line[entry.position].to_owned(), entry.expected.map(|all| all.to_string()))
    }

    #[test]
    fn a_line_has_a_position_and_perhaps_more() {
        let of = |convention, position: &str, expected: Option<&str>| {
            (convention, position.to_owned(), expected.map(str::to_owned))
        };
        let normal = Some(Convention::Normal);
        assert_eq!(read("kayles 5 = *4"), of(normal, "kayles 5", Some("*4")));
        assert_eq!(read("  cram 3x4  =  N  "), of(None, "cram 3x4", Some("N")));
        let misere = Some(Convention::Misere);
        assert_eq!(read("misere: nim 1 5 7 = N"), of(misere, "nim 1 5 7", Some("N")));
        assert_eq!(read("Misère : nim 1"), of(misere, "nim 1", None));
        assert_eq!(read("normal:2d-nim 2x2 = *0"), of(normal, "2d-nim 2x2", Some("*0")));
        assert_eq!(read("nim 1 5 7 = *3; 3:7>4"), of(normal, "nim 1 5 7", Some("*3; 3:7>4")));
        assert_eq!(read("nim 1 1 = P;"), of(None, "nim 1 1", Some("P;")), "no winning move");
        assert_eq!(read("nim 3 -- = N"), of(None, "nim 3", None));
        assert_eq!(read("bubbly (a = b) = N = P"), of(None, "bubbly (a = b) = N", Some("P")), "the last one");
        assert_eq!(read("octal code=0.07 5 = *1"), of(normal, "octal code=0.07 5", Some("*1")));
        assert_eq!(read("nim max=N"), of(None, "nim max=N", None), "a parameter");
        assert_eq!(read("nim 3--4"), of(None, "nim 3--4", None), "no comment without blanks");
        assert_eq!(read("0.8=* 9"), of(None, "0.8=* 9", None), "a code may end in `=*`");
        for comment in ["", "  ", "# nim 3", "  #", "-- nim 3", " --"] {
            assert_eq!(Entry::read(comment), Ok(None), "{comment:?}");
        }
    }

    #[test]
    fn mistakes_have_their_places() {
        for (line, span) in [
            ("nim 3 = 4", 8..9),
            ("nim 3 = * 4 5", 8..13),
            ("nim 3 = *18446744073709551616", 8..29),
            ("nim 3 = ; 1:3>0", 6..7),
            ("misere: = N", 6..7),
            ("misere: nim 3 = *3", 16..17),
            ("kayles 5=*4", 8..9),
            ("misere: cram 3x4 =N -- a book", 17..18),
            ("nim 3\t=\t*3; 1:3>0", 6..7),
        ] {
            assert_eq!(Entry::read(line).expect_err(line).span, span, "{line}");
        }
        let answer = "nim 3".parse::<Position>().expect("it is one").solve(&Request::default());
        let expected = Entry::read("nim 3 = N; 1:3>5").expect("it reads").expect("an entry").expected;
        let error = expected.expect("it has one").compare(&answer).expect_err("no move");
        assert_eq!(error.span, 11..16);
    }

    #[test]
    fn answers_are_held_to_what_is_expected() {
        let compare = |line: &str, nodes: Option<u64>| {
            let entry = Entry::read(line).expect("it makes sense").expect("it is no comment");
            let expected = entry.expected.expect("something is expected");
            let position: Position = line[entry.position].parse().expect("it is a position");
            let limits = grundy_core::Limits { nodes, ..Default::default() };
            let request = Request {
                convention: entry.convention,
                goal: expected.goal(),
                named_moves: usize::MAX,
                run: grundy_core::Run::new(limits),
                ..Request::default()
            };
            expected.compare(&position.solve(&request)).expect("its moves are moves")
        };
        let differs = |text: &str| Comparison::Differs(text.to_owned());
        assert_eq!(compare("nim 1 5 7 = *3; 3:7>4", None), Comparison::Agrees);
        assert_eq!(compare("kayles 5 = *4", None), Comparison::Agrees);
        assert_eq!(compare("kayles 5 = *3", None), differs("*4"));
        assert_eq!(compare("misere: nim 1 1 = P", None), differs("N"));
        assert_eq!(compare("nim 2 2 = P;", None), Comparison::Agrees);
        assert_eq!(compare("nim 3 3 3 = N; 3:3>0 1:3>0 2:3>0", None), Comparison::Agrees, "in any order");
        assert_eq!(compare("nim 3 3 3 = N; 3:3>0 2:3>0", None), differs("N; 1:3>0 2:3>0 3:3>0"));
        assert_eq!(compare("nim 3 = N;", None), differs("N; 1:3>0"));
        assert_eq!(compare("2d-nim 2x2 = *1", None), differs("*0"), "a nimber is one of normal play");
        assert_eq!(compare("treblecross X.X = *1", None), differs("N, without a nimber"));
        assert_eq!(compare("cram 5x5 = *0", Some(1)), Comparison::Stopped);
    }
}
