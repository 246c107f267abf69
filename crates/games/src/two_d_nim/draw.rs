//! Stones in a terminal.

use super::TwoDNim;
use crate::grid::{self, Board};
use grundy_core::{Explain, Show};

impl Show for TwoDNim {
    /// Stones and gaps, with the numbers of rows and columns.
    fn show(&self, at: &Board, width: usize) -> String {
        grid::show(at, '●', '·', width)
    }
}

impl Explain for TwoDNim {}
