//! An option for every rare nimber below that of a common heap.
//!
//! A small common part a, after k beans are taken, gives a heap n the rare index j wherever the part at n -
//! k - a has index j ^ index(a). One such witness is tried on all heaps of a block at once, plane against
//! plane; what a list of them leaves is looked up heap by heap.

use super::super::clock::{Clock, Halt};
use super::planes::{BLOCK, Planes, View, WORD, WORDS};
use super::set::Set;
use super::space::Space;
use super::values::Values;
use std::cmp::Reverse;

/// Parts of the lists. Where they are used, heaps are more than twice as large, so no split is into equal
/// parts.
pub(super) const SMALL: usize = 2_000;

/// The most witnesses of a list.
const LONGEST: usize = 640;

/// Parts and takes that lists are chosen from: more than any list needs, and no more memory for a long code.
const TRIED: usize = 1 << 12;

/// So few words with a heap that is not settled are left to a search heap by heap, which costs less than more
/// witnesses for all words.
const FEW: usize = 2;

/// Witnesses tried before it is asked how many heaps are left.
const STEP: usize = 16;

/// Even heaps of a word.
const EVEN: u64 = u64::MAX / 3;

/// Takes those heaps of the last block, from some bytes before the next heap on, out that these are witnesses for.
#[inline(always)]
fn settle<S: Set, const N: usize>(
    witnesses: &[View],
    planes: &Planes<S>,
    before: usize,
    need: &mut [u64; N],
) {
    for &witness in witnesses {
        let settled: [u64; N] = planes.seen(witness, before);
        for (need, settled) in need.iter_mut().zip(settled) {
            *need &= !settled;
        }
    }
}

/// Witnesses for each rare index.
pub(super) struct Witnesses {
    lists: Vec<Vec<View>>,
    /// For even and odd heaps: the least common index with a larger nimber.
    above: [Vec<usize>; 2],
    /// The heaps of a block whose common index is at least so large.
    from: Vec<[u64; WORDS]>,
}

impl Witnesses {
    /// The lists where `indices` common indices are counted, the likeliest witness first.
    pub(super) fn new<S: Set>(
        space: Space,
        values: &Values,
        planes: &Planes<S>,
        indices: usize,
        reach: usize,
    ) -> Self {
        // A rare index below the nimber of a common one may be larger, but by the bits below the pivot alone,
        // and there are at least as many indices as these distinguish.
        let indices = indices.next_power_of_two();
        let above = [0, 1].map(|heap| {
            let is_above =
                |common: usize, rare: usize| space.value(heap, common, true) > space.value(heap, rare, false);
            (0..indices)
                .map(|rare| (0..indices).find(|&common| is_above(common, rare)).unwrap_or(indices))
                .collect()
        });
        // Where the parts lie whole bytes apart, nothing must be shifted.
        let small: Vec<(usize, usize)> = (1..=reach.min(SMALL))
            .filter(|&part| space.is_common(part, values.first(part)))
            .flat_map(|part| values.breaks().iter().map(move |taken| (part, part + taken)))
            .filter(|(_, distance)| distance % 8 == 0)
            .take(TRIED)
            .map(|(part, distance)| (space.index(values.first(part)), distance / 8))
            .collect();
        let sizes = planes.sizes();
        let lists = (0..indices).map(|rare| {
            let mut list: Vec<(usize, usize)> =
                small.iter().map(|&(index, back)| (rare ^ index, back)).collect();
            list.sort_by_key(|&(plane, _)| Reverse(sizes[plane]));
            list.iter().take(LONGEST).map(|&(plane, back)| planes.view(plane, back)).collect()
        });
        Witnesses { lists: lists.collect(), above, from: Vec::new() }
    }

    /// About the bytes of the lists for `indices` indices.
    pub(super) fn bytes(indices: usize) -> u64 {
        (indices * LONGEST * size_of::<View>() + 2 * TRIED * size_of::<View>()) as u64
    }

    /// Finds, in the block that ends the planes, a heap and a rare nimber below its own that no option has;
    /// `most(heap)` is the largest smaller part that counts. Heaps from `end` on are not looked at.
    #[inline(always)]
    pub(super) fn missing<S: Set>(
        &mut self,
        space: Space,
        values: &Values,
        planes: &Planes<S>,
        most: impl Fn(usize) -> usize,
        end: usize,
        clock: &mut Clock<'_>,
    ) -> Result<Option<(usize, u16)>, Halt> {
        let start = planes.heap() - BLOCK;
        let indices = self.lists.len();
        self.from.resize(indices + 1, [0; WORDS]);
        for index in (0..indices).rev() {
            let (from, above) = self.from.split_at_mut(index + 1);
            from[index] = planes.seen(planes.view(index, 0), BLOCK / 8);
            for (from, above) in from[index].iter_mut().zip(&above[0]) {
                *from |= above;
            }
        }
        for (rare, list) in self.lists.iter().enumerate() {
            let (even, odd) = (&self.from[self.above[0][rare]], &self.from[self.above[1][rare]]);
            let mut need = [0; WORDS];
            for (need, (even, odd)) in need.iter_mut().zip(even.iter().zip(odd)) {
                *need = even & EVEN | odd & !EVEN;
            }
            for witnesses in list.chunks(STEP) {
                if need.iter().filter(|word| **word != 0).count() <= FEW {
                    break;
                }
                settle(witnesses, planes, BLOCK / 8, &mut need);
            }
            for (word, mut need) in need.into_iter().enumerate() {
                while need != 0 {
                    let heap = start + word * WORD + need.trailing_zeros() as usize;
                    let value = space.value(heap, rare, false);
                    if heap < end && !values.has_option(heap, value, most(heap), clock)? {
                        return Ok(Some((heap, value)));
                    }
                    need &= need - 1;
                }
            }
        }
        Ok(None)
    }
}
