//! A board of free, blocked, black and white cells as three sets of bits.

/// A board has at most this many cells.
pub const MOST_COLOUR_CELLS: u64 = 128;

/// A rectangle of cells. Each is free, or has a black or a white stone, or is blocked.
///
/// ```
/// use grundy_games::ColourBoard;
/// let board = ColourBoard::of_signs(&["X.", "#O"]);
/// assert_eq!((board.rows(), board.columns()), (2, 2));
/// assert_eq!((board.sign(0), board.sign(1), board.sign(2), board.sign(3)), ('X', '.', '#', 'O'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColourBoard {
    rows: u8,
    columns: u8,
    /// Cell (row, column) is bit row * columns + column; so in the other sets.
    pub(crate) free: u128,
    pub(crate) black: u128,
    pub(crate) white: u128,
}

/// Which cells are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Adjacency {
    /// Those that share a side.
    Sides,
    /// Those that share a side or a corner.
    Corners,
}

/// The cells of a set, in reading order.
pub(crate) fn bits(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

impl ColourBoard {
    /// The board without cells.
    pub const NOTHING: ColourBoard = ColourBoard { rows: 0, columns: 0, free: 0, black: 0, white: 0 };

    /// A board of free cells.
    ///
    /// # Panics
    /// When there are more than [`MOST_COLOUR_CELLS`].
    pub fn free(rows: u8, columns: u8) -> ColourBoard {
        let cells = u64::from(rows) * u64::from(columns);
        assert!(cells <= MOST_COLOUR_CELLS, "a board of {cells} cells");
        let free = if cells == 0 { 0 } else { u128::MAX >> (128 - cells) };
        ColourBoard { rows, columns, free, black: 0, white: 0 }
    }

    /// A board written row by row: `.` free, `X` black, `O` white, anything else blocked.
    ///
    /// # Panics
    /// When rows differ in length, or there are more than [`MOST_COLOUR_CELLS`] cells.
    pub fn of_signs(rows: &[&str]) -> ColourBoard {
        let columns = rows.first().map_or(0, |row| row.len());
        assert!(rows.iter().all(|row| row.len() == columns), "rows of different lengths");
        let mut board = ColourBoard::free(rows.len() as u8, columns as u8);
        for (cell, sign) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            board.put(cell as u32, sign);
        }
        board
    }

    /// The number of rows.
    pub fn rows(&self) -> u16 {
        self.rows.into()
    }

    /// The number of columns.
    pub fn columns(&self) -> u16 {
        self.columns.into()
    }

    /// What stands in a cell, which are numbered from 0 in reading order: `.`, `X`, `O` or `#`.
    pub fn sign(&self, cell: u32) -> char {
        let has = |set: u128| set >> cell & 1 == 1;
        match () {
            () if has(self.free) => '.',
            () if has(self.black) => 'X',
            () if has(self.white) => 'O',
            () => '#',
        }
    }

    /// Writes what stands in a cell.
    pub(crate) fn put(&mut self, cell: u32, sign: char) {
        let bit = 1 << cell;
        for (set, own) in [(&mut self.free, '.'), (&mut self.black, 'X'), (&mut self.white, 'O')] {
            *set = *set & !bit | if sign == own { bit } else { 0 };
        }
    }

    /// The cells of one column.
    fn column(&self, column: u32) -> u128 {
        (0..u32::from(self.rows)).fold(0, |all, row| all | 1 << (row * u32::from(self.columns) + column))
    }

    /// All cells.
    fn all(&self) -> u128 {
        ColourBoard::free(self.rows, self.columns).free
    }

    /// The cells of a set with their neighbours.
    pub(crate) fn spread(&self, set: u128, adjacency: Adjacency) -> u128 {
        if set == 0 {
            return 0;
        }
        let columns = u32::from(self.columns);
        let (first, last) = (self.column(0), self.column(columns - 1));
        let wide = set | (set & !last) << 1 | (set & !first) >> 1;
        let from = if adjacency == Adjacency::Corners { wide } else { set };
        // A board of 128 columns has one row.
        let (down, up) = (from.checked_shl(columns), from.checked_shr(columns));
        (wide | down.unwrap_or(0) | up.unwrap_or(0)) & self.all()
    }

    /// The cells that hang together with one of a set, within the set.
    pub(crate) fn component(&self, from: u128, set: u128, adjacency: Adjacency) -> u128 {
        let mut found = from & set;
        loop {
            let larger = self.spread(found, adjacency) & set;
            if larger == found {
                return found;
            }
            found = larger;
        }
    }

    /// The board with these cells alone, in the smallest rectangle that holds them; the others in it are blocked.
    pub(crate) fn part(&self, kept: u128) -> ColourBoard {
        let Some((first, last)) = self.extent(kept) else { return ColourBoard::NOTHING };
        let sides = (last.0 - first.0 + 1, last.1 - first.1 + 1);
        self.mapped(kept, sides, |(row, column)| (row - first.0, column - first.1))
    }

    /// The first and the last row and column of a set.
    fn extent(&self, set: u128) -> Option<((u32, u32), (u32, u32))> {
        let places = || bits(set).map(|cell| self.place(cell));
        let (first, last) = (places().next()?.0, places().last()?.0);
        let (left, right) =
            places().fold((u32::MAX, 0), |(left, right), (_, column)| (left.min(column), right.max(column)));
        Some(((first, left), (last, right)))
    }

    /// The row and the column of a cell.
    pub(crate) fn place(&self, cell: u32) -> (u32, u32) {
        (cell / u32::from(self.columns), cell % u32::from(self.columns))
    }

    /// A board with these sides to which the cells of a set are moved.
    fn mapped(
        &self,
        kept: u128,
        (rows, columns): (u32, u32),
        to: impl Fn((u32, u32)) -> (u32, u32),
    ) -> ColourBoard {
        let moved = |set: u128| {
            bits(set & kept).fold(0, |all, cell| {
                let (row, column) = to(self.place(cell));
                all | 1 << (row * columns + column)
            })
        };
        ColourBoard {
            rows: rows as u8,
            columns: columns as u8,
            free: moved(self.free),
            black: moved(self.black),
            white: moved(self.white),
        }
    }

    /// The images under turning and mirroring that are not higher than wide.
    fn images(&self) -> impl Iterator<Item = ColourBoard> + '_ {
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        let fits = move |turn: &u32| if turn & 4 == 0 { rows <= columns } else { columns <= rows };
        (0..8).filter(fits).map(move |turn| {
            let sides = if turn & 4 == 0 { (rows, columns) } else { (columns, rows) };
            self.mapped(u128::MAX, sides, |(row, column)| {
                let (row, column) = if turn & 4 == 0 { (row, column) } else { (column, row) };
                (
                    if turn & 1 == 0 { row } else { sides.0 - 1 - row },
                    if turn & 2 == 0 { column } else { sides.1 - 1 - column },
                )
            })
        })
    }

    /// The least image under turning and mirroring; with `swaps` also under exchange of the colours.
    pub(crate) fn least(&self, swaps: bool) -> ColourBoard {
        if self.rows == 0 {
            return *self;
        }
        let swapped = |board: ColourBoard| ColourBoard { black: board.white, white: board.black, ..board };
        let both = |board: ColourBoard| if swaps { board.min(swapped(board)) } else { board };
        self.images()
            .map(both)
            .min()
            .expect("one of a board and its transposed image is not higher than wide")
    }

    /// A number that no other canonical board has, for small boards.
    pub(crate) fn word(&self) -> Option<u64> {
        if self.rows > 5 || u64::from(self.rows) * u64::from(self.columns) > 25 {
            return None;
        }
        let (low, high) = ((self.free | self.white) as u64, (self.black | self.white) as u64);
        Some(low | high << 25 | u64::from(self.columns) << 50 | u64::from(self.rows) << 56)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_go_round_the_edge() {
        let board = ColourBoard::free(3, 4);
        let at = |rows: [&str; 3]| ColourBoard::of_signs(&rows).free;
        assert_eq!(
            board.spread(at(["###.", "####", "####"]), Adjacency::Sides),
            at(["##..", "###.", "####"])
        );
        assert_eq!(
            board.spread(at(["####", ".###", "####"]), Adjacency::Corners),
            at(["..##", "..##", "..##"])
        );
        let strip = ColourBoard::free(1, 128);
        assert_eq!(strip.spread(1 << 127, Adjacency::Corners), 3 << 126);
        assert_eq!(strip.component(1, strip.free, Adjacency::Sides), u128::MAX);
    }

    #[test]
    fn all_images_of_a_board_have_one_representative() {
        let board = ColourBoard::of_signs(&["X..#", ".O.."]);
        let images =
            [["..O.", "#..X"], ["#..X", "..O."], [".O..", "X..#"]].map(|rows| ColourBoard::of_signs(&rows));
        assert!(images.iter().all(|image| image.least(false) == board.least(false)));
        let turned = ColourBoard::of_signs(&[".X", "O.", "..", ".#"]);
        assert_eq!(turned.least(false), board.least(false));
        let swapped = ColourBoard::of_signs(&["O..#", ".X.."]);
        assert_ne!(swapped.least(false), board.least(false));
        assert_eq!(swapped.least(true), board.least(true));
        assert_eq!(board.part(board.free), ColourBoard::of_signs(&["#..#", ".#.."]));
    }
}
