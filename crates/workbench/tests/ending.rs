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

/// Own games that a move can win at once, in whose positions other moves may win too.
const GAMES: [(&str, &[char]); 3] = [
    ("game calm\nstrip\ncells . free x pin\nmove xx -> .. | x -> .\nwin fixed x.\n", &['.', 'x']),
    ("game calm\nstrip\nmove . -> o | o -> x\nwin xox\n", &['.', 'o', 'x']),
    ("game calm\nstrip\nmove x -> o | o -> . | oo -> ..\nwin fixed @o\n", &['.', 'o', 'x']),
];

/// Every board of at most this many cells.
fn boards(symbols: &[char], cells: usize) -> Vec<String> {
    let longer = |board: &String| symbols.iter().map(|symbol| format!("{board}{symbol}")).collect::<Vec<_>>();
    let mut all = vec![String::new()];
    for _ in 0..cells {
        let new: Vec<String> = all.iter().flat_map(longer).collect();
        all.extend(new);
    }
    all.sort();
    all.dedup();
    all.retain(|board| !board.is_empty());
    all
}

/// Whether the next player wins, by making every move.
fn next_wins(position: &Position, known: &mut HashMap<String, bool>) -> bool {
    if let Some(&wins) = known.get(&position.to_string()) {
        return wins;
    }
    let wins = !winners(position, known).is_empty();
    known.insert(position.to_string(), wins);
    wins
}

/// The moves that win, by making every move.
fn winners(position: &Position, known: &mut HashMap<String, bool>) -> Vec<String> {
    let moves = if position.is_over() { Vec::new() } else { position.moves(1_000) };
    moves.into_iter().filter(|mv| !next_wins(&position.play(mv).unwrap(), known)).collect()
}

#[test]
fn moves_that_win_later_are_told_beside_those_that_win_at_once() {
    let (mut both, run) = (0, grundy::Run::unlimited());
    for (text, symbols) in GAMES {
        let shelf = grundy::Shelf::builtin().with_file(grundy::RulesFile::read(text).unwrap()).unwrap();
        let workbench = grundy::Workbench::new(std::sync::Arc::new(shelf));
        let mut known = HashMap::new();
        for board in boards(symbols, 4) {
            for other in ["", " + nim 1", " + nim 3", " + calm xx"] {
                let text = format!("calm {board}{other}");
                let read = Position::parse_on(&workbench, &text, grundy::Reading::default(), &run);
                let Ok(position) = read else { continue };
                let wanted = winners(&position, &mut known);
                for approach in [Approach::Best, Approach::Search, Approach::Definition] {
                    let answer =
                        position.solve(&Request { approach, named_moves: 1_000, ..Request::default() });
                    let mut found = answer.winning.clone();
                    let mut wanted = wanted.clone();
                    found.sort();
                    wanted.sort();
                    assert_eq!(found, wanted, "{text}, {approach:?}");
                }
                let won = |mv: &&String| position.play(mv).unwrap().terms().iter().any(|term| term.is_won());
                let at_once = wanted.iter().filter(won).count();
                both += usize::from(at_once > 0 && at_once < wanted.len());
            }
        }
    }
    assert!(both > 10, "{both}");
}

#[test]
fn every_move_that_leaves_nothing_wins() {
    let shelf = grundy::Shelf::builtin().with_file(grundy::RulesFile::read(GAMES[0].0).unwrap()).unwrap();
    let workbench = grundy::Workbench::new(std::sync::Arc::new(shelf));
    let run = grundy::Run::unlimited();
    let position = Position::parse_on(&workbench, "calm xx", grundy::Reading::default(), &run).unwrap();
    let answer = position.solve(&Request::default());
    assert_eq!((answer.winning.len(), answer.winning_count), (2, Some(2)));
}
