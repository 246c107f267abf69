//! Stones, in a terminal and as a picture.

use super::BoxingMatch;
use super::rules::Square;
use crate::grid::{self, Cell, Footprint, GridBoard, Things, ZERO_BY_SYMMETRY};
use grundy_core::{Explain, Marks, Notation, Ruleset, Show};
use grundy_picture::Picture;
use std::ops::ControlFlow;

impl Show for BoxingMatch {
    /// Stones and gaps, with the numbers of rows and columns.
    fn show(&self, at: &GridBoard, width: usize) -> String {
        grid::show(at, '●', '·', width)
    }

    /// Stones and gaps. A small circle between four stones stands for the move that takes them.
    fn draw(&self, at: &GridBoard, marks: &Marks<Square>) -> Picture {
        let footprint = |mv: &Square| self.footprint(at, mv);
        let mut moves = Vec::new();
        let _ = self.moves(at, |mv| {
            if mv.side <= 2 {
                moves.push(footprint(&mv));
            }
            ControlFlow::<()>::Continue(())
        });
        let winning: Vec<Footprint> = marks.winning.iter().map(footprint).collect();
        let making = marks.making.as_ref().map(footprint);
        grid::draw(at, Things::Stones, &moves, &winning, making.as_ref())
    }
}

impl BoxingMatch {
    fn footprint(&self, at: &GridBoard, mv: &Square) -> Footprint {
        let (first, last) = {
            let far = |from: u16| from + mv.side - 1;
            (mv.corner, Cell { row: far(mv.corner.row), column: far(mv.corner.column) })
        };
        Footprint { first, last, label: self.label(at, mv), said: self.say(at, mv) }
    }
}

impl Explain for BoxingMatch {
    fn zero_without_search(&self) -> &'static str {
        ZERO_BY_SYMMETRY
    }
}
