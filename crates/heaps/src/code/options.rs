//! How many options a heap has, without listing them.

use crate::{Code, Digit, Sizes};

impl Code {
    /// How many options one heap has. Costs a step for each number of beans that may be taken; where the
    /// digits repeat for ever, a step for each of them, but for codes that leave three heaps a step for each
    /// bean. Where more heaps are left, it costs a step for each bean and each number of heaps; numbers
    /// beyond 2^128 count as 2^128 - 1.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let kayles: Code = "0.77".parse()?;
    /// assert_eq!(kayles.count_options(4), 4);
    /// assert_eq!("4!.0".parse::<Code>()?.count_options(1 << 62), (1 << 61) - 1);
    /// assert_eq!("0.[3]".parse::<Code>()?.count_options(1 << 32), 1 << 32);
    /// // All partitions of 99.
    /// assert_eq!("0.*".parse::<Code>()?.count_options(100), 169_229_875);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn count_options(&self, heap: u64) -> u128 {
        if self.most_parts().is_none_or(|parts| parts > 3) {
            return self.count_by_parts(heap);
        }
        let (digits, repeat) = self.fraction();
        let added = (1..=self.most_added()).map(|beans| ways(&self.digit_adding(beans), heap + beans));
        let written = (digits.len() as u64).min(heap);
        let taking = (0..=written).map(|taken| ways(&self.digit(taken), heap - taken));
        let mut count: u128 = added.chain(taking).sum();
        // Behind the written digits the group repeats: every digit of it at equal distances.
        for (offset, digit) in repeat.iter().enumerate() {
            let first = digits.len() as u64 + 1 + offset as u64;
            if first <= heap {
                count += ways_at_distances(digit, heap - first, repeat.len() as u64);
            }
        }
        count
    }

    /// The same for any numbers of heaps: those of each number together.
    fn count_by_parts(&self, heap: u64) -> u128 {
        let added = (1..=self.most_added()).map(|beans| (self.digit_adding(beans), heap + beans));
        let most_taken = self.largest_take().unwrap_or(heap).min(heap);
        let taking = (0..=most_taken).map(|taken| (self.digit(taken), heap - taken));
        let totals: Vec<(Digit, u64)> = added.chain(taking).filter(|(digit, _)| !digit.is_zero()).collect();
        let most = heap + self.most_added();
        let parts = self.most_parts().map_or(most, |parts| most.min(parts.into()));
        let mut partitions = Partitions::new(most);
        let mut count: u128 = 0;
        for heaps in 0..=parts {
            for (digit, total) in &totals {
                if let Some(sizes) = digit.sizes(heaps) {
                    count = count.saturating_add(partitions.of(*total, sizes));
                }
            }
            partitions.next();
        }
        count
    }
}

/// How many ways there are to part each total into a number of heaps of any sizes.
struct Partitions {
    heaps: u64,
    /// By the total.
    any: Vec<u128>,
}

impl Partitions {
    /// In no heaps.
    fn new(most: u64) -> Self {
        let mut any = vec![0; most as usize + 1];
        any[0] = 1;
        Partitions { heaps: 0, any }
    }

    /// In one heap more: one of them is a heap of 1, or all are larger than that.
    fn next(&mut self) {
        self.heaps += 1;
        let none = vec![0; self.any.len()];
        let fewer = std::mem::replace(&mut self.any, none);
        for total in self.heaps as usize..self.any.len() {
            let larger = self.any[total - self.heaps as usize];
            self.any[total] = fewer[total - 1].saturating_add(larger);
        }
    }

    fn of(&self, total: u64, sizes: Sizes) -> u128 {
        let any = |total: u64| self.any.get(total as usize).copied().unwrap_or(0);
        let equal = u128::from(total > 0 && self.heaps > 0 && total.is_multiple_of(self.heaps));
        match sizes {
            Sizes::Any => any(total),
            Sizes::NotAllEqual => any(total).saturating_sub(equal),
            Sizes::AllEqual => equal,
            // Heaps that differ, less 0, 1, 2, ..., are any heaps.
            Sizes::AllDiffer => {
                let less = self.heaps.saturating_mul(self.heaps.saturating_sub(1)) / 2;
                total.checked_sub(less).map_or(0, any)
            }
        }
    }
}

/// The options that a digit of at most three heaps gives when `rest` beans are left.
fn ways(digit: &Digit, rest: u64) -> u128 {
    let wide = u128::from(rest);
    let whole = u128::from(digit.sizes(u64::from(rest > 0)).is_some());
    let equal = |heaps: u64| u128::from(rest > 0 && rest.is_multiple_of(heaps));
    let pairs = digit.sizes(2).map_or(0, |sizes| match sizes {
        Sizes::Any => wide / 2,
        Sizes::AllEqual => equal(2),
        _ => wide / 2 - equal(2),
    });
    // The ways to part in three: the nearest number to the square by 12.
    let triples = |rest: u128| (rest * rest + 6) / 12;
    whole
        + pairs
        + digit.sizes(3).map_or(0, |sizes| match sizes {
            Sizes::Any => triples(wide),
            Sizes::AllEqual => equal(3),
            Sizes::NotAllEqual => triples(wide) - equal(3),
            // Parts that differ, less 0, 1 and 2, are any parts.
            Sizes::AllDiffer => wide.checked_sub(3).map_or(0, triples),
        })
}

/// The same for rests `most`, `most - step`, ... down to 0, together.
fn ways_at_distances(digit: &Digit, most: u64, step: u64) -> u128 {
    if digit.sizes(3).is_some() {
        return (0..=most / step).map(|index| ways(digit, most - index * step)).sum();
    }
    let terms = u128::from(most / step) + 1;
    let (least, step) = (u128::from(most % step), u128::from(step));
    let ends_at_nothing = least == 0;
    let mut count = u128::from(ends_at_nothing && digit.sizes(0).is_some());
    if digit.sizes(1).is_some() {
        count += terms - u128::from(ends_at_nothing);
    }
    let Some(sizes) = digit.sizes(2) else { return count };
    let sum = terms * least + step * (terms * (terms - 1) / 2);
    let odd = match (least % 2, step % 2) {
        (odd, 0) => terms * odd,
        (0, _) => terms / 2,
        _ => terms.div_ceil(2),
    };
    let equal = terms - odd - u128::from(ends_at_nothing);
    count
        + match sizes {
            Sizes::Any => (sum - odd) / 2,
            Sizes::AllEqual => equal,
            _ => (sum - odd) / 2 - equal,
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
            "4!.0",
            "C.F",
            "C!.F!",
            "C?.F?",
            "C=.F=",
            "4!.[4=8?0C=]",
            "80.0",
            "8!00.7",
            "0.*",
            "0.[*!]",
            "{4}00.{0,1,4,6}?8",
            "{2+}=.0",
            "0.{0,2=,3?+}",
            "0.{1,3!,5=+}",
            "0.[{1,4}3]",
            "0.137",
            "0.[3]",
            "0.1[02]",
            "0.07[7]",
            "0.[47]",
            "0.[4!]",
            "0.12[567]",
            "0.3[8]",
            "0.[F!0]",
            "8?.[9?]",
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
