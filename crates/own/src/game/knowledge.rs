//! What is known of own games without a search, and how a search goes through them.

use super::change::Change;
use super::rules::{OwnGame, taken};
use crate::board::{Bits, Field, on_bits};
use crate::engine::{canonical, count_placements, each_option, each_placement, is_mirrored, without_twins};
use crate::spec::Kind;
use grundy_core::{Knowledge, Nimber, PackedRules, Ruleset, Run, Stopped, Target, Tuning, WinsAtOnce};
use std::ops::ControlFlow;

impl Knowledge<OwnGame> for OwnGame {
    /// Values long strips that every move cuts, with all that can be left of them.
    fn prepare(&self, at: &Field, run: &Run) -> Result<(), Stopped> {
        self.prepare_strips(at, run)
    }

    /// A strip that was valued has its nimber. A board that a symmetry of the rules keeps is worth 0 where no move
    /// meets its own image.
    fn theorem(&self, at: &Field) -> Option<Nimber> {
        if let Some(nimber) = self.nimber_of_strip(at) {
            return Some(nimber);
        }
        let form = self.form(at);
        on_bits!(at, |planes, layout| {
            if !form.rules.wins.is_empty() && form.is_won(&planes, &layout) {
                return Some(Nimber::ZERO);
            }
            is_mirrored(form, &planes, &layout).map(|_| Nimber::ZERO)
        })
    }

    fn moves_to(
        &self,
        at: &Field,
        target: Target,
        visit: &mut dyn FnMut(Change) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let moves = self.moves_of_strip_to(at, target.nimber()?)?;
        Some(moves.into_iter().try_for_each(visit))
    }

    /// Where every move takes two cells, leaves of one stem are as good as one of them.
    fn reduce(&self, at: Field) -> Field {
        let form = self.form(&at);
        let Some(pairs) = form.taking.as_ref().and_then(|taking| taking.pairs.as_ref()) else { return at };
        let kept = on_bits!(&at, |planes, layout| {
            let kept = without_twins(planes[0], &layout, pairs);
            (kept != planes[0]).then(|| Field::of_one(at.rows(), at.columns(), 0, kept))
        });
        kept.map_or(at, |kept| canonical(&kept, &form.symmetries))
    }
}

impl Tuning<OwnGame> for OwnGame {
    fn options(
        &self,
        at: &Field,
        visit: &mut dyn FnMut(Field) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let form = self.form(at);
        let (rows, columns) = (at.rows(), at.columns());
        Some(on_bits!(at, |planes, layout| match &form.taking {
            Some(taking) => {
                taking.each_option(planes[0], &layout, |left| visit(Field::of_one(rows, columns, 0, left)))
            }
            None =>
                each_option(form, &planes, &layout, |option| visit(Field::of_planes(rows, columns, option))),
        }))
    }

    fn each_part(&self, at: &Field, visit: &mut dyn FnMut(Field)) -> Option<()> {
        self.each_part_of(at, visit);
        Some(())
    }

    /// Of boards with as many moves those with fewer cells are done sooner, where all moves are equally large.
    fn effort(&self, at: &Field) -> Option<u64> {
        let form = self.form(at);
        on_bits!(at, |planes, layout| match &form.taking {
            Some(taking) => {
                let moves = u64::try_from(taking.count_moves(planes[0], &layout)).unwrap_or(u64::MAX);
                let cells = if taking.size.is_some() { u64::from(planes[0].count()) } else { 0 };
                Some(moves.saturating_add(cells))
            }
            None => Some(count_placements(form, &planes, &layout)),
        })
    }

    /// Where all moves take equally many cells, options hardly differ; the number is that of Cram.
    fn work_doubles_with(&self) -> Option<u64> {
        let form = self.form(&Field::NOTHING);
        let size = form.taking.as_ref().and_then(|taking| taking.size);
        size.map(|_| 12)
    }

    fn packed(&self) -> Option<&dyn PackedRules<OwnGame>> {
        self.shared.is_taking.then_some(self)
    }

    fn word(&self, at: &Field) -> Option<u64> {
        let is_small = at.rows() <= 8 && at.columns() <= 8;
        if !is_small && self.shared.spec.kind == Kind::Grid {
            return None;
        }
        match &self.form(at).taking {
            // A canonical part has a cell on each of its sides.
            Some(_) => at.one_word().filter(|&word| word != 0),
            None => {
                let (one, other) = at.two_words()?;
                let fits = (one | other) >> 32 == 0 && is_told(at, one | other);
                fits.then_some(one | other << 32)
            }
        }
    }

    fn bytes(&self, at: &Field) -> Option<usize> {
        Some(at.bytes())
    }
}

/// Whether the cells alone tell the sides of the board: one is on each side.
fn is_told(at: &Field, cells: u64) -> bool {
    cells != 0
        && at.extent().is_some_and(|(corner, sides)| corner == (0, 0) && sides == (at.rows(), at.columns()))
}

impl WinsAtOnce<OwnGame> for OwnGame {
    fn is_won(&self, at: &Field) -> bool {
        let form = self.form(at);
        on_bits!(at, |planes, layout| form.is_won(&planes, &layout))
    }

    fn moves_that_win(
        &self,
        at: &Field,
        visit: &mut dyn FnMut(Change) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.is_sunny(at) {
            return ControlFlow::Continue(());
        }
        self.changes(at).into_iter().filter(|mv| self.is_won(&self.play(at, mv))).try_for_each(visit)
    }

    fn is_sunny(&self, at: &Field) -> bool {
        let form = self.form(at);
        on_bits!(at, |planes, layout| {
            let won =
                each_placement(form, &planes, &layout, |_, _, option| match form.is_won(option, &layout) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                });
            won.is_break()
        })
    }
}

impl OwnGame {
    /// Whether every move takes two cells.
    pub(super) fn is_of_pairs(&self) -> bool {
        self.form(&Field::NOTHING).taking.as_ref().is_some_and(|taking| taking.pairs.is_some())
    }

    /// What can be taken, for a game of taking; the board as it is for others.
    pub(crate) fn in_play_only(&self, at: &Field) -> Field {
        if self.form(at).taking.is_some() { taken(at) } else { at.clone() }
    }
}
