//! Amazons in a terminal and as a picture.

use super::{Amazons, QueenMove};
use crate::colours::{self, ColourBoard, ColourHandle};
use grundy_core::{Explain, Marks, Notation, Ruleset, Show};
use grundy_picture::Picture;
use std::ops::ControlFlow;

impl Show for Amazons {
    fn show(&self, at: &ColourBoard, width: usize) -> String {
        colours::show(at, width)
    }

    /// A move has its handle where its arrow lands.
    fn draw(&self, at: &ColourBoard, marks: &Marks<QueenMove>) -> Picture {
        let mut handles = Vec::new();
        let _ = self.moves(at, |mv| {
            let (label, said) = (self.label(at, &mv), self.say(at, &mv));
            handles.push(ColourHandle { cell: mv.arrow, stone: None, label, said, wins: marks.wins(&mv) });
            ControlFlow::<()>::Continue(())
        });
        let made: Vec<u32> = marks.making.iter().flat_map(|mv| [mv.from, mv.to, mv.arrow]).collect();
        colours::draw(at, "a board of Amazons", handles, &made)
    }
}

impl Explain for Amazons {}
