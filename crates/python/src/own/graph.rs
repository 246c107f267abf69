//! Positions of a game in Python, by number, with what was asked of each.
//!
//! No lock is held while Python code runs, and none is waited for by one who holds it: the numbers are in a dictionary
//! that the interpreter's lock guards, and what is known of a position is written down under a lock that is held for a
//! moment.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// No number, no nimber.
pub const UNKNOWN: u32 = u32::MAX;

/// A position, and what is known of it.
pub struct Node {
    /// As the game has it.
    pub object: Py<PyAny>,
    /// What can be left by a move.
    pub options: Option<Arc<[u32]>>,
    /// The moves with their names.
    pub moves: Option<Arc<[(String, u32)]>>,
    /// The independent parts in canonical form, where the game has parts or a canonical form.
    pub parts: Option<Arc<[u32]>>,
    /// The canonical form.
    pub canon: u32,
    /// The nimber of a position whose parts were all gone through.
    pub nimber: u32,
    /// The most moves that can still be made, where the nimber is known.
    pub height: u32,
}

/// All positions that were met.
pub struct CodeGraph {
    ids: Py<PyDict>,
    nodes: RwLock<Vec<Node>>,
    /// How many options were listed, and how often options were asked for by a search.
    listed: AtomicU64,
    asked: AtomicU64,
}

impl CodeGraph {
    /// A graph without positions.
    pub fn new(py: Python<'_>) -> CodeGraph {
        CodeGraph {
            ids: PyDict::new(py).unbind(),
            nodes: RwLock::default(),
            listed: AtomicU64::new(0),
            asked: AtomicU64::new(0),
        }
    }

    /// What is known of the positions.
    pub fn read(&self) -> RwLockReadGuard<'_, Vec<Node>> {
        self.nodes.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Vec<Node>> {
        self.nodes.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes something down about a position.
    pub fn set(&self, id: u32, what: impl FnOnce(&mut Node)) {
        what(&mut self.write()[id as usize]);
    }

    /// Writes the options of a position down.
    pub fn set_options(&self, id: u32, options: &Arc<[u32]>) {
        self.listed.fetch_add(options.len() as u64, Ordering::Relaxed);
        self.set(id, |node| node.options = Some(Arc::clone(options)));
    }

    /// How many positions were met, and how many options were listed.
    pub fn size(&self) -> (usize, u64) {
        (self.read().len(), self.listed.load(Ordering::Relaxed))
    }

    /// Counts a question for options, and says whether there were so many that circles should be looked for.
    pub fn is_asked_often(&self) -> bool {
        let most = 2 * self.listed.load(Ordering::Relaxed) + 100_000;
        let is_often = self.asked.fetch_add(1, Ordering::Relaxed) > most;
        if is_often {
            self.asked.store(0, Ordering::Relaxed);
        }
        is_often
    }

    /// The number of a position.
    ///
    /// # Errors
    /// What hashing and comparing it raises.
    pub fn id(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let ids = self.ids.bind(object.py());
        match ids.get_item(object)? {
            Some(id) => id.extract(),
            None => self.new_id(ids, object),
        }
    }

    fn new_id(&self, ids: &Bound<'_, PyDict>, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let node = Node {
            object: object.clone().unbind(),
            options: None,
            moves: None,
            parts: None,
            canon: UNKNOWN,
            nimber: UNKNOWN,
            height: 0,
        };
        let id = {
            let mut nodes = self.write();
            nodes.push(node);
            (nodes.len() - 1) as u32
        };
        // Another thread may have met the position meanwhile: then its number holds.
        ids.call_method1(pyo3::intern!(object.py(), "setdefault"), (object, id))?.extract()
    }

    /// The position of a number, as the game has it.
    pub fn object<'py>(&self, py: Python<'py>, id: u32) -> Bound<'py, PyAny> {
        self.read()[id as usize].object.bind(py).clone()
    }
}
