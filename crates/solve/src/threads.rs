//! Several threads that race for one answer.

use grundy_core::{Run, Stopped};
use std::sync::atomic::{AtomicBool, Ordering};

/// One of the threads that search for the same answer.
///
/// All threads search the same position and share the table, each in an order of its own. What one has
/// found, the others do not search again. Values are exact, so the first answer is the answer that every
/// thread would give.
pub(crate) struct Worker<'a> {
    number: usize,
    is_over: &'a AtomicBool,
}

impl Worker<'_> {
    /// Whether another thread has finished.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Puts options into this thread's order, a fixed pseudo-random one. The first thread keeps the order.
    pub(crate) fn shuffle<T>(&self, options: &mut [T]) {
        if self.number == 0 {
            return;
        }
        let mut state = (self.number as u64) << 32 | options.len() as u64;
        for last in (1..options.len()).rev() {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            options.swap(last, ((state >> 33) % (last as u64 + 1)) as usize);
        }
    }
}

/// What a thread does in a race.
pub(crate) type Find<'f, T> = &'f (dyn Fn(&Worker<'_>) -> Result<Option<T>, Stopped> + Sync);

/// Calls `find` on each of the run's threads and returns the first answer. `find` returns `None` when it
/// sees that another thread was first.
///
/// `find` is no type parameter: what starts threads is then compiled once, and not for every ruleset.
pub(crate) fn race<T: Send>(run: &Run, find: Find<'_, T>) -> Result<T, Stopped> {
    let is_over = AtomicBool::new(false);
    let attempt = |number| {
        let found = find(&Worker { number, is_over: &is_over });
        is_over.store(true, Ordering::Relaxed);
        found
    };
    let mut stopped = None;
    let mut answer = None;
    let mut note = |found: Result<Option<T>, Stopped>| match found {
        Ok(Some(found)) => answer = Some(found),
        Ok(None) => {}
        Err(why) => stopped = Some(why),
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..run.threads()).map(|number| scope.spawn(move || attempt(number))).collect();
        note(attempt(0));
        for other in others {
            match other.join() {
                Ok(found) => note(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    match (answer, stopped) {
        (Some(answer), _) => Ok(answer),
        (None, Some(why)) => Err(why),
        (None, None) => unreachable!("a thread gives up only for another's answer or a stop"),
    }
}
