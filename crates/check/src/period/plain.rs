//! Nimbers by the plain rule, written for the checker alone.

use super::Watch;
use grundy_heaps::Code;

/// Heaps from one look of the watch to the next.
const LOOK: usize = 1 << 10;

/// Nimbers of heaps `0..terms`, each the mex over every option; fewer if the
/// watch ends it.
pub(super) fn nimbers(code: &Code, terms: usize, watch: Watch<'_>) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut mark: Vec<u32> = Vec::new();
    // Of a long code only the digits that allow a move.
    let digits = |longest: u64| (0..=longest).map(|taken| (taken as usize, code.digit(taken)));
    let listed: Option<Vec<(usize, u8)>> =
        code.largest_take().map(|longest| digits(longest).filter(|&(_, digit)| digit != 0).collect());
    for heap in 0..terms {
        if heap % LOOK == 0 && !watch(heap as u64) {
            break;
        }
        // Nimbers never exceed the heap, so their XORs stay below twice it.
        if mark.len() < 2 * (heap + 1).next_power_of_two() {
            mark.resize(2 * (heap + 1).next_power_of_two(), 0);
        }
        let stamp = heap as u32 + 1;
        match &listed {
            Some(listed) => {
                for &(taken, digit) in listed.iter().take_while(|listed| listed.0 <= heap) {
                    mark_options(code, digit, heap - taken, &values, &mut mark, stamp);
                }
            }
            None => {
                for taken in 0..=heap {
                    mark_options(code, code.digit(taken as u64), heap - taken, &values, &mut mark, stamp);
                }
            }
        }
        let mex = mark.iter().position(|&seen| seen != stamp).unwrap_or(mark.len());
        values.push(mex as u32);
    }
    values
}

fn mark_options(code: &Code, digit: u8, rest: usize, values: &[u32], mark: &mut [u32], stamp: u32) {
    if rest == 0 {
        if digit & 1 != 0 {
            mark[0] = stamp;
        }
        return;
    }
    if digit & 2 != 0 {
        mark[values[rest] as usize] = stamp;
    }
    let differ = code.unequal_parts();
    if digit & 4 != 0 {
        for a in 1..=rest / 2 {
            if !differ || 2 * a != rest {
                mark[(values[a] ^ values[rest - a]) as usize] = stamp;
            }
        }
    }
    if digit & 8 != 0 {
        for a in 1..=rest / 3 {
            for b in a..=(rest - a) / 2 {
                let c = rest - a - b;
                if !differ || code.parts_allowed(&[a as u64, b as u64, c as u64]) {
                    mark[(values[a] ^ values[b] ^ values[c]) as usize] = stamp;
                }
            }
        }
    }
}
