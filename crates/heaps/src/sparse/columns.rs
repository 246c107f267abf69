//! The planes of past words, plane by plane.
//!
//! ```text
//! plane 0    pad | words skipped .. held | room
//! plane 1    pad | ...
//! ```
//!
//! A plane is kept as bytes, eight a word: what lies a number of heaps back begins at some bit of some byte,
//! so all but the last three bits of a distance are a place in memory.

use crate::simd::four_words::Four;
use crate::simd::registers::{Form, Plain};

/// Bytes of a word.
pub(crate) const WORD: usize = 8;

/// Empty words before heap 0, and after the last plane, so that as many words may be read together anywhere.
pub(crate) const PAD: usize = 32;

/// Words beyond the reach, so that sliding is rare.
const ROOM: usize = 512;

/// A window on all planes.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    bytes: Vec<u8>,
    planes: usize,
    /// Words from one plane to the next.
    stride: usize,
    /// Words that are looked back at.
    reach: usize,
    /// Words before the window, and those before its end.
    skipped: usize,
    end: usize,
}

impl Columns {
    /// An empty window whose first word is to be `end - reach`, or 0.
    pub(crate) fn new(planes: usize, reach: usize, end: usize) -> Self {
        let stride = PAD + reach + reach / 2 + ROOM;
        let skipped = end.saturating_sub(reach);
        Columns {
            bytes: vec![0; (planes * stride + PAD) * WORD],
            planes,
            stride,
            reach,
            skipped,
            end: skipped,
        }
    }

    /// Pushes the words up to `end`, each by its planes; `None` when those of a word are not known.
    pub(crate) fn fill<const Q: usize>(
        &mut self,
        end: usize,
        planes: impl Fn(usize) -> Option<[Four; Q]>,
    ) -> Option<()> {
        for word in self.end..end {
            self.push(Plain, planes(word)?.as_flattened());
        }
        Some(())
    }

    /// The bytes that it holds.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Words that may be looked back at.
    pub(crate) fn reach(&self) -> usize {
        self.reach
    }

    /// The place of a word in a plane, in bytes.
    #[inline(always)]
    pub(crate) fn place(&self, word: usize) -> usize {
        (word + PAD - self.skipped) * WORD
    }

    /// All planes from this one on.
    #[inline(always)]
    pub(crate) fn plane_on(&self, plane: usize) -> &[u8] {
        &self.bytes[plane * self.stride * WORD..]
    }

    /// Takes over the planes of the next word.
    #[inline(always)]
    pub(crate) fn push<F: Form>(&mut self, _: F, planes: &[u64]) {
        let mut place = self.place(self.end);
        if place == self.stride * WORD {
            self.slide();
            place = self.place(self.end);
        }
        for (plane, &word) in self.bytes.chunks_exact_mut(self.stride * WORD).zip(planes) {
            plane[place..place + WORD].copy_from_slice(&word.to_le_bytes());
            if F::SCATTERS {
                std::hint::black_box(());
            }
        }
        self.end += 1;
    }

    /// Keeps what is within reach.
    #[cold]
    fn slide(&mut self) {
        let drop = self.stride - PAD - self.reach;
        for plane in self.bytes[..self.planes * self.stride * WORD].chunks_exact_mut(self.stride * WORD) {
            plane.copy_within(drop * WORD.., 0);
        }
        self.skipped += drop;
    }

    /// Whether `reach` words before `word` are held and may be looked back at.
    pub(crate) fn holds(&self, word: usize, reach: usize) -> bool {
        reach <= self.reach && word.saturating_sub(reach) >= self.skipped
    }

    /// Takes back all words from `word` on.
    pub(crate) fn truncate(&mut self, word: usize) {
        self.end = word;
    }
}
