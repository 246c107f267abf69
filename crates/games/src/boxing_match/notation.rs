//! Boards as rows of stones; a move as the top left corner and the side of its square, `r1c1+3`.

use super::BoxingMatch;
use super::rules::Square;
use crate::grid::{self, GridBoard, Limit};
use grundy_core::{Diagnostic, Notation, Reader};

impl Notation for BoxingMatch {
    fn parse(&self, text: &mut Reader<'_>) -> Result<GridBoard, Diagnostic> {
        grid::parse(text, Limit::OF_THE_KIT)
    }

    fn format(&self, at: &GridBoard) -> String {
        grid::format_stones(at)
    }

    fn format_part(&self, part: &GridBoard) -> String {
        grid::format_stones(&part.cropped())
    }

    fn label(&self, _: &GridBoard, mv: &Square) -> String {
        format!("{}+{}", mv.corner, mv.side)
    }

    fn parse_move(&self, at: &GridBoard, label: &str) -> Result<Square, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::new(message, 0..label.len())
                .help("write the top left corner and the side of a full square, such as `r1c1+3`")
        };
        let square = label.split_once('+').and_then(|(corner, side)| {
            let is_plain = side.bytes().all(|byte| byte.is_ascii_digit());
            let side = side.parse::<u16>().ok().filter(|&side| is_plain && side > 0)?;
            Some(Square { corner: grid::parse_cell(corner)?, side })
        });
        let Some(square) = square else {
            return Err(wrong(format!("`{label}` is no move of Boxing Match")));
        };
        let Square { corner, side } = square;
        let fits = |from: u16, sides: u16| from.checked_add(side).is_some_and(|end| end <= sides);
        if !fits(corner.row, at.rows()) || !fits(corner.column, at.columns()) {
            return Err(wrong(format!("a square of side {side} at {corner} leaves the board")));
        }
        match square.cells().find(|cell| !at.has(cell.row, cell.column)) {
            Some(gap) => Err(wrong(format!("the square is not full: there is no stone at {gap}"))),
            None => Ok(square),
        }
    }

    fn say(&self, _: &GridBoard, mv: &Square) -> String {
        match mv.side {
            1 => format!("take the stone at {}", mv.corner),
            side => format!("take the square of {side} x {side} stones at {}", mv.corner),
        }
    }
}
