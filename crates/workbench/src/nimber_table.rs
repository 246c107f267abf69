//! The nimbers of a game of two numbers as a table.

use crate::not_read::NotRead;
use crate::position::Position;
use crate::question::Approach;
use crate::workbench::Workbench;
use grundy_core::{Diagnostic, Nimber, Reading, Run};
use grundy_picture::{HeatMap, Picture};
use std::fmt::Write;

/// The nimbers of the positions `GAME row column`, rows and columns from 0.
///
/// ```
/// use grundy::{NimberTable, Run, Workbench};
/// let table = NimberTable::of(&Workbench::default(), "wythoff", 4, 5, &Run::unlimited())?;
/// assert_eq!(table.csv(), "0,1,2,3,4\n1,2,0,4,5\n2,0,1,5,3\n3,4,5,6,2\n");
/// let mistake = NimberTable::of(&Workbench::default(), "cram", None, 5, &Run::unlimited()).err().unwrap();
/// assert!(mistake.to_string().starts_with("`cram 4` is no position: "));
/// # Ok::<(), grundy::NotRead>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimberTable {
    /// The game, and what stands before the two numbers.
    pub game: String,
    /// Row by row; `None` where a move wins the whole game at once.
    pub rows: Vec<Vec<Option<u64>>>,
}

impl NimberTable {
    /// A table has at most this many rows, and as many columns.
    pub const MOST: u32 = 2000;

    /// The nimbers of a table of this many rows and columns. Where there are no rows, positions are `GAME column`.
    ///
    /// # Errors
    /// When a position cannot be read, or the run stops first.
    pub fn of(
        workbench: &Workbench,
        game: &str,
        rows: impl Into<Option<u32>>,
        columns: u32,
        run: &Run,
    ) -> Result<NimberTable, NotRead> {
        let rows = rows.into();
        let game = game.split_whitespace().collect::<Vec<_>>().join(" ");
        let most = u64::from(rows.unwrap_or(1).max(columns));
        if most > u64::from(NimberTable::MOST) || rows == Some(0) || columns == 0 {
            let message = format!("a table has 1 to {} rows and columns", NimberTable::MOST);
            return Err(NotRead::Mistake(Diagnostic::new(message, 0..game.len()).help("ask for fewer")));
        }
        let value = |row: u32, column: u32| -> Result<Option<u64>, NotRead> {
            let text = match rows {
                Some(_) => format!("{game} {row} {column}"),
                None => format!("{game} {column}"),
            };
            let position = Position::parse_on(workbench, &text, Reading::default(), run)
                .map_err(|error| about_game(error, &game, &text))?;
            nimber(&position, run)
        };
        // The last position first: what is worked out for it is known of the others.
        value(rows.map_or(0, |rows| rows - 1), columns - 1)?;
        let row = |row: u32| (0..columns).map(|column| value(row, column)).collect::<Result<_, _>>();
        let rows = (0..rows.unwrap_or(1)).map(row).collect::<Result<_, _>>()?;
        Ok(NimberTable { game, rows })
    }

    /// A line for each row, its nimbers joined by commas.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            for (column, value) in row.iter().enumerate() {
                let _ = write!(text, "{}", if column == 0 { "" } else { "," });
                let _ = value.map(|value| write!(text, "{value}"));
            }
            text.push('\n');
        }
        text
    }

    /// The table as a field of colours, the larger the darker.
    pub fn picture(&self) -> Picture {
        let rows = self.rows.iter().map(|row| row.iter().map(|value| value.unwrap_or(0)).collect());
        let title = format!("nimbers of {}", self.game);
        HeatMap::new(title, "second number", "first").counted_from(0).rows(rows).picture()
    }
}

/// A mistake in the text of a position, as one in the game that stands before its numbers: these were not written.
fn about_game(error: NotRead, game: &str, text: &str) -> NotRead {
    match error {
        NotRead::Mistake(mistake) if mistake.span.end > game.len() => {
            let message = format!("`{text}` is no position: {}", mistake.message);
            NotRead::Mistake(Diagnostic { message, span: 0..game.len(), ..mistake })
        }
        other => other,
    }
}

/// The nimber of a sum.
fn nimber(position: &Position, run: &Run) -> Result<Option<u64>, NotRead> {
    let mut sum = Nimber::ZERO;
    for term in position.terms() {
        term.prepare(run).map_err(NotRead::Stopped)?;
        if term.winning_at_once(1).is_some() {
            return Ok(None);
        }
        sum ^= term.nimber(Approach::Best, run).map_err(NotRead::Stopped)?.0;
    }
    Ok(Some(sum.0))
}
