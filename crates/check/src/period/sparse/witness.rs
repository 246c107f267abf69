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
use std::slice::from_ref;

/// The first lists are made of parts up to here. The plain rule gives at least twice as many heaps.
pub(super) const SMALL: usize = 2_000;

/// Lists are made of parts of at most `LARGEST` beans, and of at most the number of known heaps divided by `SHARE`: where
/// lists are used, heaps are more than twice as large, so no split is into equal parts.
pub(super) const LARGEST: usize = 16_000;
const SHARE: usize = 4;

/// The most witnesses of a list.
const LONGEST: usize = 640;

/// Parts and takes that lists are chosen from: more than any list needs, and no more memory for a long code.
const TRIED: usize = 1 << 13;

/// Lists are chosen by what their witnesses settle in this many words, the first of a block.
const SAMPLE: usize = 16;

/// The words of a block are joined by OR to eight words. When at most this many of the eight have a heap that is not
/// settled, these heaps are searched one by one, which costs less than more witnesses for all words.
const FEW: usize = 1;

/// Witnesses tried before it is asked how many heaps are left.
const STEP: usize = 4;

/// The most blocks between two that count what each witness settles.
const MEASURED: u32 = 512;

/// What a witness that settles a heap gains.
const HIT: u32 = 16;

/// Even heaps of a word.
const EVEN: u64 = u64::MAX / 3;

/// A part and a take that give heaps a rare index.
#[derive(Clone, Copy)]
struct Witness {
    /// Where the other part has the common index that this one asks for.
    view: View,
    /// What it has settled that those before it had not, of late above all.
    hits: u32,
}

/// The witnesses for a rare index.
struct List {
    witnesses: Vec<Witness>,
    /// How many are tried before it is asked whether heaps are left: after as many, few are left in every other block.
    sure: usize,
}

/// Witnesses for each rare index.
pub(super) struct Witnesses {
    lists: Vec<List>,
    /// For even and odd heaps: the least common index with a larger nimber.
    above: [Vec<usize>; 2],
    /// The heaps of a block whose common index is at least so large.
    from: Vec<Words>,
    blocks: u32,
    /// The block that is next to count what each witness settles.
    measured_next: u32,
}

/// A bit for every heap of a block.
type Words = [u64; WORDS];

impl Witnesses {
    /// The lists where `indices` common indices are counted, the witness first that is right most often at the
    /// beginning of the last block.
    #[inline(always)]
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
        let largest = LARGEST.min((values.known() / SHARE).max(SMALL));
        let small: Vec<(usize, usize)> = (1..=reach.min(largest))
            .filter(|&part| space.is_common(part, values.first(part)))
            .flat_map(|part| values.breaks().iter().map(move |taken| (part, part + taken)))
            .filter(|(_, distance)| distance % 8 == 0)
            .take(TRIED)
            .map(|(part, distance)| (space.index(values.first(part)), distance / 8))
            .collect();
        let mut witnesses = Witnesses {
            lists: Vec::new(),
            above,
            from: vec![[0; WORDS]; indices + 1],
            blocks: 0,
            measured_next: 0,
        };
        witnesses.fill_from(planes);
        let lists = (0..indices).map(|rare| {
            let need = witnesses.need(rare);
            let witness = |&(index, back): &(usize, usize)| {
                let view = planes.view(rare ^ index, back);
                let seen: [u64; SAMPLE] = planes.seen(view, BLOCK / 8);
                let hits = need.iter().zip(seen).map(|(need, seen)| (need & seen).count_ones()).sum();
                Witness { view, hits }
            };
            let mut list: Vec<Witness> = small.iter().map(witness).collect();
            list.sort_by_key(|witness| Reverse(witness.hits));
            // A list of its own length: those that are not taken over give their memory back.
            let witnesses = list.iter().take(LONGEST).map(|&Witness { view, .. }| Witness { view, hits: 0 });
            List { witnesses: witnesses.collect(), sure: 0 }
        });
        witnesses.lists = lists.collect();
        witnesses
    }

    /// About the bytes of the lists for `indices` indices.
    pub(super) fn bytes(indices: usize) -> u64 {
        (indices * LONGEST * size_of::<Witness>() + 2 * TRIED * size_of::<Witness>()) as u64
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
        self.fill_from(planes);
        if self.blocks == self.measured_next {
            // Often as long as the lists are young.
            self.measured_next += (self.blocks / 2).clamp(8, MEASURED);
            self.measure(planes);
        }
        self.blocks = self.blocks.wrapping_add(1);
        for rare in 0..self.lists.len() {
            let mut need = self.need(rare);
            let List { witnesses, sure } = &mut self.lists[rare];
            let (first, others) = witnesses.split_at((*sure).min(witnesses.len()));
            settle(first, planes, &mut need);
            if is_few(&need) {
                *sure = sure.saturating_sub(1);
            } else {
                *sure += usize::from(!others.is_empty());
                for witnesses in others.chunks(STEP) {
                    settle(witnesses, planes, &mut need);
                    if is_few(&need) {
                        break;
                    }
                }
            }
            for (eight, need) in need.as_chunks::<8>().0.iter().enumerate() {
                if *need == [0; 8] {
                    continue;
                }
                for (word, mut need) in (8 * eight..).zip(*need) {
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
        }
        Ok(None)
    }

    /// Sees which heaps of the block that ends the planes have which index or a larger one.
    #[inline(always)]
    fn fill_from<S: Set>(&mut self, planes: &Planes<S>) {
        for index in (0..self.from.len() - 1).rev() {
            let (from, above) = self.from.split_at_mut(index + 1);
            from[index] = planes.seen(planes.view(index, 0), BLOCK / 8);
            for (from, above) in from[index].iter_mut().zip(&above[0]) {
                *from |= above;
            }
        }
    }

    /// The heaps of the block whose nimber is above that of a rare index.
    #[inline(always)]
    fn need(&self, rare: usize) -> Words {
        let (even, odd) = (&self.from[self.above[0][rare]], &self.from[self.above[1][rare]]);
        let mut need = [0; WORDS];
        for (need, (even, odd)) in need.iter_mut().zip(even.iter().zip(odd)) {
            *need = even & EVEN | odd & !EVEN;
        }
        need
    }

    /// Puts first in each list what settles most of the block that ends the planes, and settled most before.
    #[inline(always)]
    fn measure<S: Set>(&mut self, planes: &Planes<S>) {
        for rare in 0..self.lists.len() {
            let mut need = self.need(rare);
            let mut left = ones(&need);
            let list = &mut self.lists[rare].witnesses;
            for witness in list.iter_mut() {
                if left == 0 {
                    break;
                }
                settle(from_ref(witness), planes, &mut need);
                let before = std::mem::replace(&mut left, ones(&need));
                witness.hits += (before - left) * HIT;
            }
            list.sort_by_key(|witness| Reverse(witness.hits));
            list.iter_mut().for_each(|witness| witness.hits -= witness.hits / 8);
        }
    }
}

/// Takes those heaps of the last block out that these are witnesses for.
#[inline(always)]
fn settle<S: Set>(witnesses: &[Witness], planes: &Planes<S>, need: &mut Words) {
    // A copy, so that the compiler keeps it in registers.
    let mut left = *need;
    for witness in witnesses {
        let settled: Words = planes.seen(witness.view, BLOCK / 8);
        for (left, settled) in left.iter_mut().zip(settled) {
            *left &= !settled;
        }
    }
    *need = left;
}

/// Whether at most [`FEW`] words have a heap left, once the words of the block are joined to eight.
#[inline(always)]
fn is_few(need: &Words) -> bool {
    let mut together = [0; 8];
    for eight in need.as_chunks::<8>().0 {
        for (together, word) in together.iter_mut().zip(eight) {
            *together |= word;
        }
    }
    together.iter().filter(|word| **word != 0).count() <= FEW
}

#[inline(always)]
fn ones(words: &Words) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::super::chain::Chain;
    use super::super::chain::tests::{Example, examples, with_sets};
    use super::*;
    use grundy_core::Run;
    use std::collections::HashSet;

    /// The planes of these nimbers.
    fn planes<S: Set>(example: &Example, known: &[u16]) -> Planes<S> {
        let Example { space, rares, values, indices, .. } = example;
        Chain::new(*space, rares, (0, known), values, *indices, LARGEST + 8).planes
    }

    /// How many witnesses of an example's lists were looked at.
    fn witnesses_are_right<S: Set>(example: Example) -> usize {
        let Example { space, values, plain, indices, .. } = &example;
        let known = &plain[..2 * BLOCK];
        let planes = planes::<S>(&example, known);
        let mut witnesses = Witnesses::new(*space, values, &planes, *indices, usize::MAX);
        for _ in 0..2 {
            witnesses.measure(&planes);
        }
        let index =
            |heap: usize| (heap > 0 && space.is_common(heap, known[heap])).then(|| space.index(known[heap]));
        let indices: Vec<Option<usize>> = (0..known.len()).map(index).collect();
        let mut looked_at = 0;
        for (rare, list) in witnesses.lists.iter().enumerate().step_by(5) {
            // What a part and a take show of the last block.
            let mut shown = HashSet::new();
            for part in 1..=known.len() / SHARE {
                let Some(small) = indices[part] else { continue };
                for taken in values.breaks().iter().filter(|&taken| (part + taken) % 8 == 0) {
                    let heaps = (BLOCK..2 * BLOCK).map(|heap| {
                        heap.checked_sub(part + taken).and_then(|rest| indices[rest]) == Some(small ^ rare)
                    });
                    let mut words: Words = [0; WORDS];
                    for (place, is_shown) in heaps.enumerate() {
                        words[place / WORD] |= u64::from(is_shown) << (place % WORD);
                    }
                    shown.insert(words);
                }
            }
            for witness in list.witnesses.iter().step_by(7) {
                let mut need = [u64::MAX; WORDS];
                settle(from_ref(witness), &planes, &mut need);
                assert!(shown.contains(&need.map(|word| !word)), "{} {rare}", example.name);
                looked_at += 1;
            }
        }
        looked_at
    }

    #[test]
    fn a_witness_settles_the_heaps_that_its_part_and_take_show() {
        let looked_at: usize = examples()
            .into_iter()
            .step_by(8)
            .map(|example| with_sets!(example, witnesses_are_right)(example))
            .sum();
        assert!(looked_at > 500, "{looked_at}");
    }

    /// How many rare nimbers heaps lack in a block that ends with a common nimber too large, for three examples of four.
    fn what_is_missing_is_found<S: Set>(mut example: Example) -> usize {
        let heap = 3 * BLOCK - 1 - example.below(32);
        let mut known = example.plain[..3 * BLOCK].to_vec();
        let space = example.space;
        let mut larger = (known[heap] + 1..255)
            .filter(|&value| space.is_common(heap, value) && space.index(value) < example.indices);
        let Some(value) = larger.next_back() else { return 0 };
        if example.below(4) > 0 {
            known[heap] = value;
        }
        example.values.extend(&known[2 * BLOCK..]);
        let planes = planes::<S>(&example, &known);
        let values = &example.values;
        let mut missing = HashSet::new();
        for heap in (heap..3 * BLOCK).filter(|&heap| space.is_common(heap, known[heap])) {
            let mut options: HashSet<u16> = values.takes().iter().map(|taken| known[heap - taken]).collect();
            for taken in values.breaks() {
                // Whether the two heaps must differ, the middle says alone.
                let rest = heap - taken;
                options.extend((1..rest.div_ceil(2)).map(|part| known[part] ^ known[rest - part]));
                if rest % 2 == 0
                    && values
                        .has_option(heap, 0, usize::MAX, &mut Clock::new(&Run::unlimited()))
                        .expect("no limit")
                {
                    options.insert(0);
                }
            }
            let rares = (0..known[heap]).filter(|&value| !space.is_common(heap, value));
            missing.extend(rares.filter(|value| !options.contains(value)).map(|value| (heap, value)));
        }
        let mut witnesses = Witnesses::new(space, values, &planes, example.indices, usize::MAX);
        let run = Run::unlimited();
        for _ in 0..3 {
            let mut clock = Clock::new(&run);
            let found = witnesses.missing(space, values, &planes, |_| usize::MAX, usize::MAX, &mut clock);
            match found.expect("no limit") {
                Some(found) => assert!(missing.contains(&found), "{} {found:?}", example.name),
                None => assert!(missing.is_empty(), "{} {missing:?}", example.name),
            }
            // Heaps from there on are not looked at.
            let found = witnesses.missing(space, values, &planes, |_| usize::MAX, heap, &mut clock);
            assert_eq!(found.expect("no limit"), None, "{}", example.name);
        }
        missing.len()
    }

    #[test]
    fn a_rare_nimber_that_no_option_has_is_found() {
        let missing: Vec<usize> = examples()
            .into_iter()
            .map(|example| with_sets!(example, what_is_missing_is_found)(example))
            .collect();
        let (some, none) = (missing.iter().filter(|&&some| some > 0).count(), missing.len());
        assert!(some > 10 && some < none, "{some} of {none}");
    }
}
