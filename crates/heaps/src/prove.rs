//! Proving periods: when to look, and by which theorem.

use crate::period::{Period, SparseSpace, Theorem, guy_smith_terms};
use crate::repeat::{least_period, repeats, sparse_repeats};
use crate::sequence::{Sequence, Stopped, Watch};
use crate::sliced::Machine;
use crate::states::{all_but_reach, prove_all_but};
use crate::three::prove_three;

/// Sets of so many indices at most make heaps cheap.
const CHEAP: usize = 32;

/// The first length at which a proof is tried.
const FIRST_LOOK: u64 = 64;

impl Sequence {
    /// Computes until a period is proved or `limit` heaps are known. The
    /// period is the least one and starts as early as it can; nothing is
    /// claimed without a theorem. Looks again whenever the known heaps have
    /// grown by an eighth, or by a 24th where a sparse space has many indices, at a cost linear in them.
    ///
    /// # Errors
    ///
    /// [`Stopped`]; what was computed before is kept.
    ///
    /// ```
    /// use grundy_heaps::{Sequence, Theorem, Watch};
    ///
    /// let mut dawson = Sequence::new(&"0.07".parse()?);
    /// let period = dawson.prove(1_000, &mut Watch::nothing())?.expect("known since 1956");
    /// assert_eq!((period.preperiod, period.period, period.proof_terms), (53, 34, 176));
    /// assert_eq!(period.theorem, Theorem::GuySmith);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(&mut self, limit: u64, watch: &mut Watch<'_>) -> Result<Option<Period>, Stopped> {
        let mut next = FIRST_LOOK.min(limit);
        loop {
            self.extend_to(next, watch)?;
            if let Some(period) = self.proved() {
                return Ok(Some(period));
            }
            if self.known() >= limit {
                return Ok(None);
            }
            // Where heaps cost much, a look that comes too late costs more than looks.
            let is_slow = self.engine.sliced().is_some_and(|machine| machine.indices() > CHEAP);
            let step = if is_slow { self.known() / 24 } else { self.known() / 8 };
            next = (self.known() + step.max(16)).min(limit);
        }
    }

    /// The period that the heaps known so far prove, if any.
    pub fn proved(&self) -> Option<Period> {
        if let Some(machine) = self.engine.sliced() {
            return self.proved_sparse(machine);
        }
        let values = self.nimbers(self.known())?;
        if let Some(reach) = all_but_reach(&self.code) {
            return prove_all_but(reach, &values);
        }
        let longest = self.code.largest_take()?;
        let parts = self.code.most_parts();
        let plain = if parts > 1 && self.code.unequal_parts() {
            None
        } else {
            repeats(&values, |period, preperiod| {
                guy_smith(preperiod as u64, period as u64, parts, longest, values.len() as u64)
            })
        };
        plain.or_else(|| if parts == 3 { prove_three(&self.code, longest, &values) } else { None })
    }

    fn proved_sparse(&self, machine: &dyn Machine) -> Option<Period> {
        let history = machine.history();
        let longest = self.code.largest_take()?;
        let mut found = sparse_repeats(history, |period, preperiod| {
            let by_bound = (!self.code.unequal_parts())
                .then(|| guy_smith(preperiod, period, 2, longest, history.len()))
                .flatten();
            by_bound.or_else(|| window(machine, preperiod, period, longest))
        })?;
        let equal = |a: u64, b: u64| history.value(a) == history.value(b);
        found.period = least_period(found.period, found.preperiod, equal);
        if found.theorem == Theorem::GuySmith {
            found.proof_terms = guy_smith_terms(found.preperiod, found.period, 2, longest);
        }
        Some(found)
    }
}

/// The proof by the bound of Guy and Smith, if enough heaps are known.
fn guy_smith(preperiod: u64, period: u64, parts: u32, longest: u64, known: u64) -> Option<Period> {
    let proof_terms = guy_smith_terms(preperiod, period, parts, longest);
    (proof_terms <= known).then_some(Period {
        preperiod,
        period,
        saltus: 0,
        proof_terms,
        theorem: Theorem::GuySmith,
    })
}

/// The proof by the window certificate, if enough heaps are known.
pub(crate) fn window(machine: &dyn Machine, preperiod: u64, period: u64, longest: u64) -> Option<Period> {
    let history = machine.history();
    let space = history.space;
    let last_rare = history.rares.last().map_or(0, |rare| rare.0);
    let reach = machine.witnesses().widest.max(last_rare);
    let width = reach + longest + 1;
    // The heaps after the anchor must have been verified in this space.
    let anchor = (preperiod + width - 1).max(2 * reach + 2 * longest + 1).max(machine.since());
    let proof_terms = anchor + period + 1;
    if proof_terms > history.len() || space.by_heap && period % 2 == 1 {
        return None;
    }
    let space = SparseSpace {
        mask: space.mask,
        by_heap: space.by_heap,
        kappa: space.kappa,
        rares: history.rares.clone(),
        reach,
        anchor,
    };
    Some(Period { preperiod, period, saltus: 0, proof_terms, theorem: Theorem::SparseWindow(space) })
}
