//! A request is whole before it is worked on, and its connection is at work only then.

use crate::api::wrong;
use crate::connections::{AtWork, Slot};
use crate::guard::LARGEST_BODY;
use crate::reply::Reply;
use axum::body::{Body, BodyDataStream, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::timeout;
use tokio_stream::Stream;

/// Who has not sent a request's body by then gets no answer.
pub const LONGEST_BODY: Duration = Duration::from_secs(15);

/// Takes the body in, within a time and a size, and has the request answered.
pub async fn whole(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let slot = parts.extensions.get::<Slot>().cloned();
    if let Some(slot) = &slot {
        slot.stir();
    }
    let bytes = match timeout(LONGEST_BODY, to_bytes(body, LARGEST_BODY)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return not_received().into_response(),
        Err(_) => return too_slow().into_response(),
    };
    let at_work = slot.map(|slot| slot.work());
    let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
    match at_work.filter(|_| is_stream(&response)) {
        // Who listens is at work until all is told.
        Some(at_work) => response.map(|body| Body::from_stream(Listening::new(body, at_work))),
        None => response,
    }
}

fn not_received() -> Reply {
    let told = format!("the body is larger than {} KiB, or was cut short", LARGEST_BODY >> 10);
    wrong(StatusCode::PAYLOAD_TOO_LARGE, &told)
}

fn too_slow() -> Reply {
    let told = format!("the body did not come within {} s", LONGEST_BODY.as_secs());
    // The rest of it is not waited for.
    wrong(StatusCode::REQUEST_TIMEOUT, &told).header(header::CONNECTION, "close".parse().expect("a word"))
}

fn is_stream(response: &Response) -> bool {
    response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream")
}

/// The events of a stream, whose connection is at work until they end.
struct Listening {
    events: BodyDataStream,
    _at_work: AtWork,
}

impl Listening {
    fn new(body: Body, at_work: AtWork) -> Listening {
        Listening { events: body.into_data_stream(), _at_work: at_work }
    }
}

impl Stream for Listening {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut self.events).poll_next(context)
    }
}
