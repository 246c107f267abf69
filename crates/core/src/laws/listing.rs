//! Moves, options and parts as lists.

use crate::{Ruleset, Tuned};
use std::ops::ControlFlow;

pub(super) fn moves<R: Ruleset>(rules: &R, at: &R::Position) -> Vec<R::Move> {
    let mut moves = Vec::new();
    let _ = rules.moves(at, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves
}

pub(super) fn options<R: Ruleset>(rules: &R, at: &R::Position) -> Vec<R::Position> {
    let mut options = Vec::new();
    let _ = Tuned(rules).options(at, |option| {
        options.push(option);
        ControlFlow::<()>::Continue(())
    });
    options
}

/// The parts of a position by canonical form, sorted, without those that have no moves: they are
/// nothing in any convention.
pub(super) fn canonical_parts<R: Ruleset>(rules: &R, at: R::Position) -> Vec<R::Position> {
    let mut parts: Vec<R::Position> = rules.split(at).into_iter().map(|part| rules.canon(part)).collect();
    parts.retain(|part| rules.count_moves(part) > 0);
    parts.sort_unstable();
    parts
}

/// The same, and none of a position in which the whole game is won.
pub(super) fn parts_in_play<R: Ruleset>(rules: &R, at: R::Position) -> Vec<R::Position> {
    if rules.wins_at_once().is_won(&at) { Vec::new() } else { canonical_parts(rules, at) }
}
