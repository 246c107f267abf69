//! The moves of a board, as sets of stones.

use std::collections::HashSet;

/// A board has at most this many cells: 2^49 outcomes take 64 TiB, or 2 TiB on a square, symmetric and compressed.
pub const MOST_CELLS: u32 = 49;

/// The moves of a game in which a move takes a set of stones, all of which must be there.
///
/// This is all that the engine knows of a game; [`Rules::moves`](crate::Rules::moves) makes them for
/// the games of this crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    rows: u32,
    columns: u32,
    masks: Vec<u64>,
}

impl Moves {
    /// Moves on a board of `rows` by `columns` cells; bit `row * columns + column` of a mask is a
    /// cell. The shape of the board only helps the engine to place cells near each other.
    ///
    /// # Panics
    /// When the board has no cell or more than [`MOST_CELLS`], or a mask is empty
    /// or has a cell beyond the board.
    pub fn on_board(rows: u32, columns: u32, mut masks: Vec<u64>) -> Moves {
        let cells = rows * columns;
        assert!((1..=MOST_CELLS).contains(&cells), "a board of {rows} x {columns} cells");
        assert!(
            masks.iter().all(|&mask| mask != 0 && mask >> cells == 0),
            "a move takes stones of the board"
        );
        let mut seen = HashSet::new();
        masks.retain(|&mask| seen.insert(mask));
        Moves { rows, columns, masks }
    }

    /// How many rows the board has.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// How many columns the board has.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many cells the board has.
    pub fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// The stones that each move takes, in the order given.
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// The moves that can be made in a state.
    pub fn from_state(&self, state: u64) -> impl Iterator<Item = u64> + '_ {
        self.masks.iter().copied().filter(move |mask| state & mask == *mask)
    }
}
