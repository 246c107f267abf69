//! What to say of texts that are no position, but mean something else where: lines of files, codes of the
//! field's other programs.

use crate::entry::{comment_of, convention_of, glued_expectation};
use crate::term::{bare_code, shortened};
use grundy_core::{Convention, Diagnostic, Parameters};
use grundy_games::heaps::{CODE, OCTAL, SUBTRACTION};
use std::ops::Range;

/// The mistake in the text of a position, or a clearer one, where the text has what only lines of files have.
pub(crate) fn of_lines(text: &str, error: Diagnostic) -> Diagnostic {
    let clearer = convention(text)
        .or_else(|| comment(text, &error))
        .or_else(|| hash(text, &error))
        .or_else(|| range(text, &error))
        .or_else(|| expectation(text, &error))
        .or_else(|| blank_before_name(text, &error));
    clearer.unwrap_or(error)
}

/// `misere: nim 1 5 7`.
fn convention(text: &str) -> Option<Diagnostic> {
    let before = text.len() - text.trim_start().len();
    let (convention, position) = convention_of(text, before..text.trim_end().len()).ok()?;
    let convention = convention?;
    let end = text[..position.start].rfind(':')? + 1;
    let play = if convention == Convention::Misere { "misère" } else { "normal" };
    let message = "how it is played is no part of a position";
    Some(Diagnostic::new(message, before..end).help(format!(
        "leave it out and choose {play} play, on the command line by `--{convention}`; a line of a file \
         may begin so"
    )))
}

/// `nim 3 -- a comment`.
fn comment(text: &str, error: &Diagnostic) -> Option<Diagnostic> {
    let at = comment_of(text).filter(|&at| error.span.end >= at)?;
    let message = "` -- ` begins a comment in files of positions only";
    let help = "leave the comment out; in other files a comment has a line of its own, which begins with `#`";
    Some(Diagnostic::new(message, at..at + 2).help(help))
}

/// `nim 3 # a comment`.
fn hash(text: &str, error: &Diagnostic) -> Option<Diagnostic> {
    let at = error.span.start;
    let follows_blank = text[..at].ends_with(char::is_whitespace) && !text[..at].trim().is_empty();
    // The mistake is this sign, or a word of its own; boards may begin with it.
    let is_alone = text[at..].strip_prefix('#').is_some_and(|behind| {
        follows_blank
            && (error.span.len() <= 1 || behind.is_empty() || behind.starts_with(char::is_whitespace))
    });
    let message = "`#` begins a comment only where it begins the line";
    let help = "write the comment on a line of its own; in a file of positions it may also stand behind one: \
                `nim 3 5 -- a comment`";
    is_alone.then(|| Diagnostic::new(message, at..at + 1).help(help))
}

/// `nim {1..3}`.
fn range(text: &str, error: &Diagnostic) -> Option<Diagnostic> {
    let at = error.span.start;
    let end = at + text[at..].strip_prefix('{')?.find('}')? + 2;
    let (first, last) = text[at + 1..end - 1].split_once("..")?;
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(first) || !is_number(last) {
        return None;
    }
    let is_range =
        matches!((first.parse::<u64>(), last.parse::<u64>()), (Ok(first), Ok(last)) if first <= last);
    if !is_range {
        let message = "a range goes from a number to a larger one, each below 2^64";
        return Some(
            Diagnostic::new(message, at..end).help("in lines of files: write `{1..3}` for three positions"),
        );
    }
    let message = "a range of numbers stands for several positions, in lines of files only";
    let help = "write one number, or put the line into a file and name it with `--file`";
    Some(Diagnostic::new(message, at..end).help(help))
}

/// `nim @marienbad`.
fn blank_before_name(text: &str, error: &Diagnostic) -> Option<Diagnostic> {
    let at = text.find(" @")?;
    let game = text[..at].trim();
    let name: String = text[at + 2..].chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
    let is_meant = !game.is_empty() && !game.contains(' ') && !name.is_empty() && error.span.start <= at + 2;
    let message = "a named position is written without a blank";
    is_meant.then(|| {
        Diagnostic::new(message, at..at + 2 + name.len()).help(format!(
            "write `{}@{}`",
            shortened(game),
            shortened(&name)
        ))
    })
}

/// `kayles 5 = *4`.
fn expectation(text: &str, error: &Diagnostic) -> Option<Diagnostic> {
    let at = text.rfind(" = ").map(|at| at + 1);
    let glued = glued_expectation(text, 0..text.len());
    let at = at.or_else(|| glued.map(|glued| glued.span.start)).filter(|&at| error.span.end >= at)?;
    let message = "what is expected of a position stands in lines of files only";
    Some(Diagnostic::new(message, at..text.trim_end().len()).help(format!(
        "leave it out; `grundy check --expected FILE` compares lines such as `{} = {}`",
        shortened(text[..at].trim()),
        shortened(text[at + 1..].trim())
    )))
}

/// A code that has lost its point, `4! 9`: a digit with a modifier means something before the point only.
pub(crate) fn code_without_point(term: &str) -> Option<Diagnostic> {
    let word = term.split_whitespace().next()?;
    let end = word.find(|symbol: char| !symbol.is_ascii_hexdigit())?;
    let rest = word[end..].trim_start_matches(['!', '?', '=', 'u', 'U']);
    let (code, has_modifier) = (&word[..word.len() - rest.len()], rest.len() < word.len() - end);
    // `b=5` is a parameter with a wrong key rather than a digit with `=` and a heap.
    let is_parameter = word[end..].starts_with('=') && !rest.is_empty();
    let is_code =
        end == 1 && has_modifier && !is_parameter && rest.chars().all(|symbol| symbol.is_ascii_digit());
    is_code.then(|| {
        let heaps = if rest.is_empty() { term[word.len()..].trim() } else { term[code.len()..].trim() };
        let written = code.replace(['u', 'U'], "!");
        let heaps = if heaps.is_empty() { "9" } else { heaps };
        Diagnostic::new(format!("the code `{code}` needs a point"), 0..code.len())
            .help(format!("write `{written}.0 {}`", shortened(heaps)))
    })
}

/// A code or a set that stands before the heaps where a parameter is meant: `octal 0.07 9`, and
/// `subtraction 1,2,3 5`: it is not clear whether 1, 2 and 3 are heaps or the set.
pub(crate) fn unnamed_parameter(id: &str, parameters: &Parameters, notation: &str) -> Option<Diagnostic> {
    let word = notation.split_whitespace().next()?;
    let rest = |from: usize| shortened(notation[from..].trim());
    if id == OCTAL.id && parameters.get(CODE).is_none() {
        let code = bare_code(notation)?;
        let place = 0..code.len();
        let heaps = rest(code.len());
        let help = format!("write `{id} {CODE}={code} {heaps}`, or without the game's name `{code} {heaps}`");
        return Some(Diagnostic::new("a code before the heaps is a parameter", place).help(help));
    }
    if id != SUBTRACTION.id || parameters.get("set").is_some() {
        return None;
    }
    let (set, place): (&str, Range<usize>) = match notation.find([')', '}', ']']) {
        Some(close) if word.starts_with(['(', '{', '[']) => (&notation[1..close], 0..close + 1),
        _ if word.contains(',') && !word.contains('=') => (word, 0..word.len()),
        _ => return None,
    };
    let set: String = set.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    let set = shortened(set.trim_matches(','));
    let heaps = rest(place.end);
    let help = match heaps.is_empty() {
        true => format!("for the set write `{id} set={set} 9`; for heaps `{id} {}`", set.replace(',', " ")),
        false => {
            format!("write `{id} set={set} {heaps}`; heaps are separated by blanks where no set is given")
        }
    };
    Some(Diagnostic::new("this may be the set, or heaps", place).help(help))
}

/// The help for names of other programs that games have here under another name.
pub(crate) fn other_name(term: &str) -> Option<Diagnostic> {
    let lower = term.get(..term.len().min(32)).unwrap_or("").to_ascii_lowercase();
    let words = ["impartial domineering", "impartial-domineering", "domineering"];
    let Some(name) = words.iter().find(|name| lower.starts_with(*name)) else {
        return crate::not_impartial::unanswered(term);
    };
    let board = term[name.len()..].trim();
    let board = if board.is_empty() { "4x5".to_owned() } else { shortened(board) };
    let message = match *name == "domineering" {
        true => "Domineering is not impartial: each player has moves of their own",
        false => "impartial Domineering is called Cram here",
    };
    Some(
        Diagnostic::new(message, 0..name.len())
            .help(format!("write `cram {board}`, in which both may move both ways")),
    )
}

#[cfg(test)]
mod tests {
    use crate::position::Position;

    /// Where the mistake is, and the message.
    fn refused(text: &str) -> (String, String, String) {
        let error = text.parse::<Position>().err().unwrap_or_else(|| panic!("{text} is read"));
        (text[error.span].to_owned(), error.message, error.help.expect("it says what to do"))
    }

    #[test]
    fn marks_of_lines_are_told_in_positions() {
        for (text, place, message, help) in [
            ("misere: nim 1 5 7", "misere:", "no part of a position", "`--misere`"),
            ("  Misère : nim 1", "Misère :", "no part of a position", "misère play"),
            ("normal: 2d-nim 2x2", "normal:", "no part of a position", "`--normal`"),
            ("nim 3 -- a book", "--", "comment in files of positions", "leave the comment out"),
            ("nim 3 + cram 2x2 --", "--", "comment in files of positions", "leave the comment out"),
            ("nim 3 # a book", "#", "only where it begins the line", "on a line of its own"),
            ("kayles 5 # = *4", "#", "only where it begins the line", "on a line of its own"),
            ("cram 3x4 # a book", "#", "only where it begins the line", "on a line of its own"),
            ("nim @marienbad", " @marienbad", "without a blank", "`nim@marienbad`"),
            ("nim 1 5 7 = *3", "= *3", "in lines of files only", "`nim 1 5 7 = *3`"),
            ("kayles 5=*4", "=*4", "in lines of files only", "`kayles 5 = *4`"),
            ("cram 3x4= N ", "= N", "in lines of files only", "`cram 3x4 = N`"),
        ] {
            let (found, said, helped) = refused(text);
            assert_eq!(found, place, "{text}");
            assert!(said.contains(message) && helped.contains(help), "{text}: {said}; {helped}");
        }
        let (found, ..) = refused("nim 3 x = *3 -- a book");
        assert_eq!(found, "x", "a mistake before the marks is told");
        assert!("bubbly (#(--)(=))".parse::<Position>().is_ok());
    }

    #[test]
    fn codes_and_sets_are_told_how_they_are_written() {
        for (text, place, help) in [
            ("4u 9", "4u", "`4!.0 9`"),
            ("4! 9 10", "4!", "`4!.0 9 10`"),
            ("4!9", "4!", "`4!.0 9`"),
            ("nim 3 + c= 7", "c=", "`c=.0 7`"),
            ("octal 0.07 9", "0.07", "`octal code=0.07 9`"),
            ("octal 4!.0 9 5", "4!.0", "`octal code=4!.0 9 5`"),
            ("subtraction 1,2,3 5", "1,2,3", "`subtraction set=1,2,3 5`"),
            ("subtraction 1,2,4", "1,2,4", "for heaps `subtraction 1 2 4`"),
            ("subtraction {1, 2} 5 7", "{1, 2}", "`subtraction set=1,2 5 7`"),
            ("subtraction (1,4) 5", "(1,4)", "`subtraction set=1,4 5`"),
            ("impartial domineering ../.#", "impartial domineering", "`cram ../.#`"),
            ("Impartial-Domineering", "Impartial-Domineering", "`cram 4x5`"),
            ("domineering 3x3", "domineering", "`cram 3x3`"),
        ] {
            let (found, said, helped) = refused(text);
            assert_eq!(found, place, "{text}: {said}");
            assert!(helped.contains(help), "{text}: {helped}");
        }
        for text in ["subtraction .set=5,6 8", "b=5 5"] {
            let (_, _, helped) = refused(text);
            assert!(!helped.contains("set=.set") && !helped.contains("b=.0"), "{text}: {helped}");
        }
        let (place, said, _) = refused("*.0 6");
        assert!(place == "*" && said.contains("leading digit"), "{place}: {said}");
        assert!("4x 9".parse::<Position>().is_err() && "*3".parse::<Position>().is_ok());
    }

    #[test]
    fn blanks_in_braces_do_not_end_a_code_and_a_set_is_always_printed() {
        for (text, printed) in [
            ("0.{ 2 , 3 } 5", "0.C 5"),
            ("0.3{0, 2}7 5 6", "0.357 5 6"),
            ("subtraction 5", "subtraction set=1,2,3 5"),
            ("subtraction 5 3,4", "subtraction set=1,2,3 5 3 4"),
            ("subtraction set=1,3 5", "subtraction set=1,3 5"),
        ] {
            let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!(position.to_string(), printed, "{text}");
            assert_eq!(printed.parse::<Position>().expect("it is read").to_string(), printed);
        }
        let open = "0.{ 2 , 3 5".parse::<Position>().expect_err("it is not closed");
        assert_eq!(open.span, 2..3);
    }
}
