//! Cram on arenas.

use super::Cram;
use crate::grid::{MOST_CELLS, Rectangle, Rectangles, Things};

impl Rectangles for Cram {
    const MOST_CELLS: u64 = MOST_CELLS;

    fn takes(&self, rows: u16, columns: u16) -> bool {
        (rows, columns) == (1, 2) || (rows, columns) == (2, 1)
    }

    fn say_rectangle(&self, taken: Rectangle) -> String {
        format!("put a domino on {} and {}", taken.first, taken.last)
    }

    fn label_help(&self) -> &'static str {
        "write the two squares of the domino, such as `r1c1-r1c2`"
    }

    fn things(&self) -> Things {
        Things::Squares
    }
}
