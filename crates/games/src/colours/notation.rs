//! Boards of two colours and their cells as text.

use super::board::{ColourBoard, MOST_COLOUR_CELLS};
use crate::grid;
use grundy_core::{Diagnostic, EMPTY, Reader, Word};
use std::ops::Range;

const HELP: &str = "cells are `.` free, `#` blocked, `X` black and `O` white; rows are joined by `/`; `3x4` is a free board, `-` \
                    is no board";

/// Reads rows of cells joined by `/` or `|`, or `3x4` for a free board.
pub(crate) fn parse(text: &mut Reader<'_>) -> Result<ColourBoard, Diagnostic> {
    if text.eat_empty() {
        return Ok(ColourBoard::NOTHING);
    }
    if text.is_at_end() {
        return Err(Diagnostic::new("a board is missing", text.here()).help(HELP));
    }
    let start = text.position();
    if let Some((rows, columns)) = grid::sides(text)? {
        check_sides(rows, columns, text.since(start))?;
        return Ok(ColourBoard::free(rows as u8, columns as u8));
    }
    let mut rows: Vec<String> = Vec::new();
    loop {
        text.skip_blanks();
        let row_start = text.position();
        let row = text.take_while(|sign| ".#XOxo".contains(sign)).to_ascii_uppercase();
        if row.is_empty() || text.peek().is_some_and(|next| !"/|".contains(next) && !next.is_whitespace()) {
            return Err(no_cell(text, rows.len()));
        }
        if let Some(first) = rows.first().filter(|first| first.len() != row.len()) {
            let length = Word::count(row.len() as u128, "cell");
            let message = format!("row {} has {length}, but the first has {}", rows.len() + 1, first.len());
            return Err(Diagnostic::new(message, text.since(row_start))
                .help("all rows are equally long: write `#` where a cell is blocked"));
        }
        rows.push(row);
        check_sides(rows.len() as u64, rows[0].len() as u64, text.since(start))?;
        let after = text.position();
        text.skip_blanks();
        if !text.eat('/') && !text.eat('|') {
            text.move_to(after);
            return Ok(ColourBoard::of_signs(&rows.iter().map(String::as_str).collect::<Vec<_>>()));
        }
    }
}

fn no_cell(text: &Reader<'_>, row: usize) -> Diagnostic {
    match text.peek().filter(|&sign| !"/|".contains(sign) && !sign.is_whitespace()) {
        Some(found) => {
            Diagnostic::new(format!("`{}` is no cell of a board", found.escape_debug()), text.here())
                .help(HELP)
        }
        None => Diagnostic::new(format!("row {} has no cells", row + 1), text.here()).help(HELP),
    }
}

fn check_sides(rows: u64, columns: u64, span: Range<usize>) -> Result<(), Diagnostic> {
    match rows.checked_mul(columns) {
        Some(1..=MOST_COLOUR_CELLS) => Ok(()),
        Some(0) => Err(Diagnostic::new("a board has at least one row and one column", span).help(HELP)),
        _ => {
            let message = format!("this board is too large: it has more than {MOST_COLOUR_CELLS} cells");
            Err(Diagnostic::new(message, span).help("write parts that do not touch as a sum"))
        }
    }
}

/// Rows joined by `/`.
pub(crate) fn format(at: &ColourBoard) -> String {
    if at.rows() == 0 {
        return EMPTY.to_owned();
    }
    let columns = u32::from(at.columns());
    let row = |row: u32| (0..columns).map(|column| at.sign(row * columns + column)).collect::<String>();
    (0..u32::from(at.rows())).map(row).collect::<Vec<_>>().join("/")
}

/// The name of a cell, `r1c2`.
pub(crate) fn cell_name(at: &ColourBoard, cell: u32) -> String {
    let (row, column) = at.place(cell);
    format!("r{}c{}", row + 1, column + 1)
}

/// The cells that a label names, joined by `-`.
pub(crate) fn parse_cells(at: &ColourBoard, label: &str) -> Option<Vec<u32>> {
    let cell = |name: &str| {
        let cell = grid::parse_cell(name)?;
        let is_there = cell.row < at.rows() && cell.column < at.columns();
        is_there.then(|| u32::from(cell.row) * u32::from(at.columns()) + u32::from(cell.column))
    };
    label.split('-').map(cell).collect()
}
