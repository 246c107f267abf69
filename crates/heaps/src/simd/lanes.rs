//! A set of nimber indices in one machine word, or a few.

use crate::simd::look_up::Looked;
use crate::simd::registers::Form;

/// At most one heap in `RARE_INDEX` may need an index that the sets of a narrow engine do not hold.
pub(crate) const RARE_INDEX: usize = 4_096;

/// A set of `4 * Q` indices, one bit each.
pub(crate) trait Lane: bytemuck::Pod + Send + Sync {
    /// The size of the set.
    const INDICES: usize;
    const EMPTY: Self;
    /// Whether rows of excluded indices are worth their memory (see `near`).
    const ROWS: bool;
    /// At most one word in `RETRIED_WORD` may be begun again, because one of its heaps needs an index for
    /// which no exclusions are computed. Beyond that the retries cost more than the narrow sets save.
    const RETRIED_WORD: usize = if Self::ROWS { RARE_INDEX } else { 128 };
    /// The same, where heaps are computed one by one: at most one heap in this many.
    const RETRIED_HEAP: usize = if Self::ROWS { 32 } else { 2 };

    /// The least index not in the set, or `INDICES`.
    fn first_free(self) -> usize;
    fn insert(&mut self, index: usize);
    fn remove(&mut self, index: usize);

    /// Four sets side by side, as words.
    type Four: bytemuck::Pod + AsRef<[u64]> + AsMut<[u64]> + Send + Sync;
    /// One of four sets as the lowest bits of a word; above them are other bits. Of a set of more than 64 indices
    /// those below 64.
    fn one_of(four: &Self::Four, place: usize) -> u64;
    fn union(self, other: Self) -> Self;

    /// Adds what entries exclude of heaps, see [`Form::strike`]; nothing where the sets are too wide.
    fn strike<F: Form, const N: usize>(
        form: F,
        sets: &mut [Self; N],
        bytes: &[u8],
        at: usize,
        entries: &[Looked],
    );

    /// Turns bit planes (plane `i`, bit p: index i is in the set of position p) into the 64 sets.
    fn transpose<F: Form>(form: F, planes: &[u64], sets: &mut [Self; 64]);
}

/// The planes of 64 indices: plane i, bit p says that byte p is i. A byte of 255 is in none, and no other
/// byte is beyond the planes.
#[inline(always)]
pub(crate) fn planes_of<const Q: usize>(form: impl Form, bytes: &[u8; 64]) -> [[u64; 4]; Q] {
    let bits = form.bits_of(bytes);
    let mut planes = [[0; 4]; Q];
    let flat = planes.as_flattened_mut();
    flat[0] = !bits.iter().fold(u64::MAX, |all, &bit| all & bit);
    let mut done = 1;
    while done < flat.len() {
        let bit = bits[done.trailing_zeros() as usize];
        let (low, high) = flat[..2 * done].split_at_mut(done);
        for (low, high) in low.iter_mut().zip(high) {
            *high = *low & bit;
            *low &= !bit;
        }
        done *= 2;
    }
    planes
}

macro_rules! small_lane {
    ($word:ty, $size:literal, $words:literal) => {
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
            fn remove(&mut self, index: usize) {
                *self &= !(1 << index);
            }

            #[inline(always)]
            fn union(self, other: Self) -> Self {
                self | other
            }

            type Four = [u64; $words];

            #[inline(always)]
            fn one_of(four: &[u64; $words], place: usize) -> u64 {
                let each = 4 / $words;
                let place = if cfg!(target_endian = "big") { place ^ (each - 1) } else { place };
                four[place / each] >> ($size * (place % each))
            }

            #[inline(always)]
            fn strike<F: Form, const N: usize>(
                form: F,
                sets: &mut [Self; N],
                bytes: &[u8],
                at: usize,
                entries: &[Looked],
            ) {
                let sums: [[u8; N]; $size / 8] = form.strike(bytes, at, entries);
                for (g, bytes) in sums.iter().enumerate() {
                    for (set, &byte) in sets.iter_mut().zip(bytes) {
                        *set |= <$word>::from(byte) << (8 * g);
                    }
                }
            }

            #[inline(always)]
            fn transpose<F: Form>(form: F, planes: &[u64], sets: &mut [Self; 64]) {
                *sets = [0; 64];
                for (g, bytes) in form.numbers_of::<{ $size / 8 }>(planes).iter().enumerate() {
                    for (set, &byte) in sets.iter_mut().zip(bytes) {
                        *set |= <$word>::from(byte) << (8 * g);
                    }
                }
            }
        }
    };
}

small_lane!(u16, 16, 1);
small_lane!(u32, 32, 2);
small_lane!(u64, 64, 4);

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
    fn remove(&mut self, index: usize) {
        self[index / 64] &= !(1 << (index % 64));
    }

    type Four = [u64; 4];

    #[inline(always)]
    fn one_of(four: &[u64; 4], place: usize) -> u64 {
        four[place]
    }

    #[inline(always)]
    fn strike<F: Form, const N: usize>(_: F, _: &mut [Self; N], _: &[u8], _: usize, _: &[Looked]) {}

    #[inline(always)]
    fn union(mut self, other: Self) -> Self {
        for (word, more) in self.iter_mut().zip(other) {
            *word |= more;
        }
        self
    }

    #[inline(always)]
    fn transpose<F: Form>(form: F, planes: &[u64], sets: &mut [Self; 64]) {
        let mut part = [0; 64];
        for (word, planes) in planes.chunks_exact(64).enumerate() {
            u64::transpose(form, planes, &mut part);
            for (set, part) in sets.iter_mut().zip(part) {
                set[word] = part;
                if F::SCATTERS {
                    std::hint::black_box(());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lane;
    use crate::random_numbers::Numbers;
    use crate::simd::registers::Plain;

    fn check<L: Lane>(contains: impl Fn(L, usize) -> bool) {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let planes: Vec<u64> = (0..L::INDICES).map(|_| numbers.below(u64::MAX)).collect();
        let mut sets = [L::EMPTY; 64];
        L::transpose(Plain, &planes, &mut sets);
        for (position, &set) in sets.iter().enumerate() {
            for (index, plane) in planes.iter().enumerate() {
                assert_eq!(contains(set, index), plane >> position & 1 == 1, "index {index} at {position}");
            }
        }
    }

    #[test]
    fn bytes_turn_into_planes() {
        let bytes: [u8; 64] =
            std::array::from_fn(|place| if place % 7 == 3 { 255 } else { (place * 37 % 64) as u8 });
        let planes = super::planes_of::<16>(Plain, &bytes);
        for (index, plane) in planes.as_flattened().iter().enumerate() {
            for (place, &byte) in bytes.iter().enumerate() {
                assert_eq!(plane >> place & 1 == 1, usize::from(byte) == index, "index {index} at {place}");
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
