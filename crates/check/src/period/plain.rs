//! Nimbers by the plain rule, written for the checker alone.

use super::Watch;
use super::parted::Parted;
use grundy_heaps::{Code, Digit, MOST_NAMED, Sizes};

/// Heaps from one look of the watch to the next.
const LOOK: usize = 1 << 10;

/// Nimbers of heaps `0..terms`, each the mex over every option; fewer if the
/// watch ends it. Where more than three heaps are left or beans are added, the
/// heaps may be of any sizes.
pub(super) fn nimbers(code: &Code, terms: usize, watch: Watch<'_>) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut mark: Vec<u32> = Vec::new();
    let mut largest = 0;
    // Of a long code only the digits that allow a move.
    let digits = |longest: u64| (0..=longest).map(|taken| (taken as usize, code.digit(taken)));
    let listed: Option<Vec<(usize, Digit)>> =
        code.largest_take().map(|longest| digits(longest).filter(|(_, digit)| !digit.is_zero()).collect());
    let most = code.most_parts().unwrap_or(0) as usize;
    let mut parted = (most > 3 || code.most_added() > 0).then(|| Parted::new(most));
    for heap in 0..terms {
        if heap % LOOK == 0 && !watch(heap as u64) {
            break;
        }
        // XORs of nimbers stay below the next power of two.
        let room = 2 * (heap.max(largest) + 1).next_power_of_two();
        if mark.len() < room {
            mark.resize(room, 0);
        }
        let stamp = heap as u32 + 1;
        let mut mark_digit = |taken: usize, digit: &Digit| match &parted {
            None => mark_options(digit, heap - taken, &values, &mut mark, stamp),
            Some(parted) => mark_parted(digit, heap - taken, parted, &mut mark, stamp),
        };
        match &listed {
            Some(listed) => {
                listed
                    .iter()
                    .take_while(|listed| listed.0 <= heap)
                    .for_each(|(taken, digit)| mark_digit(*taken, digit));
            }
            None => (0..=heap).for_each(|taken| mark_digit(taken, &code.digit(taken as u64))),
        }
        if let Some(parted) = &parted {
            for beans in 1..=code.most_added() {
                mark_parted(&code.digit_adding(beans), heap + beans as usize, parted, &mut mark, stamp);
            }
        }
        let mex = mark.iter().position(|&seen| seen != stamp).unwrap_or(mark.len());
        largest = largest.max(mex);
        values.push(mex as u32);
        if let Some(parted) = &mut parted {
            parted.push(&values);
        }
    }
    values
}

/// Marks what a digit leaves of so many beans, three heaps at most.
fn mark_options(digit: &Digit, rest: usize, values: &[u32], mark: &mut [u32], stamp: u32) {
    if rest == 0 {
        if digit.sizes(0).is_some() {
            mark[0] = stamp;
        }
        return;
    }
    if digit.sizes(1).is_some() {
        mark[values[rest] as usize] = stamp;
    }
    if let Some(sizes) = digit.sizes(2) {
        let is_equal = |a: usize| 2 * a == rest;
        match sizes {
            Sizes::Any => (1..=rest / 2).for_each(|a| mark[(values[a] ^ values[rest - a]) as usize] = stamp),
            Sizes::AllEqual => (1..=rest / 2).filter(|&a| is_equal(a)).for_each(|_| mark[0] = stamp),
            Sizes::AllDiffer | Sizes::NotAllEqual => (1..=rest / 2)
                .filter(|&a| !is_equal(a))
                .for_each(|a| mark[(values[a] ^ values[rest - a]) as usize] = stamp),
        }
    }
    if let Some(sizes) = digit.sizes(3) {
        for a in 1..=rest / 3 {
            for b in a..=(rest - a) / 2 {
                let c = rest - a - b;
                let is_allowed = match sizes {
                    Sizes::Any => true,
                    Sizes::AllDiffer => a != b && b != c,
                    Sizes::NotAllEqual => a != c,
                    Sizes::AllEqual => a == c,
                };
                if is_allowed {
                    mark[(values[a] ^ values[b] ^ values[c]) as usize] = stamp;
                }
            }
        }
    }
}

/// Marks what a digit leaves of so many beans, in heaps of any sizes.
fn mark_parted(digit: &Digit, beans: usize, parted: &Parted, mark: &mut [u32], stamp: u32) {
    if beans == 0 && digit.sizes(0).is_some() {
        mark[0] = stamp;
    }
    for heaps in (1..=beans.min(MOST_NAMED)).filter(|&heaps| digit.sizes(heaps as u64).is_some()) {
        parted.of(heaps, beans).for_each(|value| mark[value as usize] = stamp);
    }
}
