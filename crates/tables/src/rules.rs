//! Which game, on which board, by which convention.

use crate::{MOST_CELLS, Moves, TableGame};
use grundy_core::{BoardMarks, Convention, Diagnostic, Stones, Word};
use std::fmt;
use std::sync::Arc;

/// A game on a board of some size, by one of the two conventions.
///
/// A *state* of the board is a set of stones: bit `row * columns + column` of a 64-bit word is the
/// cell in that row and column, both from 0.
///
/// ```
/// use grundy_core::Convention;
/// use grundy_tables::{Rules, TableGame};
///
/// let rules = Rules::new(&TableGame::two_d_nim(Some(3)), 4, 4, Convention::Misere)?;
/// assert_eq!(rules.cells(), 16);
/// assert_eq!(rules.read("1100/0000/0000/0001")?, 1 << 15 | 0b11);
/// assert_eq!(rules.write(rules.full_board()), "1111/1111/1111/1111");
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    game: Arc<GameOfRules>,
    rows: u32,
    columns: u32,
    convention: Convention,
}

/// A game as a manifest has it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct GameOfRules {
    pub(crate) id: String,
    pub(crate) parameters: String,
    pub(crate) marks: BoardMarks,
    /// Those that fit the board, in order, each once.
    pub(crate) shapes: Vec<Stones>,
}

impl Rules {
    /// A game on a board of `rows` by `columns` cells.
    ///
    /// # Errors
    /// When the board has no cell or more than [`MOST_CELLS`], the game has no such board, or a move may take no
    /// stone.
    pub fn new(
        game: &TableGame,
        rows: u32,
        columns: u32,
        convention: Convention,
    ) -> Result<Rules, Diagnostic> {
        check_sides(rows, columns)?;
        let mut shapes = game.shapes(rows, columns)?;
        if shapes.iter().any(|shape| shape.cells == 0) {
            return Err(Diagnostic::new("a move takes at least one stone", 0..0));
        }
        shapes.retain(|shape| shape.rows <= rows && shape.columns <= columns);
        shapes.sort_unstable_by_key(order);
        shapes.dedup();
        let (id, parameters) = (game.id().to_owned(), game.parameters().into_owned());
        let game = GameOfRules { id, parameters, marks: game.marks().clone(), shapes };
        Ok(Rules { game: Arc::new(game), rows, columns, convention })
    }

    /// The rules of a manifest.
    ///
    /// # Errors
    /// When the board has no cell or more than [`MOST_CELLS`], or the shapes are not those of a board of this size
    /// in order.
    pub(crate) fn of_manifest(
        game: GameOfRules,
        (rows, columns): (u32, u32),
        convention: Convention,
    ) -> Result<Rules, Diagnostic> {
        check_sides(rows, columns)?;
        let is_in_order = game.shapes.is_sorted_by(|one, next| order(one) < order(next));
        let fits = |shape: &Stones| shape.cells != 0 && shape.rows <= rows && shape.columns <= columns;
        if !is_in_order || !game.shapes.iter().all(fits) {
            return Err(Diagnostic::new("its shapes are not those of its board, in order", 0..0));
        }
        Ok(Rules { game: Arc::new(game), rows, columns, convention })
    }

    /// The game's name, as the program knows it.
    pub fn id(&self) -> &str {
        &self.game.id
    }

    /// The game's parameters, those that are usual too: `max=3`.
    pub fn parameters(&self) -> &str {
        &self.game.parameters
    }

    /// The game's name and its parameters: `2d-nim max=3`.
    pub fn game(&self) -> String {
        match &*self.game.parameters {
            "" => self.game.id.clone(),
            parameters => format!("{} {parameters}", self.game.id),
        }
    }

    /// How boards are written.
    pub fn marks(&self) -> &BoardMarks {
        &self.game.marks
    }

    /// The shapes that moves take, each on the smallest board that holds it: those that fit this board.
    pub fn shapes(&self) -> &[Stones] {
        &self.game.shapes
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

    /// Every move, as the set of stones that it takes: by their first cells, in reading order.
    pub fn moves(&self) -> Moves {
        let mut masks: Vec<u64> =
            self.shapes().iter().flat_map(|shape| shape.places(self.rows, self.columns)).collect();
        masks.sort_by_key(|mask| mask.trailing_zeros());
        Moves::on_board(self.rows, self.columns, masks)
    }

    /// A state with its game, as the program reads it: `2d-nim max=3 1100/0001`.
    pub fn position(&self, state: u64) -> String {
        format!("{} {}", self.game(), self.write(state))
    }

    /// Writes a state as rows joined by `/`.
    pub fn write(&self, state: u64) -> String {
        self.marks().write(Stones { rows: self.rows, columns: self.columns, cells: state })
    }
}

/// Where a shape stands among others: small ones first.
pub(crate) fn order(shape: &Stones) -> (u32, u32, u32, u64) {
    (shape.cells.count_ones(), shape.rows, shape.columns, shape.cells)
}

fn check_sides(rows: u32, columns: u32) -> Result<(), Diagnostic> {
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
            "tables reach {MOST_CELLS} cells, whose outcomes take 64 TiB; `grundy solve` searches larger boards"
        );
        return Err(Diagnostic::new(message, here).help(help));
    }
    Ok(())
}

impl fmt::Display for Rules {
    /// `2d-nim max=3 6x6, misere`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}x{}, {}", self.game(), self.rows, self.columns, self.convention)
    }
}
