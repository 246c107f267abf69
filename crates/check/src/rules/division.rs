//! What a board of an own game falls apart into, and which of its images are the same game: worked out from the
//! patterns.
//!
//! For every cell the signs are gathered that could ever come to stand there, whatever is played: an image of a rule
//! that could stand adds what it writes, until nothing is new. A cell that only one sign can ever stand in is settled.
//! Two other cells are joined where one image reads or writes both: of a rule that could stand and change something, or
//! of a pattern of `never` that could stand. Cells that are not joined, over others, never meet in a move, so what they
//! are part of is a sum. A part keeps its own cells and the settled ones that its images read; all others are left out
//! of it (`,`).
//!
//! Where a pattern of `end` could stand, it may end the moves everywhere, and the board is one part.

use super::board::NaiveBoard;
use super::images::{Image, Images, places};
use super::pattern::{Cell, Placed};
use std::collections::BTreeSet;

/// The signs that could stand in a cell, of the first 128 characters.
type Signs = u128;

fn sign(symbol: char) -> Signs {
    1 << (u32::from(symbol) & 127)
}

/// A way to turn and mirror boards: whether rows and columns change places, and which of them are then counted from the
/// other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    is_transposed: bool,
    from_below: bool,
    from_the_right: bool,
}

impl Turn {
    fn all() -> impl Iterator<Item = Turn> {
        (0..8).map(|number: u8| Turn {
            is_transposed: number & 4 != 0,
            from_below: number & 1 != 0,
            from_the_right: number & 2 != 0,
        })
    }

    /// Where a cell of a rectangle goes.
    fn place(self, (row, column): (i64, i64), (rows, columns): (i64, i64)) -> (i64, i64) {
        let row = if self.from_below { rows - 1 - row } else { row };
        let column = if self.from_the_right { columns - 1 - column } else { column };
        if self.is_transposed { (column, row) } else { (row, column) }
    }

    /// The image of a board.
    pub(crate) fn of(self, board: &NaiveBoard) -> NaiveBoard {
        let (rows, columns) = board.sides();
        let (high, wide) = if self.is_transposed { (columns, rows) } else { (rows, columns) };
        let mut turned = vec![vec![','; wide as usize]; high as usize];
        for (row, cells) in board.rows.iter().enumerate() {
            for (column, &symbol) in cells.iter().enumerate() {
                let (row, column) = self.place((row as i64, column as i64), (rows, columns));
                turned[row as usize][column as usize] = symbol;
            }
        }
        NaiveBoard { rows: turned }
    }

    /// The image of an image, from its corner.
    fn of_image(self, image: &Image) -> Image {
        let side = |of: fn(&Placed) -> i64| image.iter().map(of).max().map_or(0, |last| last + 1);
        let sides = (side(|cell| cell.row), side(|cell| cell.column));
        let mut turned: Image = image.clone();
        for cell in &mut turned {
            (cell.row, cell.column) = self.place((cell.row, cell.column), sides);
            if let Cell::OneOf(signs) = &mut cell.reads {
                signs.sort_unstable();
            }
        }
        turned.sort();
        turned
    }
}

impl Images {
    /// The ways to turn and mirror that lead from moves to moves.
    pub(crate) fn symmetries(&self, is_strip: bool) -> Vec<Turn> {
        let none = Turn { is_transposed: false, from_below: false, from_the_right: false };
        let is_kept = |turn: &Turn| {
            [&self.rules, &self.wins, &self.ends, &self.nevers].into_iter().all(|images| {
                let as_they_are: BTreeSet<Image> = images.iter().map(|image| none.of_image(image)).collect();
                as_they_are.iter().all(|image| as_they_are.contains(&turn.of_image(image)))
            })
        };
        let is_of_strips = |turn: &Turn| !is_strip || !turn.is_transposed && !turn.from_below;
        Turn::all().filter(is_of_strips).filter(is_kept).collect()
    }

    /// The parts of a board, each on a board of its own. Some may have no moves.
    pub(crate) fn parts(&self, board: &NaiveBoard, everywhere: &Everywhere) -> Vec<NaiveBoard> {
        Divided::of(everywhere, board).parts(self, board)
    }

    /// Whether a board has a move.
    pub(crate) fn has_moves(&self, board: &NaiveBoard, everywhere: &Everywhere) -> bool {
        let signs: Vec<Signs> = board.rows.iter().flatten().map(|&symbol| sign(symbol)).collect();
        let changes = |lying: &Lying| {
            lying.writes.iter().any(|&(cell, symbol)| signs[cell] & (sign(symbol) | sign('_')) == 0)
        };
        let could_be = everywhere.rules.iter().any(|lying| lying.could_stand(&signs) && changes(lying));
        let is_sure = everywhere.nevers.is_empty() && everywhere.ends.is_empty();
        could_be && (is_sure || !self.moves(board).is_empty())
    }
}

/// An image at a place of a board.
#[derive(Debug)]
struct Lying {
    /// The cells that it reads, with what may stand there.
    reads: Vec<(usize, Signs)>,
    /// The cells that it writes, with what.
    writes: Vec<(usize, char)>,
}

/// Every image at every place of a board of some sides where it could ever stand.
#[derive(Debug)]
pub(crate) struct Everywhere {
    rules: Vec<Lying>,
    nevers: Vec<Lying>,
    ends: Vec<Lying>,
}

impl Everywhere {
    /// For boards of the sides of this one.
    pub(crate) fn of(images: &Images, board: &NaiveBoard) -> Everywhere {
        let all = |images: &BTreeSet<Image>| {
            let places =
                images.iter().flat_map(|image| places(image, board).map(move |corner| (image, corner)));
            places.filter_map(|(image, corner)| Lying::of(image, corner, board)).collect::<Vec<Lying>>()
        };
        let ends = all(&images.ends).into_iter().chain(all(&images.wins)).collect();
        Everywhere { rules: all(&images.rules), nevers: all(&images.nevers), ends }
    }
}

impl Lying {
    /// `None` where it asks for a symbol beside the board.
    fn of(image: &[Placed], corner: (i64, i64), board: &NaiveBoard) -> Option<Lying> {
        let (rows, columns) = board.sides();
        let mut lying = Lying { reads: Vec::new(), writes: Vec::new() };
        for placed in image {
            let (row, column) = (corner.0 + placed.row, corner.1 + placed.column);
            let is_inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            let cell = is_inside.then(|| (row * columns + column) as usize);
            if let Cell::OneOf(symbols) = &placed.reads {
                let signs = symbols.iter().fold(0, |signs, &symbol| signs | sign(symbol));
                match cell {
                    Some(cell) => lying.reads.push((cell, signs)),
                    None if signs & sign('_') == 0 => return None,
                    None => {}
                }
            }
            lying.writes.extend(cell.zip(placed.writes));
        }
        Some(lying)
    }

    fn could_stand(&self, signs: &[Signs]) -> bool {
        self.reads.iter().all(|&(cell, wanted)| signs[cell] & wanted != 0)
    }

    fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.reads.iter().map(|&(cell, _)| cell).chain(self.writes.iter().map(|&(cell, _)| cell))
    }
}

/// The cells of a board, joined.
struct Divided {
    columns: usize,
    /// What could stand in each cell.
    signs: Vec<Signs>,
    /// Of each cell another one that it is joined with, itself in the end.
    joined: Vec<usize>,
    /// The settled cells that are read, each with a cell that it is read together with.
    read: Vec<(usize, usize)>,
    is_one: bool,
}

impl Divided {
    fn of(everywhere: &Everywhere, board: &NaiveBoard) -> Divided {
        let signs: Vec<Signs> = board.rows.iter().flatten().map(|&symbol| sign(symbol)).collect();
        let (_, columns) = board.sides();
        let joined = (0..signs.len()).collect();
        let mut divided =
            Divided { columns: columns as usize, signs, joined, read: Vec::new(), is_one: false };
        while divided.spread(&everywhere.rules) {}
        divided.is_one = everywhere.ends.iter().any(|lying| lying.could_stand(&divided.signs));
        for lying in everywhere.rules.iter().chain(&everywhere.nevers) {
            if lying.could_stand(&divided.signs) {
                divided.join(lying);
            }
        }
        divided
    }

    /// Adds what images could write; whether anything was new.
    fn spread(&mut self, rules: &[Lying]) -> bool {
        let mut is_new = false;
        for lying in rules.iter() {
            if !lying.could_stand(&self.signs) {
                continue;
            }
            for &(cell, symbol) in &lying.writes {
                let is_there = self.signs[cell] & (sign('_') | sign(',')) == 0;
                is_new |= is_there && self.signs[cell] & sign(symbol) == 0;
                self.signs[cell] |= if is_there { sign(symbol) } else { 0 };
            }
        }
        is_new
    }

    fn first(&self, mut cell: usize) -> usize {
        while self.joined[cell] != cell {
            cell = self.joined[cell];
        }
        cell
    }

    /// Joins the cells of an image that are not settled.
    fn join(&mut self, lying: &Lying) {
        let is_settled = |cell: &usize| self.signs[*cell].is_power_of_two();
        let (settled, open): (Vec<usize>, Vec<usize>) = lying.cells().partition(is_settled);
        let Some(&one) = open.first() else { return };
        for &other in &open {
            let (one, other) = (self.first(one), self.first(other));
            self.joined[one.max(other)] = one.min(other);
        }
        self.read.extend(settled.into_iter().map(|cell| (cell, one)));
    }

    fn parts(&self, images: &Images, board: &NaiveBoard) -> Vec<NaiveBoard> {
        if self.is_one {
            return vec![board.clone()];
        }
        let is_open = |cell: &usize| !self.signs[*cell].is_power_of_two();
        let firsts: BTreeSet<usize> =
            (0..self.signs.len()).filter(is_open).map(|cell| self.first(cell)).collect();
        let part = |first: usize| {
            let mut kept: BTreeSet<usize> =
                (0..self.signs.len()).filter(is_open).filter(|&cell| self.first(cell) == first).collect();
            let read = self.read.iter().filter(|(_, with)| self.first(*with) == first);
            kept.extend(read.map(|(cell, _)| cell));
            let mut alone = board.clone();
            for (row, cells) in alone.rows.iter_mut().enumerate() {
                for (column, symbol) in cells.iter_mut().enumerate() {
                    // Where there is no cell, there is none in any part.
                    let is_edge = *symbol == '_' && images.reads_edge;
                    if !kept.contains(&(row * self.columns + column)) && !is_edge {
                        *symbol = ',';
                    }
                }
            }
            if images.reads_edge { alone } else { cropped(&alone) }
        };
        firsts.into_iter().map(part).collect()
    }
}

/// A board without the rows and columns around it that are left out.
fn cropped(board: &NaiveBoard) -> NaiveBoard {
    let is_there = |symbol: &char| *symbol != ',';
    let rows: Vec<&Vec<char>> = board.rows.iter().collect();
    let holds = |row: &&Vec<char>| row.iter().any(is_there);
    let top = rows.iter().position(holds).unwrap_or(0);
    let bottom = rows.iter().rposition(holds).map_or(0, |row| row + 1);
    let rows = &rows[top..bottom.max(top)];
    let left = rows.iter().filter_map(|row| row.iter().position(is_there)).min().unwrap_or(0);
    let right = rows.iter().filter_map(|row| row.iter().rposition(is_there)).max().map_or(0, |last| last + 1);
    NaiveBoard { rows: rows.iter().map(|row| row[left..right].to_vec()).collect() }
}
