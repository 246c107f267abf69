//! `/api/play`: the computer's move.

#[cfg(test)]
use super::form::Mistake;
use super::form::{ApiRequest, Body, position_with};
use crate::jobs::JobQueue;
use crate::query;
use crate::reply::Reply;
use axum::extract::State;
use grundy::{Convention, Level, Player, Reading, Thought};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
#[cfg(test)]
use utoipa::{IntoParams, ToSchema};

/// A position in which the computer is to move.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams, ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct PlayRequest {
    /// The position, as for the program.
    #[cfg_attr(test, param(example = "nim 1 3 5 7"))]
    position: String,
    /// The text of a rules file: its game stands beside the others.
    #[serde(default)]
    rules: String,
    /// `normal` or `misere`, where it is not the game's own.
    #[serde(default, deserialize_with = "query::convention")]
    #[cfg_attr(test, param(value_type = Option<String>))]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    convention: Option<Convention>,
    /// `perfect`, `careful`, `casual` or `marienbad`.
    #[serde(default, deserialize_with = "query::by_name")]
    #[cfg_attr(test, param(value_type = Option<String>))]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    level: Level,
    /// Another seed, other choices.
    #[serde(default)]
    seed: u64,
}

impl Body for PlayRequest {}

/// The computer's move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Chosen {
    /// The position, written canonically.
    position: String,
    /// The move's label; null where there is no move.
    #[serde(rename = "move")]
    label: Option<String>,
    /// The move in words.
    says: Option<String>,
    /// What it leaves.
    leaves: Option<String>,
    /// What the computer knew of it: `winning`, `lost` (no move wins), `careless` (another one wins), or
    /// `unsure` (its time was over).
    thought: Option<&'static str>,
    /// What was read leniently, or may be meant in another way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Chooses a move.
#[cfg_attr(
    test,
    utoipa::path(
        method(get, post),
        path = "/api/play",
        params(PlayRequest),
        request_body(content = Option<PlayRequest>, description = "the same names, for POST"),
        responses((status = 200, body = Chosen), (status = 400, body = Mistake))
    )
)]
pub(super) async fn play(State(jobs): State<Arc<JobQueue>>, question: ApiRequest<PlayRequest>) -> Reply {
    let ApiRequest { asked, key, difficulty } = question;
    jobs.ask(key, difficulty, move |budget| {
        let position = match position_with(&asked.rules, &asked.position, Reading::default(), budget) {
            Ok(position) => position,
            Err(reply) => return Some(reply),
        };
        let player = Player {
            level: asked.level,
            convention: asked.convention,
            seed: asked.seed,
            limits: budget.limits(1.0),
            cancel: Arc::clone(budget.cancel()),
        };
        let choice = player.choose(&position);
        if choice.as_ref().is_some_and(|choice| choice.thought == Thought::Unsure) && !budget.is_last() {
            return None;
        }
        let label = choice.as_ref().map(|choice| choice.label.clone());
        Some(Reply::json(&Chosen {
            position: position.to_string(),
            says: label.as_deref().and_then(|label| position.say(label).ok()),
            leaves: label.as_deref().and_then(|label| Some(position.play(label).ok()?.to_string())),
            label,
            notes: position.notes().iter().map(|note| note.message.clone()).collect(),
            thought: choice.map(|choice| match choice.thought {
                Thought::Winning => "winning",
                Thought::Lost => "lost",
                Thought::Careless => "careless",
                Thought::Unsure => "unsure",
            }),
        }))
    })
    .await
}
