//! Which common index the latest heaps have, one row of bits an index.
//!
//! ```text
//! plane 0    | back, at first empty .. known | room
//! plane 1    | ...
//! ```
//!
//! Bit h of plane i is set where heap h is common and has index i. The rows are bytes, so that what lies some
//! heaps back begins at any byte; what begins inside a byte is read from the byte before, and shifted.

use super::set::Set;

/// Heaps of a word, and words of a block.
pub(super) const WORD: usize = 64;
pub(super) const WORDS: usize = 64;
pub(super) const BLOCK: usize = WORD * WORDS;

/// Words of a part of a block.
pub(super) const PART: usize = 4;

/// Bytes of a word, and of a part.
const BYTES: usize = WORD / 8;
const PART_BYTES: usize = PART * BYTES;

/// Where a plane is seen from some bytes later: the same place in the planes, however far they have moved.
#[derive(Clone, Copy)]
pub(super) struct View(usize);

/// A window on the planes of all heaps.
pub(super) struct Planes<S> {
    bytes: Vec<u8>,
    /// Bytes of a plane, and those that may be looked back at.
    stride: usize,
    back: usize,
    /// Bytes that the window has moved, and where the next word goes.
    end: usize,
    /// The heap that comes next.
    heap: usize,
    /// The indices that each part of a row has a heap of.
    parts: Vec<S>,
}

impl<S: Set> Planes<S> {
    /// Empty planes before a heap, to look back at this number of heaps.
    pub(super) fn new(heap: usize, back: usize) -> Self {
        let back = back.next_multiple_of(BLOCK) / 8 + BLOCK / 8;
        let stride = 2 * back;
        // What is read beyond the last plane, or looked up beyond the last part, is never used.
        let bytes = vec![0; S::INDICES * stride + 2 * BLOCK / 8];
        Planes { bytes, stride, back, end: back, heap, parts: vec![S::EMPTY; stride / PART_BYTES + 1] }
    }

    /// The bytes of planes of this number of indices, to look back at this number of heaps.
    pub(super) fn bytes(indices: usize, back: usize) -> u64 {
        (indices as u64 + 1) * 2 * ((back.next_multiple_of(BLOCK) + BLOCK) / 8) as u64
    }

    /// The heap that comes next.
    pub(super) fn heap(&self) -> usize {
        self.heap
    }

    /// Makes room for more, where there is none.
    fn make_room(&mut self) {
        if self.end == self.stride {
            let kept = self.end - self.back;
            for plane in self.bytes.chunks_exact_mut(self.stride) {
                plane.copy_within(kept.., 0);
            }
            self.parts.copy_within(kept / PART_BYTES.., 0);
            self.end = self.back;
        }
    }

    /// Takes over a block of every plane. All that was taken over before must be whole blocks.
    #[inline(always)]
    pub(super) fn push_block(&mut self, block: &[[u64; WORDS]]) {
        self.make_room();
        let mut present = [S::EMPTY; WORDS / PART];
        for (index, words) in block.iter().enumerate() {
            for (present, part) in present.iter_mut().zip(words.as_chunks::<PART>().0) {
                if *part != [0; PART] {
                    present.insert(index);
                }
            }
        }
        let place = self.end / PART_BYTES;
        self.parts[place..place + present.len()].copy_from_slice(&present);
        for (plane, words) in self.bytes.chunks_exact_mut(self.stride).zip(block) {
            let bytes = plane[self.end..self.end + BLOCK / 8].as_chunks_mut::<BYTES>().0;
            for (bytes, word) in bytes.iter_mut().zip(words) {
                *bytes = word.to_le_bytes();
            }
        }
        self.end += BLOCK / 8;
        self.heap += BLOCK;
    }

    /// Takes over a word of every plane.
    pub(super) fn push(&mut self, word: &[u64]) {
        self.make_room();
        let part = &mut self.parts[self.end / PART_BYTES];
        if self.end.is_multiple_of(PART_BYTES) {
            *part = S::EMPTY;
        }
        let mut present = S::EMPTY;
        for (place, planes) in word.chunks(64).enumerate() {
            present.replace(
                place,
                (0..).zip(planes).fold(0, |set, (bit, plane)| set | u64::from(*plane != 0) << bit),
            );
        }
        *part = part.or(present);
        for (plane, bits) in self.bytes.chunks_exact_mut(self.stride).zip(word) {
            plane[self.end..self.end + BYTES].copy_from_slice(&bits.to_le_bytes());
        }
        self.end += BYTES;
        self.heap += WORD;
    }

    /// The indices that occur in `words` words. The first word begins in the byte that lies `back` bytes before
    /// the next heap. A few indices more may be among them.
    #[inline(always)]
    pub(super) fn present(&self, back: usize, words: usize) -> S {
        let start = self.end - back;
        let end = start + words * BYTES + 1;
        let parts = &self.parts[start / PART_BYTES..end.div_ceil(PART_BYTES)];
        parts.iter().fold(S::EMPTY, |present, part| present.or(*part))
    }

    /// The words that begin this number of bytes before the next heap.
    #[inline(always)]
    pub(super) fn words(&self, plane: usize, back: usize) -> &[[u8; BYTES]] {
        self.bytes[plane * self.stride + self.end - back..].as_chunks().0
    }

    /// A plane so many bytes back, for [`Planes::seen`].
    pub(super) fn view(&self, plane: usize, back: usize) -> View {
        View((plane * self.stride).wrapping_sub(back))
    }

    /// The words of a plane some bytes back, from the word that begins `before` bytes before the next heap on.
    #[inline(always)]
    pub(super) fn seen<const N: usize>(&self, view: View, before: usize) -> [u64; N] {
        let start = view.0.wrapping_add(self.end - before);
        let bytes: &[u8] = &self.bytes[start..start + N * BYTES];
        let mut words = [0; N];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        words
    }
}
