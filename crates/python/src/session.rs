//! What the positions of a Python session share: the shelf of games, and what was found of positions.

use crate::errors::notation;
use grundy::{Diagnostic, RulesFile, Shelf, Workbench};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// What was found is given up when it holds more bytes than this, 1 GiB at first, as in a batch of the program: positions
/// that are there already keep theirs.
static MOST_KEPT: AtomicU64 = AtomicU64::new(1 << 30);

/// A workbench, and the count of the bytes that its memos hold.
#[derive(Debug, Default)]
pub struct Session {
    /// The games, and what was found.
    pub workbench: Workbench,
    /// How much that holds.
    pub held: Arc<AtomicU64>,
}

impl Session {
    /// A session with nothing found, of the games of this one.
    pub fn afresh(&self) -> Session {
        Session { workbench: Workbench::new(Arc::clone(self.workbench.shelf())), held: Arc::default() }
    }

    /// Whether it holds more than memos are worth.
    pub fn is_full(&self) -> bool {
        self.held.load(Ordering::Relaxed) > MOST_KEPT.load(Ordering::Relaxed)
    }
}

static SESSION: RwLock<Option<Arc<Session>>> = RwLock::new(None);

/// The rules files that were loaded, by name.
static FILES: Mutex<Vec<RulesFile>> = Mutex::new(Vec::new());

/// The session of this process; a new one where the old one is full.
pub fn current() -> Arc<Session> {
    let known = SESSION.read().unwrap_or_else(PoisonError::into_inner).clone();
    match known {
        Some(session) if !session.is_full() => session,
        full => {
            let next = Arc::new(full.map_or_else(Session::default, |full| full.afresh()));
            *SESSION.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&next));
            next
        }
    }
}

/// Sets how many bytes are kept of what was found of positions that are read by text.
#[pyfunction]
pub fn keep_at_most(bytes: u64) {
    MOST_KEPT.store(bytes, Ordering::Relaxed);
}

/// Gives up what was found of positions that are read by text.
#[pyfunction]
pub fn forget() {
    let next = Arc::new(current().afresh());
    *SESSION.write().unwrap_or_else(PoisonError::into_inner) = Some(next);
}

/// Puts the game of a rules file on the shelf, in the place of an earlier one of its name; returns its id.
#[pyfunction]
pub fn put_rules(py: Python<'_>, text: &str, name: Option<&str>) -> PyResult<String> {
    put(text, name).map_err(|mistake| notation(py, text, &mistake))
}

fn put(text: &str, name: Option<&str>) -> Result<String, Diagnostic> {
    let read = RulesFile::read(text)?;
    let span = read.name_span();
    let file = match name {
        Some(name) => read.named(name),
        None => read,
    };
    let id = file.name().to_owned();
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all: Vec<RulesFile> = files.iter().filter(|known| known.name() != id).cloned().collect();
    all.push(file);
    let builtin = (**Shelf::builtin()).clone();
    let shelf = all.iter().try_fold(builtin, |shelf, file| shelf.with_file(file.clone()));
    let shelf = shelf.map_err(|taken| {
        Diagnostic::new(taken.to_string(), span).help("give the game another name, or load it with `name=`")
    })?;
    *files = all;
    let session = Session { workbench: Workbench::new(Arc::new(shelf)), held: Arc::default() };
    *SESSION.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(session));
    Ok(id)
}
