//! How positions and moves are written, said and shown.

use crate::{Diagnostic, Marks, Reader, Ruleset};
use grundy_picture::Picture;

/// How a game's positions and moves are written, and said.
pub trait Notation: Ruleset {
    /// Reads a position, which takes the whole text: who opens it [asks](Reader::expect_end) that nothing is
    /// left over. Where the text is [`EMPTY`](crate::EMPTY) [alone](Reader::eat_empty), it is the position in
    /// which nothing is left.
    ///
    /// # Errors
    /// A [`Diagnostic`] with the place of the mistake and a remedy; also where nothing is written at all.
    fn parse(&self, text: &mut Reader<'_>) -> Result<Self::Position, Diagnostic>;

    /// Reads a position that [`format`](Notation::format) wrote. Other than [`parse`](Notation::parse) it reads cells
    /// also where a parameter tells the position already, as the length of an empty strip does.
    ///
    /// # Errors
    /// As [`parse`](Notation::parse).
    fn parse_written(&self, text: &mut Reader<'_>) -> Result<Self::Position, Diagnostic> {
        self.parse(text)
    }

    /// Writes a position canonically: what is written, [`parse`](Notation::parse) reads back. Where nothing is
    /// left it writes [`EMPTY`](crate::EMPTY).
    fn format(&self, at: &Self::Position) -> String;

    /// A [part](Ruleset::split) as a working names it: as it lies in the whole, neither turned nor mirrored,
    /// without what is empty around it.
    fn format_part(&self, part: &Self::Position) -> String {
        self.format(part)
    }

    /// The position without what has been taken whole and is written all the same, so that labels keep their
    /// numbers: a heap of 0. Tables show so what a move leaves.
    fn in_play(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }

    /// A move's label: unique in its position, without blanks, and read back by
    /// [`parse_move`](Notation::parse_move).
    fn label(&self, at: &Self::Position, mv: &Self::Move) -> String;

    /// The labels of several moves of one position, where that is cheaper than one by one.
    fn labels(&self, at: &Self::Position, moves: &[Self::Move]) -> Vec<String> {
        moves.iter().map(|mv| self.label(at, mv)).collect()
    }

    /// Reads a move's label.
    ///
    /// # Errors
    /// When no move of the position has that label.
    fn parse_move(&self, at: &Self::Position, label: &str) -> Result<Self::Move, Diagnostic>;

    /// The move as a person would say it: "take 3 from the second heap".
    fn say(&self, at: &Self::Position, mv: &Self::Move) -> String;

    /// The parameters as they stand before a position (`max=4`), empty where all are usual.
    fn parameters(&self) -> String {
        String::new()
    }
}

/// How a position looks, in a terminal and as a picture.
pub trait Show: Ruleset {
    /// The board as lines of text, at most `width` columns where that can be; a board too large to
    /// be read that way says so and shows a summary.
    fn show(&self, at: &Self::Position, width: usize) -> String;

    /// The board as a picture, with marks. Each shape that stands for a move has the move's label. A
    /// board too large to be read says so and shows a summary, within a second.
    ///
    /// The text of [`show`](Show::show) is the picture of a game that has no other; it cannot show
    /// marks.
    fn draw(&self, at: &Self::Position, marks: &Marks<Self::Move>) -> Picture {
        let _ = marks;
        Picture::of_text("", &self.show(at, 80))
    }

    /// The working as pictures, one after the other, for games that have it; none for the others, and for
    /// boards too large to be drawn.
    fn drawn_steps(&self, at: &Self::Position) -> Vec<DrawnStep> {
        let _ = at;
        Vec::new()
    }
}

/// A picture of a working, and what it shows.
#[derive(Clone, Debug)]
pub struct DrawnStep {
    /// What is done in this step, without a full stop.
    pub title: String,
    /// What it leads to.
    pub picture: Picture,
}
