//! What goes wrong, as exceptions of `grundy._errors`.

use grundy::{Diagnostic, NotRead, StopReason, Stopped};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

static NOTATION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static STOPPED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static GAME: PyOnceLock<Py<PyType>> = PyOnceLock::new();

const MODULE: &str = "grundy._errors";

/// An exception made of a class that is written in Python; where that cannot be made, why.
fn raised(made: PyResult<Bound<'_, PyAny>>) -> PyErr {
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A mistake in a text, with its place in characters: `NotationError`.
pub fn notation(py: Python<'_>, text: &str, mistake: &Diagnostic) -> PyErr {
    let characters = |byte: usize| text.get(..byte.min(text.len())).map_or(0, |head| head.chars().count());
    let (start, end) = (characters(mistake.span.start), characters(mistake.span.end));
    raised(NOTATION.import(py, MODULE, "NotationError").and_then(|class| {
        class.call1((mistake.message.as_str(), text, start, end.max(start), mistake.help.as_deref()))
    }))
}

/// A text that was not read.
pub fn not_read(py: Python<'_>, text: &str, error: NotRead) -> PyErr {
    match error {
        NotRead::Mistake(mistake) => notation(py, text, &mistake),
        NotRead::Stopped(stop) => stopped(py, stop, None),
    }
}

/// The end of a run: `Stopped`, with what is known.
pub fn stopped(py: Python<'_>, stop: Stopped, known: Option<Py<PyAny>>) -> PyErr {
    if stop.reason == StopReason::Cancelled {
        return PyKeyboardInterrupt::new_err(());
    }
    raised(
        STOPPED
            .import(py, MODULE, "Stopped")
            .and_then(|class| class.call1((stop.reason.to_string(), stop.nodes, known))),
    )
}

/// What a game of the user's own did wrong: `GameError`.
pub fn game(py: Python<'_>, message: String, cause: Option<PyErr>) -> PyErr {
    let error = raised(GAME.import(py, MODULE, "GameError").and_then(|class| class.call1((message,))));
    error.set_cause(py, cause);
    error
}
