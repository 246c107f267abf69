//! Boards of at most 64 cells as words, for solvers.

use crate::Ruleset;
use std::ops::ControlFlow;

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

/// The rules of a game that takes cells away from boards, told in words: what a solver needs to search without
/// making positions. Every move takes at least one full cell, and nothing else changes.
///
/// Held to the rules by [`laws`](crate::laws).
pub trait PackedRules<R: Ruleset>: Sync {
    /// A canonical part as a word; `None` where it is too large.
    fn pack(&self, part: &R::Position) -> Option<Packed>;

    /// The part that a word stands for.
    fn unpack(&self, part: Packed) -> R::Position;

    /// Visits the cells that each move leaves of a part: first what should be looked at first. A solver keeps this order
    /// among options that look alike. Options in the middle of a board fall apart more often.
    fn left_by_moves(&self, at: Packed, visit: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Visits the parts of what a move leaves of a board with this number of columns, each moved into the corner of the
    /// smallest board that holds it. Parts without moves may be left out.
    fn parts_of(&self, left: Left, columns: u32, visit: &mut dyn FnMut(Packed));

    /// A part's canonical form, reduced to a smaller part of the same nimber: for normal play only. Asked of
    /// parts as [`parts_of`](PackedRules::parts_of) visits them.
    fn representative(&self, part: Packed) -> Packed;

    /// How much work a part is expected to be, as [`Tuning::effort`](crate::Tuning::effort).
    fn effort_of(&self, part: Packed) -> u32;

    /// The sets of cells that the moves of a board of full cells take. Its other positions have those moves
    /// whose cells are full.
    fn taken_by_moves(&self, rows: u32, columns: u32) -> Vec<u64>;

    /// Parts of at most this number of cells are valued at once by the mex rule, option by option.
    fn at_once(&self) -> u32 {
        2
    }
}
