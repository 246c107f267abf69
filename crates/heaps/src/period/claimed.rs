//! Proving a period that is known from elsewhere, in bounded memory.
//!
//! To find a long period all nimbers must be kept; to prove one that is claimed, only a stretch from its
//! preperiod on:
//!
//! ```text
//! heaps   preperiod - 1 .. preperiod + KEPT        kept
//!         the same + period / r, r prime           must differ: no shorter period
//!         the same + period                        must agree, but for the first heap
//! ```
//!
//! after which the window certificate needs nothing that is not at hand.

use grundy_core::Run;

use crate::Code;
use crate::error::EngineError;
use crate::period::observed::may_grow;
use crate::period::prove::window;
use crate::period::{Period, guy_smith_terms};
use crate::sequence::{KEPT, Kept, Memory, Sequence, SequenceError};

/// Claims that end here are proved with full memory, by any theorem.
const SMALL: u64 = 2_000_000;

/// Claims may end here at most.
const LARGEST: u64 = 1 << 60;

/// The number of heaps behind a small claim that are compared for a cheap refutation before the full proof
/// begins.
const NEAR: u64 = 64;

/// What became of a claimed period.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClaimVerdict {
    /// It is the least period, it starts as early as it can, and it goes on.
    Proved(Period),
    /// Another period was proved on the way.
    Other(Period),
    /// Wrong: the nimber of `heap`, from the preperiod on, does not repeat one claimed period later.
    Refuted {
        /// The heap that does not repeat.
        heap: u64,
    },
    /// Not the least period: all heaps that were compared repeat after this divisor of it.
    Shorter {
        /// The divisor.
        period: u64,
    },
    /// Not the least preperiod: the heap before it repeats too.
    StartsEarlier,
    /// No heap speaks against it, and no theorem at hand proves it: there is no sparse space in which a
    /// window repeats.
    OutOfReach,
}

impl Sequence {
    /// Starts a sequence that remembers what the proof of a claimed period needs: every nimber where
    /// preperiod and period together are at most 2,000,000, and else as [`Memory::Bounded`], which needs a
    /// sparse space.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::{ClaimVerdict, Sequence};
    ///
    /// let mut sequence = Sequence::claiming(&"0.07".parse()?, 53, 34);
    /// let verdict = sequence.prove_claimed(53, 34, &Run::unlimited())?;
    /// assert!(matches!(verdict, ClaimVerdict::Proved(period) if period.proof_terms == 176));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn claiming(code: &Code, preperiod: u64, period: u64) -> Sequence {
        if is_small(preperiod, period) {
            return Sequence::with_memory(code, Memory::Full);
        }
        let mut sequence = Sequence::with_memory(code, Memory::Bounded);
        sequence.claim = Some((preperiod, period));
        sequence
    }

    /// The preperiod and the period that the memory is bounded for, if they are known: what is forgotten can
    /// serve no other claim.
    pub fn claim(&self) -> Option<(u64, u64)> {
        self.claim
    }

    /// Whether what is remembered may serve the proof of this claim: always with full memory, else where it
    /// was bounded for this very claim. Of a checkpoint of format 1 what it holds is compared.
    pub fn may_prove(&self, preperiod: u64, period: u64) -> bool {
        match (self.memory(), self.claim, &self.kept) {
            (Memory::Full, ..) | (_, None, None) => true,
            (_, Some(claim), _) => claim == (preperiod, period),
            (_, None, Some(kept)) => {
                (kept.first, kept.nimbers.len()) == stretch_of(preperiod)
                    && kept.refuted.iter().all(|&lag| lag > 0 && period.is_multiple_of(lag))
            }
        }
    }

    /// Computes as far as a claimed period needs and proves it: with full memory and a preperiod and period
    /// of together at most 2,000,000 by any theorem; else by the window certificate of its sparse space,
    /// which takes about `preperiod + period + 65,536` heaps and what [`Memory::Bounded`](crate::Memory)
    /// remembers. What is kept for the claim is part of a checkpoint, so the call may be repeated after
    /// [`Sequence::resume`] and goes on where it was.
    ///
    /// What was resumed from a checkpoint is judged again from the rules: see [`Sequence::believed`].
    ///
    /// A period of 0 and one that ends beyond 2^60 are [`ClaimVerdict::OutOfReach`].
    ///
    /// # Errors
    ///
    /// [`SequenceError`]; and [`EngineError::Memory`] when the sequence is already past a heap that had to be
    /// looked at.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::{ClaimVerdict, Memory, Sequence};
    ///
    /// let mut sequence = Sequence::with_memory(&"0.16".parse()?, Memory::Bounded);
    /// let verdict = sequence.prove_claimed(105_351, 149_459, &Run::unlimited())?;
    /// assert!(matches!(verdict, ClaimVerdict::Proved(period) if period.preperiod == 105_351));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove_claimed(
        &mut self,
        preperiod: u64,
        period: u64,
        run: &Run,
    ) -> Result<ClaimVerdict, SequenceError> {
        let verdict = self.judge(preperiod, period, run)?;
        match self.believed {
            // That nothing is proved needs no proof.
            Some(_) if verdict != ClaimVerdict::OutOfReach => {
                self.judge_again((preperiod, period), &verdict, run)
            }
            _ => Ok(verdict),
        }
    }

    /// The verdict by what is known.
    fn judge(&mut self, preperiod: u64, period: u64, run: &Run) -> Result<ClaimVerdict, SequenceError> {
        if period == 0 || preperiod.checked_add(period).is_none_or(|end| end > LARGEST) {
            return Ok(ClaimVerdict::OutOfReach);
        }
        if self.memory() == Memory::Full && is_small(preperiod, period) {
            return self.prove_small(preperiod, period, run);
        }
        if self.memory() == Memory::Bounded {
            self.claim = Some((preperiod, period));
        }
        self.prove_by_window(preperiod, period, run)
    }

    /// With every nimber at hand, the claim may be proved by any theorem.
    fn prove_small(&mut self, preperiod: u64, period: u64, run: &Run) -> Result<ClaimVerdict, SequenceError> {
        let end = preperiod + period;
        let bound = self.code.largest_take().zip(self.code.most_parts());
        let by_bound =
            bound.map_or(2 * end, |(longest, parts)| guy_smith_terms(preperiod, period, parts, longest));
        let mut limits = vec![end + NEAR, by_bound];
        if self.engine.has_rules() {
            limits.push(end + KEPT);
        }
        limits.sort_unstable();
        for limit in limits {
            if let Some(found) = self.prove(limit, run)? {
                let is_claimed = (found.preperiod, found.period) == (preperiod, period);
                return Ok(if is_claimed { ClaimVerdict::Proved(found) } else { ClaimVerdict::Other(found) });
            }
            if let Some(heap) = self.first_difference(preperiod, period) {
                return Ok(ClaimVerdict::Refuted { heap });
            }
        }
        for lag in prime_lags(period) {
            if self.first_difference(preperiod, lag).is_none() {
                return Ok(ClaimVerdict::Shorter { period: lag });
            }
        }
        let starts_earlier = preperiod > 0 && self.first_difference(preperiod - 1, period).is_none();
        Ok(if starts_earlier { ClaimVerdict::StartsEarlier } else { ClaimVerdict::OutOfReach })
    }

    /// The first heap from `start` on whose nimber does not come again after `lag`, more by the same saltus
    /// everywhere.
    fn first_difference(&self, start: u64, lag: u64) -> Option<u64> {
        let may_grow = may_grow(&self.code);
        let nimber = |heap: u64| self.nimber(heap).map(u64::from);
        let saltus = nimber(start + lag)?.saturating_sub(nimber(start)?);
        let saltus = if may_grow { saltus } else { 0 };
        (start..self.known().saturating_sub(lag))
            .find(|&heap| nimber(heap + lag) != nimber(heap).map(|value| value + saltus))
    }

    /// The way that a long claim goes: three stretches and the window.
    fn prove_by_window(
        &mut self,
        preperiod: u64,
        period: u64,
        run: &Run,
    ) -> Result<ClaimVerdict, SequenceError> {
        let Some(longest) = self.code.largest_take().filter(|_| self.engine.has_rules()) else {
            return Ok(ClaimVerdict::OutOfReach);
        };
        let (first, length) = stretch_of(preperiod);
        if self.kept.as_ref().is_none_or(|kept| (kept.first, kept.nimbers.len()) != (first, length)) {
            self.extend_to(preperiod + KEPT, run)?;
            let nimbers = self.stretch(first, preperiod + KEPT)?;
            self.kept = Some(Kept { first, nimbers, refuted: Vec::new() });
        }
        let Some(mut kept) = self.kept.clone() else {
            return Ok(ClaimVerdict::OutOfReach);
        };
        // From the preperiod on: the heap before it must not repeat.
        let skip = (preperiod - first) as usize;
        for lag in prime_lags(period) {
            if kept.refuted.contains(&lag) {
                continue;
            }
            self.extend_to(preperiod + lag + KEPT, run)?;
            if self.stretch(first + lag, preperiod + lag + KEPT)?[skip..] == kept.nimbers[skip..] {
                return Ok(ClaimVerdict::Shorter { period: lag });
            }
            kept.refuted.push(lag);
            self.kept = Some(kept.clone());
        }
        self.extend_to(preperiod + period + KEPT, run)?;
        let later = self.stretch(first + period, preperiod + period + KEPT)?;
        let differs = (skip..length).find(|&place| later[place] != kept.nimbers[place]);
        if let Some(place) = differs {
            return Ok(ClaimVerdict::Refuted { heap: first + place as u64 });
        }
        if skip > 0 && later[0] == kept.nimbers[0] {
            return Ok(ClaimVerdict::StartsEarlier);
        }
        let Some(machine) = self.engine.sliced() else {
            return Ok(ClaimVerdict::OutOfReach);
        };
        if machine.history().space.by_heap && period % 2 == 1 {
            return Ok(ClaimVerdict::OutOfReach);
        }
        // The window must lie in the stretch that was compared.
        let window = window(machine, preperiod, period, longest);
        let is_proved = window.proof_terms <= preperiod + period + KEPT;
        Ok(if is_proved { ClaimVerdict::Proved(window) } else { ClaimVerdict::OutOfReach })
    }

    fn stretch(&self, first: u64, end: u64) -> Result<Vec<u16>, SequenceError> {
        (first..end)
            .map(|heap| {
                self.nimber(heap).map(|value| value as u16).ok_or(EngineError::Memory { heap }.into())
            })
            .collect()
    }
}

fn is_small(preperiod: u64, period: u64) -> bool {
    preperiod.checked_add(period).is_some_and(|end| end <= SMALL)
}

/// The first heap kept for a claim, and how many are kept.
fn stretch_of(preperiod: u64) -> (u64, usize) {
    let first = preperiod.saturating_sub(1);
    (first, (preperiod - first + KEPT) as usize)
}

/// The period divided by each of its primes, in order: if none of them is a period, no divisor is.
fn prime_lags(period: u64) -> Vec<u64> {
    let mut lags: Vec<u64> = prime_divisors(period).iter().map(|prime| period / prime).collect();
    lags.sort_unstable();
    lags
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
