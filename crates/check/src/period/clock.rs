//! What ends a check early: the limits of its run, looked at by the work done.

use super::{Cut, Refused};
use grundy_core::{Run, StopReason};

/// Work from one look at the run to the next, in options or what takes as long: about a millisecond.
const LOOK: u64 = 1 << 20;

/// Why a computation does not come to its end.
#[derive(Debug)]
pub(super) enum Halt {
    /// The certificate is wrong.
    Refused(Refused),
    /// A limit was met.
    Cut(Cut),
    /// The sparse rule meets an index that it does not count with.
    Full,
}

impl From<Refused> for Halt {
    fn from(refused: Refused) -> Halt {
        Halt::Refused(refused)
    }
}

/// The run, looked at by the work done and not by the heaps: one heap may have 10^9 options.
pub(super) struct Clock<'a> {
    run: &'a Run,
    /// Bytes held in the run.
    held: u64,
    known: u64,
    work: u64,
}

/// Bytes are held in pieces of this size where there is room, since they are asked for at every heap.
const PIECE: u64 = 1 << 14;

impl<'a> Clock<'a> {
    pub(super) fn new(run: &'a Run) -> Self {
        Clock { run, held: 0, known: 0, work: 0 }
    }

    /// This number of nimbers is known from now on.
    pub(super) fn knows(&mut self, nimbers: usize) {
        self.known = nimbers as u64;
    }

    /// How many nimbers are known.
    pub(super) fn known(&self) -> u64 {
        self.known
    }

    /// Notes work that was done, and says whether there is time for more.
    #[inline(always)]
    pub(super) fn worked(&mut self, options: usize) -> Result<(), Halt> {
        self.work += options as u64;
        if self.work < LOOK { Ok(()) } else { self.look() }
    }

    /// Looks at the run in any case.
    #[cold]
    pub(super) fn look(&mut self) -> Result<(), Halt> {
        self.work = 0;
        self.run.reached(self.known).map_err(|stopped| Halt::Cut(Cut::Stopped(stopped)))
    }

    /// Whether this number of bytes may be held, all together.
    #[inline(always)]
    pub(super) fn holds(&mut self, bytes: u64) -> Result<(), Halt> {
        if bytes <= self.held { Ok(()) } else { self.hold(bytes) }
    }

    #[cold]
    fn hold(&mut self, bytes: u64) -> Result<(), Halt> {
        let more = bytes - self.held;
        let hold = |piece: u64| self.run.hold(piece as usize).map(|()| piece);
        let held = hold(more.max(PIECE)).or_else(|_| hold(more));
        self.held += held.map_err(|stopped| match stopped.reason {
            StopReason::Memory => Halt::Cut(Cut::Memory { needed: bytes }),
            _ => Halt::Cut(Cut::Stopped(stopped)),
        })?;
        Ok(())
    }
}

impl Drop for Clock<'_> {
    fn drop(&mut self) {
        self.run.release(self.held as usize);
    }
}
