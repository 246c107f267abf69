//! What a thread counts by itself of what a run counts of all threads.

use grundy_core::{Run, Stopped};
use std::cell::Cell;

/// A thread's share of a run: it holds memory ahead, and counts positions behind, so that threads seldom write to the
/// counts that they have in common. A processor core waits for a number that another core has just written longer than
/// it takes to look a part up.
pub(super) struct Share<'r> {
    run: &'r Run,
    /// Bytes that the run holds for this thread, and that nothing takes yet.
    spare: Cell<usize>,
    /// Positions that the run has not been told of.
    uncounted: Cell<u64>,
    /// How many positions the run is told of together.
    together: u64,
}

/// Bytes that are held ahead.
const PIECE: usize = 1 << 16;

/// Positions that are counted together where several threads search.
const TOGETHER: u64 = 16;

impl<'r> Share<'r> {
    /// Positions are counted one by one where one thread searches, and where their number is limited.
    pub(super) fn of(run: &'r Run) -> Share<'r> {
        let is_exact = run.threads() == 1 || run.limits().nodes.is_some();
        let together = if is_exact { 1 } else { TOGETHER };
        Share { run, spare: Cell::new(0), uncounted: Cell::new(0), together }
    }

    pub(super) fn run(&self) -> &'r Run {
        self.run
    }

    /// Counts one position; see [`Run::step`].
    #[inline]
    pub(super) fn step(&self) -> Result<(), Stopped> {
        let uncounted = self.uncounted.get() + 1;
        if uncounted < self.together {
            self.uncounted.set(uncounted);
            return Ok(());
        }
        self.uncounted.set(0);
        self.run.steps(uncounted)
    }

    /// Holds memory; see [`Run::hold`].
    #[inline]
    pub(super) fn hold(&self, bytes: usize) -> Result<(), Stopped> {
        let spare = self.spare.get();
        if let Some(rest) = spare.checked_sub(bytes) {
            self.spare.set(rest);
            return Ok(());
        }
        match self.run.hold(bytes.saturating_add(PIECE)) {
            Ok(()) => self.spare.set(spare + PIECE),
            // There may be room for the bytes alone.
            Err(_) => self.run.hold(bytes)?,
        }
        Ok(())
    }

    /// Notes that bytes that were held are free again.
    #[inline]
    pub(super) fn release(&self, bytes: usize) {
        let mut spare = self.spare.get() + bytes;
        if spare > 2 * PIECE {
            self.run.release(spare - PIECE);
            spare = PIECE;
        }
        self.spare.set(spare);
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.run.release(self.spare.get());
        self.run.count(self.uncounted.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::{Limits, StopReason};

    #[test]
    fn all_that_is_held_and_counted_is_told_to_the_run_at_the_end() {
        let run = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() }).with_threads(2);
        let (one, other) = (Share::of(&run), Share::of(&run));
        for bytes in [1, 1_000, 100_000, PIECE, 3] {
            one.hold(bytes).expect("there is room");
            other.hold(2 * bytes).expect("there is room");
            one.release(bytes);
            one.step().and(other.step()).expect("nothing is limited");
        }
        assert!(run.nodes() < 10);
        let held = 2 * (1 + 1_000 + 100_000 + PIECE + 3);
        drop(one);
        other.release(held);
        drop(other);
        assert_eq!((run.nodes(), run.memory_left()), (10, Some(1 << 20)));
    }

    #[test]
    fn memory_is_held_to_the_last_byte_and_nodes_are_limited_to_the_last_one() {
        let limits = Limits { memory: Some(1_000), nodes: Some(3), ..Limits::default() };
        let run = Run::new(limits).with_threads(2);
        let share = Share::of(&run);
        assert!(share.hold(999).is_ok() && share.hold(1).is_ok());
        assert_eq!(share.hold(1).map_err(|stopped| stopped.reason), Err(StopReason::Memory));
        assert!((0..3).all(|_| share.step().is_ok()));
        assert_eq!(share.step().map_err(|stopped| stopped.reason), Err(StopReason::Nodes));
        assert_eq!(run.nodes(), 3);
    }
}
