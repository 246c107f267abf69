//! Sequences of nimbers within a budget.

use crate::jobs::Budget;
use grundy::heaps::{Code, EngineError, Sequence, Stopped, Watch};
use grundy::{Findings, StopReason};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The most terms that the server computes; the program has no such limit.
pub const MOST_TERMS: u64 = 4_000_000;
/// The time between two reports of progress.
const TELL_EVERY: Duration = Duration::from_millis(120);

/// Computes the nimbers of heaps `0..terms`, or fewer where the rest follows from a period, or where the budget
/// ends first.
pub fn find(code: &Code, terms: u64, budget: &Budget) -> Result<Findings, EngineError> {
    let started = Instant::now();
    let limits = budget.limits(1.0);
    let stop = AtomicBool::new(false);
    let mut reason = None;
    let mut told = started;
    let mut look = |known: u64| {
        if budget.cancel().load(Ordering::Relaxed) {
            reason = Some(StopReason::Cancelled);
        } else if limits.time.is_some_and(|most| started.elapsed() >= most) {
            reason = Some(StopReason::Time);
        }
        if reason.is_some() {
            stop.store(true, Ordering::Relaxed);
        }
        if told.elapsed() >= TELL_EVERY {
            told = Instant::now();
            budget.report(known.min(terms).to_string());
        }
    };
    let mut sequence = Sequence::new(code).with_limit(limits.memory.unwrap_or(u64::MAX));
    let proved = sequence.prove(terms, &mut Watch::new(&stop).with_progress(&mut look));
    let (period, stopped) = match proved {
        Ok(period) => (period, None),
        Err(Stopped::Engine(EngineError::Limit { .. })) => (None, Some(StopReason::Memory)),
        Err(Stopped::Engine(error)) => return Err(error),
        Err(_) => (None, reason.or(Some(StopReason::Cancelled))),
    };
    Ok(Findings { sequence, terms, period, stopped, elapsed: started.elapsed() })
}
