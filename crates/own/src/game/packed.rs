//! Games of taking, told in words.

use super::rules::OwnGame;
use crate::board::{Field, StoredCells, Words};
use crate::engine::WordShapes;
use grundy_core::{Left, Packed, PackedRules};
use grundy_games::grid;
use std::ops::ControlFlow;

impl OwnGame {
    /// The shapes for a board of one word.
    #[inline]
    fn words(&self, board: Packed) -> &WordShapes {
        self.shared.words.of(board, |side| {
            let form = self.shared.form_within(side);
            let form = form.expect("the rules were expanded when the position was read");
            let taking = form.taking.as_ref().expect("the rules were asked whether they are of taking");
            WordShapes::new(taking, board.columns, self.is_strip(), &form.symmetries)
        })
    }
}

/// The cells of a row of bytes, row by row without gaps.
fn narrowed(cells: u64, rows: u16, columns: u16) -> u64 {
    (0..rows).fold(0, |all, row| all | (cells >> (8 * row) & (0xff >> (8 - columns))) << (row * columns))
}

/// The other way round.
fn widened(cells: u64, rows: u16, columns: u16) -> u64 {
    (0..rows).fold(0, |all, row| all | (cells >> (row * columns) & (0xff >> (8 - columns))) << (8 * row))
}

impl PackedRules<OwnGame> for OwnGame {
    fn pack(&self, part: &Field) -> Option<Packed> {
        let (rows, columns) = (part.rows(), part.columns());
        let is_small = u32::from(rows) * u32::from(columns) <= 64 && (1..64).contains(&columns);
        if !is_small {
            return None;
        }
        let cells = match part.words() {
            1 if rows <= 8 && columns <= 8 => narrowed(part.one_word()?, rows, columns),
            1 => part.one_word()?,
            _ => part.planes::<Words<4>>()[0].words()[0],
        };
        (cells != 0).then_some(Packed { cells, columns: columns.into() })
    }

    fn unpack(&self, part: Packed) -> Field {
        let (rows, columns) = (part.rows().max(1) as u16, part.columns as u16);
        match (rows, columns) {
            (..=8, ..=8) => Field::of_one(rows, columns, 0, widened(part.cells, rows, columns)),
            (1, _) => Field::of_one(rows, columns, 0, part.cells),
            _ => Field::of_one(rows, columns, 0, Words::<4>::of_words(&[part.cells])),
        }
    }

    fn left_by_moves(&self, at: Packed, visit: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()> {
        self.words(at).left_by_moves(at.cells, visit)
    }

    fn parts_of(&self, left: Left, columns: u32, visit: &mut dyn FnMut(Packed)) {
        let mut visit = |cells| visit(grid::cropped(Packed { cells, columns }));
        match left.joints == 0 {
            true => visit(left.cells),
            false => self.words(Packed { cells: left.cells, columns }).parts(left.cells, visit),
        }
    }

    fn representative(&self, part: Packed) -> Packed {
        self.words(part).representative(part)
    }

    fn effort_of(&self, part: Packed) -> u32 {
        self.words(part).effort(part.cells)
    }

    fn has_rules_for(&self, rows: u32, columns: u32) -> bool {
        self.shared.form_within(rows.max(columns)).is_ok()
    }

    fn taken_by_moves(&self, rows: u32, columns: u32) -> Vec<u64> {
        self.words(Packed { cells: 1 << (rows * columns - 1), columns }).taken(rows)
    }

    /// The number for pairs is that of Cram.
    fn at_once(&self) -> u32 {
        if self.is_of_pairs() { 14 } else { 2 }
    }
}
