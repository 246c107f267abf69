//! 2D Nim by the dynamic programs that Grundy's tables are measured against.
//!
//! The first follows the article *A 2D Nim Game* as it is told: a board of rows, sets of winning and
//! losing states, and for each state all boards that one move leaves. The second is what a programmer
//! would do next: masks instead of boards, a byte a state instead of sets.

use std::collections::HashSet;

/// A board as the article has it: rows of stones.
type Board = Vec<Vec<u8>>;

fn board_of_number(number: u64, rows: usize, columns: usize) -> Board {
    let stone = |row: usize, column: usize| (number >> (row * columns + column) & 1) as u8;
    (0..rows).map(|row| (0..columns).map(|column| stone(row, column)).collect()).collect()
}

fn number_of_board(board: &Board) -> u64 {
    board.iter().flatten().rev().fold(0, |number, &stone| number << 1 | u64::from(stone))
}

/// All boards that one move leaves, with their numbers: from every cell up to `max` stones to the
/// right, and down.
fn adjacent_boards(board: &Board, max: usize) -> Vec<(Board, u64)> {
    let mut boards = Vec::new();
    for row in 0..board.len() {
        for column in 0..board[0].len() {
            for (down, right) in [(0, 1), (1, 0)] {
                let mut next = board.clone();
                for step in 0..max {
                    let (row, column) = (row + down * step, column + right * step);
                    if row >= board.len() || column >= board[0].len() || board[row][column] == 0 {
                        break;
                    }
                    next[row][column] = 0;
                    boards.push((next.clone(), number_of_board(&next)));
                }
            }
        }
    }
    boards
}

/// The article's method: how many states lose for the player to move, misère.
pub fn losing_by_article(rows: usize, columns: usize, max: usize) -> u64 {
    let mut lose_set = HashSet::new();
    let mut win_set = HashSet::from([0]);
    for number in 1..1_u64 << (rows * columns) {
        let board = board_of_number(number, rows, columns);
        let is_lost = adjacent_boards(&board, max).iter().all(|(_, next)| win_set.contains(next));
        if is_lost {
            lose_set.insert(number)
        } else {
            win_set.insert(number)
        };
    }
    lose_set.len() as u64
}

/// The same with masks and a byte a state.
pub fn losing_by_bytes(rows: usize, columns: usize, max: usize) -> u64 {
    let mut masks = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let (mut across, mut down) = (0_u64, 0_u64);
            for step in 0..max {
                if column + step < columns {
                    across |= 1 << (row * columns + column + step);
                    masks.push(across);
                }
                if row + step < rows {
                    down |= 1 << ((row + step) * columns + column);
                    if step > 0 {
                        masks.push(down);
                    }
                }
            }
        }
    }
    let mut is_lost = vec![false; 1 << (rows * columns)];
    for state in 1..is_lost.len() as u64 {
        is_lost[state as usize] =
            masks.iter().all(|mask| state & mask != *mask || !is_lost[(state ^ mask) as usize]);
    }
    is_lost.iter().filter(|&&lost| lost).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_count_what_is_known() {
        for (rows, columns, max, losing) in [(3, 3, 3, 89), (3, 3, 9, 89), (4, 4, 3, 9872), (4, 4, 4, 8568)] {
            assert_eq!(losing_by_article(rows, columns, max), losing);
            assert_eq!(losing_by_bytes(rows, columns, max), losing);
        }
    }
}
