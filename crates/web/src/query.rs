//! What stands behind the question mark of an address.

use crate::examples::{example, plain};
use crate::layout;
use crate::move_text;
use axum::extract::{FromRequestParts, Query};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use grundy::{Convention, Diagnostic, Position};
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

/// A move that a form asks for: in words or as a label, or by what it leaves of a heap.
pub struct AskedMove<'q> {
    /// Words, or a label.
    pub text: &'q str,
    /// How the labels of the heap begin.
    pub heap: &'q str,
    /// What it leaves.
    pub leave: &'q str,
    /// What it leaves beside that.
    pub beside: &'q str,
}

impl AskedMove<'_> {
    /// Whether one is asked for.
    pub fn is_there(&self) -> bool {
        !self.text.trim().is_empty() || !self.heap.is_empty()
    }

    /// The label of the move.
    ///
    /// # Errors
    /// With the text that was read, when it is no move.
    pub fn read(&self, position: &Position) -> Result<String, (String, Diagnostic)> {
        if self.heap.is_empty() {
            return move_text::read(position, self.text)
                .map_err(|error| (self.text.trim().to_owned(), error));
        }
        let label = crate::heaps::label(self.heap, self.leave, self.beside);
        match position.play(&label) {
            Ok(_) => Ok(label),
            Err(error) => Err((label, error)),
        }
    }
}
