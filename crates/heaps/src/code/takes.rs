//! The numbers of beans that moves take, without those that no move takes.
//!
//! A digit is one byte here, for codes that leave three heaps at most:
//!
//! ```text
//! bit    7 6    5 4    3      2    1    0
//!       [three] [two]  three  two  one  nothing     may be left
//!        sizes  sizes
//! ```

use crate::Code;
use crate::code::digit::{Digit, Sizes};

/// Digit bit: the move may take the whole heap and leave nothing.
pub(crate) const NOTHING: u8 = 1;
/// Digit bit: the move may leave one heap.
pub(crate) const ONE: u8 = 2;
/// Digit bit: the move may leave two heaps.
pub(crate) const TWO: u8 = 4;
/// Digit bit: the move may leave three heaps.
pub(crate) const THREE: u8 = 8;

const ALL_SIZES: [Sizes; 4] = [Sizes::Any, Sizes::AllDiffer, Sizes::NotAllEqual, Sizes::AllEqual];

/// A digit as one byte.
fn packed(digit: &Digit) -> u8 {
    let number = |sizes: Sizes| ALL_SIZES.iter().position(|&known| known == sizes).unwrap_or(0) as u8;
    let shift = |heaps: u64| if heaps < 2 { 0 } else { 2 * heaps as u8 };
    let of = |heaps: u64| digit.sizes(heaps).map_or(0, |sizes| 1 << heaps | number(sizes) << shift(heaps));
    (0..4).map(of).fold(0, |all, bits| all | bits)
}

/// What is asked of two heaps that this digit leaves.
pub(crate) fn sizes_of_two(digit: u8) -> Sizes {
    ALL_SIZES[usize::from(digit >> 4 & 3)]
}

/// What is asked of three heaps that this digit leaves.
pub(crate) fn sizes_of_three(digit: u8) -> Sizes {
    ALL_SIZES[usize::from(digit >> 6)]
}

/// The digits of a code that allow a move, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Takes {
    /// Those that are written out.
    listed: Vec<(usize, u8)>,
    repeat: Option<Group>,
}

/// Digits that repeat for ever.
#[derive(Clone, Debug)]
struct Group {
    from: usize,
    length: usize,
    /// What of it allows a move, by its place in the group.
    digits: Vec<(usize, u8)>,
}

impl Takes {
    pub(crate) fn new(code: &Code) -> Self {
        let (digits, repeat) = code.fraction();
        let some = |from: usize, digits: &[Digit]| -> Vec<(usize, u8)> {
            (from..).zip(digits.iter().map(packed)).filter(|&(_, digit)| digit != 0).collect()
        };
        let mut listed = some(1, digits);
        if !code.digit(0).is_zero() {
            listed.insert(0, (0, packed(&code.digit(0))));
        }
        let repeat = (!repeat.is_empty()).then(|| Group {
            from: digits.len() + 1,
            length: repeat.len(),
            digits: some(0, repeat),
        });
        Takes { listed, repeat }
    }

    /// The digits, each as often as it is written.
    pub(crate) fn digits(&self) -> impl Iterator<Item = u8> {
        let group = self.repeat.iter().flat_map(|group| &group.digits);
        self.listed.iter().chain(group).map(|&(_, digit)| digit)
    }

    /// Whether there are digits that repeat for ever.
    pub(crate) fn has_repeats(&self) -> bool {
        self.repeat.is_some()
    }

    /// Visits the numbers up to `most`, each with its digit: plain loops, which cost less than the iterator
    /// of [`upto`](Takes::upto), as that asks before every number in which list it stands.
    #[inline]
    pub(crate) fn each_upto(&self, most: usize, mut visit: impl FnMut(usize, u8)) {
        for &(taken, digit) in &self.listed {
            if taken > most {
                return;
            }
            visit(taken, digit);
        }
        let Some(group) = &self.repeat else { return };
        for from in (group.from..=most).step_by(group.length) {
            for &(place, digit) in &group.digits {
                if from + place > most {
                    return;
                }
                visit(from + place, digit);
            }
        }
    }

    /// The numbers up to `most`, each with its digit.
    pub(crate) fn upto(&self, most: usize) -> impl Iterator<Item = (usize, u8)> {
        let listed = self.listed.iter().copied().take_while(move |take| take.0 <= most);
        let repeated = self.repeat.iter().flat_map(move |group| {
            (group.from..=most)
                .step_by(group.length)
                .flat_map(move |from| group.digits.iter().map(move |&(place, digit)| (from + place, digit)))
                .take_while(move |take| take.0 <= most)
        });
        listed.chain(repeated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_takes_are_the_digits_that_are_not_zero() {
        for text in
            ["0.07", "4.0", "0.1[02]", "0.[3]", "0.0030[060]", "subtraction(2,5)", "allbut(3)", "8?.4!7=F="]
        {
            let code: Code = text.parse().expect("a code");
            let takes = Takes::new(&code);
            for most in 0..20 {
                let digits = (0..=most).map(|taken| (taken, packed(&code.digit(taken as u64))));
                let wanted: Vec<(usize, u8)> = digits.filter(|&(_, digit)| digit != 0).collect();
                assert_eq!(takes.upto(most).collect::<Vec<_>>(), wanted, "{text} to {most}");
                let mut visited = Vec::new();
                takes.each_upto(most, |taken, digit| visited.push((taken, digit)));
                assert_eq!(visited, wanted, "{text} to {most}");
            }
        }
    }
}
