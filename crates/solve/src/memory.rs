//! The memory of allocations.

/// The memory of an allocation of this number of bytes by the C library's allocator on Linux: a header of
/// eight bytes, in multiples of 16, at least 32. Other allocators are of that order.
pub(crate) fn allocated(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16).max(32) }
}

/// While a list of options grows, its memory is held as soon as this many bytes are not held yet. Most lists stay below, and
/// holding takes time.
pub(crate) const BYTES_PER_HOLD: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_allocations_take_more_than_they_hold() {
        assert_eq!([0, 1, 24, 25, 40, 41].map(allocated), [0, 32, 32, 48, 48, 64]);
    }
}
