//! Squares of bits and bytes turned: rows become columns.

/// Swaps rows and columns of the 8 by 8 bits of every word.
#[inline(always)]
pub(crate) fn turn_bits(words: &mut [u64]) {
    for word in words {
        for (step, mask) in
            [(7, 0x00aa_00aa_00aa_00aa_u64), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
        {
            let swap = (*word ^ *word >> step) & mask;
            *word ^= swap ^ swap << step;
        }
    }
}

/// Swaps rows and columns of the 8 by 8 bytes of `G` squares side by side.
#[inline(always)]
pub(super) fn turn_bytes<const G: usize>(rows: &mut [[u64; G]; 8]) {
    for (half, mask) in
        [(4, 0x0000_0000_ffff_ffff_u64), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)]
    {
        for pair in rows.chunks_exact_mut(2 * half) {
            let (top, bottom) = pair.split_at_mut(half);
            for (high, low) in top.as_flattened_mut().iter_mut().zip(bottom.as_flattened_mut()) {
                let swap = (*high >> (8 * half) ^ *low) & mask;
                *low ^= swap;
                *high ^= swap << (8 * half);
            }
        }
    }
}

/// The bits of 64 bytes as planes, see [`Form::bits_of`].
#[inline(always)]
pub(crate) fn bits_of(bytes: &[u8; 64]) -> [u64; 8] {
    let mut rows = [[0]; 8];
    for (row, eight) in rows.iter_mut().zip(bytes.chunks_exact(8)) {
        *row = [u64::from_le_bytes(eight.try_into().expect("eight bytes"))];
    }
    turn_bits(rows.as_flattened_mut());
    turn_bytes(&mut rows);
    rows.map(|[row]| row)
}

/// Planes as numbers, see [`Form::numbers_of`].
#[inline(always)]
pub(crate) fn numbers_of<const G: usize>(planes: &[u64]) -> [[u8; 64]; G] {
    let mut rows = [[0; G]; 8];
    for (g, planes) in planes.as_chunks::<8>().0[..G].iter().enumerate() {
        for (row, &plane) in rows.iter_mut().zip(planes) {
            row[g] = plane;
        }
    }
    turn_bytes(&mut rows);
    turn_bits(rows.as_flattened_mut());
    let mut numbers = [[0; 64]; G];
    for (g, bytes) in numbers.iter_mut().enumerate() {
        for (eight, row) in bytes.chunks_exact_mut(8).zip(&rows) {
            eight.copy_from_slice(&row[g].to_le_bytes());
        }
    }
    numbers
}
