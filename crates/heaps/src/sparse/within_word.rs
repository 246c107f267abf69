//! The chain: the 64 heaps of a word one after the other, with the exclusions by partners less than 64 heaps
//! back.
//!
//! ```text
//! distance 32 to 63   looked up for 32 heaps at once  } or, where nothing is looked up or entries are many,
//!          16 to 31   looked up for 16 heaps at once  } rows of a table for 16 heaps at once
//!           8 to 15   tables for the four heaps after the next four, and the eight after those
//!           1 to 7    a table for each distance
//! ```
//!
//! A row holds, for one index, the set of indices that it excludes at each distance. The tables for smaller distances
//! hold the complements of such sets: of the intersection of these, the lowest bit is the least free index. A small
//! table is read only for distances that some entry has: the processor works on as many heaps at a time as the least
//! distance allows. Sets too wide for tables are filled ahead, entry by entry.

use crate::simd::lanes::Lane;
use crate::simd::look_up::Looked;
use crate::simd::registers::Form;
use crate::sparse::history::RARE;
use bytemuck::Zeroable;

/// Heaps whose exclusions by the heaps 16 or more before them are collected together.
const BLOCK: usize = 16;

/// Distances below this one have a table each, and those below the next one share tables of four heaps.
const CLOSE: usize = 8;
const MIDDLE: usize = 16;

/// Places from one table to the next: those of the indices, and some more at which nothing is excluded. A larger
/// byte, which only a word has that is begun again, is looked up in a later table. Tables that lie so close together
/// do not push each other out of the cache, as those a power of two apart do.
const fn stride<L: Lane>() -> usize {
    L::INDICES + 8
}

/// The length of that many tables of at most 64 indices, such that every byte has a place in the last one: so a
/// look-up needs no check.
const fn length(tables: usize) -> usize {
    (tables - 1) * (64 + 8) + 256
}

/// Distances of a row: entries stop at 63, the rest is empty so that a block may be read from any of them on.
/// A power of two, whose multiples cost least.
const ROW: usize = 128;
const _: () = assert!(ROW >= 64 + BLOCK);

/// Sets of the table of rows: a row may begin at any `u16`, so that none needs a check. Most of it is never
/// touched.
const TABLE: usize = (1 << 16) + 64 + BLOCK;

/// Sets of the heaps of this word, and of those ahead that entries reach.
const AHEAD: usize = 128;

/// About the instructions for 64 heaps of rows, and of an entry that is looked up, for each of 16 indices.
const ROWS_COST: usize = 512;
const COST_OF_16: usize = 14;
const COST_OF_32: usize = 7;

/// The bytes of the 64 heaps before a word, and of those of the word.
pub(crate) type Line = [u8; 128];

type Close = [u64; length(CLOSE - 1)];

/// Entries with a distance below 64, and the heaps or sets they act on.
#[derive(Clone, Debug)]
pub(crate) struct Near<L: Lane> {
    /// (distance, index) in order of distance.
    entries: Vec<(u32, u32)>,
    /// Whether the form of registers looks bytes up.
    looks_up: bool,
    /// Whether entries came since the tables were made.
    is_stale: bool,
    /// The least distance that the table `close` needs to be asked for.
    least: usize,
    /// `close[(d - 1) * stride + x]`: what index x leaves free d heaps later, as a word.
    close: Vec<u64>,
    /// `middle[(4 * k + i) * stride + x]`: what index x of the heap at place i of four leaves free in the four heaps
    /// that are k fours after the next four.
    middle: Vec<L::Four>,
    /// Entries that are looked up, by distances below 32 and above.
    looked: [Vec<Looked>; 2],
    /// `rows[x * ROW + d]`: what index x excludes d heaps later, for distances of 16 and more. Empty where
    /// they are looked up.
    rows: Vec<L>,
    /// The blocks before a block that have a row which is not empty in it.
    blocks: [bool; 5],
    /// With tables: what the heaps before the word leave free in its first sixteen, by middle distances.
    free: [L::Four; 4],
    /// Without tables: what those heaps exclude in the word.
    ahead: [L; AHEAD],
}

impl<L: Lane> Near<L> {
    pub(crate) fn new(looks_up: bool) -> Self {
        Near {
            entries: Vec::new(),
            looks_up,
            is_stale: true,
            least: CLOSE,
            close: Vec::new(),
            middle: Vec::new(),
            looked: Default::default(),
            rows: Vec::new(),
            blocks: [false; 5],
            free: [all::<L>(); 4],
            ahead: [L::EMPTY; AHEAD],
        }
    }

    /// Adds an entry. [`Near::settle`] is to be called before the next word.
    pub(crate) fn push(&mut self, distance: u64, index: u32) {
        self.entries.push((distance as u32, index));
        self.entries.sort_unstable();
        self.is_stale = true;
    }

    /// Makes the tables of the entries.
    pub(crate) fn settle(&mut self) {
        if !L::ROWS || !std::mem::take(&mut self.is_stale) {
            return;
        }
        self.close = vec![u64::MAX; length(CLOSE - 1)];
        self.middle = vec![all::<L>(); length(3 * 4)];
        self.looked = Default::default();
        self.rows.clear();
        self.blocks = [false; 5];
        self.least = self.entries.first().map_or(CLOSE, |&(distance, _)| CLOSE.min(distance as usize));
        let far: Vec<(u32, u32)> =
            self.entries.iter().copied().filter(|entry| entry.0 as usize >= MIDDLE).collect();
        let cost = |entry: &(u32, u32)| L::INDICES / 16 * if entry.0 < 32 { COST_OF_16 } else { COST_OF_32 };
        let by_rows =
            !self.looks_up || far.iter().map(cost).sum::<usize>() > ROWS_COST * L::INDICES.div_ceil(32);
        for (distance, index) in self.entries.clone() {
            match distance as usize {
                distance @ ..CLOSE => self.add_close(distance, index as usize),
                distance @ ..MIDDLE => self.add_middle(distance, index as usize),
                distance if by_rows => self.add_rows(distance, index as usize),
                _ => self.looked[usize::from(distance >= 32)].push(Looked::new(distance.into(), index)),
            }
        }
    }

    fn add_close(&mut self, distance: usize, index: usize) {
        for x in 0..L::INDICES {
            self.close[(distance - 1) * stride::<L>() + x] &= !(1 << (x ^ index));
        }
    }

    fn add_middle(&mut self, distance: usize, index: usize) {
        for i in 0..4 {
            for x in 0..L::INDICES {
                let ahead = i + distance - CLOSE;
                let place = (4 * (ahead / 4) + i) * stride::<L>() + x;
                let four = bytemuck::cast_slice_mut::<L::Four, L>(&mut self.middle[place..][..1]);
                four[ahead % 4].remove(x ^ index);
            }
        }
    }

    fn add_rows(&mut self, distance: usize, index: usize) {
        self.rows.resize(TABLE, L::EMPTY);
        for x in 0..L::INDICES {
            self.rows[x * ROW + distance].insert(x ^ index);
        }
        // From a heap of the block to the one so far behind it.
        self.blocks[distance / BLOCK] = true;
        self.blocks[distance.div_ceil(BLOCK)] = true;
    }

    /// Starts again after the 64 bytes before a word, oldest first. Those that are no index of a set exclude
    /// nothing in sets.
    pub(crate) fn restart(&mut self, before: &[u8; 64]) {
        if !L::ROWS {
            self.fill_ahead(before);
            return;
        }
        self.free = [all::<L>(); 4];
        let middle: &Middle<L> = self.middle[..].try_into().expect("the size that it was made of");
        for four in before[64 - MIDDLE..].as_chunks::<4>().0 {
            self.free = with_middle::<L>(middle, &four.map(partner::<L>), &self.free);
        }
    }

    /// What the 64 heaps before a word exclude in it.
    fn fill_ahead(&mut self, before: &[u8; 64]) {
        self.ahead = [L::EMPTY; AHEAD];
        for (place, &byte) in before.iter().enumerate().filter(|&(_, &byte)| is_index::<L>(byte)) {
            for &(distance, index) in &self.entries {
                if let Some(ahead) = (place + distance as usize).checked_sub(64) {
                    self.ahead[ahead].insert(usize::from(byte) ^ index as usize);
                }
            }
        }
    }

    /// Runs one word by tables, and says whether all its indices are below `used`: then the line ends in them. Its
    /// first half is the bytes before the word, [`partner`]s all. What is far comes by `far`, which is used up.
    #[inline(always)]
    pub(crate) fn run<F: Form>(&mut self, form: F, far: &mut [L; 64], line: &mut Line, used: usize) -> bool {
        let bits = match self.least {
            0 | 1 => self.run_by_tables::<F, 1>(form, far, line),
            2 => self.run_by_tables::<F, 2>(form, far, line),
            3 => self.run_by_tables::<F, 3>(form, far, line),
            4 | 5 => self.run_by_tables::<F, 4>(form, far, line),
            6.. => self.run_by_tables::<F, 6>(form, far, line),
        };
        // Mostly the bits of all bytes together are below it, else the largest byte is looked for.
        bits.to_le_bytes().iter().all(|&bits| usize::from(bits) < used)
            || usize::from(line[64..].iter().fold(0, |most, &x| most.max(x))) < used
    }

    /// Runs one word without tables and returns the largest index, `INDICES` when some heap has none that is free.
    #[inline(always)]
    pub(crate) fn run_by_entries(&mut self, far: &[L; 64], bytes: &mut [u8; 64]) -> usize {
        for (set, far) in self.ahead.iter_mut().zip(far) {
            *set = set.union(*far);
        }
        let mut most = 0;
        for (place, byte) in bytes.iter_mut().enumerate() {
            let x = self.ahead[place].first_free();
            most = most.max(x);
            *byte = x as u8;
            for &(distance, index) in &self.entries {
                self.ahead[(place + distance as usize) & 127].insert((x ^ index as usize) & (L::INDICES - 1));
            }
        }
        self.advance();
        most
    }

    /// Runs one word by tables and returns the OR of its eights of bytes.
    #[inline(always)]
    fn run_by_tables<F: Form, const LEAST: usize>(
        &mut self,
        form: F,
        far: &mut [L; 64],
        line: &mut Line,
    ) -> u64 {
        let close: &Close = self.close[..].try_into().expect("the size that it was made of");
        let middle: &Middle<L> = self.middle[..].try_into().expect("likewise");
        let mut bits = 0;
        let mut free = self.free;
        let mut latest: Latest = [0; CLOSE - 1];
        for (latest, &byte) in latest.iter_mut().zip(line[..64].iter().rev()) {
            *latest = usize::from(byte);
        }
        for start in (0..64).step_by(BLOCK) {
            if start % 32 == 0 && !self.looked[1].is_empty() {
                let sets = (&mut far[start..start + 32]).try_into().expect("32 sets");
                L::strike::<F, 32>(form, sets, line, 64 + start, &self.looked[1]);
            }
            let sets: &mut [L; BLOCK] = (&mut far[start..start + BLOCK]).try_into().expect("a block");
            if !self.looked[0].is_empty() {
                L::strike::<F, BLOCK>(form, sets, line, 64 + start, &self.looked[0]);
            }
            if !self.rows.is_empty() {
                let rows: &[L; TABLE] = self.rows[..].try_into().expect("the size that it was made of");
                if self.blocks[4] {
                    exclude::<L, 4>(rows, line, start, sets);
                }
                if self.blocks[3] {
                    exclude::<L, 3>(rows, line, start, sets);
                }
                if self.blocks[2] {
                    exclude::<L, 2>(rows, line, start, sets);
                }
                if self.blocks[1] {
                    exclude::<L, 1>(rows, line, start, sets);
                }
            }
            for (eight, sets) in sets.as_chunks::<8>().0.iter().enumerate() {
                let mut found = 0;
                for (half, sets) in sets.as_chunks::<4>().0.iter().enumerate() {
                    let free_now = difference::<L>(&free[0], &bytemuck::cast(*sets));
                    latest = four_heaps::<L, LEAST>(close, &free_now, latest);
                    let four = [latest[3] as u8, latest[2] as u8, latest[1] as u8, latest[0] as u8];
                    free = with_middle::<L>(middle, &four, &free);
                    found |= u64::from(u32::from_le_bytes(four)) << (32 * half);
                }
                // Eight at once: the processor waits for bytes stored one by one when they are read together.
                line[64 + start + 8 * eight..][..8].copy_from_slice(&found.to_le_bytes());
                bits |= found;
            }
        }
        self.free = free;
        bits
    }

    /// Runs one word heap by heap: `decide(place, set, before)` says the byte of a heap, from what is
    /// excluded and the bytes of the word before it. `past` are the bytes before the word.
    pub(crate) fn run_with(
        &mut self,
        far: &[L; 64],
        past: &[u8; 64],
        bytes: &mut [u8; 64],
        mut decide: impl FnMut(usize, L, &[u8]) -> u8,
    ) {
        if L::ROWS {
            self.fill_ahead(past);
        }
        for (set, far) in self.ahead.iter_mut().zip(far) {
            *set = set.union(*far);
        }
        for place in 0..64 {
            let byte = decide(place, self.ahead[place], &bytes[..place]);
            bytes[place] = byte;
            if is_index::<L>(byte) {
                for &(distance, index) in &self.entries {
                    self.ahead[place + distance as usize].insert(usize::from(byte) ^ index as usize);
                }
            }
        }
        if L::ROWS { self.restart(bytes) } else { self.advance() }
    }

    fn advance(&mut self) {
        self.ahead.copy_within(64.., 0);
        self.ahead[64..].fill(L::EMPTY);
    }
}

/// Whether a byte is the index of a plane: no heap given as rare, and no index beyond the sets.
#[inline(always)]
pub(crate) fn is_index<L: Lane>(byte: u8) -> bool {
    byte != RARE && usize::from(byte) < L::INDICES
}

/// A byte as partners of later heaps are looked up: `INDICES` where it is no index of a set.
#[inline(always)]
pub(crate) fn partner<L: Lane>(byte: u8) -> u8 {
    const { assert!(L::INDICES < RARE as usize || !L::ROWS) }
    byte.min(L::INDICES as u8)
}

/// The heaps before a heap, the last one first.
type Latest = [usize; CLOSE - 1];
type Middle<L> = [<L as Lane>::Four; length(3 * 4)];

/// Computes the next four heaps. `free` holds for each of them the indices that no heap 8 or more before it excludes.
#[inline(always)]
fn four_heaps<L: Lane, const LEAST: usize>(close: &Close, free: &L::Four, latest: Latest) -> Latest {
    let latest = heap::<L, LEAST>(close, L::one_of(free, 0), latest);
    let latest = heap::<L, LEAST>(close, L::one_of(free, 1), latest);
    let latest = heap::<L, LEAST>(close, L::one_of(free, 2), latest);
    heap::<L, LEAST>(close, L::one_of(free, 3), latest)
}

/// Goes on by one heap.
#[inline(always)]
fn heap<L: Lane, const LEAST: usize>(close: &Close, free: u64, latest: Latest) -> Latest {
    let mut free = free;
    // The farthest first: the chain waits for the nearest.
    for distance in (LEAST..CLOSE).rev() {
        free &= close[(distance - 1) * stride::<L>() + latest[distance - 1]];
    }
    let x = free.trailing_zeros();
    let [a, b, c, d, e, f, _] = latest;
    [x as usize, a, b, c, d, e, f]
}

/// Four sets that hold all.
#[inline(always)]
fn all<L: Lane>() -> L::Four {
    let mut all = L::Four::zeroed();
    all.as_mut().fill(u64::MAX);
    all
}

#[inline(always)]
fn intersection<L: Lane>(mut all: L::Four, other: &L::Four) -> L::Four {
    for (word, other) in all.as_mut().iter_mut().zip(other.as_ref()) {
        *word &= other;
    }
    all
}

#[inline(always)]
fn difference<L: Lane>(all: &L::Four, less: &L::Four) -> L::Four {
    let mut rest = *all;
    for (word, less) in rest.as_mut().iter_mut().zip(less.as_ref()) {
        *word &= !less;
    }
    rest
}

/// Goes on by four heaps: `free` begins at these four, the result at the four after them, without what these
/// exclude.
#[inline(always)]
fn with_middle<L: Lane>(middle: &Middle<L>, four: &[u8; 4], free: &[L::Four; 4]) -> [L::Four; 4] {
    [
        free[1],
        intersection::<L>(left::<L, 0>(middle, four), &free[2]),
        intersection::<L>(left::<L, 1>(middle, four), &free[3]),
        left::<L, 2>(middle, four),
    ]
}

/// What four heaps leave free of the four heaps that are `FOURS` fours after the next ones.
#[inline(always)]
fn left<L: Lane, const FOURS: usize>(middle: &Middle<L>, four: &[u8; 4]) -> L::Four {
    let row = |i: usize| &middle[(4 * FOURS + i) * stride::<L>() + usize::from(four[i])];
    let pair = intersection::<L>(*row(0), row(1));
    let other = intersection::<L>(*row(2), row(3));
    intersection::<L>(pair, &other)
}

/// Adds what the heaps `BEFORE` blocks before a block exclude in it; `start` is its first heap, 64 less than that
/// heap's place in the line.
#[inline(always)]
fn exclude<L: Lane, const BEFORE: usize>(
    rows: &[L; TABLE],
    line: &Line,
    start: usize,
    sets: &mut [L; BLOCK],
) {
    let first = start + 64 - BEFORE * BLOCK;
    let block: &[u8; BLOCK] = line[first..first + BLOCK].try_into().expect("a block");
    let mut words = [0; 16];
    or_onto(&mut words, sets);
    for (place, &x) in block.iter().enumerate() {
        let offset = u16::from(x) * ROW as u16;
        or_onto(&mut words, row_from::<L, BLOCK>(rows, offset, BEFORE * BLOCK - place));
        // One row after the other: gathered from many rows at once, as the compiler would like it, they cost
        // more.
        std::hint::black_box(());
    }
    let kept: &mut [u8] = bytemuck::cast_slice_mut(sets);
    for (bytes, word) in kept.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_ne_bytes());
    }
}

/// The sets of a row that begin at a distance.
#[inline(always)]
fn row_from<L: Lane, const SETS: usize>(rows: &[L; TABLE], offset: u16, distance: usize) -> &[L] {
    &rows[usize::from(offset) + distance..][..SETS]
}

/// ORs sets onto words that hold as many side by side, in registers of any width.
#[inline(always)]
fn or_onto<L: Lane, const WORDS: usize>(words: &mut [u64; WORDS], sets: &[L]) {
    for (word, bytes) in words.iter_mut().zip(bytemuck::cast_slice(sets).chunks_exact(8)) {
        *word |= u64::from_ne_bytes(bytes.try_into().expect("eight bytes"));
    }
}
