//! Boards in a terminal.

use super::change::Change;
use super::rules::OwnGame;
use crate::board::Field;
use grundy_core::{Marks, Show};
use grundy_picture::Picture;
use std::fmt::Write;

impl Show for OwnGame {
    /// The symbols, with the numbers of rows and columns.
    fn show(&self, at: &Field, width: usize) -> String {
        let (written, _) = self.written(at);
        let (rows, columns) = (written.rows(), written.columns());
        if rows == 0 {
            return "(no cells)\n".to_owned();
        }
        let margin = if self.is_strip() { 0 } else { rows.to_string().len() };
        let column_width = columns.to_string().len() + 1;
        let is_spaced = margin + usize::from(columns) * column_width <= width;
        let mut text = numbers(margin, columns, is_spaced.then_some(column_width));
        for row in 0..rows {
            if margin > 0 {
                let _ = write!(text, "{:>margin$}", row + 1);
            }
            if !is_spaced {
                text.push(' ');
            }
            for column in 0..columns {
                let room = if is_spaced { column_width } else { 1 };
                let sign = match self.sign(written.code(row, column)) {
                    '_' | ',' => ' ',
                    sign => sign,
                };
                let _ = write!(text, "{sign:>room$}");
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text
    }

    fn draw(&self, at: &Field, marks: &Marks<Change>) -> Picture {
        self.picture(at, marks)
    }
}

/// The line with the numbers of columns: all where there is room, else every tenth.
fn numbers(margin: usize, columns: u16, width: Option<usize>) -> String {
    let mut text = " ".repeat(margin);
    if let Some(width) = width {
        for column in 1..=columns {
            let _ = write!(text, "{column:>width$}");
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
    text
}
