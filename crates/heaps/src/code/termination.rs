//! Why a game with digits left of d0 ends: moves add beans, but every heap that they leave is smaller than
//! the heap it came from.
//!
//! The digit j places left of d0 adds j beans to a heap of n, and parts it in k heaps. The largest heap that
//! k heaps of n + j beans can hold is
//!
//! | sizes | the largest heap | smaller than n where |
//! |---|---|---|
//! | any, not all equal | n + j - (k - 1), beside heaps of 1 | k >= j + 2 |
//! | all differ | n + j - k (k - 1) / 2, beside 1, 2, ..., k - 1 | j < k (k - 1) / 2 |
//! | all equal | m = (n + j) / k | m (k - 1) > j for all m >= 1, j / k |
//!
//! So a move replaces a heap by smaller ones, and every play ends: multisets of numbers are well ordered so
//! (Dershowitz and Manna, *Proving termination with multiset orderings*, 1979). [`Weight`] says how many
//! moves it can have at most.

use crate::code::digit::{Digit, MOST_NAMED, Sizes};

/// A number for each heap, such that the heaps that a move leaves come to less than the heap it was made in:
/// a bound on the moves that can be made.
///
/// Write A for the most beans that a move adds. Where every digit left of d0 leaves `j + 2` heaps or more,
/// the weight of h is (A + 2) h - (A + 1), for (A + 2) (n + j) - k (A + 1) is less than (A + 2) n - (A + 1)
/// then. Without such digits it is 2 h - 1.
///
/// Heaps that differ, or are equal, may be fewer: k <= j + 1. Then the weight is R^(h - 1) to h = T = A + 2,
/// and goes on with steps of R^T, where R is more than every such k, and at least A + 3. It is convex, so the
/// heaps that weigh most are 1, ..., 1, x, or where they differ 1, 2, ..., k - 1, x: the last step of n
/// weighs more than all the others. Of equal heaps m < n, k are lighter than n since one step multiplies by
/// R > k, and behind T, where n = k m - j, R^T outweighs what is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Weight {
    Linear { added: u64 },
    Steep { base: u128, turn: u32 },
}

impl Weight {
    /// Of one heap.
    pub(crate) fn of(self, heap: u64) -> u128 {
        let heap = u128::from(heap);
        match self {
            _ if heap == 0 => 0,
            Weight::Linear { added } => {
                let added = u128::from(added);
                heap.saturating_mul(added + 2).saturating_sub(added + 1)
            }
            Weight::Steep { base, turn } if heap <= u128::from(turn) => base.pow(heap as u32 - 1),
            Weight::Steep { base, turn } => {
                let behind = heap - u128::from(turn);
                base.pow(turn).saturating_mul(behind).saturating_add(base.pow(turn - 1))
            }
        }
    }
}

/// Why a digit left of d0 is refused.
pub(crate) enum Endless {
    /// It leaves a heap that is not smaller.
    Grows,
    /// It adds so many beans that no bound on the moves fits a number.
    Long,
}

/// The weight of a code's heaps, if every digit left of d0 leaves smaller heaps only: of the digits `added`,
/// the first adds one bean. Else the place of the digit that does not.
pub(crate) fn weight(added: &[Digit]) -> Result<Weight, (usize, Endless)> {
    let mut most = 0;
    let mut few = None;
    for (place, digit) in added.iter().enumerate() {
        let beans = place as u64 + 1;
        for (heaps, sizes) in rules(digit, beans) {
            if !is_smaller(beans, heaps, sizes) {
                return Err((place, Endless::Grows));
            }
            most = beans;
            if heaps <= beans + 1 {
                few = few.max(Some((heaps, place)));
            }
        }
    }
    let Some((heaps, place)) = few else { return Ok(Weight::Linear { added: most }) };
    let base = u128::from((most + 3).max(heaps + 1));
    let turn =
        u32::try_from(most + 2).ok().filter(|&turn| base.checked_pow(turn).is_some_and(|top| top < 1 << 60));
    turn.map(|turn| Weight::Steep { base, turn }).ok_or((place, Endless::Long))
}

/// The numbers of heaps that decide, with their sizes: those that are named, and of all larger ones as many
/// as the bounds can fail for.
fn rules(digit: &Digit, beans: u64) -> impl Iterator<Item = (u64, Sizes)> {
    let first = MOST_NAMED as u64 + 1;
    let more = digit
        .more()
        .into_iter()
        .flat_map(move |sizes| (first..=first.max(beans + 2)).map(move |k| (k, sizes)));
    digit.rules().skip_while(|rule| rule.0 == 0).chain(more)
}

/// Whether so many heaps made of n and these beans are all smaller than n, whatever n is.
fn is_smaller(beans: u64, heaps: u64, sizes: Sizes) -> bool {
    match sizes {
        Sizes::Any | Sizes::NotAllEqual => heaps >= beans + 2,
        Sizes::AllDiffer => beans < heaps * (heaps - 1) / 2,
        Sizes::AllEqual => beans.div_ceil(heaps) * (heaps - 1) > beans,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // in a test, a panic is the report

    use crate::Code;
    use std::ops::ControlFlow;

    #[test]
    fn every_option_has_smaller_heaps_and_less_weight() {
        for text in [
            "80.0",
            "90.7",
            "8?0.37",
            "8!00.0",
            "8!80.0",
            "{4}00.0",
            "{4,5+}00.3",
            "{4}=00000.0",
            "{3+}=0.5",
            "{4}!00000.1",
            "{4}=0000{7}.06",
        ] {
            let code: Code = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            for heap in 0..24 {
                let _ = code.options(heap, |split| {
                    assert!(split.heaps().iter().all(|&left| left < heap), "{text} {heap}: {split:?}");
                    let weight: u128 = split.heaps().iter().map(|&left| code.moves_left(left)).sum();
                    assert!(weight < code.moves_left(heap), "{text} {heap}: {split:?}");
                    ControlFlow::<()>::Continue(())
                });
            }
        }
    }

    /// The rule itself: over many heaps, an option is as large as its heap exactly where it is refused.
    #[test]
    fn a_digit_is_refused_exactly_where_a_heap_does_not_shrink() {
        let mut refused = 0;
        for beans in 1..=7_usize {
            for heaps in 1..=8_u64 {
                for modifier in ["", "!", "?", "="] {
                    let text = format!("{{{heaps}}}{modifier}{}.0", "0".repeat(beans));
                    let sizes = crate::code::digit::Written::new(
                        (0..=heaps).map(|k| (k == heaps).then(|| sizes_of(modifier))).collect(),
                        false,
                    );
                    let grows = (0..60).any(|heap| {
                        let mut grows = false;
                        let _ = crate::code::partitions::each(
                            heap + beans as u64,
                            heaps,
                            sizes.digit().sizes(heaps).unwrap(),
                            |parts| {
                                grows |= parts.iter().any(|&part| part >= heap);
                                ControlFlow::<()>::Continue(())
                            },
                        );
                        grows
                    });
                    if heaps > 1 || modifier.is_empty() {
                        assert_eq!(text.parse::<Code>().is_err(), grows, "{text}");
                        refused += u32::from(grows);
                    }
                }
            }
        }
        assert!((60..160).contains(&refused), "{refused} refused");
    }

    fn sizes_of(modifier: &str) -> crate::Sizes {
        match modifier {
            "" => crate::Sizes::Any,
            "!" => crate::Sizes::AllDiffer,
            "?" => crate::Sizes::NotAllEqual,
            _ => crate::Sizes::AllEqual,
        }
    }
}
