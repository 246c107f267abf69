//! Answers.

use crate::core_position::CorePosition;
use crate::session::Session;
use grundy::{Answer, Convention, Outcome};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use std::sync::Arc;

/// An answer, read-only. `grundy.Answer` is made of it.
#[pyclass(frozen, module = "grundy._grundy", name = "CoreAnswer")]
pub struct CoreAnswer {
    pub(crate) answer: Answer,
    session: Arc<Session>,
    games: Vec<Py<PyAny>>,
}

/// `N` or `P`, without making a new text each time.
pub fn letter(py: Python<'_>, outcome: Outcome) -> Bound<'_, PyString> {
    match outcome {
        Outcome::N => pyo3::intern!(py, "N").clone(),
        Outcome::P => pyo3::intern!(py, "P").clone(),
    }
}

impl CoreAnswer {
    /// The answer for a position.
    pub fn new(answer: Answer, session: Arc<Session>, games: Vec<Py<PyAny>>) -> CoreAnswer {
        CoreAnswer { answer, session, games }
    }

    fn position_of(&self, py: Python<'_>, position: &grundy::Position) -> CorePosition {
        let games = self.games.iter().map(|game| game.clone_ref(py)).collect();
        CorePosition::new(position.clone(), Arc::clone(&self.session), games)
    }
}

#[pymethods]
impl CoreAnswer {
    #[getter]
    fn position(&self, py: Python<'_>) -> CorePosition {
        self.position_of(py, &self.answer.position)
    }

    #[getter]
    fn is_misere(&self) -> bool {
        self.answer.convention == Convention::Misere
    }

    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        self.answer.outcome.map(|outcome| letter(py, outcome))
    }

    #[getter]
    fn nimber(&self) -> Option<u64> {
        self.answer.nimber.map(|nimber| nimber.0)
    }

    #[getter]
    fn nimber_at_least(&self) -> Option<u64> {
        self.answer.nimber_at_least.map(|nimber| nimber.0)
    }

    #[getter]
    fn nimber_at_most(&self) -> Option<u64> {
        self.answer.nimber_at_most.map(|nimber| nimber.0)
    }

    #[getter]
    fn genus(&self) -> Option<&str> {
        self.answer.genus.as_deref()
    }

    #[getter]
    fn winning(&self) -> Vec<&str> {
        self.answer.winning.iter().map(String::as_str).collect()
    }

    #[getter]
    fn winning_count(&self) -> Option<u128> {
        self.answer.winning_count
    }

    #[getter]
    fn moves(&self) -> u128 {
        self.answer.moves
    }

    /// Terms with their nimbers.
    #[getter]
    fn parts(&self, py: Python<'_>) -> PyResult<Vec<(String, Option<u64>)>> {
        crate::work::guarded(py, None, || {
            let parts = self.answer.parts.iter();
            parts.map(|part| (part.board.term(), part.nimber.map(|nimber| nimber.0))).collect()
        })
    }

    /// Move, what it leaves, nimber, outcome; in reading order.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(options) = &self.answer.options else { return Ok(None) };
        let rows = options.iter().map(|option| {
            let left = Py::new(py, self.position_of(py, &option.left))?;
            let outcome = option.outcome.map(|outcome| letter(py, outcome));
            Ok((option.label.as_str(), left, option.nimber.map(|nimber| nimber.0), outcome))
        });
        PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?).map(Some)
    }

    #[getter]
    fn method(&self) -> String {
        format!("{:?}", self.answer.method).to_lowercase()
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.answer.nodes
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.answer.seconds
    }

    #[getter]
    fn stopped(&self) -> Option<String> {
        self.answer.stopped.map(|reason| reason.to_string())
    }

    #[getter]
    fn why_convention(&self) -> Option<&str> {
        self.answer.why_convention.as_deref()
    }

    #[getter]
    fn notes(&self) -> Vec<&str> {
        self.answer.notes.iter().map(String::as_str).collect()
    }

    /// The JSON object of the program.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        let written = crate::work::guarded(py, None, || serde_json::to_string(&self.answer))?;
        Ok(written.expect("an answer has no keys but texts"))
    }
}
