//! What searchers share: the best placement, the count of hops, the order to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy_core::{Run, StopReason, Stopped};

use crate::polish::Settled;

/// The best placement that a search has found so far, as observers get it when it is found.
#[derive(Clone, Copy, Debug)]
pub struct Placement<'a> {
    /// The longest measure of the smallest cavity so far: the diameter of a round one, the longer side of a
    /// rectangle.
    pub cavity: f64,
    /// The centres, x and y, in the order of the problem; the cavity's centre is the origin.
    pub centres: &'a [(f64, f64)],
    /// How many hops have been made by all threads.
    pub hops: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

/// When to stop, and who is to hear of a better placement.
pub(crate) struct Orders<'a> {
    pub(crate) run: &'a Run,
    /// The most hops, beside the limits of the run.
    pub(crate) hops: Option<u64>,
    pub(crate) better: &'a (dyn Fn(&Placement) + Sync),
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
    /// Whether it is what was asked for.
    is_enough: bool,
    stopped: Option<Stopped>,
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
        // Called under the lock, so that the sizes that an observer sees only fall.
        (self.orders.better)(&Placement {
            cavity: 2.0 * new.size,
            centres: &centres,
            hops: self.hops.load(Ordering::Relaxed),
            elapsed: self.start.elapsed(),
        });
        if (self.orders.enough)(new) {
            state.is_enough = true;
            self.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Counts a hop about to be made; false when the search must stop.
    pub(crate) fn count_hop(&self) -> bool {
        if self.stopped() {
            return false;
        }
        match self.may_hop() {
            Ok(()) => {
                self.hops.fetch_add(1, Ordering::Relaxed);
                true
            }
            Err(stopped) => {
                self.state().stopped.get_or_insert(stopped);
                self.stopped.store(true, Ordering::Relaxed);
                false
            }
        }
    }

    fn may_hop(&self) -> Result<(), Stopped> {
        let nodes = self.hops.load(Ordering::Relaxed);
        if self.orders.hops.is_some_and(|most| nodes >= most) {
            return Err(Stopped { reason: StopReason::Nodes, nodes });
        }
        // A hop takes some microseconds or more: time to look at the clock at each.
        self.orders.run.check()?;
        self.orders.run.step()
    }

    /// Whether the search must stop.
    pub(crate) fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The best placement, the hops made, the time taken, and what stopped the search before it was enough.
    pub(crate) fn close(self) -> (Option<Settled>, u64, Duration, Option<Stopped>) {
        let State { best, is_enough, stopped } =
            self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let stopped = stopped.filter(|_| !is_enough);
        (best, self.hops.into_inner(), self.start.elapsed(), stopped)
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
