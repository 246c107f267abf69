//! Own games of taking as shapes, for tables of every state.

use super::rules::OwnGame;
use crate::board::{Bits, Field, on_bits};
use crate::engine::Taking;
use grundy_core::{BoardMarks, Diagnostic, Stones, TakingRules};

impl OwnGame {
    /// The moves as shapes, on boards of small sides, where every move reads one symbol that no move writes.
    fn small_shapes(&self) -> Option<&Taking> {
        self.form(&Field::NOTHING).taking.as_ref()
    }

    /// The shapes of moves, for a game of taking.
    pub(super) fn taking_rules(&self) -> Option<&dyn TakingRules<OwnGame>> {
        self.small_shapes().map(|_| self as &dyn TakingRules<OwnGame>)
    }

    /// The code that the first rule writes.
    fn gap(&self) -> u8 {
        let first = self.form(&Field::NOTHING).rules.images.first();
        first.and_then(|image| image.writes.first()).map_or(0, |write| write.code)
    }
}

impl TakingRules<OwnGame> for OwnGame {
    fn stones(&self, at: &Field) -> Option<Stones> {
        let (rows, columns) = (u32::from(at.rows()), u32::from(at.columns()));
        if !(1..=64).contains(&(rows * columns)) {
            return None;
        }
        let cells = on_bits!(at, |planes, layout| {
            let places = planes[0].cells().map(|cell| layout.place(cell));
            places.fold(0, |all, (row, column)| all | 1 << (u32::from(row) * columns + u32::from(column)))
        });
        Some(Stones { rows, columns, cells })
    }

    fn position(&self, stones: Stones) -> Result<Field, Diagnostic> {
        let Stones { rows, columns, cells } = stones;
        if self.is_strip() && rows > 1 {
            let name = &self.spec().name.text;
            let message = format!("`{name}` is played on strips, which have one row, not {rows}");
            return Err(Diagnostic::new(message, 0..0).help("give 1 row"));
        }
        let gap = self.gap();
        let board = Field::of_cells(rows as u16, columns as u16, |row, column| {
            let is_stone = cells >> (u32::from(row) * columns + u32::from(column)) & 1 == 1;
            Some(if is_stone { 0 } else { gap })
        });
        self.check_size(&board).map(|()| board)
    }

    fn shapes(&self, rows: u32, columns: u32) -> Result<Vec<Stones>, Diagnostic> {
        let form = self.shared.form_within(rows.max(columns))?;
        let shapes = form.taking.iter().flat_map(|taking| &taking.shapes);
        let fits = |shape: &Stones| shape.rows <= rows && shape.columns <= columns;
        let all = shapes.map(|shape| {
            let columns = u32::from(shape.columns);
            let bit = |&(row, column): &(u16, u16)| 1_u64 << (u32::from(row) * columns + u32::from(column));
            let cells = || shape.cells.iter().map(bit).fold(0, |all, bit| all | bit);
            let is_small = u32::from(shape.rows) * columns <= 64;
            is_small.then(|| Stones { rows: shape.rows.into(), columns, cells: cells() })
        });
        Ok(all.flatten().filter(fits).collect())
    }

    fn marks(&self) -> BoardMarks {
        let codes = &self.shared.codes.0;
        let gap = codes[usize::from(self.gap())];
        let others = codes[1..].iter().copied().filter(|&symbol| symbol != gap);
        let gaps: String = std::iter::once(gap).chain(others).chain(['_', ',']).collect();
        // Strips are not written by their sides.
        let sides_are_full = self.shared.fill == Some(0) && self.shared.fits_full_board && !self.is_strip();
        BoardMarks { stones: codes[0].to_string().into(), gaps: gaps.into(), sides_are_full }
    }
}
