//! What those who run servers ask.

#![cfg(feature = "operations")]
#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod common;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use common::{Got, request, send, site};
use grundy_web::{Allowance, Hosts, router};

fn behind_proxy() -> Router {
    let hosts = Hosts::new(([127, 0, 0, 1], 7878).into(), &["grundy.example".to_owned()]);
    router(hosts.behind_proxy(), Allowance::default()).0
}

async fn ask(site: &Router, address: &str) -> Got {
    send(site, request(address).body(Body::empty()).unwrap()).await
}

/// A request as a proxy passes it on.
fn forwarded(address: &str) -> Request<Body> {
    let request = Request::builder().uri(address).header("host", "grundy.example");
    let request = request.header("x-forwarded-for", "203.0.113.7").header("x-forwarded-proto", "https");
    request.body(Body::empty()).unwrap()
}

/// The value of a series in Prometheus' text.
fn value(text: &str, series: &str) -> f64 {
    let line = text.lines().find(|line| line.strip_prefix(series).is_some_and(|rest| rest.starts_with(' ')));
    line.unwrap_or_else(|| panic!("{series} in\n{text}")).rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn requests_are_counted_by_route_and_status() {
    let site = site();
    for (address, times) in [("/analyse?position=nim+3+5", 3), ("/api/solve?position=nim+x", 2), ("/no", 1)] {
        for _ in 0..times {
            ask(&site, address).await;
        }
    }
    let got = ask(&site, "/metrics").await;
    assert_eq!(got.status, 200);
    assert!(got.header("content-type").starts_with("application/openmetrics-text"));
    assert!(got.text.ends_with("# EOF\n"), "{}", got.text);
    let requests = |route: &str, status: u16| {
        value(&got.text, &format!("grundy_requests_total{{route=\"{route}\",status=\"{status}\"}}"))
    };
    assert_eq!(requests("/analyse", 200), 3.0);
    assert_eq!(requests("/api/solve", 400), 2.0);
    assert_eq!(requests("none", 404), 1.0);
    assert_eq!(value(&got.text, "grundy_request_seconds_count{route=\"/analyse\"}"), 3.0);
    // Equal questions are answered from what was kept.
    assert!(value(&got.text, "grundy_job_replies_kept_total") >= 2.0);
    assert!(value(&got.text, "grundy_job_tries_total") >= 1.0);
    assert_eq!(value(&got.text, "grundy_jobs_waiting"), 0.0);
    // Addresses are not told: each would be a series of its own, and they say what people ask.
    assert!(!got.text.contains("nim"), "{}", got.text);
}

#[tokio::test]
async fn health_is_asked_under_any_name_and_ends_with_the_server() {
    let (site, jobs) = router(Hosts::new(([0, 0, 0, 0], 7878).into(), &[]), Allowance::default());
    let health = || Request::builder().uri("/health").header("host", "10.1.2.3").body(Body::empty()).unwrap();
    let well = send(&site, health()).await;
    assert_eq!(well.status, 200);
    assert_eq!(well.json()["status"], "ok");
    let other = Request::builder().uri("/metrics").header("host", "10.1.2.3").body(Body::empty()).unwrap();
    assert_eq!(send(&site, other).await.status, 421);
    jobs.close();
    let ending = send(&site, health()).await;
    assert_eq!(ending.status, 503);
    assert_eq!(ending.json()["status"], "ending");
}

#[tokio::test]
async fn a_proxy_is_believed_only_where_it_is_trusted() {
    let trusting = behind_proxy();
    let page = send(&trusting, forwarded("/analyse?position=nim+3+5")).await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("https://grundy.example/"), "{}", page.text);
    assert_eq!(send(&trusting, forwarded("/metrics")).await.status, 403);
    assert_eq!(ask(&trusting, "/metrics").await.status, 200);

    let hosts = Hosts::new(([127, 0, 0, 1], 7878).into(), &["grundy.example".to_owned()]);
    let (plain, _) = router(hosts, Allowance::default());
    let page = send(&plain, forwarded("/analyse?position=nim+3+5")).await;
    assert!(page.text.contains("http://grundy.example/") && !page.text.contains("https://grundy.example/"));
    assert_eq!(send(&plain, forwarded("/metrics")).await.status, 200);
}

#[tokio::test]
async fn a_name_that_is_not_known_is_refused_behind_a_proxy_too() {
    let request =
        Request::builder().uri("/").header("host", "evil.example").header("x-forwarded-for", "1.2.3.4");
    assert_eq!(send(&behind_proxy(), request.body(Body::empty()).unwrap()).await.status, 421);
}
