//! A shape of a game of taking on boards that are one word: where it lies, what it is made of, what is around it.

use super::taking::TakenShape;

/// A shape on boards with some number of columns.
#[derive(Debug)]
pub(super) struct WordShape {
    /// Its cells at the first corner.
    pub(super) taken: u64,
    /// The corners at which it does not reach beyond the last column.
    pub(super) corners: u64,
    /// Smaller shapes, and single cells, of which it is made, with the shifts of their corners.
    pub(super) pieces: Vec<(Option<usize>, u32)>,
    /// How many different moves take these cells.
    pub(super) moves: u32,
    /// What lies around it, where parts are joined by edges and it is a small rectangle.
    around: Vec<Neighbour>,
}

/// From a cell to another one in some direction: which cells have it on the board, as far as columns matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    by: i32,
    from: u64,
}

/// A cell that shares an edge with a shape, and the corner between it and the one before, where one is.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    at: Step,
    corner: Option<Step>,
}

/// The cells of some columns of a board of one word.
pub(super) fn columns_of(columns: u32, mut is_meant: impl FnMut(u32) -> bool) -> u64 {
    (0..64).filter(|bit| is_meant(bit % columns)).fold(0, |all, bit| all | 1 << bit)
}

impl Step {
    pub(super) fn new(columns: u32, down: i32, right: i32) -> Step {
        let is_there = |column: u32| (0..columns as i32).contains(&(column as i32 + right));
        Step { by: down * columns as i32 + right, from: columns_of(columns, is_there) }
    }

    /// The cells from which the step leads into the set.
    #[inline]
    pub(super) fn leading_into(self, set: u64) -> u64 {
        let moved = match self.by >= 0 {
            true => set.checked_shr(self.by.unsigned_abs()),
            false => set.checked_shl(self.by.unsigned_abs()),
        };
        moved.unwrap_or(0) & self.from
    }
}

impl WordShape {
    /// The shape on boards with so many columns; `None` where it does not fit. `places` are the new indices of the
    /// smaller shapes.
    pub(super) fn of(
        shape: &TakenShape,
        columns: u32,
        places: &[Option<usize>],
        has_edges: bool,
    ) -> Option<WordShape> {
        let (rows, width) = (u32::from(shape.rows), u32::from(shape.columns));
        if width > columns || (rows - 1) * columns + width > 64 {
            return None;
        }
        let index = |row: u16, column: u16| u32::from(row) * columns + u32::from(column);
        let piece = |&(piece, row, column): &(Option<usize>, u16, u16)| match piece {
            Some(piece) => places[piece].map(|piece| (Some(piece), index(row, column))),
            None => Some((None, index(row, column))),
        };
        let is_rectangle = shape.cells.len() as u32 == rows * width;
        let around = match has_edges && is_rectangle && rows + width <= MOST_AROUND {
            true => around(columns, rows as i32, width as i32),
            false => Vec::new(),
        };
        Some(WordShape {
            taken: shape.cells.iter().fold(0, |all, &(row, column)| all | 1 << index(row, column)),
            corners: columns_of(columns, |column| column + width <= columns),
            pieces: shape.pieces.iter().map(piece).collect::<Option<_>>()?,
            moves: shape.moves,
            around,
        })
    }

    /// The corners after which the cells left may be several parts: their neighbours are at least two runs.
    #[inline]
    pub(super) fn cuts(&self, cells: u64) -> u64 {
        let Some(last) = self.around.last() else { return u64::MAX };
        let (mut once, mut twice) = (0, 0);
        let mut before = last.at.leading_into(cells);
        for neighbour in &self.around {
            let here = neighbour.at.leading_into(cells);
            let joined = neighbour.corner.map_or(before, |corner| before & corner.leading_into(cells));
            let begins = here & !joined;
            twice |= once & begins;
            once |= begins;
            before = here;
        }
        twice
    }
}

/// Around larger rectangles it is not looked.
const MOST_AROUND: u32 = 4;

/// The neighbours of a rectangle in their order around it.
fn around(columns: u32, rows: i32, width: i32) -> Vec<Neighbour> {
    let above = (0..width).map(|column| (-1, column));
    let right = (0..rows).map(|row| (row, width));
    let below = (0..width).rev().map(|column| (rows, column));
    let left = (0..rows).rev().map(|row| (row, -1));
    let corner = |cell: (i32, i32)| match cell {
        (-1, 0) => Some((-1, -1)),
        (0, column) if column == width => Some((-1, width)),
        (row, column) if row == rows && column == width - 1 => Some((rows, width)),
        (row, -1) if row == rows - 1 => Some((rows, -1)),
        _ => None,
    };
    let step = |(row, column): (i32, i32)| Step::new(columns, row, column);
    let neighbour = |cell| Neighbour { at: step(cell), corner: corner(cell).map(step) };
    above.chain(right).chain(below).chain(left).map(neighbour).collect()
}
