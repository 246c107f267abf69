//! What the API reads, and the form of its answers where they are described.

use crate::examples::{example, plain};
use crate::jobs::{Budget, Difficulty};
use crate::own_rules::{self, Mistaken};
use crate::reply::Reply;
use axum::extract::{FromRequest, Query, Request};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::{Diagnostic, Position, Reading};
use serde::Serialize;
use serde::de::DeserializeOwned;
#[cfg(test)]
use utoipa::ToSchema;

/// A question longer than this is known to be much work.
const LONG: usize = 4 << 10;

/// A question to the API, from the address or the body.
pub struct ApiRequest<T> {
    /// What was asked.
    pub asked: T,
    /// What makes it the same question as another.
    pub key: String,
    /// Which tries it gets.
    pub difficulty: Difficulty,
}

/// What is asked can be read from a body of JSON.
pub trait Body: DeserializeOwned {
    /// Reads a body.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(body: &str) -> Result<Self, String> {
        serde_json::from_str(body).map_err(|error| error.to_string())
    }
}

impl<T: Body, S: Send + Sync> FromRequest<S> for ApiRequest<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<ApiRequest<T>, Response> {
        let path = request.uri().path().to_owned();
        if request.method() != Method::POST {
            let Query(asked) = Query::<T>::try_from_uri(request.uri())
                .map_err(|error| unread(&error.body_text(), request.uri().path()).into_response())?;
            let key = request.uri().to_string();
            return Ok(ApiRequest { asked, key, difficulty: Difficulty::Usual });
        }
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        // A form of a foreign page cannot send this type.
        let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if kind != Some("application/json") {
            let told = "the body must be JSON, with `content-type: application/json`";
            return Err(wrong(StatusCode::UNSUPPORTED_MEDIA_TYPE, told).into_response());
        }
        let body = String::from_request(request, state)
            .await
            .map_err(|error| wrong(error.status(), &error.body_text()).into_response())?;
        let asked = T::read(&body).map_err(|error| unread(&error, &path).into_response())?;
        let difficulty = if body.len() > LONG { Difficulty::Hard } else { Difficulty::Usual };
        Ok(ApiRequest { asked, key: format!("{path} {body}"), difficulty })
    }
}

/// A mistake in a question.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub struct Mistake {
    /// What is wrong.
    pub error: String,
    /// From which character of the text to before which, where a place is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<[usize; 2]>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// A mistake without a place.
pub fn wrong(status: StatusCode, error: &str) -> Reply {
    Reply::json(&Mistake { error: error.to_owned(), span: None, help: None }).status(status)
}

/// A question that cannot be read, and what to write.
fn unread(error: &str, path: &str) -> Reply {
    let help = format!("write, for example, GET {}, or the same names in the JSON of a POST", example(path));
    let mistake = Mistake { error: plain(error), span: None, help: Some(help) };
    Reply::json(&mistake).status(StatusCode::BAD_REQUEST)
}

/// A mistake in a text.
pub fn mistaken(text: &str, error: &Diagnostic) -> Reply {
    let characters = |at: usize| text.char_indices().take_while(|&(place, _)| place < at).count();
    let span = [characters(error.span.start), characters(error.span.end)];
    let mistake = Mistake { error: error.message.clone(), span: Some(span), help: error.help.clone() };
    Reply::json(&mistake).status(StatusCode::BAD_REQUEST)
}

/// Reads a position, of the games of the shelf or of rules that came with it, or makes the reply with the mistake.
pub fn position_with(rules: &str, text: &str, reading: Reading, budget: &Budget) -> Result<Position, Reply> {
    own_rules::position(rules, text, reading, &budget.run(1.0)).map_err(|error| match error {
        Mistaken::Position(text, error) => mistaken(&text, &error),
        Mistaken::Rules(error) => {
            let number = own_rules::line_of(rules, &error).0;
            let message = format!("line {number} of the rules: {}", error.message);
            mistaken(rules, &Diagnostic { message, ..error })
        }
    })
}
