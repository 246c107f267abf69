//! Which game, on which board, by which convention.

use crate::Moves;
use grundy_core::{Convention, Diagnostic, Word};
use std::fmt;

/// A board has at most this many cells: 2^40 outcomes take 128 GiB.
pub const MOST_CELLS: u32 = 40;

/// A game that is played by taking stones off a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableGame {
    /// 2D Nim: take up to `max` adjacent stones of one row or column, without a gap between them;
    /// without `max`, any number of them (TacTix).
    TwoDNim {
        /// The most stones that a move takes.
        max: Option<u32>,
    },
    /// Boxing Match: clear a square that is full of stones.
    BoxingMatch,
}

impl TableGame {
    /// The game's name, as the program knows it.
    pub const fn id(self) -> &'static str {
        match self {
            TableGame::TwoDNim { .. } => "2d-nim",
            TableGame::BoxingMatch => "boxing-match",
        }
    }

    /// The game of this name with these parameters, as positions write them; `None` where there are no
    /// tables of it.
    ///
    /// ```
    /// use grundy_tables::TableGame;
    /// assert_eq!(TableGame::named("2d-nim", ""), Some(TableGame::TwoDNim { max: Some(3) }));
    /// assert_eq!(TableGame::named("2d-nim", "max=any"), Some(TableGame::TwoDNim { max: None }));
    /// assert_eq!(TableGame::named("boxing-match", ""), Some(TableGame::BoxingMatch));
    /// assert_eq!(TableGame::named("cram", ""), None);
    /// ```
    pub fn named(id: &str, parameters: &str) -> Option<TableGame> {
        match (id, parameters.strip_prefix("max=")) {
            ("2d-nim", None) if parameters.is_empty() => Some(TableGame::USUAL),
            ("2d-nim", Some("any")) => Some(TableGame::TwoDNim { max: None }),
            ("2d-nim", Some(number)) => Some(TableGame::TwoDNim { max: Some(number.parse().ok()?) }),
            ("boxing-match", None) if parameters.is_empty() => Some(TableGame::BoxingMatch),
            _ => None,
        }
    }

    /// 2D Nim as it is told without parameters.
    const USUAL: TableGame = TableGame::TwoDNim { max: Some(3) };

    /// Whether the two are one game on boards whose sides are at most `longest`: a `max` that no line
    /// reaches is none.
    pub fn is_same_up_to(self, other: TableGame, longest: u32) -> bool {
        match (self, other) {
            (TableGame::TwoDNim { max: one }, TableGame::TwoDNim { max: other }) => {
                let reach = |max: Option<u32>| max.unwrap_or(longest).min(longest);
                reach(one) == reach(other)
            }
            (one, other) => one == other,
        }
    }
}

/// A game on a board of some size, by one of the two conventions.
///
/// A *state* of the board is a set of stones: bit `row * columns + column` of a 64-bit word is the
/// cell in that row and column, both from 0.
///
/// ```
/// use grundy_core::Convention;
/// use grundy_tables::{Rules, TableGame};
///
/// let rules = Rules::new(TableGame::TwoDNim { max: Some(3) }, 4, 4, Convention::Misere)?;
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
        if game == (TableGame::TwoDNim { max: Some(0) }) {
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
        let (rows, columns) = (self.rows, self.columns);
        let cell = |row: u32, column: u32| 1_u64 << (row * columns + column);
        let mut masks = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                match self.game {
                    TableGame::TwoDNim { max } => {
                        let max = max.unwrap_or(MOST_CELLS);
                        let mut across = 0;
                        for last in column..columns.min(column.saturating_add(max)) {
                            across |= cell(row, last);
                            masks.push(across);
                        }
                        let mut down = cell(row, column);
                        for last in row + 1..rows.min(row.saturating_add(max)) {
                            down |= cell(last, column);
                            masks.push(down);
                        }
                    }
                    TableGame::BoxingMatch => {
                        let mut square = 0;
                        for side in 0..(rows - row).min(columns - column) {
                            for along in 0..=side {
                                square |= cell(row + along, column + side) | cell(row + side, column + along);
                            }
                            masks.push(square);
                        }
                    }
                }
            }
        }
        Moves::on_board(rows, columns, masks)
    }

    /// The move that takes these stones, as it is written: `r2c1-r2c3` for the first and the last
    /// stone of 2D Nim, `r1c1+3` for the corner and the side of a square.
    pub fn label(&self, taken: u64) -> String {
        let place = |cell: u32| format!("r{}c{}", cell / self.columns + 1, cell % self.columns + 1);
        let first = place(taken.trailing_zeros());
        match self.game {
            TableGame::TwoDNim { .. } if taken.count_ones() == 1 => first,
            TableGame::TwoDNim { .. } => format!("{first}-{}", place(63 - taken.leading_zeros())),
            TableGame::BoxingMatch => format!("{first}+{}", taken.count_ones().isqrt()),
        }
    }

    /// A state with its game, as the program reads it: `2d-nim 1100/0001`.
    pub fn position(&self, state: u64) -> String {
        let game =
            if self.game == TableGame::USUAL { self.game.id().to_owned() } else { self.game.to_string() };
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

impl fmt::Display for TableGame {
    /// `2d-nim max=3`, `2d-nim max=any`, `boxing-match`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        match self {
            TableGame::TwoDNim { max: Some(max) } => write!(f, " max={max}"),
            TableGame::TwoDNim { max: None } => f.write_str(" max=any"),
            TableGame::BoxingMatch => Ok(()),
        }
    }
}

impl fmt::Display for Rules {
    /// `2d-nim max=3 6x6, misere`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}x{}, {}", self.game, self.rows, self.columns, self.convention)
    }
}
