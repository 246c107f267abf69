//! The nimbers of a code's heaps, worked out as far as positions need them.

use grundy_core::{Nimber, Run, StopReason, Stopped};
use grundy_heaps::{Code, Period, Sequence, SequenceError};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Heaps from here on are known by a proven period only.
pub const TABLE: u64 = 1 << 32;

/// The largest heap of a code that leaves more than three heaps, or adds beans.
pub(crate) const MANY_PARTS: u64 = 1 << 12;

/// As many heaps are worked out at once even for a smaller position: enough to prove the short
/// periods. Where heaps break into three or more, that costs the cube.
const AT_LEAST: u64 = 1024;
const AT_LEAST_OF_THREE: u64 = 64;

/// What heaps of a code cost, by the most parts that a move leaves.
struct Costs {
    /// Heaps up to here are worked out without more ado.
    easy: u64,
    /// From so many heaps a period is proved, or the code has to do without for now.
    trial: u64,
    /// Then this is the largest heap: a table to there takes minutes.
    table: u64,
}

/// Where a sparse space makes heaps cheap, so many are tried: the long periods are proved from fewer,
/// or the rare heaps have come to an end.
const SPARSE_TRIAL: u64 = 1 << 22;
/// With more rare heaps than this, no period is looked for beyond the table; with few, until a limit comes.
const MOST_RARES: usize = 600;
const FEW_RARES: usize = 256;

impl Costs {
    fn of(code: &Code) -> Costs {
        let (easy, trial, table) = match code.most_parts().filter(|_| code.most_added() == 0) {
            None | Some(4..) => (1 << 8, 1 << 8, MANY_PARTS),
            Some(3) if code.has_modifiers() => (1 << 7, 1 << 7, 1 << 9),
            Some(3) => (1 << 10, 1 << 10, 1 << 14),
            // A heap has an option for every pair of beans, and no theorem would prove a period.
            Some(2) if code.largest_take().is_none() => (1 << 12, 1 << 7, 1 << 14),
            Some(2) => (1 << 20, 1 << 16, 1 << 22),
            _ => {
                // Every number that may be taken is a step of every heap.
                let takes = code.fraction().0.iter().filter(|digit| !digit.is_zero()).count() as u64;
                (TABLE, (1 << 24) / takes.max(16), TABLE)
            }
        };
        Costs { easy, trial, table }
    }
}

/// The nimbers of a code, shared by all positions of one ruleset.
pub(crate) struct Nimbers {
    code: Code,
    /// Made when a heap is first asked about: a list of all games does not pay for it.
    known: OnceLock<RwLock<Arc<Known>>>,
}

/// What is known of a code at some moment.
#[derive(Clone)]
pub(crate) struct Known {
    sequence: Sequence,
    period: Option<Period>,
}

impl Known {
    /// The nimber of a heap, from the table or by the proven period.
    pub(crate) fn nimber(&self, heap: u64) -> Option<Nimber> {
        if let Some(nimber) = self.sequence.nimber(heap) {
            return Some(Nimber(u64::from(nimber)));
        }
        let (base, periods) = self.reduced(heap)?;
        let saltus = self.period.as_ref().map_or(0, |period| period.saltus);
        let nimber = self.sequence.nimber(base)?;
        Some(Nimber(u64::from(nimber).checked_add(periods.checked_mul(saltus)?)?))
    }

    /// The first heap that the proven period makes like this one, and how many periods lie between.
    pub(crate) fn reduced(&self, heap: u64) -> Option<(u64, u64)> {
        let period = self.period.as_ref()?;
        let after = heap.checked_sub(period.preperiod)?;
        Some((period.preperiod + after % period.period, after / period.period))
    }

    /// The proven period.
    pub(crate) fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// Computes this number of heaps, or as many as prove a period; fewer where the engine cannot go on.
    fn prove(&mut self, terms: u64, run: &Run) -> Result<(), Stopped> {
        if self.period.is_some() {
            return Ok(());
        }
        match self.sequence.prove(terms, run) {
            Err(SequenceError::Stopped(stopped)) => return Err(stopped),
            proved => self.period = proved.unwrap_or(None),
        }
        Ok(())
    }

    /// How many heaps the table has.
    pub(crate) fn terms(&self) -> u64 {
        self.sequence.known()
    }
}

impl Nimbers {
    /// The nimbers of a code, none of them worked out yet.
    pub(crate) fn new(code: &Code) -> Self {
        Nimbers { code: code.clone(), known: OnceLock::new() }
    }

    fn shared(&self) -> &RwLock<Arc<Known>> {
        self.known.get_or_init(|| {
            let known = Known { sequence: Sequence::new(&self.code), period: None };
            RwLock::new(Arc::new(known))
        })
    }

    /// What is known now. Others may add to it meanwhile; this stays as it is.
    pub(crate) fn known(&self) -> Arc<Known> {
        Arc::clone(&self.shared().read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The largest heap that can be told, if this one is too large. A large one is tried: a period may be
    /// proved early, or a sparse space make heaps cheap.
    ///
    /// # Errors
    /// When the run stops first; what was found by then is kept.
    pub(crate) fn limit_below(&self, heap: u64, run: &Run) -> Result<Option<u64>, Stopped> {
        let costs = Costs::of(&self.code);
        if heap <= costs.easy || self.known().nimber(heap).is_some() {
            return Ok(None);
        }
        let mut guard = self.shared().write().unwrap_or_else(PoisonError::into_inner);
        let known = Arc::make_mut(&mut guard);
        known.prove(costs.trial, run)?;
        let rares = known.sequence.rare_heaps().map_or(usize::MAX, <[(u64, u32)]>::len);
        if heap > TABLE && rares <= MOST_RARES {
            known.prove(SPARSE_TRIAL, run)?;
        }
        if known.period.is_some() {
            return Ok(None);
        }
        let limit = match known.sequence.rare_heaps() {
            // No rare heap for long: a period may come, however late.
            Some(rares)
                if rares.len() <= FEW_RARES && rares.last().is_none_or(|rare| 2 * rare.0 < known.terms()) =>
            {
                u64::MAX
            }
            Some(_) => TABLE,
            None => costs.table,
        };
        Ok((heap > limit).then_some(limit))
    }

    /// Works out all heaps up to this one, or a period that tells it.
    ///
    /// # Errors
    /// When the run stops first, what was found by then is kept; or when the heap is out of reach.
    pub(crate) fn prepare(&self, heap: u64, run: &Run) -> Result<(), Stopped> {
        if self.known().nimber(heap).is_some() {
            return Ok(());
        }
        let out_of_reach = Stopped { reason: StopReason::Memory, nodes: run.nodes() };
        if self.limit_below(heap, run)?.is_some() {
            return Err(out_of_reach);
        }
        let mut guard = self.shared().write().unwrap_or_else(PoisonError::into_inner);
        let known = Arc::make_mut(&mut guard);
        let is_few = self.code.most_parts().is_some_and(|parts| parts < 3);
        let least = if is_few { AT_LEAST } else { AT_LEAST_OF_THREE };
        known.prove(heap.saturating_add(1).clamp(least, TABLE), run)?;
        if known.nimber(heap).is_some() { Ok(()) } else { Err(out_of_reach) }
    }
}
