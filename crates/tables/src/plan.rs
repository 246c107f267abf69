//! The moves, sorted by how far they reach: within a word, within a chunk, beyond it.

use crate::Moves;
use crate::layout::{CHUNK_BITS, CHUNK_WORDS, Layout, WORD_BITS};
use crate::low::Low;
use crate::stuck::Stuck;

/// A move to another word of the same chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InnerMove {
    /// The word that it leads to.
    pub to: u16,
    pub low: Low,
}

/// A move to another chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HighMove {
    /// The bits of the chunk's number that it takes.
    pub high: u64,
    /// The bits of the word's index that it takes.
    pub inner: usize,
    pub low: Low,
}

/// Everything that the engine needs to know of a game.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Moves within a word.
    pub within: Vec<Low>,
    /// Whether those are just the six single stones.
    pub is_single: bool,
    /// The words of a chunk with their moves: every word after those that its moves lead to, and
    /// words with equally many bits together, since they do not wait for each other.
    pub words: Vec<(u16, std::ops::Range<usize>)>,
    /// The words of a chunk by the number of ones in their indices.
    pub by_ones: Vec<Vec<u16>>,
    /// The moves of all words, one after the other.
    pub inner: Vec<InnerMove>,
    pub high: Vec<HighMove>,
    /// For games in which a state with stones may have no move.
    pub stuck: Option<Stuck>,
}

impl Plan {
    pub fn new(moves: &Moves, layout: &Layout) -> Plan {
        let masks: Vec<u64> = moves.masks().iter().map(|&mask| layout.index(mask)).collect();
        let low = |mask: u64| Low::new(mask & 63);
        let is_within = |mask: &u64| mask >> WORD_BITS == 0;
        let is_high = |mask: &u64| mask >> CHUNK_BITS != 0;
        let mut within: Vec<u64> = masks.iter().copied().filter(is_within).collect();
        within.sort_unstable();

        let in_chunk: Vec<u64> =
            masks.iter().copied().filter(|mask| !is_within(mask) && !is_high(mask)).collect();
        let mut order: Vec<usize> = (0..CHUNK_WORDS).collect();
        order.sort_by_key(|word| word.count_ones());
        let mut inner = Vec::new();
        let mut words = Vec::new();
        for word in order {
            let start = inner.len();
            for &mask in &in_chunk {
                let bits = (mask >> WORD_BITS) as usize;
                if word & bits == bits {
                    inner.push(InnerMove { to: (word ^ bits) as u16, low: low(mask) });
                }
            }
            words.push((word as u16, start..inner.len()));
        }
        let high = masks
            .iter()
            .filter(|mask| is_high(mask))
            .map(|&mask| HighMove {
                high: mask >> CHUNK_BITS,
                inner: (mask >> WORD_BITS) as usize % CHUNK_WORDS,
                low: low(mask),
            })
            .collect();
        Plan {
            is_single: within == [1, 2, 4, 8, 16, 32],
            within: within.into_iter().map(Low::new).collect(),
            by_ones: (0..=CHUNK_BITS - WORD_BITS)
                .map(|ones| (0..CHUNK_WORDS as u16).filter(|word| word.count_ones() == ones).collect())
                .collect(),
            words,
            inner,
            high,
            stuck: Stuck::of(moves, layout),
        }
    }
}
