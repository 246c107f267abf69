//! A block's states, each where a mirror of the board takes it.
//!
//! A mirror exchanges bits of a state's number. Bits of the unit (see [`Cut`](crate::cut::Cut)) stay in it, and are
//! exchanged two by two within a small buffer; all others are bits of a word's number. Words are taken in tiles that
//! fill whole lines of the cache on both sides.

use crate::layout::{WITHOUT, WORD_BITS};

/// Words of a line of the cache, as bits of a word's number.
const LINE_BITS: u32 = 3;
/// The largest tile, in words.
const MOST_TILE: usize = 1 << 9;

/// Two bits of a number within a unit that change places.
#[derive(Clone, Copy, Debug)]
enum Swap {
    /// Both within a word: how far the states are apart, and the lower ones of each two.
    Within { shift: u32, mask: u64 },
    /// A bit within a word, and one of the word's number.
    Mixed { low: u32, word: u32 },
    /// Both of the word's number.
    Words { one: u32, other: u32 },
}

/// Where words go: the number of a word there, and here.
type Pair = (u32, u32);

/// What a mirror does to the states of a block.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    swaps: Vec<Swap>,
    tile: Vec<Pair>,
    low: Vec<Pair>,
    high: Vec<Pair>,
}

impl Turn {
    /// The turn that takes every bit of a state's number within its block to another: `mirror[bit]`.
    ///
    /// # Panics
    /// When the lowest `unit_bits` bits do not stay together.
    pub fn new(mirror: &[u32], unit_bits: u32) -> Turn {
        let word_bits = mirror.len() as u32 - WORD_BITS;
        let unit_words = unit_bits - WORD_BITS;
        // Where a bit of the word's number comes from; those of the unit are exchanged in the buffer.
        let origin = |bit: u32| match bit < unit_words {
            true => bit,
            false => {
                let from = mirror.iter().position(|&image| image == bit + WORD_BITS);
                from.expect("a mirror leaves out no bit") as u32 - WORD_BITS
            }
        };
        let is_in_tile = |bit: &u32| *bit < LINE_BITS.max(unit_words) || origin(*bit) < LINE_BITS;
        let (tile, rest): (Vec<u32>, Vec<u32>) = (0..word_bits).partition(is_in_tile);
        let (low, high) = rest.split_at(rest.len() / 2);
        let pairs = |bits: &[u32]| -> Vec<Pair> {
            let sum = |subset: usize, place: &dyn Fn(u32) -> u32| {
                let chosen = bits.iter().enumerate().filter(|(index, _)| subset >> index & 1 == 1);
                chosen.fold(0, |sum, (_, &bit)| sum | 1_u32 << place(bit))
            };
            (0..1_usize << bits.len()).map(|subset| (sum(subset, &|bit| bit), sum(subset, &origin))).collect()
        };
        Turn {
            swaps: swaps(&mirror[..unit_bits as usize]),
            tile: pairs(&tile),
            low: pairs(low),
            high: pairs(high),
        }
    }

    /// Fills `to` with the states of `from`, each where the mirror takes it.
    ///
    /// # Panics
    /// When they are not of the size of a block.
    pub fn apply(&self, from: &[u64], to: &mut [u64]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been asked for the feature that the function is compiled for.
            #[allow(unsafe_code)]
            return unsafe { self.apply_wide(from, to) };
        }
        self.apply_here(from, to);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn apply_wide(&self, from: &[u64], to: &mut [u64]) {
        self.apply_here(from, to);
    }

    #[inline(always)]
    fn apply_here(&self, from: &[u64], to: &mut [u64]) {
        assert_eq!(from.len(), self.tile.len() * self.low.len() * self.high.len(), "a whole block");
        assert_eq!(from.len(), to.len(), "a whole block");
        let mut buffer = [0; MOST_TILE];
        let buffer = &mut buffer[..self.tile.len()];
        for (there, here) in &self.high {
            for (to_low, from_low) in &self.low {
                let (there, here) = (there | to_low, here | from_low);
                for (word, (_, place)) in buffer.iter_mut().zip(&self.tile) {
                    *word = from[(here | place) as usize];
                }
                for swap in &self.swaps {
                    swap.apply(buffer);
                }
                for (word, (place, _)) in buffer.iter().zip(&self.tile) {
                    to[(there | place) as usize] = *word;
                }
            }
        }
    }
}

/// The exchanges that take every bit of a unit to its place.
fn swaps(mirror: &[u32]) -> Vec<Swap> {
    // At each place: where the bit that stands there now has to go.
    let mut wanted = mirror.to_vec();
    let mut swaps = Vec::new();
    for place in 0..wanted.len() {
        let from = wanted.iter().position(|&image| image as usize == place);
        let from = from.expect("a mirror keeps the unit");
        if from != place {
            swaps.push(Swap::new(place as u32, from as u32));
            wanted.swap(place, from);
        }
    }
    swaps
}

impl Swap {
    /// Two bits of a number, the lower one first.
    fn new(lower: u32, upper: u32) -> Swap {
        let is_low = |bit: u32| bit < WORD_BITS;
        match (is_low(lower), is_low(upper)) {
            (true, true) => Swap::Within {
                shift: (1 << upper) - (1 << lower),
                mask: !WITHOUT[lower as usize] & WITHOUT[upper as usize],
            },
            (true, false) => Swap::Mixed { low: lower, word: upper - WORD_BITS },
            _ => Swap::Words { one: lower - WORD_BITS, other: upper - WORD_BITS },
        }
    }

    #[inline(always)]
    fn apply(self, words: &mut [u64]) {
        match self {
            Swap::Within { shift, mask } => {
                for word in words {
                    let differ = ((*word >> shift) ^ *word) & mask;
                    *word ^= differ | differ << shift;
                }
            }
            Swap::Mixed { low, word } => {
                let (apart, mask) = (1_u32 << low, WITHOUT[low as usize]);
                for pair in words.chunks_exact_mut(2 << word) {
                    let (without, with) = pair.split_at_mut(1 << word);
                    for (without, with) in without.iter_mut().zip(with) {
                        let differ = ((*without >> apart) ^ *with) & mask;
                        *with ^= differ;
                        *without ^= differ << apart;
                    }
                }
            }
            Swap::Words { one, other } => {
                for place in 0..words.len() {
                    if place >> one & 1 == 1 && place >> other & 1 == 0 {
                        words.swap(place, place ^ 1 << one ^ 1 << other);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, state by state.
    fn plainly(mirror: &[u32], from: &[u64]) -> Vec<u64> {
        let mut to = vec![0; from.len()];
        for state in (0..from.len() * 64).filter(|state| from[state / 64] >> (state % 64) & 1 == 1) {
            let bits = (0..mirror.len()).filter(|bit| state >> bit & 1 == 1);
            let image = bits.fold(0, |image, bit| image | 1_usize << mirror[bit]);
            to[image / 64] |= 1_u64 << (image % 64);
        }
        to
    }

    #[test]
    fn a_turn_takes_every_state_where_its_bits_go() {
        let mut seed = 1_u64;
        let mut draw = || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            seed >> 33
        };
        let mut shuffle = |from: u32, to: u32| -> Vec<u32> {
            let mut bits: Vec<u32> = (from..to).collect();
            for place in (1..bits.len()).rev() {
                bits.swap(place, draw() as usize % (place + 1));
            }
            bits
        };
        for block_bits in [15, 17] {
            for unit_bits in [6, 7, 8, 9, 12] {
                for _ in 0..6 {
                    let mut mirror = shuffle(0, unit_bits);
                    mirror.extend(shuffle(unit_bits, block_bits));
                    let words = 1_u64 << (block_bits - WORD_BITS);
                    let from: Vec<u64> =
                        (0..words).map(|word| (word + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
                    let mut to = vec![7; from.len()];
                    Turn::new(&mirror, unit_bits).apply(&from, &mut to);
                    assert!(to == plainly(&mirror, &from), "{mirror:?}");
                }
            }
        }
    }
}
