//! How a search best goes through a game.

use crate::Ruleset;
use std::ops::ControlFlow;

/// What makes a search faster. None of it changes an answer. Every method tells nothing as it stands, and
/// `()` tells nothing of any game: a search then goes by the rules alone, as [`Tuned`] says.
pub trait Tuning<R: Ruleset>: Sync {
    /// Visits the options, for solvers, where that is faster than playing each move: in any order, and
    /// perhaps more than once. `None` where it is not, and then nothing was visited.
    fn options(
        &self,
        at: &R::Position,
        visit: &mut dyn FnMut(R::Position) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let _ = (at, visit);
        None
    }

    /// Visits the parts of [`split`](Ruleset::split) without a list, where that is faster. `None` where it
    /// is not, and then nothing was visited.
    fn each_part(&self, at: &R::Position, visit: &mut dyn FnMut(R::Position)) -> Option<()> {
        let _ = (at, visit);
        None
    }

    /// A number that no other position has, where it is cheap to tell: solvers then keep and compare it in
    /// place of the position. Asked of canonical parts.
    fn word(&self, at: &R::Position) -> Option<u64> {
        let _ = at;
        None
    }

    /// How much work a part is expected to be, on any scale on which sums make sense: solvers try easy
    /// options first. The number of moves where nothing is told.
    fn effort(&self, at: &R::Position) -> Option<u64> {
        let _ = at;
        None
    }

    /// The increase of [effort](Tuning::effort) that doubles the expected work of a search; at least 1. If it
    /// is given, depth-first proof-number search is used in place of the order by effort. Good where the
    /// efforts of options hardly differ; where they do, easy options first is less work.
    fn work_doubles_with(&self) -> Option<u64> {
        None
    }

    /// An estimate of the bytes that a stored position takes, for the limit of memory. The size of the type
    /// where nothing is told, which is right for positions without allocations of their own.
    fn bytes(&self, at: &R::Position) -> Option<usize> {
        let _ = at;
        None
    }
}

impl<R: Ruleset> Tuning<R> for () {}

/// Rules as a search asks them: by their [`Tuning`] where it tells something, by the rules alone where not.
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

    /// A number that no other position has, where there is one.
    pub fn word(self, at: &R::Position) -> Option<u64> {
        self.0.tuning().word(at)
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
