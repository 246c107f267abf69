//! The values of all ways to part so many beans in two heaps.
//!
//! Most heaps of a long row have one of few *common* values; the others are *rare*. The set for a total is
//! made in three steps, none of which guesses:
//!
//! 1. every rare heap with the heap that completes it,
//! 2. for each product that is missing, each pair of common values that has it: whether some heap of the one
//!    value and some heap of the other come to the total. For each common value the heaps are a row of bits,
//!    and once more the same in reverse, so that 64 heaps are compared at a time.
//!
//! Short rows are gone through pair by pair.

use crate::bits::{Set, words};
use crate::clock::Clock;
use crate::monoid::{BipartiteMonoid, Element};
use grundy_core::Stopped;
use std::collections::VecDeque;

/// Up to this total every pair is looked at.
const SHORT: usize = 512;
/// A value is common when one heap in this many has it.
const COMMON: usize = 200;
/// The classes are made anew at powers of two and after so many heaps.
const AGAIN: usize = 8192;

/// So many words are compared at once.
const BLOCK: usize = 16;

/// Whether heaps of one row and mirrored heaps of another, which begin so many bits later, come to a total.
#[inline]
fn blocks_meet(heaps: &[u64], reversed: &[u64], bits: usize) -> bool {
    let (later, earlier) = (&reversed[1..], &reversed[..reversed.len() - 1]);
    let pairs = heaps.iter().zip(earlier.iter().zip(later));
    // Shifted twice, since a shift by 64 is none.
    let both = pairs.map(|(heaps, (low, high))| heaps & (low >> bits | (high << 1) << (63 - bits)));
    both.fold(0, |met, both| met | both) != 0
}

/// A value that many heaps have.
struct Common {
    value: Element,
    /// Bit a: heap a has the value.
    heaps: Vec<u64>,
    /// Bit `room - a`: heap a has the value.
    reversed: Vec<u64>,
}

/// Sets of pairs for the totals up to the number of heaps known.
pub(crate) struct Pairs {
    order: usize,
    values: Vec<Element>,
    counts: Vec<usize>,
    /// The sets of the last totals, or of all.
    sets: VecDeque<Set>,
    /// The total of the first of them.
    first: usize,
    kept: Option<usize>,
    /// Whether pairs are asked for at all.
    asked: bool,
    rare: Vec<u32>,
    commons: Vec<Common>,
    /// For each value its place among the common ones.
    place: Vec<u32>,
    /// For each product, the pairs of common values that have it.
    factors: Vec<Vec<(u32, u32)>>,
    /// The bits of the rows, a multiple of 64.
    room: usize,
    next_classes: usize,
}

const RARE: u32 = u32::MAX;

impl Pairs {
    pub(crate) fn new(kept: Option<usize>, asked: bool) -> Pairs {
        Pairs {
            order: 1,
            values: Vec::new(),
            counts: Vec::new(),
            sets: VecDeque::new(),
            first: 0,
            kept,
            asked,
            rare: Vec::new(),
            commons: Vec::new(),
            place: Vec::new(),
            factors: Vec::new(),
            room: 0,
            next_classes: SHORT,
        }
    }

    pub(crate) fn restart(&mut self, order: usize) {
        *self = Pairs::new(self.kept, self.asked);
        self.order = order;
        self.counts = vec![0; order];
    }

    pub(crate) fn known(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn value(&self, heap: usize) -> Element {
        self.values[heap]
    }

    pub(crate) fn keeps_all(&self) -> bool {
        self.kept.is_none()
    }

    /// The set for a total that was prepared and is still kept.
    pub(crate) fn of(&self, total: usize) -> &Set {
        &self.sets[total - self.first]
    }

    /// Makes the set for the total that is the number of heaps known.
    pub(crate) fn prepare(&mut self, monoid: &BipartiteMonoid, clock: &mut Clock<'_>) -> Result<(), Stopped> {
        let total = self.known();
        if !self.asked || total < self.first + self.sets.len() {
            return Ok(());
        }
        if total >= self.next_classes {
            self.make_classes(monoid);
        }
        let mut set = Set::new(self.order);
        if self.commons.is_empty() {
            self.add_all(total, monoid, &mut set);
            clock.worked(total / 2 + 1)?;
        } else {
            self.add_rare(total, monoid, &mut set);
            clock.worked(self.rare.len() + self.order)?;
            self.add_common(total, &mut set, clock)?;
        }
        self.sets.push_back(set);
        if self.kept.is_some_and(|kept| self.sets.len() > kept) {
            self.sets.pop_front();
            self.first += 1;
        }
        Ok(())
    }

    fn add_all(&self, total: usize, monoid: &BipartiteMonoid, set: &mut Set) {
        for a in 1..=total / 2 {
            set.insert(monoid.times(self.values[a], self.values[total - a]).into());
        }
    }

    fn add_rare(&self, total: usize, monoid: &BipartiteMonoid, set: &mut Set) {
        // No rare heap is as large as the total, which is not known yet.
        for &heap in &self.rare {
            let (heap, other) = (heap as usize, total - heap as usize);
            set.insert(monoid.times(self.values[heap], self.values[other]).into());
        }
    }

    fn add_common(&self, total: usize, set: &mut Set, clock: &mut Clock<'_>) -> Result<(), Stopped> {
        for product in 0..self.order {
            if set.has(product) || self.factors[product].is_empty() {
                continue;
            }
            for &(one, other) in &self.factors[product] {
                let (meets, looked) = self.meet(one, other, total);
                clock.worked(looked)?;
                if meets {
                    set.insert(product);
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether a heap of the one common value and a heap of the other come to the total; and the work it was.
    fn meet(&self, one: u32, other: u32, total: usize) -> (bool, usize) {
        let shift = self.room - total;
        let (skip, bits) = (shift / 64, shift % 64);
        let heaps = &self.commons[one as usize].heaps[..=total / 64];
        let reversed = &self.commons[other as usize].reversed[skip..];
        let mut looked = 0;
        // Many words at a time: the loop inside has no branch.
        for (heaps, reversed) in heaps.chunks(BLOCK).zip(reversed.windows(BLOCK + 1).step_by(BLOCK)) {
            looked += BLOCK / 8;
            if blocks_meet(heaps, reversed, bits) {
                return (true, looked);
            }
        }
        (false, looked)
    }

    /// Says anew which values are common.
    fn make_classes(&mut self, monoid: &BipartiteMonoid) {
        let known = self.known();
        self.next_classes = (known + 1).next_power_of_two().min(known + AGAIN);
        self.room = (self.next_classes + 1).next_multiple_of(64);
        let is_common = |&value: &usize| self.counts[value] * COMMON > known && self.counts[value] > 20;
        // A block may reach beyond the last heap.
        let length = self.room / 64 + 2 + BLOCK;
        self.commons = (0..self.order)
            .filter(is_common)
            .map(|value| Common {
                value: value as Element,
                heaps: vec![0; length],
                reversed: vec![0; length],
            })
            .collect();
        self.place = vec![RARE; self.order];
        for (place, common) in self.commons.iter().enumerate() {
            self.place[usize::from(common.value)] = place as u32;
        }
        self.rare.clear();
        for heap in 1..known {
            self.note(heap);
        }
        self.factors = vec![Vec::new(); self.order];
        for one in 0..self.commons.len() {
            for other in 0..=one {
                let product = monoid.times(self.commons[one].value, self.commons[other].value);
                self.factors[usize::from(product)].push((one as u32, other as u32));
            }
        }
    }

    /// Puts a heap where its value belongs.
    #[inline]
    fn note(&mut self, heap: usize) {
        match self.place[usize::from(self.values[heap])] {
            RARE => self.rare.push(heap as u32),
            place => {
                let common = &mut self.commons[place as usize];
                let mirror = self.room - heap;
                common.heaps[heap / 64] |= 1 << (heap % 64);
                common.reversed[mirror / 64] |= 1 << (mirror % 64);
            }
        }
    }

    pub(crate) fn push(&mut self, value: Element) {
        let heap = self.known();
        self.values.push(value);
        if heap == 0 {
            return;
        }
        self.counts[usize::from(value)] += 1;
        if !self.commons.is_empty() {
            self.note(heap);
        }
    }

    /// Adds the values of all ways to part a total in three; the sets of all smaller totals must be kept.
    pub(crate) fn triples(
        &self,
        total: usize,
        monoid: &BipartiteMonoid,
        set: &mut Set,
        clock: &mut Clock<'_>,
    ) -> Result<(), Stopped> {
        for a in 1..total.saturating_sub(1) {
            set.add_products(self.of(total - a).as_words(), monoid.row(self.values[a]));
            clock.worked(words(self.order) + 4)?;
        }
        Ok(())
    }
}
