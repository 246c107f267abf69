//! What a game is.

use crate::{Knowledge, Tuning, WinsAtOnce};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The rules of an impartial game: from a position, its moves; from a move, the next position.
///
/// The three required methods *are* the game. `split` and `canon` say which positions are sums, and which are
/// the same; they are correct as they stand, only slow. What else is known of a game, how a search best goes
/// through it, and whether a move can win at once are told by [`Knowledge`], [`Tuning`] and [`WinsAtOnce`],
/// which know nothing unless the rules say so. All are held to the rules by [`laws`](crate::laws).
///
/// Rules hold the parameters of a game, positions are plain data, and moves are names: enough to show, to say
/// and to replay.
pub trait Ruleset: Sync + Sized {
    /// A position.
    type Position: Clone + Eq + Ord + Hash + Debug + Send + Sync;
    /// A move's name; together with the position it tells what happens.
    type Move: Clone + Eq + Debug + Send + Sync;

    /// Visits every move, in reading order of the notation, until the visitor breaks. A visitor
    /// and not a list, because a heap of 10^9 has 10^9 moves.
    fn moves<B>(
        &self,
        at: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The position after a move of [`moves`](Ruleset::moves).
    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// A bound on how many more moves can be made. Every option has a smaller one: that is why
    /// games end.
    fn moves_left(&self, at: &Self::Position) -> u128;

    /// How many moves there are.
    fn count_moves(&self, at: &Self::Position) -> u128 {
        let mut count = 0;
        let _ = self.moves(at, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// The independent parts of a position: a move in the whole is a move in exactly one part.
    fn split(&self, at: Self::Position) -> Vec<Self::Position> {
        vec![at]
    }

    /// A representative with the same tree of options: safe in every convention. Never confuse it with
    /// [`reduce`](Knowledge::reduce), which keeps no more than the nimber. The representative of an option
    /// must not depend on how the option was reached: write one only where it is a true canonical form, or
    /// keeps the order of moves.
    fn canon(&self, at: Self::Position) -> Self::Position {
        at
    }

    /// What is known of the game beyond its rules. Rules that know something return `self`, and implement
    /// [`Knowledge`].
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &()
    }

    /// How a search best goes through the positions. Rules that have something to tell return `self`, and
    /// implement [`Tuning`].
    fn tuning(&self) -> &dyn Tuning<Self> {
        &()
    }

    /// Which moves win the whole game at once. Rules with such moves return `self`, and implement
    /// [`WinsAtOnce`].
    fn wins_at_once(&self) -> &dyn WinsAtOnce<Self> {
        &()
    }
}
