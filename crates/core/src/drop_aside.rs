//! Memory that is freed while the program goes on.

use std::thread;

/// Drops a large value on a thread of its own. To free millions of entries takes a tenth of the time in which they were
/// made, and whoever has set a limit of time waits for the answer, not for that. A program that ends leaves the rest to
/// the system. Where no thread can be started, the value is dropped here.
///
/// ```
/// grundy_core::drop_aside(vec![vec![0_u8; 10]; 100_000]);
/// ```
pub fn drop_aside<T: Send + 'static>(value: T) {
    // A thread that cannot be started gives its closure up, and the value with it.
    drop(thread::Builder::new().name("freeing".to_owned()).spawn(move || drop(value)));
}
