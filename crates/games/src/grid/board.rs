//! A rectangle of cells.

use super::cell_set::{CellSet, CellWords};
use super::grid_word::GridWord;
use grundy_core::{Packed, Stones};
use std::hash::{Hash, Hasher};

/// The cells of the largest boards.
pub(super) type Wide = CellWords<4>;

/// Boards have at most this many cells.
pub const MOST_CELLS: u64 = 256;

/// A rectangle of cells, each full or not.
///
/// Cell (row, column) is bit row * columns + column: a board of 3 by 5 has
///
/// ```text
/// bit  0  1  2  3  4    row 0
///      5  6  7  8  9    row 1
///     10 11 12 13 14    row 2
/// ```
///
/// So a board of at most 64 cells is one word, whatever its sides, and a symmetry is a few operations on it
/// (`word`). Bits outside of the board are never set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GridBoard {
    pub(super) rows: u16,
    pub(super) columns: u16,
    pub(super) cells: Wide,
}

/// The place of a cell, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row from above.
    pub row: u16,
    /// The column from the left.
    pub column: u16,
}

impl GridBoard {
    /// The board without cells: nothing can be full on it.
    pub const NOTHING: GridBoard = GridBoard { rows: 0, columns: 0, cells: Wide::EMPTY };

    /// A board without a full cell.
    ///
    /// # Panics
    /// When a side is 0 or there are more than [`MOST_CELLS`].
    pub fn empty(rows: u16, columns: u16) -> GridBoard {
        let cells = u64::from(rows) * u64::from(columns);
        assert!((1..=MOST_CELLS).contains(&cells), "a board of {rows} by {columns} cells");
        GridBoard { rows, columns, cells: Wide::EMPTY }
    }

    /// A board of full cells.
    ///
    /// # Panics
    /// As [`GridBoard::empty`].
    pub fn full(rows: u16, columns: u16) -> GridBoard {
        let mut board = GridBoard::empty(rows, columns);
        for row in 0..rows {
            for column in 0..columns {
                board = board.with_cell(row, column);
            }
        }
        board
    }

    /// The number of rows.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Whether a cell is full; cells outside of the board are not.
    pub fn has(&self, row: u16, column: u16) -> bool {
        row < self.rows && column < self.columns && {
            let index = self.index(row, column);
            self.cells.0[(index / 64) as usize] >> (index % 64) & 1 == 1
        }
    }

    /// The same board with this cell full.
    #[must_use]
    pub fn with_cell(mut self, row: u16, column: u16) -> GridBoard {
        assert!(row < self.rows && column < self.columns, "a cell of the board");
        self.cells |= Wide::bit(self.index(row, column));
        self
    }

    /// The same board with this cell not full.
    #[must_use]
    pub fn without_cell(mut self, row: u16, column: u16) -> GridBoard {
        assert!(row < self.rows && column < self.columns, "a cell of the board");
        self.cells = self.cells & !Wide::bit(self.index(row, column));
        self
    }

    /// How many cells are full.
    pub fn count(&self) -> u32 {
        self.cells.count()
    }

    /// Whether all cells are full.
    pub fn is_full(&self) -> bool {
        self.count() == u32::from(self.rows) * u32::from(self.columns)
    }

    /// The full cells in reading order.
    pub fn full_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let stride = self.stride();
        let mut left = self.cells;
        std::iter::from_fn(move || {
            (!left.is_empty()).then(|| {
                let index = left.lowest();
                left = left.without_lowest();
                Cell { row: (index / stride) as u16, column: (index % stride) as u16 }
            })
        })
    }

    /// The cells row by row, where 64 bits hold them.
    pub(crate) fn stones(&self) -> Option<Stones> {
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        (1..=64).contains(&(rows * columns)).then(|| Stones { rows, columns, cells: self.cells.0[0] })
    }

    /// The board of these cells.
    pub(crate) fn of_stones(stones: Stones) -> GridBoard {
        let Stones { rows, columns, cells } = stones;
        GridBoard { rows: rows as u16, columns: columns as u16, cells: CellWords([cells, 0, 0, 0]) }
    }

    /// The cells and the number of columns as one number, where that tells the board apart from all others: it
    /// has room for both, and a cell of the last row is full.
    pub(crate) fn word(&self) -> Option<u64> {
        let cells = self.cells.0[0];
        let is_told = u64::from(self.rows) * u64::from(self.columns) <= u64::from(COLUMNS_FROM)
            && self.is_small()
            && cells >> (u32::from(self.rows.saturating_sub(1)) * self.stride()) != 0;
        is_told.then_some(cells | u64::from(self.columns) << COLUMNS_FROM)
    }

    /// Whether the board is one word. The columns of such a board are fewer than bits of a word, so that a
    /// step to the next row is a shift.
    pub(super) fn is_small(&self) -> bool {
        self.columns < 64 && u32::from(self.rows) * u32::from(self.columns) <= 64
    }

    pub(super) fn stride(&self) -> u32 {
        self.columns.into()
    }

    pub(super) fn index(&self, row: u16, column: u16) -> u32 {
        u32::from(row) * self.stride() + u32::from(column)
    }

    /// The cells as bits, in the width that they need.
    pub(crate) fn cells(&self) -> Cells {
        if self.is_small() {
            return Cells::Small(self.cells.0[0], Layout::of_word(self.columns.into()));
        }
        let mut last = Wide::EMPTY;
        for row in 0..self.rows {
            last |= Wide::bit(self.index(row, self.columns - 1));
        }
        Cells::Wide(self.cells, Layout { stride: self.columns.into(), not_last: !last })
    }

    /// The board as a word, where it has room for it, and some cell is full. A row has fewer cells than the word, so
    /// that a step to the next row is a shift.
    pub(crate) fn packed<W: GridWord>(&self) -> Option<Packed<W>> {
        let area = u32::from(self.rows) * u32::from(self.columns);
        let has_room = area <= W::BITS && u32::from(self.columns) < W::BITS;
        let cells = W::of_halves(self.cells.0[0], self.cells.0[1]);
        (has_room && !cells.is_empty()).then(|| Packed { cells, columns: self.columns.into() })
    }

    /// The board of a word.
    pub(crate) fn of_packed<W: GridWord>(board: Packed<W>) -> GridBoard {
        let (rows, columns) = (board.rows().max(1) as u16, board.columns as u16);
        let (low, high) = board.cells.halves();
        GridBoard { rows, columns, cells: CellWords([low, high, 0, 0]) }
    }

    /// A board of the same size with other cells.
    pub(crate) fn with_small(&self, cells: u64) -> GridBoard {
        GridBoard { cells: CellWords([cells, 0, 0, 0]), ..*self }
    }

    /// A board of the same size with other cells.
    pub(crate) fn with_wide(&self, cells: Wide) -> GridBoard {
        GridBoard { cells, ..*self }
    }
}

/// In the [word](GridBoard::word) of a board, the bits from here on are the number of columns.
const COLUMNS_FROM: u32 = 58;

/// The cells of a board as bits.
pub(crate) enum Cells {
    /// At most 64, and less than 64 in a row.
    Small(u64, Layout<u64>),
    /// Any.
    Wide(Wide, Layout<Wide>),
}

/// Where neighbours are.
#[derive(Clone, Copy)]
pub(crate) struct Layout<M> {
    /// From a cell to the one below.
    pub(crate) stride: u32,
    /// All but the last column.
    pub(crate) not_last: M,
}

impl<W: GridWord> Layout<W> {
    /// The layout of a board of one word with this number of columns, fewer than the word has cells.
    pub(crate) fn of_word(columns: u32) -> Layout<W> {
        Layout { stride: columns, not_last: W::not_last(columns) }
    }
}

impl<M: CellSet> Layout<M> {
    /// The cells of a column, as far as there are bits.
    pub(crate) fn column(&self, column: u32) -> M {
        let last = !self.not_last;
        last >> (self.stride - 1 - column)
    }

    /// The cells whose right neighbour is in the set.
    pub(crate) fn left_of(&self, set: M) -> M {
        (set >> 1) & self.not_last
    }

    /// The cells whose left neighbour is in the set.
    pub(crate) fn right_of(&self, set: M) -> M {
        (set & self.not_last) << 1
    }

    /// The cells whose lower neighbour is in the set.
    pub(crate) fn above(&self, set: M) -> M {
        set >> self.stride
    }

    /// The set and all cells beside it in its row.
    fn widened(&self, set: M) -> M {
        set | self.left_of(set) | self.right_of(set)
    }

    /// The set and all cells above and below it.
    fn heightened(&self, set: M) -> M {
        set | set >> self.stride | set << self.stride
    }

    /// The set and all cells that share an edge with it.
    pub(crate) fn crossed(&self, set: M) -> M {
        self.widened(set) | self.heightened(set)
    }

    /// The cells of a set that have a neighbour in it.
    pub(crate) fn not_alone(&self, set: M) -> M {
        let beside = self.left_of(set) | self.right_of(set);
        set & (beside | set >> self.stride | set << self.stride)
    }

    /// The set without twin leaves: of the cells whose only neighbour in the set is the same cell, one is
    /// kept.
    pub(crate) fn without_twin_leaves(&self, mut set: M) -> M {
        let leaves = set & !self.with_two_neighbours(set);
        let mut stems = set & self.with_two_neighbours(leaves);
        while !stems.is_empty() {
            let twins = leaves & self.crossed(M::bit(stems.lowest()));
            set = set & !twins.without_lowest();
            stems = stems.without_lowest();
        }
        set
    }

    /// The cells, in the set or not, that have at least two neighbours in it.
    fn with_two_neighbours(&self, set: M) -> M {
        let (left, right) = (self.left_of(set), self.right_of(set));
        let (above, below) = (set >> self.stride, set << self.stride);
        left & right | above & below | (left | right) & (above | below)
    }

    /// The connected parts of a set, neighbours sharing an edge.
    pub(crate) fn connected(&self, set: M, visit: impl FnMut(M)) {
        self.connected_at(set, set, visit);
    }

    /// The same where each part has one of the cells `joints`. The last part need not be grown to its ends: it is whole
    /// when it has all joints that are left.
    pub(crate) fn connected_at(&self, joints: M, set: M, visit: impl FnMut(M)) {
        // Along the rows and then up and down: round a corner at once.
        self.grown(joints, set, |part| self.heightened(self.widened(part) & set), visit);
    }

    /// The connected parts of a set, neighbours sharing an edge or a corner.
    pub(crate) fn connected_by_corners(&self, set: M, visit: impl FnMut(M)) {
        self.grown(set, set, |part| self.heightened(self.widened(part)), visit);
    }

    #[inline(always)]
    fn grown(&self, joints: M, mut set: M, grow: impl Fn(M) -> M, mut visit: impl FnMut(M)) {
        while !set.is_empty() {
            let joints = joints & set;
            debug_assert!(!joints.is_empty(), "every part has a joint");
            let mut part = M::bit(joints.lowest());
            loop {
                if (joints & !part).is_empty() {
                    // All that is left is one part.
                    return visit(set);
                }
                let larger = grow(part) & set;
                if larger == part {
                    break;
                }
                part = larger;
            }
            visit(part);
            set = set & !part;
        }
    }
}

impl Hash for GridBoard {
    /// Only the words in use: equal boards have equal sides, so that is consistent.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let sides = u64::from(self.rows) << 16 | u64::from(self.columns);
        if self.is_small() {
            state.write_u64(self.cells.0[0]);
            state.write_u64(sides);
        } else {
            state.write_u64(sides);
            self.cells.0.iter().for_each(|&word| state.write_u64(word));
        }
    }
}

impl GridBoard {
    /// The parts that are joined by edges, each on a board of the same size.
    pub(crate) fn connected_parts(&self) -> Vec<GridBoard> {
        let mut parts = Vec::new();
        match self.cells() {
            Cells::Small(cells, layout) => layout.connected(cells, |part| parts.push(self.with_small(part))),
            Cells::Wide(cells, layout) => layout.connected(cells, |part| parts.push(self.with_wide(part))),
        }
        parts
    }
}
