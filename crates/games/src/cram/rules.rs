//! What a move of Cram is, and the mirror strategy.

use super::Cram;
use crate::grid::{Cell, Cells, GridBoard, Layout, Mask};
use grundy_core::{Knowledge, Nimber, Ruleset, Tuning};
use std::ops::ControlFlow;

/// A move: two squares beside or below each other are covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino {
    /// The left or upper square.
    pub first: Cell,
    /// The right or lower square.
    pub second: Cell,
}

impl Ruleset for Cram {
    type Position = GridBoard;
    type Move = Domino;

    /// By first square in reading order; the one along the row before the one down the column.
    fn moves<B>(&self, at: &GridBoard, mut visit: impl FnMut(Domino) -> ControlFlow<B>) -> ControlFlow<B> {
        for first in at.full_cells() {
            let right = Cell { column: first.column + 1, ..first };
            let below = Cell { row: first.row + 1, ..first };
            for second in [right, below].into_iter().filter(|cell| at.has(cell.row, cell.column)) {
                visit(Domino { first, second })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &GridBoard, mv: &Domino) -> GridBoard {
        at.without_cell(mv.first.row, mv.first.column).without_cell(mv.second.row, mv.second.column)
    }

    fn moves_left(&self, at: &GridBoard) -> u128 {
        (at.count() / 2).into()
    }

    fn count_moves(&self, at: &GridBoard) -> u128 {
        fn count<M: Mask>(cells: M, layout: &Layout<M>) -> u32 {
            (cells & layout.left_of(cells)).count() + (cells & layout.above(cells)).count()
        }
        match at.cells() {
            Cells::Small(cells, layout) => count(cells, &layout).into(),
            Cells::Wide(cells, layout) => count(cells, &layout).into(),
        }
    }

    /// Squares that are joined by edges; a single one has no move.
    fn split(&self, at: GridBoard) -> Vec<GridBoard> {
        let mut parts = Vec::new();
        each_part(&at, |part| parts.push(part));
        parts
    }

    fn canon(&self, at: GridBoard) -> GridBoard {
        at.canonical()
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl Knowledge<Cram> for Cram {
    /// Squares whose only free neighbour is the same square are as good as one of them: a domino on either
    /// leaves the others alone. Normal play gains by it; other callers want the parts as they lie.
    fn reduce(&self, at: GridBoard) -> GridBoard {
        match at.cells() {
            Cells::Small(cells, layout) => {
                let kept = layout.without_twin_leaves(cells);
                if kept == cells { at } else { at.with_small(kept).canonical() }
            }
            Cells::Wide(cells, layout) => {
                let kept = layout.without_twin_leaves(cells);
                if kept == cells { at } else { at.with_wide(kept).canonical() }
            }
        }
    }

    /// A row of two or three has one move at most. A board that turning by 180 degrees does not
    /// change is worth 0 where no domino can lie over the centre: the opponent answers each domino
    /// at the opposite place.
    fn theorem(&self, at: &GridBoard) -> Option<Nimber> {
        let count = at.count();
        if count <= 1 {
            return Some(Nimber::ZERO);
        }
        if count <= 3 && at.is_full() && at.rows().min(at.columns()) == 1 {
            return Some(Nimber(1));
        }
        (at.is_point_symmetric() && !has_squares_over_the_centre(at)).then_some(Nimber::ZERO)
    }
}

impl Tuning<Cram> for Cram {
    fn options(
        &self,
        at: &GridBoard,
        visit: &mut dyn FnMut(GridBoard) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        Some(match at.cells() {
            Cells::Small(cells, layout) => {
                each_option(cells, &layout, middle(at, &layout), |cells| visit(at.with_small(cells)))
            }
            Cells::Wide(cells, layout) => {
                each_option(cells, &layout, middle(at, &layout), |cells| visit(at.with_wide(cells)))
            }
        })
    }

    fn each_part(&self, at: &GridBoard, visit: &mut dyn FnMut(GridBoard)) -> Option<()> {
        each_part(at, visit);
        Some(())
    }

    /// Of boards with as many moves those with fewer squares are done sooner.
    fn effort(&self, at: &GridBoard) -> Option<u64> {
        Some((self.count_moves(at) as u64).saturating_add(at.count().into()))
    }

    /// All options of a board have about as many squares. Found by trial on random boards, where 10 to 16
    /// are about as good.
    fn work_doubles_with(&self) -> Option<u64> {
        Some(12)
    }

    fn word(&self, at: &GridBoard) -> Option<u64> {
        at.word()
    }
}

/// Visits the squares that are joined by edges, without those that stand alone.
fn each_part(at: &GridBoard, mut visit: impl FnMut(GridBoard)) {
    match at.cells() {
        Cells::Small(cells, layout) => {
            layout.connected(layout.not_alone(cells), |part| visit(at.with_small(part)));
        }
        Cells::Wide(cells, layout) => {
            layout.connected(layout.not_alone(cells), |part| visit(at.with_wide(part)));
        }
    }
}

/// Whether a domino and its image turned by 180 degrees can have a square in common.
fn has_squares_over_the_centre(at: &GridBoard) -> bool {
    let (top, bottom) = ((at.rows() - 1) / 2, at.rows() / 2);
    let (left, right) = ((at.columns() - 1) / 2, at.columns() / 2);
    // Where both sides are even the centre is a corner of squares: no domino lies over it.
    (top == bottom || left == right) && at.has(top, left) && at.has(bottom, right)
}

/// The middle third of the columns.
fn middle<M: Mask>(at: &GridBoard, layout: &Layout<M>) -> M {
    let columns = u32::from(at.columns());
    let (from, to) = (columns / 3, columns / 3 + columns.div_ceil(3));
    let row = (from..to).fold(M::EMPTY, |row, column| row | M::bit(column));
    (0..u32::from(at.rows())).fold(M::EMPTY, |all, index| all | row << (index * layout.stride))
}

/// Visits the board after every domino: first those in the middle, and there the upright ones. On
/// canonical boards, which are not higher than wide, these break a board into small parts more often,
/// and more of those are known.
fn each_option<M: Mask, B>(
    cells: M,
    layout: &Layout<M>,
    middle: M,
    mut visit: impl FnMut(M) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (upright, along) = (cells & layout.above(cells), cells & layout.left_of(cells));
    // In one row there is nothing below: the shift drops what leaves the set, as far away as a row ends.
    let (two_below, two_beside) = (M::bit(0) | M::bit(0) << layout.stride, M::bit(0) | M::bit(0) << 1);
    for place in [middle, !middle] {
        (upright & place).each(|first| visit(cells & !(two_below << first)))?;
        (along & place).each(|first| visit(cells & !(two_beside << first)))?;
    }
    ControlFlow::Continue(())
}
