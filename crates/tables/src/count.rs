//! States counted by number of stones.

use crate::Shape;
use crate::block::{COUNTS, Counts};
use crate::kernel::LAYERS;

/// How many states of a block belong to a set, by number of stones.
pub(crate) fn by_stones(set: &[u64], block: u64, shape: &Shape) -> Counts {
    let mut counts = [0; COUNTS];
    let states = shape.block_states();
    let high = block.count_ones() as usize;
    // A board of less than a word fills a part of it.
    let board = if states < 64 { (1 << states) - 1 } else { u64::MAX };
    for (index, &word) in set[..states.div_ceil(64) as usize].iter().enumerate() {
        let stones = high + index.count_ones() as usize;
        for (layer, mask) in LAYERS.iter().enumerate() {
            let some = word & board & mask;
            if some != 0 {
                counts[stones + layer] += u64::from(some.count_ones());
            }
        }
    }
    counts
}
