//! Boards as rows of cells; a move as its cell and colour, `r1c2=X`.

use super::{NoGo, StoneMove};
use crate::colours::{self, ColourBoard};
use grundy_core::{Diagnostic, Notation, Reader, Ruleset};
use std::ops::ControlFlow;

impl Notation for NoGo {
    fn parse(&self, text: &mut Reader<'_>) -> Result<ColourBoard, Diagnostic> {
        colours::parse(text)
    }

    fn format(&self, at: &ColourBoard) -> String {
        colours::format(at)
    }

    fn label(&self, at: &ColourBoard, mv: &StoneMove) -> String {
        format!("{}={}", colours::cell_name(at, mv.cell), mv.sign())
    }

    fn parse_move(&self, at: &ColourBoard, label: &str) -> Result<StoneMove, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::new(message, 0..label.len())
                .help("write the cell and the colour of the stone, such as `r1c2=X` for a black one")
        };
        let read = label.split_once('=').and_then(|(cell, sign)| {
            let cells = colours::parse_cells(at, cell)?;
            let ([cell], "X" | "x" | "O" | "o") = (&cells[..], sign) else { return None };
            Some(StoneMove { cell: *cell, is_black: sign.eq_ignore_ascii_case("X") })
        });
        let Some(asked) = read else {
            return Err(wrong(format!("`{}` is no stone in a cell", label.escape_debug())));
        };
        let is_there =
            self.moves(at, |mv| if mv == asked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
        is_there.break_value().map(|()| asked).ok_or_else(|| {
            wrong(format!("`{label}` cannot be played here: the cell is taken, or a block would lose its last free neighbour"))
        })
    }

    fn say(&self, at: &ColourBoard, mv: &StoneMove) -> String {
        let colour = if mv.is_black { "black" } else { "white" };
        format!("put a {colour} stone at {}", colours::cell_name(at, mv.cell))
    }
}
