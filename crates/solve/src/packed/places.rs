//! Where the cells of parts stand in the numbers of the sets of a window.

use grundy_core::Packed;

/// For each row of a rectangle, the bits of the number of a set that its cells give. A rectangle of one row is taken as
/// several rows of a few columns.
pub(super) struct Places {
    rows: u32,
    columns: u32,
    /// The columns of a row of `of_rows`.
    chunk: u32,
    /// The bits of the number, by row and the cells of the row.
    of_rows: Vec<u32>,
    /// The bit of each cell.
    of_cells: Vec<u32>,
}

/// A row of more columns than this is taken in pieces.
const MOST_OF_A_STRIP: u32 = 8;

/// Whether a cell of a rectangle of so many columns has the dark colour of a chequerboard.
pub(super) fn is_dark(cell: u32, columns: u32) -> bool {
    (cell / columns + cell % columns) % 2 == 1
}

/// A symmetry of a rectangle that is its own inverse and keeps the colours of a chequerboard.
#[derive(Clone, Copy)]
struct Symmetry {
    swaps_rows: bool,
    swaps_columns: bool,
}

impl Symmetry {
    /// The one with the fewest cells that are images of themselves.
    fn of(rows: u32, columns: u32) -> Option<Symmetry> {
        let keeps_colours = |swaps_rows: bool, swaps_columns: bool| {
            (u32::from(swaps_rows) * (rows - 1) + u32::from(swaps_columns) * (columns - 1)).is_multiple_of(2)
        };
        [(true, true), (true, false), (false, true)]
            .into_iter()
            .find(|&(swaps_rows, swaps_columns)| keeps_colours(swaps_rows, swaps_columns))
            .map(|(swaps_rows, swaps_columns)| Symmetry { swaps_rows, swaps_columns })
    }

    fn image(self, cell: u32, rows: u32, columns: u32) -> u32 {
        let swapped = |swaps: bool, at: u32, count: u32| if swaps { count - 1 - at } else { at };
        let row = swapped(self.swaps_rows, cell / columns, rows);
        row * columns + swapped(self.swaps_columns, cell % columns, columns)
    }
}

impl Places {
    /// First the cells of one colour of a chequerboard, then the others. Within a colour, a cell and its image stand
    /// side by side, and cells that are images of themselves come last.
    pub(super) fn new(rows: u32, columns: u32) -> Places {
        let cells = rows * columns;
        let symmetry = Symmetry::of(rows, columns);
        let image = |cell: u32| symmetry.map_or(cell, |symmetry| symmetry.image(cell, rows, columns));
        let pairs = (0..cells).filter(|&cell| image(cell) > cell).flat_map(|cell| [cell, image(cell)]);
        let by_pairs: Vec<u32> = pairs.chain((0..cells).filter(|&cell| image(cell) == cell)).collect();
        let dark = by_pairs.iter().filter(|&&cell| is_dark(cell, columns));
        let light = by_pairs.iter().filter(|&&cell| !is_dark(cell, columns));
        let mut of_cells = vec![0; cells as usize];
        dark.chain(light).zip(0..).for_each(|(&cell, place)| of_cells[cell as usize] = place);
        Places::of(rows, columns, of_cells)
    }

    /// For each bit of a number, the bit of the image of its cell under a symmetry of the rectangle that keeps the
    /// colours. `None` where there is no such symmetry.
    pub(super) fn images(&self) -> Option<Vec<u32>> {
        let symmetry = Symmetry::of(self.rows, self.columns)?;
        let mut images = vec![0; self.of_cells.len()];
        for (cell, &place) in (0..).zip(&self.of_cells) {
            let image = symmetry.image(cell, self.rows, self.columns);
            images[place as usize] = self.of_cells[image as usize];
        }
        Some(images)
    }

    fn of(rows: u32, columns: u32, of_cells: Vec<u32>) -> Places {
        let chunk = if rows == 1 { columns.min(MOST_OF_A_STRIP) } else { columns };
        let mut places = Places { rows, columns, chunk, of_rows: Vec::new(), of_cells };
        let chunks = (rows * columns).div_ceil(chunk);
        let number = |index: u64| {
            let (row, bits) = (index >> chunk, index & ((1 << chunk) - 1));
            places.number_of_cells(bits << (row * u64::from(chunk)))
        };
        places.of_rows = (0..u64::from(chunks) << chunk).map(number).collect();
        places
    }

    /// The rectangle on its side: rows become columns, and each cell keeps its bit.
    pub(super) fn across(&self) -> Places {
        let (rows, columns) = (self.columns, self.rows);
        let old = |cell: u32| self.of_cells[(cell % columns * self.columns + cell / columns) as usize];
        Places::of(rows, columns, (0..rows * columns).map(old).collect())
    }

    /// Whether the rectangle has several rows.
    pub(super) fn are_of_rows(&self) -> bool {
        self.rows > 1
    }

    /// The number of a set of cells of the rectangle, bit row * columns + column.
    pub(super) fn number_of_cells(&self, set: u64) -> u32 {
        let places = (0..).zip(&self.of_cells).filter(|&(cell, _)| set >> cell & 1 == 1);
        places.map(|(_, place)| 1 << place).sum()
    }

    /// The number of a cropped part, if it fits.
    #[inline]
    pub(super) fn number(&self, part: Packed) -> Option<u32> {
        // The shift is by the cells of the window, at most 28. A part that has no cell there and is not wider fits.
        if part.columns > self.columns || part.cells >> (self.rows * part.columns) != 0 {
            return None;
        }
        let stride = if self.rows == 1 { self.chunk } else { part.columns };
        let (mut rest, mut number, mut row) = (part.cells, 0, 0);
        while rest != 0 {
            number |= self.of_rows[row + (rest & ((1 << stride) - 1)) as usize];
            rest >>= stride;
            row += 1 << self.chunk;
        }
        Some(number)
    }
}
