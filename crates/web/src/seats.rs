//! The connections that are open. They are so many at most; when another client comes, the one that has done
//! nothing for the longest time makes room.
//!
//! ```text
//!            the whole request is there           the reply is there
//!  idle  ------------------------------>  at work  ------------------>  idle
//! ```
//!
//! Idle is who sends nothing, sends slowly, keeps a connection for later, or reads its reply slowly. Nobody is
//! at work for long: the job queue lets only so many wait for hard questions and listen to progress.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::Notify;

/// All seats of a server.
pub struct Seats {
    most: usize,
    taken: Mutex<Taken>,
    /// A seat became free, or its client idle.
    changed: Notify,
}

#[derive(Default)]
struct Taken {
    next: u64,
    seats: BTreeMap<u64, Arc<Place>>,
}

/// What is known of a connection.
struct Place {
    state: Mutex<State>,
    leave: Notify,
}

struct State {
    /// How many reasons there are to let it be.
    at_work: usize,
    /// Since when it is idle.
    since: Instant,
}

/// A connection's seat. It is free again when the last copy is dropped.
#[derive(Clone)]
pub struct Seat(Arc<Held>);

struct Held {
    seats: Arc<Seats>,
    number: u64,
    place: Arc<Place>,
}

/// While it is held, the connection is at work.
pub struct AtWork(Seat);

impl Seats {
    /// So many seats.
    pub fn new(most: usize) -> Arc<Seats> {
        Arc::new(Seats { most, taken: Mutex::default(), changed: Notify::new() })
    }

    /// A seat for a client that has come. Where none is free, the client that has been idle for the longest time
    /// is asked to leave; where all are at work, it waits.
    pub async fn take(self: &Arc<Seats>) -> Seat {
        loop {
            let changed = self.changed.notified();
            if let Some(seat) = self.try_take() {
                return seat;
            }
            changed.await;
        }
    }

    fn try_take(self: &Arc<Seats>) -> Option<Seat> {
        let mut taken = self.taken();
        if taken.seats.len() >= self.most {
            let number = longest_idle(&taken)?;
            if let Some(place) = taken.seats.remove(&number) {
                place.leave.notify_one();
            }
        }
        let number = taken.next;
        taken.next += 1;
        let state = Mutex::new(State { at_work: 0, since: Instant::now() });
        let place = Arc::new(Place { state, leave: Notify::new() });
        taken.seats.insert(number, Arc::clone(&place));
        Some(Seat(Arc::new(Held { seats: Arc::clone(self), number, place })))
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of the client that has been idle for the longest time. O(seats).
fn longest_idle(taken: &Taken) -> Option<u64> {
    let idle = taken.seats.iter().filter_map(|(&number, place)| {
        let state = place.state();
        (state.at_work == 0).then_some((state.since, number))
    });
    idle.min().map(|(_, number)| number)
}

impl Place {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// Resolves when the client has to leave.
    pub async fn asked_to_leave(&self) {
        self.0.place.leave.notified().await;
    }

    /// The client has done something: it sent the head of a request.
    pub fn stir(&self) {
        self.0.place.state().since = Instant::now();
    }

    /// The client waits for work that it may wait for.
    pub fn work(&self) -> AtWork {
        self.0.place.state().at_work += 1;
        AtWork(self.clone())
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        let Held { seats, place, .. } = &*self.0.0;
        {
            let mut state = place.state();
            state.at_work -= 1;
            state.since = Instant::now();
        }
        seats.changed.notify_one();
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.seats.taken().seats.remove(&self.number);
        self.seats.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_longest_idle_leaves_and_who_works_stays() {
        let seats = Seats::new(3);
        let first = seats.take().await;
        let second = seats.take().await;
        let third = seats.take().await;
        let working = first.work();
        second.stir();
        let fourth = seats.take().await;
        third.asked_to_leave().await;
        let fifth = seats.take().await;
        second.asked_to_leave().await;
        let (_fourth, _fifth) = (fourth.work(), fifth.work());
        assert!(seats.try_take().is_none(), "all are at work");
        drop(working);
        assert!(seats.try_take().is_some(), "one is idle again");
        first.asked_to_leave().await;
    }

    #[tokio::test]
    async fn who_waits_at_the_door_gets_the_seat_that_becomes_free() {
        let seats = Seats::new(1);
        let only = seats.take().await;
        let working = only.work();
        let (entered, ()) = tokio::join!(seats.take(), async {
            tokio::task::yield_now().await;
            drop(working);
        });
        only.asked_to_leave().await;
        drop((only, entered));
        assert_eq!(seats.taken().seats.len(), 0);
    }
}
