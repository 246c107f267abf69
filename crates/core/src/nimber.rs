//! Nimbers, and the mex rule.

use std::fmt;
use std::iter::Sum;
use std::ops::{BitXor, BitXorAssign};

/// The size of the Nim heap that a position is equal to under normal play (Sprague 1935, Grundy
/// 1939). Written `*5`; added by exclusive or.
///
/// ```
/// use grundy_core::Nimber;
/// assert_eq!((Nimber(4) ^ Nimber(1)).to_string(), "*5");
/// assert_eq!([Nimber(3), Nimber(5), Nimber(6)].into_iter().sum::<Nimber>(), Nimber::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Nimber(pub u64);

impl Nimber {
    /// The nimber of every position that the previous player wins.
    pub const ZERO: Nimber = Nimber(0);

    /// Whether this is `*0`.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.0)
    }
}

impl BitXor for Nimber {
    type Output = Nimber;

    fn bitxor(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Nimber) {
        self.0 ^= other.0;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(nimbers: I) -> Nimber {
        nimbers.fold(Nimber::ZERO, |total, nimber| total ^ nimber)
    }
}

/// The minimum excluded nimber of a collection. O(n) time, O(n) bits, whatever the values are.
///
/// ```
/// use grundy_core::{Nimber, mex};
/// assert_eq!(mex([]), Nimber(0));
/// assert_eq!(mex([1, 3, 5].map(Nimber)), Nimber(0));
/// ```
pub fn mex(nimbers: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut set = MexSet::default();
    for nimber in nimbers {
        set.insert(nimber);
    }
    set.mex()
}

/// The nimbers seen among a position's options, kept for their mex.
///
/// A mex never exceeds the number of nimbers put in, so a nimber far beyond that is counted and
/// held apart until enough others have come: the set takes O(n) space even where values near
/// 2^63 occur.
///
/// ```
/// use grundy_core::{MexSet, Nimber};
/// let mut seen = MexSet::default();
/// for nimber in [0, 1, 1 << 62] {
///     seen.insert(Nimber(nimber));
/// }
/// assert!(seen.contains(Nimber(1 << 62)));
/// assert_eq!(seen.mex(), Nimber(2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct MexSet {
    /// Bit i of word w: nimber 64 w + i has been seen.
    low: Vec<u64>,
    /// Nimbers too large for the words at the time that they came.
    high: std::collections::BTreeSet<u64>,
    inserted: u64,
}

impl MexSet {
    /// Adds a nimber; adding it again changes nothing.
    pub fn insert(&mut self, nimber: Nimber) {
        self.inserted += 1;
        // Words may grow to cover twice the insertions, plus a few: linear in n.
        let covered = 2 * self.inserted + 256;
        if nimber.0 >= covered {
            self.high.insert(nimber.0);
            return;
        }
        let word = (nimber.0 / 64) as usize;
        if word >= self.low.len() {
            self.low.resize(word + 1, 0);
        }
        self.low[word] |= 1 << (nimber.0 % 64);
        self.high.remove(&nimber.0);
    }

    /// Whether the nimber has been added.
    pub fn contains(&self, nimber: Nimber) -> bool {
        let word = (nimber.0 / 64) as usize;
        self.low.get(word).is_some_and(|bits| bits >> (nimber.0 % 64) & 1 == 1)
            || self.high.contains(&nimber.0)
    }

    /// The least nimber that has not been added.
    pub fn mex(&self) -> Nimber {
        let first_gap = self.low.iter().position(|&bits| bits != u64::MAX);
        let mut least = match first_gap {
            Some(word) => 64 * word as u64 + u64::from(self.low[word].trailing_ones()),
            None => 64 * self.low.len() as u64,
        };
        // Only where the early large values turn out to be in reach does this loop run.
        while self.contains(Nimber(least)) {
            least += 1;
        }
        Nimber(least)
    }

    /// How many nimbers are in the set.
    pub fn len(&self) -> usize {
        self.low.iter().map(|bits| bits.count_ones() as usize).sum::<usize>() + self.high.len()
    }

    /// Whether no nimber has been added.
    pub fn is_empty(&self) -> bool {
        self.inserted == 0
    }

    /// The nimbers in the set, in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = Nimber> + '_ {
        let top = 64 * self.low.len() as u64;
        let low = (0..top).filter(|&value| self.low[(value / 64) as usize] >> (value % 64) & 1 == 1);
        let mut all: std::collections::BTreeSet<u64> = low.collect();
        all.extend(&self.high);
        all.into_iter().map(Nimber)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_agrees_with_its_definition_on_awkward_sets() {
        let cases: [&[u64]; 6] = [&[], &[0], &[1], &[u64::MAX, 0, 1], &[300, 299, 0, 1, 2], &[0, 0, 0, 2]];
        for case in cases {
            let expected = (0..).find(|value| !case.contains(value)).expect("finitely many are taken");
            assert_eq!(mex(case.iter().copied().map(Nimber)), Nimber(expected), "{case:?}");
        }
        // All of 0..1000, the largest first: the early ones are held apart and still count.
        assert_eq!(mex((0..1000).rev().map(Nimber)), Nimber(1000));
    }

    #[test]
    fn the_set_lists_what_was_added() {
        let mut set = MexSet::default();
        for value in [5, 1 << 40, 2, 5, 999] {
            set.insert(Nimber(value));
        }
        assert_eq!(set.iter().map(|n| n.0).collect::<Vec<_>>(), [2, 5, 999, 1 << 40]);
        assert!(set.contains(Nimber(999)) && !set.contains(Nimber(3)));
        assert_eq!((set.len(), set.is_empty(), MexSet::default().is_empty()), (4, false, true));
        // 300 comes first when the words do not reach it, and then when they do.
        let mut again = MexSet::default();
        [300].into_iter().chain(0..30).chain([300]).for_each(|value| again.insert(Nimber(value)));
        assert_eq!((again.len(), again.iter().count()), (31, 31));
    }
}
