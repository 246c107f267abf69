//! The limits of a run, looked at by the work done.

use grundy_core::{Run, Stopped};

/// Work from one look at the run to the next: a fraction of a millisecond.
const LOOK: usize = 1 << 18;

/// A run that is looked at now and then inside of long loops.
pub(crate) struct Clock<'a> {
    run: &'a Run,
    work: usize,
    heap: u64,
}

impl<'a> Clock<'a> {
    pub(crate) fn new(run: &'a Run) -> Self {
        Clock { run, work: 0, heap: 0 }
    }

    /// Notes work that was done, and says whether there is time for more.
    #[inline]
    pub(crate) fn worked(&mut self, work: usize) -> Result<(), Stopped> {
        self.work += work;
        if self.work < LOOK { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.work = 0;
        self.run.reached(self.heap)
    }

    /// So many components are known from now on.
    pub(crate) fn reached(&mut self, components: usize) {
        self.heap = components as u64;
    }

    /// Whether so many bytes more may be held for a while.
    pub(crate) fn has_room(&self, bytes: usize) -> Result<(), Stopped> {
        self.run.hold(bytes)?;
        self.run.release(bytes);
        Ok(())
    }
}
