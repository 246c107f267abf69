//! Stones, in a terminal and as a picture.

use super::TwoDNim;
use super::rules::Line;
use crate::grid::{self, Footprint, GridBoard, Things, ZERO_BY_SYMMETRY};
use grundy_core::{Explain, Marks, Notation, Ruleset, Show};
use grundy_picture::Picture;
use std::ops::ControlFlow;

impl Show for TwoDNim {
    /// Stones and gaps, with the numbers of rows and columns.
    fn show(&self, at: &GridBoard, width: usize) -> String {
        grid::show(at, '●', '·', width)
    }

    /// Stones and gaps. A small circle between two stones stands for the move that takes both.
    fn draw(&self, at: &GridBoard, marks: &Marks<Line>) -> Picture {
        let footprint = |mv: &Line| self.footprint(at, mv);
        let mut moves = Vec::new();
        let _ = self.moves(at, |mv| {
            if mv.from.row.abs_diff(mv.to.row) + mv.from.column.abs_diff(mv.to.column) <= 1 {
                moves.push(footprint(&mv));
            }
            ControlFlow::<()>::Continue(())
        });
        let winning: Vec<Footprint> = marks.winning.iter().map(footprint).collect();
        let making = marks.making.as_ref().map(footprint);
        grid::draw(at, Things::Stones, &moves, &winning, making.as_ref())
    }
}

impl TwoDNim {
    fn footprint(&self, at: &GridBoard, mv: &Line) -> Footprint {
        let (first, last) = (mv.from, mv.to);
        Footprint { first, last, label: self.label(at, mv), said: self.say(at, mv) }
    }
}

impl Explain for TwoDNim {
    fn zero_without_search(&self) -> &'static str {
        ZERO_BY_SYMMETRY
    }
}
