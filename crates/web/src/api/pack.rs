//! `/api/pack`: disks into a cavity.

#[cfg(test)]
use super::form::Mistake;
use super::form::{ApiRequest, Body, wrong};
use crate::jobs::JobQueue;
use crate::packing::Search;
use crate::query;
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::packing::PackingGoal;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
#[cfg(test)]
use utoipa::{IntoParams, ToSchema};

/// Disks, a cavity, and what is wanted.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams, ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct PackRequest {
    /// The diameters as exact decimals, with commas or blanks between; at most 500.
    #[cfg_attr(test, param(example = "2,2,2,2,2,2,2"))]
    disks: String,
    /// The diameter of a round cavity, or the sides of a rectangle: `12`, `10x12`.
    #[cfg_attr(test, param(example = "6.01"))]
    cavity: String,
    /// `1` or `true` to look for the smallest cavity of that shape until the time is up.
    #[serde(default, deserialize_with = "query::written_switch")]
    #[cfg_attr(test, param(value_type = Option<String>))]
    #[cfg_attr(test, schema(value_type = Option<bool>))]
    minimise: bool,
    /// Another seed, another search; 1 where nothing is said.
    seed: Option<u64>,
    /// Stop after so many seconds; the server's own limit holds as well.
    seconds: Option<f64>,
}

impl Body for PackRequest {}

/// A placement of the disks. Written here for the description; the answer itself is that of `grundy pack
/// --json`, which `grundy check` takes.
#[cfg(test)]
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described")]
#[schema(as = Packing)]
pub(super) struct Form {
    /// The cavity: a number, or text for a rectangle and for what a number cannot say exactly.
    #[schema(value_type = serde_json::Value)]
    cavity: String,
    /// The disks in the order given.
    disks: Vec<PlacedForm>,
    /// Whether they are proven to fit. If not, they are shown in the smallest cavity found.
    fits: bool,
    /// `exact`, or null.
    certificate: Option<String>,
    /// A proven lower bound of every distance between disks and to the wall.
    least_slack: Option<String>,
    /// The longest measure of the smallest cavity found.
    smallest_cavity_found: f64,
    seconds: f64,
    seed: u64,
}

/// A disk in its place; the cavity's centre is the origin.
#[cfg(test)]
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described")]
#[schema(as = PlacedDisk)]
struct PlacedForm {
    #[schema(value_type = serde_json::Value)]
    diameter: String,
    /// An exact decimal.
    x: String,
    /// An exact decimal.
    y: String,
}

/// Packs disks into a cavity.
#[cfg_attr(
    test,
    utoipa::path(
        method(get, post),
        path = "/api/pack",
        params(PackRequest),
        request_body(content = Option<PackRequest>, description = "the same names, for POST"),
        responses((status = 200, body = Form), (status = 400, body = Mistake))
    )
)]
pub(super) async fn pack(State(jobs): State<Arc<JobQueue>>, question: ApiRequest<PackRequest>) -> Reply {
    let ApiRequest { asked, key, .. } = question;
    let seed = asked.seed.unwrap_or(1);
    let mut search = match Search::read(&asked.disks, &asked.cavity, asked.minimise, seed) {
        Ok(search) => search,
        Err(told) => return wrong(StatusCode::BAD_REQUEST, &told),
    };
    if let Some(seconds) = asked.seconds {
        match Duration::try_from_secs_f64(seconds) {
            Ok(time) => search.time = Some(time),
            Err(error) => return wrong(StatusCode::BAD_REQUEST, &format!("`seconds`: {error}")),
        }
    }
    jobs.ask(key, search.difficulty(), move |budget| {
        let packing = match search.run(budget) {
            Ok(packing) => packing,
            Err(error) => return Some(wrong(StatusCode::BAD_REQUEST, &error.to_string())),
        };
        let claim = search.claim(&packing);
        if search.goal == PackingGoal::Fit && claim.is_none() && !budget.is_last() {
            return None;
        }
        Some(Reply::json(&grundy::packing_json(&packing, claim, &search.problem, search.seed)))
    })
    .await
}
