//! Options of a part: listed, split, valued where that is cheap, and looked up in groups.

use super::answers::{FIRST_VALUE_ELSEWHERE, Found};
use super::at_once::{SmallParts, SmallSearch};
use super::entry::Answer;
use super::game::Game;
use super::growing::Tables;
use super::open::Open;
use super::options::{OptionList, Term};
use super::window::Window;
use grundy_core::{BoardWord, Left, Packed, PackedRules, Ruleset};
use std::ops::ControlFlow;

/// What options are listed with.
pub(super) struct Listing<'a, R: Ruleset, W: BoardWord> {
    pub(super) game: Game<'a, R, W>,
    pub(super) tables: Tables<'a, W>,
    pub(super) window: Option<&'a Window>,
}

/// Options that are being looked up. Look-ups wait for memory, and several wait at the same time.
pub(super) struct Group<W> {
    /// For each option, the nimber of its valued parts, and where its other parts end.
    options: Vec<(u32, usize)>,
    parts: Vec<Staged<W>>,
    terms: Vec<Term<W>>,
    /// The options that are not answered; copied when the list is whole, since most lists end early.
    pub(super) list: OptionList<W>,
}

/// A part whose place in memory has been asked for.
#[derive(Clone, Copy)]
enum Staged<W> {
    /// It is in the window, under this number.
    InWindow(u32, Packed),
    /// It is a representative; if it is known, it is in this bucket of the table.
    InTable(usize, Packed<W>),
}

/// The options of a group.
const OPTIONS_IN_GROUP: usize = 4;

impl<R: Ruleset, W: BoardWord> Listing<'_, R, W> {
    /// Lists the options of a part in the group. Where one is found that has the value `test`, the list is not needed: it
    /// ends there, and this returns false.
    pub(super) fn list(
        &self,
        part: Packed<W>,
        test: Option<u32>,
        small: &mut SmallParts,
        group: &mut Group<W>,
        looked_at: &mut u64,
    ) -> bool {
        group.clear();
        let mut each = |group: &mut Group<W>, small: &mut SmallParts| {
            *looked_at += 1;
            match group.options.len() {
                OPTIONS_IN_GROUP => self.resolve(group, test, small),
                _ => ControlFlow::Continue(()),
            }
        };
        let listing = match part.narrow() {
            Some(narrow) => self.game.narrow.left_by_moves(narrow, &mut |left| {
                let visit = |part, small: &mut SmallParts| self.staged(part, small);
                stage(self.game.narrow, left, part.columns, small, group, visit);
                each(group, small)
            }),
            None => self.game.wide().left_by_moves(part, &mut |left| {
                let visit = |part, small: &mut SmallParts| self.staged_of_any(part, small);
                stage(self.game.wide(), left, part.columns, small, group, visit);
                each(group, small)
            }),
        };
        listing.is_continue() && self.resolve(group, test, small).is_continue()
    }

    /// The part whose options have been listed.
    pub(super) fn open(&self, part: Packed<W>, test: Option<u32>, group: &Group<W>) -> Box<Open<W>> {
        let cells = self.window.map_or(0, Window::cells);
        Open::new(part, self.game.effort_of(part), &group.list, cells, test)
    }

    #[inline]
    fn staged(&self, part: Packed, small: &mut SmallParts) -> Result<u32, Staged<W>> {
        if let Some((window, number)) = self.window.and_then(|window| Some((window, window.number(part)?))) {
            window.touch(number);
            return Err(Staged::InWindow(number, part));
        }
        self.small_or_representative(part, small).map_err(|part| {
            let place = self.tables.narrow.place(part);
            self.tables.narrow.touch(place);
            Staged::InTable(place, part.widen())
        })
    }

    /// The same for a part that may have more than 64 cells.
    fn staged_of_any(&self, part: Packed<W>, small: &mut SmallParts) -> Result<u32, Staged<W>> {
        if let Some(part) = part.narrow() {
            return self.staged(part, small);
        }
        let part = self.game.wide().representative(part);
        if let Some(part) = part.narrow() {
            return self.staged(part, small);
        }
        let place = self.tables.place(part);
        self.tables.touch(place, part);
        Err(Staged::InTable(place, part))
    }

    /// The nimber of a cropped part if it is small, or its representative.
    #[inline]
    fn small_or_representative(&self, part: Packed, small: &mut SmallParts) -> Result<u32, Packed> {
        let rules = self.game.narrow;
        if part.cells.count_ones() > rules.at_once() {
            let part = rules.representative(part);
            if part.cells.count_ones() > rules.at_once() {
                return Err(part);
            }
        }
        let search = SmallSearch { rules, table: self.tables.narrow, window: self.window };
        Ok(small.nimber(&search, part))
    }

    /// The nimber of a cropped part where it is known without a search, or its representative.
    pub(super) fn value_at_hand(&self, part: Packed<W>, small: &mut SmallParts) -> Result<u32, Packed<W>> {
        let (place, part) = match self.staged_of_any(part, small) {
            Ok(nimber) => return Ok(nimber),
            Err(Staged::InTable(place, part)) => (place, part),
            Err(Staged::InWindow(number, part)) => {
                return self.value_in_window(number, part, u32::MAX, small).map_err(|(part, _)| part);
            }
        };
        self.known(part, place, u32::MAX).map_err(|_| part)
    }

    #[inline]
    fn value_in_window(
        &self,
        number: u32,
        part: Packed,
        wanted: u32,
        small: &mut SmallParts,
    ) -> Result<u32, (Packed<W>, Found)> {
        if let Some(nimber) = self.window.and_then(|window| window.nimber_at(number)) {
            return Ok(nimber);
        }
        // Above 7: the search takes over.
        self.small_or_representative(part, small).or_else(|part| {
            let (place, part) = (self.tables.narrow.place(part), part.widen());
            self.known(part, place, wanted).map_err(|found| (part, found))
        })
    }

    #[inline]
    fn value_of_staged(
        &self,
        staged: Staged<W>,
        wanted: u32,
        small: &mut SmallParts,
    ) -> Result<u32, (Packed<W>, Found)> {
        match staged {
            Staged::InTable(place, part) => self.known(part, place, wanted).map_err(|found| (part, found)),
            Staged::InWindow(number, part) => self.value_in_window(number, part, wanted, small),
        }
    }

    /// Looks the parts of a group up. Breaks when an option has the value `test`.
    #[inline]
    fn resolve(&self, group: &mut Group<W>, test: Option<u32>, small: &mut SmallParts) -> ControlFlow<()> {
        let Group { options, parts, terms, list } = group;
        let mut from = 0;
        for (mut known, to) in options.drain(..) {
            terms.clear();
            // What the table says of the last part of this option whose nimber is not known, and the value whose proof
            // numbers were read with it.
            let (mut last, mut last_wanted) = (Found::NOTHING, u32::MAX);
            for &staged in &parts[from..to] {
                // Numbers that are in other places are looked up when the list is whole.
                let wanted = test.map(|test| test ^ known).filter(|&wanted| wanted < FIRST_VALUE_ELSEWHERE);
                let wanted = wanted.unwrap_or(u32::MAX);
                match self.value_of_staged(staged, wanted, small) {
                    Ok(nimber) => known ^= nimber,
                    // Equal parts cancel: G + G = 0.
                    Err((part, found)) => match terms.iter().position(|term| term.part == part) {
                        Some(equal) => {
                            terms.swap_remove(equal);
                            last_wanted = u32::MAX;
                        }
                        None => {
                            terms.push(Term::new(part, self.game.effort_of(part)));
                            (last, last_wanted) = (found, wanted);
                        }
                    },
                }
            }
            from = to;
            if !terms.is_empty() {
                list.add(known, terms, last, test.is_some_and(|test| last_wanted == test ^ known));
            } else if test == Some(known) {
                // Cut-off: one option of the value under test shows that the nimber is another one.
                list.see(known);
                return ControlFlow::Break(());
            } else {
                list.see(known);
            }
        }
        parts.clear();
        ControlFlow::Continue(())
    }

    /// The nimber of a representative, if the table has it or a theorem knows it. Else what was found, with the numbers
    /// of the value `wanted`.
    #[inline]
    fn known(&self, part: Packed<W>, place: usize, wanted: u32) -> Result<u32, Found> {
        let found = self.tables.get(place, part, wanted);
        match found.answer {
            Answer::Known(nimber) => Ok(nimber),
            // The theorems were asked about a part when it was met first.
            Answer::Excluded(_) if found.is_met => Err(found),
            Answer::Excluded(_) => self.game.at_hand(part).ok_or(found),
        }
    }
}

/// Splits an option. Small parts are valued at once, and the places of the others are asked for.
#[inline]
fn stage<R: Ruleset, V: BoardWord, W>(
    rules: &dyn PackedRules<R, V>,
    left: Left<V>,
    columns: u32,
    small: &mut SmallParts,
    group: &mut Group<W>,
    staged: impl Fn(Packed<V>, &mut SmallParts) -> Result<u32, Staged<W>>,
) {
    let mut known = 0;
    if left.cells != V::default() {
        rules.parts_of(left, columns, &mut |part| match staged(part, small) {
            Ok(nimber) => known ^= nimber,
            Err(staged) => group.parts.push(staged),
        });
    }
    group.options.push((known, group.parts.len()));
}

impl<W: BoardWord> Group<W> {
    pub(super) fn new() -> Group<W> {
        Group { options: Vec::new(), parts: Vec::new(), terms: Vec::new(), list: OptionList::new() }
    }

    fn clear(&mut self) {
        self.options.clear();
        self.parts.clear();
        self.list.clear();
    }
}
