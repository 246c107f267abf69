//! The job queue: questions wait here, are worked on off the async threads, and are answered once for all
//! who ask the same at the same time.
//!
//! Every question is first tried with a small budget. That answers nearly all of them, and a flood of
//! hard ones cannot hold it up for long: what needs more goes to a queue of its own, where few are
//! worked on at a time. When nobody waits for an answer any more, the work on it is stopped.

use crate::reply::Reply;
use crate::reply_cache::ReplyCache;
use crate::workers::Workers;
use axum::response::sse::{Event, KeepAlive, Sse};
use grundy::{Limits, Run};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// How much the server does for one question, and how many it takes on.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// For the first try, on any of `quick` threads.
    pub first: Limits,
    /// For what the first try does not answer.
    pub second: Limits,
    /// How many first tries run side by side.
    pub quick: usize,
    /// How many second tries run side by side.
    pub hard: usize,
    /// How many second tries may wait or run; later clients are asked to come back.
    pub places: usize,
    /// How many clients may wait for second tries, or listen to them; others are asked to come back, so
    /// that there is always a connection for a small question.
    pub waiting: usize,
    /// How many bytes of replies are kept for those who ask the same again.
    pub kept: usize,
}

impl Default for Allowance {
    /// Fits two processors and 300 MB.
    fn default() -> Allowance {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        let limits = |nodes, milliseconds, megabytes: u64| Limits {
            nodes: Some(nodes),
            time: Some(Duration::from_millis(milliseconds)),
            memory: Some(megabytes << 20),
        };
        Allowance {
            // Counted in positions: on a busy machine the clock would call small questions hard.
            first: limits(250, 40, 4),
            second: limits(200_000_000, 5_000, 48),
            quick: processors.clamp(2, 8),
            hard: (processors / 2).clamp(1, 2),
            places: 12,
            waiting: 128,
            kept: 16 << 20,
        }
    }
}

/// What one try may use, and the stop button that is pressed when nobody waits any more.
pub struct Budget {
    limits: Limits,
    started: Instant,
    is_last: bool,
    cancel: Arc<AtomicBool>,
    reporter: ProgressReporter,
}

/// Reports progress to the clients that wait.
#[derive(Clone)]
pub struct ProgressReporter(Option<Arc<watch::Sender<State>>>);

impl ProgressReporter {
    /// Reports it in place of what was reported before.
    pub fn report(&self, progress: String) {
        if let Some(state) = &self.0 {
            state.send_modify(|state| state.progress = vec![progress.into()]);
        }
    }

    /// Reports it beside what was reported before; clients that come late get all of it.
    pub fn report_more(&self, progress: String) {
        if let Some(state) = &self.0 {
            state.send_modify(|state| state.progress.push(progress.into()));
        }
    }
}

impl Budget {
    /// Whether there is no further try: what is known then is the answer.
    pub fn is_last(&self) -> bool {
        self.is_last
    }

    /// The limits of a computation that may take this share of the budget; of the time, what is left of it.
    pub fn limits(&self, share: f64) -> Limits {
        let part = |whole: u64| (whole as f64 * share) as u64;
        Limits {
            nodes: self.limits.nodes.map(part),
            time: self.limits.time.map(|time| time.mul_f64(share).saturating_sub(self.started.elapsed())),
            memory: self.limits.memory.map(part),
        }
    }

    /// A computation that may take this share of the budget.
    pub fn run(&self, share: f64) -> Run {
        Run::new(self.limits(share)).with_cancel(Arc::clone(&self.cancel))
    }

    /// The stop button.
    pub fn cancel(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    /// What reports progress to the clients that wait.
    pub fn reporter(&self) -> ProgressReporter {
        self.reporter.clone()
    }
}

/// Makes a reply within a budget; none when a larger budget would give a better one. With the last
/// budget it always makes one.
pub trait Job: Fn(&Budget) -> Option<Reply> + Send + Sync + 'static {}
impl<F: Fn(&Budget) -> Option<Reply> + Send + Sync + 'static> Job for F {}

/// Which tries a question gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// The first, then the second.
    Usual,
    /// The second only: it is known to be much work.
    Hard,
}

/// How far the work on a question is.
#[derive(Clone, Default)]
pub struct State {
    /// Whether it is known to be much work.
    pub is_hard: bool,
    /// The progress that was reported.
    pub progress: Vec<Arc<str>>,
    /// The answer, when it is there.
    pub reply: Option<Reply>,
}

/// A question at work. Those who wait share it; when the last of them leaves, the work stops.
pub struct JobHandle {
    /// How far the work is.
    pub state: watch::Receiver<State>,
    cancel: Arc<AtomicBool>,
}

impl JobHandle {
    /// Streams how far the work is, state by state, until the reply is there, each as the event that is made
    /// of it. When the client goes, the stream lets go of the handle, and of the place of a
    /// [listener](JobQueue::listener).
    pub fn stream(
        self: Arc<Self>,
        place: OwnedSemaphorePermit,
        mut event: impl FnMut(State) -> Event + Send + 'static,
    ) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
        let mut is_done = false;
        let events = WatchStream::new(self.state.clone()).map_while(move |state| {
            // They go with the stream.
            let _ = (&self, &place);
            if is_done {
                return None;
            }
            is_done = state.reply.is_some();
            Some(Ok(event(state)))
        });
        Sse::new(events).keep_alive(KeepAlive::default())
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// The job queue of a server.
pub struct JobQueue {
    allowance: Allowance,
    quick: Arc<Semaphore>,
    hard: Arc<Semaphore>,
    places: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    quick_threads: Workers,
    hard_threads: Workers,
    asked: Mutex<HashMap<Arc<str>, Weak<JobHandle>>>,
    cache: Mutex<ReplyCache>,
    is_closed: AtomicBool,
    /// How many tries were begun, for tests and curious owners.
    tries: AtomicU64,
    /// How many questions were answered by replies that were kept.
    kept_used: AtomicU64,
}

impl JobQueue {
    /// A queue with this allowance.
    pub fn new(allowance: Allowance) -> JobQueue {
        JobQueue {
            quick: Arc::new(Semaphore::new(allowance.quick)),
            hard: Arc::new(Semaphore::new(allowance.hard)),
            places: Arc::new(Semaphore::new(allowance.places)),
            waiting: Arc::new(Semaphore::new(allowance.waiting)),
            quick_threads: Workers::new("quick", allowance.quick),
            hard_threads: Workers::new("hard", allowance.hard),
            asked: Mutex::default(),
            cache: Mutex::new(ReplyCache::new(allowance.kept)),
            is_closed: AtomicBool::new(false),
            tries: 0.into(),
            kept_used: 0.into(),
            allowance,
        }
    }

    /// How many tries were begun so far.
    pub fn tries(&self) -> u64 {
        self.tries.load(Ordering::Relaxed)
    }

    /// How many questions were answered by replies that were kept.
    pub fn kept_used(&self) -> u64 {
        self.kept_used.load(Ordering::Relaxed)
    }

    /// Whether the server ends, and takes no more questions.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// How many clients wait for hard questions, or listen to them.
    pub fn waiting(&self) -> usize {
        self.allowance.waiting - self.waiting.available_permits()
    }

    /// How many threads are at work.
    pub fn at_work(&self) -> usize {
        let Allowance { quick, hard, .. } = self.allowance;
        quick + hard - self.quick.available_permits() - self.hard.available_permits()
    }

    /// Answers a question. `key` is what makes it the same question as another.
    pub async fn ask(self: &Arc<Self>, key: String, difficulty: Difficulty, job: impl Job) -> Reply {
        let cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(&key);
        if let Some(reply) = cache {
            self.kept_used.fetch_add(1, Ordering::Relaxed);
            return reply;
        }
        let handle = self.submit(key, difficulty, job);
        let mut state = handle.state.clone();
        let place = match state.wait_for(|state| state.is_hard || state.reply.is_some()).await {
            Ok(state) if state.reply.is_none() => Some(self.listener()),
            _ => None,
        };
        if let Some(Err(busy)) = place {
            return busy;
        }
        let done = state.wait_for(|state| state.reply.is_some()).await;
        done.ok().and_then(|state| state.reply.clone()).unwrap_or_else(Reply::fault)
    }

    /// The right to wait for a hard question; the number of places is limited.
    ///
    /// # Errors
    /// The reply to a client that comes too late.
    pub fn listener(&self) -> Result<OwnedSemaphorePermit, Reply> {
        Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| Reply::busy())
    }

    /// Submits a question. While the handle is held, it is worked on.
    pub fn submit(self: &Arc<Self>, key: String, difficulty: Difficulty, job: impl Job) -> Arc<JobHandle> {
        let key: Arc<str> = key.into();
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = asked.get(&key).and_then(Weak::upgrade) {
            return same;
        }
        let (reporter, state) =
            watch::channel(State { is_hard: difficulty == Difficulty::Hard, ..State::default() });
        let handle = Arc::new(JobHandle { state, cancel: Arc::default() });
        asked.insert(Arc::clone(&key), Arc::downgrade(&handle));
        let work = Work {
            jobs: Arc::clone(self),
            key: Arc::clone(&key),
            reporter: Arc::new(reporter),
            cancel: Arc::clone(&handle.cancel),
            job: Arc::new(job),
        };
        let weak = Arc::downgrade(&handle);
        tokio::spawn(async move {
            work.run(difficulty).await;
            let mut asked = work.jobs.asked.lock().unwrap_or_else(PoisonError::into_inner);
            // Another handle may have taken the place of one that nobody holds any more.
            if asked.get(&key).is_some_and(|current| Weak::ptr_eq(current, &weak)) {
                asked.remove(&key);
            }
        });
        handle
    }

    /// Stops all work, and takes no more.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        for handle in asked.values().filter_map(Weak::upgrade) {
            handle.cancel.store(true, Ordering::Relaxed);
        }
    }
}

/// The work on one question.
struct Work {
    jobs: Arc<JobQueue>,
    key: Arc<str>,
    reporter: Arc<watch::Sender<State>>,
    cancel: Arc<AtomicBool>,
    job: Arc<dyn Job>,
}

impl Work {
    async fn run(&self, difficulty: Difficulty) {
        tokio::select! {
            reply = self.reply(difficulty) => {
                self.reporter.send_modify(|state| state.reply = Some(reply));
            }
            // Everybody has left; a thread that is still at work sees the stop button.
            () = self.reporter.closed() => {}
        }
    }

    async fn reply(&self, difficulty: Difficulty) -> Reply {
        let jobs = &self.jobs;
        if jobs.is_closed.load(Ordering::Relaxed) {
            return Reply::busy();
        }
        if difficulty == Difficulty::Usual {
            let Ok(permit) = Arc::clone(&jobs.quick).acquire_owned().await else { return Reply::fault() };
            match self.attempt(jobs.allowance.first, false, permit).await {
                Ok(Some(reply)) => {
                    // Only what is cheap to make again is kept: nobody fills this with hard questions.
                    let mut cache = jobs.cache.lock().unwrap_or_else(PoisonError::into_inner);
                    cache.put(Arc::clone(&self.key), reply.clone());
                    return reply;
                }
                Ok(None) => self.reporter.send_modify(|state| state.is_hard = true),
                Err(fault) => return fault,
            }
        }
        let Ok(place) = Arc::clone(&jobs.places).try_acquire_owned() else { return Reply::busy() };
        let Ok(permit) = Arc::clone(&jobs.hard).acquire_owned().await else { return Reply::fault() };
        match self.attempt(jobs.allowance.second, true, (place, permit)).await {
            Ok(reply) => reply.unwrap_or_else(Reply::fault),
            Err(fault) => fault,
        }
    }

    /// One try on a thread of the pool. The permits are held until that thread is done, even when
    /// nobody waits for it any more.
    async fn attempt<P: Send + 'static>(
        &self,
        limits: Limits,
        is_last: bool,
        permits: P,
    ) -> Result<Option<Reply>, Reply> {
        self.jobs.tries.fetch_add(1, Ordering::Relaxed);
        let budget = Budget {
            limits,
            started: Instant::now(),
            is_last,
            cancel: Arc::clone(&self.cancel),
            reporter: ProgressReporter(is_last.then(|| Arc::clone(&self.reporter))),
        };
        let job = Arc::clone(&self.job);
        let threads = if is_last { &self.jobs.hard_threads } else { &self.jobs.quick_threads };
        let made = threads.run(move || {
            let _permits = permits;
            job(&budget)
        });
        made.await.ok_or_else(Reply::fault)
    }
}
