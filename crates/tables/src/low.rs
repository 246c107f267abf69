//! The part of a move inside a word of 64 states.

use crate::layout::WITHOUT;

/// The part of a move inside a word: a state that contains the cells `mask` is reached from the one
/// without them, `mask` places lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Low {
    /// The low cells that the move takes, as a number: how far the states are apart.
    pub shift: u32,
    /// The states of a word that have none of those cells.
    pub without: u64,
}

impl Low {
    pub fn new(mask: u64) -> Low {
        let cells = WITHOUT.iter().enumerate().filter(|(cell, _)| mask >> cell & 1 == 1);
        let without = cells.fold(u64::MAX, |states, (_, without)| states & without);
        Low { shift: mask as u32, without }
    }

    /// The states of a word from which such a move leads to the given states.
    #[inline(always)]
    pub fn back(self, states: u64) -> u64 {
        (states & self.without) << self.shift
    }
}
