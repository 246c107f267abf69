//! Proving periods: when to look, and by which theorem.

use grundy_core::Run;

use crate::engine::choice::Plain;
use crate::period::all_but::{all_but_reach, prove_all_but};
use crate::period::arithmetic::{MOST, prove_three};
use crate::period::landmarks::Landmarks;
use crate::period::repeats::{earlier_ends, ended_alike, least_period, repeats, repeats_from};
use crate::period::{Period, SparseSpace, Theorem, guy_smith_terms};
use crate::sequence::{Sequence, SequenceError};
use crate::sparse::history::History;
use crate::sparse::sliced::Machine;

/// The first length at which a proof is tried.
const FIRST_LOOK: u64 = 64;

/// By which part of them heaps grow from look to look: without a sparse space a look costs as much as all
/// heaps, with one as little as the new ones.
const DENSE_STEP: u64 = 8;
const SPARSE_STEP: u64 = 64;

/// Short periods are looked for in this number of the latest heaps, or in this part of all heaps, where that is more;
/// there are landmarks for all others.
const SHORT: usize = 8_192;
const SHORT_SHARE: usize = 256;

/// A repeat that is due is not looked at before the heaps have grown by this part, for one that does not go
/// on may be due time and again.
const DUE: u64 = 1_024;

impl Sequence {
    /// Computes until a period is proved or `limit` heaps are known. The period is the least one and starts
    /// as early as it can; nothing is claimed without a theorem. What was resumed from a checkpoint is
    /// computed again from the rules before a period is claimed: see [`Sequence::believed`]. A sparse space
    /// is looked at whenever the known heaps have grown by a 64th, and when a repeat that was seen is due to
    /// be proved, at a cost linear in the new heaps; other heaps when they have grown by an eighth, at a cost
    /// linear in all of them.
    ///
    /// # Errors
    ///
    /// [`SequenceError`]; what was computed before is kept.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::{Sequence, Theorem};
    ///
    /// let mut dawson = Sequence::new(&"0.07".parse()?);
    /// let period = dawson.prove(1_000, &Run::unlimited())?.expect("known since 1956");
    /// assert_eq!((period.preperiod, period.period, period.proof_terms), (53, 34, 176));
    /// assert_eq!(period.theorem, Theorem::GuySmith);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(&mut self, limit: u64, run: &Run) -> Result<Option<Period>, SequenceError> {
        // Set aside, for a look borrows the heaps too.
        let mut landmarks = std::mem::take(&mut self.landmarks);
        let proved = self.prove_with(&mut landmarks, limit, run);
        self.landmarks = landmarks;
        self.engine.rest();
        match proved? {
            Some(supposed) if self.believed.is_some() => match self.prove_again(supposed, run)? {
                // Now nothing is believed any more.
                None => self.prove(limit, run),
                proved => Ok(proved),
            },
            proved => Ok(proved),
        }
    }

    fn prove_with(
        &mut self,
        landmarks: &mut Landmarks,
        limit: u64,
        run: &Run,
    ) -> Result<Option<Period>, SequenceError> {
        let mut next = FIRST_LOOK.min(limit);
        // Landmarks could miss a repeat, so all heaps are looked at now and then.
        let mut look_at_all = 0;
        loop {
            self.extend_on(next, run)?;
            let known = self.known();
            let far = if known < look_at_all.min(limit) {
                SHORT.max(known as usize / SHORT_SHARE)
            } else {
                look_at_all = 4 * known;
                usize::MAX
            };
            let (expected, step) = match self.engine.sliced() {
                None => (self.proved_by_known(), known / DENSE_STEP),
                Some(machine) => {
                    landmarks.follow(machine.history(), self.engine.setting.registers());
                    (self.expected(machine, landmarks, far), known / SPARSE_STEP)
                }
            };
            next = known + step.max(16);
            if let Some(period) = expected {
                if period.proof_terms <= known {
                    return Ok(Some(period));
                }
                next = next.min(period.proof_terms.max(known + known / DUE));
            }
            if known >= limit {
                return Ok(None);
            }
            next = next.min(limit);
        }
    }

    /// The period that the heaps known so far prove, if any. None where nimbers of a checkpoint are
    /// [believed](Sequence::believed).
    pub fn proved(&self) -> Option<Period> {
        if self.believed.is_some() { None } else { self.proved_by_known() }
    }

    fn proved_by_known(&self) -> Option<Period> {
        let values = match (self.engine.sliced(), self.engine.plain()) {
            (Some(machine), _) => {
                let expected = self.expected(machine, &Landmarks::default(), usize::MAX);
                return expected.filter(|period| period.proof_terms <= self.known());
            }
            (None, Some(values)) => values,
            _ => return None,
        };
        match (all_but_reach(&self.code), values) {
            (Some(reach), Plain::Wide(values)) => return prove_all_but(reach, values),
            (Some(_), Plain::Narrow(_)) => return None,
            (None, _) => {}
        }
        let longest = self.code.largest_take()?;
        let parts = self.code.most_parts()?;
        let plain = if self.code.has_modifiers() { None } else { self.by_bound(values, parts, longest) };
        plain.or_else(|| {
            let values = if self.known() <= MOST as u64 { self.nimbers(self.known())? } else { return None };
            prove_three(&self.code, longest, &values)
        })
    }

    /// The first repeat that is proved by the bound of Guy and Smith.
    fn by_bound(&self, values: Plain<'_>, parts: u32, longest: u64) -> Option<Period> {
        let visit = |period: usize, preperiod: usize| {
            let found = guy_smith(preperiod as u64, period as u64, parts, longest);
            (found.proof_terms <= self.known()).then_some(found)
        };
        match values {
            Plain::Wide(values) => repeats(values.len(), |heap| values[heap], visit),
            Plain::Narrow(values) => repeats(values.len(), |heap| values[heap], visit),
        }
    }

    /// The period that the heaps known so far prove, or the one that is proved next if it goes on; looked for
    /// where landmarks came again, and in the last `far` heaps.
    fn expected(&self, machine: &dyn Machine, landmarks: &Landmarks, far: usize) -> Option<Period> {
        let history = machine.history();
        let longest = self.code.largest_take().filter(|_| history.base == 0)?;
        // With the heap's parity in the class, equal bytes an odd distance apart are different nimbers.
        let even = |period: u64| if history.space.by_heap { period << (period & 1) } else { period };
        let proposed = landmarks.proposals().map(even).filter(|&period| ended_alike(history, period));
        let registers = self.engine.setting.registers();
        let ends = earlier_ends(history, far, registers).filter(|&period| even(period) == period);
        let mut expected: Option<Period> = None;
        for period in ends.chain(proposed) {
            let preperiod = repeats_from(history, period);
            let by_bound = (!self.code.has_modifiers()).then(|| guy_smith(preperiod, period, 2, longest));
            for found in by_bound.into_iter().chain([window(machine, preperiod, period, longest)]) {
                if found.proof_terms <= history.len() {
                    return Some(self.shortened(found, history, longest));
                }
                if expected.as_ref().is_none_or(|known| found.proof_terms < known.proof_terms) {
                    expected = Some(found);
                }
            }
        }
        expected
    }

    /// The same with the least period.
    fn shortened(&self, mut found: Period, history: &History, longest: u64) -> Period {
        let equal = |a: u64, b: u64| history.value(a) == history.value(b);
        found.period = least_period(found.period, found.preperiod, equal);
        if found.theorem == Theorem::GuySmith {
            found.proof_terms = guy_smith_terms(found.preperiod, found.period, 2, longest);
        }
        found
    }
}

/// The proof by the bound of Guy and Smith, of a repeat that goes on for its terms.
fn guy_smith(preperiod: u64, period: u64, parts: u32, longest: u64) -> Period {
    let proof_terms = guy_smith_terms(preperiod, period, parts, longest);
    Period { preperiod, period, saltus: 0, proof_terms, theorem: Theorem::GuySmith }
}

/// The proof by the window certificate, of a repeat that goes on for its terms; where the heap's parity is
/// part of the class, of an even one. What is verified later may make the terms more.
pub(crate) fn window(machine: &dyn Machine, preperiod: u64, period: u64, longest: u64) -> Period {
    let history = machine.history();
    let last_rare = history.rares.last().map_or(0, |rare| rare.0);
    let reach = machine.witnesses().widest.max(last_rare);
    let width = reach + longest + 1;
    // The heaps after the anchor must have been verified in this space.
    let anchor = (preperiod + width - 1).max(2 * reach + 2 * longest + 1).max(machine.since());
    let space = SparseSpace {
        mask: history.space.mask,
        by_heap: history.space.by_heap,
        kappa: history.space.kappa,
        rares: history.rares.clone(),
        reach,
        anchor,
    };
    let proof_terms = anchor + period + 1;
    Period { preperiod, period, saltus: 0, proof_terms, theorem: Theorem::SparseWindow(space) }
}
