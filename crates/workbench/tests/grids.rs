//! The games on grids by search: against the definition, and against published values.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Approach, Convention, Limits, Nimber, Outcome, Position, Request, Run, StopReason};
use grundy_core::{Definition, Ruleset, Tuning};
use grundy_games::grid::GridBoard;
use grundy_games::{BoxingMatch, Chomp, Cram, TwoDNim, chomp::Bar};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use std::ops::ControlFlow;

fn of_bits(rows: u16, columns: u16, bits: u64) -> GridBoard {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let full = cells.enumerate().filter(|(index, _)| bits >> index & 1 == 1);
    full.fold(GridBoard::empty(rows, columns), |board, (_, (row, column))| board.with_cell(row, column))
}

/// Nimbers, tests of nimbers and both outcomes by search, against moves and mex alone.
fn agrees_with_the_definition<R: Ruleset>(rules: &R, positions: impl Iterator<Item = R::Position>) {
    let run = Run::unlimited().with_threads(1);
    let (values, tests, sums) =
        (TranspositionTable::default(), TranspositionTable::default(), MisereTable::default());
    let theorems = Theorems(rules);
    let knowing = MexSolver::new(rules, &theorems, &values);
    let testing = MexSolver::new(rules, &(), &tests);
    let misere = MisereSolver::new(rules, &theorems, &sums);
    let mut definition = Definition::new(rules);
    for at in positions {
        let nimber = definition.nimber(&at, &run).unwrap().unwrap();
        for wanted in [0, 1, 2, 3, nimber.0] {
            let is_worth = testing.is_worth(&at, Nimber(wanted), &run).unwrap();
            assert_eq!(is_worth, nimber.0 == wanted, "{at:?} and *{wanted}");
        }
        assert_eq!(knowing.nimber(&at, &run).unwrap(), nimber, "{at:?}");
        let expected = definition.outcome(&at, Convention::Misere, &run).unwrap();
        assert_eq!(misere.outcome(&at, &run).unwrap(), expected, "{at:?}");
    }
}

#[test]
fn search_agrees_with_the_definition_on_all_states_of_small_boards() {
    fn check<R: Ruleset<Position = GridBoard>>(rules: &R) {
        let all = |rows, columns| (0..1u64 << (rows * columns)).map(move |bits| of_bits(rows, columns, bits));
        // Every second state of 4 x 4 by a step that runs through all residues.
        let some = (0..3000u64).map(|index| of_bits(4, 4, index * 40_503 % 65_536));
        agrees_with_the_definition(rules, all(3, 3).chain(all(2, 5)).chain(all(3, 4)).chain(some));
    }
    check(&BoxingMatch);
    check(&Cram);
    [TwoDNim::at_most(2), TwoDNim::at_most(3), TwoDNim::tactix()].iter().for_each(check);
}

/// Cram without its theorems and symmetries, whose parts are found by their hashes.
struct PlainCram;

impl Ruleset for PlainCram {
    type Position = GridBoard;
    type Move = <Cram as Ruleset>::Move;

    fn moves<B>(&self, at: &GridBoard, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        Cram.moves(at, visit)
    }

    fn play(&self, at: &GridBoard, mv: &Self::Move) -> GridBoard {
        Cram.play(at, mv)
    }

    fn moves_left(&self, at: &GridBoard) -> u128 {
        Cram.moves_left(at)
    }

    fn split(&self, at: GridBoard) -> Vec<GridBoard> {
        Cram.split(at)
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl Tuning<PlainCram> for PlainCram {
    fn work_doubles_with(&self) -> Option<u64> {
        Some(1)
    }
}

#[test]
fn search_by_least_work_agrees_with_the_definition() {
    let boards = (0..2000u64).map(|index| of_bits(4, 4, index * 40_503 % 65_536));
    agrees_with_the_definition(&PlainCram, boards.chain([GridBoard::full(3, 5), GridBoard::full(4, 4)]));
}

/// What earlier searches left behind helps none of these, and two threads disturb each other.
#[test]
fn search_by_least_work_from_nothing_agrees_with_the_definition() {
    fn check<R: Ruleset<Position = GridBoard>>(rules: &R, threads: usize) {
        let mut definition = Definition::new(rules);
        let run = Run::unlimited().with_threads(threads);
        for index in 1..300_u64 {
            let at = of_bits(4, 5, index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44);
            let nimber = definition.nimber(&at, &run).unwrap().unwrap();
            let values = TranspositionTable::default();
            assert_eq!(MexSolver::new(rules, &(), &values).nimber(&at, &run).unwrap(), nimber, "{at}");
            for wanted in (0..5).rev() {
                let values = TranspositionTable::default();
                let is_worth = MexSolver::new(rules, &(), &values).is_worth(&at, Nimber(wanted), &run);
                assert_eq!(is_worth.unwrap(), nimber.0 == wanted, "{at} and *{wanted}");
            }
        }
    }
    check(&PlainCram, 1);
    check(&Cram, 1);
    check(&Cram, 3);
}

#[test]
fn search_agrees_with_the_definition_on_all_small_bars() {
    let mut bars = vec![vec![]];
    for _ in 0..5 {
        let longer = |bar: &Vec<u8>| {
            let most = bar.last().copied().unwrap_or(5);
            (1..=most).map(|row| bar.iter().copied().chain([row]).collect()).collect::<Vec<Vec<u8>>>()
        };
        bars.extend(bars.iter().flat_map(longer).collect::<Vec<_>>());
    }
    bars.retain(|bar| !bar.is_empty());
    agrees_with_the_definition(&Chomp::default(), bars.into_iter().map(Bar::new));
}

fn nimber(text: &str) -> u64 {
    let position: Position = text.parse().unwrap();
    let request = Request { convention: Some(Convention::Normal), ..Request::default() };
    position.solve(&request).nimber.unwrap().0
}

/// Nimbers of full rectangles: those of Boxing Match on 2 x N are those posted as "grid nim 2xN"; the
/// others come from two independent programs, or are Kayles and its cousins.
#[test]
fn full_rectangles_have_their_published_nimbers() {
    let row = |game: &str, rows: u32, columns: std::ops::RangeInclusive<u32>| -> Vec<u64> {
        columns.map(|columns| nimber(&format!("{game} {rows}x{columns}"))).collect()
    };
    assert_eq!(row("boxing-match", 2, 2..=15), [2, 2, 1, 4, 3, 3, 1, 4, 2, 6, 5, 0, 2, 7]);
    assert_eq!(row("boxing-match", 3, 3..=12), [3, 5, 1, 6, 9, 2, 1, 10, 9, 2]);
    assert_eq!(row("boxing-match", 4, 4..=8), [4, 2, 9, 3, 7]);
    assert_eq!(row("boxing-match", 5, 5..=6), [6, 6]);
    assert_eq!(row("2d-nim", 1, 1..=16), [1, 2, 3, 4, 1, 6, 3, 2, 1, 6, 7, 4, 5, 8, 1, 10]);
    assert_eq!(row("2d-nim max=2", 1, 1..=13), [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1], "Kayles");
    assert_eq!(row("2d-nim max=any", 1, 1..=9), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(row("2d-nim", 3, 3..=6), [1, 2, 3, 6]);
    assert_eq!(nimber("2d-nim 4x5"), 7);
    assert_eq!(nimber("2d-nim max=any 3x6"), 6);
    // Dawson's Kayles: a domino on a strip.
    assert_eq!(row("cram", 1, 2..=12), [1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]);
    assert_eq!(nimber("cram 3x5"), 1);
    assert_eq!(nimber("chomp 8x8"), 13, "as another solver finds");
}

/// The boards of the table that took few nodes are solved again.
#[test]
fn small_boards_of_cram_have_the_nimbers_of_the_table() {
    let table = include_str!("../../../data/cram/boards.csv");
    let mut solved = Vec::new();
    for row in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [rows, columns, expected, nodes, ..] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("{row} has no number of nodes");
        };
        if nodes.parse::<u64>().unwrap() < 20_000 {
            let board = format!("{rows}x{columns}");
            assert_eq!(nimber(&format!("cram {board}")), expected.parse::<u64>().unwrap(), "{board}");
            solved.push(board);
        }
    }
    for board in ["3x9", "4x7", "5x6"] {
        assert!(solved.iter().any(|solved| solved == board), "{board} is in the table: {solved:?}");
    }
}

#[test]
fn full_rectangles_of_2d_nim_have_their_published_misere_outcomes() {
    let is_p =
        |text: &str| text.parse::<Position>().unwrap().solve(&Request::default()).outcome == Some(Outcome::P);
    for board in ["1x1", "2x2", "2x4", "2x6", "4x4", "2x8", "2x10"] {
        assert!(is_p(&format!("2d-nim {board}")), "{board}");
    }
    for board in ["1x2", "1x3", "1x4", "2x3", "3x3", "3x4", "4x5"] {
        assert!(!is_p(&format!("2d-nim {board}")), "{board}");
    }
    for length in 1..=24 {
        let expected = [1, 4, 9, 12, 20].contains(&length);
        assert_eq!(is_p(&format!("2d-nim max=2 1x{length}")), expected, "misère Kayles, {length} pins");
    }
    for (board, expected) in [("3x4", true), ("4x5", true), ("3x3", false), ("3x5", false)] {
        assert_eq!(is_p(&format!("2d-nim max=2 {board}")), expected, "{board}");
    }
}

#[test]
fn misere_boxing_has_its_published_outcomes() {
    let request = || Request { convention: Some(Convention::Misere), ..Request::default() };
    let outcome = |columns: u32| {
        format!("boxing-match 2x{columns}").parse::<Position>().unwrap().solve(&request()).outcome
    };
    let lost: Vec<u32> = (1..=13).filter(|&columns| outcome(columns) == Some(Outcome::P)).collect();
    assert_eq!(lost, [4, 5, 12, 13]);
}

/// The board of the lecture: who wins is known at once, the nimber is out of reach, and what is said
/// of it is true.
#[test]
fn the_lecture_s_board_is_won_though_its_nimber_is_out_of_reach() {
    let position: Position = "boxing-match 10x20".parse().unwrap();
    let run = Run::new(Limits { nodes: Some(200), ..Limits::default() });
    let answer = position.solve(&Request { run, ..Request::default() });
    assert_eq!((answer.outcome, answer.nimber), (Some(Outcome::N), None));
    assert_eq!(answer.stopped, Some(StopReason::Nodes));
    assert!(answer.winning.contains(&"r1c6+10".to_owned()), "the square in the middle: {:?}", answer.winning);
    assert_eq!(answer.winning_count, None, "not all moves were tried");
    assert!(answer.nimber_at_least.unwrap() >= Nimber(1));
}

#[test]
fn threads_find_the_same() {
    for (text, expected) in [("boxing-match 6x6", 5), ("cram 4x5", 2), ("2d-nim 4x5", 7)] {
        let position: Position = text.parse().unwrap();
        let run = Run::unlimited().with_threads(3);
        let request = Request { run, convention: Some(Convention::Normal), ..Request::default() };
        assert_eq!(position.solve(&request).nimber, Some(Nimber(expected)), "{text}");
    }
    let position: Position = "2d-nim 4x5".parse().unwrap();
    let request = Request { run: Run::unlimited().with_threads(3), ..Request::default() };
    assert_eq!(position.solve(&request).outcome, Some(Outcome::N));
}

/// A store that is empty at first is asked once it has something of the game.
#[test]
fn a_value_that_comes_after_a_store_was_attached_is_found() {
    use grundy::store::{Store, Value};
    let folder = tempfile::tempdir().unwrap();
    let store = std::sync::Arc::new(Store::open(&folder.path().join("store")).unwrap());
    let board: Position = "cram 4x5".parse().unwrap();
    board.attach(&store).unwrap();
    assert!(board.keep(Value::Nimber(2), &store).unwrap());
    let request = Request { goal: grundy::Goal::Nimber, ..Request::default() };
    let answer = board.solve(&request);
    assert_eq!((answer.nimber, request.run.nodes() <= 1), (Some(Nimber(2)), true));
}

/// What one search has found the next one reads, and the file says the truth.
#[test]
fn a_store_serves_the_next_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let nodes = |text: &str| {
        let store = std::sync::Arc::new(grundy::store::Store::open(&path).unwrap());
        let position: Position = text.parse().unwrap();
        position.attach(&store).unwrap();
        let answer = position.solve(&Request::default());
        position.save().unwrap();
        (answer.nimber, answer.winning_count, answer.nodes)
    };
    let first = nodes("boxing-match 6x6");
    let again = nodes("boxing-match 6x6");
    assert_eq!((first.0, first.1), (again.0, again.1));
    assert!(again.2 * 10 < first.2, "{first:?} {again:?}");
    let larger = nodes("boxing-match 6x6 + *3");
    assert_eq!(larger.0, Some(Nimber(5 ^ 3)));

    let misere = |text: &str| {
        let store = std::sync::Arc::new(grundy::store::Store::open(&path).unwrap());
        let position: Position = text.parse().unwrap();
        position.attach(&store).unwrap();
        let answer = position.solve(&Request { convention: Some(Convention::Misere), ..Request::default() });
        let new = position.save().unwrap();
        (answer.outcome, answer.winning_count, answer.nodes, new)
    };
    for text in ["2d-nim 5x5", "2d-nim 3x4 + 2d-nim 3x3", "2d-nim max=any 5x5"] {
        let (first, again) = (misere(text), misere(text));
        assert_eq!((first.0, first.1), (again.0, again.1), "{text}");
        assert!(again.2 * 5 < first.2 && first.3 > 10, "{text}: {first:?} {again:?}");
    }

    let store = grundy::store::Store::open_existing(&path).unwrap();
    let (mut checked, mut seen) = ([0; 2], 0);
    let request = || Request { approach: grundy::Approach::Search, ..Request::default() };
    store
        .each(|text, value| {
            seen += 1;
            // Some from all over the file, where there are few more of them.
            let is_misere = matches!(value, grundy::store::Value::Misere { .. });
            if seen % (if is_misere { 29 } else { 2 }) == 0 {
                let position: Position = text.parse().unwrap();
                assert_eq!(position.to_string(), text, "canonical");
                assert!(position.agrees(value, &request()).unwrap(), "{text}: {value:?}");
                checked[usize::from(is_misere)] += 1;
            }
            true
        })
        .unwrap();
    assert!(checked.iter().all(|&checked| checked > 30), "{checked:?} of {seen}");
}

/// Two terms whose nimbers are out of reach: they cancel, or a move makes them cancel, or nothing is said.
#[test]
fn equal_terms_cancel_though_their_nimbers_are_out_of_reach() {
    let solve = |text: &str| {
        let run = Run::new(Limits { nodes: Some(300), ..Limits::default() });
        text.parse::<Position>().unwrap().solve(&Request { run, ..Request::default() })
    };
    let answer = solve("boxing-match 10x20 + boxing-match 20x10");
    assert_eq!((answer.outcome, answer.nimber), (Some(Outcome::P), Some(Nimber(0))));
    assert_eq!((answer.winning_count, answer.stopped, answer.nodes), (Some(0), None, 0));

    let answer = solve("boxing-match 10x20 + nim 3 + boxing-match 10x20 + *1");
    assert_eq!((answer.outcome, answer.nimber), (Some(Outcome::N), Some(Nimber(2))));
    assert!(answer.winning.contains(&"2:1:3>1".to_owned()), "{:?}", answer.winning);
    assert_eq!((answer.winning_count, answer.stopped), (None, Some(StopReason::Nodes)));

    let answer = solve("boxing-match 10x20 + boxing-match 10x21");
    assert_eq!((answer.outcome, answer.stopped), (None, Some(StopReason::Nodes)), "honest");
    let shorter: Position = "boxing-match 10x20".parse::<Position>().unwrap().play("r3c4+5").unwrap();
    let answer = solve(&format!("boxing-match 10x20 + {shorter}"));
    assert_eq!((answer.outcome, answer.nimber), (Some(Outcome::N), None));
    assert_eq!(answer.winning, ["1:r3c4+5", "1:r3c13+5", "1:r4c4+5", "1:r4c13+5"]);
    assert_eq!(answer.winning_count, None);
}

#[test]
fn sums_of_equal_terms_have_the_answers_of_the_definition() {
    for text in [
        "boxing-match 2x3 + boxing-match 3x2",
        "boxing-match 2x3 + *2 + boxing-match 2x3",
        "boxing-match 2x3 + boxing-match 2x2 + boxing-match 2x3",
        "cram 2x3 + 2d-nim 110/011 + cram 2x3 + nim 1",
        "treblecross ..... + treblecross ..... + nim 2",
        "treblecross .X... + treblecross ...X. + nim 1",
    ] {
        let solve = |approach| {
            let request = Request { approach, convention: Some(Convention::Normal), ..Request::default() };
            text.parse::<Position>().unwrap().solve(&request)
        };
        let (best, plain) = (solve(grundy::Approach::Best), solve(grundy::Approach::Definition));
        assert_eq!((best.outcome, best.nimber), (plain.outcome, plain.nimber), "{text}");
        assert_eq!((&best.winning, best.winning_count), (&plain.winning, plain.winning_count), "{text}");
    }
}

/// With so few nodes that searches stop in terms, moves and equal terms are left to decide what they can.
#[test]
fn what_cancelling_proves_of_random_sums_is_so_by_the_definition() {
    let (mut cancelled, mut by_a_move) = (0, 0);
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let of_board = |bits: u64| of_bits(2, 4, bits);
    for round in 0..600 {
        let rules = BoxingMatch;
        let first = of_board(random(256));
        // Often the same board again, turned by half or one move later, so that there is what cancels.
        let mut second = match random(3) {
            0 => of_board(random(256)),
            _ => {
                of_bits(2, 4, (0..8).map(|cell| u64::from(first.has(cell / 4, cell % 4)) << (7 - cell)).sum())
            }
        };
        let mut options = Vec::new();
        let _ = rules.moves(&second, |mv| {
            options.push(rules.play(&second, &mv));
            std::ops::ControlFlow::<()>::Continue(())
        });
        if random(2) == 0 && !options.is_empty() {
            second = options.swap_remove(random(options.len() as u64) as usize);
        }
        let term = |board: &GridBoard| {
            format!("boxing-match {}", grundy_core::Notation::format(&BoxingMatch, board))
        };
        let mut text = format!("{} + {}", term(&first), term(&second));
        if random(2) == 0 {
            text += &format!(" + *{}", random(4));
        }
        let solve = |approach, nodes| {
            let run = Run::new(Limits { nodes, ..Limits::default() });
            text.parse::<Position>().unwrap().solve(&Request { approach, run, ..Request::default() })
        };
        let (best, plain) =
            (solve(grundy::Approach::Best, Some(round % 4)), solve(grundy::Approach::Definition, None));
        let proven = |outcome| best.outcome == Some(outcome);
        assert!(best.outcome.is_none() || best.outcome == plain.outcome, "{text}");
        assert!(best.nimber.is_none() || best.nimber == plain.nimber, "{text}");
        assert!(best.winning.iter().all(|mv| plain.winning.contains(mv)), "{text}: {:?}", best.winning);
        match best.winning_count {
            Some(_) => assert_eq!(best.winning, plain.winning, "{text}"),
            None => assert!(best.stopped.is_some(), "{text}"),
        }
        let is_unvalued = best.parts.iter().any(|part| part.nimber.is_none());
        cancelled += usize::from(proven(Outcome::P) && is_unvalued);
        by_a_move += usize::from(proven(Outcome::N) && best.nimber.is_none() && !best.winning.is_empty());
    }
    assert!(cancelled > 20 && by_a_move > 20, "{cancelled} and {by_a_move}");
}

/// In a misère sum too, every answer that is written down leaves a P-position.
#[test]
fn the_answers_of_a_misere_sum_are_proven_by_the_definition() {
    for (text, moves) in [
        ("2d-nim 110 + 2d-nim 11/01", 6),
        ("cram 2x2 + nim 2", 5),
        ("boxing-match 2x2 + boxing-match 2x2 + boxing-match 11", 12),
        ("chomp 2x2 + cram 1x4", 6),
    ] {
        let convention = Some(Convention::Misere);
        let request = Request { convention, ..Request::default() };
        let explained = text.parse::<Position>().unwrap().explain(&request, None).unwrap();
        let step = explained.steps.iter().find(|step| step.heading.contains("very move has an answer"));
        let tables = step.unwrap_or_else(|| panic!("{text}")).blocks.iter();
        let rows = tables.filter_map(|block| match block {
            grundy::Block::Table(table) => Some(&table.rows),
            grundy::Block::Text(_) => None,
        });
        let mut told = 0;
        for row in rows.flatten() {
            told += 1;
            let approach = grundy::Approach::Definition;
            let request = Request { convention, approach, ..Request::default() };
            let outcome = row[2].parse::<Position>().unwrap().solve(&request).outcome;
            assert_eq!(outcome, Some(Outcome::P), "{text}: {row:?}");
        }
        assert_eq!(told, moves, "{text}");
    }
}

/// The moves of a mixed sum are tried in reading order; what is known of those behind the first that is not
/// decided counts as well.
#[test]
fn a_stopped_misere_search_names_winning_moves_behind_an_open_one() {
    let sum: Position = "cram 3x4 + kayles 9".parse().unwrap();
    let solve = |nodes| {
        let run = Run::new(Limits { nodes, ..Limits::default() });
        let approach = Approach::Search;
        sum.solve(&Request { run, approach, convention: Some(Convention::Misere), ..Request::default() })
    };
    let (stopped, whole) = (solve(Some(100)), solve(None));
    assert_eq!((stopped.winning_count, stopped.stopped), (None, Some(StopReason::Nodes)));
    let named = stopped.winning.len();
    assert!(
        named > 3 && stopped.winning != whole.winning[..named],
        "{:?} of {:?}",
        stopped.winning,
        whole.winning
    );
}

/// However early a limit comes, the winning moves that are named win; and where they are counted, all moves
/// are known, though the nimber need not be.
#[test]
fn a_stopped_search_names_what_is_proven_and_counts_only_what_is_complete() {
    let (mut counted_without_nimber, mut named_in_part) = (0, 0);
    for (text, convention, most) in [
        ("boxing-match 5x5", Convention::Normal, 4_000),
        ("boxing-match 1111/1111/1101/1111/1111", Convention::Normal, 400),
        ("cram 3x5", Convention::Normal, 300),
        ("2d-nim 4x4 + 2d-nim 110/111", Convention::Misere, 2_000),
        ("2d-nim 4x5", Convention::Misere, 400),
        ("cram 3x4 + kayles 9", Convention::Misere, 400),
    ] {
        let solve = |nodes: Option<u64>| {
            let run = Run::new(Limits { nodes, ..Limits::default() });
            let request = Request { run, convention: Some(convention), ..Request::default() };
            text.parse::<Position>().unwrap().solve(&request)
        };
        let whole = solve(None);
        assert!(whole.stopped.is_none() && !whole.winning.is_empty(), "{text}");
        for nodes in (1..40).map(|step| step * step * most / 1600) {
            let answer = solve(Some(nodes));
            assert!(answer.outcome.is_none_or(|outcome| Some(outcome) == whole.outcome), "{text} {nodes}");
            assert!(answer.winning.iter().all(|label| whole.winning.contains(label)), "{text} {nodes}");
            match answer.winning_count {
                Some(count) => {
                    assert_eq!((Some(count), &answer.winning), (whole.winning_count, &whole.winning));
                    counted_without_nimber += usize::from(answer.stopped.is_some());
                }
                None => {
                    assert!(answer.stopped.is_some(), "{text} {nodes}");
                    named_in_part += usize::from(!answer.winning.is_empty());
                }
            }
        }
    }
    assert!(counted_without_nimber > 0 && named_in_part > 5, "{counted_without_nimber} {named_in_part}");
}
