//! The ways to move of a file of numbers or heaps, as they are written.

use crate::formula::{Condition, Formula};
use crate::spec::Phrase;
use std::ops::Range;

/// A position has at most this many numbers.
pub(super) const MOST_ARITY: usize = 8;

/// One way to move: what is left of a tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The tuples that are left, together.
    pub terms: Vec<Term>,
    /// The numbers behind `for`, the outermost first.
    pub ranges: Vec<Span>,
    /// What must hold.
    pub condition: Option<Condition>,
    /// The words for the move.
    pub say: Option<Phrase>,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// What is left by a move, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// One tuple.
    Tuple(Vec<Formula>),
    /// `sum(term for i in a..b)`: several.
    Sum(Box<Term>, Box<Span>),
}

/// `for NAME in FROM..TO`, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The name.
    pub name: String,
    /// Its place in the scope.
    pub place: usize,
    /// The least number.
    pub from: Formula,
    /// The greatest number.
    pub to: Formula,
}

// The name of a number is no part of the rules.
impl PartialOrd for Span {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Span {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.place, &self.from, &self.to, &self.name).cmp(&(
            other.place,
            &other.from,
            &other.to,
            &other.name,
        ))
    }
}

impl std::hash::Hash for Span {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.place, &self.from, &self.to).hash(state);
    }
}
