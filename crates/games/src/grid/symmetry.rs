//! Translations and the eight symmetries of a square.

use super::board::{Cell, GridBoard};
use super::mask::{Mask, Wide};

impl GridBoard {
    /// The smallest board that holds all full cells, moved into it; 1 by 1 where there are none.
    #[must_use]
    pub fn cropped(&self) -> GridBoard {
        if self.is_small() {
            let cells = self.cells.0[0];
            if cells == 0 {
                return GridBoard::empty(1, 1);
            }
            let (up, rows) = (cells.trailing_zeros() / 8, 8 - cells.leading_zeros() / 8);
            let columns = columns_of(cells);
            let (left, width) = (columns.trailing_zeros(), 8 - columns.leading_zeros());
            return small((rows - up) as u16, (width - left) as u16, cells >> (8 * up + left));
        }
        let Some(first) = self.full_cells().next() else { return GridBoard::empty(1, 1) };
        let (mut least, mut most) = (first, first);
        for cell in self.full_cells() {
            least = Cell { row: least.row.min(cell.row), column: least.column.min(cell.column) };
            most = Cell { row: most.row.max(cell.row), column: most.column.max(cell.column) };
        }
        if (least, most)
            == (Cell { row: 0, column: 0 }, Cell { row: self.rows - 1, column: self.columns - 1 })
        {
            return *self;
        }
        let mut cropped = GridBoard::empty(most.row - least.row + 1, most.column - least.column + 1);
        for cell in self.full_cells() {
            let index = cropped.index(cell.row - least.row, cell.column - least.column);
            cropped.cells = cropped.cells | Wide::bit(index);
        }
        cropped
    }

    /// The representative of all boards that differ by moving, turning and mirroring: cropped, not
    /// higher than wide, and of its up to eight images the one with the least bits.
    #[must_use]
    pub fn canonical(&self) -> GridBoard {
        let board = self.cropped();
        if board.is_small() { canonical_small(board) } else { canonical_wide(board) }
    }

    /// Whether turning the board by 180 degrees changes nothing.
    pub fn is_point_symmetric(&self) -> bool {
        if self.rows == 0 {
            return true;
        }
        if self.is_small() {
            let turned = self.cells.0[0].reverse_bits();
            let empty = 8 * (8 - u32::from(self.rows)) + (8 - u32::from(self.columns));
            return turned >> empty == self.cells.0[0];
        }
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        self.full_cells().all(|cell| self.has(last_row - cell.row, last_column - cell.column))
    }
}

fn small(rows: u16, columns: u16, cells: u64) -> GridBoard {
    GridBoard { rows, columns, cells: Wide([cells, 0, 0, 0]) }
}

/// Which columns of a small board have a full cell.
fn columns_of(cells: u64) -> u8 {
    let half = cells | cells >> 32;
    let quarter = half | half >> 16;
    (quarter | quarter >> 8) as u8
}

fn canonical_small(board: GridBoard) -> GridBoard {
    let (rows, columns) = (board.rows.min(board.columns), board.rows.max(board.columns));
    let is_upright = board.rows > board.columns;
    let cells = board.cells.0[0];
    let cells = if is_upright { transposed(cells) } else { cells };
    let least = least_flip(cells, rows, columns);
    let least = if rows == columns { least.min(least_flip(transposed(cells), rows, columns)) } else { least };
    small(rows, columns, least)
}

/// The least of the board, its two mirror images and the turned one.
fn least_flip(cells: u64, rows: u16, columns: u16) -> u64 {
    let (down, right) = (8 * (8 - u32::from(rows)), 8 - u32::from(columns));
    let upside_down = cells.swap_bytes() >> down;
    let turned = cells.reverse_bits() >> (down + right);
    let mirrored = turned.swap_bytes() >> down;
    cells.min(upside_down).min(turned).min(mirrored)
}

/// Rows become columns: swaps blocks of 1, 2 and 4 cells across the diagonal (Warren, *Hacker's
/// Delight*, section 7-3).
fn transposed(cells: u64) -> u64 {
    let swap = |cells: u64, mask: u64, by: u32| {
        let moved = (cells ^ cells >> by) & mask;
        cells ^ moved ^ moved << by
    };
    let cells = swap(cells, 0x00aa_00aa_00aa_00aa, 7);
    let cells = swap(cells, 0x0000_cccc_0000_cccc, 14);
    swap(cells, 0x0000_0000_f0f0_f0f0, 28)
}

fn canonical_wide(board: GridBoard) -> GridBoard {
    let (rows, columns) = (board.rows.min(board.columns), board.rows.max(board.columns));
    let is_upright = board.rows > board.columns;
    let image = |flips_rows: bool, flips_columns: bool, transposes: bool| {
        let mut image = GridBoard::empty(rows, columns);
        for cell in board.full_cells() {
            let (row, column) = if transposes { (cell.column, cell.row) } else { (cell.row, cell.column) };
            let row = if flips_rows { rows - 1 - row } else { row };
            let column = if flips_columns { columns - 1 - column } else { column };
            image.cells = image.cells | Wide::bit(image.index(row, column));
        }
        image
    };
    let mut least = image(false, false, is_upright);
    for (flips_rows, flips_columns) in [(true, false), (false, true), (true, true)] {
        least = least.min(image(flips_rows, flips_columns, is_upright));
    }
    if rows == columns {
        for (flips_rows, flips_columns) in [(false, false), (true, false), (false, true), (true, true)] {
            least = least.min(image(flips_rows, flips_columns, !is_upright));
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All images of a board by coordinates, one cell at a time.
    fn images(board: &GridBoard) -> Vec<GridBoard> {
        let (rows, columns) = (board.rows, board.columns);
        let mut images = Vec::new();
        for transposes in [false, true] {
            for flips in 0..4 {
                let (height, width) = if transposes { (columns, rows) } else { (rows, columns) };
                let mut image = GridBoard::empty(height, width);
                for cell in board.full_cells() {
                    let row = if flips & 1 == 1 { rows - 1 - cell.row } else { cell.row };
                    let column = if flips & 2 == 2 { columns - 1 - cell.column } else { cell.column };
                    let (row, column) = if transposes { (column, row) } else { (row, column) };
                    image = image.with_cell(row, column);
                }
                images.push(image);
            }
        }
        images
    }

    fn scattered(rows: u16, columns: u16, seed: u64) -> GridBoard {
        let mut board = GridBoard::empty(rows, columns);
        let mut state = seed;
        for row in 0..rows {
            for column in 0..columns {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if state >> 62 != 0 {
                    board = board.with_cell(row, column);
                }
            }
        }
        board
    }

    #[test]
    fn all_images_have_the_same_representative_and_it_is_one_of_them() {
        for (rows, columns) in [(1, 1), (1, 8), (3, 5), (4, 4), (8, 8), (7, 8), (9, 3), (10, 20), (16, 16)] {
            for seed in 0..50 {
                let board = scattered(rows, columns, seed);
                let canonical = board.canonical();
                assert_eq!(canonical.canonical(), canonical);
                let images = images(&board.cropped());
                assert!(images.contains(&canonical), "{board:?} {canonical:?}");
                for image in images {
                    assert_eq!(image.canonical(), canonical, "{board:?}");
                }
                let mut shifted = GridBoard::empty((rows + 2).min(12), columns + 1);
                if rows <= 10 && u32::from(shifted.rows) * u32::from(shifted.columns) <= 256 {
                    for cell in board.full_cells() {
                        shifted = shifted.with_cell(cell.row + 2, cell.column + 1);
                    }
                    assert_eq!(shifted.canonical(), canonical);
                }
            }
        }
    }

    #[test]
    fn point_symmetry_is_that_of_the_coordinates() {
        for (rows, columns) in [(1, 2), (2, 2), (3, 4), (8, 8), (2, 20)] {
            assert!(GridBoard::full(rows, columns).is_point_symmetric());
            for seed in 0..200 {
                let board = scattered(rows, columns, seed);
                let turned = images(&board)[3];
                assert_eq!(board.is_point_symmetric(), turned == board);
            }
        }
    }
}
