//! What ends a check early: the watch and the memory, asked by the work done.

use super::{Cut, Refused, Watch};

/// Work from one look at the watch to the next, in options or what takes as long: about a millisecond.
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

/// The watch, looked at by the work done and not by the heaps: one heap may have 10^9 options.
pub(super) struct Clock<'a> {
    watch: Watch<'a>,
    memory: u64,
    known: u64,
    work: u64,
}

impl<'a> Clock<'a> {
    pub(super) fn new(watch: Watch<'a>, memory: u64) -> Self {
        Clock { watch, memory, known: 0, work: 0 }
    }

    /// So many nimbers are known from now on.
    pub(super) fn knows(&mut self, nimbers: usize) {
        self.known = nimbers as u64;
    }

    /// How many nimbers are known.
    pub(super) fn known(&self) -> u64 {
        self.known
    }

    /// So much work was done: is there time for more?
    #[inline(always)]
    pub(super) fn worked(&mut self, options: usize) -> Result<(), Halt> {
        self.work += options as u64;
        if self.work < LOOK { Ok(()) } else { self.look() }
    }

    /// Looks at the watch in any case.
    #[cold]
    pub(super) fn look(&mut self) -> Result<(), Halt> {
        self.work = 0;
        if (self.watch)(self.known) { Ok(()) } else { Err(Halt::Cut(Cut::Watch)) }
    }

    /// Whether so many bytes may be held.
    pub(super) fn holds(&self, bytes: u64) -> Result<(), Halt> {
        if bytes <= self.memory { Ok(()) } else { Err(Halt::Cut(Cut::Memory { needed: bytes })) }
    }
}
