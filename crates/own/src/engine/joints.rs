//! The independent parts of a board.

use super::reach::{Reach, fits, holds};
use crate::board::Layout;
use crate::board::layout::Columned;
use crate::rules::{Ban, Cell, Image, Stand};

/// A part: the cells that can change, and all that are kept with them.
pub(crate) struct PartCells<M> {
    pub(crate) kept: M,
}

/// Patterns that can stand, each joining the changing cells that it reads.
pub(crate) struct Joints<'r, M> {
    layout: &'r Layout<M>,
    changing: M,
    all: Vec<(&'r [Cell], M)>,
}

/// A move that can never be made because of a pattern of `never`, at these corners: the cells that make it so travel
/// with the cells that it reads.
pub(crate) struct Forbidden<'r, M> {
    pub(crate) reads: &'r [Cell],
    pub(crate) ban: &'r Ban,
    pub(crate) corners: M,
}

impl<'r, M: Columned> Joints<'r, M> {
    /// The joints of a board: images that can be made, and patterns that can come to stand.
    pub(crate) fn new(
        layout: &'r Layout<M>,
        reach: &Reach<M>,
        images: &'r [Image],
        stands: &'r [Stand],
    ) -> Self {
        let images = images.iter().zip(&reach.live).map(|(image, &live)| (&image.reads[..], live));
        let stands = stands.iter().map(|stand| {
            (&stand.reads[..], fits(&reach.ever, layout, &stand.reads, (stand.rows, stand.columns)))
        });
        let all = images.chain(stands).filter(|(_, live)| !live.is_empty()).collect();
        Joints { layout, changing: reach.changing, all }
    }

    /// The cells that a joint reads at these corners.
    fn cells(&self, reads: &[Cell], corners: M) -> M {
        reads.iter().fold(M::EMPTY, |all, read| all | self.layout.cells_of(corners, read.row, read.column))
    }

    /// The corners at which a joint reads one of the cells.
    fn touching(&self, (reads, live): (&[Cell], M), cells: M) -> M {
        let corners = reads
            .iter()
            .fold(M::EMPTY, |all, read| all | self.layout.corners_of(cells, read.row, read.column));
        corners & live
    }

    /// All cells that joints read.
    pub(crate) fn covered(&self) -> M {
        self.all.iter().fold(M::EMPTY, |all, &(reads, live)| all | self.cells(reads, live))
    }

    /// The parts, by their first changing cell.
    pub(crate) fn parts(&self) -> Vec<PartCells<M>> {
        let mut left = self.covered() & self.changing;
        let mut parts = Vec::new();
        while !left.is_empty() {
            let mut part = M::bit(left.lowest());
            let kept = loop {
                let kept = self.all.iter().fold(part, |kept, &(reads, live)| {
                    let corners = self.touching((reads, live), kept & self.changing);
                    if corners.is_empty() { kept } else { kept | self.cells(reads, corners) }
                });
                let larger = kept & self.changing;
                if larger == part {
                    break kept;
                }
                part = larger;
            };
            left = left & !part;
            parts.push(PartCells { kept });
        }
        parts
    }
}

/// The cells of a part with those that keep forbidden moves forbidden.
pub(crate) fn with_forbidding<M: Columned>(
    layout: &Layout<M>,
    mut kept: M,
    forbidden: &[Forbidden<'_, M>],
) -> M {
    loop {
        let before = kept;
        for Forbidden { reads, ban, corners } in forbidden {
            let inside = reads
                .iter()
                .fold(*corners, |inside, read| inside & layout.corners_of(kept, read.row, read.column));
            for &(row, column, _) in &ban.rest {
                if !inside.is_empty() {
                    kept = kept | layout.look(inside, -row, -column);
                }
            }
        }
        if kept == before {
            return kept;
        }
    }
}

/// The moves that patterns of `never` forbid for good.
pub(crate) fn forbidden<'r, M: Columned>(
    layout: &Layout<M>,
    reach: &Reach<M>,
    images: &'r [Image],
    bans: &'r [Vec<Ban>],
) -> Vec<Forbidden<'r, M>> {
    let mut found = Vec::new();
    for (image, bans) in images.iter().zip(bans) {
        let live = fits(&reach.ever, layout, &image.reads, (image.rows, image.columns));
        for ban in bans.iter().filter(|_| !live.is_empty()) {
            let corners = live & holds(&reach.fixed, layout, ban);
            if !corners.is_empty() {
                found.push(Forbidden { reads: &image.reads, ban, corners });
            }
        }
    }
    found
}
