//! A position with what it shares with others.

use crate::session::Session;
use grundy::Position;
use pyo3::prelude::*;
use std::sync::Arc;

/// A position, read-only. `grundy.Position` is made of it.
#[pyclass(frozen, module = "grundy._grundy", name = "CorePosition")]
pub struct CorePosition {
    pub(crate) position: Position,
    pub(crate) session: Arc<Session>,
    /// The games of its terms whose rules are Python code. They live as long as the position.
    pub(crate) games: Vec<Py<PyAny>>,
}

impl CorePosition {
    /// The position with what it shares.
    pub fn new(position: Position, session: Arc<Session>, games: Vec<Py<PyAny>>) -> CorePosition {
        CorePosition { position, session, games }
    }
}
