//! Repeats that are seen and not proved.

use crate::engine::choice::Plain;
use crate::period::repeats::{BYTES_A_VALUE, repeats};
use crate::{Code, Sequence};

/// A repeat among the heaps that are known. No theorem at hand makes it go on: it is no period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The least heap from which the known nimbers repeat.
    pub preperiod: u64,
    /// After how many heaps they do.
    pub period: u64,
    /// What every repeat adds.
    pub saltus: u64,
    /// How many nimbers it was seen in, from heap 0 on.
    pub nimbers: u64,
}

/// Repeats are looked for in at most this number of nimbers.
const MOST: u64 = 1 << 22;

/// What is copied of a nimber that is held as an index, in bytes.
const BYTES_A_COPY: u64 = 2;

/// The periods that a repeat must fill, and half of the nimbers.
const TIMES: usize = 3;

impl Sequence {
    /// The shortest repeat of the nimbers known, if they are all remembered, not more than some millions, and
    /// repeat at least three times over half their length. Linear time. None where there is a sparse space
    /// and the [limit](Sequence::with_limit) leaves no six bytes a nimber for the look.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::Sequence;
    ///
    /// let mut sequence = Sequence::new(&"0.3F".parse()?);
    /// assert_eq!(sequence.prove(300, &Run::unlimited())?, None);
    /// let observed = sequence.observed().expect("it looks arithmetic");
    /// assert_eq!((observed.period, observed.saltus, observed.nimbers), (6, 3, 300));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn observed(&self) -> Option<Observed> {
        if self.known() > MOST || self.remembered() < self.known() {
            return None;
        }
        match self.engine.plain() {
            Some(Plain::Wide(values)) => self.observed_in(values.len(), |heap| values[heap]),
            Some(Plain::Narrow(values)) => self.observed_in(values.len(), |heap| values[heap].into()),
            // Nimbers are copied.
            None if !self.has_room((BYTES_A_VALUE + BYTES_A_COPY) * self.known()) => None,
            None => {
                let values = self.engine.sliced()?.history().narrow()?;
                self.observed_in(values.len(), |heap| values[heap].into())
            }
        }
    }

    fn observed_in(&self, length: usize, value: impl Fn(usize) -> u32) -> Option<Observed> {
        observed_in(length, value, may_grow(self.code()))
    }
}

impl Observed {
    /// The shortest repeat of any numbers, such as the nimbers of boards that grow: they repeat at least three
    /// times over half their length. Linear time.
    ///
    /// ```
    /// use grundy_heaps::Observed;
    ///
    /// let seen = Observed::in_nimbers(&[7, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]).expect("three times");
    /// assert_eq!((seen.preperiod, seen.period, seen.saltus), (1, 3, 0));
    /// assert_eq!(Observed::in_nimbers(&[0, 1, 2, 0, 1, 2]), None);
    /// ```
    pub fn in_nimbers(nimbers: &[u32]) -> Option<Observed> {
        observed_in(nimbers.len(), |place| nimbers[place], true)
    }
}

fn observed_in(length: usize, value: impl Fn(usize) -> u32, may_grow: bool) -> Option<Observed> {
    let steps = length.checked_sub(1)?;
    // A repeat with a saltus is one of the differences.
    let step = |heap: usize| value(heap + 1).wrapping_sub(value(heap));
    repeats(steps, step, |period, from| {
        let seen = steps - from;
        let saltus = value(from + period).checked_sub(value(from))?;
        let is_long = seen >= TIMES * period && 2 * seen >= steps;
        (is_long && (saltus == 0 || may_grow)).then_some(Observed {
            preperiod: from as u64,
            period: period as u64,
            saltus: saltus.into(),
            nimbers: length as u64,
        })
    })
}

/// Where at most two heaps are left after a bounded take, nothing is known to grow.
pub(crate) fn may_grow(code: &Code) -> bool {
    code.largest_take().is_none() || code.most_parts().is_none_or(|parts| parts > 2)
}
