//! Which splits of a heap come to a wanted nimber: by a scan of the first period only, where there
//! is one, so that heaps of 10^15 are no burden.

use super::nimbers::Known;
use grundy_core::Nimber;
use grundy_heaps::Sizes;
use std::ops::ControlFlow;

/// All ways to part `rest` beans in two so that the nimbers of the parts come to `wanted`.
pub(super) struct Pairs<'k> {
    known: &'k Known,
    rest: u64,
    wanted: Nimber,
    /// The least smaller part, and the largest.
    least: u64,
    half: u64,
    /// Smaller parts from here on repeat with the period: both parts lie behind the preperiod.
    repeating: Option<(u64, u64)>,
}

impl<'k> Pairs<'k> {
    pub(super) fn new(known: &'k Known, rest: u64, sizes: Sizes, wanted: Nimber) -> Self {
        let (least, half) = match sizes {
            Sizes::Any => (1, rest / 2),
            Sizes::AllDiffer | Sizes::NotAllEqual => (1, rest.saturating_sub(1) / 2),
            Sizes::AllEqual => (rest.div_ceil(2).max(1), rest / 2),
        };
        let plain = known.period().filter(|period| period.saltus == 0);
        let repeating = plain.map(|period| (period.preperiod.max(1), period.period));
        Pairs {
            known,
            rest,
            wanted,
            least,
            half,
            repeating: repeating.filter(|&(start, period)| least == 1 && half > start + period),
        }
    }

    /// How many smaller parts are looked at one by one, from 1.
    pub(super) fn scanned(&self) -> u64 {
        self.repeating.map_or(self.half, |(start, period)| start + period - 1)
    }

    fn is_hit(&self, small: u64) -> bool {
        match (self.known.nimber(small), self.known.nimber(self.rest - small)) {
            (Some(small), Some(large)) => small ^ large == self.wanted,
            _ => false,
        }
    }

    /// Visits the smaller parts in increasing order.
    pub(super) fn visit<B>(&self, mut visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut recurring = Vec::new();
        for small in (self.least..=self.scanned()).filter(|&small| self.is_hit(small)) {
            visit(small)?;
            recurring.extend(self.repeating.filter(|&(start, _)| small >= start).map(|_| small));
        }
        if let Some((_, period)) = self.repeating.filter(|_| !recurring.is_empty()) {
            for shift in (period..=self.half).step_by(usize::try_from(period).unwrap_or(usize::MAX)) {
                for small in recurring.iter().filter_map(|small| small.checked_add(shift)) {
                    if small > self.half {
                        return ControlFlow::Continue(());
                    }
                    visit(small)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// How many there are, in time of the scan alone.
    pub(super) fn count(&self) -> u128 {
        let hits = (self.least..=self.scanned()).filter(|&small| self.is_hit(small));
        hits.map(|small| match self.repeating {
            Some((start, period)) if small >= start => u128::from((self.half - small) / period) + 1,
            _ => 1,
        })
        .sum()
    }
}
