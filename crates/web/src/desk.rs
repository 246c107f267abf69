//! The desk: questions wait here, are worked on off the async threads, and are answered once for all
//! who ask the same at the same time.
//!
//! Every question is first tried with a small budget. That answers nearly all of them, and a flood of
//! hard ones cannot hold it up for long: what needs more goes to a queue of its own, where few are
//! worked on at a time. When nobody waits for an answer any more, the work on it is stopped.

use crate::kept::Kept;
use crate::reply::Reply;
use crate::workers::Workers;
use axum::response::sse::{Event, KeepAlive, Sse};
use grundy::{Limits, Run};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// How many second tries may wait or run; who comes later is told to come back.
    pub places: usize,
    /// How many clients may wait for second tries, or listen to them; others are told to come back, so that
    /// there is always a connection for who asks a small question.
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
    teller: Teller,
}

/// Tells those who wait how far the work has come.
#[derive(Clone)]
pub struct Teller(Option<Arc<watch::Sender<State>>>);

impl Teller {
    /// Tells it in place of what was told before.
    pub fn tell(&self, progress: String) {
        if let Some(state) = &self.0 {
            state.send_modify(|state| state.told = vec![progress.into()]);
        }
    }

    /// Tells it beside what was told before; who comes late hears all of it.
    pub fn tell_more(&self, progress: String) {
        if let Some(state) = &self.0 {
            state.send_modify(|state| state.told.push(progress.into()));
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

    /// Who tells those who wait how far the work has come.
    pub fn teller(&self) -> Teller {
        self.teller.clone()
    }
}

/// Makes a reply within a budget; none when a larger budget would give a better one. With the last
/// budget it always makes one.
pub trait Job: Fn(&Budget) -> Option<Reply> + Send + Sync + 'static {}
impl<F: Fn(&Budget) -> Option<Reply> + Send + Sync + 'static> Job for F {}

/// Which tries a question gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
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
    /// What the work has told of its progress.
    pub told: Vec<Arc<str>>,
    /// The answer, when it is there.
    pub reply: Option<Reply>,
}

/// A question at work. Those who wait share it; when the last of them leaves, the work stops.
pub struct Ticket {
    /// How far the work is.
    pub state: watch::Receiver<State>,
    cancel: Arc<AtomicBool>,
}

impl Ticket {
    /// Streams how far the work is, state by state, until the reply is there, each as the event that is made
    /// of it. When the client goes, the stream lets go of the ticket, and of the place of a
    /// [listener](Desk::listener).
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

impl Drop for Ticket {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// The desk of a server.
pub struct Desk {
    allowance: Allowance,
    quick: Arc<Semaphore>,
    hard: Arc<Semaphore>,
    places: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    quick_threads: Workers,
    hard_threads: Workers,
    asked: Mutex<HashMap<Arc<str>, Weak<Ticket>>>,
    kept: Mutex<Kept>,
    is_closed: AtomicBool,
    /// How many tries were begun, for tests and curious owners.
    tries: std::sync::atomic::AtomicU64,
}

impl Desk {
    /// A desk with this allowance.
    pub fn new(allowance: Allowance) -> Desk {
        Desk {
            quick: Arc::new(Semaphore::new(allowance.quick)),
            hard: Arc::new(Semaphore::new(allowance.hard)),
            places: Arc::new(Semaphore::new(allowance.places)),
            waiting: Arc::new(Semaphore::new(allowance.waiting)),
            quick_threads: Workers::new("quick", allowance.quick),
            hard_threads: Workers::new("hard", allowance.hard),
            asked: Mutex::default(),
            kept: Mutex::new(Kept::new(allowance.kept)),
            is_closed: AtomicBool::new(false),
            tries: 0.into(),
            allowance,
        }
    }

    /// How many tries were begun so far.
    pub fn tries(&self) -> u64 {
        self.tries.load(Ordering::Relaxed)
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
    pub async fn ask(self: &Arc<Self>, key: String, effort: Effort, job: impl Job) -> Reply {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(&key);
        if let Some(reply) = kept {
            return reply;
        }
        let ticket = self.ticket(key, effort, job);
        let mut state = ticket.state.clone();
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

    /// The right to wait for a hard question; there are only so many places.
    ///
    /// # Errors
    /// The reply to who comes too late.
    pub fn listener(&self) -> Result<OwnedSemaphorePermit, Reply> {
        Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| Reply::busy())
    }

    /// Hands a question in. While the ticket is held, it is worked on.
    pub fn ticket(self: &Arc<Self>, key: String, effort: Effort, job: impl Job) -> Arc<Ticket> {
        let key: Arc<str> = key.into();
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = asked.get(&key).and_then(Weak::upgrade) {
            return same;
        }
        let (teller, state) = watch::channel(State { is_hard: effort == Effort::Hard, ..State::default() });
        let ticket = Arc::new(Ticket { state, cancel: Arc::default() });
        asked.insert(Arc::clone(&key), Arc::downgrade(&ticket));
        let work = Work {
            desk: Arc::clone(self),
            key: Arc::clone(&key),
            teller: Arc::new(teller),
            cancel: Arc::clone(&ticket.cancel),
            job: Arc::new(job),
        };
        let weak = Arc::downgrade(&ticket);
        tokio::spawn(async move {
            work.run(effort).await;
            let mut asked = work.desk.asked.lock().unwrap_or_else(PoisonError::into_inner);
            // Another ticket may have taken the place of one that everybody had left.
            if asked.get(&key).is_some_and(|current| Weak::ptr_eq(current, &weak)) {
                asked.remove(&key);
            }
        });
        ticket
    }

    /// Stops all work, and takes no more.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        for ticket in asked.values().filter_map(Weak::upgrade) {
            ticket.cancel.store(true, Ordering::Relaxed);
        }
    }
}

/// The work on one question.
struct Work {
    desk: Arc<Desk>,
    key: Arc<str>,
    teller: Arc<watch::Sender<State>>,
    cancel: Arc<AtomicBool>,
    job: Arc<dyn Job>,
}

impl Work {
    async fn run(&self, effort: Effort) {
        tokio::select! {
            reply = self.reply(effort) => {
                self.teller.send_modify(|state| state.reply = Some(reply));
            }
            // Everybody has left; a thread that is still at work sees the stop button.
            () = self.teller.closed() => {}
        }
    }

    async fn reply(&self, effort: Effort) -> Reply {
        let desk = &self.desk;
        if desk.is_closed.load(Ordering::Relaxed) {
            return Reply::busy();
        }
        if effort == Effort::Usual {
            let Ok(permit) = Arc::clone(&desk.quick).acquire_owned().await else { return Reply::fault() };
            match self.attempt(desk.allowance.first, false, permit).await {
                Ok(Some(reply)) => {
                    // Only what is cheap to make again is kept: nobody fills this with hard questions.
                    let mut kept = desk.kept.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.put(Arc::clone(&self.key), reply.clone());
                    return reply;
                }
                Ok(None) => self.teller.send_modify(|state| state.is_hard = true),
                Err(fault) => return fault,
            }
        }
        let Ok(place) = Arc::clone(&desk.places).try_acquire_owned() else { return Reply::busy() };
        let Ok(permit) = Arc::clone(&desk.hard).acquire_owned().await else { return Reply::fault() };
        match self.attempt(desk.allowance.second, true, (place, permit)).await {
            Ok(reply) => reply.unwrap_or_else(Reply::fault),
            Err(fault) => fault,
        }
    }

    /// One try on a thread of its own. The permits are held until that thread is done, even when
    /// nobody waits for it any more.
    async fn attempt<P: Send + 'static>(
        &self,
        limits: Limits,
        is_last: bool,
        permits: P,
    ) -> Result<Option<Reply>, Reply> {
        self.desk.tries.fetch_add(1, Ordering::Relaxed);
        let budget = Budget {
            limits,
            started: Instant::now(),
            is_last,
            cancel: Arc::clone(&self.cancel),
            teller: Teller(is_last.then(|| Arc::clone(&self.teller))),
        };
        let job = Arc::clone(&self.job);
        let threads = if is_last { &self.desk.hard_threads } else { &self.desk.quick_threads };
        let made = threads.run(move || {
            let _permits = permits;
            job(&budget)
        });
        made.await.ok_or_else(Reply::fault)
    }
}
