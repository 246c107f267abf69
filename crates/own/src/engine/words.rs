//! Games of taking on boards that are one word, told in words for the packed search.
//!
//! Cell (row, column) is bit row * columns + column, as in [`Packed`]. What a shape is on boards of some number of
//! columns is worked out once: a corner is the cell where the top left cell of the rectangle around a shape lies, and
//! sets of corners are words too.

use super::taking::{TakenShape, Taking};
use super::word_shape::{Step, WordShape, columns_of};
use crate::rules::{Symmetry, Turn};
use grundy_core::{Left, Packed};
use grundy_games::grid;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// How many numbers of columns a word may have, 0 to 63.
const WIDTHS: usize = 64;
/// Boards whose sides are at most these have the same shapes.
const SIDES: [u32; 4] = [8, 16, 32, 64];

/// For each number of columns, and each class of sides, the shapes; made when they are first asked for.
pub(crate) struct AllWords(Box<[OnceLock<WordShapes>]>);

impl AllWords {
    pub(crate) fn new() -> AllWords {
        AllWords((0..WIDTHS * SIDES.len()).map(|_| OnceLock::new()).collect())
    }

    /// The shapes for a board; `make` makes those for boards whose sides are at most as long as it is told.
    #[inline]
    pub(crate) fn of(&self, board: Packed, make: impl FnOnce(u32) -> WordShapes) -> &WordShapes {
        let is_small = board.columns == 8 || board.columns < 8 && board.cells >> (8 * board.columns) == 0;
        let class = match is_small {
            true => 0,
            false => {
                let side = board.rows().max(board.columns);
                SIDES.iter().position(|&most| side <= most).unwrap_or(SIDES.len() - 1)
            }
        };
        self.0[board.columns as usize * SIDES.len() + class].get_or_init(|| make(SIDES[class]))
    }
}

/// The shapes of a game of taking on boards with some number of columns.
#[derive(Debug)]
pub(crate) struct WordShapes {
    columns: u32,
    /// Those that fit, small ones first.
    shapes: Vec<WordShape>,
    joins: Joins,
    /// Whether all moves take equally many cells.
    is_even: bool,
    /// From a cell to its partners, where every move takes two cells.
    partners: Option<Vec<Step>>,
    /// Whether all turned and mirrored boards are the same.
    has_all_turns: bool,
    turns: Vec<Turn>,
}

/// How cells are joined into parts. A cell that is joined to none is a part where one cell is a move.
#[derive(Debug)]
enum Joins {
    /// By edges.
    Edges { is_one_a_move: bool },
    /// By rectangles of these sides.
    Rectangles { rows: u32, width: u32, corners: u64, is_one_a_move: bool },
    /// By these shapes.
    Shapes { links: Vec<Link>, is_one_a_move: bool },
}

/// A shape that joins its cells.
#[derive(Debug)]
struct Link {
    shifts: Vec<u32>,
    corners: u64,
}

impl WordShapes {
    /// The shapes of a game on boards with so many columns, 1 to 63.
    pub(crate) fn new(taking: &Taking, columns: u32, is_strip: bool, symmetries: &[Symmetry]) -> WordShapes {
        let sides = |link: &usize| (taking.shapes[*link].rows, taking.shapes[*link].columns);
        let has = |wanted: (u16, u16)| taking.links.iter().any(|link| sides(link) == wanted);
        let are_small = taking.links.iter().all(|link| [(1, 1), (1, 2), (2, 1)].contains(&sides(link)));
        let has_edges = are_small && has((1, 2)) && (is_strip || has((2, 1)));
        let (mut shapes, mut places) = (Vec::new(), Vec::new());
        for shape in &taking.shapes {
            let shape = WordShape::of(shape, columns, &places, has_edges);
            places.push(shape.is_some().then_some(shapes.len()));
            shapes.extend(shape);
        }
        let is_one_a_move = has((1, 1));
        let larger: Vec<&TakenShape> = taking
            .links
            .iter()
            .filter(|&&link| places[link].is_some())
            .map(|&link| &taking.shapes[link])
            .filter(|shape| shape.cells.len() > 1)
            .collect();
        let corners = |shape: &TakenShape| {
            let width = u32::from(shape.columns);
            columns_of(columns, |column| column + width <= columns)
        };
        let link = |shape: &&TakenShape| {
            let cells = shape.cells.iter();
            let shifts = cells.map(|&(row, column)| u32::from(row) * columns + u32::from(column)).collect();
            Link { shifts, corners: corners(shape) }
        };
        let joins = match larger[..] {
            _ if has_edges => Joins::Edges { is_one_a_move },
            [shape] if shape.cells.len() == usize::from(shape.rows) * usize::from(shape.columns) => {
                let (rows, width) = (shape.rows.into(), shape.columns.into());
                Joins::Rectangles { rows, width, corners: corners(shape), is_one_a_move }
            }
            _ => Joins::Shapes { links: larger.iter().map(link).collect(), is_one_a_move },
        };
        let partner = |&(row, column): &(i32, i32)| Step::new(columns, row, column);
        let turns: Vec<Turn> = symmetries
            .iter()
            .filter(|symmetry| symmetry.codes[0] == 0)
            .map(|symmetry| symmetry.turn)
            .collect();
        WordShapes {
            columns,
            joins,
            is_even: taking.size.is_some(),
            partners: taking.pairs.as_ref().map(|pairs| pairs.iter().map(partner).collect()),
            has_all_turns: match is_strip {
                true => turns.contains(&Turn::SIDEWAYS),
                false => Turn::ALL.iter().all(|turn| turns.contains(turn)),
            },
            turns,
            shapes,
        }
    }

    /// Calls `visit` with each shape and its corners, small ones first.
    #[inline]
    fn each_shape(
        &self,
        cells: u64,
        mut visit: impl FnMut(&WordShape, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut few = [0; FEW];
        let mut many = Vec::new();
        let all: &mut [u64] = match self.shapes.len() <= FEW {
            true => &mut few[..self.shapes.len()],
            false => {
                many.resize(self.shapes.len(), 0);
                &mut many
            }
        };
        for (place, shape) in self.shapes.iter().enumerate() {
            let mut corners = shape.corners;
            for &(piece, by) in &shape.pieces {
                corners &= piece.map_or(cells, |piece| all[piece]) >> by;
            }
            all[place] = corners;
            if corners != 0 {
                visit(shape, corners)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits what each move leaves: where all moves are equally large, first what may fall apart, and there from the
    /// middle columns outwards; else small moves first.
    pub(crate) fn left_by_moves(
        &self,
        cells: u64,
        visit: &mut dyn FnMut(Left) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.is_even || self.shapes.len() > FEW {
            return self.each_shape(cells, |shape, mut corners| {
                while corners != 0 {
                    let cells = cells & !(shape.taken << corners.trailing_zeros());
                    visit(Left { cells, joints: cells })?;
                    corners &= corners - 1;
                }
                ControlFlow::Continue(())
            });
        }
        let mut found = [(0, 0, 0); FEW];
        let mut count = 0;
        let _ = self.each_shape(cells, |shape, corners| {
            let cuts = corners & shape.cuts(cells);
            found[count] = (shape.taken, cuts, corners & !cuts);
            count += 1;
            ControlFlow::Continue(())
        });
        for is_whole in [false, true] {
            for column in from_the_middle(self.columns) {
                let here = self.column(column);
                for &(taken, cuts, others) in &found[..count] {
                    let mut corners = here & if is_whole { others } else { cuts };
                    while corners != 0 {
                        let cells = cells & !(taken << corners.trailing_zeros());
                        visit(Left { cells, joints: if is_whole { 0 } else { cells } })?;
                        corners &= corners - 1;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The cells of a column.
    #[inline]
    fn column(&self, column: u32) -> u64 {
        self.first_column() << column
    }

    #[inline]
    fn first_column(&self) -> u64 {
        FIRST_COLUMN[self.columns as usize]
    }

    /// The parts of a set of cells.
    #[inline]
    pub(crate) fn parts(&self, cells: u64, mut visit: impl FnMut(u64)) {
        match &self.joins {
            Joins::Edges { is_one_a_move } => {
                let mut left = if *is_one_a_move { cells } else { self.not_alone(cells) };
                while left != 0 {
                    let part = grown(1 << left.trailing_zeros(), left, |part| self.beside(part, left));
                    visit(part);
                    left &= !part;
                }
            }
            Joins::Rectangles { rows, width, corners, is_one_a_move } => {
                let sides = (*rows, *width);
                let joined = self.rectangles(cells, sides, *corners, &mut visit);
                if *is_one_a_move {
                    each_cell(cells & !joined, visit);
                }
            }
            Joins::Shapes { links, is_one_a_move } => {
                let joined = joined(links, cells, &mut visit);
                if *is_one_a_move {
                    each_cell(cells & !joined, visit);
                }
            }
        }
    }

    /// Visits the parts that full rectangles join, and returns the cells of all. Two of them have a cell in common
    /// where their corners are near; steps beyond the board lead to no corner.
    #[inline]
    fn rectangles(
        &self,
        cells: u64,
        (rows, width): (u32, u32),
        corners: u64,
        visit: &mut impl FnMut(u64),
    ) -> u64 {
        let full = (1..width).fold(cells & corners, |full, right| full & cells >> right);
        let full = (1..rows).fold(full, |all, down| all & full >> (down * self.columns));
        let (mut left, mut all) = (full, 0);
        while left != 0 {
            let part = grown(left & left.wrapping_neg(), left, |part| {
                let wide = (1..width).fold(part, |wide, right| wide | part << right | part >> right);
                let far = |down: u32| wide << (down * self.columns) | wide >> (down * self.columns);
                (1..rows).fold(wide, |tall, down| tall | far(down))
            });
            let wide = (1..width).fold(part, |wide, right| wide | part << right);
            let taken = (1..rows).fold(wide, |tall, down| tall | wide << (down * self.columns));
            visit(taken);
            all |= taken;
            left &= !part;
        }
        all
    }

    /// The set with all cells beside it in its row, and then those above and below, of another set.
    #[inline]
    fn beside(&self, part: u64, of: u64) -> u64 {
        let wide = (part | self.left_of(part) | self.right_of(part)) & of;
        wide | wide >> self.columns | wide << self.columns
    }

    #[inline]
    fn left_of(&self, set: u64) -> u64 {
        (set & !self.first_column()) >> 1
    }

    #[inline]
    fn right_of(&self, set: u64) -> u64 {
        (set << 1) & !self.first_column()
    }

    #[inline]
    fn not_alone(&self, set: u64) -> u64 {
        set & (self.left_of(set) | self.right_of(set) | set >> self.columns | set << self.columns)
    }

    /// The cells without twin leaves, where every move takes two cells: of the cells whose only partner is the same
    /// cell, one is kept.
    fn without_twins(&self, mut set: u64, partners: &[Step]) -> u64 {
        let two_partners = |set: u64| {
            let add = |(once, twice): (u64, u64), step: &Step| {
                (once | step.leading_into(set), twice | once & step.leading_into(set))
            };
            partners.iter().fold((0, 0), add).1
        };
        let leaves = set & !two_partners(set);
        let mut stems = set & two_partners(leaves);
        while stems != 0 {
            let stem = stems & stems.wrapping_neg();
            let twins = leaves & partners.iter().fold(0, |all, step| all | step.leading_into(stem));
            set &= !(twins & twins.wrapping_sub(1));
            stems &= stems - 1;
        }
        set
    }

    /// A part of these cells, cropped, of the same nimber, the same for all its images.
    pub(crate) fn representative(&self, part: Packed) -> Packed {
        let kept =
            self.partners.as_ref().map_or(part.cells, |partners| self.without_twins(part.cells, partners));
        let part = if kept == part.cells { part } else { grid::cropped(Packed { cells: kept, ..part }) };
        if self.has_all_turns {
            return grid::canonical(part);
        }
        let images = self.turns.iter().map(|&turn| turned(part, turn));
        images.min_by_key(|image| (image.columns, image.cells)).unwrap_or(part)
    }

    /// How many moves there are; and the cells, where all moves are equally large.
    pub(crate) fn effort(&self, cells: u64) -> u32 {
        let mut effort = if self.is_even { cells.count_ones() } else { 0 };
        let _ = self.each_shape(cells, |shape, corners| {
            effort = effort.saturating_add(shape.moves.saturating_mul(corners.count_ones()));
            ControlFlow::Continue(())
        });
        effort
    }

    /// The sets of cells that are moves on a board of full cells.
    pub(crate) fn taken(&self, rows: u32) -> Vec<u64> {
        let cells = u64::MAX >> (64 - rows * self.columns);
        let mut all = Vec::new();
        let _ = self.each_shape(cells, |shape, mut corners| {
            while corners != 0 {
                all.push(shape.taken << corners.trailing_zeros());
                corners &= corners - 1;
            }
            ControlFlow::Continue(())
        });
        all
    }
}

/// Most games have no more shapes.
const FEW: usize = 16;

/// For each number of columns the cells of the first.
const FIRST_COLUMN: [u64; 64] = {
    let mut first = [1; 64];
    let mut columns = 1;
    while columns < 64 {
        let mut cell = columns;
        while cell < 64 {
            first[columns] |= 1 << cell;
            cell += columns;
        }
        columns += 1;
    }
    first
};

/// The columns of a board, those in the middle first.
fn from_the_middle(columns: u32) -> impl Iterator<Item = u32> {
    let middle = columns / 2;
    (0..columns).map(move |place| match place % 2 {
        0 => middle + place / 2,
        _ => middle - place.div_ceil(2),
    })
}

/// What grows from a set within another one, until nothing is added.
#[inline]
fn grown(mut part: u64, within: u64, grow: impl Fn(u64) -> u64) -> u64 {
    loop {
        let larger = grow(part) & within;
        if larger == part || larger == within {
            return larger;
        }
        part = larger;
    }
}

/// Visits single cells.
#[inline]
fn each_cell(mut cells: u64, mut visit: impl FnMut(u64)) {
    while cells != 0 {
        visit(cells & cells.wrapping_neg());
        cells &= cells - 1;
    }
}

/// Visits the parts that shapes join, and returns the cells of all.
fn joined(links: &[Link], cells: u64, visit: &mut impl FnMut(u64)) -> u64 {
    let mut few = [0; FEW];
    let mut many = Vec::new();
    let live: &mut [u64] = match links.len() <= FEW {
        true => &mut few[..links.len()],
        false => {
            many.resize(links.len(), 0);
            &mut many
        }
    };
    let mut left = 0;
    for (place, link) in live.iter_mut().zip(links) {
        *place = link.shifts.iter().fold(link.corners, |corners, &by| corners & cells >> by);
        left |= link.cells(*place);
    }
    let all = left;
    while left != 0 {
        let first = 1 << left.trailing_zeros();
        let part = grown(first, left, |part| {
            links.iter().zip(live.iter()).fold(part, |larger, (link, &live)| {
                let touched = link.shifts.iter().fold(0, |all, &by| all | part >> by) & live;
                larger | link.cells(touched)
            })
        });
        visit(part);
        left &= !part;
    }
    all
}

impl Link {
    #[inline]
    fn cells(&self, corners: u64) -> u64 {
        self.shifts.iter().fold(0, |all, &by| all | corners << by)
    }
}

/// A cropped board turned, cell by cell.
fn turned(board: Packed, turn: Turn) -> Packed {
    let sides = (board.rows() as u16, board.columns as u16);
    let columns = u32::from(turn.sides(sides).1);
    let (mut rest, mut cells) = (board.cells, 0);
    while rest != 0 {
        let index = rest.trailing_zeros();
        let (row, column) =
            turn.cell(sides, ((index / board.columns) as u16, (index % board.columns) as u16));
        cells |= 1 << (u32::from(row) * columns + u32::from(column));
        rest &= rest - 1;
    }
    Packed { cells, columns }
}
