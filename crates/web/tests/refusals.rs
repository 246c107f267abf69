//! What the server refuses, and the headers that keep its pages in their place.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod common;

use axum::body::Body;
use axum::http::Request;
use common::{get, post, request, send, site};

const ALL: [&str; 11] = [
    "/",
    "/analyse?position=nim+3",
    "/analyse?position=x",
    "/play?position=nim+3",
    "/sequences",
    "/packing",
    "/packing?disks=1+1&cavity=3&at=0,0+0.5,0",
    "/learn/nim",
    "/nowhere",
    "/static/page.js",
    "/api/games",
];

#[tokio::test]
async fn every_response_has_a_strict_policy() {
    for address in ALL {
        let page = get(address).await;
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{address}: {policy}");
        assert!(!policy.contains("unsafe"), "{address}: {policy}");
        assert_eq!(page.header("x-content-type-options"), "nosniff", "{address}");
        assert_eq!(page.header("referrer-policy"), "same-origin", "{address}");
        assert_eq!(page.header("cross-origin-resource-policy"), "same-origin", "{address}");
    }
}

#[tokio::test]
async fn pages_obey_their_policy() {
    for address in ALL {
        let page = get(address).await;
        if !page.header("content-type").starts_with("text/html") {
            continue;
        }
        assert!(!page.text.contains("<style"), "{address}");
        for inline in [" style=", " onclick=", "javascript:"] {
            assert!(!page.text.contains(inline), "{address}: {inline}");
        }
        assert_eq!(page.text.matches("<script").count(), 1, "{address}");
        for outside in ["src=\"http", "href=\"http", "src=\"//", "href=\"//", "@import"] {
            assert!(!page.text.contains(outside), "{address}: {outside}");
        }
    }
}

#[tokio::test]
async fn a_picture_allows_its_own_style_only() {
    let picture = get("/api/draw?position=nim+3+5&winning=1").await;
    assert_eq!(picture.header("content-type"), "image/svg+xml");
    let policy = picture.header("content-security-policy");
    assert!(policy.contains("style-src 'sha256-") && policy.contains("sandbox"), "{policy}");
    assert!(picture.text.contains("counter winning"));
}

#[tokio::test]
async fn foreign_names_are_refused() {
    for host in ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io:7878", ""] {
        let request = Request::builder().uri("/").header("host", host).body(Body::empty()).unwrap();
        assert_eq!(send(&site(), request).await.status, 421, "{host}");
    }
    let none = Request::builder().uri("/").body(Body::empty()).unwrap();
    assert_eq!(send(&site(), none).await.status, 421);
    let twice = Request::builder().uri("/").header("host", "localhost").header("host", "evil.example");
    assert_eq!(send(&site(), twice.body(Body::empty()).unwrap()).await.status, 421);
    for host in ["localhost:7878", "127.0.0.1:7878", "[::1]:7878"] {
        let request = Request::builder().uri("/").header("host", host).body(Body::empty()).unwrap();
        assert_eq!(send(&site(), request).await.status, 200, "{host}");
    }
}

#[tokio::test]
async fn foreign_origins_are_refused() {
    let foreign =
        ["http://evil.example", "http://127.0.0.1:9999", "https://localhost:7878", "null", "http://"];
    for origin in foreign {
        let request = request("/api/games").header("origin", origin).body(Body::empty()).unwrap();
        assert_eq!(send(&site(), request).await.status, 403, "{origin}");
    }
    let own = request("/api/games").header("origin", "http://127.0.0.1:7878").body(Body::empty()).unwrap();
    assert_eq!(send(&site(), own).await.status, 200);
}

#[tokio::test]
async fn long_addresses_and_bodies_are_refused() {
    let long = format!("/analyse?position=nim+{}", "1+".repeat(13_000));
    assert_eq!(get(&long).await.status, 414);
    let large = format!(r#"{{"position": "nim {}"}}"#, "1 ".repeat(600_000));
    assert_eq!(post("/api/solve", large).await.status, 413);
    let fits = format!(r#"{{"position": "nim {}"}}"#, "1 ".repeat(100_000));
    assert_eq!(post("/api/solve", fits).await.status, 200);
}

#[tokio::test]
async fn other_methods_and_types_are_refused() {
    let request_with =
        |method: &str, address: &str| request(address).method(method).body(Body::empty()).unwrap();
    assert_eq!(send(&site(), request_with("POST", "/analyse?position=nim+3")).await.status, 405);
    assert_eq!(send(&site(), request_with("DELETE", "/api/solve")).await.status, 405);
    // What a form of another page can send is not JSON by its type.
    let form = request("/api/solve").method("POST").header("content-type", "text/plain");
    let form = form.body(Body::from(r#"{"position": "nim 3"}"#)).unwrap();
    assert_eq!(send(&site(), form).await.status, 415);
}

/// A request as a browser makes it for a page of another site.
fn foreign(address: &str, site: &str, mode: &str, destination: &str) -> Request<Body> {
    let request = request(address).header("sec-fetch-site", site).header("sec-fetch-mode", mode);
    request.header("sec-fetch-dest", destination).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn other_sites_may_link_to_pages_and_ask_nothing() {
    let pages =
        ["/", "/analyse?position=nim+3", "/play?position=nim+3", "/sequences?code=0.07", "/learn/nim"];
    let asked = [
        "/api/solve?position=nim+3",
        "/api/draw?position=nim+3",
        "/api/play?position=nim+3",
        "/api/sequence?code=0.07",
        "/api/pack?disks=1&cavity=2",
        "/api/check?disks=1&cavity=2&at=0,0",
        "/sequences/live?code=0.07",
        "/packing/live?disks=1&cavity=2",
    ];
    for of in ["cross-site", "same-site", "unheard-of"] {
        for page in pages {
            assert_eq!(send(&site(), foreign(page, of, "navigate", "document")).await.status, 200, "{page}");
            for (mode, destination) in
                [("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe"), ("no-cors", "script")]
            {
                let got = send(&site(), foreign(page, of, mode, destination)).await;
                assert_eq!(got.status, 403, "{page} {of} {mode}");
            }
            let mut ahead = foreign(page, of, "navigate", "document");
            ahead.headers_mut().insert("sec-purpose", "prefetch;prerender".parse().unwrap());
            assert_eq!(send(&site(), ahead).await.status, 403, "{page}");
        }
        for question in asked {
            for (mode, destination) in [("navigate", "document"), ("no-cors", "image"), ("cors", "empty")] {
                let got = send(&site(), foreign(question, of, mode, destination)).await;
                assert_eq!(got.status, 403, "{question} {of} {mode}");
            }
        }
    }
    // A person who types the address, a page of this site, and a program, are answered.
    for question in &asked[..6] {
        for of in ["none", "same-origin"] {
            assert_eq!(send(&site(), foreign(question, of, "cors", "empty")).await.status, 200, "{question}");
        }
        assert_eq!(get(question).await.status, 200, "{question}");
    }
}

/// A body of which one byte comes, and then nothing.
fn unending() -> Body {
    let bytes = tokio_stream::once(Ok::<_, std::io::Error>("{"));
    Body::from_stream(tokio_stream::StreamExt::merge(bytes, tokio_stream::pending()))
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let slow = request("/api/solve").method("POST").header("content-type", "application/json");
    let began = tokio::time::Instant::now();
    let got = send(&site(), slow.body(unending()).unwrap()).await;
    assert_eq!(got.status, 408, "{}", got.text);
    assert!(began.elapsed() < std::time::Duration::from_secs(30), "{:?}", began.elapsed());
}

#[tokio::test]
async fn questions_with_unknown_names_are_refused() {
    for address in [
        "/api/solve?position=nim+1+1&misere=true",
        "/api/play?position=nim+1+2&move=zz",
        "/api/draw?position=nim+1&misere=true",
        "/api/sequence?code=0.07&foo=bar",
    ] {
        let page = get(address).await;
        assert_eq!(page.status, 400, "{address}: {}", page.text);
        assert!(page.text.contains("unknown field"), "{address}: {}", page.text);
    }
}
