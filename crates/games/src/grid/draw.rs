//! Boards in a terminal.

use super::board::Board;
use std::fmt::Write;

/// The board with the numbers of its rows and columns; `full` and `other` are what stands in a cell.
///
/// A board that is too wide for cells with blanks between them is drawn without, and then every
/// tenth column is numbered.
pub fn show(board: &Board, full: char, other: char, width: usize) -> String {
    let margin = board.rows().to_string().len();
    let column_width = board.columns().to_string().len() + 1;
    let columns = usize::from(board.columns());
    let is_spaced = margin + columns * column_width <= width;
    let mut text = " ".repeat(margin);
    if is_spaced {
        for column in 1..=columns {
            let _ = write!(text, "{column:>column_width$}");
        }
    } else {
        text.push(' ');
        let mut last = 0;
        for column in (1..=columns).filter(|column| *column == 1 || column % 10 == 0) {
            let _ = write!(text, "{column:>room$}", room = column - last);
            last = column;
        }
    }
    text.push('\n');
    for row in 0..board.rows() {
        let _ = write!(text, "{:>margin$}", row + 1);
        if !is_spaced {
            text.push(' ');
        }
        for column in 0..board.columns() {
            let cell = if board.has(row, column) { full } else { other };
            let room = if is_spaced { column_width } else { 1 };
            let _ = write!(text, "{cell:>room$}");
        }
        text.push('\n');
    }
    text
}
