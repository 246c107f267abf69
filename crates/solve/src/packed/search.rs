//! The search: depth-first proof-number search (df-pn) over parts that are words, on an explicit stack.
//!
//! The nodes and their numbers are those of `dfpn`: a node is the statement "this part has the nimber v", its children
//! are the options, which must not have that value, and the smaller values, which must not be the nimber.
//! Entry functions: [`PackedSearch::nimber_of`], [`PackedSearch::has_nimber`] and, for many parts at once,
//! [`PackedSearch::have_nimbers`].

use super::busy::Busy;
use super::easy_parts::{EasySearch, MOST_OPTIONS, Unanswered, is_easy};
use super::entry::{Answer, LARGEST_EXCLUDABLE};
use super::game::Game;
use super::growing::{Memory, NODES_PER_LOOK, Tables};
use super::kept::{Kept, Scratch};
use super::listing::Listing;
use super::open::{Choice, Open, Reply, Source, Status};
use super::share::Share;
use super::windows::GrowingWindow;
use crate::proof_numbers::Thresholds;
use crate::threads::{Worker, race, share_out};
use grundy_core::{BoardWord, Nimber, Packed, Ruleset, Run, StopReason, Stopped};

/// A search for nimbers of parts that are words.
pub(crate) struct PackedSearch<'a, R: Ruleset, W: BoardWord> {
    pub(crate) game: Game<'a, R, W>,
    pub(crate) memory: Memory<'a, W>,
    /// What the threads keep from the last question.
    pub(crate) kept: &'a Kept<W>,
    /// The effort that doubles the estimated work.
    pub(crate) doubling: u64,
}

/// A part on the stack, and what is asked about it.
struct Frame<W> {
    open: Box<Open<W>>,
    /// The test, or `None` where the nimber is asked.
    test: Option<u32>,
    /// The value of the statement that is searched now.
    sought: u32,
    thresholds: Thresholds,
    /// Earlier statements about the same part, which wait for the present one.
    waiting: Vec<(Option<u32>, u32, Thresholds)>,
    /// The option that the frame above is about.
    asked: Option<(usize, Packed<W>)>,
    /// The memory that is held for it.
    held: usize,
    /// How many options the thread had listed before it entered the part.
    looked_at_before: u64,
}

/// One of the threads that search.
struct Racer<'r> {
    worker: &'r Worker<'r>,
    share: &'r Share<'r>,
    window: &'r GrowingWindow,
    /// Which parts the threads are at, where there are several.
    busy: Option<&'r Busy>,
}

/// What the loop does next.
enum Next<W> {
    /// It searches a statement about a part, or its nimber, within these thresholds.
    Descend(Packed<W>, Option<u32>, Thresholds),
    /// It looks at the frame on top.
    Look,
    /// It tells the frame on top what was found.
    Reply(Reply),
}

/// How far a search has come when it lets the table grow.
enum Progress<W> {
    Paused(Next<W>),
    Done(Reply),
    /// Another thread was first.
    IsOver,
}

/// What is found of a part when it is entered.
enum Entered<W> {
    Answered(Reply),
    Opened(Frame<W>),
    /// The table may grow first, the window be built, or another thread has the answer.
    Paused,
}

impl<R: Ruleset, W: BoardWord> PackedSearch<'_, R, W> {
    /// The nimber of a representative, on all threads of the run.
    pub(crate) fn nimber_of(&self, part: Packed<W>, run: &Run) -> Result<Nimber, Stopped> {
        match self.answer(part, None, run)? {
            Reply::Known(nimber) => Ok(Nimber(nimber.into())),
            _ => unreachable!("a nimber was asked for, within infinite thresholds"),
        }
    }

    /// Whether a representative has this nimber, on all threads of the run.
    pub(crate) fn has_nimber(&self, part: Packed<W>, nimber: Nimber, run: &Run) -> Result<bool, Stopped> {
        Ok(self.answer(part, test_of(nimber), run)?.says(nimber))
    }

    /// What is known of a representative without a search: its nimber, or the values that are excluded.
    pub(crate) fn known(&self, part: Packed<W>, run: &Run) -> Result<Nimber, u64> {
        let answer = self.memory.look(run, |tables| tables.find(part, u32::MAX).answer);
        let nimber = match answer {
            Answer::Known(nimber) => Ok(nimber),
            Answer::Excluded(values) => self.game.known(part).ok_or(values.into()),
        };
        nimber.map(|nimber| Nimber(nimber.into()))
    }

    /// The nimber of a canonical part where it costs little, or its representative.
    pub(crate) fn value_at_hand(&self, part: Packed<W>, run: &Run) -> Result<Nimber, Packed<W>> {
        if let Some(nimber) = part.narrow().and_then(|part| self.memory.windows.nimber(part)) {
            return Ok(Nimber(nimber.into()));
        }
        let mut scratch = self.kept.take(self.doubling, run);
        let window = self.memory.windows.of(part);
        let found = self
            .memory
            .look(run, |tables| self.listing(tables, window).value_at_hand(part, &mut scratch.small));
        self.kept.put(scratch, run);
        found.map(|nimber| Nimber(nimber.into()))
    }

    fn listing<'l>(&'l self, tables: Tables<'l, W>, window: &'l GrowingWindow) -> Listing<'l, R, W> {
        Listing { game: self.game, tables, window: window.get() }
    }

    fn answer(&self, part: Packed<W>, test: Option<u32>, run: &Run) -> Result<Reply, Stopped> {
        let busy = (run.threads() > 1).then(Busy::new);
        race(run, &|worker| self.answer_by(worker, part, test, busy.as_ref(), run))
    }

    /// Whether each representative has the nimber beside it. Each thread of the run takes a part of its own while there
    /// are some. After a stop some answers are missing.
    pub(super) fn have_nimbers(
        &self,
        questions: &[(Packed<W>, Nimber)],
        run: &Run,
    ) -> (Vec<Option<bool>>, Result<(), Stopped>) {
        let busy = (run.threads() > 1).then(Busy::new);
        share_out(run, questions.len(), &|at, worker| {
            let (part, nimber) = questions[at];
            let reply = self.answer_by(worker, part, test_of(nimber), busy.as_ref(), run)?;
            Ok(reply.map(|reply| reply.says(nimber)))
        })
    }

    /// What one thread finds; `None` if another thread was first.
    fn answer_by(
        &self,
        worker: &Worker<'_>,
        part: Packed<W>,
        test: Option<u32>,
        busy: Option<&Busy>,
        run: &Run,
    ) -> Result<Option<Reply>, Stopped> {
        if run.threads() > 1 {
            run.check()?; // threads that count positions together may answer a short question before the first look
        }
        let window = self.memory.windows.of(part);
        window.begin(self.game.narrow, part);
        self.memory.begin();
        let mut scratch = self.kept.take(self.doubling, run);
        scratch.looked_at = window.looked_at();
        let mut stack = Vec::new();
        let share = Share::of(run);
        let racer = Racer { worker, share: &share, window, busy };
        let found = self.search(part, test, &mut stack, &mut scratch, &racer);
        // After a stop, or where another thread was first, frames are left.
        for frame in &stack {
            share.release(frame.held);
            busy.inspect(|busy| busy.end(frame.open.part));
        }
        window.note(scratch.looked_at);
        self.kept.put(scratch, run);
        found
    }

    /// Searches until the question is answered; `None` if another thread was first.
    fn search(
        &self,
        part: Packed<W>,
        test: Option<u32>,
        stack: &mut Vec<Frame<W>>,
        scratch: &mut Scratch<W>,
        racer: &Racer<'_>,
    ) -> Result<Option<Reply>, Stopped> {
        let mut next = Next::Descend(part, test, Thresholds::INFINITE);
        loop {
            if racer.window.is_earned(scratch.looked_at) {
                racer.window.build(self.game.narrow, part, scratch.looked_at, racer.share.run());
            }
            let progress = self
                .memory
                .with(racer.share.run(), |tables| self.advance(tables, next, stack, scratch, racer))?;
            next = match progress {
                Progress::Paused(next) => next,
                Progress::Done(reply) => return Ok(Some(reply)),
                Progress::IsOver => return Ok(None),
            };
        }
    }

    /// Goes on with the search until it is done, or until the table may grow or the window be built.
    fn advance(
        &self,
        tables: Tables<'_, W>,
        mut next: Next<W>,
        stack: &mut Vec<Frame<W>>,
        scratch: &mut Scratch<W>,
        racer: &Racer<'_>,
    ) -> Result<Progress<W>, Stopped> {
        loop {
            next = match next {
                Next::Descend(..) if racer.worker.is_over() => return Ok(Progress::IsOver),
                Next::Descend(part, test, thresholds) => {
                    scratch.nodes += 1;
                    if scratch.nodes.is_multiple_of(NODES_PER_LOOK)
                        && (racer.window.is_earned(scratch.looked_at)
                            || self.memory.wants_to_grow(tables, racer.share.run()))
                    {
                        return Ok(Progress::Paused(next));
                    }
                    match self.enter(part, test, thresholds, tables, scratch, racer)? {
                        Entered::Paused => return Ok(Progress::Paused(next)),
                        Entered::Answered(reply) => Next::Reply(reply),
                        Entered::Opened(frame) => {
                            racer.busy.inspect(|busy| busy.begin(part));
                            stack.push(frame);
                            Next::Look
                        }
                    }
                }
                Next::Look => {
                    let source = self.source(tables, scratch, racer);
                    let top = stack.last_mut().expect("a frame has just been entered, or told");
                    match top.next(&source) {
                        Next::Reply(reply) if top.is_done(reply, &source) => {
                            let mut done = stack.pop().expect("it has just been looked at");
                            done.open.work = done.work(scratch.looked_at);
                            racer.share.release(done.held);
                            racer.busy.inspect(|busy| busy.end(done.open.part));
                            if !matches!(reply, Reply::Known(_)) {
                                scratch.cache.put(done.open, racer.share);
                            }
                            Next::Reply(reply)
                        }
                        Next::Reply(_) => Next::Look,
                        other => other,
                    }
                }
                Next::Reply(reply) => match stack.last_mut() {
                    None => return Ok(Progress::Done(reply)),
                    Some(top) => {
                        top.hear(reply, &self.source(tables, scratch, racer));
                        self.hold(top, scratch, racer.share)?;
                        Next::Look
                    }
                },
            };
        }
    }

    fn source<'l>(
        &'l self,
        tables: Tables<'l, W>,
        scratch: &'l Scratch<W>,
        racer: &'l Racer<'_>,
    ) -> Source<'l, W> {
        Source {
            tables,
            window: racer.window.get(),
            estimates: &scratch.estimates,
            busy: racer.busy,
            looked_at: scratch.looked_at,
        }
    }

    /// Opens a part, unless its answer is known already or one of its options gives it.
    fn enter(
        &self,
        part: Packed<W>,
        test: Option<u32>,
        thresholds: Thresholds,
        tables: Tables<'_, W>,
        scratch: &mut Scratch<W>,
        racer: &Racer<'_>,
    ) -> Result<Entered<W>, Stopped> {
        racer.share.step()?;
        let looked_at_before = scratch.looked_at;
        let found = tables.find(part, test.unwrap_or(u32::MAX));
        let excluded = match found.answer {
            Answer::Known(nimber) => return Ok(Entered::Answered(Reply::Known(nimber))),
            Answer::Excluded(values) => u128::from(values),
        };
        if test.is_some_and(|value| excluded >> value & 1 == 1) {
            return Ok(Entered::Answered(Reply::Refuted));
        }
        // Where the table has proof numbers of this value, the part took too long before.
        if found.numbers.is_none() && is_easy(self.game.effort_of(part), self.doubling) {
            racer.busy.inspect(|busy| busy.begin(part));
            let answer = self.search_easy(part, test, excluded, tables, scratch, racer);
            racer.busy.inspect(|busy| busy.end(part));
            match answer {
                Ok(Some(nimber)) => return Ok(Entered::Answered(Reply::Known(nimber))),
                Ok(None) => return Ok(Entered::Answered(Reply::Refuted)),
                Err(Unanswered::Stopped(stopped)) => return Err(stopped),
                Err(Unanswered::Paused) => return Ok(Entered::Paused),
                Err(Unanswered::TooLong) => {}
            }
        }
        let open = match scratch.cache.take(part, racer.share) {
            Some(open) => open,
            None => match self.open(part, test, tables, scratch, racer) {
                Ok(open) => open,
                Err(reply) => return Ok(Entered::Answered(reply)),
            },
        };
        let mut frame = Frame::new(open, test, thresholds, looked_at_before);
        frame.open.exclude(excluded);
        self.hold(&mut frame, scratch, racer.share)?;
        frame.begin(test, thresholds, &self.source(tables, scratch, racer));
        Ok(Entered::Opened(frame))
    }

    /// Records the nimber of a part that is known without a search.
    fn settle_known(&self, part: Packed<W>, tables: Tables<'_, W>) -> Option<u32> {
        let nimber = self.game.known(part)?;
        tables.settle(part, nimber, u64::MAX);
        Some(nimber)
    }

    /// Searches a part that takes little work.
    fn search_easy(
        &self,
        part: Packed<W>,
        test: Option<u32>,
        excluded: u128,
        tables: Tables<'_, W>,
        scratch: &mut Scratch<W>,
        racer: &Racer<'_>,
    ) -> Result<Option<u32>, Unanswered> {
        if let Some(nimber) = self.settle_known(part, tables) {
            return Ok(Some(nimber));
        }
        let Scratch { small, group, levels, looked_at, nodes, .. } = scratch;
        let (listing, most) = (self.listing(tables, racer.window), *looked_at + MOST_OPTIONS);
        let Racer { window, worker, share, .. } = *racer;
        let memory = self.memory;
        EasySearch { listing, memory, window, worker, share, small, group, levels, looked_at, most, nodes }
            .search(part, test, excluded)
    }

    /// Lists the options of a part, unless it is known or an option answers the test.
    fn open(
        &self,
        part: Packed<W>,
        test: Option<u32>,
        tables: Tables<'_, W>,
        scratch: &mut Scratch<W>,
        racer: &Racer<'_>,
    ) -> Result<Box<Open<W>>, Reply> {
        if let Some(nimber) = self.settle_known(part, tables) {
            return Err(Reply::Known(nimber));
        }
        let Scratch { small, group, looked_at, .. } = scratch;
        let looked_at_before = *looked_at;
        let listing = self.listing(tables, racer.window);
        if listing.list(part, test, small, group, looked_at) {
            return Ok(listing.open(part, test, group));
        }
        // An option has the value under test.
        tables.exclude(part, group.list.seen, *looked_at - looked_at_before);
        Err(Reply::Refuted)
    }

    /// Holds the memory that a frame takes and that is not held yet; where there is none left, opened parts are given up
    /// first.
    fn hold(&self, frame: &mut Frame<W>, scratch: &mut Scratch<W>, share: &Share<'_>) -> Result<(), Stopped> {
        let taken = frame.open.bytes() + 2 * size_of::<Frame<W>>();
        let missing = taken.saturating_sub(frame.held);
        match share.hold(missing) {
            Err(stopped) if stopped.reason == StopReason::Memory => {
                scratch.cache.clear(share);
                share.hold(missing)?;
            }
            held => held?,
        }
        frame.held += missing;
        Ok(())
    }
}

/// The test for a nimber; `None` where it is so large that the part's own nimber has to be found.
fn test_of(nimber: Nimber) -> Option<u32> {
    u32::try_from(nimber.0).ok().filter(|&nimber| nimber <= LARGEST_EXCLUDABLE)
}

impl<W: BoardWord> Frame<W> {
    fn new(open: Box<Open<W>>, test: Option<u32>, thresholds: Thresholds, looked_at_before: u64) -> Frame<W> {
        let waiting = Vec::new();
        Frame { open, test, sought: 0, thresholds, waiting, asked: None, held: 0, looked_at_before }
    }

    /// Starts on a test, or on the nimber.
    fn begin(&mut self, test: Option<u32>, thresholds: Thresholds, source: &Source<'_, W>) {
        (self.test, self.thresholds) = (test, thresholds);
        self.seek(test.unwrap_or_else(|| self.open.least_candidate()), source);
    }

    fn seek(&mut self, value: u32, source: &Source<'_, W>) {
        self.sought = value;
        self.open.refresh(value, source);
    }

    /// Searches until the frame has its answer, a threshold is reached, or another part has to be searched first.
    fn next(&mut self, source: &Source<'_, W>) -> Next<W> {
        loop {
            match self.open.status(self.sought, source) {
                Status::Refuted => {
                    if let Some(reply) = self.refuted(source) {
                        return Next::Reply(reply);
                    }
                    self.seek(self.open.least_candidate(), source);
                }
                // Sound: no option has the value, and no smaller value is left.
                Status::Proved => return Next::Reply(self.settle(self.sought, source)),
                Status::Undecided { numbers, .. } if numbers.reach(self.thresholds) => {
                    source.tables.note(self.open.part, self.sought, numbers, self.work(source.looked_at));
                    self.open.note_own(self.sought, numbers);
                    return Next::Reply(Reply::Numbers(numbers));
                }
                Status::Undecided { choice, numbers, child, second_proof } => {
                    let thresholds = self.thresholds.of_best_child(numbers, child, second_proof);
                    match choice {
                        Choice::Option { index, part, test } => {
                            self.asked = Some((index, part));
                            // Numbers are kept of tests only, so a nimber is searched to its end.
                            let thresholds = test.map_or(Thresholds::INFINITE, |_| thresholds);
                            return Next::Descend(part, test, thresholds);
                        }
                        Choice::Smaller(value) => {
                            self.waiting.push((self.test, self.sought, self.thresholds));
                            self.begin(Some(value), thresholds, source);
                        }
                    }
                }
            }
        }
    }

    /// Notes that the part has not the value sought. Returns the reply where that answers the question.
    fn refuted(&mut self, source: &Source<'_, W>) -> Option<Reply> {
        self.open.exclude(1_u128.checked_shl(self.sought).unwrap_or(0));
        if let Some(nimber) = self.open.only_candidate() {
            return Some(self.settle(nimber, source));
        }
        source.tables.exclude(self.open.part, self.open.excluded(), self.work(source.looked_at));
        (self.test == Some(self.sought)).then_some(Reply::Refuted)
    }

    /// The work that was done on the part, once the thread has listed this many options.
    fn work(&self, looked_at: u64) -> u64 {
        self.open.work + (looked_at - self.looked_at_before)
    }

    fn settle(&self, nimber: u32, source: &Source<'_, W>) -> Reply {
        source.tables.settle(self.open.part, nimber, self.work(source.looked_at));
        Reply::Known(nimber)
    }

    /// Whether a reply ends the frame. Where a statement waits for the present one, it is taken up again.
    fn is_done(&mut self, reply: Reply, source: &Source<'_, W>) -> bool {
        if matches!(reply, Reply::Known(_)) {
            return true;
        }
        let Some((test, sought, thresholds)) = self.waiting.pop() else { return true };
        (self.test, self.thresholds) = (test, thresholds);
        self.seek(sought, source);
        false
    }

    /// Takes what was found of the part that was asked about.
    fn hear(&mut self, reply: Reply, source: &Source<'_, W>) {
        let (index, part) = self.asked.take().expect("the frame has asked");
        self.open.hear(index, part, reply, self.sought, source);
    }
}
