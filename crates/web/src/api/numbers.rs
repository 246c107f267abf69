//! `/api/mex` and `/api/nim-sum`: the two operations of the theory by themselves.

#[cfg(test)]
use super::form::Mistake;
use super::form::{ApiRequest, Body, mistaken};
use crate::jobs::JobQueue;
use crate::reply::Reply;
use axum::extract::State;
use grundy::Numbers;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
#[cfg(test)]
use utoipa::{IntoParams, ToSchema};

/// Some numbers.
#[cfg_attr(test, derive(IntoParams, ToSchema))]
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NumbersRequest {
    /// Apart by blanks or commas, perhaps in braces.
    #[cfg_attr(test, param(example = "0 1 2 4 5 6"))]
    numbers: String,
}

impl Body for NumbersRequest {}

/// A set, and the least number that it lacks.
#[cfg_attr(test, derive(ToSchema))]
#[derive(Serialize)]
pub(super) struct Mex {
    set: Vec<u64>,
    mex: u64,
}

/// Numbers, and their sum without carrying.
#[cfg_attr(test, derive(ToSchema))]
#[derive(Serialize)]
pub(super) struct NimSum {
    numbers: Vec<u64>,
    nim_sum: u64,
    /// The sum in base 2.
    binary: String,
}

/// The least number that is missing from a set.
#[cfg_attr(
    test,
    utoipa::path(
        method(get, post),
        path = "/api/mex",
        params(NumbersRequest),
        request_body(content = Option<NumbersRequest>, description = "the same names, for POST"),
        responses((status = 200, body = Mex), (status = 400, body = Mistake))
    )
)]
pub(super) async fn mex(State(jobs): State<Arc<JobQueue>>, question: ApiRequest<NumbersRequest>) -> Reply {
    let form = |numbers: &Numbers| Reply::json(&Mex { set: numbers.as_slice().to_vec(), mex: numbers.mex() });
    answer(jobs, question, form).await
}

/// The sum without carrying.
#[cfg_attr(
    test,
    utoipa::path(
        method(get, post),
        path = "/api/nim-sum",
        params(NumbersRequest),
        request_body(content = Option<NumbersRequest>, description = "the same names, for POST"),
        responses((status = 200, body = NimSum), (status = 400, body = Mistake))
    )
)]
pub(super) async fn nim_sum(
    State(jobs): State<Arc<JobQueue>>,
    question: ApiRequest<NumbersRequest>,
) -> Reply {
    let form = |numbers: &Numbers| {
        let nim_sum = numbers.nim_sum();
        let (numbers, binary) = (numbers.as_slice().to_vec(), format!("{nim_sum:b}"));
        Reply::json(&NimSum { numbers, nim_sum, binary })
    };
    answer(jobs, question, form).await
}

async fn answer(
    jobs: Arc<JobQueue>,
    question: ApiRequest<NumbersRequest>,
    form: fn(&Numbers) -> Reply,
) -> Reply {
    let ApiRequest { asked, key, difficulty } = question;
    let answered = move |text: &str| match text.parse::<Numbers>() {
        Ok(numbers) => form(&numbers),
        Err(error) => mistaken(text, &error),
    };
    jobs.ask(key, difficulty, move |_| Some(answered(&asked.numbers))).await
}
