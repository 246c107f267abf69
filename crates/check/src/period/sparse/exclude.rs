//! What earlier heaps exclude: a rare part of index j beside a common one of
//! index x makes an option of common index x ^ j.
//!
//! For a rare heap r and a number k after which a heap may be broken, the
//! common part lies `r + k` heaps back, whatever the heap. So the heaps of
//! index x, moved on by as many, are heaps that exclude x ^ j, and whole words
//! of them are known at once:
//!
//! * what lies at least a block back, for a block of 16 words, plane by plane;
//! * what lies at least a word back, for a word, all its planes side by side;
//! * what is nearer is looked up heap by heap (`near`), since each heap
//!   depends on those just before.

use super::planes::{BLOCK, Planes, WORD, WORDS};
use std::collections::BTreeMap;
use std::ops::Range;

/// Words looked back at for a word, and that word.
const RING: usize = WORDS + 1;

/// A common index so many heaps back excludes its XOR with `index`.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) distance: usize,
    pub(super) index: usize,
}

/// An entry as it is read: whole bytes back, and then some bits on.
struct Place {
    back: usize,
    index: usize,
}

/// Entries at least a block back, by the bits that are left after whole
/// bytes.
pub(super) struct Far([Vec<Place>; 8]);

impl Far {
    /// Those among the entries that lie so far back.
    pub(super) fn new(entries: &[Entry]) -> Self {
        let mut by_bits: [Vec<Place>; 8] = Default::default();
        for entry in entries.iter().filter(|entry| entry.distance >= BLOCK) {
            let back = entry.distance.div_ceil(8);
            by_bits[8 * back - entry.distance].push(Place { back, index: entry.index });
        }
        Far(by_bits)
    }

    /// Adds to each index the heaps of the next block that it is excluded
    /// from.
    #[inline(always)]
    pub(super) fn exclude(&self, planes: &Planes, excluded: &mut [[u64; WORDS]]) {
        for (bits, places) in self.0.iter().enumerate().filter(|(_, places)| !places.is_empty()) {
            for (index, excluded) in excluded.iter_mut().enumerate() {
                let mut sum = [0; WORDS];
                let mut after = 0;
                for place in places {
                    let words = &planes.words(index ^ place.index, place.back)[..=WORDS];
                    for (sum, word) in sum.iter_mut().zip(words) {
                        *sum |= u64::from_le_bytes(*word);
                    }
                    after |= u64::from_le_bytes(words[WORDS]);
                }
                for (place, excluded) in excluded.iter_mut().enumerate() {
                    let next = sum.get(place + 1).copied().unwrap_or(after);
                    *excluded |= across(sum[place], next, bits);
                }
            }
        }
    }
}

/// The word that begins so many bits, at most 63, after the first of two.
#[inline(always)]
fn across(first: u64, second: u64, bits: usize) -> u64 {
    first >> bits | second << 1 << (63 - bits)
}

/// Entries at least a word back and less than a block, by their index.
pub(super) struct Middle {
    distances: Vec<(usize, Vec<usize>)>,
    /// All planes of the last words, those of a word side by side.
    words: Vec<u64>,
    sum: Vec<u64>,
}

impl Middle {
    /// Those among the entries that lie so far back.
    pub(super) fn new(entries: &[Entry], indices: usize) -> Self {
        let mut by_index: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for entry in entries.iter().filter(|entry| (WORD..BLOCK).contains(&entry.distance)) {
            by_index.entry(entry.index).or_default().push(entry.distance);
        }
        let distances = by_index.into_iter().collect();
        Middle { distances, words: vec![0; RING * indices], sum: vec![0; indices] }
    }

    /// The place of all planes of a word.
    #[inline(always)]
    fn place(&self, word: usize) -> Range<usize> {
        let start = word % RING * self.sum.len();
        start..start + self.sum.len()
    }

    /// Takes over the planes of a word.
    pub(super) fn push(&mut self, word: usize, planes: &[u64]) {
        let place = self.place(word);
        self.words[place].copy_from_slice(planes);
    }

    /// Adds to each index the heaps of this word that it is excluded from.
    #[inline(always)]
    pub(super) fn exclude(&mut self, word: usize, excluded: &mut [u64]) {
        for (index, distances) in &self.distances {
            self.sum.fill(0);
            for distance in distances {
                let back = distance.div_ceil(WORD);
                let bits = back * WORD - distance;
                let first = &self.words[self.place(word + RING - back)];
                let second = &self.words[self.place(word + RING - back + 1)];
                for ((sum, first), second) in self.sum.iter_mut().zip(first).zip(second) {
                    *sum |= across(*first, *second, bits);
                }
            }
            for (place, excluded) in excluded.iter_mut().enumerate() {
                *excluded |= self.sum[place ^ index];
            }
        }
    }
}

/// Turns a word of every plane into the set of each of its 64 heaps.
#[inline(always)]
pub(super) fn turn<const Q: usize>(planes: &mut [u64], sets: &mut [[u64; Q]; WORD]) {
    let side = planes.len().min(WORD);
    for (place, square) in planes.chunks_exact_mut(side).enumerate() {
        // Squares of `side` rows and columns lie side by side: each is turned
        // by exchanging its quarters, and theirs, until they are single bits.
        let mut half = side / 2;
        while half > 0 {
            let low = u64::MAX / ((1 << half) + 1);
            for rows in square.chunks_exact_mut(2 * half) {
                let (top, bottom) = rows.split_at_mut(half);
                for (top, bottom) in top.iter_mut().zip(bottom) {
                    let swap = (*top >> half ^ *bottom) & low;
                    *bottom ^= swap;
                    *top ^= swap << half;
                }
            }
            half /= 2;
        }
        let low = u64::MAX >> (WORD - side);
        for (group, sets) in sets.chunks_exact_mut(side).enumerate() {
            for (set, row) in sets.iter_mut().zip(&*square) {
                set[place] = row >> (group * side) & low;
            }
        }
    }
}
