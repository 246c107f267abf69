//! The open connections, each in a slot. The number of slots is limited; when another client comes and
//! none is free, the connection that has been idle for the longest time is closed.
//!
//! ```text
//!            the whole request is there           the reply is there
//!  idle  ------------------------------>  at work  ------------------>  idle
//! ```
//!
//! A client is idle that sends nothing, sends slowly, keeps a connection for later, or reads its reply
//! slowly. No connection is at work for long: the job queue limits how many wait for hard questions and
//! listen to progress.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::Notify;

/// All slots of a server.
pub struct ConnectionSlots {
    most: usize,
    taken: Mutex<Taken>,
    /// A slot became free, or its client idle.
    changed: Notify,
}

#[derive(Default)]
struct Taken {
    next: u64,
    slots: BTreeMap<u64, Arc<Place>>,
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

/// A connection's slot. It is free again when the last copy is dropped.
#[derive(Clone)]
pub struct Slot(Arc<Held>);

struct Held {
    slots: Arc<ConnectionSlots>,
    number: u64,
    place: Arc<Place>,
}

/// While it is held, the connection is at work.
pub struct AtWork(Slot);

impl ConnectionSlots {
    /// `most` slots.
    pub fn new(most: usize) -> Arc<ConnectionSlots> {
        Arc::new(ConnectionSlots { most, taken: Mutex::default(), changed: Notify::new() })
    }

    /// A slot for a client that has come. Where none is free, the client that has been idle for the
    /// longest time is asked to leave; where all are at work, it waits.
    pub async fn take(self: &Arc<ConnectionSlots>) -> Slot {
        loop {
            let changed = self.changed.notified();
            if let Some(slot) = self.try_take() {
                return slot;
            }
            changed.await;
        }
    }

    fn try_take(self: &Arc<ConnectionSlots>) -> Option<Slot> {
        let mut taken = self.taken();
        if taken.slots.len() >= self.most {
            let number = longest_idle(&taken)?;
            if let Some(place) = taken.slots.remove(&number) {
                place.leave.notify_one();
            }
        }
        let number = taken.next;
        taken.next += 1;
        let state = Mutex::new(State { at_work: 0, since: Instant::now() });
        let place = Arc::new(Place { state, leave: Notify::new() });
        taken.slots.insert(number, Arc::clone(&place));
        Some(Slot(Arc::new(Held { slots: Arc::clone(self), number, place })))
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of the client that has been idle for the longest time. O(slots).
fn longest_idle(taken: &Taken) -> Option<u64> {
    let idle = taken.slots.iter().filter_map(|(&number, place)| {
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

impl Slot {
    /// Resolves when the client has to leave.
    pub async fn asked_to_close(&self) {
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
        let Held { slots, place, .. } = &*self.0.0;
        {
            let mut state = place.state();
            state.at_work -= 1;
            state.since = Instant::now();
        }
        slots.changed.notify_one();
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.slots.taken().slots.remove(&self.number);
        self.slots.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_longest_idle_leaves_and_who_works_stays() {
        let slots = ConnectionSlots::new(3);
        let first = slots.take().await;
        let second = slots.take().await;
        let third = slots.take().await;
        let working = first.work();
        second.stir();
        let fourth = slots.take().await;
        third.asked_to_close().await;
        let fifth = slots.take().await;
        second.asked_to_close().await;
        let (_fourth, _fifth) = (fourth.work(), fifth.work());
        assert!(slots.try_take().is_none(), "all are at work");
        drop(working);
        assert!(slots.try_take().is_some(), "one is idle again");
        first.asked_to_close().await;
    }

    #[tokio::test]
    async fn who_waits_at_the_door_gets_the_slot_that_becomes_free() {
        let slots = ConnectionSlots::new(1);
        let only = slots.take().await;
        let working = only.work();
        let (entered, ()) = tokio::join!(slots.take(), async {
            tokio::task::yield_now().await;
            drop(working);
        });
        only.asked_to_close().await;
        drop((only, entered));
        assert_eq!(slots.taken().slots.len(), 0);
    }
}
