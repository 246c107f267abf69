//! Rules whose every move cuts the strip.

use crate::rules::Image;
use crate::rules::expand::Expanded;

/// A symbol of a cell; [`OUT`] for one that is left out.
pub(crate) type Code = u8;

/// A cell that is left out of a part: it meets no pattern.
pub(crate) const OUT: Code = 15;

/// The moves of rules that cut strips.
#[derive(Debug)]
pub(crate) struct Cuts {
    moves: Vec<Cut>,
    /// A bit for each symbol that some move reads.
    live: u16,
    /// How many cells at either end of a strip that is left can differ from the strip before.
    pub(super) depth: usize,
}

/// A move at no place yet.
#[derive(Debug)]
pub(super) struct Cut {
    /// What may stand in each cell, a bit for each symbol.
    reads: Vec<u16>,
    /// The cells that change and what is written there, from the left.
    pub(super) writes: Vec<(usize, Code)>,
}

/// Ends in which more cells can differ are not kept.
const MOST_DEPTH: usize = 4;

/// Rules whose patterns have more cells, all together, are left to the search: every place of a strip is compared with
/// all.
const MOST_CELLS: usize = 512;

/// So are rules with longer patterns.
const MOST_LENGTH: usize = 64;

impl Cut {
    fn of(image: &Image) -> Option<Cut> {
        let is_next = |(column, read): (usize, &crate::rules::Cell)| usize::from(read.column) == column;
        let length = image.reads.len();
        let is_whole = length == usize::from(image.columns) && image.reads.iter().enumerate().all(is_next);
        (is_whole && (1..=MOST_LENGTH).contains(&length)).then(|| Cut {
            reads: image.reads.iter().map(|read| read.allows).collect(),
            writes: image.writes.iter().map(|write| (usize::from(write.column), write.code)).collect(),
        })
    }

    /// How far a cell that changes and stays in play is from the nearest that is dead; `None` where no cell dies.
    fn depth(&self, live: u16) -> Option<usize> {
        let (dead, changed): (Vec<_>, Vec<_>) =
            self.writes.iter().partition(|(_, code)| live >> code & 1 == 0);
        let nearest = |(cell, _): &(usize, Code)| dead.iter().map(|(other, _)| cell.abs_diff(*other)).min();
        if dead.is_empty() { None } else { Some(changed.iter().filter_map(nearest).max().unwrap_or(0)) }
    }

    fn fits(&self, cells: &[Code]) -> bool {
        self.reads.iter().zip(cells).all(|(read, code)| read >> code & 1 == 1)
    }
}

impl Cuts {
    /// The moves within a row, where each of them cuts it. `None` for other rules: where patterns end or forbid
    /// something, skip cells, or change cells far from a cut.
    pub(crate) fn of(rules: &Expanded) -> Option<Cuts> {
        if !(rules.wins.is_empty() && rules.ends.is_empty() && rules.nevers.is_empty()) {
            return None;
        }
        let moves: Vec<Cut> =
            rules.images.iter().filter(|image| image.rows == 1).map(Cut::of).collect::<Option<_>>()?;
        let reads = || moves.iter().flat_map(|cut| &cut.reads);
        let live = reads().fold(0, |live, read| live | read);
        let depths = moves.iter().map(|cut| cut.depth(live)).collect::<Option<Vec<usize>>>()?;
        let depth = depths.into_iter().max()?;
        (depth <= MOST_DEPTH && reads().count() <= MOST_CELLS).then_some(Cuts { moves, live, depth })
    }

    /// Whether moves read this symbol.
    pub(super) fn is_live(&self, code: Code) -> bool {
        self.live >> code & 1 == 1
    }

    /// The first and the last but one cell of each stretch of live cells.
    pub(super) fn stretches<'c>(&'c self, cells: &'c [Code]) -> impl Iterator<Item = (usize, usize)> + 'c {
        let mut at = 0;
        std::iter::from_fn(move || {
            let first = at + cells[at..].iter().position(|&code| self.is_live(code))?;
            let length = cells[first..].iter().position(|&code| !self.is_live(code));
            at = length.map_or(cells.len(), |length| first + length);
            Some((first, at))
        })
    }

    /// Visits every move on some cells, with its first cell. The visitor leaves the cells as they are.
    pub(super) fn each_move(&self, cells: &mut [Code], mut visit: impl FnMut(&mut [Code], usize, &Cut)) {
        for cut in &self.moves {
            for first in 0..(cells.len() + 1).saturating_sub(cut.reads.len()) {
                if cut.fits(&cells[first..]) {
                    visit(cells, first, cut);
                }
            }
        }
    }

    /// Makes a move, and visits the stretches of a strip of live cells that are left, each by its first and last but
    /// one cell. The cells are as they were afterwards.
    pub(super) fn each_left(
        &self,
        cells: &mut [Code],
        (first, cut): (usize, &Cut),
        mut visit: impl FnMut(&[Code], usize, usize),
    ) {
        let mut before = [0; MOST_LENGTH];
        for (&(cell, code), before) in cut.writes.iter().zip(&mut before) {
            *before = std::mem::replace(&mut cells[first + cell], code);
        }
        let mut from = 0;
        let dead = cut.writes.iter().filter(|(_, code)| !self.is_live(*code)).map(|(cell, _)| first + cell);
        for to in dead.chain([cells.len()]) {
            if from < to {
                visit(cells, from, to);
            }
            from = to + 1;
        }
        for (&(cell, _), before) in cut.writes.iter().zip(before) {
            cells[first + cell] = before;
        }
    }
}
