//! What rules are, written down.

use crate::{EMPTY, Notation, Reader};
use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

/// At most this many positions are expanded, and this many moves are written.
const POSITIONS: usize = 64;
const MOVES: usize = 1000;

/// Writes down rules by what they do: their parameters, and the positions and moves that can be reached from an
/// example, in breadth-first order, up to a limit. Where the example is no position under these parameters, the
/// empty one takes its place. Neither the game's name nor a type of the program is part of it.
///
/// The cost is that of playing at most a thousand moves.
pub(crate) fn of_rules<R: Notation>(rules: &R, example: &str, write: &mut dyn FnMut(&str)) {
    write(&rules.parameters());
    let position = |text| rules.parse(&mut Reader::new(text)).ok();
    let mut open: VecDeque<R::Position> = position(example).or_else(|| position(EMPTY)).into_iter().collect();
    let mut met: HashSet<R::Position> = open.iter().cloned().collect();
    let mut left = MOVES;
    for _ in 0..POSITIONS {
        let Some(at) = open.pop_front() else { break };
        write(&rules.format(&at));
        let _ = rules.moves(&at, |mv| {
            let option = rules.canon(rules.play(&at, &mv));
            write(&rules.label(&at, &mv));
            write(&rules.format(&option));
            if met.insert(option.clone()) {
                open.push_back(option);
            }
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if left == 0 {
            break;
        }
    }
}
