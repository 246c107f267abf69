//! The conditions behind periods with a saltus.

use std::collections::BTreeSet;

use super::Refused;
use grundy_heaps::{Code, Digit, Period};

/// Whether any number may be taken but a few, and the rest left as one heap or
/// none.
pub(super) fn is_all_but(code: &Code) -> Result<(), Refused> {
    let (digits, repeat) = code.fraction();
    let plain = |digit: &Digit| digit.is_zero() || digit.is_plain(3);
    let takes_all = repeat.len() == 1 && repeat[0].is_plain(3);
    if !takes_all || !digits.iter().all(plain) || !code.digit(0).is_zero() || code.most_added() > 0 {
        return Refused::because("the code is not an all-but set");
    }
    Ok(())
}

/// Whether moves take some of so many beans and leave three heaps at most, of
/// any sizes, and the saltus is one that the theorem knows.
pub(super) fn is_for_three(code: &Code, period: &Period) -> Result<(), Refused> {
    if code.most_parts().is_none_or(|parts| parts > 3) || code.most_added() > 0 {
        return Refused::because("the theorem is for moves that take, and leave three heaps at most");
    }
    if code.largest_take().is_none() {
        return Refused::because("the theorem needs a code with finitely many digits");
    }
    if code.has_modifiers() || !period.saltus.is_power_of_two() {
        return Refused::because("the theorem needs a saltus that is a power of two, and heaps of any sizes");
    }
    Ok(())
}

/// All-but sets: the state before heap `terms` is that before heap
/// `terms - period`, moved up by the saltus.
pub(super) fn all_but(code: &Code, period: &Period, values: &[u32]) -> Result<(), Refused> {
    is_all_but(code)?;
    // From this distance on, every earlier heap can be reached.
    let reach = code.fraction().0.len() + 1;
    let (later, length) = (values.len(), period.period as usize);
    let Some(earlier) = later.checked_sub(length).filter(|&earlier| earlier >= reach) else {
        return Refused::because("too few terms for a state");
    };
    let used =
        |end: usize| values[..=end - reach].iter().map(|&value| u64::from(value)).collect::<BTreeSet<u64>>();
    let base = |used: &BTreeSet<u64>| (0..).find(|value| !used.contains(value)).unwrap_or(0);
    let (old, new) = (used(earlier), used(later));
    let (old_base, new_base) = (base(&old), base(&new));
    let moved: BTreeSet<u64> = old.range(old_base..).map(|value| value + period.saltus).collect();
    let same_last = (earlier - reach..earlier)
        .all(|heap| u64::from(values[heap]) + period.saltus == u64::from(values[heap + length]));
    if new_base != old_base + period.saltus || !same_last || !new.range(new_base..).eq(moved.iter()) {
        return Refused::because("the state of the recurrence does not repeat");
    }
    // The preperiod lies before `earlier`: the caller has checked the terms.
    Ok(())
}

/// Three heaps: nimbers below the saltus at first, and options that move up
/// with the period for every smaller nimber (conditions 0, A and B).
pub(super) fn three_heaps(code: &Code, period: &Period, values: &[u32]) -> Result<(), Refused> {
    is_for_three(code, period)?;
    let longest = code.largest_take().unwrap_or(0);
    let (start, length) = (period.preperiod.max(1) as usize, period.period as usize);
    let Some(first) =
        values.len().checked_sub(2 * length).filter(|&first| first > start + length + longest as usize)
    else {
        return Refused::because("too few terms");
    };
    if first < start + 2 * length {
        return Refused::because("too few terms");
    }
    if values[..start + length].iter().any(|&value| u64::from(value) >= period.saltus) {
        return Refused::because("a nimber of the first period is not below the saltus");
    }
    let level = |heap: usize| {
        if heap < start { 0 } else { (heap - start) / length }
    };
    for heap in first..values.len() {
        // (A) on the first period of the stretch, (B) on both.
        let mut rising = BTreeSet::new();
        let mut low = BTreeSet::new();
        let mut visit = |moving: usize, rest: &[usize]| {
            let value = rest.iter().fold(values[moving], |sum, &part| sum ^ values[part]);
            if moving >= start && rest.iter().fold(0, |sum, &part| sum ^ level(part)) == 0 {
                rising.insert(value);
                if moving < start + length && rest.len() == 2 && level(rest[0]) > 0 {
                    low.insert(value);
                }
            }
        };
        for taken in 0..=heap.min(longest as usize) {
            let (may_leave, total) = (|heaps| code.may_leave(taken as u64, heaps), heap - taken);
            for moving in 1..=total {
                let rest = total - moving;
                if rest == 0 && may_leave(1) {
                    visit(moving, &[]);
                }
                if rest > 0 && may_leave(2) {
                    visit(moving, &[rest]);
                }
                if may_leave(3) {
                    (1..=rest / 2).for_each(|small| visit(moving, &[small, rest - small]));
                }
            }
        }
        let below = |limit: u64, set: &BTreeSet<u32>| (0..limit).all(|value| set.contains(&(value as u32)));
        if !below(period.saltus, &low) || heap < first + length && !below(u64::from(values[heap]), &rising) {
            return Refused::because(format!("heap {heap} lacks an option that moves up with the period"));
        }
    }
    Ok(())
}
