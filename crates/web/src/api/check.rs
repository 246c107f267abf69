//! `/api/check`: whether disks lie in a cavity without overlap, by exact arithmetic.

#[cfg(test)]
use super::form::Mistake;
use super::form::{ApiRequest, Body, wrong};
use crate::jobs::JobQueue;
use crate::packing::{Arrangement, Verdict};
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::packing::{Meeting, PlacedDisk, Problem, Refusal};
use grundy::{Exact, placed_disk};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
#[cfg(test)]
use utoipa::{IntoParams, ToSchema};

/// Disks and where they lie. A certificate that `grundy pack --json` wrote can be the body as it is.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams, ToSchema))]
pub(super) struct CheckRequest {
    /// The diameter of a round cavity, or the sides of a rectangle.
    #[cfg_attr(test, param(example = "6.01"))]
    cavity: String,
    /// The diameters as exact decimals; in a body, a certificate's list of disks will do as well.
    #[cfg_attr(test, param(value_type = String, example = "2 2"))]
    #[cfg_attr(test, schema(value_type = serde_json::Value))]
    disks: Disks,
    /// The centre of each disk as `x,y`, the cavity's centre being `0,0`; `-` for a disk that lies beside the
    /// cavity.
    #[cfg_attr(test, param(example = "-1.5,0 1.5,0"))]
    at: Option<String>,
    /// `json`, or `certificate` for a file that `grundy check` takes.
    format: Option<String>,
}

/// The disks: diameters alone, or each with its place.
#[derive(Deserialize)]
#[serde(from = "String")]
enum Disks {
    Diameters(String),
    Placed(Vec<PlacedDisk>),
}

impl From<String> for Disks {
    fn from(diameters: String) -> Disks {
        Disks::Diameters(diameters)
    }
}

impl Body for CheckRequest {
    /// Numbers keep all their digits.
    fn read(body: &str) -> Result<CheckRequest, String> {
        let object = Exact::parse(body)?;
        let disks = match object.objects("disks", "disk")? {
            Some(disks) => Disks::Placed(disks.iter().map(placed_disk).collect::<Result<_, _>>()?),
            None => Disks::Diameters(object.text("disks")?.ok_or("it has no list or text `disks`")?),
        };
        let (at, format) = (object.text("at")?, object.text("format")?);
        Ok(CheckRequest { cavity: object.decimal("cavity")?, disks, at, format })
    }
}

/// What the exact check says. A refusal is an answer, too.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
#[cfg_attr(test, schema(as = Checked))]
pub(super) struct Checked {
    /// Whether all disks are proven to lie in the cavity and apart.
    valid: bool,
    /// The cavity.
    cavity: String,
    /// How many disks there are.
    disks: usize,
    /// How many of them are in the cavity.
    placed: usize,
    /// The least distance left, a proven lower bound; of those in the cavity.
    least_slack: Option<Gap>,
    /// Where most is missing, and how much.
    missing: Option<Gap>,
    /// Why it is not valid.
    reason: Option<String>,
}

/// A distance, and between which disks it is.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
struct Gap {
    amount: String,
    at: String,
}

impl Gap {
    fn new(amount: &impl ToString, at: &Meeting) -> Gap {
        Gap { amount: amount.to_string(), at: at.to_string() }
    }
}

impl CheckRequest {
    /// The disks in their places, or what is wrong with the question.
    fn arrangement(&self) -> Result<Arrangement, String> {
        let (diameters, places) = match (&self.disks, &self.at) {
            (Disks::Diameters(diameters), at) => (diameters.clone(), at.clone().unwrap_or_default()),
            (Disks::Placed(_), Some(_)) => {
                return Err("the disks have their places already: leave out `at`".into());
            }
            (Disks::Placed(disks), None) => {
                let all = |text: &dyn Fn(&PlacedDisk) -> String| {
                    disks.iter().map(text).collect::<Vec<_>>().join(" ")
                };
                let diameters = all(&|disk| disk.diameter.trim().to_owned());
                (diameters, all(&|disk| format!("{},{}", disk.x.trim(), disk.y.trim())))
            }
        };
        let problem = Problem::from_text(&diameters, &self.cavity).map_err(|error| error.to_string())?;
        Arrangement::read(problem, &places).map_err(|error| error.to_string())
    }
}

/// Checks a placement of disks in exact arithmetic, by the code of `grundy check`.
#[cfg_attr(
    test,
    utoipa::path(
        method(get, post),
        path = "/api/check",
        params(CheckRequest),
        request_body(content = Option<CheckRequest>, description = "the same names, for POST"),
        responses((status = 200, body = Checked), (status = 400, body = Mistake))
    )
)]
pub(super) async fn check(State(jobs): State<Arc<JobQueue>>, question: ApiRequest<CheckRequest>) -> Reply {
    let ApiRequest { asked, key, difficulty } = question;
    let is_file = match asked.format.as_deref() {
        None | Some("json") => false,
        Some("certificate") => true,
        Some(_) => return wrong(StatusCode::BAD_REQUEST, "the formats are json and certificate"),
    };
    jobs.ask(key, difficulty, move |_| Some(answer(&asked, is_file))).await
}

fn answer(asked: &CheckRequest, is_file: bool) -> Reply {
    let arrangement = match asked.arrangement() {
        Ok(arrangement) => arrangement,
        Err(told) => return wrong(StatusCode::BAD_REQUEST, &told),
    };
    let (disks, placed) = (arrangement.centres.len(), arrangement.placed());
    let mut checked = Checked {
        valid: false,
        cavity: arrangement.problem.cavity().to_string(),
        disks,
        placed,
        least_slack: None,
        missing: None,
        reason: None,
    };
    match arrangement.verdict() {
        Verdict::Fits(certificate, slack) if is_file => {
            return Reply::json(&grundy::certificate_json(&certificate, &slack));
        }
        Verdict::Fits(_, slack) => {
            checked.valid = true;
            checked.least_slack = Some(Gap::new(&slack.amount, &slack.at));
        }
        Verdict::SoFar(slack) => checked.least_slack = Some(Gap::new(&slack.amount, &slack.at)),
        Verdict::Empty => {}
        Verdict::Refused(refusal) => {
            checked.reason = Some(refusal.to_string());
            match refusal {
                Refusal::NoRoom { at, missing } => checked.missing = Some(Gap::new(&missing, &at)),
                _ => return wrong(StatusCode::BAD_REQUEST, &refusal.to_string()),
            }
        }
    }
    if placed < disks && checked.reason.is_none() {
        checked.reason = Some(format!("{} of the {disks} disks are not in the cavity", disks - placed));
    }
    match (is_file, &checked.reason) {
        (true, Some(reason)) => wrong(StatusCode::BAD_REQUEST, &format!("there is no proof: {reason}")),
        _ => Reply::json(&checked),
    }
}
