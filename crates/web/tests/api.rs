//! The API answers with the JSON of the interface.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod common;

use common::{get, post};
use grundy::{Position, Request, Shelf};
use serde_json::{Value, json};

#[tokio::test]
async fn solve_is_the_librarys_answer() {
    for text in ["bubbly (E(G)) + nim 4", "nim 3 5 6", "0.07 12 5", "*3", ""] {
        let position: Position = text.parse().unwrap();
        let mut expected = serde_json::to_value(position.solve(&Request::default())).unwrap();
        let address = format!("/api/solve?position={}", text.replace('+', "%2B").replace(' ', "+"));
        let mut by_get = get(&address).await.json();
        let mut by_post = post("/api/solve", json!({"position": text}).to_string()).await.json();
        for answer in [&mut expected, &mut by_get, &mut by_post] {
            answer["seconds"] = Value::Null;
        }
        assert_eq!(by_get, expected);
        assert_eq!(by_post, expected);
    }
}

#[tokio::test]
async fn solve_takes_its_options() {
    let asked = json!({"position": "nim 1 1 2", "convention": "misere", "moves": 0, "explain": true});
    let answer = post("/api/solve", asked.to_string()).await.json();
    assert_eq!((&answer["outcome"], &answer["convention"]), (&json!("N"), &json!("misere")));
    assert_eq!((&answer["winning"], &answer["winning_count"]), (&json!([]), &json!(1)));
    assert!(!answer["steps"].as_array().unwrap().is_empty());
    let answer = get("/api/solve?position=nim+3&explain=true&moves=1").await.json();
    assert!(answer["steps"].is_array());
}

#[tokio::test]
async fn mistakes_are_told_with_their_place() {
    let wrong = get("/api/solve?position=nim+%C3%A9+x").await;
    assert_eq!(wrong.status, 400);
    assert_eq!(wrong.json()["span"], json!([4, 5]));
    assert!(wrong.json()["help"].is_string());
    for (address, body) in [
        ("/api/solve", "{}"),
        ("/api/solve", "{"),
        ("/api/solve", r#"{"position": 3}"#),
        ("/api/play", r#"{"position": "nim 3", "level": "grand"}"#),
        ("/api/sequence", r#"{"code": "0.07", "format": "xml"}"#),
        ("/api/sequence", r#"{"code": "0.07", "terms": 99999999999}"#),
        ("/api/draw", r#"{"position": "nim 3", "move": "7:7>7"}"#),
    ] {
        let wrong = post(address, body).await;
        assert_eq!(wrong.status, 400, "{address} {body}");
        assert!(wrong.json()["error"].is_string(), "{address} {body}");
    }
}

#[tokio::test]
async fn the_other_questions_are_answered() {
    assert_eq!(get("/api/games").await.json().as_array().unwrap().len(), Shelf::builtin().games().len());
    let chosen = get("/api/play?position=nim+3+5").await.json();
    assert_eq!(
        chosen,
        json!({"position": "nim 3 5", "move": "2:5>3", "says": "take 2 from the second heap",
               "leaves": "nim 3 3", "thought": "winning"})
    );
    let none = get("/api/play?position=nim+0&level=casual").await.json();
    assert_eq!((&none["move"], &none["position"]), (&Value::Null, &json!("nim -")));
    let bare = get("/api/play?position=kayles").await.json();
    assert_eq!(bare["notes"], json!(["`kayles` alone is the example `kayles 5 8`"]));
    let cram = get("/api/solve?position=cram+110/111").await.json();
    assert_eq!(cram["position"], "cram ..#/...");
    assert_eq!(cram["notes"], json!(["in this board `1` is read as a free cell and `0` as a blocked one"]));
    let floating = json!({"position": "hackenbush 1-1 0-0", "drop_floating": true}).to_string();
    let floating = post("/api/solve", floating).await.json();
    assert_eq!((&floating["position"], &floating["winning"]), (&json!("hackenbush 2:0-0"), &json!(["2"])));
    let sequence = get("/api/sequence?code=dawsons-kayles&terms=1000").await.json();
    assert_eq!(
        (&sequence["period"], &sequence["preperiod"], &sequence["max"]),
        (&json!(34), &json!(53), &json!(9))
    );
    let csv = get("/api/sequence?code=0.07&terms=6&format=csv").await;
    assert_eq!(csv.text, "0,0\n1,0\n2,1\n3,1\n4,2\n5,0\n");
    let proof = get("/api/solve?position=nim+2+%2B+nim+4&proof=true").await.json();
    assert_eq!(proof["steps"].as_array().unwrap().len(), 7);
    let all = get("/api/solve?position=bubbly+(E(G))&all=true").await.json();
    assert!(all["steps"].to_string().contains("Every bubble X+"), "{all}");
    let review = get("/api/review?game=nim+1+2%0Anim+1%0Anim+-").await.json();
    assert_eq!(review["given_away"], json!({"First": [1], "Second": []}));
    assert_eq!((&review["turning_point"], &review["winner"]), (&json!(1), &json!("Second")));
    let wrong = get("/api/review?game=nim+1+2%0Anim+5").await;
    assert_eq!((wrong.status.as_u16(), &wrong.json()["span"]), (400, &json!([8, 13])));
    let mex = get("/api/mex?numbers=%7B0,1,2,4,5,6%7D").await.json();
    assert_eq!(mex, json!({"set": [0, 1, 2, 4, 5, 6], "mex": 3}));
    let sum = post("/api/nim-sum", r#"{"numbers": "3 4 5"}"#).await.json();
    assert_eq!(sum, json!({"numbers": [3, 4, 5], "nim_sum": 2, "binary": "10"}));
    let wrong = get("/api/mex?numbers=0+x").await;
    assert_eq!((wrong.status.as_u16(), &wrong.json()["span"]), (400, &json!([2, 3])));
    let picture = post("/api/draw", r#"{"position": "nim 3", "winning": true, "move": "1:3>1"}"#).await;
    assert!(picture.text.contains("taken"), "{}", picture.text);
}

#[tokio::test]
async fn the_description_has_every_address_and_the_true_names() {
    let description = get("/api/openapi.json").await.json();
    for address in
        ["/api/games", "/api/solve", "/api/play", "/api/draw", "/api/sequence", "/api/pack", "/api/check"]
    {
        assert!(description["paths"][address]["get"].is_object(), "{address}");
        assert!(address == "/api/games" || description["paths"][address]["post"].is_object(), "{address}");
    }
    // The described forms name every key that the answers have.
    let schemas = &description["components"]["schemas"];
    let answer = get("/api/solve?position=nim+3+%2B+*1&explain=true").await.json();
    let sequence = get("/api/sequence?code=0.07").await.json();
    let packing = get("/api/pack?disks=1&cavity=2").await.json();
    let checked = get("/api/check?disks=1&cavity=2&at=0,0").await.json();
    for (name, object) in [
        ("Answer", &answer),
        ("Part", &answer["parts"][0]),
        ("Sequence", &sequence),
        ("Packing", &packing),
        ("PlacedDisk", &packing["disks"][0]),
        ("Checked", &checked),
        ("Gap", &checked["least_slack"]),
    ] {
        for key in object.as_object().unwrap().keys() {
            assert!(schemas[name]["properties"][key].is_object(), "{name} {key}: {}", schemas[name]);
        }
    }
}
