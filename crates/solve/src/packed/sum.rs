//! Positions as sums of parts that are words.

use super::search::PackedSearch;
use grundy_core::{BoardWord, Nimber, Packed, Ruleset, Run, Stopped};
use std::collections::HashMap;

/// A position as its parts: the nimber of the known ones, and the representatives of the others.
struct WordSum<W> {
    known: Nimber,
    parts: Vec<Packed<W>>,
}

/// What is known of the nimber of a sum without a search.
pub(crate) enum AtHand {
    Nimber(Nimber),
    /// One part has none of the nimbers `values`, whose bits are set; the others are worth `known` together.
    Excluded {
        known: Nimber,
        values: u64,
    },
    Nothing,
}

impl<R: Ruleset, W: BoardWord> PackedSearch<'_, R, W> {
    fn sum(&self, parts: &[Packed<W>], run: &Run) -> WordSum<W> {
        let mut sum = WordSum { known: Nimber::ZERO, parts: Vec::new() };
        for &part in parts {
            match self.value_at_hand(part, run) {
                Ok(nimber) => sum.known ^= nimber,
                // Equal parts cancel: G + G = 0.
                Err(part) => match sum.parts.iter().position(|&other| other == part) {
                    Some(equal) => _ = sum.parts.swap_remove(equal),
                    None => sum.parts.push(part),
                },
            }
        }
        sum
    }

    /// The nimber of a sum of canonical parts.
    pub(crate) fn nimber(&self, parts: &[Packed<W>], run: &Run) -> Result<Nimber, Stopped> {
        let sum = self.sum(parts, run);
        sum.parts.iter().try_fold(sum.known, |total, &part| Ok(total ^ self.nimber_of(part, run)?))
    }

    /// Whether a sum of canonical parts has this nimber: all parts but the hardest are valued, and that one is tested.
    pub(crate) fn is_worth(&self, parts: &[Packed<W>], nimber: Nimber, run: &Run) -> Result<bool, Stopped> {
        let mut sum = self.sum(parts, run);
        sum.parts.sort_by_key(|&part| self.game.effort_of(part));
        let Some((&hardest, others)) = sum.parts.split_last() else { return Ok(sum.known == nimber) };
        let mut wanted = sum.known ^ nimber;
        for &part in others {
            wanted ^= self.nimber_of(part, run)?;
        }
        self.has_nimber(hardest, wanted, run)
    }

    /// Answers whether each sum of canonical parts has this nimber, at the place that stands with it. Several threads
    /// take a sum each where one part is left to be tested; after these, all threads search each of the other sums together.
    ///
    /// # Errors
    /// When the run stops first; some answers are missing then.
    pub(crate) fn are_worth(
        &self,
        sums: Vec<(usize, Vec<Packed<W>>)>,
        nimber: Nimber,
        answers: &mut [Option<bool>],
        run: &Run,
    ) -> Result<(), Stopped> {
        let (mut tests, mut tested) = (Vec::new(), Vec::new());
        let (mut known_tests, mut others) = (HashMap::new(), Vec::new());
        for (place, parts) in sums {
            run.check()?;
            let sum = self.sum(&parts, run);
            match sum.parts[..] {
                [] => answers[place] = Some(sum.known == nimber),
                [part] => {
                    let test = (part, sum.known ^ nimber);
                    // Options are often equal up to symmetry.
                    let number = *known_tests.entry(test).or_insert(tests.len());
                    if number == tests.len() {
                        tests.push(test);
                    }
                    tested.push((place, number));
                }
                _ => others.push((place, parts)),
            }
        }
        let (found, end) = self.have_nimbers(&tests, run);
        for (place, number) in tested {
            answers[place] = found[number];
        }
        end?;
        for (place, parts) in others {
            answers[place] = Some(self.is_worth(&parts, nimber, run)?);
        }
        Ok(())
    }

    /// What is known of the nimber of a sum of canonical parts without a search.
    pub(crate) fn at_hand(&self, parts: &[Packed<W>], run: &Run) -> AtHand {
        let sum = self.sum(parts, run);
        match sum.parts[..] {
            [] => AtHand::Nimber(sum.known),
            [part] => match self.known(part, run) {
                Ok(nimber) => AtHand::Nimber(nimber ^ sum.known),
                Err(values) => AtHand::Excluded { known: sum.known, values },
            },
            _ => AtHand::Nothing,
        }
    }
}
