//! Squares, in a terminal and as a picture.

use super::Cram;
use super::rules::Domino;
use crate::grid::{self, Footprint, GridBoard, Things, ZERO_BY_SYMMETRY};
use grundy_core::{Explain, Marks, Notation, Ruleset, Show};
use grundy_picture::Picture;
use std::ops::ControlFlow;

impl Show for Cram {
    /// Free and covered squares, with the numbers of rows and columns.
    fn show(&self, at: &GridBoard, width: usize) -> String {
        grid::show(at, '□', '■', width)
    }

    /// Free and covered squares. A small circle between two free squares stands for the domino on them.
    fn draw(&self, at: &GridBoard, marks: &Marks<Domino>) -> Picture {
        let footprint = |mv: &Domino| self.footprint(at, mv);
        let mut moves = Vec::new();
        let _ = self.moves(at, |mv| {
            moves.push(footprint(&mv));
            ControlFlow::<()>::Continue(())
        });
        let winning: Vec<Footprint> = marks.winning.iter().map(footprint).collect();
        let making = marks.making.as_ref().map(footprint);
        grid::draw(at, Things::Squares, &moves, &winning, making.as_ref())
    }
}

impl Cram {
    fn footprint(&self, at: &GridBoard, mv: &Domino) -> Footprint {
        let (first, last) = (mv.first, mv.second);
        Footprint { first, last, label: self.label(at, mv), said: self.say(at, mv) }
    }
}

impl Explain for Cram {
    fn zero_without_search(&self) -> &'static str {
        ZERO_BY_SYMMETRY
    }
}
