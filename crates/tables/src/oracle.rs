//! The tables of a folder, for whoever wants to know a state.

use crate::{Content, StateTable, TableError, TableGame};
use grundy_core::{Convention, Nimber, Outcome, Stones};
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

/// All tables of a folder, and of the folders in it. A state of a smaller board is looked up as a
/// corner of a larger one, upright or turned over.
///
/// What cannot be read is passed over, and listed by [`refused`](Oracle::refused) and
/// [`take_faults`](Oracle::take_faults): an oracle that knows less is still right.
///
/// ```
/// use grundy_core::{Convention, Outcome, Run, Stones};
/// use grundy_tables::{Build, Content, Oracle, Rules, TableGame, TableShape};
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let game = TableGame::two_d_nim(Some(3));
/// let shape = TableShape::new(Rules::new(game, 4, 5, Convention::Misere)?, Content::Outcomes)?;
/// Build::new(shape).in_folder(&folder.join("4x5"), &Run::unlimited())?;
///
/// let oracle = Oracle::open(folder)?;
/// let full = |rows, columns| Stones { rows, columns, cells: (1 << (rows * columns)) - 1 };
/// assert_eq!(oracle.outcome(game, Convention::Misere, full(2, 2)), Some(Outcome::P));
/// assert_eq!(oracle.outcome(game, Convention::Misere, full(5, 1)), Some(Outcome::N));
/// assert_eq!(oracle.outcome(game, Convention::Misere, full(5, 5)), None, "a larger board");
/// assert_eq!(oracle.told(), [2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Oracle {
    tables: Vec<StateTable>,
    told: Vec<AtomicU64>,
    refused: Vec<TableError>,
    has_faults: AtomicBool,
    faults: Mutex<Faults>,
}

/// What was found wrong while states were looked up.
#[derive(Debug, Default)]
struct Faults {
    /// Not yet handed out.
    new: Vec<TableError>,
    /// Tables with a block that is not built.
    unfinished: HashSet<usize>,
    /// Blocks that are not asked any more, by table and number.
    blocks: HashSet<(usize, u64)>,
}

impl Oracle {
    /// Opens the table in a folder, and those in its folders. Folders without a manifest are passed over;
    /// tables that cannot be read are [refused](Oracle::refused), and the others serve.
    ///
    /// # Errors
    /// When the folder cannot be read, or holds no table at all.
    pub fn open(folder: &Path) -> Result<Oracle, TableError> {
        let no_table = |why: &str| TableError::NotATable { path: folder.to_owned(), why: why.to_owned() };
        let entries = fs::read_dir(folder).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => no_table("there is no such folder"),
            io::ErrorKind::NotADirectory => no_table("it is no folder"),
            _ => TableError::io("read", folder)(error),
        })?;
        let mut folders = vec![folder.to_owned()];
        for entry in entries {
            let path = entry.map_err(TableError::io("read", folder))?.path();
            if path.is_dir() {
                folders.push(path);
            }
        }
        folders.sort();
        let (mut tables, mut refused) = (Vec::new(), Vec::new());
        for folder in folders.iter().filter(|folder| StateTable::is_begun(folder)) {
            match StateTable::open(folder) {
                Ok(table) => tables.push(table),
                Err(error) => refused.push(error),
            }
        }
        if tables.is_empty() && refused.is_empty() {
            return Err(no_table("there is no manifest in it, nor in a folder in it"));
        }
        let told = tables.iter().map(|_| AtomicU64::new(0)).collect();
        Ok(Oracle { tables, told, refused, has_faults: AtomicBool::new(false), faults: Mutex::default() })
    }

    /// The tables.
    pub fn tables(&self) -> &[StateTable] {
        &self.tables
    }

    /// Why tables of the folder are not among them.
    pub fn refused(&self) -> &[TableError] {
        &self.refused
    }

    /// How many states were found in each table so far.
    pub fn told(&self) -> Vec<u64> {
        self.told.iter().map(|told| told.load(Ordering::Relaxed)).collect()
    }

    /// What was found wrong with the tables since this was asked last: damaged blocks, each once, which
    /// are not asked again, and tables that are not finished.
    pub fn take_faults(&self) -> Vec<TableError> {
        std::mem::take(&mut self.faults().new)
    }

    /// Who wins a state; `None` where no table has it, or where its block is missing or damaged.
    pub fn outcome(&self, game: TableGame, convention: Convention, stones: Stones) -> Option<Outcome> {
        self.find(game, convention, stones, |_| true, StateTable::outcome)
    }

    /// The nimber of a state, as [`outcome`](Oracle::outcome).
    pub fn nimber(&self, game: TableGame, stones: Stones) -> Option<Nimber> {
        let has_nimbers = |table: &StateTable| table.shape().content() == Content::Nimbers;
        self.find(game, Convention::Normal, stones, has_nimbers, StateTable::nimber)
    }

    fn find<T>(
        &self,
        game: TableGame,
        convention: Convention,
        stones: Stones,
        is_apt: impl Fn(&StateTable) -> bool,
        ask: impl Fn(&StateTable, u64) -> Result<T, TableError>,
    ) -> Option<T> {
        let longest = stones.rows.max(stones.columns);
        for (index, table) in self.tables.iter().enumerate() {
            let rules = table.shape().rules();
            let is_same = rules.convention() == convention && rules.game().is_same_up_to(game, longest);
            if !is_same || !is_apt(table) {
                continue;
            }
            let Some(state) = place(table, stones) else { continue };
            let block = (index, table.block_of(state));
            if self.has_faults.load(Ordering::Relaxed) && self.faults().blocks.contains(&block) {
                continue;
            }
            match ask(table, state) {
                Ok(told) => {
                    self.told[index].fetch_add(1, Ordering::Relaxed);
                    return Some(told);
                }
                Err(error) => self.note(block, error),
            }
        }
        None
    }

    /// Notes that a block does not answer, so that it is reported once and not asked again.
    fn note(&self, (table, block): (usize, u64), error: TableError) {
        let mut faults = self.faults();
        let is_new = faults.blocks.insert((table, block));
        let is_missing = matches!(error, TableError::Missing { .. });
        if is_new && (!is_missing || faults.unfinished.insert(table)) {
            let unfinished = || TableError::Unfinished { path: self.tables[table].folder().to_owned() };
            faults.new.push(if is_missing { unfinished() } else { error });
        }
        self.has_faults.store(true, Ordering::Relaxed);
    }

    fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stones in a corner of a table's board, where their board fits into it.
fn place(table: &StateTable, stones: Stones) -> Option<u64> {
    let Stones { rows, columns, cells } = stones;
    let rules = table.shape().rules();
    let fits = |rows: u32, columns: u32| rows <= rules.rows() && columns <= rules.columns();
    let is_upright = fits(rows, columns);
    if !is_upright && !fits(columns, rows) {
        return None;
    }
    let mut placed = 0;
    let mut rest = cells;
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
