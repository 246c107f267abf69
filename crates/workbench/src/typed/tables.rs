//! Tables of every state, asked by solvers.

use crate::question::Approach;
use crate::typed::Typed;
use grundy_core::{Convention, Nimber, Outcome, Playable, Stones};
use grundy_tables::GameTables;

/// The tables that may hold positions of one game.
#[derive(Clone, Copy)]
pub(crate) struct Tables<'a, R> {
    rules: &'a R,
    held: &'a GameTables,
}

impl<R: Playable> Tables<'_, R> {
    /// The position as tables know it. Symmetry and empty edges change nothing.
    fn stones(&self, at: &R::Position) -> Option<Stones> {
        self.rules.taking()?.stones(&self.rules.canon(at.clone()))
    }

    /// The nimber: from a table of nimbers, or 0 from one of outcomes.
    pub(crate) fn nimber(&self, at: &R::Position) -> Option<Nimber> {
        let stones = self.stones(at)?;
        self.held.nimber(stones).or_else(|| {
            let outcome = self.held.outcome(Convention::Normal, stones)?;
            (outcome == Outcome::P).then_some(Nimber::ZERO)
        })
    }

    /// Whether the position has this nimber under normal play.
    pub(crate) fn is_worth(&self, at: &R::Position, nimber: Nimber) -> Option<bool> {
        let stones = self.stones(at)?;
        if let Some(held) = self.held.nimber(stones) {
            return Some(held == nimber);
        }
        match (self.held.outcome(Convention::Normal, stones)?, nimber.is_zero()) {
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
        self.held.misere_outcome(sum.into_iter().map(|part| self.stones(part)))
    }
}

impl<R: Playable> Typed<R> {
    /// The tables to ask, where the approach allows it.
    pub(crate) fn tables(&self, approach: Approach) -> Option<Tables<'_, R>> {
        let held = self.memo.tables.get().filter(|_| approach == Approach::Best)?;
        Some(Tables { rules: &self.rules.rules, held })
    }
}
