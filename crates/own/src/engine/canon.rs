//! The representative of all boards that differ by moving, turning, mirroring and renaming.

use crate::board::field::extent;
use crate::board::layout::Columned;
use crate::board::turned::Turned;
use crate::board::{Field, Layout, Planes, on_bits};
use crate::rules::Symmetry;

/// The least image of a board, moved into the corner: not higher than wide, where the rules allow to turn it.
pub(crate) fn canonical(field: &Field, symmetries: &[Symmetry]) -> Field {
    if let Some(word) = field.one_word()
        && word != 0
        && symmetries.iter().all(|symmetry| symmetry.codes[0] == 0)
    {
        return canonical_word(word, field.rows() <= 8 && field.columns() <= 8, symmetries);
    }
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

/// The same for a board whose cells all have the first code, in one word; `is_square` where the stride is 8.
fn canonical_word(word: u64, is_square: bool, symmetries: &[Symmetry]) -> Field {
    let (mut word, mut rows, mut columns) = match is_square {
        true => {
            let (up, rows) = (word.trailing_zeros() / 8, 8 - word.leading_zeros() / 8);
            let folded = word | word >> 32;
            let folded = folded | folded >> 16;
            let in_columns = (folded | folded >> 8) as u8;
            let (left, columns) = (in_columns.trailing_zeros(), 8 - in_columns.leading_zeros());
            (word >> (8 * up + left), (rows - up) as u16, (columns - left) as u16)
        }
        false => {
            let left = word.trailing_zeros();
            (word >> left, 1, (64 - word.leading_zeros() - left) as u16)
        }
    };
    if rows > columns
        && let Some(turning) = symmetries.iter().find(|symmetry| symmetry.turn.transposes)
    {
        word = word.turned(&Layout::<u64>::new(rows, columns), turning.turn);
        (rows, columns) = (columns, rows);
    }
    let layout = Layout::<u64>::new(rows, columns);
    let keeps_sides = |symmetry: &&Symmetry| !symmetry.turn.transposes || rows == columns;
    let images =
        symmetries.iter().skip(1).filter(keeps_sides).map(|symmetry| word.turned(&layout, symmetry.turn));
    let least = images.fold(word, u64::min);
    Field::of_one(rows, columns, 0, least)
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
pub(crate) fn image_by_cells<M: Columned>(
    planes: &Planes<M>,
    layout: &Layout<M>,
    symmetry: &Symmetry,
) -> Field {
    let sides = (layout.rows, layout.columns);
    let marks = planes.iter().zip(&symmetry.codes).flat_map(|(plane, &code)| {
        plane.cells().map(move |cell| {
            let (row, column) = symmetry.turn.cell(sides, layout.place(cell));
            (code, row, column)
        })
    });
    Field::of_marks(symmetry.turn.sides(sides), marks)
}
