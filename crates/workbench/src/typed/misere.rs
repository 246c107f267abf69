//! Misère play of terms of one game, by search.

use crate::answer::Winning;
use crate::board::Board;
use crate::named::Identified;
use crate::question::Approach;
use crate::tried::Tried;
use crate::typed::Typed;
use grundy_core::{Outcome, Playable, Run, Stopped};
use std::ops::ControlFlow;
use std::sync::Arc;

impl<R: Playable> Typed<R> {
    /// The positions of these terms; `None` when some term is of other rules.
    pub(crate) fn positions_of(&self, terms: &[Arc<dyn Board>]) -> Option<Vec<R::Position>> {
        let same = |term: &Arc<dyn Board>| {
            let typed = term.as_any().downcast_ref::<Typed<R>>()?;
            typed.rules.is_same_as(&*self.rules).then(|| typed.position.clone())
        };
        terms.iter().map(same).collect()
    }

    /// Who wins a sum under misère play, by a table or else by search. A whole position may be in a table
    /// where its parts, laid out anew, are not.
    pub(crate) fn misere_outcome(
        &self,
        sum: &[R::Position],
        approach: Approach,
        run: &Run,
    ) -> Result<Outcome, Stopped> {
        match self.tables(approach).and_then(|tables| tables.misere_outcome(sum)) {
            Some(told) => Ok(told),
            None => {
                let known = self.all_known_of_sum(sum, approach).with_small_board(sum, run);
                known.misere_solver().outcome_of_sum(sum, run)
            }
        }
    }

    /// The winning moves of each term of a misère sum that the next player wins. When the run stops first, those
    /// that are proven by then, and the stop.
    pub(crate) fn winning_in_misere_sum(
        &self,
        mut sum: Vec<R::Position>,
        limit: usize,
        approach: Approach,
        run: &Run,
    ) -> (Vec<Winning>, Result<(), Stopped>) {
        let mut all = vec![Winning::default(); sum.len()];
        let (mut room, mut tried) = (limit, Tried::default());
        for (index, winning) in all.iter_mut().enumerate() {
            let term = sum[index].clone();
            let mut first = Vec::new();
            let ended = self.rules.moves(&term, |mv| {
                sum[index] = self.rules.play(&term, &mv);
                if tried.wins(run, || self.misere_outcome(&sum, approach, run))? {
                    winning.count += 1;
                    if first.len() < room {
                        first.push(mv);
                    }
                }
                ControlFlow::Continue(())
            });
            winning.labels = self.rules.labels(&term, &first);
            room -= first.len();
            sum[index] = term;
            if ended.is_break() {
                break;
            }
        }
        (all, tried.end)
    }
}
