//! The nimbers of a code's heaps, worked out as far as positions need them.

use grundy_core::{Nimber, Run, StopReason, Stopped};
use grundy_heaps::{Code, Period, Sequence, Watch};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Heaps from here on are known by a proven period only.
pub const TABLE: u64 = 1 << 32;

/// As many heaps are worked out at once even for a smaller position: enough to prove the short
/// periods. Where heaps break into three, that costs the cube.
const AT_LEAST: u64 = 1024;
const AT_LEAST_OF_THREE: u64 = 64;

/// The nimbers of a code, shared by all positions of one ruleset.
pub(crate) struct Nimbers {
    known: RwLock<Arc<Known>>,
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

    /// How many heaps the table has.
    pub(crate) fn terms(&self) -> u64 {
        self.sequence.known()
    }
}

impl Nimbers {
    /// The nimbers of a code, none of them worked out yet.
    pub(crate) fn new(code: &Code) -> Self {
        let known = Known { sequence: Sequence::new(code), period: None };
        Nimbers { known: RwLock::new(Arc::new(known)) }
    }

    /// What is known now. Others may add to it meanwhile; this stays as it is.
    pub(crate) fn known(&self) -> Arc<Known> {
        Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Works out all heaps up to this one, or a period that tells it.
    pub(crate) fn prepare(&self, heap: u64, run: &Run) -> Result<(), Stopped> {
        if self.known().nimber(heap).is_some() {
            return Ok(());
        }
        let mut guard = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let known = Arc::make_mut(&mut guard);
        let least = if known.sequence.code().most_parts() == 3 { AT_LEAST_OF_THREE } else { AT_LEAST };
        let terms = heap.saturating_add(1).clamp(least, TABLE);

        // The engines know one flag; the run's limits are looked at while they report progress.
        let stop = AtomicBool::new(false);
        let mut reason = None;
        let mut held = known.terms();
        let mut progress = |terms: u64| {
            // One to four bytes are kept for a heap.
            let more = 2 * terms.saturating_sub(held);
            held = held.max(terms);
            if let Err(stopped) = run.check().and_then(|()| run.hold(more as usize)) {
                reason = Some(stopped);
                stop.store(true, Ordering::Relaxed);
            }
        };
        let proved = known.sequence.prove(terms, &mut Watch::new(&stop).with_progress(&mut progress));
        let out_of_reach = Stopped { reason: StopReason::Memory, nodes: run.nodes() };
        match proved {
            Ok(period) => known.period = period,
            Err(_) => return Err(reason.unwrap_or(out_of_reach)),
        }
        if known.nimber(heap).is_some() { Ok(()) } else { Err(out_of_reach) }
    }
}
