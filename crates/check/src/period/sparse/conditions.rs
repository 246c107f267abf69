//! The conditions of the window theorem that need no nimbers.

use super::super::{LARGEST, Refused};
use grundy_heaps::{Code, Period, Sizes, SparseSpace};

/// The conditions that need no nimbers; returns the most beans a move takes.
pub(super) fn conditions(code: &Code, period: &Period, space: &SparseSpace) -> Result<u64, Refused> {
    let Some(longest) = code.largest_take() else {
        return Refused::because("the theorem needs a code with finitely many digits");
    };
    if code.most_parts() != Some(2) || code.most_added() > 0 {
        return Refused::because("the theorem is for moves that leave two heaps at most, and sometimes do");
    }
    // What must be equal comes to 0 whatever it is worth: no rare part excludes that.
    if (0..=longest).any(|taken| code.digit(taken).sizes(2) == Some(Sizes::AllEqual)) {
        return Refused::because("the theorem does not hold when heaps left must be equal");
    }
    if period.saltus != 0 {
        return Refused::because("the theorem proves periods without saltus");
    }
    let (reach, anchor, rares) = (space.reach, space.anchor, &space.rares);
    // First of all, so that no sum below overflows.
    if reach > LARGEST || anchor > LARGEST || rares.iter().any(|rare| rare.0 > LARGEST) {
        return Refused::because(format!("no number may be beyond {LARGEST}"));
    }
    let breaks = || (0..=longest).filter(|&taken| code.may_leave(taken, 2));
    let width = reach + longest + 1;
    let checks = [
        (space.kappa <= 1, "kappa is the parity 0 or 1"),
        (
            !space.by_heap || breaks().all(|taken| taken % 2 == space.kappa),
            "the parity of the heap cannot be part of the class: kappa is not that of every break",
        ),
        (
            !space.by_heap || period.period.is_multiple_of(2),
            "the parity of the heap cannot be part of the class: the period is odd",
        ),
        (space.mask & 0xffff != 0, "the mask is empty"),
        (rares.first().is_none_or(|rare| rare.0 > 0), "heap 0 is no rare heap"),
        (rares.is_sorted_by(|a, b| a.0 < b.0), "the rare heaps are not in order"),
        (rares.iter().all(|rare| rare.0 <= reach), "a rare heap lies beyond the reach"),
        (anchor > 2 * (width - 1), "the window ends too early for the reach"),
        (period.preperiod + width <= anchor + 1, "the window starts before the preperiod"),
        (anchor + period.period < period.proof_terms, "the terms end before the window recurs"),
    ];
    match checks.iter().find(|check| !check.0) {
        Some(check) => Refused::because(check.1),
        None => Ok(longest),
    }
}
