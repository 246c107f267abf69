//! Stones in a terminal.

use super::BoxingMatch;
use crate::grid::{self, Board};
use grundy_core::{Explain, Show};

impl Show for BoxingMatch {
    /// Stones and gaps, with the numbers of rows and columns.
    fn show(&self, at: &Board, width: usize) -> String {
        grid::show(at, '●', '·', width)
    }
}

impl Explain for BoxingMatch {}
