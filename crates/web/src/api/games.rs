//! `/api/games`: the games.

use crate::reply::Reply;
use grundy::{Card, Shelf};
use serde::Serialize;
#[cfg(test)]
use utoipa::ToSchema;

/// A game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Game {
    /// The name before a position.
    #[cfg_attr(test, schema(example = "bubbly"))]
    id: String,
    /// The name as a title.
    title: String,
    /// What a move is.
    summary: String,
    /// How it is usually played.
    #[cfg_attr(test, schema(example = "normal"))]
    convention: String,
    /// Other names.
    aliases: Vec<String>,
    /// What can be set.
    parameters: Vec<Parameter>,
    /// A position worth looking at.
    example: String,
}

/// What can be set with `key=value` before a position.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Parameter {
    key: String,
    default: String,
    help: String,
}

impl From<&Card> for Game {
    fn from(card: &Card) -> Game {
        let parameter = |known: &grundy::Parameter| Parameter {
            key: known.key.to_string(),
            default: known.default.to_string(),
            help: known.help.to_string(),
        };
        Game {
            id: card.id.to_string(),
            title: card.title.to_string(),
            summary: card.summary.to_string(),
            convention: card.convention.to_string(),
            aliases: card.aliases.iter().map(ToString::to_string).collect(),
            parameters: card.parameters.iter().map(parameter).collect(),
            example: card.example_term(),
        }
    }
}

/// All games, in the order of `grundy list`.
#[cfg_attr(test, utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<Game>))))]
pub(super) async fn games() -> Reply {
    let games: Vec<Game> = Shelf::usual().cards().map(Game::from).collect();
    Reply::json(&games)
}
