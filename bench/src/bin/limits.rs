//! Whether limits are kept: real processes on hard work of every engine.
//!
//! `cargo run --release -p grundy-bench --bin limits` runs the list of `bench/limits/hard.txt` with `--memory`,
//! with `--time`, and with Ctrl-C after one second, and prints what was asked and what was seen. It exits 1
//! when memory is passed. Times are figures: they mean something on a quiet machine only.

use clap::Parser;
use grundy_bench::limits::{Case, Seen, allowed, watch};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Runs the list.
#[derive(Parser)]
struct Arguments {
    /// Only lines whose name has this in it
    #[arg(long, default_value = "")]
    name: String,
    /// Limits of memory, in megabytes
    #[arg(long, value_delimiter = ',', default_values_t = [50, 100, 400])]
    memory: Vec<u64>,
    /// Limits of time, in milliseconds
    #[arg(long, value_delimiter = ',', default_values_t = [500, 1000, 3000])]
    time: Vec<u64>,
    /// Leave Ctrl-C out
    #[arg(long)]
    no_interrupt: bool,
    /// A run for memory is stopped by --time after so many seconds
    #[arg(long, default_value_t = 20)]
    patience: u64,
    /// The program, where it is another than that of this tree
    #[arg(long)]
    program: Option<PathBuf>,
}

/// More than this after the limit of time is told.
const LATE: Duration = Duration::from_millis(300);
/// What takes more time of the processors is killed, and told.
const MOST: Duration = Duration::from_secs(60);

struct Bench {
    arguments: Arguments,
    program: PathBuf,
    folder: tempfile::TempDir,
    faults: usize,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let program = arguments.program.clone().unwrap_or_else(grundy_bench::program);
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut bench = Bench { arguments, program, folder, faults: 0 };
    println!("{:<36} {:>12} {:>12} {:>8} {:>10} {:>6}", "work", "asked", "seen", "ratio", "cpu", "exit");
    let mut cases = Case::all();
    cases.retain(|case| case.name.contains(&bench.arguments.name));
    // Small limits first: peaks are exact where they are records (`watch`).
    for megabytes in bench.arguments.memory.clone() {
        cases.iter().filter(|case| case.has('m')).for_each(|case| bench.memory(case, megabytes));
    }
    cases.iter().for_each(|case| bench.time(case));
    println!("{} limits of memory were passed", bench.faults);
    if bench.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Bench {
    fn time(&self, case: &Case) {
        for &milliseconds in &self.arguments.time {
            if case.has('t') {
                let limit = Duration::from_millis(milliseconds);
                let seen = self.run(case, &["--time".to_owned(), format!("{milliseconds}ms")], None);
                tell_time(case, "", limit, &seen);
            }
        }
        if !self.arguments.no_interrupt {
            let limit = Duration::from_secs(1);
            tell_time(case, "^C ", limit, &self.run(case, &[], Some(limit)));
        }
    }

    fn memory(&mut self, case: &Case, megabytes: u64) {
        let mut limits = vec!["--memory".to_owned(), format!("{megabytes}MB")];
        if case.has('t') {
            limits.extend(["--time".to_owned(), format!("{}s", self.arguments.patience)]);
        }
        let seen = self.run(case, &limits, None);
        let is_passed = seen.peak > allowed(1_000_000 * megabytes);
        self.faults += usize::from(is_passed);
        let found = seen.peak as f64 / 1e6;
        let asked = format!("{megabytes} MB");
        tell(case, &asked, &format!("{found:.0} MB"), found / megabytes as f64, &seen, is_passed);
    }

    fn run(&self, case: &Case, limits: &[String], interrupt: Option<Duration>) -> Seen {
        let words = case.words(&self.program, self.folder.path());
        let words = [words.expect("files can be written"), limits.to_vec()].concat();
        watch(&self.program, &words, interrupt, MOST).expect("the program starts")
    }
}

fn tell_time(case: &Case, what: &str, limit: Duration, seen: &Seen) {
    let (asked, found) = (limit.as_secs_f64(), seen.elapsed.as_secs_f64());
    let is_late = seen.elapsed > limit + LATE;
    tell(case, &format!("{what}{asked:.1} s"), &format!("{found:.2} s"), found / asked, seen, is_late);
}

fn tell(case: &Case, asked: &str, found: &str, ratio: f64, seen: &Seen, is_passed: bool) {
    let (name, cpu) = (&case.name, seen.cpu.as_secs_f64());
    let code = seen.code.map_or("killed".to_owned(), |code| code.to_string());
    let verdict = if is_passed { "  PASSED" } else { "" };
    println!("{name:<36} {asked:>12} {found:>12} {ratio:>8.2} {cpu:>8.2} s {code:>6}{verdict}");
}
