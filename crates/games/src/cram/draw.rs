//! Squares in a terminal.

use super::Cram;
use crate::grid::{self, Board};
use grundy_core::{Explain, Show};

impl Show for Cram {
    /// Free and covered squares, with the numbers of rows and columns.
    fn show(&self, at: &Board, width: usize) -> String {
        grid::show(at, '□', '■', width)
    }
}

impl Explain for Cram {}
