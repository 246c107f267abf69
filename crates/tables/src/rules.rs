//! Which game, on which board, by which convention.

use crate::{MOST_CELLS, Moves, TableGame};
use grundy_core::{Convention, Diagnostic, Word};
use std::fmt;

/// A game on a board of some size, by one of the two conventions.
///
/// A *state* of the board is a set of stones: bit `row * columns + column` of a 64-bit word is the
/// cell in that row and column, both from 0.
///
/// ```
/// use grundy_core::Convention;
/// use grundy_tables::{Rules, TableGame};
///
/// let rules = Rules::new(TableGame::two_d_nim(Some(3)), 4, 4, Convention::Misere)?;
/// assert_eq!(rules.cells(), 16);
/// assert_eq!(rules.read("1100/0000/0000/0001")?, 1 << 15 | 0b11);
/// assert_eq!(rules.write(rules.full_board()), "1111/1111/1111/1111");
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    game: TableGame,
    rows: u32,
    columns: u32,
    convention: Convention,
}

impl Rules {
    /// A game on a board of `rows` by `columns` cells.
    ///
    /// # Errors
    /// When the board has no cell or more than [`MOST_CELLS`], or a move may take no stone.
    pub fn new(
        game: TableGame,
        rows: u32,
        columns: u32,
        convention: Convention,
    ) -> Result<Rules, Diagnostic> {
        let here = 0..0;
        let count = |number: u32, noun| Word::count(number.into(), noun);
        if rows == 0 || columns == 0 {
            let message =
                format!("a board of {} and {} has no cell", count(rows, "row"), count(columns, "column"));
            return Err(Diagnostic::new(message, here).help("give both at least 1"));
        }
        let cells = u64::from(rows) * u64::from(columns);
        if cells > u64::from(MOST_CELLS) {
            let message = format!(
                "a board of {} and {} has {cells} cells, and a table takes 2^{cells} states",
                count(rows, "row"),
                count(columns, "column")
            );
            let help = format!(
                "tables reach {MOST_CELLS} cells, whose outcomes take 128 GiB; `grundy solve` searches larger boards"
            );
            return Err(Diagnostic::new(message, here).help(help));
        }
        if game.takes_nothing() {
            return Err(Diagnostic::new("a move takes at least one stone", here).help("give max=1 or more"));
        }
        Ok(Rules { game, rows, columns, convention })
    }

    /// The game.
    pub const fn game(&self) -> TableGame {
        self.game
    }

    /// How many rows the board has.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// How many columns the board has.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// What it means to be without a move.
    pub const fn convention(&self) -> Convention {
        self.convention
    }

    /// How many cells the board has.
    pub const fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// How many states the board has: 2 to the number of its cells.
    pub const fn states(&self) -> u64 {
        1 << self.cells()
    }

    /// The state with a stone in every cell.
    pub const fn full_board(&self) -> u64 {
        self.states() - 1
    }

    /// Every move, as the set of stones that it takes.
    pub fn moves(&self) -> Moves {
        Moves::on_board(self.rows, self.columns, self.game.shapes(self.rows, self.columns))
    }

    /// The move that takes these stones, as it is written: `r2c1-r2c3` for the first and the last
    /// stone of 2D Nim, `r1c1+3` for the corner and the side of a square.
    pub fn label(&self, taken: u64) -> String {
        self.game.label(self.columns, taken)
    }

    /// A state with its game, as the program reads it: `2d-nim 1100/0001`.
    pub fn position(&self, state: u64) -> String {
        let game = if self.game.is_usual() { self.game.id().to_owned() } else { self.game.to_string() };
        if state == self.full_board() {
            return format!("{game} {}x{}", self.rows, self.columns);
        }
        format!("{game} {}", self.write(state))
    }

    /// Writes a state as rows of `1` and `0` joined by `/`.
    pub fn write(&self, state: u64) -> String {
        let row = |row: u32| -> String {
            let stone = |column| if state >> (row * self.columns + column) & 1 == 1 { '1' } else { '0' };
            (0..self.columns).map(stone).collect()
        };
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }
}

impl fmt::Display for Rules {
    /// `2d-nim max=3 6x6, misere`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}x{}, {}", self.game, self.rows, self.columns, self.convention)
    }
}
