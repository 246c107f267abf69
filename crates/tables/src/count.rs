//! States counted by number of stones.

use crate::TableShape;
use crate::header::{COUNTS, Counts};
use crate::kernel::{LANES, LAYERS, Row};
use crate::layout::CHUNK_WORDS;
use crate::plan::Plan;

/// How many states of a block belong to a set, by number of stones.
pub(crate) fn by_stones(set: &[u64], block: u64, shape: &TableShape) -> Counts {
    let mut counts = [0; COUNTS];
    let states = shape.block_states();
    let high = block.count_ones() as usize;
    // A board of less than a word fills a part of it.
    let board = if states < 64 { (1 << states) - 1 } else { u64::MAX };
    for (index, &word) in set[..states.div_ceil(64) as usize].iter().enumerate() {
        let stones = high + index.count_ones() as usize;
        for (layer, mask) in LAYERS.iter().enumerate() {
            counts[stones + layer] += u64::from((word & board & mask).count_ones());
        }
    }
    counts
}

/// Adds the states of chunks side by side to the counts; `stones` is the number of ones in the
/// number of each of them.
///
/// Words whose indices have equally many ones are added up in binary before any bit is counted: eight
/// rows cost one look at seven layers.
#[inline(always)]
pub(crate) fn add_rows(plan: &Plan, rows: &[Row; CHUNK_WORDS], stones: usize, counts: &mut Counts) {
    for (ones_of_index, words) in plan.by_ones.iter().enumerate() {
        let counts = &mut counts[stones + ones_of_index..];
        let (mut ones, mut twos, mut fours) = ([0; LANES], [0; LANES], [0; LANES]);
        let (eights, rest) = words.as_chunks::<8>();
        for eight in eights {
            let row = |place: usize| &rows[usize::from(eight[place]) % CHUNK_WORDS];
            let two_a = add(&mut ones, row(0), row(1));
            let two_b = add(&mut ones, row(2), row(3));
            let four_a = add(&mut twos, &two_a, &two_b);
            let two_a = add(&mut ones, row(4), row(5));
            let two_b = add(&mut ones, row(6), row(7));
            let four_b = add(&mut twos, &two_a, &two_b);
            let eight = add(&mut fours, &four_a, &four_b);
            add_layers(counts, &eight, 8);
        }
        for &word in rest {
            add_layers(counts, &rows[usize::from(word) % CHUNK_WORDS], 1);
        }
        add_layers(counts, &ones, 1);
        add_layers(counts, &twos, 2);
        add_layers(counts, &fours, 4);
    }
}

/// A full adder for every bit: the sum stays, the carry is given.
#[inline(always)]
fn add(sum: &mut Row, one: &Row, other: &Row) -> Row {
    let mut carry = [0; LANES];
    for lane in 0..LANES {
        let half = one[lane] ^ other[lane];
        carry[lane] = one[lane] & other[lane] | half & sum[lane];
        sum[lane] ^= half;
    }
    carry
}

#[inline(always)]
fn add_layers(counts: &mut [u64], row: &Row, weight: u64) {
    for (count, layer) in counts.iter_mut().zip(&LAYERS) {
        for word in row {
            *count += weight * u64::from((word & layer).count_ones());
        }
    }
}
