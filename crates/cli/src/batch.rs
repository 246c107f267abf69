//! Many positions at once: lines are answered on several threads, and the answers come in the order of the
//! lines.

use crate::Ending;
use crate::diagnostics::tell;
use crate::interrupt::Interrupt;
use grundy::{Limits, Run, Workbench};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

/// Answers wait for those of earlier lines; so many lines may be ahead.
const MOST_AHEAD: u64 = 10_000;

/// What has been written reaches its reader after this time at the latest.
const FLUSHED_EVERY: Duration = Duration::from_millis(50);

/// Workbench that hold more than this are given up between two lines: they serve positions that are alike, and
/// most are small.
const MOST_KEPT: u64 = 1 << 30;

/// What the positions of a batch share: what was found of them, and the count of the bytes that it takes.
#[derive(Default)]
pub struct Shared {
    /// What was found.
    pub workbench: Workbench,
    held: Arc<AtomicU64>,
}

impl Shared {
    /// A run with these limits whose memory counts together with that of the others.
    pub fn run(&self, limits: Limits) -> Run {
        Run::new(limits).with_held(Arc::clone(&self.held)).with_resident(crate::resident)
    }

    fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }
}

/// A piece of what is said of a line.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Out(Vec<u8>),
    Told(String),
}

/// What is said of a line, in order: to the standard output, and to people.
#[derive(Debug, Default)]
pub struct Said {
    pieces: Vec<Piece>,
    /// Whether it is an answer, which others are set apart from.
    pub is_answer: bool,
}

impl Said {
    /// Says something to people.
    pub fn tell(&mut self, message: impl ToString) {
        self.pieces.push(Piece::Told(message.to_string()));
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.pieces.last_mut() {
            Some(Piece::Out(text)) => text.extend_from_slice(bytes),
            _ => self.pieces.push(Piece::Out(bytes.to_vec())),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was answered, stopped, or refused.
    Ended(Ending),
    /// The limit of memory, which counts what is held for others too, left it open.
    ShortOfMemory,
    /// A fault of the program ended it. What memos hold is not to be trusted any more.
    Faulty,
}

/// How a batch is answered.
pub struct Batch<'a> {
    /// How many lines are answered at the same time.
    pub threads: usize,
    /// Whether answers are set apart by a blank line.
    pub is_set_apart: bool,
    /// The stop button.
    pub interrupt: &'a Interrupt,
    /// What is done with memos before they are given up.
    pub save: &'a (dyn Fn(&Workbench) -> anyhow::Result<()> + Sync),
}

/// What the threads of a batch work with.
struct Desk<'a, L, F> {
    batch: &'a Batch<'a>,
    lines: Mutex<Numbered<L>>,
    shared: RwLock<Shared>,
    answer: F,
    printer: Mutex<Printer<'a>>,
    /// Rung whenever a thread has printed or has ended.
    bell: Condvar,
    /// Whether no more lines are to be given out.
    is_over: AtomicBool,
}

/// Lines as they are given out.
struct Numbered<L> {
    lines: L,
    given: u64,
}

/// Prints what is said of lines, in the order of the lines.
struct Printer<'a> {
    out: &'a mut (dyn Write + Send),
    is_set_apart: bool,
    waiting: BTreeMap<u64, Said>,
    printed: u64,
    has_answered: bool,
    /// How many threads have not ended.
    working: usize,
    worst: Ending,
    error: Option<anyhow::Error>,
}

impl<'a> Batch<'a> {
    /// Answers all lines. `lines` gives the next one, or none at the end; before it waits for input it calls
    /// what it is given, so that whoever waits for an answer has it. `answer` says something of a line.
    ///
    /// A line that comes short of memory because of the others is answered anew, alone, after what was found
    /// of them has been given up; what was said of it at first is dropped.
    ///
    /// # Errors
    /// When lines cannot be read, answers cannot be written, or memos cannot be saved.
    pub fn answer<L, T, F>(
        &'a self,
        lines: L,
        out: &'a mut (dyn Write + Send),
        answer: F,
    ) -> anyhow::Result<Ending>
    where
        L: FnMut(&mut dyn FnMut()) -> anyhow::Result<Option<T>> + Send,
        F: Fn(&T, &Shared, &mut Said) -> anyhow::Result<Outcome> + Sync,
    {
        let printer = Printer {
            out,
            is_set_apart: self.is_set_apart,
            waiting: BTreeMap::new(),
            printed: 0,
            has_answered: false,
            working: self.threads,
            worst: Ending::Answered,
            error: None,
        };
        let desk = Desk {
            batch: self,
            lines: Mutex::new(Numbered { lines, given: 0 }),
            shared: RwLock::default(),
            answer,
            printer: Mutex::new(printer),
            bell: Condvar::new(),
            is_over: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| desk.work());
            }
            desk.flush_until_done();
        });
        let shared = desk.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let printer = desk.printer.into_inner().unwrap_or_else(PoisonError::into_inner);
        (self.save)(&shared.workbench)?;
        match printer.error {
            Some(error) => return Err(error),
            None => printer.out.flush()?,
        }
        Ok(if self.interrupt.is_pressed() { Ending::Stopped } else { printer.worst })
    }
}

impl<'a, L, F> Desk<'a, L, F> {
    /// Answers line after line.
    fn work<T>(&self)
    where
        L: FnMut(&mut dyn FnMut()) -> anyhow::Result<Option<T>>,
        F: Fn(&T, &Shared, &mut Said) -> anyhow::Result<Outcome>,
    {
        while let Some(answered) = self.next().map(|next| {
            let (number, line) = next?;
            let (ending, said) = self.answered(&line)?;
            Ok((number, ending, said))
        }) {
            let mut printer = self.printer();
            let printed =
                answered.and_then(|(number, ending, said)| Ok(printer.print(number, ending, said)?));
            if let Err(error) = printed {
                printer.error.get_or_insert(error);
                self.is_over.store(true, Ordering::Relaxed);
            }
            self.bell.notify_all();
        }
        self.printer().working -= 1;
        self.bell.notify_all();
    }

    /// The next line with its number, once few enough wait to be printed; none at the end.
    fn next<T>(&self) -> Option<anyhow::Result<(u64, T)>>
    where
        L: FnMut(&mut dyn FnMut()) -> anyhow::Result<Option<T>>,
    {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let mut printer = self.printer();
        while lines.given >= printer.printed + MOST_AHEAD && !self.is_over() {
            printer = self.bell.wait(printer).unwrap_or_else(PoisonError::into_inner);
        }
        drop(printer);
        if self.is_over() {
            return None;
        }
        let next = (lines.lines)(&mut || self.printer().flush()).transpose();
        if !matches!(next, Some(Ok(_))) {
            self.is_over.store(true, Ordering::Relaxed);
        }
        let number = lines.given;
        lines.given += 1;
        Some(next?.map(|line| (number, line)))
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.batch.interrupt.is_pressed()
    }

    /// What is said of a line.
    fn answered<T>(&self, line: &T) -> anyhow::Result<(Ending, Said)>
    where
        F: Fn(&T, &Shared, &mut Said) -> anyhow::Result<Outcome>,
    {
        let tried = |shared: &Shared| {
            let mut said = Said::default();
            Ok::<_, anyhow::Error>(((self.answer)(line, shared, &mut said)?, said))
        };
        let shared = self.shared.read().unwrap_or_else(PoisonError::into_inner);
        let before = shared.held();
        let (first, said) = tried(&shared)?;
        // Three quarters of the memory were its own: it would not do better alone.
        let was_alone = self.batch.threads == 1 && before * 4 < shared.held();
        let ended = match first {
            Outcome::Ended(ending) => Some(ending),
            Outcome::ShortOfMemory => was_alone.then_some(Ending::Stopped),
            Outcome::Faulty => Some(Ending::Failed),
        };
        if first != Outcome::Faulty && ended.is_some() && shared.held() <= MOST_KEPT {
            return Ok((ended.unwrap_or(Ending::Stopped), said));
        }
        drop(shared);
        // From here on this thread is alone.
        let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
        if first != Outcome::Faulty {
            (self.batch.save)(&shared.workbench)?;
        }
        *shared = Shared::default();
        if let Some(ending) = ended {
            return Ok((ending, said));
        }
        let (again, said) = tried(&shared)?;
        Ok((if let Outcome::Ended(ending) = again { ending } else { Ending::Stopped }, said))
    }

    /// Prints what is there now and then, until all threads have ended.
    fn flush_until_done(&self) {
        let mut printer = self.printer();
        while printer.working > 0 {
            let (guard, waited) = match self.bell.wait_timeout(printer, FLUSHED_EVERY) {
                Ok(waited) => waited,
                Err(poisoned) => poisoned.into_inner(),
            };
            printer = guard;
            if waited.timed_out() {
                printer.flush();
            }
            let interrupt = self.batch.interrupt;
            if interrupt.is_pressed() && !interrupt.is_computing() {
                // A thread may wait for input that never comes.
                printer.flush();
                std::process::exit(Ending::Stopped as i32);
            }
        }
    }

    fn printer(&self) -> MutexGuard<'_, Printer<'a>> {
        self.printer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Printer<'_> {
    /// Prints what is said of a line, once the lines before it have been printed.
    fn print(&mut self, number: u64, ending: Ending, said: Said) -> io::Result<()> {
        if self.worst != Ending::Failed && ending != Ending::Answered {
            self.worst = ending;
        }
        self.waiting.insert(number, said);
        while let Some(said) = self.waiting.remove(&self.printed) {
            self.printed += 1;
            if said.is_answer && std::mem::replace(&mut self.has_answered, true) && self.is_set_apart {
                writeln!(self.out)?;
            }
            for piece in said.pieces {
                match piece {
                    Piece::Out(text) => self.out.write_all(&text)?,
                    Piece::Told(message) => {
                        self.out.flush()?;
                        tell(message);
                    }
                }
            }
        }
        Ok(())
    }

    fn flush(&mut self) {
        if let Err(error) = self.out.flush() {
            self.error.get_or_insert(error.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::{Position, Reading, Request};

    /// What is printed of lines, and the ending.
    fn printed(
        lines: u64,
        threads: usize,
        answer: impl Fn(&u64, &Shared, &mut Said) -> anyhow::Result<Outcome> + Sync,
    ) -> (String, anyhow::Result<Ending>) {
        let interrupt = Interrupt::default();
        let batch = Batch { threads, is_set_apart: false, interrupt: &interrupt, save: &|_| Ok(()) };
        let (mut out, mut next) = (Vec::new(), 0..lines);
        let ending = batch.answer(move |_: &mut dyn FnMut()| Ok(next.next()), &mut out, answer);
        (String::from_utf8(out).expect("it is text"), ending)
    }

    #[test]
    fn answers_come_in_the_order_of_the_lines() {
        for threads in [1, 2, 5] {
            let lines = 3 * MOST_AHEAD;
            let (text, ending) = printed(lines, threads, |number, _, said| {
                if number % 1000 == 7 {
                    std::thread::yield_now();
                }
                writeln!(said, "{number}")?;
                Ok(Outcome::Ended(Ending::Answered))
            });
            assert!(text.lines().eq((0..lines).map(|number| number.to_string())), "{threads} threads");
            assert_eq!(ending.expect("nothing fails"), Ending::Answered);
        }
    }

    #[test]
    fn the_worst_ending_is_that_of_the_batch_and_an_error_ends_it() {
        let ends_with = |bad: Ending| {
            let answer = move |&number: &u64, _: &Shared, _: &mut Said| {
                Ok(Outcome::Ended(if number == 50 { bad } else { Ending::Answered }))
            };
            printed(100, 2, answer).1.expect("nothing fails")
        };
        assert_eq!(ends_with(Ending::Failed), Ending::Failed);
        assert_eq!(ends_with(Ending::Stopped), Ending::Stopped);
        let (text, ending) = printed(1_000_000, 2, |&number, _, said| {
            anyhow::ensure!(number != 50, "no more");
            writeln!(said, "{number}")?;
            Ok(Outcome::Ended(Ending::Answered))
        });
        assert_eq!(ending.expect_err("it fails").to_string(), "no more");
        assert!(text.lines().count() < 100, "the rest is not answered");
    }

    #[test]
    fn a_line_short_of_memory_is_tried_again_with_memos_of_its_own() {
        let (text, _) = printed(5, 1, |&number, shared, said| {
            let run = shared.run(Limits { memory: Some(100), ..Limits::default() });
            if run.hold(40).is_err() {
                return Ok(Outcome::ShortOfMemory);
            }
            write!(said, "{number}:{} ", shared.held())?;
            Ok(Outcome::Ended(Ending::Answered))
        });
        assert_eq!(text, "0:40 1:80 2:40 3:80 4:40 ");
    }

    #[test]
    fn lines_share_what_is_found_until_a_fault() {
        let (text, ending) = printed(4, 1, |&number, shared, said| {
            let run = shared.run(Limits::default());
            let position = Position::parse_on(&shared.workbench, "cram 4x5", Reading::default(), &run)?;
            let answer = position.solve(&Request { run, ..Request::default() });
            write!(said, "{} ", answer.nodes > 0)?;
            Ok(if number == 1 { Outcome::Faulty } else { Outcome::Ended(Ending::Answered) })
        });
        assert_eq!(text, "true false true false ");
        assert_eq!(ending.expect("nothing fails"), Ending::Failed);
    }
}
