//! Replies: the options that show that a position has another nimber.

use crate::mex_solver::MexSolver;
use grundy_core::{Nimber, Ruleset, Run, Stopped, Tuned};
use std::ops::ControlFlow;

impl<R: Ruleset> MexSolver<'_, R> {
    /// A move to an option of this nimber, found without a search: what was found before is looked up, the options in
    /// the order of the moves.
    ///
    /// A search refutes that a position has a nimber by one option that has it, and values that option: what it found
    /// is in the table. So while nothing is evicted from the table, there is a reply for
    ///
    /// * every nimber below the position's, once [`nimber`](MexSolver::nimber) has found that by a search, and
    /// * a nimber that [`is_worth`](MexSolver::is_worth) has refuted, unless the position is known to have a smaller
    ///   one (see [`known`](MexSolver::known)), or has too few options for it.
    ///
    /// The cost is a look-up for each part of each option; parts that are not words are added to the table, and the lookup is
    /// asked about those that are new.
    ///
    /// ```
    /// # use grundy_core::{Nimber, Ruleset, Run};
    /// # use grundy_solve::{MexSolver, TranspositionTable};
    /// # use std::ops::ControlFlow;
    /// # /// Heaps; a move takes one or two from one of them.
    /// # struct OneOrTwo;
    /// # impl Ruleset for OneOrTwo {
    /// #     type Position = Vec<u64>;
    /// #     type Move = (usize, u64);
    /// #     fn moves<B>(&self, at: &Vec<u64>, mut visit: impl FnMut((usize, u64)) -> ControlFlow<B>) -> ControlFlow<B> {
    /// #         at.iter().enumerate().try_for_each(|(heap, &size)| {
    /// #             (1..=2.min(size)).try_for_each(|taken| visit((heap, taken)))
    /// #         })
    /// #     }
    /// #     fn play(&self, at: &Vec<u64>, &(heap, taken): &(usize, u64)) -> Vec<u64> {
    /// #         let mut next = at.clone();
    /// #         next[heap] -= taken;
    /// #         next
    /// #     }
    /// #     fn moves_left(&self, at: &Vec<u64>) -> u128 { at.iter().map(|&size| u128::from(size)).sum() }
    /// #     fn split(&self, at: Vec<u64>) -> Vec<Vec<u64>> { at.into_iter().map(|size| vec![size]).collect() }
    /// # }
    /// // One heap; a move takes one or two.
    /// let (table, run) = (TranspositionTable::default(), Run::unlimited());
    /// let solver = MexSolver::new(&OneOrTwo, &(), &table);
    /// assert_eq!(solver.nimber(&vec![8], &run)?, Nimber(2));
    /// assert_eq!(solver.reply_at_hand(&vec![8], Nimber(0), &run)?, Some((0, 2)));
    /// assert_eq!(solver.reply_at_hand(&vec![8], Nimber(1), &run)?, Some((0, 1)));
    /// assert_eq!(solver.reply_at_hand(&vec![8], Nimber(2), &run)?, None, "no option has the nimber itself");
    /// # Ok::<(), grundy_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// When the run has no memory left to look the parts up.
    pub fn reply_at_hand(
        &self,
        at: &R::Position,
        nimber: Nimber,
        run: &Run,
    ) -> Result<Option<R::Move>, Stopped> {
        let rules = self.rules();
        let look = |mv: R::Move| -> Result<Option<R::Move>, Stopped> {
            let option = rules.play(at, &mv);
            let known = if rules.wins_at_once().is_sunny(&option) { None } else { self.known(&option, run)? };
            Ok(known.is_some_and(|bound| bound.is_exact && bound.at_least == nimber).then_some(mv))
        };
        let found = rules.moves(at, |mv| match look(mv) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(reply)) => ControlFlow::Break(Ok(reply)),
            Err(stopped) => ControlFlow::Break(Err(stopped)),
        });
        found.break_value().transpose()
    }

    /// A move to an option of this nimber; `None` where there is none. Where [no reply is at
    /// hand](MexSolver::reply_at_hand), options are searched, the easiest first.
    ///
    /// # Errors
    /// When the run stops first; what was found is in the table.
    pub fn reply(&self, at: &R::Position, nimber: Nimber, run: &Run) -> Result<Option<R::Move>, Stopped> {
        if let Some(reply) = self.reply_at_hand(at, nimber, run)? {
            return Ok(Some(reply));
        }
        let rules = self.rules();
        let mut options: Vec<(u64, R::Move)> = Vec::new();
        let _ = rules.moves(at, |mv| {
            let option = rules.play(at, &mv);
            if !rules.wins_at_once().is_sunny(&option) {
                let parts = rules.split(option);
                let efforts = parts.iter().map(|part| Tuned(rules).effort(part));
                options.push((efforts.fold(0, u64::saturating_add), mv));
            }
            ControlFlow::<()>::Continue(())
        });
        options.sort_by_key(|(effort, _)| *effort);
        for (_, mv) in options {
            if self.is_worth(&rules.play(at, &mv), nimber, run)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
