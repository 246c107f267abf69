//! Sets of cells as bits: one word for small boards, four for all others.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of cells, by index. Shifts drop what leaves the set's width.
pub(crate) trait Mask:
    Copy
    + Eq
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

    /// Whether there is no cell.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Visits the cells in order until the visitor breaks.
    fn each<B>(mut self, mut visit: impl FnMut(u32) -> std::ops::ControlFlow<B>) -> std::ops::ControlFlow<B> {
        while !self.is_empty() {
            visit(self.lowest())?;
            self = self.without_lowest();
        }
        std::ops::ControlFlow::Continue(())
    }
}

impl Mask for u64 {
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
}

/// 256 cells: cell 64 w + i is bit i of word w.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Wide(pub(crate) [u64; 4]);

impl Mask for Wide {
    const EMPTY: Wide = Wide([0; 4]);

    fn bit(index: u32) -> Wide {
        let mut words = [0; 4];
        words[(index / 64) as usize] = 1 << (index % 64);
        Wide(words)
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0).expect("the set is not empty");
        64 * word as u32 + self.0[word].trailing_zeros()
    }

    fn without_lowest(self) -> Wide {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        Wide(words)
    }
}

impl BitAnd for Wide {
    type Output = Wide;

    fn bitand(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Wide {
    type Output = Wide;

    fn bitor(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl BitXor for Wide {
    type Output = Wide;

    fn bitxor(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }
}

impl Not for Wide {
    type Output = Wide;

    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Wide {
    type Output = Wide;

    fn shl(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Wide(std::array::from_fn(|word| {
            let from = |back: usize| word.checked_sub(back).map_or(0, |word| self.0[word]);
            let carried = if bits == 0 { 0 } else { from(words + 1) >> (64 - bits) };
            from(words) << bits | carried
        }))
    }
}

impl Shr<u32> for Wide {
    type Output = Wide;

    fn shr(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Wide(std::array::from_fn(|word| {
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
    fn wide_sets_shift_as_lists_of_cells_do() {
        let cells = [0, 1, 63, 64, 130, 191, 192, 255];
        let set = cells.iter().fold(Wide::EMPTY, |set, &cell| set | Wide::bit(cell));
        for by in [0, 1, 8, 63, 64, 65, 128, 200, 255] {
            let moved = |to: &dyn Fn(u32) -> Option<u32>| {
                let kept = cells.iter().filter_map(|&cell| to(cell)).filter(|&cell| cell < 256);
                kept.fold(Wide::EMPTY, |set, cell| set | Wide::bit(cell))
            };
            assert_eq!(set << by, moved(&|cell| cell.checked_add(by)), "left by {by}");
            assert_eq!(set >> by, moved(&|cell| cell.checked_sub(by)), "right by {by}");
        }
        let mut listed = Vec::new();
        let _ = set.each(|cell| {
            listed.push(cell);
            std::ops::ControlFlow::<()>::Continue(())
        });
        assert_eq!(listed, cells);
    }
}
