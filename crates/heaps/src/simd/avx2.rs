//! Squares of 64 bytes in two registers of 256 bits, for which there are instructions that plain code does
//! not become.

use bytemuck::cast;
use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_broadcastsi128_si256, _mm256_movemask_epi8, _mm256_permute2x128_si256,
    _mm256_permutevar8x32_epi32, _mm256_shuffle_epi8, _mm256_unpackhi_epi16, _mm256_unpacklo_epi16,
};

/// The bits of 64 bytes as eight planes: the top bits of 32 bytes at a time.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn bits_of(bytes: &[u8; 64]) -> [u64; 8] {
    let [mut low, mut high]: [__m256i; 2] = cast(*bytes);
    let mut planes = [0; 8];
    for plane in planes.iter_mut().rev() {
        let tops = (_mm256_movemask_epi8(low) as u32, _mm256_movemask_epi8(high) as u32);
        *plane = u64::from(tops.1) << 32 | u64::from(tops.0);
        // The next bit becomes the top.
        low = _mm256_add_epi8(low, low);
        high = _mm256_add_epi8(high, high);
    }
    planes
}

/// In two rows of eight bytes: the bytes of both, alternating.
const BY_TURNS: [u8; 16] = [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15];

/// The words of both halves, alternating.
const HALVES_BY_TURNS: [u32; 8] = [0, 4, 1, 5, 2, 6, 3, 7];

/// Swaps rows and columns of eight by eight bytes.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn turn_bytes(rows: &[u64; 8]) -> [u64; 8] {
    let by_turns = _mm256_broadcastsi128_si256(cast(BY_TURNS));
    let [low, high]: [__m256i; 2] = cast(*rows);
    // Two rows in every half: those of 0 and 1, of 2 and 3, and so on.
    let [low, high] = [_mm256_shuffle_epi8(low, by_turns), _mm256_shuffle_epi8(high, by_turns)];
    // Those of 0 and 1 beside those of 4 and 5, and of 2 and 3 beside those of 6 and 7.
    let even = _mm256_permute2x128_si256::<0x20>(low, high);
    let odd = _mm256_permute2x128_si256::<0x31>(low, high);
    // Four rows in every half, of the columns 0 to 3 and 4 to 7.
    let columns = [_mm256_unpacklo_epi16(even, odd), _mm256_unpackhi_epi16(even, odd)];
    let halves_by_turns = cast(HALVES_BY_TURNS);
    cast([
        _mm256_permutevar8x32_epi32(columns[0], halves_by_turns),
        _mm256_permutevar8x32_epi32(columns[1], halves_by_turns),
    ])
}
