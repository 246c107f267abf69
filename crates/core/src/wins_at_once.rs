//! Games in which a move can win the whole sum.

use crate::Ruleset;
use std::ops::ControlFlow;

/// Which moves win the whole game at once, whatever other terms there are: three in a row. No move does as
/// the methods stand, and `()` knows of none.
///
/// A position in which such a move can be made has no nimber. *Winning Ways*, chapter 12, calls the move
/// sunny, and a move to such a position loony.
pub trait WinsAtOnce<R: Ruleset>: Sync {
    /// Whether the last move has won the whole game. Such a position has no moves. Under misère play that
    /// move has lost the whole game.
    fn is_won(&self, at: &R::Position) -> bool {
        let _ = at;
        false
    }

    /// Visits, in reading order, the moves that [win the whole game](WinsAtOnce::is_won) at once.
    fn moves_that_win(
        &self,
        at: &R::Position,
        visit: &mut dyn FnMut(R::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let _ = (at, visit);
        ControlFlow::Continue(())
    }

    /// Whether some move wins the whole game at once. Such a position has no nimber, and a move to it
    /// loses the whole game: mex leaves it out.
    fn is_sunny(&self, at: &R::Position) -> bool {
        self.moves_that_win(at, &mut |_| ControlFlow::Break(())).is_break()
    }
}

impl<R: Ruleset> WinsAtOnce<R> for () {}
