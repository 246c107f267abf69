//! Sets of cells as bits: one word for small boards, several for others.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// A set of cells, by index. Shifts drop what leaves the set's width.
pub(crate) trait Bits:
    Copy
    + Eq
    + Ord
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No cell.
    const EMPTY: Self;

    /// One cell.
    fn bit(index: u32) -> Self;

    /// How many cells.
    fn count(self) -> u32;

    /// The first cell; the set must not be empty.
    fn lowest(self) -> u32;

    /// The set without its first cell.
    fn without_lowest(self) -> Self;

    /// The words, the lowest cells first.
    fn words(&self) -> &[u64];

    /// The set of these words; those that are missing are 0.
    fn of_words(words: &[u64]) -> Self;

    /// Adds a cell.
    fn put(&mut self, index: u32) {
        *self = *self | Self::bit(index);
    }

    /// Takes a cell away.
    fn take(&mut self, index: u32) {
        *self = *self & !Self::bit(index);
    }

    /// Whether the cell is in the set.
    fn has(self, index: u32) -> bool {
        self.meets(Self::bit(index))
    }

    /// Whether there is no cell.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the two have a cell in common.
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The cells in order.
    fn cells(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            (!self.is_empty()).then(|| {
                let lowest = self.lowest();
                self = self.without_lowest();
                lowest
            })
        })
    }
}

impl Bits for u64 {
    const EMPTY: u64 = 0;

    fn bit(index: u32) -> u64 {
        1 << index
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    fn of_words(words: &[u64]) -> u64 {
        words.first().copied().unwrap_or(0)
    }
}

/// 64 times `N` cells: cell 64 w + i is bit i of word w.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Words<const N: usize>([u64; N]);

impl<const N: usize> Bits for Words<N> {
    const EMPTY: Self = Words([0; N]);

    fn bit(index: u32) -> Self {
        let mut words = [0; N];
        words[(index / 64) as usize] = 1 << (index % 64);
        Words(words)
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0).expect("the set is not empty");
        64 * word as u32 + self.0[word].trailing_zeros()
    }

    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn of_words(words: &[u64]) -> Self {
        Words(std::array::from_fn(|word| words.get(word).copied().unwrap_or(0)))
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Words(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Words(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const N: usize> BitOrAssign for Words<N> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;

    fn not(self) -> Self {
        Words(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for Words<N> {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Words(std::array::from_fn(|word| {
            let from = |back: usize| word.checked_sub(back).map_or(0, |word| self.0[word]);
            let carried = if bits == 0 { 0 } else { from(words + 1) >> (64 - bits) };
            from(words) << bits | carried
        }))
    }
}

impl<const N: usize> Shr<u32> for Words<N> {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Words(std::array::from_fn(|word| {
            let from = |ahead: usize| self.0.get(word + ahead).copied().unwrap_or(0);
            let carried = if bits == 0 { 0 } else { from(words + 1) << (64 - bits) };
            from(words) >> bits | carried
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_several_words_shift_as_lists_of_cells_do() {
        let cells = [0, 1, 63, 64, 130, 191, 192, 255];
        let set = cells.iter().fold(Words::<4>::EMPTY, |set, &cell| set | Words::bit(cell));
        for by in [0, 1, 8, 63, 64, 65, 128, 200, 255] {
            let up: Vec<u32> = cells.iter().map(|cell| cell + by).filter(|&cell| cell < 256).collect();
            let down: Vec<u32> = cells.iter().filter_map(|cell| cell.checked_sub(by)).collect();
            assert_eq!((set << by).cells().collect::<Vec<_>>(), up, "left by {by}");
            assert_eq!((set >> by).cells().collect::<Vec<_>>(), down, "right by {by}");
        }
    }
}
