//! What a move of 2D Nim is, and what is known without search.

use super::TwoDNim;
use crate::grid::{self, Cell, CellSet, Cells, GridBoard, GridWord, Layout};
use grundy_core::{Knowledge, Left, Nimber, Packed, PackedRules, Ruleset, Tuning};
use std::ops::ControlFlow;

/// A move: the stones from one cell to another, both in one row or one column, are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The first stone in reading order.
    pub from: Cell,
    /// The last stone, which may be the same.
    pub to: Cell,
}

impl Line {
    /// Its cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let rows = self.from.row..=self.to.row;
        rows.flat_map(move |row| (self.from.column..=self.to.column).map(move |column| Cell { row, column }))
    }
}

impl Ruleset for TwoDNim {
    type Position = GridBoard;
    type Move = Line;

    /// By first stone in reading order, then those along the row, then those down the column.
    fn moves<B>(&self, at: &GridBoard, mut visit: impl FnMut(Line) -> ControlFlow<B>) -> ControlFlow<B> {
        for from in at.full_cells() {
            let longest = self.most();
            let along = (0..longest).map_while(|more| {
                let to = Cell { column: from.column.checked_add(u16::try_from(more).ok()?)?, ..from };
                at.has(to.row, to.column).then_some(Line { from, to })
            });
            let down = (1..longest).map_while(|more| {
                let to = Cell { row: from.row.checked_add(u16::try_from(more).ok()?)?, ..from };
                at.has(to.row, to.column).then_some(Line { from, to })
            });
            along.chain(down).try_for_each(&mut visit)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &GridBoard, mv: &Line) -> GridBoard {
        mv.cells().fold(*at, |board, cell| board.without_cell(cell.row, cell.column))
    }

    fn moves_left(&self, at: &GridBoard) -> u128 {
        at.count().into()
    }

    fn count_moves(&self, at: &GridBoard) -> u128 {
        match at.cells() {
            Cells::Small(cells, layout) => count_moves(cells, &layout, self.most()).into(),
            Cells::Wide(cells, layout) => count_moves(cells, &layout, self.most()).into(),
        }
    }

    /// Stones that are joined by edges, step by step.
    fn split(&self, at: GridBoard) -> Vec<GridBoard> {
        at.connected_parts()
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

impl Knowledge<TwoDNim> for TwoDNim {
    /// A row that one move can take whole is a Nim heap; a board that turning by 180 degrees does
    /// not change is worth 0 where no line is its own image.
    fn theorem(&self, at: &GridBoard) -> Option<Nimber> {
        let count = at.count();
        if count <= 1 || (at.is_full() && at.rows().min(at.columns()) == 1 && count <= self.most()) {
            // What is left and right of a line are heaps a and b with a + b < n, so a ^ b < n; and
            // taking from one end leaves every smaller heap.
            return Some(Nimber(count.into()));
        }
        (at.is_point_symmetric() && !self.has_stones_over_the_centre(at)).then_some(Nimber::ZERO)
    }
}

impl Tuning<TwoDNim> for TwoDNim {
    fn options(
        &self,
        at: &GridBoard,
        visit: &mut dyn FnMut(GridBoard) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        Some(match at.cells() {
            Cells::Small(cells, layout) => {
                each_option(cells, &layout, self.most(), |cells| visit(at.with_small(cells)))
            }
            Cells::Wide(cells, layout) => {
                each_option(cells, &layout, self.most(), |cells| visit(at.with_wide(cells)))
            }
        })
    }

    fn word(&self, at: &GridBoard) -> Option<u64> {
        at.word()
    }

    fn packed(&self) -> Option<&dyn PackedRules<TwoDNim>> {
        Some(self)
    }

    fn packed_wide(&self) -> Option<&dyn PackedRules<TwoDNim, u128>> {
        Some(self)
    }
}

impl<W: GridWord> PackedRules<TwoDNim, W> for TwoDNim {
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
        let left = |cells: W| visit(Left { cells, joints: cells & layout.crossed(at.cells & !cells) });
        each_option(at.cells, &layout, self.most(), left)
    }

    fn parts_of(&self, left: Left<W>, columns: u32, visit: &mut dyn FnMut(Packed<W>)) {
        let mut visit = |cells| visit(grid::cropped(Packed { cells, columns }));
        if left.joints.is_empty() {
            return visit(left.cells);
        }
        Layout::of_word(columns).connected_at(left.joints, left.cells, visit);
    }

    fn representative(&self, part: Packed<W>) -> Packed<W> {
        grid::canonical(part)
    }

    fn effort_of(&self, part: Packed<W>) -> u32 {
        count_moves(part.cells, &Layout::of_word(part.columns), self.most())
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
        part.rows().min(part.columns) == 1 || grid::is_point_symmetric(part)
    }
}

impl TwoDNim {
    /// Whether some move and its image turned by 180 degrees can have a cell in common: then the
    /// cells next to the centre are all taken by it.
    fn has_stones_over_the_centre(&self, at: &GridBoard) -> bool {
        let centre = |side: u16| (side.div_ceil(2) - 1, side / 2);
        let ((top, bottom), (left, right)) = (centre(at.rows()), centre(at.columns()));
        match (top == bottom, left == right) {
            // The centre is a corner of cells: no line passes through it.
            (false, false) => false,
            (true, true) => at.has(top, left),
            _ => self.most() > 1 && at.has(top, left) && at.has(bottom, right),
        }
    }
}

/// Visits the board after every move, single stones first.
fn each_option<M: CellSet, B>(
    cells: M,
    layout: &Layout<M>,
    most: u32,
    mut visit: impl FnMut(M) -> ControlFlow<B>,
) -> ControlFlow<B> {
    cells.each(|stone| visit(cells & !M::bit(stone)))?;
    let along = |set: M| layout.left_of(set);
    let down = |set: M| layout.above(set);
    each_line(cells, most, 1, along, &mut visit)?;
    each_line(cells, most, layout.stride, down, &mut visit)
}

/// Lines of two and more: `first` holds the cells where one of the present length begins.
fn each_line<M: CellSet, B>(
    cells: M,
    most: u32,
    step: u32,
    before: impl Fn(M) -> M,
    visit: &mut impl FnMut(M) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (mut first, mut line, mut length) = (cells, M::bit(0), 1);
    while length < most {
        first = cells & before(first);
        if first.is_empty() {
            break;
        }
        line = line | M::bit(length * step);
        length += 1;
        first.each(|begin| visit(cells & !(line << begin)))?;
    }
    ControlFlow::Continue(())
}

fn count_moves<M: CellSet>(cells: M, layout: &Layout<M>, most: u32) -> u32 {
    let (mut along, mut down, mut count) = (cells, cells, cells.count());
    for _ in 1..most {
        along = cells & layout.left_of(along);
        down = cells & layout.above(down);
        if along.is_empty() && down.is_empty() {
            break;
        }
        count += along.count() + down.count();
    }
    count
}
