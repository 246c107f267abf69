//! What is saved while something else goes on.

use crate::diagnostics::tell;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Saves now and then while a search goes on: after the time `first`, then after twice as long, and so on up to
/// `every`. The first time that saving fails, a warning says so; later failures are not told. Saving is tried again at the
/// next of these times.
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
        let _end = EndsSaving { is_over: &is_over, over: &over };
        search()
    })
}

/// Ends the thread that saves when the search is over, also where a fault of the program ended the search.
struct EndsSaving<'a> {
    is_over: &'a Mutex<bool>,
    over: &'a Condvar,
}

impl Drop for EndsSaving<'_> {
    fn drop(&mut self) {
        *self.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.over.notify_all();
    }
}
