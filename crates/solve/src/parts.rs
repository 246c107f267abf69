//! Positions as sums of parts, as the mex search looks them up.

use crate::lookup::Lookup;
use crate::transposition_table::{Key, NewPart, PartId, TranspositionTable};
use grundy_core::{Nimber, Ruleset, Run, Stopped, Tuned};

/// Rules, the knowledge about them, and the table of their parts.
pub(crate) struct Parts<'a, R: Ruleset> {
    pub(crate) rules: &'a R,
    pub(crate) lookup: &'a dyn Lookup<R::Position>,
    pub(crate) table: &'a TranspositionTable<R::Position>,
}

/// A position as its parts: the nimber of the known ones, and the others.
pub(crate) struct PartSum {
    pub(crate) known: Nimber,
    pub(crate) parts: Vec<PartId>,
}

impl<R: Ruleset> Parts<'_, R> {
    /// A position as its parts.
    pub(crate) fn sum(&self, at: R::Position, run: &Run) -> Result<PartSum, Stopped> {
        let mut sum = PartSum { known: Nimber::ZERO, parts: Vec::new() };
        for part in self.rules.split(at) {
            let id = self.insert(self.key(part), run)?;
            match self.table.known(id) {
                Some(nimber) => sum.known ^= nimber,
                // Equal parts cancel: G + G = 0.
                None => match sum.parts.iter().position(|&other| other == id) {
                    Some(equal) => _ = sum.parts.swap_remove(equal),
                    None => sum.parts.push(id),
                },
            }
        }
        Ok(sum)
    }

    /// The key of a part, in canonical form and reduced to a smaller part of the same nimber.
    pub(crate) fn key(&self, part: R::Position) -> Key<R::Position> {
        let part = self.rules.knowledge().reduce(self.rules.canon(part));
        let word = self.rules.tuning().word(&part);
        self.table.key(part, word)
    }

    /// The number of a part. For a new part, `lookup` is asked for its nimber.
    pub(crate) fn insert(&self, key: Key<R::Position>, run: &Run) -> Result<PartId, Stopped> {
        self.table.insert(key, |part| self.describe(part), run)
    }

    fn describe(&self, part: &R::Position) -> NewPart {
        NewPart {
            bytes: Tuned(self.rules).bytes(part),
            effort: Tuned(self.rules).effort(part),
            // A nimber n needs options n - 1, n - 2, ... 0, each with fewer moves left.
            bound: u64::try_from(self.rules.moves_left(part)).unwrap_or(u64::MAX),
            nimber: self.lookup.nimber(part),
        }
    }
}
