//! What was found, kept in a file between runs.

use crate::core_position::CorePosition;
use grundy::store::{Error, Store, Value};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// A store, open. One process uses it at a time.
#[pyclass(frozen, module = "grundy._grundy", name = "CoreStore")]
pub struct CoreStore(Store);

fn failed(error: &Error) -> PyErr {
    PyOSError::new_err(format!("{error}\nhelp: {}", error.help()))
}

#[pymethods]
impl CoreStore {
    #[new]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<CoreStore> {
        py.detach(|| Store::open(&path)).map(CoreStore).map_err(|error| failed(&error))
    }

    /// Refuses a store whose values of the games of this position are of other rules.
    fn check(&self, py: Python<'_>, position: &CorePosition) -> PyResult<()> {
        py.detach(|| position.position.check_store(&self.0)).map_err(|error| failed(&error))
    }

    /// The nimber, and whether the next player wins under misère play, of a position by its canonical text.
    fn find(&self, py: Python<'_>, text: &str) -> PyResult<(Option<u64>, Option<bool>)> {
        let found = py.detach(|| Ok((self.0.nimber(text)?, self.0.misere(text)?)));
        found.map_err(|error: Error| failed(&error))
    }

    /// Adds a nimber, or else whether the next player wins under misère play; whether that was new.
    fn keep(
        &self,
        py: Python<'_>,
        position: &CorePosition,
        nimber: Option<u64>,
        next_wins: bool,
    ) -> PyResult<bool> {
        let value = nimber.map_or(Value::Misere { next_wins }, Value::Nimber);
        py.detach(|| position.position.keep(value, &self.0)).map_err(|error| failed(&error))
    }
}
