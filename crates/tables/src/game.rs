//! Games that tables are built of: what each move takes, and how it is written.

use crate::MOST_CELLS;
use grundy_core::Convention;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A game that is played by taking stones off a board of which every shape is known beforehand.
///
/// A further game of tables is one implementation here and one line in [`TABLE_GAMES`]. Positions of it find their
/// table by `Playable::stones`; `grundy-check` knows the moves of every game by code of its own.
pub trait TakingGame: fmt::Debug + Sync {
    /// The game's name, as the program knows it.
    fn id(&self) -> &'static str;

    /// What a move does, in a few words.
    fn summary(&self) -> &'static str;

    /// The most stones that a move takes where nothing else is said, for a game that has the parameter `max`; for
    /// another game, why it has none.
    fn usual_max(&self) -> Result<u32, &'static str>;

    /// The convention of a table of outcomes where nothing else is said.
    fn usual_convention(&self) -> Convention {
        Convention::Normal
    }

    /// The stones that each move takes on an empty board of this size: bit `row * columns + column` is a cell. A move
    /// takes at most `max` stones, where the game has that parameter.
    fn shapes(&self, rows: u32, columns: u32, max: u32) -> Vec<u64>;

    /// The move that takes these stones of a board with this number of columns, as the program writes it.
    fn label(&self, columns: u32, taken: u64) -> String;
}

/// Every game that tables are built of.
pub const TABLE_GAMES: &[&dyn TakingGame] = &[&Lines, &Squares];

/// A game of tables with its parameters.
#[derive(Clone, Copy, Debug)]
pub struct TableGame {
    taking: &'static dyn TakingGame,
    max: Option<u32>,
}

impl TableGame {
    /// 2D Nim: a move takes up to `max` adjacent stones of one row or column, without a gap between them; without
    /// `max`, any number of them (TacTix).
    pub const fn two_d_nim(max: Option<u32>) -> TableGame {
        TableGame { taking: &Lines, max }
    }

    /// Boxing Match: a move clears a square that is full of stones.
    pub const BOXING_MATCH: TableGame = TableGame { taking: &Squares, max: None };

    /// A game as it is without parameters.
    pub fn usual(taking: &'static dyn TakingGame) -> TableGame {
        TableGame { taking, max: taking.usual_max().ok() }
    }

    /// The game of this name with these parameters, as positions write them; `None` where there are no
    /// tables of it.
    ///
    /// ```
    /// use grundy_tables::TableGame;
    /// assert_eq!(TableGame::named("2d-nim", ""), Some(TableGame::two_d_nim(Some(3))));
    /// assert_eq!(TableGame::named("2d-nim", "max=any"), Some(TableGame::two_d_nim(None)));
    /// assert_eq!(TableGame::named("boxing-match", ""), Some(TableGame::BOXING_MATCH));
    /// assert_eq!(TableGame::named("cram", ""), None);
    /// ```
    pub fn named(id: &str, parameters: &str) -> Option<TableGame> {
        let usual = TABLE_GAMES.iter().find(|game| game.id() == id).map(|&game| TableGame::usual(game))?;
        if parameters.is_empty() {
            Some(usual)
        } else {
            usual.with_max(parameters.strip_prefix("max=")?).ok()
        }
    }

    /// The same game with another `max`: a number or `any`.
    ///
    /// # Errors
    /// When the text is neither, or the game has no such parameter: why.
    ///
    /// ```
    /// use grundy_tables::TableGame;
    /// assert_eq!(TableGame::two_d_nim(None).with_max("2"), Ok(TableGame::two_d_nim(Some(2))));
    /// assert_eq!(TableGame::BOXING_MATCH.with_max("2"), Err("a move clears a square of any side"));
    /// ```
    pub fn with_max(self, max: &str) -> Result<TableGame, &'static str> {
        self.taking.usual_max()?;
        match (max, max.parse()) {
            ("any", _) => Ok(TableGame { max: None, ..self }),
            (_, Ok(max)) => Ok(TableGame { max: Some(max), ..self }),
            (_, Err(_)) => Err("max is a number, or any"),
        }
    }

    /// The most stones that a move takes, as a number or `any`; none for a game without that parameter.
    ///
    /// ```
    /// use grundy_tables::TableGame;
    /// assert_eq!(TableGame::two_d_nim(Some(3)).max().as_deref(), Some("3"));
    /// assert_eq!(TableGame::two_d_nim(None).max().as_deref(), Some("any"));
    /// assert_eq!(TableGame::BOXING_MATCH.max(), None);
    /// ```
    pub fn max(self) -> Option<String> {
        self.taking.usual_max().ok()?;
        Some(self.max.map_or("any".to_owned(), |max| max.to_string()))
    }

    /// The game's name, as the program knows it.
    pub fn id(self) -> &'static str {
        self.taking.id()
    }

    /// The convention of a table of outcomes where nothing else is said.
    pub fn usual_convention(self) -> Convention {
        self.taking.usual_convention()
    }

    /// Whether the two are one game on boards whose sides are at most `longest`: a `max` that no line
    /// reaches is none.
    pub fn is_same_up_to(self, other: TableGame, longest: u32) -> bool {
        let reach = |game: TableGame| game.max.unwrap_or(longest).min(longest);
        self.id() == other.id() && reach(self) == reach(other)
    }

    /// Whether it is the game that is meant where no parameter is given.
    pub(crate) fn is_usual(self) -> bool {
        self == TableGame::usual(self.taking)
    }

    /// Whether moves take nothing.
    pub(crate) fn takes_nothing(self) -> bool {
        self.max == Some(0)
    }

    pub(crate) fn shapes(self, rows: u32, columns: u32) -> Vec<u64> {
        self.taking.shapes(rows, columns, self.max.unwrap_or(MOST_CELLS))
    }

    pub(crate) fn label(self, columns: u32, taken: u64) -> String {
        self.taking.label(columns, taken)
    }
}

impl PartialEq for TableGame {
    fn eq(&self, other: &TableGame) -> bool {
        (self.id(), self.max) == (other.id(), other.max)
    }
}

impl Eq for TableGame {}

impl Hash for TableGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.id(), self.max).hash(state);
    }
}

impl fmt::Display for TableGame {
    /// `2d-nim max=3`, `2d-nim max=any`, `boxing-match`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        self.max().map_or(Ok(()), |max| write!(f, " max={max}"))
    }
}

/// A cell as moves are written: `r1c2`.
fn place(columns: u32, cell: u32) -> String {
    format!("r{}c{}", cell / columns + 1, cell % columns + 1)
}

/// 2D Nim, and TacTix.
#[derive(Debug)]
struct Lines;

impl TakingGame for Lines {
    fn id(&self) -> &'static str {
        "2d-nim"
    }

    fn summary(&self) -> &'static str {
        "Take up to max adjacent stones of a row or column"
    }

    fn usual_max(&self) -> Result<u32, &'static str> {
        Ok(3)
    }

    fn usual_convention(&self) -> Convention {
        Convention::Misere
    }

    fn shapes(&self, rows: u32, columns: u32, max: u32) -> Vec<u64> {
        let cell = |row: u32, column: u32| 1_u64 << (row * columns + column);
        let mut shapes = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let mut across = 0;
            for last in column..columns.min(column.saturating_add(max)) {
                across |= cell(row, last);
                shapes.push(across);
            }
            let mut down = cell(row, column);
            for last in row + 1..rows.min(row.saturating_add(max)) {
                down |= cell(last, column);
                shapes.push(down);
            }
        }
        shapes
    }

    /// `r2c1-r2c3`, the first and the last stone.
    fn label(&self, columns: u32, taken: u64) -> String {
        let (first, last) = (taken.trailing_zeros(), 63 - taken.leading_zeros());
        if first == last {
            place(columns, first)
        } else {
            format!("{}-{}", place(columns, first), place(columns, last))
        }
    }
}

/// Boxing Match.
#[derive(Debug)]
struct Squares;

impl TakingGame for Squares {
    fn id(&self) -> &'static str {
        "boxing-match"
    }

    fn summary(&self) -> &'static str {
        "Clear a full square"
    }

    fn usual_max(&self) -> Result<u32, &'static str> {
        Err("a move clears a square of any side")
    }

    fn shapes(&self, rows: u32, columns: u32, _max: u32) -> Vec<u64> {
        let cell = |row: u32, column: u32| 1_u64 << (row * columns + column);
        let mut shapes = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let mut square = 0;
            for side in 0..(rows - row).min(columns - column) {
                for along in 0..=side {
                    square |= cell(row + along, column + side) | cell(row + side, column + along);
                }
                shapes.push(square);
            }
        }
        shapes
    }

    /// `r1c1+3`, the corner and the side.
    fn label(&self, columns: u32, taken: u64) -> String {
        format!("{}+{}", place(columns, taken.trailing_zeros()), taken.count_ones().isqrt())
    }
}
