//! The exact search for one option: every option is tried before the answer is no.

use crate::code::rules::Rules;
use crate::sparse::history::{History, RARE};
use bytemuck::pod_read_unaligned;

/// Bytes compared at once.
const CHUNK: usize = 64;

/// Heaps of the reversed copy.
const REVERSED: usize = 16_384;

/// The nimbers of options could not be looked up: bounded memory. Holds the heap under study.
pub(crate) struct OutOfReach(pub(crate) u64);

/// Looks for options of one heap. Keeps the first bytes of the history in reverse, so that pairs with a fixed
/// total lie side by side.
#[derive(Clone, Debug)]
pub(crate) struct Searcher {
    /// Byte of heap a at `reversed.len() - a`, a >= 1.
    reversed: Vec<u8>,
}

impl Searcher {
    pub(crate) fn new(history: &History) -> Self {
        let mut searcher = Searcher { reversed: Vec::new() };
        searcher.grow(history);
        searcher
    }

    /// Takes in the heaps known since, once they are as many again. None of them may be taken back later.
    pub(crate) fn grow(&mut self, history: &History) {
        let heaps = (history.len() as usize - 1).min(REVERSED);
        if heaps == REVERSED && self.reversed.len() < REVERSED || heaps >= 2 * self.reversed.len() {
            let byte = |heap| history.byte(heap).unwrap_or(RARE);
            self.reversed = (1..=heaps as u64).rev().map(byte).collect();
        }
    }

    /// An option of `heap` with the given rare nimber, as (smaller part, beans taken); part 0 is a take.
    #[inline(always)]
    pub(crate) fn witness(
        &self,
        heap: u64,
        value: u32,
        rules: &Rules,
        history: &History,
    ) -> Result<Option<(u64, u64)>, OutOfReach> {
        let missing = || OutOfReach(heap);
        for &taken in &rules.takes {
            if taken < heap && history.value(heap - taken).ok_or_else(missing)? == value {
                return Ok(Some((0, taken)));
            }
        }
        let index = history.space.index(value) as u8;
        let half = |rest: u64, unequal: bool| {
            if unequal { rest.saturating_sub(1) / 2 } else { rest / 2 }
        };
        let breaks = || rules.breaks.iter().zip(&rules.unequal);
        for (&taken, &unequal) in breaks() {
            let rest = heap - taken;
            if let Some(part) = self.small_pair(rest, half(rest, unequal), index, history) {
                return Ok(Some((part, taken)));
            }
        }
        for (&taken, &unequal) in breaks() {
            let rest = heap - taken;
            if let Some(part) = large_pair(rest, half(rest, unequal), index, history).ok_or_else(missing)? {
                return Ok(Some((part, taken)));
            }
            for &(rare, nimber) in history.rares.iter().take_while(|rare| rare.0 < rest) {
                let other = rest - rare;
                if !(unequal && other == rare)
                    && history.byte(other).ok_or_else(missing)? == RARE
                    && history.value(other).ok_or_else(missing)? ^ nimber == value
                {
                    return Ok(Some((rare.min(other), taken)));
                }
            }
        }
        Ok(None)
    }

    /// The least part up to `half` in the reversed copy with a partner that makes up the index.
    #[inline(always)]
    fn small_pair(&self, rest: u64, half: u64, index: u8, history: &History) -> Option<u64> {
        // Only whole chunks; the rest is left to `large_pair`.
        let parts = half.min(self.reversed.len() as u64).min(rest.checked_sub(history.base)?) as usize;
        let end = (rest - history.base) as usize;
        let (small, large) = (self.reversed.as_rchunks().1, history.recent[..end].as_rchunks().1);
        let chunks = small.iter().rev().zip(large.iter().rev());
        for (chunk, (small, large)) in chunks.take(parts / CHUNK).enumerate() {
            if any_pair(small, large, index)
                && let Some(at) = last_pair(small, large, index)
            {
                return Some(((chunk + 1) * CHUNK - at) as u64);
            }
        }
        None
    }
}

/// The lowest and the highest bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = ONES << 7;

/// The bytes of a chunk, eight in a word.
#[inline(always)]
fn eights(chunk: &[u8; CHUNK]) -> [u64; CHUNK / 8] {
    let mut eights: [u64; CHUNK / 8] = pod_read_unaligned(chunk);
    for eight in &mut eights {
        *eight = u64::from_le(*eight);
    }
    eights
}

/// Whether some two bytes at the same place, rare heaps included, make up the index.
#[inline(always)]
fn any_pair(small: &[u8; CHUNK], large: &[u8; CHUNK], index: u8) -> bool {
    let mut any = 0;
    for (a, b) in eights(small).iter().zip(&eights(large)) {
        let differ = a ^ b ^ (ONES * u64::from(index));
        // Some byte is 0 exactly if a highest bit is left.
        any |= differ.wrapping_sub(ONES) & !differ & TOPS;
    }
    any != 0
}

/// The last place of two common heaps that make up the index.
#[inline(always)]
fn last_pair(small: &[u8; CHUNK], large: &[u8; CHUNK], index: u8) -> Option<usize> {
    let (a, b) = (eights(small), eights(large));
    for eight in (0..CHUNK / 8).rev() {
        let differ = a[eight] ^ b[eight] ^ (ONES * u64::from(index));
        // The top bit of every byte that makes up the index.
        let mut equal = !(((differ & !TOPS) + !TOPS) | differ | !TOPS);
        while equal != 0 {
            let at = 8 * eight + 7 - (equal.leading_zeros() / 8) as usize;
            if small[at] != RARE && large[at] != RARE {
                return Some(at);
            }
            equal ^= 1 << (63 - equal.leading_zeros());
        }
    }
    None
}

/// As `small_pair`, over all parts; the outer `None` says that a partner is no longer held.
#[inline(never)]
fn large_pair(rest: u64, half: u64, index: u8, history: &History) -> Option<Option<u64>> {
    let front: &[u8] = if history.base == 0 { &history.recent } else { &history.prefix };
    let held = half.min(front.len() as u64 - 1).min(rest.saturating_sub(history.base)) as usize;
    let end = (rest - history.base.min(rest)) as usize;
    let small = &front[1..=held];
    let large = &history.recent[end - held..end];
    for (first, (small, large)) in (1..).step_by(CHUNK).zip(small.chunks(CHUNK).zip(large.rchunks(CHUNK))) {
        let pairs = || small.iter().zip(large.iter().rev());
        if pairs().fold(false, |any, (&a, &b)| any | (a ^ b == index)) {
            let hit = pairs().position(|(&a, &b)| a != RARE && b != RARE && a ^ b == index);
            if let Some(place) = hit {
                return Some(Some(first + place as u64));
            }
        }
    }
    (held as u64 == half).then_some(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::random_numbers::Numbers;
    use crate::sparse::history::PREFIX;
    use crate::sparse::space::Space;

    #[test]
    fn the_last_pair_of_a_chunk_is_found_whatever_rare_heaps_stand_beside_it() {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        for round in 0..20_000 {
            let mut byte = || if numbers.below(4) == 0 { RARE } else { numbers.below(32) as u8 };
            let (small, large): ([u8; CHUNK], [u8; CHUNK]) =
                (std::array::from_fn(|_| byte()), std::array::from_fn(|_| byte()));
            // Two rare heaps have the same byte, and a rare one differs from a common one by the last of these.
            let index = [0, round as u8 % 32, RARE ^ (round as u8 % 32)][round % 3];
            let is_pair = |&at: &usize| small[at] ^ large[at] == index;
            let is_common = |&at: &usize| small[at] != RARE && large[at] != RARE;
            let last = (0..CHUNK).filter(is_pair).rfind(is_common);
            assert_eq!(last_pair(&small, &large, index), last, "{small:?} {large:?} {index}");
            assert_eq!(any_pair(&small, &large, index), (0..CHUNK).any(|at| is_pair(&at)));
        }
    }

    /// Heap 1,697,097 of 0.6 has no option of 248 with a part below 431,340, which was once dropped.
    #[test]
    fn bounded_memory_finds_a_part_as_large_as_that_of_a_late_heap_of_point_six() {
        let (part, heap) = (431_340, 9_000_000);
        let mut recent = vec![0; heap];
        recent[part] = 5;
        let space = Space { mask: u32::MAX, by_heap: false, kappa: 0 };
        let (prefix, rares) = (Vec::new(), Vec::new());
        let mut history = History { space, prefix, recent, base: 0, rares, dropped: Some(0) };
        history.drop_before(2 * PREFIX as u64);
        assert!(history.byte(part as u64 * 5).is_none(), "much has been dropped");
        let code: Code = "0.6".parse().expect("a code");
        let rules = Rules::of(&code).expect("it breaks heaps");
        let find = |index| {
            let value = space.value(index, heap as u64, false);
            Searcher::new(&history).witness(heap as u64, value, &rules, &history)
        };
        assert!(matches!(find(5), Ok(Some((found, 1))) if found == part as u64));
        assert!(matches!(find(6), Err(OutOfReach(at)) if at == heap as u64));
    }
}
