//! The strips that a copy of the rules has valued.

use super::cuts::{Code, Cuts};
use super::values::StripValues;
use crate::rules::Symmetry;
use grundy_core::{Nimber, Run, Stopped};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

/// What is known of long strips.
#[derive(Debug, Default)]
pub(crate) struct Strips {
    /// Asked before the lock: most positions have no long strips.
    is_any: AtomicBool,
    all: RwLock<Vec<StripValues>>,
}

impl Strips {
    /// Values the stretches of live cells, and all that can be left of them.
    ///
    /// # Errors
    /// When the run stops first.
    pub(crate) fn prepare(
        &self,
        cuts: &Cuts,
        symmetries: &[Symmetry],
        cells: &[Code],
        run: &Run,
    ) -> Result<(), Stopped> {
        for (first, last) in cuts.stretches(cells) {
            let cells = &cells[first..last];
            if self.of_stretch(symmetries, cells).is_none() {
                let found = StripValues::find(cuts, cells, run)?;
                self.all.write().unwrap_or_else(PoisonError::into_inner).push(found);
                self.is_any.store(true, Ordering::Release);
            }
        }
        Ok(())
    }

    /// Whether anything is known.
    pub(crate) fn is_any(&self) -> bool {
        self.is_any.load(Ordering::Acquire)
    }

    /// The nimber of a strip; nothing where it cannot be left of those that were valued.
    pub(crate) fn nimber(&self, cuts: &Cuts, symmetries: &[Symmetry], cells: &[Code]) -> Option<Nimber> {
        if !self.is_any() {
            return None;
        }
        cuts.stretches(cells)
            .map(|(first, last)| {
                self.of_stretch(symmetries, &cells[first..last]).map(|nimber| Nimber(nimber.into()))
            })
            .sum()
    }

    /// The nimber of live cells, which a search may have mirrored or renamed.
    fn of_stretch(&self, symmetries: &[Symmetry], cells: &[Code]) -> Option<u32> {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        let images = symmetries.iter().filter(|symmetry| !symmetry.turn.transposes);
        images
            .map(|symmetry| image(symmetry, cells))
            .find_map(|cells| all.iter().find_map(|strip| strip.nimber(&cells)))
    }

    /// All moves of a strip that leave this nimber: for each the cells that change and what is written there. `None`
    /// where something that can be left is not known.
    pub(crate) fn moves_to(
        &self,
        cuts: &Cuts,
        symmetries: &[Symmetry],
        cells: &[Code],
        wanted: Nimber,
    ) -> Option<Vec<Vec<(usize, Code)>>> {
        let whole = self.nimber(cuts, symmetries, cells)?;
        let mut found = Vec::new();
        for (from, to) in cuts.stretches(cells) {
            let mut cells = cells[from..to].to_vec();
            let others = whole ^ self.nimber(cuts, symmetries, &cells)?;
            let mut is_known = true;
            cuts.each_move(&mut cells, |cells, first, cut| {
                let mut left = Some(others);
                cuts.each_left(cells, (first, cut), |cells, from, to| {
                    let one = self.nimber(cuts, symmetries, &cells[from..to]);
                    left = left.zip(one).map(|(all, one)| all ^ one);
                });
                is_known &= left.is_some();
                if left == Some(wanted) {
                    let changed = cut.writes.iter().map(|&(cell, code)| (first + cell, code));
                    let changed = changed.filter(|&(cell, code)| cells[cell] != code);
                    found.push(changed.map(|(cell, code)| (from + cell, code)).collect());
                }
            });
            if !is_known {
                return None;
            }
        }
        Some(found)
    }
}

/// The cells of the image of a strip.
fn image(symmetry: &Symmetry, cells: &[Code]) -> Vec<Code> {
    let renamed = |&code: &Code| symmetry.codes.get(usize::from(code)).copied().unwrap_or(code);
    match symmetry.turn.flips_columns {
        true => cells.iter().rev().map(renamed).collect(),
        false => cells.iter().map(renamed).collect(),
    }
}
