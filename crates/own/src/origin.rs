//! Where a rules file comes from.

use crate::limits::MOST_IMAGE_CELLS;

/// Where a rules file comes from: whom it may cost what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The user's own machine.
    #[default]
    Local,
    /// Somebody else, over a network: the text is short, and it names no file and no program.
    Remote,
}

impl Origin {
    /// All images together have at most this many cells.
    pub(crate) fn most_image_cells(self) -> usize {
        match self {
            Origin::Local => MOST_IMAGE_CELLS,
            Origin::Remote => 100_000,
        }
    }

    /// So many cells are compared to find out which moves patterns of `never` forbid.
    pub(crate) fn most_ban_cost(self) -> usize {
        match self {
            Origin::Local => 1 << 25,
            Origin::Remote => 1 << 21,
        }
    }

    /// So many turns of `for` are taken to list the options of a tuple.
    pub(crate) fn most_turns(self) -> u64 {
        match self {
            Origin::Local => 100_000_000,
            Origin::Remote => 1_000_000,
        }
    }

    /// So many steps are taken to find weights that every move lowers.
    pub(crate) fn most_steps(self) -> usize {
        match self {
            Origin::Local => 20_000,
            Origin::Remote => 200,
        }
    }
}

/// A rules file of somebody else has at most this many bytes.
pub const MOST_REMOTE_TEXT: usize = 4 << 10;
