//! Proving a period that is known from elsewhere, in bounded memory.
//!
//! To find a long period all nimbers must be kept; to prove one that is
//! claimed, only a stretch from its preperiod on:
//!
//! ```text
//! heaps   preperiod - 1 .. preperiod + KEPT        kept
//!         the same + period / r, r prime           must differ: no shorter period
//!         the same + period                        must agree, but for the first heap
//! ```
//!
//! after which the window certificate needs nothing that is not at hand.

use crate::error::EngineError;
use crate::period::Period;
use crate::prove::window;
use crate::sequence::{Sequence, Stopped, Watch};

/// Heaps kept from the preperiod on; the window must fit in.
pub(crate) const KEPT: u64 = 65_536;

/// The stretch kept for a claim, and the shorter lags already refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// The first heap kept: one before the preperiod, if there is one.
    pub(crate) first: u64,
    pub(crate) nimbers: Vec<u16>,
    pub(crate) refuted: Vec<u64>,
}

impl Sequence {
    /// Computes as far as a claimed period needs and proves it by the window
    /// certificate of its sparse space; `None` when the claim is wrong or
    /// cannot be proved so. Meant for [`Memory::Bounded`](crate::Memory):
    /// what is kept for the claim is part of a checkpoint, so the call may be
    /// repeated after [`Sequence::resume`] and goes on where it was. Needs
    /// about `preperiod + period + 65,536` heaps.
    ///
    /// # Errors
    ///
    /// [`Stopped`]; and [`EngineError::Memory`] when the sequence is already
    /// past a heap that had to be looked at.
    ///
    /// ```
    /// use grundy_heaps::{Memory, Sequence, Watch};
    ///
    /// let mut sequence = Sequence::with_memory(&"0.16".parse()?, Memory::Bounded);
    /// let period = sequence.prove_claimed(105_351, 149_459, &mut Watch::nothing())?;
    /// assert_eq!(period.map(|period| period.preperiod), Some(105_351));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove_claimed(
        &mut self,
        preperiod: u64,
        period: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Period>, Stopped> {
        let Some(longest) = self.code.largest_take() else {
            return Ok(None);
        };
        if period == 0 || preperiod.checked_add(period).is_none_or(|end| end > 1 << 60) {
            return Ok(None);
        }
        let first = preperiod.saturating_sub(1);
        let length = (preperiod + KEPT - first) as usize;
        if self.kept.as_ref().is_none_or(|kept| (kept.first, kept.nimbers.len()) != (first, length)) {
            self.extend_to(preperiod + KEPT, watch)?;
            let nimbers = self.stretch(first, preperiod + KEPT)?;
            self.kept = Some(Kept { first, nimbers, refuted: Vec::new() });
        }
        let Some(mut kept) = self.kept.clone() else {
            return Ok(None);
        };
        // From the preperiod on: the heap before it must not repeat.
        let skip = (preperiod - first) as usize;
        let mut lags: Vec<u64> = prime_divisors(period).iter().map(|prime| period / prime).collect();
        lags.sort_unstable();
        for lag in lags.into_iter().filter(|&lag| lag > 0) {
            if kept.refuted.contains(&lag) {
                continue;
            }
            self.extend_to(preperiod + lag + KEPT, watch)?;
            if self.stretch(first + lag, preperiod + lag + KEPT)?[skip..] == kept.nimbers[skip..] {
                return Ok(None);
            }
            kept.refuted.push(lag);
            self.kept = Some(kept.clone());
        }
        self.extend_to(preperiod + period + KEPT, watch)?;
        let later = self.stretch(first + period, preperiod + period + KEPT)?;
        if later[skip..] != kept.nimbers[skip..] || skip > 0 && later[0] == kept.nimbers[0] {
            return Ok(None);
        }
        let Some(machine) = self.engine.sliced() else {
            return Ok(None);
        };
        // The window must lie in the stretch that was compared.
        let proved = window(machine, preperiod, period, longest);
        Ok(proved.filter(|proved| proved.proof_terms <= preperiod + period + KEPT))
    }

    fn stretch(&self, first: u64, end: u64) -> Result<Vec<u16>, Stopped> {
        (first..end)
            .map(|heap| {
                self.nimber(heap).map(|value| value as u16).ok_or(EngineError::Memory { heap }.into())
            })
            .collect()
    }
}

fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut prime = 2;
    while number > 1 {
        if prime * prime > number {
            prime = number;
        }
        if number.is_multiple_of(prime) {
            primes.push(prime);
            while number.is_multiple_of(prime) {
                number /= prime;
            }
        }
        prime += 1;
    }
    primes
}
