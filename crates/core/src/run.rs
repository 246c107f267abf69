//! Limits, cancellation and progress of a computation.

use crate::Word;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How much a computation may use; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions looked into.
    pub nodes: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Bytes held by memos and open positions, as the solvers estimate them.
    pub memory: Option<u64>,
}

/// Why a computation stopped before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The limit of nodes.
    Nodes,
    /// The limit of time.
    Time,
    /// The limit of memory.
    Memory,
    /// Somebody asked it to stop.
    Cancelled,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Nodes => "nodes",
            StopReason::Time => "time",
            StopReason::Memory => "memory",
            StopReason::Cancelled => "cancelled",
        })
    }
}

/// A computation that stopped before its answer, with what it had used. What it had learnt stays
/// in its memo, so that a later run with the same memo goes on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Why.
    pub reason: StopReason,
    /// How many positions it had looked into.
    pub nodes: u64,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.reason {
            StopReason::Nodes => "the limit of nodes",
            StopReason::Time => "the limit of time",
            StopReason::Memory => "the limit of memory",
            StopReason::Cancelled => "an interruption",
        };
        write!(f, "stopped by {what} after {}", Word::count(self.nodes.into(), "node"))
    }
}

impl std::error::Error for Stopped {}

/// How far a computation has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions looked into so far.
    pub nodes: u64,
    /// Bytes held, as estimated.
    pub bytes: u64,
    /// Time since the run began.
    pub elapsed: Duration,
}

type Sink = Box<dyn FnMut(&Progress) + Send>;

/// One computation: its limits, its counters, its stop button. Shared by reference among threads.
///
/// A solver calls [`step`](Run::step) for every position that it looks into and
/// [`hold`](Run::hold) for memory, and returns the [`Stopped`] that it may get.
///
/// ```
/// use grundy_core::{Limits, Run, StopReason};
/// let run = Run::new(Limits { nodes: Some(2), ..Limits::default() });
/// assert!(run.step().is_ok() && run.step().is_ok());
/// assert_eq!(run.step().unwrap_err().reason, StopReason::Nodes);
/// assert_eq!(run.nodes(), 2);
/// ```
pub struct Run {
    limits: Limits,
    threads: usize,
    started: Instant,
    nodes: AtomicU64,
    bytes: AtomicU64,
    cancel: Arc<AtomicBool>,
    sink: Option<Mutex<Sink>>,
}

/// The clock is read and the sink told once in this many nodes.
const NODES_PER_LOOK: u64 = 1024;
/// And once in this many bytes held.
const BYTES_PER_LOOK: u64 = 1 << 16;

impl Run {
    /// A run with these limits, on one thread.
    pub fn new(limits: Limits) -> Run {
        Run {
            limits,
            threads: 1,
            started: Instant::now(),
            nodes: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            cancel: Arc::default(),
            sink: None,
        }
    }

    /// A run without limits.
    pub fn unlimited() -> Run {
        Run::new(Limits::default())
    }

    /// The same with this many threads to use, at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Run {
        self.threads = threads.max(1);
        self
    }

    /// The same with a flag that stops it when set, from a signal handler or another thread.
    #[must_use]
    pub fn with_cancel(mut self, cancel: Arc<AtomicBool>) -> Run {
        self.cancel = cancel;
        self
    }

    /// The same with a listener, told about once in a thousand nodes.
    #[must_use]
    pub fn with_sink(mut self, sink: impl FnMut(&Progress) + Send + 'static) -> Run {
        self.sink = Some(Mutex::new(Box::new(sink)));
        self
    }

    /// How many threads a solver may use.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// How many positions have been looked into.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Counts one position, and says whether to go on.
    ///
    /// # Errors
    /// When a limit is reached or the run is cancelled; the position is then not counted.
    pub fn step(&self) -> Result<(), Stopped> {
        let before = self.nodes.fetch_add(1, Ordering::Relaxed);
        if self.limits.nodes.is_some_and(|most| before >= most) {
            self.nodes.fetch_sub(1, Ordering::Relaxed);
            return Err(self.stopped(StopReason::Nodes));
        }
        if before.is_multiple_of(NODES_PER_LOOK) {
            self.check()?;
        }
        Ok(())
    }

    /// Says whether to go on, without counting: for long loops inside one position.
    ///
    /// # Errors
    /// When time is over or the run is cancelled.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(self.stopped(StopReason::Cancelled));
        }
        let elapsed = self.elapsed();
        if self.limits.time.is_some_and(|most| elapsed >= most) {
            return Err(self.stopped(StopReason::Time));
        }
        if let Some(Ok(mut sink)) = self.sink.as_ref().map(Mutex::try_lock) {
            sink(&Progress { nodes: self.nodes(), bytes: self.bytes.load(Ordering::Relaxed), elapsed });
        }
        Ok(())
    }

    /// Notes that `bytes` more are held, and now and then looks at the clock: what fills memory takes
    /// time too, even inside one position.
    ///
    /// # Errors
    /// When that passes the limit of memory, or as [`check`](Run::check).
    pub fn hold(&self, bytes: usize) -> Result<(), Stopped> {
        let before = self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        let held = before + bytes as u64;
        if self.limits.memory.is_some_and(|most| held > most) {
            return Err(self.stopped(StopReason::Memory));
        }
        if before / BYTES_PER_LOOK == held / BYTES_PER_LOOK { Ok(()) } else { self.check() }
    }

    /// Notes that `bytes` that were held are free again.
    pub fn release(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes as u64, Ordering::Relaxed);
    }

    fn stopped(&self, reason: StopReason) -> Stopped {
        Stopped { reason, nodes: self.nodes() }
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("limits", &self.limits)
            .field("threads", &self.threads)
            .field("nodes", &self.nodes())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_stops_and_says_which() {
        let run = Run::new(Limits { memory: Some(100), ..Limits::default() });
        assert!(run.hold(60).is_ok());
        run.release(30);
        assert!(run.hold(60).is_ok());
        assert_eq!(run.hold(60).unwrap_err().reason, StopReason::Memory);

        let run = Run::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!(run.step().unwrap_err().reason, StopReason::Time);

        let cancel = Arc::new(AtomicBool::new(true));
        let run = Run::unlimited().with_cancel(cancel);
        assert_eq!(run.step().unwrap_err().reason, StopReason::Cancelled);
    }

    #[test]
    fn the_sink_hears_of_progress() {
        let heard = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&heard);
        let run =
            Run::unlimited().with_sink(move |progress| counter.store(progress.nodes, Ordering::Relaxed));
        for _ in 0..2049 {
            run.step().expect("no limit");
        }
        assert_eq!(heard.load(Ordering::Relaxed), 2049);
    }
}
