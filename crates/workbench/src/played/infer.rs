//! The move that leads from one position to another.

use crate::position::Position;

/// A position with more moves is not looked through.
const MOST_MOVES: u128 = 100_000;

/// Why no move is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoMove {
    /// None leads there.
    None,
    /// There are too many to look at.
    TooMany,
}

/// The label of the first move in reading order that leads from one position to another; what was taken whole,
/// such as a heap, may be written or left out.
pub(super) fn infer(from: &Position, to: &Position) -> Result<String, NoMove> {
    if from.count_moves() > MOST_MOVES {
        return Err(NoMove::TooMany);
    }
    let in_play = |position: &Position| -> Vec<String> {
        position.terms().iter().map(|term| term.in_play().term()).collect()
    };
    let (wanted, all) = (in_play(to), from.moves(MOST_MOVES as usize));
    let leads = |label: &&String| from.play(label).is_ok_and(|left| left == *to || in_play(&left) == wanted);
    all.iter().find(leads).cloned().ok_or(NoMove::None)
}
