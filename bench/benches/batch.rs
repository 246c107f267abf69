//! Batches: files of many positions on one thread and on two, by the program itself.
//!
//! Every file is made anew from a seed. The answers on two threads are held to those on one, byte by byte but
//! for seconds and nodes: two threads may both search what one of them would have found known. Wall times and
//! the processors' times are medians of runs in turn. It takes a machine with two idle processors, and with
//! fewer the bars mean nothing.
//!
//! `cargo bench -p grundy-bench --bench batch`; `GRUNDY=PROGRAM` measures a program that is there already,
//! `SEED=N` makes other files.

use grundy_bench::report;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The number of runs of each file on one thread, and on two.
const RUNS: usize = 5;

/// The wall time on two threads is at most so much of that on one.
const WALL: f64 = 0.65;
/// And the processors' time so much.
const PROCESSORS: f64 = 1.15;

/// Makes small positions.
struct Dice(ChaCha8Rng);

impl Dice {
    fn between(&mut self, least: usize, most: usize) -> usize {
        self.0.random_range(least..=most)
    }

    fn heaps(&mut self, most: usize, largest: usize) -> String {
        let heaps = (0..self.between(1, most)).map(|_| self.between(1, largest).to_string());
        heaps.collect::<Vec<_>>().join(" ")
    }

    fn board(&mut self, rows: usize, columns: usize, cells: &[char]) -> String {
        let row = |dice: &mut Self| (0..columns).map(|_| cells[dice.between(0, cells.len() - 1)]).collect();
        let rows = (0..rows).map(|_| row(self)).collect::<Vec<String>>();
        rows.join("/")
    }

    fn forest(&mut self) -> String {
        let (mut text, mut open) = (String::new(), 0);
        for _ in 0..self.between(2, 14) {
            let closed = self.between(0, open);
            text += &")".repeat(closed);
            text.push('(');
            open = open + 1 - closed;
        }
        text + &")".repeat(open)
    }

    fn grid(&mut self, name: &str, cells: &[char]) -> String {
        let (rows, columns) = (self.between(2, 3), self.between(2, 4));
        format!("{name} {}", self.board(rows, columns, cells))
    }

    fn edges(&mut self) -> String {
        let edges =
            (1..=self.between(2, 10)).map(|vertex| format!("{}-{vertex}", self.between(0, vertex - 1)));
        format!("hackenbush {}", edges.collect::<Vec<_>>().join(" "))
    }

    /// A position of any game.
    fn term(&mut self) -> String {
        match self.between(0, 13) {
            0 => format!("nim {}", self.heaps(4, 60)),
            1 => format!("kayles {}", self.heaps(3, 40)),
            2 => format!("0.{}{} {}", self.between(1, 7), self.between(1, 7), self.heaps(3, 40)),
            3 => format!("dawsons-kayles {}", self.heaps(2, 60)),
            4 => format!("4!.0 {}", self.heaps(2, 40)),
            5 => format!("subtraction set=1,{} {}", self.between(2, 5), self.heaps(3, 60)),
            6 => self.grid("2d-nim", &['#', '.']),
            7 => self.grid("boxing-match", &['#', '.']),
            8 => self.grid("cram", &['X', '.', '.']),
            9 => format!("chomp {}x{}", self.between(2, 4), self.between(2, 4)),
            10 => format!("treblecross len={}", self.between(3, 14)),
            11 => format!("bubbly {}", self.forest()),
            12 => self.edges(),
            _ => format!("*{}", self.between(0, 30)),
        }
    }

    /// A position; a quarter are sums of two games.
    fn mixed(&mut self) -> String {
        let term = self.term();
        if self.between(1, 4) == 1 { format!("{term} + {}", self.term()) } else { term }
    }
}

/// The files: what is in them, and their lines.
fn files(seed: u64) -> Vec<(&'static str, Vec<String>)> {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
    let mut lines = |count: usize, line: &dyn Fn(&mut Dice) -> String| {
        (0..count).map(|_| line(&mut dice)).collect::<Vec<_>>()
    };
    vec![
        ("10^5 mixed positions", lines(100_000, &Dice::mixed)),
        ("10^5 positions of Kayles", lines(100_000, &|dice| format!("kayles {}", dice.heaps(3, 60)))),
        (
            "10^4 boards of Cram",
            lines(10_000, &|dice| format!("cram {}", dice.board(4, 5, &['X', '.', '.']))),
        ),
    ]
}

/// What a run took.
struct Took {
    wall: Duration,
    processors: Duration,
}

/// The processors' time of all children that have ended.
fn of_children() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the kernel counts what children take");
    let microseconds = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(microseconds.unsigned_abs())
}

/// Answers a file, by its name or on standard input, and writes the answers to `to`.
fn answer(program: &Path, file: &Path, is_piped: bool, threads: usize, to: &Path) -> Took {
    let mut command = Command::new(program);
    command.args(["solve", "--json", "--threads", &threads.to_string(), "--file"]);
    let (path, input) = match is_piped {
        true => (Path::new("-"), File::open(file).expect("it was written").into()),
        false => (file, Stdio::null()),
    };
    let out = File::create(to).expect("the folder is ours");
    let (before, start) = (of_children(), Instant::now());
    let status = command.arg(path).stdin(input).stdout(out).status().expect("the program starts");
    assert!(status.success(), "{} is answered", file.display());
    Took { wall: start.elapsed(), processors: of_children() - before }
}

/// The answers without what two runs need not agree on.
fn compared(answers: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(answers).expect("it was written");
    let objects = text.lines().map(|line| {
        let mut answer: serde_json::Value = serde_json::from_str(line).expect("an answer is an object");
        let fields = answer.as_object_mut().expect("an answer is an object");
        assert!(fields.remove("seconds").is_some() && fields.remove("nodes").is_some());
        answer
    });
    objects.collect()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Measures a file; says whether both bars are reached.
fn measure(program: &Path, what: &str, file: &Path, is_piped: bool) -> bool {
    let outs = [1, 2].map(|threads| file.with_extension(format!("{threads}.json")));
    let mut took = [Vec::new(), Vec::new()];
    for _ in 0..RUNS {
        for threads in [1, 2] {
            took[threads - 1].push(answer(program, file, is_piped, threads, &outs[threads - 1]));
        }
    }
    let (one, two) = (compared(&outs[0]), compared(&outs[1]));
    assert_eq!(one.len(), two.len(), "{what}: on two threads there are others");
    let other = one.iter().zip(&two).find(|(one, two)| one != two);
    assert!(other.is_none(), "{what}: an answer on two threads is another: {other:#?}");
    let median_of =
        |threads: usize, time: &dyn Fn(&Took) -> f64| median(took[threads - 1].iter().map(time).collect());
    let wall = |took: &Took| took.wall.as_secs_f64();
    let processors = |took: &Took| took.processors.as_secs_f64();
    println!(
        "{what}: one thread {:.2} s, processors {:.2} s; two threads {:.2} s, processors {:.2} s",
        median_of(1, &wall),
        median_of(1, &processors),
        median_of(2, &wall),
        median_of(2, &processors)
    );
    let figures = [
        ("wall time", median_of(2, &wall) / median_of(1, &wall), WALL),
        ("processors' time", median_of(2, &processors) / median_of(1, &processors), PROCESSORS),
    ];
    for (name, ratio, bar) in figures {
        report(&format!("{what}, {name}, two threads to one"), ratio, "", &format!("<= {bar}"), ratio <= bar);
    }
    figures.iter().all(|(_, ratio, bar)| ratio <= bar)
}

fn main() {
    let program = std::env::var_os("GRUNDY").map_or_else(grundy_bench::program, PathBuf::from);
    let seed = std::env::var("SEED").map_or(15, |seed| seed.parse().expect("a seed is a number"));
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    println!("seed {seed}, medians of {RUNS} runs in turn");
    let mut is_reached = true;
    for (number, (what, lines)) in files(seed).into_iter().enumerate() {
        let file = folder.path().join(format!("{number}.txt"));
        fs::write(&file, lines.join("\n") + "\n").expect("the folder is ours");
        is_reached &= measure(&program, what, &file, false);
        if number == 0 {
            is_reached &= measure(&program, "the same on standard input", &file, true);
        }
    }
    println!("{}", if is_reached { "all bars reached" } else { "a bar was MISSED" });
}
