//! Blocks of 64 bytes in two registers of 256 bits: the functions of a `Form` for which there are instructions
//! that the compiler does not make of plain code.

use crate::simd::look_up::{Looked, TABLES};
use bytemuck::cast;
use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_adds_epu8, _mm256_broadcastsi128_si256, _mm256_castsi256_pd,
    _mm256_cmpeq_epi64, _mm256_movemask_epi8, _mm256_movemask_pd, _mm256_or_si256, _mm256_permute2x128_si256,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_unpackhi_epi16, _mm256_unpacklo_epi16,
    _mm256_xor_si256,
};
use std::ops::Range;

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

/// Those of eight words that have a bit that is not set.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn not_full(words: &[u64; 8]) -> u8 {
    let halves: [__m256i; 2] = cast(*words);
    let mut full = 0;
    for half in [1, 0] {
        let equal = _mm256_cmpeq_epi64(halves[half], _mm256_set1_epi64x(-1));
        full = full << 4 | _mm256_movemask_pd(_mm256_castsi256_pd(equal)) as u8;
    }
    !full
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

/// What the entries exclude of `N` heaps, from place `at` of the bytes on, 32 heaps at a time. See
/// [`Form::strike`](crate::simd::registers::Form::strike).
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn strike<const G: usize, const N: usize>(
    bytes: &[u8],
    at: usize,
    entries: &[Looked],
) -> [[u8; N]; G] {
    let mut sums = [[0; N]; G];
    for start in (0..N).step_by(32) {
        let part = strike_32::<G>(bytes, at, start..N.min(start + 32), entries);
        for (sum, part) in sums.iter_mut().zip(part) {
            let whole: [u8; 32] = cast(part);
            let end = N.min(start + 32);
            sum[start..end].copy_from_slice(&whole[..end - start]);
        }
    }
    sums
}

#[target_feature(enable = "avx2")]
#[inline]
fn strike_32<const G: usize>(
    bytes: &[u8],
    at: usize,
    heaps: Range<usize>,
    entries: &[Looked],
) -> [__m256i; G] {
    // A byte whose top bit is set is not looked up: an index of 16 or more, and a rare heap.
    let above = _mm256_set1_epi8(0x70);
    // The tables are alike for every sixteen indices: the bits of eight, and of the next eight.
    let low = _mm256_broadcastsi128_si256(cast(const { half_table(0) }));
    let high = _mm256_broadcastsi128_si256(cast(const { half_table(1) }));
    let mut all = [_mm256_setzero_si256(); G];
    for entry in entries {
        // Asked of all heaps of the strike, as the other forms do, and not of these 32 alone.
        let Some(from) = at.checked_sub(entry.distance as usize) else { break };
        let mut wide = [0; 32];
        wide[..heaps.len()].copy_from_slice(&bytes[from + heaps.start..from + heaps.end]);
        let partners: __m256i = cast(wide);
        let excluded = _mm256_xor_si256(partners, _mm256_set1_epi32(entry.index as i32));
        for sixteen in 0..G / 2 {
            let within = _mm256_xor_si256(excluded, _mm256_set1_epi8(16 * sixteen as i8));
            let place = _mm256_adds_epu8(within, above);
            all[2 * sixteen] = _mm256_or_si256(all[2 * sixteen], _mm256_shuffle_epi8(low, place));
            all[2 * sixteen + 1] = _mm256_or_si256(all[2 * sixteen + 1], _mm256_shuffle_epi8(high, place));
        }
    }
    all
}

/// The first sixteen entries of a table.
const fn half_table(table: usize) -> [u8; 16] {
    let mut half = [0; 16];
    let mut index = 0;
    while index < 16 {
        half[index] = TABLES[table][index];
        index += 1;
    }
    half
}
