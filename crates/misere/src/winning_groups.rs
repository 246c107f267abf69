//! The winning moves of a sum of very many heaps in few lines: those of equal heaps together, and those of heaps
//! that the period makes alike.

use crate::heap_sum::{HeapSum, Moves};
use grundy_core::{Run, Stopped};
use grundy_heaps::Split;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;

/// Heaps of a sum in which the same moves win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningGroup {
    /// The smallest of them.
    pub least: u64,
    /// The largest.
    pub largest: u64,
    /// Where this is a number, they differ by multiples of it, the period; otherwise all are equal.
    pub step: Option<u64>,
    /// How many of the heaps there are in the sum.
    pub heaps: u64,
    /// How many moves win in all of them together.
    pub count: u128,
    /// The moves, by the beans that they take.
    pub moves: Vec<MoveGroup>,
}

/// Winning moves in a heap that take as many beans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveGroup {
    /// The beans.
    pub taken: u64,
    /// The beans that are added before the heap is broken: 0 but in codes with digits left of d0.
    pub added: u64,
    /// What each move leaves beside its largest heap: no heap, one, or more.
    pub smaller: Vec<Vec<u64>>,
    /// Where this is a number, each of these has one heap, which may be larger by any multiple of it, as long as it is
    /// no larger than the other heap that is left.
    pub step: Option<u64>,
}

impl WinningGroup {
    /// The moves in one of the heaps.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_misere::{HeapQuotient, HeapSum, Reach};
    /// let kayles = HeapQuotient::new(&"0.77".parse()?).carried(&Reach::default(), &Run::unlimited());
    /// let heaps = [20, 21, 22];
    /// let sum = HeapSum::new(&kayles, &heaps).expect("all heaps of Kayles are known");
    /// let groups = sum.winning_groups(&heaps, &Run::unlimited())?;
    /// let moves: Vec<_> = groups[0].moves_in(20).map(|split| split.heaps().to_vec()).collect();
    /// assert_eq!(moves, [vec![19], vec![1, 18], vec![3, 16], vec![6, 13]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_in(&self, heap: u64) -> impl Iterator<Item = Split> + '_ {
        self.moves.iter().flat_map(move |moves| moves.in_heap(heap))
    }
}

impl MoveGroup {
    fn in_heap(&self, heap: u64) -> impl Iterator<Item = Split> + '_ {
        let rest = (heap + self.added).saturating_sub(self.taken);
        let split = move |smaller: &[u64]| {
            let largest = rest - smaller.iter().sum::<u64>();
            let mut left = smaller.to_vec();
            left.extend((largest > 0).then_some(largest));
            Split::of(heap, &left)
        };
        self.smaller.iter().flat_map(move |smaller| {
            let (first, step) = match (self.step, &smaller[..]) {
                (Some(step), &[first]) => (Some(first), step as usize),
                _ => (None, 1),
            };
            let again = first.into_iter().flat_map(move |first| (first..=rest / 2).step_by(step));
            let alone = first.is_none().then(|| split(smaller));
            alone.into_iter().chain(again.map(move |one| split(&[one])))
        })
    }
}

impl HeapSum<'_> {
    /// The winning moves in these heaps, which must be of the sum, by groups of heaps in which the same moves win.
    /// Heaps that are large beside the period are alike where they differ by multiples of it, so there are no more
    /// groups than small heaps and places in the period.
    ///
    /// # Errors
    /// When the run stops.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_misere::{HeapQuotient, HeapSum, Reach};
    /// let kayles = HeapQuotient::new(&"0.77".parse()?).carried(&Reach::default(), &Run::unlimited());
    /// let heaps: Vec<u64> = (1_000_000..2_000_001).collect();
    /// let sum = HeapSum::new(&kayles, &heaps).expect("all heaps of Kayles are known");
    /// let groups = sum.winning_groups(&heaps, &Run::unlimited())?;
    /// assert!(groups.len() <= 12);
    /// let count: u128 = groups.iter().map(|group| group.count).sum();
    /// assert_eq!(count, sum.count_winning(&heaps, &Run::unlimited())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_groups(&self, heaps: &[u64], run: &Run) -> Result<Vec<WinningGroup>, Stopped> {
        let mut groups: BTreeMap<u64, WinningGroup> = BTreeMap::new();
        self.count_each(heaps, run, |heap, heaps, count| {
            let count = u128::from(count) * u128::from(heaps);
            let (like, step) = self.alike(heap);
            let group = match groups.entry(like) {
                Entry::Occupied(group) => group.into_mut(),
                Entry::Vacant(place) => {
                    let moves = if count > 0 { self.moves_in(heap, run)? } else { Vec::new() };
                    place.insert(WinningGroup { least: heap, largest: heap, step, heaps: 0, count: 0, moves })
                }
            };
            // Heaps come from small to large.
            group.largest = heap;
            group.heaps += heaps;
            group.count += count;
            Ok(())
        })?;
        Ok(groups.into_values().filter(|group| group.count > 0).collect())
    }

    /// The smallest heap that the period makes like this one, so that the same moves win in both, and the period; the
    /// heap itself where there is none other.
    fn alike(&self, heap: u64) -> (u64, Option<u64>) {
        let takes = self.heaps.code().largest_take();
        let (Some(period), Some(takes), true) = (self.heaps.period(), takes, self.is_short()) else {
            return (heap, None);
        };
        // From here on each rest has a part in two that lie behind the preperiod.
        let regular = 2 * (period.preperiod.max(1) + period.period) + takes;
        match heap.checked_sub(regular) {
            Some(more) => (regular + more % period.period, Some(period.period)),
            None => (heap, None),
        }
    }

    /// The winning moves in one heap.
    fn moves_in(&self, heap: u64, run: &Run) -> Result<Vec<MoveGroup>, Stopped> {
        let mut groups: Vec<MoveGroup> = Vec::new();
        self.each_run(heap, run, |moves| {
            match moves {
                Moves::One(split) => {
                    let (taken, added) = (split.taken(), split.added());
                    let smaller =
                        split.heaps().split_last().map_or(Vec::new(), |(_, smaller)| smaller.to_vec());
                    let is_like =
                        |last: &&mut MoveGroup| (last.taken, last.added, last.step) == (taken, added, None);
                    match groups.last_mut().filter(is_like) {
                        Some(last) => last.smaller.push(smaller),
                        None => groups.push(MoveGroup { taken, added, smaller: vec![smaller], step: None }),
                    }
                }
                Moves::Pairs { taken, first, length, .. } => {
                    let smaller = first.iter().map(|&small| vec![small]).collect();
                    groups.push(MoveGroup { taken, added: 0, smaller, step: Some(length) });
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(groups)
    }
}
