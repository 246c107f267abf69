//! Many positions by one call.

use crate::answer::CoreAnswer;
use crate::core_position::CorePosition;
use crate::errors::{not_read, stopped};
use crate::position::Asked;
use crate::session::{Session, current};
use crate::work::{Allowed, with_button};
use grundy::{Answer, Entry, NotRead, Position, Reading, Run, StopReason};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// A thread takes so many lines at a time.
const LINES_AT_ONCE: usize = 64;

/// A line: its text, or a position that was read before.
enum Line {
    Text(String),
    Position(Position),
}

/// What became of a line: nothing where it is blank or a comment.
type Found = Result<Option<Answer>, NotRead>;

/// What the threads of a batch work with.
struct Batch<'a> {
    lines: &'a [Line],
    asked: Asked,
    allowed: Allowed,
    shared: RwLock<Session>,
    next: AtomicUsize,
    /// What was found, by the first line of each stretch.
    found: Mutex<Vec<(usize, Vec<Found>)>>,
}

impl Batch<'_> {
    /// Answers lines until there are none.
    fn work(&self, cancel: &Arc<AtomicBool>) {
        loop {
            let first = self.next.fetch_add(LINES_AT_ONCE, Ordering::Relaxed);
            let last = (first + LINES_AT_ONCE).min(self.lines.len());
            if first >= last || cancel.load(Ordering::Relaxed) {
                return;
            }
            let own: Vec<Found> = (first..last).map(|at| self.answer(at, cancel)).collect();
            self.found.lock().unwrap_or_else(PoisonError::into_inner).push((first, own));
            let is_full = self.shared.read().unwrap_or_else(PoisonError::into_inner).is_full();
            if is_full {
                let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
                *shared = shared.afresh();
            }
        }
    }

    fn answer(&self, at: usize, cancel: &Arc<AtomicBool>) -> Found {
        let shared = self.shared.read().unwrap_or_else(PoisonError::into_inner);
        let found = self.answer_with(at, &shared, cancel)?;
        match found {
            // What was found for other lines may have taken the memory: it is tried alone.
            Some(answer) if answer.stopped == Some(StopReason::Memory) => {
                self.answer_with(at, &shared.afresh(), cancel)
            }
            found => Ok(found),
        }
    }

    /// Each line has limits of its own, and the stop button of all.
    fn answer_with(&self, at: usize, shared: &Session, cancel: &Arc<AtomicBool>) -> Found {
        let limits = self.allowed.limits();
        let run = Run::new(limits).with_cancel(Arc::clone(cancel)).with_held(Arc::clone(&shared.held));
        let read = |text: &str| Position::parse_on(&shared.workbench, text, Reading::default(), &run);
        let (position, convention) = match &self.lines[at] {
            Line::Text(line) => {
                let Some(entry) = Entry::read(line)? else { return Ok(None) };
                let text = &line[entry.position.clone()];
                (read(text).map_err(|error| error.shifted(entry.position.start))?, entry.convention)
            }
            Line::Position(position) => (position.clone(), None),
        };
        let mut request = self.asked.request(run.clone());
        request.convention = convention.or(request.convention).or_else(|| position.convention_by_name());
        Ok(Some(position.solve(&request)))
    }
}

/// A list of answers and exceptions, the place of each in the lines, and the first of them that is no whole answer.
type Rows<'py> = (Bound<'py, PyList>, Vec<usize>, Option<usize>);

/// Answers lines on several threads. Lines that are blank or a comment are left out.
#[pyfunction]
pub fn solve_lines<'py>(
    py: Python<'py>,
    lines: Vec<Bound<'py, PyAny>>,
    asked: Asked,
    allowed: Allowed,
) -> PyResult<Rows<'py>> {
    let lines = lines.iter().map(line_of).collect::<PyResult<Vec<_>>>()?;
    let shared = current().afresh();
    let batch = Batch {
        lines: &lines,
        asked,
        allowed,
        shared: RwLock::new(shared),
        next: AtomicUsize::new(0),
        found: Mutex::default(),
    };
    with_button(py, |cancel| {
        std::thread::scope(|scope| {
            for _ in 1..allowed.threads().min(lines.len()) {
                scope.spawn(|| batch.work(&cancel));
            }
            batch.work(&cancel);
        });
    })?;
    let mut found = batch.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|(first, _)| *first);
    let session = current();
    let (rows, mut places, mut bad) = (PyList::empty(py), Vec::with_capacity(lines.len()), None);
    let numbered = found.into_iter().flat_map(|(first, own)| own.into_iter().zip(first..));
    for (found, at) in numbered {
        let is_whole = matches!(&found, Ok(Some(answer)) if answer.stopped.is_none());
        let row = match found {
            Ok(None) => continue,
            Ok(Some(answer)) => {
                Py::new(py, CoreAnswer::new(answer, Arc::clone(&session), Vec::new()))?.into_any()
            }
            Err(NotRead::Stopped(stop)) => stopped(py, stop, None).into_value(py).into_any(),
            Err(mistake) => {
                let Line::Text(text) = &lines[at] else { unreachable!("only texts are read") };
                not_read(py, text, mistake).into_value(py).into_any()
            }
        };
        if !is_whole && bad.is_none() {
            bad = Some(places.len());
        }
        places.push(at);
        rows.append(row)?;
    }
    Ok((rows, places, bad))
}

fn line_of(line: &Bound<'_, PyAny>) -> PyResult<Line> {
    match line.cast::<CorePosition>() {
        Ok(position) => Ok(Line::Position(position.get().position.clone())),
        Err(_) => Ok(Line::Text(line.extract()?)),
    }
}
