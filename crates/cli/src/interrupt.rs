//! Ctrl-C: the first asks a computation to stop with what it knows, a second one ends the program.

use crate::Ending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The stop button of the program.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    pressed: Arc<AtomicBool>,
    is_computing: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens for Ctrl-C from now on.
    pub fn listen() -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        ctrlc::set_handler(move || {
            let was_pressed = heard.pressed.swap(true, Ordering::Relaxed);
            // While input is awaited there is nothing to finish.
            if was_pressed || !heard.is_computing.load(Ordering::Relaxed) {
                std::process::exit(Ending::Stopped as i32);
            }
        })?;
        Ok(interrupt)
    }

    /// Whether it has been pressed.
    pub fn is_pressed(&self) -> bool {
        self.pressed.load(Ordering::Relaxed)
    }

    /// Computes something that stops when the button is pressed.
    pub fn during<T>(&self, compute: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
        self.is_computing.store(true, Ordering::Relaxed);
        let result = compute(Arc::clone(&self.pressed));
        self.is_computing.store(false, Ordering::Relaxed);
        result
    }
}
