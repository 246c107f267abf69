//! A finite two-part code as the engines want it: lists instead of digits.

use crate::Code;
use crate::Sizes;

/// What may be taken to leave one heap, and two.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Numbers of beans after which one heap may be left.
    pub(crate) takes: Vec<u64>,
    /// Numbers of beans after which two heaps may be left.
    pub(crate) breaks: Vec<u64>,
    /// Of each of these, whether the two heaps must differ.
    pub(crate) unequal: Vec<bool>,
    /// The largest number of beans any move takes.
    pub(crate) longest: u64,
}

impl Rules {
    /// The lists of a finite code whose moves add no beans and leave two heaps at most and sometimes do, but
    /// never two that must be equal; `None` for any other code.
    pub(crate) fn of(code: &Code) -> Option<Rules> {
        let is_simple = code.most_parts() == Some(2) && code.most_added() == 0;
        let longest = code.largest_take().filter(|_| is_simple)?;
        let sizes = |taken: u64| code.digit(taken).sizes(2);
        let breaks: Vec<u64> = (0..=longest).filter(|&taken| sizes(taken).is_some()).collect();
        if breaks.iter().any(|&taken| sizes(taken) == Some(Sizes::AllEqual)) {
            return None;
        }
        let unequal = breaks.iter().map(|&taken| sizes(taken) != Some(Sizes::Any)).collect();
        let takes = (0..=longest).filter(|&taken| code.may_leave(taken, 1)).collect();
        Some(Rules { takes, breaks, unequal, longest })
    }

    /// The common parity of all numbers after which a heap may be broken.
    pub(crate) fn break_parity(&self) -> Option<u64> {
        let parity = self.breaks.first()? & 1;
        self.breaks.iter().all(|taken| taken & 1 == parity).then_some(parity)
    }
}
