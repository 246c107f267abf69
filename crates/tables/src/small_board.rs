//! All states of a small board in memory, for a misère search of larger boards.

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
/// assert_eq!(small.misere_outcome(&mut [single, single, single]), Some(Outcome::P));
/// assert_eq!(small.misere_outcome(&mut [Stones::full(2, 2), single]), Some(Outcome::N));
/// assert_eq!(small.misere_outcome(&mut [Stones::full(3, 5)]), None, "it does not fit");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SmallBoard {
    states: States,
    /// The sides of its board.
    rows: u32,
    columns: u32,
    /// Whether a board turned over, so that rows are columns, has the same moves.
    can_turn: bool,
    /// Empty rows and columns that make boards independent.
    between: (u32, u32),
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
        let between = shapes.iter().fold((1, 1), |(rows, columns), shape| {
            (rows.max(shape.widest_gap() + 1), columns.max(shape.turned_over().widest_gap() + 1))
        });
        let (rows, columns) = (rules.rows(), rules.columns());
        let build = Build::new(TableShape::new(rules, Content::Outcomes)?);
        let needed = build.memory_needed_for_states(run.threads());
        if needed > most_bytes {
            return Err(TableError::Memory { needed, allowed: most_bytes });
        }
        let states = build.in_memory(run)?;
        Ok(states.map(|states| SmallBoard { states, rows, columns, can_turn, between }))
    }

    /// The bytes that its states take.
    pub fn bytes(&self) -> u64 {
        self.states.shape().bytes()
    }

    /// Who wins the sum of these boards; `None` where no place was found for them. Their order may change.
    pub fn misere_outcome(&self, boards: &mut [Stones]) -> Option<Outcome> {
        // Each board takes its cells and those between it and the next one to the right and below, at least one row and
        // one column. Turning boards over changes nothing of it.
        let taken: u32 = boards.iter().map(|board| (board.rows + 1) * (board.columns + 1)).sum();
        if taken > (self.rows + self.between.0) * (self.columns + self.between.1) {
            return None;
        }
        let cells = self.laid_out(boards).or_else(|| {
            if !self.can_turn {
                return None;
            }
            // All of them lying, then all of them upright.
            turn(boards, |board| board.rows > board.columns);
            self.laid_out(boards).or_else(|| {
                turn(boards, |board| board.rows < board.columns);
                self.laid_out(boards)
            })
        })?;
        Some(self.states.outcome(cells))
    }

    /// The boards in rows of boards, the highest first.
    ///
    /// No move takes stones of two: between two rows of boards there are more empty rows than any shape leaves between
    /// its stones, so a move stays within one, and in it the same holds of columns.
    fn laid_out(&self, boards: &mut [Stones]) -> Option<u64> {
        boards.sort_unstable_by_key(|board| std::cmp::Reverse((board.rows, board.columns)));
        let (mut top, mut next_top, mut left, mut cells) = (0, 0, 0, 0);
        for board in boards {
            if left + board.columns > self.columns {
                (top, left) = (next_top, 0);
            }
            if top + board.rows > self.rows || left + board.columns > self.columns {
                return None;
            }
            let row_of = u64::MAX >> (64 - board.columns);
            for row in 0..board.rows {
                let stones = board.cells >> (row * board.columns) & row_of;
                cells |= stones << ((top + row) * self.columns + left);
            }
            next_top = next_top.max(top + board.rows + self.between.0);
            left += board.columns + self.between.1;
        }
        Some(cells)
    }
}

/// Turns over the boards of which this is true.
fn turn(boards: &mut [Stones], is_turned: impl Fn(&Stones) -> bool) {
    for board in boards.iter_mut().filter(|board| is_turned(board)) {
        *board = board.turned_over();
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
    fn held_to_the_definition(game: &TableGame, small: &SmallBoard) -> usize {
        let mut known = HashMap::new();
        let mut found = 0;
        for sum in sums().take(1500) {
            let Some(told) = small.misere_outcome(&mut sum.clone()) else { continue };
            let expected = if is_lost(&sum, game, &mut known) { Outcome::P } else { Outcome::N };
            assert_eq!(told, expected, "{sum:?}");
            found += 1;
        }
        found
    }

    #[test]
    fn a_sum_that_has_room_is_as_the_definition_says() {
        for (game, at_least) in [
            (TableGame::two_d_nim(None), 900),
            (TableGame::two_d_nim(Some(2)), 900),
            (TableGame::BOXING_MATCH, 900),
            (game(&[Stones::full(1, 2), Stones::full(2, 1)]), 900),
        ] {
            let found = held_to_the_definition(&game, &small(&game, 4, 6));
            assert!(found > at_least, "{}: {found}", game.id());
        }
    }

    #[test]
    fn shapes_with_gaps_need_more_room_between_boards() {
        let apart = Stones { rows: 1, columns: 4, cells: 0b1001 };
        let across = Stones { rows: 3, columns: 1, cells: 0b101 };
        let game = game(&[Stones::full(1, 1), apart, across]);
        let small = small(&game, 4, 6);
        assert_eq!((small.can_turn, small.between), (false, (2, 3)));
        let found = held_to_the_definition(&game, &small);
        assert!(found > 300, "{found}");
        let single = Stones::full(1, 1);
        // Nearer to each other, two of them could go at once, and the first player would lose.
        assert_eq!(small.misere_outcome(&mut [single; 2]), Some(Outcome::N));
        assert_eq!(small.misere_outcome(&mut [single; 5]), None, "there is room for four");
    }

    #[test]
    fn boards_are_turned_over_only_where_the_rules_are_turned_too() {
        let both = game(&[Stones::full(1, 2), Stones::full(2, 1)]);
        let along = game(&[Stones::full(1, 2)]);
        let upright = Stones::full(6, 1);
        assert!(small(&both, 4, 6).misere_outcome(&mut [upright]).is_some());
        assert_eq!(small(&along, 4, 6).misere_outcome(&mut [upright]), None);
        let run = Run::unlimited();
        let not_told = SmallBoard::build(rules(&both, 4, 6), None, 1 << 30, &run).unwrap().unwrap();
        assert_eq!(not_told.misere_outcome(&mut [upright]), None);
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
