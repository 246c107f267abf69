//! Tables of every state: they agree with searches, and serve them.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::tables::{Build, Content, Oracle, Rules, States, TableGame, TableShape};
use grundy::{Answer, Approach, Convention, Limits, Method, Nimber, Outcome, Position, Request, Run};
use grundy_core::Ruleset;
use grundy_games::grid::GridBoard;
use grundy_games::{BoxingMatch, TwoDNim};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use std::fs;
use std::path::Path;
use std::sync::Arc;

const NIM: TableGame = TableGame::two_d_nim(Some(3));
const TAC_TIX: TableGame = TableGame::two_d_nim(None);

fn shape(game: TableGame, rows: u32, columns: u32, convention: Convention, content: Content) -> TableShape {
    TableShape::new(Rules::new(&game, rows, columns, convention).unwrap(), content).unwrap()
}

fn in_memory(game: &TableGame, convention: Convention) -> States {
    let build = Build::new(shape(game.clone(), 5, 5, convention, Content::Outcomes));
    build.in_memory(&Run::unlimited().with_threads(2)).unwrap().unwrap()
}

/// The board of a state of 5x5.
fn board(state: u64) -> GridBoard {
    let stones = (0..25_u16).filter(|cell| state >> cell & 1 == 1);
    stones.fold(GridBoard::empty(5, 5), |board, cell| board.with_cell(cell / 5, cell % 5))
}

/// States of 5x5 that look as if drawn at random, with any number of stones equally likely.
fn states() -> impl Iterator<Item = u64> {
    let mut state = 1_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) % below
    };
    std::iter::repeat_with(move || {
        let density = random(26);
        (0..25).filter(|_| random(25) < density).fold(0, |state, cell| state | 1 << cell)
    })
}

fn search_agrees<R: Ruleset<Position = GridBoard>>(rules: &R, game: &TableGame) {
    let run = grundy::Run::unlimited();
    let (values, sums) = (TranspositionTable::default(), MisereTable::default());
    let theorems = Theorems(rules);
    let normal = MexSolver::new(rules, &theorems, &values);
    let misere = MisereSolver::new(rules, &theorems, &sums);
    let tables = (in_memory(game, Convention::Normal), in_memory(game, Convention::Misere));
    for state in states().take(300) {
        let at = board(state);
        assert_eq!(normal.outcome(&at, &run).unwrap(), tables.0.outcome(state), "{at}, normal play");
        assert_eq!(misere.outcome(&at, &run).unwrap(), tables.1.outcome(state), "{at}, misère play");
    }
}

/// `cargo bench --bench tables -- agreement` goes on to 10,000 of each game, and to nimbers.
#[test]
fn search_and_tables_agree_on_random_states_of_5x5() {
    search_agrees(&TwoDNim::at_most(3), &NIM);
    search_agrees(&TwoDNim::tactix(), &TAC_TIX);
    search_agrees(&BoxingMatch, &TableGame::BOXING_MATCH);
}

/// The cells of 5x5 that a move takes: `r1c2-r3c2` are the corners of a rectangle, `r1c1+3` is a square.
fn taken(label: &str) -> u64 {
    let corner = |text: &str| -> (u32, u32) {
        let (row, column) = text[1..].split_once('c').unwrap();
        (row.parse::<u32>().unwrap() - 1, column.parse::<u32>().unwrap() - 1)
    };
    let (from, to) = match label.split_once('+') {
        Some((from, side)) => {
            let (from, more) = (corner(from), side.parse::<u32>().unwrap() - 1);
            (from, (from.0 + more, from.1 + more))
        }
        None => {
            let (from, to) = label.split_once('-').unwrap_or((label, label));
            (corner(from), corner(to))
        }
    };
    let cells = (from.0..=to.0).flat_map(|row| (from.1..=to.1).map(move |column| row * 5 + column));
    cells.map(|cell| 1 << cell).sum()
}

/// A misère search that has opened some hundred sums makes all states of 4x5, then those of 5x5, and looks its options
/// up there. It has room for them or not.
#[test]
fn long_misere_searches_agree_with_tables() {
    for (name, game) in
        [("2d-nim", NIM), ("2d-nim max=any", TAC_TIX), ("boxing-match", TableGame::BOXING_MATCH)]
    {
        let states_of_board = in_memory(&game, Convention::Misere);
        for memory in [None, Some(1 << 30), Some(4 << 20)] {
            let limits = Limits { memory, ..Limits::default() };
            let start: Position = format!("{name} 5x5").parse().unwrap();
            let solved = |position: &Position| {
                let run = Run::new(limits).with_threads(2);
                let convention = Some(Convention::Misere);
                position.solve(&Request { convention, approach: Approach::Search, run, ..Request::default() })
            };
            if solved(&start).winning_count.is_none() {
                assert_eq!(memory, Some(4 << 20), "{name} 5x5");
                continue;
            }
            // All that is found in one game is kept for the next question.
            for seed in 0..12 {
                let (mut at, mut state) = (start.clone(), states_of_board.shape().rules().full_board());
                loop {
                    let answer = solved(&at);
                    assert_eq!(answer.outcome, Some(states_of_board.outcome(state)), "{name} {at}");
                    let lost = states_of_board.shape().rules().moves();
                    let lost = lost
                        .from_state(state)
                        .filter(|taken| states_of_board.outcome(state & !taken) == Outcome::P);
                    assert_eq!(answer.winning_count, Some(lost.count() as u128), "{name} {at}");
                    let moves = at.moves(100);
                    let Some(label) = moves.get((seed * 31 + state as usize) % moves.len().max(1)) else {
                        break;
                    };
                    (at, state) = (at.play(label).unwrap(), state & !taken(label));
                }
                assert_eq!(state, 0);
            }
        }
    }
}

fn build(folder: &Path, shape: TableShape) {
    assert!(Build::new(shape).in_folder(folder, &Run::unlimited()).unwrap().is_complete());
}

/// Tables of 4x4, a folder for each.
fn tables() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, game, convention, content) in [
        ("misere", NIM, Convention::Misere, Content::Outcomes),
        ("normal", NIM, Convention::Normal, Content::Outcomes),
        ("nimbers", TableGame::BOXING_MATCH, Convention::Normal, Content::Nimbers),
        ("boxing", TableGame::BOXING_MATCH, Convention::Misere, Content::Outcomes),
    ] {
        build(&folder.path().join(name), shape(game, 4, 4, convention, content));
    }
    folder
}

fn solved(text: &str, convention: Convention, approach: Approach, oracle: Option<&Arc<Oracle>>) -> Answer {
    let position: Position = text.parse().unwrap();
    if let Some(oracle) = oracle {
        position.attach_tables(oracle);
    }
    position.solve(&Request { convention: Some(convention), approach, ..Request::default() })
}

/// Single positions and sums, inside of the tables, larger than them, of games without any.
const POSITIONS: [&str; 14] = [
    "2d-nim 4x4",
    "2d-nim 1011/0111",
    "2d-nim 1/1/1/0/1",
    "2d-nim 3x5",
    "2d-nim max=any 3x3",
    "2d-nim max=any 1101/1111/0111",
    "2d-nim 2x2 + 2d-nim 1x4",
    "2d-nim 3x4 + 2d-nim 4x3 + 2d-nim 11/10",
    "boxing-match 4x4",
    "boxing-match 1101/1111/0111",
    "boxing-match 3x5",
    "boxing-match 3x4 + boxing-match 3x3 + *2",
    "2d-nim 3x4 + boxing-match 3x3 + nim 2",
    "cram 3x3 + 2d-nim 110/011",
];

#[test]
fn answers_with_tables_are_the_answers_without() {
    let folder = tables();
    let (mut nodes, mut saved) = (0, 0);
    for text in POSITIONS {
        for convention in [Convention::Normal, Convention::Misere] {
            let oracle = Arc::new(Oracle::open(folder.path()).unwrap());
            let plain = solved(text, convention, Approach::Best, None);
            let told = solved(text, convention, Approach::Best, Some(&oracle));
            let all = |answer: &Answer| {
                (answer.outcome, answer.nimber, answer.moves, answer.winning.clone(), answer.winning_count)
            };
            assert_eq!(all(&told), all(&plain), "{text}, {convention}");
            assert!(plain.tables.is_empty());
            (nodes, saved) = (nodes + plain.nodes, saved + plain.nodes.saturating_sub(told.nodes));
            let told_states: u64 = told.tables.iter().map(|table| table.states).sum();
            assert_eq!(told_states, oracle.states_found().iter().sum::<u64>());
            // Other roads ask no table.
            let searched = solved(text, convention, Approach::Search, Some(&oracle));
            assert_eq!((searched.outcome, searched.tables.len()), (plain.outcome, 0), "{text}");
        }
    }
    assert!(saved > 0, "of {nodes}");
}

#[test]
fn what_is_in_a_table_is_not_searched() {
    let folder = tables();
    for (text, convention, is_told) in [
        ("2d-nim 4x4", Convention::Misere, true),
        ("2d-nim max=4 1101/1111", Convention::Misere, false),
        ("2d-nim max=any 111/101/111", Convention::Misere, true),
        ("2d-nim 3x5", Convention::Misere, false),
        ("2d-nim 00000/01111/01111/00000/00000", Convention::Misere, true),
        ("2d-nim 1x4 + 2d-nim 2x2", Convention::Misere, true),
        ("boxing-match 4x4", Convention::Normal, true),
        ("boxing-match 4x3 + nim 5", Convention::Normal, true),
        ("boxing-match 4x4", Convention::Misere, true),
        ("2d-nim 110/111/110/101", Convention::Normal, false),
    ] {
        let oracle = Arc::new(Oracle::open(folder.path()).unwrap());
        let answer = solved(text, convention, Approach::Best, Some(&oracle));
        let expected = if is_told { Method::Table } else { Method::Search };
        assert_eq!((answer.method, answer.nodes == 0), (expected, is_told), "{text}: {:?}", answer.tables);
        assert!(!is_told || !answer.tables.is_empty());
    }
}

#[test]
fn a_played_game_goes_on_asking_the_tables() {
    let folder = tables();
    let oracle = Arc::new(Oracle::open(folder.path()).unwrap());
    let start: Position = "2d-nim 4x4".parse().unwrap();
    start.attach_tables(&oracle);
    let folders: Vec<_> = start.tables(Convention::Misere).iter().map(|table| table.folder()).collect();
    assert_eq!(folders, [folder.path().join("misere")]);
    let player = grundy::Player::default();
    let mut position = start.play("r1c1").unwrap();
    while let Some(choice) = player.choose(&position) {
        position = position.play(&choice.label).unwrap();
        let answer = position.solve(&Request::default());
        assert_ne!(answer.outcome, Some(Outcome::N), "it had won, and plays perfectly");
        let Some(answer) = position.moves(1).pop() else { break };
        position = position.play(&answer).unwrap();
    }
    assert!(oracle.states_found().iter().sum::<u64>() > 50);
}

#[test]
fn what_cannot_be_read_is_told_once_and_the_search_goes_on() {
    let folder = tables();
    let file = |table: &str, name: &str| folder.path().join(table).join(name);
    // The last page of the block has the full board.
    let mut bytes = fs::read(file("misere", "block-00000")).unwrap();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    fs::write(file("misere", "block-00000"), bytes).unwrap();
    fs::remove_file(file("normal", "block-00000")).unwrap();
    let newer = fs::read_to_string(file("nimbers", "manifest")).unwrap().replace("table 2", "table 9");
    fs::write(file("nimbers", "manifest"), newer).unwrap();
    fs::write(file("boxing", "manifest"), "no table").unwrap();

    let oracle = Arc::new(Oracle::open(folder.path()).unwrap());
    let told = |errors: &[grundy::tables::TableError]| {
        let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
        told.join("\n").replace(&format!("{}/", folder.path().display()), "")
    };
    assert_eq!(
        told(oracle.refused()),
        "boxing holds no table: its manifest does not begin like one\n\
         nimbers is a table of version 9, and this program knows versions up to 3"
    );
    for (text, convention, fault) in [
        (
            "2d-nim 110/111/110/101",
            Convention::Normal,
            "normal is not finished: what its missing blocks would tell is not known",
        ),
        ("2d-nim 4x4", Convention::Misere, "misere/block-00000 is damaged: the checksum of page 1 differs"),
        ("boxing-match 4x4", Convention::Normal, ""),
    ] {
        let answer = solved(text, convention, Approach::Best, Some(&oracle));
        assert_eq!(answer.outcome, solved(text, convention, Approach::Best, None).outcome, "{text}");
        assert_eq!((answer.method, answer.tables.len()), (Method::Search, 0), "{text}");
        assert_eq!(told(&oracle.take_faults()), fault, "{text}");
        solved(text, convention, Approach::Best, Some(&oracle));
        assert!(oracle.take_faults().is_empty(), "told once");
    }
    let empty = tempfile::tempdir().unwrap();
    assert!(Oracle::open(empty.path()).unwrap_err().to_string().contains("there is no manifest in it"));
    assert!(Oracle::open(&empty.path().join("nowhere")).is_err());
}

#[test]
fn nimbers_of_a_table_carry_a_sum() {
    let folder = tables();
    let oracle = Arc::new(Oracle::open(folder.path()).unwrap());
    let answer = solved("boxing-match 4x4 + *4", Convention::Normal, Approach::Best, Some(&oracle));
    assert_eq!((answer.outcome, answer.nimber), (Some(Outcome::P), Some(Nimber(0))));
    assert_eq!(
        (answer.method, answer.tables[0].holds.as_str()),
        (Method::Table, "nimbers of boxing-match 4x4, normal")
    );
}
