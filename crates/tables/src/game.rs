//! A game of taking, as tables know it.

use grundy_core::{BoardMarks, Convention, Diagnostic, Stones};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Gives the shapes of moves on a board with these rows and columns, or why there is no such board.
type Give = dyn Fn(u32, u32) -> Result<Vec<Stones>, Diagnostic> + Send + Sync;

/// A game of taking, as tables know it: its name, how its boards are written, and the shapes that its moves take.
///
/// Tables know no games: whoever has rules as [`TakingRules`](grundy_core::TakingRules) makes one of these, and the
/// workbench does so for the games of a shelf. The two games whose tables of version 1 name no shapes are here.
///
/// ```
/// use grundy_core::{BoardMarks, Convention, Outcome, Run, Stones};
/// use grundy_tables::{Build, Content, Rules, TableGame, TableShape};
///
/// // Cram: a domino takes two free squares, upright or along the row.
/// let dominoes = |_, _| Ok(vec![Stones::full(1, 2), Stones::full(2, 1)]);
/// let cram = TableGame::new("my-cram", "", BoardMarks::SQUARES, Convention::Normal, dominoes);
/// let rules = Rules::new(&cram, 3, 4, Convention::Normal)?;
/// let states = Build::new(TableShape::new(rules.clone(), Content::Outcomes)?).in_memory(&Run::unlimited())?;
/// assert_eq!(states.expect("nobody stops it").outcome(rules.full_board()), Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TableGame {
    id: Cow<'static, str>,
    parameters: Cow<'static, str>,
    marks: BoardMarks,
    convention: Convention,
    shapes: Shapes,
}

#[derive(Clone)]
enum Shapes {
    /// Lines of at most this number of stones.
    Lines(Option<u32>),
    Squares,
    Given(Arc<Give>),
}

impl TableGame {
    /// A game: its name, its parameters (`max=3`, or nothing), how boards are written, the usual convention, and the
    /// shapes of moves on a board with these rows and columns.
    pub fn new(
        id: impl Into<Cow<'static, str>>,
        parameters: impl Into<Cow<'static, str>>,
        marks: BoardMarks,
        convention: Convention,
        shapes: impl Fn(u32, u32) -> Result<Vec<Stones>, Diagnostic> + Send + Sync + 'static,
    ) -> TableGame {
        let (id, parameters) = (id.into(), parameters.into());
        TableGame { id, parameters, marks, convention, shapes: Shapes::Given(Arc::new(shapes)) }
    }

    /// 2D Nim: a move takes up to `max` adjacent stones of one row or column, without a gap between them; without
    /// `max`, any number of them (TacTix).
    pub const fn two_d_nim(max: Option<u32>) -> TableGame {
        TableGame {
            id: Cow::Borrowed("2d-nim"),
            parameters: Cow::Borrowed(""),
            marks: BoardMarks::STONES,
            convention: Convention::Misere,
            shapes: Shapes::Lines(max),
        }
    }

    /// Boxing Match: a move clears a square that is full of stones.
    pub const BOXING_MATCH: TableGame = TableGame {
        id: Cow::Borrowed("boxing-match"),
        parameters: Cow::Borrowed(""),
        marks: BoardMarks::STONES,
        convention: Convention::Normal,
        shapes: Shapes::Squares,
    };

    /// The game's name, as the program knows it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The parameters, those that are usual too.
    pub fn parameters(&self) -> Cow<'_, str> {
        match &self.shapes {
            Shapes::Lines(None) => "max=any".into(),
            Shapes::Lines(Some(max)) => format!("max={max}").into(),
            Shapes::Squares | Shapes::Given(_) => Cow::Borrowed(&self.parameters),
        }
    }

    /// How boards are written.
    pub fn marks(&self) -> &BoardMarks {
        &self.marks
    }

    /// The convention of a table of outcomes where nothing else is said.
    pub fn usual_convention(&self) -> Convention {
        self.convention
    }

    /// The shapes of moves on a board, each on the smallest board that holds it.
    ///
    /// # Errors
    /// When the game has no such board.
    pub fn shapes(&self, rows: u32, columns: u32) -> Result<Vec<Stones>, Diagnostic> {
        match &self.shapes {
            Shapes::Lines(Some(0)) => {
                let message = "a move takes at least one stone";
                Err(Diagnostic::new(message, 0..0).help("give max=1 or more"))
            }
            Shapes::Lines(max) => Ok(lines(rows, columns, max.unwrap_or(u32::MAX))),
            Shapes::Squares => Ok((1..=rows.min(columns)).map(|side| Stones::full(side, side)).collect()),
            Shapes::Given(give) => give(rows, columns),
        }
    }
}

/// Lines of stones along rows and columns.
fn lines(rows: u32, columns: u32, most: u32) -> Vec<Stones> {
    let along = (1..=most.min(columns)).map(|length| Stones::full(1, length));
    let down = (2..=most.min(rows)).map(|length| Stones::full(length, 1));
    along.chain(down).collect()
}

impl fmt::Display for TableGame {
    /// `2d-nim max=3`, `2d-nim max=any`, `boxing-match`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        match &*self.parameters() {
            "" => Ok(()),
            parameters => write!(f, " {parameters}"),
        }
    }
}

impl fmt::Debug for TableGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableGame({self})")
    }
}
