//! Boards of two colours, in a terminal and as pictures.

use super::board::ColourBoard;
use crate::grid::{self, Cell};
use grundy_core::Word;
use grundy_picture::{Picture, Shape};

const STONE: f64 = 13.0;
/// The side of the square in the middle of a cell that handles fill, and the radius of each where there are nine.
const HANDLES: f64 = 36.0;
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

/// The cells; the moves as small circles, those at one cell side by side. `made` are the cells of the move that is
/// marked as made.
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
    let hidden = moves.len().saturating_sub(MOST_HANDLES);
    let shown = &moves[..moves.len() - hidden];
    let mut counts = vec![0_u32; usize::from(at.rows()) * usize::from(at.columns())];
    shown.iter().for_each(|handle| counts[handle.cell as usize] += 1);
    // As many handles in a row as there are rows of them, at least three.
    let side = |count: u32| (3..).find(|side| side * side >= count).unwrap_or(3);
    let sides: Vec<u32> = counts.iter().map(|&count| side(count)).collect();
    counts.fill(0);
    for handle in moves.into_iter().take(MOST_HANDLES) {
        let (count, side) = (&mut counts[handle.cell as usize], sides[handle.cell as usize]);
        let (x, y) = grid::middle(cell_of(handle.cell));
        let step = HANDLES / f64::from(side);
        let first = (step - HANDLES) / 2.0;
        let place =
            (x + first + step * f64::from(*count % side), y + first + step * f64::from(*count / side));
        *count += 1;
        let circle = Shape::circle(place, HANDLE * 3.0 / f64::from(side)).class("handle");
        let circle = circle.class_if(handle.wins, "winning");
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
