//! The representative of boards of games with `never`.
//!
//! What forbids a move for good lies outside of the cells that can change, and does not matter itself: of several
//! cells that forbid the same moves each is as good as any other. So two boards that are the same game may differ in
//! them. The representative has the cells that live moves and patterns read, and beside them cells that are
//! chosen anew, whatever stood there: as few as forbid the same moves, found by a search that sees only what the game
//! is. The search looks at little room and makes few tries. Where they do not suffice, two boards that are the same
//! game can have two representatives (of random files about one board in ten thousand): both have the right value, and
//! it is found twice.

use super::canon::{canonical, image_by_cells};
use super::form::Form;
use super::joints::{forbidden, with_forbidding};
use super::reach::{Reach, fits};
use crate::board::field::{MOST_CELLS, extent};
use crate::board::layout::Columned;
use crate::board::{Field, Layout, Planes, on_bits};
use crate::rules::{Cell, Stand, Symmetry};

/// New cells lie at most so far from the cells that matter.
const FARTHEST: u16 = 2;

/// So many boards are tried at most; then what forbids moves stays as it is.
const MOST_TRIES: u32 = 256;

/// The representative of a board under the rules of a form, which have patterns of `never`.
pub(crate) fn normal_form(form: &Form, field: &Field) -> Field {
    let (bare, is_enough) = on_bits!(field, |planes, layout| {
        if form.is_over(&planes, &layout) {
            // What wins stays; of a board that has ended nothing is left.
            let wins = form.rules.wins.iter().map(|win| (&win.reads[..], (win.rows, win.columns)));
            let won = wins.fold(layout.none(), |all, (reads, sides)| {
                all | cells_of(&layout, reads, fits(&planes, &layout, reads, sides))
            });
            let left = planes.map(|plane| plane & won);
            let left = Field::of_planes(field.rows(), field.columns(), &left);
            return canonical(&left, &form.symmetries);
        }
        let goal = Goal::of(form, &planes, &layout);
        let bare = goal.bare(&planes);
        (Field::of_planes(field.rows(), field.columns(), &bare), goal.is_met(&bare))
    });
    if is_enough {
        return canonical(&bare, &form.symmetries);
    }
    let images: Vec<(Field, &Symmetry)> =
        form.symmetries.iter().map(|symmetry| (image_of(&bare, symmetry).cropped(), symmetry)).collect();
    let least = images.iter().map(|(image, _)| image).min();
    let tied = images.iter().filter(|(image, _)| Some(image) == least);
    tied.map(|(_, symmetry)| blocked(form, &padded(form, &image_of(field, symmetry))).cropped())
        .min()
        .unwrap_or(Field::NOTHING)
}

fn image_of(field: &Field, symmetry: &Symmetry) -> Field {
    on_bits!(field, |planes, layout| image_by_cells(&planes, &layout, symmetry))
}

/// The board with room for new cells around it.
fn padded(form: &Form, field: &Field) -> Field {
    let side = |side: fn(&Stand) -> u16| {
        form.rules.nevers.iter().map(side).max().map_or(0, |side| (side - 1).min(FARTHEST))
    };
    let (down, right) = (side(|never| never.rows), side(|never| never.columns));
    let sides = (field.rows() + 2 * down, field.columns() + 2 * right);
    if usize::from(sides.0) * usize::from(sides.1) > MOST_CELLS {
        return field.clone();
    }
    field.cut((-i32::from(down), -i32::from(right)), sides)
}

/// The board with nothing but what matters, and new cells in place of those that forbid moves.
fn blocked(form: &Form, field: &Field) -> Field {
    on_bits!(field, |planes, layout| {
        let goal = Goal::of(form, &planes, &layout);
        let found = goal.completed(&goal.bare(&planes), &mut { MOST_TRIES });
        let found = found.unwrap_or_else(|| {
            let forbidden = forbidden(&layout, &goal.reach, &form.linked, &form.linked_bans);
            let kept = with_forbidding(&layout, goal.covered, &forbidden);
            planes.map(|plane| plane & kept)
        });
        Field::of_planes(field.rows(), field.columns(), &found)
    })
}

/// What a board is as a game: what another board must have to be the same.
struct Goal<'f, M> {
    form: &'f Form,
    layout: &'f Layout<M>,
    /// What can become of the cells, and which moves can ever be made.
    reach: Reach<M>,
    /// The patterns that can ever come to stand by a move.
    stands: Vec<M>,
    /// The cells that all these read.
    covered: M,
    /// New cells may be here: around the cells above.
    room: M,
}

impl<'f, M: Columned> Goal<'f, M> {
    fn of(form: &'f Form, planes: &Planes<M>, layout: &'f Layout<M>) -> Self {
        let reach = form.reach(planes, layout);
        let stands = stands_of(form, layout, &reach);
        let images = form.linked.iter().map(|image| &image.reads[..]).zip(&reach.live);
        let patterns = patterns(form).map(|stand| &stand.reads[..]).zip(&stands);
        let covered = images
            .chain(patterns)
            .fold(M::EMPTY, |all, (reads, &corners)| all | cells_of(layout, reads, corners));
        Goal { form, layout, reach, stands, covered, room: room(layout, covered) }
    }

    fn bare(&self, planes: &Planes<M>) -> Planes<M> {
        planes.map(|plane| plane & self.covered)
    }

    /// Whether a board is the same game.
    fn is_met(&self, board: &Planes<M>) -> bool {
        let reach = self.form.reach(board, self.layout);
        reach.live == self.reach.live && self.is_met_by(board, &reach)
    }

    /// Whether a board with the same live moves is the same game.
    fn is_met_by(&self, board: &Planes<M>, reach: &Reach<M>) -> bool {
        stands_of(self.form, self.layout, reach) == self.stands && !self.form.is_over(board, self.layout)
    }

    /// A board with more cells that is the same game; the same one for all boards that are.
    fn completed(&self, board: &Planes<M>, tries: &mut u32) -> Option<Planes<M>> {
        *tries = tries.checked_sub(1)?;
        let reach = self.form.reach(board, self.layout);
        let both = || reach.live.iter().zip(&self.reach.live);
        if both().any(|(&live, &wanted)| !(wanted & !live).is_empty()) {
            return None;
        }
        let Some(image) = both().position(|(&live, &wanted)| !(live & !wanted).is_empty()) else {
            return self.is_met_by(board, &reach).then_some(*board);
        };
        let corner = (reach.live[image] & !self.reach.live[image]).lowest();
        let bans = self.form.linked_bans.get(image)?;
        bans.iter().find_map(|ban| self.with_rest(board, corner, &ban.rest, tries))
    }

    /// The same for a board that gets cells with which a ban holds at a corner.
    fn with_rest(
        &self,
        board: &Planes<M>,
        corner: u32,
        rest: &[(i32, i32, u16)],
        tries: &mut u32,
    ) -> Option<Planes<M>> {
        let Some((&(down, right, allows), more)) = rest.split_first() else {
            return self.completed(board, tries);
        };
        let (row, column) = self.layout.place(corner);
        let row = u16::try_from(i32::from(row) + down).ok().filter(|&row| row < self.layout.rows)?;
        let column = u16::try_from(i32::from(column) + right).ok();
        let column = column.filter(|&column| column < self.layout.columns)?;
        let cell = self.layout.index(row, column);
        if let Some(code) = board.iter().position(|plane| plane.has(cell)) {
            let holds = allows >> code & 1 == 1 && !self.reach.changing.has(cell);
            return if holds { self.with_rest(board, corner, more, tries) } else { None };
        }
        // The edge first: no renaming of symbols changes it.
        let codes = (0..board.len()).rev().filter(|code| allows >> code & 1 == 1 && self.room.has(cell));
        codes.into_iter().find_map(|code| {
            let mut filled = *board;
            filled[code].put(cell);
            self.with_rest(&filled, corner, more, tries)
        })
    }
}

/// The cells that a pattern reads at these corners.
fn cells_of<M: Columned>(layout: &Layout<M>, reads: &[Cell], corners: M) -> M {
    reads.iter().fold(M::EMPTY, |all, read| all | layout.cells_of(corners, read.row, read.column))
}

/// For each pattern of the rules the corners at which it can come to stand by a move.
fn stands_of<M: Columned>(form: &Form, layout: &Layout<M>, reach: &Reach<M>) -> Vec<M> {
    let corners = |stand: &Stand| {
        let read = stand.reads.iter();
        let changing =
            read.fold(M::EMPTY, |all, read| all | layout.corners_of(reach.changing, read.row, read.column));
        changing & fits(&reach.ever, layout, &stand.reads, (stand.rows, stand.columns))
    };
    patterns(form).map(corners).collect()
}

/// The patterns that join cells, or end a board.
fn patterns(form: &Form) -> impl Iterator<Item = &Stand> {
    form.joining.iter().chain(&form.rules.ends)
}

/// The rectangle around these cells, and so far beyond as new cells may lie.
fn room<M: Columned>(layout: &Layout<M>, covered: M) -> M {
    let mut planes = [M::EMPTY; crate::board::PLANES];
    planes[0] = covered;
    let Some(((top, left), (rows, columns))) = extent(&planes, layout) else { return M::EMPTY };
    let first = left.saturating_sub(FARTHEST);
    let last = (left + columns + FARTHEST).min(layout.columns);
    let (above, below) = (top.saturating_sub(FARTHEST), (top + rows + FARTHEST).min(layout.rows));
    let all = M::columns(below, layout.stride, first, last);
    if above == 0 { all } else { all & !M::columns(above, layout.stride, first, last) }
}
