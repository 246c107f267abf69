//! Moves that are tried one after another.

use grundy_core::{Outcome, Run, Stopped};
use std::ops::ControlFlow;

/// The number of moves that are still looked up after a stop: what they leave may be known already.
const MOST_AFTER_STOP: usize = 1000;

/// The moves of a position, tried one after another. After a stop, what is known already still counts, so a
/// thousand more are looked at.
pub(crate) struct Tried {
    pub(crate) end: Result<(), Stopped>,
    looks_after_stop: usize,
}

impl Default for Tried {
    fn default() -> Tried {
        Tried { end: Ok(()), looks_after_stop: MOST_AFTER_STOP }
    }
}

impl Tried {
    /// Whether a move that leaves a position of this outcome is known to win; a break ends the trying.
    pub(crate) fn wins(
        &mut self,
        run: &Run,
        outcome: impl FnOnce() -> Result<Outcome, Stopped>,
    ) -> ControlFlow<(), bool> {
        if let Err(stopped) = self.end.and_then(|()| run.check()) {
            self.looks_after_stop -= 1;
            if self.looks_after_stop == 0 {
                self.end = Err(stopped);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(match outcome() {
            Ok(outcome) => outcome == Outcome::P,
            Err(stopped) => {
                self.end = Err(stopped);
                false
            }
        })
    }
}
