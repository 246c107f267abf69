//! Disks in a cavity.

use crate::work::{Allowed, aside};
use grundy::packing::{PackingGoal, PackingOptions, Problem, pack as search};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The cavity whose shape is meant where only the smallest one is asked for.
const ANY_ROUND: &str = "1";

/// Packs disks: the JSON object of the program, and the picture as SVG.
#[pyfunction]
pub fn pack(
    py: Python<'_>,
    disks: Option<&str>,
    cavity: Option<&str>,
    minimise: bool,
    seed: u64,
    allowed: Allowed,
) -> PyResult<(String, String)> {
    let problem = match (disks, cavity) {
        (None, _) => Problem::formidable_fourteen(),
        (Some(disks), cavity) => Problem::from_text(disks, cavity.unwrap_or(ANY_ROUND))
            .map_err(|error| PyValueError::new_err(error.to_string()))?,
    };
    let goal = if minimise { PackingGoal::Minimise } else { PackingGoal::Fit };
    let options = PackingOptions { seed, ..PackingOptions::default() };
    let packed = aside(py, allowed, |run| search(&problem, goal, &options, &run, &|_| {}))?;
    let packing = packed.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let claim = match goal {
        PackingGoal::Minimise => Some(&packing.smallest),
        PackingGoal::Fit => packing.certificate.as_ref(),
    };
    let picture =
        grundy::draw_packing(&claim.unwrap_or(&packing.smallest).0).map_err(PyValueError::new_err)?;
    Ok((grundy::packing_json(&packing, claim, &problem, seed).to_string(), picture.svg()))
}
