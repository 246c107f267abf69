//! Requests to the site.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use grundy_web::{Allowance, Hosts, router};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use std::sync::LazyLock;
use std::time::Duration;
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// Routes that take questions; those below `/api` take them in a body, too.
const PATHS: [&str; 15] = [
    "/api/solve",
    "/api/play",
    "/api/draw",
    "/api/sequence",
    "/api/pack",
    "/api/check",
    "/analyse",
    "/play",
    "/sequences",
    "/sequences/live",
    "/packing",
    "/packing/live",
    "/learn/nim",
    "/learn/",
    "/",
];
const WITH_BODY: usize = 6;

/// What stands for itself in a query, and what makes one.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'=').remove(b'&').remove(b'%').remove(b'+');

/// A site that gives questions little.
static SITE: LazyLock<(Runtime, Router)> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let mut allowance = Allowance { quick: 1, hard: 1, ..Allowance::default() };
    for limits in [&mut allowance.first, &mut allowance.second] {
        limits.nodes = Some(100);
        limits.time = Some(Duration::from_millis(40));
    }
    let (site, _) = router(Hosts::new(([127, 0, 0, 1], 7878).into(), &[]), allowance);
    (runtime.expect("threads for a small site"), site)
});

/// A path by the first byte, and a query as browsers write it: keys and values between `=` and `&` are encoded
/// where they have to be.
pub fn http_query(data: &[u8]) {
    let [path, query @ ..] = data else { return };
    let query = &query[..query.len().min(1024)];
    let path = PATHS[usize::from(*path) % PATHS.len()];
    let address = format!("{path}?{}", percent_encode(query, PLAIN));
    ask(&address, Request::get(&address), Body::empty());
}

/// A path by the first byte, and a body.
pub fn json_body(data: &[u8]) {
    let [path, body @ ..] = data else { return };
    let address = PATHS[usize::from(*path) % WITH_BODY];
    let request = Request::post(address).header("content-type", "application/json");
    ask(address, request, Body::from(body.to_vec()));
}

/// Whatever was asked, the answer is one of ours, and no fault.
fn ask(address: &str, request: axum::http::request::Builder, body: Body) {
    let Ok(request) = request.header("host", "localhost").body(body) else { return };
    let (runtime, site) = &*SITE;
    let (status, text) = runtime.block_on(async {
        let response = site.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("the whole answer");
        (status, String::from_utf8_lossy(&bytes).into_owned())
    });
    // 503 says that too many hard questions wait, which a slow machine may come to.
    let is_fault = status.is_server_error() && status.as_u16() != 503;
    assert!(!is_fault && !text.contains("Failed to deserialize"), "{address}: {status}\n{text}");
}
