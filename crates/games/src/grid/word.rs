//! Symmetries of boards that are one word, by operations on words.

use super::board::Cell;
use grundy_core::Packed;

/// The smallest board that holds the full cells, moved into it. There must be one.
#[inline]
pub(crate) fn cropped(board: Packed) -> Packed {
    let Packed { cells, columns } = board;
    let below = cells >> (cells.trailing_zeros() / columns * columns);
    let (mut used, mut rest) = (0, below);
    while rest != 0 {
        used |= rest;
        rest >>= columns;
    }
    used &= low(columns);
    let (left, right) = (used.trailing_zeros(), 64 - used.leading_zeros());
    match right - left == columns {
        true => Packed { cells: below, columns },
        false => Packed { cells: narrowed(below >> left, columns, right - left), columns: right - left },
    }
}

/// Cells as a set, on a board with this number of columns.
pub(crate) fn set_of(cells: impl IntoIterator<Item = Cell>, columns: u32) -> u64 {
    let bit = |cell: Cell| 1 << (u32::from(cell.row) * columns + u32::from(cell.column));
    cells.into_iter().fold(0, |set, cell| set | bit(cell))
}

/// The lowest bits.
#[inline]
fn low(count: u32) -> u64 {
    u64::MAX >> (64 - count)
}

/// The first `to` columns of a board of `from` columns.
#[inline]
fn narrowed(cells: u64, from: u32, to: u32) -> u64 {
    let (mut rest, mut narrow, mut at) = (cells, 0, 0);
    while rest != 0 {
        narrow |= (rest & low(to)) << at;
        rest >>= from;
        at += to;
    }
    narrow
}

/// A board of `area` cells turned by 180 degrees.
#[inline]
pub(super) fn turned(cells: u64, area: u32) -> u64 {
    cells.reverse_bits() >> (64 - area)
}

/// The last row first.
#[inline]
fn upside_down(cells: u64, rows: u32, columns: u32) -> u64 {
    let (mut rest, mut flipped) = (cells, 0);
    for _ in 0..rows {
        flipped = flipped << columns | rest & low(columns);
        rest >>= columns;
    }
    flipped
}

/// Of all boards that a cropped board becomes by turning and mirroring, and that are not higher than wide, the one
/// of the least word.
#[inline]
pub(crate) fn canonical(board: Packed) -> Packed {
    let rows = board.rows();
    let columns = board.columns;
    if rows == 0 {
        return Packed { cells: 0, columns: 1 };
    }
    if columns == 1 {
        return Packed { cells: board.cells.min(turned(board.cells, rows)), columns: rows };
    }
    if rows > columns {
        return Packed { cells: least_flip(transposed(board), columns, rows), columns: rows };
    }
    let least = least_flip(board.cells, rows, columns);
    match rows == columns {
        true => Packed { cells: least.min(least_flip(transposed(board), rows, columns)), columns },
        false => Packed { cells: least, columns },
    }
}

/// The least of the board, its two mirror images and the turned one.
#[inline]
fn least_flip(cells: u64, rows: u32, columns: u32) -> u64 {
    let area = rows * columns;
    let flipped = upside_down(cells, rows, columns);
    cells.min(flipped).min(turned(cells, area)).min(turned(flipped, area))
}

/// Rows become columns.
#[inline]
fn transposed(board: Packed) -> u64 {
    let Packed { cells, columns } = board;
    let rows = board.rows();
    if rows <= 8 && columns <= 8 {
        return transposed_in_bytes(cells, rows, columns);
    }
    let (mut rest, mut image) = (cells, 0);
    while rest != 0 {
        let index = rest.trailing_zeros();
        image |= 1 << (index % columns * rows + index / columns);
        rest &= rest - 1;
    }
    image
}

/// The same by way of a board whose rows are bytes: blocks of 1, 2 and 4 cells are swapped across the diagonal
/// (Warren, *Hacker's Delight*, section 7-3).
#[inline]
fn transposed_in_bytes(cells: u64, rows: u32, columns: u32) -> u64 {
    let (mut rest, mut bytes) = (cells, 0);
    for row in 0..rows {
        bytes |= (rest & low(columns)) << (8 * row);
        rest >>= columns;
    }
    let swap = |cells: u64, mask: u64, by: u32| {
        let moved = (cells ^ cells >> by) & mask;
        cells ^ moved ^ moved << by
    };
    let bytes = swap(bytes, 0x00aa_00aa_00aa_00aa, 7);
    let bytes = swap(bytes, 0x0000_cccc_0000_cccc, 14);
    narrowed(swap(bytes, 0x0000_0000_f0f0_f0f0, 28), 8, rows)
}
