//! A direct-mapped cache of nimbers in front of the transposition table.

use super::key::Key;
use grundy_core::Nimber;

/// Nimbers that a thread has looked up recently, in a table small enough for the processor's cache.
#[derive(Default)]
pub(crate) struct RecentNimbers {
    /// Words with nimber + 1, by tag; both are 0 in a free place. Allocated with the first entry.
    places: Vec<[u64; 2]>,
}

/// The number of places, a power of two: 256 KiB.
const PLACES: usize = 1 << 14;

impl RecentNimbers {
    pub(super) fn get<P>(&self, key: &Key<P>) -> Option<Nimber> {
        let &[word, nimber] = self.places.get(key.tag.place(PLACES))?;
        (key.is_exact && word == key.word).then(|| nimber.checked_sub(1).map(Nimber))?
    }

    /// Writes a nimber over the one in its place. A part without a word is not kept.
    pub(super) fn put<P>(&mut self, key: &Key<P>, nimber: Nimber) {
        if !key.is_exact {
            return;
        }
        if self.places.is_empty() {
            self.places = vec![[0; 2]; PLACES];
        }
        self.places[key.tag.place(PLACES)] = [key.word, nimber.0 + 1];
    }
}
