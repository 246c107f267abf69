//! Real processes of the program on hard work, and what they take: memory, time, and time after Ctrl-C.
//!
//! The list is `bench/limits/hard.txt`. `crates/cli/tests/limits.rs` includes this file.

use nix::sys::resource::{UsageWho, getrusage};
use std::fmt::Write;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The list of hard work.
pub const HARD: &str = include_str!("../limits/hard.txt");

/// A line of the list.
pub struct Case {
    /// What it is called.
    pub name: String,
    marks: String,
    words: Vec<String>,
}

impl Case {
    /// The list.
    pub fn all() -> Vec<Case> {
        let lines = HARD.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(Case::of).collect()
    }

    fn of(line: &str) -> Case {
        let (head, command) = line.split_once(": ").expect("a line has a name and a command");
        let (marks, name) = head.split_once(' ').expect("marks stand before the name");
        // What stands in quotes is one word.
        let words = command.split('"').enumerate().flat_map(|(place, text)| match place % 2 {
            0 => text.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![text.to_owned()],
        });
        Case { name: name.to_owned(), marks: marks.to_owned(), words: words.collect() }
    }

    /// Whether the line has this mark: `m`, `t` or `q`.
    pub fn has(&self, mark: char) -> bool {
        self.marks.contains(mark)
    }

    /// The command, with its files made in this folder.
    ///
    /// # Errors
    /// When a file cannot be written, or the program does not start.
    pub fn words(&self, program: &Path, folder: &Path) -> io::Result<Vec<String>> {
        self.words.iter().map(|word| made(word, program, folder)).collect()
    }
}

/// A word of the list, or what stands for it.
fn made(word: &str, program: &Path, folder: &Path) -> io::Result<String> {
    let file = |make: &dyn Fn() -> String| -> io::Result<String> {
        let path = folder.join(word.trim_matches(['{', '}']));
        if !path.exists() {
            fs::write(&path, make())?;
        }
        Ok(path.display().to_string())
    };
    let random = |words: &[&str]| -> io::Result<String> {
        let output = Command::new(program).arg("random").args(words).output()?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    match word {
        "{grid}" => random(&["hackenbush", "--edges", "60", "--shape", "grid"]),
        "{forest}" => random(&["bubbly", "--size", "60"]),
        "{bubbles}" => file(&bubbles),
        "{chain}" => file(&|| format!("bubbly {}{}\n", "(".repeat(MANY), ")".repeat(MANY))),
        "{edges}" => file(&edges),
        "{nimbers}" => file(&nimbers),
        "{terms}" => file(&terms),
        "{rules}" => file(&rules),
        "{checkpoint}" => begun(program, folder, "0.106", "20000000"),
        "{heaps}" => begun(program, folder, "subtraction(2,5)", "4000000"),
        "{period}" => {
            Ok(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/heaps/period-of-0.106.txt").to_owned())
        }
        "{dir}" => Ok(unused(folder, "folder", "").display().to_string()),
        "{svg}" => Ok(unused(folder, "picture", ".svg").display().to_string()),
        "{out}" => Ok(unused(folder, "out", "").display().to_string()),
        _ => Ok(word.to_owned()),
    }
}

/// A copy of a checkpoint of `terms` heaps. Each case has one of its own, because resuming changes the file.
fn begun(program: &Path, folder: &Path, code: &str, terms: &str) -> io::Result<String> {
    let (first, copy) = (folder.join(format!("begun {code}")), unused(folder, "resumed", ""));
    if !first.exists() {
        let words = ["sequence", code, "--every", "--terms", terms, "--checkpoint"];
        Command::new(program).args(words).arg(&first).output()?;
    }
    fs::copy(first, &copy)?;
    Ok(copy.display().to_string())
}

/// A path at which there is nothing.
fn unused(folder: &Path, name: &str, extension: &str) -> PathBuf {
    let paths = (0..).map(|number| folder.join(format!("{name}-{number}{extension}")));
    paths.into_iter().find(|path| !path.exists()).expect("a folder holds finitely many files")
}

const MANY: usize = 1_000_000;

/// Numbers that look as if drawn at random.
fn dice() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |below| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % below
    }
}

fn bubbles() -> String {
    let (mut dice, mut text, mut open) = (dice(), "bubbly ".to_owned(), 0);
    for _ in 0..MANY {
        let closed = dice(3).min(open);
        text += &")".repeat(closed);
        text.push('(');
        open += 1 - closed;
    }
    text + &")".repeat(open) + "\n"
}

fn edges() -> String {
    let (mut dice, mut text) = (dice(), "hackenbush".to_owned());
    for vertex in 1..=MANY {
        let back = 1 + dice(vertex.min(50));
        let _ = write!(text, " {}-{vertex}", vertex - back);
    }
    text + "\n"
}

/// Positions of 1,000 rulesets, a line each.
fn rules() -> String {
    (1..=1000).map(|take| format!("dawsons-kayles take={take} 40\n")).collect()
}

fn nimbers() -> String {
    let terms: Vec<String> = (0..MANY).map(|term| format!("*{}", term % 7 + 1)).collect();
    terms.join(" + ") + "\n"
}

fn terms() -> String {
    let term = |number: usize| match number % 2 {
        0 => format!("2d-nim {}x{}", 1 + number % 3, 2 + number % 4),
        _ => format!("cram {}x{}", 2 + number % 3, 3 + number % 4),
    };
    (0..3_000).map(term).collect::<Vec<_>>().join(" + ") + "\n"
}

/// What a process took.
#[derive(Debug)]
pub struct Seen {
    /// The most memory that was resident, in bytes.
    pub peak: u64,
    /// Time on the clock.
    pub elapsed: Duration,
    /// Time of the processors, as far as it was seen.
    pub cpu: Duration,
    /// The exit code; none where a signal ended it.
    pub code: Option<i32>,
}

/// The process is looked at so often.
const PAUSE: Duration = Duration::from_millis(2);
/// On the clock a process may take so many times what it may take of the processors.
const LOAD: u32 = 20;

/// Runs the program, looks at it, presses Ctrl-C after this time where one is told, and ends it after `most` of
/// the processors' time, or many times as much on the clock.
///
/// `VmHWM` tells the peak so far, and misses what grows between the last look and the end: a table that is made
/// twice as large, on a busy machine. What the kernel keeps of ended processes misses nothing, but it is the
/// largest of all that have ended: a new record is exact, and whatever passes a limit first is one. A child begins with
/// the peak of its parent, so what is no larger than that tells nothing. Calls wait for one another: the record is of
/// all children.
///
/// # Errors
/// When it does not start.
pub fn watch(
    program: &Path,
    words: &[String],
    interrupt: Option<Duration>,
    most: Duration,
) -> io::Result<Seen> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let (started, record) = (Instant::now(), record());
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    drain(&mut child);
    let (mut peak, mut cpu, mut interrupt) = (0, Duration::ZERO, interrupt);
    let code = loop {
        if has_begun(child.id()) {
            peak = peak.max(peak_memory(child.id()).unwrap_or(0));
        }
        cpu = cpu.max(processor(child.id()).unwrap_or_default());
        if let Some(status) = child.try_wait()? {
            break status.code();
        }
        if interrupt.is_some_and(|after| started.elapsed() >= after) {
            interrupt = None;
            Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
        }
        if cpu >= most || started.elapsed() >= most * LOAD {
            child.kill()?;
        }
        thread::sleep(PAUSE);
    };
    let own = peak_memory(std::process::id()).unwrap_or(u64::MAX);
    let peak = Some(self::record()).filter(|&now| now > record.max(own)).unwrap_or(peak);
    Ok(Seen { peak, elapsed: started.elapsed(), cpu, code })
}

/// Whether a child process runs its own program. For a moment after it was made it has the memory of this process.
fn has_begun(child: u32) -> bool {
    let program = |process: &str| fs::read_link(format!("/proc/{process}/exe")).ok();
    program(&child.to_string()) != program("self")
}

/// The most memory that any ended child of this process had resident, in bytes.
fn record() -> u64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the kernel counts what children take");
    1024 * u64::try_from(usage.max_rss()).unwrap_or(0)
}

/// Reads what the process says to nobody, so that a full pipe does not hold it up.
fn drain(child: &mut Child) {
    if let Some(mut errors) = child.stderr.take() {
        thread::spawn(move || _ = errors.read_to_end(&mut Vec::new()));
    }
}

/// The peak of the resident memory of a process so far, in bytes, as Linux keeps it in `/proc`. (`getrusage` tells a
/// maximum that begins with the memory of the parent process.)
pub fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(1024 * kilobytes)
}

/// User and system time so far; the kernel counts hundredths of a second.
fn processor(process: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let after_name = &stat[stat.rfind(')')? + 1..];
    let ticks = after_name.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().ok());
    Some(Duration::from_millis(10 * ticks.sum::<Option<u64>>()?))
}

/// What `--memory` allows, in bytes.
pub fn allowed(memory: u64) -> u64 {
    memory + memory / 4 + 20_000_000
}
