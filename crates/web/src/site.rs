//! Which address leads where.

use crate::guard::{Hosts, LARGEST_BODY, guard};
use crate::jobs::{Allowance, JobQueue};
use crate::receive::whole;
use crate::reply::Reply;
use crate::{api, layout, pages};
use axum::Router;
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

/// No request takes longer than this: a full queue of hard questions and the work on one.
const LONGEST_REQUEST: Duration = Duration::from_secs(90);

/// The site and its job queue.
pub fn router(hosts: Hosts, allowance: Allowance) -> (Router, Arc<JobQueue>) {
    let jobs = Arc::new(JobQueue::new(allowance));
    let pages = Router::new()
        .route("/", get(pages::home::home))
        .route("/analyse", get(pages::analysis::analyse))
        .route("/play", get(pages::play::play))
        .route("/build", get(pages::build::build))
        .route("/review", get(pages::review::review))
        .route("/tree", get(pages::tree::tree))
        .route("/proof", get(pages::proof::proof).post(pages::proof::sent))
        .route("/moves", get(pages::moves::moves))
        .route("/preview.png", get(pages::preview::preview))
        .route("/demo.svg", get(pages::preview::demo))
        .route("/hunt", get(pages::hunt::hunt))
        .route("/own", get(pages::own::own).post(pages::own::sent))
        .route("/book", get(pages::book::book))
        .route("/sequences", get(pages::sequences::sequences))
        .route("/code", get(pages::code::code))
        .route("/packing", get(pages::packing::packing))
        .route("/learn", get(pages::learn::contents))
        .route("/learn/{chapter}", get(pages::learn::chapter))
        .route(
            "/static/page.css",
            get(|| file("text/css; charset=utf-8", include_str!("../assets/page.css"))),
        )
        .route("/static/book.css", get(|| file("text/css; charset=utf-8", grundy::BOOK_STYLE)))
        .route("/static/picture.css", get(|| file("text/css; charset=utf-8", grundy::picture::STYLE)))
        .route(
            "/static/page.js",
            get(|| file("text/javascript; charset=utf-8", include_str!("../assets/page.js"))),
        )
        .route(
            "/static/board.js",
            get(|| file("text/javascript; charset=utf-8", include_str!("../assets/board.js"))),
        )
        .route(
            "/static/packing.js",
            get(|| file("text/javascript; charset=utf-8", include_str!("../assets/packing.js"))),
        )
        .route("/static/icon.svg", get(|| file("image/svg+xml", include_str!("../assets/icon.svg"))));
    let timed = pages
        .merge(api::router())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, LONGEST_REQUEST));
    let site = timed
        // A stream of events lives as long as its client listens.
        .route("/sequences/live", get(pages::sequences::live))
        .route("/packing/live", get(pages::packing::live))
        .fallback(nowhere)
        .method_not_allowed_fallback(wrong_method);
    #[cfg(feature = "operations")]
    let (observer, site) = {
        let observer = crate::operations::Observer::new(&jobs, hosts.proxy());
        (observer.clone(), observer.with_addresses(site))
    };
    let site = site
        .layer(middleware::from_fn(whole))
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| Reply::fault().into_response()))
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard));
    #[cfg(feature = "operations")]
    let site = observer.observing(site);
    (site.with_state(Arc::clone(&jobs)), jobs)
}

async fn file(kind: &'static str, content: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=300")], content).into_response()
}

async fn nowhere() -> Response {
    let page = layout::notice("Nothing here", "No page has this address.");
    (StatusCode::NOT_FOUND, page).into_response()
}

async fn wrong_method() -> Response {
    let page =
        layout::notice("Not that way", "This address is to be read, with GET; the API also takes POST.");
    (StatusCode::METHOD_NOT_ALLOWED, page).into_response()
}
