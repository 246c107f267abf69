//! The chain: the 64 heaps of a word one after the other, with the exclusions by partners less than 64 heaps
//! back.
//!
//! What index x excludes 1, 2, .. 63 heaps later is one row of a table:
//!
//! ```text
//! a block of 16 heaps   the rows of the heaps before it, each read from its
//!                       distance on, OR-ed into 16 sets in registers
//! four heaps of it      the rows of the block's earlier heaps
//! ```
//!
//! so that no set is stored only to be read again at another offset, for which a processor would have to
//! wait. Sets too wide for rows are filled ahead, entry by entry.

use crate::simd::lanes::Lane;
use crate::sparse::history::RARE;

/// Heaps whose exclusions by the heaps before them are collected together.
const BLOCK: usize = 16;

/// Distances of a row: entries stop at 63, the rest is empty so that a block may be read from any of them on.
/// A power of two, whose multiples cost least.
const ROW: usize = 128;
const _: () = assert!(ROW >= 64 + BLOCK);

/// Empty sets before the first row.
const LEAD: usize = 4;

/// Sets of the table of rows: a row may begin at any `u16`, so that none needs a check. Most of it is never
/// touched.
const TABLE: usize = (1 << 16) + LEAD + 64 + BLOCK;

/// Sets of the heaps of this word, and of those ahead that entries reach.
const AHEAD: usize = 128;

/// Entries with a distance below 64, and the heaps or sets they act on.
#[derive(Clone, Debug)]
pub(crate) struct Near<L> {
    /// (distance, index) in order of distance.
    entries: Vec<(u32, u32)>,
    /// The largest distance of an entry.
    span: usize,
    /// Whether any entry has a distance of 1 to 3.
    tight: bool,
    /// `rows[LEAD + x * ROW + d]`: what index x excludes d heaps later. Row `INDICES` is empty, for a rare
    /// heap or an index that does not fit. Empty where the sets are too wide.
    rows: Vec<L>,
    /// With rows: the row of each of the 64 heaps before the word.
    past: [u8; 64],
    /// Without rows: what those heaps exclude in the word.
    ahead: [L; AHEAD],
}

impl<L: Lane> Near<L> {
    pub(crate) fn new() -> Self {
        Near {
            entries: Vec::new(),
            span: 0,
            tight: false,
            rows: Vec::new(),
            past: [0; 64],
            ahead: [L::EMPTY; AHEAD],
        }
    }

    pub(crate) fn push(&mut self, distance: u64, index: u32) {
        self.entries.push((distance as u32, index));
        self.entries.sort_unstable();
        self.span = self.span.max(distance as usize);
        self.tight |= distance < 4;
        if L::ROWS {
            if self.rows.is_empty() {
                self.rows = vec![L::EMPTY; TABLE];
            }
            for x in 0..L::INDICES {
                self.rows[LEAD + x * ROW + distance as usize].insert(x ^ index as usize);
            }
        }
    }

    /// Starts again after the 64 bytes before a word, oldest first. Those that are no index of a set exclude
    /// nothing in sets.
    pub(crate) fn restart(&mut self, before: &[u8; 64]) {
        if L::ROWS {
            self.past = before.map(|byte| byte.min(L::INDICES as u8));
            return;
        }
        self.fill_ahead(before);
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

    /// Runs one word and returns the largest index, `INDICES` when some heap has none that is free.
    #[inline(always)]
    pub(crate) fn run(&mut self, far: &[L; 64], bytes: &mut [u8; 64]) -> usize {
        match (L::ROWS && !self.entries.is_empty(), self.tight) {
            (false, _) => self.run_by_entries(far, bytes),
            (true, false) => self.run_by_rows::<false>(far, bytes),
            (true, true) => self.run_by_rows::<true>(far, bytes),
        }
    }

    #[inline(always)]
    fn run_by_entries(&mut self, far: &[L; 64], bytes: &mut [u8; 64]) -> usize {
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

    #[inline(always)]
    fn run_by_rows<const TIGHT: bool>(&mut self, far: &[L; 64], bytes: &mut [u8; 64]) -> usize {
        let rows: &[L; TABLE] = self.rows[..].try_into().expect("a table once there is an entry");
        let mut offsets = [0; 128];
        for (offset, &x) in offsets.iter_mut().zip(&self.past) {
            *offset = u16::from(x) * ROW as u16;
        }
        let blocks = self.span.div_ceil(BLOCK);
        for start in (0..64).step_by(BLOCK) {
            let mut sets = [0; 16];
            or_onto(&mut sets, &far[start..start + BLOCK]);
            // The oldest first: the chain waits for the youngest.
            if blocks > 3 {
                exclude::<L, 4>(rows, &offsets, start, &mut sets);
            }
            if blocks > 2 {
                exclude::<L, 3>(rows, &offsets, start, &mut sets);
            }
            if blocks > 1 {
                exclude::<L, 2>(rows, &offsets, start, &mut sets);
            }
            exclude::<L, 1>(rows, &offsets, start, &mut sets);
            // Kept in memory, since four sets at a time are wanted.
            let kept: &mut [u8] = bytemuck::cast_slice_mut(&mut self.ahead[start..start + BLOCK]);
            for (bytes, word) in kept.chunks_exact_mut(8).zip(sets) {
                bytes.copy_from_slice(&word.to_ne_bytes());
            }
            let sets = self.ahead[start..start + BLOCK].try_into().expect("a block");
            let here: &mut [u16; BLOCK] =
                (&mut offsets[64 + start..64 + start + BLOCK]).try_into().expect("a block");
            let bytes: &mut [u8; BLOCK] = (&mut bytes[start..start + BLOCK]).try_into().expect("a block");
            four::<L, 0, TIGHT>(rows, sets, here, bytes);
            four::<L, 4, TIGHT>(rows, sets, here, bytes);
            four::<L, 8, TIGHT>(rows, sets, here, bytes);
            four::<L, 12, TIGHT>(rows, sets, here, bytes);
        }
        self.past = *bytes;
        usize::from(bytes.iter().fold(0, |most, &x| most.max(x)))
    }

    /// Runs one word heap by heap: `decide(place, set, before)` says the byte of a heap, from what is
    /// excluded and the bytes of the word before it.
    pub(crate) fn run_with(
        &mut self,
        far: &[L; 64],
        bytes: &mut [u8; 64],
        mut decide: impl FnMut(usize, L, &[u8]) -> u8,
    ) {
        if L::ROWS {
            self.fill_ahead(&self.past.clone());
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

/// Adds what the heaps `BEFORE` blocks before a block exclude in it; `start` is its first heap, 64 less than
/// that heap's place in `offsets`.
#[inline(always)]
fn exclude<L: Lane, const BEFORE: usize>(
    rows: &[L; TABLE],
    offsets: &[u16; 128],
    start: usize,
    sets: &mut [u64; 16],
) {
    let first = start + 64 - BEFORE * BLOCK;
    let block: &[u16; BLOCK] = offsets[first..first + BLOCK].try_into().expect("a block");
    for (place, &offset) in block.iter().enumerate() {
        or_onto(sets, row_from::<L, BLOCK>(rows, offset, BEFORE * BLOCK - place));
        // One row after the other: gathered from many rows at once, as the compiler would like it, they cost
        // more.
        std::hint::black_box(());
    }
}

/// The indices of four heaps of a block, `AT` and those after it; `offsets` has the rows of those before.
#[inline(always)]
fn four<L: Lane, const AT: usize, const TIGHT: bool>(
    rows: &[L; TABLE],
    sets: &[L; BLOCK],
    offsets: &mut [u16; BLOCK],
    bytes: &mut [u8; BLOCK],
) {
    let mut words = [0; 4];
    or_onto(&mut words, &sets[AT..AT + 4]);
    for (earlier, &offset) in offsets[..AT].iter().enumerate() {
        or_onto(&mut words, row_from::<L, 4>(rows, offset, AT - earlier));
    }
    let four: &[L] = bytemuck::cast_slice(&words);
    let mut now = [four[0], four[1], four[2], four[3]];
    for lane in 0..4 {
        // The two forms alternate: otherwise LLVM vectorises the counts of all four, and the chain of
        // dependent steps gets longer.
        let x = if lane % 2 == 0 { now[lane].first_free() } else { now[lane].first_free_by_run() };
        let offset = (x * ROW) as u16;
        if TIGHT {
            let row = row_from::<L, 4>(rows, offset, 0);
            for later in lane + 1..4 {
                now[later] = now[later].union(row[later - lane]);
            }
        }
        bytes[AT + lane] = x as u8;
        offsets[AT + lane] = offset;
    }
}

/// The sets of a row that begin at a distance.
#[inline(always)]
fn row_from<L: Lane, const SETS: usize>(rows: &[L; TABLE], offset: u16, distance: usize) -> &[L] {
    &rows[usize::from(offset) + LEAD + distance..][..SETS]
}

/// ORs sets onto words that hold as many side by side, in registers of any width.
#[inline(always)]
fn or_onto<L: Lane, const WORDS: usize>(words: &mut [u64; WORDS], sets: &[L]) {
    for (word, bytes) in words.iter_mut().zip(bytemuck::cast_slice(sets).chunks_exact(8)) {
        *word |= u64::from_ne_bytes(bytes.try_into().expect("eight bytes"));
    }
}
