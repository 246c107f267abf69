//! Boxing Match on arenas, such as that of the contest of 1994.

use super::BoxingMatch;
use crate::grid::{Cell, MOST_CELLS, Rectangle, Rectangles, Things, parse_cell};

impl Rectangles for BoxingMatch {
    const MOST_CELLS: u64 = MOST_CELLS;

    fn takes(&self, rows: u16, columns: u16) -> bool {
        rows == columns
    }

    fn rectangle_label(&self, taken: Rectangle) -> String {
        format!("{}+{}", taken.first, taken.last.row - taken.first.row + 1)
    }

    fn rectangle_of(&self, label: &str) -> Option<Rectangle> {
        let (corner, side) = label.split_once('+')?;
        let first = parse_cell(corner)?;
        let is_plain = side.bytes().all(|byte| byte.is_ascii_digit());
        let more = side.parse::<u16>().ok().filter(|_| is_plain)?.checked_sub(1)?;
        let last = Cell { row: first.row.checked_add(more)?, column: first.column.checked_add(more)? };
        Some(Rectangle { first, last })
    }

    fn say_rectangle(&self, taken: Rectangle) -> String {
        match taken.last.row - taken.first.row + 1 {
            1 => format!("take the stone at {}", taken.first),
            side => format!("take the square of {side} x {side} stones at {}", taken.first),
        }
    }

    fn label_help(&self) -> &'static str {
        "write the top left corner and the side of a full square, such as `r1c1+3`"
    }

    fn things(&self) -> Things {
        Things::Stones
    }
}
