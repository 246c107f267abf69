//! Certificates, verified by code that shares nothing with the search.

use crate::work::{Allowed, aside};
use grundy::check::period::{PeriodCheck, verify_within};
use grundy::heaps::{PeriodCertificate, QuotientCertificate};
use grundy::{EngineGuesses, Run};
use pyo3::prelude::*;
use serde_json::{Value, json};

/// Verifies the text of a certificate: a JSON object with `kind`, `valid`, and why not. An error is the end of a
/// sentence: why it is no certificate at all.
#[pyfunction]
pub fn check(py: Python<'_>, text: &str, allowed: Allowed) -> PyResult<Checked> {
    let found = aside(py, allowed, |run| verified(text, &run))?;
    Ok(match found {
        Ok(object) => (Some(object.to_string()), None),
        Err(why) => (None, Some(why)),
    })
}

/// What was found, or why the text is no certificate.
type Checked = (Option<String>, Option<String>);

fn verified(text: &str, run: &Run) -> Result<Value, String> {
    let start = text.trim_start();
    if QuotientCertificate::is_title(text) {
        return quotient(text, run);
    }
    match start.strip_prefix('{').map(str::trim_start) {
        Some(object) if object.starts_with("\"book\"") => Ok(book(text)),
        Some(_) => packing(text, run),
        None => period(text, run),
    }
}

fn quotient(text: &str, run: &Run) -> Result<Value, String> {
    let certificate: QuotientCertificate = text.parse().map_err(|error| format!("{error}"))?;
    Ok(match grundy::check_parts(&certificate, run) {
        Ok(found) => json!({"kind": "quotient", "valid": true, "order": found.order, "p": found.p,
                            "tame": found.is_tame, "components": found.components}),
        Err(refusal) => refused("quotient", &refusal.to_string()),
    })
}

fn book(text: &str) -> Value {
    match grundy::verify_book(text) {
        Ok(entries) => json!({"kind": "book", "valid": true, "entries": entries}),
        Err(refusal) => refused("book", &refusal.to_string()),
    }
}

fn packing(text: &str, run: &Run) -> Result<Value, String> {
    let claim = grundy::read_certificate(text)?;
    Ok(match grundy::packing::verify_within(&claim, run) {
        Ok(slack) => {
            json!({"kind": "packing", "valid": true, "cavity": claim.cavity, "disks": claim.disks.len(),
                            "least_slack": slack.amount.to_string(), "at": slack.at.to_string()})
        }
        Err(refusal) => refused("packing", &refusal.to_string()),
    })
}

fn period(text: &str, run: &Run) -> Result<Value, String> {
    let certificate: PeriodCertificate = text.parse().map_err(|error| format!("{error}"))?;
    let (code, needed) = (certificate.code.to_string(), certificate.period.proof_terms);
    Ok(match verify_within(&certificate, needed, Some(&EngineGuesses), run) {
        Ok(PeriodCheck::Whole(found)) => json!({
            "kind": "period", "valid": true, "code": code, "period": certificate.period.period,
            "preperiod": certificate.period.preperiod, "saltus": certificate.period.saltus, "terms": found.terms}),
        Ok(PeriodCheck::Part(part)) => {
            refused("period", &format!("only {} of {needed} nimbers were computed again", part.terms))
        }
        Err(refusal) => refused("period", &refusal.to_string()),
    })
}

fn refused(kind: &str, reason: &str) -> Value {
    json!({"kind": kind, "valid": false, "reason": reason})
}
