//! Rules as the search of words asks them: those of small boards for small parts, of large boards for the others.

use crate::lookup::Lookup;
use grundy_core::{BoardWord, Nimber, Packed, PackedRules, Ruleset};

/// The rules of a game in words, and what is known of its parts without a search.
pub(crate) struct Game<'a, R: Ruleset, W: BoardWord> {
    /// The rules of parts of at most 64 cells.
    pub(crate) narrow: &'a dyn PackedRules<R>,
    /// The rules of larger parts, where `W` holds such.
    pub(crate) wide: Option<&'a dyn PackedRules<R, W>>,
    pub(crate) lookup: &'a dyn Lookup<R::Position>,
}

impl<R: Ruleset, W: BoardWord> Clone for Game<'_, R, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Ruleset, W: BoardWord> Copy for Game<'_, R, W> {}

impl<'a, R: Ruleset, W: BoardWord> Game<'a, R, W> {
    /// The rules of parts of more than 64 cells.
    pub(super) fn wide(self) -> &'a dyn PackedRules<R, W> {
        self.wide.expect("a part of more than 64 cells is searched by the rules of such parts")
    }

    #[inline]
    pub(super) fn effort_of(self, part: Packed<W>) -> u32 {
        match part.narrow() {
            Some(part) => self.narrow.effort_of(part),
            None => self.wide().effort_of(part),
        }
    }

    pub(super) fn unpack(self, part: Packed<W>) -> R::Position {
        match part.narrow() {
            Some(part) => self.narrow.unpack(part),
            None => self.wide().unpack(part),
        }
    }

    /// The nimber of a part, where it is known at little cost.
    pub(super) fn at_hand(self, part: Packed<W>) -> Option<u32> {
        let may_be_known = match part.narrow() {
            Some(part) => self.narrow.may_be_known(part),
            None => self.wide().may_be_known(part),
        };
        if !may_be_known {
            return None;
        }
        as_u32(self.lookup.at_hand(&self.unpack(part)))
    }

    /// The nimber of a part, where it is known without a search.
    pub(super) fn known(self, part: Packed<W>) -> Option<u32> {
        as_u32(self.lookup.nimber(&self.unpack(part)))
    }
}

/// A nimber as the table keeps it. The nimber of a board is at most the number of its cells.
fn as_u32(nimber: Option<Nimber>) -> Option<u32> {
    nimber.and_then(|nimber| u32::try_from(nimber.0).ok())
}
