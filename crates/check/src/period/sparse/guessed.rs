//! Blocks whose nimbers are guessed, and verified by the mex rule.
//!
//! Nothing of a guess is believed. The guesses of a block are right if no heap has a common index that is excluded,
//! and each has all smaller ones excluded: that is the sparse rule itself. To find the least index of a heap, those
//! just before must be known. Where all indices are there already, they are verified for all heaps of a block at once.

use super::super::clock::{Clock, Halt};
use super::super::guess::Guesses;
use super::chain::within;
use super::exclude::{Exclusions, Far};
use super::planes::{BLOCK, Planes, WORD, WORDS};
use super::set::Set;
use super::space::Space;
use super::values::Values;

/// The byte of a heap that is guessed to be rare.
const RARE: u8 = 255;

/// Guesses to come, and what verifies them, for the indices below `indices`.
pub(super) struct Guessed<'a, S> {
    space: Space,
    indices: usize,
    rares: &'a [(usize, u16)],
    guesses: Box<dyn Guesses>,
    entries: Far<WORDS>,
    /// Common indices excluded from one heap alone, and from which.
    alone: Vec<(usize, usize)>,
    pub(super) planes: Planes<S>,
    /// Room for the guesses of a block, and for its planes.
    bytes: Vec<u8>,
    block: Vec<[u64; WORDS]>,
}

impl<'a, S: Set> Guessed<'a, S> {
    /// Continues what is known from a heap on, to whole blocks, as the guesses do; `start` begins a block. Planes
    /// go at least `back` heaps back. `None` where something known has an index beyond the sets.
    pub(super) fn new(
        space: Space,
        rares: &'a [(usize, u16)],
        (start, known): (usize, &[u16]),
        values: &Values,
        (indices, back): (usize, usize),
        guesses: Box<dyn Guesses>,
    ) -> Option<Self> {
        let Exclusions { entries, alone, farthest } = Exclusions::new(space, rares, values);
        let mut planes = Planes::new(start, farthest.max(back));
        let mut block = Vec::new();
        for known in known.as_chunks::<BLOCK>().0 {
            let start = planes.heap();
            let byte = |(heap, &value): (usize, &u16)| match space.is_common(heap, value) && heap > 0 {
                true => space.index(value) as u8,
                false => RARE,
            };
            let bytes: Vec<u8> = (start..).zip(known).map(byte).collect();
            let is_common = std::array::from_fn(|word| {
                (0..WORD).fold(0, |is, bit| is | u64::from(bytes[word * WORD + bit] != RARE) << bit)
            });
            if !part(bytes[..].try_into().ok()?, &is_common, &mut block, S::INDICES) {
                return None;
            }
            planes.push_block(&block);
        }
        let entries = Far::new(&entries, 0..usize::MAX);
        Some(Guessed { space, indices, rares, guesses, entries, alone, planes, bytes: Vec::new(), block })
    }

    /// Writes the nimbers of the next block. False when there is no guess, or a wrong one, and then no later block is
    /// to be asked for.
    #[inline(always)]
    pub(super) fn block(&mut self, values: &mut [u16; BLOCK], clock: &mut Clock<'_>) -> Result<bool, Halt> {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        let is_right = self.guesses.guess(WORDS, &mut bytes)
            && match bytes[..].try_into() {
                Ok(bytes) => self.verify(bytes, values, clock)?,
                Err(_) => false,
            };
        self.bytes = bytes;
        Ok(is_right)
    }

    /// Whether these are the indices of the next block, and then its nimbers.
    #[inline(always)]
    fn verify(
        &mut self,
        bytes: &[u8; BLOCK],
        values: &mut [u16; BLOCK],
        clock: &mut Clock<'_>,
    ) -> Result<bool, Halt> {
        let start = self.planes.heap();
        let listed = within(self.rares, start, BLOCK);
        let mut is_common = [u64::MAX; WORDS];
        for (heap, _) in listed {
            is_common[(heap - start) / WORD] ^= 1 << ((heap - start) % WORD);
        }
        if !part(bytes, &is_common, &mut self.block, self.indices) {
            return Ok(false);
        }
        self.planes.push_block(&self.block);
        let alone = within(&self.alone, start, BLOCK);
        if !self.entries.leave_the_least(&self.planes, &self.block, alone, clock)? {
            return Ok(false);
        }
        self.space.common_values(bytes, values);
        listed.iter().for_each(|&(heap, nimber)| values[heap - start] = nimber);
        Ok(true)
    }
}

/// Makes the planes of the indices of a block. False when one is beyond the planes, or when the heaps that have none,
/// [`RARE`] in place of an index, are not those that are not common.
#[inline(always)]
fn part(
    bytes: &[u8; BLOCK],
    is_common: &[u64; WORDS],
    planes: &mut Vec<[u64; WORDS]>,
    indices: usize,
) -> bool {
    let rows = rows(bytes);
    let bits = indices.next_power_of_two().trailing_zeros() as usize;
    let mut wrong = 0;
    for word in 0..WORDS {
        let is_rare = rows.iter().fold(u64::MAX, |is_rare, row| is_rare & row[word]);
        let has_more = rows[bits..].iter().fold(0, |more, row| more | row[word]);
        wrong |= is_rare ^ !is_common[word] | has_more & is_common[word];
    }
    // All heaps that are common, parted by one bit of the index after the other, the highest first.
    planes.resize(1 << bits, [0; WORDS]);
    planes[0] = *is_common;
    for (bit, row) in rows[..bits].iter().rev().enumerate() {
        for place in (0..1 << bit).rev() {
            let mut halves = [planes[place]; 2];
            for word in 0..WORDS {
                halves[0][word] &= !row[word];
                halves[1][word] &= row[word];
            }
            planes[2 * place..][..2].copy_from_slice(&halves);
        }
    }
    wrong |= planes[indices..].as_flattened().iter().fold(0, |more, word| more | word);
    planes.truncate(indices);
    wrong == 0
}

/// The bits of the bytes of a block, a row for each of the eight.
#[inline(always)]
fn rows(bytes: &[u8; BLOCK]) -> [[u64; WORDS]; 8] {
    let mut turned = [0; BLOCK / 8];
    for (turned, eight) in turned.iter_mut().zip(bytes.as_chunks::<8>().0) {
        // The matrix of eight bytes is turned by exchanging its quarters, and theirs, until they are single bits.
        let mut bits = u64::from_le_bytes(*eight);
        for (shift, low) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)] {
            let swap = (bits ^ bits >> shift) & low;
            bits ^= swap ^ swap << shift;
        }
        *turned = bits;
    }
    let mut rows = [[0; WORDS]; 8];
    for (row, words) in rows.iter_mut().enumerate() {
        let mut bytes = [0; BLOCK / 8];
        for (byte, turned) in bytes.iter_mut().zip(&turned) {
            *byte = (turned >> (8 * row)) as u8;
        }
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::chain::tests::{Example, examples, with_sets};
    use super::*;
    use grundy_core::Run;

    /// Guesses that are there already.
    struct Prepared(Vec<u8>);

    impl Guesses for Prepared {
        fn guess(&mut self, words: usize, indices: &mut Vec<u8>) -> bool {
            let more = self.0.drain(..(words * WORD).min(self.0.len()));
            indices.extend(more);
            indices.len() == words * WORD
        }
    }

    /// How many blocks of these guesses pass after the first two, and whether all have the nimbers of the plain rule.
    fn passed<S: Set>(example: &Example, guesses: Vec<u8>) -> (usize, bool) {
        let Example { space, plain, rares, values, indices, .. } = example;
        let (guesses, known) = (Box::new(Prepared(guesses)), (0, &plain[..2 * BLOCK]));
        let mut guessed = Guessed::<S>::new(*space, rares, known, values, (*indices, 0), guesses)
            .expect("the sets hold all indices");
        let (mut blocks, mut values) = (0, [0; BLOCK]);
        let run = Run::unlimited();
        while guessed.block(&mut values, &mut Clock::new(&run)).expect("no limit") {
            if values != plain[(2 + blocks) * BLOCK..(3 + blocks) * BLOCK] {
                return (blocks, false);
            }
            blocks += 1;
        }
        (blocks, true)
    }

    #[test]
    fn guesses_pass_if_they_are_right_and_then_alone() {
        let (mut wide, mut refused) = (0, 0);
        for mut example in examples() {
            let passed = with_sets!(example, passed);
            wide += usize::from(example.indices > 32);
            let blocks = example.plain.len() / BLOCK - 2;
            let space = example.space;
            let index = |(heap, &value): (usize, &u16)| {
                if space.is_common(heap, value) { space.index(value) as u8 } else { RARE }
            };
            let right: Vec<u8> = example.plain.iter().enumerate().skip(2 * BLOCK).map(index).collect();
            assert_eq!(passed(&example, right.clone()), (blocks, true), "{}", example.name);
            for _ in 0..20 {
                let place = example.below(right.len());
                let others =
                    [RARE, example.below(example.indices) as u8, right[place] ^ 1, right[place] ^ 2, 0, 254];
                let mut wrong = right.clone();
                wrong[place] = others[example.below(others.len())];
                if wrong[place] != right[place] {
                    let expected = (place / BLOCK, true);
                    assert_eq!(passed(&example, wrong), expected, "{} {place}", example.name);
                    refused += 1;
                }
            }
        }
        assert!(wide > 5 && refused > 300, "{wide} {refused}");
    }
}
