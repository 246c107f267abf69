//! Boards of at most 128 cells as words, for solvers.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A word that holds the cells of a board: 64 of them (`u64`), or 128 (`u128`).
pub trait BoardWord:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// How many cells it holds.
    const BITS: u32;

    /// The word with these low and high halves of at most 64 bits; what does not fit is dropped.
    fn of_halves(low: u64, high: u64) -> Self;

    /// The lowest 64 cells, and the others.
    fn halves(self) -> (u64, u64);

    /// How many cells are full.
    fn count_ones(self) -> u32;

    /// How many cells stand before the first full one.
    fn trailing_zeros(self) -> u32;

    /// How many cells stand after the last full one.
    fn leading_zeros(self) -> u32;

    /// The last cell first.
    #[must_use]
    fn reverse_bits(self) -> Self;
}

/// An unsigned integer as a board: its own functions, and its two halves as told.
macro_rules! board_word {
    ($word:ty, of_halves: $of_halves:expr, halves: $halves:expr) => {
        impl BoardWord for $word {
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn of_halves(low: u64, high: u64) -> $word {
                $of_halves(low, high)
            }

            #[inline]
            fn halves(self) -> (u64, u64) {
                $halves(self)
            }

            #[inline]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn leading_zeros(self) -> u32 {
                self.leading_zeros()
            }

            #[inline]
            fn reverse_bits(self) -> $word {
                self.reverse_bits()
            }
        }
    };
}

board_word!(u64, of_halves: |low, _| low, halves: |word| (word, 0));
board_word!(
    u128,
    of_halves: |low, high| u128::from(low) | u128::from(high) << 64,
    halves: |word| (word as u64, (word >> 64) as u64)
);

/// A board as one word, of 64 cells where nothing else is said: cell (row, column) is bit row * columns + column. Full
/// cells are what a game is played with: stones, or free squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed<W = u64> {
    /// The full cells.
    pub cells: W,
    /// The number of columns, less than the bits of the word.
    pub columns: u32,
}

impl<W: BoardWord> Packed<W> {
    /// The number of rows up to the last full cell.
    ///
    /// ```
    /// use grundy_core::Packed;
    /// assert_eq!(Packed { cells: 0b1_000_111_u64, columns: 3 }.rows(), 3);
    /// assert_eq!(Packed { cells: 0_u64, columns: 3 }.rows(), 0);
    /// ```
    #[must_use]
    #[inline]
    pub fn rows(self) -> u32 {
        (W::BITS - self.cells.leading_zeros()).div_ceil(self.columns)
    }

    /// The same board in a word of 64 cells. `None` where it has more than 64 cells up to the last full one, or 64 rows
    /// or columns and more.
    ///
    /// ```
    /// use grundy_core::Packed;
    /// let board = |cells: u128| Packed { cells, columns: 7 };
    /// assert_eq!(board(0b101).narrow(), Some(Packed { cells: 0b101, columns: 7 }));
    /// assert_eq!(board(1 << 63).narrow(), None, "ten rows of seven");
    /// ```
    #[must_use]
    #[inline]
    pub fn narrow(self) -> Option<Packed> {
        let has_room = |rows: u32| rows.max(self.columns) < u64::BITS && rows * self.columns <= u64::BITS;
        let is_narrow = W::BITS == u64::BITS || has_room(self.rows());
        is_narrow.then(|| Packed { cells: self.cells.halves().0, columns: self.columns })
    }
}

impl Packed {
    /// The same board in another word.
    ///
    /// ```
    /// use grundy_core::Packed;
    /// let board = Packed { cells: 0b101_u64, columns: 7 };
    /// assert_eq!(board.widen::<u128>().narrow(), Some(board));
    /// ```
    #[must_use]
    #[inline]
    pub fn widen<W: BoardWord>(self) -> Packed<W> {
        Packed { cells: W::of_halves(self.cells, 0), columns: self.columns }
    }
}

/// What a move leaves of a [part](crate::Ruleset::split).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Left<W = u64> {
    /// The cells that are left.
    pub cells: W,
    /// Cells where parts are looked for: each part with a move has one of them. The neighbours of the cells that were
    /// taken will do, because the board was one part. Where there are no such cells, `cells` are one part.
    pub joints: W,
}
