//! Sequences of heap games, as arrays of NumPy.

use crate::errors::{notation, stopped};
use crate::work::{Allowed, aside};
use grundy::heaps::{EngineError, PeriodCertificate, Sequence, SequenceError, Theorem};
use grundy::{Findings, Limits, Run, StopReason, Stopped};
use numpy::PyArray1;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// What is known of a sequence, read-only.
#[pyclass(frozen, module = "grundy._grundy", name = "CoreSequence")]
pub struct CoreSequence {
    found: Arc<Findings>,
    end: Option<Stopped>,
}

#[pymethods]
impl CoreSequence {
    #[getter]
    fn code(&self) -> String {
        self.found.sequence.code().to_string()
    }

    /// How many nimbers are known, of those that were asked.
    #[getter]
    fn terms(&self) -> u64 {
        self.found.known_terms()
    }

    /// Why it ended before that, and after how many heaps.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.end.map(|stop| stop.reason.to_string())
    }

    /// Period, preperiod, saltus, theorem, and how many terms prove it.
    #[getter]
    fn period(&self) -> Option<(u64, u64, u64, &'static str, u64)> {
        let period = self.found.period.as_ref()?;
        let theorem = match period.theorem {
            Theorem::GuySmith => "guy-smith",
            Theorem::SparseWindow(_) => "sparse-window",
            Theorem::AllButState => "all-but-state",
            Theorem::ThreeHeaps => "three-heaps",
        };
        Some((period.period, period.preperiod, period.saltus, theorem, period.proof_terms))
    }

    /// Period, preperiod and saltus of a repeat that is seen and not proved.
    #[getter]
    fn observed(&self) -> Option<(u64, u64, u64)> {
        self.found.observed().map(|seen| (seen.period, seen.preperiod, seen.saltus))
    }

    #[getter]
    fn rare_heaps(&self) -> Option<Vec<(u64, u32)>> {
        self.found.sequence.rare_heaps().map(<[(u64, u32)]>::to_vec)
    }

    /// The certificate of the period, which `check` verifies.
    fn certificate(&self) -> Option<String> {
        let period = self.found.period.clone()?;
        Some(PeriodCertificate { code: self.found.sequence.code().clone(), period }.to_string())
    }

    /// The nimber of a heap, known or by the period.
    fn nimber(&self, heap: u64) -> Option<u64> {
        self.found.nimber(heap)
    }

    /// The first nimbers. The array takes over the memory that they were written to.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let nimbers = py.detach(|| nimbers(&self.found));
        let nimbers = nimbers.ok_or_else(|| PyOverflowError::new_err("a nimber is above 2^32 - 1"))?;
        Ok(PyArray1::from_vec(py, nimbers))
    }

    /// The chart of the nimbers as SVG.
    fn chart(&self, py: Python<'_>) -> String {
        py.detach(|| self.found.chart().picture().svg())
    }

    /// The JSON object of the program.
    fn json(&self) -> String {
        serde_json::to_string(&*self.found).expect("findings have no keys but texts")
    }
}

/// All nimbers that are known of those asked: first those of the engine, then by the period.
fn nimbers(found: &Findings) -> Option<Vec<u32>> {
    let terms = usize::try_from(found.known_terms()).ok()?;
    let mut all = found.sequence.nimbers(terms as u64)?;
    if let Some(period) = &found.period {
        all.reserve_exact(terms.saturating_sub(all.len()));
        for heap in all.len()..terms {
            let before = all[heap - period.period as usize];
            all.push(before.checked_add(u32::try_from(period.saltus).ok()?)?);
        }
    }
    Some(all)
}

/// The first nimbers of a code, and the period where it is proved. With `every` all are computed by the rules; with
/// `prove` it goes on until a period is proved.
#[pyfunction]
pub fn sequence(
    py: Python<'_>,
    code: &str,
    terms: u64,
    prove: bool,
    every: bool,
    allowed: Allowed,
) -> PyResult<CoreSequence> {
    let read = grundy::read_code(code).map_err(|mistake| notation(py, code, &mistake))?;
    let limits = Limits { nodes: None, ..allowed.limits() };
    let mut sequence = Sequence::new(&read).with_threads(allowed.threads());
    if let Some(memory) = limits.memory {
        sequence = sequence.with_limit(memory);
    }
    let computed = aside(py, allowed, |run| {
        let end = advance(&mut sequence, terms, prove, every, &run);
        let period = match &end {
            Ok(Some(period)) => Some(period.clone()),
            _ => sequence.proved(),
        };
        let known = sequence.known();
        let found = Findings { sequence, terms, period, stopped: None, elapsed: run.elapsed() };
        (found, end.err(), known)
    });
    let (found, error, known) = computed?;
    let stop = |reason| Stopped { reason, nodes: known };
    let end = match error {
        None => None,
        Some(SequenceError::Stopped(end)) => Some(stop(end.reason)),
        Some(SequenceError::Engine(EngineError::Limit { .. })) => Some(stop(StopReason::Memory)),
        Some(error) => return Err(PyValueError::new_err(error.to_string())),
    };
    // With a proved period nothing is left open.
    let end = end.filter(|_| found.period.is_none() || every);
    let core = CoreSequence { found: Arc::new(found), end };
    match end {
        None => Ok(core),
        Some(end) => Err(stopped(py, end, Some(Py::new(py, core)?.into_any()))),
    }
}

fn advance(
    sequence: &mut Sequence,
    terms: u64,
    prove: bool,
    every: bool,
    run: &Run,
) -> Result<Option<grundy::heaps::Period>, SequenceError> {
    if every {
        sequence.extend_to(terms, run)?;
    }
    sequence.prove(if prove { u64::MAX } else { terms }, run)
}

/// A code in its canonical form, with what is known of it at once.
#[pyfunction]
pub fn read_code(py: Python<'_>, text: &str) -> PyResult<(String, Option<u64>)> {
    let code = grundy::read_code(text).map_err(|mistake| notation(py, text, &mistake))?;
    Ok((code.to_string(), code.largest_take()))
}
