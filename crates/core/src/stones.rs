//! A position as stones on a board.

/// A set of stones on a board of at most 64 cells, for whoever keeps something of every such set.
///
/// ```
/// use grundy_core::Stones;
/// let square = Stones { rows: 2, columns: 2, cells: 0b1111 };
/// let pair = Stones { rows: 1, columns: 2, cells: 0b11 };
/// // One below the other, with an empty row between.
/// let both = Stones { rows: 4, columns: 2, cells: 0b11_00_11_11 };
/// assert_eq!(square.above(pair, 1), Some(both));
/// assert_eq!(both.above(both, 1).map(|stones| stones.rows), Some(9));
/// assert_eq!(Stones { rows: 1, columns: 64, cells: 1 }.above(pair, 1), None, "more than 64 cells");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// How many rows the board has.
    pub rows: u32,
    /// How many columns the board has.
    pub columns: u32,
    /// Bit `row * columns + column`, both from 0, is a cell: 1 for a stone.
    pub cells: u64,
}

impl Stones {
    /// The board as one number: its rows one after the other, read in base 2, so that the top left cell is the
    /// highest bit.
    ///
    /// ```
    /// use grundy_core::Stones;
    /// let board = Stones { rows: 2, columns: 3, cells: 0b000_011 };
    /// assert_eq!(board.number(), 0b110_000);
    /// assert_eq!(Stones::of_number(2, 3, 0b110_000), Some(board));
    /// assert_eq!(Stones::of_number(2, 3, 64), None, "2 by 3 cells have the numbers 0 to 63");
    /// ```
    pub fn number(&self) -> u64 {
        self.cells.reverse_bits().unbounded_shr(64 - self.rows * self.columns)
    }

    /// The board of this [number](Stones::number); `None` where it has no such number, no cell, or more than 64.
    pub fn of_number(rows: u32, columns: u32, number: u64) -> Option<Stones> {
        let cells = rows.checked_mul(columns).filter(|cells| (1..=64).contains(cells))?;
        let has_room = number.unbounded_shr(cells) == 0;
        has_room.then(|| Stones { rows, columns, cells: number.reverse_bits() >> (64 - cells) })
    }

    /// A board full of stones. It must have 1 to 64 cells.
    pub fn full(rows: u32, columns: u32) -> Stones {
        Stones { rows, columns, cells: u64::MAX >> (64 - rows * columns) }
    }

    /// The stones in every place of a board with these sides, each as the cells of that board: bit `row * columns +
    /// column`. The board must have at most 64 cells.
    ///
    /// ```
    /// use grundy_core::Stones;
    /// let pair = Stones::full(1, 2);
    /// assert_eq!(pair.places(2, 3).collect::<Vec<u64>>(), [0b11, 0b110, 0b011_000, 0b110_000]);
    /// assert_eq!(pair.places(5, 1).count(), 0);
    /// ```
    pub fn places(self, rows: u32, columns: u32) -> impl Iterator<Item = u64> {
        let (down, right) = (rows.checked_sub(self.rows), columns.checked_sub(self.columns));
        let corners = down.zip(right).into_iter().flat_map(|(down, right)| {
            (0..=down).flat_map(move |row| (0..=right).map(move |column| (row, column)))
        });
        corners.map(move |(row, column)| self.on_board(columns) << (row * columns + column))
    }

    /// The same cells on a board of `columns` columns, from its first row and column on. `columns` is at least the
    /// number of columns here, and that board has at most 64 cells.
    ///
    /// ```
    /// use grundy_core::Stones;
    /// assert_eq!(Stones::full(2, 2).on_board(5), 0b00011_00011);
    /// ```
    pub fn on_board(self, columns: u32) -> u64 {
        (0..self.rows).fold(0, |all, row| all | self.row(row) << (row * columns))
    }

    /// The cells of a row, the first column as the lowest bit.
    fn row(self, row: u32) -> u64 {
        self.cells >> (row * self.columns) & u64::MAX >> (64 - self.columns)
    }

    /// The same with the columns in the opposite order.
    ///
    /// ```
    /// use grundy_core::Stones;
    /// let corner = Stones { rows: 2, columns: 3, cells: 0b001_111 };
    /// assert_eq!(corner.columns_reversed().cells, 0b100_111);
    /// assert_eq!(corner.rows_reversed().cells, 0b111_001);
    /// ```
    #[must_use]
    pub fn columns_reversed(self) -> Stones {
        let reversed = |row: u32| self.row(row).reverse_bits() >> (64 - self.columns);
        let cells = (0..self.rows).fold(0, |all, row| all | reversed(row) << (row * self.columns));
        Stones { cells, ..self }
    }

    /// The same with the rows in the opposite order.
    #[must_use]
    pub fn rows_reversed(self) -> Stones {
        let place = |row: u32| (self.rows - 1 - row) * self.columns;
        let cells = (0..self.rows).fold(0, |all, row| all | self.row(row) << place(row));
        Stones { cells, ..self }
    }

    /// The same with rows as columns.
    ///
    /// ```
    /// use grundy_core::Stones;
    /// let corner = Stones { rows: 2, columns: 3, cells: 0b001_111 };
    /// assert_eq!(corner.turned_over(), Stones { rows: 3, columns: 2, cells: 0b01_01_11 });
    /// ```
    #[must_use]
    pub fn turned_over(self) -> Stones {
        let is_stone = |cell: &u32| self.cells >> cell & 1 == 1;
        let stones = (0..self.rows * self.columns).filter(is_stone);
        let turned = |cell: u32| 1_u64 << (cell % self.columns * self.rows + cell / self.columns);
        let cells = stones.map(turned).fold(0, |all, cell| all | cell);
        Stones { rows: self.columns, columns: self.rows, cells }
    }

    /// The most rows in sequence that are empty between rows with stones: boards that are laid out farther
    /// apart share no stones of this shape.
    ///
    /// ```
    /// use grundy_core::Stones;
    /// assert_eq!(Stones::full(3, 1).widest_gap(), 0);
    /// assert_eq!(Stones { rows: 4, columns: 1, cells: 0b1001 }.widest_gap(), 2);
    /// ```
    #[must_use]
    pub fn widest_gap(self) -> u32 {
        let full = (0..self.rows).filter(|&row| self.row(row) != 0);
        let next = full.clone().skip(1);
        full.zip(next).map(|(row, next)| next - row - 1).max().unwrap_or(0)
    }

    /// These stones, then `between` empty rows, then the stones of `below`; `None` where that needs more than 64 cells.
    pub fn above(self, below: Stones, between: u32) -> Option<Stones> {
        let rows = self.rows.checked_add(below.rows)?.checked_add(between)?;
        let columns = self.columns.max(below.columns);
        if u64::from(rows) * u64::from(columns) > 64 {
            return None;
        }
        let below = below.on_board(columns) << ((self.rows + between) * columns);
        Some(Stones { rows, columns, cells: self.on_board(columns) | below })
    }
}
