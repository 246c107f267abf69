//! What the code of a game raised while the library asked it.
//!
//! Rules cannot fail, and code in Python can: it raises, returns nonsense, goes round in circles. Then the library is
//! left at once, by unwinding, before anything is made of what was not told. What had been found stays, and is right.

use grundy::Run;
use pyo3::PyErr;
use std::cell::RefCell;
use std::panic::resume_unwind;
use std::time::Instant;

/// One computation on this thread.
#[derive(Default)]
pub struct Asking {
    run: Option<Run>,
    /// Until when positions are gone through; none where that is over.
    exploring_until: Option<Instant>,
    error: Option<PyErr>,
}

thread_local! {
    static ASKING: RefCell<Asking> = RefCell::default();
}

/// The payload of the unwinding.
struct Failed;

/// Begins a computation; returns the one that it is part of.
pub fn enter(run: Option<&Run>) -> Asking {
    ASKING.replace(Asking { run: run.cloned(), exploring_until: None, error: None })
}

/// Ends a computation; returns what was raised in it.
pub fn leave(outer: Asking) -> Option<PyErr> {
    ASKING.replace(outer).error
}

/// Leaves the library with an exception.
pub fn fail(error: PyErr) -> ! {
    ASKING.with_borrow_mut(|asking| asking.error = Some(error));
    resume_unwind(Box::new(Failed))
}

/// The run of the computation, where positions may still be gone through, and until when.
pub fn exploring() -> Option<(Run, Instant)> {
    ASKING.with_borrow(|asking| Some((asking.run.clone()?, asking.exploring_until?)))
}

/// Lets positions be gone through until then; `None` ends it: the rest of the computation is search.
pub fn explore_until(until: Option<Instant>) {
    ASKING.with_borrow_mut(|asking| asking.exploring_until = until);
}
