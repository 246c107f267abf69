//! What a move of Cram is, and the mirror strategy.

use super::Cram;
use crate::grid::{self, Cell, CellSet, Cells, GridBoard, GridWord, Layout};
use grundy_core::{Knowledge, Left, Nimber, Packed, PackedRules, Ruleset, Tuning};
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
        fn count<M: CellSet>(cells: M, layout: &Layout<M>) -> u32 {
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
                each_option(cells, &layout, layout.stride, |cells, _| visit(at.with_small(cells)))
            }
            Cells::Wide(cells, layout) => {
                each_option(cells, &layout, layout.stride, |cells, _| visit(at.with_wide(cells)))
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

    fn packed(&self) -> Option<&dyn PackedRules<Cram>> {
        Some(self)
    }

    fn packed_wide(&self) -> Option<&dyn PackedRules<Cram, u128>> {
        Some(self)
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

impl<W: GridWord> PackedRules<Cram, W> for Cram {
    fn pack(&self, part: &GridBoard) -> Option<Packed<W>> {
        part.packed()
    }

    fn unpack(&self, part: Packed<W>) -> GridBoard {
        GridBoard::of_packed(part)
    }

    fn left_by_moves(
        &self,
        at: Packed<W>,
        visit: &mut dyn FnMut(Left<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let layout = Layout::of_word(at.columns);
        let left = |cells: W, is_whole| {
            let joints = if is_whole { W::EMPTY } else { cells & layout.crossed(at.cells & !cells) };
            visit(Left { cells, joints })
        };
        each_option(at.cells, &layout, at.columns, left)
    }

    fn parts_of(&self, left: Left<W>, columns: u32, visit: &mut dyn FnMut(Packed<W>)) {
        let mut visit = |cells| visit(grid::cropped(Packed { cells, columns }));
        if left.joints.is_empty() {
            return visit(left.cells);
        }
        let layout = Layout::of_word(columns);
        layout.connected_at(left.joints, layout.not_alone(left.cells), visit);
    }

    fn representative(&self, part: Packed<W>) -> Packed<W> {
        let kept = Layout::of_word(part.columns).without_twin_leaves(part.cells);
        grid::canonical(if kept == part.cells { part } else { grid::cropped(Packed { cells: kept, ..part }) })
    }

    fn effort_of(&self, part: Packed<W>) -> u32 {
        let (cells, layout) = (part.cells, Layout::of_word(part.columns));
        (cells & layout.left_of(cells)).count() + (cells & layout.above(cells)).count() + cells.count()
    }

    fn taken_by_moves(&self, rows: u32, columns: u32) -> Vec<W> {
        let board = GridBoard::full(rows as u16, columns as u16);
        let mut moves = Vec::new();
        let _ = self.moves(&board, |mv| {
            moves.push(grid::set_of([mv.first, mv.second], columns));
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    fn may_be_known(&self, part: Packed<W>) -> bool {
        part.cells.count() <= 3 || grid::is_point_symmetric(part)
    }

    fn at_once(&self) -> u32 {
        14
    }
}

/// Visits the board after every domino, and whether a part is then surely one part still: first where it may fall
/// apart, and there from the middle columns outwards, the upright ones of a column first. On canonical boards, which
/// are not higher than wide, these leave small parts more often, and more of those are known.
fn each_option<M: CellSet, B>(
    cells: M,
    layout: &Layout<M>,
    columns: u32,
    mut visit: impl FnMut(M, bool) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (upright, along) = (cells & layout.above(cells), cells & layout.left_of(cells));
    let (upright_cuts, along_cuts) =
        (upright & cuts_upright(cells, layout), along & cuts_along(cells, layout));
    // In one row there is nothing below: the shift drops what leaves the set, as far away as a row ends.
    let (two_below, two_beside) = (M::bit(0) | M::bit(0) << layout.stride, M::bit(0) | M::bit(0) << 1);
    let whole = (upright & !upright_cuts, along & !along_cuts);
    for ((upright, along), is_whole) in [((upright_cuts, along_cuts), false), (whole, true)] {
        for column in from_the_middle(columns) {
            let place = layout.column(column);
            (upright & place).each(|first| visit(cells & !(two_below << first), is_whole))?;
            (along & place).each(|first| visit(cells & !(two_beside << first), is_whole))?;
        }
    }
    ControlFlow::Continue(())
}

/// The upper cells of upright dominoes whose neighbours do not all hang together around them.
fn cuts_upright<M: CellSet>(cells: M, layout: &Layout<M>) -> M {
    let (east, west) = (layout.left_of(cells), layout.right_of(cells));
    let up = |set: M| set << layout.stride;
    let down = |set: M| set >> layout.stride;
    several_runs([
        (up(cells), Some(up(west))),
        (east, Some(up(east))),
        (down(east), None),
        (down(down(cells)), Some(down(down(east)))),
        (down(west), Some(down(down(west)))),
        (west, None),
    ])
}

/// The left cells of dominoes along a row whose neighbours do not all hang together around them.
fn cuts_along<M: CellSet>(cells: M, layout: &Layout<M>) -> M {
    let (east, west) = (layout.left_of(cells), layout.right_of(cells));
    let far_east = layout.left_of(east);
    let up = |set: M| set << layout.stride;
    let down = |set: M| set >> layout.stride;
    several_runs([
        (up(cells), Some(up(west))),
        (up(east), None),
        (far_east, Some(up(far_east))),
        (down(east), Some(down(far_east))),
        (down(cells), None),
        (west, Some(down(west))),
    ])
}

/// Where the neighbours of a domino, in their order around it, are at least two runs. With each neighbour stands the
/// corner between it and the one before; without a corner they touch.
fn several_runs<M: CellSet>(around: [(M, Option<M>); 6]) -> M {
    let (mut one, mut two) = (M::EMPTY, M::EMPTY);
    for (place, (neighbour, corner)) in around.into_iter().enumerate() {
        let before = around[(place + 5) % 6].0;
        let joined = corner.map_or(before, |corner| before & corner);
        let begins = neighbour & !joined;
        two = two | one & begins;
        one = one | begins;
    }
    two
}

/// The columns of a board, those in the middle first.
fn from_the_middle(columns: u32) -> impl Iterator<Item = u32> {
    let middle = columns / 2;
    (0..columns).map(move |place| match place % 2 {
        0 => middle + place / 2,
        _ => middle - place.div_ceil(2),
    })
}
