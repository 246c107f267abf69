//! Games of taking: a move takes stones off a board. Each ruleset has a list of shapes; a move is a place on the board
//! where one of these shapes is full of stones.

use crate::{Diagnostic, Ruleset, Stones};
use std::borrow::Cow;

/// The rules of a game in which a move takes stones of one of some shapes off a board, wherever all of them are there,
/// and nothing else matters. What is a stone is for the game to say: in Cram it is a free square.
///
/// This is all that tables of every state need to know, and games that say it have such tables. An empty row or column
/// at the edge of a board changes nothing.
///
/// Held to the rules by [`laws::check_taking`](crate::laws::check_taking). Rules give it by
/// [`Playable::taking`](crate::Playable::taking).
///
/// ```
/// use grundy_core::{Diagnostic, Ruleset, Stones, TakingRules, laws};
/// # use std::ops::ControlFlow;
/// /// A row of stones; a move takes one, or two neighbours.
/// struct Row;
/// # impl Ruleset for Row {
/// #     type Position = Vec<bool>;
/// #     type Move = (usize, usize);
/// #     fn moves<B>(&self, at: &Vec<bool>, mut visit: impl FnMut((usize, usize)) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         for first in 0..at.len() {
/// #             for last in first..at.len().min(first + 2) {
/// #                 if at[first..=last].iter().all(|&stone| stone) { visit((first, last))?; }
/// #             }
/// #         }
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&self, at: &Vec<bool>, mv: &(usize, usize)) -> Vec<bool> {
/// #         let mut left = at.clone();
/// #         left[mv.0..=mv.1].fill(false);
/// #         left
/// #     }
/// #     fn moves_left(&self, at: &Vec<bool>) -> u128 { at.len() as u128 }
/// # }
/// impl TakingRules<Row> for Row {
///     fn stones(&self, at: &Vec<bool>) -> Option<Stones> {
///         let columns = u32::try_from(at.len()).ok().filter(|columns| (1..=64).contains(columns))?;
///         let cells = (0..).zip(at).fold(0, |cells, (cell, &stone)| cells | u64::from(stone) << cell);
///         Some(Stones { rows: 1, columns, cells })
///     }
///
///     fn position(&self, Stones { rows, columns, cells }: Stones) -> Result<Vec<bool>, Diagnostic> {
///         if rows > 1 {
///             return Err(Diagnostic::new("a row has no second row", 0..0));
///         }
///         Ok((0..columns).map(|cell| cells >> cell & 1 == 1).collect())
///     }
///
///     fn shapes(&self, _: u32, columns: u32) -> Result<Vec<Stones>, Diagnostic> {
///         Ok((1..=columns.min(2)).map(|columns| Stones::full(1, columns)).collect())
///     }
/// }
/// laws::check_taking(&Row, &Row, &vec![true, true, false, true])?;
/// # Ok::<(), laws::Broken>(())
/// ```
pub trait TakingRules<R: Ruleset>: Sync {
    /// The stones of a position; `None` where its board has no cell, or more than 64.
    fn stones(&self, at: &R::Position) -> Option<Stones>;

    /// The position of these stones.
    ///
    /// # Errors
    /// When the game has no board with such sides: which it has, as help.
    fn position(&self, stones: Stones) -> Result<R::Position, Diagnostic>;

    /// The shapes that moves take on a board with these sides, each on the smallest board that holds it. They are those
    /// of a larger board that fit.
    ///
    /// # Errors
    /// When the shapes of so large a board cannot be told: why.
    fn shapes(&self, rows: u32, columns: u32) -> Result<Vec<Stones>, Diagnostic>;

    /// How boards are written.
    fn marks(&self) -> BoardMarks {
        BoardMarks::STONES
    }

    /// The parameters of the rules, those that are usual too: `max=3`.
    fn parameters_in_full(&self) -> String {
        String::new()
    }
}

/// How a game of taking writes its boards: rows of these characters, joined by `/`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardMarks {
    /// What is read as a stone; the first is written.
    pub stones: Cow<'static, str>,
    /// What is read as a cell without a stone; the first is written.
    pub gaps: Cow<'static, str>,
    /// Whether `4x6` is the board full of stones; where not, rows are always written.
    pub sides_are_full: bool,
}

impl BoardMarks {
    /// Stones `1` and gaps `0`, or `#` and `.`.
    pub const STONES: BoardMarks =
        BoardMarks { stones: Cow::Borrowed("1#"), gaps: Cow::Borrowed("0."), sides_are_full: true };

    /// Free squares `.`, which are taken, and blocked ones `#`, or `X`.
    pub const SQUARES: BoardMarks =
        BoardMarks { stones: Cow::Borrowed("."), gaps: Cow::Borrowed("#Xx"), sides_are_full: true };

    /// Whether this character is a stone; `None` where it is no cell.
    pub fn is_stone(&self, sign: char) -> Option<bool> {
        match (self.stones.contains(sign), self.gaps.contains(sign)) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }

    /// The board as rows joined by `/`.
    ///
    /// ```
    /// use grundy_core::{BoardMarks, Stones};
    /// let board = Stones { rows: 2, columns: 3, cells: 0b011_001 };
    /// assert_eq!(BoardMarks::STONES.write(board), "100/110");
    /// assert_eq!(BoardMarks::SQUARES.write(board), ".##/..#");
    /// ```
    pub fn write(&self, board: Stones) -> String {
        let first = |signs: &str| signs.chars().next().expect("a board has marks for both");
        let (stone, gap) = (first(&self.stones), first(&self.gaps));
        let cell = |cell: u32| if board.cells >> cell & 1 == 1 { stone } else { gap };
        let row = |row: u32| (row * board.columns..(row + 1) * board.columns).map(cell).collect::<String>();
        (0..board.rows).map(row).collect::<Vec<_>>().join("/")
    }
}
