//! The words that name the kind of a game.

use super::statement::{Statement, statements};
use grundy_core::Diagnostic;

/// The kinds of games that are no boards.
pub(crate) const KINDS: [&str; 5] = ["heap", "numbers", "graph", "arcs", "program"];

/// The first kind that a file names.
pub(crate) fn kind_word(text: &str) -> Option<&'static str> {
    let named = |word: &str| ["strip", "grid"].into_iter().chain(KINDS).find(|kind| *kind == word);
    // The name of a game and what people read may be such a word.
    statements(text).find_map(|statement| named(statement.word))
}

/// The words that lines begin with in files of some kind or other, beside the kinds.
const WORDS: [&str; 18] = [
    "game", "title", "says", "by", "play", "example", "cells", "move", "fixed", "sideways", "updown", "win",
    "end", "never", "say", "take", "measure", "strip",
];

/// That no line begins with the word of this statement; `words` says which words lines begin with.
pub(crate) fn begins_no_line(statement: Statement<'_>, words: &str) -> Diagnostic {
    let written: String = statement.word.chars().take(40).collect();
    let shown: String = written.chars().flat_map(char::escape_debug).collect();
    let message = format!("`{shown}` begins no line of a rules file");
    let known = WORDS.into_iter().chain(KINDS).chain(["grid"]);
    let distance = |word: &str| strsim::damerau_levenshtein(word, &written.to_lowercase());
    let (far, word) = known.map(|word| (distance(word), word)).min().expect("there are words");
    let help = match far <= 1 + word.len() / 5 {
        true => format!("did you mean `{word}`? {words}"),
        false => words.to_owned(),
    };
    Diagnostic::new(message, statement.word_span()).help(help)
}
