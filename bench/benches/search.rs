//! Boards by search, against `igsolve` 0.1.2: value only in this process, and as a user meets it, with all winning
//! moves; and misère 2D Nim, which the rival does not know. User seconds in turn; boards that take less than a second
//! are repeated to a second.
//!
//! The rival is run where `IGSOLVE` names it: `cargo install igsolve --version 0.1.2 --root FOLDER`, then
//! `IGSOLVE=FOLDER/bin/igsolve cargo bench -p grundy-bench --bench search`. `GRUNDY=PROGRAM` measures a program that is
//! there already. Names of boards after `--` run these alone: `-- 5x7 4x9`. With `LONG` set, boards of minutes are run
//! too.

use grundy_bench::report;
use grundy_core::{Limits, Notation, Reader, Run};
use grundy_games::{Chomp, Cram};
use grundy_solve::{MexSolver, Theorems, TranspositionTable};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A board with its nimber, and how much of the rival's time it may take.
struct Bar {
    game: &'static str,
    rows: u16,
    columns: u16,
    nimber: u64,
    most: f64,
    is_long: bool,
}

const fn cram(rows: u16, columns: u16, nimber: u64, most: f64) -> Bar {
    Bar { game: "cram", rows, columns, nimber, most, is_long: false }
}

const BARS: &[Bar] = &[
    cram(4, 7, 3, 0.6),
    cram(4, 8, 0, 0.6),
    cram(4, 9, 1, 0.6),
    cram(4, 10, 0, 0.6),
    cram(4, 11, 1, 0.25),
    cram(5, 6, 2, 0.6),
    cram(5, 7, 1, 0.3),
    cram(5, 8, 1, 0.25),
    Bar { is_long: true, ..cram(5, 9, 1, 0.15) },
    cram(3, 13, 2, 0.6),
    cram(3, 14, 3, 0.6),
    cram(3, 15, 1, 0.15),
    Bar { is_long: true, ..cram(3, 16, 4, 0.6) },
    cram(3, 17, 0, 0.15),
    Bar { game: "chomp", ..cram(10, 10, 19, 1.0) },
];

/// As a user meets it, no board takes more than so much of the rival's time, and all of them so much on average.
const MOST_OF_A_USER: f64 = 1.2;
const MEAN_OF_USERS: f64 = 0.6;

/// The geometric mean of all boards, value only.
const MEAN: f64 = 0.25;

/// How long a board of unknown time may take, on both sides.
const LIMIT: Duration = Duration::from_secs(30);

/// The user time of this process or of its children, in seconds.
fn user(who: UsageWho) -> f64 {
    let time = getrusage(who).expect("the system tells").user_time();
    time.num_microseconds() as f64 / 1e6
}

/// Runs that are repeated until they have taken a second, and their mean.
#[derive(Default)]
struct Repeated {
    spent: f64,
    runs: f64,
}

impl Repeated {
    fn is_enough(&self) -> bool {
        self.spent >= 1.0 || self.runs >= 50.0
    }

    fn run<T>(&mut self, who: UsageWho, run: impl FnOnce() -> T) -> T {
        let begin = user(who);
        let answer = std::hint::black_box(run());
        self.spent += user(who) - begin;
        self.runs += 1.0;
        answer
    }

    fn mean(&self) -> f64 {
        self.spent / self.runs
    }
}

/// The nimber by a solver that knows nothing yet, with the nodes that it took.
fn nimber<R: Notation>(rules: &R, text: &str, run: &Run) -> Option<u64> {
    let at = rules.parse(&mut Reader::new(text)).expect("it is a position");
    let table = TranspositionTable::default();
    let _ = rules.knowledge().prepare(&at, run);
    let theorems = Theorems(rules);
    MexSolver::new(rules, &theorems, &table).nimber(&at, run).ok().map(|nimber| nimber.0)
}

fn nimber_of(game: &str, text: &str, run: &Run) -> Option<u64> {
    if game == "cram" { nimber(&Cram, text, run) } else { nimber(&Chomp::default(), text, run) }
}

/// The rival on a board.
fn rival(program: &Path, bar: &Bar) -> Command {
    let mut command = Command::new(program);
    let sides = [bar.rows.to_string(), bar.columns.to_string()];
    command.args(["--tt", "hash-map", bar.game, "-r", &sides[0], "-c", &sides[1]]);
    command
}

/// The nimber that a program prints after this text.
fn printed(command: &mut Command, before: &str) -> u64 {
    let output = command.output().expect("the program can be run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = text.split_once(before).map(|(_, rest)| rest.trim_start());
    let digits = found.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
    digits
        .and_then(|digits| digits.parse().ok())
        .unwrap_or_else(|| panic!("{command:?} prints a nimber: {text}"))
}

/// A position as a user asks for it: with all winning moves.
fn asked(program: &Path, game: &str, text: &str) -> u64 {
    let mut command = Command::new(program);
    command.args(["solve", "--json", &format!("{game} {text}")]);
    printed(&mut command, "\"nimber\":")
}

/// Misère boards with how many moves win: a 2D Nim of at most this many stones at once.
const MISERE: &[(&str, &str, u64)] = &[
    ("3", "4x6", 0),
    ("3", "5x6", 3),
    ("any", "5x6", 15),
    ("any", "5x7", 9),
    ("3", "6x6", 0),
    ("any", "6x6", 0),
];

/// The user seconds that all winning moves of a misère board may take.
const MOST_OF_MISERE: f64 = 60.0;

/// Misère boards as a user asks for them: all winning moves, by search. The rival knows no misère play.
fn misere(program: &Path, is_run: impl Fn(&str) -> bool) {
    for (max, board, winning) in MISERE.iter().filter(|(_, board, _)| is_run(board)) {
        let position = format!("2d-nim max={max} {board}");
        let mut ours = Repeated::default();
        while !ours.is_enough() {
            let mut command = Command::new(program);
            command.args(["solve", "--misere", "--method", "search", "--json", &position]);
            let found = ours.run(UsageWho::RUSAGE_CHILDREN, || printed(&mut command, "\"winning_count\":"));
            assert_eq!(found, *winning, "{position}");
        }
        let seconds = ours.mean();
        let (bar, is_met) = (format!("<= {MOST_OF_MISERE}"), seconds <= MOST_OF_MISERE);
        report(&format!("misère {position}, all winning moves"), seconds, "user s", &bar, is_met);
    }
}

/// What the two sides took on a board.
struct Times {
    value: Repeated,
    whole: Repeated,
    rival: Repeated,
}

/// Runs a board in turn with the rival: value only, the program, and the rival, until each has had its second.
fn in_turn(bar: &Bar, program: &Path, igsolve: Option<&Path>) -> Times {
    let text = format!("{}x{}", bar.rows, bar.columns);
    let mut times =
        Times { value: Repeated::default(), whole: Repeated::default(), rival: Repeated::default() };
    let mut nodes = 0;
    loop {
        let begin = (times.value.runs, times.whole.runs, times.rival.runs);
        if !times.value.is_enough() {
            let run = Run::unlimited();
            let found = times.value.run(UsageWho::RUSAGE_SELF, || nimber_of(bar.game, &text, &run));
            assert_eq!(found, Some(bar.nimber), "{} {text}", bar.game);
            nodes = run.nodes();
        }
        if !times.whole.is_enough() {
            let found = times.whole.run(UsageWho::RUSAGE_CHILDREN, || asked(program, bar.game, &text));
            assert_eq!(found, bar.nimber, "{} {text} by the program", bar.game);
        }
        if let Some(igsolve) = igsolve.filter(|_| !times.rival.is_enough()) {
            let found = times.rival.run(UsageWho::RUSAGE_CHILDREN, || {
                printed(&mut rival(igsolve, bar), "Nimber of initial position:")
            });
            assert_eq!(found, bar.nimber, "{} {text} by igsolve", bar.game);
        }
        if begin == (times.value.runs, times.whole.runs, times.rival.runs) {
            break;
        }
    }
    let (value, whole) = (times.value.mean(), times.whole.mean());
    print!("{} {text}: value {value:.3} user s, {nodes} nodes; program {whole:.3} user s", bar.game);
    match igsolve {
        Some(_) => println!("; igsolve {:.3} user s", times.rival.mean()),
        None => println!(" (no rival: IGSOLVE is not set)"),
    }
    times
}

/// Reports a ratio to the rival against its bar.
fn judge(what: &str, ratio: f64, most: f64) -> f64 {
    report(what, ratio, "x", &format!("<= {most}"), ratio <= most);
    ratio
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// A random board of four rows: each cell is free with this chance.
fn random_board(columns: u16, chance: f64, dice: &mut ChaCha8Rng) -> String {
    let mut row =
        || (0..columns).map(|_| if dice.random_bool(chance) { '.' } else { '#' }).collect::<String>();
    (0..4).map(|_| row()).collect::<Vec<_>>().join("/")
}

/// Random boards of each width, which the rival does not read: value only and the program, with node counts, which tell
/// a change of the search from luck.
fn random_boards(program: &Path) {
    let mut dice = ChaCha8Rng::seed_from_u64(2026);
    for columns in 5..=12_u16 {
        let (mut value, mut whole) = (Repeated::default(), Repeated::default());
        let mut nodes = Vec::new();
        for _ in 0..3 {
            let text = random_board(columns, 0.85, &mut dice);
            let run = Run::unlimited();
            let found = value.run(UsageWho::RUSAGE_SELF, || nimber(&Cram, &text, &run));
            let same = whole.run(UsageWho::RUSAGE_CHILDREN, || asked(program, "cram", &text));
            assert_eq!(found, Some(same), "cram {text} by the program");
            nodes.push(run.nodes());
        }
        let (value, whole) = (value.mean(), whole.mean());
        println!(
            "cram, three random boards of 4 x {columns}: value {value:.4} user s, {nodes:?} nodes; program {whole:.4} user s"
        );
    }
}

/// Waits for a program for at most the limit. Returns whether it ended by itself.
fn ends_in_time(mut child: Child) -> bool {
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        if child.try_wait().expect("it is a child of this process").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}

/// A board that neither side is known to end in time.
fn with_a_limit(bar: &Bar, igsolve: Option<&Path>) {
    let text = format!("{}x{}", bar.rows, bar.columns);
    let run = Run::new(Limits { time: Some(LIMIT), ..Limits::default() });
    let mut ours = Repeated::default();
    let found = ours.run(UsageWho::RUSAGE_SELF, || nimber_of(bar.game, &text, &run));
    let end = |is_done: bool| if is_done { "done" } else { "stopped" };
    let nodes = run.nodes();
    print!(
        "{} {text}: {} {found:?} after {:.1} user s, {nodes} nodes",
        bar.game,
        end(found.is_some()),
        ours.mean()
    );
    let Some(igsolve) = igsolve else { return println!() };
    let mut theirs = Repeated::default();
    let is_done = theirs.run(UsageWho::RUSAGE_CHILDREN, || {
        let mut command = rival(igsolve, bar);
        ends_in_time(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("IGSOLVE can be run"))
    });
    println!("; igsolve {} after {:.1} user s", end(is_done), theirs.mean());
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let is_long = std::env::var_os("LONG").is_some();
    let program = std::env::var_os("GRUNDY").map_or_else(grundy_bench::program, PathBuf::from);
    let igsolve = std::env::var_os("IGSOLVE").map(PathBuf::from);
    if igsolve.is_none() {
        println!("IGSOLVE names no program, so there are no ratios: set it to the path of igsolve 0.1.2.");
    }
    let is_run = |bar: &&Bar| match named.is_empty() {
        true => is_long || !bar.is_long,
        false => named.contains(&format!("{}x{}", bar.rows, bar.columns)),
    };
    let (mut values, mut wholes) = (Vec::new(), Vec::new());
    for bar in BARS.iter().filter(is_run) {
        let times = in_turn(bar, &program, igsolve.as_deref());
        if igsolve.is_some() {
            let board = format!("{} {}x{}", bar.game, bar.rows, bar.columns);
            let rival = times.rival.mean();
            values.push(judge(&format!("{board}: value to igsolve"), times.value.mean() / rival, bar.most));
            wholes.push(judge(
                &format!("{board}: program to igsolve"),
                times.whole.mean() / rival,
                MOST_OF_A_USER,
            ));
        }
    }
    if !values.is_empty() {
        judge("geometric mean of values", geometric_mean(&values), MEAN);
        judge("geometric mean of programs", geometric_mean(&wholes), MEAN_OF_USERS);
    }
    misere(&program, |board| named.is_empty() || named.iter().any(|name| name == board));
    if named.is_empty() {
        random_boards(&program);
    }
    if is_long {
        with_a_limit(&cram(6, 7, 0, 1.0), igsolve.as_deref());
    }
}
