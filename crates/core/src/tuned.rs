//! Rules as a search asks them.

use crate::Ruleset;
use std::ops::ControlFlow;

/// Rules as a search asks them: by their [`Tuning`](crate::Tuning) where it has an answer, else by the rules alone.
#[derive(Debug)]
pub struct Tuned<'r, R>(pub &'r R);

impl<R> Clone for Tuned<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Tuned<'_, R> {}

impl<R: Ruleset> Tuned<'_, R> {
    /// Visits the options until the visitor breaks: in any order, and perhaps more than once.
    pub fn options<B>(
        self,
        at: &R::Position,
        mut visit: impl FnMut(R::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut broken = None;
        let by_tuning = self.0.tuning().options(at, &mut |option| match visit(option) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(found) => {
                broken = Some(found);
                ControlFlow::Break(())
            }
        });
        match (by_tuning, broken) {
            (None, _) => self.0.moves(at, |mv| visit(self.0.play(at, &mv))),
            (Some(_), None) => ControlFlow::Continue(()),
            (Some(_), Some(found)) => ControlFlow::Break(found),
        }
    }

    /// Visits the independent parts.
    pub fn each_part(self, at: R::Position, mut visit: impl FnMut(R::Position)) {
        if self.0.tuning().each_part(&at, &mut visit).is_none() {
            self.0.split(at).into_iter().for_each(visit);
        }
    }

    /// How much work a part is expected to be.
    pub fn effort(self, at: &R::Position) -> u64 {
        let by_moves = || u64::try_from(self.0.count_moves(at)).unwrap_or(u64::MAX);
        self.0.tuning().effort(at).unwrap_or_else(by_moves)
    }

    /// An estimate of the bytes that a stored position takes.
    pub fn bytes(self, at: &R::Position) -> usize {
        self.0.tuning().bytes(at).unwrap_or(size_of::<R::Position>())
    }
}
