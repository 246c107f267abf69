//! `/api/draw`: a position as SVG.

#[cfg(test)]
use super::form::Mistake;
use super::form::{ApiRequest, Body, mistaken, position_with};
use crate::jobs::JobQueue;
use crate::query;
use crate::reply::Reply;
use axum::extract::State;
use grundy::{Convention, Marks, Reading, Request};
use serde::Deserialize;
use std::sync::Arc;
#[cfg(test)]
use utoipa::{IntoParams, ToSchema};

/// The most winning moves that are marked.
const MOST_MARKED: usize = 2_000;

/// A position, and what to mark on it.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams, ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct DrawRequest {
    /// The position, as for the program.
    #[cfg_attr(test, param(example = "bubbly (A(B)(C))"))]
    position: String,
    /// The text of a rules file: its game stands beside the others.
    #[serde(default)]
    rules: String,
    /// `normal` or `misere`, where it is not the game's own.
    #[serde(default, deserialize_with = "query::convention")]
    #[cfg_attr(test, param(value_type = Option<String>))]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    convention: Option<Convention>,
    /// `1` or `true` to mark the winning moves.
    #[serde(default, deserialize_with = "query::written_switch")]
    #[cfg_attr(test, param(value_type = Option<String>))]
    #[cfg_attr(test, schema(value_type = Option<bool>))]
    winning: bool,
    /// A move whose pieces are marked, by its label.
    #[serde(rename = "move")]
    making: Option<String>,
}

impl Body for DrawRequest {}

/// Draws a position. Where the limits end the search for winning moves, those that are proven by then are
/// marked.
#[cfg_attr(
    test,
    utoipa::path(
        method(get, post),
        path = "/api/draw",
        params(DrawRequest),
        request_body(content = Option<DrawRequest>, description = "the same names, for POST"),
        responses((status = 200, content_type = "image/svg+xml", body = String), (status = 400, body = Mistake))
    )
)]
pub(super) async fn draw(State(jobs): State<Arc<JobQueue>>, question: ApiRequest<DrawRequest>) -> Reply {
    let ApiRequest { asked, key, difficulty } = question;
    jobs.ask(key, difficulty, move |budget| {
        let position = match position_with(&asked.rules, &asked.position, Reading::default(), budget) {
            Ok(position) => position,
            Err(reply) => return Some(reply),
        };
        let mut marks = Marks { winning: Vec::new(), making: asked.making.clone() };
        if asked.winning {
            let request = Request {
                convention: asked.convention,
                named_moves: MOST_MARKED,
                run: budget.run(0.9),
                ..Request::default()
            };
            let answer = position.solve(&request);
            if answer.stopped.is_some() && !budget.is_last() {
                return None;
            }
            marks.winning = answer.winning;
        }
        Some(match position.draw(&marks) {
            Ok(picture) => Reply::svg(picture.svg()),
            Err(error) => mistaken(asked.making.as_deref().unwrap_or_default(), &error),
        })
    })
    .await
}
