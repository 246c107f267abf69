//! What hostile rules files cost: processor time and memory for reading, compiling, reading a board, and one step of a
//! search, until the limits of a run bite: one node, or 20 ms.

#[path = "../../crates/own/tests/hostile_rules/mod.rs"]
mod hostile_rules;

use grundy_bench::limits::peak_memory;
use grundy_bench::report;
use grundy_core::{Limits, Notation, Reader, Run};
use grundy_own::{BoardFile, Origin};
use grundy_solve::{MexSolver, Theorems, TranspositionTable};
use hostile_rules::{FILES, file};
use nix::sys::resource::{UsageWho, getrusage};
use std::time::Duration;

/// The processor time of this process, in milliseconds.
fn cpu() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the process has its times");
    let milliseconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 * 1e3 + time.tv_usec() as f64 / 1e3;
    milliseconds(usage.user_time()) + milliseconds(usage.system_time())
}

/// The peak of the memory of this process so far, in MiB.
fn memory() -> f64 {
    peak_memory(std::process::id()).expect("Linux tells it") as f64 / (1 << 20) as f64
}

/// What a file costs: its rules, and one step of a search on its board.
fn cost(seed: u64) -> (f64, f64) {
    let (text, board) = file(seed);
    let from = cpu();
    let read = BoardFile::read_from(&text, Origin::Remote);
    let compiled = cpu();
    if let Ok(read) = &read
        && let Ok(at) = read.game().parse(&mut Reader::new(&board))
    {
        let run =
            Run::new(Limits { nodes: Some(1), time: Some(Duration::from_millis(20)), ..Limits::default() });
        let (theorems, table) = (Theorems(read.game()), TranspositionTable::default());
        let _ = MexSolver::new(read.game(), &theorems, &table).nimber(&at, &run);
    }
    (compiled - from, cpu() - compiled)
}

fn main() {
    let (mut worst, mut all) = ((0.0, 0), Vec::new());
    let before = memory();
    let mut largest = (0.0, 0);
    for seed in 0..FILES {
        let held = memory();
        let (read, searched) = cost(seed);
        if read + searched > worst.0 {
            worst = (read + searched, seed);
        }
        if memory() - held > largest.0 {
            largest = (memory() - held, seed);
        }
        all.push((read + searched, read, seed));
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (time, read, seed) in &all[..10] {
        println!("  file {seed} (kind {}): {time:.1} ms, {read:.1} of them for the rules", seed % 16);
    }
    let told = format!("{FILES} hostile files: file {} takes", worst.1);
    report(&told, worst.0, "ms of processor time", "<= 100", worst.0 <= 100.0);
    let grown = memory() - before;
    let told =
        format!("the process grew, at most by {:.1} MiB with file {}, in all by", largest.0, largest.1);
    report(&told, grown, "MiB", "<= 64", grown <= 64.0);
}
