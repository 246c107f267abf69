//! The engine against the definition, written out a second time on bytes, and against known counts.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{BoardMarks, Convention, Nimber, Outcome, Run, Stones};
use grundy_tables::{Build, Content, Rules, States, TableGame, TableShape};

const NIM: TableGame = TableGame::two_d_nim(Some(3));
const TAC_TIX: TableGame = TableGame::two_d_nim(None);

fn rules(game: TableGame, rows: u32, columns: u32, convention: Convention) -> Rules {
    Rules::new(&game, rows, columns, convention).unwrap()
}

fn solve(rules: &Rules, content: Content, block_bits: u32, threads: usize) -> States {
    let shape = TableShape::with_block_bits(rules.clone(), content, block_bits).unwrap();
    Build::new(shape).in_memory(&Run::unlimited().with_threads(threads)).unwrap().unwrap()
}

fn outcomes(game: TableGame, rows: u32, columns: u32, convention: Convention) -> States {
    solve(&rules(game, rows, columns, convention), Content::Outcomes, 18, 2)
}

/// The options of a state, from the rules of the games as they are published: cell by cell.
fn options(rules: &Rules, state: u64) -> Vec<u64> {
    let (rows, columns) = (rules.rows() as i32, rules.columns() as i32);
    let has = |row: i32, column: i32| {
        (0..rows).contains(&row)
            && (0..columns).contains(&column)
            && state >> (row * columns + column) & 1 == 1
    };
    let mut options = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            match rules.parameters().strip_prefix("max=") {
                Some(max) => {
                    let most = max.parse().unwrap_or(64); // or any
                    for (down, right) in [(0, 1), (1, 0)] {
                        let mut left = state;
                        for step in 0..most {
                            let (r, c) = (row + down * step, column + right * step);
                            if !has(r, c) {
                                break;
                            }
                            left &= !(1 << (r * columns + c));
                            options.push(left);
                        }
                    }
                }
                None => {
                    for side in 1..=rows.min(columns) {
                        let square = || (0..side * side).map(|i| (row + i / side, column + i % side));
                        if !square().all(|(r, c)| has(r, c)) {
                            break;
                        }
                        options.push(square().fold(state, |left, (r, c)| left & !(1 << (r * columns + c))));
                    }
                }
            }
        }
    }
    options
}

fn definition(rules: &Rules) -> Vec<bool> {
    let mut is_lost: Vec<bool> = Vec::with_capacity(rules.states() as usize);
    for state in 0..rules.states() {
        let options = options(rules, state);
        let lost = if options.is_empty() {
            rules.convention() == Convention::Normal
        } else {
            options.iter().all(|&option| !is_lost[option as usize])
        };
        is_lost.push(lost);
    }
    is_lost
}

fn nimbers(rules: &Rules) -> Vec<u64> {
    let mut nimbers: Vec<u64> = Vec::new();
    for state in 0..rules.states() {
        let values: Vec<u64> = options(rules, state).iter().map(|&option| nimbers[option as usize]).collect();
        nimbers.push((0..).find(|value| !values.contains(value)).unwrap());
    }
    nimbers
}

#[test]
fn outcomes_are_those_of_the_definition_on_all_states() {
    let sizes = [(1, 1), (1, 2), (2, 2), (1, 5), (2, 3), (1, 9), (3, 3), (5, 3), (3, 5), (4, 4), (2, 8)];
    for game in
        [NIM, TAC_TIX, TableGame::two_d_nim(Some(1)), TableGame::two_d_nim(Some(2)), TableGame::BOXING_MATCH]
    {
        for convention in [Convention::Normal, Convention::Misere] {
            for (rows, columns) in sizes {
                let rules = rules(game.clone(), rows, columns, convention);
                let truth = definition(&rules);
                let states = solve(&rules, Content::Outcomes, 15, 1);
                for (state, &lost) in (0..).zip(&truth) {
                    assert_eq!(states.outcome(state) == Outcome::P, lost, "{rules}: {}", rules.write(state));
                }
                let mut by_stones = vec![0; rules.cells() as usize + 1];
                for (state, _) in (0_u64..).zip(&truth).filter(|(_, lost)| **lost) {
                    by_stones[state.count_ones() as usize] += 1;
                }
                assert_eq!(states.p_by_stones(), by_stones, "{rules}");
            }
        }
    }
}

#[test]
fn nimbers_are_those_of_the_definition_on_all_states() {
    for game in [NIM, TAC_TIX, TableGame::BOXING_MATCH] {
        for (rows, columns) in [(1, 1), (2, 2), (2, 4), (3, 3), (3, 5), (4, 4), (1, 15)] {
            let rules = rules(game.clone(), rows, columns, Convention::Normal);
            let states = solve(&rules, Content::Nimbers, 15, 2);
            for (state, nimber) in (0..).zip(nimbers(&rules)) {
                assert_eq!(states.nimber(state), Some(Nimber(nimber)), "{rules}: {}", rules.write(state));
            }
        }
    }
}

#[test]
fn cuts_threads_and_registers_make_no_difference() {
    for game in [NIM, TableGame::BOXING_MATCH] {
        let rules = rules(game, 4, 5, Convention::Misere);
        let usual = solve(&rules, Content::Outcomes, 20, 1);
        for bits in [15, 16, 18] {
            let shape = TableShape::with_block_bits(rules.clone(), Content::Outcomes, bits).unwrap();
            let build = Build::new(shape).portable();
            let states = build.in_memory(&Run::unlimited().with_threads(3)).unwrap().unwrap();
            assert!((0..rules.states()).all(|state| states.outcome(state) == usual.outcome(state)));
            assert_eq!(states.p_by_stones(), usual.p_by_stones());
        }
    }
}

#[test]
fn misere_2d_nim_has_the_known_counts_of_p_positions() {
    for (game, rows, columns, p_positions) in [
        (NIM, 3, 3, 89),
        (TAC_TIX, 3, 3, 89),
        (NIM, 4, 4, 9_872),
        (TAC_TIX, 4, 4, 8_568),
        (NIM, 5, 5, 3_976_523),
        (TAC_TIX, 5, 5, 3_177_421),
    ] {
        let states = outcomes(game, rows, columns, Convention::Misere);
        assert_eq!(states.p_positions(), p_positions, "{}", states.shape().rules());
    }
    let states = outcomes(NIM, 4, 4, Convention::Misere);
    assert_eq!(states.p_by_stones()[..3], [0, 16, 0]);
}

#[test]
fn full_boards_of_misere_2d_nim_have_the_known_outcomes() {
    use Outcome::{N, P};
    for (rows, columns, outcome) in [
        (1, 1, P),
        (1, 2, N),
        (1, 3, N),
        (1, 4, N),
        (2, 2, P),
        (2, 3, N),
        (2, 4, P),
        (3, 3, N),
        (2, 6, P),
        (3, 4, N),
        (4, 4, P),
        (2, 8, P),
        (2, 10, P),
        (4, 5, N),
        (4, 6, P),
        (5, 5, N),
        (24, 1, N),
    ] {
        let states = outcomes(NIM, rows, columns, Convention::Misere);
        let full = states.shape().rules().full_board();
        assert_eq!(states.outcome(full), outcome, "{rows}x{columns}");
    }
}

#[test]
fn full_boards_have_the_known_nimbers() {
    let full = |game, rows, columns| {
        let states = solve(&rules(game, rows, columns, Convention::Normal), Content::Nimbers, 17, 2);
        states.nimber(states.shape().rules().full_board()).unwrap().0
    };
    let row: Vec<u64> = (1..=16).map(|columns| full(NIM, 1, columns)).collect();
    assert_eq!(row, [1, 2, 3, 4, 1, 6, 3, 2, 1, 6, 7, 4, 5, 8, 1, 10]);
    for (rows, columns, nimber) in
        [(2, 2, 0), (2, 3, 2), (3, 3, 1), (2, 5, 2), (3, 4, 2), (3, 5, 3), (4, 4, 0), (3, 6, 6), (4, 5, 7)]
    {
        assert_eq!(full(NIM, rows, columns), nimber, "{rows}x{columns}");
    }
    let twos: Vec<u64> = (2..=10).map(|columns| full(TableGame::BOXING_MATCH, 2, columns)).collect();
    assert_eq!(twos, [2, 2, 1, 4, 3, 3, 1, 4, 2]);
    let threes: Vec<u64> = (3..=7).map(|columns| full(TableGame::BOXING_MATCH, 3, columns)).collect();
    assert_eq!(threes, [3, 5, 1, 6, 9]);
}

#[test]
fn full_boards_of_misere_boxing_have_the_known_outcomes() {
    use Outcome::{N, P};
    for (rows, columns, outcome) in [
        (2, 2, N),
        (2, 3, N),
        (2, 4, P),
        (2, 5, P),
        (3, 3, N),
        (3, 4, N),
        (3, 5, N),
        (4, 4, N),
        (2, 12, P),
        (2, 11, N),
    ] {
        let states = outcomes(TableGame::BOXING_MATCH, rows, columns, Convention::Misere);
        let full = states.shape().rules().full_board();
        assert_eq!(states.outcome(full), outcome, "{rows}x{columns}");
    }
}

#[test]
fn a_game_from_outside_has_tables_too() {
    // By symmetry the second player wins Cram on boards of even sides, the first where one side is odd.
    let dominoes = |_, _| Ok(vec![Stones::full(1, 2), Stones::full(2, 1)]);
    let cram = || TableGame::new("dominoes", "", BoardMarks::SQUARES, Convention::Normal, dominoes);
    for (rows, columns, outcome) in [
        (2, 2, Outcome::P),
        (2, 4, Outcome::P),
        (4, 4, Outcome::P),
        (2, 3, Outcome::N),
        (3, 4, Outcome::N),
        (4, 5, Outcome::N),
    ] {
        let states = outcomes(cram(), rows, columns, Convention::Normal);
        let full = rules(cram(), rows, columns, Convention::Normal).full_board();
        assert_eq!(states.outcome(full), outcome, "{rows}x{columns}");
    }
}
