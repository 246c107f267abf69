//! What earlier heaps exclude: a rare part of index j beside a common one of index x makes an option of
//! common index x ^ j.
//!
//! For a rare heap r and a number k after which a heap may be broken, the common part lies `r + k` heaps
//! back, whatever the heap. So the heaps of index x, moved on by as many, are heaps that exclude x ^ j, and
//! whole words of them are known at once:
//!
//! * what lies at least 64 words back, for 64 words, plane by plane;
//! * what lies at least 4 words back, for 4 words, in the same way;
//! * what lies at least a word back, for a word, 8 planes side by side;
//! * what is nearer follows heap by heap (`near`), since each heap depends on
//!   those just before.

use super::super::clock::{Clock, Halt};
use super::planes::{BLOCK, Planes, WORD, WORDS};
use super::set::Set;
use super::space::Space;
use super::values::Values;
use std::ops::Range;

/// A common index `distance` heaps back excludes its XOR with `index`.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) distance: usize,
    pub(super) index: usize,
}

/// All that excludes common indices.
pub(super) struct Exclusions {
    pub(super) entries: Vec<Entry>,
    /// Common indices excluded from one heap alone, after that heap, in order.
    pub(super) alone: Vec<(usize, usize)>,
    /// The largest distance of an entry.
    pub(super) farthest: usize,
}

impl Exclusions {
    /// What the takes and breaks of a code and these rare heaps exclude.
    pub(super) fn new(space: Space, rares: &[(usize, u16)], values: &Values) -> Self {
        // A take that changes the class makes a common nimber of a rare one.
        let (changing, keeping): (Vec<usize>, Vec<usize>) =
            values.takes().iter().partition(|&&taken| space.is_changed_by(taken));
        let mut entries: Vec<Entry> =
            keeping.into_iter().map(|distance| Entry { distance, index: 0 }).collect();
        let mut alone = Vec::new();
        for &(rare, nimber) in rares {
            let index = space.index(nimber);
            entries.extend(values.breaks().iter().map(|taken| Entry { distance: rare + taken, index }));
            alone.extend(changing.iter().map(|taken| (rare + taken, index)));
        }
        alone.sort_unstable();
        let farthest = entries.iter().map(|entry| entry.distance).max().unwrap_or(0);
        Exclusions { entries, alone, farthest }
    }
}

/// An entry as it is read: whole bytes back, and then some bits on.
struct Place {
    back: usize,
    index: usize,
}

/// Entries one word or more back, by the bits that are left after whole bytes.
pub(super) struct Far<const WORDS: usize>([Vec<Place>; 8]);

impl<const WORDS: usize> Far<WORDS> {
    /// Those among the entries whose distance in words lies in `range`.
    pub(super) fn new(entries: &[Entry], range: Range<usize>) -> Self {
        let mut by_bits: [Vec<Place>; 8] = Default::default();
        for entry in entries.iter().filter(|entry| range.contains(&(entry.distance / WORD))) {
            let back = entry.distance.div_ceil(8);
            by_bits[8 * back - entry.distance].push(Place { back, index: entry.index });
        }
        Far(by_bits)
    }

    /// Adds to each index the heaps that it is excluded from, of the words that begin `before` heaps before the next
    /// heap. No entry may reach what is not known.
    #[inline(always)]
    pub(super) fn exclude<S: Set>(
        &self,
        planes: &Planes<S>,
        before: usize,
        excluded: &mut [[u64; WORDS]],
        clock: &mut Clock<'_>,
    ) -> Result<(), Halt> {
        let mut sums = vec![([0; WORDS], 0); excluded.len().next_power_of_two()];
        for (bits, places) in (0..).zip(&self.0).filter(|(_, places)| !places.is_empty()) {
            sums.fill(([0; WORDS], 0));
            for place in places {
                clock.worked(WORDS)?;
                // Most indices are seldom, and not there.
                let back = place.back + before / 8;
                planes.present(back, WORDS).for_each(|plane| {
                    let (sum, after) = &mut sums[plane ^ place.index];
                    let words = &planes.words(plane, back)[..=WORDS];
                    for (sum, word) in sum.iter_mut().zip(words) {
                        *sum |= u64::from_le_bytes(*word);
                    }
                    *after |= u64::from_le_bytes(words[WORDS]);
                });
            }
            for (excluded, (sum, after)) in excluded.iter_mut().zip(&sums) {
                for (place, excluded) in excluded.iter_mut().enumerate() {
                    let next = sum.get(place + 1).copied().unwrap_or(*after);
                    *excluded |= across(sum[place], next, bits);
                }
            }
        }
        Ok(())
    }
}

impl Far<WORDS> {
    /// Whether, of the heaps of the last block, none of a plane is excluded from its index, and all of a plane with a
    /// larger index are. `alone` are more indices that are excluded from one heap of the block each.
    #[inline(always)]
    pub(super) fn leave_the_least<S: Set>(
        &self,
        planes: &Planes<S>,
        block: &[[u64; WORDS]],
        alone: &[(usize, usize)],
        clock: &mut Clock<'_>,
    ) -> Result<bool, Halt> {
        let (mut larger, mut wrong) = ([0; WORDS], [0; WORDS]);
        let present = |place: &Place| planes.present(place.back + BLOCK / 8, WORDS);
        let present: Vec<S> = self.0.iter().flatten().map(present).collect();
        clock.worked(present.len() * WORDS)?;
        let mut sums = [[0; WORDS + 1]; 8];
        for (index, here) in block.iter().enumerate().rev() {
            // No heap of the block has this index or a larger one.
            if larger.iter().zip(here).all(|(larger, here)| larger | here == 0) {
                continue;
            }
            let mut present = &present[..];
            for (sum, places) in sums.iter_mut().zip(&self.0) {
                let (of_these, others) = present.split_at(places.len());
                present = others;
                *sum = joined(planes, index, places, of_these);
            }
            let mut excluded = [0; WORDS];
            for (bits, sum) in (0..).zip(&sums) {
                for (word, excluded) in excluded.iter_mut().enumerate() {
                    *excluded |= across(sum[word], sum[word + 1], bits);
                }
            }
            let first = planes.heap() - BLOCK;
            for (heap, _) in alone.iter().filter(|alone| alone.1 == index) {
                excluded[(heap - first) / WORD] |= 1 << ((heap - first) % WORD);
            }
            for word in 0..WORDS {
                wrong[word] |= here[word] & excluded[word] | larger[word] & !excluded[word];
                larger[word] |= here[word];
            }
        }
        Ok(wrong.iter().fold(0, |wrong, word| wrong | word) == 0)
    }
}

/// The words of all heaps that these places exclude from an index, and one word more; `present` are the indices at
/// each place. Nothing is shifted here: in a loop that also shifts, the compiler keeps the sum in memory, word by word, and
/// not in wide registers.
#[inline(always)]
fn joined<S: Set>(planes: &Planes<S>, index: usize, places: &[Place], present: &[S]) -> [u64; WORDS + 1] {
    let (mut sum, mut after) = ([0; WORDS], 0);
    for (place, present) in places.iter().zip(present) {
        let plane = index ^ place.index;
        if !present.contains(plane) {
            continue;
        }
        let words = &planes.words(plane, place.back + BLOCK / 8)[..=WORDS];
        for (sum, word) in sum.iter_mut().zip(words) {
            *sum |= u64::from_le_bytes(*word);
        }
        after |= u64::from_le_bytes(words[WORDS]);
    }
    let mut joined = [0; WORDS + 1];
    joined[..WORDS].copy_from_slice(&sum);
    joined[WORDS] = after;
    joined
}

/// The word that begins this number of bits, at most 63, after the first of two words.
#[inline(always)]
fn across(first: u64, second: u64, bits: u32) -> u64 {
    first >> bits | second.unbounded_shl(u64::BITS - bits)
}

/// Planes side by side.
const LANES: usize = 8;

/// Words remembered: those looked back at, and the word itself.
const RING: usize = 8;

/// An entry as it is read: whole words back, then some bits on, and the XOR of the planes but for their place
/// among eight.
struct Back {
    words: usize,
    bits: u32,
    lanes: usize,
}

/// Entries at least a word and less than 4 words back, by the last bits of the index.
pub(super) struct Middle {
    by_lane: [Vec<Back>; LANES],
    /// All planes of the last words, those of a word one after the other.
    words: [Vec<[u64; LANES]>; RING],
}

impl Middle {
    /// Keeps the entries whose distance in words lies in `range`, for `indices` indices.
    pub(super) fn new(entries: &[Entry], range: Range<usize>, indices: usize) -> Self {
        let mut by_lane: [Vec<Back>; LANES] = Default::default();
        for entry in entries.iter().filter(|entry| range.contains(&(entry.distance / WORD))) {
            let words = entry.distance.div_ceil(WORD);
            let bits = (words * WORD - entry.distance) as u32;
            by_lane[entry.index % LANES].push(Back { words, bits, lanes: entry.index / LANES });
        }
        Middle { by_lane, words: std::array::from_fn(|_| vec![[0; LANES]; indices / LANES]) }
    }

    /// What [`Middle::exclude`] costs, in options.
    pub(super) fn work(&self) -> usize {
        self.by_lane.iter().map(Vec::len).sum()
    }

    /// Takes over the planes of a word.
    pub(super) fn push(&mut self, word: usize, planes: &[u64]) {
        self.words[word % RING].as_flattened_mut().copy_from_slice(planes);
    }

    /// Adds to each index the heaps of this word that it is excluded from.
    #[inline(always)]
    pub(super) fn exclude(&self, word: usize, excluded: &mut [u64]) {
        for (lane, backs) in self.by_lane.iter().enumerate().filter(|(_, backs)| !backs.is_empty()) {
            for (lanes, excluded) in excluded.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
                let mut sum = [0; LANES];
                for back in backs {
                    let first = word + RING - back.words;
                    let second = &self.words[(first + 1) % RING][lanes ^ back.lanes];
                    let first = &self.words[first % RING][lanes ^ back.lanes];
                    for ((sum, first), second) in sum.iter_mut().zip(first).zip(second) {
                        *sum |= across(*first, *second, back.bits);
                    }
                }
                for (place, sum) in sum.iter().enumerate() {
                    excluded[place ^ lane] |= sum;
                }
            }
        }
    }
}

/// Turns a word of every plane into the set of each of its 64 heaps.
#[inline(always)]
pub(super) fn turn<S: Set>(planes: &mut [u64], sets: &mut [S; WORD]) {
    let side = planes.len().min(WORD);
    for (place, square) in planes.chunks_exact_mut(side).enumerate() {
        // Squares of `side` rows and columns lie side by side: each is turned by exchanging its quarters, and
        // theirs, until they are single bits.
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
                set.replace(place, row >> (group * side) & low);
            }
        }
    }
}
