//! Whether some pair of heaps has a nimber: many pairs in one register.

use crate::simd::registers::{Form, Work};

/// Whether `small[i] ^ large[i]` is the nimber for some i. Both are equally long.
pub(crate) struct PairSearch<'a> {
    pub(crate) small: &'a [u16],
    pub(crate) large: &'a [u16],
    pub(crate) nimber: u16,
}

/// The search looks at this many pairs before it asks whether one was found. The compiler turns a loop of a fixed number of
/// steps into operations on whole registers.
const BLOCK: usize = 128;

impl Work for PairSearch<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, _: impl Form) -> bool {
        let (small, few) = self.small.as_chunks::<BLOCK>();
        let (large, few_too) = self.large.as_chunks::<BLOCK>();
        for (small, large) in small.iter().zip(large) {
            let mut found = 0;
            for pair in 0..BLOCK {
                found |= u16::from(small[pair] ^ large[pair] == self.nimber);
            }
            if found != 0 {
                return true;
            }
        }
        let mut found = false;
        for (small, large) in few.iter().zip(few_too) {
            found |= small ^ large == self.nimber;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_numbers::Numbers;
    use crate::simd::registers::Registers;

    #[test]
    fn a_pair_is_found_in_all_registers() {
        let mut numbers = Numbers(5);
        for length in [0, 1, 31, 127, 128, 129, 300, 1000] {
            let mut list = || (0..length).map(|_| numbers.below(1 << 10) as u16).collect::<Vec<u16>>();
            let (small, large) = (list(), list());
            for nimber in 0..1 << 10 {
                let wanted = small.iter().zip(&large).any(|(one, other)| one ^ other == nimber);
                for registers in Registers::all() {
                    let search = PairSearch { small: &small, large: &large, nimber };
                    assert_eq!(registers.run(search), wanted, "{nimber} of {length} by {registers:?}");
                }
            }
        }
    }
}
