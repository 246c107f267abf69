//! The bit-sliced engine: speculate that every heap of a run is common, then verify the whole run at once.
//!
//! ```text
//! distant  32 words of 64 heaps: planes of past words, OR-ed for each rare part
//!          that is 2,048 heaps back or more
//! far      one word: the same, for rare parts 64 to 2,047 heaps back
//! near     the chain inside a word
//! verify   64 words at a time: every rare nimber below is an option's value
//! ```
//!
//! A heap that fails the verification is rare: the run is taken back to its word and done again with the
//! heap's nimber given. Nothing is guessed.
//!
//! Where a second thread is allowed, it verifies what the first has computed, while that runs ahead.

use crate::code::rules::Rules;
use crate::error::EngineError;
use crate::simd::lanes::{Lane, RARE_INDEX};
use crate::simd::registers::{Form, Registers, Work};
use crate::sparse::history::{History, MOST_INDICES};
use crate::sparse::option_search::OutOfReach;
use crate::sparse::strike::RUN;
use crate::sparse::verifier::Verifier;
use crate::sparse::witness::{Found, Witnesses};
use crate::sparse::word_chain::{Batch, Chain};
use std::sync::mpsc;
use std::thread;

/// How a machine is to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// Drop what no entry reaches.
    pub(crate) bounded: bool,
    registers: Registers,
    /// Threads to use; more than two do not help.
    pub(crate) threads: usize,
    /// The most bytes to hold.
    pub(crate) memory: u64,
}

impl Setting {
    /// The best registers that the processor has.
    pub(crate) fn new(bounded: bool) -> Self {
        Setting { bounded, registers: Registers::best(), threads: 1, memory: u64::MAX }
    }

    pub(crate) fn registers(self) -> Registers {
        self.registers
    }

    pub(crate) fn with_registers(self, registers: Registers) -> Self {
        Setting { registers, ..self }
    }
}

/// What a call of [`Machine::advance`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// More heaps are known, or a rare one was found and its run is redone.
    Advanced,
    /// Some heap needs an index that the machine's sets do not hold.
    Full,
}

/// A sliced engine of some width.
pub(crate) trait Machine: Send + Sync {
    /// Computes more heaps; those from `until` on are not asked for.
    fn advance(&mut self, until: u64) -> Result<Step, EngineError>;
    fn history(&self) -> &History;
    /// The bytes that grow with the heaps.
    fn bytes(&self) -> u64;
    /// The size of its sets.
    fn indices(&self) -> usize;
    /// What verified its heaps, and how far it has looked.
    fn witnesses(&self) -> &Witnesses;
    /// Takes over what an earlier machine of another size, but of the same history, has verified and learnt.
    fn inherit(&mut self, earlier: &dyn Machine);
    /// The length from which on all heaps were verified by this machine.
    fn since(&self) -> u64;
    /// Takes over what an earlier machine of the same history has verified.
    fn recall(&mut self, since: u64, widest: u64);
    fn set_threads(&mut self, threads: usize);
    fn clone_box(&self) -> Box<dyn Machine>;
}

/// The size of the sets of the narrowest machine for a history: it holds the indices of all rare heaps and of
/// nearly all common ones.
pub(crate) fn machine_indices(history: &History) -> usize {
    let space = history.space;
    let rares = history.rares.iter().map(|rare| space.index(rare.1) as usize + 1).max().unwrap_or(0);
    // Below 2^pivot indices, a rare nimber outside the sets could be smaller than a common one inside.
    let least = rares.max(history.indices_of_most(RARE_INDEX)).max(1 << space.pivot());
    least.next_power_of_two().max(16)
}

/// About the bytes that a machine for a history holds beside it, and its copies of it.
pub(crate) fn machine_bytes(rules: &Rules, history: &History) -> u64 {
    let indices = machine_indices(history).min(256) as u64;
    let farthest = history.rares.last().map_or(0, |rare| rare.0) + rules.longest;
    let entries = history.rares.len() as u64 * rules.breaks.len() as u64;
    // Planes as far as entries reach, with room to spare; each entry in two lists; heaps and rare ones.
    let planes = (indices * (farthest / 64 + 1)).saturating_mul(18 + 8);
    let lists = entries.saturating_mul(48);
    planes.saturating_add(lists)
        + 2 * history.recent.len() as u64
        + 32 * history.rares.len() as u64
        + (8 << 20)
}

/// Whether a machine may go on from a history: its words are whole, and no heap from here on can be taken
/// whole or is too small for a move.
fn may_go_on(rules: &Rules, history: &History) -> bool {
    history.len().is_multiple_of(64) && history.len() > rules.longest
}

/// Builds a machine of that size for a history that it [may go on](may_go_on) from; `None` when there is none.
pub(crate) fn machine(rules: &Rules, history: History, setting: Setting) -> Option<Box<dyn Machine>> {
    if !may_go_on(rules, &history)
        || history.space.pivot() > 8
        || history.rares.iter().any(|rare| history.space.index(rare.1) >= MOST_INDICES)
    {
        return None;
    }
    Some(match machine_indices(&history) {
        16 => Box::new(Sliced::<u16, 4>::new(rules, history, setting)?),
        32 => Box::new(Sliced::<u32, 8>::new(rules, history, setting)?),
        64 => Box::new(Sliced::<u64, 16>::new(rules, history, setting)?),
        128 => Box::new(Sliced::<[u64; 2], 32>::new(rules, history, setting)?),
        256 => Box::new(Sliced::<[u64; 4], 64>::new(rules, history, setting)?),
        _ => return None,
    })
}

/// Runs that machines of `4 * Q` indices hand over together: a few tenths of a millisecond of work for the
/// narrowest, so that handing over costs little.
const fn runs_a_batch(q: usize) -> usize {
    64 / q
}

/// Batches of one stretch of two threads, and those that may wait for the second.
const STRETCH: u64 = 16;
const WAITING: usize = 2;

#[derive(Clone)]
struct Sliced<L: Lane, const Q: usize> {
    chain: Chain<L, Q>,
    verifier: Verifier,
    batch: Batch,
    /// Words of the next run: few after a rare heap, which is often followed by another.
    pace: usize,
    setting: Setting,
    since: u64,
}

impl<L: Lane, const Q: usize> Sliced<L, Q> {
    fn new(rules: &Rules, history: History, setting: Setting) -> Option<Self> {
        let since = history.len();
        Some(Sliced {
            chain: Chain::new(rules, &history, setting.registers.look_up())?,
            verifier: Verifier::new::<Q>(rules, history)?,
            batch: Batch::default(),
            pace: 4,
            setting,
            since,
        })
    }

    /// One run, and then its verification.
    fn run(&mut self) -> Result<Step, EngineError> {
        self.batch.clear();
        let registers = self.setting.registers;
        let Sliced { chain, verifier, batch, pace, .. } = self;
        let fits = registers.run(Speculate { chain, count: *pace, batch });
        if !fits && batch.bytes.is_empty() {
            return Ok(Step::Full);
        }
        let found = registers.run(Verify { verifier, batch });
        self.conclude(found)
    }

    /// Some batches: one thread runs ahead, the other verifies what it left behind.
    fn run_in_two(&mut self, batches: u64) -> Result<Step, EngineError> {
        let length = self.history().len();
        let registers = self.setting.registers;
        let Sliced { chain, verifier, .. } = self;
        let (send, receive) = mpsc::sync_channel::<Batch>(WAITING);
        let (give_back, spare) = mpsc::channel::<Batch>();
        let found = thread::scope(|scope| {
            let verified = scope.spawn(move || {
                for batch in receive {
                    if let Some(found) = registers.run(Verify { verifier, batch: &batch })? {
                        return Ok(Some(found));
                    }
                    // The other thread may have ended already.
                    let _ = give_back.send(batch);
                }
                Ok(None)
            });
            for _ in 0..batches {
                let mut batch = spare.try_recv().unwrap_or_default();
                batch.clear();
                let count = RUN * runs_a_batch(Q);
                let fits = registers.run(Speculate { chain, count, batch: &mut batch });
                // Nobody listens once a rare heap is found.
                if send.send(batch).is_err() || !fits {
                    break;
                }
            }
            drop(send);
            verified.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        if matches!(found, Ok(None)) && self.history().len() == length {
            return Ok(Step::Full);
        }
        self.conclude(found)
    }

    /// Goes on after a verification.
    fn conclude(&mut self, found: Result<Option<Found>, OutOfReach>) -> Result<Step, EngineError> {
        match found {
            Ok(None) => {
                self.pace = (self.pace * 2).min(RUN);
                self.forget();
            }
            Ok(Some(found)) => self.found_rare(&found)?,
            Err(OutOfReach(heap)) => {
                self.chain.go_back(&self.verifier.history, &self.verifier.given, None);
                return Err(EngineError::Memory { heap });
            }
        }
        Ok(Step::Advanced)
    }

    #[cold]
    fn found_rare(&mut self, found: &Found) -> Result<(), EngineError> {
        self.pace = 4;
        if self.history().space.index(found.value) as usize >= L::INDICES {
            // Full on the next call: its index cannot be represented.
            self.pace = 0;
        }
        self.chain
            .go_back(&self.verifier.history, &self.verifier.given, Some(found))
            .ok_or(EngineError::Memory { heap: found.heap })
    }

    /// In bounded memory drops what no entry or witness reaches.
    fn forget(&mut self) {
        if self.setting.bounded {
            let reach = self.chain.reach().max(self.verifier.reach()) as u64 * 64;
            let window = reach.max(2 * crate::sparse::history::PREFIX as u64);
            let history = &mut self.verifier.history;
            if history.recent.len() as u64 > 4 * window {
                history.drop_before(window);
            }
        }
    }
}

/// Words that the chain is to append to a batch; whether all fit.
pub(crate) struct Speculate<'a, L: Lane, const Q: usize> {
    pub(crate) chain: &'a mut Chain<L, Q>,
    pub(crate) count: usize,
    pub(crate) batch: &'a mut Batch,
}

impl<L: Lane, const Q: usize> Work for Speculate<'_, L, Q> {
    type Output = bool;

    #[inline(always)]
    fn run(self, form: impl Form) -> bool {
        self.chain.run(form, self.count, self.batch)
    }
}

/// A batch to verify.
struct Verify<'a> {
    verifier: &'a mut Verifier,
    batch: &'a Batch,
}

impl Work for Verify<'_> {
    type Output = Result<Option<Found>, OutOfReach>;

    #[inline(always)]
    fn run(self, form: impl Form) -> Self::Output {
        self.verifier.take(form, self.batch)
    }
}

impl<L: Lane, const Q: usize> Machine for Sliced<L, Q> {
    fn advance(&mut self, until: u64) -> Result<Step, EngineError> {
        if self.pace == 0 {
            return Ok(Step::Full);
        }
        let heaps = (RUN * runs_a_batch(Q) * 64) as u64;
        let batches = (until.saturating_sub(self.history().len()) / heaps).min(STRETCH);
        if self.setting.threads > 1 && batches > 1 && self.pace == RUN && !self.chain.is_special() {
            self.run_in_two(batches)
        } else {
            self.run()
        }
    }

    fn history(&self) -> &History {
        &self.verifier.history
    }

    fn bytes(&self) -> u64 {
        self.chain.bytes() + self.verifier.bytes()
    }

    fn indices(&self) -> usize {
        L::INDICES
    }

    fn witnesses(&self) -> &Witnesses {
        &self.verifier.witnesses
    }

    fn inherit(&mut self, earlier: &dyn Machine) {
        self.since = earlier.since();
        self.verifier.witnesses.inherit(earlier.witnesses());
    }

    fn since(&self) -> u64 {
        self.since
    }

    fn recall(&mut self, since: u64, widest: u64) {
        self.since = self.since.min(since);
        let known = &mut self.verifier.witnesses.widest;
        *known = widest.max(*known);
    }

    fn set_threads(&mut self, threads: usize) {
        self.setting.threads = threads;
    }

    fn clone_box(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}
