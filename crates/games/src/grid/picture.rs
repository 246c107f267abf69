//! Boards as pictures.

use super::board::{Cell, GridBoard};
use grundy_core::Word;
use grundy_picture::{Picture, Point, Shape};
use std::collections::{HashMap, HashSet};

/// From one cell to the next.
const STEP: f64 = 38.0;
const STONE: f64 = 13.0;
const HANDLE: f64 = 5.5;
/// So many winning moves of more than one cell are outlined; more would hide each other.
const MOST_OUTLINED: usize = 40;

/// What stands in the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Things {
    /// Stones, with gaps where they are gone.
    Stones,
    /// Squares, with covers where they are taken.
    Squares,
}

/// A move as a rectangle of cells.
pub(crate) struct Footprint {
    /// Its first cell.
    pub(crate) first: Cell,
    /// Its last cell.
    pub(crate) last: Cell,
    /// The move's label.
    pub(crate) label: String,
    /// The move as a person would say it.
    pub(crate) said: String,
}

impl Footprint {
    fn covers(&self, cell: Cell) -> bool {
        (self.first.row..=self.last.row).contains(&cell.row)
            && (self.first.column..=self.last.column).contains(&cell.column)
    }

    fn cells(&self) -> u32 {
        let rows = u32::from(self.last.row - self.first.row) + 1;
        rows * (u32::from(self.last.column - self.first.column) + 1)
    }

    fn middle(&self) -> Point {
        let (first, last) = (middle(self.first), middle(self.last));
        ((first.0 + last.0) / 2.0, (first.1 + last.1) / 2.0)
    }
}

/// The middle of a cell in a picture.
pub(crate) fn middle(cell: Cell) -> Point {
    (STEP * f64::from(cell.column), STEP * f64::from(cell.row))
}

/// A cell as a square that fills it.
pub(crate) fn square(cell: Cell) -> Shape {
    let (x, y) = middle(cell);
    Shape::rectangle((x - STEP / 2.0, y - STEP / 2.0), (STEP, STEP))
}

/// Writes the numbers of rows and columns beside the cells.
pub(crate) fn add_numbers(picture: &mut Picture, rows: u16, columns: u16) {
    for column in 0..columns {
        let at = (STEP * f64::from(column), -STEP * 0.8);
        picture.add(Shape::text(at, (column + 1).to_string(), 13.0).class("number"));
    }
    for row in 0..rows {
        let at = (-STEP * 0.8, STEP * f64::from(row));
        picture.add(Shape::text(at, (row + 1).to_string(), 13.0).class("number"));
    }
}

/// The board with its rows and columns numbered.
///
/// A thing stands for the move that takes it alone; a small circle between things for the move that
/// takes those around it, where `moves` has it, filled where that wins; a winning move of several cells has an
/// outline.
pub(crate) fn draw(
    board: &GridBoard,
    things: Things,
    moves: &[Footprint],
    winning: &[Footprint],
    making: Option<&Footprint>,
) -> Picture {
    let has = |row, column| board.has(row, column);
    let sight = Sight { rows: board.rows(), columns: board.columns(), has: &has };
    draw_sight(&sight, things, moves, winning, making)
}

/// Cells that are to be drawn, whatever holds them.
pub(crate) struct Sight<'c> {
    /// The number of rows.
    pub(crate) rows: u16,
    /// The number of columns.
    pub(crate) columns: u16,
    /// Whether a cell, by row and column, is full.
    pub(crate) has: &'c dyn Fn(u16, u16) -> bool,
}

/// The same for cells of any kind.
pub(crate) fn draw_sight(
    sight: &Sight<'_>,
    things: Things,
    moves: &[Footprint],
    winning: &[Footprint],
    making: Option<&Footprint>,
) -> Picture {
    let mut picture = Picture::new("a board of cells");
    add_numbers(&mut picture, sight.rows, sight.columns);
    let mut alone: HashMap<Cell, &Footprint> = HashMap::new();
    for mv in winning.iter().rev().chain(moves.iter().rev()).filter(|mv| mv.cells() == 1) {
        alone.insert(mv.first, mv);
    }
    for row in 0..sight.rows {
        for column in 0..sight.columns {
            let cell = Cell { row, column };
            let is_taken = making.is_some_and(|mv| mv.covers(cell));
            let of_this = |mv: &&Footprint| mv.cells() == 1 && mv.first == cell;
            let wins = winning.iter().any(|mv| of_this(&mv)) && !is_taken;
            let thing = thing(things, cell, (sight.has)(row, column)).class_if(wins, "winning");
            let thing = thing.class_if(is_taken, "taken");
            picture.add(match alone.get(&cell) {
                Some(mv) => thing.stands_for(mv.label.clone()).title(mv.said.clone()),
                None => thing,
            });
        }
    }
    let several = |mv: &&Footprint| mv.cells() > 1;
    let labels_that_win: HashSet<&str> = winning.iter().map(|mv| mv.label.as_str()).collect();
    let wins = |mv: &Footprint| labels_that_win.contains(mv.label.as_str());
    let (won, others): (Vec<&Footprint>, Vec<&Footprint>) =
        moves.iter().filter(several).partition(|mv| wins(mv));
    for mv in others {
        picture.add(handle(mv).class("handle"));
    }
    let (outlined, not_outlined): (Vec<&Footprint>, Vec<&Footprint>) = {
        let mut several: Vec<&Footprint> = winning.iter().filter(several).collect();
        let rest = several.split_off(several.len().min(MOST_OUTLINED));
        (several, rest)
    };
    for mv in outlined {
        picture.add(outline(mv).class("outline winning").stands_for(mv.label.clone()).title(mv.said.clone()));
    }
    // In front of all outlines, so that each tells whose it is.
    for mv in &won {
        picture.add(handle(mv).class("handle winning"));
    }
    let hidden = not_outlined.iter().filter(|mv| won.iter().all(|other| other.label != mv.label)).count();
    if hidden > 0 {
        let below = (STEP * f64::from(sight.columns - 1) / 2.0, STEP * f64::from(sight.rows));
        let note = format!("and {}", Word::count(hidden as u128, "more winning move"));
        picture.add(Shape::text(below, note, 15.0).class("note"));
    }
    picture
}

/// A small circle in the middle of what a move takes.
fn handle(mv: &Footprint) -> Shape {
    Shape::circle(mv.middle(), HANDLE).stands_for(mv.label.clone()).title(mv.said.clone())
}

/// A cell with or without its thing.
fn thing(things: Things, cell: Cell, has_it: bool) -> Shape {
    let (x, y) = middle(cell);
    match (things, has_it) {
        (Things::Stones, true) => Shape::circle((x, y), STONE).class("stone"),
        (Things::Stones, false) => Shape::circle((x, y), STONE / 2.5).class("gap"),
        (Things::Squares, is_free) => square(cell).class(if is_free { "free" } else { "blocked" }),
    }
}

fn outline(mv: &Footprint) -> Shape {
    let ((left, top), (right, bottom)) = (middle(mv.first), middle(mv.last));
    let reach = STONE + 3.0;
    let size = (right - left + 2.0 * reach, bottom - top + 2.0 * reach);
    Shape::rectangle((left - reach, top - reach), size).rounded(reach)
}
