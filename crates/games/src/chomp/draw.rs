//! Chocolate in a terminal.

use super::Chomp;
use super::rules::Bar;
use crate::grid::{self, Board};
use grundy_core::{Explain, Show};

impl Show for Chomp {
    /// Squares with the numbers of rows and columns; the poisoned one is marked.
    fn show(&self, at: &Bar, width: usize) -> String {
        let rows = at.lengths();
        if rows.len() * usize::from(rows[0]) > grid::MOST_CELLS as usize {
            // A hook of one long row and one long column, wider and higher than a board.
            return format!(
                "rows of {} squares\n",
                rows.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
            );
        }
        let mut board = Board::empty(rows.len() as u16, rows[0].into());
        for (row, &length) in rows.iter().enumerate() {
            for column in 0..u16::from(length) {
                board = board.with_cell(row as u16, column);
            }
        }
        grid::show(&board, '□', ' ', width).replacen('□', "☠", 1)
    }
}

impl Explain for Chomp {}
