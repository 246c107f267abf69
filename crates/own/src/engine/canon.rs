//! The representative of all boards that differ by moving, turning, mirroring and renaming.

use crate::board::field::extent;
use crate::board::layout::Columned;
use crate::board::turned::Turned;
use crate::board::{Field, Layout, Planes, on_bits};
use crate::rules::Symmetry;

/// The least image of a board, moved into the corner: not higher than wide, where the rules allow to turn it.
pub(crate) fn canonical(field: &Field, symmetries: &[Symmetry]) -> Field {
    on_bits!(field, |planes, layout| {
        let Some(((top, left), (rows, columns))) = extent(&planes, &layout) else { return Field::NOTHING };
        if field.words() == 1 {
            let by = layout.index(top, left);
            return least(&planes.map(|plane| plane >> by), &Layout::new(rows, columns), symmetries);
        }
        let cropped = relaid(&planes, &layout, (top, left), (rows, columns));
        on_bits!(&cropped, |planes, layout| least(&planes, &layout, symmetries))
    })
}

/// A rectangle of a board.
fn relaid<M: Columned>(
    planes: &Planes<M>,
    layout: &Layout<M>,
    (top, left): (u16, u16),
    sides: (u16, u16),
) -> Field {
    let marks = planes.iter().enumerate().flat_map(|(code, plane)| {
        plane.cells().map(move |cell| {
            let (row, column) = layout.place(cell);
            (code as u8, row - top, column - left)
        })
    });
    Field::of_marks(sides, marks)
}

/// The least image of a board that is cropped.
fn least<M: Turned>(planes: &Planes<M>, layout: &Layout<M>, symmetries: &[Symmetry]) -> Field {
    let (rows, columns) = (layout.rows, layout.columns);
    if rows > columns
        && let Some(turning) = symmetries.iter().find(|symmetry| symmetry.turn.transposes)
    {
        if rows <= 8 {
            return least(&image(planes, layout, turning), &Layout::new(columns, rows), symmetries);
        }
        let turned = image_by_cells(planes, layout, turning);
        return on_bits!(&turned, |planes, layout| least(&planes, &layout, symmetries));
    }
    let mut least = *planes;
    for symmetry in symmetries.iter().skip(1) {
        if symmetry.turn.transposes && rows != columns {
            continue;
        }
        let image = image(planes, layout, symmetry);
        if image < least {
            least = image;
        }
    }
    Field::of_planes(rows, columns, &least)
}

/// The image of a board under a symmetry that keeps its sides.
#[inline]
pub(crate) fn image<M: Turned>(planes: &Planes<M>, layout: &Layout<M>, symmetry: &Symmetry) -> Planes<M> {
    let mut image = [M::EMPTY; crate::board::PLANES];
    for (plane, &code) in planes.iter().zip(&symmetry.codes) {
        if !plane.is_empty() {
            image[usize::from(code)] = plane.turned(layout, symmetry.turn);
        }
    }
    image
}

/// The image of a board, cell by cell.
fn image_by_cells<M: Columned>(planes: &Planes<M>, layout: &Layout<M>, symmetry: &Symmetry) -> Field {
    let sides = (layout.rows, layout.columns);
    let marks = planes.iter().zip(&symmetry.codes).flat_map(|(plane, &code)| {
        plane.cells().map(move |cell| {
            let (row, column) = symmetry.turn.cell(sides, layout.place(cell));
            (code, row, column)
        })
    });
    Field::of_marks(symmetry.turn.sides(sides), marks)
}
