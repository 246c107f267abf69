//! Every route with every parameter missing, empty, repeated, too long, and of a wrong type: always an answer
//! that says what to write, never a fault of ours.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod common;

use axum::body::Body;
use common::{Got, get, request, send, site};

/// A route, a question that it answers, and all its parameters.
struct Route {
    path: &'static str,
    right: &'static str,
    parameters: &'static [&'static str],
}

const fn route(path: &'static str, right: &'static str, parameters: &'static [&'static str]) -> Route {
    Route { path, right, parameters }
}

const ROUTES: [Route; 43] = [
    route("/", "", &[]),
    route("/analyse", "position=nim+3+5", &["position", "convention", "moves", "at", "winning"]),
    route(
        "/play",
        "position=nim+3+5",
        &["position", "convention", "first", "level", "moves", "hint", "resigned"],
    ),
    route("/build", "position=nim+3+4+5", &["position", "convention", "term", "pick", "before", "set"]),
    route("/review", "game=nim+1+2%0Anim+1%0Anim+-", &["game", "convention"]),
    route("/tree", "position=2d-nim+2x2", &["position", "convention"]),
    route("/proof", "of=cram-5x7&position=cram+./.", &["of", "position", "move", "heap", "leave"]),
    route("/moves", "position=nim+3+5", &["position", "convention"]),
    route("/preview.png", "position=nim+3+5", &["position", "convention", "winning"]),
    route("/demo.svg", "position=nim+3+5", &["position", "convention", "winning"]),
    route("/own", "", &["rules", "game", "position", "convention", "moves", "table"]),
    route("/static/board.js", "", &[]),
    route("/hunt", "text=MEX&forests=2", &["text", "forests", "seed"]),
    route("/book", "position=2d-nim+2x2", &["position", "convention"]),
    route("/static/book.css", "", &[]),
    route("/sequences", "code=0.07&terms=50", &["code", "terms", "wait"]),
    route("/code", "code=0.07", &["code"]),
    route("/sequences/live", "code=0.07&terms=50", &["code", "terms", "wait"]),
    route("/packing", "disks=1+1&cavity=4", &["disks", "cavity", "at", "solve", "watch", "minimise", "seed"]),
    route(
        "/packing/live",
        "disks=1+1&cavity=4",
        &["disks", "cavity", "at", "solve", "watch", "minimise", "seed"],
    ),
    route("/learn", "", &[]),
    route("/learn/nim", "", &["b1", "b2"]),
    route("/learn/safe", "", &["b1"]),
    route("/learn/theorem", "", &["b1"]),
    route("/learn/misere-kayles", "", &["b1", "b2"]),
    route("/learn/copying", "", &["b1", "b2", "b3"]),
    route("/static/page.css", "", &[]),
    route("/static/picture.css", "", &[]),
    route("/static/page.js", "", &[]),
    route("/static/packing.js", "", &[]),
    route("/static/icon.svg", "", &[]),
    route("/health", "", &[]),
    route("/metrics", "", &[]),
    route("/api/games", "", &[]),
    route(
        "/api/solve",
        "position=nim+3+5",
        &["position", "convention", "moves", "explain", "all", "proof", "move", "lenient", "drop_floating"],
    ),
    route("/api/play", "position=nim+3+5", &["position", "convention", "level", "seed"]),
    route("/api/draw", "position=nim+3+5", &["position", "convention", "winning", "move"]),
    route("/api/sequence", "code=0.07&terms=50", &["code", "terms", "format"]),
    route("/api/pack", "disks=1+1&cavity=4", &["disks", "cavity", "minimise", "seed", "seconds"]),
    route("/api/review", "game=nim+1+2%0Anim+1%0Anim+-", &["game", "of", "convention"]),
    route("/api/mex", "numbers=0+1+2", &["numbers"]),
    route("/api/nim-sum", "numbers=3+4+5", &["numbers"]),
    route("/api/check", "disks=1+1&cavity=4&at=-1,0+1,0", &["disks", "cavity", "at", "format"]),
];

/// Values that are wrong for most parameters.
const WRONG: [&str; 14] = [
    "",
    "x",
    "-1",
    "0",
    "1e999",
    "99999999999999999999999999",
    "0.07",
    "NaN",
    "%00",
    "%FF%FE",
    "%F0%9F%8E%B2",
    "%3Cscript%3E",
    "%2B+%2B+%2B",
    "((((",
];

fn is_told(path: &str, question: &str, got: &Got) {
    let place = format!("{path}?{question}\n{} {}", got.status, got.text);
    assert!(!got.status.is_server_error(), "{place}");
    assert!(!got.text.contains("Failed to"), "{place}");
    if got.status.is_client_error() {
        let is_page = got.header("content-type").starts_with("text/html");
        assert!(is_page || got.header("content-type") == "application/json", "{place}");
        assert!(is_page || !got.json()["error"].as_str().unwrap().is_empty(), "{place}");
    }
}

/// The question with another value of a parameter, or without it.
fn with(right: &str, parameter: &str, value: Option<&str>) -> String {
    let prefix = format!("{parameter}=");
    let others = right.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with(&prefix));
    let mut pairs: Vec<String> = others.map(str::to_owned).collect();
    pairs.extend(value.map(|value| format!("{parameter}={value}")));
    pairs.join("&")
}

#[test]
fn the_list_has_all_routes() {
    for source in [
        include_str!("../src/site.rs"),
        include_str!("../src/api/mod.rs"),
        include_str!("../src/operations/mod.rs"),
    ] {
        for (place, _) in source.match_indices(".route(") {
            let path = source[place..].split('"').nth(1).unwrap();
            let path = path.replace("{chapter}", "nim");
            let is_listed = ROUTES.iter().any(|route| route.path == path);
            assert!(is_listed || path == "/api/openapi.json", "{path} is in no test");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_parameter_of_any_route_leads_to_a_fault() {
    let long = "1+".repeat(3500);
    for Route { path, right, parameters } in ROUTES {
        let got = get(&format!("{path}?{right}")).await;
        assert!(got.status.is_success(), "{path}?{right}\n{}", got.text);
        for question in ["", "&&&", "=", "nobody=knows", "%FF=%FF", "a[]=1&a[]=2"] {
            is_told(path, question, &get(&format!("{path}?{question}")).await);
        }
        for parameter in parameters {
            let values = WRONG.into_iter().chain([long.as_str()]).map(Some).chain([None]);
            for value in values {
                let question = with(right, parameter, value);
                is_told(path, &question, &get(&format!("{path}?{question}")).await);
            }
            let twice = format!("{}&{parameter}=1", with(right, parameter, Some("1")));
            is_told(path, &twice, &get(&format!("{path}?{twice}")).await);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_is_named_and_an_example_is_given() {
    for (address, words) in [
        ("/sequences/live", ["`code` is missing", "/sequences?code=0.07"]),
        ("/sequences?code=0.07&code=0.77", ["`code` stands there twice", "/sequences?code=0.07"]),
        ("/sequences?code=0.07&terms=many", ["many is no number of heaps", "such as 300"]),
        ("/analyse?position=nim+3&at=x", ["`at`", "/analyse?position=nim+3+5+7"]),
        ("/packing?seed=x", ["`seed`", "/packing?disks=1+2+3"]),
        ("/packing/live?seed=x", ["`seed`", "/packing?disks=1+2+3"]),
        ("/api/solve", ["`position` is missing", "/api/solve?position=nim+3+5+7"]),
        ("/api/solve?position=nim+3&moves=-1", ["`moves`", "/api/solve?position=nim+3+5+7"]),
        ("/api/sequence?terms=3", ["`code` is missing", "/api/sequence?code=0.07"]),
    ] {
        let got = get(address).await;
        assert_eq!(got.status, 400, "{address}");
        // Names stand between backquotes, or as code.
        let plain = |text: &str| {
            text.replace("&amp;", "&").replace("<code>", "").replace("</code>", "").replace('`', "")
        };
        let text = plain(&got.text).to_lowercase();
        assert!(words.iter().all(|word| text.contains(&plain(word))), "{address}\n{text}");
    }
    assert_eq!(get("/learn/%FF").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_body_leads_to_a_fault() {
    let bodies = [
        "",
        "null",
        "[]",
        "{}",
        "{",
        "3",
        r#""nim 3""#,
        r#"{"position": null}"#,
        r#"{"position": 3}"#,
        r#"{"position": ["nim 3"]}"#,
        r#"{"position": "nim 3", "position": "nim 4"}"#,
        r#"{"position": "nim 3", "moves": -1}"#,
        r#"{"position": "nim 3", "moves": 1e400}"#,
        r#"{"code": "0.07", "terms": 1.5}"#,
        r#"{"disks": {}, "cavity": []}"#,
        r#"{"disks": "1 1", "cavity": 4, "seconds": -1}"#,
        "{\"position\": \"\u{0}\"}",
        r#"{"position": "\ud800"}"#,
    ];
    let nested = "[".repeat(100_000);
    for Route { path, .. } in ROUTES.iter().filter(|route| route.path.starts_with("/api/")) {
        for body in bodies.into_iter().chain([nested.as_str()]) {
            let request = request(path).method("POST").header("content-type", "application/json");
            let got = send(&site(), request.body(Body::from(body.to_owned())).unwrap()).await;
            is_told(path, &body[..body.len().min(80)], &got);
        }
    }
}
