//! Sequences of nimbers within a budget.

use crate::jobs::Budget;
use grundy::heaps::{Code, EngineError, Sequence, SequenceError};
use grundy::{Findings, StopReason};
use std::time::{Duration, Instant};

/// The most terms that the server computes; the program has no such limit.
pub const MOST_TERMS: u64 = 4_000_000;
/// The time between two reports of progress.
const TELL_EVERY: Duration = Duration::from_millis(120);

/// Computes the nimbers of heaps `0..terms`, or fewer where the rest follows from a period, or where the budget
/// ends first.
pub fn find(code: &Code, terms: u64, budget: &Budget) -> Result<Findings, EngineError> {
    let started = Instant::now();
    let reporter = budget.reporter();
    let mut told = started;
    let run = budget.run(1.0).with_sink(move |progress| {
        if told.elapsed() >= TELL_EVERY {
            told = Instant::now();
            reporter.report(progress.done.min(terms).to_string());
        }
    });
    let mut sequence = Sequence::new(code).with_limit(run.limits().memory.unwrap_or(u64::MAX));
    let proved = sequence.prove(terms, &run);
    let (period, stopped) = match proved {
        Ok(period) => (period, None),
        Err(SequenceError::Stopped(stopped)) => (None, Some(stopped.reason)),
        Err(SequenceError::Engine(EngineError::Limit { .. })) => (None, Some(StopReason::Memory)),
        Err(SequenceError::Engine(error)) => return Err(error),
        Err(_) => (None, Some(StopReason::Cancelled)),
    };
    Ok(Findings { sequence, terms, period, stopped, elapsed: started.elapsed() })
}
