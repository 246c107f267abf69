//! All states of a small board in memory, for a misère search of larger boards.

use crate::game_tables::room_between;
use crate::{Build, Content, Rules, States, TableError, TableShape};
use grundy_core::{Outcome, Run, Stones};

/// All states of a small board under misère play, for a search of larger boards: who wins a sum of boards is looked up
/// where they can be laid out on the small board, so far apart that no move takes stones of two.
///
/// ```
/// use grundy_core::{Convention, Outcome, Run, Stones};
/// use grundy_tables::{Rules, SmallBoard, TableGame};
///
/// let game = TableGame::two_d_nim(Some(3));
/// let (rows, columns) = SmallBoard::sides_within(5, 5, 16);
/// assert_eq!((rows, columns), (4, 4));
/// let rules = Rules::new(&game, rows, columns, Convention::Misere)?;
/// let turned = Rules::new(&game, columns, rows, Convention::Misere)?;
/// let small = SmallBoard::build(rules, Some(&turned), 1 << 30, &Run::unlimited())?.expect("nobody stops it");
/// let single = Stones::full(1, 1);
/// assert_eq!(small.misere_outcome(&mut [single, single, single], 0), Some(Outcome::P));
/// assert_eq!(small.misere_outcome(&mut [Stones::full(2, 2), single], 0), Some(Outcome::N));
/// assert_eq!(small.misere_outcome(&mut [Stones::full(3, 5)], 100), None, "it does not fit");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SmallBoard {
    states: States,
    /// Whether a board turned over, so that rows are columns, has the same moves.
    can_turn: bool,
    /// Whether a board whose columns, or whose rows, are in the opposite order has the same moves.
    can_flip: (bool, bool),
    /// Whether all stones of every shape hang together by their sides.
    is_connected: bool,
    /// Empty rows and columns that make boards independent.
    between: (u32, u32),
}

/// A board in one of the ways in which it can lie, in a corner of the small board.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Lying {
    rows: u32,
    columns: u32,
    cells: u64,
}

impl SmallBoard {
    /// The sides of a board of at most this number of cells that fits into a board of these sides: the nearest to a
    /// square, and the largest of several. At least one cell is allowed.
    pub fn sides_within(rows: u32, columns: u32, most_cells: u32) -> (u32, u32) {
        let (rows, columns, most) = (rows.max(1), columns.max(1), most_cells.max(1));
        let sides = (1..=rows.min(most)).map(|height| (height, columns.min(most / height)));
        sides.max_by_key(|&(height, width)| (height.min(width), height * width)).unwrap_or((1, 1))
    }

    /// Decides all states of the board of these rules, which are to be those of misère play; `None` when the run is
    /// over first. Boards are turned over, so that rows are columns, only where `turned` are rules with the same moves.
    ///
    /// # Errors
    /// When the board is too large for a table, or would take more than `most_bytes` while it is built.
    pub fn build(
        rules: Rules,
        turned: Option<&Rules>,
        most_bytes: u64,
        run: &Run,
    ) -> Result<Option<SmallBoard>, TableError> {
        let sorted = |mut shapes: Vec<Stones>| {
            shapes.sort_unstable_by_key(|shape| (shape.rows, shape.columns, shape.cells));
            shapes
        };
        let shapes = rules.shapes();
        let over = sorted(shapes.iter().map(|shape| shape.turned_over()).collect());
        let can_turn = turned.is_some_and(|turned| sorted(turned.shapes().to_vec()) == over);
        let all = sorted(shapes.to_vec());
        let keeps = |flip: fn(Stones) -> Stones| sorted(shapes.iter().copied().map(flip).collect()) == all;
        let can_flip = (keeps(Stones::columns_reversed), keeps(Stones::rows_reversed));
        let is_connected = shapes.iter().copied().all(hangs_together);
        let between = room_between(shapes.iter().copied());
        let build = Build::new(TableShape::new(rules, Content::Outcomes)?);
        let needed = build.memory_needed_for_states(run.threads());
        if needed > most_bytes {
            return Err(TableError::Memory { needed, allowed: most_bytes });
        }
        let states = build.in_memory(run)?;
        Ok(states.map(|states| SmallBoard { states, can_turn, can_flip, is_connected, between }))
    }

    /// The bytes that its states take.
    pub fn bytes(&self) -> u64 {
        self.states.shape().bytes()
    }

    /// The rules of its board.
    pub fn rules(&self) -> &Rules {
        self.states.shape().rules()
    }

    /// Who wins a state of its board.
    pub fn outcome(&self, state: u64) -> Outcome {
        self.states.outcome(state)
    }

    /// Who wins the sum of these boards; `None` where no place was found for them. Their order may change.
    ///
    /// First they are laid out in rows of boards. Where they have no room so, they are pieced together one after the
    /// other, if all stones of every shape hang together; a board is then placed at most `most_placed` times, which takes
    /// about a microsecond each. With 0, they are laid out once more turned over.
    pub fn misere_outcome(&self, boards: &mut [Stones], most_placed: u32) -> Option<Outcome> {
        let turned = |boards: &mut [Stones]| {
            // No board higher than wide, then no board wider than high.
            turn_over_where(|board| board.rows > board.columns, boards);
            self.laid_out(boards).or_else(|| {
                turn_over_where(|board| board.rows < board.columns, boards);
                self.laid_out(boards)
            })
        };
        let cells = self.laid_out(boards).or_else(|| match most_placed > 0 && self.is_connected {
            true => self.pieced_together(boards, most_placed),
            false if self.can_turn => turned(boards),
            false => None,
        })?;
        Some(self.states.outcome(cells))
    }

    /// The boards in rows of boards, the highest first.
    ///
    /// No move takes stones of two: between two rows of boards there are more empty rows than any shape leaves between
    /// its stones, so a move stays within one, and in it the same holds of columns.
    fn laid_out(&self, boards: &mut [Stones]) -> Option<u64> {
        // Each board takes its cells and those between it and the next one to the right and below.
        let (rows, columns) = (self.rules().rows(), self.rules().columns());
        let (down, right) = self.between;
        let taken: u32 = boards.iter().map(|board| (board.rows + down) * (board.columns + right)).sum();
        if taken > (rows + down) * (columns + right) {
            return None;
        }
        boards.sort_unstable_by_key(|board| std::cmp::Reverse((board.rows, board.columns)));
        let (mut top, mut next_top, mut left, mut cells) = (0, 0, 0, 0);
        for board in boards {
            if left + board.columns > columns {
                (top, left) = (next_top, 0);
            }
            if top + board.rows > rows || left + board.columns > columns {
                return None;
            }
            cells |= board.on_board(columns) << (top * columns + left);
            next_top = next_top.max(top + board.rows + down);
            left += board.columns + right;
        }
        Some(cells)
    }

    /// The boards one after the other, those of most stones first, each in the first place where no stone of it has a side
    /// in common with a stone of another one. Where it finds none, the board before goes on to its next place.
    ///
    /// No move takes stones of two where all stones of a shape hang together by their sides. Other shapes need more room.
    fn pieced_together(&self, boards: &mut [Stones], mut most_placed: u32) -> Option<u64> {
        // A board and the cells to the right of its stones have none of these in common with the next board, nor have a
        // board and the cells below its stones.
        let taken: u32 = boards.iter().map(with_borders).sum();
        let (rows, columns) = (self.rules().rows(), self.rules().columns());
        if taken > rows * (columns + 1) + (rows + 1) * columns {
            return None;
        }
        boards.sort_unstable_by_key(|board| std::cmp::Reverse(board.cells.count_ones()));
        self.placed(boards, 0, &mut most_placed)
    }

    /// The cells of boards that are placed, and of these boards.
    fn placed(&self, boards: &[Stones], cells: u64, left: &mut u32) -> Option<u64> {
        let Some((board, others)) = boards.split_first() else { return Some(cells) };
        let free = !with_neighbours(cells, self.rules().rows(), self.rules().columns());
        for lying in self.ways_to_lie(*board) {
            let mut corners = self.corners(&lying, free);
            while corners != 0 {
                *left = left.checked_sub(1)?;
                let here = lying.cells << corners.trailing_zeros();
                if let Some(all) = self.placed(others, cells | here, left) {
                    return Some(all);
                }
                corners &= corners - 1;
            }
        }
        None
    }

    /// Where the upper left corner of a board can be, so that all its stones are on free cells.
    fn corners(&self, lying: &Lying, free: u64) -> u64 {
        let (rows, columns) = (self.rules().rows(), self.rules().columns());
        let corners = Stones::full(rows - lying.rows + 1, columns - lying.columns + 1);
        let mut corners = corners.on_board(columns);
        let mut stones = lying.cells;
        while stones != 0 {
            corners &= free >> stones.trailing_zeros();
            stones &= stones - 1;
        }
        corners
    }

    /// All ways in which a board can lie, where it has room.
    fn ways_to_lie(&self, board: Stones) -> impl Iterator<Item = Lying> {
        let images = (0..8).filter_map(move |image| {
            let (turn, across, down) = (image & 4 != 0, image & 2 != 0, image & 1 != 0);
            let is_one = board.cells & board.cells.wrapping_sub(1) == 0;
            if image > 0 && is_one || turn && !self.can_turn {
                return None;
            }
            if across && !self.can_flip.0 || down && !self.can_flip.1 {
                return None;
            }
            let mut lying = if turn { board.turned_over() } else { board };
            let columns = self.rules().columns();
            if lying.rows > self.rules().rows() || lying.columns > columns {
                return None;
            }
            lying = if across { lying.columns_reversed() } else { lying };
            lying = if down { lying.rows_reversed() } else { lying };
            Some(Lying { rows: lying.rows, columns: lying.columns, cells: lying.on_board(columns) })
        });
        images
            .scan(None, |last, lying| {
                // Boards that are their own images lie in one way.
                let is_new = last.replace(lying) != Some(lying);
                Some(is_new.then_some(lying))
            })
            .flatten()
    }
}

/// Cells of a board, and those that have a side in common with one of them. Bits beyond the board may be set.
fn with_neighbours(cells: u64, rows: u32, columns: u32) -> u64 {
    let first = Stones::full(rows, 1).on_board(columns);
    let last = first << (columns - 1);
    let across = (cells & !last) << 1 | (cells & !first) >> 1;
    cells | across | cells.unbounded_shl(columns) | cells.unbounded_shr(columns)
}

/// Turns rows into columns in each of the boards that meets the condition.
fn turn_over_where(condition: impl Fn(&Stones) -> bool, boards: &mut [Stones]) {
    for board in boards.iter_mut().filter(|board| condition(board)) {
        *board = board.turned_over();
    }
}

/// The stones and the cells to the right of them, and the stones and the cells below them, counted together.
fn with_borders(board: &Stones) -> u32 {
    let Stones { rows, columns, cells } = *board;
    let last = Stones::full(rows, 1).on_board(columns) << (columns - 1);
    let ends_of_rows = cells & (last | !(cells >> 1));
    let ends_of_columns = cells & !cells.unbounded_shr(columns);
    2 * cells.count_ones() + ends_of_rows.count_ones() + ends_of_columns.count_ones()
}

/// Whether every two stones are joined by stones that have sides in common.
fn hangs_together(shape: Stones) -> bool {
    let Stones { rows, columns, cells } = shape;
    let mut joined = cells & cells.wrapping_neg();
    loop {
        let more = with_neighbours(joined, rows, columns) & cells;
        if more == joined {
            return joined == cells;
        }
        joined = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TableGame;
    use grundy_core::{BoardMarks, Convention};
    use std::collections::HashMap;

    fn rules(game: &TableGame, rows: u32, columns: u32) -> Rules {
        Rules::new(game, rows, columns, Convention::Misere).unwrap()
    }

    fn small(game: &TableGame, rows: u32, columns: u32) -> SmallBoard {
        let turned = rules(game, columns, rows);
        let run = Run::unlimited();
        SmallBoard::build(rules(game, rows, columns), Some(&turned), 1 << 30, &run).unwrap().unwrap()
    }

    fn game(shapes: &[Stones]) -> TableGame {
        let shapes = shapes.to_vec();
        TableGame::new("game", "", BoardMarks::STONES, Convention::Misere, move |rows, columns| {
            let fits = |shape: &&Stones| shape.rows <= rows && shape.columns <= columns;
            Ok(shapes.iter().filter(fits).copied().collect())
        })
    }

    /// Whether the second player wins a sum under misère play, by the definition: nobody can move, and the player to
    /// move has won; or all options are won by the player to move.
    fn is_lost(sum: &[Stones], game: &TableGame, known: &mut HashMap<Vec<(u32, u32, u64)>, bool>) -> bool {
        let key: Vec<_> = sum.iter().map(|board| (board.rows, board.columns, board.cells)).collect();
        if let Some(&is_lost) = known.get(&key) {
            return is_lost;
        }
        let (mut has_moved, mut lost) = (false, true);
        for (index, board) in sum.iter().enumerate() {
            for shape in game.shapes(board.rows, board.columns).unwrap() {
                for place in shape.places(board.rows, board.columns) {
                    if place & board.cells == place && lost {
                        has_moved = true;
                        let mut after = sum.to_vec();
                        after[index].cells &= !place;
                        lost &= !is_lost(&after, game, known);
                    }
                }
            }
        }
        known.insert(key, lost && has_moved);
        lost && has_moved
    }

    /// Sums of one to four boards of at most 3 by 4 cells that look as if drawn at random.
    fn sums() -> impl Iterator<Item = Vec<Stones>> {
        let mut state = 1_u64;
        let mut random = move |below: u32| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) as u32 % below
        };
        std::iter::repeat_with(move || {
            let mut stones = 0;
            let boards = (0..=random(4)).map(|_| {
                let (rows, columns) = (1 + random(3), 1 + random(4));
                let (rows, columns) = if random(2) == 0 { (rows, columns) } else { (columns, rows) };
                let mut board = Stones { rows, columns, cells: 0 };
                for cell in 0..rows * columns {
                    // A definition of more stones takes long.
                    if random(3) > 0 && stones < 12 {
                        board.cells |= 1 << cell;
                        stones += 1;
                    }
                }
                board
            });
            boards.collect()
        })
    }

    /// How many of the sums have room; those are held to the definition.
    fn held_to_the_definition(game: &TableGame, small: &SmallBoard, most_placed: u32) -> usize {
        let mut known = HashMap::new();
        let mut found = 0;
        for sum in sums().take(1500) {
            let Some(told) = small.misere_outcome(&mut sum.clone(), most_placed) else { continue };
            let expected = if is_lost(&sum, game, &mut known) { Outcome::P } else { Outcome::N };
            assert_eq!(told, expected, "{sum:?}");
            found += 1;
        }
        found
    }

    #[test]
    fn a_sum_that_has_room_is_as_the_definition_says() {
        let pair = Stones::full(1, 2);
        // Corners that are not turned, and may be flipped in no way.
        let corner = Stones { rows: 2, columns: 2, cells: 0b1011 };
        for game in [
            TableGame::two_d_nim(None),
            TableGame::two_d_nim(Some(2)),
            TableGame::BOXING_MATCH,
            game(&[pair, pair.turned_over()]),
            game(&[pair, corner]),
        ] {
            let small = small(&game, 4, 6);
            let laid_out = held_to_the_definition(&game, &small, 0);
            let pieced_together = held_to_the_definition(&game, &small, 100);
            assert!(laid_out > 750, "{}: {laid_out}", game.id());
            assert!(pieced_together > laid_out + 100, "{}: {pieced_together}, {laid_out}", game.id());
        }
    }

    #[test]
    fn boards_that_meet_in_corners_are_pieced_together() {
        let game = TableGame::two_d_nim(None);
        let small = small(&game, 3, 4);
        let single = Stones::full(1, 1);
        assert_eq!(small.misere_outcome(&mut [single; 6], 0), None);
        assert_eq!(small.misere_outcome(&mut [single; 6], 100), Some(Outcome::N), "every second cell");
        assert_eq!(small.misere_outcome(&mut [single; 7], 100), None);
        // A frame with a hole.
        let frame = Stones { rows: 3, columns: 3, cells: 0b111_101_111 };
        assert_eq!(small.misere_outcome(&mut [frame, single], 100), None);
        let open = Stones { rows: 3, columns: 3, cells: 0b010_100_111 };
        assert!(small.misere_outcome(&mut [open, single], 100).is_some());
    }

    #[test]
    fn shapes_with_gaps_need_more_room_between_boards() {
        let apart = Stones { rows: 1, columns: 4, cells: 0b1001 };
        let across = Stones { rows: 3, columns: 1, cells: 0b101 };
        let game = game(&[Stones::full(1, 1), apart, across]);
        let small = small(&game, 4, 6);
        assert_eq!((small.can_turn, small.between), (false, (2, 3)));
        let found = held_to_the_definition(&game, &small, 100);
        assert!(found > 300, "{found}");
        let single = Stones::full(1, 1);
        // Nearer to each other, two of them could go at once, and the first player would lose.
        assert_eq!(small.misere_outcome(&mut [single; 2], 100), Some(Outcome::N));
        assert_eq!(small.misere_outcome(&mut [single; 5], 100), None, "there is room for four");
    }

    #[test]
    fn boards_are_turned_over_only_where_the_rules_are_turned_too() {
        let both = game(&[Stones::full(1, 2), Stones::full(2, 1)]);
        let along = game(&[Stones::full(1, 2)]);
        let upright = Stones::full(6, 1);
        assert!(small(&both, 4, 6).misere_outcome(&mut [upright], 0).is_some());
        assert_eq!(small(&along, 4, 6).misere_outcome(&mut [upright], 0), None);
        let run = Run::unlimited();
        let not_told = SmallBoard::build(rules(&both, 4, 6), None, 1 << 30, &run).unwrap().unwrap();
        assert_eq!(not_told.misere_outcome(&mut [upright], 0), None);
    }

    #[test]
    fn a_small_board_keeps_to_the_memory_that_it_is_given() {
        let tactix = TableGame::two_d_nim(None);
        let built = SmallBoard::build(rules(&tactix, 5, 5), None, 1 << 16, &Run::unlimited());
        assert!(matches!(built, Err(TableError::Memory { allowed: 65_536, .. })));
        let cancelled = Run::unlimited().for_at_most(std::time::Duration::ZERO);
        assert!(SmallBoard::build(rules(&tactix, 5, 5), None, 1 << 30, &cancelled).unwrap().is_none());
    }

    #[test]
    fn the_nearest_to_a_square_that_has_room_is_taken() {
        for (sides, most, expected) in [
            ((5, 7), 30, (5, 6)),
            ((4, 11), 30, (4, 7)),
            ((7, 8), 36, (6, 6)),
            ((3, 20), 24, (3, 8)),
            ((1, 40), 36, (1, 36)),
            ((4, 4), 24, (4, 4)),
            ((64, 64), 36, (6, 6)),
            ((0, 0), 0, (1, 1)),
        ] {
            assert_eq!(SmallBoard::sides_within(sides.0, sides.1, most), expected, "{sides:?}");
        }
    }
}
