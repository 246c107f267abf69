//! What is known of a game beyond its rules.

use crate::{Nimber, Ruleset, Run, Stopped, Tame, Target};
use std::ops::ControlFlow;

/// What theorems tell of positions without a search. Every method knows nothing as it stands, and `()` knows
/// nothing of any game.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Ruleset, laws};
/// use std::ops::ControlFlow;
///
/// /// One heap; a move takes one or two beans.
/// struct OneOrTwo;
/// impl Ruleset for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
///         (1..=2.min(*at)).try_for_each(visit)
///     }
///     fn play(&self, at: &u64, taken: &u64) -> u64 { at - taken }
///     fn moves_left(&self, at: &u64) -> u128 { u128::from(*at) }
///     fn knowledge(&self) -> &dyn Knowledge<Self> { self }
/// }
/// impl Knowledge<OneOrTwo> for OneOrTwo {
///     fn theorem(&self, at: &u64) -> Option<Nimber> { Some(Nimber(at % 3)) }
/// }
/// assert!((0..30).all(|heap| laws::check_rules(&OneOrTwo, &heap).is_ok()));
/// ```
pub trait Knowledge<R: Ruleset>: Sync {
    /// Works out what [`theorem`](Knowledge::theorem) and the like need to know of the position and of
    /// all that can be reached from it, for games that keep tables. Asked once before them; what was
    /// not prepared is unknown to them.
    ///
    /// # Errors
    /// When the run stops first; what was found by then is kept.
    fn prepare(&self, at: &R::Position, run: &Run) -> Result<(), Stopped> {
        let _ = (at, run);
        Ok(())
    }

    /// The nimber by a closed form or a polynomial algorithm, where there is one.
    fn theorem(&self, at: &R::Position) -> Option<Nimber> {
        let _ = at;
        None
    }

    /// Whether and how the position is tame: the closed form of misère play. With it, misère sums
    /// are answered without search.
    fn tame(&self, at: &R::Position) -> Option<Tame> {
        let _ = at;
        None
    }

    /// Visits, in reading order, all moves whose option meets the target, when the theorem lists
    /// them faster than trying each; `None` when it does not (and then nothing was visited).
    ///
    /// A target that asks different nimbers of firm and fickle options belongs to misère play, and
    /// only rules with [`tame`](Knowledge::tame) positions can meet it.
    fn moves_to(
        &self,
        at: &R::Position,
        target: Target,
        visit: &mut dyn FnMut(R::Move) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let _ = (at, target, visit);
        None
    }

    /// How many moves [`moves_to`](Knowledge::moves_to) visits, when that is known without visiting them
    /// all: a heap of 10^15 may have 10^14 winning moves.
    fn count_moves_to(&self, at: &R::Position, target: Target) -> Option<u128> {
        let _ = (at, target);
        None
    }

    /// A position of the same nimber: for normal play only. Never confuse it with
    /// [`canon`](Ruleset::canon), which keeps the whole tree of options.
    fn reduce(&self, at: R::Position) -> R::Position {
        at
    }
}

impl<R: Ruleset> Knowledge<R> for () {}
