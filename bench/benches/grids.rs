//! Boards: Boxing Match on full rectangles and random boards, misère 2D Nim, and Cram and Chomp
//! against `igsolve` 0.1.2, the nearest other solver of such games.
//!
//! The rival is run where `IGSOLVE` names it: `cargo install igsolve --version 0.1.2 --root FOLDER`,
//! then `IGSOLVE=FOLDER/bin/igsolve cargo bench -p grundy-bench --bench grids`.

use grundy_bench::{fastest, report};
use grundy_core::{Limits, Nimber, Notation, Outcome, Reader, Run};
use grundy_games::grid::GridBoard;
use grundy_games::{BoxingMatch, Chomp, Cram, TwoDNim};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::process::Command;
use std::time::{Duration, Instant};

/// The nimber of a position by a solver that knows nothing yet, with the nodes that it took.
fn nimber<R: Notation>(rules: &R, text: &str) -> (u64, u64) {
    let at = rules.parse(&mut Reader::new(text)).expect("it is a position");
    let (values, run) = (TranspositionTable::default(), Run::unlimited());
    let _ = rules.knowledge().prepare(&at, &run);
    let theorems = Theorems(rules);
    let solver = MexSolver::new(rules, &theorems, &values);
    (solver.nimber(&at, &run).expect("there is no limit").0, run.nodes())
}

fn rectangles() {
    let begin = Instant::now();
    for (rows, first, nimbers) in [
        (2, 2, &[2, 2, 1, 4, 3, 3, 1, 4, 2, 6, 5, 0, 2, 7][..]),
        (3, 3, &[3, 5, 1, 6, 9, 2, 1, 10, 9, 2, 5, 6, 1, 2, 5, 9, 1, 6, 5, 2]),
        (4, 4, &[4, 2, 9, 3, 7, 6, 6, 13, 1, 0, 2, 4]),
        (5, 5, &[6, 6, 3, 7, 1, 1]),
        (6, 6, &[5, 4]),
    ] {
        for (columns, &expected) in (first..).zip(nimbers) {
            assert_eq!(nimber(&BoxingMatch, &format!("{rows}x{columns}")).0, expected, "{rows}x{columns}");
        }
    }
    println!("Boxing Match: all full rectangles of the table in {:.1} s", begin.elapsed().as_secs_f64());
    for (board, expected, bar) in [("7x7", 6, 10.0), ("6x8", 8, 20.0)] {
        let (time, (found, nodes)) = fastest(1, || nimber(&BoxingMatch, board));
        assert_eq!(found, expected);
        let seconds = time.as_secs_f64();
        report(
            &format!("Boxing Match {board}, {nodes} nodes"),
            seconds,
            "s",
            &format!("<= {bar}"),
            seconds <= bar,
        );
    }
}

fn random_board(rows: u16, columns: u16, density: f64, dice: &mut ChaCha8Rng) -> GridBoard {
    let mut board = GridBoard::empty(rows, columns);
    for row in 0..rows {
        for column in 0..columns {
            if dice.random_bool(density) {
                board = board.with_cell(row, column);
            }
        }
    }
    board
}

fn random_boards() {
    let mut dice = ChaCha8Rng::seed_from_u64(1994);
    let (mut outcomes, mut nimbers) = (0, 0);
    for _ in 0..10 {
        let board = random_board(8, 8, 0.8, &mut dice);
        let second = || Run::new(Limits { time: Some(Duration::from_secs(1)), ..Limits::default() });
        let values = TranspositionTable::default();
        let theorems = Theorems(&BoxingMatch);
        let solver = MexSolver::new(&BoxingMatch, &theorems, &values);
        let outcome = solver.outcome(&board, &second());
        outcomes += u32::from(outcome.is_ok());
        let values = TranspositionTable::default();
        let solver = MexSolver::new(&BoxingMatch, &theorems, &values);
        let nimber = solver.nimber(&board, &second());
        nimbers += u32::from(nimber.is_ok());
        if let (Ok(outcome), Ok(nimber)) = (outcome, nimber) {
            assert_eq!(outcome, Outcome::of_nimber(nimber), "{board}");
        }
    }
    report("random 8 x 8 at 0.8: outcomes within 1 s", outcomes.into(), "of 10", "10", outcomes == 10);
    report("random 8 x 8 at 0.8: nimbers within 1 s", nimbers.into(), "of 10", ">= 9", nimbers >= 9);
}

fn misere() {
    for (rules, board, expected) in [
        (TwoDNim::at_most(3), "5x5", Outcome::N),
        (TwoDNim::at_most(3), "4x6", Outcome::P),
        (TwoDNim::at_most(3), "5x6", Outcome::N),
        (TwoDNim::tactix(), "5x7", Outcome::N),
    ] {
        let at = rules.parse(&mut Reader::new(board)).expect("it is a board");
        let (time, (found, nodes)) = fastest(1, || {
            let (sums, run) = (MisereTable::default(), Run::unlimited());
            let theorems = Theorems(&rules);
            let solver = MisereSolver::new(&rules, &theorems, &sums);
            (solver.outcome(&at, &run).expect("there is no limit"), run.nodes())
        });
        assert_eq!(found, expected, "{board}");
        println!("misère 2d-nim {} {board}: {:.2} s, {nodes} nodes", rules.parameters(), time.as_secs_f64());
    }
}

/// The nimber that the rival finds, and the time of its process.
fn rival(game: &str, rows: &str, columns: &str) -> Option<(Duration, u64)> {
    let program = std::env::var_os("IGSOLVE")?;
    let (time, output) = fastest(3, || {
        Command::new(&program).args([game, "-r", rows, "-c", columns]).output().expect("IGSOLVE can be run")
    });
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = text.lines().find_map(|line| line.strip_prefix("Nimber of initial position: "));
    Some((time, found.and_then(|nimber| nimber.trim().parse().ok()).expect("it prints a nimber")))
}

/// `rules` makes them anew, for what they keep is part of the work.
fn against_the_rival<R: Notation>(
    rules: impl Fn() -> R,
    game: &str,
    rows: &str,
    columns: &str,
    expected: Nimber,
) {
    let board = format!("{rows}x{columns}");
    let (ours, (found, nodes)) = fastest(3, || nimber(&rules(), &board));
    assert_eq!(Nimber(found), expected, "{game} {board}");
    match rival(game, rows, columns) {
        None => println!("{game} {board}: {:.2} s, {nodes} nodes (IGSOLVE is not set)", ours.as_secs_f64()),
        Some((theirs, same)) => {
            assert_eq!(Nimber(same), expected, "{game} {board} by igsolve");
            let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
            println!(
                "{game} {board}: {:.3} s, {nodes} nodes; igsolve {:.3} s",
                ours.as_secs_f64(),
                theirs.as_secs_f64()
            );
            report(&format!("{game} {board}, our time to igsolve's"), ratio, "x", "<= 1.0", ratio <= 1.0);
        }
    }
}

fn main() {
    rectangles();
    random_boards();
    misere();
    against_the_rival(|| Cram, "cram", "5", "6", Nimber(2));
    against_the_rival(|| Cram, "cram", "5", "7", Nimber(1));
    if std::env::var_os("LONG").is_some() {
        against_the_rival(|| Cram, "cram", "5", "8", Nimber(1));
    }
    against_the_rival(Chomp::default, "chomp", "10", "10", Nimber(19));
}
