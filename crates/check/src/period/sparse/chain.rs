//! The nimbers of common heaps, one block after the other: the least common
//! nimber that nothing excludes.

use super::exclude::{Entry, Far, Middle, turn};
use super::near::Near;
use super::planes::{BLOCK, Planes, WORD, WORDS};
use super::space::Space;
use super::values::Values;
use std::array;

/// An index was reached that the planes have no place for.
pub(super) struct Full;

/// The recurrence between two blocks, for sets of indices of `Q` words.
pub(super) struct Chain<'a, const Q: usize, const ROWS: usize> {
    indices: usize,
    rares: &'a [(usize, u16)],
    far: Far,
    middle: Middle,
    near: Near<Q, ROWS>,
    /// Common indices excluded from one heap alone, and from which.
    alone: Vec<(usize, usize)>,
    /// The nimber of each common index at even and at odd heaps.
    nimbers: [Vec<u16>; 2],
    pub(super) planes: Planes,
}

impl<'a, const Q: usize, const ROWS: usize> Chain<'a, Q, ROWS> {
    /// Continues what is known, to whole words.
    pub(super) fn new(
        space: Space,
        rares: &'a [(usize, u16)],
        known: &[u16],
        values: &Values,
        indices: usize,
        back: usize,
    ) -> Self {
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
        let mut chain = Chain {
            indices,
            rares,
            far: Far::new(&entries),
            middle: Middle::new(&entries, indices),
            near: Near::new(&entries, indices),
            alone,
            nimbers: [0, 1].map(|heap| (0..indices).map(|index| space.value(heap, index, true)).collect()),
            planes: Planes::new(indices, farthest.max(back)),
        };
        for (place, word) in known.chunks_exact(WORD).enumerate() {
            let mut planes = vec![0; indices];
            chain.near.begin();
            for (bit, &value) in word.iter().enumerate() {
                let heap = place * WORD + bit;
                let is_common = heap > 0 && space.is_common(heap, value);
                let index = is_common.then(|| space.index(value));
                chain.near.push(bit, index);
                if let Some(index) = index {
                    planes[index] |= 1 << bit;
                }
            }
            chain.push(&planes);
        }
        chain
    }

    /// Takes over the planes of the next word.
    #[inline(always)]
    fn push(&mut self, planes: &[u64]) {
        self.middle.push(self.planes.heap() / WORD, planes);
        self.planes.push(planes);
    }

    /// The nimbers of the next block, where those of rare heaps are believed.
    #[inline(always)]
    pub(super) fn block(&mut self) -> Result<[u16; BLOCK], Full> {
        let mut values = [0; BLOCK];
        let mut excluded = vec![[0; WORDS]; self.indices];
        let mut planes = vec![0; self.indices];
        let mut sets = [[0; Q]; WORD];
        self.far.exclude(&self.planes, &mut excluded);
        for (word, values) in values.as_chunks_mut().0.iter_mut().enumerate() {
            for (plane, excluded) in planes.iter_mut().zip(&excluded) {
                *plane = excluded[word];
            }
            self.middle.exclude(self.planes.heap() / WORD, &mut planes);
            turn(&mut planes, &mut sets);
            planes.fill(0);
            self.word(&mut sets, values, &mut planes)?;
            self.push(&planes);
        }
        Ok(values)
    }

    /// Decides a word heap by heap; `sets` are excluded already.
    #[inline(always)]
    fn word(
        &mut self,
        sets: &mut [[u64; Q]; WORD],
        values: &mut [u16; WORD],
        planes: &mut [u64],
    ) -> Result<(), Full> {
        let start = self.planes.heap();
        for &(heap, index) in within(&self.alone, start) {
            sets[heap - start][index / 64] |= 1 << (index % 64);
        }
        let mut rares = within(self.rares, start).iter().peekable();
        self.near.begin();
        for (bit, set) in sets.iter().enumerate() {
            if let Some(&(_, nimber)) = rares.next_if(|rare| rare.0 == start + bit) {
                self.near.push(bit, None);
                values[bit] = nimber;
                continue;
            }
            let index = least_missing(self.near.exclude(bit, *set));
            if index >= self.indices {
                return Err(Full);
            }
            self.near.push(bit, Some(index));
            values[bit] = self.nimbers[bit % 2][index];
            planes[index] |= 1 << bit;
        }
        Ok(())
    }
}

/// The entries of a sorted list that belong to the word that starts here.
fn within<T>(list: &[(usize, T)], start: usize) -> &[(usize, T)] {
    let from = list.partition_point(|entry| entry.0 < start);
    let end = list.partition_point(|entry| entry.0 < start + WORD);
    &list[from..end]
}

#[inline(always)]
fn least_missing<const Q: usize>(set: [u64; Q]) -> usize {
    let ones: [u32; Q] = array::from_fn(|place| set[place].trailing_ones());
    let full = ones.iter().take_while(|&&ones| ones == u64::BITS).count();
    full * 64 + ones.get(full).copied().unwrap_or(0) as usize
}
