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
pub(crate) const PAD: usize = 64;

/// Words beyond the reach, so that sliding is rare.
const ROOM: usize = 512;

/// Planes that are told apart together, by the low bits of their indices.
const LOW: usize = 16;

/// Where bytes are indices of planes: of 2^used planes, all but 255.
#[inline(always)]
fn within<const WORDS: usize>(bits: &[[u64; WORDS]; 8], used: usize) -> [u64; WORDS] {
    let (mut beyond, mut all) = ([0; WORDS], [u64::MAX; WORDS]);
    for bits in bits {
        all = and(&all, bits);
    }
    for bits in &bits[used..] {
        for (beyond, bits) in beyond.iter_mut().zip(bits) {
            *beyond |= bits;
        }
    }
    and_not(&and_not(&[u64::MAX; WORDS], &beyond), &all)
}

#[inline(always)]
fn and<const WORDS: usize>(a: &[u64; WORDS], b: &[u64; WORDS]) -> [u64; WORDS] {
    let mut both = *a;
    for (both, b) in both.iter_mut().zip(b) {
        *both &= b;
    }
    both
}

#[inline(always)]
fn and_not<const WORDS: usize>(a: &[u64; WORDS], b: &[u64; WORDS]) -> [u64; WORDS] {
    let mut both = *a;
    for (both, b) in both.iter_mut().zip(b) {
        *both &= !b;
    }
    both
}

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

    /// Where a plane begins among the bytes of all planes.
    #[inline(always)]
    pub(crate) fn start(&self, plane: usize) -> usize {
        plane * self.stride * WORD
    }

    /// `COUNT` bytes from a place on among those of all planes, which lie one plane after the other.
    ///
    /// # Panics
    /// When they end beyond the pad of the last plane.
    #[inline(always)]
    pub(crate) fn bytes_from<const COUNT: usize>(&self, place: usize) -> &[u8; COUNT] {
        self.bytes[place..].first_chunk().expect("the last plane has a pad")
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

    /// Takes over words as their bytes: an index each, or any other byte for what is in no plane.
    #[inline(always)]
    pub(crate) fn push_bytes<F: Form>(&mut self, form: F, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<{ 8 * 64 }>();
        for eight in eights {
            self.push_words::<F, 8>(form, eight);
        }
        for word in rest.as_chunks::<64>().0 {
            self.push_words::<F, 1>(form, word);
        }
    }

    /// The planes of some words, all at once: a plane is where some bits of the bytes are set and the others
    /// are not.
    #[inline(always)]
    fn push_words<F: Form, const WORDS: usize>(&mut self, form: F, bytes: &[u8]) {
        let mut place = self.place(self.end);
        if place + WORDS * WORD > self.stride * WORD {
            self.slide();
            place = self.place(self.end);
        }
        let mut bits = [[0; WORDS]; 8];
        for (at, word) in bytes.as_chunks::<64>().0.iter().enumerate() {
            for (bits, bit) in bits.iter_mut().zip(form.bits_of(word)) {
                bits[at] = bit;
                if F::SCATTERS {
                    std::hint::black_box(());
                }
            }
        }
        let used = self.planes.trailing_zeros() as usize;
        let mut low = [[0; WORDS]; LOW];
        low[0] = within(&bits, used);
        for (bit, bits) in bits[..LOW.trailing_zeros() as usize].iter().enumerate() {
            for plane in 0..1 << bit {
                let with = and(&low[plane], bits);
                low[plane] = and_not(&low[plane], bits);
                low[plane + (1 << bit)] = with;
            }
        }
        for high in 0..self.planes / LOW {
            let mut mask = [u64::MAX; WORDS];
            for (place, bits) in bits[..used].iter().enumerate().skip(LOW.trailing_zeros() as usize) {
                let is_set = high >> (place - LOW.trailing_zeros() as usize) & 1 == 1;
                mask = if is_set { and(&mask, bits) } else { and_not(&mask, bits) };
            }
            for (plane, low) in low.iter().enumerate() {
                let to = (high * LOW + plane) * self.stride * WORD + place;
                for (bytes, word) in self.bytes[to..to + WORDS * WORD]
                    .as_chunks_mut::<WORD>()
                    .0
                    .iter_mut()
                    .zip(and(low, &mask))
                {
                    *bytes = word.to_le_bytes();
                }
            }
        }
        self.end += WORDS;
    }

    /// Keeps what is within reach.
    #[cold]
    fn slide(&mut self) {
        let drop = self.place(self.end) / WORD - PAD - self.reach;
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
