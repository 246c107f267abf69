//! Own games against the same games in Rust: rules read from text at load, and the built-in ones, in turn in one
//! process; nodes, and CPU time.

use grundy_bench::report;
use grundy_core::{Nimber, Notation, Outcome, Reader, Run};
use grundy_games::{BoxingMatch, Cram, TwoDNim};
use grundy_own::{BoardFile, OwnGame};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use nix::sys::resource::{UsageWho, getrusage};

/// How often each is solved; the least time counts.
const ROUNDS: usize = 5;

/// The CPU time of this process, in seconds.
fn cpu() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the process has its times");
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}

/// A solver that knows nothing yet: what it finds, its nodes, its CPU time.
fn solved<R: Notation>(rules: &R, text: &str, is_misere: bool) -> (String, u64, f64) {
    let at = rules.parse(&mut Reader::new(text)).expect("it is a position");
    let (run, theorems, from) = (Run::unlimited(), Theorems(rules), cpu());
    let found = match is_misere {
        true => {
            let table = MisereTable::default();
            let outcome: Outcome =
                MisereSolver::new(rules, &theorems, &table).outcome(&at, &run).expect("no limit");
            outcome.to_string()
        }
        false => {
            let table = TranspositionTable::default();
            let nimber: Nimber =
                MexSolver::new(rules, &theorems, &table).nimber(&at, &run).expect("no limit");
            nimber.to_string()
        }
    };
    (found, run.nodes(), cpu() - from)
}

fn compare<R: Notation>(name: &str, built_in: &R, own: &OwnGame, board: &str, is_misere: bool, bar: f64) {
    let (mut theirs, mut ours) = (f64::INFINITY, f64::INFINITY);
    let (mut nodes, mut own_nodes) = (0, 0);
    for _ in 0..ROUNDS {
        let (wanted, count, time) = solved(built_in, board, is_misere);
        let text =
            if board.contains('x') { board.to_owned() } else { board.replace('1', "#").replace('0', ".") };
        let (found, own_count, own_time) = solved(own, &text, is_misere);
        assert_eq!(found, wanted, "{name} {board}");
        (nodes, own_nodes) = (count, own_count);
        (theirs, ours) = (theirs.min(time), ours.min(own_time));
    }
    let ratio = ours / theirs;
    let told = format!("{name} {board}: {own_nodes} nodes in {ours:.3} s, built-in {nodes} in {theirs:.3} s");
    report(&told, ratio, "times the CPU", &format!("<= {bar}"), ratio <= bar);
    let more = own_nodes as f64 / nodes as f64;
    report(
        &format!("{name} {board}: nodes"),
        more,
        "times as many",
        "0.9 to 1.1",
        (0.9..=1.1).contains(&more),
    );
}

fn main() {
    let file = |name: &str| {
        let file = BoardFile::shipped().into_iter().find(|file| file.name() == name).expect("it ships");
        file.game().clone()
    };
    let (cram, boxing, nim) = (file("text-cram"), file("text-boxing-match"), file("text-2d-nim"));
    compare("Cram", &Cram, &cram, "5x6", false, 1.5);
    compare("Cram", &Cram, &cram, "5x7", false, 1.5);
    compare("Boxing Match", &BoxingMatch, &boxing, "6x6", false, 1.5);
    compare("Boxing Match", &BoxingMatch, &boxing, "7x7", false, 1.5);
    compare("misère 2D Nim", &TwoDNim::at_most(3), &nim, "4x6", true, 1.5);
    compare("2D Nim", &TwoDNim::at_most(3), &nim, "4x5", false, 1.5);
    // A pattern that can never stand takes the file to the path for several symbols.
    let text = "game general\ngrid\ncells # stone . gap\nmove #{n x n} -> .\nend x\n";
    let general = BoardFile::read(text).expect("it is a game");
    compare("Boxing Match, several symbols,", &BoxingMatch, general.game(), "7x7", false, 4.0);
}
