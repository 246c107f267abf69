//! A finished block in memory.

use crate::header::Counts;
use crate::memory::Words;

/// A finished block in memory: the entries bit by bit, one set of states for each bit, the lowest first. An outcome has
/// one bit, 1 for a lost state; a nimber has as many as the largest one of the block.
pub(crate) struct Finished {
    pub planes: Vec<Words>,
    pub counts: Counts,
}

impl Finished {
    /// The entry at a place.
    pub fn entry(&self, place: u64) -> u8 {
        let (word, bit) = ((place / 64) as usize, place % 64);
        let planes = self.planes.iter().enumerate();
        planes.map(|(plane, words)| ((words[word] >> bit & 1) as u8) << plane).sum()
    }
}
