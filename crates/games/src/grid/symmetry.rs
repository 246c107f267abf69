//! Translations and the eight symmetries of a square.

use super::board::{Cell, GridBoard, Wide};
use super::cell_set::CellSet;
use super::word;
use grundy_core::Packed;

impl GridBoard {
    /// The smallest board that holds all full cells, moved into it; 1 by 1 where there are none.
    #[must_use]
    pub fn cropped(&self) -> GridBoard {
        if self.is_small() {
            return match self.cells.0[0] {
                0 => GridBoard::empty(1, 1),
                cells => GridBoard::of_packed(word::cropped(Packed { cells, columns: self.columns.into() })),
            };
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
            cropped.cells |= Wide::bit(index);
        }
        cropped
    }

    /// The representative of all boards that differ by moving, turning and mirroring: cropped, not
    /// higher than wide, and of its up to eight images the one with the least bits.
    #[must_use]
    pub fn canonical(&self) -> GridBoard {
        let board = self.cropped();
        match board.is_small() {
            true => GridBoard::of_packed(word::canonical(Packed {
                cells: board.cells.0[0],
                columns: board.columns.into(),
            })),
            false => canonical_wide(board),
        }
    }

    /// Whether turning the board by 180 degrees changes nothing.
    pub fn is_point_symmetric(&self) -> bool {
        if self.rows == 0 {
            return true;
        }
        if self.is_small() {
            let cells = self.cells.0[0];
            return word::turned(cells, u32::from(self.rows) * u32::from(self.columns)) == cells;
        }
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        self.full_cells().all(|cell| self.has(last_row - cell.row, last_column - cell.column))
    }
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
            image.cells |= Wide::bit(image.index(row, column));
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

    const SIDES: [(u16, u16); 19] = [
        (1, 1),
        (1, 8),
        (1, 63),
        (1, 64),
        (64, 1),
        (3, 5),
        (4, 4),
        (8, 8),
        (7, 8),
        (7, 9),
        (4, 16),
        (21, 3),
        (2, 32),
        (5, 12),
        (9, 3),
        (8, 9),
        (13, 5),
        (10, 20),
        (16, 16),
    ];

    #[test]
    fn all_images_have_the_same_representative_and_it_is_one_of_them() {
        for (rows, columns) in SIDES {
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
