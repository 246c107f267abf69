//! Patterns of one shape, in one orientation, as reads and writes of cells.

use super::turn::Turn;
use std::hash::{Hash, Hasher};

/// A cell that a pattern reads: its place from the top left corner of all that are read, and what may stand
/// there, a bit for each code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cell {
    pub(crate) row: u16,
    pub(crate) column: u16,
    pub(crate) allows: u16,
}

/// A cell that a move writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Write {
    pub(crate) row: u16,
    pub(crate) column: u16,
    pub(crate) code: u8,
    /// Whether the cell never holds this already.
    pub(crate) is_sure: bool,
}

/// A move at no place yet: what it reads, and what it writes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Image {
    pub(crate) rows: u16,
    pub(crate) columns: u16,
    /// In reading order.
    pub(crate) reads: Vec<Cell>,
    /// In reading order; each is of a cell that is read.
    pub(crate) writes: Vec<Write>,
}

/// A pattern of `win`, `end` or `never` at no place yet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Stand {
    pub(crate) rows: u16,
    pub(crate) columns: u16,
    /// In reading order.
    pub(crate) reads: Vec<Cell>,
}

impl Hash for Image {
    /// All cells mixed into one word: images may have a thousand of them.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let place = |row: u16, column: u16| u64::from(row) << 32 | u64::from(column) << 16;
        let reads = self.reads.iter().map(|read| place(read.row, read.column) | u64::from(read.allows));
        let writes = self.writes.iter().map(|write| place(write.row, write.column) | u64::from(write.code));
        let mix = |mixed: u64, cell: u64| (mixed.rotate_left(5) ^ cell).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state.write_u64(reads.chain(writes).fold(0, mix));
    }
}

/// What forbids a move: these cells, counted from the top left corner of the move's, hold what a pattern of
/// `never` needs beside the cells that the move writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ban {
    pub(crate) rest: Vec<(i32, i32, u16)>,
}

/// The reads in the order and with the places of an image under a turn.
fn turned(reads: &[Cell], sides: (u16, u16), turn: Turn) -> Vec<Cell> {
    let mut turned: Vec<Cell> = reads
        .iter()
        .map(|read| {
            let (row, column) = turn.cell(sides, (read.row, read.column));
            Cell { row, column, ..*read }
        })
        .collect();
    turned.sort_unstable();
    turned
}

/// The codes after a permutation.
fn renamed(allows: u16, codes: &[u8]) -> u16 {
    let kept = allows & !((1 << codes.len()) - 1);
    let moved = |(code, &to): (usize, &u8)| if allows >> code & 1 == 1 { 1 << to } else { 0 };
    codes.iter().enumerate().map(moved).fold(kept, |all, bit| all | bit)
}

impl Image {
    /// The image turned or mirrored.
    pub(crate) fn turned(&self, turn: Turn) -> Image {
        let sides = (self.rows, self.columns);
        let (rows, columns) = turn.sides(sides);
        let mut writes: Vec<Write> = self
            .writes
            .iter()
            .map(|write| {
                let (row, column) = turn.cell(sides, (write.row, write.column));
                Write { row, column, ..*write }
            })
            .collect();
        writes.sort_unstable();
        Image { rows, columns, reads: turned(&self.reads, sides, turn), writes }
    }

    /// The image with other codes for the symbols.
    pub(crate) fn renamed(&self, codes: &[u8]) -> Image {
        let mut image = self.clone();
        for read in &mut image.reads {
            read.allows = renamed(read.allows, codes);
        }
        for write in &mut image.writes {
            write.code = codes[usize::from(write.code)];
        }
        image
    }

    /// The write of a cell.
    pub(crate) fn write_at(&self, row: u16, column: u16) -> Option<&Write> {
        self.writes.iter().find(|write| (write.row, write.column) == (row, column))
    }
}

impl Stand {
    /// The pattern turned or mirrored.
    pub(crate) fn turned(&self, turn: Turn) -> Stand {
        let sides = (self.rows, self.columns);
        let (rows, columns) = turn.sides(sides);
        Stand { rows, columns, reads: turned(&self.reads, sides, turn) }
    }

    /// The pattern with other codes for the symbols.
    pub(crate) fn renamed(&self, codes: &[u8]) -> Stand {
        let mut stand = self.clone();
        for read in &mut stand.reads {
            read.allows = renamed(read.allows, codes);
        }
        stand
    }
}

/// Why a pattern of `never` forbids a move, one for each way in which its writes can complete the pattern.
pub(crate) fn bans(image: &Image, never: &Stand) -> Vec<Ban> {
    let (rows, columns) = (i32::from(never.rows), i32::from(never.columns));
    let mut found = Vec::new();
    for row in 1 - rows..i32::from(image.rows) {
        for column in 1 - columns..i32::from(image.columns) {
            found.extend(ban_at(image, never, row, column));
        }
    }
    found
}

/// The same for the pattern at one place.
fn ban_at(image: &Image, never: &Stand, row: i32, column: i32) -> Option<Ban> {
    let (mut rest, mut changes) = (Vec::new(), false);
    for read in &never.reads {
        let at = (row + i32::from(read.row), column + i32::from(read.column));
        let write = || image.write_at(u16::try_from(at.0).ok()?, u16::try_from(at.1).ok()?);
        match write() {
            None => rest.push((at.0, at.1, read.allows)),
            Some(write) if read.allows >> write.code & 1 == 1 => changes = true,
            Some(_) => return None,
        }
    }
    changes.then_some(Ban { rest })
}
