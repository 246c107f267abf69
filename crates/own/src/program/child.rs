//! A child process that answers lines. What it writes is always read, by threads, so that neither side waits for the
//! other to read; what it does not answer in time ends it.

use super::answer::shown;
use grundy_core::{Run, Stopped};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A program has this long for an answer.
const LONGEST: Duration = Duration::from_secs(10);
/// The limits of a run are looked at this often meanwhile.
const LOOK: Duration = Duration::from_millis(10);
/// A program that has closed its output has this long to end, and to have its last words read.
const TO_END: Duration = Duration::from_secs(2);
/// An answer has at most this many bytes.
const MOST_LINE: u64 = 16 << 20;
/// So many bytes of the last words of a program are kept.
const MOST_WORDS: usize = 4096;
/// Answers wait in a queue of this length.
const QUEUE: usize = 1024;

/// A command, as a rules file names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProgramCommand {
    words: Vec<String>,
    folder: PathBuf,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The run ended first.
    Stopped(Stopped),
    /// What is wrong with the program, and what to do.
    Fault(String, String),
}

impl From<Stopped> for NoAnswer {
    fn from(stopped: Stopped) -> NoAnswer {
        NoAnswer::Stopped(stopped)
    }
}

/// A program that runs.
pub(super) struct Running {
    process: Child,
    input: ChildStdin,
    answers: Receiver<Line>,
    words: Arc<LastWords>,
}

/// A line of a program, or why it is none.
type Line = Result<String, &'static str>;

/// What a program wrote to its standard error last.
#[derive(Default)]
struct LastWords {
    bytes: Mutex<Vec<u8>>,
    is_over: AtomicBool,
}

impl ProgramCommand {
    /// The words of a command; a path is one from the folder.
    pub(super) fn new(text: &str, folder: &Path) -> ProgramCommand {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if let Some(first) = words.first_mut().filter(|first| first.contains('/'))
            && let Ok(path) = std::path::absolute(folder.join(&*first))
        {
            *first = path.to_string_lossy().into_owned();
        }
        ProgramCommand { words, folder: folder.to_owned() }
    }

    /// Starts the program in the folder of its rules file.
    pub(super) fn start(&self) -> Result<Running, NoAnswer> {
        let (first, others) = self.words.split_first().expect("a line without words is refused");
        let mut command = Command::new(first);
        command.args(others).current_dir(&self.folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().map_err(|error| {
            let help =
                "the program must be there and be allowed to run: `chmod +x`, or `program python3 mine.py`";
            NoAnswer::Fault(
                format!("the program `{}` cannot be started: {error}", shown(first)),
                help.to_owned(),
            )
        })?;
        let piped = "all three are piped";
        let input = process.stdin.take().expect(piped);
        let (output, errors) = (process.stdout.take().expect(piped), process.stderr.take().expect(piped));
        let (sender, answers) = sync_channel(QUEUE);
        let words = Arc::new(LastWords::default());
        let heard = Arc::clone(&words);
        std::thread::spawn(move || each_line(output, &sender));
        std::thread::spawn(move || heard.listen(errors));
        Ok(Running { process, input, answers, words })
    }
}

impl Running {
    /// The answers to these states, in order. All questions together must fit the pipe, so that writing them waits for
    /// nobody.
    pub(super) fn ask(&mut self, states: &[Arc<str>], run: &Run) -> Result<Vec<String>, NoAnswer> {
        let questions: String = states.iter().map(|state| format!("{state}\n")).collect();
        if self.input.write_all(questions.as_bytes()).and_then(|()| self.input.flush()).is_err() {
            return Err(self.ended(&states[0], run));
        }
        let mut answers = Vec::with_capacity(states.len());
        for state in states {
            answers.push(self.answer(state, run)?);
        }
        match self.answers.try_recv() {
            Ok(Ok(line)) => Err(fault(
                format!(
                    "the program answers more than it was asked: `{}` behind `{}`",
                    shown(&line),
                    shown(states.last().map_or("", |last| last))
                ),
                "for each line that it reads it writes one line, with all options",
            )),
            _ => Ok(answers),
        }
    }

    fn answer(&mut self, state: &str, run: &Run) -> Result<String, NoAnswer> {
        let began = Instant::now();
        loop {
            match self.answers.recv_timeout(LOOK) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(told)) => {
                    return Err(fault(
                        format!("{told}, when it was asked for the options of `{}`", shown(state)),
                        HELP,
                    ));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(state, run)),
                Err(RecvTimeoutError::Timeout) => run.check()?,
            }
            if began.elapsed() > LONGEST {
                let told =
                    format!("the program has not answered `{}` within {} s", shown(state), LONGEST.as_secs());
                return Err(self.with_words(told, "each answer must be written out at once: flush the output after every line (`python3 -u`)"));
            }
        }
    }

    /// That the program has ended, with its own words.
    fn ended(&mut self, state: &str, run: &Run) -> NoAnswer {
        let began = Instant::now();
        let mut status = None;
        while began.elapsed() < TO_END && (status.is_none() || !self.words.is_over.load(Ordering::Acquire)) {
            status = status.or_else(|| self.process.try_wait().ok().flatten());
            std::thread::sleep(Duration::from_millis(2));
        }
        // Who stops Grundy with Ctrl-C stops its child too.
        if let Err(stopped) = run.check() {
            return NoAnswer::Stopped(stopped);
        }
        let how = match status {
            Some(status) => format!("has ended ({status})"),
            None => "has closed its output".to_owned(),
        };
        self.with_words(
            format!("the program {how} when it was asked for the options of `{}`", shown(state)),
            HELP,
        )
    }

    /// A fault with what the program wrote last.
    fn with_words(&self, told: String, help: &str) -> NoAnswer {
        let bytes = self.words.bytes.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let words = String::from_utf8_lossy(&bytes);
        match words.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(last) => fault(
                format!(
                    "{told}; its last words: {}",
                    last.trim().chars().take(300).flat_map(char::escape_debug).collect::<String>()
                ),
                help,
            ),
            None => fault(told, help),
        }
    }
}

const HELP: &str =
    "for each line that it reads the program writes one line, the options by blanks, until its input ends";

fn fault(told: String, help: &str) -> NoAnswer {
    NoAnswer::Fault(told, help.to_owned())
}

impl Drop for Running {
    /// A program that is no longer asked is ended: it may be one that never ends by itself.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sends the lines of a program until it ends, nobody listens, or a line is none.
fn each_line(output: impl Read, sender: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let line = match output.by_ref().take(MOST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MOST_LINE => {
                Err("the program writes a line without end")
            }
            Ok(_) => String::from_utf8(bytes).map_err(|_| "the program writes a line that is no UTF-8 text"),
        };
        let is_good = line.is_ok();
        if sender.send(line).is_err() || !is_good {
            return;
        }
    }
}

impl LastWords {
    fn listen(&self, mut errors: impl Read) {
        let mut buffer = [0; 1024];
        while let Ok(count @ 1..) = errors.read(&mut buffer) {
            let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
            bytes.extend_from_slice(&buffer[..count]);
            let beyond = bytes.len().saturating_sub(MOST_WORDS);
            bytes.drain(..beyond);
        }
        self.is_over.store(true, Ordering::Release);
    }
}
