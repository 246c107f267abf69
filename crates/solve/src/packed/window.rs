//! The nimbers of all sets of cells of a small rectangle, by retrograde analysis.
//!
//! A set is a number whose low bits are the cells of one colour of a chequerboard, and whose high bits are the cells
//! of the other one. Sets of equal high bits are a block. A move that takes a cell of the high colour leads to an
//! earlier block, so that a block is filled by whole rows of earlier ones; the moves within the low colour follow.
//!
//! A nimber is kept as one bit of a byte, so that the values of options are gathered by "or", and the mex of a byte
//! of them is its lowest bit that is 0. Nimbers above 7 do not fit: such a set has the byte 0, unknown. They change
//! no mex below 8.
//!
//! Where the moves are the same after the rectangle is turned over, or reflected, half of the blocks are copied from
//! those of their images.

use super::mirror::Mirror;
use super::places::Places;
use super::prefetch::prefetch;
use super::retrograde::{Move, fill};
use super::zeroed::Words;
use grundy_core::Packed;

/// The nimbers of all sets of cells of a rectangle under the rules of one game.
pub(super) struct Window {
    cells: u32,
    /// Where the cells of parts stand in the number of a set.
    places: Places,
    /// The same for parts that lie across the rectangle, if the rules are the same for them.
    across: Option<Places>,
    /// One byte a set, eight in a word.
    nimbers: Words,
}

impl Window {
    /// The window of a rectangle of at most 28 cells. `moves` are the sets of cells that moves take, with cell (row,
    /// column) as bit `row * columns + column`, and `moves_across` those of the rectangle on its side. Memory is a byte
    /// for each set of cells. Time is a pass over a quarter of them for each move of one cell of each colour, and more
    /// for moves of cells of one colour.
    ///
    /// `None` where the system has no such memory.
    ///
    /// # Panics
    /// When the rectangle is larger, or a move takes no cell of it.
    pub(super) fn new(rows: u32, columns: u32, moves: &[u64], moves_across: &[u64]) -> Option<Window> {
        let cells = rows * columns;
        assert!((1..=28).contains(&cells), "a window of {rows} by {columns} cells");
        let places = Places::new(rows, columns);
        let low_bits = (cells / 2).max(3).min(cells);
        let numbers = |places: &Places, moves: &[u64]| {
            let mut numbers: Vec<u32> = moves.iter().map(|&set| places.number_of_cells(set)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let sets = numbers(&places, moves);
        assert!(!sets.contains(&0), "a move takes a cell of the window");
        let across = Some(places.across()).filter(|across| {
            rows != columns && places.are_of_rows() && numbers(across, moves_across) == sets
        });
        let mirror = mirror(&places, low_bits, &sets);
        let moves: Vec<Move> =
            sets.iter().map(|set| Move { high: set >> low_bits, low: set & ((1 << low_bits) - 1) }).collect();
        let nimbers = Words::filled(1 << cells.saturating_sub(3), |nimbers| {
            fill(nimbers, low_bits, &moves, mirror.as_ref())
        })?;
        Some(Window { cells, places, across, nimbers })
    }

    /// The cells of the rectangle.
    pub(super) fn cells(&self) -> u32 {
        self.cells
    }

    /// The nimber of a cropped part; `None` where it does not fit, or is above 7.
    #[inline]
    pub(super) fn nimber(&self, part: Packed) -> Option<u32> {
        self.nimber_at(self.number(part)?)
    }

    /// The number of a cropped part, if it fits.
    #[inline]
    pub(super) fn number(&self, part: Packed) -> Option<u32> {
        self.places.number(part).or_else(|| self.across.as_ref()?.number(part))
    }

    /// The nimber of the set with this number; `None` where it is above 7.
    #[inline]
    pub(super) fn nimber_at(&self, number: u32) -> Option<u32> {
        let byte = self.nimbers[(number >> 3) as usize] >> (8 * (number & 7)) & 0xff;
        (byte != 0).then(|| byte.trailing_zeros())
    }

    /// Asks for the nimber of a set, so that it is near when it is read.
    #[inline]
    pub(super) fn touch(&self, number: u32) {
        prefetch(&self.nimbers[(number >> 3) as usize]);
    }
}

/// A mirror under which the moves are the same; they are given in order, as the sets of cells that they take.
fn mirror(places: &Places, low_bits: u32, moves: &[u32]) -> Option<Mirror> {
    let mirror = Mirror::new(places.images()?, low_bits)?;
    let is_move = |set: &u32| moves.binary_search(&mirror.image(*set)).is_ok();
    moves.iter().all(is_move).then_some(mirror)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nimbers of all sets by the definition.
    fn plain(cells: u32, moves: &[u64]) -> Vec<u32> {
        let mut nimbers = vec![0_u32; 1 << cells];
        for set in 0..1_u64 << cells {
            let options = moves.iter().filter(|&&taken| taken & !set == 0);
            let seen = options.fold(0_u64, |seen, taken| seen | 1 << nimbers[(set & !taken) as usize]);
            nimbers[set as usize] = seen.trailing_ones();
        }
        nimbers
    }

    /// Moves of several kinds: dominoes, lines, squares, and sets without any order.
    fn games(rows: u32, columns: u32) -> Vec<Vec<u64>> {
        let shape = |height: u32, width: u32| {
            let cell = move |row: u32, column: u32| 1_u64 << (row * columns + column);
            let corners = (0..(rows + 1).saturating_sub(height)).flat_map(move |row| {
                (0..(columns + 1).saturating_sub(width)).map(move |column| (row, column))
            });
            corners.map(move |(row, column)| {
                (0..height * width).map(|at| cell(row + at / width, column + at % width)).sum()
            })
        };
        let dominoes = shape(1, 2).chain(shape(2, 1)).collect();
        let lines = (1..=3).flat_map(|long| shape(1, long).chain(shape(long, 1))).collect();
        let squares = (1..=rows.max(columns)).flat_map(|side| shape(side, side)).collect();
        let mut state = u64::from(rows * 31 + columns);
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33 & ((1 << (rows * columns)) - 1)).max(1)
        };
        vec![
            dominoes,
            lines,
            squares,
            (0..20).map(|_| random() & (random() | 1)).map(|set| set.max(1)).collect(),
        ]
    }

    #[test]
    fn every_set_has_its_nimber_by_the_mex_rule() {
        for (rows, columns) in
            [(1, 1), (1, 2), (2, 2), (1, 7), (3, 3), (2, 5), (3, 4), (4, 4), (3, 5), (3, 6)]
        {
            for moves in games(rows, columns) {
                let window = Window::new(rows, columns, &moves, &[]).expect("memory for a window");
                for (set, nimber) in plain(rows * columns, &moves).into_iter().enumerate() {
                    let part = Packed { cells: set as u64, columns };
                    let found = window.nimber(part);
                    assert_eq!(found, Some(nimber).filter(|&nimber| nimber < 8), "{rows}x{columns} {set:b}");
                }
            }
        }
    }

    #[test]
    fn half_of_the_sets_are_copied_where_a_symmetry_keeps_colours_and_moves() {
        for ((rows, columns), low_bits, is_mirrored) in [
            ((4, 5), 10, true),
            ((4, 6), 12, true),
            ((5, 5), 12, true),
            ((3, 6), 9, true),
            ((3, 8), 12, true),
            ((2, 10), 10, true),
            ((1, 20), 10, false),
        ] {
            let places = Places::new(rows, columns);
            let found = |moves: &[u64]| {
                let mut sets: Vec<u32> = moves.iter().map(|&set| places.number_of_cells(set)).collect();
                sets.sort_unstable();
                mirror(&places, low_bits, &sets).is_some()
            };
            let games = games(rows, columns);
            for game in &games[..3] {
                assert_eq!(found(game), is_mirrored, "{rows}x{columns}");
                let others: Vec<u64> = game.iter().copied().filter(|&set| set != game[0]).collect();
                assert!(!found(&others), "{rows}x{columns} without a move");
            }
        }
    }

    #[test]
    fn a_part_that_lies_across_has_the_nimber_of_its_image_where_the_rules_do_not_tell_them_apart() {
        for (rows, columns) in [(2, 3), (2, 5), (3, 4), (3, 5), (5, 3)] {
            for game in 0..3 {
                let across = &games(columns, rows)[game];
                let window = Window::new(rows, columns, &games(rows, columns)[game], across)
                    .expect("memory for a window");
                for (set, nimber) in plain(rows * columns, across).into_iter().enumerate() {
                    let part = Packed { cells: set as u64, columns: rows };
                    let expected = Some(nimber).filter(|&nimber| nimber < 8);
                    assert_eq!(window.nimber(part), expected, "{columns}x{rows} {set:b}");
                }
            }
        }
        let along: Vec<u64> = (0..3).flat_map(|row| (0..3).map(move |at| 0b11 << (row * 4 + at))).collect();
        let along_of_four_rows: Vec<u64> =
            (0..4).flat_map(|row| (0..2).map(move |at| 0b11 << (row * 3 + at))).collect();
        let window = Window::new(3, 4, &along, &along_of_four_rows).expect("memory for a window");
        assert_eq!(window.nimber(Packed { cells: 0b11, columns: 2 }), Some(1));
        assert_eq!(window.nimber(Packed { cells: 0b1111, columns: 1 }), None, "four rows");
    }

    #[test]
    fn a_strip_is_taken_in_pieces() {
        let moves: Vec<u64> = (0..13).map(|at| 0b11 << at).collect();
        let window = Window::new(1, 14, &moves, &[]).expect("memory for a window");
        for (set, nimber) in plain(14, &moves).into_iter().enumerate() {
            assert_eq!(window.nimber(Packed { cells: set as u64, columns: 14 }), Some(nimber), "{set:b}");
            assert_eq!(window.nimber(Packed { cells: set as u64, columns: 15 }), None);
        }
    }

    #[test]
    fn a_part_that_does_not_fit_is_unknown() {
        let window = Window::new(3, 4, &games(3, 4)[0], &[]).expect("memory for a window");
        assert_eq!(window.nimber(Packed { cells: 0b11111, columns: 5 }), None);
        assert_eq!(window.nimber(Packed { cells: 0b111_111_111_111, columns: 3 }), None, "four rows");
        assert_eq!(
            window.nimber(Packed { cells: 0b11_11_11, columns: 2 }),
            Some(1),
            "a smaller board of 3 by 2"
        );
    }
}
