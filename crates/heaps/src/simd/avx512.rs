//! Squares of 64 bytes in one register of 512 bits, for which there are instructions that plain code does not
//! become.

use bytemuck::cast;
use std::arch::x86_64::{
    __m512i, _mm512_permutexvar_epi16, _mm512_set1_epi8, _mm512_shuffle_epi8, _mm512_test_epi8_mask,
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
