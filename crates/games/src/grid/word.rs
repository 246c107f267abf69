//! Symmetries of boards that are one word, by operations on words.

use super::board::Cell;
use super::grid_word::GridWord;
use grundy_core::Packed;

/// The smallest board that holds the full cells, moved into it. There must be one.
///
/// ```
/// use grundy_core::Packed;
/// use grundy_games::grid::cropped;
/// assert_eq!(cropped(Packed { cells: 0b110_000_u64, columns: 3 }), Packed { cells: 0b11, columns: 2 });
/// ```
#[inline]
pub fn cropped<W: GridWord>(board: Packed<W>) -> Packed<W> {
    let Packed { cells, columns } = board;
    let below = cells >> (cells.trailing_zeros() / columns * columns);
    let (mut used, mut rest) = (W::EMPTY, below);
    while rest != W::EMPTY {
        used = used | rest;
        rest = rest >> columns;
    }
    used = used & low(columns);
    let (left, right) = (used.trailing_zeros(), W::BITS - used.leading_zeros());
    match right - left == columns {
        true => Packed { cells: below, columns },
        false => Packed { cells: narrowed(below >> left, columns, right - left), columns: right - left },
    }
}

/// Cells as a set, on a board with this number of columns.
pub(crate) fn set_of<W: GridWord>(cells: impl IntoIterator<Item = Cell>, columns: u32) -> W {
    let bit = |cell: Cell| W::bit(u32::from(cell.row) * columns + u32::from(cell.column));
    cells.into_iter().fold(W::EMPTY, |set, cell| set | bit(cell))
}

/// The lowest bits, at least one.
#[inline]
fn low<W: GridWord>(count: u32) -> W {
    !W::EMPTY >> (W::BITS - count)
}

/// The first `to` columns of a board of `from` columns.
#[inline]
fn narrowed<W: GridWord>(cells: W, from: u32, to: u32) -> W {
    let (mut rest, mut narrow, mut at) = (cells, W::EMPTY, 0);
    while rest != W::EMPTY {
        narrow = narrow | (rest & low(to)) << at;
        rest = rest >> from;
        at += to;
    }
    narrow
}

/// A board of `area` cells turned by 180 degrees.
#[inline]
pub(super) fn turned<W: GridWord>(cells: W, area: u32) -> W {
    cells.reverse_bits() >> (W::BITS - area)
}

/// Whether turning a cropped board by 180 degrees does not change it.
///
/// ```
/// use grundy_core::Packed;
/// use grundy_games::grid::is_point_symmetric;
/// assert!(is_point_symmetric(Packed { cells: 0b110_011_u64, columns: 3 }));
/// assert!(!is_point_symmetric(Packed { cells: 0b011_011_u64, columns: 3 }));
/// ```
#[inline]
pub fn is_point_symmetric<W: GridWord>(board: Packed<W>) -> bool {
    turned(board.cells, board.rows() * board.columns) == board.cells
}

/// The last row first.
#[inline]
fn upside_down<W: GridWord>(cells: W, rows: u32, columns: u32) -> W {
    let (mut rest, mut flipped) = (cells, W::EMPTY);
    for _ in 0..rows {
        flipped = flipped << columns | rest & low(columns);
        rest = rest >> columns;
    }
    flipped
}

/// Of all boards that a cropped board becomes by turning and mirroring, and that are not higher than wide, the one
/// of the least word.
///
/// ```
/// use grundy_core::Packed;
/// use grundy_games::grid::canonical;
/// let image = Packed { cells: 0b110_001_u64, columns: 3 };
/// assert_eq!(canonical(Packed { cells: 0b01_10_10, columns: 2 }), canonical(image));
/// ```
#[inline]
pub fn canonical<W: GridWord>(board: Packed<W>) -> Packed<W> {
    let rows = board.rows();
    let columns = board.columns;
    if rows == 0 {
        return Packed { cells: W::EMPTY, columns: 1 };
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
fn least_flip<W: GridWord>(cells: W, rows: u32, columns: u32) -> W {
    let area = rows * columns;
    let flipped = upside_down(cells, rows, columns);
    cells.min(flipped).min(turned(cells, area)).min(turned(flipped, area))
}

/// Rows become columns.
#[inline]
fn transposed<W: GridWord>(board: Packed<W>) -> W {
    let Packed { cells, columns } = board;
    let rows = board.rows();
    if rows <= 8 && columns <= 8 {
        return W::of_halves(transposed_in_bytes(cells.halves().0, rows, columns), 0);
    }
    let (mut rest, mut image) = (cells, W::EMPTY);
    while rest != W::EMPTY {
        let index = rest.trailing_zeros();
        image = image | W::bit(index % columns * rows + index / columns);
        rest = rest.without_lowest();
    }
    image
}

/// The same by way of a board whose rows are bytes: blocks of 1, 2 and 4 cells are swapped across the diagonal
/// (Warren, *Hacker's Delight*, section 7-3).
#[inline]
fn transposed_in_bytes(cells: u64, rows: u32, columns: u32) -> u64 {
    let (mut rest, mut bytes) = (cells, 0);
    for row in 0..rows {
        bytes |= (rest & low::<u64>(columns)) << (8 * row);
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
