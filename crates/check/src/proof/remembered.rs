//! What was found once and may be asked for again, in as much memory as there is room for.

use super::part::{PackedCells, ProofPart};
use grundy_core::{Held, Run};
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

/// What may have memory of its own, beside its size.
pub(super) trait Allocates {
    /// About how many bytes of it; none unless told.
    fn allocated(&self) -> usize {
        0
    }
}

impl Allocates for () {}
impl Allocates for u32 {}
impl Allocates for usize {}

/// What was found, by what it was found of. When its share of the memory is full, all of it is forgotten.
pub(super) struct Remembered<K, V> {
    found: HashMap<K, V>,
    held: Held,
    most_bytes: usize,
}

/// It takes at most a quarter of the memory that is left when it is made, and at most [`MOST_BYTES`].
const SHARE: u64 = 4;

/// The most bytes that are taken where the memory has no limit, or a high one.
const MOST_BYTES: u64 = 1 << 28;

impl<K: Eq + Hash + Allocates, V: Allocates> Remembered<K, V> {
    /// Nothing yet, in the memory of a run.
    pub(super) fn new(run: &Run) -> Self {
        let share = run.memory_left().map_or(MOST_BYTES, |left| MOST_BYTES.min(left / SHARE));
        Remembered { found: HashMap::new(), held: Held::of(run), most_bytes: share as usize }
    }

    /// What was found of it, where that is remembered.
    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.found.get(key)
    }

    /// The same, and forgets it.
    pub(super) fn take(&mut self, key: &K) -> Option<V> {
        let (key, found) = self.found.remove_entry(key)?;
        self.held.release(bytes_of(&key, &found));
        Some(found)
    }

    /// Remembers it, where there is room.
    pub(super) fn keep(&mut self, key: K, found: V) {
        let bytes = bytes_of(&key, &found);
        if !self.hold(bytes) {
            self.found = HashMap::new();
            self.held.release(self.held.bytes());
            if !self.hold(bytes) {
                return;
            }
        }
        self.found.insert(key, found);
    }

    /// Holds some bytes of the share; `false` where they have no room.
    fn hold(&mut self, bytes: usize) -> bool {
        self.held.bytes() + bytes <= self.most_bytes && self.held.hold(bytes).is_ok()
    }
}

/// About the bytes of an entry: tables have room for up to twice as many entries as they have.
fn bytes_of<K: Allocates, V: Allocates>(key: &K, found: &V) -> usize {
    2 * size_of::<(K, V)>() + key.allocated() + found.allocated()
}

/// What an allocator keeps beside what it is asked for, in bytes.
const BESIDE: usize = 16;

impl<T: Allocates> Allocates for [T] {
    fn allocated(&self) -> usize {
        size_of_val(self) + BESIDE + self.iter().map(T::allocated).sum::<usize>()
    }
}

impl<T: Allocates> Allocates for Vec<T> {
    fn allocated(&self) -> usize {
        self.as_slice().allocated() + (self.capacity() - self.len()) * size_of::<T>()
    }
}

impl<T: Allocates> Allocates for Rc<T> {
    fn allocated(&self) -> usize {
        size_of::<T>() + BESIDE + T::allocated(self)
    }
}

impl Allocates for ProofPart {
    fn allocated(&self) -> usize {
        match &self.cells {
            PackedCells::Few(_) => 0,
            PackedCells::Many(bytes) => bytes.len() + BESIDE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Limits;

    #[test]
    fn no_more_is_remembered_than_there_is_room_for() {
        let run = Run::new(Limits { memory: Some(40_000), ..Limits::default() });
        let mut remembered = Remembered::new(&run);
        let mut most = 0;
        for number in 0..1000u32 {
            remembered.keep(number, vec![number; 100]);
            assert_eq!(remembered.get(&number), Some(&vec![number; 100]));
            most = most.max(40_000 - run.memory_left().unwrap_or(0));
        }
        assert!((5000..=10_000).contains(&most), "{most} bytes");
        assert!(remembered.get(&0).is_none(), "it was forgotten");
        remembered.keep(0, vec![0; 10_000]);
        assert!(remembered.get(&0).is_none(), "it has no room");
        assert_eq!(run.memory_left(), Some(40_000));

        remembered.keep(1, vec![1]);
        assert_eq!(remembered.take(&1), Some(vec![1]));
        assert_eq!((remembered.take(&1), run.memory_left()), (None, Some(40_000)));
        remembered.keep(1, vec![1]);
        drop(remembered);
        assert_eq!(run.memory_left(), Some(40_000));
    }

    #[test]
    fn a_run_without_room_remembers_nothing() {
        let run = Run::new(Limits { memory: Some(1000), ..Limits::default() });
        let mut remembered = Remembered::new(&run);
        run.hold(1000).unwrap_or_else(|stopped| panic!("{stopped}"));
        remembered.keep(1u32, ());
        assert!(remembered.get(&1).is_none());
    }
}
