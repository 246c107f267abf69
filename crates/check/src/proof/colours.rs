//! Games of stones of two colours on boards with blocked cells: impartial NoGo and Amazons.

use super::part::ProofPart;
use super::rules::{BoardMove, PartRules, VisitOption, collected, only, passes_over};
use std::ops::ControlFlow;

/// Which game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stones {
    /// A move puts a stone of either colour in a free cell, and every block keeps a free neighbour. Blocks are joined
    /// along sides. A board and the board with the colours exchanged have the same moves.
    NoGo,
    /// A move takes any queen over free cells in one of the eight directions, and shoots an arrow from there in the
    /// same way, over the cell that the queen has left too. The arrow blocks its cell. Either player moves all queens,
    /// so that a part has queens of one colour.
    Amazons,
}

/// The rules of such a game. A part is what blocked cells keep apart: the least of its images in the smallest board.
#[derive(Debug)]
pub(super) struct Colours {
    pub(super) game: u16,
    pub(super) stones: Stones,
}

/// A board has at most this many cells.
const MOST_CELLS: usize = 128;

/// The signs of cells.
const BLOCKED: u8 = 0;
const FREE: u8 = 1;
const BLACK: u8 = 2;
const WHITE: u8 = 3;
const SIGNS: &[u8; 4] = b"#.XO";

/// A board of signs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<u8>,
}

const SIDES: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl Board {
    /// The cell next to a cell in a direction.
    fn next(&self, cell: usize, (down, right): (isize, isize)) -> Option<usize> {
        let row = (cell / self.columns).checked_add_signed(down).filter(|&row| row < self.rows)?;
        let column =
            (cell % self.columns).checked_add_signed(right).filter(|&column| column < self.columns)?;
        Some(row * self.columns + column)
    }

    /// The cells that are joined with one, cell after cell of some signs.
    fn joined(&self, first: usize, steps: &[(isize, isize)], signs: &[u8]) -> Vec<usize> {
        let mut joined = vec![first];
        let mut met = 0;
        while let Some(&cell) = joined.get(met) {
            met += 1;
            for next in steps.iter().filter_map(|&step| self.next(cell, step)) {
                if signs.contains(&self.cells[next]) && !joined.contains(&next) {
                    joined.push(next);
                }
            }
        }
        joined
    }

    /// Some cells on the smallest board that holds them; all others are blocked.
    fn cropped(&self, kept: &[usize]) -> Board {
        let rows = kept.iter().map(|cell| cell / self.columns);
        let columns = kept.iter().map(|cell| cell % self.columns);
        let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
        let (left, right) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
        let sides = (bottom - top + 1, right - left + 1);
        let mut board = Board { rows: sides.0, columns: sides.1, cells: vec![BLOCKED; sides.0 * sides.1] };
        for &cell in kept {
            let (row, column) = (cell / self.columns - top, cell % self.columns - left);
            board.cells[row * board.columns + column] = self.cells[cell];
        }
        board
    }

    /// The board with rows and columns exchanged.
    fn turned_over(&self) -> Board {
        let cells =
            (0..self.cells.len()).map(|at| self.cells[at % self.rows * self.columns + at / self.rows]);
        Board { rows: self.columns, columns: self.rows, cells: cells.collect() }
    }

    /// The board with its columns in the opposite order.
    fn mirrored(&self) -> Board {
        let rows = self.cells.chunks_exact(self.columns);
        Board { cells: rows.flat_map(|row| row.iter().rev().copied()).collect(), ..*self }
    }

    fn with(&self, changes: &[(usize, u8)]) -> Board {
        let mut board = self.clone();
        changes.iter().for_each(|&(cell, sign)| board.cells[cell] = sign);
        board
    }

    fn name(&self, cell: usize) -> String {
        format!("r{}c{}", cell / self.columns + 1, cell % self.columns + 1)
    }

    /// The free cells that a queen, or its arrow, reaches from a cell, in reading order.
    fn reached(&self, from: usize) -> Vec<usize> {
        let mut reached = Vec::new();
        for step in DIRECTIONS {
            let mut at = from;
            while let Some(next) = self.next(at, step).filter(|&next| self.cells[next] == FREE) {
                reached.push(next);
                at = next;
            }
        }
        reached.sort_unstable();
        reached
    }

    /// Whether the block of a stone has a free neighbour.
    fn breathes(&self, stone: usize) -> bool {
        let block = self.joined(stone, &SIDES, &[self.cells[stone]]);
        let mut beside = block.iter().flat_map(|&cell| SIDES.map(|step| self.next(cell, step))).flatten();
        beside.any(|cell| self.cells[cell] == FREE)
    }
}

impl Stones {
    /// Visits the moves in reading order: the cells that a move names, and the board that it leaves.
    fn each_move(
        self,
        board: &Board,
        mut visit: impl FnMut(&[usize], Board) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let cells_of = |signs: &'static [u8]| {
            (0..board.cells.len()).filter(move |&cell| signs.contains(&board.cells[cell]))
        };
        match self {
            Stones::NoGo => {
                for cell in cells_of(&[FREE]) {
                    for sign in [BLACK, WHITE] {
                        let after = board.with(&[(cell, sign)]);
                        let near = SIDES.map(|step| after.next(cell, step)).into_iter().flatten();
                        let mut stones = near.chain([cell]).filter(|&near| after.cells[near] >= BLACK);
                        if stones.all(|stone| after.breathes(stone)) {
                            visit(&[cell], after)?;
                        }
                    }
                }
            }
            Stones::Amazons => {
                for from in cells_of(&[BLACK, WHITE]) {
                    for to in board.reached(from) {
                        let moved = board.with(&[(from, FREE), (to, board.cells[from])]);
                        for arrow in moved.reached(to) {
                            visit(&[from, to, arrow], moved.with(&[(arrow, BLOCKED)]))?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn has_moves(self, board: &Board) -> bool {
        self.each_move(board, |_, _| ControlFlow::Break(())).is_break()
    }

    /// How a move is written that names these cells and leaves this board.
    fn label(self, cells: &[usize], after: &Board) -> String {
        let named = cells.iter().map(|&cell| after.name(cell)).collect::<Vec<_>>().join("-");
        match self {
            Stones::NoGo => format!("{named}={}", char::from(SIGNS[usize::from(after.cells[cells[0]])])),
            Stones::Amazons => named,
        }
    }

    /// What blocked cells keep apart, where a move can be made there.
    fn parts(self, board: &Board) -> Vec<Board> {
        let (steps, colours): (&[(isize, isize)], _) = match self {
            Stones::NoGo => (&SIDES, [BLACK, WHITE]),
            Stones::Amazons => (&DIRECTIONS, [BLACK, BLACK]),
        };
        let mut is_met = vec![false; board.cells.len()];
        let mut parts = Vec::new();
        for first in 0..board.cells.len() {
            if is_met[first] || board.cells[first] == BLOCKED {
                continue;
            }
            let part = board.joined(first, steps, &[FREE, BLACK, WHITE]);
            part.iter().for_each(|&cell| is_met[cell] = true);
            let mut part = board.cropped(&part);
            if self == Stones::Amazons {
                part.cells.iter_mut().for_each(|cell| *cell = (*cell).min(BLACK));
            }
            if self.has_moves(&part) {
                parts.push(least(part, colours));
            }
        }
        parts
    }
}

/// The least of the images of a board, turned, mirrored, and with the two colours exchanged: by its rows, its columns,
/// and its cells.
fn least(board: Board, [black, white]: [u8; 2]) -> Board {
    let mut images = vec![board];
    // The eight ways to turn and mirror a board come of two mirrors.
    for _ in 0..4 {
        let last = images.last().expect("the board itself is one").clone();
        images.push(last.mirrored());
        images.push(last.mirrored().turned_over());
    }
    let exchanged = |board: &Board| {
        let sign = |cell: &u8| match *cell {
            BLACK => white,
            WHITE => black,
            other => other,
        };
        Board { cells: board.cells.iter().map(sign).collect(), ..*board }
    };
    let others: Vec<Board> = if black == white { Vec::new() } else { images.iter().map(exchanged).collect() };
    let all = images.into_iter().chain(others);
    all.min_by(|one, other| {
        (one.rows, one.columns, &one.cells).cmp(&(other.rows, other.columns, &other.cells))
    })
    .expect("the board itself is one")
}

impl Colours {
    fn part(&self, board: &Board) -> ProofPart {
        ProofPart::of_cells(self.game, (board.rows, board.columns), 2, &board.cells)
    }

    fn parts_of(&self, board: &Board) -> Vec<ProofPart> {
        self.stones.parts(board).iter().map(|part| self.part(part)).collect()
    }
}

fn board_of(part: &ProofPart) -> Board {
    Board { rows: part.rows.into(), columns: part.columns.into(), cells: part.unpacked(2) }
}

/// Reads rows of signs, of equal length.
fn read(text: &str) -> Option<Board> {
    let rows: Vec<&[u8]> =
        if text == "-" { Vec::new() } else { text.split('/').map(str::as_bytes).collect() };
    let columns = rows.first().map_or(0, |row| row.len());
    let sign = |sign: &u8| SIGNS.iter().position(|known| known == sign).map(|place| place as u8);
    let cells: Vec<u8> = rows.concat().iter().map(sign).collect::<Option<_>>()?;
    let is_board = (rows.is_empty() || columns > 0)
        && cells.len() <= MOST_CELLS
        && rows.iter().all(|row| row.len() == columns);
    is_board.then_some(Board { rows: rows.len(), columns, cells })
}

impl PartRules for Colours {
    fn width(&self) -> u32 {
        2
    }

    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String> {
        let board = read(text).ok_or_else(|| {
            format!("`{text}` is no board of `.`, `X`, `O` and `#` of at most {MOST_CELLS} cells")
        })?;
        Ok(vec![self.part(&board)])
    }

    fn text(&self, at: &ProofPart) -> String {
        let board = board_of(at);
        let sign = |&cell: &u8| char::from(SIGNS[usize::from(cell)]);
        let rows =
            board.cells.chunks_exact(board.columns).map(|row| row.iter().map(sign).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String> {
        let mut moves = Vec::new();
        let _ = self.stones.each_move(&board_of(only(board)), |cells, after| {
            moves.push((self.stones.label(cells, &after), vec![self.part(&after)]));
            ControlFlow::Continue(())
        });
        Ok(moves)
    }

    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        Ok(self.parts_of(&board_of(only(board))))
    }

    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        collected(|visit| self.each_option(at, 0, visit))
    }

    fn each_option(&self, at: &ProofPart, skipped: usize, visit: VisitOption<'_>) -> Result<(), String> {
        let mut is_skipped = passes_over(skipped);
        let _ = self.stones.each_move(&board_of(at), |_, after| match is_skipped() {
            true => ControlFlow::Continue(()),
            false => visit(self.parts_of(&after)),
        });
        Ok(())
    }

    /// Every move leaves one free cell less.
    fn size(&self, at: &ProofPart) -> u64 {
        board_of(at).cells.iter().filter(|&&cell| cell == FREE).count() as u64
    }

    fn check_part(&self, part: &ProofPart) -> Result<(), String> {
        let is_board = part.bits(2) <= 2 * MOST_CELLS && part.rows > 0 && part.columns > 0;
        let board = is_board.then(|| board_of(part)).filter(|board| self.part(board) == *part);
        match board.is_some_and(|board| matches!(&self.parts_of(&board)[..], [one] if one == part)) {
            true => Ok(()),
            false => Err("a board that is no part with moves, or not the least of its images".to_owned()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;
    use crate::proof::rules::probe::{assert_is_part, dice};

    #[test]
    fn parts_do_not_depend_on_the_image_and_have_the_options_of_their_boards() {
        let mut dice = dice();
        for round in 0..600 {
            let stones = [Stones::NoGo, Stones::Amazons][round % 2];
            let rules = Colours { game: 0, stones };
            let (rows, columns) = (1 + dice(4), 1 + dice(4));
            let sign = |dice: usize| [BLOCKED, FREE, FREE, FREE, BLACK, WHITE][dice];
            let cells = (0..rows * columns).map(|_| sign(dice(6))).collect();
            let board = Board { rows, columns, cells };
            let sorted = |board: &Board| {
                let mut parts = rules.parts_of(board);
                parts.sort_unstable();
                parts
            };
            let known = sorted(&board);
            assert_eq!(sorted(&board.mirrored()), known);
            assert_eq!(sorted(&board.turned_over()), known);
            let other = |&cell: &u8| if cell < BLACK { cell } else { BLACK + WHITE - cell };
            assert_eq!(sorted(&Board { cells: board.cells.iter().map(other).collect(), ..board }), known);
            known.iter().for_each(|part| assert_is_part(&rules, part));
        }
    }

    #[test]
    fn blocks_breathe_and_arrows_go_where_the_queen_has_stood() {
        let moves = |stones: Stones, text: &str| -> Vec<String> {
            let rules = Colours { game: 0, stones };
            rules.moves(&rules.board(text).unwrap()).unwrap().into_iter().map(|(label, _)| label).collect()
        };
        assert_eq!(moves(Stones::NoGo, ".."), ["r1c1=X", "r1c1=O", "r1c2=X", "r1c2=O"]);
        assert!(moves(Stones::NoGo, "X.O").is_empty());
        assert_eq!(moves(Stones::NoGo, "X..#O"), ["r1c2=X", "r1c3=X", "r1c3=O"]);
        assert_eq!(moves(Stones::Amazons, "X."), ["r1c1-r1c2-r1c1"]);
        assert_eq!(moves(Stones::Amazons, "../.X").len(), 9);
        let rules = Colours { game: 0, stones: Stones::NoGo };
        for wrong in ["..x", "../.", "./", &".".repeat(129)] {
            assert!(rules.board(wrong).is_err(), "{wrong}");
        }
    }
}
