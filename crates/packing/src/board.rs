//! What searchers share: the best placement, the count of hops, the order to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::polish::Settled;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// What was asked for was found.
    Found,
    /// The time was up.
    Time,
    /// The hops were used up.
    Hops,
    /// The cancel flag was raised.
    Cancelled,
}

/// The best placement so far, as told to the progress callback.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The longest measure of the smallest cavity so far: the diameter of a
    /// round one, the longer side of a rectangle.
    pub cavity: f64,
    /// The centres, x and y, in the order of the problem; the cavity's centre is the origin.
    pub centres: &'a [(f64, f64)],
    /// How many hops have been made by all threads.
    pub hops: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

/// When to stop, and whom to tell.
pub(crate) struct Orders<'a> {
    pub(crate) time: Option<Duration>,
    pub(crate) hops: Option<u64>,
    pub(crate) cancel: &'a AtomicBool,
    pub(crate) progress: &'a (dyn Fn(&Progress) + Sync),
    /// Whether a placement is what was asked for.
    pub(crate) enough: &'a (dyn Fn(&Settled) -> bool + Sync),
}

/// The board on which searchers write.
pub(crate) struct Board<'a> {
    orders: Orders<'a>,
    start: Instant,
    hops: AtomicU64,
    stopped: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    best: Option<Settled>,
    ending: Option<Ending>,
}

impl<'a> Board<'a> {
    /// An empty board; the time runs from now.
    pub(crate) fn new(orders: Orders<'a>) -> Self {
        Board {
            orders,
            start: Instant::now(),
            hops: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            state: Mutex::default(),
        }
    }

    /// The best placement so far.
    pub(crate) fn best(&self) -> Option<Settled> {
        self.state().best.clone()
    }

    /// Notes a placement if it is better than the best.
    pub(crate) fn offer(&self, new: &Settled) {
        let mut state = self.state();
        if state.best.as_ref().is_some_and(|best| best.size <= new.size) {
            return;
        }
        state.best = Some(new.clone());
        let centres = pairs(&new.at);
        // Told under the lock, so that the told sizes only fall.
        (self.orders.progress)(&Progress {
            cavity: 2.0 * new.size,
            centres: &centres,
            hops: self.hops.load(Ordering::Relaxed),
            elapsed: self.start.elapsed(),
        });
        if (self.orders.enough)(new) {
            state.ending = Some(Ending::Found);
            self.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Counts a hop about to be made; false when the search must stop.
    pub(crate) fn count_hop(&self) -> bool {
        if self.stopped() {
            return false;
        }
        let ending = if self.orders.cancel.load(Ordering::Relaxed) {
            Ending::Cancelled
        } else if self.orders.time.is_some_and(|t| self.start.elapsed() >= t) {
            Ending::Time
        } else if self.orders.hops.is_some_and(|most| self.hops.load(Ordering::Relaxed) >= most) {
            Ending::Hops
        } else {
            self.hops.fetch_add(1, Ordering::Relaxed);
            return true;
        };
        self.state().ending.get_or_insert(ending);
        self.stopped.store(true, Ordering::Relaxed);
        false
    }

    /// Whether the search must stop.
    pub(crate) fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The best placement, the hops made, the time taken and why it ended.
    pub(crate) fn close(self) -> (Option<Settled>, u64, Duration, Ending) {
        let State { best, ending } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let hops = self.hops.into_inner();
        (best, hops, self.start.elapsed(), ending.unwrap_or(Ending::Hops))
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // A state is replaced whole, so a panic in a callback leaves it sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Alternating coordinates as pairs.
pub(crate) fn pairs(at: &[f64]) -> Vec<(f64, f64)> {
    at.chunks_exact(2).map(|c| (c[0], c[1])).collect()
}
