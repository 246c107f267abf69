//! `--dir`: tables of every state that serve a search.

use super::table::with_help;
use crate::diagnostics::tell;
use grundy::tables::{Oracle, TableError};
use grundy::{Answer, Method, Position};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The tables of a folder, where one was named.
#[derive(Clone)]
pub struct Tables {
    oracle: Option<Arc<Oracle>>,
    /// Whether a note said that no table holds a position. The note is printed once, not for each of a
    /// thousand positions.
    has_told_of_none: Arc<AtomicBool>,
}

/// Opens the tables of the folder that is named. Those that cannot be read are reported; the others are
/// used.
pub fn of(folder: Option<&Path>) -> anyhow::Result<Tables> {
    let oracle = folder.map(Oracle::open).transpose().map_err(with_help)?;
    for error in oracle.iter().flat_map(Oracle::refused) {
        warn(error);
    }
    Ok(Tables { oracle: oracle.map(Arc::new), has_told_of_none: Arc::default() })
}

impl Tables {
    /// Lets the position's searches look states up.
    pub fn attach(&self, position: &Position) {
        if let Some(oracle) = &self.oracle {
            position.attach_tables(oracle);
        }
    }

    /// What people should know of the tables after an answer: what was found damaged, or, the first time, that
    /// none of them holds the position.
    pub fn tell_of(&self, answer: &Answer) {
        self.tell_faults();
        let Some(oracle) = &self.oracle else { return };
        let is_untold = answer.tables.is_empty() && answer.method == Method::Search;
        if is_untold && !oracle.tables().is_empty() && !self.has_told_of_none.swap(true, Ordering::Relaxed) {
            tell(format_args!(
                "note: no table tells of this position, so it was searched (said only once); there is"
            ));
            for table in oracle.tables() {
                tell(format_args!("  {}: {}", table.folder().display(), table.shape()));
            }
        }
    }

    /// Tells what was found damaged since the last time.
    pub fn tell_faults(&self) {
        self.oracle.iter().flat_map(|oracle| oracle.take_faults()).for_each(|error| warn(&error));
    }
}

fn warn(error: &TableError) {
    tell(format_args!("warning: {error}; the search goes on without it\nhelp: {}", error.help()));
}
