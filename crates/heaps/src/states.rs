//! All-but sets: the recurrence is a deterministic automaton.

use std::collections::BTreeSet;

use crate::code::{NOTHING, ONE};
use crate::{Code, Period, Theorem};

/// The largest exception plus one, if the code is an all-but set.
pub(crate) fn all_but_reach(code: &Code) -> Option<usize> {
    let (digits, repeat) = code.fraction();
    let take = NOTHING | ONE;
    let all = repeat == [take] && digits.iter().all(|&digit| digit == 0 || digit == take);
    (all && code.digit(0) == 0).then_some(digits.len() + 1)
}

/// All that the next nimbers depend on, relative to `base`.
#[derive(PartialEq, Eq)]
struct State {
    /// The last nimbers, minus the base.
    last: Vec<i64>,
    /// Nimbers above the base that can be reached for ever, minus the base.
    used: Vec<i64>,
}

/// The period of an all-but set, if the state of the recurrence repeats
/// within the values. With equal states before heaps n1 < n2, whose bases
/// differ by s, every later nimber n2 - n1 on is larger by s.
pub(crate) fn prove_all_but(reach: usize, values: &[u32]) -> Option<Period> {
    let mut used: BTreeSet<u32> = BTreeSet::new();
    let mut base = 0u32;
    // Brent's cycle search: compare with one state, kept at powers of two.
    let mut kept: Option<(usize, u32, State)> = None;
    for heap in 0..=values.len() {
        if let Some(settled) = heap.checked_sub(reach) {
            let value = values[settled];
            if value >= base {
                used.insert(value);
            }
            while used.remove(&base) {
                base += 1;
            }
        }
        if heap < reach {
            continue;
        }
        let relative = |value: u32| i64::from(value) - i64::from(base);
        let state = State {
            last: values[heap - reach..heap].iter().map(|&value| relative(value)).collect(),
            used: used.iter().map(|&value| relative(value)).collect(),
        };
        if let Some((then, base_then, old)) = &kept
            && state == *old
        {
            return Some(shortest(heap - then, u64::from(base - base_then), *then - reach, heap, values));
        }
        if kept.is_none() || heap.is_power_of_two() {
            kept = Some((heap, base, state));
        }
    }
    None
}

fn shortest(period: usize, saltus: u64, from: usize, terms: usize, values: &[u32]) -> Period {
    let mut preperiod = from;
    while preperiod > 0
        && u64::from(values[preperiod - 1]) + saltus == u64::from(values[preperiod - 1 + period])
    {
        preperiod -= 1;
    }
    Period {
        preperiod: preperiod as u64,
        period: period as u64,
        saltus,
        proof_terms: terms as u64,
        theorem: Theorem::AllButState,
    }
}
