//! 2D Nim on arenas.

use super::TwoDNim;
use super::notation::LIMIT;
use crate::grid::{Rectangle, Rectangles, Things};

impl Rectangles for TwoDNim {
    const MOST_CELLS: u64 = LIMIT.cells;

    fn takes(&self, rows: u16, columns: u16) -> bool {
        rows.min(columns) == 1 && u32::from(rows.max(columns)) <= self.most()
    }

    fn say_rectangle(&self, taken: Rectangle) -> String {
        let Rectangle { first, last } = taken;
        match last.row - first.row + last.column - first.column + 1 {
            1 => format!("take the stone at {first}"),
            many => format!("take the {many} stones from {first} to {last}"),
        }
    }

    fn label_help(&self) -> &'static str {
        "write the first and the last stone, such as `r2c1-r2c3`, or one stone, `r2c1`"
    }

    fn things(&self) -> Things {
        Things::Stones
    }
}
