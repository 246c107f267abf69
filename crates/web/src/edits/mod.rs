//! A position built by hand: what can be changed of a term, each change as the text that it leads to.
//!
//! An editor works on texts: every change is a term that is read like any other, so what cannot be a position is
//! never offered. Shapes of an editor's picture stand for the texts that they lead to.

mod bubbles;
mod chocolate;
mod graphs;
mod grids;
mod heaps;

use grundy::Board;
use grundy::picture::Picture;

/// What can be changed of a term.
pub struct Editor {
    /// The term to be pointed at; shapes stand for the texts that they lead to, or for [`PICK`] and a thing.
    pub picture: Picture,
    /// What is said above the picture.
    pub told: String,
    /// Changes that have no place in the picture: words, and the text that they lead to.
    pub buttons: Vec<(String, String)>,
    /// Numbers that can be set: words, what it is now, and the text before and after it.
    pub numbers: Vec<NumberField>,
    /// A name that can be given to the thing that is picked: what it is now, and the text before and after it.
    pub name: Option<(String, String, String)>,
}

/// A number of a term.
pub struct NumberField {
    /// What it is.
    pub words: String,
    /// Its value.
    pub value: u64,
    /// The text before it, and after it.
    pub around: (String, String),
}

/// How the label of a shape begins that picks a thing, instead of leading to a text.
pub const PICK: &str = "pick ";

/// The editor of a term, with the thing of it that is picked; `None` where its kind has none.
pub fn editor(board: &dyn Board, picked: Option<&str>) -> Option<Editor> {
    let term = board.term();
    let notation = board.notation();
    let head = term.strip_suffix(&notation).unwrap_or("").to_owned();
    match &*board.card().id {
        "bubbly" => Some(bubbles::editor(board, &head, &notation, picked)),
        "hackenbush" => Some(graphs::editor(board, &head, &notation, picked)),
        "chomp" => chocolate::editor(&head, &notation),
        "nimber" => heaps::nimber(&term),
        _ => heaps::editor(board, &head, &notation).or_else(|| grids::editor(board, &head, &notation)),
    }
}

/// Whether a text is a position.
fn is_position(text: &str) -> bool {
    text.parse::<grundy::Position>().is_ok()
}
