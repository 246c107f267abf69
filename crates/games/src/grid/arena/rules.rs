//! What a move on an arena is.

use super::Rectangles;
use super::field::{Arena, GridOrArena, MOST_SIDE};
use crate::grid::Cell;
use grundy_core::{Knowledge, Nimber, Ruleset, Tame, Tuning};
use std::ops::ControlFlow;

/// The rules of a game on arenas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnArena<R>(pub R);

/// A move: all cells of a full rectangle are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rectangle {
    /// The top left cell.
    pub first: Cell,
    /// The bottom right cell.
    pub last: Cell,
}

impl<R: Rectangles> OnArena<R> {
    /// The sizes of rectangles that moves take, those along a row first.
    pub(super) fn sizes(&self) -> Vec<(u16, u16)> {
        let sides = || 1..=MOST_SIDE;
        let all = sides().flat_map(|rows| sides().map(move |columns| (rows, columns)));
        all.filter(|&(rows, columns)| self.0.takes(rows, columns)).collect()
    }

    fn parts(&self, arena: &Arena) -> Vec<GridOrArena> {
        // Larger rectangles are chains of those with sides of at most two.
        let mut sizes = self.sizes();
        sizes.retain(|&(rows, columns)| rows <= 2 && columns <= 2);
        let each = |part: Arena| match part.cropped() {
            GridOrArena::Board(board) => self.0.split(board).into_iter().map(GridOrArena::Board).collect(),
            large => vec![large],
        };
        arena.parts(&sizes).into_iter().flat_map(each).collect()
    }
}

impl<R: Rectangles> Ruleset for OnArena<R> {
    type Position = GridOrArena;
    type Move = Rectangle;

    /// By top left cell in reading order, then by size.
    fn moves<B>(
        &self,
        at: &GridOrArena,
        mut visit: impl FnMut(Rectangle) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let arena = at.arena();
        let by_size: Vec<_> =
            self.sizes().into_iter().map(|size| (size, arena.corners(size.0, size.1))).collect();
        for first in arena.full_cells() {
            for ((rows, columns), corners) in &by_size {
                if corners[usize::from(first.row)] >> first.column & 1 == 1 {
                    let last = Cell { row: first.row + rows - 1, column: first.column + columns - 1 };
                    visit(Rectangle { first, last })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &GridOrArena, mv: &Rectangle) -> GridOrArena {
        match at {
            GridOrArena::Board(board) => {
                let rows = mv.first.row..=mv.last.row;
                let cells =
                    rows.flat_map(|row| (mv.first.column..=mv.last.column).map(move |column| (row, column)));
                GridOrArena::Board(cells.fold(*board, |board, (row, column)| board.without_cell(row, column)))
            }
            GridOrArena::Arena(arena) => {
                let mut left = arena.clone();
                left.clear(mv.first, mv.last);
                GridOrArena::Arena(left)
            }
        }
    }

    fn moves_left(&self, at: &GridOrArena) -> u128 {
        at.count().into()
    }

    fn count_moves(&self, at: &GridOrArena) -> u128 {
        if let GridOrArena::Board(board) = at {
            return self.0.count_moves(board);
        }
        let arena = at.arena();
        let of_size =
            |(rows, columns)| arena.corners(rows, columns).iter().map(|row| row.count_ones()).sum::<u32>();
        self.sizes().into_iter().map(of_size).sum::<u32>().into()
    }

    /// The parts of the arena; those that are boards of the game are split as it splits them.
    fn split(&self, at: GridOrArena) -> Vec<GridOrArena> {
        match at {
            GridOrArena::Board(board) => self.0.split(board).into_iter().map(GridOrArena::Board).collect(),
            GridOrArena::Arena(arena) => self.parts(&arena),
        }
    }

    /// A board as the game has it; a larger part moved into the corner.
    fn canon(&self, at: GridOrArena) -> GridOrArena {
        match at {
            GridOrArena::Board(board) => GridOrArena::Board(self.0.canon(board)),
            GridOrArena::Arena(arena) => match arena.cropped() {
                GridOrArena::Board(board) => GridOrArena::Board(self.0.canon(board)),
                large => large,
            },
        }
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl<R: Rectangles> Knowledge<OnArena<R>> for OnArena<R> {
    /// What the game knows of its boards. A larger field that turning by 180 degrees does not change is worth 0
    /// where no move has a cell in common with its image: each is answered by its image.
    fn theorem(&self, at: &GridOrArena) -> Option<Nimber> {
        match at {
            GridOrArena::Board(board) => self.0.knowledge().theorem(board),
            GridOrArena::Arena(arena) => self.is_answered_by_turning(arena).then_some(Nimber::ZERO),
        }
    }

    fn tame(&self, at: &GridOrArena) -> Option<Tame> {
        match at {
            GridOrArena::Board(board) => self.0.knowledge().tame(board),
            GridOrArena::Arena(_) => None,
        }
    }

    fn reduce(&self, at: GridOrArena) -> GridOrArena {
        match at {
            GridOrArena::Board(board) => GridOrArena::Board(self.0.knowledge().reduce(board)),
            large => large,
        }
    }
}

impl<R: Rectangles> OnArena<R> {
    fn is_answered_by_turning(&self, arena: &Arena) -> bool {
        let Some((first, last)) = arena.bounds() else { return true };
        let turned = |cell: Cell| Cell {
            row: first.row + last.row - cell.row,
            column: first.column + last.column - cell.column,
        };
        let is_symmetric = arena.full_cells().map(turned).all(|cell| arena.has(cell.row, cell.column));
        let lies_over_its_image = |mv: Rectangle| {
            let (from, to) = (turned(mv.last), turned(mv.first));
            from.row <= mv.last.row
                && mv.first.row <= to.row
                && from.column <= mv.last.column
                && mv.first.column <= to.column
        };
        let over_centre = || {
            self.moves(&GridOrArena::Arena(Box::new(arena.clone())), |mv| match lies_over_its_image(mv) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        };
        is_symmetric && over_centre().is_continue()
    }
}

impl<R: Rectangles> Tuning<OnArena<R>> for OnArena<R> {
    fn options(
        &self,
        at: &GridOrArena,
        visit: &mut dyn FnMut(GridOrArena) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        match at {
            GridOrArena::Board(board) => {
                self.0.tuning().options(board, &mut |left| visit(GridOrArena::Board(left)))
            }
            GridOrArena::Arena(_) => None,
        }
    }

    fn each_part(&self, at: &GridOrArena, visit: &mut dyn FnMut(GridOrArena)) -> Option<()> {
        match at {
            GridOrArena::Board(board) => {
                self.0.tuning().each_part(board, &mut |part| visit(GridOrArena::Board(part)))
            }
            GridOrArena::Arena(_) => None,
        }
    }

    fn effort(&self, at: &GridOrArena) -> Option<u64> {
        match at {
            GridOrArena::Board(board) => self.0.tuning().effort(board),
            GridOrArena::Arena(_) => None,
        }
    }

    fn work_doubles_with(&self) -> Option<u64> {
        self.0.tuning().work_doubles_with()
    }

    fn word(&self, at: &GridOrArena) -> Option<u64> {
        match at {
            GridOrArena::Board(board) => self.0.tuning().word(board),
            GridOrArena::Arena(_) => None,
        }
    }

    fn bytes(&self, at: &GridOrArena) -> Option<usize> {
        let own = size_of::<GridOrArena>();
        Some(if matches!(at, GridOrArena::Arena(_)) { own + size_of::<Arena>() } else { own })
    }
}
