//! Code that may give up by a panic, asked without the panic being seen.

use std::cell::Cell;
use std::panic;
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is expected, and answered by an error.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Does something that may panic; `None` where it did, of which nothing is printed. Panics elsewhere are
/// printed as before.
pub fn quietly<T>(act: impl FnOnce() -> T + panic::UnwindSafe) -> Option<T> {
    static WRAPPED: Once = Once::new();
    WRAPPED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_QUIET.get() {
                before(panic);
            }
        }));
    });
    let was_quiet = IS_QUIET.replace(true);
    let done = panic::catch_unwind(act).ok();
    IS_QUIET.set(was_quiet);
    done
}
