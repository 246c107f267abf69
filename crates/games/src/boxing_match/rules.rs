//! What a move of Boxing Match is, and when stones are independent.

use super::BoxingMatch;
use crate::grid::{self, Cell, CellSet, Cells, GridBoard, GridWord, Layout};
use grundy_core::{Knowledge, Left, Nimber, Packed, PackedRules, Ruleset, Tame, Tuning};
use std::ops::ControlFlow;

/// A move: a full square is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The top left cell.
    pub corner: Cell,
    /// How many cells a side has.
    pub side: u16,
}

impl Square {
    /// Its cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let Square { corner, side } = self;
        (0..side).flat_map(move |down| {
            (0..side).map(move |right| Cell { row: corner.row + down, column: corner.column + right })
        })
    }
}

/// The top left corners of full 2 x 2 squares.
fn corners<M: CellSet>(cells: M, layout: &Layout<M>) -> M {
    larger(cells, cells, layout)
}

/// From the corners of full squares of some side, those of the next larger side: a square is full
/// when the four smaller ones in its corners are, and their union is the square.
fn larger<M: CellSet>(corners: M, cells: M, layout: &Layout<M>) -> M {
    let pairs = corners & layout.left_of(corners);
    cells & pairs & layout.above(pairs)
}

/// Visits the board after every move, small squares first.
fn each_option<M: CellSet, B>(
    cells: M,
    layout: &Layout<M>,
    mut visit: impl FnMut(M) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (mut corners, mut square) = (cells, M::bit(0));
    loop {
        corners.each(|corner| visit(cells & !(square << corner)))?;
        corners = larger(corners, cells, layout);
        if corners.is_empty() {
            return ControlFlow::Continue(());
        }
        square = square | square << 1 | square << layout.stride | square << (layout.stride + 1);
    }
}

/// Visits the parts whose stones are joined by full 2 x 2 squares, and each loose stone.
///
/// Two corners of full squares have a stone in common when they are at most one step apart in each
/// direction; larger squares are chains of 2 x 2 squares.
fn each_part<M: CellSet>(cells: M, layout: &Layout<M>, mut visit: impl FnMut(M)) {
    let mut loose = cells;
    layout.connected_by_corners(corners(cells, layout), |corners| {
        let rows = corners | corners << 1;
        let part = rows | rows << layout.stride;
        loose = loose & !part;
        visit(part);
    });
    let _ = loose.each(|stone| {
        visit(M::bit(stone));
        ControlFlow::<()>::Continue(())
    });
}

/// The largest square around each cell, counted by its top left corner.
fn sides(at: &GridBoard) -> Vec<u16> {
    let columns = usize::from(at.columns());
    let mut sides = vec![0; usize::from(at.rows()) * columns];
    for row in (0..at.rows()).rev() {
        for column in (0..at.columns()).rev().filter(|&column| at.has(row, column)) {
            let index = usize::from(row) * columns + usize::from(column);
            let is_inside = row + 1 < at.rows() && column + 1 < at.columns();
            let smaller = if is_inside {
                sides[index + 1].min(sides[index + columns]).min(sides[index + columns + 1])
            } else {
                0
            };
            sides[index] = smaller + 1;
        }
    }
    sides
}

impl Ruleset for BoxingMatch {
    type Position = GridBoard;
    type Move = Square;

    /// By top left corner in reading order, then by side.
    fn moves<B>(&self, at: &GridBoard, mut visit: impl FnMut(Square) -> ControlFlow<B>) -> ControlFlow<B> {
        let sides = sides(at);
        for corner in at.full_cells() {
            let index = usize::from(corner.row) * usize::from(at.columns()) + usize::from(corner.column);
            (1..=sides[index]).try_for_each(|side| visit(Square { corner, side }))?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &GridBoard, mv: &Square) -> GridBoard {
        mv.cells().fold(*at, |board, cell| board.without_cell(cell.row, cell.column))
    }

    fn moves_left(&self, at: &GridBoard) -> u128 {
        at.count().into()
    }

    fn count_moves(&self, at: &GridBoard) -> u128 {
        match at.cells() {
            Cells::Small(cells, layout) => count_moves(cells, &layout).into(),
            Cells::Wide(cells, layout) => count_moves(cells, &layout).into(),
        }
    }

    /// Stones that are joined by full 2 x 2 squares; a loose stone stands for itself.
    fn split(&self, at: GridBoard) -> Vec<GridBoard> {
        let mut parts = Vec::new();
        match at.cells() {
            Cells::Small(cells, layout) => each_part(cells, &layout, |part| parts.push(at.with_small(part))),
            Cells::Wide(cells, layout) => each_part(cells, &layout, |part| parts.push(at.with_wide(part))),
        }
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

impl Knowledge<BoxingMatch> for BoxingMatch {
    /// Loose stones are *1 each; a board that turning by 180 degrees does not change is worth 0
    /// where no square is over the centre.
    fn theorem(&self, at: &GridBoard) -> Option<Nimber> {
        if !has_a_square(at) {
            return Some(Nimber(u64::from(at.count() % 2)));
        }
        (at.is_point_symmetric() && !has_square_over_the_centre(at)).then_some(Nimber::ZERO)
    }

    /// Loose stones are Nim heaps of one.
    fn tame(&self, at: &GridBoard) -> Option<Tame> {
        (!has_a_square(at)).then(|| Tame::fickle(Nimber(u64::from(at.count() % 2))))
    }
}

impl Tuning<BoxingMatch> for BoxingMatch {
    fn options(
        &self,
        at: &GridBoard,
        visit: &mut dyn FnMut(GridBoard) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        Some(match at.cells() {
            Cells::Small(cells, layout) => each_option(cells, &layout, |cells| visit(at.with_small(cells))),
            Cells::Wide(cells, layout) => each_option(cells, &layout, |cells| visit(at.with_wide(cells))),
        })
    }

    fn word(&self, at: &GridBoard) -> Option<u64> {
        at.word()
    }

    fn packed(&self) -> Option<&dyn PackedRules<BoxingMatch>> {
        Some(self)
    }

    fn packed_wide(&self) -> Option<&dyn PackedRules<BoxingMatch, u128>> {
        Some(self)
    }
}

impl<W: GridWord> PackedRules<BoxingMatch, W> for BoxingMatch {
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
        let left = |cells| visit(Left { cells, joints: cells });
        each_option(at.cells, &Layout::of_word(at.columns), left)
    }

    fn parts_of(&self, left: Left<W>, columns: u32, visit: &mut dyn FnMut(Packed<W>)) {
        let visit = |cells| visit(grid::cropped(Packed { cells, columns }));
        each_part(left.cells, &Layout::of_word(columns), visit);
    }

    fn representative(&self, part: Packed<W>) -> Packed<W> {
        grid::canonical(part)
    }

    fn effort_of(&self, part: Packed<W>) -> u32 {
        count_moves(part.cells, &Layout::of_word(part.columns))
    }

    fn taken_by_moves(&self, rows: u32, columns: u32) -> Vec<W> {
        let board = GridBoard::full(rows as u16, columns as u16);
        let mut moves = Vec::new();
        let _ = self.moves(&board, |mv| {
            moves.push(grid::set_of(mv.cells(), columns));
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    fn may_be_known(&self, part: Packed<W>) -> bool {
        corners(part.cells, &Layout::of_word(part.columns)).is_empty() || grid::is_point_symmetric(part)
    }
}

fn count_moves<M: CellSet>(cells: M, layout: &Layout<M>) -> u32 {
    let (mut corners, mut count) = (cells, 0);
    while !corners.is_empty() {
        count += corners.count();
        corners = larger(corners, cells, layout);
    }
    count
}

fn has_a_square(at: &GridBoard) -> bool {
    match at.cells() {
        Cells::Small(cells, layout) => !corners(cells, &layout).is_empty(),
        Cells::Wide(cells, layout) => !corners(cells, &layout).is_empty(),
    }
}

/// Whether some full square has a cell in common with its image turned by 180 degrees. Then what
/// they have in common is around the centre, and for a centre between cells it is a 2 x 2 at least.
fn has_square_over_the_centre(at: &GridBoard) -> bool {
    let (top, bottom) = ((at.rows() - 1) / 2, at.rows() / 2);
    let (left, right) = ((at.columns() - 1) / 2, at.columns() / 2);
    let is_full = |row: u16, column: u16| {
        at.has(row, column)
            && at.has(row, column + 1)
            && at.has(row + 1, column)
            && at.has(row + 1, column + 1)
    };
    match (top == bottom, left == right) {
        (true, true) => at.has(top, left),
        (false, false) => is_full(top, left),
        (true, false) => is_full(top, left) || top.checked_sub(1).is_some_and(|above| is_full(above, left)),
        (false, true) => {
            is_full(top, left) || right.checked_sub(1).is_some_and(|before| is_full(bottom - 1, before))
        }
    }
}
