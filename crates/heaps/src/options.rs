//! How many options a heap has, without listing them.

use crate::Code;
use crate::code::{NOTHING, ONE, THREE, TWO};

impl Code {
    /// How many options one heap has. Costs a step for each number of beans
    /// that may be taken; where the digits repeat for ever, a step for each of
    /// them, but for codes that leave three heaps a step for each bean.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let kayles: Code = "0.77".parse()?;
    /// assert_eq!(kayles.count_options(4), 4);
    /// assert_eq!("4.0!".parse::<Code>()?.count_options(1 << 62), (1 << 61) - 1);
    /// assert_eq!("0.[3]".parse::<Code>()?.count_options(1 << 32), 1 << 32);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn count_options(&self, heap: u64) -> u128 {
        let (digits, repeat) = self.fraction();
        let written = (digits.len() as u64).min(heap);
        let mut count: u128 = (0..=written).map(|taken| self.ways(self.digit(taken), heap - taken)).sum();
        // Behind the written digits the group repeats: every digit of it at equal distances.
        for (offset, &digit) in repeat.iter().enumerate() {
            let first = digits.len() as u64 + 1 + offset as u64;
            if first <= heap {
                count += self.ways_at_distances(digit, heap - first, repeat.len() as u64);
            }
        }
        count
    }

    /// The options that a digit gives when so many beans rest.
    fn ways(&self, digit: u8, rest: u64) -> u128 {
        let wide = u128::from(rest);
        let whole = if rest == 0 { digit & NOTHING != 0 } else { digit & ONE != 0 };
        let mut ways = u128::from(whole);
        if digit & TWO != 0 {
            let equal = u128::from(rest > 0 && rest.is_multiple_of(2));
            ways += wide / 2 - if self.unequal_parts() { equal } else { 0 };
        }
        if digit & THREE != 0 {
            ways += self.triples(wide);
        }
        ways
    }

    /// The ways to part `rest` in three: the nearest number to its square by 12.
    fn triples(&self, rest: u128) -> u128 {
        let any = |rest: u128| (rest * rest + 6) / 12;
        if !self.unequal_parts() {
            any(rest)
        } else if self.parts_allowed(&[1, 1, 2]) {
            any(rest) - u128::from(rest > 0 && rest.is_multiple_of(3))
        } else {
            // Parts that differ, less 0, 1 and 2, are any parts.
            rest.checked_sub(3).map_or(0, any)
        }
    }

    /// The same for rests `most`, `most - step`, ... down to 0, together.
    fn ways_at_distances(&self, digit: u8, most: u64, step: u64) -> u128 {
        if digit & THREE != 0 {
            return (0..=most / step).map(|index| self.ways(digit, most - index * step)).sum();
        }
        let terms = u128::from(most / step) + 1;
        let (least, step) = (u128::from(most % step), u128::from(step));
        let ends_at_nothing = least == 0;
        let mut ways = match (digit & NOTHING != 0, digit & ONE != 0) {
            (_, true) => terms - u128::from(ends_at_nothing),
            _ => 0,
        };
        ways += u128::from(ends_at_nothing && digit & NOTHING != 0);
        if digit & TWO != 0 {
            let sum = terms * least + step * (terms * (terms - 1) / 2);
            let odd = match (least % 2, step % 2) {
                (odd, 0) => terms * odd,
                (0, _) => terms / 2,
                _ => terms.div_ceil(2),
            };
            let equal = terms - odd - u128::from(ends_at_nothing);
            ways += (sum - odd) / 2 - if self.unequal_parts() { equal } else { 0 };
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    #[test]
    fn the_count_is_that_of_the_list() {
        let codes = [
            "0.07",
            "0.77",
            "4.0",
            "4.0!",
            "C.F",
            "C.F!",
            "C.F?",
            "0.137",
            "0.[3]",
            "0.1[02]",
            "0.07[7]",
            "0.[47]",
            "0.[4]!",
            "0.12[567]",
            "0.3[8]",
            "0.[F0]!",
            "8.[9]?",
            "allbut(2,3)",
            "subtraction(1,4)",
        ];
        for text in codes {
            let code: Code = text.parse().expect("a code");
            for heap in 0..40 {
                let mut listed = 0;
                let _ = code.options(heap, |_| {
                    listed += 1;
                    ControlFlow::<()>::Continue(())
                });
                assert_eq!(code.count_options(heap), listed, "{text} {heap}");
            }
        }
    }
}
