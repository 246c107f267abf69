//! NoGo in a terminal and as a picture.

use super::{NoGo, StoneMove};
use crate::colours::{self, ColourBoard, ColourHandle};
use grundy_core::{Explain, Marks, Notation, Ruleset, Show};
use grundy_picture::Picture;
use std::ops::ControlFlow;

impl Show for NoGo {
    fn show(&self, at: &ColourBoard, width: usize) -> String {
        colours::show(at, width)
    }

    /// A move has its handle in its cell: black on the left.
    fn draw(&self, at: &ColourBoard, marks: &Marks<StoneMove>) -> Picture {
        let mut handles = Vec::new();
        let _ = self.moves(at, |mv| {
            let (label, said) = (self.label(at, &mv), self.say(at, &mv));
            let stone = Some(mv.sign());
            handles.push(ColourHandle { cell: mv.cell, stone, label, said, wins: marks.wins(&mv) });
            ControlFlow::<()>::Continue(())
        });
        let made: Vec<u32> = marks.making.iter().map(|mv| mv.cell).collect();
        colours::draw(at, "a board of NoGo", handles, &made)
    }
}

impl Explain for NoGo {}
