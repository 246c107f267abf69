//! Boards turned, mirrored, and with other codes.

use super::Bits;
use super::layout::{Columned, Layout};
use crate::rules::Turn;

/// Sets that can be turned with the board that they are on.
pub(crate) trait Turned: Columned {
    /// The set on the board after a turn.
    fn turned(self, layout: &Layout<Self>, turn: Turn) -> Self;
}

/// Cell by cell.
fn cell_by_cell<M: Columned>(set: M, layout: &Layout<M>, turn: Turn) -> M {
    let sides = (layout.rows, layout.columns);
    let (rows, columns) = turn.sides(sides);
    let image = Layout::<M>::new(rows, columns);
    set.cells().fold(M::EMPTY, |all, cell| {
        let (row, column) = turn.cell(sides, layout.place(cell));
        all | M::bit(image.index(row, column))
    })
}

impl Turned for u64 {
    #[inline]
    fn turned(self, layout: &Layout<u64>, turn: Turn) -> u64 {
        if self == 0 || turn == Turn::NONE {
            return self;
        }
        let (rows, columns) = turn.sides((layout.rows, layout.columns));
        if layout.stride != 8 {
            return match turn.transposes {
                // A line of more than 8 cells stands upright on a board of several words.
                true => unreachable!("lines of one word are not transposed"),
                false if turn.flips_columns => self.reverse_bits() >> (64 - u32::from(columns)),
                false => self,
            };
        }
        let (down, right) = (8 * (8 - u32::from(rows)), 8 - u32::from(columns));
        let set = if turn.transposes { transposed(self) } else { self };
        match (turn.flips_rows, turn.flips_columns) {
            (false, false) => set,
            (true, false) => set.swap_bytes() >> down,
            (true, true) => set.reverse_bits() >> (down + right),
            (false, true) => set.reverse_bits().swap_bytes() >> right,
        }
    }
}

impl<const N: usize> Turned for super::Words<N> {
    fn turned(self, layout: &Layout<Self>, turn: Turn) -> Self {
        if self.is_empty() || turn == Turn::NONE { self } else { cell_by_cell(self, layout, turn) }
    }
}

/// Rows become columns: swaps blocks of 1, 2 and 4 cells across the diagonal (Warren, *Hacker's
/// Delight*, section 7-3).
fn transposed(cells: u64) -> u64 {
    let swap = |cells: u64, mask: u64, by: u32| {
        let moved = (cells ^ cells >> by) & mask;
        cells ^ moved ^ moved << by
    };
    let cells = swap(cells, 0x00aa_00aa_00aa_00aa, 7);
    let cells = swap(cells, 0x0000_cccc_0000_cccc, 14);
    swap(cells, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_turn_as_cells_do() {
        for (rows, columns) in [(1, 1), (8, 8), (3, 5), (5, 3), (1, 7), (1, 30)] {
            let layout = Layout::<u64>::new(rows, columns);
            let set = 0x9e37_79b9_7f4a_7c15 & layout.all();
            for turn in Turn::ALL.into_iter().filter(|turn| !turn.transposes || layout.stride == 8) {
                assert_eq!(
                    set.turned(&layout, turn),
                    cell_by_cell(set, &layout, turn),
                    "{rows}x{columns} {turn:?}"
                );
            }
        }
    }
}
