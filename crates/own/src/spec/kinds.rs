//! The words that name the kind of a game.

use super::statement::{Statement, statements};
use crate::nearest::{nearest_name, shown_name};
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
    let message = format!("`{}` begins no line of a rules file", shown_name(statement.word));
    let help = match nearest_name(WORDS.into_iter().chain(KINDS).chain(["grid"]), statement.word) {
        Some(word) => format!("did you mean `{word}`? {words}"),
        None => words.to_owned(),
    };
    Diagnostic::new(message, statement.word_span()).help(help)
}
