//! Boards as rows of stones; a move as its first and last stone, `r2c1-r2c3`, or one stone, `r2c1`.

use super::rules::Line;
use super::{TwoDNim, USUAL_MAX};
use crate::grid::{self, GridBoard, Limit};
use grundy_core::{Diagnostic, Notation, Reader, Word};

/// How large boards may be.
pub(super) const LIMIT: Limit = Limit {
    cells: 64,
    reason: "boards of more than 64 stones are out of reach of any search; leave out empty rows and columns, \
             or write parts that do not touch as a sum",
};

impl Notation for TwoDNim {
    fn parse(&self, text: &mut Reader<'_>) -> Result<GridBoard, Diagnostic> {
        grid::parse(text, LIMIT)
    }

    fn format(&self, at: &GridBoard) -> String {
        grid::format_stones(at)
    }

    fn format_part(&self, part: &GridBoard) -> String {
        grid::format_stones(&part.cropped())
    }

    fn label(&self, _: &GridBoard, mv: &Line) -> String {
        if mv.from == mv.to { mv.from.to_string() } else { format!("{}-{}", mv.from, mv.to) }
    }

    fn parse_move(&self, at: &GridBoard, label: &str) -> Result<Line, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::new(message, 0..label.len())
                .help("write the first and the last stone, such as `r2c1-r2c3`, or one stone, `r2c1`")
        };
        let (from, to) = label.split_once('-').unwrap_or((label, label));
        let (Some(from), Some(to)) = (grid::parse_cell(from), grid::parse_cell(to)) else {
            return Err(wrong(format!("`{label}` is no move of 2D Nim")));
        };
        let line = Line { from: from.min(to), to: from.max(to) };
        if from.row != to.row && from.column != to.column {
            return Err(wrong(format!("{from} and {to} are not in one row or column")));
        }
        if let Some(gap) = line.cells().find(|cell| !at.has(cell.row, cell.column)) {
            return Err(wrong(format!("there is no stone at {gap}")));
        }
        let taken = line.cells().count();
        if taken as u64 > u64::from(self.most()) {
            let most = Word::count(self.most().into(), "stone");
            return Err(wrong(format!("a move takes at most {most}, not {taken}")));
        }
        Ok(line)
    }

    fn say(&self, _: &GridBoard, mv: &Line) -> String {
        match mv.cells().count() {
            1 => format!("take the stone at {}", mv.from),
            many => format!("take the {many} stones from {} to {}", mv.from, mv.to),
        }
    }

    fn parameters(&self) -> String {
        match self.max {
            Some(USUAL_MAX) => String::new(),
            Some(max) => format!("max={max}"),
            None => "max=any".to_owned(),
        }
    }
}
