//! Periods with a saltus: all-but sets, and codes that leave three heaps.
//!
//! # All-but sets
//!
//! From a heap of n beans every heap i < n may be reached but those with n - i in a finite set S, whose
//! largest number is D. The *state* before heap n is the set U of the nimbers of heaps `0..=n - reach`,
//! reach = D + 1, which are options of n and of every later heap, and the nimbers of the last reach heaps.
//! The nimber of n, and the state before n + 1, follow from the state before n. The *base* is the least
//! number missing from U. No nimber below the base is ever a mex again, so of U only the members above the
//! base count. When the state before heap e + p is that before heap e moved up by s (the bases differ by s,
//! so do the members of U above the base, one for one, and so do the last nimbers, one for one), then G(n +
//! p) = G(n) + s for every n >= e.
//!
//! | hypothesis | checked by |
//! |---|---|
//! | no beans need be taken from nobody: `d0` is 0 | [`all_but_rules`] |
//! | every digit is a plain 3 or 0, from D + 1 on all are 3, and no beans are added | [`all_but_rules`] |
//! | a state lies before heap e = terms - p: e >= reach | [`all_but_rules`] |
//! | the bases before terms and before e differ by s | [`all_but_state`] |
//! | so do the members of U above the base | [`all_but_state`] |
//! | so do the nimbers of the last reach heaps | [`all_but_state`] |
//! | the nimbers are those of the rules | `plain` |
//! | G(i + p) = G(i) + s for preperiod <= i, i + p < terms, so for all i < e | `recurs` |
//!
//! # Three heaps
//!
//! A move takes k beans and leaves at most three heaps, of any sizes. Let n0 = max(preperiod, 1), let N
//! nimbers be known, and M = N - 2p. Write q(i) = floor((i - n0) / p) for i >= n0, else 0. Let the saltus s
//! be a power of two, and
//!
//! * (0) G(i) < s for i < n0 + p, and G(i + p) = G(i) + s for n0 <= i, i + p < N;
//! * (A) for n in M..M + p, every v < G(n) is the nimber of an option with a part c >= n0 whose other parts have
//!   quotients q of XOR 0;
//! * (B) for n in M..N, every w < s is the nimber of an option (c; y, z) with n0 <= c < n0 + p and
//!   q(y) = q(z) >= 1.
//!
//! Then G(n + p) = G(n) + s for every n >= n0. Proof, by induction on n >= N, for G(n) = X = G(n - p) + s. By
//! (0) and induction G(i) = s q(i) + r(i), r(i) < s, below n, so a XOR of nimbers is the XOR of quotients and
//! that of remainders.
//!
//! *X is no option of n.* Else pick a bit 2^j of X / s, which is at least 1. Some part a has it in q(a). With
//! a - p 2^j in its place, which is at least n0, the option is one of n - p 2^j, and has that heap's own
//! nimber X - s 2^j: a contradiction with the mex.
//!
//! *Every v < X is an option of n.* If v >= s, move the part c of the witness of v - s at n - p up by p: by
//! (A), or as found here before. If v < s, move y and z of the witness of v at n - 2p up by p: by (B), or as
//! found here before. Both are witnesses as in (A) and (B) again. (For n in M + p..N condition (A) follows in
//! the same way from (A) at n - p and from (B) at n.)
//!
//! | hypothesis | checked by |
//! |---|---|
//! | finitely many digits, no move leaves more than three heaps or adds beans | [`three_heaps_rules`] |
//! | any sizes may lie beside one another | [`three_heaps_rules`] |
//! | s is a power of two | [`three_heaps_rules`] |
//! | the stretch M..N lies behind n0 + 2p, and behind every heap that a move could empty | [`three_heaps_rules`] |
//! | (0), below s | [`three_heaps`] |
//! | (0), the repeat | `recurs` |
//! | (A), (B) | [`three_heaps`] |
//! | the nimbers are those of the rules | `plain` |

use super::clock::{Clock, Halt};
use super::{Refused, grows};
use grundy_heaps::{Code, Digit, Period};

/// From this distance on, every earlier heap of an all-but set can be reached.
fn reach(code: &Code) -> usize {
    code.fraction().0.len() + 1
}

/// What all-but sets need beyond the nimbers.
pub(super) fn all_but_rules(code: &Code, period: &Period) -> Result<(), Refused> {
    let (digits, repeat) = code.fraction();
    let plain = |digit: &Digit| digit.is_zero() || digit.is_plain(3);
    let takes_all = repeat.len() == 1 && repeat[0].is_plain(3);
    if !takes_all || !digits.iter().all(plain) || !code.digit(0).is_zero() || code.most_added() > 0 {
        return Refused::because("the code is not an all-but set");
    }
    let needed = reach(code) as u64 + period.period;
    if period.proof_terms < needed {
        return Refused::because(format!(
            "the theorem needs {needed} terms, a state and a period, not {}",
            period.proof_terms
        ));
    }
    Ok(())
}

/// The state before heap `terms` is that before heap `terms - period`, moved up by the saltus.
pub(super) fn all_but_state(
    code: &Code,
    period: &Period,
    values: &[u32],
    clock: &mut Clock<'_>,
) -> Result<(), Halt> {
    let (reach, length) = (reach(code), period.period as usize);
    let (earlier, later) = (values.len() - length, values.len());
    let room = values.iter().copied().max().unwrap_or(0) as usize + 1;
    clock.holds((8 * values.len() + 2 * room) as u64)?;
    clock.worked(values.len())?;
    let used = |end: usize| {
        let mut used = vec![false; room];
        values[..=end - reach].iter().for_each(|&value| used[value as usize] = true);
        used
    };
    let (old, new) = (used(earlier), used(later));
    let base = |used: &[bool]| used.iter().position(|used| !used).unwrap_or(room) as u64;
    let (old_base, new_base) = (base(&old), base(&new));
    if old_base + period.saltus != new_base {
        return Err(refused("the state does not repeat: its base does not move up by the saltus"));
    }
    let members = |used: &[bool], from: u64| {
        (0u64..).zip(used).filter(|&(value, &used)| used && value > from).map(|(value, _)| value).collect()
    };
    let (old, new): (Vec<u64>, Vec<u64>) = (members(&old, old_base), members(&new, new_base));
    if !old.iter().map(|value| value + period.saltus).eq(new) {
        return Err(refused(
            "the state does not repeat: the nimbers used above its base do not move with it",
        ));
    }
    // `recurs` has compared those from the preperiod on only.
    match (earlier - reach..earlier).find(|&heap| !grows(values, heap, length, period.saltus)) {
        Some(heap) => {
            Err(refused(&format!("the state does not repeat: heap {heap} is one of its last heaps")))
        }
        None => Ok(()),
    }
}

fn refused(reason: &str) -> Halt {
    Halt::Refused(Refused(reason.to_owned()))
}

/// What the theorem on three heaps needs beyond the nimbers.
pub(super) fn three_heaps_rules(code: &Code, period: &Period) -> Result<(), Refused> {
    let Some(longest) = code.largest_take() else {
        return Refused::because("the theorem needs a code with finitely many digits");
    };
    if code.most_parts().is_none_or(|parts| parts > 3) || code.most_added() > 0 {
        return Refused::because("the theorem is for moves that leave three heaps at most");
    }
    if code.has_modifiers() {
        return Refused::because("the theorem needs heaps of any sizes beside one another");
    }
    if !period.saltus.is_power_of_two() {
        return Refused::because("the theorem needs a saltus that is a power of two");
    }
    let (start, length) = (period.preperiod.max(1), period.period);
    // The stretch of (A) and (B) begins behind this heap.
    let needed = (start + length + longest + 1).max(start + 2 * length) + 2 * length;
    if period.proof_terms < needed {
        return Refused::because(format!("the theorem needs {needed} terms, not {}", period.proof_terms));
    }
    Ok(())
}

/// Three heaps: nimbers below the saltus at first, and options that move up with the period for every smaller
/// nimber (conditions 0, A and B).
pub(super) fn three_heaps(
    code: &Code,
    period: &Period,
    values: &[u32],
    clock: &mut Clock<'_>,
) -> Result<(), Halt> {
    let (start, length) = (period.preperiod.max(1) as usize, period.period as usize);
    let first = values.len() - 2 * length;
    if let Some(heap) = (0..start + length).find(|&heap| u64::from(values[heap]) >= period.saltus) {
        return Err(refused(&format!(
            "condition 0 fails: heap {heap} of the first period is not below the saltus"
        )));
    }
    let largest = values.iter().copied().max().unwrap_or(0) as usize;
    let mut found = Witnesses {
        code,
        values,
        start,
        length,
        marks: [(); 2].map(|()| vec![0; 2 * (largest + 1).next_power_of_two()]),
    };
    for (heap, stamp) in (first..values.len()).zip(1..) {
        found.look(heap, stamp, clock)?;
        let missing = |limit: u64, condition: usize| {
            (0..limit)
                .find(|&value| found.marks[condition].get(value as usize).is_none_or(|&mark| mark != stamp))
        };
        if let Some(value) = missing(period.saltus, LOW) {
            return Err(refused(&format!(
                "condition B fails: heap {heap} has no option of nimber {value} whose equal quotients move up with the period"
            )));
        }
        let is_first = heap < first + length;
        if let Some(value) = missing(values[heap].into(), RISING).filter(|_| is_first) {
            return Err(refused(&format!(
                "condition A fails: heap {heap} has no option of nimber {value} with a part that moves up with the period"
            )));
        }
    }
    Ok(())
}

/// The places of the marks of (A) and of (B).
const RISING: usize = 0;
const LOW: usize = 1;

/// The nimbers of the options that conditions A and B allow.
struct Witnesses<'a> {
    code: &'a Code,
    values: &'a [u32],
    start: usize,
    length: usize,
    marks: [Vec<u32>; 2],
}

impl Witnesses<'_> {
    /// q of the proof.
    fn level(&self, heap: usize) -> usize {
        heap.saturating_sub(self.start) / self.length
    }

    /// Marks the nimbers of the witnesses of a heap.
    fn look(&mut self, heap: usize, stamp: u32, clock: &mut Clock<'_>) -> Result<(), Halt> {
        let longest = self.code.largest_take().unwrap_or(0);
        for taken in 0..=heap.min(longest as usize) {
            let (digit, total) = (self.code.digit(taken as u64), heap - taken);
            // (A) and (B) ask for a part from the start on.
            for moving in self.start..=total {
                let rest = total - moving;
                if rest == 0 && digit.sizes(1).is_some() {
                    self.mark(moving, &[], stamp);
                }
                if rest > 0 && digit.sizes(2).is_some() {
                    self.mark(moving, &[rest], stamp);
                }
                if digit.sizes(3).is_some() {
                    (1..=rest / 2).for_each(|small| self.mark(moving, &[small, rest - small], stamp));
                    clock.worked(rest / 2)?;
                }
                clock.worked(1)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn mark(&mut self, moving: usize, rest: &[usize], stamp: u32) {
        if rest.iter().fold(0, |sum, &part| sum ^ self.level(part)) != 0 {
            return;
        }
        let value = rest.iter().fold(self.values[moving], |sum, &part| sum ^ self.values[part]) as usize;
        self.marks[RISING][value] = stamp;
        if moving < self.start + self.length && rest.len() == 2 && self.level(rest[0]) > 0 {
            self.marks[LOW][value] = stamp;
        }
    }
}
