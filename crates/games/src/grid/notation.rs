//! Boards and cells as text.

use super::board::{Board, MOST_CELLS};
use grundy_core::{Diagnostic, Reader, Word};
use std::fmt;
use std::ops::Range;

/// How large a game's boards may be, and why not larger.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The most cells.
    pub cells: u64,
    /// Why, and what to do, as a sentence without a full stop.
    pub reason: &'static str,
}

impl Limit {
    /// What the kit can hold.
    pub const OF_THE_KIT: Limit = Limit {
        cells: MOST_CELLS,
        reason: "a board is kept as 256 bits, far beyond what search can solve; leave out empty rows and columns, \
                 or write parts that do not touch as a sum",
    };

    fn check(&self, rows: u64, columns: u64, span: Range<usize>) -> Result<(), Diagnostic> {
        if rows == 0 || columns == 0 {
            let side = if rows == 0 { "row" } else { "column" };
            return Err(Diagnostic::new(format!("a board has at least one {side}"), span)
                .help("write rows x columns, such as `4x4`, or the rows themselves, `1101/1111`"));
        }
        let cells = rows.checked_mul(columns);
        if cells.is_none_or(|cells| cells > self.cells) {
            let told = cells.map_or("far too many cells".to_owned(), |cells| format!("{cells} cells"));
            let message = format!("this board is too large: {told}, at most {}", self.cells);
            return Err(Diagnostic::new(message, span).help(self.reason));
        }
        Ok(())
    }
}

/// Reads a board, to the end of the text: rows of `1` and `0` (or `#` and `.`) joined by `/`, or
/// `4x6` for a full board of 4 rows and 6 columns.
///
/// # Errors
/// For rows of different lengths, other characters, no rows or columns, and boards beyond the
/// limit.
///
/// ```
/// use grundy_core::Reader;
/// use grundy_games::grid::{Limit, parse};
/// let read = |text| parse(&mut Reader::new(text), Limit::OF_THE_KIT);
/// assert_eq!(read("##./#.#").unwrap().to_string(), "110/101");
/// assert_eq!(read("4x4").unwrap().count(), 16);
/// assert_eq!(read("110/10").unwrap_err().span, 4..6);
/// ```
pub fn parse(text: &mut Reader<'_>, limit: Limit) -> Result<Board, Diagnostic> {
    if text.is_at_end() {
        return Err(Diagnostic::new("a board is missing", text.here())
            .help("write rows of 1 and 0 joined by `/`, such as `1101/1111`, or `4x4` for a full board"));
    }
    let start = text.position();
    match sides(text)? {
        Some((rows, columns)) => full(text, rows, columns, start, limit),
        None => rows(text, limit),
    }
}

/// Reads two sides with an x between, `4x6` or `4 x 6`; `None`, and nothing is read, where something else
/// stands here. A side beyond all measure is told as the largest number, for the caller to refuse.
pub(crate) fn sides(text: &mut Reader<'_>) -> Result<Option<(u64, u64)>, Diagnostic> {
    let start = text.position();
    let first = text.take_while(|c| c.is_ascii_digit());
    text.skip_blanks();
    if first.is_empty() || !text.peek().is_some_and(|c| "xX×".contains(c)) {
        text.move_to(start);
        return Ok(None);
    }
    text.next_char();
    text.skip_blanks();
    let second = text.take_while(|c| c.is_ascii_digit());
    if second.is_empty() {
        return Err(Diagnostic::new("the second side is missing", text.here())
            .help("write rows x columns, such as `4x6`"));
    }
    let side = |digits: &str| digits.parse().unwrap_or(u64::MAX);
    Ok(Some((side(first), side(second))))
}

/// The board behind its sides.
fn full(
    text: &mut Reader<'_>,
    rows: u64,
    columns: u64,
    start: usize,
    limit: Limit,
) -> Result<Board, Diagnostic> {
    limit.check(rows, columns, text.since(start))?;
    if !text.is_at_end() {
        return Err(Diagnostic::new("the board has ended before this", text.here())
            .help("a full board is written `4x6` and nothing more; other boards as rows, `1101/1111`"));
    }
    Ok(Board::full(rows as u16, columns as u16))
}

/// Rows joined by `/`.
fn rows(text: &mut Reader<'_>, limit: Limit) -> Result<Board, Diagnostic> {
    let board_start = text.position();
    let mut rows: Vec<&str> = Vec::new();
    loop {
        text.skip_blanks();
        let start = text.position();
        let row = text.take_while(|c| "10#.".contains(c));
        let span = text.since(start);
        let after_row = text.peek();
        text.skip_blanks();
        if after_row.is_some_and(|c| c != '/' && !c.is_whitespace()) || (row.is_empty() && !at_joint(text)) {
            return Err(Diagnostic::new(
                format!("`{}` cannot stand in a board", text.peek().unwrap_or(' ').escape_debug()),
                text.here(),
            )
            .help(
                "cells are `1` or `#` where full and `0` or `.` where not; rows are joined by `/`; a full board \
                 of 4 rows and 6 columns is `4x6`",
            ));
        }
        if row.is_empty() {
            return Err(Diagnostic::new(format!("row {} has no cells", rows.len() + 1), text.here())
                .help("write the cells of each row: `/` stands between rows, not around them"));
        }
        if let Some(first) = rows.first()
            && first.len() != row.len()
        {
            let message = format!(
                "row {} has {}, but the first has {}",
                rows.len() + 1,
                Word::count(row.len() as u128, "cell"),
                first.len()
            );
            return Err(Diagnostic::new(message, span)
                .help("all rows are equally long: write 0 where nothing stands"));
        }
        rows.push(row);
        limit.check(rows.len() as u64, row.len() as u64, text.since(board_start))?;
        if text.is_at_end() {
            break;
        }
        if !text.eat('/') {
            return Err(Diagnostic::new("a `/` is missing between rows", text.here())
                .help("rows are joined by `/`, without blanks inside a row: `1101/1111`"));
        }
    }
    let mut board = Board::empty(rows.len() as u16, rows[0].len() as u16);
    for (row, text) in rows.iter().enumerate() {
        for (column, cell) in text.bytes().enumerate() {
            if matches!(cell, b'1' | b'#') {
                board = board.with_cell(row as u16, column as u16);
            }
        }
    }
    Ok(board)
}

fn at_joint(text: &Reader<'_>) -> bool {
    text.peek().is_none_or(|c| c == '/')
}

impl fmt::Display for Board {
    /// Rows of 1 and 0, or the sides of a full board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_full() {
            return write!(f, "{}x{}", self.rows, self.columns);
        }
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..self.columns {
                f.write_str(if self.has(row, column) { "1" } else { "0" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for super::Cell {
    /// Row and column from 1: `r2c1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

/// Reads a cell, `r2c1`; `None` where that is no cell's name.
///
/// ```
/// use grundy_games::grid::{Cell, parse_cell};
/// assert_eq!(parse_cell("r2c1"), Some(Cell { row: 1, column: 0 }));
/// assert_eq!(parse_cell("r0c1"), None);
/// ```
pub fn parse_cell(text: &str) -> Option<super::Cell> {
    let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let number = |digits: &str| {
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u16>().ok().filter(|_| is_plain)?.checked_sub(1)
    };
    Some(super::Cell { row: number(row)?, column: number(column)? })
}
