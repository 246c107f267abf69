//! A computation within limits: its counters, its stop button, and its progress.

use crate::limits::{Limits, StopReason, Stopped};
use crate::pace::{self, Pace};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How far a computation has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions looked into so far.
    pub nodes: u64,
    /// How far the work has come in its own unit, such as heaps known or states decided; 0 where a
    /// computation counts nodes only.
    pub done: u64,
    /// Bytes held, as estimated.
    pub bytes: u64,
    /// Time since the run began.
    pub elapsed: Duration,
}

type Sink = Box<dyn FnMut(&Progress) + Send>;

/// One computation: its limits, its counters, its stop button. Shared by reference among threads; a clone is
/// the same computation.
///
/// A solver calls [`step`](Run::step) for every position that it looks into and
/// [`hold`](Run::hold) for memory, and returns the [`Stopped`] that it may get. Work that has another unit than
/// positions calls [`reached`](Run::reached).
///
/// ```
/// use grundy_core::{Limits, Run, StopReason};
/// let run = Run::new(Limits { nodes: Some(2), ..Limits::default() });
/// assert!(run.step().is_ok() && run.step().is_ok());
/// assert_eq!(run.step().unwrap_err().reason, StopReason::Nodes);
/// assert_eq!(run.nodes(), 2);
/// ```
#[derive(Clone)]
pub struct Run {
    limits: Limits,
    threads: usize,
    cancel: Arc<AtomicBool>,
    sink: Option<Arc<Mutex<Sink>>>,
    used: Arc<Used>,
    held: Arc<AtomicU64>,
    resident: Option<Resident>,
    /// What [`reached`](Run::reached) counts from.
    done_before: u64,
}

/// What a run has used, shared with the runs that are made of its [rest](Run::half_of_the_rest).
struct Used {
    started: Instant,
    nodes: AtomicU64,
    done: AtomicU64,
    /// When the resident memory was last asked for, in milliseconds since the start.
    resident_asked: AtomicU64,
    /// The clock is read once in this many nodes: a power of two.
    nodes_per_look: AtomicU64,
    /// When nodes last led to a look at the clock, in microseconds since the start.
    looked: AtomicU64,
}

impl Used {
    /// Nothing used yet by what began then.
    fn since(started: Instant) -> Used {
        Used {
            started,
            nodes: AtomicU64::new(0),
            done: AtomicU64::new(0),
            resident_asked: AtomicU64::new(0),
            nodes_per_look: AtomicU64::new(1),
            looked: AtomicU64::new(0),
        }
    }

    /// Reads the clock more often where nodes take long.
    fn keep_pace(&self, now: Duration) {
        let now = now.as_micros() as u64;
        let took = Duration::from_micros(now.saturating_sub(self.looked.swap(now, Ordering::Relaxed)));
        let nodes = self.nodes_per_look.load(Ordering::Relaxed);
        let next = pace::next(nodes, took);
        if next != nodes {
            self.nodes_per_look.store(next, Ordering::Relaxed);
        }
    }
}

/// Tells the resident memory of the process in bytes, where the system does.
pub type Resident = fn() -> Option<u64>;

/// Progress is reported once in this many nodes.
const NODES_PER_REPORT: u64 = 1024;
/// The clock is read and progress is reported once in this many bytes held.
const BYTES_PER_LOOK: u64 = 1 << 16;
/// The least time between two questions for the resident memory, in milliseconds: each takes some
/// microseconds.
const RESIDENT_EVERY: u64 = 10;

/// Resident memory may pass the limit by an eighth and by this: the program itself takes some, and an
/// allocator rounds up.
const RESIDENT_BESIDES: u64 = 16 << 20;

impl Run {
    /// A run with these limits, on one thread.
    pub fn new(limits: Limits) -> Run {
        Run {
            limits,
            threads: 1,
            cancel: Arc::default(),
            sink: None,
            used: Arc::new(Used::since(Instant::now())),
            held: Arc::default(),
            resident: None,
            done_before: 0,
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

    /// The same with a listener, called about once in a thousand nodes.
    #[must_use]
    pub fn with_sink(mut self, sink: impl FnMut(&Progress) + Send + 'static) -> Run {
        self.sink = Some(Arc::new(Mutex::new(Box::new(sink))));
        self
    }

    /// The same with a count of bytes that other runs add to as well: the limit of memory is for all of them
    /// together. For runs that share memos, one after another or side by side.
    #[must_use]
    pub fn with_held(mut self, held: Arc<AtomicU64>) -> Run {
        self.held = held;
        self
    }

    /// The same with a look at the resident memory now and then. The bytes that solvers hold are estimates;
    /// a run that is told the truth stops by the limit of memory when the whole process has passed it by more
    /// than an eighth and 16 MiB.
    #[must_use]
    pub fn with_resident(mut self, resident: Resident) -> Run {
        self.resident = Some(resident);
        self
    }

    /// A run that may use half of the nodes and of the time that are left of this one. What it uses counts
    /// for both; the limit of memory, the stop button and the sink are the same.
    ///
    /// ```
    /// use grundy_core::{Limits, Run};
    /// let run = Run::new(Limits { nodes: Some(8), ..Limits::default() });
    /// let half = run.half_of_the_rest();
    /// assert_eq!((0..9).filter(|_| half.step().is_ok()).count(), 4);
    /// assert_eq!((0..9).filter(|_| run.step().is_ok()).count(), 4);
    /// ```
    #[must_use]
    pub fn half_of_the_rest(&self) -> Run {
        let (nodes, elapsed) = (self.nodes(), self.elapsed());
        let limits = Limits {
            nodes: self.limits.nodes.map(|most| nodes + most.saturating_sub(nodes) / 2),
            time: self.limits.time.map(|most| elapsed + most.saturating_sub(elapsed) / 2),
            memory: self.limits.memory,
        };
        Run { limits, ..self.clone() }
    }

    /// A run that may go on for this much longer at most. What it uses counts for both; the other limits, the
    /// stop button and the sink are the same.
    ///
    /// ```
    /// use grundy_core::{Run, StopReason};
    /// use std::time::Duration;
    /// let run = Run::unlimited();
    /// let short = run.for_at_most(Duration::ZERO);
    /// assert_eq!(short.check().unwrap_err().reason, StopReason::Time);
    /// assert!(run.check().is_ok());
    /// ```
    #[must_use]
    pub fn for_at_most(&self, time: Duration) -> Run {
        let end = self.elapsed().saturating_add(time);
        let time = Some(self.limits.time.map_or(end, |most| most.min(end)));
        Run { limits: Limits { time, ..self.limits }, ..self.clone() }
    }

    /// The same run for side work of a search: its positions do not count, nor is its progress told. The other limits
    /// and the stop button are the same.
    ///
    /// ```
    /// use grundy_core::{Limits, Run};
    /// let run = Run::new(Limits { nodes: Some(1), ..Limits::default() });
    /// let aside = run.uncounted();
    /// assert!(aside.step().is_ok() && aside.step().is_ok());
    /// assert_eq!(run.nodes(), 0);
    /// ```
    #[must_use]
    pub fn uncounted(&self) -> Run {
        let limits = Limits { nodes: None, ..self.limits };
        Run { limits, sink: None, used: Arc::new(Used::since(self.used.started)), ..self.clone() }
    }

    /// Bytes of the limit of memory that are not held yet; `None` without a limit.
    ///
    /// ```
    /// use grundy_core::{Limits, Run};
    /// let run = Run::new(Limits { memory: Some(100), ..Limits::default() });
    /// run.hold(40)?;
    /// assert_eq!(run.memory_left(), Some(60));
    /// # Ok::<(), grundy_core::Stopped>(())
    /// ```
    pub fn memory_left(&self) -> Option<u64> {
        Some(self.limits.memory?.saturating_sub(self.held.load(Ordering::Relaxed)))
    }

    /// The same run for work that comes after `done` units of other work: what it
    /// [reaches](Run::reached) is added to them.
    #[must_use]
    pub fn after(&self, done: u64) -> Run {
        Run { done_before: self.done_before.saturating_add(done), ..self.clone() }
    }

    /// What the run may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// How many threads a solver may use.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// How many positions have been looked into.
    pub fn nodes(&self) -> u64 {
        self.used.nodes.load(Ordering::Relaxed)
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.used.started.elapsed()
    }

    /// Counts one position, and says whether to go on.
    ///
    /// # Errors
    /// When a limit is reached or the run is cancelled; the position is then not counted.
    pub fn step(&self) -> Result<(), Stopped> {
        self.steps(1)
    }

    /// Counts positions, and says whether to go on. Threads that count some together disturb each other less.
    ///
    /// ```
    /// use grundy_core::{Limits, Run};
    /// let run = Run::new(Limits { nodes: Some(20), ..Limits::default() });
    /// assert!(run.steps(16).is_ok() && run.steps(16).is_err());
    /// assert_eq!(run.nodes(), 16);
    /// ```
    ///
    /// # Errors
    /// When a limit is reached or the run is cancelled. Where they pass the limit of nodes, none of them is counted.
    pub fn steps(&self, nodes: u64) -> Result<(), Stopped> {
        let before = self.used.nodes.fetch_add(nodes, Ordering::Relaxed);
        if self.limits.nodes.is_some_and(|most| before.saturating_add(nodes) > most) {
            self.used.nodes.fetch_sub(nodes, Ordering::Relaxed);
            return Err(self.stopped(StopReason::Nodes));
        }
        // Whether one of them is a multiple of that power of two: without a division, for this is done at every node.
        let holds_one_in = |every: u64| before.wrapping_neg() & (every - 1) < nodes;
        if holds_one_in(NODES_PER_REPORT) {
            return self.check();
        }
        if holds_one_in(self.used.nodes_per_look.load(Ordering::Relaxed)) {
            self.used.keep_pace(self.look()?);
        }
        Ok(())
    }

    /// Counts positions that have been looked into together. The limit of nodes is met at the next look.
    ///
    /// ```
    /// use grundy_core::{Limits, Run, StopReason};
    /// let run = Run::new(Limits { nodes: Some(64), ..Limits::default() });
    /// run.count(64);
    /// assert!(run.check().is_ok());
    /// run.count(1);
    /// assert_eq!(run.check().unwrap_err().reason, StopReason::Nodes);
    /// ```
    pub fn count(&self, nodes: u64) {
        self.used.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Notes how far the work has come in its own unit, tells the sink, and says whether to go on.
    ///
    /// # Errors
    /// As [`check`](Run::check). The sink has been told in any case.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use std::sync::{Arc, atomic::{AtomicU64, Ordering}};
    /// let known = Arc::new(AtomicU64::new(0));
    /// let heard = Arc::clone(&known);
    /// let run = Run::unlimited().with_sink(move |progress| heard.store(progress.done, Ordering::Relaxed));
    /// run.reached(64)?;
    /// assert_eq!(known.load(Ordering::Relaxed), 64);
    /// # Ok::<(), grundy_core::Stopped>(())
    /// ```
    pub fn reached(&self, done: u64) -> Result<(), Stopped> {
        self.used.done.store(self.done_before.saturating_add(done), Ordering::Relaxed);
        self.tell();
        self.look().map(|_| ())
    }

    /// Tells the sink, and says whether to go on, without counting: for long loops inside one position.
    ///
    /// # Errors
    /// When time is over, the run is cancelled, or the resident memory is far beyond the limit.
    pub fn check(&self) -> Result<(), Stopped> {
        self.look()?;
        self.tell();
        Ok(())
    }

    /// A [`check`](Run::check) for loops whose turns may be quick: the clock is read in one turn of some, as
    /// often as it has to be.
    ///
    /// # Errors
    /// As [`check`](Run::check).
    #[inline]
    pub fn turn(&self, pace: &mut Pace) -> Result<(), Stopped> {
        if pace.is_due() {
            pace.looked(self.look()?);
            self.tell();
        }
        Ok(())
    }

    /// Tells the sink, unless another thread is telling it.
    fn tell(&self) {
        if let Some(Ok(mut sink)) = self.sink.as_ref().map(|sink| sink.try_lock()) {
            sink(&Progress {
                nodes: self.nodes(),
                done: self.used.done.load(Ordering::Relaxed),
                bytes: self.held.load(Ordering::Relaxed),
                elapsed: self.elapsed(),
            });
        }
    }

    /// Looks at the stop button, at the clock, and now and then at the resident memory; says what time it is.
    fn look(&self) -> Result<Duration, Stopped> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(self.stopped(StopReason::Cancelled));
        }
        // Only positions that were counted together pass the limit: `step` takes its own back.
        if self.limits.nodes.is_some_and(|most| self.nodes() > most) {
            return Err(self.stopped(StopReason::Nodes));
        }
        let elapsed = self.elapsed();
        if self.limits.time.is_some_and(|most| elapsed >= most) {
            return Err(self.stopped(StopReason::Time));
        }
        if self.is_resident_beyond(elapsed) {
            return Err(self.stopped(StopReason::Memory));
        }
        Ok(elapsed)
    }

    fn is_resident_beyond(&self, elapsed: Duration) -> bool {
        let (Some(resident), Some(most)) = (self.resident, self.limits.memory) else { return false };
        let now = elapsed.as_millis() as u64;
        let asked = self.used.resident_asked.load(Ordering::Relaxed);
        if now < asked + RESIDENT_EVERY {
            return false;
        }
        self.used.resident_asked.store(now, Ordering::Relaxed);
        resident().is_some_and(|bytes| bytes > most.saturating_add(most / 8 + RESIDENT_BESIDES))
    }

    /// Notes that `bytes` more are held, and now and then looks at the clock: what fills memory takes
    /// time too, even inside one position.
    ///
    /// # Errors
    /// When that passes the limit of memory, or as [`check`](Run::check); the bytes are then not noted.
    ///
    /// ```
    /// use grundy_core::{Limits, Run};
    /// let run = Run::new(Limits { memory: Some(100), ..Limits::default() });
    /// assert!(run.hold(usize::MAX).is_err() && run.hold(100).is_ok());
    /// ```
    pub fn hold(&self, bytes: usize) -> Result<(), Stopped> {
        let more = bytes as u64;
        let most = self.limits.memory.unwrap_or(u64::MAX);
        let add = |held: u64| held.checked_add(more).filter(|&held| held <= most);
        let Ok(before) = self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add) else {
            return Err(self.stopped(StopReason::Memory));
        };
        if before / BYTES_PER_LOOK == (before + more) / BYTES_PER_LOOK {
            return Ok(());
        }
        self.check().inspect_err(|_| self.release(bytes))
    }

    /// Notes that `bytes` that were held are free again; at most those that this run knows of.
    pub fn release(&self, bytes: usize) {
        let free = |held: u64| Some(held.saturating_sub(bytes as u64));
        // It always gives a number, so the update is never refused.
        self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, free).ok();
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
        assert!(run.hold(10).is_ok(), "what did not fit was not counted");
        run.release(1000);
        assert!(run.hold(100).is_ok() && run.hold(1).is_err(), "no more is free than was held");

        let run = Run::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!(run.step().unwrap_err().reason, StopReason::Time);

        let cancel = Arc::new(AtomicBool::new(true));
        let run = Run::unlimited().with_cancel(cancel);
        assert_eq!(run.step().unwrap_err().reason, StopReason::Cancelled);
    }

    #[test]
    fn the_clock_is_read_more_often_where_nodes_take_long() {
        let used = Used::since(Instant::now());
        let mut nodes_per_look = |now: u64| {
            used.keep_pace(Duration::from_millis(now));
            used.nodes_per_look.load(Ordering::Relaxed)
        };
        assert_eq!([0; 7].map(&mut nodes_per_look), [2, 4, 8, 16, 32, 64, 64]);
        assert_eq!([5, 1000, 2000, 2005].map(&mut nodes_per_look), [64, 32, 16, 16]);
    }

    #[test]
    fn resident_memory_stops_a_run_whose_count_is_small() {
        let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
        let is_beyond = |run: Run| run.is_resident_beyond(Duration::from_millis(RESIDENT_EVERY));
        assert!(is_beyond(Run::new(limits).with_resident(|| Some(2 << 30))));
        assert!(!is_beyond(Run::new(limits).with_resident(|| Some((9 << 27) + 1))), "by an eighth");
        assert!(!is_beyond(Run::new(limits).with_resident(|| None)), "where the system does not tell");
        assert!(!is_beyond(Run::unlimited().with_resident(|| Some(u64::MAX))), "without a limit");
        let run = Run::new(limits).with_resident(|| Some(2 << 30));
        assert!(!run.is_resident_beyond(Duration::ZERO), "a short run does not ask");
    }

    #[test]
    fn runs_that_share_a_count_share_the_limit() {
        let (held, limits) = (Arc::default(), Limits { memory: Some(100), ..Limits::default() });
        let one = Run::new(limits).with_held(Arc::clone(&held));
        let other = Run::new(limits).with_held(held);
        assert!(one.hold(60).is_ok());
        assert_eq!(other.hold(60).unwrap_err().reason, StopReason::Memory);
    }

    #[test]
    fn what_comes_after_other_work_is_added_to_it() {
        let heard = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&heard);
        let run = Run::unlimited().with_sink(move |progress| told.store(progress.done, Ordering::Relaxed));
        run.after(100).after(20).reached(3).expect("no limit");
        assert_eq!(heard.load(Ordering::Relaxed), 123);
        let none = run.for_at_most(Duration::ZERO);
        assert_eq!(none.reached(5).unwrap_err().reason, StopReason::Time);
        assert_eq!(heard.load(Ordering::Relaxed), 5, "told in any case");
        assert!(run.for_at_most(Duration::MAX).check().is_ok());
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
