//! Sequences that went on from a checkpoint.
//!
//! A file can be altered, and its sum with it; that cannot be seen without working all of it out again. So
//! what a checkpoint says is believed for the search alone. A period, or the verdict on a claim, that follows
//! from it is only *supposed*, until the same sequence has been computed again from the rules, from heap 0
//! on, and gives it by itself: that one takes the place of the believed one.

use grundy_core::Run;

use crate::error::EngineError;
use crate::period::Period;
use crate::period::claimed::ClaimVerdict;
use crate::sequence::{Sequence, SequenceError};

/// Heaps from one comparison to the next, at first.
const STEP: u64 = 4_096;

impl Sequence {
    /// How many nimbers, from heap 0 on, are those of a checkpoint and were not computed from the rules
    /// since.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::Sequence;
    ///
    /// let code = "0.07".parse()?;
    /// let mut first = Sequence::new(&code);
    /// first.extend_to(100, &Run::unlimited())?;
    /// let mut sequence = Sequence::resume(&code, &first.checkpoint())?;
    /// assert_eq!((sequence.believed(), sequence.proved()), (first.known(), None));
    /// // What is proved is proved from the rules.
    /// assert!(sequence.prove(1_000, &Run::unlimited())?.is_some());
    /// assert_eq!(sequence.believed(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn believed(&self) -> u64 {
        self.believed.as_ref().map_or(0, |believed| believed.heaps)
    }

    /// The period that follows if the nimbers of the checkpoint are true, while that has not been worked out.
    /// It is not proved.
    pub fn supposed(&self) -> Option<&Period> {
        self.believed.as_ref()?.supposed.as_ref()
    }

    /// The period supposed is proved from the rules; or the nimbers from the rules take the place of those
    /// believed and prove none as far as they go.
    pub(crate) fn prove_again(
        &mut self,
        supposed: Period,
        run: &Run,
    ) -> Result<Option<Period>, SequenceError> {
        let goal = supposed.proof_terms.max(self.known());
        let mut again = self.begin_again(Some(supposed));
        let proved = self.go_again(&mut again, goal, run);
        self.end_again(again, proved)
    }

    /// The verdict on a claim from the rules.
    pub(crate) fn judge_again(
        &mut self,
        claim: (u64, u64),
        believed: &ClaimVerdict,
        run: &Run,
    ) -> Result<ClaimVerdict, SequenceError> {
        let supposed = match believed {
            ClaimVerdict::Proved(period) | ClaimVerdict::Other(period) => Some(period.clone()),
            _ => None,
        };
        let mut again = self.begin_again(supposed);
        let verdict = again.prove_claimed(claim.0, claim.1, &run.after(self.known()));
        self.end_again(again, verdict)
    }

    /// The sequence from the rules, as far as it was before.
    fn begin_again(&mut self, supposed: Option<Period>) -> Box<Sequence> {
        let kept = self.believed.as_mut().and_then(|believed| {
            believed.supposed = supposed;
            believed.again.take()
        });
        kept.unwrap_or_else(|| {
            // Both are held together.
            let left = self.engine.setting.memory.saturating_sub(self.engine.bytes());
            Box::new(Sequence::with_setting(&self.code, self.engine.setting).with_limit(left))
        })
    }

    /// It takes the place of what was believed, or waits for the next call.
    fn end_again<T>(
        &mut self,
        again: Box<Sequence>,
        result: Result<T, SequenceError>,
    ) -> Result<T, SequenceError> {
        match (&result, &mut self.believed) {
            (Err(_), Some(believed)) => believed.again = Some(again),
            _ => *self = again.with_limit(self.engine.setting.memory),
        }
        result
    }

    /// Computes `again` until it proves a period, or to the goal; compares on the way, so that a wrong nimber
    /// is an error as soon as it is met.
    fn go_again(
        &mut self,
        again: &mut Sequence,
        goal: u64,
        run: &Run,
    ) -> Result<Option<Period>, SequenceError> {
        loop {
            let next = (again.known() + again.known() / 8 + STEP).min(goal);
            let proved = again.prove(next, &run.after(self.known()))?;
            self.compare(again)?;
            if proved.is_some() || again.known() >= goal {
                return Ok(proved);
            }
        }
    }

    /// Whether the nimbers that are known from the rules since the last call are those believed.
    fn compare(&mut self, again: &Sequence) -> Result<(), SequenceError> {
        let first = self.believed.as_ref().map_or(0, |believed| believed.compared);
        let end = again.known().min(self.known());
        let differs = |heap: &u64| {
            let (known, believed) = (again.nimber(*heap), self.nimber(*heap));
            known.is_some() && believed.is_some() && known != believed
        };
        if let Some(heap) = (first..end).find(differs) {
            return Err(EngineError::Checkpoint { heap }.into());
        }
        if let Some(believed) = &mut self.believed {
            believed.compared = end;
        }
        Ok(())
    }
}
