//! A book of replies: how the second player wins a P-position, whatever the first one does.

mod build;
mod check;
mod page;
mod text;

pub use build::NoBook;
pub use check::{BookRefusal, verify_book};
pub use page::BOOK_STYLE;

use crate::position::Position;
use grundy_core::Convention;
use serde::Serialize;

/// A winning strategy, written down: for every position that it can lead to, every move of the opponent and one
/// answer to it.
///
/// Positions that are the same but for turning, mirroring, moving and the order of parts share an entry, and
/// moves that lead to such positions share an answer.
///
/// ```
/// use grundy::{Book, Convention, Run};
/// let book = Book::of(&"2d-nim 2x2".parse().unwrap(), Convention::Normal, &Run::unlimited()).unwrap();
/// assert_eq!(book.entries[0].replies.len(), 2, "a stone, or two: the others are alike");
/// assert_eq!(grundy::verify_book(&book.json()).unwrap(), book.entries.len());
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    /// The position that was asked about.
    pub start: Position,
    /// How the game is played.
    pub convention: Convention,
    /// The first move, where the player to move wins: the book is of what it leaves.
    pub opening: Option<String>,
    /// The positions in which the opponent is to move, the first of them first. Each is a P-position.
    pub entries: Vec<BookEntry>,
}

/// A position of a book, in which the opponent is to move.
#[derive(Clone, Debug)]
pub struct BookEntry {
    /// The position.
    pub position: Position,
    /// All moves of the opponent, by classes, with the answers.
    pub replies: Vec<BookReply>,
}

/// Moves of the opponent that are alike, and the answer to the first of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookReply {
    /// The labels of the moves. What they leave is the same but for turning, mirroring and moving.
    pub moves: Vec<String>,
    /// The answer to the first; none where the opponent has lost with the move.
    pub answer: Option<String>,
    /// The entry that the answer leads to, counted from 0.
    pub to: Option<usize>,
}

impl Book {
    /// How many moves of the opponent the book answers.
    pub fn count_moves(&self) -> usize {
        self.entries.iter().flat_map(|entry| &entry.replies).map(|reply| reply.moves.len()).sum()
    }
}

impl Position {
    /// What the position is but for turning, mirroring and moving of its parts, and their order: positions of
    /// the same shape have the same tree of options.
    pub(crate) fn shape(&self) -> Vec<String> {
        let mut parts: Vec<String> = self.terms().iter().flat_map(|term| term.shape()).collect();
        parts.sort_unstable();
        parts
    }

    /// Whether who is to move has lost: the game is over, and the last move won it.
    pub(crate) fn is_lost_at_once(&self, convention: Convention) -> bool {
        self.is_over() && convention == Convention::Normal
    }

    /// Whether who is to move has won without a move: the game is over, and the last move lost it.
    pub(crate) fn is_won_at_once(&self, convention: Convention) -> bool {
        self.is_over() && convention == Convention::Misere
    }
}
