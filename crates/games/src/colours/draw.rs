//! Boards of two colours, in a terminal and as pictures.

use super::board::ColourBoard;
use crate::grid::{self, Cell};
use grundy_core::Word;
use grundy_picture::{Picture, Shape};

const STONE: f64 = 13.0;
/// The side of the square in the middle of a cell that handles fill, and the share of its room that one takes.
const HANDLES: f64 = 36.0;
const HANDLE: f64 = 0.42;
/// The largest radius of a handle.
const LARGEST_HANDLE: f64 = 8.0;
/// More moves than these have no handles of their own: they would hide each other.
const MOST_HANDLES: usize = 400;

/// The cells with the numbers of rows and columns.
pub(crate) fn show(at: &ColourBoard, width: usize) -> String {
    let columns = u32::from(at.columns());
    let sign = |row: u16, column: u16| at.sign(u32::from(row) * columns + u32::from(column));
    grid::show_cells(at.rows(), at.columns(), sign, width)
}

/// A move in a picture: the cell at which its handle is, the stone that it puts there if it does (else there are many
/// such moves, and they are drawn lightly), its label, how it is said, and whether it is marked.
pub(crate) struct ColourHandle {
    pub(crate) cell: u32,
    pub(crate) stone: Option<char>,
    pub(crate) label: String,
    pub(crate) said: String,
    pub(crate) wins: bool,
}

/// The cells; the moves as small circles, those at one cell side by side. `made` are the cells of the move that is
/// marked as made, in the order in which it names them: each has its number as a class, `place-1`, `place-2`.
pub(crate) fn draw(at: &ColourBoard, title: &'static str, moves: Vec<ColourHandle>, made: &[u32]) -> Picture {
    let mut picture = Picture::new(title);
    grid::add_numbers(&mut picture, at.rows(), at.columns());
    let cell_of = |cell: u32| {
        let (row, column) = at.place(cell);
        Cell { row: row as u16, column: column as u16 }
    };
    let mut letters = Vec::new();
    for cell in 0..u32::from(at.rows()) * u32::from(at.columns()) {
        let square = grid::square(cell_of(cell)).class(if at.sign(cell) == '#' { "bar" } else { "cell" });
        let square = square.class_if(made.contains(&cell), "taken");
        let places = made.iter().zip(1..).filter(|&(&other, _)| other == cell && made.len() > 1);
        picture.add(places.fold(square, |square, (_, place)| square.class(format!("place-{place}"))));
        if let sign @ ('X' | 'O') = at.sign(cell) {
            let middle = grid::middle(cell_of(cell));
            picture.add(Shape::circle(middle, STONE).class("stone").class(colour(sign)));
            let letter = Shape::text(middle, sign.to_string(), 16.0).class("label");
            letters.push(letter.class(if sign == 'X' { "on-black" } else { "on-white" }));
        }
    }
    let hidden = moves.len().saturating_sub(MOST_HANDLES);
    let shown = &moves[..moves.len() - hidden];
    let mut counts = vec![0_u32; usize::from(at.rows()) * usize::from(at.columns())];
    shown.iter().for_each(|handle| counts[handle.cell as usize] += 1);
    let mut drawn = vec![0_u32; counts.len()];
    for handle in moves.into_iter().take(MOST_HANDLES) {
        let at = handle.cell as usize;
        let (place, radius) = handle_place(grid::middle(cell_of(handle.cell)), drawn[at], counts[at]);
        drawn[at] += 1;
        let circle = Shape::circle(place, radius).class("handle").class(handle.stone.map_or("", colour));
        let circle = circle.class_if(handle.stone.is_none(), "light").class_if(handle.wins, "winning");
        picture.add(circle.stands_for(handle.label).title(handle.said));
    }
    // Above the handles: no pointer meets a text.
    letters.into_iter().for_each(|letter| picture.add(letter));
    if hidden > 0 {
        let below = grid::middle(Cell { row: at.rows(), column: 0 });
        picture.add(
            Shape::text(below, format!("and {}", Word::count(hidden as u128, "more move")), 15.0)
                .class("note"),
        );
    }
    picture
}

/// The class of a stone.
fn colour(sign: char) -> &'static str {
    if sign == 'X' { "black" } else { "white" }
}

/// The middle and the radius of one of the handles of a cell: as many in a row as there are rows of them.
fn handle_place((x, y): (f64, f64), number: u32, count: u32) -> ((f64, f64), f64) {
    let side = (1..).find(|side| side * side >= count).unwrap_or(1);
    let step = HANDLES / f64::from(side);
    let rows = count.div_ceil(side);
    let first = |of: u32| step * (1.0 - f64::from(of)) / 2.0;
    let (column, row) = (f64::from(number % side), f64::from(number / side));
    let place = (x + first(side) + step * column, y + first(rows) + step * row);
    (place, (step * HANDLE).min(LARGEST_HANDLE))
}
