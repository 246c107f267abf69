//! States of a table that meet a condition, and their shapes.

use crate::{Rules, StateTable, TableError};
use grundy_core::{Outcome, Stones};
use std::ops::RangeInclusive;

/// Which states of a table are meant. The default means all of them.
///
/// ```
/// use grundy_core::{Convention, Outcome, Run};
/// use grundy_tables::{Build, Content, Rules, Selection, StateTable, TableGame, TableShape, StateFilter};
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("T");
/// let rules = Rules::new(&TableGame::two_d_nim(Some(3)), 3, 3, Convention::Misere)?;
/// Build::new(TableShape::new(rules.clone(), Content::Outcomes)?).in_folder(&folder, &Run::unlimited())?;
/// let table = StateTable::open(&folder)?;
///
/// let losing = StateFilter { outcome: Some(Outcome::P), stones: Some(3..=3) };
/// let selection = Selection { own: losing, reach: None };
/// let found: Vec<u64> =
///     selection.candidates(&rules).filter(|&state| selection.has(&table, state).unwrap()).collect();
/// // Three stones of which no two are neighbours, in a row or a column; no move takes more than one.
/// assert!(found.iter().all(|state| state.count_ones() == 3));
/// assert!(found.contains(&0b100_010_001));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// What the state itself is like.
    pub own: StateFilter,
    /// What a move of it leads to: some move does.
    pub reach: Option<StateFilter>,
}

/// What a state is like; the default is any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateFilter {
    /// Who wins it.
    pub outcome: Option<Outcome>,
    /// How many stones it has.
    pub stones: Option<RangeInclusive<u32>>,
}

impl StateFilter {
    fn has(&self, table: &StateTable, state: u64) -> Result<bool, TableError> {
        if self.stones.as_ref().is_some_and(|stones| !stones.contains(&state.count_ones())) {
            return Ok(false);
        }
        match self.outcome {
            None => Ok(true),
            Some(outcome) => Ok(table.outcome(state)? == outcome),
        }
    }
}

impl Selection {
    /// The states that may be meant, in the order of their [numbers](Stones::number), those with fewer stones
    /// first where the number of stones is asked. Those with that number of stones, or all.
    pub fn candidates(&self, rules: &Rules) -> impl Iterator<Item = u64> + use<> {
        let (cells, states) = (rules.cells(), rules.states());
        let state = move |number: u64| number.reverse_bits() >> (64 - cells);
        let counts = self.own.stones.clone();
        let is_all = counts.is_none();
        let within = counts.map(|counts| *counts.start()..=(*counts.end()).min(cells));
        let with_stones = within.into_iter().flatten();
        let some = with_stones.flat_map(move |count| with_bits(count, cells));
        let all = if is_all { 0..states } else { 0..0 };
        all.chain(some).map(state)
    }

    /// Whether a state is meant.
    ///
    /// # Errors
    /// As [`StateTable::outcome`].
    pub fn has(&self, table: &StateTable, state: u64) -> Result<bool, TableError> {
        if !self.own.has(table, state)? {
            return Ok(false);
        }
        let Some(reach) = &self.reach else { return Ok(true) };
        for taken in table.moves_of(state) {
            if reach.has(table, state ^ taken)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The numbers below 2^`cells` with this many bits set, in increasing order.
fn with_bits(bits: u32, cells: u32) -> impl Iterator<Item = u64> {
    let first = (1_u64 << bits) - 1;
    std::iter::successors(Some(first), move |&number| {
        // The next larger number of as many bits: the lowest run of ones gives one up.
        let lowest = number & number.wrapping_neg();
        let carried = number.checked_add(lowest).filter(|_| number != 0)?;
        let next = carried | (((number ^ carried) / lowest) >> 2);
        (next >> cells == 0).then_some(next)
    })
}

impl Rules {
    /// The state that stands for all that are the same shape: turned over, mirrored or moved about on the
    /// board, as far as that changes no move. It lies in the top left corner, and of the states that do it has the
    /// largest [number](Stones::number).
    ///
    /// ```
    /// use grundy_core::Convention;
    /// use grundy_tables::{Rules, TableGame};
    /// let rules = Rules::new(&TableGame::two_d_nim(Some(3)), 3, 4, Convention::Misere)?;
    /// let shape = |text: &str| rules.write(rules.shape_of(rules.read(text).unwrap()));
    /// assert_eq!(shape("0000/0001/0011"), "1100/1000/0000");
    /// assert_eq!(shape("0000/0110/0010"), "1100/1000/0000");
    /// assert_eq!(shape("0011/0100/0000"), "1100/0010/0000");
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn shape_of(&self, state: u64) -> u64 {
        self.images(state).max_by_key(|&image| self.stones(image).number()).unwrap_or(state)
    }

    /// How many states are of the same [shape](Rules::shape_of) as this one.
    ///
    /// ```
    /// use grundy_core::Convention;
    /// use grundy_tables::{Rules, TableGame};
    /// let rules = Rules::new(&TableGame::two_d_nim(Some(3)), 4, 4, Convention::Misere)?;
    /// let places = |text: &str| rules.places_of(rules.read(text).unwrap());
    /// assert_eq!(places("1000/0000/0000/0000"), 16);
    /// assert_eq!(places("1110/0000/0000/0000"), 2 * 8);
    /// assert_eq!(places("4x4"), 1);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn places_of(&self, state: u64) -> u64 {
        let mut images: Vec<u64> = self.images(state).collect();
        images.sort_unstable();
        images.dedup();
        let places = |image: &u64| {
            let (height, width) = extent(&cells_of(self.stones(*image)).collect::<Vec<_>>());
            u64::from(self.rows() - height + 1) * u64::from(self.columns() - width + 1)
        };
        if state == 0 { 1 } else { images.iter().map(places).sum() }
    }

    /// The images of a state in the top left corner, those that fit the board; some may be the same.
    fn images(&self, state: u64) -> impl Iterator<Item = u64> {
        let cells: Vec<(u32, u32)> = cells_of(self.stones(state)).collect();
        (0..8)
            .filter(|&symmetry| self.is_symmetric(symmetry))
            .filter_map(move |symmetry| self.in_corner(&cells, symmetry))
    }

    /// Whether one of the eight symmetries of a square changes no move: each shape that fits the board as its image is
    /// a shape of a move too.
    fn is_symmetric(&self, symmetry: u32) -> bool {
        let shapes = self.shapes();
        symmetry == 0
            || shapes.iter().all(|shape| {
                let image = image(&cells_of(*shape).collect::<Vec<_>>(), symmetry);
                let (rows, columns) = extent(&image);
                let cells =
                    image.iter().fold(0, |cells, (row, column)| cells | 1 << (row * columns + column));
                rows > self.rows()
                    || columns > self.columns()
                    || shapes.contains(&Stones { rows, columns, cells })
            })
    }

    /// One of the eight images of these cells, moved to the top left corner; `None` where it does not fit.
    fn in_corner(&self, cells: &[(u32, u32)], symmetry: u32) -> Option<u64> {
        image(cells, symmetry).iter().try_fold(0, |state, &(row, column)| {
            let fits = row < self.rows() && column < self.columns();
            fits.then(|| state | 1 << (row * self.columns() + column))
        })
    }

    /// A state as stones on its board.
    pub fn stones(&self, state: u64) -> Stones {
        Stones { rows: self.rows(), columns: self.columns(), cells: state }
    }
}

/// The stones of a board, by row and column.
fn cells_of(board: Stones) -> impl Iterator<Item = (u32, u32)> {
    let stones = (0..board.rows * board.columns).filter(move |cell| board.cells >> cell & 1 == 1);
    stones.map(move |cell| (cell / board.columns, cell % board.columns))
}

/// The rows and columns that cells in the top left corner take.
fn extent(cells: &[(u32, u32)]) -> (u32, u32) {
    let height = cells.iter().map(|(row, _)| row + 1).max().unwrap_or(0);
    (height, cells.iter().map(|(_, column)| column + 1).max().unwrap_or(0))
}

/// One of the eight images of these cells, moved to the top left corner.
fn image(cells: &[(u32, u32)], symmetry: u32) -> Vec<(u32, u32)> {
    /// No board has a cell as far away.
    const FAR: u32 = 64;
    let image = |&(row, column): &(u32, u32)| {
        let row = if symmetry & 1 == 1 { FAR - row } else { row };
        let column = if symmetry & 2 == 2 { FAR - column } else { column };
        if symmetry & 4 == 4 { (column, row) } else { (row, column) }
    };
    let images: Vec<(u32, u32)> = cells.iter().map(image).collect();
    let top = images.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = images.iter().map(|cell| cell.1).min().unwrap_or(0);
    images.iter().map(|&(row, column)| (row - top, column - left)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TableGame;
    use grundy_core::{BoardMarks, Convention};

    #[test]
    fn states_are_one_shape_only_where_the_moves_are() {
        let along = |_, _| Ok(vec![Stones::full(1, 2)]);
        let game = crate::TableGame::new("rows", "", BoardMarks::STONES, Convention::Normal, along);
        let rules = Rules::new(&game, 3, 3, Convention::Normal).expect("it is a board");
        let shape = |text: &str| rules.write(rules.shape_of(rules.read(text).expect("it is a state")));
        assert_eq!(shape("000/001/011"), "110/100/000", "mirrored both ways");
        assert_eq!(shape("000/000/110"), "110/000/000");
        assert_eq!(shape("010/010/000"), "100/100/000", "not turned");
        assert_eq!(rules.places_of(0b11), 6);
    }

    #[test]
    fn the_candidates_are_all_states_with_so_many_stones() {
        let rules = Rules::new(&TableGame::BOXING_MATCH, 3, 4, Convention::Normal).expect("it is a board");
        for (stones, count) in [(0..=0, 1), (1..=1, 12), (3..=4, 220 + 495), (12..=40, 1), (13..=20, 0)] {
            let own = StateFilter { stones: Some(stones.clone()), outcome: None };
            let mut found: Vec<u64> = Selection { own, reach: None }.candidates(&rules).collect();
            assert_eq!(found.len(), count, "{stones:?}");
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), count, "{stones:?}");
            assert!(found.iter().all(|state| stones.contains(&state.count_ones())));
        }
        let all: Vec<u64> = Selection::default().candidates(&rules).collect();
        assert_eq!(all.len(), 4096);
        assert!(all.is_sorted_by_key(|&state| rules.stones(state).number()));
    }
}
