//! Parts on the way to their answers, with their options.

use crate::batch::Batch;
use crate::memory::allocated;
use crate::values::{Hashed, Id, LARGEST_NOTED, Recent};
use crate::work::{Work, Works};
use foldhash::fast::RandomState;
use grundy_core::{MexSet, Nimber, Run, Stopped};
use std::collections::HashMap;

/// What is asked of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Its nimber.
    Nimber,
    /// Whether this is its nimber.
    Test(Nimber),
}

impl Goal {
    /// Whether this is its nimber; of a nimber that is too large to be noted as excluded, which it is.
    pub(crate) fn is(nimber: Nimber) -> Goal {
        if nimber.0 <= LARGEST_NOTED { Goal::Test(nimber) } else { Goal::Nimber }
    }
}

/// A part on the way to its answer.
pub(crate) struct Open {
    pub(crate) id: Id,
    pub(crate) goal: Goal,
    /// The search leaves the part when the work that is thought to be left comes to these.
    pub(crate) limits: Work,
    /// What was asked of the part before, the latest last, and waits for this answer.
    waiting: Vec<(Goal, Work)>,
    /// The value that is looked for among the options.
    pub(crate) sought: Nimber,
    /// A value that no option has.
    pub(crate) absent: Option<Nimber>,
    /// The values of options that are known.
    pub(crate) seen: MexSet,
    /// The options whose values are not known, the easiest first.
    pub(crate) options: Options,
    /// The option that is looked at.
    pub(crate) at: usize,
    /// What the options take, as told to the run.
    pub(crate) bytes: usize,
}

/// Options in few allocations: each is the sum of its known parts, and a range of the others.
pub(crate) struct Options {
    pub(crate) list: Vec<OpenOption>,
    pub(crate) parts: Vec<Id>,
}

#[derive(Clone, Copy)]
pub(crate) struct OpenOption {
    /// Of how many small values it is not known whether they are the nimber: options with few come first.
    rank: u32,
    effort: u64,
    pub(crate) known: Nimber,
    from: u32,
    to: u32,
}

/// Options as they are met: the sum of the known parts of each, and where its other parts end.
pub(crate) struct Listed<P> {
    pub(crate) options: Vec<(Nimber, usize)>,
    pub(crate) parts: Vec<Part<P>>,
    /// What new parts take.
    pub(crate) bytes: usize,
    /// How much of that the run has been told.
    held: usize,
}

/// A part of which no nimber is known.
#[derive(PartialEq)]
pub(crate) enum Part<P> {
    Met(Id),
    New(Hashed<P>),
}

impl Open {
    pub(crate) fn new(id: Id, seen: MexSet, options: Options, bytes: usize) -> Open {
        let (goal, limits, sought) = (Goal::Nimber, Work::ENDLESS, Nimber::ZERO);
        Open { id, goal, limits, waiting: Vec::new(), sought, absent: None, seen, options, at: 0, bytes }
    }

    /// Goes to the first value that is looked for.
    pub(crate) fn begin(&mut self, goal: Goal, limits: Work) {
        (self.goal, self.limits, self.at) = (goal, limits, 0);
        self.sought = match goal {
            Goal::Nimber => self.seen.mex(),
            Goal::Test(nimber) => nimber,
        };
    }

    /// Lets what is asked wait until this has been asked of the same part.
    pub(crate) fn ask_before(&mut self, goal: Goal, limits: Work) {
        self.waiting.push((self.goal, self.limits));
        self.begin(goal, limits);
    }

    /// Goes on with what waited, if something did.
    pub(crate) fn goes_on(&mut self) -> bool {
        let waited = self.waiting.pop();
        if let Some((goal, limits)) = waited {
            self.begin(goal, limits);
        }
        waited.is_some()
    }
}

impl OpenOption {
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.from as usize..self.to as usize
    }
}

impl Options {
    pub(crate) fn with_room<P>(listed: &Listed<P>) -> Options {
        let (options, parts) = (listed.options.len(), listed.parts.len());
        Options { list: Vec::with_capacity(options), parts: Vec::with_capacity(parts) }
    }

    /// Adds an option; `rank` tells of a part its rank and its effort.
    pub(crate) fn push(&mut self, known: Nimber, parts: &mut [Id], rank: impl Fn(Id) -> (u32, u64)) {
        parts.sort_unstable_by_key(|&id| (rank(id).1, id));
        let from = self.parts.len() as u32;
        self.parts.extend_from_slice(parts);
        let (mut highest, mut effort) = (0, 0_u64);
        for (rank, work) in parts.iter().map(|&id| rank(id)) {
            highest = highest.max(rank);
            effort = effort.saturating_add(work);
        }
        self.list.push(OpenOption { rank: highest, effort, known, from, to: self.parts.len() as u32 });
    }

    /// The easiest first, and each once.
    pub(crate) fn put_in_order(&mut self) {
        let parts = &self.parts;
        let key = |option: &OpenOption| (option.rank, option.effort, option.known, &parts[option.range()]);
        self.list.sort_unstable_by(|one, other| key(one).cmp(&key(other)));
        self.list.dedup_by(|one, other| key(one) == key(other));
    }

    pub(crate) fn bytes(&self) -> usize {
        allocated(self.list.capacity() * size_of::<OpenOption>())
            + allocated(self.parts.capacity() * size_of::<Id>())
    }
}

impl<P: PartialEq> Listed<P> {
    /// Adds a part to the option whose parts begin at `from`; two equal ones cancel.
    pub(crate) fn add(&mut self, part: Part<P>, from: usize) {
        match self.parts[from..].iter().position(|other| *other == part) {
            Some(equal) => _ = self.parts.swap_remove(from + equal),
            None => self.parts.push(part),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.options.clear();
        self.parts.clear();
        self.bytes = 0;
    }

    /// Tells the run what has been added: a list may be longer than memory.
    pub(crate) fn hold(&mut self, run: &Run) -> Result<(), Stopped> {
        run.hold(self.bytes - self.held)?;
        self.held = self.bytes;
        Ok(())
    }

    /// Tells the run that the list is not held any more.
    pub(crate) fn release(&mut self, run: &Run) {
        run.release(std::mem::take(&mut self.held));
    }
}

/// What a thread works with.
pub(crate) struct Desk<P> {
    pub(crate) shelf: Shelf,
    pub(crate) recent: Recent,
    /// Where the least work comes first.
    pub(crate) works: Option<Works>,
    /// The options that are being looked up; kept for its room, as the next.
    pub(crate) batch: Batch<P>,
    /// The options that are being listed.
    pub(crate) listed: Listed<P>,
}

impl<P> Desk<P> {
    pub(crate) fn new(works: Option<Works>) -> Self {
        Desk {
            shelf: Shelf::default(),
            recent: Recent::default(),
            works,
            batch: Batch::default(),
            listed: Listed { options: Vec::new(), parts: Vec::new(), bytes: 0, held: 0 },
        }
    }
}

/// Parts that were tested and will perhaps be tested again, with their options.
#[derive(Default)]
pub(crate) struct Shelf {
    parts: HashMap<Id, Open, RandomState>,
    bytes: usize,
}

/// When the shelf holds so many bytes it is emptied.
const SHELF_BYTES: usize = 64 << 20;

impl Shelf {
    pub(crate) fn take(&mut self, id: Id) -> Option<Open> {
        let open = self.parts.remove(&id)?;
        self.bytes -= open.bytes;
        Some(open)
    }

    pub(crate) fn put(&mut self, open: Open, run: &Run) {
        self.bytes += open.bytes;
        self.parts.insert(open.id, open);
        if self.bytes > SHELF_BYTES {
            self.clear(run);
        }
    }

    pub(crate) fn clear(&mut self, run: &Run) {
        run.release(self.bytes);
        self.bytes = 0;
        self.parts.clear();
    }
}
