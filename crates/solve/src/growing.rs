//! A list that grows while others read it.

use std::sync::OnceLock;

/// Entries by number, each made once. They are kept in pieces that double, so that an entry never
/// moves and reading needs no lock.
pub(crate) struct Growing<T> {
    pieces: [OnceLock<Piece<T>>; 27],
}

/// Part of the list, made when it is first needed.
type Piece<T> = Box<[OnceLock<T>]>;

/// The first piece has 2^FIRST entries.
const FIRST: u32 = 6;

impl<T> Growing<T> {
    /// The entry, where it has been made.
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        let (piece, index) = place(number);
        self.pieces[piece].get()?[index].get()
    }

    /// The entry, made now where it has not been.
    pub(crate) fn get_or_make(&self, number: u32, make: impl FnOnce() -> T) -> &T {
        let (piece, index) = place(number);
        let empty = || (0..1usize << (piece as u32 + FIRST)).map(|_| OnceLock::new()).collect();
        self.pieces[piece].get_or_init(empty)[index].get_or_init(make)
    }
}

/// The piece of an entry, and its place in it: piece k begins at (2^k - 1) * 2^FIRST.
fn place(number: u32) -> (usize, usize) {
    let piece = ((u64::from(number) >> FIRST) + 1).ilog2();
    let begin = ((1u64 << piece) - 1) << FIRST;
    (piece as usize, (u64::from(number) - begin) as usize)
}

impl<T> Default for Growing<T> {
    fn default() -> Self {
        Growing { pieces: std::array::from_fn(|_| OnceLock::new()) }
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
        assert_eq!(place(u32::MAX).0, 26);
    }
}
