//! A board: which symbol stands in which cell.

use super::layout::{Columned, Layout};
use super::{Bits, StoredCells};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A board has at most this many cells, with those around it that are read as the edge.
pub(crate) const MOST_CELLS: usize = 4096;

/// The symbols and the edge.
pub(crate) const PLANES: usize = 9;

/// The words of a small board in place.
const INLINE: usize = 4;

/// A rectangle of cells. A cell holds a symbol, or it is the edge (there is no cell), or it is left out of a part,
/// which is what lies around the board too: it meets no pattern but `?`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Field {
    rows: u16,
    columns: u16,
    store: Store,
}

/// The cells of each code, one set after the other, without the empty sets at the end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Store {
    /// Where four words are enough; those that are missing are 0.
    Inline([u64; INLINE]),
    Many(Box<[u64]>),
}

/// The cells of each code.
pub(crate) type Planes<M> = [M; PLANES];

/// How many words the cells of one code take.
fn words((rows, columns): (u16, u16)) -> usize {
    match usize::from(rows) * usize::from(columns) {
        _ if is_one_word(rows, columns) => 1,
        0..=256 => 4,
        _ => MOST_CELLS / 64,
    }
}

/// Whether one word holds the cells.
pub(crate) fn is_one_word(rows: u16, columns: u16) -> bool {
    rows <= 8 && columns <= 8 || rows == 1 && columns <= 64
}

/// Evaluates an expression with the cells of a board as sets of the width that they need: `$planes` are the cells
/// of each code, `$layout` says where neighbours are.
macro_rules! on_bits {
    ($field:expr, |$planes:ident, $layout:ident| $body:expr) => {{
        let field: &$crate::board::Field = $field;
        match field.words() {
            1 => {
                let $planes: $crate::board::Planes<u64> = field.planes();
                let $layout = $crate::board::Layout::<u64>::new(field.rows(), field.columns());
                $body
            }
            4 => {
                let $planes: $crate::board::Planes<$crate::board::Words<4>> = field.planes();
                let $layout =
                    $crate::board::Layout::<$crate::board::Words<4>>::new(field.rows(), field.columns());
                $body
            }
            _ => {
                let $planes: $crate::board::Planes<$crate::board::Words<64>> = field.planes();
                let $layout =
                    $crate::board::Layout::<$crate::board::Words<64>>::new(field.rows(), field.columns());
                $body
            }
        }
    }};
}
pub(crate) use on_bits;

impl Field {
    /// The board without cells.
    pub(crate) const NOTHING: Field = Field { rows: 0, columns: 0, store: Store::Inline([0; INLINE]) };

    /// A board with these cells of each code.
    pub(crate) fn of_planes<M: StoredCells>(rows: u16, columns: u16, planes: &Planes<M>) -> Field {
        let width = words((rows, columns));
        let used = planes.iter().rposition(|plane| !plane.is_empty()).map_or(0, |last| last + 1);
        if used * width <= INLINE {
            let mut inline = [0; INLINE];
            for (plane, place) in planes[..used].iter().zip(inline.chunks_mut(width)) {
                place.copy_from_slice(&plane.words()[..width]);
            }
            return Field { rows, columns, store: Store::Inline(inline) };
        }
        let many = planes[..used].iter().flat_map(|plane| plane.words()[..width].iter().copied());
        Field { rows, columns, store: Store::Many(many.collect()) }
    }

    /// The same board with the cells of one code only.
    pub(crate) fn of_one<M: StoredCells>(rows: u16, columns: u16, code: u8, cells: M) -> Field {
        if code == 0 && is_one_word(rows, columns) {
            return Field { rows, columns, store: Store::Inline([cells.words()[0], 0, 0, 0]) };
        }
        let mut planes = [M::EMPTY; PLANES];
        planes[usize::from(code)] = cells;
        Field::of_planes(rows, columns, &planes)
    }

    /// A board with these codes at these rows and columns.
    pub(crate) fn of_marks(
        (rows, columns): (u16, u16),
        marks: impl Iterator<Item = (u8, u16, u16)>,
    ) -> Field {
        let empty = Field { rows, columns, store: Store::Inline([0; INLINE]) };
        on_bits!(&empty, |planes, layout| {
            let mut planes = planes;
            for (code, row, column) in marks {
                let plane = &mut planes[usize::from(code)];
                plane.put(layout.index(row, column));
            }
            Field::of_planes(rows, columns, &planes)
        })
    }

    /// A board whose cells are told one by one: a code, or nothing for a cell that is left out.
    pub(crate) fn of_cells(rows: u16, columns: u16, code: impl Fn(u16, u16) -> Option<u8>) -> Field {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        Field::of_marks(
            (rows, columns),
            places.filter_map(|(row, column)| Some((code(row, column)?, row, column))),
        )
    }

    /// The number of rows.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// How many words the cells of one code take.
    pub(crate) fn words(&self) -> usize {
        words((self.rows, self.columns))
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        let many = match &self.store {
            Store::Inline(_) => 0,
            Store::Many(words) => size_of_val::<[u64]>(words) + 16,
        };
        size_of::<Field>() + many
    }

    /// The words, in which missing ones at the end are 0.
    fn stored(&self) -> &[u64] {
        match &self.store {
            Store::Inline(words) => words,
            Store::Many(words) => words,
        }
    }

    /// The cells of each code. `M` must have the width of the board.
    #[inline]
    pub(crate) fn planes<M: StoredCells>(&self) -> Planes<M> {
        let width = self.words();
        let mut planes = [M::EMPTY; PLANES];
        if let (Store::Inline(words), 1) = (&self.store, width) {
            for (plane, word) in planes.iter_mut().zip(words) {
                *plane = M::of_words(std::slice::from_ref(word));
            }
            return planes;
        }
        for (plane, words) in planes.iter_mut().zip(self.stored().chunks(width)) {
            *plane = M::of_words(words);
        }
        planes
    }

    /// The word of the cells of the first code, where that is one word and there are no other cells.
    pub(crate) fn one_word(&self) -> Option<u64> {
        match &self.store {
            Store::Inline([word, 0, 0, 0]) if self.words() == 1 => Some(*word),
            _ => None,
        }
    }

    /// The words of the first two codes, where these are all.
    pub(crate) fn two_words(&self) -> Option<(u64, u64)> {
        match &self.store {
            Store::Inline([one, other, 0, 0]) if self.words() == 1 => Some((*one, *other)),
            _ => None,
        }
    }

    /// The code in a cell; nothing for one that is left out.
    pub(crate) fn code(&self, row: u16, column: u16) -> Option<u8> {
        let stride = match self.words() {
            1 => Layout::<u64>::new(self.rows, self.columns).stride,
            _ => self.columns,
        };
        let index = usize::from(row) * usize::from(stride) + usize::from(column);
        let has = |words: &[u64]| words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1);
        self.stored().chunks(self.words()).position(has).map(|code| code as u8)
    }

    /// The smallest rectangle that holds all cells that are not left out: its first row and column, and its sides.
    pub(crate) fn extent(&self) -> Option<((u16, u16), (u16, u16))> {
        on_bits!(self, |planes, layout| extent(&planes, &layout))
    }

    /// The smallest rectangle that holds all cells that are not left out.
    pub(crate) fn cropped(&self) -> Field {
        let part =
            |((top, left), sides): ((u16, u16), (u16, u16))| self.cut((top.into(), left.into()), sides);
        self.extent().map_or(Field::NOTHING, part)
    }

    /// How many cells are not left out.
    pub(crate) fn count(&self) -> u32 {
        self.stored().iter().map(|word| word.count_ones()).sum()
    }

    /// A rectangle of the board, which may reach beyond it.
    pub(crate) fn cut(&self, (top, left): (i32, i32), (rows, columns): (u16, u16)) -> Field {
        if (top, left, rows, columns) == (0, 0, self.rows, self.columns) {
            return self.clone();
        }
        Field::of_cells(rows, columns, |row, column| {
            let row = u16::try_from(top + i32::from(row)).ok().filter(|&row| row < self.rows)?;
            let column =
                u16::try_from(left + i32::from(column)).ok().filter(|&column| column < self.columns)?;
            self.code(row, column)
        })
    }
}

/// The smallest rectangle that holds all cells: its first row and column, and its sides.
pub(crate) fn extent<M: Columned>(
    planes: &Planes<M>,
    layout: &Layout<M>,
) -> Option<((u16, u16), (u16, u16))> {
    let all = planes.iter().fold(M::EMPTY, |all, &plane| all | plane);
    if all.is_empty() {
        return None;
    }
    let is_row =
        |row: &u16| all.meets(M::columns(1, layout.stride, 0, layout.columns) << layout.index(*row, 0));
    let is_column = |column: &u16| all.meets(M::columns(layout.rows, layout.stride, *column, column + 1));
    let top = (0..layout.rows).find(is_row)?;
    let bottom = (0..layout.rows).rev().find(is_row)?;
    let left = (0..layout.columns).find(is_column)?;
    let right = (0..layout.columns).rev().find(is_column)?;
    Some(((top, left), (bottom - top + 1, right - left + 1)))
}

impl Hash for Field {
    /// Only the words in use: equal boards have equal sides, so that is consistent.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(u32::from(self.rows) << 16 | u32::from(self.columns));
        let words = self.stored();
        let used = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        words[..used].iter().for_each(|&word| state.write_u64(word));
    }
}

impl fmt::Debug for Field {
    /// The codes of the cells, `,` for those that are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..self.columns {
                match self.code(row, column) {
                    Some(code) => write!(f, "{code}")?,
                    None => f.write_str(",")?,
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_kept_on_boards_of_every_size() {
        for (rows, columns) in
            [(1, 1), (8, 8), (1, 64), (1, 65), (9, 3), (16, 16), (17, 16), (34, 34), (1, 1024)]
        {
            for codes in [1, 2, 4, 5, 9_u16] {
                let code = |row: u16, column: u16| {
                    ((row * 5 + column * 3) % (codes + 1)).checked_sub(1).map(|code| code as u8)
                };
                let field = Field::of_cells(rows, columns, code);
                for row in 0..rows {
                    for column in 0..columns {
                        assert_eq!(
                            field.code(row, column),
                            code(row, column),
                            "{rows}x{columns}: {row},{column}"
                        );
                    }
                }
                assert_eq!(field.cut((-1, -2), (rows + 3, columns + 3)).cut((1, 2), (rows, columns)), field);
            }
        }
        let part = Field::of_cells(5, 6, |row, column| ((1..3).contains(&row) && column == 4).then_some(2));
        assert_eq!(part.extent(), Some(((1, 4), (2, 1))));
        assert_eq!(Field::of_cells(2, 2, |_, _| None).extent(), None);
    }
}
