//! The nimbers of all sets of cells of a small rectangle, by retrograde analysis.
//!
//! A set is a number whose low bits are the cells of one colour of a chequerboard, and whose high bits are the cells
//! of the other one. Sets of equal high bits are a block. A move that takes cells of both colours leads to an
//! earlier block, so that a block is filled by whole rows of earlier ones; the moves within the low colour follow.
//!
//! A nimber is kept as one bit of a byte, so that the values of options are gathered by "or", and the mex of a byte
//! of them is its lowest bit that is 0. Nimbers above 7 do not fit: such a set has the byte 0, unknown. They change
//! no mex below 8.

use super::prefetch::prefetch;
use grundy_core::{Packed, PackedRules, Ruleset, Run};
use std::sync::OnceLock;

/// The nimbers of all sets of cells of a rectangle under the rules of one game.
pub(super) struct Window {
    columns: u32,
    /// For each row, where its cells stand in the number of a set: by the bits of the row.
    places: Vec<Vec<u32>>,
    /// One byte a set, eight in a word.
    nimbers: Vec<u64>,
}

/// Moves are bits of the numbers of sets.
#[derive(Clone, Copy)]
struct Move {
    high: u32,
    low: u32,
}

impl Window {
    /// The window of a rectangle of at most 28 cells; `moves` are the sets of cells that moves take, bit row * columns +
    /// column. Time and memory are a byte for each set of cells, and a pass over half of them for each move.
    pub(super) fn new(rows: u32, columns: u32, moves: &[u64]) -> Window {
        let cells = rows * columns;
        assert!((1..=28).contains(&cells), "a window of {rows} by {columns} cells");
        let place_of = places(rows, columns);
        let number = |set: u64| {
            (0..cells)
                .filter(|cell| set >> cell & 1 == 1)
                .map(|cell| 1 << place_of[cell as usize])
                .sum::<u32>()
        };
        let row_places =
            |row: u32| (0..1_u64 << columns).map(|bits| number(bits << (row * columns))).collect();
        let low_bits = (cells / 2).max(3).min(cells);
        let moves: Vec<Move> = moves
            .iter()
            .map(|&set| number(set))
            .map(|set| Move { high: set >> low_bits, low: set & ((1 << low_bits) - 1) })
            .collect();
        Window {
            columns,
            places: (0..rows).map(row_places).collect(),
            nimbers: filled(cells, low_bits, &moves),
        }
    }

    /// The nimber of a cropped part; `None` where it does not fit, or is above 7.
    #[inline]
    pub(super) fn nimber(&self, part: Packed) -> Option<u32> {
        self.nimber_at(self.number(part)?)
    }

    /// The number of a cropped part, if it fits.
    #[inline]
    pub(super) fn number(&self, part: Packed) -> Option<u32> {
        if part.columns > self.columns {
            return None;
        }
        let (mut rest, mut number) = (part.cells, 0);
        for places in &self.places {
            number |= places[(rest & ((1 << part.columns) - 1)) as usize];
            rest >>= part.columns;
        }
        (rest == 0).then_some(number)
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

/// The bit of each cell in the number of a set: first the cells of one colour, then the others.
fn places(rows: u32, columns: u32) -> Vec<u32> {
    let cells = rows * columns;
    let is_dark = |cell: &u32| (cell / columns + cell % columns) % 2 == 1;
    let order = (0..cells).filter(is_dark).chain((0..cells).filter(|cell| !is_dark(cell)));
    let mut places = vec![0; cells as usize];
    order.enumerate().for_each(|(place, cell)| places[cell as usize] = place as u32);
    places
}

/// The bytes of all sets.
fn filled(cells: u32, low_bits: u32, moves: &[Move]) -> Vec<u64> {
    if cells < 3 {
        let mut block = [0];
        close(&mut block, 3, moves);
        return block.to_vec();
    }
    let words = 1_usize << (low_bits - 3);
    let mut nimbers = vec![0_u64; 1 << (cells - 3)];
    let (within, across): (Vec<Move>, Vec<Move>) = moves.iter().partition(|mv| mv.high == 0);
    for high in 0..1_u32 << (cells - low_bits) {
        let (before, rest) = nimbers.split_at_mut(high as usize * words);
        let block = &mut rest[..words];
        for mv in across.iter().filter(|mv| mv.high & !high == 0) {
            let from = (high ^ mv.high) as usize * words;
            gather(block, &before[from..from + words], mv.low);
        }
        match within.is_empty() {
            true => block.iter_mut().for_each(|word| *word = mex(*word)),
            false => close(block, low_bits, &within),
        }
    }
    nimbers
}

/// Adds to each set that has the cells `taken` what is known of the set without them.
fn gather(to: &mut [u64], from: &[u64], taken: u32) {
    let in_word = taken & 7;
    gather_words(to, from, taken >> 3, WITHOUT[in_word as usize], 8 * in_word);
}

/// For each set of the three lowest cells, the bytes of a word whose numbers have none of them.
const WITHOUT: [u64; 8] = {
    let mut without = [0; 8];
    let mut taken = 0;
    while taken < 8 {
        let mut byte = 0;
        while byte < 8 {
            if byte & taken == 0 {
                without[taken] |= 0xff << (8 * byte);
            }
            byte += 1;
        }
        taken += 1;
    }
    without
};

/// [`gather`] for words: `taken` are bits of the index of a word, `mask` and `shift` move the bytes of a word.
fn gather_words(to: &mut [u64], from: &[u64], taken: u32, mask: u64, shift: u32) {
    let Some(top) = taken.checked_ilog2() else {
        for (to, from) in to.iter_mut().zip(from) {
            *to |= (from & mask) << shift;
        }
        return;
    };
    let half = 1 << top;
    for (to, from) in to.chunks_exact_mut(2 * half).zip(from.chunks_exact(2 * half)) {
        gather_words(&mut to[half..], &from[..half], taken ^ 1 << top, mask, shift);
    }
}

/// Finishes a block of sets of `bits` cells, of which the values of all options outside are gathered: the moves within
/// it are added, and mex is taken. The sets without the last cell come first; the others can be moved to them.
fn close(block: &mut [u64], bits: u32, moves: &[Move]) {
    if bits == 3 {
        block[0] = closed_word(block[0], moves);
        return;
    }
    let (without, with) = block.split_at_mut(1 << (bits - 4));
    let (inner, through): (Vec<Move>, Vec<Move>) = moves.iter().partition(|mv| mv.low >> (bits - 1) & 1 == 0);
    close(without, bits - 1, &inner);
    for mv in &through {
        gather(with, without, mv.low ^ 1 << (bits - 1));
    }
    close(with, bits - 1, &inner);
}

/// [`close`] for the eight sets of the three lowest cells.
fn closed_word(word: u64, moves: &[Move]) -> u64 {
    let mut bytes = word.to_le_bytes();
    for set in 0..8_usize {
        for mv in moves.iter().filter(|mv| mv.low as usize & !set == 0) {
            bytes[set] |= bytes[set ^ mv.low as usize];
        }
        bytes[set] = !bytes[set] & bytes[set].wrapping_add(1);
    }
    u64::from_le_bytes(bytes)
}

/// The lowest bit that is 0 in each byte; 0 for a byte without any.
fn mex(bytes: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let plus_one = ((bytes & !(ONES << 7)) + ONES) ^ (bytes & ONES << 7);
    !bytes & plus_one
}

/// A window that is built when a search is long enough to earn it.
#[derive(Default)]
pub(crate) struct LazyWindow {
    window: OnceLock<Option<Window>>,
}

impl LazyWindow {
    /// The window, if it has been built.
    #[inline]
    pub(super) fn get(&self) -> Option<&Window> {
        self.window.get()?.as_ref()
    }

    /// Whether it has been built, or has been given up.
    pub(super) fn is_decided(&self) -> bool {
        self.window.get().is_some()
    }

    /// Builds the window for a board, if memory allows it; another thread that comes meanwhile waits for it.
    pub(super) fn build<R: Ruleset>(&self, rules: &dyn PackedRules<R>, board: Packed, run: &Run) {
        self.window.get_or_init(|| {
            let (rows, columns) = sides(board);
            let bytes = 1_usize << (rows * columns);
            let is_small = run.limits().memory.is_none_or(|most| 4 * bytes as u64 <= most);
            // It is kept with the table, so what it takes is never released.
            (is_small && run.hold(bytes).is_ok())
                .then(|| Window::new(rows, columns, &rules.taken_by_moves(rows, columns)))
        });
    }
}

/// The sides of the window for a board: parts of a board are at most as high as it is.
fn sides(board: Packed) -> (u32, u32) {
    match board.rows().min(board.columns) {
        1 => (1, 24),
        2 => (2, 12),
        3 => (3, 8),
        4 => (4, 6),
        _ => (5, 5),
    }
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
        for (rows, columns) in [(1, 1), (1, 2), (2, 2), (1, 7), (3, 3), (2, 5), (3, 4), (4, 4), (3, 5)] {
            for moves in games(rows, columns) {
                let window = Window::new(rows, columns, &moves);
                for (set, nimber) in plain(rows * columns, &moves).into_iter().enumerate() {
                    let part = Packed { cells: set as u64, columns };
                    let found = window.nimber(part);
                    assert_eq!(found, Some(nimber).filter(|&nimber| nimber < 8), "{rows}x{columns} {set:b}");
                }
            }
        }
    }

    #[test]
    fn a_part_that_does_not_fit_is_unknown() {
        let window = Window::new(3, 4, &games(3, 4)[0]);
        assert_eq!(window.nimber(Packed { cells: 0b11111, columns: 5 }), None);
        assert_eq!(window.nimber(Packed { cells: 0b111_111_111_111, columns: 3 }), None, "four rows");
        assert_eq!(
            window.nimber(Packed { cells: 0b11_11_11, columns: 2 }),
            Some(1),
            "a smaller board of 3 by 2"
        );
    }
}
