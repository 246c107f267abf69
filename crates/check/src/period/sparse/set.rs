//! Sets of indices.

/// A set of the indices below a bound.
pub(super) trait Set: Copy {
    /// How many indices there are, a power of two.
    const INDICES: usize;
    const EMPTY: Self;

    fn insert(&mut self, index: usize);

    /// Replaces 64 of the indices, or all if there are fewer.
    fn replace(&mut self, place: usize, members: u64);

    fn contains(&self, index: usize) -> bool;

    fn or(self, other: Self) -> Self;

    /// The number of indices where all of them are there.
    fn least_missing(self) -> usize;

    fn for_each(self, act: impl FnMut(usize));
}

impl Set for u32 {
    const INDICES: usize = 32;
    const EMPTY: Self = 0;

    #[inline(always)]
    fn insert(&mut self, index: usize) {
        *self |= 1 << index;
    }

    #[inline(always)]
    fn contains(&self, index: usize) -> bool {
        *self >> (index % 32) & 1 == 1
    }

    #[inline(always)]
    fn replace(&mut self, _: usize, members: u64) {
        *self = members as u32;
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn least_missing(self) -> usize {
        self.trailing_ones() as usize
    }

    #[inline(always)]
    fn for_each(self, act: impl FnMut(usize)) {
        Set::for_each([u64::from(self)], act);
    }
}

impl<const WORDS: usize> Set for [u64; WORDS] {
    const INDICES: usize = 64 * WORDS;
    const EMPTY: Self = [0; WORDS];

    #[inline(always)]
    fn insert(&mut self, index: usize) {
        self[index / 64] |= 1 << (index % 64);
    }

    #[inline(always)]
    fn contains(&self, index: usize) -> bool {
        self[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline(always)]
    fn replace(&mut self, place: usize, members: u64) {
        self[place] = members;
    }

    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        for (word, other) in self.iter_mut().zip(other) {
            *word |= other;
        }
        self
    }

    #[inline(always)]
    fn least_missing(self) -> usize {
        let mut full = 0;
        while full + 1 < WORDS && self[full] == u64::MAX {
            full += 1;
        }
        full * 64 + self[full].trailing_ones() as usize
    }

    #[inline(always)]
    fn for_each(self, mut act: impl FnMut(usize)) {
        for (place, mut word) in self.into_iter().enumerate() {
            while word != 0 {
                act(place * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}
