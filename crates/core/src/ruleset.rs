//! What a game is to a solver.

use crate::{Nimber, Run, Stopped, Tame, Target};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The rules of an impartial game: from a position, its moves; from a move, the next position.
///
/// The three required methods *are* the game. The provided ones say what is known beyond that, and
/// are correct as they stand, only slow; an override is held to them by [`laws`](crate::laws).
/// Rules hold the parameters of a game, positions are plain data, and moves are names: enough to
/// show, to say and to replay.
pub trait Ruleset: Sync {
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

    /// Visits the options, for solvers: options may come in any order, and again.
    fn options<B>(
        &self,
        at: &Self::Position,
        mut visit: impl FnMut(Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.moves(at, |mv| visit(self.play(at, &mv)))
    }

    /// The independent parts of a position: a move in the whole is a move in exactly one part.
    fn split(&self, at: Self::Position) -> Vec<Self::Position> {
        vec![at]
    }

    /// Visits the parts of [`split`](Ruleset::split), for solvers: without a list.
    fn each_part(&self, at: Self::Position, visit: impl FnMut(Self::Position)) {
        self.split(at).into_iter().for_each(visit);
    }

    /// A representative with the same tree of options: safe in every convention.
    fn canon(&self, at: Self::Position) -> Self::Position {
        at
    }

    /// A position of the same nimber: for normal play only. Never confuse it with
    /// [`canon`](Ruleset::canon).
    fn reduce(&self, at: Self::Position) -> Self::Position {
        at
    }

    /// A number that no other position has, where it is cheap to tell: solvers then keep and compare it in
    /// place of the position. Asked of canonical parts.
    fn word(&self, at: &Self::Position) -> Option<u64> {
        let _ = at;
        None
    }

    /// Whether the last move has won the whole game, whatever other terms there are: three in a row.
    /// Such a position has no moves. Under misère play that move has lost the whole game.
    fn is_won(&self, at: &Self::Position) -> bool {
        let _ = at;
        false
    }

    /// Visits, in reading order, the moves that [win the whole game](Ruleset::is_won) at once.
    fn moves_that_win<B>(
        &self,
        at: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let _ = (at, visit);
        ControlFlow::Continue(())
    }

    /// Whether some move wins the whole game at once. Such a position has no nimber, and a move to it
    /// loses the whole game: mex leaves it out. *Winning Ways*, chapter 12, calls these moves sunny and
    /// loony.
    fn is_sunny(&self, at: &Self::Position) -> bool {
        self.moves_that_win(at, |_| ControlFlow::Break(())).is_break()
    }

    /// Works out what [`theorem`](Ruleset::theorem) and the like need to know of the position and of
    /// all that can be reached from it, for games that keep tables. Asked once before them; what was
    /// not prepared is unknown to them.
    ///
    /// # Errors
    /// When the run stops first; what was found by then is kept.
    fn prepare(&self, at: &Self::Position, run: &Run) -> Result<(), Stopped> {
        let _ = (at, run);
        Ok(())
    }

    /// The nimber by a closed form or a polynomial algorithm, where there is one.
    fn theorem(&self, at: &Self::Position) -> Option<Nimber> {
        let _ = at;
        None
    }

    /// Whether and how the position is tame: the closed form of misère play. With it, misère sums
    /// are answered without search.
    fn tame(&self, at: &Self::Position) -> Option<Tame> {
        let _ = at;
        None
    }

    /// Visits, in reading order, all moves whose option meets the target, when the theorem lists
    /// them faster than trying each; `None` when it does not (and then nothing was visited).
    ///
    /// A target that asks different nimbers of firm and fickle options belongs to misère play, and
    /// only rules with [`tame`](Ruleset::tame) positions can meet it.
    fn moves_to<B>(
        &self,
        at: &Self::Position,
        target: Target,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> Option<ControlFlow<B>> {
        let _ = (at, target, visit);
        None
    }

    /// How many moves [`moves_to`](Ruleset::moves_to) visits, when that is known without visiting them
    /// all: a heap of 10^15 may have 10^14 winning moves.
    fn count_moves_to(&self, at: &Self::Position, target: Target) -> Option<u128> {
        let _ = (at, target);
        None
    }

    /// How much work a part is thought to be, on any scale on which sums make sense: solvers try
    /// easy options first. It changes no answer.
    fn effort(&self, at: &Self::Position) -> u64 {
        u64::try_from(self.count_moves(at)).unwrap_or(u64::MAX)
    }

    /// By how much more [effort](Ruleset::effort) the work on a part doubles; at least 1. With it solvers ask
    /// what is thought to be the least work first, and change over when it turns out to be more (proof
    /// numbers). Good where efforts of options hardly differ; where they do, easy options first is less
    /// work. It changes no answer.
    fn work_doubles_with(&self) -> Option<u64> {
        None
    }

    /// An estimate of the bytes that a stored position takes, for the limit of memory.
    fn bytes(&self, at: &Self::Position) -> usize {
        size_of_val(at)
    }
}
