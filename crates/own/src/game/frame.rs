//! Boards with the cells around them that are read as the edge.
//!
//! What lies around a [`Field`] is left out: it meets nothing. Where rules read the edge, a board that is written
//! without it stands in a frame of `_`; and a part, whose edge cells travel with it, is written in a frame of `,`.

use super::rules::OwnGame;
use crate::board::Field;

impl OwnGame {
    /// How many rows and columns of frame there are.
    fn ring(&self) -> (u16, u16) {
        let reach = self.shared.reach;
        if self.is_strip() { (0, reach) } else { (reach, reach) }
    }

    /// How many cells the board of what was written has at most.
    pub(super) fn framed_cells(&self, written: &Field) -> usize {
        let (down, right) = self.ring();
        usize::from(written.rows() + 2 * down) * usize::from(written.columns() + 2 * right)
    }

    /// The board of what was written.
    pub(crate) fn framed(&self, written: &Field) -> Field {
        let (down, right) = self.ring();
        if self.shared.reach == 0 || written.rows() == 0 {
            return written.clone();
        }
        if self.has_ring(written, None) {
            let (rows, columns) = (written.rows() - 2 * down, written.columns() - 2 * right);
            let inner = written.cut((i32::from(down), i32::from(right)), (rows, columns));
            return if rows == 0 || columns == 0 { Field::NOTHING } else { inner };
        }
        let (rows, columns) = (written.rows() + 2 * down, written.columns() + 2 * right);
        let edge = self.shared.edge();
        Field::of_cells(rows, columns, |row, column| {
            let (row, column) = (row.checked_sub(down), column.checked_sub(right));
            match row.zip(column).filter(|&(row, column)| row < written.rows() && column < written.columns())
            {
                Some((row, column)) => written.code(row, column),
                None => Some(edge),
            }
        })
    }

    /// What is written of a board, and where its first cell stands on the board.
    pub(crate) fn written(&self, at: &Field) -> (Field, (i32, i32)) {
        let (down, right) = self.ring();
        if self.shared.reach == 0 || at.rows() == 0 {
            return (at.clone(), (0, 0));
        }
        let has_inside = at.rows() > 2 * down && at.columns() > 2 * right;
        let (corner, sides) = match has_inside && self.has_ring(at, Some(self.shared.edge())) {
            true => ((i32::from(down), i32::from(right)), (at.rows() - 2 * down, at.columns() - 2 * right)),
            false => {
                ((-i32::from(down), -i32::from(right)), (at.rows() + 2 * down, at.columns() + 2 * right))
            }
        };
        (at.cut(corner, sides), corner)
    }

    /// Whether all cells of the frame hold this.
    fn has_ring(&self, at: &Field, code: Option<u8>) -> bool {
        let (down, right) = self.ring();
        if at.rows() < 2 * down || at.columns() < 2 * right {
            return false;
        }
        let is_inside = |row: u16, column: u16| {
            (down..at.rows() - down).contains(&row) && (right..at.columns() - right).contains(&column)
        };
        let cells = (0..at.rows()).flat_map(|row| (0..at.columns()).map(move |column| (row, column)));
        cells
            .filter(|&(row, column)| !is_inside(row, column))
            .all(|(row, column)| at.code(row, column) == code)
    }

    /// The row and column in what is written, from 0, of a cell of the board.
    pub(crate) fn place(&self, corner: (i32, i32), (row, column): (u16, u16)) -> (i32, i32) {
        (i32::from(row) - corner.0, i32::from(column) - corner.1)
    }
}
