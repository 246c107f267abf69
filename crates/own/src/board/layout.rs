//! Where neighbours are in a set of cells.

use super::{StoredCells, Words};
use std::marker::PhantomData;

/// The sides of a board, and how its cells are numbered: cell (row, column) is bit row * stride + column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout<M> {
    pub(crate) rows: u16,
    pub(crate) columns: u16,
    pub(crate) stride: u16,
    bits: PhantomData<M>,
}

/// Sets that know columns of boards.
pub(crate) trait Columned: StoredCells {
    /// The cells of the columns `from..to` of a board with these rows.
    fn columns(rows: u16, stride: u16, from: u16, to: u16) -> Self;
}

impl Columned for u64 {
    fn columns(rows: u16, stride: u16, from: u16, to: u16) -> u64 {
        let row = (if to >= 64 { u64::MAX } else { (1 << to) - 1 }) & !((1 << from) - 1);
        if stride == 8 {
            row * (0x0101_0101_0101_0101 & (u64::MAX >> (64 - 8 * u32::from(rows))))
        } else {
            row
        }
    }
}

impl<const N: usize> Columned for Words<N> {
    fn columns(rows: u16, stride: u16, from: u16, to: u16) -> Self {
        let mut set = [0_u64; N];
        for row in 0..u32::from(rows) {
            let (first, last) =
                (row * u32::from(stride) + u32::from(from), row * u32::from(stride) + u32::from(to));
            let mut at = first;
            while at < last {
                let (word, bit) = ((at / 64) as usize, at % 64);
                let count = (64 - bit).min(last - at);
                set[word] |= (u64::MAX >> (64 - count)) << bit;
                at += count;
            }
        }
        Self::of_words(&set)
    }
}

impl<M: Columned> Layout<M> {
    /// The layout of a board; on one of at most 8 by 8 cells in one word the stride is 8.
    pub(crate) fn new(rows: u16, columns: u16) -> Self {
        let stride = match (rows <= 8 && columns <= 8, rows) {
            (true, _) => 8,
            (false, 1) if columns <= 64 => 64,
            _ => columns,
        };
        Layout { rows, columns, stride, bits: PhantomData }
    }

    /// All cells.
    pub(crate) fn all(&self) -> M {
        M::columns(self.rows, self.stride, 0, self.columns)
    }

    /// No cell.
    pub(crate) fn none(&self) -> M {
        M::EMPTY
    }

    /// The index of a cell.
    pub(crate) fn index(&self, row: u16, column: u16) -> u32 {
        u32::from(row) * u32::from(self.stride) + u32::from(column)
    }

    /// The row and the column of a cell.
    pub(crate) fn place(&self, index: u32) -> (u16, u16) {
        ((index / u32::from(self.stride)) as u16, (index % u32::from(self.stride)) as u16)
    }

    /// The cells at which the top left corner of a rectangle can lie, as far as columns matter.
    pub(crate) fn corners(&self, rows: u16, columns: u16) -> M {
        if rows > self.rows || columns > self.columns {
            return M::EMPTY;
        }
        M::columns(self.rows - (rows - 1), self.stride, 0, self.columns - (columns - 1))
    }

    /// The corners whose cell `row` below and `column` to the right is in the set, for corners from which that cell
    /// is on the board.
    pub(crate) fn corners_of(&self, set: M, row: u16, column: u16) -> M {
        if row >= self.rows || column >= self.columns {
            return M::EMPTY;
        }
        set >> self.index(row, column)
    }

    /// The cells `row` below and `column` to the right of corners, which are on the board.
    pub(crate) fn cells_of(&self, corners: M, row: u16, column: u16) -> M {
        if row >= self.rows || column >= self.columns {
            return M::EMPTY;
        }
        corners << self.index(row, column)
    }

    /// All cells of the board from which the cell `row` below and `column` to the right is in the set; both may be
    /// negative.
    pub(crate) fn look(&self, set: M, row: i32, column: i32) -> M {
        let (rows, columns) = (i32::from(self.rows), i32::from(self.columns));
        if row.abs() >= rows || column.abs() >= columns {
            return M::EMPTY;
        }
        let kept = match column {
            0 => set,
            1.. => set & M::columns(self.rows, self.stride, column as u16, self.columns),
            _ => set & M::columns(self.rows, self.stride, 0, (columns + column) as u16),
        };
        let by = row * i32::from(self.stride) + column;
        let moved = if by >= 0 { kept >> by.unsigned_abs() } else { kept << by.unsigned_abs() };
        moved & self.all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_is_what_it_is_cell_by_cell() {
        fn check<M: Columned>(rows: u16, columns: u16) {
            let layout = Layout::<M>::new(rows, columns);
            let cells: Vec<(u16, u16)> =
                (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
            let chosen: Vec<(u16, u16)> =
                cells.iter().copied().filter(|(row, column)| (row * 7 + column * 5) % 3 == 0).collect();
            let set =
                chosen.iter().fold(M::EMPTY, |set, &(row, column)| set | M::bit(layout.index(row, column)));
            for down in -(i32::from(rows))..=i32::from(rows) {
                for right in -3..=3 {
                    let there = |&(row, column): &(u16, u16)| {
                        let at = (i32::from(row) + down, i32::from(column) + right);
                        chosen.iter().any(|&(row, column)| (i32::from(row), i32::from(column)) == at)
                    };
                    let wanted: Vec<(u16, u16)> = cells.iter().copied().filter(there).collect();
                    let found: Vec<(u16, u16)> =
                        layout.look(set, down, right).cells().map(|cell| layout.place(cell)).collect();
                    assert_eq!(found, wanted, "{rows}x{columns} {down} {right}");
                }
            }
        }
        check::<u64>(8, 8);
        check::<u64>(3, 5);
        check::<u64>(1, 64);
        check::<u64>(1, 20);
        check::<Words<4>>(5, 13);
        check::<Words<4>>(16, 16);
    }
}
