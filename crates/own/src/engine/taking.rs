//! Games of taking and placing: every move reads one symbol that no move writes, so a board is one set of cells.

use crate::board::Layout;
use crate::board::layout::Columned;
use crate::rules::expand::Expanded;
use std::ops::ControlFlow;

/// The moves of such a game, by the cells that they take.
#[derive(Debug)]
pub(crate) struct Taking {
    /// Small ones first.
    pub(crate) shapes: Vec<TakenShape>,
    /// The indices of the shapes that join cells, and which cover all that can be taken.
    pub(crate) links: Vec<usize>,
    /// The distances of the two cells of each shape, both ways, where all shapes are pairs.
    pub(crate) pairs: Option<Vec<(i32, i32)>>,
    /// How many cells each move takes, where all take equally many.
    pub(crate) size: Option<usize>,
    /// For each image its shape.
    pub(crate) shape_of: Vec<usize>,
}

/// The cells of a move, from the top left corner of the rectangle that holds them.
#[derive(Debug)]
pub(crate) struct TakenShape {
    pub(crate) rows: u16,
    pub(crate) columns: u16,
    pub(crate) cells: Vec<(u16, u16)>,
    /// Smaller shapes, and single cells, which together are this one: it can be taken where they all can.
    pub(crate) pieces: Vec<(Option<usize>, u16, u16)>,
    /// How many different moves take these cells.
    pub(crate) moves: u32,
}

impl Taking {
    /// The moves as shapes, where the rules are such that the symbol taken has the first code.
    pub(crate) fn of(rules: &Expanded) -> Option<Taking> {
        let has_patterns = !(rules.wins.is_empty() && rules.ends.is_empty() && rules.nevers.is_empty());
        let takes = |image: &crate::rules::Image| {
            image.reads.iter().all(|read| read.allows == 1)
                && image.writes.len() == image.reads.len()
                && image.writes.iter().all(|write| write.code != 0)
        };
        if has_patterns || !rules.images.iter().all(takes) {
            return None;
        }
        let mut shapes: Vec<TakenShape> = Vec::new();
        let mut budget = MOST_COMPARED;
        let mut shape_of = Vec::new();
        for image in &rules.images {
            let cells: Vec<(u16, u16)> = image.reads.iter().map(|read| (read.row, read.column)).collect();
            let place = shapes.iter().position(|shape| shape.cells == cells).unwrap_or_else(|| {
                let pieces = pieces(&shapes, &cells, &mut budget);
                shapes.push(TakenShape { rows: image.rows, columns: image.columns, cells, pieces, moves: 0 });
                shapes.len() - 1
            });
            shapes[place].moves += 1;
            shape_of.push(place);
        }
        let links = joining(&shapes);
        let sizes = |size: usize| shapes.iter().all(|shape| shape.cells.len() == size);
        let size = shapes.first().map(|shape| shape.cells.len()).filter(|&size| sizes(size));
        let pairs = (size == Some(2)).then(|| shapes.iter().flat_map(distances).collect());
        Some(Taking { shapes, links, pairs, size, shape_of })
    }

    /// Calls `visit` with the corners of all shapes, in order; a set has nothing where the shape cannot be taken.
    #[inline]
    pub(crate) fn with_corners<M: Columned, T>(
        &self,
        cells: M,
        layout: &Layout<M>,
        visit: impl FnOnce(&[M]) -> T,
    ) -> T {
        if self.shapes.len() <= FEW {
            let mut few = [M::EMPTY; FEW];
            let all = &mut few[..self.shapes.len()];
            self.find_corners(cells, layout, all);
            return visit(all);
        }
        let mut all = vec![M::EMPTY; self.shapes.len()];
        self.find_corners(cells, layout, &mut all);
        visit(&all)
    }

    #[inline]
    fn find_corners<M: Columned>(&self, cells: M, layout: &Layout<M>, all: &mut [M]) {
        for (place, shape) in self.shapes.iter().enumerate() {
            let mut corners = layout.corners(shape.rows, shape.columns);
            for &(piece, row, column) in &shape.pieces {
                if corners.is_empty() {
                    break;
                }
                let piece = piece.map_or(cells, |piece| all[piece]);
                corners = corners & layout.corners_of(piece, row, column);
            }
            all[place] = corners;
        }
    }

    /// Visits the cells that are left after every move, each once, small moves first.
    pub(crate) fn each_option<M: Columned>(
        &self,
        cells: M,
        layout: &Layout<M>,
        mut visit: impl FnMut(M) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.with_corners(cells, layout, |all| {
            for (shape, corners) in self.shapes.iter().zip(all).filter(|(_, corners)| !corners.is_empty()) {
                let taken = shape.at_corner(layout);
                for corner in corners.cells() {
                    visit(cells & !(taken << corner))?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// How many moves there are.
    pub(crate) fn count_moves<M: Columned>(&self, cells: M, layout: &Layout<M>) -> u128 {
        let moves =
            |(shape, corners): (&TakenShape, &M)| u128::from(corners.count()) * u128::from(shape.moves);
        self.with_corners(cells, layout, |all| self.shapes.iter().zip(all).map(moves).sum())
    }

    /// Visits the sets of cells that moves join; cells that no move takes are in none.
    pub(crate) fn each_part<M: Columned>(&self, cells: M, layout: &Layout<M>, mut visit: impl FnMut(M)) {
        let mut few = [M::EMPTY; FEW];
        let mut many = Vec::new();
        let live: &mut [M] = match self.links.len() <= FEW {
            true => &mut few[..self.links.len()],
            false => {
                many.resize(self.links.len(), M::EMPTY);
                &mut many
            }
        };
        let mut left = M::EMPTY;
        for (place, &link) in live.iter_mut().zip(&self.links) {
            let shape = &self.shapes[link];
            let corners = layout.corners(shape.rows, shape.columns);
            let fits =
                |corners: M, &(row, column): &(u16, u16)| corners & layout.corners_of(cells, row, column);
            *place = shape.cells.iter().fold(corners, fits);
            left = left | shape.cells_of(*place, layout);
        }
        while !left.is_empty() {
            let mut part = M::bit(left.lowest());
            loop {
                let mut larger = part;
                for (&live, &link) in live.iter().zip(&self.links) {
                    let shape = &self.shapes[link];
                    let touches =
                        |all: M, &(row, column): &(u16, u16)| all | layout.corners_of(larger, row, column);
                    let corners = shape.cells.iter().fold(M::EMPTY, touches) & live;
                    larger = larger | shape.cells_of(corners, layout);
                }
                let is_whole = larger == part || larger == left;
                part = larger;
                if is_whole {
                    break;
                }
            }
            visit(part);
            left = left & !part;
        }
    }
}

/// Most games have no more shapes.
const FEW: usize = 8;

impl TakenShape {
    /// The cells at the first corner of the board.
    pub(crate) fn at_corner<M: Columned>(&self, layout: &Layout<M>) -> M {
        self.cells.iter().fold(M::EMPTY, |all, &(row, column)| all | M::bit(layout.index(row, column)))
    }

    /// The cells at these corners.
    fn cells_of<M: Columned>(&self, corners: M, layout: &Layout<M>) -> M {
        self.cells.iter().fold(M::EMPTY, |all, &(row, column)| all | layout.cells_of(corners, row, column))
    }
}

/// The distances between the two cells of a pair, both ways.
fn distances(pair: &TakenShape) -> [(i32, i32); 2] {
    let [one, other] = pair.cells[..] else { unreachable!("a pair has two cells") };
    let (row, column) = (i32::from(other.0) - i32::from(one.0), i32::from(other.1) - i32::from(one.1));
    [(row, column), (-row, -column)]
}

/// A shape by its index, the place of its corner, and its cells there.
type PlacedShape = (usize, u16, u16, Vec<(u16, u16)>);

/// So many cells are compared at most to find smaller shapes in larger ones.
const MOST_COMPARED: usize = 1 << 21;

/// Smaller shapes, and single cells, of which a shape is made: large pieces first.
fn pieces(shapes: &[TakenShape], cells: &[(u16, u16)], budget: &mut usize) -> Vec<(Option<usize>, u16, u16)> {
    let mut open = cells.to_vec();
    let mut pieces = Vec::new();
    let has = |(row, column): (u16, u16)| cells.contains(&(row, column));
    while let Some(&(row, column)) = open.first() {
        let mut best: (usize, Option<PlacedShape>) = (1, None);
        // Large pieces save most; where there are very many shapes, the rest is taken cell by cell.
        for (index, shape) in shapes.iter().enumerate().rev() {
            let cost = cells.len() * shape.cells.len() * shape.cells.len();
            if *budget < cost {
                break;
            }
            *budget -= cost;
            // One of the piece's cells lies on the first open cell.
            for &(down, right) in &shape.cells {
                let (Some(top), Some(left)) = (row.checked_sub(down), column.checked_sub(right)) else {
                    continue;
                };
                let moved: Vec<(u16, u16)> =
                    shape.cells.iter().map(|cell| (cell.0 + top, cell.1 + left)).collect();
                let covered = moved.iter().filter(|cell| open.contains(cell)).count();
                if covered > best.0 && moved.iter().all(|&cell| has(cell)) {
                    best = (covered, Some((index, top, left, moved)));
                }
            }
        }
        match best.1 {
            Some((index, top, left, moved)) => {
                pieces.push((Some(index), top, left));
                open.retain(|cell| !moved.contains(cell));
            }
            None => {
                pieces.push((None, row, column));
                open.remove(0);
            }
        }
    }
    pieces
}

/// The shapes that are not joined by the others already.
fn joining(shapes: &[TakenShape]) -> Vec<usize> {
    let mut links: Vec<usize> = Vec::new();
    for (index, shape) in shapes.iter().enumerate() {
        let is_small = links.len() <= 16 && shape.cells.len() <= 64 && index < 256;
        let is_joined = is_small && is_joined(shapes, &links, shape);
        if !is_joined {
            links.push(index);
        }
    }
    links
}

/// Whether smaller shapes join all cells of a shape.
fn is_joined(shapes: &[TakenShape], links: &[usize], shape: &TakenShape) -> bool {
    let mut part: Vec<(u16, u16)> = shape.cells[..1].to_vec();
    loop {
        let before = part.len();
        for &link in links {
            for &(row, column) in &shape.cells {
                for &(down, right) in &shapes[link].cells {
                    let (Some(top), Some(left)) = (row.checked_sub(down), column.checked_sub(right)) else {
                        continue;
                    };
                    let moved = || shapes[link].cells.iter().map(|cell| (cell.0 + top, cell.1 + left));
                    if moved().all(|cell| shape.cells.contains(&cell))
                        && moved().any(|cell| part.contains(&cell))
                    {
                        let new: Vec<(u16, u16)> = moved().filter(|cell| !part.contains(cell)).collect();
                        part.extend(new);
                    }
                }
            }
        }
        // A single cell is joined to itself, but something must cover it.
        if part.len() == shape.cells.len() {
            return part.len() > 1;
        }
        if part.len() == before {
            return false;
        }
    }
}
