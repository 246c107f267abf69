//! Work in Rust, seen from Python: the interpreter's lock is released, and Ctrl-C is heard.

use crate::own::failure::{enter, explore_until, leave};
use grundy::{Limits, Run};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Signals are looked for this often.
const SIGNALS_EVERY: Duration = Duration::from_millis(20);

/// What may be used, as Python gives it: nodes, seconds, bytes, threads.
#[derive(Clone, Copy, Debug, FromPyObject)]
pub struct Allowed(pub Option<u64>, pub Option<f64>, pub Option<u64>, pub usize);

impl Allowed {
    /// The limits of a run.
    pub fn limits(self) -> Limits {
        let seconds = self.1.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        Limits { nodes: self.0, time: seconds, memory: self.2 }
    }

    /// How many threads may work.
    pub fn threads(self) -> usize {
        self.3.max(1)
    }
}

/// A stop button that is pressed when a signal raises an exception, and the exception.
#[derive(Clone, Default)]
struct Button {
    cancel: Arc<AtomicBool>,
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Button {
    /// Lets the interpreter run its signal handlers, which it does on its main thread only.
    fn look(&self, py: Python<'_>) {
        if let Err(error) = py.check_signals() {
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// The exception of a signal, where there was one.
    fn take(&self) -> PyResult<()> {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        raised.map_or(Ok(()), Err)
    }
}

/// Computes on this thread without the interpreter's lock. The run looks for signals itself, now and then, so a small
/// computation costs next to nothing more. Games whose rules are Python code are computed so: their exceptions come
/// back from here.
///
/// # Errors
/// The exception of a signal handler, or of the code of a game.
pub fn here<T: Send>(
    py: Python<'_>,
    allowed: Allowed,
    held: &Arc<AtomicU64>,
    compute: impl FnOnce(Run) -> T + Send,
) -> PyResult<T> {
    let button = Button::default();
    let watcher = button.clone();
    let mut last = Instant::now();
    let run = Run::new(allowed.limits())
        .with_threads(allowed.threads())
        .with_held(Arc::clone(held))
        .with_cancel(Arc::clone(&button.cancel))
        .with_sink(move |_| {
            if last.elapsed() >= SIGNALS_EVERY {
                Python::attach(|py| watcher.look(py));
                last = Instant::now();
            }
        });
    let found = guarded(py, Some(&run), || compute(run.clone()));
    button.take()?;
    found
}

/// Computes with games whose rules are Python code: for a slice of time all positions that can be reached are gone
/// through, for another one the library searches, and if that is not enough, again with twice the time. What was found
/// is kept from slice to slice. `is_cut` says whether the end of a slice has cut an answer short.
///
/// # Errors
/// The exception of a signal handler, or of the code of a game.
pub fn in_slices<T: Send>(
    py: Python<'_>,
    allowed: Allowed,
    first: Duration,
    compute: impl Fn(Run) -> T + Sync,
    is_cut: impl Fn(&T) -> bool + Sync,
) -> PyResult<T> {
    here(py, allowed, &Arc::default(), |run| {
        let mut slice = first;
        loop {
            explore_until(Instant::now().checked_add(slice));
            let found = compute(run.for_at_most(slice.saturating_add(slice.max(SHORTEST_SLICE))));
            if !is_cut(&found) || run.check().is_err() {
                return found;
            }
            slice = slice.saturating_mul(2).max(SHORTEST_SLICE);
        }
    })
}

/// A search goes on for so long at least, and so does every slice but the first.
const SHORTEST_SLICE: Duration = Duration::from_secs(1);

/// Computes without the interpreter's lock what may ask the code of games; their exceptions come back from here.
///
/// # Errors
/// The exception of the code of a game.
pub fn guarded<T: Send>(
    py: Python<'_>,
    run: Option<&Run>,
    compute: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let outer = enter(run);
    let found = py.detach(|| catch_unwind(AssertUnwindSafe(compute)));
    let failed = leave(outer);
    match (found, failed) {
        (_, Some(error)) => Err(error),
        (Ok(found), None) => Ok(found),
        (Err(fault), None) => resume_unwind(fault),
    }
}

/// Computes on another thread, while this one looks for signals: for what takes its time, and for several threads.
///
/// # Errors
/// The exception of a signal handler.
pub fn aside<T: Send>(
    py: Python<'_>,
    allowed: Allowed,
    compute: impl FnOnce(Run) -> T + Send,
) -> PyResult<T> {
    with_button(py, |cancel| {
        compute(Run::new(allowed.limits()).with_threads(allowed.threads()).with_cancel(cancel))
    })
}

/// The same for what makes its runs itself: it is given the stop button.
///
/// # Errors
/// The exception of a signal handler.
pub fn with_button<T: Send>(
    py: Python<'_>,
    compute: impl FnOnce(Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let button = Button::default();
    let (waiting, cancel) = (std::thread::current(), Arc::clone(&button.cancel));
    let joined = std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let found = catch_unwind(AssertUnwindSafe(|| compute(cancel)));
            waiting.unpark();
            found
        });
        while !worker.is_finished() {
            py.detach(|| std::thread::park_timeout(SIGNALS_EVERY));
            button.look(py);
        }
        worker.join()
    });
    button.take()?;
    match joined {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(fault)) | Err(fault) => resume_unwind(fault),
    }
}
