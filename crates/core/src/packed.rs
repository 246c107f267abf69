//! Boards of at most 64 cells as words, for solvers.

/// A board of at most 64 cells as one word: cell (row, column) is bit row * columns + column. Full cells are what a
/// game is played with: stones, or free squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed {
    /// The full cells.
    pub cells: u64,
    /// The number of columns, 1 to 63.
    pub columns: u32,
}

impl Packed {
    /// The number of rows up to the last full cell.
    ///
    /// ```
    /// use grundy_core::Packed;
    /// assert_eq!(Packed { cells: 0b1_000_111, columns: 3 }.rows(), 3);
    /// assert_eq!(Packed { cells: 0, columns: 3 }.rows(), 0);
    /// ```
    #[must_use]
    #[inline]
    pub fn rows(self) -> u32 {
        (64 - self.cells.leading_zeros()).div_ceil(self.columns)
    }
}

/// What a move leaves of a [part](crate::Ruleset::split).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Left {
    /// The cells that are left.
    pub cells: u64,
    /// Whether they are known to be one part, so that they need not be split.
    pub is_whole: bool,
}
