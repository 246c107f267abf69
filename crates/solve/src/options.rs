//! The options of a part as sums: while they are listed, and as a frame keeps them.

use crate::memory::{BYTES_PER_HOLD, allocated};
use crate::transposition_table::{Key, PartId};
use grundy_core::{Nimber, Run, Stopped};
use std::ops::Range;

/// Options in two allocations. An option is the nimber of its known parts and a range of other parts.
pub(crate) struct Options {
    pub(crate) list: Vec<OptionSum>,
    pub(crate) parts: Vec<PartId>,
}

/// A part of an option, by which the option is ranked: in order of effort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RankedPart {
    pub(crate) effort: u64,
    pub(crate) id: PartId,
    /// The small numbers that its nimber may be.
    pub(crate) candidates: u32,
}

/// One option in [`Options`].
#[derive(Clone, Copy)]
pub(crate) struct OptionSum {
    /// The most small candidates for the nimber that one of the parts has: options with few come first.
    candidates: u32,
    effort: u64,
    /// The nimber of the known parts together.
    pub(crate) known: Nimber,
    from: u32,
    to: u32,
}

impl OptionSum {
    /// Where the unknown parts stand in [`Options::parts`], in order of effort.
    pub(crate) fn range(self) -> Range<usize> {
        self.from as usize..self.to as usize
    }
}

impl Options {
    /// An empty list with room for all options that were listed.
    pub(crate) fn with_room<P>(listed: &ListedOptions<P>) -> Options {
        let (options, parts) = (listed.options.len(), listed.parts.len());
        Options { list: Vec::with_capacity(options), parts: Vec::with_capacity(parts) }
    }

    /// Adds an option, whose parts are put in order.
    pub(crate) fn push(&mut self, known: Nimber, parts: &mut [RankedPart]) {
        parts.sort_unstable();
        let from = self.parts.len() as u32;
        let (mut candidates, mut effort) = (0, 0_u64);
        for part in parts {
            self.parts.push(part.id);
            candidates = candidates.max(part.candidates);
            effort = effort.saturating_add(part.effort);
        }
        self.list.push(OptionSum { candidates, effort, known, from, to: self.parts.len() as u32 });
    }

    /// Sorts the options, the easiest first, and keeps one of equal ones: the mex asks for each value once.
    pub(crate) fn sort_and_dedup(&mut self) {
        let parts = &self.parts;
        let key =
            |option: &OptionSum| (option.candidates, option.effort, option.known, &parts[option.range()]);
        self.list.sort_unstable_by(|one, other| key(one).cmp(&key(other)));
        self.list.dedup_by(|one, other| key(one) == key(other));
    }

    /// The memory of the two allocations.
    pub(crate) fn bytes(&self) -> usize {
        allocated(self.list.capacity() * size_of::<OptionSum>())
            + allocated(self.parts.capacity() * size_of::<PartId>())
    }
}

/// Options while they are listed, before their new parts have numbers.
pub(crate) struct ListedOptions<P> {
    /// For each option, the nimber of its known parts, and where its other parts end.
    pub(crate) options: Vec<(Nimber, usize)>,
    pub(crate) parts: Vec<ListedPart<P>>,
    /// The memory of new parts beside their place in `parts`.
    pub(crate) bytes_of_new: usize,
    /// How much memory the run holds for the list.
    held: usize,
}

/// A part whose nimber is not known.
#[derive(PartialEq)]
pub(crate) enum ListedPart<P> {
    /// It has a number.
    Met(PartId),
    /// It has not been met.
    New(Key<P>),
}

impl<P: PartialEq> ListedOptions<P> {
    /// Adds a part to the option whose parts begin at `from`. Equal parts cancel: G + G = 0.
    #[inline]
    pub(crate) fn add(&mut self, part: ListedPart<P>, from: usize) {
        match self.parts[from..].iter().position(|other| *other == part) {
            Some(equal) => _ = self.parts.swap_remove(from + equal),
            None => self.parts.push(part),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.options.clear();
        self.parts.clear();
        self.bytes_of_new = 0;
    }

    /// Holds the memory of what has been added: a list may be longer than memory.
    pub(crate) fn hold(&mut self, run: &Run) -> Result<(), Stopped> {
        let taken = self.bytes_of_new + size_of_val(&self.options[..]) + size_of_val(&self.parts[..]);
        let missing = taken.saturating_sub(self.held);
        if missing >= BYTES_PER_HOLD {
            run.hold(missing)?;
            self.held += missing;
        }
        Ok(())
    }

    /// Releases the memory of the list from the run.
    pub(crate) fn release(&mut self, run: &Run) {
        run.release(std::mem::take(&mut self.held));
    }
}

impl<P> Default for ListedOptions<P> {
    fn default() -> Self {
        ListedOptions { options: Vec::new(), parts: Vec::new(), bytes_of_new: 0, held: 0 }
    }
}
