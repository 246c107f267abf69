//! Where patterns stand, and what can ever become of the cells of a board.

use crate::board::layout::Columned;
use crate::board::{Layout, PLANES, Planes};
use crate::rules::{Ban, Cell, Image, Stand};

/// The cells whose code is one of these.
#[inline]
pub(crate) fn allowed<M: Columned>(planes: &Planes<M>, allows: u16) -> M {
    if allows.is_power_of_two() {
        return planes[allows.trailing_zeros() as usize];
    }
    let codes = (0..PLANES).filter(|code| allows >> code & 1 == 1);
    codes.fold(M::EMPTY, |all, code| all | planes[code])
}

/// The corners at which a pattern stands, or where several codes may be in a cell, can stand.
#[inline]
pub(crate) fn fits<M: Columned>(
    planes: &Planes<M>,
    layout: &Layout<M>,
    reads: &[Cell],
    sides: (u16, u16),
) -> M {
    let mut corners = layout.corners(sides.0, sides.1);
    for read in reads {
        corners = corners & layout.corners_of(allowed(planes, read.allows), read.row, read.column);
        if corners.is_empty() {
            break;
        }
    }
    corners
}

/// Whether one of the patterns stands somewhere.
pub(crate) fn stands<M: Columned>(planes: &Planes<M>, layout: &Layout<M>, patterns: &[Stand]) -> bool {
    patterns.iter().any(|stand| !fits(planes, layout, &stand.reads, (stand.rows, stand.columns)).is_empty())
}

/// The corners at which a ban holds, where `planes` are the cells that surely hold a code.
pub(crate) fn holds<M: Columned>(planes: &Planes<M>, layout: &Layout<M>, ban: &Ban) -> M {
    ban.rest.iter().fold(layout.all(), |corners, &(row, column, allows)| {
        if corners.is_empty() { corners } else { corners & layout.look(allowed(planes, allows), row, column) }
    })
}

/// The corners at which some ban holds.
pub(crate) fn banned<M: Columned>(planes: &Planes<M>, layout: &Layout<M>, bans: &[Ban]) -> M {
    bans.iter().fold(M::EMPTY, |all, ban| all | holds(planes, layout, ban))
}

/// What can become of cells: a superset of all that play can lead to.
pub(crate) struct Reach<M> {
    /// The cells in which a code may ever stand.
    pub(crate) ever: Planes<M>,
    /// The cells in which more than one may stand.
    pub(crate) changing: M,
    /// The cells that never change, by their code.
    pub(crate) fixed: Planes<M>,
    /// The corners at which each image can ever be made.
    pub(crate) live: Vec<M>,
}

impl<M: Columned> Reach<M> {
    /// What can become of the cells by these images, which `bans` forbid; images without bans may be left out at the
    /// end of that list.
    pub(crate) fn of(
        planes: &Planes<M>,
        layout: &Layout<M>,
        images: &[Image],
        bans: &[Vec<Ban>],
    ) -> Reach<M> {
        let mut reach =
            Reach { ever: *planes, changing: M::EMPTY, fixed: *planes, live: vec![M::EMPTY; images.len()] };
        loop {
            let mut grows = false;
            for (index, image) in images.iter().enumerate() {
                let mut live = fits(&reach.ever, layout, &image.reads, (image.rows, image.columns));
                if live.is_empty() {
                    continue;
                }
                if let Some(bans) = bans.get(index) {
                    live = live & !banned(&reach.fixed, layout, bans);
                }
                reach.live[index] = live;
                for write in &image.writes {
                    let ever = &mut reach.ever[usize::from(write.code)];
                    let written = layout.cells_of(live, write.row, write.column);
                    if !(written & !*ever).is_empty() {
                        *ever = *ever | written;
                        grows = true;
                    }
                }
            }
            reach.note_changes(planes);
            if !grows {
                return reach;
            }
        }
    }

    /// Works out which cells change.
    fn note_changes(&mut self, planes: &Planes<M>) {
        let (mut once, mut twice) = (M::EMPTY, M::EMPTY);
        for &ever in &self.ever {
            twice = twice | once & ever;
            once = once | ever;
        }
        self.changing = twice;
        for (fixed, &plane) in self.fixed.iter_mut().zip(planes) {
            *fixed = plane & !twice;
        }
    }
}
