//! What is saved while something else goes on.

use crate::diagnostics::tell;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Saves now and then while a search goes on: after the time `first`, then after twice as long, and so on up to
/// `every`. A failure is told once, and is tried again.
pub fn meanwhile<T>(
    first: Duration,
    every: Duration,
    save: impl Fn() -> anyhow::Result<()> + Sync,
    search: impl FnOnce() -> T,
) -> T {
    let (is_over, over) = (Mutex::new(false), Condvar::new());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut guard = is_over.lock().unwrap_or_else(PoisonError::into_inner);
            let mut pause = first;
            let mut has_warned = false;
            while !*guard {
                let waited = over.wait_timeout(guard, pause).unwrap_or_else(PoisonError::into_inner);
                guard = waited.0;
                if waited.1.timed_out() && !*guard {
                    let begin = Instant::now();
                    // The search goes on, and at the end it is tried again.
                    if let Err(error) = save()
                        && !has_warned
                    {
                        tell(format_args!("warning: {error:#}; the search goes on, and it is tried again"));
                        has_warned = true;
                    }
                    // However much there is, saving is a tenth of the work at most.
                    pause = (pause * 2).min(every).max(begin.elapsed() * 10);
                }
            }
        });
        // Also where the search ends by a fault of the program: else the other thread would go on for ever.
        let _end = Deferred(|| {
            *is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
            over.notify_all();
        });
        search()
    })
}

/// Does something when it is dropped.
struct Deferred<F: Fn()>(F);

impl<F: Fn()> Drop for Deferred<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
