//! The winning moves of a term, by trying each move.

use crate::answer::{Method, Winning};
use crate::question::Approach;
use crate::typed::Typed;
use grundy_core::{Nimber, Playable, Run, Stopped, Target, Tuned};
use std::ops::ControlFlow;

/// Up to this number, moves are tried in the order of their estimated work. More moves than this are
/// tried in reading order, without a list of them.
const MOST_SORTED: u128 = 100_000;

/// Several threads try this many moves together. Most boards that are searched have fewer. Their options are all held,
/// which takes little memory.
const TRIED_TOGETHER: usize = 256;

/// Moves that were found to win.
struct Tried<M> {
    /// In reading order; not all of them where only some were to be named.
    moves: Vec<M>,
    count: u128,
    /// Whether it is known of all moves.
    end: Result<(), Stopped>,
}

impl<R: Playable> Typed<R> {
    /// Tries every move and keeps those that leave the wanted nimber or win the whole game at once. When the run stops
    /// first, the winning moves have what is proven by then.
    pub(crate) fn winning_by_trial(
        &self,
        wanted: Nimber,
        limit: usize,
        approach: Approach,
        run: &Run,
    ) -> (Winning, Result<(), Stopped>) {
        let Tried { moves, count, end } = match self.rules.count_moves(&self.position) <= MOST_SORTED {
            true => self.tried_easiest_first(wanted, approach, run),
            false => self.tried_in_order(wanted, limit, approach, run),
        };
        let named = &moves[..moves.len().min(limit)];
        (Winning { labels: self.rules.labels(&self.position, named), count }, end)
    }

    /// The easiest moves first, so that much is proven when the run stops. Several threads try some moves together, in
    /// an order of their own.
    fn tried_easiest_first(&self, wanted: Nimber, approach: Approach, run: &Run) -> Tried<R::Move> {
        let mut moves: Vec<(u64, usize, R::Move)> = Vec::new();
        let mut won: Vec<(usize, R::Move)> = Vec::new();
        let mut checked = Ok(());
        self.each_move(|mv| {
            checked = run.check();
            let option = self.rules.play(&self.position, &mv);
            if self.rules.wins_at_once().is_won(&option) {
                won.push((won.len() + moves.len(), mv));
                return ControlFlow::Continue(());
            }
            if self.rules.wins_at_once().is_sunny(&option) {
                return ControlFlow::Continue(()); // it would lose the whole game at once
            }
            let parts = self.rules.split(option);
            let effort =
                parts.iter().map(|part| Tuned(&self.rules.rules).effort(part)).fold(0, u64::saturating_add);
            moves.push((effort, won.len() + moves.len(), mv));
            if checked.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // By cached keys, because sorting keys is compiled once, and sorting moves for every game.
        moves.sort_by_cached_key(|(effort, place, _)| (*effort, *place));
        let (known, tables) = (self.all_known(approach), self.tables(approach));
        // One solver for all moves: parts that one question opens, the next one finds open.
        let solver = known.solver();
        let together = if run.threads() == 1 { 1 } else { TRIED_TOGETHER };
        let (mut winning, mut end, mut stopped) = (won, checked, checked.err());
        for some in moves.chunks(together) {
            stopped = stopped.or(run.check().err());
            let (mut searched, mut options) = (Vec::new(), Vec::new());
            for (_, place, mv) in some {
                let option = self.rules.play(&self.position, mv);
                match tables.as_ref().and_then(|tables| tables.is_worth(&option, wanted)) {
                    Some(true) => winning.push((*place, mv.clone())),
                    Some(false) => {}
                    None => {
                        searched.push((*place, mv.clone()));
                        options.push(option);
                    }
                }
            }
            let tried = match stopped {
                Some(stopped) => vec![Err(stopped); options.len()],
                None => solver.are_worth(&options, wanted, run),
            };
            for ((mv, option), tried) in searched.into_iter().zip(&options).zip(tried) {
                stopped = stopped.or(tried.err());
                // After a stop, what is known already still counts.
                let known = |reason| self.has_worth_for_sure(option, wanted, approach).ok_or(reason);
                match tried.or_else(known) {
                    Ok(true) => winning.push(mv),
                    Ok(false) => {}
                    Err(reason) => end = Err(reason),
                }
            }
        }
        winning.sort_by_cached_key(|(place, _)| *place);
        let count = winning.len() as u128;
        Tried { moves: winning.into_iter().map(|(_, mv)| mv).collect(), count, end }
    }

    /// Whether a position has this nimber, by a table or else by search.
    pub(crate) fn has_worth(
        &self,
        at: &R::Position,
        wanted: Nimber,
        approach: Approach,
        run: &Run,
    ) -> Result<(bool, Method), Stopped> {
        match self.tables(approach).and_then(|tables| tables.is_worth(at, wanted)) {
            Some(is_worth) => Ok((is_worth, Method::Table)),
            None => Ok((self.all_known(approach).solver().is_worth(at, wanted, run)?, Method::Search)),
        }
    }

    /// Tries every move of a tame position, whose options are all tame, and keeps those that meet a
    /// target of misère play.
    pub(crate) fn winning_by_tameness(
        &self,
        target: Target,
        limit: usize,
        run: &Run,
    ) -> (Winning, Result<(), Stopped>) {
        let (mut first, mut count) = (Vec::new(), 0);
        let stopped = self.each_move(|mv| {
            let option = self.rules.knowledge().tame(&self.rules.play(&self.position, &mv));
            if option.is_some_and(|option| target.is_met_by(option)) {
                count += 1;
                if first.len() < limit {
                    first.push(mv);
                }
            }
            run.check().map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        let labels = self.rules.labels(&self.position, &first);
        (Winning { labels, count }, stopped.map_or(Ok(()), Err))
    }

    fn tried_in_order(&self, wanted: Nimber, limit: usize, approach: Approach, run: &Run) -> Tried<R::Move> {
        let (mut first, mut count) = (Vec::new(), 0);
        let stopped = self.each_move(|mv| {
            let option = self.rules.play(&self.position, &mv);
            let wins_at_once = self.rules.wins_at_once();
            let is_won = wins_at_once.is_won(&option);
            if !is_won && wins_at_once.is_sunny(&option) {
                return ControlFlow::Continue(());
            }
            let worth = || self.has_worth(&option, wanted, approach, run).map(|(has, _)| has);
            match run.check().and_then(|()| if is_won { Ok(true) } else { worth() }) {
                Err(stopped) => return ControlFlow::Break(stopped),
                Ok(true) => {
                    count += 1;
                    if first.len() < limit {
                        first.push(mv);
                    }
                }
                Ok(false) => {}
            }
            ControlFlow::Continue(())
        });
        Tried { moves: first, count, end: stopped.map_or(Ok(()), Err) }
    }
}
