//! A line of a program: the options of a state.

use std::sync::Arc;

/// What is left by a move: states side by side, sorted.
pub(super) type Left = Vec<Arc<str>>;

/// A state has at most this many bytes.
pub(super) const MOST_STATE: usize = 4096;
/// A state has at most this many options.
const MOST_OPTIONS: usize = 1_000_000;
/// So much of an answer is shown.
const MOST_SHOWN: usize = 60;

/// Reads the options of a line: words, each of one state or several joined by `+`; `-` is nothing.
///
/// # Errors
/// What is wrong with the line.
pub(super) fn options(line: &str) -> Result<Vec<Left>, String> {
    if let Some(told) = line.trim_start().strip_prefix('!') {
        return Err(format!("the program says: {}", shown(told.trim())));
    }
    let mut found: Vec<Left> = Vec::new();
    for word in line.split_whitespace() {
        if found.len() == MOST_OPTIONS {
            return Err(format!("the program gives more than {MOST_OPTIONS} options"));
        }
        found.push(
            left(word)
                .ok_or_else(|| format!("the program gives an option that is no state: `{}`", shown(word)))?,
        );
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Reads states joined by `+`.
pub(super) fn left(word: &str) -> Option<Left> {
    if word == "-" {
        return Some(Vec::new());
    }
    let state = |state: &str| (is_state(state)).then(|| Arc::from(state));
    let mut left: Left = word.split('+').map(state).collect::<Option<_>>()?;
    left.sort_unstable();
    Some(left)
}

/// Whether a word is a state.
pub(super) fn is_state(word: &str) -> bool {
    let is_sign = |c: char| !c.is_whitespace() && !c.is_control() && c != '+';
    !word.is_empty() && word != "-" && word.len() <= MOST_STATE && word.chars().all(is_sign)
}

/// States joined by `+`.
pub(super) fn written(left: &[Arc<str>]) -> String {
    if left.is_empty() { "-".to_owned() } else { left.join("+") }
}

/// The beginning of a text, in one line.
pub(super) fn shown(text: &str) -> String {
    let short: String = text.chars().take(MOST_SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().count() > MOST_SHOWN { format!("{short}...") } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_words_and_a_word_is_states() {
        let found = options(" 2+1  - a:b 1+2 ").expect("options");
        let texts: Vec<String> = found.iter().map(|left| written(left)).collect();
        assert_eq!(texts, ["-", "1+2", "a:b"]);
        assert_eq!(options("  ").expect("no options").len(), 0);
        assert_eq!(options("! no such board"), Err("the program says: no such board".to_owned()));
        assert!(options("1++2").is_err() && options("+").is_err() && options("1 a\u{7}").is_err());
        assert!(options(&"x".repeat(MOST_STATE + 1)).is_err());
    }
}
