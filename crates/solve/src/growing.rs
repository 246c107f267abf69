//! A list that grows while others read it.

use std::sync::OnceLock;

/// Entries by number. They are kept in pieces, so that an entry never moves and reading needs no lock. A piece
/// is made with all its entries empty; each has at most a quarter of the entries before it, so that little
/// memory is held for entries that are not there yet.
pub(crate) struct Pieces<T> {
    pieces: [OnceLock<Box<[T]>>; 27 << QUARTER_BITS],
}

/// The first four pieces have 2^FIRST entries together, the next four twice as many, ...
const FIRST: u32 = 6;

/// A quarter of them is one piece.
const QUARTER_BITS: u32 = 2;

impl<T: Default> Pieces<T> {
    /// The entry, where its piece has been made.
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        let (piece, index) = place(number);
        self.pieces[piece].get()?.get(index)
    }

    /// The entry, with its piece made now where it has not been.
    pub(crate) fn get_or_make(&self, number: u32) -> &T {
        let (piece, index) = place(number);
        let empty = || (0..length(piece)).map(|_| T::default()).collect();
        &self.pieces[piece].get_or_init(empty)[index]
    }
}

/// The piece of an entry, and its place in it. With 2^FIRST added, the highest bit of a number tells which four
/// pieces, the next two bits which of the four, and the other bits the place.
fn place(number: u32) -> (usize, usize) {
    let shifted = u64::from(number) + (1 << FIRST);
    let highest = shifted.ilog2();
    let rest = highest - QUARTER_BITS;
    let quarter = (shifted >> rest) as usize & ((1 << QUARTER_BITS) - 1);
    let piece = ((highest - FIRST) as usize) << QUARTER_BITS | quarter;
    (piece, shifted as usize & ((1 << rest) - 1))
}

/// How many entries a piece has.
fn length(piece: usize) -> usize {
    1 << (FIRST - QUARTER_BITS + (piece as u32 >> QUARTER_BITS))
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
        assert_eq!((place(0), place(15), place(16), place(63)), ((0, 0), (0, 15), (1, 0), (3, 15)));
        assert_eq!((place(64), place(95), place(96)), ((4, 0), (4, 31), (5, 0)));
        assert_eq!(place(u32::MAX).0, 104, "of 108");
    }

    #[test]
    fn pieces_follow_one_another_without_a_gap() {
        let mut number = 0;
        for piece in 0..60 {
            assert_eq!(place(number), (piece, 0));
            number += length(piece) as u32;
            assert_eq!(place(number - 1), (piece, length(piece) - 1));
        }
    }
}
