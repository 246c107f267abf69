//! A list that grows while others read it.

use std::sync::OnceLock;

/// Entries by number. They are kept in pieces that double, so that an entry never moves and reading
/// needs no lock. A piece is made with all its entries empty.
pub(crate) struct Pieces<T> {
    pieces: [OnceLock<Box<[T]>>; 27],
}

/// The first piece has 2^FIRST entries.
const FIRST: u32 = 6;

impl<T: Default> Pieces<T> {
    /// The entry, where its piece has been made.
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        let (piece, index) = place(number);
        self.pieces[piece].get()?.get(index)
    }

    /// The entry, with its piece made now where it has not been.
    pub(crate) fn get_or_make(&self, number: u32) -> &T {
        let (piece, index) = place(number);
        let empty = || (0..1_usize << (piece as u32 + FIRST)).map(|_| T::default()).collect();
        &self.pieces[piece].get_or_init(empty)[index]
    }
}

/// The piece of an entry, and its place in it: piece k begins at 2^(FIRST + k) - 2^FIRST.
fn place(number: u32) -> (usize, usize) {
    let shifted = u64::from(number) + (1 << FIRST);
    let highest = shifted.ilog2();
    ((highest - FIRST) as usize, (shifted ^ 1 << highest) as usize)
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Pieces { pieces: std::array::from_fn(|_| OnceLock::new()) }
    }
}

/// Entries by number, each made once.
pub(crate) struct Growing<T> {
    entries: Pieces<OnceLock<T>>,
}

impl<T> Growing<T> {
    /// The entry, where it has been made.
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        self.entries.get(number)?.get()
    }

    /// The entry, made now where it has not been.
    pub(crate) fn get_or_make(&self, number: u32, make: impl FnOnce() -> T) -> &T {
        self.entries.get_or_make(number).get_or_init(make)
    }
}

impl<T> Default for Growing<T> {
    fn default() -> Self {
        Growing { entries: Pieces::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_place_of_its_own() {
        let list = Growing::default();
        for number in (0..5000).rev() {
            assert_eq!(list.get(number), None);
            assert_eq!(*list.get_or_make(number, || number), number);
        }
        assert!((0..5000).all(|number| list.get(number) == Some(&number)));
        assert_eq!((place(63), place(64)), ((0, 63), (1, 0)));
        assert_eq!(place(u32::MAX).0, 26);
    }
}
