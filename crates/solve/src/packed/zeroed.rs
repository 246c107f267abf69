//! Large pieces of zeroed memory.

#[cfg(target_os = "linux")]
use memmap2::UncheckedAdvice;
use memmap2::{MmapMut, MmapRaw};
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

/// So many bytes that are 0 at first, in huge pages where the system has them: a search reads a table all over, and
/// with small pages it would wait for the addresses of these as well. `None` where the system has no such memory.
fn zeroed(bytes: usize) -> Option<MmapMut> {
    let map = MmapMut::map_anon(bytes).ok()?;
    #[cfg(target_os = "linux")]
    if map.len() >= HUGE_PAGE {
        // Only advice: where it cannot be followed, small pages do.
        let _ = map.advise(memmap2::Advice::HugePage);
    }
    Some(map)
}

/// The bytes of a huge page of most processors.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 1 << 21;

/// Words that are written once.
pub(super) struct Words(MmapMut);

impl Words {
    /// So many words, at least one, as they are after `fill`. `None` where the system has no such memory.
    pub(super) fn filled(count: usize, fill: impl FnOnce(&mut [u64])) -> Option<Words> {
        let mut map = zeroed(count * size_of::<u64>())?;
        fill(bytemuck::cast_slice_mut(&mut map));
        Some(Words(map))
    }
}

impl Deref for Words {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        bytemuck::cast_slice(&self.0)
    }
}

/// The words whose memory is given back together: 4 MiB, whole pages of any size.
pub(super) const PIECE: usize = 1 << 19;

/// Whether the system takes memory back from words that are still there; see [`SharedWords::forget_piece`].
pub(super) const GIVES_BACK: bool = cfg!(target_os = "linux");

/// Words that threads share.
pub(super) struct SharedWords {
    map: MmapRaw,
    count: usize,
}

impl SharedWords {
    /// So many words, at least one. `None` where the system has no such memory.
    pub(super) fn zeroed(count: usize) -> Option<SharedWords> {
        Some(SharedWords { map: zeroed(count * size_of::<u64>())?.into(), count })
    }

    /// Gives the memory of one piece of [`PIECE`] words back, whose content is no longer needed: what is read of them from
    /// now on is what they were or 0. Where the system does not take it, nothing happens.
    ///
    /// # Panics
    /// When there is no such piece.
    pub(super) fn forget_piece(&self, piece: usize) {
        let first = piece * PIECE;
        assert!(first < self.count, "there is no piece {piece} of {} words", self.count);
        #[cfg(target_os = "linux")]
        {
            let bytes = PIECE.min(self.count - first) * size_of::<u64>();
            let start = first * size_of::<u64>();
            // SAFETY: the bytes are those of words of the map, from the beginning of a page on. The map is private and of
            // no file, so that its pages read as 0 afterwards, and all bytes are a valid AtomicU64.
            #[allow(unsafe_code)]
            let _ = unsafe { self.map.unchecked_advise_range(UncheckedAdvice::DontNeed, start, bytes) };
        }
    }
}

impl Deref for SharedWords {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the map has `count` words, begins with a page and lives as long as `self`. All bytes are a valid
        // AtomicU64, which has the layout of u64, and nothing else reads or writes the map.
        #[allow(unsafe_code)]
        unsafe {
            std::slice::from_raw_parts(self.map.as_mut_ptr().cast::<AtomicU64>().cast_const(), self.count)
        }
    }
}
