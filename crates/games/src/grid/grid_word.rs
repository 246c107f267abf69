//! Words that hold a board: 64 bits, and 128 bits for boards of 65 to 128 cells.

use super::cell_set::CellSet;
use grundy_core::BoardWord;

/// A word that holds the cells of a board.
pub trait GridWord: BoardWord + CellSet {
    /// The cells that are not in the last column. There are fewer columns than the word has bits.
    fn not_last(columns: u32) -> Self;
}

macro_rules! grid_word {
    ($word:ty) => {
        impl GridWord for $word {
            #[inline]
            fn not_last(columns: u32) -> $word {
                const BITS: usize = <$word>::BITS as usize;
                /// For each number of columns, the cells that are not in the last one.
                static NOT_LAST: [$word; BITS] = {
                    let mut not_last = [<$word>::MAX; BITS];
                    let mut columns = 1;
                    while columns < BITS {
                        let mut cell = columns - 1;
                        while cell < BITS {
                            not_last[columns] &= !(1 << cell);
                            cell += columns;
                        }
                        columns += 1;
                    }
                    not_last
                };
                NOT_LAST[columns as usize]
            }
        }
    };
}

grid_word!(u64);
grid_word!(u128);
