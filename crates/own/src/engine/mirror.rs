//! The mirror theorem: a board that a symmetry does not change is worth *0 where no move meets its own image.

use super::canon::image;
use super::form::Form;
use super::reach::fits;
use crate::board::turned::Turned;
use crate::board::{Layout, Planes};
use crate::rules::{Cell, Stand, Symmetry};

/// Whether every move can be answered by its image, under one of the symmetries: the second player copies, and so
/// the board is worth *0 under normal play. `None` where no symmetry shows it.
pub(crate) fn is_mirrored<'f, M: Turned>(
    form: &'f Form,
    planes: &Planes<M>,
    layout: &Layout<M>,
) -> Option<&'f Symmetry> {
    let is_candidate = |symmetry: &&Symmetry| {
        let sides = (layout.rows, layout.columns);
        symmetry.is_involution() && symmetry.turn.sides(sides) == sides
    };
    let candidates = form.symmetries.iter().filter(is_candidate);
    // Of a game of taking only what can be taken matters.
    let keeps = |symmetry: &&Symmetry| match &form.taking {
        Some(_) => symmetry.codes[0] == 0 && planes[0].turned(layout, symmetry.turn) == planes[0],
        None => image(planes, layout, symmetry) == *planes,
    };
    let mut keeping = candidates.filter(keeps).peekable();
    keeping.peek()?;
    let crossing = Crossing::of(form, planes, layout)?;
    keeping.find(|symmetry| !crossing.meets(form, layout, symmetry))
}

/// What could meet its own image.
struct Crossing<'f, M> {
    /// The cells that can change.
    changing: M,
    /// For each image the corners at which it can ever be made.
    live: Vec<M>,
    /// The patterns of `never` that can ever stand, with their corners.
    nevers: Vec<(&'f Stand, M)>,
}

/// The cells of a pattern at a corner.
fn cells<M: Turned>(reads: &[Cell], layout: &Layout<M>, corner: u32) -> M {
    reads.iter().fold(M::EMPTY, |all, read| all | M::bit(corner + layout.index(read.row, read.column)))
}

impl<'f, M: Turned> Crossing<'f, M> {
    /// `None` where a move might win at once or end the board, so that copying is no answer.
    fn of(form: &'f Form, planes: &Planes<M>, layout: &Layout<M>) -> Option<Self> {
        // Of a game of taking all that is there can change.
        let (ever, changing) = match &form.taking {
            Some(_) => (*planes, planes[0]),
            None => {
                let reach = form.reach(planes, layout);
                (reach.ever, reach.changing)
            }
        };
        let corners = |reads: &[Cell], sides| fits(&ever, layout, reads, sides);
        let stand = |stand: &'f Stand| (stand, corners(&stand.reads, (stand.rows, stand.columns)));
        let ending = form.rules.wins.iter().chain(&form.rules.ends);
        if ending.into_iter().any(|ending| !stand(ending).1.is_empty()) {
            return None;
        }
        let images = form.rules.images.iter();
        Some(Crossing {
            changing,
            live: images.map(|image| corners(&image.reads, (image.rows, image.columns))).collect(),
            nevers: form.rules.nevers.iter().map(stand).filter(|(_, corners)| !corners.is_empty()).collect(),
        })
    }

    /// Whether some move, with what may forbid it, has a changing cell in common with its image.
    fn meets(&self, form: &Form, layout: &Layout<M>, symmetry: &Symmetry) -> bool {
        form.rules.images.iter().zip(&self.live).any(|(image, live)| {
            live.cells().any(|corner| {
                let own = cells(&image.reads, layout, corner);
                let all = self.with_nevers(own, layout) & self.changing;
                all.meets(all.turned(layout, symmetry.turn))
            })
        })
    }

    /// The cells with those of the patterns of `never` that have one in common with them.
    fn with_nevers(&self, own: M, layout: &Layout<M>) -> M {
        let mut all = own;
        for (never, corners) in &self.nevers {
            for corner in corners.cells() {
                let cells = cells(&never.reads, layout, corner);
                if cells.meets(own) {
                    all = all | cells;
                }
            }
        }
        all
    }
}
