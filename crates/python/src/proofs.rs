//! Proofs of positions, made and verified.

use crate::answer::letter;
use crate::core_position::CorePosition;
use crate::errors::stopped;
use crate::position::Asked;
use crate::work::{Allowed, aside};
use grundy::check::proof::{ProofClaim, ProofFile, ProofRefusal, check_proof, each_line};
use grundy::{Convention, NotProved, ProofRequest, Proved, StopReason, Stopped, games_of_other_rules};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use serde_json::json;

/// A proof, read-only. `grundy.Proof` is made of it.
#[pyclass(frozen, module = "grundy._grundy", name = "CoreProof")]
pub struct CoreProof {
    file: ProofFile,
    asked: u64,
}

/// What is claimed: position, outcome, nimber, winning moves.
type Claim<'py> = (String, Bound<'py, PyString>, Option<u64>, Option<Vec<String>>);

#[pymethods]
impl CoreProof {
    /// Reads the bytes of a proof; what is none is a `ValueError`.
    #[new]
    fn read(bytes: &[u8]) -> PyResult<CoreProof> {
        let file = ProofFile::read(bytes)
            .map_err(|error| PyValueError::new_err(format!("this is no proof: {error}")))?;
        Ok(CoreProof { file, asked: 0 })
    }

    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.file.bytes())
    }

    fn is_misere(&self) -> bool {
        self.file.convention == Convention::Misere
    }

    /// How many couples or sums it has.
    fn members(&self) -> usize {
        self.file.body.len()
    }

    /// How often something was asked of the search that it no longer knew.
    fn asked(&self) -> u64 {
        self.asked
    }

    fn claims<'py>(&self, py: Python<'py>) -> Vec<Claim<'py>> {
        let claim = |claim: &ProofClaim| {
            (claim.position.clone(), letter(py, claim.outcome), claim.nimber, claim.winning.clone())
        };
        self.file.claims.iter().map(claim).collect()
    }

    /// Every couple or sum as a line of text.
    fn lines(&self) -> PyResult<Vec<String>> {
        let mut lines = Vec::with_capacity(self.file.body.len());
        let listed = each_line(&self.file, |line| -> Result<(), ProofRefusal> {
            lines.push(line.to_owned());
            Ok(())
        });
        listed.map(|()| lines).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Verifies it: a JSON object with `kind`, `valid`, and why not.
    fn check(&self, py: Python<'_>, allowed: Allowed) -> PyResult<String> {
        let checked = aside(py, allowed, |run| check_proof(&self.file, &run))?;
        let object = match checked {
            Ok(verified) => {
                json!({"kind": "proof", "valid": true, "members": verified.members, "options": verified.looked_at,
                       "lemmas": verified.lemmas, "other_rules": games_of_other_rules(&self.file)})
            }
            Err(ProofRefusal::Stopped(stop)) => return Err(stopped(py, stop, None)),
            Err(refusal) => json!({"kind": "proof", "valid": false, "reason": refusal.to_string()}),
        };
        Ok(object.to_string())
    }
}

/// Solves a position and writes down a proof of the answer.
#[pyfunction]
pub fn prove(
    py: Python<'_>,
    position: &CorePosition,
    asked: Asked,
    lemmas: bool,
    allowed: Allowed,
) -> PyResult<CoreProof> {
    let asked = asked.usually(position.convention_by_name());
    let prove = |position: &grundy::Position, run| {
        let request = asked.request(run);
        position.prove(&ProofRequest {
            convention: request.convention,
            goal: request.goal,
            approach: request.approach,
            may_use_lemmas: lemmas,
            run: request.run,
        })
    };
    let is_cut = |found: &Result<Proved, NotProved>| {
        matches!(found, Err(NotProved::Stopped(StopReason::Time)))
    };
    match position.compute(py, allowed, prove, is_cut)? {
        Ok(Proved { file, asked }) => Ok(CoreProof { file, asked }),
        Err(NotProved::Stopped(reason)) => Err(stopped(py, Stopped { reason, nodes: 0 }, None)),
        Err(NotProved::OutOfReach(told)) => Err(PyValueError::new_err(format!("no proof: {told}"))),
        Err(NotProved::Fault(told)) => Err(PyRuntimeError::new_err(told)),
    }
}
