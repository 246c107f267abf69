//! Positions as rows of symbols; a move as the cells that it changes.

use super::change::Change;
use super::rules::OwnGame;
use crate::board::Field;
use crate::board::field::MOST_CELLS;
use crate::limits::MOST_BOARD;
use grundy_core::{Diagnostic, EMPTY, Notation, Reader, Word};
use std::collections::HashMap;

/// What is written for a place without a cell, and for a cell that is left out of a part.
const NO_CELL: char = '_';
const LEFT_OUT: char = ',';

impl OwnGame {
    /// Reads a board, which is not written where a length tells it.
    fn read_position(&self, length: Option<u16>, text: &mut Reader<'_>) -> Result<Field, Diagnostic> {
        let start = text.position();
        if length.is_none() && text.eat_empty() {
            return Ok(Field::NOTHING);
        }
        let is_at_end = text.is_at_end();
        let written = match (length, is_at_end) {
            (Some(length), true) => self.full_board(1, length, start..text.position())?,
            (Some(length), false) => {
                let span = text.position()..text.text().trim_end().len();
                return Err(Diagnostic::new(format!("`len={length}` already tells the strip"), span)
                    .help(format!("write either `len={length}` or the cells")));
            }
            (None, true) => return Err(self.nothing_written(text)),
            (None, false) => self.read_board(text)?,
        };
        let span = start..text.position();
        if self.framed_cells(&written) > MOST_CELLS {
            return Err(Diagnostic::new(
                "this board is too long for rules that read the edge so far away",
                span,
            )
            .help("write a board with shorter sides"));
        }
        let field = self.framed(&written);
        self.check_size(&field).map_err(|error| {
            let message = format!("this board is too large for these rules: {error}");
            Diagnostic::new(message, span.clone())
                .help("write a smaller board, or rules whose runs are shorter")
        })?;
        Ok(field)
    }
}

impl Notation for OwnGame {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Field, Diagnostic> {
        self.read_position(self.length, text)
    }

    fn parse_written(&self, text: &mut Reader<'_>) -> Result<Field, Diagnostic> {
        self.read_position(None, text)
    }

    fn format(&self, at: &Field) -> String {
        let (written, _) = self.written(at);
        if written.rows() == 0 {
            return EMPTY.to_owned();
        }
        let cells =
            || (0..written.rows()).flat_map(|row| (0..written.columns()).map(move |column| (row, column)));
        let is_full = cells()
            .all(|(row, column)| self.shared.fill.is_some() && written.code(row, column) == self.shared.fill);
        if is_full && !self.is_strip() && self.shared.fits_full_board {
            return format!("{}x{}", written.rows(), written.columns());
        }
        let row = |row: u16| {
            (0..written.columns()).map(|column| self.sign(written.code(row, column))).collect::<String>()
        };
        (0..written.rows()).map(row).collect::<Vec<_>>().join("/")
    }

    fn format_part(&self, part: &Field) -> String {
        let part = self.in_play_only(part);
        match part.extent() {
            Some((corner, sides)) => self.format(&part.cut((corner.0.into(), corner.1.into()), sides)),
            None => EMPTY.to_owned(),
        }
    }

    fn label(&self, at: &Field, mv: &Change) -> String {
        let is_shared = self.changes(at).iter().any(|other| other != mv && other.is_at(mv));
        self.label_of(at, mv, is_shared)
    }

    fn labels(&self, at: &Field, moves: &[Change]) -> Vec<String> {
        let places =
            |change: &Change| change.0.iter().map(|&(row, column, _)| (row, column)).collect::<Vec<_>>();
        let mut times: HashMap<Vec<(u16, u16)>, u32> = HashMap::new();
        if !moves.is_empty() {
            self.changes(at).iter().for_each(|change| *times.entry(places(change)).or_default() += 1);
        }
        moves
            .iter()
            .map(|mv| self.label_of(at, mv, times.get(&places(mv)).is_some_and(|&times| times > 1)))
            .collect()
    }

    fn parse_move(&self, at: &Field, label: &str) -> Result<Change, Diagnostic> {
        let changes = self.changes(at);
        let labels = self.labels(at, &changes);
        let cells_in_any_case = |known: &str| {
            let (cells, symbols) = known.split_once('=').unwrap_or((known, ""));
            let (given, given_symbols) = label.split_once('=').unwrap_or((label, ""));
            cells.eq_ignore_ascii_case(given) && symbols == given_symbols
        };
        let found = labels.iter().position(|known| cells_in_any_case(known));
        found.map(|index| changes[index].clone()).ok_or_else(|| self.no_move(label, &labels))
    }

    fn say(&self, at: &Field, mv: &Change) -> String {
        self.said(at, mv)
    }
}

impl OwnGame {
    /// What is written of a board, row by row.
    pub(crate) fn signs(&self, at: &Field) -> Vec<Vec<char>> {
        let (written, _) = self.written(at);
        let row =
            |row: u16| (0..written.columns()).map(|column| self.sign(written.code(row, column))).collect();
        (0..written.rows()).map(row).collect()
    }

    /// What stands for a code.
    pub(crate) fn sign(&self, code: Option<u8>) -> char {
        match code {
            None => LEFT_OUT,
            Some(code) => self.shared.codes.0.get(usize::from(code)).copied().unwrap_or(NO_CELL),
        }
    }

    /// The code of a sign; `None` for one that is no symbol of the game.
    fn code_of(&self, sign: char) -> Option<Option<u8>> {
        match sign {
            LEFT_OUT => Some(None),
            NO_CELL => Some(Some(self.shared.edge())),
            _ => self.shared.codes.code(sign).map(Some),
        }
    }

    /// The label of a move; with its symbols where another move changes the same cells.
    fn label_of(&self, at: &Field, mv: &Change, is_shared: bool) -> String {
        let (_, corner) = self.written(at);
        let cells: Vec<(i32, i32)> =
            mv.0.iter().map(|&(row, column, _)| self.place(corner, (row, column))).collect();
        let name = |&(row, column): &(i32, i32)| match self.is_strip() {
            true => (column + 1).to_string(),
            false => format!("r{}c{}", row + 1, column + 1),
        };
        let mut label = match (&cells[..], square(&cells)) {
            ([one], _) => name(one),
            ([first, .., last], _) if is_run(&cells) => format!("{}-{}", name(first), name(last)),
            ([first, ..], Some(side)) => format!("{}+{side}", name(first)),
            _ => cells.iter().map(name).collect::<Vec<_>>().join(","),
        };
        if is_shared {
            label.push('=');
            label.extend(mv.0.iter().map(|&(.., code)| self.sign(Some(code))));
        }
        label
    }

    fn no_move(&self, label: &str, labels: &[String]) -> Diagnostic {
        let shown: String = label.chars().take(40).flat_map(char::escape_debug).collect();
        let help = match labels.first() {
            Some(first) => format!("a move is told by the cells that it changes, such as `{first}`"),
            None => "no move is left here".to_owned(),
        };
        Diagnostic::new(format!("`{shown}` is no move here"), 0..label.len()).help(help)
    }

    fn nothing_written(&self, text: &Reader<'_>) -> Diagnostic {
        if !self.shared.fits_full_board && !self.has_example() {
            return Diagnostic::new("this game has no example", text.here())
                .help("write a position behind the name, or a line `example` in the rules file");
        }
        let help = match self.is_strip() {
            true => "write its cells, `len=12` for a full strip, or `-` for no strip",
            false => "write its rows joined by `/`, `4x5` for a full board, or `-` for no board",
        };
        Diagnostic::new("a board is missing", text.here()).help(help)
    }

    /// A board full of one symbol.
    fn full_board(&self, rows: u16, columns: u16, span: std::ops::Range<usize>) -> Result<Field, Diagnostic> {
        let Some(fill) = self.shared.fill.filter(|_| self.shared.fits_full_board || self.has_example())
        else {
            let symbol = self.sign(self.shared.fill);
            return Err(Diagnostic::new(format!("no move fits a board full of `{symbol}`"), span).help(
                "write the cells; a line `example` in the rules file gives the game a position to begin with",
            ));
        };
        Ok(Field::of_cells(rows, columns, |_, _| Some(fill)))
    }

    fn has_example(&self) -> bool {
        self.shared.spec.example.is_some()
    }

    /// Reads `4x5`, or rows of symbols.
    fn read_board(&self, text: &mut Reader<'_>) -> Result<Field, Diagnostic> {
        let start = text.position();
        match sides(text)? {
            Some(_) if self.is_strip() => Err(Diagnostic::new("a strip has one row", text.since(start))
                .help("write its cells, or `len=12` for a full one")),
            Some((rows, columns)) => {
                check_sides(rows, columns, text.since(start))?;
                self.full_board(rows as u16, columns as u16, text.since(start))
            }
            None => self.read_rows(text),
        }
    }

    /// Reads rows of symbols joined by `/` or `|`.
    fn read_rows(&self, text: &mut Reader<'_>) -> Result<Field, Diagnostic> {
        let board_start = text.position();
        let mut rows: Vec<Vec<Option<u8>>> = Vec::new();
        loop {
            text.skip_blanks();
            let start = text.position();
            let mut row = Vec::new();
            while let Some(code) = text.peek().and_then(|sign| self.code_of(sign)) {
                row.push(code);
                text.next_char();
            }
            let span = text.since(start);
            let next = text.peek();
            let is_joint = next.is_some_and(|c| c == '/' || c == '|');
            if row.is_empty() || next.is_some_and(|c| !is_joint && !c.is_whitespace()) {
                return Err(self.no_sign(text, rows.len()));
            }
            if let Some(first) = rows.first().filter(|first| first.len() != row.len()) {
                let message = format!(
                    "row {} has {}, but the first has {}",
                    rows.len() + 1,
                    Word::count(row.len() as u128, "cell"),
                    first.len()
                );
                return Err(Diagnostic::new(message, span)
                    .help("all rows are equally long: write `_` where there is no cell"));
            }
            rows.push(row);
            check_sides(rows.len() as u64, rows[0].len() as u64, text.since(board_start))?;
            let before_blanks = text.position();
            text.skip_blanks();
            match text.peek() {
                Some('/' | '|') if self.is_strip() => {
                    return Err(Diagnostic::new("a strip has one row", text.here())
                        .help("write several strips as a sum, with ` + ` between them"));
                }
                Some('/' | '|') => _ = text.next_char(),
                _ => {
                    text.move_to(before_blanks);
                    break;
                }
            }
        }
        Ok(Field::of_cells(rows.len() as u16, rows[0].len() as u16, |row, column| {
            rows[usize::from(row)][usize::from(column)]
        }))
    }

    fn no_sign(&self, text: &Reader<'_>, row: usize) -> Diagnostic {
        let all: Vec<String> = self.shared.codes.0.iter().map(|symbol| format!("`{symbol}`")).collect();
        let help = format!(
            "the cells of this game are {}; `_` is no cell, `,` one left out of a part",
            Word::list(&all)
        );
        let Some(found) = text.peek().filter(|&c| c != '/' && c != '|' && !c.is_whitespace()) else {
            return Diagnostic::new(format!("row {} has no cells", row + 1), text.here()).help(help);
        };
        Diagnostic::new(format!("`{}` is no cell of this game", found.escape_debug()), text.here()).help(help)
    }
}

/// Whether all cells follow each other in a row or a column.
fn is_run(cells: &[(i32, i32)]) -> bool {
    let step = |row: i32, column: i32| {
        cells.windows(2).all(|two| (two[1].0 - two[0].0, two[1].1 - two[0].1) == (row, column))
    };
    step(0, 1) || step(1, 0)
}

/// The side of the square that the cells fill.
fn square(cells: &[(i32, i32)]) -> Option<usize> {
    let side = cells.len().isqrt();
    let first = *cells.first()?;
    let is_at = |(index, &(row, column)): (usize, &(i32, i32))| {
        (row - first.0, column - first.1) == ((index / side) as i32, (index % side) as i32)
    };
    (side * side == cells.len() && cells.iter().enumerate().all(is_at)).then_some(side)
}

/// Reads two sides with an x between; `None`, and nothing is read, where something else stands here.
fn sides(text: &mut Reader<'_>) -> Result<Option<(u64, u64)>, Diagnostic> {
    let start = text.position();
    let first = text.take_while(|c| c.is_ascii_digit());
    if first.is_empty() {
        return Ok(None);
    }
    text.skip_blanks();
    if !text.peek().is_some_and(|c| "xX×".contains(c)) {
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

fn check_sides(rows: u64, columns: u64, span: std::ops::Range<usize>) -> Result<(), Diagnostic> {
    if rows == 0 || columns == 0 {
        let side = if rows == 0 { "row" } else { "column" };
        return Err(Diagnostic::new(format!("a board has at least one {side}"), span)
            .help("write rows x columns, such as `4x4`, or `-` for no board"));
    }
    match rows.checked_mul(columns).filter(|&cells| cells <= MOST_BOARD) {
        Some(_) => Ok(()),
        None => Err(Diagnostic::new(
            format!("this board is too large: it has more than {MOST_BOARD} cells"),
            span,
        )
        .help("write parts that do not touch as a sum")),
    }
}
