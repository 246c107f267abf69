//! The questions that a search asks about parts.

use crate::proof_numbers::Thresholds;
use crate::transposition_table::{LARGEST_EXCLUDABLE, PartId};
use grundy_core::Nimber;

/// What is to be found out about a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Its nimber.
    Nimber,
    /// Whether this is its nimber.
    Test(Nimber),
}

impl Goal {
    /// The goal that decides whether a part has this nimber. A "no" is recorded by excluding the nimber in
    /// the table; where it is too large for that, the part's own nimber has to be found.
    pub(crate) fn test(nimber: Nimber) -> Goal {
        if nimber.0 <= LARGEST_EXCLUDABLE { Goal::Test(nimber) } else { Goal::Nimber }
    }
}

/// A part and what is to be found out about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) id: PartId,
    pub(crate) goal: Goal,
}

/// What the search does next at a frame.
pub(crate) enum Next {
    /// It asks this question, within these thresholds.
    Descend(Question, Thresholds),
    /// It returns: the frame has its answer, or its proof numbers have reached a threshold.
    Return,
}
