//! Rules without parts, symmetries and theorems.

use grundy_core::{Knowledge, Ruleset, WinsAtOnce};
use std::ops::ControlFlow;

/// The rules without parts, symmetries and theorems.
pub(super) struct Whole<'g, R>(pub(super) &'g R);

impl<R: Ruleset> Ruleset for Whole<'_, R> {
    type Position = R::Position;
    type Move = R::Move;

    fn moves<B>(&self, at: &R::Position, visit: impl FnMut(R::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.moves(at, visit)
    }

    fn play(&self, at: &R::Position, mv: &R::Move) -> R::Position {
        self.0.play(at, mv)
    }

    fn moves_left(&self, at: &R::Position) -> u128 {
        self.0.moves_left(at)
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &()
    }

    fn wins_at_once(&self) -> &dyn WinsAtOnce<Self> {
        self
    }
}

impl<R: Ruleset> WinsAtOnce<Whole<'_, R>> for Whole<'_, R> {
    fn is_won(&self, at: &R::Position) -> bool {
        self.0.wins_at_once().is_won(at)
    }

    fn moves_that_win(
        &self,
        at: &R::Position,
        visit: &mut dyn FnMut(R::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.wins_at_once().moves_that_win(at, visit)
    }
}
