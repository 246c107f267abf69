//! The API: the JSON of the program, by HTTP. Every question can be asked by GET, in the address, and
//! by POST, with the same names in a JSON body.

mod check;
mod draw;
mod form;
mod games;
mod numbers;
mod pack;
mod play;
mod review;
mod sequence;
mod solve;

pub use form::wrong;

use crate::jobs::JobQueue;
use crate::reply::Reply;
use axum::Router;
use axum::routing::get;
use std::sync::Arc;

/// The description of the API: a file that is made of the types of this folder, and held to them, by the test
/// below. So only tests need what makes it.
const DESCRIPTION: &str = include_str!("openapi.json");

/// The addresses below `/api`.
pub fn router() -> Router<Arc<JobQueue>> {
    Router::new()
        .route("/api/games", get(games::games))
        .route("/api/solve", get(solve::solve).post(solve::solve))
        .route("/api/play", get(play::play).post(play::play))
        .route("/api/draw", get(draw::draw).post(draw::draw))
        .route("/api/sequence", get(sequence::sequence).post(sequence::sequence))
        .route("/api/pack", get(pack::pack).post(pack::pack))
        .route("/api/check", get(check::check).post(check::check))
        .route("/api/review", get(review::review).post(review::review))
        .route("/api/mex", get(numbers::mex).post(numbers::mex))
        .route("/api/nim-sum", get(numbers::nim_sum).post(numbers::nim_sum))
        .route("/api/openapi.json", get(description))
}

async fn description() -> Reply {
    Reply::json_text(DESCRIPTION)
}

#[cfg(all(test, feature = "operations"))]
mod tests {
    use super::*;
    use crate::operations;
    use utoipa::OpenApi;

    /// The description of the API.
    #[derive(OpenApi)]
    #[openapi(
        info(title = "Grundy", description = "Impartial games: who wins, by what nimber, with which moves, and why"),
        servers((url = "/", description = "this server")),
        paths(games::games, solve::solve, play::play, draw::draw, sequence::sequence, pack::pack, check::check,
            numbers::mex, numbers::nim_sum, review::review, operations::health, operations::scrape)
    )]
    struct Description;

    #[test]
    fn the_description_is_made_of_the_types() {
        let made = Description::openapi().to_pretty_json().expect("a description is JSON") + "\n";
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/api/openapi.json");
            std::fs::write(file, &made).expect("the sources can be written");
            return;
        }
        let remedy =
            "run `UPDATE_OPENAPI=1 cargo test -p grundy-web --lib the_description`, and look at the change";
        assert!(made == DESCRIPTION, "openapi.json is not what the types say: {remedy}");
    }
}
