//! Forests at random.

use super::forest::Forest;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// A forest of `size` bubbles without labels, each ordered forest as likely as any other. O(size).
///
/// By the cycle lemma (Dvoretzky and Motzkin 1947): of `size` steps up and `size + 1` steps down in
/// any cyclic order, exactly one place to begin keeps the walk from going below its start before
/// the last step.
///
/// ```
/// use grundy_games::bubbly::uniform_forest;
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
/// let forest = uniform_forest(1000, &mut ChaCha8Rng::seed_from_u64(1));
/// assert_eq!(forest.len(), 1000);
/// ```
pub fn uniform_forest(size: usize, random: &mut ChaCha8Rng) -> Forest {
    let mut goes_up = vec![false; 2 * size + 1];
    goes_up[..size].fill(true);
    goes_up.shuffle(random);
    // The walk begins after the place where it is lowest for the first time.
    let (mut height, mut lowest, mut start) = (0i64, 0i64, 0);
    for (index, &up) in goes_up.iter().enumerate() {
        height += if up { 1 } else { -1 };
        if height < lowest {
            (lowest, start) = (height, index + 1);
        }
    }
    let mut depths = Vec::with_capacity(size);
    let mut depth = 0u32;
    for &up in goes_up[start..].iter().chain(&goes_up[..start]) {
        if up {
            depths.push(depth);
            depth += 1;
        } else {
            depth = depth.wrapping_sub(1); // the last step goes below the start, and is not used
        }
    }
    Forest::from_depths(depths)
}

/// Moves one bubble, at random, to another depth that its place allows; those after it that would
/// then hang in the air come down with it.
pub(super) fn nudge(depths: &mut [u32], random: &mut ChaCha8Rng) {
    let Some(most_index) = depths.len().checked_sub(1).filter(|&last| last > 0) else { return };
    let index = random.random_range(1..=most_index);
    depths[index] = random.random_range(0..=depths[index - 1] + 1);
    for later in index + 1..depths.len() {
        let most = depths[later - 1] + 1;
        if depths[later] <= most {
            break;
        }
        depths[later] = most;
    }
}
