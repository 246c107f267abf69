//! The tables of a folder, for whoever wants to know a state.

use crate::{Content, Game, Table, TableError};
use grundy_core::{Convention, Nimber, Outcome};
use std::fs;
use std::path::Path;

/// All tables of a folder, and of the folders in it. A state of a smaller board is looked up as a
/// corner of a larger one, upright or turned over.
///
/// ```
/// use grundy_core::{Convention, Outcome};
/// use grundy_tables::{Build, Content, Game, Oracle, Rules, Shape, Watch};
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let game = Game::TwoDNim { max: Some(3) };
/// let shape = Shape::new(Rules::new(game, 4, 5, Convention::Misere)?, Content::Outcomes)?;
/// Build::new(shape).in_folder(&folder.join("4x5"), &Watch::nothing())?;
///
/// let oracle = Oracle::open(folder)?;
/// let square = oracle.outcome(game, Convention::Misere, (2, 2), 0b1111);
/// assert_eq!(square, Some(Outcome::P));
/// let column = oracle.outcome(game, Convention::Misere, (5, 1), 0b11111);
/// assert_eq!(column, Some(Outcome::N));
/// assert_eq!(oracle.outcome(game, Convention::Misere, (5, 5), 0b1111), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Oracle {
    tables: Vec<Table>,
}

impl Oracle {
    /// Opens the table in a folder, and those in its folders. Folders without a table are passed over.
    ///
    /// # Errors
    /// When the folder cannot be read, or a table in it is of another version.
    pub fn open(folder: &Path) -> Result<Oracle, TableError> {
        let entries = fs::read_dir(folder).map_err(TableError::io("read", folder))?;
        let mut folders = vec![folder.to_owned()];
        for entry in entries {
            let path = entry.map_err(TableError::io("read", folder))?.path();
            if path.is_dir() {
                folders.push(path);
            }
        }
        folders.sort();
        let mut tables = Vec::new();
        for folder in folders {
            match Table::open(&folder) {
                Ok(table) => tables.push(table),
                Err(TableError::NotATable { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Oracle { tables })
    }

    /// The tables.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Who wins a state of a board of (rows, columns); `None` where no table tells, or where its block
    /// is missing or damaged. Bit `row * columns + column` of the stones is a cell.
    pub fn outcome(
        &self,
        game: Game,
        convention: Convention,
        board: (u32, u32),
        stones: u64,
    ) -> Option<Outcome> {
        self.find(game, convention, board, |table| table.outcome(place(table, board, stones)?).ok())
    }

    /// The nimber of a state of a board of (rows, columns), as [`outcome`](Oracle::outcome).
    pub fn nimber(&self, game: Game, board: (u32, u32), stones: u64) -> Option<Nimber> {
        self.find(game, Convention::Normal, board, |table| match table.shape().content() {
            Content::Nimbers => table.nimber(place(table, board, stones)?).ok(),
            Content::Outcomes => None,
        })
    }

    fn find<T>(
        &self,
        game: Game,
        convention: Convention,
        board: (u32, u32),
        ask: impl Fn(&Table) -> Option<T>,
    ) -> Option<T> {
        let longest = board.0.max(board.1);
        let is_apt = |table: &&Table| {
            let rules = table.shape().rules();
            rules.convention() == convention && rules.game().is_same_up_to(game, longest)
        };
        self.tables.iter().filter(is_apt).find_map(ask)
    }
}

/// The stones in a corner of a table's board, where the board of (rows, columns) fits into it.
fn place(table: &Table, (rows, columns): (u32, u32), stones: u64) -> Option<u64> {
    let rules = table.shape().rules();
    let fits = |rows: u32, columns: u32| rows <= rules.rows() && columns <= rules.columns();
    let is_upright = fits(rows, columns);
    if !is_upright && !fits(columns, rows) {
        return None;
    }
    let mut placed = 0;
    let mut rest = stones;
    while rest != 0 {
        let cell = rest.trailing_zeros();
        let (row, column) = (cell / columns, cell % columns);
        if row >= rows {
            return None; // no such board
        }
        let (row, column) = if is_upright { (row, column) } else { (column, row) };
        placed |= 1 << (row * rules.columns() + column);
        rest &= rest - 1;
    }
    Some(placed)
}
