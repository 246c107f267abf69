//! Which cell is which bit of a state's number.
//!
//! ```text
//!   bits 0..6    six cells, no two of which are taken by one move: 64 states in a word
//!   bits 6..15   the index of a word in its chunk of 512 words (4 KiB)
//!   bits 15..    the number of the chunk; the highest of them number the block
//! ```
//!
//! Inside a word only single stones can then be taken, which closes it in a few steps that are the
//! same for all words. The other cells follow line by line, so that most moves stay within few bits.

use crate::Moves;

/// The states of a word without low cell `i`.
pub(crate) const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Bits of a state's number that lie within a word.
pub(crate) const WORD_BITS: u32 = 6;
/// Bits that lie within a chunk.
pub(crate) const CHUNK_BITS: u32 = 15;
/// Words of a chunk.
pub(crate) const CHUNK_WORDS: usize = 1 << (CHUNK_BITS - WORD_BITS);

/// The place of every cell in a state's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    bit_of_cell: Vec<u32>,
}

impl Layout {
    pub fn new(moves: &Moves) -> Layout {
        let mut order = independent_cells(moves);
        let low = order.clone();
        order.extend(Layout::in_lines(moves).into_iter().filter(|cell| !low.contains(cell)));
        Layout::of_order(&order)
    }

    /// The layout with these cells from the lowest bit on.
    pub fn of_order(order: &[u32]) -> Layout {
        let mut bit_of_cell = vec![0; order.len()];
        for (bit, &cell) in order.iter().enumerate() {
            bit_of_cell[cell as usize] = bit as u32;
        }
        Layout { bit_of_cell }
    }

    /// All cells line by line: lines are the shorter way across the board; the last line comes first.
    pub fn in_lines(moves: &Moves) -> Vec<u32> {
        let (cells, rows, columns) = (moves.cells(), moves.rows(), moves.columns());
        let cell = |index: u32| match columns <= rows {
            true => cells - 1 - index,
            false => cells - 1 - ((index % rows) * columns + index / rows),
        };
        (0..cells).map(cell).collect()
    }

    /// Up to six cells of a set, no two of which are taken by one move without others.
    pub fn independent_among(moves: &Moves, set: u64) -> Vec<u32> {
        choose(moves, set, |chosen, cell| meets(moves, chosen, cell))
    }

    /// The bit of a cell.
    pub fn bit(&self, cell: u32) -> u32 {
        self.bit_of_cell[cell as usize]
    }

    /// The cells from the lowest bit on.
    pub fn order(&self) -> Vec<u32> {
        let mut order = vec![0; self.bit_of_cell.len()];
        for (cell, &bit) in (0..).zip(&self.bit_of_cell) {
            order[bit as usize] = cell;
        }
        order
    }

    /// The number under which a set of stones stands in the table.
    pub fn index(&self, stones: u64) -> u64 {
        let bit = |(cell, bit): (usize, &u32)| (stones >> cell & 1) << bit;
        self.bit_of_cell.iter().enumerate().map(bit).sum()
    }

    /// The set of stones that stands under a number.
    pub fn stones(&self, index: u64) -> u64 {
        let stone = |(cell, bit): (usize, &u32)| (index >> bit & 1) << cell;
        self.bit_of_cell.iter().enumerate().map(stone).sum()
    }
}

/// Up to six cells, no two of which are taken by one move without others: of those that could
/// follow, the one that shares the fewest moves with the cells already chosen. On a narrow board that
/// may end too soon, and the colours of a chessboard do better.
fn independent_cells(moves: &Moves) -> Vec<u32> {
    let colour = |cell: u32| (cell / moves.columns() + cell % moves.columns()) % 2;
    let spread = Layout::independent_among(moves, u64::MAX);
    if spread.len() == WORD_BITS as usize {
        return spread;
    }
    let chequered = choose(moves, u64::MAX, |_, cell| colour(cell) as usize);
    if chequered.len() > spread.len() { chequered } else { spread }
}

/// How many moves take a cell and one of a set.
fn meets(moves: &Moves, set: u64, cell: u32) -> usize {
    moves.masks().iter().filter(|&mask| mask >> cell & 1 == 1 && mask & set != 0).count()
}

/// Chooses cells of a set one by one, always the first with the least `cost`, given those chosen so far.
fn choose(moves: &Moves, among: u64, cost: impl Fn(u64, u32) -> usize) -> Vec<u32> {
    let mut chosen = Vec::new();
    let mut set = 0_u64;
    let is_free = |set: u64, cell: u32| {
        let with = set | 1 << cell;
        (among & !set) >> cell & 1 == 1
            && moves.masks().iter().all(|mask| mask & !with != 0 || mask.count_ones() == 1)
    };
    while chosen.len() < WORD_BITS as usize {
        let free = (0..moves.cells()).filter(|&cell| is_free(set, cell));
        let Some(cell) = free.min_by_key(|&cell| cost(set, cell)) else { break };
        set |= 1 << cell;
        chosen.push(cell);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, TableGame};
    use grundy_core::Convention;

    #[test]
    fn numbers_and_stones_are_the_same_thing_twice() {
        for (rows, columns) in [(1, 1), (1, 7), (2, 3), (4, 4), (5, 7), (9, 4), (4, 9), (6, 6)] {
            let rules = Rules::new(&TableGame::BOXING_MATCH, rows, columns, Convention::Normal).unwrap();
            let layout = Layout::new(&rules.moves());
            for sample in 0..1000_u64 {
                let stones = sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) & rules.full_board();
                let index = layout.index(stones);
                assert!(index <= rules.full_board());
                assert_eq!(layout.stones(index), stones);
            }
            assert_eq!(layout.index(rules.full_board()), rules.full_board());
        }
    }

    #[test]
    fn no_move_takes_several_low_cells_only() {
        for game in [TableGame::two_d_nim(Some(3)), TableGame::two_d_nim(None), TableGame::BOXING_MATCH] {
            for (rows, columns) in [(3, 4), (4, 4), (2, 13), (6, 6), (1, 30)] {
                let rules = Rules::new(&game, rows, columns, Convention::Normal).unwrap();
                let layout = Layout::new(&rules.moves());
                let low = layout.stones(0b11_1111);
                assert_eq!(low.count_ones(), 6);
                let moves = rules.moves();
                assert!(moves.masks().iter().all(|mask| mask.count_ones() == 1 || mask & !low != 0));
            }
        }
    }
}
