//! Many positions at once: lines are answered on several threads, and the answers come in the order of the
//! lines.

mod line_queue;
mod printer;

use crate::Ending;
use crate::interrupt::Interrupt;
use grundy::{Limits, Run, Workbench};
use line_queue::LineQueue;
pub use printer::LineOutput;
use printer::{Chunk, Printer};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};
use std::time::Duration;

/// Answers wait for those of earlier lines. This is the most lines that may be answered ahead of the one
/// to print.
const MOST_AHEAD: u64 = 10_000;

/// The most lines that a thread takes at a time. It waits for the first of them only.
const MOST_TAKEN: usize = 64;

/// What has been found reaches its reader after this time at the latest.
const FLUSHED_EVERY: Duration = Duration::from_millis(50);

/// A workbench whose memos hold more than this is given up between two lines: memos serve positions that are
/// alike, and most are small.
const MOST_KEPT: u64 = 1 << 30;

/// Where the lines of a batch come from.
pub trait ReadLines: Send {
    /// A line.
    type Line: Send;

    /// Whether the next line, or the end, can be had without waiting for input.
    fn has_line(&self) -> bool;

    /// The next line, or none at the end.
    fn read_line(&mut self) -> anyhow::Result<Option<Self::Line>>;
}

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

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineResult {
    /// It was answered, stopped, or refused.
    Ended(Ending),
    /// The limit of memory, which counts what is held for others too, left it open.
    ShortOfMemory,
    /// A fault of the program ended it. What memos hold is not to be trusted any more.
    Faulty,
}

/// How a batch ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// The worst ending of its lines.
    pub ending: Ending,
    /// The number of lines that were answered without a gap, from the first one on.
    pub lines: u64,
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
struct Workers<'a, L: ReadLines, F> {
    batch: &'a Batch<'a>,
    lines: Mutex<Numbered<L>>,
    /// What every thread has taken.
    queues: Vec<LineQueue<L::Line>>,
    shared: RwLock<Shared>,
    answer: F,
    printer: Mutex<Printer<'a>>,
    /// Notified when a thread has ended, and when lines were printed that others waited for.
    changed: Condvar,
    /// Whether nothing more is to be answered.
    is_broken: AtomicBool,
}

/// Lines as they are given out.
struct Numbered<L> {
    lines: L,
    given: u64,
    /// Whether there are no more.
    is_over: bool,
    /// Why no more can be read: lines that were read before are answered first.
    error: Option<anyhow::Error>,
}

/// What a thread finds that asks for lines.
enum Next {
    /// It has some in its queue.
    Taken,
    /// Too many answers wait for earlier ones.
    TooFarAhead,
    /// There are none.
    Over,
}

impl<'a> Batch<'a> {
    /// Answers all lines. `answer` writes the output of a line.
    ///
    /// A thread takes some lines at a time, as many as can be had without waiting for input, and gives half of
    /// those that it has not begun to a thread that has none. What it found is printed when its lines are
    /// answered, and every 50 ms.
    ///
    /// A line that comes short of memory because of the others is answered anew, alone, after what was found
    /// of them has been given up; its first output is dropped.
    ///
    /// # Errors
    /// When lines cannot be read, answers cannot be written, or memos cannot be saved.
    pub fn answer<L, F>(
        &'a self,
        lines: L,
        out: &'a mut (dyn Write + Send),
        answer: F,
    ) -> anyhow::Result<Ended>
    where
        L: ReadLines,
        F: Fn(&L::Line, &Shared, &mut LineOutput) -> anyhow::Result<LineResult> + Sync,
    {
        let workers = Workers {
            batch: self,
            lines: Mutex::new(Numbered { lines, given: 0, is_over: false, error: None }),
            queues: (0..self.threads).map(|_| LineQueue::default()).collect(),
            shared: RwLock::default(),
            answer,
            printer: Mutex::new(Printer::new(out, self.threads)),
            changed: Condvar::new(),
            is_broken: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            for own in &workers.queues {
                scope.spawn(|| workers.work(own));
            }
            workers.print_until_done();
        });
        let shared = workers.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let printer = workers.printer.into_inner().unwrap_or_else(PoisonError::into_inner);
        (self.save)(&shared.workbench)?;
        let lines = printer.printed();
        let worst = printer.end()?;
        Ok(Ended { ending: if self.interrupt.is_pressed() { Ending::Stopped } else { worst }, lines })
    }
}

impl<'a, L, F> Workers<'a, L, F>
where
    L: ReadLines,
    F: Fn(&L::Line, &Shared, &mut LineOutput) -> anyhow::Result<LineResult>,
{
    /// Answers line after line.
    fn work(&self, own: &LineQueue<L::Line>) {
        let mut output = LineOutput::new(self.batch.is_set_apart);
        while self.take(own) {
            while !self.is_broken()
                && let Some(line) = own.next()
            {
                match self.answered(&line, &mut output) {
                    Ok(ending) => own.record(ending, &mut output),
                    Err(error) => self.fail(error),
                }
            }
            self.print(own.chunk());
        }
        self.printer().working -= 1;
        self.changed.notify_all();
    }

    /// Takes lines; false at the end.
    fn take(&self, own: &LineQueue<L::Line>) -> bool {
        while !self.is_broken() {
            match self.next(own) {
                Ok(Next::Taken) => return true,
                Ok(Next::Over) => return false,
                Ok(Next::TooFarAhead) => self.wait_for_earlier_lines(),
                Err(error) => self.fail(error),
            }
        }
        false
    }

    /// Takes lines that can be had without waiting, or else half of what another thread has taken, or else waits
    /// for input.
    fn next(&self, own: &LineQueue<L::Line>) -> anyhow::Result<Next> {
        let mut lines = match self.lines.try_lock() {
            Ok(lines) => lines,
            // The thread that has them may be waiting for input.
            Err(TryLockError::WouldBlock) if self.steal(own) => return Ok(Next::Taken),
            Err(_) => self.lines.lock().unwrap_or_else(PoisonError::into_inner),
        };
        let is_ahead = lines.given >= self.printer().printed() + MOST_AHEAD;
        if lines.is_over || is_ahead || !lines.lines.has_line() {
            if self.steal(own) {
                return Ok(Next::Taken);
            }
            if lines.is_over || is_ahead {
                return Ok(if lines.is_over { Next::Over } else { Next::TooFarAhead });
            }
            self.printer().flush();
        }
        lines.give(own)
    }

    /// Takes half of what the first other thread that has any has not begun.
    fn steal(&self, own: &LineQueue<L::Line>) -> bool {
        let others = self.queues.iter().filter(|other| !std::ptr::eq(*other, own));
        others.into_iter().any(|other| own.steal(other))
    }

    fn wait_for_earlier_lines(&self) {
        let mut printer = self.printer();
        printer.awaited += 1;
        // Whoever is waited for is waited for anew: there may be lines to take from others by then.
        let waited = self.changed.wait_timeout(printer, FLUSHED_EVERY);
        waited.map_or_else(|poisoned| poisoned.into_inner().0, |(printer, _)| printer).awaited -= 1;
    }

    fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed) || self.batch.interrupt.is_pressed()
    }

    /// Ends the batch with an error.
    fn fail(&self, error: anyhow::Error) {
        self.printer().fail(error);
        self.is_broken.store(true, Ordering::Relaxed);
    }

    /// Answers a line into `output`, and returns how it ended.
    fn answered(&self, line: &L::Line, output: &mut LineOutput) -> anyhow::Result<Ending> {
        let shared = self.shared.read().unwrap_or_else(PoisonError::into_inner);
        let before = shared.held();
        let first = (self.answer)(line, &shared, output)?;
        // Three quarters of the memory were its own: it would not do better alone.
        let was_alone = self.batch.threads == 1 && before * 4 < shared.held();
        let ended = match first {
            LineResult::Ended(ending) => Some(ending),
            LineResult::ShortOfMemory => was_alone.then_some(Ending::Stopped),
            LineResult::Faulty => Some(Ending::Failed),
        };
        if first != LineResult::Faulty
            && shared.held() <= MOST_KEPT
            && let Some(ending) = ended
        {
            return Ok(ending);
        }
        drop(shared);
        // From here on this thread is alone.
        let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
        if first != LineResult::Faulty {
            (self.batch.save)(&shared.workbench)?;
        }
        *shared = Shared::default();
        if let Some(ending) = ended {
            return Ok(ending);
        }
        output.clear();
        let again = (self.answer)(line, &shared, output)?;
        Ok(if let LineResult::Ended(ending) = again { ending } else { Ending::Stopped })
    }

    /// Prints a chunk when it is its turn.
    fn print(&self, chunk: Chunk) {
        if chunk.is_empty() {
            return;
        }
        let mut printer = self.printer();
        if let Err(error) = printer.print(chunk) {
            printer.fail(error.into());
            self.is_broken.store(true, Ordering::Relaxed);
        }
        if printer.awaited > 0 {
            self.changed.notify_all();
        }
    }

    /// Prints now and then what threads have found that are at work for long, until all have ended.
    fn print_until_done(&self) {
        let mut printer = self.printer();
        while printer.working > 0 {
            let waited = self.changed.wait_timeout(printer, FLUSHED_EVERY);
            let (guard, waited) = waited.unwrap_or_else(PoisonError::into_inner);
            drop(guard);
            if waited.timed_out() {
                self.queues.iter().for_each(|queue| self.print(queue.chunk()));
                self.printer().flush();
                let interrupt = self.batch.interrupt;
                if interrupt.is_pressed() && !interrupt.is_computing() {
                    // A thread may wait for input that never comes.
                    std::process::exit(Ending::Stopped as i32);
                }
            }
            printer = self.printer();
        }
    }

    fn printer(&self) -> MutexGuard<'_, Printer<'a>> {
        self.printer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<L: ReadLines> Numbered<L> {
    /// Gives out the next line, and those that can be had without waiting, up to a bound.
    fn give(&mut self, to: &LineQueue<L::Line>) -> anyhow::Result<Next> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let mut taken = Vec::with_capacity(MOST_TAKEN);
        while !self.is_over && (taken.is_empty() || (taken.len() < MOST_TAKEN && self.lines.has_line())) {
            match self.lines.read_line() {
                Ok(Some(line)) => taken.push(line),
                Ok(None) => self.is_over = true,
                Err(error) if taken.is_empty() => return Err(error),
                Err(error) => {
                    self.error = Some(error);
                    break;
                }
            }
        }
        if taken.is_empty() {
            return Ok(Next::Over);
        }
        let first = self.given;
        self.given += taken.len() as u64;
        to.fill(first, taken);
        Ok(Next::Taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::{Position, Reading, Request};
    use std::ops::Range;

    impl ReadLines for Range<u64> {
        type Line = u64;

        fn has_line(&self) -> bool {
            true
        }

        fn read_line(&mut self) -> anyhow::Result<Option<u64>> {
            Ok(self.next())
        }
    }

    /// What is printed of lines, and the ending.
    fn printed(
        lines: u64,
        threads: usize,
        answer: impl Fn(&u64, &Shared, &mut LineOutput) -> anyhow::Result<LineResult> + Sync,
    ) -> (String, anyhow::Result<Ending>) {
        let interrupt = Interrupt::default();
        let batch = Batch { threads, is_set_apart: false, interrupt: &interrupt, save: &|_| Ok(()) };
        let mut out = Vec::new();
        let ending = batch.answer(0..lines, &mut out, answer);
        (String::from_utf8(out).expect("it is text"), ending.map(|ended| ended.ending))
    }

    #[test]
    fn answers_come_in_the_order_of_the_lines() {
        for threads in [1, 2, 5] {
            let lines = 3 * MOST_AHEAD;
            let (text, ending) = printed(lines, threads, |number, _, output| {
                if number % 1000 == 7 {
                    std::thread::yield_now();
                }
                writeln!(output, "{number}")?;
                Ok(LineResult::Ended(Ending::Answered))
            });
            assert!(text.lines().eq((0..lines).map(|number| number.to_string())), "{threads} threads");
            assert_eq!(ending.expect("nothing fails"), Ending::Answered);
        }
    }

    #[test]
    fn the_worst_ending_is_that_of_the_batch_and_an_error_ends_it() {
        let ends_with = |bad: Ending| {
            let answer = move |&number: &u64, _: &Shared, _: &mut LineOutput| {
                Ok(LineResult::Ended(if number == 50 { bad } else { Ending::Answered }))
            };
            printed(100, 2, answer).1.expect("nothing fails")
        };
        assert_eq!(ends_with(Ending::Failed), Ending::Failed);
        assert_eq!(ends_with(Ending::Stopped), Ending::Stopped);
        let (text, ending) = printed(1_000_000, 2, |&number, _, output| {
            anyhow::ensure!(number != 50, "no more");
            writeln!(output, "{number}")?;
            Ok(LineResult::Ended(Ending::Answered))
        });
        assert_eq!(ending.expect_err("it fails").to_string(), "no more");
        assert!(text.lines().count() < 100, "the rest is not answered");
    }

    #[test]
    fn a_line_short_of_memory_is_tried_again_with_memos_of_its_own() {
        let (text, _) = printed(5, 1, |&number, shared, output| {
            let run = shared.run(Limits { memory: Some(100), ..Limits::default() });
            if run.hold(40).is_err() {
                return Ok(LineResult::ShortOfMemory);
            }
            write!(output, "{number}:{} ", shared.held())?;
            Ok(LineResult::Ended(Ending::Answered))
        });
        assert_eq!(text, "0:40 1:80 2:40 3:80 4:40 ");
    }

    #[test]
    fn lines_share_what_is_found_until_a_fault() {
        let (text, ending) = printed(4, 1, |&number, shared, output| {
            let run = shared.run(Limits::default());
            let position = Position::parse_on(&shared.workbench, "cram 5x5", Reading::default(), &run)?;
            let answer = position.solve(&Request { run, ..Request::default() });
            // Small parts are valued anew, so a few nodes are counted again.
            write!(output, "{} ", answer.nodes > 100)?;
            Ok(if number == 1 { LineResult::Faulty } else { LineResult::Ended(Ending::Answered) })
        });
        assert_eq!(text, "true false true false ");
        assert_eq!(ending.expect("nothing fails"), Ending::Failed);
    }
}
