//! One block of states, decided from the blocks below it.
//!
//! A block holds all states with the same highest bits. Its chunks come in an order in which every
//! chunk follows those that its moves lead to; chunks whose numbers have equally many bits do not
//! wait for each other, and are closed several at a time.

use crate::count::add_rows;
use crate::finished::Finished;
use crate::header::{COUNTS, Counts};
use crate::kernel::{Chunk, LANES, add_crossing, add_straight, close_chunks, interleave, pick};
use crate::layout::{CHUNK_BITS, CHUNK_WORDS};
use crate::low::Low;
use crate::memory::Words;
use crate::plan::Plan;
use grundy_core::Run;

/// Bits of a chunk's number whose chunks are ordered by count of bits; those above go up in order,
/// so that the chunks at hand stay in the caches.
const MIDDLE_BITS: u32 = 8;

/// What is to be decided.
pub(crate) struct Task<'t> {
    pub plan: &'t Plan,
    /// Which block: the highest bits of its states.
    pub block: u64,
    /// How many bits of a state's number lie within a block.
    pub block_bits: u32,
    /// States of this block that count as won whatever their moves are.
    pub won: Option<&'t [u64]>,
    /// Whether the empty board counts as won.
    pub empty_is_won: bool,
    /// May stop the work.
    pub run: &'t Run,
    /// Whether to use registers of 256 bits, where the processor has them.
    pub is_wide: bool,
}

/// A move as this block sees it.
struct BlockMove {
    /// The block that it leads to, by its place among those below; none when it stays in this one.
    below: Option<usize>,
    /// The bits of the chunk's number within the block that it takes.
    high: usize,
    inner: usize,
    low: Low,
}

impl Task<'_> {
    /// Fills `lost` with the lost states of the block, and counts them by number of stones; `None` when
    /// it was stopped. On a board of less than a chunk, the counts are of no use.
    ///
    /// # Panics
    /// When `lost` is not as large as a block.
    pub fn decide(&self, below: &mut Below<'_>, lost: &mut [u64]) -> Option<Counts> {
        assert_eq!(lost.len() as u64, 1 << (self.block_bits - 6), "one bit a state");
        #[cfg(target_arch = "x86_64")]
        if self.is_wide && is_wide_here() {
            // SAFETY: the processor has just been asked for every feature that the function is
            // compiled for.
            #[allow(unsafe_code)]
            return unsafe { self.decide_wide(below, lost) };
        }
        self.decide_here(below, lost)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn decide_wide(&self, below: &mut Below<'_>, lost: &mut [u64]) -> Option<Counts> {
        self.decide_here(below, lost)
    }

    #[inline(always)]
    fn decide_here(&self, below: &mut Below<'_>, lost: &mut [u64]) -> Option<Counts> {
        let moves = self.moves(below);
        let lost = lost.as_chunks_mut::<CHUNK_WORDS>().0;
        let won = self.won.map(|won| won.as_chunks::<CHUNK_WORDS>().0);
        let middle = MIDDLE_BITS.min(self.block_bits - CHUNK_BITS);
        let groups = groups(middle);
        let mut counts = [0; COUNTS];
        let mut chunks = Box::new([[0; CHUNK_WORDS]; LANES]);
        let mut rows = Box::new([[0; LANES]; CHUNK_WORDS]);
        for outer in 0..lost.len() >> middle {
            if self.run.check().is_err() {
                return None;
            }
            for group in &groups {
                // Of the later nimbers of a block there are few: most chunks have none to be decided.
                let is_open = |number: usize| won.is_none_or(|won| !is_full(&won[outer << middle | number]));
                if !group.iter().any(|&number| is_open(number)) {
                    group.iter().for_each(|&number| lost[outer << middle | number].fill(0));
                    continue;
                }
                for (lane, chunk) in chunks.iter_mut().enumerate() {
                    let Some(&number) = group.get(lane) else {
                        // A group may be short of chunks; nothing is lost in the lanes left over.
                        *chunk = [u64::MAX; CHUNK_WORDS];
                        continue;
                    };
                    let number = outer << middle | number;
                    *chunk = won.map_or([0; CHUNK_WORDS], |won| won[number]);
                    if !is_open(group[lane]) {
                        continue;
                    }
                    if self.empty_is_won && self.block == 0 && number == 0 {
                        chunk[0] |= 1;
                    }
                    below.prepare(number, &moves);
                    add_beyond(chunk, number, &moves, below, lost);
                }
                interleave(&chunks, &mut rows);
                close_chunks(self.plan, &mut rows);
                let stones = self.block.count_ones() + (outer << middle | group[0]).count_ones();
                add_rows(self.plan, &rows, stones as usize, &mut counts);
                for (lane, &number) in group.iter().enumerate() {
                    pick(&rows, lane, &mut lost[outer << middle | number]);
                }
            }
        }
        Some(counts)
    }

    /// The moves that some state of this block has.
    fn moves(&self, below: &Below<'_>) -> Vec<BlockMove> {
        let chunk_bits = self.block_bits - CHUNK_BITS;
        let mut moves = Vec::new();
        for high in &self.plan.high {
            let taken = high.high >> chunk_bits;
            if self.block & taken != taken {
                continue;
            }
            let place = match taken {
                0 => None,
                _ => match below.find(self.block ^ taken) {
                    None => continue,
                    place => place,
                },
            };
            let high_here = high.high as usize & ((1 << chunk_bits) - 1);
            moves.push(BlockMove { below: place, high: high_here, inner: high.inner, low: high.low });
        }
        moves
    }
}

/// The blocks below one that is decided: those that its moves lead to.
pub(crate) struct Below<'t> {
    blocks: Vec<BlockBelow<'t>>,
    /// The nimber whose states are meant; of outcomes the lost ones are.
    nimber: Option<u64>,
}

/// A block below, and of nimbers its states of one nimber, chunk by chunk when they are asked for.
pub(crate) struct BlockBelow<'t> {
    block: u64,
    planes: &'t [Words],
    /// Of nimbers: room for one set of states, and which chunks of it are filled.
    room: Option<Words>,
    is_ready: Vec<bool>,
}

impl<'t> Below<'t> {
    /// Blocks that hold outcomes.
    pub fn outcomes(blocks: Vec<BlockBelow<'t>>) -> Below<'t> {
        Below { blocks, nimber: None }
    }

    /// Blocks that hold nimbers; the states of nimber 0 are meant.
    pub fn nimbers(blocks: Vec<BlockBelow<'t>>) -> Below<'t> {
        Below { blocks, nimber: Some(0) }
    }

    /// From now on the states of this nimber are meant.
    pub fn turn_to(&mut self, nimber: u64) {
        self.nimber = Some(nimber);
        self.blocks.iter_mut().for_each(|below| below.is_ready.fill(false));
    }

    /// Gives the room back.
    pub fn into_room(self) -> impl Iterator<Item = Words> {
        self.blocks.into_iter().filter_map(|below| below.room)
    }

    /// The place of a block; `None` where it has no states that are meant.
    fn find(&self, block: u64) -> Option<usize> {
        let place = self.blocks.iter().position(|below| below.block == block);
        let place = place.expect("all blocks that moves lead to are below");
        let has_some = self.nimber.is_none_or(|nimber| nimber >> self.blocks[place].planes.len() == 0);
        has_some.then_some(place)
    }

    /// Makes the chunks ready that moves of a chunk lead to.
    #[inline(always)]
    fn prepare(&mut self, number: usize, moves: &[BlockMove]) {
        let Some(nimber) = self.nimber else { return };
        for mv in moves.iter().filter(|mv| number & mv.high == mv.high) {
            if let Some(place) = mv.below {
                self.blocks[place].prepare(number ^ mv.high, nimber);
            }
        }
    }

    #[inline(always)]
    fn chunk(&self, place: usize, number: usize) -> &Chunk {
        let below = &self.blocks[place];
        let words = below.room.as_ref().unwrap_or(&below.planes[0]);
        &words.as_chunks::<CHUNK_WORDS>().0[number]
    }
}

impl<'t> BlockBelow<'t> {
    /// A block of outcomes.
    pub fn new(block: u64, finished: &'t Finished) -> BlockBelow<'t> {
        BlockBelow { block, planes: &finished.planes, room: None, is_ready: Vec::new() }
    }

    /// The same of nimbers.
    pub fn with_room(self, room: Words) -> BlockBelow<'t> {
        BlockBelow { is_ready: vec![false; room.len() / CHUNK_WORDS], room: Some(room), ..self }
    }

    #[inline(always)]
    fn prepare(&mut self, number: usize, nimber: u64) {
        let Some(room) = &mut self.room else { return };
        if std::mem::replace(&mut self.is_ready[number], true) {
            return;
        }
        let chunk = &mut room.as_chunks_mut::<CHUNK_WORDS>().0[number];
        chunk.fill(u64::MAX);
        for (plane, words) in self.planes.iter().enumerate() {
            let flip = if nimber >> plane & 1 == 1 { 0 } else { u64::MAX };
            let words = &words.as_chunks::<CHUNK_WORDS>().0[number];
            for (word, entry) in chunk.iter_mut().zip(words) {
                *word &= entry ^ flip;
            }
        }
    }
}

/// Whether this processor has the registers that `decide_wide` is compiled for.
#[cfg(target_arch = "x86_64")]
fn is_wide_here() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt")
}

fn is_full(won: &Chunk) -> bool {
    won.iter().all(|&word| word == u64::MAX)
}

/// Numbers of chunks, in groups of at most [`LANES`] that do not wait for each other.
fn groups(bits: u32) -> Vec<Vec<usize>> {
    let mut groups = Vec::new();
    for ones in 0..=bits {
        let layer: Vec<usize> = (0..1_usize << bits).filter(|number| number.count_ones() == ones).collect();
        groups.extend(layer.chunks(LANES).map(<[usize]>::to_vec));
    }
    groups
}

/// Adds to a chunk the states that are won by moves beyond it.
#[inline(always)]
fn add_beyond(won: &mut Chunk, number: usize, moves: &[BlockMove], below: &Below<'_>, here: &[Chunk]) {
    let mut plain: Vec<&Chunk> = Vec::with_capacity(moves.len());
    let mut masked: Vec<(&Chunk, Low)> = Vec::with_capacity(moves.len());
    for mv in moves {
        if number & mv.high != mv.high {
            continue;
        }
        let source = match mv.below {
            None => &here[number ^ mv.high],
            Some(place) => below.chunk(place, number ^ mv.high),
        };
        match (mv.inner, mv.low.shift) {
            (0, 0) => plain.push(source),
            (0, _) => masked.push((source, mv.low)),
            (inner, _) => add_crossing(won, source, inner, mv.low),
        }
    }
    add_straight(won, &plain, &masked);
}
