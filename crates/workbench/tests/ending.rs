//! Three in a row end the whole game, also in a sum and under misère play.
#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Approach, Convention, Position, Request};
use grundy_core::Outcome;
use std::collections::HashMap;

/// A strip, as bits, of some cells, and a Nim heap.
type State = (u32, u32, u32);

/// Who wins, by the plain rule: whoever completes three wins or, under misère play, loses at once.
fn is_won_by_the_next(state: State, misere: bool, known: &mut HashMap<State, bool>) -> bool {
    if let Some(&outcome) = known.get(&state) {
        return outcome;
    }
    let (strip, cells, heap) = state;
    let is_over = strip & strip >> 1 & strip >> 2 != 0;
    let mut options: Vec<State> = (0..heap).map(|left| (strip, cells, left)).collect();
    options.extend(
        (0..cells).filter(|cell| strip >> cell & 1 == 0).map(|cell| (strip | 1 << cell, cells, heap)),
    );
    let outcome = if is_over || options.is_empty() {
        misere
    } else {
        options.iter().any(|&option| !is_won_by_the_next(option, misere, known))
    };
    known.insert(state, outcome);
    outcome
}

#[test]
fn three_in_a_row_end_a_sum_in_both_conventions() {
    let mut checked = 0;
    for convention in [Convention::Normal, Convention::Misere] {
        let misere = convention == Convention::Misere;
        for cells in 3..=6_u32 {
            let mut known = HashMap::new();
            for (strip, heap) in (0..1 << cells).flat_map(|strip| (0..3_u32).map(move |heap| (strip, heap))) {
                let next_wins = is_won_by_the_next((strip, cells, heap), misere, &mut known);
                let text: String =
                    (0..cells).map(|cell| if strip >> cell & 1 == 1 { 'X' } else { '.' }).collect();
                let position: Position = format!("treblecross {text} + nim {heap}").parse().unwrap();
                for approach in [Approach::Best, Approach::Definition] {
                    let convention = Some(convention);
                    let request = Request { approach, convention, ..Request::default() };
                    let answer = position.solve(&request);
                    let expected = if next_wins { Outcome::N } else { Outcome::P };
                    assert_eq!(
                        answer.outcome,
                        Some(expected),
                        "{text} + {heap}, {convention:?}, {approach:?}"
                    );
                    checked += 1;
                }
            }
        }
    }
    assert_eq!(checked, 1_440);
}
