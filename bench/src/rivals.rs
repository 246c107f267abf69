//! The well-known method for Bubbly: a mergeable binary trie of option values for every bubble.
//!
//! The options of the tree at u are X(u) (pop u itself) and, for each bubble c directly inside, the
//! options of c's tree with X(u) XOR f(c) added; f(u) is their mex. Tries with a lazy XOR tag merge
//! in O(n log n) altogether.

/// A node of a trie; index 0 is the empty trie.
#[derive(Clone, Copy, Default)]
struct Node {
    children: [u32; 2],
    /// XOR that is still to be applied to all below, this node's bit included.
    tag: u32,
    /// How many values are below.
    count: u32,
}

/// Tries over values of a fixed number of bits.
struct Tries {
    nodes: Vec<Node>,
    bits: u32,
}

impl Tries {
    fn new(bits: u32) -> Tries {
        Tries { nodes: vec![Node::default()], bits }
    }

    fn push_down(&mut self, node: u32, bit: u32) {
        let Node { children, tag, .. } = self.nodes[node as usize];
        if tag == 0 {
            return;
        }
        let swapped = if tag >> bit & 1 == 1 { [children[1], children[0]] } else { children };
        for child in swapped.into_iter().filter(|&child| child != 0) {
            self.nodes[child as usize].tag ^= tag;
        }
        self.nodes[node as usize].children = swapped;
        self.nodes[node as usize].tag = 0;
    }

    fn insert(&mut self, root: u32, value: u32) -> u32 {
        let single = self.single(value);
        self.merge(root, single, self.bits)
    }

    fn single(&mut self, value: u32) -> u32 {
        let mut below = self.nodes.len() as u32;
        self.nodes.push(Node { count: 1, ..Node::default() });
        for bit in 0..self.bits {
            let mut children = [0, 0];
            children[(value >> bit & 1) as usize] = below;
            below = self.nodes.len() as u32;
            self.nodes.push(Node { children, tag: 0, count: 1 });
        }
        below
    }

    /// Merges two tries of values below 2^bits; the recursion is as deep as there are bits.
    fn merge(&mut self, one: u32, other: u32, bits: u32) -> u32 {
        if one == 0 || other == 0 {
            return one | other;
        }
        let Some(bit) = bits.checked_sub(1) else { return one };
        self.push_down(one, bit);
        self.push_down(other, bit);
        let [left, right] = [0, 1].map(|side| {
            let (a, b) = (self.nodes[one as usize].children[side], self.nodes[other as usize].children[side]);
            self.merge(a, b, bit)
        });
        let count = self.nodes[left as usize].count + self.nodes[right as usize].count;
        self.nodes[one as usize] = Node { children: [left, right], tag: 0, count };
        one
    }

    fn mex(&mut self, root: u32) -> u32 {
        let (mut node, mut mex) = (root, 0);
        for bit in (0..self.bits).rev() {
            if node == 0 {
                break;
            }
            self.push_down(node, bit);
            let [low, high] = self.nodes[node as usize].children;
            if self.nodes[low as usize].count == 1 << bit {
                mex |= 1 << bit;
                node = high;
            } else {
                node = low;
            }
        }
        mex
    }
}

/// The value of a forest, given by depths in reading order, and the places of all winning bubbles.
///
/// ```
/// // (E(G)): both a nest of two; popping the inner bubble takes all.
/// assert_eq!(grundy_bench::rivals::solve_by_tries(&[0, 1]), (2, vec![1]));
/// ```
pub fn solve_by_tries(depths: &[u32]) -> (u32, Vec<u32>) {
    let bits = 32 - (depths.len() as u32).leading_zeros() + 1;
    let mut tries = Tries::new(bits);
    let mut waiting: Vec<Vec<(u32, u32)>> = vec![Vec::new(), Vec::new()];
    let mut shifts = vec![0; depths.len()];
    for (index, &depth) in depths.iter().enumerate().rev() {
        let level = depth as usize;
        waiting.resize_with(waiting.len().max(level + 2), Vec::new);
        let inside = std::mem::take(&mut waiting[level + 1]);
        let inner = inside.iter().fold(0, |total, (value, _)| total ^ value);
        let mut options = 0;
        for (value, trie) in inside {
            tries.nodes[trie as usize].tag ^= inner ^ value;
            options = tries.merge(options, trie, bits);
        }
        options = tries.insert(options, inner);
        let value = tries.mex(options);
        shifts[index] = value ^ inner;
        waiting[level].push((value, options));
    }
    let value = waiting[0].iter().fold(0, |total, (value, _)| total ^ value);
    let mut path: Vec<u32> = Vec::new();
    let mut winners = Vec::new();
    for (index, (&depth, &shift)) in depths.iter().zip(&shifts).enumerate() {
        path.truncate(depth as usize);
        let left = path.last().copied().unwrap_or(value) ^ shift;
        path.push(left);
        if left == 0 {
            winners.push(index as u32);
        }
    }
    (value, winners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::{Knowledge, Nimber, Target};
    use grundy_games::Bubbly;
    use grundy_games::bubbly::{theorem, uniform_forest};
    use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    use std::ops::ControlFlow;

    /// The second implementation agrees with the linear theorem, on forests too large for the
    /// definition.
    #[test]
    fn tries_agree_with_the_theorem_on_large_forests() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        for size in (1..300).chain([1000, 5000, 20_000]) {
            let forest = uniform_forest(size, &mut random);
            let mut winners = Vec::new();
            let _ = Bubbly.moves_to(&forest, Target::exactly(Nimber::ZERO), &mut |bubble| {
                winners.push(bubble.0);
                ControlFlow::<()>::Continue(())
            });
            let (value, by_tries) = solve_by_tries(forest.depths());
            assert_eq!((Nimber(u64::from(value)), by_tries), (theorem::nimber(&forest), winners));
        }
    }
}
