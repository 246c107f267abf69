//! `/api/sequence`: nimbers of heaps, and the proven period.

#[cfg(test)]
use super::form::Mistake;
use super::form::{ApiRequest, Body, mistaken, wrong};
use crate::jobs::JobQueue;
use crate::reply::Reply;
use crate::sequence::{MOST_TERMS, find};
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::Arc;
#[cfg(test)]
use utoipa::{IntoParams, ToSchema};

/// Lines of a CSV, at most.
const MOST_LINES: u64 = 200_000;

/// A code, and how far to go.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams, ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct SequenceRequest {
    /// The code, or the name of a game.
    #[cfg_attr(test, param(example = "0.07"))]
    code: String,
    /// Heaps 0 to `terms` - 1; 1000 where nothing is said.
    terms: Option<u64>,
    /// `json`, or `csv` for lines of heap and nimber.
    format: Option<String>,
}

impl Body for SequenceRequest {}

/// What is known of a sequence. Written here for the description; the answer itself is the library's.
#[cfg(test)]
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described")]
#[schema(as = Sequence)]
pub(super) struct Form {
    code: String,
    terms: u64,
    /// Null while it is not proved.
    period: Option<u64>,
    /// The least heap from which the sequence repeats.
    preperiod: Option<u64>,
    /// What every period adds.
    saltus: Option<u64>,
    proved: bool,
    /// How many nimbers prove it.
    proof_terms: Option<u64>,
    /// The largest nimber: of all heaps where a period is proved; null where the nimbers grow without
    /// bound, or where none is known; else of the heaps that are known.
    max: Option<u64>,
    /// What `max` is the largest of: `all` heaps, or the `first` ones, which are known; `unbounded` where
    /// there is no largest; null where none is known.
    max_of: Option<String>,
    seconds: f64,
    /// Which limit stopped it.
    stopped: Option<String>,
    /// How many nimbers are known, when it was stopped.
    known: Option<u64>,
}

/// Computes a sequence of nimbers.
#[cfg_attr(
    test,
    utoipa::path(
        method(get, post),
        path = "/api/sequence",
        params(SequenceRequest),
        request_body(content = Option<SequenceRequest>, description = "the same names, for POST"),
        responses((status = 200, body = Form), (status = 400, body = Mistake))
    )
)]
pub(super) async fn sequence(
    State(jobs): State<Arc<JobQueue>>,
    question: ApiRequest<SequenceRequest>,
) -> Reply {
    let ApiRequest { asked, key, difficulty } = question;
    let is_csv = match asked.format.as_deref() {
        None | Some("json") => false,
        Some("csv") => true,
        Some(_) => return wrong(StatusCode::BAD_REQUEST, "the formats are json and csv"),
    };
    let terms = asked.terms.unwrap_or(1000);
    let most = if is_csv { MOST_LINES } else { MOST_TERMS };
    if terms > most {
        let told = format!("the server gives at most {most} terms this way; the program has no such limit");
        return wrong(StatusCode::BAD_REQUEST, &told);
    }
    jobs.ask(key, difficulty, move |budget| {
        let code = match grundy::read_code(&asked.code) {
            Ok(code) => code,
            Err(error) => return Some(mistaken(&asked.code, &error)),
        };
        let findings = match find(&code, terms, budget) {
            Ok(findings) => findings,
            Err(error) => return Some(wrong(StatusCode::BAD_REQUEST, &error.to_string())),
        };
        if findings.stopped.is_some() && !budget.is_last() {
            return None;
        }
        if !is_csv {
            return Some(Reply::json(&findings));
        }
        let mut lines = String::new();
        for heap in 0..findings.known_terms() {
            if let Some(nimber) = findings.nimber(heap) {
                let _ = writeln!(lines, "{heap},{nimber}");
            }
        }
        Some(Reply::csv(lines))
    })
    .await
}
