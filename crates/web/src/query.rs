//! What stands behind the question mark of an address.

use crate::examples::{example, plain};
use crate::layout;
use axum::extract::{FromRequestParts, Query};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use grundy::Convention;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

/// The query of an address, read into a type; a query that cannot be read is answered with a page.
pub struct PageQuery<T> {
    /// What was asked.
    pub query: T,
    /// The path and the query, as it was written.
    pub address: String,
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for PageQuery<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<PageQuery<T>, Response> {
        match Query::<T>::try_from_uri(&parts.uri) {
            Ok(Query(query)) => {
                let address = parts.uri.path_and_query().map_or("/", |address| address.as_str());
                Ok(PageQuery { query, address: address.to_owned() })
            }
            Err(error) => {
                let page = layout::wrong_address(&plain(&error.body_text()), example(parts.uri.path()));
                Err((StatusCode::BAD_REQUEST, page).into_response())
            }
        }
    }
}

/// A switch: absent, or `1`.
pub fn switch<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    let text = String::deserialize(from)?;
    match text.as_str() {
        "1" | "true" => Ok(true),
        "" | "0" | "false" => Ok(false),
        _ => Err(D::Error::custom("a switch is 1 or 0")),
    }
}

/// A switch of the API: `1` in an address, `true` in JSON.
pub fn written_switch<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Bool(bool),
        Text(String),
    }
    match Written::deserialize(from)? {
        Written::Bool(is_on) => Ok(is_on),
        Written::Text(text) => match text.as_str() {
            "1" | "true" => Ok(true),
            "" | "0" | "false" => Ok(false),
            _ => Err(D::Error::custom("a switch is 1 or 0")),
        },
    }
}

/// A convention by its name; an empty one is that of the game.
pub fn convention<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Convention>, D::Error> {
    match Option::<String>::deserialize(from)?.as_deref() {
        None | Some("") => Ok(None),
        Some("normal") => Ok(Some(Convention::Normal)),
        Some("misere" | "misère") => Ok(Some(Convention::Misere)),
        Some(_) => Err(D::Error::custom("a convention is normal or misere")),
    }
}

/// Anything that has a text form, such as a level.
pub fn by_name<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: std::str::FromStr + Default,
    T::Err: std::fmt::Display,
    D: Deserializer<'de>,
{
    match Option::<String>::deserialize(from)?.as_deref() {
        None | Some("") => Ok(T::default()),
        Some(text) => text.parse().map_err(D::Error::custom),
    }
}

/// Labels of moves, with blanks between.
pub fn labels(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
