//! What somebody may have meant who wrote what is no position; and messages of the library in words of the page.

use grundy::{Convention, Position};

/// The text that was meant, where a small change of what was written is a position.
///
/// `*5+*3` has no blanks around its plus, `3 5 7` no game, `NIM 3-5-7` hyphens between its heaps.
pub fn of(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.contains(char::is_alphanumeric) {
        return None;
    }
    let is_heaps = !text.is_empty()
        && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || "-,;/+".contains(c));
    let numbers = |text: &str| text.replace(['-', ',', ';', '/', '+'], " ");
    let mut candidates = vec![text.split('+').map(str::trim).collect::<Vec<_>>().join(" + ")];
    if is_heaps {
        candidates.push(format!("nim {}", numbers(text)));
    }
    if let Some((game, rest)) = text.split_once(char::is_whitespace) {
        candidates.push(format!("{game} {}", numbers(rest)));
    }
    let meant = candidates.into_iter().find_map(|text| text.parse::<Position>().ok())?;
    Some(meant.to_string()).filter(|meant| !meant.is_empty())
}

/// Ways of the terminal, and what the page has in their place.
const WAYS: [(&str, &str); 11] = [
    ("; `grundy list` shows those that are answered", "; the first page shows those that are answered"),
    (
        "; `grundy list` shows the games that are answered",
        "; the first page shows the games that are answered",
    ),
    (": `grundy solve treblecross len=9`", ": write `treblecross len=9`"),
    (": `grundy solve hackenbush`", ": write `hackenbush`"),
    ("; `grundy list` shows all games", "; the first page shows all games"),
    ("`grundy list` shows all games", "the first page shows all games"),
    ("; read on without it with --lenient", ""),
    (", or read on without it with --lenient", ""),
    (", or read on without such edges with --drop-floating", ""),
    ("with --of 2d-nim", "in its field"),
    ("give more with --nodes, --time or --memory", "the program on your own machine has no such limit"),
];

/// A message without the ways of the terminal.
pub fn for_the_page(message: &str) -> String {
    // A list of all games is of no use to a reader; they are one link away.
    if message.starts_with("the games are ") {
        return "the first page shows all games".to_owned();
    }
    let mut told = message.to_owned();
    for (of_terminal, of_page) in WAYS {
        told = told.replace(of_terminal, of_page);
    }
    // What else a command would show is left out.
    match told.find("; `grundy ") {
        Some(place) => told[..place].to_owned(),
        None => told,
    }
}

/// What is asked that is no position of its own, and can be answered all the same.
#[derive(Debug, PartialEq, Eq)]
pub enum Other {
    /// A position, and how it is played.
    Position(String, Convention),
    /// The code or the name of a heap game, without heaps: its sequence.
    Sequence(String),
    /// The least number that is missing among these.
    Mex(Vec<u64>, u64),
}

/// What somebody may have asked who wrote `misere kayles 5`, `3 xor 5`, `0.77` or `mex 0 1 3`.
pub fn asked(text: &str) -> Option<Other> {
    let text = text.trim().to_lowercase();
    let (first, rest) =
        text.split_once(|c: char| c.is_whitespace() || c == '{' || c == '(').unwrap_or((&text, ""));
    let position = |text: &str| text.parse::<Position>().ok().map(|position| position.to_string());
    match first {
        "misere" | "misère" => {
            return position(rest).map(|found| Other::Position(found, Convention::Misere));
        }
        "normal" => return position(rest).map(|found| Other::Position(found, Convention::Normal)),
        "mex" => {
            let mut numbers = numbers(rest)?;
            numbers.sort_unstable();
            numbers.dedup();
            let least = (0..).zip(&numbers).find(|(number, other)| number != *other);
            let mex = least.map_or(numbers.len() as u64, |(number, _)| number);
            return Some(Other::Mex(numbers, mex));
        }
        _ => {}
    }
    if let Some(sum) = nim_sum(&text) {
        return position(&sum).map(|found| Other::Position(found, Convention::Normal));
    }
    let is_game = !text.contains(char::is_whitespace) && text.contains('.');
    is_game.then(|| position(&format!("{text} 5"))).flatten().map(|_| Other::Sequence(text))
}

/// `3 xor 5`, `3 ⊕ 5` and `nim-sum 3 5` as a sum of nimbers.
fn nim_sum(text: &str) -> Option<String> {
    let named = ["nim-sum", "nimsum", "nim sum", "xor"].iter().find_map(|name| text.strip_prefix(name));
    let plain = text.replace("xor", " ").replace(['⊕', '^'], " ");
    let values = match named {
        Some(rest) => numbers(rest)?,
        None if plain != text => numbers(&plain)?,
        None => return None,
    };
    let terms: Vec<String> = values.iter().map(|value| format!("*{value}")).collect();
    Some(terms.join(" + ")).filter(|_| values.len() > 1)
}

/// Whole numbers with anything between them that is no letter.
fn numbers(text: &str) -> Option<Vec<u64>> {
    let is_between = |c: char| c.is_whitespace() || ",;{}()*".contains(c);
    text.split(is_between).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_offered() {
        for (text, meant) in [
            ("*5+*3", Some("*5 + *3")),
            ("3 5 7", Some("nim 3 5 7")),
            ("3,5,7", Some("nim 3 5 7")),
            ("NIM 3-5-7", Some("nim 3 5 7")),
            ("kayles 5+nim 3", Some("kayles 5 + nim 3")),
            ("tic tac toe", None),
            ("", None),
            ("+", None),
        ] {
            assert_eq!(of(text).as_deref(), meant, "{text}");
        }
    }

    #[test]
    fn questions_that_are_no_position_are_understood() {
        let normal = |text: &str| Some(Other::Position(text.to_owned(), Convention::Normal));
        for (text, meant) in [
            ("misere kayles 5", Some(Other::Position("kayles 5".to_owned(), Convention::Misere))),
            ("3 xor 5", normal("*3 + *5")),
            ("5⊕6⊕7", normal("*5 + *6 + *7")),
            ("nim-sum 3 5", normal("*3 + *5")),
            ("0.77", Some(Other::Sequence("0.77".to_owned()))),
            ("mex {0, 1, 3}", Some(Other::Mex(vec![0, 1, 3], 2))),
            ("mex 2 0 1 1", Some(Other::Mex(vec![0, 1, 2], 3))),
            ("mex {}", Some(Other::Mex(vec![], 0))),
            ("mex of what", None),
            ("0.77.8", None),
            ("chess", None),
        ] {
            assert_eq!(asked(text), meant, "{text}");
        }
    }

    #[test]
    fn messages_speak_of_the_page() {
        let error = "bubly (A)".parse::<Position>().expect_err("there is no such game");
        let help = for_the_page(&error.help.unwrap_or_default());
        assert!(help.contains("`bubbly`") && !help.contains("grundy list"), "{help}");
        let error = "bubbly (A))".parse::<Position>().expect_err("a parenthesis too many");
        assert!(!for_the_page(&error.help.unwrap_or_default()).contains("--"));
    }
}
