//! All that is known of a code, as data: found here, and published.

mod like;
mod open;
mod published;
mod telling;

pub use like::{LikeCode, LikeReason};
pub use published::{PublishedPeriod, PublishedSearch};

use crate::findings::Findings;
use grundy_core::{Run, StopReason};
use grundy_games::heaps::NAMED_CODES;
use grundy_heaps::{Code, EngineError, Exceptions, Sequence, SequenceError, Sparseness};
use grundy_misere::{HeapQuotient, Reach};
use std::time::{Duration, Instant};

/// Exceptions that are listed.
const EXCEPTIONS: usize = 1_000;
/// The largest misère quotient that is looked for.
const LARGEST_QUOTIENT: usize = 1_500;
/// The most time that a misère quotient is looked for.
const QUOTIENT_TIME: Duration = Duration::from_secs(2);

/// What is known of the misère quotient of all heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisereFacts {
    /// Whether the quotient is that of all heaps, proved.
    pub is_solved: bool,
    /// Its order.
    pub order: usize,
    /// How many of its elements are won by the player who has just moved.
    pub p: usize,
    /// Whether sums behave as in Nim.
    pub is_tame: bool,
    /// The preperiod and the period of the heaps' values, where it is solved.
    pub period: Option<(u64, u64)>,
    /// How many heaps it is the quotient of, where it is not.
    pub heaps: u64,
}

/// All that is known of a code.
///
/// ```
/// use grundy::{CodeFacts, Run, read_code};
/// let facts = CodeFacts::find(&read_code("0.07")?, 10_000, &Run::unlimited())?;
/// assert_eq!(facts.standard.as_ref().map(|(code, beans)| (code.to_string(), *beans)), Some(("0.137".into(), 1)));
/// assert_eq!(facts.exceptions.expect("it is periodic").first, [0, 1, 15, 17, 18, 32, 35, 52]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CodeFacts {
    /// The nimbers, and the period that is proved.
    pub found: Findings,
    /// The name by which the game is known.
    pub name: Option<&'static str>,
    /// The standard form, and how many beans fewer its heaps have.
    pub standard: Option<(Code, u64)>,
    /// Codes of the same nimbers, perhaps of heaps that are some beans larger or smaller.
    pub like: Vec<LikeCode>,
    /// The heaps that do not go along with the period.
    pub exceptions: Option<Exceptions>,
    /// Rare heaps.
    pub sparse: Option<Sparseness>,
    /// The misère quotient, as far as it was found.
    pub misere: Option<MisereFacts>,
    /// The period that is published, where one is.
    pub published: Option<PublishedPeriod>,
    /// How far others have searched, where that is published.
    pub search: Option<PublishedSearch>,
}

impl CodeFacts {
    /// Finds out all that `terms` nimbers and half of the run's time tell. The misère quotient is looked for
    /// at most two seconds, and at most the rest of the time.
    ///
    /// # Errors
    /// When the engine cannot go on: nimbers or heaps grow too large.
    pub fn find(code: &Code, terms: u64, run: &Run) -> Result<CodeFacts, EngineError> {
        let found = findings(code, terms, &run.half_of_the_rest())?;
        let exceptions =
            found.period.as_ref().and_then(|period| found.sequence.exceptions(period, EXCEPTIONS));
        let name =
            NAMED_CODES.iter().find(|(_, known)| known.parse::<Code>().is_ok_and(|known| known == *code));
        Ok(CodeFacts {
            name: name.map(|(name, _)| *name),
            standard: code.standard_form(),
            like: like::like(code, &found, run),
            exceptions,
            sparse: found.sequence.sparseness(),
            misere: misere(code, run),
            published: published::period(code),
            search: published::search(code),
            found,
        })
    }
}

/// The nimbers, up to a proved period or the end.
fn findings(code: &Code, terms: u64, run: &Run) -> Result<Findings, EngineError> {
    let started = Instant::now();
    let mut sequence = Sequence::new(code).with_limit(run.limits().memory.unwrap_or(u64::MAX) / 2);
    let (period, stopped) = match sequence.prove(terms, run) {
        Ok(period) => (period, None),
        Err(SequenceError::Stopped(stopped)) => (None, Some(stopped.reason)),
        Err(SequenceError::Engine(EngineError::Limit { .. })) => (None, Some(StopReason::Memory)),
        Err(SequenceError::Engine(error)) => return Err(error),
        Err(_) => (None, Some(StopReason::Cancelled)),
    };
    let period = period.or_else(|| sequence.proved());
    let stopped = if period.is_some() { None } else { stopped };
    let terms = match stopped {
        None => terms,
        Some(_) => sequence.known().min(terms),
    };
    Ok(Findings { sequence, terms, period, stopped, elapsed: started.elapsed() })
}

/// The misère quotient; none where moves leave too many heaps for one, or nothing was found.
fn misere(code: &Code, run: &Run) -> Option<MisereFacts> {
    let reach = Reach { order: LARGEST_QUOTIENT, ..Reach::default() };
    let quotient = HeapQuotient::new(code).carried(&reach, &run.for_at_most(QUOTIENT_TIME));
    let period = quotient.period();
    (quotient.known() > 1).then(|| MisereFacts {
        is_solved: period.is_some(),
        order: quotient.monoid().order(),
        p: quotient.monoid().p_count(),
        is_tame: quotient.monoid().is_tame(),
        period: period.map(|period| (period.preperiod, period.period)),
        heaps: quotient.known(),
    })
}
