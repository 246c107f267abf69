//! Large pieces of zeroed memory.

use memmap2::MmapMut;
use std::io;
use std::ops::{Deref, DerefMut};

/// Words that are 0 at first, in huge pages where the system has them: a table is touched all over,
/// and small pages would cost more time than the solving.
pub(crate) struct Words(MmapMut);

impl Words {
    /// So many words.
    pub fn zeroed(count: usize) -> io::Result<Words> {
        let map = MmapMut::map_anon(count * size_of::<u64>())?;
        #[cfg(target_os = "linux")]
        if map.len() >= 1 << 21 {
            // Only advice: where it cannot be followed, small pages do.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Words(map))
    }
}

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        bytemuck::cast_slice(&self.0)
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}
