//! Boards and cells as text.

use super::board::{GridBoard, MOST_CELLS};
use grundy_core::{Diagnostic, EMPTY, Reader, Stones, Word};
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

/// What stands in the cells of a game's boards, as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signs {
    /// In games of taking a full cell is a stone, `1` or `#`, and another one a gap, `0` or `.`.
    Stones,
    /// In games of placing a full cell is a free square, `.`, and another one a blocked square, `#` or `X`, as
    /// in CGSuite and MCGS; or `1` and `0`, as Grundy wrote them before.
    Squares,
}

impl Signs {
    /// Whether a cell with this sign is full.
    fn is_full(self, sign: char) -> Option<bool> {
        match (self, sign) {
            (_, '1') | (Signs::Stones, '#') | (Signs::Squares, '.') => Some(true),
            (_, '0') | (Signs::Stones, '.') | (Signs::Squares, '#' | 'X' | 'x') => Some(false),
            _ => None,
        }
    }

    fn is_sign(self, sign: char) -> bool {
        self.is_full(sign).is_some()
    }

    /// Which signs there are, as a help.
    fn help(self) -> &'static str {
        match self {
            Signs::Stones => {
                "cells are `1` or `#` where full and `0` or `.` where not; rows are joined by `/`; a full board \
                 of 4 rows and 6 columns is `4x6`"
            }
            Signs::Squares => {
                "cells are `.` where free and `#` or `X` where blocked; rows are joined by `/`; a free board of 4 \
                 rows and 6 columns is `4x6`"
            }
        }
    }

    /// A small board, as an example.
    fn example(self) -> &'static str {
        if self == Signs::Stones { "1101/1111" } else { "..#./...." }
    }
}

/// Reads a board of stones: rows of `1` and `0` (or `#` and `.`) joined by `/` or `|`, or `4x6` for a full board
/// of 4 rows and 6 columns; `-` alone is the board without cells.
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
/// assert!(read("61695").unwrap_err().help.is_some_and(|help| help.contains("4x4#61695")));
/// ```
pub fn parse(text: &mut Reader<'_>, limit: Limit) -> Result<GridBoard, Diagnostic> {
    parse_with(Signs::Stones, text, limit)
}

/// Reads a board of squares, for games of placing: rows of `.` (free, a full cell of the board) and `#` or `X`
/// (blocked). A board of `1` (free) and `0` is read as well, with a note.
///
/// # Errors
/// As [`parse`], and for a board in which both ways of writing are mixed.
///
/// ```
/// use grundy_core::Reader;
/// use grundy_games::grid::{Limit, format_squares, parse_squares};
/// let read = |text| parse_squares(&mut Reader::new(text), Limit::OF_THE_KIT);
/// assert_eq!(read("..#|.X.").unwrap().count(), 4);
/// assert_eq!(read("110/101"), read("..#/.#."));
/// assert_eq!(format_squares(&read("110/101").unwrap()), "..#/.#.");
/// assert_eq!(read("1.").unwrap_err().span, 1..2);
/// ```
pub fn parse_squares(text: &mut Reader<'_>, limit: Limit) -> Result<GridBoard, Diagnostic> {
    let start = text.position();
    let board = parse_with(Signs::Squares, text, limit)?;
    let written = text.text()[start..text.position()].trim();
    let span = text.position() - written.len()..text.position();
    if sides(&mut Reader::new(written)).is_ok_and(|sides| sides.is_none()) {
        squares_note(written, span).into_iter().for_each(|note| text.note(note));
    }
    Ok(board)
}

/// What a reader of this board should know of its signs.
fn squares_note(written: &str, span: Range<usize>) -> Option<Diagnostic> {
    if written.contains(['1', '0']) {
        let message = "in this board `1` is read as a free cell and `0` as a blocked one";
        return Some(
            Diagnostic::new(message, span).help("write `.` for free and `#` for blocked: `..#/.#.`"),
        );
    }
    // To be left out after the release of 0.1.0, when nobody has the old meaning in mind any more.
    let message = "in this board `#` is read as a blocked cell and `.` as a free one";
    let help = "before November 2026 Grundy read a board with `#` the other way round";
    written.contains('#').then(|| Diagnostic::new(message, span).help(help))
}

fn parse_with(signs: Signs, text: &mut Reader<'_>, limit: Limit) -> Result<GridBoard, Diagnostic> {
    if text.eat_empty() {
        return Ok(GridBoard::NOTHING);
    }
    if text.is_at_end() {
        return Err(Diagnostic::new("a board is missing", text.here()).help(format!(
            "write rows joined by `/`, such as `{}`, or `4x4` for a board of 16; or `-` for no board",
            signs.example()
        )));
    }
    let start = text.position();
    let is_number = signs == Signs::Stones && is_number_alone(&text.text()[start..]);
    parse_cells(signs, text, limit).map_err(|error| match is_number {
        true => error.help("the number of a state stands behind the sides of its board: `4x4#61695`"),
        false => error,
    })
}

/// Whether a text is a number alone, in base 2, 10 or 16, and not the digits of one row.
fn is_number_alone(text: &str) -> bool {
    let word = text.trim();
    let all = |digits: &str, base| !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
    match (word.strip_prefix("0b"), word.strip_prefix("0x")) {
        (Some(digits), _) => all(digits, 2),
        (_, Some(digits)) => all(digits, 16),
        _ => all(word, 10) && !all(word, 2),
    }
}

fn parse_cells(signs: Signs, text: &mut Reader<'_>, limit: Limit) -> Result<GridBoard, Diagnostic> {
    let start = text.position();
    match sides(text)? {
        Some((rows, columns)) => {
            let has_number = signs == Signs::Stones && text.text()[text.position()..].starts_with('#');
            if has_number && rows.saturating_mul(columns) > 64 {
                return Err(no_number(rows, columns, text.since(start)));
            }
            limit.check(rows, columns, text.since(start))?;
            let (rows, columns) = (rows as u16, columns as u16);
            match signs == Signs::Stones && text.eat('#') {
                true => state_of_number(rows, columns, text),
                false => Ok(GridBoard::full(rows, columns)),
            }
        }
        None => {
            let rows = rows(signs, text, limit)?;
            signs.are_of_one_kind(&rows)?;
            let span = start..start + text.since(start).len();
            let board = board(signs, &rows);
            one_row_note(signs, &board, text.text()[span.clone()].trim(), span.start)
                .into_iter()
                .for_each(|note| text.note(note));
            Ok(board)
        }
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

/// That a board of these sides is too large for numbers of states.
fn no_number(rows: u64, columns: u64, span: Range<usize>) -> Diagnostic {
    let message =
        format!("the states of a board of {rows}x{columns} have no numbers: those of at most 64 cells have");
    Diagnostic::new(message, span).help("write its rows, joined by `/`")
}

/// Reads the number of a state behind its board's sides and a `#`: `4x4#61695`, in base 2 (`0b1111`), 10 or 16
/// (`0xF0FF`). The rows one after the other are its digits in base 2.
fn state_of_number(rows: u16, columns: u16, text: &mut Reader<'_>) -> Result<GridBoard, Diagnostic> {
    let sides = || format!("{rows}x{columns}");
    let cells = u32::from(rows) * u32::from(columns);
    let start = text.position();
    let word = text.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
    let span = text.since(start);
    let last = u64::MAX >> (64 - cells);
    let range = format!("the states of this board are {0}#0 to {0}#{last}", sides());
    let plain = word.replace('_', "").to_ascii_lowercase();
    let (digits, base) = match (plain.strip_prefix("0b"), plain.strip_prefix("0x")) {
        (Some(digits), _) => (digits, 2),
        (_, Some(digits)) => (digits, 16),
        _ => (plain.as_str(), 10),
    };
    if word.is_empty() {
        let message = "the number of a state, from 0 up, is missing behind this `#`";
        return Err(Diagnostic::new(message, start - 1..start).help(range));
    }
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
        let message = format!("`{word}` is no number of a state");
        return Err(Diagnostic::new(message, span).help(range));
    }
    let number = u64::from_str_radix(digits, base).ok();
    let stones = number.and_then(|number| Stones::of_number(rows.into(), columns.into(), number));
    let Some(stones) = stones else {
        let message = format!("a board of {} has no state {word}", sides());
        return Err(Diagnostic::new(message, span).help(range));
    };
    let is_stone = |cell: u32| stones.cells >> cell & 1 == 1;
    let place = |cell: u32| (cell as u16 / columns, cell as u16 % columns);
    Ok((0..cells)
        .filter(|&cell| is_stone(cell))
        .map(place)
        .fold(GridBoard::empty(rows, columns), |board, (row, column)| board.with_cell(row, column)))
}

/// What a reader should know of a board of one row that has as many cells as a square board: its rows may have
/// been written one after the other.
fn one_row_note(signs: Signs, board: &GridBoard, written: &str, start: usize) -> Option<Diagnostic> {
    let cells = u32::from(board.columns);
    let side = cells.isqrt();
    let is_told = signs == Signs::Stones && board.rows == 1 && side >= SIDE_TOLD && side * side == cells;
    is_told.then(|| {
        let row = |row: u32| &written[(row * side) as usize..((row + 1) * side) as usize];
        let rows = (0..side).map(row).collect::<Vec<_>>().join("/");
        let message = format!("this is a board of one row of {cells} cells");
        let number = board
            .stones()
            .map_or(String::new(), |stones| format!(", or as a number, `{side}x{side}#{}`", stones.number()));
        Diagnostic::new(message, start..start + written.len())
            .help(format!("a board of {side} rows is written `{rows}`{number}"))
    })
}

/// A row of four cells is one row, and no board of 2 by 2.
const SIDE_TOLD: u32 = 3;

/// Rows joined by `/` or `|`, or apart by blanks or line ends, each with its place.
fn rows<'t>(signs: Signs, text: &mut Reader<'t>, limit: Limit) -> Result<Vec<(&'t str, usize)>, Diagnostic> {
    let board_start = text.position();
    let mut rows: Vec<(&str, usize)> = Vec::new();
    let mut are_apart = false;
    loop {
        text.skip_blanks();
        let start = text.position();
        let row = text.take_while(|c| signs.is_sign(c));
        let span = text.since(start);
        let after_row = text.peek();
        text.skip_blanks();
        if after_row.is_some_and(|c| !is_joint(c) && !c.is_whitespace())
            || (row.is_empty() && !at_joint(text))
        {
            let found = text.peek().unwrap_or(' ').escape_debug();
            return Err(
                Diagnostic::new(format!("`{found}` cannot stand in a board"), text.here()).help(signs.help())
            );
        }
        if row.is_empty() {
            return Err(Diagnostic::new(format!("row {} has no cells", rows.len() + 1), text.here())
                .help("write the cells of each row: `/` stands between rows, not around them"));
        }
        if let Some((first, _)) = rows.first()
            && first.len() != row.len()
        {
            let message = format!(
                "row {} has {}, but the first has {}",
                rows.len() + 1,
                Word::count(row.len() as u128, "cell"),
                first.len()
            );
            return Err(Diagnostic::new(message, span).help(
                "all rows are equally long: write what stands in every cell, also where that is nothing",
            ));
        }
        rows.push((row, start));
        limit.check(rows.len() as u64, row.len() as u64, text.since(board_start))?;
        if text.is_at_end() {
            return Ok(rows);
        }
        let here = text.here();
        let has_joint = text.eat('/') || text.eat('|');
        // Cells that stand apart are no rows, and blanks beside joints may be slips.
        let is_apart = !has_joint && row.len() > 1 && text.peek().is_some_and(|c| signs.is_sign(c));
        let is_as_before = rows.len() == 1 || are_apart == is_apart;
        are_apart = is_apart;
        if !(has_joint || is_apart) || !is_as_before {
            return Err(Diagnostic::new("a `/` is missing between rows", here).help(format!(
                "rows are joined by `/`, or all of them apart by blanks, without blanks inside a row: `{}`",
                signs.example()
            )));
        }
    }
}

impl Signs {
    /// Asks that a board of squares has either digits or other signs: `1` is free, and so is `.`, but who
    /// writes both may mean anything.
    fn are_of_one_kind(self, rows: &[(&str, usize)]) -> Result<(), Diagnostic> {
        if self == Signs::Stones {
            return Ok(());
        }
        let cells =
            || rows.iter().flat_map(|(row, start)| row.char_indices().map(|(at, c)| (c, *start + at)));
        let first = cells().next();
        let is_digit = |sign: char| sign.is_ascii_digit();
        let other =
            cells().find(|(sign, _)| first.is_some_and(|(first, _)| is_digit(first) != is_digit(*sign)));
        match (first, other) {
            (Some((first, _)), Some((other, at))) => {
                let message = format!("`{first}` and `{other}` do not stand in one board");
                Err(Diagnostic::new(message, at..at + 1)
                    .help("write `.` for every free cell and `#` for every blocked one"))
            }
            _ => Ok(()),
        }
    }
}

/// The board of rows that are equally long.
fn board(signs: Signs, rows: &[(&str, usize)]) -> GridBoard {
    let mut board = GridBoard::empty(rows.len() as u16, rows[0].0.len() as u16);
    for (row, (text, _)) in rows.iter().enumerate() {
        for (column, cell) in text.chars().enumerate() {
            if signs.is_full(cell) == Some(true) {
                board = board.with_cell(row as u16, column as u16);
            }
        }
    }
    board
}

fn is_joint(c: char) -> bool {
    c == '/' || c == '|'
}

fn at_joint(text: &Reader<'_>) -> bool {
    text.peek().is_none_or(is_joint)
}

impl GridBoard {
    /// Rows of such signs for full and other cells, or the sides of a full board.
    fn written(&self, full: char, other: char) -> String {
        if self.is_full() {
            return format!("{}x{}", self.rows, self.columns);
        }
        let sign = |row, column| if self.has(row, column) { full } else { other };
        let line = |row| (0..self.columns).map(|column| sign(row, column)).collect::<String>();
        (0..self.rows).map(line).collect::<Vec<_>>().join("/")
    }
}

/// Writes a board of stones: rows of `1` and `0`, the sides of a full board, `-` where no stone is left.
pub fn format_stones(board: &GridBoard) -> String {
    if board.count() == 0 { EMPTY.to_owned() } else { board.to_string() }
}

/// Writes a board of squares: rows of `.` and `#`, the sides of a free board, `-` for one without cells.
pub fn format_squares(board: &GridBoard) -> String {
    if *board == GridBoard::NOTHING { EMPTY.to_owned() } else { board.written('.', '#') }
}

impl fmt::Display for GridBoard {
    /// Rows of 1 and 0, or the sides of a full board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written('1', '0'))
    }
}

impl fmt::Debug for GridBoard {
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
