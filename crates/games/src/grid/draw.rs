//! Boards in a terminal.

use super::board::GridBoard;
use std::fmt::Write;

/// The board with the numbers of its rows and columns; `full` and `other` are what stands in a cell.
///
/// A board that is too wide for cells with blanks between them is drawn without, and then every
/// tenth column is numbered.
pub fn show(board: &GridBoard, full: char, other: char, width: usize) -> String {
    let cell = |row, column| if board.has(row, column) { full } else { other };
    show_cells(board.rows(), board.columns(), cell, width)
}

/// The same for cells that are told one by one.
pub(crate) fn show_cells(rows: u16, columns: u16, cell: impl Fn(u16, u16) -> char, width: usize) -> String {
    if rows == 0 {
        return "(no cells)\n".to_owned();
    }
    let margin = rows.to_string().len();
    let column_width = columns.to_string().len() + 1;
    let is_spaced = margin + usize::from(columns) * column_width <= width;
    let mut text = " ".repeat(margin);
    if is_spaced {
        for column in 1..=columns {
            let _ = write!(text, "{column:>column_width$}");
        }
    } else {
        text.push(' ');
        let mut last = 0;
        for column in (1..=usize::from(columns)).filter(|column| *column == 1 || column % 10 == 0) {
            let _ = write!(text, "{column:>room$}", room = column - last);
            last = column;
        }
    }
    text.push('\n');
    for row in 0..rows {
        let _ = write!(text, "{:>margin$}", row + 1);
        if !is_spaced {
            text.push(' ');
        }
        for column in 0..columns {
            let room = if is_spaced { column_width } else { 1 };
            let _ = write!(text, "{:>room$}", cell(row, column));
        }
        text.push('\n');
    }
    text
}
