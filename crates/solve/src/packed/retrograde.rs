//! The nimbers of all sets by retrograde analysis: a byte each, from the smallest set to the largest.

use super::mirror::Mirror;
use std::collections::BTreeMap;

/// A move as the bits that it takes from the number of a set.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) high: u32,
    pub(super) low: u32,
}

/// Works out the bytes of all sets, which are 0 before, with AVX2 where the processor has it. A block is the
/// sets of equal high bits. The sets that a mirror makes of others have their bytes.
pub(super) fn fill(nimbers: &mut [u64], low_bits: u32, moves: &[Move], mirror: Option<&Mirror>) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has been asked for AVX2; the function is the plain one, compiled for it.
        #[allow(unsafe_code)]
        unsafe {
            return fill_by_avx2(nimbers, low_bits, moves, mirror);
        }
    }
    fill_plainly(nimbers, low_bits, moves, mirror);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fill_by_avx2(nimbers: &mut [u64], low_bits: u32, moves: &[Move], mirror: Option<&Mirror>) {
    fill_plainly(nimbers, low_bits, moves, mirror);
}

/// Block by block: what earlier blocks tell is gathered first, and then the block is closed.
#[inline(always)]
fn fill_plainly(nimbers: &mut [u64], low_bits: u32, moves: &[Move], mirror: Option<&Mirror>) {
    let words = (1_usize << low_bits.saturating_sub(3)).min(nimbers.len());
    let (within, across): (Vec<Move>, Vec<Move>) = moves.iter().partition(|mv| mv.high == 0);
    let (within, across) = (Within::new(&within, words), by_low_bits(&across));
    for high in 0..(nimbers.len() / words) as u32 {
        let (before, rest) = nimbers.split_at_mut(high as usize * words);
        let block = &mut rest[..words];
        if let Some(mirror) = mirror
            && let Some(image) = mirror.earlier_block(high)
        {
            let from = image as usize * words;
            mirror.copy(block, &before[from..from + words]);
            continue;
        }
        for (low, highs) in &across {
            let mut sources = highs.iter().filter(|&taken| taken & !high == 0).map(|taken| {
                let from = (high ^ taken) as usize * words;
                &before[from..from + words]
            });
            // Two at once: so the block itself is read and written half as often.
            while let Some(first) = sources.next() {
                match sources.next() {
                    Some(second) => gather(block, [first, second], *low),
                    None => gather(block, [first], *low),
                }
            }
        }
        match &within {
            None => block.iter_mut().for_each(|word| *word = mex(*word)),
            Some(within) => close(block, within),
        }
    }
}

/// Moves between blocks, by the low bits that they take: these, and the high bits of each move.
fn by_low_bits(moves: &[Move]) -> Vec<(u32, Vec<u32>)> {
    let mut by_bits: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    moves.iter().for_each(|mv| by_bits.entry(mv.low).or_default().push(mv.high));
    by_bits.into_iter().collect()
}

/// The words of a chunk: those of the 128 sets that differ in the seven lowest cells only.
const CHUNK: usize = 16;

type Chunk = [u64; CHUNK];

/// The bits of the number of a set that tell its place in a chunk.
const IN_CHUNK: u32 = 8 * CHUNK as u32 - 1;

/// The part of a move that takes some of the three lowest cells: how bytes of options are shifted to the sets that have
/// these options.
#[derive(Clone, Copy)]
struct InWord {
    /// The bytes of the sets without the cells that are taken.
    without: u64,
    /// How far these are from the bytes of the sets with the cells, in bits.
    bits: u32,
}

impl InWord {
    /// That of a move that takes these cells.
    #[inline(always)]
    fn of(taken: u32) -> InWord {
        InWord { without: WITHOUT[(taken & 7) as usize], bits: 8 * (taken & 7) }
    }

    /// What is known of the sets without the cells, in the places of the sets with them.
    #[inline(always)]
    fn moved(self, word: u64) -> u64 {
        (word & self.without) << self.bits
    }
}

/// Each set of `to` that has the cells `taken` gets, by "or", the bytes that each source has for the set without them.
/// `to` and the sources have equal lengths, which are powers of two.
#[inline(always)]
fn gather<const SOURCES: usize>(to: &mut [u64], from: [&[u64]; SOURCES], taken: u32) {
    let (words, in_word) = ((taken >> 3) as usize, InWord::of(taken));
    if to.len() < CHUNK {
        for at in (0..to.len()).filter(|at| at & words == words) {
            from.iter().for_each(|from| to[at] |= in_word.moved(from[at ^ words]));
        }
        return;
    }
    let (to, _) = to.as_chunks_mut();
    let (low, high) = (words % CHUNK, words / CHUNK);
    let as_it_is = |word| word;
    let moved = |word| in_word.moved(word);
    match (low, in_word.bits) {
        // Moves of at most one low cell are the most frequent. Each such case is compiled for itself; cells 0 to 2
        // share one.
        (0, 0) => gather_chunks(to, from, high, |to, from| gather_in_chunk::<0, SOURCES>(to, from, as_it_is)),
        (1, 0) => gather_chunks(to, from, high, |to, from| gather_in_chunk::<1, SOURCES>(to, from, as_it_is)),
        (2, 0) => gather_chunks(to, from, high, |to, from| gather_in_chunk::<2, SOURCES>(to, from, as_it_is)),
        (4, 0) => gather_chunks(to, from, high, |to, from| gather_in_chunk::<4, SOURCES>(to, from, as_it_is)),
        (8, 0) => gather_chunks(to, from, high, |to, from| gather_in_chunk::<8, SOURCES>(to, from, as_it_is)),
        (0, _) => gather_chunks(to, from, high, |to, from| gather_in_chunk::<0, SOURCES>(to, from, moved)),
        _ => gather_chunks(to, from, high, |to, from| {
            for at in (0..CHUNK).filter(|at| at & low == low) {
                to[at] |= moved(joined(from, at ^ low));
            }
        }),
    }
}

/// Visits the chunks whose index has the bits `taken`, with the chunk of each source at that index without them.
#[inline(always)]
fn gather_chunks<const SOURCES: usize>(
    to: &mut [Chunk],
    from: [&[u64]; SOURCES],
    taken: usize,
    gather: impl Fn(&mut Chunk, [&Chunk; SOURCES]),
) {
    let mut at = taken;
    while at < to.len() {
        // A loop and not `map`, which is not always compiled into its caller.
        let mut chunks = [&[0; CHUNK]; SOURCES];
        for (chunk, source) in chunks.iter_mut().zip(from) {
            *chunk = &source.as_chunks().0[at ^ taken];
        }
        gather(&mut to[at], chunks);
        // The next index with these bits.
        at = (at + 1) | taken;
    }
}

/// [`gather`] within a chunk: the words whose index has the bits `TAKEN` get those of the words without them.
#[inline(always)]
fn gather_in_chunk<const TAKEN: usize, const SOURCES: usize>(
    to: &mut Chunk,
    from: [&Chunk; SOURCES],
    moved: impl Fn(u64) -> u64,
) {
    for (at, word) in to.iter_mut().enumerate() {
        *word |= if at & TAKEN == TAKEN { moved(joined(from, at ^ TAKEN)) } else { 0 };
    }
}

/// The "or" of the words at an index.
#[inline(always)]
fn joined<const SOURCES: usize>(from: [&Chunk; SOURCES], at: usize) -> u64 {
    let mut all = 0;
    for chunk in from {
        all |= chunk[at];
    }
    all
}

/// Moves within a block, by how far they lead.
struct Within {
    /// Moves to other chunks: the bits that they take from the number of a set.
    to_chunks: Vec<u32>,
    /// Moves to other words of the chunk: what they take from the index of the word, and within the word.
    to_words: Vec<(usize, InWord)>,
    /// Moves within the word.
    in_word: Vec<InWord>,
    /// The words of a chunk by the number of bits of their index. A move leads to an index of fewer bits, so that word is
    /// finished before. Words of equally many bits do not wait for each other, and the processor overlaps them.
    order: Vec<usize>,
}

impl Within {
    /// `None` where there are no such moves.
    fn new(moves: &[Move], words: usize) -> Option<Within> {
        let mut order: Vec<usize> = (0..words.min(CHUNK)).collect();
        order.sort_by_key(|word| word.count_ones());
        let mut within = Within { to_chunks: Vec::new(), to_words: Vec::new(), in_word: Vec::new(), order };
        for taken in moves.iter().map(|mv| mv.low) {
            match taken {
                0..8 => within.in_word.push(InWord::of(taken)),
                8..=IN_CHUNK => within.to_words.push(((taken >> 3) as usize, InWord::of(taken))),
                _ => within.to_chunks.push(taken),
            }
        }
        (!moves.is_empty()).then_some(within)
    }
}

/// Finishes a block of sets. The values of the options outside the block are in it already. The moves within the block
/// are added and the mex is taken, chunk by chunk and word by word.
#[inline(always)]
fn close(block: &mut [u64], moves: &Within) {
    let words = block.len().min(CHUNK);
    for at in 0..block.len() / words {
        let (before, rest) = block.split_at_mut(at * words);
        let chunk = &mut rest[..words];
        for &taken in &moves.to_chunks {
            let high = taken as usize / (8 * CHUNK);
            if at & high == high {
                gather(chunk, [&before[(at ^ high) * CHUNK..][..CHUNK]], taken & IN_CHUNK);
            }
        }
        for &word in &moves.order {
            let mut seen = chunk[word];
            for &(taken, in_word) in &moves.to_words {
                // All ones if the word has these cells, else 0: the processor would often guess a branch wrongly.
                let is_move = 0_u64.wrapping_sub(u64::from(word & taken == taken));
                seen |= in_word.moved(chunk[word & !taken] & is_move);
            }
            chunk[word] = closed_word(seen, &moves.in_word);
        }
    }
}

/// Finishes one word: eight sets that differ in the three lowest cells only.
#[inline(always)]
fn closed_word(mut seen: u64, moves: &[InWord]) -> u64 {
    let mut nimbers = 0;
    for sets in BY_CELLS {
        nimbers |= mex(seen) & sets;
        moves.iter().for_each(|mv| seen |= mv.moved(nimbers));
    }
    nimbers
}

/// The bytes of the sets of none of the three lowest cells, of one, of two, and of all. No move leads to a set of as many
/// cells.
const BY_CELLS: [u64; 4] = [0xff, 0x0000_00ff_00ff_ff00, 0x00ff_ff00_ff00_0000, 0xff << 56];

/// The lowest bit that is 0 in each byte; 0 for a byte without any.
#[inline(always)]
fn mex(bytes: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let plus_one = ((bytes & !(ONES << 7)) + ONES) ^ (bytes & ONES << 7);
    !bytes & plus_one
}

/// For each set of the three lowest cells, the bytes of a word whose numbers have none of them.
const WITHOUT: [u64; 8] = {
    let mut without = [0; 8];
    let mut taken = 0;
    while taken < 8 {
        let mut byte = 0;
        while byte < 8 {
            if byte & taken == 0 {
                without[taken] |= 0xff << (8 * byte);
            }
            byte += 1;
        }
        taken += 1;
    }
    without
};
