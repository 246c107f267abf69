//! Failing words that go on in one step, the sign of a quotient that does not end.

/// So many equal steps are taken for a sign.
const STEPS: usize = 4;

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
