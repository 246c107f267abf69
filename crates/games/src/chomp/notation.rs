//! Bars as sides, `3x4`, or lengths of rows, `4 4 2`; a bite as its square, `r2c3`.

use super::Chomp;
use super::rules::{Bar, Bite, MOST_SQUARES};
use crate::grid;
use grundy_core::{Diagnostic, EMPTY, Notation, Reader, Word};

const HELP: &str =
    "write rows x columns, such as `3x4`, or the lengths of the rows from above, such as `4 4 2`";

/// `None` for a number of squares beyond all measure.
fn check_size(squares: Option<u64>, span: std::ops::Range<usize>) -> Result<(), Diagnostic> {
    let told = match squares {
        Some(0..=MOST_SQUARES) => return Ok(()),
        Some(squares) => format!("{squares} squares"),
        None => "far too many squares".to_owned(),
    };
    let message = format!("this bar is too large: {told}, at most {MOST_SQUARES}");
    Err(Diagnostic::new(message, span)
        .help("write a smaller bar: larger ones are out of reach of any search"))
}

/// A bar drawn cell by cell, as boards are: what it is called here.
fn drawn(text: &mut Reader<'_>) -> Option<Diagnostic> {
    let start = text.position();
    let picture = text.take_while(|c| "10#./|".contains(c));
    let span = text.since(start);
    text.move_to(start);
    if !picture.contains(['#', '.', '/', '|']) {
        return None;
    }
    let rows = picture.split(['/', '|']).map(|row| row.trim_end_matches(['0', '.']));
    let lengths: Vec<usize> = rows.map(str::len).take_while(|&length| length > 0).collect();
    let is_bar = lengths.is_sorted_by(|above, below| above >= below) && !lengths.is_empty();
    let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
    let help = if is_bar { format!("write `{}` for this one", lengths.join(" ")) } else { HELP.to_owned() };
    let message = "a bar is written by the lengths of its rows, not square by square";
    Some(Diagnostic::new(message, span).help(help))
}

impl Notation for Chomp {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Bar, Diagnostic> {
        if text.eat_empty() {
            return Ok(Bar::NOTHING);
        }
        if text.is_at_end() {
            return Err(Diagnostic::new("a bar of chocolate is missing", text.here()).help(HELP));
        }
        let start = text.position();
        if let Some((rows, columns)) = grid::sides(text)? {
            return full(text, rows, columns, start);
        }
        if let Some(told) = drawn(text) {
            return Err(told);
        }
        let mut lengths: Vec<u8> = Vec::new();
        let mut squares = 0;
        loop {
            let row_start = text.position();
            let length = text.number("a length", u32::MAX.into())?;
            let span = text.since(row_start);
            if length == 0 {
                return Err(Diagnostic::new("a row has at least one square", span)
                    .help("leave out rows that are eaten; the poisoned square is always there: `1`"));
            }
            squares += length;
            check_size(Some(squares), text.since(start))?;
            if let Some(&above) = lengths.last().filter(|&&above| length > u64::from(above)) {
                let squares = Word::count(length.into(), "square");
                let message = format!("this row has {squares}, but the one above it only {above}");
                return Err(Diagnostic::new(message, span).help(
                    "bites take all below and to the right, so no row is longer than the one above it",
                ));
            }
            lengths.push(length as u8);
            let after_row = text.position();
            text.skip_blanks();
            let has_comma = text.eat(',');
            if !has_comma && text.is_at_end() {
                return Ok(Bar::new(lengths));
            }
            if text.position() == after_row {
                let found = text.peek().unwrap_or(' ').escape_debug();
                return Err(
                    Diagnostic::new(format!("`{found}` cannot stand in a bar"), text.here()).help(HELP)
                );
            }
            text.skip_blanks();
        }
    }

    fn format(&self, at: &Bar) -> String {
        let lengths = at.lengths();
        if lengths.is_empty() {
            return EMPTY.to_owned();
        }
        if lengths.iter().all(|length| *length == lengths[0]) {
            return format!("{}x{}", lengths.len(), lengths[0]);
        }
        lengths.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    }

    fn label(&self, _: &Bar, mv: &Bite) -> String {
        format!("r{}c{}", mv.row + 1, mv.column + 1)
    }

    fn parse_move(&self, at: &Bar, label: &str) -> Result<Bite, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::new(message, 0..label.len()).help("write the square that is bitten, such as `r2c3`")
        };
        let Some(cell) = grid::parse_cell(label) else {
            return Err(wrong(format!("`{label}` is no bite")));
        };
        if (cell.row, cell.column) == (0, 0) {
            return Err(wrong("r1c1 is poisoned and never eaten".to_owned()));
        }
        let length = at.lengths().get(usize::from(cell.row)).copied().unwrap_or(0);
        if cell.column >= length.into() {
            return Err(wrong(format!("there is no square {cell}")));
        }
        Ok(Bite { row: cell.row as u8, column: cell.column as u8 })
    }

    fn say(&self, at: &Bar, mv: &Bite) -> String {
        let eaten = at.squares() - grundy_core::Ruleset::play(self, at, mv).squares();
        format!("bite at {}, {} in all", self.label(at, mv), Word::count(eaten.into(), "square"))
    }
}

/// The bar behind its sides.
fn full(text: &Reader<'_>, rows: u64, columns: u64, start: usize) -> Result<Bar, Diagnostic> {
    let span = text.since(start);
    if rows == 0 || columns == 0 {
        let side = if rows == 0 { "row" } else { "column" };
        return Err(Diagnostic::new(format!("a bar has at least one {side}"), span).help(HELP));
    }
    check_size(rows.checked_mul(columns), span)?;
    Ok(Bar::full(rows as u8, columns as u8))
}
