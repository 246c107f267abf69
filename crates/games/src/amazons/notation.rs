//! Boards as rows of cells; a move as the cells of the queen, its goal and its arrow, `r1c1-r1c3-r2c3`.

use super::{Amazons, QueenMove};
use crate::colours::{self, ColourBoard};
use grundy_core::{Diagnostic, Notation, Reader, Ruleset};
use std::ops::ControlFlow;

impl Notation for Amazons {
    fn parse(&self, text: &mut Reader<'_>) -> Result<ColourBoard, Diagnostic> {
        colours::parse(text)
    }

    fn format(&self, at: &ColourBoard) -> String {
        colours::format(at)
    }

    fn label(&self, at: &ColourBoard, mv: &QueenMove) -> String {
        [mv.from, mv.to, mv.arrow].map(|cell| colours::cell_name(at, cell)).join("-")
    }

    fn parse_move(&self, at: &ColourBoard, label: &str) -> Result<QueenMove, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::new(message, 0..label.len())
                .help("write where the queen stands, where it goes and where its arrow lands, such as `r1c1-r1c3-r2c3`")
        };
        let cells = colours::parse_cells(at, label);
        let Some([from, to, arrow]) = cells.and_then(|cells| <[u32; 3]>::try_from(cells).ok()) else {
            return Err(wrong(format!("`{}` is no move of a queen", label.escape_debug())));
        };
        let asked = QueenMove { from, to, arrow };
        let is_there =
            self.moves(at, |mv| if mv == asked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
        is_there
            .break_value()
            .map(|()| asked)
            .ok_or_else(|| wrong(format!("`{label}` cannot be played here")))
    }

    fn say(&self, at: &ColourBoard, mv: &QueenMove) -> String {
        let name = |cell| colours::cell_name(at, cell);
        format!("move the queen from {} to {} and shoot at {}", name(mv.from), name(mv.to), name(mv.arrow))
    }
}
