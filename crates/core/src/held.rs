//! Memory that is held of a run for as long as something lives.

use crate::{Run, Stopped};

/// Bytes that are held of a run, and given back when this is dropped.
///
/// ```
/// use grundy_core::{Held, Limits, Run};
/// let run = Run::new(Limits { memory: Some(100), ..Limits::default() });
/// let mut held = Held::of(&run);
/// held.hold(60)?;
/// held.release(20);
/// assert_eq!((held.bytes(), run.memory_left()), (40, Some(60)));
/// assert!(held.hold(61).is_err());
/// drop(held);
/// assert_eq!(run.memory_left(), Some(100));
/// # Ok::<(), grundy_core::Stopped>(())
/// ```
#[derive(Debug)]
pub struct Held {
    run: Run,
    bytes: usize,
}

impl Held {
    /// Nothing yet of this run.
    pub fn of(run: &Run) -> Held {
        Held { run: run.clone(), bytes: 0 }
    }

    /// Holds `bytes` more.
    ///
    /// # Errors
    /// As [`Run::hold`]; the bytes are then not held.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.run.hold(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Gives `bytes` back, at most those that are held.
    pub fn release(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.run.release(bytes);
    }

    /// How many bytes are held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.release(self.bytes);
    }
}
