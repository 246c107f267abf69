//! Ctrl-C: the first asks a computation to stop with what it knows, a second one ends the program.

use crate::Ending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The stop button of the program.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    pressed: Arc<AtomicBool>,
    /// How many threads compute something.
    computing: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Listens for Ctrl-C from now on.
    pub fn listen() -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        ctrlc::set_handler(move || {
            let was_pressed = heard.pressed.swap(true, Ordering::Relaxed);
            // While input is awaited there is nothing to finish.
            if was_pressed || !heard.is_computing() {
                std::process::exit(Ending::Stopped as i32);
            }
        })?;
        Ok(interrupt)
    }

    /// The button itself, for what is computed [during](Interrupt::during) more than one call.
    pub fn button(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.pressed)
    }

    /// Whether it has been pressed.
    pub fn is_pressed(&self) -> bool {
        self.pressed.load(Ordering::Relaxed)
    }

    /// Whether something is being computed that stops when the button is pressed.
    pub fn is_computing(&self) -> bool {
        self.computing.load(Ordering::Relaxed) > 0
    }

    /// Computes something that stops when the button is pressed; on several threads at a time, if need be.
    pub fn during<T>(&self, compute: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
        /// A panic ends the computing too.
        struct Computing<'a>(&'a AtomicUsize);
        impl Drop for Computing<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        self.computing.fetch_add(1, Ordering::Relaxed);
        let _computing = Computing(&self.computing);
        compute(Arc::clone(&self.pressed))
    }
}
