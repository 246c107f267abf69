//! Boards as rows of signs, and moves as the cells that they change.

use super::pattern::Placed;
use std::fmt;

/// A board as it is written: rows of symbols, `_` where there is no cell, `,` for a cell that is left out of a part.
/// What lies around it is no cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NaiveBoard {
    /// From above, all equally long.
    pub rows: Vec<Vec<char>>,
}

/// A move: the cells that change, in reading order, each with its row and column from 0 and its new symbol.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NaiveMove {
    /// At least one.
    pub cells: Vec<(usize, usize, char)>,
}

impl NaiveBoard {
    /// How many rows and columns there are.
    pub(super) fn sides(&self) -> (i64, i64) {
        (self.rows.len() as i64, self.rows.first().map_or(0, Vec::len) as i64)
    }

    /// The longer side.
    pub(crate) fn longest(&self) -> usize {
        self.rows.len().max(self.rows.first().map_or(0, Vec::len))
    }

    /// What stands in a cell.
    pub(super) fn sign(&self, (row, column): (i64, i64)) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        row.and_then(|row| row.get(usize::try_from(column).ok()?)).copied().unwrap_or('_')
    }

    /// The board after a move.
    ///
    /// # Panics
    /// When the move changes a cell that is not on the board.
    #[must_use]
    pub fn after(&self, mv: &NaiveMove) -> NaiveBoard {
        let mut after = self.clone();
        mv.cells.iter().for_each(|&(row, column, symbol)| after.rows[row][column] = symbol);
        after
    }
}

impl fmt::Display for NaiveBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        f.write_str(if rows.is_empty() { "-".to_owned() } else { rows.join("/") }.as_str())
    }
}

impl NaiveMove {
    /// What an image changes with its corner there.
    pub(super) fn of(image: &[Placed], (row, column): (i64, i64), board: &NaiveBoard) -> NaiveMove {
        let changed = image.iter().filter_map(|cell| {
            let at = (row + cell.row, column + cell.column);
            let written = cell.writes.filter(|&symbol| ![symbol, '_'].contains(&board.sign(at)))?;
            Some((usize::try_from(at.0).ok()?, usize::try_from(at.1).ok()?, written))
        });
        let mut cells: Vec<(usize, usize, char)> = changed.collect();
        cells.sort_unstable();
        NaiveMove { cells }
    }

    pub(super) fn places(&self) -> Vec<(usize, usize)> {
        self.cells.iter().map(|&(row, column, _)| (row, column)).collect()
    }

    /// The label; with the new symbols where another move changes the same cells.
    pub(super) fn label(&self, is_strip: bool, is_shared: bool) -> String {
        let cells = self.places();
        let name = |&(row, column): &(usize, usize)| match is_strip {
            true => format!("{}", column + 1),
            false => format!("r{}c{}", row + 1, column + 1),
        };
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        let is_all = |wanted: Vec<(usize, usize)>| wanted == cells;
        let count = cells.len();
        let mut label = if count == 1 {
            name(&first)
        } else if is_all((0..count).map(|step| (first.0, first.1 + step)).collect())
            || is_all((0..count).map(|step| (first.0 + step, first.1)).collect())
        {
            format!("{}-{}", name(&first), name(&last))
        } else {
            let side = count.isqrt();
            let square =
                (0..side).flat_map(|down| (0..side).map(move |right| (first.0 + down, first.1 + right)));
            match is_all(square.collect()) {
                true => format!("{}+{side}", name(&first)),
                false => cells.iter().map(name).collect::<Vec<_>>().join(","),
            }
        };
        if is_shared {
            label.push('=');
            label.extend(self.cells.iter().map(|&(.., symbol)| symbol));
        }
        label
    }
}
