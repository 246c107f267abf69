//! Disks in a cavity: the API and the page say what the exact check says, and refuse nonsense.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod common;

use axum::body::Body;
use common::{Got, get, links, post, request, send, with};
use grundy::packing::verify;
use grundy_web::Allowance;
use serde_json::{Value, json};

const COINS: &str = "2 2 2 2 2 2 2";

async fn asked(address: &str, body: Value) -> Got {
    post(address, body.to_string()).await
}

#[tokio::test]
async fn a_packing_is_proven_and_its_certificate_is_checked() {
    let by_get = get("/api/pack?disks=2+2+2+2+2+2+2&cavity=6.01").await.json();
    let packed = asked("/api/pack", json!({"disks": COINS, "cavity": "6.01"})).await;
    let answer = packed.json();
    assert_eq!(by_get["disks"], answer["disks"], "the same seed, the same places");
    assert_eq!(
        (&answer["fits"], &answer["certificate"], &answer["seed"]),
        (&json!(true), &json!("exact"), &json!(1))
    );
    let slack = verify(&grundy::read_certificate(&packed.text).unwrap()).unwrap();
    assert_eq!(answer["least_slack"], json!(slack.amount.to_string()));
    // The answer is a certificate, and can be checked as it is.
    let checked = post("/api/check", packed.text.clone()).await.json();
    assert_eq!((&checked["valid"], &checked["placed"]), (&json!(true), &json!(7)));
    assert_eq!(checked["least_slack"]["amount"], answer["least_slack"]);
    // So is what the page's link leads to.
    let places: Vec<String> = answer["disks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|disk| format!("{},{}", disk["x"].as_str().unwrap(), disk["y"].as_str().unwrap()))
        .collect();
    let question = json!({"disks": COINS, "cavity": "6.01", "at": places.join(" "), "format": "certificate"});
    let file = asked("/api/check", question).await.text;
    assert_eq!(verify(&grundy::read_certificate(&file).unwrap()).unwrap(), slack);
}

#[tokio::test]
async fn the_smallest_cavity_is_looked_for_until_the_time_is_up() {
    let question = json!({"disks": COINS, "cavity": "1", "minimise": true, "seconds": 0.05, "seed": 3});
    let answer = asked("/api/pack", question).await.json();
    let smallest = answer["smallest_cavity_found"].as_f64().unwrap();
    assert!(answer["fits"] == json!(true) && (6.0 - 1e-9..6.0 + 1e-9).contains(&smallest), "{answer}");
}

#[tokio::test]
async fn the_check_is_exact_and_tells_what_is_missing() {
    let question = |at: &str| json!({"disks": "1 1 1", "cavity": "3.5", "at": at});
    let fits = asked("/api/check", question("-1.1,0 0,0 1.1,0")).await.json();
    assert_eq!((&fits["valid"], &fits["least_slack"]["amount"]), (&json!(true), &json!("0.1")));
    // One unit of the twentieth place is an overlap, and none is no proof either.
    let over = asked("/api/check", question("-1.1,0 0,0 0.99999999999999999999,0")).await.json();
    assert_eq!((&over["valid"], &over["missing"]["at"]), (&json!(false), &json!("disks 2 and 3")));
    assert_eq!(over["missing"]["amount"], json!("0.00000000000000000001"));
    let touching = asked("/api/check", question("-1.1,0 0,0 1,0")).await.json();
    assert!(touching["reason"].as_str().unwrap().contains("touch exactly"), "{touching}");
    let out = asked("/api/check", question("-1.1,0 0,0 1.5,0")).await.json();
    assert_eq!(out["missing"], json!({"amount": "0.25", "at": "disk 3 and the wall"}));
    // Disks beside the cavity keep the others' numbers.
    let part = asked("/api/check", question("- 0,0 0.5,0")).await.json();
    assert_eq!((&part["placed"], &part["missing"]["at"]), (&json!(2), &json!("disks 2 and 3")));
    let part = asked("/api/check", question("- 0,0 -")).await.json();
    assert_eq!(
        (&part["valid"], &part["reason"]),
        (&json!(false), &json!("2 of the 3 disks are not in the cavity"))
    );
}

#[tokio::test]
async fn numbers_of_a_body_keep_all_their_digits() {
    let body = |cavity: &str, diameter: &str| {
        format!(r#"{{"cavity": {cavity}, "disks": [{{"diameter": {diameter}, "x": 0, "y": 0}}]}}"#)
    };
    for (cavity, diameter, valid) in [
        ("1.00000000000000000001", "1.0000000000000001", false),
        ("1.0000000000000001", "1.00000000000000000001", true),
        ("\"1.0000000000000001\"", "1.00000000000000000001e0", true),
    ] {
        let checked = post("/api/check", body(cavity, diameter)).await.json();
        // A disk larger than its cavity is refused as a problem already.
        assert_eq!(checked["valid"] == json!(true), valid, "{cavity} {diameter}: {checked}");
        assert!(
            valid
                || checked["error"].as_str().is_some_and(|error| error.contains("larger"))
                || checked["reason"].is_string()
        );
    }
    for (body, told) in [
        (r#"{"cavity": 2, "cavity": 1, "disks": "1", "at": "0,0"}"#, "the key `cavity` stands twice"),
        (
            r#"{"cavity": 2, "disks": [{"diameter": 1, "x": 0, "x": 1, "y": 0}]}"#,
            "disk 1: the key `x` stands twice",
        ),
        (r#"{"cavity": [2], "disks": "1", "at": "0,0"}"#, "`cavity` is a list, and must be a number"),
        (r#"{"cavity": 2, "disks": 1, "at": "0,0"}"#, "`disks` is `1`, and must be text"),
    ] {
        let refused = post("/api/check", body.to_owned()).await;
        assert_eq!(refused.status, 400, "{body}");
        assert!(refused.json()["error"].as_str().unwrap().contains(told), "{body}: {}", refused.text);
    }
}

#[tokio::test]
async fn bad_disks_are_refused_with_the_reason() {
    let many = "1 ".repeat(13_000);
    for (disks, cavity, told) in [
        ("", "12", "there are no disks"),
        ("0", "12", "disk 1: the diameter 0 is not above zero"),
        ("2 -3", "12", "disk 2: the diameter -3 is not above zero"),
        ("2,NaN", "12", "disk 2: `NaN` is not a number"),
        ("2in", "12", "units are not known"),
        (&many, "1000", "13000 disks are too many"),
        ("13", "12", "is larger than the cavity by 1"),
        ("7 6", "12", "the two largest"),
        ("5 5 5 5 5 5", "12", "of the cavity's area"),
        ("2", "", "the cavity cannot be read"),
        ("2", "0", "has no inside"),
        ("2", "10x", "the cavity cannot be read"),
        ("0.000001 2", "12", "too unequal"),
    ] {
        let refused = asked("/api/pack", json!({"disks": disks, "cavity": cavity})).await;
        assert_eq!(refused.status, 400, "{disks:.40} in {cavity}");
        assert!(refused.json()["error"].as_str().unwrap().contains(told), "{disks:.40}: {}", refused.text);
        let disks = disks.replace(' ', "+");
        for address in ["/packing", "/packing/live"] {
            let page = get(&format!("{address}?disks={disks}&cavity={cavity}")).await;
            if disks.len() < 8_000 {
                assert_eq!(page.status, 400, "{disks:.40}");
                // What is typed stands as code on the page.
                let text = page.text.to_lowercase().replace("<code>", "`").replace("</code>", "`");
                assert!(text.contains(&told.to_lowercase()), "{disks:.40}: {}", page.text);
            } else {
                assert_eq!(page.status, 414);
            }
        }
    }
    let refused = get(&format!("/packing?disks={}&cavity=1000", "1+".repeat(101))).await;
    assert!(refused.status == 400 && refused.text.contains("too many for a page"), "{}", refused.text);
}

#[tokio::test]
async fn bad_questions_are_refused() {
    for (address, question) in [
        ("/api/pack", json!({"disks": [2, 2], "cavity": "12"})),
        ("/api/pack", json!({"disks": "2", "cavity": "12", "seconds": -1})),
        ("/api/pack", json!({"disks": "2", "cavity": "12", "minimise": "perhaps"})),
        ("/api/check", json!({"disks": "2 2", "cavity": "12", "at": "0,0"})),
        ("/api/check", json!({"disks": "2", "cavity": "12", "at": "0;0"})),
        ("/api/check", json!({"disks": "2", "cavity": "12", "at": "0,inf"})),
        ("/api/check", json!({"disks": "2", "cavity": "12", "at": "0,0", "format": "svg"})),
        ("/api/check", json!({"disks": "2", "cavity": "12", "at": "9,0", "format": "certificate"})),
        ("/api/check", json!({"disks": [{"diameter": 2, "x": 0}], "cavity": 12})),
        ("/api/check", json!({"disks": [{"diameter": 2, "x": 0, "y": 0}], "cavity": 12, "at": "0,0"})),
        ("/api/check", json!({"disks": [], "cavity": 12})),
    ] {
        let refused = asked(address, question.clone()).await;
        assert_eq!(refused.status, 400, "{question}");
        assert!(refused.json()["error"].is_string(), "{question}");
    }
}

#[tokio::test]
async fn the_page_shows_the_puzzle_and_solves_it_without_script() {
    let page = get("/packing").await.text;
    assert_eq!(page.matches(r#"class="disk""#).count(), 14);
    assert!(page.contains("0 of 14 disks are in place"));
    let solved = get("/packing?disks=2+2+2+2+2+2+2&cavity=6.01&seed=1&solve=1").await;
    assert_eq!(solved.status, 303);
    let page = get(solved.header("location")).await.text;
    assert!(page.contains("They fit: all 7 disks, proven in exact arithmetic."), "{page}");
    assert_eq!(page.matches(r#"class="disk winning""#).count(), 7);
    let file = links(&page).into_iter().find(|link| link.contains("format=certificate")).unwrap();
    assert!(verify(&grundy::read_certificate(&get(&file).await.text).unwrap()).is_ok());
}

#[tokio::test]
async fn the_page_tells_overlaps_and_what_was_not_found() {
    let page = get("/packing?disks=1+1+1&cavity=3.5&at=-1.1,0+0,0+0.9,0").await.text;
    assert!(page.contains("Disks 2 and 3 overlap: 0.1 is missing."), "{page}");
    assert_eq!(page.matches(r#"class="disk taken""#).count(), 2);
    // Three coins of 1 need 2.1547.
    let page = get("/packing?disks=1+1+1&cavity=2.15&solve=1").await;
    assert!(
        page.status == 200 && page.text.contains("No placement in a cavity of 2.15 was found"),
        "{}",
        page.text
    );
    assert!(page.text.contains("2.154701 long"));
}

#[tokio::test]
async fn a_search_is_streamed_as_it_improves() {
    // With the usual time: the puzzle takes some hundredths of a second, and more without optimisation.
    let (site, _) = with(Allowance::default());
    let disks = "2.15+2.25+2.308+2.348+2.586+2.684+2.684+2.964+2.986+3.194+3.32+3.414+3.67+3.736";
    let address = format!("/packing/live?disks={disks}&cavity=12");
    let live = send(&site, request(&address).body(Body::empty()).unwrap()).await;
    assert_eq!(live.header("content-type"), "text/event-stream");
    let events: Vec<Value> = live
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    let frames: Vec<&Value> = events.iter().flat_map(|event| event["frames"].as_array().unwrap()).collect();
    let sizes: Vec<f64> = frames.iter().map(|frame| frame["cavity"].as_f64().unwrap()).collect();
    assert!(sizes.len() > 3 && sizes.windows(2).all(|pair| pair[1] < pair[0]), "{sizes:?}");
    assert!(frames.iter().all(|frame| frame["at"].as_array().unwrap().len() == 14));
    let (last, before) = events.split_last().unwrap();
    assert!(before.iter().all(|event| event["end"].is_null()));
    let page = get(last["end"]["address"].as_str().unwrap()).await.text;
    assert!(page.contains("They fit: all 14 disks, proven in exact arithmetic."));
    let none = get("/packing/live?disks=1+1+1&cavity=2.15").await.text;
    assert!(none.contains("No placement in a cavity of 2.15 was found"), "{none}");
}
