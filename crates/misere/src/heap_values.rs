//! The values of the heaps of one code in a quotient.

use crate::monoid::{BipartiteMonoid, Element};
use crate::period::QuotientPeriod;
use grundy_heaps::Code;

/// The values of the heaps of a code, in its own quotient or in one of several games together.
///
/// ```
/// use grundy_core::Run;
/// use grundy_misere::{HeapQuotient, Reach};
/// let kayles = HeapQuotient::new(&"0.77".parse()?).carried(&Reach::default(), &Run::unlimited());
/// let heaps = kayles.heap_values();
/// assert_eq!(heaps.representative(1_000_000), 76);
/// assert_eq!(heaps.value(1_000_000), heaps.value(76));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct HeapValues<'a> {
    pub(crate) code: &'a Code,
    pub(crate) monoid: &'a BipartiteMonoid,
    pub(crate) values: &'a [Element],
    pub(crate) period: Option<QuotientPeriod>,
}

impl<'a> HeapValues<'a> {
    /// The game.
    pub fn code(&self) -> &'a Code {
        self.code
    }

    /// The quotient.
    pub fn monoid(&self) -> &'a BipartiteMonoid {
        self.monoid
    }

    /// The period of the values, where it is proved for all heaps.
    pub fn period(&self) -> Option<QuotientPeriod> {
        self.period
    }

    /// The first heap that the proved period makes like this one.
    pub fn representative(&self, heap: u64) -> u64 {
        match self.period {
            Some(period) if heap >= period.preperiod => {
                period.preperiod + (heap - period.preperiod) % period.period
            }
            _ => heap,
        }
    }

    /// The value of a heap, if it is known: of every heap where a period is proved.
    pub fn value(&self, heap: u64) -> Option<Element> {
        self.values.get(usize::try_from(self.representative(heap)).ok()?).copied()
    }
}
