//! The images of all patterns of a rules file, tried at every place of a board.

use super::board::{NaiveBoard, NaiveMove};
use super::pattern::{Cell, Placed};
use std::collections::BTreeSet;

/// An image: its cells, from its corner.
pub(super) type Image = Vec<Placed>;

/// All images of the patterns of a rules file.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    pub(super) rules: BTreeSet<Image>,
    pub(super) wins: BTreeSet<Image>,
    pub(super) ends: BTreeSet<Image>,
    pub(super) nevers: BTreeSet<Image>,
    /// Whether some image asks for the edge.
    pub(super) reads_edge: bool,
}

/// Whether the cells that a pattern reads are those that are meant.
type IsMeant<'m> = &'m dyn Fn(&[(i64, i64)]) -> bool;

impl Images {
    pub(super) fn new(
        rules: BTreeSet<Image>,
        wins: BTreeSet<Image>,
        ends: BTreeSet<Image>,
        nevers: BTreeSet<Image>,
    ) -> Images {
        let is_edge = |cell: &Placed| matches!(&cell.reads, Cell::OneOf(signs) if signs.contains(&'_'));
        let reads_edge = [&rules, &wins, &ends, &nevers].into_iter().flatten().flatten().any(is_edge);
        Images { rules, wins, ends, nevers, reads_edge }
    }

    /// Whether a move may win the whole game at once.
    pub(crate) fn has_wins(&self) -> bool {
        !self.wins.is_empty()
    }

    /// Whether a pattern of `win` stands.
    pub(crate) fn is_won(&self, board: &NaiveBoard) -> bool {
        any_stands(&self.wins, board, &|_| true)
    }

    /// The moves, each once.
    pub(crate) fn moves(&self, board: &NaiveBoard) -> BTreeSet<NaiveMove> {
        let mut moves = BTreeSet::new();
        if self.is_won(board) || any_stands(&self.ends, board, &|_| true) {
            return moves;
        }
        for placed in &self.rules {
            for corner in places(placed, board) {
                let mv = NaiveMove::of(placed, corner, board);
                if !mv.cells.is_empty() && stands(placed, corner, board) {
                    moves.insert(mv);
                }
            }
        }
        moves.retain(|mv| {
            let changed: BTreeSet<(i64, i64)> =
                mv.cells.iter().map(|&(row, column, _)| (row as i64, column as i64)).collect();
            let is_new = |cells: &[(i64, i64)]| cells.iter().any(|cell| changed.contains(cell));
            !any_stands(&self.nevers, &board.after(mv), &is_new)
        });
        moves
    }
}

/// Whether a pattern stands somewhere, with a symbol on the board, and reads cells that are meant.
fn any_stands(images: &BTreeSet<Image>, board: &NaiveBoard, is_meant: IsMeant<'_>) -> bool {
    images.iter().any(|placed| {
        let is_there = |corner: (i64, i64)| {
            let reads = placed.iter().filter(|cell| cell.reads != Cell::Anything);
            let cells: Vec<(i64, i64)> =
                reads.map(|cell| (corner.0 + cell.row, corner.1 + cell.column)).collect();
            let has_symbol = cells.iter().any(|&cell| !"_,".contains(board.sign(cell)));
            stands(placed, corner, board) && has_symbol && is_meant(&cells)
        };
        places(placed, board).any(is_there)
    })
}

/// Everywhere that an image could lie with a cell on the board.
pub(super) fn places(image: &[Placed], board: &NaiveBoard) -> impl Iterator<Item = (i64, i64)> + use<> {
    let down = image.iter().map(|cell| cell.row).max().unwrap_or(0);
    let right = image.iter().map(|cell| cell.column).max().unwrap_or(0);
    let (rows, columns) = board.sides();
    (-down..rows).flat_map(move |row| (-right..columns).map(move |column| (row, column)))
}

/// Whether an image stands on a board with its corner there.
fn stands(image: &[Placed], (row, column): (i64, i64), board: &NaiveBoard) -> bool {
    image.iter().all(|cell| cell.reads.meets(board.sign((row + cell.row, column + cell.column))))
}
