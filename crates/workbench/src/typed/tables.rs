//! Tables of every state, asked by solvers.

use crate::question::Approach;
use crate::typed::Typed;
use grundy_core::{Convention, Nimber, Outcome, Playable, Stones};
use grundy_tables::{Oracle, TableGame};

/// The tables that may hold positions of one game.
#[derive(Clone, Copy)]
pub(crate) struct Tables<'a, R> {
    rules: &'a R,
    game: TableGame,
    oracle: &'a Oracle,
}

impl<R: Playable> Tables<'_, R> {
    /// The position as tables know it. Symmetry and empty edges change nothing.
    fn stones(&self, at: &R::Position) -> Option<Stones> {
        self.rules.stones(&self.rules.canon(at.clone()))
    }

    /// The nimber: from a table of nimbers, or 0 from one of outcomes.
    pub(crate) fn nimber(&self, at: &R::Position) -> Option<Nimber> {
        let stones = self.stones(at)?;
        self.oracle.nimber(self.game, stones).or_else(|| {
            let outcome = self.oracle.outcome(self.game, Convention::Normal, stones)?;
            (outcome == Outcome::P).then_some(Nimber::ZERO)
        })
    }

    /// Whether the position has this nimber under normal play.
    pub(crate) fn is_worth(&self, at: &R::Position, nimber: Nimber) -> Option<bool> {
        let stones = self.stones(at)?;
        if let Some(told) = self.oracle.nimber(self.game, stones) {
            return Some(told == nimber);
        }
        match (self.oracle.outcome(self.game, Convention::Normal, stones)?, nimber.is_zero()) {
            (Outcome::P, is_zero) => Some(is_zero),
            (Outcome::N, true) => Some(false),
            (Outcome::N, false) => None,
        }
    }

    /// Who wins a sum under misère play.
    pub(crate) fn misere_outcome<'p>(
        &self,
        sum: impl IntoIterator<Item = &'p R::Position>,
    ) -> Option<Outcome> {
        misere_outcome(self.oracle, self.game, sum.into_iter().map(|part| self.stones(part)))
    }
}

/// Who wins under misère play the sum of these, which is one state of a board when they are laid out on it.
pub(crate) fn misere_outcome(
    oracle: &Oracle,
    game: TableGame,
    mut sum: impl Iterator<Item = Option<Stones>>,
) -> Option<Outcome> {
    let first = sum.next()??;
    let board = sum.try_fold(first, |board, part| board.above(part?))?;
    oracle.outcome(game, Convention::Misere, board)
}

impl<R: Playable> Typed<R> {
    /// The tables to ask, where the approach allows it.
    pub(crate) fn tables(&self, approach: Approach) -> Option<Tables<'_, R>> {
        let oracle = self.memo.oracle.get().filter(|_| approach == Approach::Best)?;
        let game = TableGame::named(&self.rules.card.id, &self.rules.parameters())?;
        Some(Tables { rules: &self.rules.rules, game, oracle })
    }
}
