//! What a periodic sequence does before its period: the heaps that do not go along with it.

use crate::Sequence;
use crate::period::Period;

/// The heaps below the preperiod whose nimbers are not those of the period continued downwards, as the tables
/// of *Winning Ways* list them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceptions {
    /// How many there are.
    pub count: u64,
    /// The first of them, in order.
    pub first: Vec<u64>,
    /// The last, which is the preperiod less one; `None` where there are none.
    pub last: Option<u64>,
}

/// Longer preperiods are not gone through.
const MOST: u64 = 50_000_000;

impl Sequence {
    /// The exceptions to a proved period, of which the first `told` are listed; `None` where nimbers were
    /// dropped, or the preperiod is longer than 50,000,000. O(preperiod).
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::Sequence;
    ///
    /// let mut kayles = Sequence::new(&"0.77".parse()?);
    /// let period = kayles.prove(1_000, &Run::unlimited())?.expect("Kayles is periodic");
    /// let exceptions = kayles.exceptions(&period, 100).expect("all is remembered");
    /// assert_eq!(exceptions.first, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exceptions(&self, period: &Period, told: usize) -> Option<Exceptions> {
        let end = period.preperiod.checked_add(period.period)?;
        if period.preperiod > MOST || end > self.remembered() {
            return None;
        }
        let mut found = Exceptions { count: 0, first: Vec::new(), last: None };
        for heap in 0..period.preperiod {
            if self.continued_down(period, heap)? != self.nimber(heap).map(u64::from) {
                found.count += 1;
                found.last = Some(heap);
                if found.first.len() < told {
                    found.first.push(heap);
                }
            }
        }
        Some(found)
    }

    /// The nimber that a heap below the preperiod would have by the period; none inside where it would be
    /// less than 0.
    fn continued_down(&self, period: &Period, heap: u64) -> Option<Option<u64>> {
        let periods = (period.preperiod - heap).div_ceil(period.period);
        let repeated = u64::from(self.nimber(heap + periods * period.period)?);
        Some(repeated.checked_sub(periods * period.saltus))
    }
}
