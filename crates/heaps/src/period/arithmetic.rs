//! Codes that leave three heaps: nimbers that grow by a power of two.
//!
//! Write G(i) = s q(i) + r(i) with q(i) = floor((i - n0) / p) from n0 on and 0 before. The sequence is
//! arithmetic periodic for ever if
//!
//! * (0) G(i) < s for i < n0 + p, and G(i + p) = G(i) + s as far as known;
//! * (A) for each n of a stretch of p heaps, every v < G(n) is the value of
//!   an option with a part c >= n0 whose other parts have quotients q that
//!   cancel: none, or all zero, or two equal ones;
//! * (B) for each n of a stretch of 2 p heaps, every w < s is the value of an
//!   option c, y, z with n0 <= c < n0 + p and q(y) = q(z) >= 1.
//!
//! An option of n with value G(n - p) + s would have a part whose quotient has a bit 2^j; cut down by p 2^j
//! it would be an option of n - p 2^j with that heap's own nimber. Smaller values: move c up by p in the
//! witness of (A), or y and z in that of (B).

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::{Code, Period, Theorem};

/// The most heaps for which the conditions are tried: the options of a heap are of the order of its square.
pub(crate) const MOST: usize = 1_600;

/// The arithmetic period of a finite code with an 8 in a digit, if the conditions hold within `values`. They
/// are proved for moves that take beans and leave three heaps at most, of any sizes.
pub(crate) fn prove_three(code: &Code, longest: u64, values: &[u32]) -> Option<Period> {
    let length = values.len();
    if length > MOST || code.most_parts() != Some(3) || code.has_modifiers() || code.most_added() > 0 {
        return None;
    }
    for period in 1..length / 4 {
        let saltus = values[length - 1].wrapping_sub(values[length - 1 - period]);
        if !saltus.is_power_of_two() || saltus >= 1 << 16 {
            continue;
        }
        let grows = |heap: usize| values[heap] + saltus == values[heap + period];
        let start = (0..length - period).rev().find(|&heap| !grows(heap)).map_or(0, |heap| heap + 1);
        // The conditions want heaps that are not empty.
        let n0 = start.max(1);
        let stretch = length - 2 * period;
        if stretch <= n0 + period + longest as usize || stretch < n0 + 2 * period {
            continue;
        }
        if values[..n0 + period].iter().any(|&value| value >= saltus) {
            continue;
        }
        let rule = Rule { code, values, n0: n0 as u64, period: period as u64, saltus };
        if (stretch..length).all(|heap| rule.holds(heap as u64, heap < stretch + period)) {
            return Some(Period {
                preperiod: start as u64,
                period: period as u64,
                saltus: u64::from(saltus),
                proof_terms: length as u64,
                theorem: Theorem::ThreeHeaps,
            });
        }
    }
    None
}

struct Rule<'a> {
    code: &'a Code,
    values: &'a [u32],
    n0: u64,
    period: u64,
    saltus: u32,
}

impl Rule<'_> {
    fn quotient(&self, heap: u64) -> u64 {
        heap.saturating_sub(self.n0) / self.period
    }

    /// Condition (B) at a heap, and (A) too if asked.
    fn holds(&self, heap: u64, with_a: bool) -> bool {
        let mut carried = BTreeSet::new();
        let mut level = BTreeSet::new();
        let _ = self.code.options(heap, |split| {
            let parts = split.heaps();
            let value = parts.iter().fold(0, |sum, &part| sum ^ self.values[part as usize]);
            for (place, &part) in parts.iter().enumerate().filter(|&(_, &part)| part >= self.n0) {
                let rest = || {
                    parts.iter().enumerate().filter(move |&(other, _)| other != place).map(|(_, &heap)| heap)
                };
                let mut quotients = rest().map(|heap| self.quotient(heap));
                if quotients.clone().fold(0, |sum, q| sum ^ q) == 0 {
                    carried.insert(value);
                    if parts.len() == 3 && part < self.n0 + self.period && quotients.next() >= Some(1) {
                        level.insert(value);
                    }
                }
            }
            ControlFlow::<()>::Continue(())
        });
        (0..self.saltus).all(|value| level.contains(&value))
            && (!with_a || (0..self.values[heap as usize]).all(|value| carried.contains(&value)))
    }
}
