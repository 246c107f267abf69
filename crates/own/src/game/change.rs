//! A move: the cells that change, and what is written there.

use std::cmp::Reverse;

/// A move: the cells that change, in reading order, each with its row and column from 0 and the code of its new symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Change(pub(crate) Box<[(u16, u16, u8)]>);

impl Change {
    /// Where the move stands in lists: by its first cell, those along the row first, then small ones first.
    pub(crate) fn order(&self) -> impl Ord + use<> {
        let cells = &self.0;
        let first = cells.first().map(|&(row, column, _)| (row, column));
        let is_in_a_row = cells.iter().all(|&(row, ..)| Some(row) == first.map(|(row, _)| row));
        (first, Reverse(is_in_a_row), cells.len(), cells.clone())
    }

    /// Whether two moves change the same cells.
    pub(crate) fn is_at(&self, other: &Change) -> bool {
        let places =
            |change: &Change| change.0.iter().map(|&(row, column, _)| (row, column)).collect::<Vec<_>>();
        self.0.len() == other.0.len() && places(self) == places(other)
    }
}
