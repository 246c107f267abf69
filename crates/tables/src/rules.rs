//! Which game, on which board, by which convention.

use crate::Moves;
use grundy_core::{Convention, Diagnostic, Word};
use std::fmt;

/// A board has at most this many cells: 2^40 outcomes take 128 GiB.
pub const MOST_CELLS: u32 = 40;

/// A game that is played by taking stones off a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// 2D Nim: take up to `max` adjacent stones of one row or column, without a gap between them;
    /// without `max`, any number of them (TacTix).
    TwoDNim {
        /// The most stones that a move takes.
        max: Option<u32>,
    },
    /// Boxing Match: clear a square that is full of stones.
    BoxingMatch,
}

impl Game {
    /// The game's name, as the program knows it.
    pub const fn id(self) -> &'static str {
        match self {
            Game::TwoDNim { .. } => "2d-nim",
            Game::BoxingMatch => "boxing-match",
        }
    }

    /// The game of this name with these parameters, as positions write them; `None` where there are no
    /// tables of it.
    ///
    /// ```
    /// use grundy_tables::Game;
    /// assert_eq!(Game::named("2d-nim", ""), Some(Game::TwoDNim { max: Some(3) }));
    /// assert_eq!(Game::named("2d-nim", "max=any"), Some(Game::TwoDNim { max: None }));
    /// assert_eq!(Game::named("boxing-match", ""), Some(Game::BoxingMatch));
    /// assert_eq!(Game::named("cram", ""), None);
    /// ```
    pub fn named(id: &str, parameters: &str) -> Option<Game> {
        match (id, parameters.strip_prefix("max=")) {
            ("2d-nim", None) if parameters.is_empty() => Some(Game::USUAL),
            ("2d-nim", Some("any")) => Some(Game::TwoDNim { max: None }),
            ("2d-nim", Some(number)) => Some(Game::TwoDNim { max: Some(number.parse().ok()?) }),
            ("boxing-match", None) if parameters.is_empty() => Some(Game::BoxingMatch),
            _ => None,
        }
    }

    /// 2D Nim as it is told without parameters.
    const USUAL: Game = Game::TwoDNim { max: Some(3) };

    /// Whether the two are one game on boards whose sides are at most `longest`: a `max` that no line
    /// reaches is none.
    pub fn is_same_up_to(self, other: Game, longest: u32) -> bool {
        match (self, other) {
            (Game::TwoDNim { max: one }, Game::TwoDNim { max: other }) => {
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
/// use grundy_tables::{Game, Rules};
///
/// let rules = Rules::new(Game::TwoDNim { max: Some(3) }, 4, 4, Convention::Misere)?;
/// assert_eq!(rules.cells(), 16);
/// assert_eq!(rules.read("1100/0000/0000/0001")?, 1 << 15 | 0b11);
/// assert_eq!(rules.write(rules.full_board()), "1111/1111/1111/1111");
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    game: Game,
    rows: u32,
    columns: u32,
    convention: Convention,
}

impl Rules {
    /// A game on a board of `rows` by `columns` cells.
    ///
    /// # Errors
    /// When the board has no cell or more than [`MOST_CELLS`], or a move may take no stone.
    pub fn new(game: Game, rows: u32, columns: u32, convention: Convention) -> Result<Rules, Diagnostic> {
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
        if game == (Game::TwoDNim { max: Some(0) }) {
            return Err(Diagnostic::new("a move takes at least one stone", here).help("give max=1 or more"));
        }
        Ok(Rules { game, rows, columns, convention })
    }

    /// The game.
    pub const fn game(&self) -> Game {
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
                    Game::TwoDNim { max } => {
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
                    Game::BoxingMatch => {
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
            Game::TwoDNim { .. } if taken.count_ones() == 1 => first,
            Game::TwoDNim { .. } => format!("{first}-{}", place(63 - taken.leading_zeros())),
            Game::BoxingMatch => format!("{first}+{}", taken.count_ones().isqrt()),
        }
    }

    /// A state with its game, as the program reads it: `2d-nim 1100/0001`.
    pub fn position(&self, state: u64) -> String {
        let game = if self.game == Game::USUAL { self.game.id().to_owned() } else { self.game.to_string() };
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

impl fmt::Display for Game {
    /// `2d-nim max=3`, `2d-nim max=any`, `boxing-match`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        match self {
            Game::TwoDNim { max: Some(max) } => write!(f, " max={max}"),
            Game::TwoDNim { max: None } => f.write_str(" max=any"),
            Game::BoxingMatch => Ok(()),
        }
    }
}

impl fmt::Display for Rules {
    /// `2d-nim max=3 6x6, misere`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}x{}, {}", self.game, self.rows, self.columns, self.convention)
    }
}
