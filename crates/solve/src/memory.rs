//! The memory of allocations, and what caches may take of it.

use grundy_core::Run;

/// The memory of an allocation of this number of bytes by the C library's allocator on Linux: a header of
/// eight bytes, in multiples of 16, at least 32. Other allocators are of that order.
pub(crate) fn allocated(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16).max(32) }
}

/// While a list of options grows, its memory is held as soon as this many bytes are not held yet. Most lists stay below, and
/// holding takes time.
pub(crate) const BYTES_PER_HOLD: usize = 1 << 16;

/// What a thread may take for its cache of opened parts: 64 MiB at most. Where there is a limit of memory, the caches of all
/// threads take an eighth of it at most, because a thread that needs memory can give up its own cache only.
pub(crate) fn bytes_of_a_cache(run: &Run) -> usize {
    const MOST: u64 = 64 << 20;
    let share = run.limits().memory.map_or(MOST, |most| most / 8 / run.threads() as u64);
    share.min(MOST) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_allocations_take_more_than_they_hold() {
        assert_eq!([0, 1, 24, 25, 40, 41].map(allocated), [0, 32, 32, 48, 48, 64]);
    }
}
