//! What a thread counts by itself of what a run counts of all threads.

use grundy_core::{Run, StopReason, Stopped};
use std::cell::Cell;

/// A thread's share of a run. It takes memory from the run in pieces, and tells the run of several positions at once, so
/// that threads seldom write to the counts that they share: a processor core waits for a number that another core has
/// just written longer than it takes to look a part up.
pub(super) struct Share<'r> {
    run: &'r Run,
    /// Bytes that the run holds for this thread, and that nothing takes yet.
    spare: Cell<usize>,
    /// How many bytes are held ahead.
    piece: usize,
    /// Positions that the run has not been told of.
    uncounted: Cell<u64>,
    /// Once this many positions are uncounted, they are added to the count of the run.
    together: u64,
}

/// The most bytes that are held ahead.
const PIECE: usize = 1 << 16;

/// The pieces of all threads together are at most the limit of memory divided by this. A thread holds two at most.
const PIECE_SHARE: u64 = 16;

/// Positions that are counted together where several threads search.
const TOGETHER: u64 = 16;

impl<'r> Share<'r> {
    /// Positions are counted one by one where one thread searches, and where their number is limited.
    pub(super) fn of(run: &'r Run) -> Share<'r> {
        let is_exact = run.threads() == 1 || run.limits().nodes.is_some();
        let together = if is_exact { 1 } else { TOGETHER };
        let most = run.limits().memory.map_or(u64::MAX, |most| most / (PIECE_SHARE * run.threads() as u64));
        let piece = PIECE.min(usize::try_from(most).unwrap_or(usize::MAX));
        Share { run, spare: Cell::new(0), piece, uncounted: Cell::new(0), together }
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
        let missing = match self.spare.get().checked_sub(bytes) {
            Some(rest) => {
                self.spare.set(rest);
                return Ok(());
            }
            None => bytes - self.spare.get(),
        };
        match self.run.hold(missing.saturating_add(self.piece)) {
            Ok(()) => self.spare.set(self.piece),
            // There may be room for what is missing alone.
            Err(stopped) if stopped.reason == StopReason::Memory => {
                self.run.hold(missing)?;
                self.spare.set(0);
            }
            Err(stopped) => return Err(stopped),
        }
        Ok(())
    }

    /// Notes that bytes that were held are free again.
    #[inline]
    pub(super) fn release(&self, bytes: usize) {
        let mut spare = self.spare.get() + bytes;
        if spare > 2 * self.piece {
            self.run.release(spare - self.piece);
            spare = self.piece;
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
    use grundy_core::Limits;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn all_that_is_held_and_counted_is_told_to_the_run_at_the_end() {
        let most = 1 << 22;
        let run = Run::new(Limits { memory: Some(most), ..Limits::default() }).with_threads(2);
        let (one, other) = (Share::of(&run), Share::of(&run));
        let mut held = 0;
        for bytes in [1, 1_000, 100_000, PIECE, 3] {
            one.hold(bytes).expect("there is room");
            other.hold(2 * bytes).expect("there is room");
            one.release(bytes);
            one.step().and(other.step()).expect("nothing is limited");
            held += 2 * bytes;
        }
        assert!(run.nodes() < 10);
        drop(one);
        let left = run.memory_left().expect("it is limited");
        let (least, ahead) = (most - held as u64, 2 * PIECE as u64);
        assert!((least - ahead..=least).contains(&left), "{left} of {least} at most");
        other.release(held);
        drop(other);
        assert_eq!((run.nodes(), run.memory_left()), (10, Some(most)));
    }

    #[test]
    fn memory_is_held_to_the_last_byte_and_nodes_are_limited_to_the_last_one() {
        for (memory, threads) in [(1_000, 2), (32 * PIECE + 1_000, 1), (32 * PIECE, 2)] {
            let limits = Limits { memory: Some(memory as u64), nodes: Some(3), ..Limits::default() };
            let run = Run::new(limits).with_threads(threads);
            let share = Share::of(&run);
            assert!(share.hold(10).is_ok() && share.hold(memory - 11).is_ok() && share.hold(1).is_ok());
            assert_eq!(share.hold(1).map_err(|stopped| stopped.reason), Err(StopReason::Memory));
            assert!((0..3).all(|_| share.step().is_ok()));
            assert_eq!(share.step().map_err(|stopped| stopped.reason), Err(StopReason::Nodes));
            assert_eq!(run.nodes(), 3);
        }
    }

    #[test]
    fn a_run_that_is_cancelled_gives_no_piece_of_memory() {
        let run = Run::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
        let held = Share::of(&run).hold(10);
        assert_eq!(held.map_err(|stopped| stopped.reason), Err(StopReason::Cancelled));
    }
}
