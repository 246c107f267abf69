//! Sets of cells as bits: one word for small boards, several for others.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, ControlFlow, Not, Shl, Shr};

/// A set of cells, by index. Shifts drop what leaves the set's width.
///
/// ```
/// use grundy_games::grid::{CellSet, CellWords};
/// let set = CellWords::<4>::bit(3) | CellWords::bit(200);
/// assert_eq!((set << 50).cells().collect::<Vec<u32>>(), [53, 250]);
/// assert_eq!((set << 60).cells().collect::<Vec<u32>>(), [63]);
/// assert_eq!((0b101_u64).cells().collect::<Vec<u32>>(), [0, 2]);
/// ```
pub trait CellSet:
    Copy
    + Eq
    + Ord
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No cell.
    const EMPTY: Self;

    /// One cell, whose index is below the set's width.
    fn bit(index: u32) -> Self;

    /// How many cells.
    fn count(self) -> u32;

    /// The first cell; the set must not be empty.
    fn lowest(self) -> u32;

    /// The set without its first cell.
    fn without_lowest(self) -> Self;

    /// Adds a cell.
    #[inline]
    fn put(&mut self, index: u32) {
        *self = *self | Self::bit(index);
    }

    /// Takes a cell away.
    #[inline]
    fn take(&mut self, index: u32) {
        *self = *self & !Self::bit(index);
    }

    /// Whether the cell is in the set.
    #[inline]
    fn has(self, index: u32) -> bool {
        self.meets(Self::bit(index))
    }

    /// Whether there is no cell.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the two have a cell in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Visits the cells in order until the visitor breaks.
    #[inline]
    fn each<B>(mut self, mut visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        while !self.is_empty() {
            visit(self.lowest())?;
            self = self.without_lowest();
        }
        ControlFlow::Continue(())
    }

    /// The cells in order.
    #[inline]
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

/// A set of cells that is stored as words of 64 bits.
pub trait StoredCells: CellSet {
    /// The words, the lowest cells first.
    fn words(&self) -> &[u64];

    /// The set of these words; those that are missing are 0.
    fn of_words(words: &[u64]) -> Self;
}

/// An unsigned integer as a set of cells: cell i is bit i.
macro_rules! cells_of_word {
    ($word:ty) => {
        impl CellSet for $word {
            const EMPTY: $word = 0;

            #[inline]
            fn bit(index: u32) -> $word {
                1 << index
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }
        }
    };
}

cells_of_word!(u64);
cells_of_word!(u128);

impl StoredCells for u64 {
    #[inline]
    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    #[inline]
    fn of_words(words: &[u64]) -> u64 {
        words.first().copied().unwrap_or(0)
    }
}

/// 64 times `N` cells: cell 64 w + i is bit i of word w.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellWords<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> CellSet for CellWords<N> {
    const EMPTY: Self = CellWords([0; N]);

    #[inline]
    fn bit(index: u32) -> Self {
        let mut words = [0; N];
        words[(index / 64) as usize] = 1 << (index % 64);
        CellWords(words)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0).expect("the set is not empty");
        64 * word as u32 + self.0[word].trailing_zeros()
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
}

impl<const N: usize> StoredCells for CellWords<N> {
    #[inline]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn of_words(words: &[u64]) -> Self {
        CellWords(std::array::from_fn(|word| words.get(word).copied().unwrap_or(0)))
    }
}

impl<const N: usize> BitAnd for CellWords<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        CellWords(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const N: usize> BitOr for CellWords<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        CellWords(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const N: usize> BitXor for CellWords<N> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        CellWords(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }
}

impl<const N: usize> BitOrAssign for CellWords<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for CellWords<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        CellWords(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for CellWords<N> {
    type Output = Self;

    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        CellWords(std::array::from_fn(|word| {
            let from = |back: usize| word.checked_sub(back).map_or(0, |word| self.0[word]);
            let carried = if bits == 0 { 0 } else { from(words + 1) >> (64 - bits) };
            from(words) << bits | carried
        }))
    }
}

impl<const N: usize> Shr<u32> for CellWords<N> {
    type Output = Self;

    #[inline]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        CellWords(std::array::from_fn(|word| {
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
        let set = cells.iter().fold(CellWords::<4>::EMPTY, |set, &cell| set | CellWords::bit(cell));
        for by in [0, 1, 8, 63, 64, 65, 128, 200, 255] {
            let up: Vec<u32> = cells.iter().map(|cell| cell + by).filter(|&cell| cell < 256).collect();
            let down: Vec<u32> = cells.iter().filter_map(|cell| cell.checked_sub(by)).collect();
            assert_eq!((set << by).cells().collect::<Vec<_>>(), up, "left by {by}");
            assert_eq!((set >> by).cells().collect::<Vec<_>>(), down, "right by {by}");
        }
        let mut visited = Vec::new();
        let _ = set.each(|cell| {
            visited.push(cell);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(visited, cells);
    }
}
