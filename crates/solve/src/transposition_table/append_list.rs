//! Lists that grow while other threads read them.

use std::sync::OnceLock;

/// Entries by number, kept in chunks. An entry never moves, so reading needs no lock.
///
/// A chunk is allocated whole, with all its entries empty. A chunk has at most a quarter of the entries
/// of all chunks before it, so little memory is held for entries that are not in use yet.
pub(crate) struct ChunkedList<T> {
    chunks: [OnceLock<Box<[T]>>; 27 << QUARTER_BITS],
}

/// The first four chunks have 2^FIRST entries together, the next four twice as many, and so on.
const FIRST: u32 = 6;

/// Each such group is divided into 2^QUARTER_BITS chunks.
const QUARTER_BITS: u32 = 2;

impl<T: Default> ChunkedList<T> {
    /// The entry, if its chunk has been allocated.
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        let (chunk, index) = place(number);
        self.chunks[chunk].get()?.get(index)
    }

    /// The entry; its chunk is allocated now if it has not been.
    pub(crate) fn get_or_make(&self, number: u32) -> &T {
        let (chunk, index) = place(number);
        let empty = || (0..length(chunk)).map(|_| T::default()).collect();
        &self.chunks[chunk].get_or_init(empty)[index]
    }
}

/// The chunk of an entry, and the entry's index in it. After 2^FIRST is added to the number, its highest
/// bit gives the group of four chunks, the next two bits the chunk in the group, the other bits the index.
fn place(number: u32) -> (usize, usize) {
    let shifted = u64::from(number) + (1 << FIRST);
    let highest = shifted.ilog2();
    let rest = highest - QUARTER_BITS;
    let quarter = (shifted >> rest) as usize & ((1 << QUARTER_BITS) - 1);
    let chunk = ((highest - FIRST) as usize) << QUARTER_BITS | quarter;
    (chunk, shifted as usize & ((1 << rest) - 1))
}

/// The number of entries of a chunk.
fn length(chunk: usize) -> usize {
    1 << (FIRST - QUARTER_BITS + (chunk as u32 >> QUARTER_BITS))
}

impl<T> Default for ChunkedList<T> {
    fn default() -> Self {
        ChunkedList { chunks: std::array::from_fn(|_| OnceLock::new()) }
    }
}

/// Entries by number, each written once.
pub(crate) struct AppendList<T> {
    entries: ChunkedList<OnceLock<T>>,
}

impl<T> AppendList<T> {
    /// The entry, if it has been written.
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        self.entries.get(number)?.get()
    }

    /// The entry; `make` makes it if it has not been written.
    pub(crate) fn get_or_make(&self, number: u32, make: impl FnOnce() -> T) -> &T {
        self.entries.get_or_make(number).get_or_init(make)
    }
}

impl<T> Default for AppendList<T> {
    fn default() -> Self {
        AppendList { entries: ChunkedList::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_place_of_its_own() {
        let list = AppendList::default();
        for number in (0..5000).rev() {
            assert_eq!(list.get(number), None);
            assert_eq!(*list.get_or_make(number, || number), number);
        }
        assert!((0..5000).all(|number| list.get(number) == Some(&number)));
        assert_eq!((place(0), place(15), place(16), place(63)), ((0, 0), (0, 15), (1, 0), (3, 15)));
        assert_eq!((place(64), place(95), place(96)), ((4, 0), (4, 31), (5, 0)));
        assert_eq!(place(u32::MAX).0, 104, "of 108");
    }

    #[test]
    fn chunks_follow_one_another_without_a_gap() {
        let mut number = 0;
        for chunk in 0..60 {
            assert_eq!(place(number), (chunk, 0));
            number += length(chunk) as u32;
            assert_eq!(place(number - 1), (chunk, length(chunk) - 1));
        }
    }
}
