//! What those who run servers ask: whether one is well, what it does, and what it has done.
//!
//! | address | what it tells |
//! |---|---|
//! | `/health` | 200 while the server takes questions, 503 while it ends |
//! | `/metrics` | counts and times in the text form of Prometheus |
//!
//! Requests are logged by `tracing`; whoever starts the server decides where that goes.

mod metrics;

use crate::guard::Proxy;
use crate::jobs::JobQueue;
use crate::layout;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use metrics::Metrics;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
#[cfg(test)]
use utoipa::ToSchema;

/// The form of Prometheus' text.
const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// So much of an address is logged.
const LOGGED: usize = 300;

/// What observes requests.
#[derive(Clone)]
pub struct Observer {
    metrics: Arc<Metrics>,
    proxy: Proxy,
}

impl Observer {
    /// Observes requests from now on, and a job queue.
    pub fn new(jobs: &Arc<JobQueue>, proxy: Proxy) -> Observer {
        Observer { metrics: Arc::new(Metrics::new(jobs)), proxy }
    }

    /// Adds the addresses for those who run the server.
    pub fn with_addresses(&self, site: Router<Arc<JobQueue>>) -> Router<Arc<JobQueue>> {
        let own = Extension(self.clone());
        site.route("/health", get(health)).route("/metrics", get(scrape).layer(own))
    }

    /// Observes every request of a site.
    pub fn observing(self, site: Router<Arc<JobQueue>>) -> Router<Arc<JobQueue>> {
        site.layer(middleware::from_fn_with_state(self, observe))
    }
}

/// Whether a server is well.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
struct Health {
    /// `ok` while it takes questions, `ending` while it ends.
    #[cfg_attr(test, schema(example = "ok"))]
    status: &'static str,
    /// The version of Grundy.
    version: &'static str,
}

/// Whether the server takes questions, for balancers.
#[cfg_attr(test, utoipa::path(get, path = "/health", responses(
    (status = 200, body = Health), (status = 503, description = "The server ends", body = Health))))]
pub async fn health(State(jobs): State<Arc<JobQueue>>) -> Response {
    let (code, status) = match jobs.is_closed() {
        false => (StatusCode::OK, "ok"),
        true => (StatusCode::SERVICE_UNAVAILABLE, "ending"),
    };
    let health = Health { status, version: env!("CARGO_PKG_VERSION") };
    (code, [(header::CACHE_CONTROL, "no-store")], Json(health)).into_response()
}

/// What the server has counted, in the text of Prometheus. It is told to those who reach the server itself, and not
/// through a proxy that is trusted.
#[cfg_attr(test, utoipa::path(get, path = "/metrics", responses(
    (status = 200, body = String, content_type = "application/openmetrics-text"),
    (status = 403, description = "The request came through a proxy"))))]
pub async fn scrape(Extension(observer): Extension<Observer>, request: Request) -> Response {
    if observer.proxy.has_forwarded(request.headers()) {
        let told = "What a server counts is not told through a proxy: ask the server itself.";
        return (StatusCode::FORBIDDEN, layout::notice("Refused", told)).into_response();
    }
    let kind = [(header::CONTENT_TYPE, TEXT), (header::CACHE_CONTROL, "no-store")];
    (kind, observer.metrics.text()).into_response()
}

/// Counts a request and the time until its response begins, and logs it.
async fn observe(State(observer): State<Observer>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let line = Line::of(&request, observer.proxy);
    let response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    observer.metrics.count(route, status, took);
    line.log(status, took);
    response
}

/// What a log tells of a request.
struct Line {
    method: String,
    address: String,
    client: Option<String>,
}

impl Line {
    fn of(request: &Request, proxy: Proxy) -> Line {
        let address = request.uri().path_and_query().map_or("/", |address| address.as_str());
        Line {
            method: request.method().to_string(),
            // An address is ASCII.
            address: address.get(..LOGGED).unwrap_or(address).to_owned(),
            client: proxy.client(request.headers()).map(str::to_owned),
        }
    }

    fn log(&self, status: u16, took: Duration) {
        let Line { method, address, client } = self;
        let (client, milliseconds) = (client.as_deref().unwrap_or("-"), took.as_secs_f64() * 1e3);
        match status {
            500.. => tracing::error!(method, address, status, milliseconds, client, "request"),
            400.. => tracing::info!(method, address, status, milliseconds, client, "refused"),
            _ => tracing::info!(method, address, status, milliseconds, client, "request"),
        }
    }
}
