//! The inner loops: one chunk of 512 words, or several side by side.
//!
//! All are written so that the compiler can put them into wide registers; see `engine`.

use crate::layout::{CHUNK_WORDS, WITHOUT};
use crate::low::Low;
use crate::plan::Plan;

/// The states of a chunk, one bit each.
pub(crate) type Chunk = [u64; CHUNK_WORDS];
/// Chunks that are closed side by side: none has a move to another.
pub(crate) const LANES: usize = 4;
/// The words with the same index of the chunks side by side.
pub(crate) type Row = [u64; LANES];
/// Words that stay in registers while all sources are added.
const TILE: usize = 32;

/// The states of a word by number of stones: those with `i` of the six low cells.
pub(crate) const LAYERS: [u64; 7] = {
    let mut layers = [0; 7];
    let mut state = 0_u32;
    while state < 64 {
        layers[state.count_ones() as usize] |= 1 << state;
        state += 1;
    }
    layers
};

/// Adds to `won` the states from which a move leads to a lost one, for moves that take no inner
/// bits: word `i` is reached from word `i`.
#[inline(always)]
pub(crate) fn add_straight(won: &mut Chunk, plain: &[&Chunk], masked: &[(&Chunk, Low)]) {
    let (tiles, _) = won.as_chunks_mut::<TILE>();
    for (index, tile) in tiles.iter_mut().enumerate() {
        let mut sum = *tile;
        for source in plain {
            let words = &source.as_chunks::<TILE>().0[index];
            for place in 0..TILE {
                sum[place] |= words[place];
            }
        }
        for (source, low) in masked {
            let words = &source.as_chunks::<TILE>().0[index];
            for place in 0..TILE {
                sum[place] |= low.back(words[place]);
            }
        }
        *tile = sum;
    }
}

/// The same for a move that takes the inner bits `inner`: word `i` is reached from word `i + inner`.
#[inline(always)]
pub(crate) fn add_crossing(won: &mut Chunk, source: &Chunk, inner: usize, low: Low) {
    match inner & 3 {
        0 => add_fours::<0>(won, source, inner >> 2, low),
        1 => add_fours::<1>(won, source, inner >> 2, low),
        2 => add_fours::<2>(won, source, inner >> 2, low),
        _ => add_fours::<3>(won, source, inner >> 2, low),
    }
}

/// Four words at a time: the two lowest inner bits, `LAST`, move within the four.
#[inline(always)]
fn add_fours<const LAST: usize>(won: &mut Chunk, source: &Chunk, inner: usize, low: Low) {
    const FOURS: usize = CHUNK_WORDS / 4;
    let won = won.as_chunks_mut::<4>().0;
    let source = source.as_chunks::<4>().0;
    let mut four = inner;
    while four < FOURS {
        let from = &source[(four ^ inner) % FOURS];
        let to = &mut won[four];
        for place in 0..4 {
            if place & LAST == LAST {
                to[place] |= low.back(from[place ^ LAST]);
            }
        }
        four = (four + 1) | inner;
    }
}

/// Turns chunks, one after the other, into rows of words side by side.
#[inline(always)]
pub(crate) fn interleave(chunks: &[Chunk; LANES], rows: &mut [Row; CHUNK_WORDS]) {
    for (word, row) in rows.iter_mut().enumerate() {
        for (lane, chunk) in chunks.iter().enumerate() {
            row[lane] = chunk[word];
        }
    }
}

/// Turns rows of words side by side into one of the chunks.
#[inline(always)]
pub(crate) fn pick(rows: &[Row; CHUNK_WORDS], lane: usize, chunk: &mut Chunk) {
    for (row, word) in rows.iter().zip(chunk) {
        *word = row[lane];
    }
}

/// Decides whole chunks: `rows` holds the states known to be won by moves beyond the chunk, and then
/// the lost ones.
#[inline(always)]
pub(crate) fn close_chunks(plan: &Plan, rows: &mut [Row; CHUNK_WORDS]) {
    for (word, moves) in &plan.words {
        let place = usize::from(*word) % CHUNK_WORDS;
        let mut won = rows[place];
        for inner in &plan.inner[moves.clone()] {
            let lost = &rows[usize::from(inner.to) % CHUNK_WORDS];
            for lane in 0..LANES {
                won[lane] |= inner.low.back(lost[lane]);
            }
        }
        if plan.is_single {
            close_singles(&mut won);
        } else {
            close_words(&mut won, &plan.within);
        }
        rows[place] = won.map(|word| !word);
    }
}

/// Decides the states of words in which a move takes any one of the six low cells: layer by layer,
/// what is not won yet is lost, and wins for all states with one stone more.
#[inline(always)]
fn close_singles(won: &mut Row) {
    for layer in &LAYERS[..6] {
        for word in won.iter_mut() {
            let lost = !*word & layer;
            *word |= (lost & WITHOUT[0]) << 1
                | (lost & WITHOUT[1]) << 2
                | (lost & WITHOUT[2]) << 4
                | (lost & WITHOUT[3]) << 8
                | (lost & WITHOUT[4]) << 16
                | (lost & WITHOUT[5]) << 32;
        }
    }
}

/// The same for any moves within a word.
#[inline(always)]
fn close_words(won: &mut Row, within: &[Low]) {
    for layer in &LAYERS[..6] {
        for word in won.iter_mut() {
            let lost = !*word & layer;
            for low in within {
                *word |= low.back(lost);
            }
        }
    }
}
