//! `/api/games`: the games.

use crate::reply::Reply;
use grundy::{Card, GAMES};
use serde::Serialize;
use utoipa::ToSchema;

/// A game.
#[derive(Serialize, ToSchema)]
pub(super) struct Game {
    /// The name before a position.
    #[schema(example = "bubbly")]
    id: &'static str,
    /// The name as a title.
    title: &'static str,
    /// What a move is.
    summary: &'static str,
    /// How it is usually played.
    #[schema(example = "normal")]
    convention: String,
    /// Other names.
    aliases: &'static [&'static str],
    /// What can be set.
    parameters: Vec<Parameter>,
    /// A position worth looking at.
    example: String,
}

/// What can be set with `key=value` before a position.
#[derive(Serialize, ToSchema)]
pub(super) struct Parameter {
    key: &'static str,
    default: &'static str,
    help: &'static str,
}

impl From<&'static Card> for Game {
    fn from(card: &'static Card) -> Game {
        let parameters = card.parameters.iter();
        Game {
            id: card.id,
            title: card.title,
            summary: card.summary,
            convention: card.convention.to_string(),
            aliases: card.aliases,
            parameters: parameters
                .map(|known| Parameter { key: known.key, default: known.default, help: known.help })
                .collect(),
            example: match card.example.starts_with('*') {
                true => card.example.to_owned(),
                false => format!("{} {}", card.id, card.example),
            },
        }
    }
}

/// All games, in the order of `grundy list`.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<Game>)))]
pub(super) async fn games() -> Reply {
    let games: Vec<Game> = GAMES.iter().map(|game| game.card().into()).collect();
    Reply::json(&games)
}
