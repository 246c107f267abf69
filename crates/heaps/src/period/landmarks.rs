//! Landmarks: where a long history may have begun to repeat, found as it grows.
//!
//! ```text
//! heaps      .. a b c d e f g h .. .. .. .. a b c d e f g h ..
//! landmark                    ^ 1,000                     ^ 9,000    a period of 8,000?
//! ```
//!
//! A heap is a landmark when the bytes up to it have two sums, and beyond them a hash, that few others have, so a
//! repeat has the landmarks of what it repeats. One look at every byte is enough, however often periods are asked for.

use crate::period::repeats::any_zero;
use crate::simd::registers::{Form, Registers, Work};
use crate::sparse::history::History;
use crate::sparse::space::Space;
use foldhash::HashMap;
use foldhash::quality::FixedState;
use std::hash::{BuildHasher, Hasher};

/// Bytes that make a heap a landmark, and those by which it is known again.
const CHOSEN_BY: usize = 8;
const KNOWN_BY: usize = 256;

/// Windows looked at together.
const TOGETHER: usize = 64;

/// Landmarks from which on every other one is left out.
const MOST: usize = 1 << 12;

/// Proposals kept, the latest first.
const PROPOSALS: usize = 32;

/// The sums of a window are those of its bytes times powers of these. Both are odd, so where the first sum is 0 the
/// second is even.
const FIRST: u8 = 3;
const SECOND: u8 = 5;

/// An odd number whose multiples spread over the high bits: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What is remembered of a history.
#[derive(Clone, Debug, Default)]
pub(crate) struct Landmarks {
    /// The latest heap of a landmark and its rank, by the hash by which it is known again.
    heaps: HashMap<u64, (u64, u64)>,
    /// One window in `2^rarity` makes a landmark, of those whose first sum is 0.
    rarity: u32,
    /// Landmarks met since every other one was left out.
    met: usize,
    /// Heaps looked at, and the space of their bytes.
    seen: u64,
    space: Option<Space>,
    /// How far apart landmarks were that came again.
    proposals: Vec<u64>,
}

impl Landmarks {
    /// Looks at the heaps that are new in a history, but for the last few. Some tenths of a nanosecond a
    /// heap. One that has dropped heaps is not followed.
    pub(crate) fn follow(&mut self, history: &History, registers: Registers) {
        if history.base > 0 {
            return;
        }
        if self.space != Some(history.space) || self.seen > history.len() {
            *self = Landmarks { space: Some(history.space), ..Landmarks::default() };
        }
        registers.run(Follow { landmarks: self, bytes: &history.recent });
    }

    #[inline(always)]
    fn follow_bytes(&mut self, bytes: &[u8]) {
        let mut first = (self.seen as usize).max(KNOWN_BY);
        while let Some(windows) = bytes.get(first + 1 - CHOSEN_BY..first + TOGETHER) {
            let sums = chosen_by(windows.try_into().expect("as many bytes"), self.high_bits());
            if any_zero(&sums) {
                for place in memchr::memchr_iter(0, &sums) {
                    self.meet(bytes, first + place);
                }
            }
            first += TOGETHER;
        }
        self.seen = first as u64;
    }

    /// Distances after which the latest heaps may repeat, the latest first.
    pub(crate) fn proposals(&self) -> impl Iterator<Item = u64> {
        self.proposals.iter().rev().copied()
    }

    /// About the bytes that are held: a table is full by seven eighths at most, and by half of that once it
    /// has grown.
    pub(crate) fn bytes(&self) -> u64 {
        25 * self.heaps.capacity() as u64 * 8 / 7
    }

    /// The largest rank of a landmark.
    fn most_rank(&self) -> u64 {
        u64::MAX >> self.rarity
    }

    /// The bits of a second sum that no landmark has.
    fn high_bits(&self) -> u8 {
        !((self.most_rank() >> 56) as u8) & !1
    }

    #[inline(never)]
    fn meet(&mut self, bytes: &[u8], heap: usize) {
        let window = bytes[heap + 1 - CHOSEN_BY..=heap].try_into().expect("as many bytes");
        let rank = rank(window);
        if rank > self.most_rank() {
            return;
        }
        let mut hasher = FixedState::default().build_hasher();
        hasher.write(&bytes[heap + 1 - KNOWN_BY..=heap]);
        let landmark = (heap as u64, rank);
        if let Some((before, _)) = self.heaps.insert(hasher.finish(), landmark) {
            let apart = heap as u64 - before;
            self.proposals.retain(|&known| known != apart);
            self.proposals.push(apart);
            if self.proposals.len() > PROPOSALS {
                self.proposals.remove(0);
            }
        }
        self.met += 1;
        if self.met > MOST && self.rarity < 63 {
            self.met /= 2;
            self.rarity += 1;
            let most = self.most_rank();
            self.heaps.retain(|_, &mut (_, rank)| rank <= most);
        }
    }
}

/// The look at new heaps, in wide registers.
struct Follow<'a> {
    landmarks: &'a mut Landmarks,
    bytes: &'a [u8],
}

impl Work for Follow<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Form) {
        self.landmarks.follow_bytes(self.bytes);
    }
}

/// The rank of a window whose first sum is 0: its second sum, which is even, and then a hash.
fn rank(window: &[u8; CHOSEN_BY]) -> u64 {
    let hash = (u64::from_le_bytes(*window) ^ SPREAD).wrapping_mul(SPREAD);
    u64::from(sum::<SECOND>(window)) << 56 | hash >> 7
}

fn sum<const FACTOR: u8>(window: &[u8]) -> u8 {
    window.iter().fold(0, |sum: u8, &byte| sum.wrapping_mul(FACTOR).wrapping_add(byte))
}

/// For each window 0 if its first sum is 0 and its second sum has none of the high bits.
#[inline(always)]
fn chosen_by(bytes: &[u8; TOGETHER + CHOSEN_BY - 1], high: u8) -> [u8; TOGETHER] {
    let mut first = sums_of_windows::<FIRST>(bytes);
    for (first, second) in first.iter_mut().zip(sums_of_windows::<SECOND>(bytes)) {
        *first |= second & high;
    }
    first
}

/// The sum of each window, of many at once.
#[inline(always)]
fn sums_of_windows<const FACTOR: u8>(bytes: &[u8; TOGETHER + CHOSEN_BY - 1]) -> [u8; TOGETHER] {
    let mut sums = [0_u8; TOGETHER];
    for place in 0..CHOSEN_BY {
        for (sum, &byte) in sums.iter_mut().zip(&bytes[place..]) {
            *sum = sum.wrapping_mul(FACTOR).wrapping_add(byte);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::{FIRST, KNOWN_BY, Landmarks, MOST, chosen_by, rank, sum};
    use crate::simd::registers::Registers;
    use crate::sparse::history::History;
    use crate::sparse::space::Space;

    fn history(recent: Vec<u8>) -> History {
        let space = Space { mask: 1, by_heap: false, kappa: 0 };
        History { space, prefix: Vec::new(), recent, base: 0, rares: Vec::new(), dropped: Some(0) }
    }

    /// Bytes below 16 without a pattern, the same for the same place.
    fn noise(place: u64) -> u8 {
        let mut bits = place.wrapping_mul(super::SPREAD);
        bits = (bits ^ bits >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (bits >> 60) as u8
    }

    fn repeating(preperiod: u64, period: u64, length: u64) -> History {
        let place = |heap: u64| if heap < preperiod { heap } else { preperiod + (heap - preperiod) % period };
        history((0..length).map(|heap| noise(place(heap))).collect())
    }

    #[test]
    fn a_repeat_is_proposed_soon_after_it_begins_and_not_before() {
        let (preperiod, period) = (40_000, 300_007);
        let mut all = repeating(preperiod, period, 360_000);
        let bytes = std::mem::take(&mut all.recent);
        let mut landmarks = Landmarks::default();
        for piece in bytes.chunks(1_000) {
            all.recent.extend_from_slice(piece);
            landmarks.follow(&all, Registers::best());
            let proposed: Vec<u64> = landmarks.proposals().collect();
            let repeated = all.len().saturating_sub(preperiod + period);
            match repeated {
                0 => assert_eq!(proposed, [], "{} heaps", all.len()),
                8_000.. => assert_eq!(proposed, [period], "{} heaps", all.len()),
                _ => {}
            }
        }
    }

    /// What is looked for at once finds every landmark, whatever the rarity.
    #[test]
    fn no_landmark_is_passed_over_and_each_step_leaves_half_of_them_out() {
        let mut counts = [0; 64];
        for block in 0..40_000 {
            let bytes = std::array::from_fn(|place| noise(block * 64 + place as u64));
            for (rarity, count) in counts.iter_mut().enumerate() {
                let landmarks = Landmarks { rarity: rarity as u32, ..Landmarks::default() };
                let chosen = chosen_by(&bytes, landmarks.high_bits());
                for (window, chosen) in bytes.array_windows().zip(chosen) {
                    if sum::<FIRST>(window) == 0 && rank(window) <= landmarks.most_rank() {
                        assert_eq!(chosen, 0, "{window:?} at rarity {rarity}");
                        *count += 1;
                    }
                }
            }
        }
        for (rarity, counts) in counts.windows(2).take(6).enumerate() {
            assert!(counts[1] > counts[0] / 3 && counts[1] < counts[0] * 2 / 3, "{rarity}: {counts:?}");
        }
    }

    #[test]
    fn every_other_landmark_is_left_out_when_there_are_many() {
        let all = history((0..600_000).map(noise).collect());
        // As if there had been nearly as many as may be.
        let mut landmarks = Landmarks { met: MOST - 500, space: Some(all.space), ..Landmarks::default() };
        landmarks.follow(&all, Registers::PORTABLE);
        assert_eq!(landmarks.rarity, 1);
        assert!(landmarks.heaps.values().all(|&(_, rank)| rank <= landmarks.most_rank()));
        // One window in 512.
        assert!((1_000..1_350).contains(&landmarks.heaps.len()), "{}", landmarks.heaps.len());
        // A space of another kind has other bytes.
        let mut other = history(vec![1; KNOWN_BY]);
        other.space.mask = 2;
        landmarks.follow(&other, Registers::best());
        assert_eq!((landmarks.rarity, landmarks.met, landmarks.heaps.len()), (0, 0, 0));
    }
}
