//! Blocks of 64 bytes in one register of 512 bits: the functions of a `Form` for which there are instructions
//! that the compiler does not make of plain code.

use crate::simd::look_up::{Looked, TABLES};
use bytemuck::cast;
use std::arch::x86_64::{
    __m512i, _mm512_cmpneq_epi64_mask, _mm512_maskz_permutexvar_epi8, _mm512_or_si512,
    _mm512_permutexvar_epi8, _mm512_permutexvar_epi16, _mm512_set1_epi8, _mm512_set1_epi32,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_test_epi8_mask,
    _mm512_testn_epi8_mask, _mm512_xor_si512,
};

/// The bits of 64 bytes as eight planes: one instruction each.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub(crate) fn bits_of(bytes: &[u8; 64]) -> [u64; 8] {
    let bytes: __m512i = cast(*bytes);
    let mut planes = [0; 8];
    for (bit, plane) in planes.iter_mut().enumerate() {
        *plane = _mm512_test_epi8_mask(bytes, _mm512_set1_epi8(1 << bit));
    }
    planes
}

/// Those of eight words that have a bit that is not set.
#[target_feature(enable = "avx512f")]
#[inline]
pub(crate) fn not_full(words: &[u64; 8]) -> u8 {
    _mm512_cmpneq_epi64_mask(cast(*words), _mm512_set1_epi64(-1))
}

/// In every two rows of eight bytes: the bytes of both, alternating.
const BY_TURNS: [u8; 64] = {
    let mut from = [0; 64];
    let mut to = 0;
    while to < 64 {
        from[to] = (to / 16 * 16 + to % 2 * 8 + to % 16 / 2) as u8;
        to += 1;
    }
    from
};

/// Rows of eight 16-bit words, four of them, as columns.
const COLUMNS: [u16; 32] = {
    let mut from = [0; 32];
    let mut to = 0;
    while to < 32 {
        from[to] = (to % 4 * 8 + to / 4) as u16;
        to += 1;
    }
    from
};

/// Swaps rows and columns of eight by eight bytes.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub(crate) fn turn_bytes(rows: &[u64; 8]) -> [u64; 8] {
    let pairs = _mm512_shuffle_epi8(cast(*rows), cast(BY_TURNS));
    cast(_mm512_permutexvar_epi16(cast(COLUMNS), pairs))
}

/// What the entries exclude of `N` heaps, from place `at` of the bytes on: 64 bytes are looked up in a table of
/// 64 by one instruction. See [`Form::strike`](crate::simd::registers::Form::strike).
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
pub(crate) fn strike<const G: usize, const N: usize>(
    bytes: &[u8],
    at: usize,
    entries: &[Looked],
) -> [[u8; N]; G] {
    let mut all = [_mm512_setzero_si512(); G];
    for entry in entries {
        let Some(from) = at.checked_sub(entry.distance as usize) else { break };
        let mut wide = [0; 64];
        wide[..N].copy_from_slice(&bytes[from..from + N]);
        let partners: __m512i = cast(wide);
        let excluded = _mm512_xor_si512(partners, _mm512_set1_epi32(entry.index as i32));
        // A table of 64 has no place for what is no index; smaller sets leave room for it.
        let common = _mm512_testn_epi8_mask(excluded, _mm512_set1_epi8(!63));
        for (all, &table) in all.iter_mut().zip(&TABLES) {
            let table: __m512i = cast(table);
            let hit = match G {
                8 => _mm512_maskz_permutexvar_epi8(common, excluded, table),
                _ => _mm512_permutexvar_epi8(excluded, table),
            };
            *all = _mm512_or_si512(*all, hit);
        }
    }
    let mut sums = [[0; N]; G];
    for (sum, all) in sums.iter_mut().zip(all) {
        let whole: [u8; 64] = cast(all);
        sum.copy_from_slice(&whole[..N]);
    }
    sums
}
