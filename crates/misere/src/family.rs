//! Failing words that go on in one step, the sign of a quotient that does not end.

use crate::candidate::Candidate;
use crate::components::Components;

/// This many equal steps, one after the other, are taken for a sign that there is no finite quotient.
const STEPS: usize = 3;
/// The largest number of one kind of component in a grid: it has at most one row and one column more than this.
const MOST: u64 = 24;

/// Sums that refute one conjecture after the other and go on in one step: a sign that there is no finite quotient.
/// A component is given by its number. That of a heap is its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumFamily {
    /// What each sum has more than the one before it.
    pub step: Vec<u64>,
    /// The sums around the last one, where the step has one or two kinds of components.
    pub grid: Option<SumGrid>,
}

/// Who wins a sum beside more and more components of one or two kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumGrid {
    /// What all these sums have.
    pub base: Vec<u64>,
    /// The kind that row i has i of, where there are two.
    pub down: Option<u64>,
    /// The kind that column j has j of.
    pub across: u64,
    /// Whether the second player wins, in each row column by column. Nothing where the sum is heavier than the last one
    /// that refuted a conjecture: up to that one all outcomes are known.
    pub rows: Vec<Vec<Option<bool>>>,
}

impl SumFamily {
    /// The family whose last sum has refuted this candidate. All that are lighter than that one are as it says.
    pub(crate) fn of(
        step: Vec<usize>,
        last: &[usize],
        candidate: &Candidate,
        components: &dyn Components,
    ) -> SumFamily {
        let mut kinds = step.clone();
        kinds.dedup();
        let kinds = match kinds[..] {
            [across] => Some((None, across)),
            [down, across] => Some((Some(down), across)),
            _ => None,
        };
        let grid = kinds.map(|(down, across)| grid(down, across, last, candidate, components));
        SumFamily { step: numbers(&step), grid }
    }
}

fn grid(
    down: Option<usize>,
    across: usize,
    last: &[usize],
    candidate: &Candidate,
    components: &dyn Components,
) -> SumGrid {
    let base: Vec<usize> =
        last.iter().copied().filter(|&part| part != across && Some(part) != down).collect();
    let weight =
        |word: &[usize]| word.iter().fold(0_u64, |all, &part| all.saturating_add(components.weight(part)));
    let (known, of_base) = (weight(last), weight(&base));
    // How many components of a kind can be added until the sum is as heavy as the last one.
    let room =
        |kind: usize, before: u64| (known.saturating_sub(before) / components.weight(kind).max(1)).min(MOST);
    let outcome = |i: u64, j: u64| {
        let mut word = base.clone();
        word.extend(down.iter().flat_map(|&kind| std::iter::repeat_n(kind, i as usize)));
        word.extend(std::iter::repeat_n(across, j as usize));
        let is_p = candidate.monoid.is_p(candidate.value_of(&word));
        word.sort_unstable();
        match weight(&word) {
            lighter if lighter < known => Some(is_p),
            _ => (word == last).then_some(!is_p),
        }
    };
    let rows = (0..=down.map_or(0, |down| room(down, of_base)))
        .map(|i| (0..=room(across, of_base)).map(|j| outcome(i, j)).collect());
    SumGrid {
        base: numbers(&base),
        down: down.map(|down| down as u64),
        across: across as u64,
        rows: rows.collect(),
    }
}

fn numbers(word: &[usize]) -> Vec<u64> {
    word.iter().map(|&part| part as u64).collect()
}

/// The step by which the last failing word goes on from earlier ones, if it has done so several times.
pub(crate) fn step(failures: &[(Vec<usize>, usize)]) -> Option<Vec<usize>> {
    let (last, before) = failures.split_last()?;
    for (word, _) in before {
        let Some(step) = less(&last.0, word).filter(|step| !step.is_empty()) else { continue };
        let mut rest = word.clone();
        let mut steps = 1;
        while let Some(earlier) =
            less(&rest, &step).filter(|earlier| before.iter().any(|(word, _)| word == earlier))
        {
            rest = earlier;
            steps += 1;
        }
        if steps >= STEPS {
            return Some(step);
        }
    }
    None
}

/// The sorted word that is left when another is taken out of it, if it is in it.
fn less(word: &[usize], other: &[usize]) -> Option<Vec<usize>> {
    let mut rest = word.to_vec();
    for part in other {
        rest.remove(rest.binary_search(part).ok()?);
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_seen_among_other_words() {
        let word = |k: usize| {
            let mut word = vec![2, 4];
            word.extend(std::iter::repeat_n(30, k));
            word.extend(std::iter::repeat_n(34, k + 5));
            (word, 0)
        };
        let mut failures: Vec<_> = (0..STEPS).flat_map(|k| [word(k), (vec![7, 9 + k, 34], 0)]).collect();
        assert_eq!(step(&failures), None);
        failures.push(word(STEPS));
        assert_eq!(step(&failures), Some(vec![30, 34]));
    }
}
