//! Codes with the nimbers of another one.

use crate::findings::Findings;
use grundy_core::Run;
use grundy_heaps::{Code, Sequence, plain};
use std::sync::OnceLock;
use std::time::Duration;

/// Nimbers that are compared first, of every code.
const FIRST: usize = 96;
/// The most beans by which heaps may differ.
const MOST_BEANS: u64 = 3;
/// Nimbers by which a period of a likely code is proved, and by which open ones are compared.
const TERMS: u64 = 20_000;
/// The most nimbers by which the period of a likely code is proved.
const MOST_TERMS: u64 = 4_000_000;

/// Why another code has the same nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LikeReason {
    /// They have the same standard form: they are the same game.
    StandardForm,
    /// Both are periodic, and what repeats is the same.
    Periods,
    /// It is seen in the first nimbers, and not proved.
    Seen {
        /// In how many.
        nimbers: u64,
    },
}

/// A code with the same nimbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LikeCode {
    /// The other code.
    pub code: Code,
    /// How many beans more the heaps of the other code have for the same nimber.
    pub beans: i64,
    /// Why.
    pub reason: LikeReason,
}

/// The codes 0.abc and 4.abc, and the first nimbers of each.
fn family() -> &'static [(Code, Vec<u32>)] {
    static FAMILY: OnceLock<Vec<(Code, Vec<u32>)>> = OnceLock::new();
    FAMILY.get_or_init(|| {
        let digits = |leading: u32| (0..512).map(move |digits| (leading, digits));
        let named = digits(0).chain(digits(4)).filter(|&(leading, digits)| leading + digits > 0);
        named
            .map(|(leading, digits)| {
                let code: Code = format!("{leading}.{digits:03o}").parse().expect("octal digits");
                let first = plain(&code, FIRST);
                (code, first)
            })
            .collect()
    })
}

/// The codes of three digits at most with the nimbers of this one, from heap 1 of both on; those of the same
/// heaps first. None where the run stops before [`FIRST`] nimbers of this one are known.
pub(super) fn like(code: &Code, found: &Findings, run: &Run) -> Vec<LikeCode> {
    // What was found may be fewer nimbers than are compared.
    let first = proved_or_not(code, FIRST as u64, run);
    let own: Vec<u32> = (0..FIRST as u64).map_while(|heap| u32::try_from(first.nimber(heap)?).ok()).collect();
    if own.len() < FIRST {
        return Vec::new();
    }
    let mut all: Vec<LikeCode> = Vec::new();
    for (other, first) in family() {
        if other == code || run.check().is_err() {
            continue;
        }
        let shifts = (0..=MOST_BEANS as i64).flat_map(|beans| [beans, -beans]);
        let Some(beans) = shifts.into_iter().find(|&beans| agree(&own, first, beans)) else { continue };
        if let Some(reason) = reason(code, found, other, beans) {
            all.push(LikeCode { code: other.clone(), beans, reason });
        }
    }
    all.sort_by_key(|like| like.beans.unsigned_abs());
    all
}

/// Whether heap n here is heap n + beans there, as far as both are known.
fn agree(own: &[u32], other: &[u32], beans: i64) -> bool {
    let (here, there) = if beans < 0 { (beans.unsigned_abs() as usize, 0) } else { (0, beans as usize) };
    // What is left out is worth nothing: beans that cannot be taken.
    let left_out = own[..here].iter().chain(&other[..there]);
    left_out.copied().all(|nimber| nimber == 0)
        && own[here..].iter().zip(&other[there..]).all(|(a, b)| a == b)
}

/// Why the other code has the same nimbers; `None` where it does not.
fn reason(code: &Code, found: &Findings, other: &Code, beans: i64) -> Option<LikeReason> {
    if let (Some((own, fewer)), Some((theirs, more))) = (code.standard_form(), other.standard_form())
        && own == theirs
        && more as i64 - fewer as i64 == beans
    {
        return Some(LikeReason::StandardForm);
    }
    let there = proved_or_not(other, terms_for(found), &Run::unlimited());
    let first = beans.min(0).unsigned_abs();
    let equal = |heap: u64| {
        let nimber = found.nimber(heap)?;
        Some(nimber == there.nimber(heap.checked_add_signed(beans)?)?)
    };
    let (end, is_proof) = match (&found.period, &there.period) {
        (Some(own), Some(theirs)) if (own.period, own.saltus) == (theirs.period, theirs.saltus) => {
            let preperiod = own.preperiod.max(theirs.preperiod + first);
            (preperiod + own.period + 1, true)
        }
        (Some(_), Some(_)) => return None,
        _ => (found.sequence.remembered().min(there.sequence.remembered()).saturating_sub(MOST_BEANS), false),
    };
    for heap in first..end {
        match equal(heap) {
            Some(true) => {}
            Some(false) => return None,
            None => return (heap > FIRST as u64).then_some(LikeReason::Seen { nimbers: heap - first }),
        }
    }
    Some(if is_proof { LikeReason::Periods } else { LikeReason::Seen { nimbers: end - first } })
}

/// How many nimbers of a likely code are worth while.
fn terms_for(found: &Findings) -> u64 {
    let own = found.period.as_ref().map_or(0, |period| period.proof_terms + period.proof_terms / 8);
    own.clamp(TERMS, MOST_TERMS)
}

/// The first nimbers of a code, fewer where the run stops, and its period if they prove one.
fn proved_or_not(code: &Code, terms: u64, run: &Run) -> Findings {
    let mut sequence = Sequence::new(code).with_limit(1 << 30);
    let period = sequence.prove(terms, run).ok().flatten();
    Findings { sequence, terms, period, stopped: None, elapsed: Duration::ZERO }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // in a test, a panic is the report

    use crate::code_facts::CodeFacts;
    use grundy_core::{Limits, Run};
    use std::time::Duration;

    #[test]
    fn equal_codes_are_found_however_few_nimbers_are_asked() {
        for code in ["0.07", "0.4"] {
            let like =
                |terms| CodeFacts::find(&code.parse().unwrap(), terms, &Run::unlimited()).unwrap().like;
            let codes =
                |terms| like(terms).into_iter().map(|like| (like.code, like.beans)).collect::<Vec<_>>();
            assert_eq!(codes(50), codes(5_000), "{code}");
            assert!(codes(50).len() > 1, "{code}");
        }
    }

    /// A heap of 0.* is broken into any heaps: the definition would go through all partitions of 95 beans.
    #[test]
    fn codes_of_any_number_of_heaps_are_compared_within_the_limits() {
        let run = Run::new(Limits { time: Some(Duration::from_millis(200)), ..Limits::default() });
        assert!(CodeFacts::find(&"0.*".parse().unwrap(), 200, &run).is_ok());
    }
}
