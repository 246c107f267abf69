//! Repeats that are seen and not proved.

use crate::repeat::repeats;
use crate::{Code, Sequence};

/// A repeat among the heaps that are known. No theorem at hand makes it go on:
/// it is no period.
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

/// Repeats are looked for in at most so many nimbers.
const MOST: u64 = 1 << 22;

/// A repeat must fill so many periods, and half of the nimbers.
const TIMES: usize = 3;

impl Sequence {
    /// The shortest repeat of the nimbers known, if they are all remembered,
    /// not more than some millions, and repeat at least three times over half
    /// their length. Linear time.
    ///
    /// ```
    /// use grundy_heaps::{Sequence, Watch};
    ///
    /// let mut sequence = Sequence::new(&"0.3F".parse()?);
    /// assert_eq!(sequence.prove(300, &mut Watch::nothing())?, None);
    /// let observed = sequence.observed().expect("it looks arithmetic");
    /// assert_eq!((observed.period, observed.saltus, observed.nimbers), (6, 3, 300));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn observed(&self) -> Option<Observed> {
        if self.known() > MOST || self.remembered() < self.known() {
            return None;
        }
        let values = self.nimbers(self.known())?;
        // A repeat with a saltus is one of the differences.
        let steps: Vec<u32> = values.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
        let may_grow = may_grow(self.code());
        repeats(&steps, |period, from| {
            let seen = steps.len() - from;
            let saltus = values.get(from + period)?.checked_sub(values[from])?;
            let is_long = seen >= TIMES * period && 2 * seen >= steps.len();
            (is_long && (saltus == 0 || may_grow)).then_some(Observed {
                preperiod: from as u64,
                period: period as u64,
                saltus: saltus.into(),
                nimbers: self.known(),
            })
        })
    }
}

/// Where at most two heaps are left after a bounded take, nothing is known to
/// grow.
pub(crate) fn may_grow(code: &Code) -> bool {
    code.largest_take().is_none() || code.most_parts().is_none_or(|parts| parts > 2)
}
