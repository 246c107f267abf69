//! The tables of a folder, for whoever wants to know a state.

use crate::{StateTable, TableError};
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

/// All tables of a folder, and of the folders in it. A state of a smaller board is looked up as a
/// corner of a larger one, upright or turned over, by the [tables of its game](crate::GameTables).
///
/// What cannot be read is passed over, and listed by [`refused`](Oracle::refused) and
/// [`take_faults`](Oracle::take_faults): an oracle that knows less is still right.
///
/// ```
/// use grundy_core::{Convention, Outcome, Run, Stones};
/// use grundy_tables::{Build, Content, GameTables, Oracle, Rules, TableGame, TableShape};
/// use std::sync::Arc;
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let game = TableGame::two_d_nim(Some(3));
/// let shape = TableShape::new(Rules::new(&game, 4, 5, Convention::Misere)?, Content::Outcomes)?;
/// Build::new(shape).in_folder(&folder.join("4x5"), &Run::unlimited())?;
///
/// let oracle = Arc::new(Oracle::open(folder)?);
/// let tables = GameTables::new(&oracle, |rows, columns| game.shapes(rows, columns));
/// assert_eq!(tables.outcome(Convention::Misere, Stones::full(2, 2)), Some(Outcome::P));
/// assert_eq!(tables.outcome(Convention::Misere, Stones::full(5, 1)), Some(Outcome::N));
/// assert_eq!(tables.outcome(Convention::Misere, Stones::full(5, 5)), None, "a larger board");
/// assert_eq!(oracle.states_found(), [2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Oracle {
    tables: Vec<StateTable>,
    found: Vec<AtomicU64>,
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
        let found = tables.iter().map(|_| AtomicU64::new(0)).collect();
        Ok(Oracle { tables, found, refused, has_faults: AtomicBool::new(false), faults: Mutex::default() })
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
    pub fn states_found(&self) -> Vec<u64> {
        self.found.iter().map(|found| found.load(Ordering::Relaxed)).collect()
    }

    /// What was found wrong with the tables since this was asked last: damaged blocks, each once, which
    /// are not asked again, and tables that are not finished.
    pub fn take_faults(&self) -> Vec<TableError> {
        std::mem::take(&mut self.faults().new)
    }

    /// Asks a table for a state; `None` where its block is missing or damaged.
    pub(crate) fn ask<T>(
        &self,
        index: usize,
        state: u64,
        ask: impl Fn(&StateTable, u64) -> Result<T, TableError>,
    ) -> Option<T> {
        let table = &self.tables[index];
        let block = (index, table.block_of(state));
        if self.has_faults.load(Ordering::Relaxed) && self.faults().blocks.contains(&block) {
            return None;
        }
        match ask(table, state) {
            Ok(answer) => {
                self.found[index].fetch_add(1, Ordering::Relaxed);
                Some(answer)
            }
            Err(error) => {
                self.note(block, error);
                None
            }
        }
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
