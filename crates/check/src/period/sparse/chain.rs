//! The nimbers of common heaps, one block after the other: the least common nimber that nothing excludes.

use super::super::clock::{Clock, Halt};
use super::exclude::{Exclusions, Far, Middle, turn};
use super::near::Near;
use super::planes::{BLOCK, PART, Planes, WORD, WORDS};
use super::set::Set;
use super::space::Space;
use super::values::Values;

/// The recurrence between two blocks, for the indices below `indices`.
pub(super) struct Chain<'a, S> {
    indices: usize,
    rares: &'a [(usize, u16)],
    far: Far<WORDS>,
    nearer: Far<PART>,
    middle: Middle,
    near: Near<S>,
    /// Common indices excluded from one heap alone, and from which.
    alone: Vec<(usize, usize)>,
    /// The nimber of each common index at even and at odd heaps.
    nimbers: [Vec<u16>; 2],
    pub(super) planes: Planes<S>,
    /// Room for a word of every plane, and one more for the rare heaps.
    word: Vec<u64>,
}

impl<'a, S: Set> Chain<'a, S> {
    /// Continues what is known from a heap on, to whole words; `start` begins one.
    pub(super) fn new(
        space: Space,
        rares: &'a [(usize, u16)],
        (start, known): (usize, &[u16]),
        values: &Values,
        indices: usize,
        back: usize,
    ) -> Self {
        let Exclusions { entries, alone, farthest } = Exclusions::new(space, rares, values);
        let mut chain = Chain {
            indices,
            rares,
            far: Far::new(&entries, WORDS..usize::MAX),
            nearer: Far::new(&entries, PART..WORDS),
            middle: Middle::new(&entries, 1..PART, S::INDICES),
            near: Near::new(&entries),
            alone,
            nimbers: [0, 1].map(|heap| (0..indices).map(|index| space.value(heap, index, true)).collect()),
            planes: Planes::new(start, farthest.max(back)),
            word: vec![0; S::INDICES + 1],
        };
        for (place, word) in known.as_chunks::<WORD>().0.iter().enumerate() {
            let indices = std::array::from_fn(|bit| {
                let (heap, value) = (start + place * WORD + bit, word[bit]);
                if heap > 0 && space.is_common(heap, value) { space.index(value) } else { S::INDICES }
            });
            chain.near.push(&indices);
            chain.push(&indices);
        }
        chain
    }

    /// Takes over the indices of the next word.
    #[inline(always)]
    fn push(&mut self, indices: &[usize; WORD]) {
        self.word.fill(0);
        for (bit, &index) in indices.iter().enumerate() {
            self.word[index] |= 1 << bit;
        }
        let word = &self.word[..S::INDICES];
        self.middle.push(self.planes.heap() / WORD, word);
        self.planes.push(word);
    }

    /// Writes the nimbers of the next block, where those of rare heaps are believed.
    ///
    /// # Errors
    ///
    /// [`Halt::Full`] when an index is reached that is not counted with, and what the clock says.
    #[inline(always)]
    pub(super) fn block(&mut self, values: &mut [u16; BLOCK], clock: &mut Clock<'_>) -> Result<(), Halt> {
        let mut excluded = vec![0; self.indices.next_power_of_two()];
        let mut words = values.as_chunks_mut().0.iter_mut();
        let mut far = vec![[0; WORDS]; self.indices];
        self.far.exclude(&self.planes, 0, &mut far, clock)?;
        for part in 0..WORDS / PART {
            let mut nearer = vec![[0; PART]; self.indices];
            self.nearer.exclude(&self.planes, 0, &mut nearer, clock)?;
            for place in 0..PART {
                for ((excluded, far), nearer) in excluded.iter_mut().zip(&far).zip(&nearer) {
                    *excluded = far[part * PART + place] | nearer[place];
                }
                clock.worked(self.middle.work())?;
                self.middle.exclude(self.planes.heap() / WORD, &mut excluded[..self.indices]);
                let mut sets = [S::EMPTY; WORD];
                turn(&mut excluded, &mut sets);
                *words.next().expect("as many as there are") = self.decide(sets)?;
            }
        }
        Ok(())
    }

    /// Decides a word; `sets` are excluded already.
    #[inline(always)]
    fn decide(&mut self, mut sets: [S; WORD]) -> Result<[u16; WORD], Halt> {
        let start = self.planes.heap();
        for &(heap, index) in within(&self.alone, start, WORD) {
            sets[heap - start].insert(index);
        }
        let listed = within(self.rares, start, WORD);
        let rare = listed.iter().fold(0_u64, |rare, (heap, _)| rare | 1 << (heap - start));
        let mut largest = 0;
        let indices = self.near.decide(sets, |bit, set| {
            if rare >> bit & 1 == 1 {
                return S::INDICES;
            }
            let index = set.least_missing();
            largest = largest.max(index);
            index
        });
        if largest >= self.indices {
            return Err(Halt::Full);
        }
        self.push(&indices);
        let mut values = [0; WORD];
        for (bit, (value, index)) in values.iter_mut().zip(indices).enumerate() {
            *value = self.nimbers[bit % 2].get(index).copied().unwrap_or(0);
        }
        for &(heap, nimber) in listed {
            values[heap - start] = nimber;
        }
        Ok(values)
    }
}

/// The entries of a sorted list that belong to the `length` heaps that start here.
pub(super) fn within<T>(list: &[(usize, T)], start: usize, length: usize) -> &[(usize, T)] {
    let from = list.partition_point(|entry| entry.0 < start);
    let end = list.partition_point(|entry| entry.0 < start + length);
    &list[from..end]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::period::plain;
    use grundy_core::Run;
    use grundy_heaps::{Code, SparseSpace};

    /// The function for the narrowest sets that hold all nimbers of an example.
    macro_rules! with_sets {
        ($example:expr, $of:ident) => {
            match $example.indices {
                ..=32 => $of::<u32>,
                33..=64 => $of::<[u64; 1]>,
                65..=128 => $of::<[u64; 2]>,
                _ => $of::<[u64; 4]>,
            }
        };
    }
    pub(in super::super) use with_sets;

    /// The first nimbers of a code, and a space that they are taken apart by.
    pub(in super::super) struct Example {
        pub(in super::super) name: String,
        pub(in super::super) space: Space,
        pub(in super::super) plain: Vec<u16>,
        pub(in super::super) rares: Vec<(usize, u16)>,
        /// With the first two blocks.
        pub(in super::super) values: Values,
        /// That hold all nimbers.
        pub(in super::super) indices: usize,
        by_heap: bool,
        state: u64,
    }

    impl Example {
        /// A random number.
        pub(in super::super) fn below(&mut self, below: usize) -> usize {
            random(&mut self.state, below as u64) as usize
        }
    }

    fn random(state: &mut u64, below: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % below
    }

    /// Sixty random codes, but for those whose nimbers no set holds, each with a random mask.
    pub(in super::super) fn examples() -> Vec<Example> {
        let mut state = 3;
        let mut random = |below: u64| random(&mut state, below);
        let mut examples = Vec::new();
        for number in 0..60 {
            let digits: String = (0..1 + random(4)).map(|_| char::from(b'0' + random(8) as u8)).collect();
            let code: Code = format!("{}.{digits}", 4 * random(2)).parse().expect("octal digits");
            let mut plain = Vec::new();
            plain::extend(&code, 5 * BLOCK, &mut plain, &mut Clock::new(&Run::unlimited()))
                .expect("no limit");
            let plain: Vec<u16> = plain.into_iter().map(|value| value as u16).collect();
            let breaks: Vec<u64> = (0..5).filter(|&taken| code.may_leave(taken, 2)).collect();
            let by_heap = breaks.iter().all(|taken| taken % 2 == breaks[0] % 2) && random(2) == 0;
            let kappa = breaks.first().map_or(0, |taken| taken % 2);
            let mask = (1 + random(63) as u32) | 0xffff_ff00;
            let (rares, reach, anchor) = (Vec::new(), 0, 0);
            let space = Space::new(&SparseSpace { mask, by_heap, kappa, rares, reach, anchor });
            let largest = plain.iter().map(|&value| space.index(value)).max().unwrap_or(0);
            if largest >= 256 {
                continue;
            }
            let heaps = plain.iter().copied().enumerate().skip(1);
            let rares = heaps.filter(|&(heap, value)| !space.is_common(heap, value)).collect();
            let mut values = Values::new(&code, code.largest_take().unwrap_or(0), 0);
            values.extend(&plain[..2 * BLOCK]);
            let indices = (largest + 1).next_multiple_of(8).max(16);
            let name = format!("{code} {mask:x} {by_heap}");
            examples.push(Example { name, space, plain, rares, values, indices, by_heap, state: number });
        }
        examples
    }

    /// Goes on from the first nimbers of a code, and says how many heaps were as by the plain rule, or where
    /// one was not.
    fn agree<S: Set>(example: &Example) -> Result<usize, usize> {
        let Example { space, plain, rares, values, indices, .. } = example;
        let known = &plain[..2 * BLOCK];
        let mut chain = Chain::<S>::new(*space, rares, (0, known), values, *indices, 0);
        let run = Run::unlimited();
        for block in plain[2 * BLOCK..].chunks_exact(BLOCK) {
            let heap = chain.planes.heap();
            let mut found = [0; BLOCK];
            chain.block(&mut found, &mut Clock::new(&run)).map_err(|_| heap)?;
            if let Some(place) = (0..BLOCK).find(|&place| found[place] != block[place]) {
                return Err(heap + place);
            }
        }
        Ok(plain.len() - 2 * BLOCK)
    }

    #[test]
    fn any_code_and_any_mask_give_the_nimbers_of_the_plain_rule() {
        let (mut wide, mut by_heap_too) = (0, 0);
        for example in examples() {
            let agree = with_sets!(example, agree);
            assert_eq!(agree(&example), Ok(3 * BLOCK), "{}", example.name);
            wide += usize::from(example.indices > 32);
            by_heap_too += usize::from(example.by_heap);
        }
        assert!(wide > 5 && by_heap_too > 5, "{wide} {by_heap_too}");
    }
}
