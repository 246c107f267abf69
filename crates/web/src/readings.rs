//! What somebody may have meant who wrote what is no position; and messages of the library in words of the page.

use grundy::Position;

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
const WAYS: [(&str, &str); 7] = [
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
    told
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
    fn messages_speak_of_the_page() {
        let error = "bubly (A)".parse::<Position>().expect_err("there is no such game");
        let help = for_the_page(&error.help.unwrap_or_default());
        assert!(help.contains("`bubbly`") && !help.contains("grundy list"), "{help}");
        let error = "bubbly (A))".parse::<Position>().expect_err("a parenthesis too many");
        assert!(!for_the_page(&error.help.unwrap_or_default()).contains("--"));
    }
}
