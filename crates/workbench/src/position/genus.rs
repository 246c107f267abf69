//! The genus of a position: by tameness, by canonical forms, or by a quotient with heaps of Nim.

use crate::part::Part;
use crate::position::Position;
use crate::position::joint::JointTerm;
use crate::quotients::Joint;
use grundy_core::{Nimber, Run, Tame};
use grundy_heaps::Code;
use grundy_misere::{Element, Genus, JointQuotient, JointSources, Reach};
use std::sync::Arc;

/// A genus beside an answer is told where it is quickly found. The bounds are counts, not times: an answer is the same
/// on every machine.
const FEW_MOVES: u128 = 400;
const FEW_PARTS: usize = 400;
const FEW_FORMS: usize = 4_000;

/// The heaps of Nim beside which sums of heaps are looked at, fewer ones first: the more, the larger the quotient.
const NIM: [u64; 3] = [3, 7, 15];
/// Such a quotient is looked for within these bounds.
const REACH: Reach = Reach { heaps: None, order: 100, model: 10_000 };
/// Heaps up to this one are looked at; larger ones have values where a period is proved by these.
const LARGEST: u64 = 1_000;

impl Position {
    /// The genus, where all terms are known to be tame.
    ///
    /// ```
    /// use grundy::Position;
    /// let genus = "nim 1000000".parse::<Position>()?.tame_genus().expect("Nim is tame");
    /// assert_eq!(genus.to_string(), "1000000^(1000000,1000002)");
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    pub fn tame_genus(&self) -> Option<Genus> {
        let tame = self.tame()?.into_iter().fold(Tame::ZERO, |total, term| total ^ term);
        let nimber = tame.nimber.0;
        let digits =
            if tame.is_firm { vec![nimber, nimber ^ 2] } else { Genus::of_heap(nimber).digits().to_vec() };
        Some(Genus::new(nimber, digits))
    }

    /// The genus, where the position is tame, or its parts and their forms are few, or it is a sum of heaps that a
    /// small quotient tells.
    pub(crate) fn short_genus(&self, run: &Run) -> Option<String> {
        let genus = self.tame_genus();
        let genus = genus.or_else(|| self.genus_by_forms(run)).or_else(|| self.genus_by_quotient(run));
        genus.map(|genus| genus.to_string())
    }

    /// The genus by the canonical form, where that is small.
    fn genus_by_forms(&self, run: &Run) -> Option<Genus> {
        // A large heap is not looked into at all.
        if self.count_moves() > FEW_MOVES
            || self.mixture().iter().map(Part::moves_left).sum::<u128>() > FEW_MOVES
        {
            return None;
        }
        let parts = self.misere_parts(FEW_PARTS, run).ok()?;
        let (forms, ids) = parts.forms(FEW_FORMS, run).ok()?;
        Some(forms.genus(parts.form_of_all(&ids)?).clone())
    }

    /// The genus of a sum of heaps of codes, and of Nim, where its digits are no larger than the heaps of Nim of a
    /// small quotient that has all of them. The nimber is that of normal play.
    fn genus_by_quotient(&self, run: &Run) -> Option<Genus> {
        if self.terms().iter().any(|term| term.is_won()) {
            return None;
        }
        let terms: Vec<JointTerm<'_>> = self.terms().iter().map(JointTerm::of).collect();
        let larger = |most: u64, own: Option<u64>| Some(most.max(own?));
        let largest_nim = terms.iter().map(JointTerm::largest_nim).try_fold(0, larger)?;
        let nims = NIM.into_iter().filter(|&nim| nim >= largest_nim);
        let quotients = nims.map(|nim| self.quotient_with_nim(&terms, nim, run));
        // Where a quotient is too large, one with more heaps of Nim is too.
        let mut quotients = quotients.take_while(|joint| joint.quotient.is_whole());
        let digits = quotients.find_map(|joint| {
            let monoid = joint.quotient.monoid();
            let values = terms.iter().map(|term| joint.value(term));
            let times = |product: Element, value: Option<Element>| Some(monoid.times(product, value?));
            joint.quotient.genus_digits(values.into_iter().try_fold(0, times)?)
        })?;
        Some(Genus::new(self.normal_nimber(run)?.0, digits))
    }

    /// The quotient of the codes of these terms with heaps of Nim, as far as it is small. It is kept for the next
    /// question.
    fn quotient_with_nim(&self, terms: &[JointTerm<'_>], nim: u64, run: &Run) -> Arc<Joint> {
        let mut codes: Vec<Code> = terms.iter().filter_map(JointTerm::code).cloned().collect();
        codes.sort_by_cached_key(Code::to_string);
        codes.dedup();
        self.memos().quotients().with_nim(&codes, nim, || {
            let beside = |sources: JointSources, code| sources.with_heaps(code, LARGEST);
            let sources = codes.iter().fold(JointSources::default().with_nim(nim), beside);
            JointQuotient::of(&sources, &REACH, run)
        })
    }

    /// The nimber of all terms under normal play, where theorems tell them.
    fn normal_nimber(&self, run: &Run) -> Option<Nimber> {
        self.terms().iter().try_fold(Nimber::ZERO, |sum, term| {
            term.prepare(run).ok()?;
            Some(sum ^ term.part().theorem()?)
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;

    /// All lists of heaps of so many beans, the largest first.
    fn sums(beans: u64, most: u64) -> Vec<Vec<u64>> {
        let mut all = vec![Vec::new()];
        for heap in 1..=beans.min(most) {
            for mut rest in sums(beans - heap, heap) {
                rest.insert(0, heap);
                all.push(rest);
            }
        }
        all
    }

    /// Canonical forms and quotients with heaps of Nim share no step.
    #[test]
    fn the_quotient_tells_the_genera_of_canonical_forms() {
        let run = Run::unlimited();
        for (code, beside) in
            [("0.77", ""), ("0.53", ""), ("0.31", ""), ("0.75", " + nim 2"), ("0.15", " + *3")]
        {
            let mut told = 0;
            for heaps in sums(12, 12).iter().filter(|heaps| !heaps.is_empty()) {
                let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
                let position: Position = format!("{code} {}{beside}", heaps.join(" ")).parse().unwrap();
                let Some(genus) = position.genus_by_quotient(&run) else { continue };
                assert_eq!(Some(genus), position.genus_by_forms(&run), "{position}");
                told += 1;
            }
            assert!(told > 200, "{code}: {told} sums");
        }
    }

    /// The misère value of 11 pins is 4, and no heap of Nim up to 3 tells it from 5.
    #[test]
    fn what_a_small_quotient_does_not_tell_is_not_told() {
        let run = Run::unlimited();
        let genus = |text: &str| text.parse::<Position>().unwrap().genus_by_quotient(&run);
        assert_eq!(genus("kayles 11"), None);
        assert_eq!(genus("kayles 12 + nim 100"), None);
        assert_eq!(genus("kayles 3 + cram 2x2"), None);
    }
}
