//! The nimbers of all sets by retrograde analysis: a byte each, from the smallest set to the largest.

use super::mirror::Mirror;

/// A move as the bits that it takes from the number of a set.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) high: u32,
    pub(super) low: u32,
}

/// Works out the bytes of all sets, which are 0 before, with the widest operations of this processor. A block is the
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
    let within = by_highest_bit(&within);
    let are_none_within = within.iter().all(Vec::is_empty);
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
        for mv in across.iter().filter(|mv| mv.high & !high == 0) {
            let from = (high ^ mv.high) as usize * words;
            gather(block, &before[from..from + words], mv.low);
        }
        match are_none_within {
            true => block.iter_mut().for_each(|word| *word = mex(*word)),
            false => close(block, &within),
        }
    }
}

/// Moves within a block, by the highest bit that they take.
fn by_highest_bit(moves: &[Move]) -> Vec<Vec<u32>> {
    let mut by_bit = vec![Vec::new(); 32];
    moves.iter().for_each(|mv| by_bit[mv.low.ilog2() as usize].push(mv.low));
    by_bit
}

/// Adds to each set that has the cells `taken` what is known of the set without them.
#[inline(always)]
fn gather(to: &mut [u64], from: &[u64], taken: u32) {
    let in_word = taken & 7;
    let by = Shift { mask: WITHOUT[in_word as usize], bits: 8 * in_word };
    let words = (taken >> 3) as usize;
    let (low, high) = (words % CHUNK, words / CHUNK * CHUNK);
    match (low, high) {
        (0, 0) => join(to, from, by),
        (0, _) => {
            each_with(high, to.len(), |at, run| join(&mut to[at..at + run], &from[at ^ high..][..run], by))
        }
        (_, 0) => gather_low(to, from, low, by),
        _ => {
            let mut at = high;
            while at < to.len() {
                gather_low(&mut to[at..at + CHUNK], &from[at ^ high..][..CHUNK], low, by);
                at = (at + CHUNK) | high;
            }
        }
    }
}

/// The words of a chunk, in which moves that take cells of low index are gathered.
const CHUNK: usize = 16;

/// How the bytes of a word are moved: those of the mask, by a number of bits.
#[derive(Clone, Copy)]
struct Shift {
    mask: u64,
    bits: u32,
}

/// Adds words to others.
#[inline(always)]
fn join(to: &mut [u64], from: &[u64], by: Shift) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= (from & by.mask) << by.bits;
    }
}

/// Visits the indices below `len` that have all bits of `taken`, which is not 0, in runs that begin at the first number
/// and are as long as the second.
#[inline(always)]
fn each_with(taken: usize, len: usize, mut visit: impl FnMut(usize, usize)) {
    let run = 1 << taken.trailing_zeros();
    let mut at = taken;
    while at < len {
        visit(at, run);
        // The next run has these bits too.
        at = (at + run) | taken;
    }
}

/// [`gather`] where the bits of the index of a word are among the lowest four.
#[inline(always)]
fn gather_low(to: &mut [u64], from: &[u64], taken: usize, by: Shift) {
    match taken {
        1 => gather_runs::<1>(to, from, by),
        2 => gather_runs::<2>(to, from, by),
        4 => gather_runs::<4>(to, from, by),
        8 => gather_runs::<8>(to, from, by),
        _ => each_with(taken, to.len(), |at, run| {
            join(&mut to[at..at + run], &from[at ^ taken..][..run], by);
        }),
    }
}

/// Of twice as many, the first `RUN` words go to the others.
#[inline(always)]
fn gather_runs<const RUN: usize>(to: &mut [u64], from: &[u64], by: Shift) {
    for (to, from) in to.chunks_exact_mut(2 * RUN).zip(from.chunks_exact(2 * RUN)) {
        for word in 0..RUN {
            to[RUN + word] |= (from[word] & by.mask) << by.bits;
        }
    }
}

/// Finishes a block of sets. The values of the options outside the block are in it already. The moves within the block
/// are added and the mex is taken, word by word: when the sets without a cell are finished, the sets with that cell
/// take the values of their options from them.
#[inline(always)]
fn close(block: &mut [u64], moves: &[Vec<u32>]) {
    for done in 1..=block.len() {
        block[done - 1] = closed_word(block[done - 1], &moves[..3]);
        let size = 1 << done.trailing_zeros();
        if done < block.len() {
            let (before, after) = block.split_at_mut(done);
            for &taken in &moves[3 + done.trailing_zeros() as usize] {
                gather(&mut after[..size], &before[done - size..], taken & !(size as u32 * 8));
            }
        }
    }
}

/// [`close`] for the eight sets of the three lowest cells.
#[inline(always)]
fn closed_word(word: u64, moves: &[Vec<u32>]) -> u64 {
    let mut bytes = word.to_le_bytes();
    for set in 0..8_usize {
        for &taken in moves.iter().flatten().filter(|&&taken| taken as usize & !set == 0) {
            bytes[set] |= bytes[set ^ taken as usize];
        }
        bytes[set] = !bytes[set] & bytes[set].wrapping_add(1);
    }
    u64::from_le_bytes(bytes)
}

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
