//! A position as stones on a board.

/// A set of stones on a board of at most 64 cells, for whoever keeps something of every such set.
///
/// ```
/// use grundy_core::Stones;
/// let square = Stones { rows: 2, columns: 2, cells: 0b1111 };
/// let pair = Stones { rows: 1, columns: 2, cells: 0b11 };
/// // One below the other, with an empty row between.
/// let both = Stones { rows: 4, columns: 2, cells: 0b11_00_11_11 };
/// assert_eq!(square.above(pair), Some(both));
/// assert_eq!(both.above(both).map(|stones| stones.rows), Some(9));
/// assert_eq!(Stones { rows: 1, columns: 64, cells: 1 }.above(pair), None, "more than 64 cells");
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

    /// These stones with others below them, an empty row between; `None` where 64 cells do not hold them.
    pub fn above(self, below: Stones) -> Option<Stones> {
        let rows = self.rows.checked_add(below.rows)?.checked_add(1)?;
        let columns = self.columns.max(below.columns);
        if u64::from(rows) * u64::from(columns) > 64 {
            return None;
        }
        let widened = |stones: Stones, first: u32| {
            let row = |row: u32| {
                let cells = stones.cells >> (row * stones.columns) & ((1_u64 << stones.columns) - 1);
                cells << ((first + row) * columns)
            };
            (0..stones.rows).map(row).fold(0, |all, row| all | row)
        };
        Some(Stones { rows, columns, cells: widened(self, 0) | widened(below, self.rows + 1) })
    }
}
