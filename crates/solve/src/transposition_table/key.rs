//! A part with the hash by which the table finds it.

use super::hash_index::Tag;
use std::hash::{BuildHasher, Hash};

/// A part, ready to be looked up.
///
/// A part is identified by its [word](grundy_core::Tuning::word) where it has one, which no other part has.
/// Else it is found by its hash and compared as a whole position. So a hash never stands for a part.
pub(crate) struct Key<P> {
    pub(super) part: P,
    /// The word, or the hash where there is no word.
    pub(super) word: u64,
    /// Whether `word` is a word, which alone identifies the part.
    pub(super) is_exact: bool,
    pub(super) tag: Tag,
}

impl<P: Hash> Key<P> {
    /// The key of a part; `hasher` is used where the part has no word.
    pub(super) fn new(part: P, word: Option<u64>, hasher: &impl BuildHasher) -> Key<P> {
        match word {
            Some(word) => Key { part, word, is_exact: true, tag: Tag::of(mixed(word)) },
            None => {
                let hash = hasher.hash_one(&part);
                Key { part, word: hash, is_exact: false, tag: Tag::of(hash) }
            }
        }
    }
}

impl<P: PartialEq> PartialEq for Key<P> {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word && (self.is_exact && other.is_exact || self.part == other.part)
    }
}

impl<P> Key<P> {
    /// Whether an entry with this word is the part's, without comparing positions.
    pub(super) fn is_identified_by(&self, word: u64) -> bool {
        self.is_exact && self.word == word
    }

    pub(crate) fn part(&self) -> &P {
        &self.part
    }
}

/// A hash of a word: both halves of its product with the golden ratio as an odd number (Fibonacci hashing:
/// D. E. Knuth, *The Art of Computer Programming*, volume 3, section 6.4), combined by exclusive or.
fn mixed(word: u64) -> u64 {
    let product = u128::from(word) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
}
