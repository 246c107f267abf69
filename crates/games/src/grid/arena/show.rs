//! Arenas, in a terminal and as a picture.

use super::Rectangles;
use super::field::GridOrArena;
use super::rules::{OnArena, Rectangle};
use crate::grid::{Footprint, GridBoard, Sight, Things, ZERO_BY_SYMMETRY, draw_sight, show_cells};
use grundy_core::{
    BoardMarks, Diagnostic, Explain, Marks, Notation, Playable, Ruleset, Show, Stones, TakingRules,
};
use grundy_picture::Picture;
use std::ops::ControlFlow;

impl<R: Rectangles> Show for OnArena<R> {
    fn show(&self, at: &GridOrArena, width: usize) -> String {
        let arena = at.arena();
        let (full, other) = match self.0.things() {
            Things::Stones => ('●', '·'),
            Things::Squares => ('□', '■'),
        };
        let cell = |row, column| if arena.has(row, column) { full } else { other };
        show_cells(arena.rows(), arena.columns(), cell, width)
    }

    /// As the game draws its boards.
    fn draw(&self, at: &GridOrArena, marks: &Marks<Rectangle>) -> Picture {
        let arena = at.arena();
        let footprint = |mv: &Rectangle| Footprint {
            first: mv.first,
            last: mv.last,
            label: self.label(at, mv),
            said: self.say(at, mv),
        };
        let mut moves = Vec::new();
        let _ = self.moves(at, |mv| {
            if mv.last.row - mv.first.row <= 1 && mv.last.column - mv.first.column <= 1 {
                moves.push(footprint(&mv));
            }
            ControlFlow::<()>::Continue(())
        });
        let winning: Vec<Footprint> = marks.winning.iter().map(footprint).collect();
        let making = marks.making.as_ref().map(footprint);
        let has = |row, column| arena.has(row, column);
        let sight = Sight { rows: arena.rows(), columns: arena.columns(), has: &has };
        draw_sight(&sight, self.0.things(), &moves, &winning, making.as_ref())
    }
}

impl<R: Rectangles> Explain for OnArena<R> {
    fn zero_without_search(&self) -> &'static str {
        ZERO_BY_SYMMETRY
    }
}

impl<R: Rectangles> Playable for OnArena<R> {
    fn taking(&self) -> Option<&dyn TakingRules<Self>> {
        self.0.taking().map(|_| self as &dyn TakingRules<Self>)
    }
}

/// As the game says it, for the boards that are left of an arena.
impl<R: Rectangles> TakingRules<OnArena<R>> for OnArena<R> {
    fn stones(&self, at: &GridOrArena) -> Option<Stones> {
        match at {
            GridOrArena::Board(board) => self.0.taking()?.stones(board),
            GridOrArena::Arena(_) => None,
        }
    }

    fn position(&self, stones: Stones) -> Result<GridOrArena, Diagnostic> {
        Ok(GridOrArena::Board(GridBoard::of_stones(stones)))
    }

    fn shapes(&self, rows: u32, columns: u32) -> Result<Vec<Stones>, Diagnostic> {
        self.0.taking().map_or(Ok(Vec::new()), |taking| taking.shapes(rows, columns))
    }

    fn marks(&self) -> BoardMarks {
        self.0.taking().map_or(BoardMarks::STONES, TakingRules::marks)
    }

    fn parameters_in_full(&self) -> String {
        self.0.taking().map_or_else(String::new, TakingRules::parameters_in_full)
    }
}
