//! Arenas as text, and boards of any marks.

use super::Rectangles;
use super::field::{Arena, GridOrArena, MOST_SIDE};
use super::rules::{OnArena, Rectangle};
use crate::grid::{Cell, Things, sides};
use grundy_core::{Diagnostic, EMPTY, Notation, Reader};
use std::ops::Range;

/// Marks that always are a gap, and marks that are a stone beside any other, the first of them first. In the
/// arena of the contest of 1994 a hyphen is a spot that can be taken.
const GAPS: [char; 4] = ['0', '.', '_', '·'];
const STONES: [char; 11] = ['1', '#', '-', 'X', 'x', '*', '@', '●', '■', 'O', 'o'];
/// Marks that always are a free square beside one other, which is blocked: as boards are written, and as they are
/// shown.
const FREE_SQUARES: [char; 2] = ['.', '□'];
/// Fewer cells of unknown marks are hardly a board.
const LEAST_CELLS: usize = 4;

/// What a text says of the board that it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardForm {
    /// A board of the usual marks that a game's own boards hold, or no board at all.
    Usual,
    /// Such a board with other marks.
    OtherMarks,
    /// A larger board.
    Arena,
}

/// The rows of a board, with their places.
struct Rows<'t> {
    rows: Vec<(&'t str, Range<usize>)>,
}

impl<'t> Rows<'t> {
    /// Cuts a text at `/`, `|` and blanks; `start` is where it begins.
    fn of(text: &'t str, start: usize) -> Rows<'t> {
        let is_joint = |c: char| c == '/' || c == '|' || c.is_whitespace();
        let rows = text.split(is_joint).filter(|row| !row.is_empty());
        let place = |row: &str| start + (row.as_ptr() as usize - text.as_ptr() as usize);
        Rows { rows: rows.map(|row| (row, place(row)..place(row) + row.len())).collect() }
    }

    fn count(&self) -> usize {
        self.rows.iter().map(|(row, _)| row.chars().count()).sum()
    }

    /// The marks that occur, in the order in which they are met.
    fn marks(&self) -> Vec<char> {
        let mut marks = Vec::new();
        for mark in self.rows.iter().flat_map(|(row, _)| row.chars()) {
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        marks
    }
}

/// Whether a game's own boards are written with these marks.
fn are_usual(marks: &[char], things: Things) -> bool {
    let usual = match things {
        Things::Stones => "10#.",
        Things::Squares => "10#.Xx",
    };
    marks.iter().all(|mark| usual.contains(*mark))
}

/// The mark that is a stone, or a free square, among those that occur: `None` where these are no board.
fn stone_of(marks: &[char], things: Things) -> Option<char> {
    if are_usual(marks, things) {
        return match things {
            _ if marks.contains(&'1') || marks.contains(&'0') => Some('1'),
            Things::Stones => Some('#'),
            Things::Squares => Some('.'),
        };
    }
    let has_known_stone = marks.contains(&'1') || things == Things::Stones && marks.contains(&'#');
    if marks.contains(&'-') && !has_known_stone {
        // Other marks say who took a spot, and there may be several.
        return Some('-');
    }
    if marks.len() > 2 {
        return None;
    }
    if things == Things::Squares {
        return FREE_SQUARES.into_iter().find(|free| marks.contains(free));
    }
    let known = STONES.iter().find(|stone| marks.contains(stone));
    let beside_gap = marks.iter().find(|mark| !GAPS.contains(mark));
    let has_gap = marks.iter().any(|mark| GAPS.contains(mark));
    if has_gap { beside_gap.copied() } else { known.copied().or(marks.first().copied()) }
}

/// What the text of a position of a game is, whose own boards have at most `most` cells.
pub fn board_form(text: &str, things: Things, most: u64) -> BoardForm {
    let mut reader = Reader::new(text);
    reader.skip_blanks();
    if let Ok(found) = sides(&mut reader)
        && let Some((rows, columns)) = found
    {
        let is_large = rows.checked_mul(columns).is_none_or(|cells| cells > most);
        return if is_large && reader.is_at_end() { BoardForm::Arena } else { BoardForm::Usual };
    }
    let rows = Rows::of(text, 0);
    let marks = rows.marks();
    let are_usual = are_usual(&marks, things);
    let is_board = stone_of(&marks, things).is_some();
    if is_board && rows.count() as u64 > most {
        BoardForm::Arena
    } else if !are_usual && is_board && rows.count() >= LEAST_CELLS && marks.iter().all(|&mark| is_mark(mark))
    {
        BoardForm::OtherMarks
    } else {
        BoardForm::Usual
    }
}

/// Whether a sign can be a mark of a board: what stands in other notations cannot.
fn is_mark(sign: char) -> bool {
    !sign.is_control() && !"23456789=+(),;:".contains(sign)
}

impl Arena {
    /// Reads a board of any two marks, rows joined by `/`, `|` or blanks, or of sides, `16x32`. Which mark was
    /// taken as a stone, or a free square, is told in a note where the marks are not the usual ones.
    ///
    /// # Errors
    /// For rows of different lengths, more marks than two, and sides beyond [`MOST_SIDE`].
    pub fn read(text: &mut Reader<'_>, things: Things) -> Result<Arena, Diagnostic> {
        text.skip_blanks();
        let start = text.position();
        if let Some((rows, columns)) = sides(text)? {
            check_sides(rows, columns, text.since(start))?;
            let mut arena = Arena::empty(rows as u16, columns as u16);
            (0..rows as u16).for_each(|row| (0..columns as u16).for_each(|column| arena.fill(row, column)));
            return Ok(arena);
        }
        let whole = text.text();
        let rows = Rows::of(text.rest(), start);
        let marks = rows.marks();
        let span = start..whole.trim_end().len().max(start);
        let Some(stone) = stone_of(&marks, things) else {
            let told: String = marks.iter().take(12).collect();
            let message =
                format!("a board is made of two marks, and there are more: `{}`", told.escape_debug());
            return Err(
                Diagnostic::new(message, span).help("write `1` where a cell is full and `0` where it is not")
            );
        };
        let arena = rows.arena(stone)?;
        text.move_to(whole.len());
        if !are_usual(&marks, things) {
            text.note(told_marks(stone, &marks, things, span));
        }
        Ok(arena)
    }

    /// The rows with these marks.
    pub fn written(&self, full: char, other: char) -> String {
        let sign = |row, column| if self.has(row, column) { full } else { other };
        let line = |row| (0..self.columns()).map(|column| sign(row, column)).collect::<String>();
        (0..self.rows()).map(line).collect::<Vec<_>>().join("/")
    }
}

fn check_sides(rows: u64, columns: u64, span: Range<usize>) -> Result<(), Diagnostic> {
    let most = u64::from(MOST_SIDE);
    if (1..=most).contains(&rows) && (1..=most).contains(&columns) {
        return Ok(());
    }
    let told = |side: u64| if side > 1_000_000 { "a million and more".to_owned() } else { side.to_string() };
    let (rows, columns) = (told(rows), told(columns));
    let message =
        format!("this board is too large: {rows} by {columns}; large boards are at most {most} by {most}");
    Err(Diagnostic::new(message, span).help("write parts that do not touch as a sum"))
}

impl Rows<'_> {
    fn arena(&self, stone: char) -> Result<Arena, Diagnostic> {
        let width = self.rows.first().map_or(0, |(row, _)| row.chars().count());
        for (number, (row, span)) in self.rows.iter().enumerate() {
            let cells = row.chars().count();
            if cells != width {
                let message = format!("row {} has {cells} cells, but the first has {width}", number + 1);
                return Err(Diagnostic::new(message, span.clone()).help(
                    "all rows are equally long: write what stands in every cell, also where that is nothing",
                ));
            }
        }
        let whole =
            self.rows.first().map_or(0..0, |(_, first)| first.start..self.rows[self.rows.len() - 1].1.end);
        check_sides(self.rows.len() as u64, width as u64, whole)?;
        let mut arena = Arena::empty(self.rows.len() as u16, width as u16);
        for (row, (text, _)) in self.rows.iter().enumerate() {
            for (column, _) in text.chars().enumerate().filter(|(_, mark)| *mark == stone) {
                arena.fill(row as u16, column as u16);
            }
        }
        Ok(arena)
    }
}

/// Which mark was taken for what.
fn told_marks(stone: char, marks: &[char], things: Things, span: Range<usize>) -> Diagnostic {
    let (full, other) = match things {
        Things::Stones => ("a stone", "a gap"),
        Things::Squares => ("a free cell", "a blocked one"),
    };
    let others: Vec<String> =
        marks.iter().filter(|mark| **mark != stone).map(|mark| format!("`{mark}`")).collect();
    let others = if others.is_empty() { "any other mark".to_owned() } else { others.join(" or ") };
    let message = format!("in this board `{stone}` is read as {full} and {others} as {other}");
    let help = match things {
        Things::Stones => "where it is the other way round write `1` for a stone and `0` for a gap",
        Things::Squares => {
            "where it is the other way round write `.` for a free cell and `#` for a blocked one"
        }
    };
    Diagnostic::new(message, span).help(help)
}

impl<R: Rectangles> Notation for OnArena<R> {
    fn parse(&self, text: &mut Reader<'_>) -> Result<GridOrArena, Diagnostic> {
        if text.eat_empty() {
            return Ok(GridOrArena::Arena(Box::new(Arena::empty(1, 1))));
        }
        Ok(GridOrArena::Arena(Box::new(Arena::read(text, self.0.things())?)))
    }

    fn format(&self, at: &GridOrArena) -> String {
        match at {
            GridOrArena::Board(board) => self.0.format(board),
            GridOrArena::Arena(arena) if arena.count() == 0 => EMPTY.to_owned(),
            GridOrArena::Arena(arena) if arena.is_full() => format!("{}x{}", arena.rows(), arena.columns()),
            GridOrArena::Arena(arena) => match self.0.things() {
                Things::Stones => arena.written('1', '0'),
                Things::Squares => arena.written('.', '#'),
            },
        }
    }

    fn format_part(&self, part: &GridOrArena) -> String {
        match part {
            GridOrArena::Board(board) => self.0.format_part(board),
            GridOrArena::Arena(arena) => self.format(&arena.cropped()),
        }
    }

    fn label(&self, _: &GridOrArena, mv: &Rectangle) -> String {
        self.0.rectangle_label(*mv)
    }

    fn parse_move(&self, at: &GridOrArena, label: &str) -> Result<Rectangle, Diagnostic> {
        let wrong = |message: String| Diagnostic::new(message, 0..label.len()).help(self.0.label_help());
        let arena = at.arena();
        let Some(taken) = self.0.rectangle_of(label) else {
            return Err(wrong(format!("`{}` is no move of this game", label.escape_debug())));
        };
        let Rectangle { first, last } = taken;
        if last.row >= arena.rows() || last.column >= arena.columns() {
            return Err(wrong(format!("`{label}` leaves the board")));
        }
        let mut cells = (first.row..=last.row)
            .flat_map(|row| (first.column..=last.column).map(move |column| Cell { row, column }));
        if let Some(gap) = cells.find(|cell| !arena.has(cell.row, cell.column)) {
            return Err(wrong(format!("{gap} is not there to be taken")));
        }
        match self.0.takes(last.row - first.row + 1, last.column - first.column + 1) {
            true => Ok(taken),
            false => Err(wrong(format!("no move takes what `{label}` names"))),
        }
    }

    fn say(&self, _: &GridOrArena, mv: &Rectangle) -> String {
        self.0.say_rectangle(*mv)
    }

    fn parameters(&self) -> String {
        self.0.parameters()
    }
}
