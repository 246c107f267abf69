//! Boards as rows of free squares, `.`, and blocked ones, `#`; a move as its two squares, `r1c1-r1c2`.

use super::Cram;
use super::rules::Domino;
use crate::grid::{self, GridBoard, Limit};
use grundy_core::{Diagnostic, Notation, Reader};

impl Notation for Cram {
    fn parse(&self, text: &mut Reader<'_>) -> Result<GridBoard, Diagnostic> {
        grid::parse_squares(text, Limit::OF_THE_KIT)
    }

    fn format(&self, at: &GridBoard) -> String {
        grid::format_squares(at)
    }

    fn format_part(&self, part: &GridBoard) -> String {
        grid::format_squares(&part.cropped())
    }

    fn label(&self, _: &GridBoard, mv: &Domino) -> String {
        format!("{}-{}", mv.first, mv.second)
    }

    fn parse_move(&self, at: &GridBoard, label: &str) -> Result<Domino, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::new(message, 0..label.len())
                .help("write the two squares of the domino, such as `r1c1-r1c2`")
        };
        let squares = label.split_once('-');
        let squares =
            squares.and_then(|(one, other)| Some((grid::parse_cell(one)?, grid::parse_cell(other)?)));
        let Some((one, other)) = squares else {
            return Err(wrong(format!("`{label}` is no move of Cram")));
        };
        let (first, second) = (one.min(other), one.max(other));
        if let Some(covered) = [first, second].into_iter().find(|cell| !at.has(cell.row, cell.column)) {
            return Err(wrong(format!("{covered} is no free square")));
        }
        if first.row.abs_diff(second.row) + first.column.abs_diff(second.column) != 1 {
            return Err(wrong(format!("{first} and {second} are not adjacent")));
        }
        Ok(Domino { first, second })
    }

    fn say(&self, _: &GridBoard, mv: &Domino) -> String {
        format!("put a domino on {} and {}", mv.first, mv.second)
    }
}
