//! `/api/review`: a played game, move by move.

#[cfg(test)]
use super::form::Mistake;
use super::form::{ApiRequest, Body, mistaken, wrong};
use crate::jobs::JobQueue;
use crate::query;
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::{Convention, PlayedGame, Run};
use serde::Deserialize;
#[cfg(test)]
use serde::Serialize;
use std::sync::Arc;
#[cfg(test)]
use utoipa::{IntoParams, ToSchema};

/// A game that was written down.
#[cfg_attr(test, derive(IntoParams, ToSchema))]
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewRequest {
    /// The game, as a file for `grundy review` has it: moves by their labels, positions one a line, or boards.
    #[cfg_attr(test, param(example = "position: nim 1 2\n1. A 2:2>0\n2. B 1:1>0\n"))]
    game: String,
    /// Which game the boards are of, where the text does not say it.
    of: Option<String>,
    /// `normal` or `misere`, where it is not the game's own.
    #[serde(default, deserialize_with = "query::convention")]
    #[cfg_attr(test, param(value_type = Option<String>))]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    convention: Option<Convention>,
}

impl Body for ReviewRequest {}

/// A game in the light of who wins. Written here for the description; the answer itself is the library's.
#[cfg(test)]
#[derive(Serialize, ToSchema)]
pub(super) struct Reviewed {
    position: String,
    convention: String,
    players: Vec<String>,
    /// Each with `number`, `player`, `move`, `said`, `position`, `before`, `after`, `winner_before`, `winner_after`,
    /// `gave_it_away`, `missed` and `missed_count`.
    moves: Vec<serde_json::Value>,
    /// By player, the numbers of the moves that gave a win away.
    given_away: serde_json::Value,
    /// The last of them.
    turning_point: Option<usize>,
    winner: Option<String>,
    resigned: Option<String>,
}

/// Longer games are not read here, in bytes.
const LONGEST_GAME: usize = 16 << 10;

/// How many winning moves that were missed are told of each move.
const MOST_MISSED: usize = 100;

/// Reviews a game.
#[cfg_attr(
    test,
    utoipa::path(
        method(get, post),
        path = "/api/review",
        params(ReviewRequest),
        request_body(content = Option<ReviewRequest>, description = "the same names, for POST"),
        responses((status = 200, body = Reviewed), (status = 400, body = Mistake))
    )
)]
pub(super) async fn review(State(jobs): State<Arc<JobQueue>>, question: ApiRequest<ReviewRequest>) -> Reply {
    let ApiRequest { asked, key, difficulty } = question;
    if asked.game.len() > LONGEST_GAME {
        return wrong(
            StatusCode::BAD_REQUEST,
            "the server reads games of at most 16 KiB; the program has no such limit",
        );
    }
    jobs.ask(key, difficulty, move |budget| {
        let game = match PlayedGame::parse(&asked.game, asked.of.as_deref()) {
            Ok(game) => game,
            Err(error) => return Some(mistaken(&asked.game, &error)),
        };
        let convention = asked.convention.unwrap_or(game.convention());
        let share = 1.0 / (game.moves().len() + 1) as f64;
        let reviewed =
            game.with_convention(convention).reviewed(&|| Run::new(budget.limits(share)), MOST_MISSED);
        match reviewed {
            Ok(review) => (review.is_known() || budget.is_last()).then(|| Reply::json(&review)),
            Err(error) => Some(mistaken(&asked.game, &error)),
        }
    })
    .await
}
