//! Ctrl-C: the first asks a computation to stop with what it knows, a second one ends the program.

use crate::Ending;
use signal_hook::consts;
use signal_hook::flag::{register, register_conditional_shutdown};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The signals that ask the program to end: Ctrl-C, a polite kill, a closed terminal.
const SIGNALS: &[std::ffi::c_int] = &[
    consts::SIGINT,
    consts::SIGTERM,
    #[cfg(unix)]
    consts::SIGHUP,
];

/// The stop button of the program.
#[derive(Clone, Debug)]
pub struct Interrupt {
    pressed: Arc<AtomicBool>,
    /// Whether the next signal ends the program: nothing is computed, or the button was pressed before.
    ends: Arc<AtomicBool>,
    /// How many threads compute something.
    computing: Arc<Mutex<usize>>,
}

impl Default for Interrupt {
    /// A button that nobody presses.
    fn default() -> Interrupt {
        Interrupt {
            pressed: Arc::default(),
            ends: Arc::new(AtomicBool::new(true)), // while input is awaited there is nothing to finish
            computing: Arc::default(),
        }
    }
}

impl Interrupt {
    /// Listens for Ctrl-C from now on.
    pub fn listen() -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt::default();
        for &signal in SIGNALS {
            // A signal does these in this order, so that the first of two does not end the program.
            register_conditional_shutdown(signal, Ending::Stopped as i32, Arc::clone(&interrupt.ends))?;
            register(signal, Arc::clone(&interrupt.pressed))?;
            register(signal, Arc::clone(&interrupt.ends))?;
        }
        Ok(interrupt)
    }

    /// The button itself, for what is computed [during](Interrupt::during) more than one call.
    pub fn button(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.pressed)
    }

    /// Whether it has been pressed.
    pub fn is_pressed(&self) -> bool {
        self.pressed.load(Ordering::SeqCst)
    }

    /// Whether something is being computed that stops when the button is pressed.
    pub fn is_computing(&self) -> bool {
        *self.counted() > 0
    }

    /// Computes something that stops when the button is pressed; on several threads at a time, if need be.
    pub fn during<T>(&self, compute: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
        /// A panic ends the computing too.
        struct Computing<'a>(&'a Interrupt);
        impl Drop for Computing<'_> {
            fn drop(&mut self) {
                let mut computing = self.0.counted();
                *computing -= 1;
                if *computing == 0 {
                    self.0.ends.store(true, Ordering::SeqCst);
                }
            }
        }
        let mut computing = self.counted();
        *computing += 1;
        self.ends.store(false, Ordering::SeqCst);
        // A signal that came before this line set it already, and then the next one ends the program.
        if self.is_pressed() {
            self.ends.store(true, Ordering::SeqCst);
        }
        drop(computing);
        let _computing = Computing(self);
        compute(Arc::clone(&self.pressed))
    }

    fn counted(&self) -> MutexGuard<'_, usize> {
        self.computing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(interrupt: &Interrupt) -> bool {
        interrupt.ends.load(Ordering::SeqCst)
    }

    #[test]
    fn the_next_signal_ends_the_program_unless_something_is_computed() {
        let interrupt = Interrupt::default();
        assert!(ends(&interrupt) && !interrupt.is_computing());
        interrupt.during(|_| {
            assert!(!ends(&interrupt) && interrupt.is_computing());
            interrupt.clone().during(|_| assert!(!ends(&interrupt)));
            assert!(!ends(&interrupt), "the outer work goes on");
        });
        assert!(ends(&interrupt) && !interrupt.is_computing());
        let panicked = std::panic::catch_unwind(|| interrupt.during(|_| panic!("on purpose")));
        assert!(panicked.is_err() && ends(&interrupt) && !interrupt.is_computing());
    }

    #[test]
    fn once_the_button_is_pressed_the_next_signal_ends_the_program() {
        let interrupt = Interrupt::default();
        interrupt.button().store(true, Ordering::SeqCst);
        interrupt.during(|button| assert!(ends(&interrupt) && button.load(Ordering::SeqCst)));
        assert!(ends(&interrupt));
    }
}
