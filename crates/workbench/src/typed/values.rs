//! What is known of positions of one game, by their numbers.

use crate::late_board::LateBoard;
use crate::part_values::PartValues;
use crate::question::Approach;
use crate::typed::Typed;
use crate::typed::known::{Known, on_small_board, sum_text};
use grundy_core::{Diagnostic, Nimber, Outcome, Playable, Reader, Run, Stopped};
use std::sync::Arc;

/// How often boards are placed before their sum is not at hand: a search would take longer.
const MOST_PLACED: u32 = 1000;

/// Positions, with all that is known without a search.
pub(super) struct TypedValues<'a, R: Playable> {
    typed: &'a Typed<R>,
    known: Known<'a, R>,
    approach: Approach,
    positions: Vec<R::Position>,
}

impl<'a, R: Playable> TypedValues<'a, R> {
    pub(super) fn new(typed: &'a Typed<R>, approach: Approach) -> Self {
        TypedValues { typed, known: typed.all_known(approach), approach, positions: Vec::new() }
    }

    fn sum(&self, parts: &[usize]) -> Vec<R::Position> {
        parts.iter().map(|&part| self.positions[part].clone()).collect()
    }
}

impl<R: Playable> PartValues for TypedValues<'_, R> {
    fn add(&mut self, notation: &str) -> Result<(), Diagnostic> {
        let mut reader = Reader::new(notation);
        let position = self.typed.rules.parse_written(&mut reader)?;
        reader.expect_end()?;
        self.positions.push(position);
        Ok(())
    }

    fn at_hand(&self, part: usize, run: &Run) -> Result<Option<Nimber>, Stopped> {
        let known = self.known.solver().known(&self.positions[part], run)?;
        Ok(known.filter(|bound| bound.is_exact).map(|bound| bound.at_least))
    }

    fn nimber(&self, part: usize, run: &Run) -> Result<Nimber, Stopped> {
        self.known.solver().nimber(&self.positions[part], run)
    }

    fn is_worth(&self, part: usize, nimber: Nimber, run: &Run) -> Result<bool, Stopped> {
        self.known.solver().is_worth(&self.positions[part], nimber, run)
    }

    fn misere_at_hand(&self, sum: &[usize], run: &Run) -> Result<Option<Outcome>, Stopped> {
        let sum = self.sum(sum);
        let by_table = || self.typed.tables(self.approach)?.misere_outcome(&sum);
        // What a search has looked up on a small board it has not kept.
        let on_a_small_board = || {
            let late = self.typed.memo.small_boards().largest()?;
            on_small_board(late.largest()?, &self.typed.rules, &sum.iter().collect::<Vec<_>>(), MOST_PLACED)
        };
        match by_table().or_else(on_a_small_board) {
            Some(told) => Ok(Some(told)),
            None => self.known.misere_solver().at_hand(&sum, run),
        }
    }

    fn misere(&self, sum: &[usize], run: &Run) -> Result<Outcome, Stopped> {
        self.typed.misere_outcome(&self.sum(sum), self.approach, run)
    }

    fn whole_board(&self, sides: (u32, u32)) -> Option<Arc<LateBoard>> {
        self.typed.memo.small_boards().whole(sides)
    }

    fn kept_as(&self, part: usize) -> Vec<String> {
        let rules = &self.typed.rules;
        let parts = rules.rules.split(self.positions[part].clone()).into_iter();
        let kept = |part| rules.rules.knowledge().reduce(rules.rules.canon(part));
        parts.map(|part| rules.term(&kept(part))).collect()
    }

    fn sum_kept_as(&self, sum: &[usize]) -> String {
        let rules = &self.typed.rules;
        let canon = |position: R::Position| rules.rules.canon(position);
        let parts = self.sum(sum).into_iter().flat_map(|position| rules.rules.split(position));
        let mut parts: Vec<R::Position> = parts.map(canon).collect();
        parts.sort_unstable();
        sum_text(rules, &parts.iter().collect::<Vec<_>>())
    }
}
