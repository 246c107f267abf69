//! Positions.

use crate::answer::{CoreAnswer, letter};
use crate::core_position::CorePosition;
use crate::errors::{not_read, notation, stopped};
use crate::session::current;
use crate::work::{Allowed, aside, guarded, here, in_slices};
use grundy::{
    Answer, Approach, Convention, Goal, Marks, Outcome, Position, Reading, Request, Run, StopReason, Stopped,
};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// What is asked of a position: misère play, the method (0 best, 1 search, 2 definition), the goal (0 outcome, 1
/// nimber, 2 moves), how many moves are named, whether options are listed, whether every working is told.
#[derive(Clone, Copy, Debug, FromPyObject)]
pub struct Asked(Option<bool>, u8, u8, Option<usize>, bool, bool);

/// The convention that is asked, where one is.
pub fn convention(misere: Option<bool>) -> Option<Convention> {
    misere.map(|misere| if misere { Convention::Misere } else { Convention::Normal })
}

impl Asked {
    /// The request to the library, in this run.
    pub fn request(self, run: Run) -> Request {
        let Asked(misere, method, goal, named_moves, lists_options, in_full) = self;
        Request {
            convention: convention(misere),
            approach: match method {
                0 => Approach::Best,
                1 => Approach::Search,
                _ => Approach::Definition,
            },
            goal: match goal {
                0 => Goal::Outcome,
                1 => Goal::Nimber,
                _ => Goal::Moves,
            },
            named_moves: named_moves.unwrap_or(usize::MAX),
            lists_options,
            in_full,
            run,
        }
    }

    /// The same with a convention where none is asked.
    pub fn usually(self, misere: Option<bool>) -> Asked {
        Asked(self.0.or(misere), self.1, self.2, self.3, self.4, self.5)
    }
}

impl CorePosition {
    fn games_of(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.games.iter().map(|game| game.clone_ref(py)).collect()
    }

    fn is_of_shelf(&self) -> bool {
        self.games.is_empty()
    }

    /// Computes with the position in a run. One thread of Python code runs at a time, so a game of Python code is
    /// computed on this thread. With a limit of memory what was found before does not count: the position is read anew.
    /// `is_cut` says whether an answer was cut short by the time.
    pub fn compute<T: Send>(
        &self,
        py: Python<'_>,
        allowed: Allowed,
        compute: impl Fn(&Position, Run) -> T + Sync,
        is_cut: impl Fn(&T) -> bool + Sync,
    ) -> PyResult<T> {
        if !self.is_of_shelf() {
            let alone = Allowed(allowed.0, allowed.1, allowed.2, 1);
            return in_slices(py, alone, self.first_slice(py)?, |run| compute(&self.position, run), is_cut);
        }
        if allowed.2.is_some() {
            let session = self.session.afresh();
            let text = self.position.to_string();
            return aside(py, allowed, |run| {
                let read =
                    Position::parse_on(&session.workbench, &text, Reading::default(), &Run::unlimited());
                compute(read.as_ref().unwrap_or(&self.position), run)
            });
        }
        if allowed.threads() > 1 {
            let held = Arc::clone(&self.session.held);
            return aside(py, allowed, |run| compute(&self.position, run.with_held(held)));
        }
        here(py, allowed, &self.session.held, |run| compute(&self.position, run))
    }

    /// For how long the games of Python code want to be gone through first: the longest of them.
    fn first_slice(&self, py: Python<'_>) -> PyResult<Duration> {
        let seconds = self.games.iter().map(|game| {
            let seconds: f64 = game.bind(py).getattr(pyo3::intern!(py, "explored_for"))?.extract()?;
            Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
        });
        seconds.collect::<PyResult<Vec<_>>>().map(|all| all.into_iter().max().unwrap_or_default())
    }

    /// The convention that is meant where none is asked: a position that is read anew does not know by which name it
    /// was called.
    pub fn convention_by_name(&self) -> Option<bool> {
        Some(self.position.convention_by_name()? == Convention::Misere)
    }

    fn answered(&self, py: Python<'_>, answer: Answer) -> CoreAnswer {
        CoreAnswer::new(answer, Arc::clone(&self.session), self.games_of(py))
    }

    /// What a stopped search says of a question that has one answer.
    fn unknown(&self, py: Python<'_>, answer: Answer) -> PyErr {
        let stop = stop_of(&answer);
        match Py::new(py, self.answered(py, answer)) {
            Ok(known) => stopped(py, stop, Some(known.into_any())),
            Err(error) => error,
        }
    }
}

/// Why an answer is not whole.
fn stop_of(answer: &Answer) -> Stopped {
    Stopped { reason: answer.stopped.unwrap_or(StopReason::Cancelled), nodes: answer.nodes }
}

/// Whether the time has cut an answer short.
fn is_cut(answer: &Answer) -> bool {
    answer.stopped == Some(StopReason::Time)
}

/// What is asked for one value alone.
fn short(convention: Option<Convention>, goal: Goal, run: Run) -> Request {
    Request { convention, goal, named_moves: 0, run, ..Request::default() }
}

/// No limits, one thread.
const FREELY: Allowed = Allowed(None, None, None, 1);

#[pymethods]
impl CorePosition {
    /// The line of text.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, None, || self.position.to_string())
    }

    /// The sum of its parts, the same for positions that differ by how they are written.
    fn canonical(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, None, || self.position.canonical_text())
    }

    /// The canonical texts of all options, each once, with the effort that a search expects of it.
    fn canonical_options(&self, py: Python<'_>) -> PyResult<Vec<(String, u64)>> {
        guarded(py, None, || self.position.canonical_options().into_iter().collect())
    }

    /// The terms, each a position of its own.
    fn terms(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        guarded(py, None, || {
            let terms = self.position.terms().iter();
            terms.map(|term| (term.card().id.to_string(), term.term())).collect()
        })
    }

    /// What was read leniently, or may be meant in another way: message and help.
    fn notes(&self) -> Vec<(&str, Option<&str>)> {
        self.position.notes().iter().map(|note| (note.message.as_str(), note.help.as_deref())).collect()
    }

    /// Whether the games are usually played by the misère convention.
    fn is_misere(&self) -> bool {
        self.position.usual_convention() == Convention::Misere
    }

    fn is_of_code(&self) -> bool {
        !self.is_of_shelf()
    }

    fn count_moves(&self, py: Python<'_>) -> PyResult<u128> {
        guarded(py, None, || self.position.count_moves())
    }

    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        guarded(py, None, || self.position.is_over())
    }

    fn moves(&self, py: Python<'_>, limit: usize) -> PyResult<Vec<String>> {
        guarded(py, None, || self.position.moves(limit))
    }

    fn say(&self, py: Python<'_>, label: &str) -> PyResult<String> {
        let said = guarded(py, None, || self.position.say(label))?;
        said.map_err(|mistake| notation(py, label, &mistake))
    }

    fn show(&self, py: Python<'_>, width: usize) -> PyResult<String> {
        guarded(py, None, || self.position.show(width))
    }

    fn play(&self, py: Python<'_>, label: &str) -> PyResult<CorePosition> {
        let played = guarded(py, None, || self.position.play(label))?;
        let left = played.map_err(|mistake| notation(py, label, &mistake))?;
        Ok(CorePosition::new(left, Arc::clone(&self.session), self.games_of(py)))
    }

    fn add(&self, py: Python<'_>, other: &CorePosition) -> CorePosition {
        let games = self.games.iter().chain(&other.games).map(|game| game.clone_ref(py)).collect();
        let sum = self.position.clone() + other.position.clone();
        CorePosition::new(sum, Arc::clone(&self.session), games)
    }

    fn equals(&self, other: &CorePosition) -> bool {
        self.position == other.position
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }

    /// The nimber under normal play; none where a move can win the whole game at once.
    fn nimber(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        let ask =
            |position: &Position, run| position.solve(&short(Some(Convention::Normal), Goal::Nimber, run));
        let answer = self.compute(py, FREELY, ask, is_cut)?;
        match answer.stopped {
            Some(_) => Err(self.unknown(py, answer)),
            None => Ok(answer.nimber.map(|nimber| nimber.0)),
        }
    }

    /// Who wins, by the usual convention where none is asked.
    fn outcome<'py>(&self, py: Python<'py>, misere: Option<bool>) -> PyResult<Bound<'py, PyString>> {
        let convention = convention(misere);
        let ask = |position: &Position, run| position.solve(&short(convention, Goal::Outcome, run));
        let answer = self.compute(py, FREELY, ask, is_cut)?;
        match answer.outcome {
            Some(Outcome::N) => Ok(letter(py, Outcome::N)),
            Some(Outcome::P) => Ok(letter(py, Outcome::P)),
            None => Err(self.unknown(py, answer)),
        }
    }

    fn solve(&self, py: Python<'_>, asked: Asked, allowed: Allowed) -> PyResult<CoreAnswer> {
        let asked = asked.usually(self.convention_by_name());
        let ask = |position: &Position, run| position.solve(&asked.request(run));
        let answer = self.compute(py, allowed, ask, is_cut)?;
        Ok(self.answered(py, answer))
    }

    /// The answer, and its working as JSON.
    fn explain(
        &self,
        py: Python<'_>,
        asked: Asked,
        focus: Option<&str>,
        allowed: Allowed,
    ) -> PyResult<(CoreAnswer, String)> {
        let asked = asked.usually(self.convention_by_name());
        let ask = |position: &Position, run| {
            position.explain(&asked.request(run), focus).map(|explanation| {
                let steps = serde_json::to_string(&explanation).expect("an answer has no keys but texts");
                (explanation.answer, steps)
            })
        };
        let is_cut_in =
            |found: &Result<(Answer, String), _>| matches!(found, Ok((answer, _)) if is_cut(answer));
        let explained = self.compute(py, allowed, ask, is_cut_in)?;
        let (answer, steps) =
            explained.map_err(|mistake| notation(py, focus.unwrap_or_default(), &mistake))?;
        Ok((self.answered(py, answer), steps))
    }

    /// The picture, with moves that are marked as winning, or as made.
    fn draw(&self, py: Python<'_>, winning: Vec<String>, making: Option<String>) -> PyResult<String> {
        let marks = Marks { winning, making };
        let drawn = guarded(py, None, || self.position.draw(&marks).map(|picture| picture.svg()))?;
        drawn.map_err(|mistake| {
            let text = marks.making.as_deref().unwrap_or_default();
            notation(py, text, &mistake)
        })
    }

    /// The working as pictures: title and SVG of each step; none for a sum.
    fn drawn_steps(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        guarded(py, None, || match self.position.terms() {
            [term] => term.drawn_steps().into_iter().map(|step| (step.title, step.picture.svg())).collect(),
            _ => Vec::new(),
        })
    }
}

/// Reads a position.
#[pyfunction]
pub fn read(py: Python<'_>, text: &str, lenient: bool, drop_floating: bool) -> PyResult<CorePosition> {
    let session = current();
    let reading = Reading { lenient, drop_floating };
    let held: &Arc<AtomicU64> = &session.held;
    let read = here(py, FREELY, held, |run| Position::parse_on(&session.workbench, text, reading, &run))?;
    let position = read.map_err(|error| not_read(py, text, error))?;
    Ok(CorePosition::new(position, session, Vec::new()))
}
