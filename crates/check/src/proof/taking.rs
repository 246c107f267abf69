//! Games in which a move takes cells of some shape off a board: Cram, 2D Nim, Boxing Match.
//!
//! A board is a set of cells. A move takes a set of cells that are all there, and no move gives cells back. So a move
//! that cannot be made now cannot be made later, and two moves meet only where they have a cell in common: cells that
//! are joined by moves, move after move, are a part. A cell that no move takes is none.
//!
//! The lemma `twin-leaves` is about Cram. A leaf is a cell with one neighbour. Of several leaves with the same neighbour
//! all but one may go: a domino over one of them leaves the others without a neighbour, so that the moves over them lead
//! to the same positions, now and later.

use super::part::{PackedCells, ProofPart};
use super::rules::{BoardMove, PartRules, VisitOption, collected, only};
use grundy_core::Stones;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

/// Which shapes are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shapes {
    /// Dominoes.
    Cram,
    /// Up to this number of stones in a row or column.
    Lines(usize),
    /// Squares.
    Squares,
}

/// The lemma that of several leaves with the same neighbour all but one may go, in Cram.
pub(super) const TWIN_LEAVES: &str = "twin-leaves";

/// Rows and columns of a board.
type Sides = (u16, u16);

/// The rules of such a game.
#[derive(Debug)]
pub(super) struct Taking {
    pub(super) game: u16,
    pub(super) shapes: Shapes,
    /// Whether the twin leaves of a part are dropped.
    drops_twins: bool,
    /// Whether any part so far had twin leaves that were dropped.
    used: Cell<bool>,
    /// The moves of full boards that were met.
    moves: RefCell<HashMap<Sides, Rc<BoardMoves>>>,
}

/// The moves of a full board, each as the cells that it takes.
#[derive(Debug)]
struct BoardMoves {
    /// By the first cell in reading order, and then by size and direction.
    in_order: Vec<u128>,
    /// Those in the middle of the board first, and of those that are as near to it the large ones. Such a move leaves
    /// small parts, and a proof holds many small parts.
    outwards: Vec<u128>,
}

/// Boards have at most this many cells.
const MOST_CELLS: usize = 128;

impl Taking {
    pub(super) fn new(game: u16, shapes: Shapes) -> Taking {
        Taking { game, shapes, drops_twins: false, used: Cell::new(false), moves: RefCell::default() }
    }

    /// Cram with the lemma [`TWIN_LEAVES`].
    pub(super) fn without_twins(game: u16) -> Taking {
        Taking { drops_twins: true, ..Taking::new(game, Shapes::Cram) }
    }

    /// The moves of a full board.
    fn moves_of(&self, rows: u16, columns: u16) -> Rc<BoardMoves> {
        let mut known = self.moves.borrow_mut();
        let found = known.entry((rows, columns)).or_insert_with(|| {
            let in_order = self.listed(rows.into(), columns.into());
            let mut outwards = in_order.clone();
            outwards.sort_by_key(|&taken| (from_middle(taken, (rows, columns)), Reverse(taken.count_ones())));
            Rc::new(BoardMoves { in_order, outwards })
        });
        Rc::clone(found)
    }

    fn listed(&self, rows: usize, columns: usize) -> Vec<u128> {
        let mut moves = Vec::new();
        let block = |(row, column): (usize, usize), (high, wide): (usize, usize)| {
            let is_inside = row + high <= rows && column + wide <= columns;
            let cells = (0..high)
                .flat_map(|down| (0..wide).map(move |right| (row + down) * columns + column + right));
            is_inside.then(|| cells.fold(0_u128, |set, cell| set | 1 << cell))
        };
        for corner in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            match self.shapes {
                Shapes::Cram => {
                    moves.extend([(1, 2), (2, 1)].into_iter().filter_map(|size| block(corner, size)))
                }
                Shapes::Lines(most) => {
                    let along = (1..=most.min(columns)).map(|length| (1, length));
                    let down = (2..=most.min(rows)).map(|length| (length, 1));
                    moves.extend(along.chain(down).filter_map(|size| block(corner, size)));
                }
                Shapes::Squares => {
                    let sides = 1..=rows.min(columns);
                    moves.extend(sides.filter_map(|side| block(corner, (side, side))));
                }
            }
        }
        moves
    }

    /// The sets of cells that are joined by moves.
    fn joined(&self, cells: u128, moves: &[u128]) -> Vec<u128> {
        let mut joined: Vec<u128> = Vec::new();
        for &taken in moves.iter().filter(|&&taken| taken & cells == taken) {
            let mut part = taken;
            joined.retain(|&other| {
                let is_met = other & taken != 0;
                part |= if is_met { other } else { 0 };
                !is_met
            });
            joined.push(part);
        }
        joined
    }

    /// The least image of a set of cells, moved into the corner: of the eight ways to turn and mirror it.
    fn least(&self, cells: u128, columns: u16) -> ProofPart {
        // Bit for bit, the columns that each row has cells in, and the rows that each column has cells in.
        let (mut rows, mut turned) = ([0_u128; MOST_CELLS], [0_u128; MOST_CELLS]);
        let all_columns = u128::MAX >> (MOST_CELLS - usize::from(columns));
        let (mut rest, mut row) = (cells, 0);
        while rest != 0 {
            rows[row] = rest & all_columns;
            let mut cells_of_row = rows[row];
            while cells_of_row != 0 {
                turned[cells_of_row.trailing_zeros() as usize] |= 1 << row;
                cells_of_row &= cells_of_row - 1;
            }
            rest = rest.unbounded_shr(columns.into());
            row += 1;
        }
        let filled = |lines: &[u128; MOST_CELLS]| {
            let first = lines.iter().position(|&line| line != 0).unwrap_or(0);
            let last = lines.iter().rposition(|&line| line != 0).unwrap_or(0);
            first..last + 1
        };
        let (high, wide) = (filled(&rows), filled(&turned));
        let mut least: Option<(usize, u128)> = None;
        for (lines, across, down) in [(&rows, &wide, &high), (&turned, &high, &wide)] {
            let (rows, columns) = (down.len(), across.len());
            if rows > columns {
                continue; // the others are less
            }
            for is_mirrored in [false, true] {
                let line = |line: u128| match is_mirrored {
                    false => line >> across.start,
                    true => line.reverse_bits() >> (MOST_CELLS - across.end),
                };
                let below = |all: u128, next: &u128| all.unbounded_shl(columns as u32) | line(*next);
                let lines = lines[down.clone()].iter();
                let (downwards, upwards) = (lines.clone().rev().fold(0, below), lines.fold(0, below));
                let image = (rows, downwards.min(upwards));
                least = Some(least.map_or(image, |least| least.min(image)));
            }
        }
        let (rows, bits) = least.expect("some image is no higher than wide");
        ProofPart {
            game: self.game,
            rows: rows as u16,
            columns: high.len().max(wide.len()) as u16,
            cells: PackedCells::Few(bits),
        }
    }

    fn parts_of(&self, cells: u128, at: &ProofPart, moves: &[u128]) -> Vec<ProofPart> {
        self.joined(cells, moves).into_iter().map(|part| self.named(part, at.columns)).collect()
    }

    /// A part by its name.
    fn named(&self, cells: u128, columns: u16) -> ProofPart {
        let part = self.least(cells, columns);
        if !self.drops_twins {
            return part;
        }
        // Which twin goes is settled on the least image: images of one part have one name.
        let kept = without_twin_leaves(part.few(), part.columns.into());
        if kept == part.few() {
            return part;
        }
        self.used.set(true);
        self.least(kept, part.columns)
    }

    fn signs(&self) -> (char, char) {
        if self.shapes == Shapes::Cram { ('.', '#') } else { ('1', '0') }
    }

    fn label(&self, taken: u128, columns: u16) -> String {
        let name =
            |cell: u32| format!("r{}c{}", cell / u32::from(columns) + 1, cell % u32::from(columns) + 1);
        let (first, last) = (taken.trailing_zeros(), 127 - taken.leading_zeros());
        match self.shapes {
            Shapes::Squares => format!("{}+{}", name(first), taken.count_ones().isqrt()),
            _ if first == last => name(first),
            _ => format!("{}-{}", name(first), name(last)),
        }
    }
}

impl PartRules for Taking {
    fn width(&self) -> u32 {
        1
    }

    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String> {
        let (full, gap) = self.signs();
        let (rows, cells) = match sides(text) {
            _ if text == "-" => (0, Vec::new()),
            Some((rows, columns)) if rows.saturating_mul(columns) <= MOST_CELLS => {
                (rows, vec![1; rows * columns])
            }
            Some(_) => return Err(too_large(text)),
            None => {
                let rows: Vec<&str> = text.split('/').collect();
                let is_even = rows.iter().all(|row| row.len() == rows[0].len() && !row.is_empty());
                let cells: Option<Vec<u8>> = rows
                    .concat()
                    .chars()
                    .map(|sign| if sign == full { Some(1) } else { (sign == gap).then_some(0) })
                    .collect();
                let cells = cells.filter(|_| is_even).ok_or_else(|| format!("`{text}` is no board"))?;
                (rows.len(), cells)
            }
        };
        if cells.len() > MOST_CELLS {
            return Err(too_large(text));
        }
        let columns = cells.len().checked_div(rows).unwrap_or(0);
        Ok(vec![ProofPart::of_cells(self.game, (rows, columns), 1, &cells)])
    }

    fn text(&self, at: &ProofPart) -> String {
        let (full, gap) = self.signs();
        let cells = at.unpacked(1);
        let rows = cells.chunks(usize::from(at.columns).max(1));
        let row = |row: &[u8]| row.iter().map(|&cell| if cell == 1 { full } else { gap }).collect::<String>();
        let rows: Vec<String> = rows.map(row).collect();
        if rows.is_empty() { "-".to_owned() } else { rows.join("/") }
    }

    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String> {
        let at = only(board);
        let cells = at.few();
        let moves = self.moves_of(at.rows, at.columns);
        let there = moves.in_order.iter().filter(|&&taken| taken & cells == taken);
        let after = |taken: u128| vec![ProofPart { cells: PackedCells::Few(cells & !taken), ..at.clone() }];
        Ok(there.map(|&taken| (self.label(taken, at.columns), after(taken))).collect())
    }

    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        let at = only(board);
        Ok(self.parts_of(at.few(), at, &self.moves_of(at.rows, at.columns).in_order))
    }

    fn stones(&self, board: &[ProofPart]) -> Option<Stones> {
        let at = only(board);
        let (rows, columns) = (u32::from(at.rows), u32::from(at.columns));
        let is_small = (1..=u64::BITS).contains(&(rows * columns));
        is_small.then(|| Stones { rows, columns, cells: at.few() as u64 })
    }

    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        collected(|visit| self.each_option(at, 0, visit))
    }

    fn each_option(&self, at: &ProofPart, skipped: usize, visit: VisitOption<'_>) -> Result<(), String> {
        let moves = self.moves_of(at.rows, at.columns);
        let cells = at.few();
        let there = moves.outwards.iter().copied().filter(|&taken| taken & cells == taken);
        let there: Vec<u128> = there.collect();
        let after = |taken: &u128| self.parts_of(cells & !taken, at, &there);
        let _ = there.iter().skip(skipped).map(after).try_for_each(visit);
        Ok(())
    }

    fn size(&self, at: &ProofPart) -> u64 {
        at.few().count_ones().into()
    }

    fn lemma_of_parts(&self) -> Option<&'static str> {
        self.used.get().then_some(TWIN_LEAVES)
    }

    fn check_part(&self, part: &ProofPart) -> Result<(), String> {
        let cells = usize::from(part.rows) * usize::from(part.columns);
        let PackedCells::Few(bits) = part.cells else {
            return Err(format!("a board of more than {MOST_CELLS} cells"));
        };
        let is_board = (1..=MOST_CELLS).contains(&cells) && (cells == MOST_CELLS || bits >> cells == 0);
        let is_one = |parts: Vec<ProofPart>| matches!(&parts[..], [one] if one == part);
        match is_board && is_one(self.parts(std::slice::from_ref(part))?) {
            true => Ok(()),
            false => Err("a board that is not the least image of one part".to_owned()),
        }
    }
}

/// How far the middle of a move is from the middle of a board, in half cells: down and across together. The cells of a
/// move are a rectangle.
fn from_middle(taken: u128, (rows, columns): Sides) -> u32 {
    let (first, last) = (taken.trailing_zeros(), u128::BITS - 1 - taken.leading_zeros());
    let (rows, columns) = (u32::from(rows), u32::from(columns));
    let down = (first / columns + last / columns).abs_diff(rows - 1);
    down + (first % columns + last % columns).abs_diff(columns - 1)
}

/// The cells on the left of some cells of a board, on their right, above and below.
fn neighbours(cells: u128, columns: u32) -> [u128; 4] {
    let first_column =
        (0..MOST_CELLS as u32).step_by(columns as usize).fold(0_u128, |set, cell| set | 1 << cell);
    [
        (cells & !first_column) >> 1,
        cells << 1 & !first_column,
        cells.checked_shr(columns).unwrap_or(0),
        cells.checked_shl(columns).unwrap_or(0),
    ]
}

/// The cells that have one neighbour in a set at least, and those that have two at least.
fn with_neighbours(cells: u128, columns: u32) -> (u128, u128) {
    neighbours(cells, columns)
        .into_iter()
        .fold((0, 0), |(one, two), beside| (one | beside, two | (one & beside)))
}

/// The cells without those leaves that have the neighbour of an earlier leaf.
fn without_twin_leaves(cells: u128, columns: u32) -> u128 {
    let (one, two) = with_neighbours(cells, columns);
    let leaves = cells & one & !two;
    let (_, mut between) = with_neighbours(leaves, columns);
    between &= cells;
    let mut kept = cells;
    while between != 0 {
        let cell = between & between.wrapping_neg();
        between ^= cell;
        let twins = neighbours(cell, columns).into_iter().fold(0, |set, beside| set | beside) & leaves;
        // The first one stays.
        kept &= !(twins & twins.wrapping_sub(1));
    }
    kept
}

fn too_large(text: &str) -> String {
    format!("`{text}` has more than {MOST_CELLS} cells, and a proof is of smaller boards")
}

/// Reads `4x5`.
pub(super) fn sides(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once('x')?;
    let number = |side: &str| {
        let is_number = side.bytes().all(|byte| byte.is_ascii_digit()) && !side.starts_with('0');
        side.parse::<usize>().ok().filter(|_| is_number)
    };
    Some((number(rows)?, number(columns)?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;
    use crate::proof::rules::probe::assert_options_are_skipped;

    fn parts(shapes: Shapes, board: &str) -> Vec<String> {
        let rules = Taking::new(0, shapes);
        let parts = rules.parts(&rules.board(board).unwrap()).unwrap();
        let mut texts: Vec<String> = parts.iter().map(|part| rules.text(part)).collect();
        texts.sort_unstable();
        texts
    }

    #[test]
    fn a_part_is_what_moves_join() {
        assert_eq!(parts(Shapes::Cram, "..#./##../...#"), ["#.../..##/.###", ".."]);
        assert!(parts(Shapes::Cram, ".#./#.#").is_empty(), "cells that no domino covers are no part");
        assert_eq!(parts(Shapes::Squares, "110/110/001"), ["1", "11/11"]);
        assert_eq!(parts(Shapes::Squares, "111"), ["1", "1", "1"], "no square takes two of them");
        assert_eq!(parts(Shapes::Lines(1), "11/10"), ["1", "1", "1"]);
        assert_eq!(parts(Shapes::Lines(3), "11/10/00/01"), ["1", "11/10"]);
        assert!(parts(Shapes::Lines(3), "00/00").is_empty());
    }

    #[test]
    fn of_twin_leaves_one_stays() {
        let part = |board: &str| {
            let rules = Taking::without_twins(0);
            let parts = rules.parts(&rules.board(board).unwrap()).unwrap();
            let texts: Vec<String> = parts.iter().map(|part| rules.text(part)).collect();
            (texts.join(" + "), rules.lemma_of_parts().is_some())
        };
        assert_eq!(part("..."), ("..".to_owned(), true));
        assert_eq!(part("...."), ("....".to_owned(), false));
        assert_eq!(part("#.#/.../#.#"), ("..".to_owned(), true), "a star is one move");
        assert_eq!(part("./././."), ("....".to_owned(), false));
        // Images of one part have one name.
        for board in ["#.##/..../#.##", "##.#/..../##.#", "#.#/.../#.#/#.#"] {
            assert_eq!(part(board), (".../.##".to_owned(), true), "{board}");
        }
    }

    #[test]
    fn the_moves_of_a_part_begin_in_its_middle() {
        let rules = Taking::new(0, Shapes::Squares);
        let part = &rules.parts(&rules.board("3x3").unwrap()).unwrap()[0];
        assert_options_are_skipped(&rules, part);
        let options = rules.options(part).unwrap();
        let sizes = |option: &Vec<ProofPart>| option.iter().map(|part| rules.size(part)).collect::<Vec<_>>();
        assert_eq!(sizes(&options[0]), [] as [u64; 0], "the square of all cells");
        assert_eq!(sizes(&options[1]), [1; 8], "the cell in the middle leaves no larger square");
        assert_eq!(options.len(), 1 + 4 + 9);
    }

    #[test]
    fn images_of_a_part_have_one_name() {
        let images = [
            "...#/..##",
            "#.../##..",
            "..##/...#",
            "##../#...",
            "../../.#/##",
            ".#/../..",
            "#../...",
            "##.#/#..#/#..#",
        ];
        for board in images {
            assert_eq!(parts(Shapes::Cram, board), [".../..#"], "{board}");
        }
    }
}
