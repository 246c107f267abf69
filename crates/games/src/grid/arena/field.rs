//! A large rectangle of cells, as data.

use crate::grid::{Cell, GridBoard, MOST_CELLS};

/// The most rows, and the most columns.
pub const MOST_SIDE: u16 = 32;

/// A rectangle of up to 32 by 32 cells, each full or not: a word a row, whose lowest bit is the first column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arena {
    rows: u16,
    columns: u16,
    cells: [u32; MOST_SIDE as usize],
}

/// A position on an arena: the arena as a whole, or a part of it that a board of the game holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GridOrArena {
    /// A board of the game itself.
    Board(GridBoard),
    /// A larger one, or the whole with its own coordinates.
    Arena(Box<Arena>),
}

impl Arena {
    /// An arena without a full cell.
    ///
    /// # Panics
    /// When a side is 0 or above [`MOST_SIDE`].
    pub fn empty(rows: u16, columns: u16) -> Arena {
        let is_side = |side: u16| (1..=MOST_SIDE).contains(&side);
        assert!(is_side(rows) && is_side(columns), "an arena of {rows} by {columns} cells");
        Arena { rows, columns, cells: [0; MOST_SIDE as usize] }
    }

    /// The number of rows.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Whether a cell is full; cells outside are not.
    pub fn has(&self, row: u16, column: u16) -> bool {
        row < self.rows && column < self.columns && self.cells[usize::from(row)] >> column & 1 == 1
    }

    /// Makes a cell full.
    pub fn fill(&mut self, row: u16, column: u16) {
        assert!(row < self.rows && column < self.columns, "a cell of the arena");
        self.cells[usize::from(row)] |= 1 << column;
    }

    /// Empties the cells from a first to a last one.
    pub(super) fn clear(&mut self, first: Cell, last: Cell) {
        let width = u32::from(last.column - first.column) + 1;
        let taken = (u32::MAX >> (u32::BITS - width)) << first.column;
        self.cells[usize::from(first.row)..=usize::from(last.row)].iter_mut().for_each(|row| *row &= !taken);
    }

    /// How many cells are full.
    pub fn count(&self) -> u32 {
        self.cells.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether all cells are full.
    pub fn is_full(&self) -> bool {
        self.count() == u32::from(self.rows) * u32::from(self.columns)
    }

    /// The full cells in reading order.
    pub fn full_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.rows).flat_map(move |row| {
            (0..self.columns)
                .filter(move |&column| self.has(row, column))
                .map(move |column| Cell { row, column })
        })
    }

    /// The top left corners of full rectangles of this size, a word a row.
    pub(super) fn corners(&self, rows: u16, columns: u16) -> [u32; MOST_SIDE as usize] {
        let mut wide = self.cells;
        for row in &mut wide {
            *row = (1..columns).fold(*row, |left, right| left & *row >> right);
        }
        let mut corners = [0; MOST_SIDE as usize];
        for (top, corner) in corners.iter_mut().enumerate().take((self.rows + 1).saturating_sub(rows).into())
        {
            *corner = wide[top..top + usize::from(rows)].iter().fold(u32::MAX, |all, row| all & row);
        }
        corners
    }

    /// The first and the last cell of the box around the full cells.
    pub(super) fn bounds(&self) -> Option<(Cell, Cell)> {
        let is_used = |row: &usize| self.cells[*row] != 0;
        let rows = 0..usize::from(self.rows);
        let (top, bottom) = (rows.clone().find(is_used)?, rows.rev().find(is_used)?);
        let all = self.cells.iter().fold(0, |all, row| all | row);
        let (left, right) = (all.trailing_zeros() as u16, 31 - all.leading_zeros() as u16);
        Some((Cell { row: top as u16, column: left }, Cell { row: bottom as u16, column: right }))
    }

    /// The box around the full cells as a field of its own: a board where that holds it.
    pub(super) fn cropped(&self) -> GridOrArena {
        let Some((first, last)) = self.bounds() else { return GridOrArena::Board(GridBoard::empty(1, 1)) };
        let (rows, columns) = (last.row - first.row + 1, last.column - first.column + 1);
        if u64::from(rows) * u64::from(columns) > MOST_CELLS {
            let mut arena = Arena::empty(rows, columns);
            let used = &self.cells[usize::from(first.row)..=usize::from(last.row)];
            arena.cells.iter_mut().zip(used).for_each(|(row, used)| *row = used >> first.column);
            return GridOrArena::Arena(Box::new(arena));
        }
        let moved = self.full_cells().map(|cell| (cell.row - first.row, cell.column - first.column));
        GridOrArena::Board(
            moved.fold(GridBoard::empty(rows, columns), |board, (row, column)| board.with_cell(row, column)),
        )
    }

    /// The full cells in parts: two cells are in one part where a chain of overlapping full rectangles of these
    /// sizes joins them. Each part is on an arena of the same size.
    pub(super) fn parts(&self, sizes: &[(u16, u16)]) -> Vec<Arena> {
        let mut joined: Vec<usize> = (0..usize::from(MOST_SIDE) * usize::from(MOST_SIDE)).collect();
        let index = |row: u16, column: u16| usize::from(row) * usize::from(MOST_SIDE) + usize::from(column);
        for &(rows, columns) in sizes {
            for (row, mut corners) in (0u16..).zip(self.corners(rows, columns)) {
                while corners != 0 {
                    let column = corners.trailing_zeros() as u16;
                    corners &= corners - 1;
                    for (down, right) in
                        (0..rows).flat_map(|down| (0..columns).map(move |right| (down, right)))
                    {
                        join(&mut joined, index(row, column), index(row + down, column + right));
                    }
                }
            }
        }
        let mut parts: Vec<(usize, Arena)> = Vec::new();
        for cell in self.full_cells() {
            let root = root(&mut joined, index(cell.row, cell.column));
            let place = parts.iter().position(|(known, _)| *known == root).unwrap_or_else(|| {
                parts.push((root, Arena::empty(self.rows, self.columns)));
                parts.len() - 1
            });
            parts[place].1.fill(cell.row, cell.column);
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }
}

/// The representative of a set of joined cells; paths are halved on the way.
fn root(joined: &mut [usize], mut at: usize) -> usize {
    while joined[at] != at {
        joined[at] = joined[joined[at]];
        at = joined[at];
    }
    at
}

fn join(joined: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(joined, one), root(joined, other));
    joined[one.max(other)] = one.min(other);
}

impl GridOrArena {
    /// The field as an arena.
    pub(super) fn arena(&self) -> std::borrow::Cow<'_, Arena> {
        match self {
            GridOrArena::Arena(arena) => std::borrow::Cow::Borrowed(arena),
            GridOrArena::Board(board) => {
                let mut arena = Arena::empty(board.rows().max(1), board.columns().max(1));
                board.full_cells().for_each(|cell| arena.fill(cell.row, cell.column));
                std::borrow::Cow::Owned(arena)
            }
        }
    }

    /// How many cells are full.
    pub fn count(&self) -> u32 {
        match self {
            GridOrArena::Board(board) => board.count(),
            GridOrArena::Arena(arena) => arena.count(),
        }
    }
}
