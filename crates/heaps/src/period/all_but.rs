//! All-but sets: the recurrence is a deterministic automaton.

use std::collections::BTreeSet;

use crate::{Code, Digit, Period, Theorem};

/// The largest exception plus one, if the code is an all-but set.
pub(crate) fn all_but_reach(code: &Code) -> Option<usize> {
    let (digits, repeat) = code.fraction();
    let is_take = |digit: &Digit| digit.is_plain(3);
    let all = repeat.len() == 1
        && is_take(&repeat[0])
        && digits.iter().all(|digit| digit.is_zero() || is_take(digit))
        && code.digit(0).is_zero()
        && code.most_added() == 0;
    all.then_some(digits.len() + 1)
}

/// All that the next nimbers depend on, beside the last nimbers themselves: it is looked at relative to the
/// base.
struct State {
    /// The heap before which it is the state.
    heap: usize,
    /// The least nimber that is not reached for ever.
    base: u32,
    /// Those above it that are.
    used: BTreeSet<u32>,
}

impl State {
    /// Whether this state is the other, moved up by the difference of bases.
    fn is_like(&self, other: &State, reach: usize, values: &[u32]) -> bool {
        let (Some(saltus), false) = (self.base.checked_sub(other.base), self.used.len() != other.used.len())
        else {
            return false;
        };
        let last = |state: &State| state.heap - reach..state.heap;
        let (here, there) = (&values[last(self)], &values[last(other)]);
        let is_moved =
            |(here, there): (&u32, &u32)| u64::from(*here) == u64::from(*there) + u64::from(saltus);
        here.iter().zip(there).all(is_moved) && self.used.iter().zip(&other.used).all(is_moved)
    }
}

/// The period of an all-but set, if the state of the recurrence repeats within the values. With equal states
/// before heaps n1 < n2, whose bases differ by s, every later nimber n2 - n1 on is larger by s.
pub(crate) fn prove_all_but(reach: usize, values: &[u32]) -> Option<Period> {
    let mut state = State { heap: 0, base: 0, used: BTreeSet::new() };
    // Brent's cycle search: compare with one state, kept at powers of two.
    let mut kept: Option<State> = None;
    for heap in 0..=values.len() {
        if let Some(settled) = heap.checked_sub(reach) {
            let value = values[settled];
            if value >= state.base {
                state.used.insert(value);
            }
            while state.used.remove(&state.base) {
                state.base += 1;
            }
        }
        if heap < reach {
            continue;
        }
        state.heap = heap;
        if let Some(old) = kept.as_ref().filter(|old| state.is_like(old, reach, values)) {
            let saltus = u64::from(state.base - old.base);
            return Some(shortest(heap - old.heap, saltus, old.heap - reach, heap, values));
        }
        if kept.is_none() || heap.is_power_of_two() {
            kept = Some(State { used: state.used.clone(), ..state });
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
