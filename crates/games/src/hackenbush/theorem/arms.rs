//! Both arms that are left of a ring, for every edge that can be cut from it.
//!
//! The beads 1 .. n of a ring, seen from bead 0, carry the weights w_1 .. w_n. An arm that ends at
//! bead j is worth a_j = h_1(h_2(.. h_j(0))) with h_i(x) = 1 + (w_i XOR x). All a_0 .. a_n are
//! wanted.
//!
//! **Direct:** every arm on its own, O(n^2); the fastest way up to some two dozen beads.
//!
//! **By stable radix, O(n log range).** Let X_j = w_1 XOR .. XOR w_j. Adding 1 carries into bit b at
//! bead i exactly when the b bits below are 0 afterwards, that is when
//! h_i(h_(i+1)(.. h_j(0))) = 0 modulo 2^b. Both sides of this may be taken through h_1 .. h_(i-1),
//! which permute the numbers modulo 2^b, so it says that a_j = a_(i-1) modulo 2^b. Counting these
//! carries for all i gives
//!
//! ```text
//! bit b of a_j  =  bit b of X_j  XOR  parity of the number of i < j with a_i = a_j modulo 2^b
//! ```
//!
//! So: sort 0 .. n stably by the bits known so far; in each group of equal low bits, the next bit of
//! the element of rank r is that of X_j XOR r mod 2. A group of one has no more carries: the higher
//! bits are those of X_j. No two a are equal (h_i never gives 0 and loses nothing), so that groups do
//! end. Each bit is one pass without branches over what is not yet alone in its group.

/// Rings of at most this many beads are evaluated directly.
pub(super) const MOST_DIRECT: usize = 24;

/// Working memory, used again for every ring.
#[derive(Default)]
pub(super) struct Arms {
    /// The prefix sums X, then the arms a, from the front.
    front: Vec<u32>,
    /// The same from the back.
    back: Vec<u32>,
    elements: Vec<Element>,
    /// Those of a group whose bit is 1.
    ones: Vec<Element>,
    groups: Vec<Group>,
}

#[derive(Clone, Copy, Default)]
struct Element {
    place: u32,
    /// Low bits of the arm, high bits of the prefix sum.
    arm: u32,
}

/// Elements of equal low bits.
struct Group {
    start: usize,
    end: usize,
    /// How many.
    known: u32,
}

impl Arms {
    /// For j = 0 .. n, the XOR of the arm of the weights 1 .. j, seen from the front, and that of the
    /// weights j + 1 .. n, seen from the back.
    pub fn of(&mut self, weights: &[u32]) -> impl Iterator<Item = u32> + use<'_> {
        match weights.len() < MOST_DIRECT {
            true => self.directly(weights),
            false => self.by_radix(weights),
        }
        self.front.iter().zip(self.back.iter().rev()).map(|(front, back)| front ^ back)
    }

    pub(super) fn directly(&mut self, weights: &[u32]) {
        let arm = |before: u32, &weight: &u32| 1 + (weight ^ before);
        self.front.clear();
        self.front.extend((0..=weights.len()).map(|j| weights[..j].iter().rev().fold(0, arm)));
        self.back.clear();
        let count = weights.len();
        self.back.extend((0..=count).map(|j| weights[count - j..].iter().fold(0, arm)));
    }

    pub(super) fn by_radix(&mut self, weights: &[u32]) {
        let front = std::mem::take(&mut self.front);
        self.front = self.arms(front, weights.iter());
        let back = std::mem::take(&mut self.back);
        self.back = self.arms(back, weights.iter().rev());
    }

    /// All arms of these weights, in the memory of `arms`.
    fn arms<'w>(&mut self, mut arms: Vec<u32>, weights: impl Iterator<Item = &'w u32>) -> Vec<u32> {
        self.elements.clear();
        self.elements.push(Element::default());
        let mut sum = 0;
        self.elements.extend(weights.zip(1..).map(|(weight, place)| {
            sum ^= weight;
            Element { place, arm: sum }
        }));
        let count = self.elements.len();
        self.ones.resize(self.ones.len().max(count), Element::default());
        self.groups.push(Group { start: 0, end: count, known: 0 });
        while let Some(group) = self.groups.pop() {
            self.find_bit(group);
        }
        arms.resize(count, 0);
        for element in &self.elements {
            arms[element.place as usize] = element.arm;
        }
        arms
    }

    /// Finds the next bit of the elements of a group, and divides it by that bit.
    fn find_bit(&mut self, group: Group) {
        let Group { start, end, known } = group;
        let elements = &mut self.elements[start..end];
        if let [first, second] = elements {
            // The most frequent group: the two part at the first bit in which their prefix sums agree.
            let shared = (!(first.arm ^ second.arm) >> known).trailing_zeros();
            second.arm ^= (((1u64 << (shared + 1)) - 1) << known) as u32;
            return;
        }
        let ones = &mut self.ones[..elements.len()];
        let (mut zero_count, mut one_count) = (0, 0);
        for rank in 0..elements.len() {
            let mut element = elements[rank];
            element.arm ^= (rank as u32 & 1) << known;
            let bit = (element.arm >> known & 1) as usize;
            // Written to both places; only one of them counts.
            elements[zero_count] = element;
            ones[one_count] = element;
            zero_count += 1 - bit;
            one_count += bit;
        }
        elements[zero_count..].copy_from_slice(&ones[..one_count]);
        let parting = start + zero_count;
        if one_count > 1 {
            self.groups.push(Group { start: parting, end, known: known + 1 });
        }
        if zero_count > 1 {
            self.groups.push(Group { start, end: parting, known: known + 1 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn the_radix_finds_the_arms_that_direct_evaluation_finds() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let (mut direct, mut radix) = (Arms::default(), Arms::default());
        for round in 0..3000 {
            let size = random.random_range(0..if round % 100 == 0 { 3000 } else { 60 });
            let most = 1u32 << random.random_range(0..24);
            let rare = random.random_range(1..4);
            // Weights of all sizes, many of them zero, and some runs that undo each other.
            let mut weights: Vec<u32> = (0..size)
                .map(|_| if random.random_range(0..rare) == 0 { random.random_range(0..most) } else { 0 })
                .collect();
            if round % 3 == 0 {
                let again: Vec<u32> = weights.iter().rev().copied().collect();
                weights.extend(again);
            }
            direct.directly(&weights);
            radix.by_radix(&weights);
            assert_eq!(radix.front, direct.front, "{weights:?}");
            assert_eq!(radix.back, direct.back, "{weights:?}");
        }
    }

    #[test]
    fn weights_that_keep_every_group_together_are_no_trouble() {
        // Every bit of the prefix sums undoes the parity of the rank: a_j is j * 2^20.
        let mut radix = Arms::default();
        let mut direct = Arms::default();
        for size in [30, 100, 1000] {
            let weights = vec![(1 << 20) - 1; size];
            direct.directly(&weights);
            radix.by_radix(&weights);
            assert_eq!(radix.front, direct.front);
            assert_eq!(radix.front[size], (size as u32) << 20);
        }
    }

    #[test]
    fn empty_beads_make_arms_as_long_as_they_are() {
        let mut arms = Arms::default();
        let found: Vec<u32> = arms.of(&[0; 40]).collect();
        assert_eq!(found, (0..=40).map(|j| j ^ (40 - j)).collect::<Vec<u32>>());
    }
}
