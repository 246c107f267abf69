//! A set of nimber indices in one machine word, or a few.

/// A set of `4 * Q` indices, one bit each.
pub(crate) trait Lane: Copy + Send + Sync + 'static {
    /// The size of the set.
    const INDICES: usize;
    const EMPTY: Self;
    /// Whether rows of excluded indices are worth their memory (see `near`).
    const ROWS: bool;

    /// The least index not in the set, or `INDICES`.
    fn first_free(self) -> usize;
    fn insert(&mut self, index: usize);
    fn union(self, other: Self) -> Self;

    /// Turns bit planes (plane `i`, bit p: index i is in the set of position
    /// p) into the 64 sets.
    fn transpose(planes: &[u64], sets: &mut [Self; 64]);
}

/// Swaps rows and columns of every `size` by `size` square of bits; with
/// `size` below 64 a row holds several squares side by side.
#[inline(always)]
fn transpose_squares<const SIZE: usize>(rows: &mut [u64; SIZE]) {
    let mut half = SIZE / 2;
    let mut mask = match SIZE {
        16 => 0x00ff_00ff_00ff_00ff_u64,
        32 => 0x0000_ffff_0000_ffff,
        _ => 0x0000_0000_ffff_ffff,
    };
    while half > 0 {
        let mut start = 0;
        while start < SIZE {
            let (top, bottom) = rows[start..start + 2 * half].split_at_mut(half);
            for (high, low) in top.iter_mut().zip(bottom) {
                let swap = (*high >> half ^ *low) & mask;
                *low ^= swap;
                *high ^= swap << half;
            }
            start += 2 * half;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

macro_rules! small_lane {
    ($word:ty, $size:literal) => {
        impl Lane for $word {
            const INDICES: usize = $size;
            const EMPTY: Self = 0;
            const ROWS: bool = true;

            #[inline(always)]
            fn first_free(self) -> usize {
                self.trailing_ones() as usize
            }

            #[inline(always)]
            fn insert(&mut self, index: usize) {
                *self |= 1 << index;
            }

            #[inline(always)]
            fn union(self, other: Self) -> Self {
                self | other
            }

            #[inline(always)]
            fn transpose(planes: &[u64], sets: &mut [Self; 64]) {
                let mut rows: [u64; $size] = planes.try_into().expect("one plane an index");
                transpose_squares(&mut rows);
                for (place, set) in sets.iter_mut().enumerate() {
                    *set = (rows[place % $size] >> (place / $size * $size)) as $word;
                }
            }
        }
    };
}

small_lane!(u16, 16);
small_lane!(u32, 32);
small_lane!(u64, 64);

impl<const WORDS: usize> Lane for [u64; WORDS] {
    const INDICES: usize = 64 * WORDS;
    const EMPTY: Self = [0; WORDS];
    const ROWS: bool = false;

    #[inline(always)]
    fn first_free(self) -> usize {
        let mut free = 0;
        for word in self {
            free += word.trailing_ones() as usize;
            if word != u64::MAX {
                break;
            }
        }
        free
    }

    #[inline(always)]
    fn insert(&mut self, index: usize) {
        self[index / 64] |= 1 << (index % 64);
    }

    #[inline(always)]
    fn union(mut self, other: Self) -> Self {
        for (word, more) in self.iter_mut().zip(other) {
            *word |= more;
        }
        self
    }

    #[inline(always)]
    fn transpose(planes: &[u64], sets: &mut [Self; 64]) {
        for (word, square) in planes.chunks_exact(64).enumerate() {
            let mut rows: [u64; 64] = square.try_into().expect("chunks of 64");
            transpose_squares(&mut rows);
            for (set, row) in sets.iter_mut().zip(rows) {
                set[word] = row;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lane;

    fn check<L: Lane>(contains: impl Fn(L, usize) -> bool) {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let planes: Vec<u64> = (0..L::INDICES)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state
            })
            .collect();
        let mut sets = [L::EMPTY; 64];
        L::transpose(&planes, &mut sets);
        for (position, &set) in sets.iter().enumerate() {
            for (index, plane) in planes.iter().enumerate() {
                assert_eq!(contains(set, index), plane >> position & 1 == 1, "index {index} at {position}");
            }
        }
    }

    #[test]
    fn planes_turn_into_sets_of_every_width() {
        check::<u16>(|set, index| set >> index & 1 == 1);
        check::<u32>(|set, index| set >> index & 1 == 1);
        check::<u64>(|set, index| set >> index & 1 == 1);
        check::<[u64; 2]>(|set, index| set[index / 64] >> (index % 64) & 1 == 1);
        check::<[u64; 4]>(|set, index| set[index / 64] >> (index % 64) & 1 == 1);
    }
}
