//! The states without a move. Under misère play whoever is to move there has won; where single stones cannot be taken,
//! there are others than the empty board.

use crate::Moves;
use crate::layout::{Layout, WORD_BITS};
use crate::low::Low;

/// The moves, for finding the states that have none.
#[derive(Clone, Debug)]
pub(crate) struct Stuck {
    /// For each bit of a word's number the moves whose lowest such bit it is: all of their bits there, and the rest.
    by_lowest: Vec<Vec<(u64, Low)>>,
    /// The states of a word that have a move within it.
    within: u64,
}

impl Stuck {
    /// `None` where every state but the empty one has a move: single stones can be taken.
    pub fn of(moves: &Moves, layout: &Layout) -> Option<Stuck> {
        let singles = moves.masks().iter().filter(|mask| mask.count_ones() == 1).count();
        if singles == moves.cells() as usize {
            return None;
        }
        let mut stuck = Stuck { by_lowest: vec![Vec::new(); 64], within: 0 };
        for mask in moves.masks().iter().map(|&mask| layout.index(mask)) {
            let (high, low) = (mask >> WORD_BITS, Low::new(mask & 63));
            match high {
                0 => stuck.within |= low.back(u64::MAX),
                _ => stuck.by_lowest[high.trailing_zeros() as usize].push((high, low)),
            }
        }
        Some(stuck)
    }

    /// Fills the words of a block with the states that have no move.
    ///
    /// A word has the moves of the word without its lowest bit, and those whose lowest bit that is.
    pub fn fill(&self, block: u64, block_bits: u32, words: &mut [u64]) {
        let first = block << (block_bits - WORD_BITS);
        let mut left = first;
        words[0] = self.within;
        while left != 0 {
            words[0] |= self.beginning_with(left.trailing_zeros(), first);
            left &= left - 1;
        }
        for place in 1..words.len() {
            let lowest = place.trailing_zeros();
            words[place] = words[place & (place - 1)] | self.beginning_with(lowest, first | place as u64);
        }
        words.iter_mut().for_each(|word| *word = !*word);
    }

    /// The states of a word that have a move whose lowest bit among those of the word's number is this one.
    fn beginning_with(&self, lowest: u32, word: u64) -> u64 {
        let moves = self.by_lowest[lowest as usize].iter().filter(|(high, _)| high & !word == 0);
        moves.map(|(_, low)| low.back(u64::MAX)).fold(0, |all, states| all | states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_states_without_a_move_are_found_in_all_blocks() {
        for (rows, columns, masks) in [
            (4, 5, vec![0b11, 0b1_00001, 0b1_10000_00000_00000]),
            (3, 6, vec![0b101_000_000, 0b11 << 16, 0b1 << 3]),
            (1, 17, (0..16).map(|cell| 0b11 << cell).collect()),
        ] {
            let moves = Moves::on_board(rows, columns, masks);
            let layout = Layout::new(&moves);
            let stuck = Stuck::of(&moves, &layout).unwrap();
            for block in 0..1_u64 << (moves.cells() - 15) {
                let mut words = vec![0; 1 << (15 - WORD_BITS)];
                stuck.fill(block, 15, &mut words);
                for place in 0..1_u64 << 15 {
                    let is_stuck = words[(place >> 6) as usize] >> (place & 63) & 1 == 1;
                    let state = layout.stones(block << 15 | place);
                    assert_eq!(is_stuck, moves.from_state(state).next().is_none(), "{state:b}");
                }
            }
        }
        let singles = Moves::on_board(2, 2, vec![1, 2, 4, 8, 0b11]);
        assert!(Stuck::of(&singles, &Layout::new(&singles)).is_none());
    }
}
