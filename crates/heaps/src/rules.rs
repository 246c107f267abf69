//! A finite two-part code as the engines want it: lists instead of digits.

use crate::Code;
use crate::code::{ONE, TWO};

/// What may be taken to leave one heap, and two.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Numbers of beans after which one heap may be left.
    pub(crate) takes: Vec<u64>,
    /// Numbers of beans after which two heaps may be left.
    pub(crate) breaks: Vec<u64>,
    /// The two heaps must differ.
    pub(crate) unequal: bool,
    /// The largest number of beans any move takes.
    pub(crate) longest: u64,
}

impl Rules {
    /// The lists of a finite code whose moves leave two heaps at most and
    /// sometimes do; `None` for any other code.
    pub(crate) fn of(code: &Code) -> Option<Rules> {
        let longest = code.largest_take().filter(|_| code.most_parts() == 2)?;
        let with = |bit: u8| (0..=longest).filter(|&taken| code.digit(taken) & bit != 0).collect();
        Some(Rules { takes: with(ONE), breaks: with(TWO), unequal: code.unequal_parts(), longest })
    }

    /// The common parity of all numbers after which a heap may be broken.
    pub(crate) fn break_parity(&self) -> Option<u64> {
        let parity = self.breaks.first()? & 1;
        self.breaks.iter().all(|taken| taken & 1 == parity).then_some(parity)
    }
}
