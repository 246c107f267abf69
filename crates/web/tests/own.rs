//! Games of one's own: the page and the API take rules files.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod common;

use axum::body::Body;
use common::{Got, get, links, post, request, send, site, with};
use grundy_web::Allowance;
use serde_json::{Value, json};

const CRAM: &str = "game my-cram\r\ngrid\r\nmove .. -> ##\r\n";

/// Sends the form of the page.
async fn send_form(rules: &str, position: &str) -> Got {
    let plain = |text: &str| -> String {
        text.bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            })
            .collect()
    };
    let body = format!("rules={}&position={}", plain(rules), plain(position));
    let request = request("/own").method("POST").header("content-type", "application/x-www-form-urlencoded");
    send(&site(), request.body(Body::from(body)).unwrap()).await
}

#[tokio::test]
async fn a_form_leads_to_a_board_whose_moves_are_links() {
    let form = get("/own").await;
    assert_eq!(form.status, 200);
    assert!(form.text.contains("<textarea") && form.text.contains("move .. -&gt; #"));
    let sent = send_form(CRAM, "2x3").await;
    assert_eq!(sent.status, 303);
    let address = sent.header("location").to_owned();
    assert!(address.starts_with("/own?game=") && address.len() < 200, "{address}");
    let page = get(&address).await;
    assert_eq!(page.status, 200);
    assert!(
        page.text.contains("my-cram 2x3") && page.text.contains("The player to move wins"),
        "{}",
        page.text
    );
    assert!(page.text.contains("1/2 for each <code>.</code>"), "what follows from the rules is told");
    let moves: Vec<String> = links(&page.text).into_iter().filter(|link| link.contains("moves=r")).collect();
    assert_eq!(moves.len(), 7, "{moves:?}");
    let after = get(&moves[0]).await;
    assert!(after.text.contains("data-key=\"u\"") && after.text.contains("##"), "{}", after.text);
    // A text in the address itself is sent on.
    let by_hand = get("/own?rules=game+my-cram%0Agrid%0Amove+..+-%3E+%23%23&position=4x5").await;
    assert_eq!(by_hand.status, 303);
    assert_eq!(get(by_hand.header("location")).await.status, 200);
}

#[tokio::test]
async fn a_game_of_two_numbers_has_a_table_of_nimbers() {
    let rules = "game my-wythoff\nnumbers a b\nmove a-k, b for k in 1..a\nmove a, b-k for k in 1..b\n\
                 move a-k, b-k for k in 1..min(a,b)\n";
    let sent = send_form(rules, "3 5").await;
    let address = sent.header("location").to_owned();
    let page = get(&address).await;
    assert!(
        page.text.contains("The table of nimbers") && page.text.contains("0,1,2,3,4,5,6"),
        "{}",
        page.text
    );
    // The row of 3: Wythoff's Nim has 6 at 3, 3.
    assert!(
        page.text.contains("<th scope=\"row\">3</th><td>3</td><td>4</td><td>5</td><td>6</td>"),
        "{}",
        page.text
    );
    let larger: Vec<String> =
        links(&page.text).into_iter().filter(|link| link.contains("table=64")).collect();
    assert_eq!(larger.len(), 1);
    // A page may take as long as it does on a server: this machine may be busy with other tests.
    let site = with(Allowance::default()).0;
    let ask = request(larger[0].trim_end_matches("#nimbers")).body(Body::empty()).unwrap();
    let larger = send(&site, ask).await;
    assert!(larger.status == 200 && larger.text.contains("As CSV, 64 rows and columns"));
    for wrong in ["0", "201", "x", "-1"] {
        assert_eq!(get(&format!("{address}&table={wrong}")).await.status, 400, "{wrong}");
    }
    // Other games have none; rules that break down are told, and slow ones are given up.
    assert!(
        !get(send_form(CRAM, "2x3").await.header("location")).await.text.contains("The table of nimbers")
    );
    let slow = "game slow\nnumbers a b\nmove a-k, b for k in 1..a for l in 1..99999 if l % 2 = 1\nmove a, b-k for k in 1..b\n";
    let page = get(&(send_form(slow, "0 1").await.header("location").to_owned() + "&table=200")).await;
    assert!(page.status == 200 && page.text.contains("takes longer than this page may"), "{}", page.text);
}

#[tokio::test]
async fn mistakes_stand_beside_the_form_with_what_was_written() {
    let wrong = |sent: Got| async move { get(sent.header("location")).await };
    let page = wrong(send_form("game a\ngrid\nmove .. -> ###\n", "4x5").await).await;
    assert_eq!(page.status, 400);
    assert!(
        page.text.contains("In line 3 of the rules")
            && page.text.contains("Before and after differ in shape")
    );
    assert!(page.text.contains("<mark>.. -&gt; ###</mark>") && page.text.contains("<textarea"));
    let page = wrong(send_form(CRAM, "..x").await).await;
    assert!(page.status == 400 && page.text.contains("no cell of this game"), "{}", page.text);
    let page = wrong(send_form("game cram\ngrid\nmove .. -> ##\n", "4x5").await).await;
    assert!(page.status == 400 && page.text.contains("another name"), "{}", page.text);
    let page = wrong(send_form("game a\narcs /etc/passwd\n", "1").await).await;
    assert!(page.status == 400 && page.text.contains("of your own machine"), "{}", page.text);
    let page = wrong(send_form("game endless\nstrip\nmove x. -> .x\n", "x.").await).await;
    assert!(page.status == 400 && page.text.contains("undo each other"), "{}", page.text);
    assert_eq!(send_form(&format!("game a\ngrid\n{}", "-- x\n".repeat(1000)), "1").await.status, 400);
    assert_eq!(get("/own?game=AAAA&position=4x5").await.status, 400);
}

#[tokio::test]
async fn the_api_takes_rules() {
    let asked = json!({"rules": CRAM, "position": "my-cram 3x3 + nim 2"});
    let answer = post("/api/solve", asked.to_string()).await.json();
    assert_eq!((&answer["nimber"], &answer["winning"]), (&json!(2), &json!(["2:1:2>0"])));
    let bare = post("/api/solve", json!({"rules": CRAM, "position": "2x2"}).to_string()).await.json();
    assert_eq!((&bare["position"], &bare["outcome"]), (&json!("my-cram 2x2"), &json!("P")));
    let chosen = post("/api/play", json!({"rules": CRAM, "position": "1x2"}).to_string()).await.json();
    assert_eq!(chosen["move"], "r1c1-r1c2");
    let drawn = post("/api/draw", json!({"rules": CRAM, "position": "2x2"}).to_string()).await;
    assert!(drawn.text.starts_with("<svg"), "{}", drawn.text);
    let by_get = get("/api/solve?rules=game+a%0Agrid%0Amove+..+-%3E+%23&position=a+1x4").await.json();
    assert_eq!(by_get["nimber"], 2);
}

#[tokio::test]
async fn the_api_tells_mistakes_of_rules_and_takes_no_file_of_the_machine() {
    for (rules, told, span) in [
        (
            "game a\ngrid\nmove .. -> ###",
            "line 3 of the rules: before and after differ in shape",
            json!([17, 26]),
        ),
        (
            "game a\nprogram ./x.py",
            "line 2 of the rules: `program` is for rules files of your own machine",
            json!([7, 14]),
        ),
        (
            "game a\narcs x.txt",
            "line 2 of the rules: `arcs` is for rules files of your own machine",
            json!([7, 11]),
        ),
    ] {
        let wrong = post("/api/solve", json!({"rules": rules, "position": "a 1"}).to_string()).await;
        let answer: Value = wrong.json();
        assert_eq!((wrong.status.as_u16(), &answer["error"], &answer["span"]), (400, &json!(told), &span));
        assert!(answer["help"].is_string());
    }
    let long = json!({"rules": format!("game a\ngrid\n{}", "-- x\n".repeat(1000)), "position": "a 1"});
    assert_eq!(post("/api/solve", long.to_string()).await.status, 400);
}
