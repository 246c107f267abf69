//! What the server sends back.

use axum::body::Body;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use maud::Markup;
use serde::Serialize;

/// A finished answer. Cheap to copy: those who asked the same share its bytes.
#[derive(Clone, Debug)]
pub struct Reply {
    status: StatusCode,
    kind: &'static str,
    body: axum::body::Bytes,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Reply {
    fn new(status: StatusCode, kind: &'static str, body: impl Into<axum::body::Bytes>) -> Reply {
        Reply { status, kind, body: body.into(), headers: Vec::new() }
    }

    /// A page.
    pub fn page(page: Markup) -> Reply {
        Reply::new(StatusCode::OK, "text/html; charset=utf-8", page.into_string())
    }

    /// JSON.
    pub fn json(value: &impl Serialize) -> Reply {
        match serde_json::to_vec(value) {
            Ok(text) => Reply::new(StatusCode::OK, "application/json", text),
            Err(_) => Reply::fault(),
        }
    }

    /// JSON that stands as text in the program.
    pub fn json_text(text: &'static str) -> Reply {
        Reply::new(StatusCode::OK, "application/json", text)
    }

    /// A picture that stands alone. Its style is within it, and allowed by its hash.
    pub fn svg(svg: String) -> Reply {
        let policy = crate::guard::picture_policy(&svg);
        Reply::new(StatusCode::OK, "image/svg+xml", svg).header(header::CONTENT_SECURITY_POLICY, policy)
    }

    /// A picture as PNG.
    #[cfg(feature = "png")]
    pub fn png(bytes: Vec<u8>) -> Reply {
        Reply::new(StatusCode::OK, "image/png", bytes)
    }

    /// Lines of `n,nimber`.
    pub fn csv(text: String) -> Reply {
        Reply::new(StatusCode::OK, "text/csv; charset=utf-8", text)
    }

    /// The way to another address.
    pub fn see_other(address: &str) -> Reply {
        let reply = Reply::new(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", "");
        match HeaderValue::from_str(address) {
            Ok(address) => reply.header(header::LOCATION, address),
            Err(_) => Reply::fault(),
        }
    }

    /// Too many hard questions wait already.
    pub fn busy() -> Reply {
        let page = crate::layout::notice(
            "Busy",
            "The server works on as many hard positions as it can. Try again in a few seconds; \
             small positions are answered at once, and so is everything by the program itself.",
        );
        let reply = Reply::page(page).status(StatusCode::SERVICE_UNAVAILABLE);
        reply.header(header::RETRY_AFTER, HeaderValue::from_static("5"))
    }

    /// A fault of the server.
    pub fn fault() -> Reply {
        let page = crate::layout::notice(
            "Our mistake",
            "Something went wrong here, and not with what you wrote. Please report the address of this page.",
        );
        Reply::page(page).status(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The same with another status.
    #[must_use]
    pub fn status(mut self, status: StatusCode) -> Reply {
        self.status = status;
        self
    }

    /// The same with a header more.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Reply {
        self.headers.push((name, value));
        self
    }

    /// Whether it is what was asked for, and no refusal.
    pub fn is_success(&self) -> bool {
        self.status.is_success()
    }

    /// About how many bytes it takes.
    pub fn size(&self) -> usize {
        size_of::<Reply>() + self.body.len()
    }

    /// Its text, for those that send it in another form.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = self.status;
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        response.headers_mut().extend(self.headers);
        response
    }
}
