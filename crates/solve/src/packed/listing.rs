//! Options of a part: listed, split, valued where that is cheap, and looked up in groups.

use super::answers::AnswerTable;
use super::at_once::{SmallParts, SmallSearch};
use super::entry::Answer;
use super::open::{Open, OptionList, Term};
use super::window::Window;
use crate::lookup::Lookup;
use grundy_core::{Left, Nimber, Packed, PackedRules, Ruleset};
use std::ops::ControlFlow;

/// What options are listed with.
pub(super) struct Listing<'a, R: Ruleset> {
    pub(super) rules: &'a dyn PackedRules<R>,
    pub(super) lookup: &'a dyn Lookup<R::Position>,
    pub(super) table: &'a AnswerTable,
    pub(super) window: Option<&'a Window>,
}

/// Options that are being looked up. Look-ups wait for memory, and several wait at the same time.
pub(super) struct Group {
    /// For each option, the nimber of its valued parts, and where its other parts end.
    options: Vec<(u32, usize)>,
    parts: Vec<Staged>,
    terms: Vec<Term>,
    /// The options that are not answered; copied when the list is whole, since most lists end early.
    list: OptionList,
}

/// A part whose place in memory has been asked for.
#[derive(Clone, Copy)]
enum Staged {
    /// It is in the window, under this number.
    InWindow(u32, Packed),
    /// It is a representative; if it is known, it is in this bucket of the table.
    InTable(usize, Packed),
}

/// The options of a group.
const OPTIONS_IN_GROUP: usize = 4;

impl<R: Ruleset> Listing<'_, R> {
    /// Lists the options of a part. Where one is found that has the value `test`, the list is not needed: `None`.
    pub(super) fn list(
        &self,
        part: Packed,
        test: Option<u32>,
        small: &mut SmallParts,
        group: &mut Group,
        looked_at: &mut u64,
    ) -> Option<Open> {
        group.clear();
        let listing = self.rules.left_by_moves(part, &mut |left| {
            *looked_at += 1;
            self.stage(left, part.columns, small, group);
            match group.options.len() {
                OPTIONS_IN_GROUP => self.resolve(group, test, small),
                _ => ControlFlow::Continue(()),
            }
        });
        if listing.is_break() || self.resolve(group, test, small).is_break() {
            return None;
        }
        Some(group.list.open(part, self.rules.effort_of(part)))
    }

    /// Splits an option. Small parts are valued at once, and the places of the others are asked for.
    #[inline]
    fn stage(&self, left: Left, columns: u32, small: &mut SmallParts, group: &mut Group) {
        let mut known = 0;
        if left.cells != 0 {
            self.rules.parts_of(left, columns, &mut |part| match self.staged(part, small) {
                Ok(nimber) => known ^= nimber,
                Err(staged) => group.parts.push(staged),
            });
        }
        group.options.push((known, group.parts.len()));
    }

    #[inline]
    fn staged(&self, part: Packed, small: &mut SmallParts) -> Result<u32, Staged> {
        if let Some((window, number)) = self.window.and_then(|window| Some((window, window.number(part)?))) {
            window.touch(number);
            return Err(Staged::InWindow(number, part));
        }
        self.small_or_representative(part, small).map_err(|part| {
            let place = self.table.place(part);
            self.table.touch(place);
            Staged::InTable(place, part)
        })
    }

    /// The nimber of a cropped part if it is small, or its representative.
    #[inline]
    fn small_or_representative(&self, part: Packed, small: &mut SmallParts) -> Result<u32, Packed> {
        if part.cells.count_ones() > self.rules.at_once() {
            let part = self.rules.representative(part);
            if part.cells.count_ones() > self.rules.at_once() {
                return Err(part);
            }
        }
        let search = SmallSearch { rules: self.rules, table: self.table, window: self.window };
        Ok(small.nimber(&search, part))
    }

    /// The nimber of a cropped part where it is known without a search, or its representative.
    pub(super) fn value_at_hand(&self, part: Packed, small: &mut SmallParts) -> Result<u32, Packed> {
        if let Some(nimber) = self.window.and_then(|window| window.nimber(part)) {
            return Ok(nimber);
        }
        let part = match self.small_or_representative(part, small) {
            Ok(nimber) => return Ok(nimber),
            Err(part) => part,
        };
        self.known(part, self.table.place(part)).ok_or(part)
    }

    #[inline]
    fn value_of_staged(&self, staged: Staged, small: &mut SmallParts) -> Result<u32, Packed> {
        match staged {
            Staged::InTable(place, part) => self.known(part, place).ok_or(part),
            Staged::InWindow(number, part) => match self.window.and_then(|window| window.nimber_at(number)) {
                Some(nimber) => Ok(nimber),
                // Above 7: the search takes over.
                None => self.value_at_hand(part, small),
            },
        }
    }

    /// Looks the parts of a group up. Breaks when an option has the value `test`.
    #[inline]
    fn resolve(&self, group: &mut Group, test: Option<u32>, small: &mut SmallParts) -> ControlFlow<()> {
        let Group { options, parts, terms, list } = group;
        let mut from = 0;
        for (mut known, to) in options.drain(..) {
            terms.clear();
            for &staged in &parts[from..to] {
                match self.value_of_staged(staged, small) {
                    Ok(nimber) => known ^= nimber,
                    // Equal parts cancel: G + G = 0.
                    Err(part) => match terms.iter().position(|term| term.part == part) {
                        Some(equal) => _ = terms.swap_remove(equal),
                        None => terms.push(Term { part, effort: self.rules.effort_of(part) }),
                    },
                }
            }
            from = to;
            if !terms.is_empty() {
                list.add(known, terms);
            } else if test == Some(known) {
                // Cut-off: one option of the value under test shows that the nimber is another one.
                return ControlFlow::Break(());
            } else {
                list.see(known);
            }
        }
        parts.clear();
        ControlFlow::Continue(())
    }

    /// The nimber of a representative, if the table has it or a theorem knows it.
    #[inline]
    pub(super) fn known(&self, part: Packed, place: usize) -> Option<u32> {
        match self.table.get(place, part, u32::MAX).answer {
            Answer::Known(nimber) => Some(nimber),
            Answer::Excluded(_) => as_u32(self.lookup.at_hand(&self.rules.unpack(part))),
        }
    }
}

/// A nimber as the table keeps it. The nimber of a board is at most the number of its cells.
pub(super) fn as_u32(nimber: Option<Nimber>) -> Option<u32> {
    nimber.and_then(|nimber| u32::try_from(nimber.0).ok())
}

impl Group {
    pub(super) fn new() -> Group {
        Group { options: Vec::new(), parts: Vec::new(), terms: Vec::new(), list: OptionList::default() }
    }

    fn clear(&mut self) {
        self.options.clear();
        self.parts.clear();
        self.list.clear();
    }
}
