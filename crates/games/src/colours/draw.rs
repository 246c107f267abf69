//! Boards of two colours, in a terminal and as pictures.

use super::board::ColourBoard;
use crate::grid::{self, Cell};
use grundy_core::Word;
use grundy_picture::{Picture, Shape};

const STONE: f64 = 13.0;
const HANDLE: f64 = 5.0;
/// More moves than these have no handles of their own: they would hide each other.
const MOST_HANDLES: usize = 400;

/// The cells with the numbers of rows and columns.
pub(crate) fn show(at: &ColourBoard, width: usize) -> String {
    let columns = u32::from(at.columns());
    let sign = |row: u16, column: u16| at.sign(u32::from(row) * columns + u32::from(column));
    grid::show_cells(at.rows(), at.columns(), sign, width)
}

/// A move in a picture: the cell at which its handle is, its label, how it is said, and whether it is marked.
pub(crate) struct ColourHandle {
    pub(crate) cell: u32,
    pub(crate) label: String,
    pub(crate) said: String,
    pub(crate) wins: bool,
}

/// The cells; the moves as small circles, those at one cell side by side. `made` are the cells of the move that is marked as made.
pub(crate) fn draw(at: &ColourBoard, title: &'static str, moves: Vec<ColourHandle>, made: &[u32]) -> Picture {
    let mut picture = Picture::new(title);
    grid::add_numbers(&mut picture, at.rows(), at.columns());
    let cell_of = |cell: u32| {
        let (row, column) = at.place(cell);
        Cell { row: row as u16, column: column as u16 }
    };
    for cell in 0..u32::from(at.rows()) * u32::from(at.columns()) {
        let square = grid::square(cell_of(cell)).class(if at.sign(cell) == '#' { "bar" } else { "cell" });
        picture.add(square.class_if(made.contains(&cell), "taken"));
        if let sign @ ('X' | 'O') = at.sign(cell) {
            let middle = grid::middle(cell_of(cell));
            picture.add(Shape::circle(middle, STONE).class("stone"));
            picture.add(Shape::text(middle, sign.to_string(), 16.0).class("label"));
        }
    }
    let mut counts = vec![0_u32; usize::from(at.rows()) * usize::from(at.columns())];
    let hidden = moves.len().saturating_sub(MOST_HANDLES);
    for handle in moves.into_iter().take(MOST_HANDLES) {
        let count = &mut counts[handle.cell as usize];
        let (x, y) = grid::middle(cell_of(handle.cell));
        // Three in a row, then the next row; more lie on each other.
        let place = (x + 12.0 * f64::from(*count % 3) - 12.0, y + 12.0 * f64::from(*count / 3 % 3) - 12.0);
        *count += 1;
        let circle = Shape::circle(place, HANDLE).class("handle").class_if(handle.wins, "winning");
        picture.add(circle.stands_for(handle.label).title(handle.said));
    }
    if hidden > 0 {
        let below = grid::middle(Cell { row: at.rows(), column: 0 });
        picture.add(
            Shape::text(below, format!("and {}", Word::count(hidden as u128, "more move")), 15.0)
                .class("note"),
        );
    }
    picture
}
