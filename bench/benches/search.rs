//! Nimbers of boards by search, against `igsolve` 0.1.2: value only in this process, user seconds in turn.
//!
//! The rival is run where `IGSOLVE` names it: `cargo install igsolve --version 0.1.2 --root FOLDER`, then
//! `IGSOLVE=FOLDER/bin/igsolve cargo bench -p grundy-bench --bench search`. With `LONG` set, boards of minutes are run too.

use grundy_bench::report;
use grundy_core::{Notation, Reader, Run};
use grundy_games::{Chomp, Cram};
use grundy_solve::{MexSolver, Theorems, TranspositionTable};
use nix::sys::resource::{UsageWho, getrusage};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::process::Command;

/// A board of Cram with its nimber, and how much of the rival's time it may take.
struct Bar {
    rows: u16,
    columns: u16,
    nimber: u64,
    most: f64,
    is_long: bool,
}

const fn bar(rows: u16, columns: u16, nimber: u64, most: f64) -> Bar {
    Bar { rows, columns, nimber, most, is_long: false }
}

const fn long(rows: u16, columns: u16, nimber: u64, most: f64) -> Bar {
    Bar { rows, columns, nimber, most, is_long: true }
}

const BARS: &[Bar] = &[
    bar(4, 7, 3, 0.6),
    bar(5, 6, 2, 0.6),
    bar(5, 7, 1, 0.3),
    bar(5, 8, 1, 0.25),
    long(5, 9, 1, 0.15),
    bar(4, 9, 1, 0.6),
    bar(4, 10, 0, 0.6),
    bar(4, 11, 1, 0.25),
    bar(3, 13, 2, 0.6),
    bar(3, 15, 1, 0.15),
    bar(3, 17, 0, 0.15),
];

/// The user time of this process or of its children, in seconds.
fn user(who: UsageWho) -> f64 {
    let time = getrusage(who).expect("the system tells").user_time();
    time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
}

/// The mean user time of as many runs as make a second, and the last answer.
fn timed<T>(who: UsageWho, mut run: impl FnMut() -> T) -> (f64, T) {
    let begin = user(who);
    let mut runs = 1.0;
    loop {
        let answer = run();
        let spent = user(who) - begin;
        if spent >= 1.0 || runs >= 50.0 {
            return (spent / runs, answer);
        }
        runs += 1.0;
    }
}

/// The nimber by a solver that knows nothing yet, with the nodes that it took.
fn nimber<R: Notation>(rules: &R, text: &str) -> (u64, u64) {
    let at = rules.parse(&mut Reader::new(text)).expect("it is a position");
    let (table, run) = (TranspositionTable::default(), Run::unlimited());
    let _ = rules.knowledge().prepare(&at, &run);
    let theorems = Theorems(rules);
    (MexSolver::new(rules, &theorems, &table).nimber(&at, &run).expect("there is no limit").0, run.nodes())
}

/// The rival's user time and nimber.
fn rival(game: &str, rows: u16, columns: u16) -> Option<(f64, u64)> {
    let program = std::env::var_os("IGSOLVE")?;
    let sides = [rows.to_string(), columns.to_string()];
    let (time, output) = timed(UsageWho::RUSAGE_CHILDREN, || {
        let mut command = Command::new(&program);
        command.args(["--tt", "hash-map", game, "-r", &sides[0], "-c", &sides[1]]);
        command.output().expect("IGSOLVE can be run")
    });
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = text.lines().find_map(|line| line.strip_prefix("Nimber of initial position: "));
    Some((time, found.and_then(|nimber| nimber.trim().parse().ok()).expect("it prints a nimber")))
}

/// Runs a board in turn with the rival. Returns our time to the rival's.
fn in_turn<R: Notation>(rules: &R, game: &str, board: &Bar) -> Option<f64> {
    let text = format!("{}x{}", board.rows, board.columns);
    let (ours, (found, nodes)) = timed(UsageWho::RUSAGE_SELF, || nimber(rules, &text));
    assert_eq!(found, board.nimber, "{game} {text}");
    let Some((theirs, same)) = rival(game, board.rows, board.columns) else {
        println!("{game} {text}: {ours:.3} user s, {nodes} nodes (IGSOLVE is not set)");
        return None;
    };
    assert_eq!(same, board.nimber, "{game} {text} by igsolve");
    let ratio = ours / theirs;
    println!("{game} {text}: {ours:.3} user s, {nodes} nodes; igsolve {theirs:.3} user s");
    report(
        &format!("{game} {text}: our time to igsolve's"),
        ratio,
        "x",
        &format!("<= {}", board.most),
        ratio <= board.most,
    );
    Some(ratio)
}

/// Random boards of each width, whose node counts are kept: they tell a change of the search from luck.
fn random_boards() {
    let mut dice = ChaCha8Rng::seed_from_u64(2026);
    for columns in 5..=12_u16 {
        let mut nodes = Vec::new();
        for _ in 0..3 {
            let cells = (0..4).map(|_| {
                (0..columns).map(|_| if dice.random_bool(0.85) { '.' } else { '#' }).collect::<String>()
            });
            let text = cells.collect::<Vec<_>>().join("/");
            nodes.push(nimber(&Cram, &text).1);
        }
        println!("cram, three random boards of 4 x {columns}: {nodes:?} nodes");
    }
}

fn main() {
    let is_run = |board: &&Bar| !board.is_long || std::env::var_os("LONG").is_some();
    let ratios: Vec<f64> =
        BARS.iter().filter(is_run).filter_map(|board| in_turn(&Cram, "cram", board)).collect();
    if !ratios.is_empty() {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        report("cram: geometric mean of all boards", mean, "x", "<= 0.25", mean <= 0.25);
    }
    in_turn(&Chomp::default(), "chomp", &bar(10, 10, 19, 1.0));
    random_boards();
}
