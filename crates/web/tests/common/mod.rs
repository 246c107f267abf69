//! Asking the site without a server.

#![allow(dead_code)] // each test uses a part

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, Response, StatusCode};
use grundy_web::{Allowance, Hosts, JobQueue, router};
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;

/// The site as on the usual port; it gives hard questions less time than usual.
pub fn site() -> Router {
    let mut allowance = Allowance::default();
    allowance.second.time = Some(Duration::from_millis(100));
    with(allowance).0
}

/// The site with another allowance.
pub fn with(allowance: Allowance) -> (Router, Arc<JobQueue>) {
    router(Hosts::new(([127, 0, 0, 1], 7878).into(), &[]), allowance)
}

/// What came back.
pub struct Got {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Got {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

/// Sends a request.
pub async fn send(site: &Router, request: Request<Body>) -> Got {
    read(site.clone().oneshot(request).await.unwrap()).await
}

async fn read(response: Response<Body>) -> Got {
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    Got { status: parts.status, headers: parts.headers, text: String::from_utf8_lossy(&bytes).into_owned() }
}

/// A request as a browser on this machine sends it.
pub fn request(address: &str) -> axum::http::request::Builder {
    Request::builder().uri(address).header("host", "127.0.0.1:7878")
}

/// Reads an address.
pub async fn get(address: &str) -> Got {
    send(&site(), request(address).body(Body::empty()).unwrap()).await
}

/// Posts JSON.
pub async fn post(address: &str, body: impl Into<Body>) -> Got {
    let request = request(address).method("POST").header("content-type", "application/json");
    send(&site(), request.body(body.into()).unwrap()).await
}

/// The addresses that a page links to, as they are in the page's text.
pub fn links(page: &str) -> Vec<String> {
    let pieces = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    pieces.map(|link| link.replace("&amp;", "&").replace("&gt;", ">")).collect()
}
