//! Moves that were made, in the light of who wins.

use crate::position::Position;
use crate::question::Request;
use grundy_core::{Convention, Outcome, Run};

/// A move that was made, in the light of who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Its label.
    pub label: String,
    /// Who won before it: N when it could have won; none where that was not found in time.
    pub before: Option<Outcome>,
    /// Who won after it: P when it does win.
    pub after: Option<Outcome>,
    /// Where it gave a win away: some of the moves that win.
    pub missed: Vec<String>,
    /// How many win, where that is known and it gave a win away.
    pub missed_count: Option<u128>,
}

impl Judged {
    /// Whether it gave a win away.
    pub fn gave_it_away(&self) -> bool {
        self.before == Some(Outcome::N) && self.after == Some(Outcome::N)
    }
}

/// Judges the moves that lead from each of these positions to the next. Each position is solved in a run of its own;
/// at most `named` of the winning moves that were missed are told.
pub(crate) fn judge(
    positions: &[Position],
    moves: &[String],
    convention: Convention,
    new_run: &dyn Fn() -> Run,
    named: usize,
) -> Vec<Judged> {
    let solve = |position: &Position| {
        let (convention, run) = (Some(convention), new_run());
        position.solve(&Request { convention, named_moves: named, run, ..Request::default() })
    };
    let mut judged = Vec::with_capacity(moves.len());
    let Some((first, others)) = positions.split_first() else { return judged };
    let mut before = solve(first);
    for (label, position) in moves.iter().zip(others) {
        let after = solve(position);
        let mut one = Judged {
            label: label.clone(),
            before: before.outcome,
            after: after.outcome,
            missed: Vec::new(),
            missed_count: None,
        };
        if one.gave_it_away() {
            (one.missed, one.missed_count) = (before.winning, before.winning_count);
        }
        judged.push(one);
        before = after;
    }
    judged
}
