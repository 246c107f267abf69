//! The heaps in which a period shows: a stretch from its preperiod to the end of the window, and the same one
//! period later.

use super::super::clock::{Clock, Halt};
use super::super::{Refused, prime_divisors};
use grundy_heaps::Period;

/// Nimbers of a stretch of heaps, as far as they are known.
struct Stretch {
    from: usize,
    length: usize,
    values: Vec<u16>,
}

impl Stretch {
    /// Takes over the nimbers of the next heaps, which start at `heap`.
    fn extend(&mut self, heap: usize, values: &[u16]) {
        let next = self.from + self.values.len();
        let skipped = next.saturating_sub(heap).min(values.len());
        let missing = self.length - self.values.len();
        if heap + values.len() > next {
            self.values.extend(values[skipped..].iter().take(missing));
        }
    }
}

/// What is kept to judge a period.
pub(super) struct Repeat {
    /// One heap of the stretches lies before the preperiod, if there is one.
    before: usize,
    /// Heaps taken over.
    known: usize,
    first: Stretch,
    later: Stretch,
    /// After the period divided by one of its primes.
    shorter: Vec<(u64, Stretch)>,
}

impl Repeat {
    /// Nothing yet, of a period whose window ends with the heap `anchor`. Shorter periods are compared only
    /// if the check is to be whole.
    pub(super) fn new(
        period: &Period,
        anchor: u64,
        is_whole: bool,
        clock: &mut Clock<'_>,
    ) -> Result<Self, Halt> {
        let before = period.preperiod.min(1);
        let from = period.preperiod - before;
        let stretch = |lag: u64| Stretch {
            from: (from + lag) as usize,
            length: (anchor + 1 - from) as usize,
            values: Vec::new(),
        };
        let divisors = if is_whole { prime_divisors(period.period, clock)? } else { Vec::new() };
        Ok(Repeat {
            before: before as usize,
            known: 0,
            first: stretch(0),
            later: stretch(period.period),
            shorter: divisors
                .iter()
                .map(|prime| (period.period / prime, stretch(period.period / prime)))
                .collect(),
        })
    }

    /// About the bytes that the stretches take once `terms` heaps are known.
    pub(super) fn bytes(&self, terms: usize) -> u64 {
        2 * self.first.length.min(terms) as u64 * (self.shorter.len() as u64 + 2)
    }

    /// How many heaps from the first on were taken over.
    pub(super) fn known(&self) -> usize {
        self.known
    }

    /// Nothing is known any more.
    pub(super) fn forget(&mut self) {
        self.known = 0;
        let shorter = self.shorter.iter_mut().map(|(_, stretch)| stretch);
        [&mut self.first, &mut self.later].into_iter().chain(shorter).for_each(|s| s.values.clear());
    }

    fn stretches(&self) -> impl Iterator<Item = &Stretch> {
        [&self.first, &self.later].into_iter().chain(self.shorter.iter().map(|(_, stretch)| stretch))
    }

    /// What is known of the stretches.
    pub(super) fn kept(&self) -> Vec<Vec<u16>> {
        self.stretches().map(|stretch| stretch.values.clone()).collect()
    }

    /// Whether these are the stretches after `known` heaps, as far as their lengths tell.
    pub(super) fn may_be(&self, known: usize, kept: &[Vec<u16>]) -> bool {
        let lengths = self.stretches().map(|stretch| known.saturating_sub(stretch.from).min(stretch.length));
        lengths.eq(kept.iter().map(Vec::len))
    }

    /// Goes on from what was kept after `known` heaps.
    pub(super) fn restore(&mut self, known: usize, kept: &[Vec<u16>]) {
        self.known = known;
        let shorter = self.shorter.iter_mut().map(|(_, stretch)| stretch);
        let all = [&mut self.first, &mut self.later].into_iter().chain(shorter);
        all.zip(kept).for_each(|(stretch, kept)| stretch.values.clone_from(kept));
    }

    /// Takes over the nimbers of the next heaps, which start at `heap`.
    pub(super) fn extend(&mut self, heap: usize, values: &[u16]) {
        self.known = heap + values.len();
        let shorter = self.shorter.iter_mut().map(|(_, stretch)| stretch);
        [&mut self.first, &mut self.later].into_iter().chain(shorter).for_each(|s| s.extend(heap, values));
    }

    /// Checks the repeat on what is known; with all of it also that neither the preperiod nor the period can
    /// be smaller.
    pub(super) fn judge(&self, is_whole: bool) -> Result<(), Refused> {
        let known = self.later.values.len();
        let (first, later) = (&self.first.values, &self.later.values);
        if let Some(place) = (self.before..known).find(|&place| first[place] != later[place]) {
            return Refused::because(format!("heap {} does not repeat", self.first.from + place));
        }
        if !is_whole {
            return Ok(());
        }
        if self.before == 1 && first[0] == later[0] {
            return Refused::because(format!(
                "the preperiod is smaller: heap {} repeats already",
                self.first.from
            ));
        }
        // The window would prove a shorter period, if it repeated.
        match self.shorter.iter().find(|(_, stretch)| stretch.values[self.before..] == first[self.before..]) {
            Some((shorter, _)) => Refused::because(format!("{shorter} is a period already")),
            None => Ok(()),
        }
    }
}
