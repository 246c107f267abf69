//! Faults that the page once had, each by what a person would see (P1 to P18 of the audit of November 2026); those of
//! pointing, dragging and waiting are held in a real browser (e2e/tests.mjs).

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod common;

use axum::body::Body;
use common::{get, links, request, send, site};
use grundy::Shelf;
use grundy_web::Allowance;
use std::time::Duration;

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// P1: a picture as a file carries plain colours; variables stand in the style for dark screens alone.
#[tokio::test]
async fn pictures_as_files_have_plain_colours() {
    for game in Shelf::builtin().games() {
        let example = game.card().example_term();
        let svg = get(&format!("/api/draw?position={}&winning=1", encoded(&example))).await;
        assert_eq!(svg.status, 200, "{example}");
        let (before, rest) = svg.text.split_once("<style>").unwrap();
        let (style, shapes) = rest.split_once("</style>").unwrap();
        assert!(style.trim_start().starts_with("@media (prefers-color-scheme:dark)"), "{style}");
        assert!(!before.contains("var(") && !shapes.contains("var("), "{example}");
        assert!(shapes.contains("fill=\"#"), "{example}");
    }
}

/// P2: every move is listed with what it takes, so that it can be shown and dragged.
#[tokio::test]
async fn all_moves_of_a_board_are_there_with_what_they_take() {
    let listed = get("/moves?position=2d-nim+4x4").await.json();
    assert_eq!(listed["moves"].as_array().unwrap().len(), 56);
    assert_eq!(listed["shapes"].as_array().unwrap().len(), 16);
    let three = listed["moves"].as_array().unwrap().iter().find(|mv| mv["label"] == "r1c1-r1c3").unwrap();
    assert_eq!(three["takes"][0].as_array().unwrap().len(), 3);
    assert_eq!(three["words"], "take the 3 stones from r1c1 to r1c3");
    // A move that can be made at either end of a row is shown at both.
    let listed = get("/moves?position=kayles+5").await.json();
    let two = listed["moves"].as_array().unwrap().iter().find(|mv| mv["label"] == "1:5>3").unwrap().clone();
    assert_eq!(two["takes"].as_array().unwrap().len(), 2, "{two}");
    assert_eq!(get("/moves?position=nonsense").await.status, 400);
}

/// P3: heaps too large to be drawn are played by number, by slider and in words, without script too.
#[tokio::test]
async fn large_heaps_can_be_played() {
    let page = get("/play?position=nim+40+100+1000").await;
    assert_eq!(page.text.matches("data-heap=").count(), 3);
    for asked in ["move=3:1000%3E76", "move=take+924+from+heap+3", "heap=3:1000%3E&leave=76"] {
        let made = get(&format!("/play?position=nim+40+100+1000&{asked}")).await;
        assert_eq!(
            (made.status.as_u16(), made.header("location")),
            (303, "/play?position=nim+40+100+1000&moves=3:1000%3E76")
        );
    }
    let made = get("/analyse?position=kayles+100+50&heap=1:100%3E&leave=50&beside=48").await;
    assert_eq!(made.header("location"), "/analyse?position=kayles+100+50&moves=1:100%3E48,50");
    let wrong = get("/play?position=nim+40+100+1000&move=take+2000+from+heap+3").await;
    assert_eq!(wrong.status, 400);
    assert!(wrong.text.contains("Back to the board"));
}

/// P4: where the computer guesses, it says so.
#[tokio::test]
async fn a_guess_is_told() {
    let reply = get("/play?position=2d-nim+9x9&first=computer").await;
    assert_eq!(reply.status, 303);
    assert!(reply.header("location").contains("guess=1"), "{}", reply.header("location"));
    let page = get(reply.header("location")).await;
    assert!(page.text.contains("I had no time to read this out"));
    let sure = get("/play?position=nim+3+5&first=computer").await;
    assert!(!sure.header("location").contains("guess"));
}

/// P6: where an outcome is proved, its reason stands, though the search was stopped.
#[tokio::test]
async fn the_reason_of_a_proved_outcome_stands() {
    // Who wins is found early in this time, on a machine that is busy too; all that is asked is not.
    let mut allowance = Allowance::default();
    allowance.second.time = Some(Duration::from_secs(2));
    let asked = request("/analyse?position=boxing-match+10x20&winning=1").body(Body::empty()).unwrap();
    let page = send(&common::with(allowance).0, asked).await.text;
    assert!(page.contains("The player to move wins."));
    let why = page.split_once("class=\"working\"").unwrap().1;
    assert!(why.contains("<ol class=\"steps\">") && why.contains("r1c6+10"), "{why}");
}

/// P7: a bare name is its game's example, an empty box the first page, and nothing is lost by it.
#[tokio::test]
async fn bare_names_and_empty_boxes_lead_to_something_to_play() {
    for game in Shelf::builtin().games() {
        let id = &game.card().id;
        for path in ["/play", "/analyse"] {
            let named = get(&format!("{path}?position={id}")).await;
            assert_eq!(named.status, 303, "{path} {id}");
            let page = get(named.header("location")).await;
            assert!(page.text.contains("data-moves="), "{path} {id}: there is something to play");
        }
    }
    let marienbad = get("/play?position=marienbad").await;
    assert!(marienbad.header("location").contains("nim+1+3+5+7&convention=misere"));
    assert_eq!(get("/analyse?position=").await.header("location"), "/");
    assert!(get("/play").await.text.contains("Play against the computer"));
}

/// P13: green edges are green.
#[tokio::test]
async fn green_hackenbush_is_green() {
    let svg = get("/api/draw?position=hackenbush+0-1+1-2").await.text;
    let edges: Vec<&str> = svg.lines().filter(|line| line.contains("class=\"edge")).collect();
    assert_eq!(edges.len(), 2, "{svg}");
    assert!(edges.iter().all(|edge| edge.contains("stroke=\"#6cab4a\"")), "{edges:?}");
}

/// P11: what cannot be read is told in words, with the form at hand.
#[tokio::test]
async fn wrong_numbers_are_told_with_the_form() {
    for terms in ["-5", "abc", "0", "1e99"] {
        let page = get(&format!("/sequences?code=0.07&terms={terms}")).await;
        assert_eq!(page.status, 400, "{terms}");
        assert!(
            page.text.contains("is no number of heaps") && page.text.contains("name=\"code\""),
            "{terms}"
        );
    }
    for wrong in ["level=x", "first=bob"] {
        let page = get(&format!("/play?position=nim+3&{wrong}")).await;
        assert_eq!(page.status, 400);
        assert!(!page.text.contains("deserialize") && !page.text.contains('`'), "{wrong}");
    }
}

/// P12: Marienbad opens as the film plays it.
#[tokio::test]
async fn marienbad_is_that_of_the_film() {
    let home = get("/").await.text;
    assert!(home.contains("/play?position=nim+1+3+5+7&amp;convention=misere&amp;level=marienbad"));
}

/// P14: as long a text as the form takes, however a browser writes it.
#[tokio::test]
async fn long_texts_of_the_form_are_read() {
    let text = format!("bubbly {}{}", "(".repeat(2990), ")".repeat(2990));
    assert_eq!(get(&format!("/analyse?position={}", encoded(&text))).await.status, 200);
}

/// P15 and P16: near misses are links, and messages do not speak of the terminal.
#[tokio::test]
async fn near_misses_are_links() {
    for (text, meant) in [("*5%2B*3", "*5+%2B+*3"), ("3+5+7", "nim+3+5+7"), ("NIM+3-5-7", "nim+3+5+7")] {
        let page = get(&format!("/analyse?position={text}")).await;
        assert_eq!(page.status, 400);
        assert!(
            page.text.contains(&format!("Do you mean <a href=\"/analyse?position={meant}\">")),
            "{}",
            page.text
        );
    }
    for text in [
        "bubly+(A)",
        "bubbly+(A))",
        "tic+tac+toe",
        "chess",
        "dots+and+boxes",
        "blue-red+hackenbush",
        "nim@x",
        "hackenbush+0-1+2-3",
        "nim+x",
        "kayles+99999999999999999999",
    ] {
        let page = get(&format!("/analyse?position={text}")).await.text;
        let told = page.split_once("id=\"mistake\"").unwrap().1.split_once("<form").unwrap().0;
        assert!(
            !told.contains("<code>grundy ") && !told.contains("--") && !told.contains('`'),
            "{text}: {told}"
        );
    }
}

/// Questions that are no position are answered, or lead to where they are.
#[tokio::test]
async fn questions_that_are_no_position_are_answered() {
    for (text, told) in [
        ("mex+0+1+3", "mex {0, 1, 3} = <strong>2</strong>"),
        ("3+xor+5", "href=\"/analyse?position=*3+%2B+*5&amp;convention=normal\""),
        ("misere+kayles+5", "href=\"/analyse?position=kayles+5&amp;convention=misere\""),
        ("0.77", "href=\"/sequences?code=0.77\""),
    ] {
        let page = get(&format!("/analyse?position={text}")).await;
        assert_eq!(page.status, 400, "{text}");
        assert!(page.text.contains(told), "{text}: {}", page.text);
    }
}

/// The reason of a lost position leads to its replies, and speaks of no command.
#[tokio::test]
async fn the_reason_leads_to_the_replies() {
    let page = get("/analyse?position=2d-nim+4x4&winning=1").await.text;
    let why = page.split_once("class=\"working\"").unwrap().1.split_once("</section>").unwrap().0;
    assert!(why.contains("href=\"/tree?position=2d-nim+4x4\"") && why.contains("href=\"/book?"), "{why}");
    assert!(!why.contains("grundy book"), "{why}");
    assert!(!get("/analyse?position=nim+3+5&winning=1").await.text.contains("A reply to every move: "));
}

/// What the small circles of a board are is told below it, and dragging only where it takes more.
#[tokio::test]
async fn small_circles_are_told_by_board() {
    for (position, told) in [
        ("nim+3+5", None),
        ("hackenbush+0-1", None),
        ("2d-nim+4x4", Some("A small circle takes what it lies between; or drag over several.")),
        ("kayles+5", Some("A small circle takes what it lies between; or drag over several.")),
        ("wythoff+3+5", Some("A small circle is a move.")),
        ("clobber+XOX/OXO", Some("A small circle is a move.")),
        ("nogo+.../...", Some("A small circle puts a stone of its colour there.")),
        ("amazons+X../..O/...", Some("Every small circle is a move.")),
    ] {
        let page = get(&format!("/play?position={position}")).await.text;
        let circles = page.split_once("id=\"circles\">").map(|(_, rest)| rest.split_once("</p>").unwrap().0);
        assert_eq!(circles, told, "{position}");
    }
}

/// The moves of queens are made in steps; pictures to be looked at show the board and not every move.
#[tokio::test]
async fn queens_are_moved_in_steps() {
    let listed = get("/moves?position=amazons+X../..O/...").await.json();
    let shapes = listed["shapes"].as_array().unwrap();
    assert!(shapes.len() <= 9, "one shape for a cell: {shapes:?}");
    let mut ways = std::collections::BTreeSet::new();
    for mv in listed["moves"].as_array().unwrap() {
        let steps: Vec<u64> =
            mv["steps"].as_array().unwrap().iter().map(|step| step.as_u64().unwrap()).collect();
        assert_eq!(steps.len(), 3, "{mv}");
        assert!(ways.insert(steps), "two moves of the same steps: {mv}");
    }
    assert!(get("/moves?position=cram+2x2").await.json()["moves"][0].get("steps").is_none());
    for still in ["amazons+X../..O/...", "nogo+.../..."] {
        let svg = get(&format!("/api/draw?position={still}")).await.text;
        let (_, shapes) = svg.split_once("</style>").unwrap();
        assert!(!shapes.contains("handle"), "{still}");
    }
    assert!(get("/play?position=amazons+X../..O/...").await.text.contains("handle light"));
}

/// Of heaps beyond those asked for, what is published is told.
#[tokio::test]
async fn published_periods_are_told() {
    for (code, told) in [
        (
            "0.106",
            "Published is period 328226140474 from heap 465384263797 on (Flammenkamp 2002; recomputed).",
        ),
        ("0.77", "Published is period 12 from heap 71 on"),
        ("0.6", "None is known: others have looked at 2^47 heaps"),
    ] {
        let page = get(&format!("/sequences?code={code}&terms=100")).await.text;
        assert!(page.contains(told), "{code}: {page}");
    }
    let page = get("/code?code=0.106").await.text;
    assert!(!page.split_once("<main").unwrap().1.contains('`'), "{page}");
}

/// Who has won is offered a harder computer, who has lost an easier one.
#[tokio::test]
async fn another_level_is_offered() {
    for (level, moves, offered) in [
        ("casual", "2:5%3E3+1:3%3E0+2:3%3E0", "careful"),
        ("careful", "2:5%3E3+1:3%3E0+2:3%3E0", "perfect"),
        ("perfect", "2:5%3E0+1:3%3E0", "careful"),
        ("careful", "2:5%3E0+1:3%3E0", "casual"),
    ] {
        let page = get(&format!("/play?position=nim+3+5&level={level}&moves={moves}")).await.text;
        let talk = page.split_once("class=\"talk over").unwrap().1.split_once("class=\"board").unwrap().0;
        // Perfect is what an address without a level means.
        let sign = if offered == "perfect" { "never errs".to_owned() } else { format!("level={offered}\"") };
        assert!(talk.contains(&sign), "{level} {moves}: {talk}");
    }
    assert!(get("/play").await.text.contains("carefully: errs now and then"));
}

/// P18: what is asked for stays when a text is written in its own way; links keep the line.
#[tokio::test]
async fn the_line_and_the_hint_are_kept() {
    let hint = get("/play?position=2d-nim+111/111&hint=1").await;
    assert!(hint.header("location").contains("hint=1"));
    let reply = get("/play?position=nim+3+5+7&first=computer&hint=1").await;
    assert!(reply.header("location").contains("hint=1"), "{}", reply.header("location"));
    let page = get("/analyse?position=nim+3+5&moves=2:5%3E3").await.text;
    for kept in [
        "href=\"/analyse?position=nim+3+5&amp;moves=2:5%3E3\" data-copy-link",
        "/analyse?position=nim+3+5&amp;convention=misere&amp;moves=2:5%3E3",
        "/play?position=nim+3+5&amp;first=computer&amp;moves=2:5%3E3",
    ] {
        assert!(page.contains(kept), "{kept}");
    }
}

/// A link to a position shows its title, a sentence and its picture, by a whole address.
#[tokio::test]
async fn links_have_previews() {
    let page = get("/analyse?position=nim+3+5").await.text;
    assert!(page.contains("property=\"og:title\" content=\"nim 3 5\""));
    assert!(page.contains("property=\"og:description\" content=\"The player to move wins.\""));
    assert!(
        page.contains("property=\"og:image\" content=\"http://127.0.0.1:7878/preview.png?position=nim+3+5\"")
    );
    use tower::ServiceExt;
    let picture =
        site().oneshot(request("/preview.png?position=nim+3+5").body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
}

/// A page weighs at most 150 kB, whatever the game; its scripts and styles are small too.
#[tokio::test]
async fn pages_are_light() {
    let mut addresses: Vec<String> = [
        "/",
        "/play",
        "/build?position=nim+3+4+5",
        "/learn",
        "/hunt",
        "/packing",
        "/review",
        "/tree?position=2d-nim+4x4",
    ]
    .map(str::to_owned)
    .to_vec();
    for game in Shelf::builtin().games() {
        for path in ["/play", "/analyse", "/build"] {
            addresses.push(format!("{path}?position={}", encoded(&game.card().example_term())));
        }
    }
    addresses.push("/analyse?position=boxing-match+10x20&winning=1".to_owned());
    let site = site();
    for address in addresses {
        let mut page = send(&site, request(&address).body(Body::empty()).unwrap()).await;
        if page.status == 303 {
            page = send(&site, request(page.header("location")).body(Body::empty()).unwrap()).await;
        }
        assert_eq!(page.status, 200, "{address}");
        assert!(page.text.len() <= 150_000, "{address}: {} bytes", page.text.len());
    }
    for file in ["/static/page.js", "/static/board.js", "/static/page.css"] {
        let file = send(&site, request(file).body(Body::empty()).unwrap()).await;
        assert!(file.text.len() <= 30_000, "{} bytes", file.text.len());
    }
}

/// Every game page tells the rules, and shows two moves.
#[tokio::test]
async fn every_game_tells_its_rules() {
    for game in Shelf::builtin().games() {
        let position = encoded(&game.card().example_term());
        let mut page = get(&format!("/play?position={position}")).await;
        if page.status == 303 {
            page = get(page.header("location")).await;
        }
        assert!(
            page.text.contains("You take turns: ") && page.text.contains("Whoever makes the last move"),
            "{position}"
        );
        let demo = get(&format!("/demo.svg?position={position}")).await;
        assert!(demo.text.matches("@keyframes").count() >= 3, "{position}");
    }
}

/// Everything that an editor offers is a position.
#[tokio::test]
async fn every_change_of_an_editor_leads_to_a_position() {
    let site = site();
    let mut links_seen = 0;
    for game in Shelf::builtin().games() {
        let example = game.card().example_term();
        let page = send(
            &site,
            request(&format!("/build?position={}", encoded(&example))).body(Body::empty()).unwrap(),
        )
        .await;
        let page = if page.status == 303 {
            send(&site, request(page.header("location")).body(Body::empty()).unwrap()).await
        } else {
            page
        };
        // Graphs of rules files are changed as text.
        let is_graph =
            ["arc-kayles", "graph-kayles", "grim", "node-kayles"].contains(&game.card().id.as_ref());
        let is_text = page.text.contains("changed as text, above");
        assert_eq!(is_text, is_graph, "{example} has an editor");
        let links: Vec<String> =
            common::links(&page.text).into_iter().filter(|link| link.starts_with("/build?")).collect();
        for link in links.iter().step_by(links.len().div_ceil(12)) {
            let next = send(&site, request(link).body(Body::empty()).unwrap()).await;
            assert!(next.status == 200 || next.status == 303, "{} {link}", next.status);
            links_seen += 1;
        }
    }
    assert!(links_seen > 300, "{links_seen}");
}

/// A game that was written down is looked through; a wrong one is told with a caret.
#[tokio::test]
async fn a_played_game_is_reviewed() {
    let page = get(&format!("/review?game={}", encoded("nim 1 2\nnim 1\nnim -"))).await.text;
    assert!(page.contains("gave the win away") && page.contains("Move by move"));
    let wrong = get(&format!("/review?game={}", encoded("nim 1 2\nnim 5\n"))).await;
    assert_eq!(wrong.status, 400);
    assert!(wrong.text.contains("id=\"mistake\"") && wrong.text.contains("<textarea"));
    // Boards do not say their game; the field beside them does.
    let boards = encoded("11\n01\n\n10\n01\n");
    assert_eq!(get(&format!("/review?game={boards}")).await.status, 400);
    let page = get(&format!("/review?game={boards}&of=2d-nim")).await;
    assert!(page.status == 200 && page.text.contains("Move by move"));
    let wrong = get(&format!("/review?game={boards}&of=2d-nym")).await;
    assert!(wrong.status == 400 && wrong.text.contains("id=\"mistake\""));
}

/// A tree of replies answers every move of a lost position.
#[tokio::test]
async fn a_tree_answers_every_move() {
    let page = get("/tree?position=2d-nim+4x4").await.text;
    assert_eq!(page.matches("If they").count(), 9, "nine kinds of moves");
    assert!(page.contains("And then?"));
    let page = get("/tree?position=nim+3+5").await.text;
    assert!(page.contains("First: take 2 from the second heap."));
}

/// The body of a form that sends a file.
fn form_with(file: &[u8]) -> Vec<u8> {
    let head = b"--b\r\nContent-Disposition: form-data; name=\"proof\"; filename=\"a.proof\"\r\n\r\n";
    [&head[..], file, b"\r\n--b--\r\n"].concat()
}

/// A proof that is sent is verified and then played by, without a search: every reply says what it reaches.
#[tokio::test]
async fn a_proof_is_played_by() {
    let site = site();
    let sent = async |file: &[u8]| {
        let request =
            request("/proof").method("POST").header("content-type", "multipart/form-data; boundary=b");
        send(&site, request.body(Body::from(form_with(file))).unwrap()).await
    };
    let read = async |address: &str| send(&site, request(address).body(Body::empty()).unwrap()).await;
    for (position, moves, reached) in [
        ("cram 4x4", 3, "= *0"),
        ("2d-nim 2x3", 2, "= P"),
        ("bubbly (A(B))(C(D)) + hackenbush 0-1 0-2", 3, "Nothing is left"),
    ] {
        let proof = position.parse::<grundy::Position>().unwrap().prove(&Default::default()).unwrap().file;
        let got = sent(&proof.bytes()).await;
        assert_eq!(got.status, 303, "{position}: {}", got.text);
        let address = got.header("location").to_owned();
        let page = read(&address).await;
        assert_eq!(page.status, 200, "{position}: {}", page.text);
        assert!(page.text.matches("If they").count() >= moves, "{position}");
        assert!(!page.text.contains("has no reply"), "{position}");
        assert!(page.text.contains(reached), "{position}: {}", page.text);
        // A move of the loser, as the links of the board make it, is answered.
        let link = links(&page.text).into_iter().find(|link| link.contains("&move=")).unwrap();
        let next = read(&link).await;
        assert!(next.text.contains("By the proof:"), "{position}: {}", next.text);
        // And so is every branch that is opened.
        let branch = links(&page.text).into_iter().rfind(|link| link.starts_with("/proof?of=")).unwrap();
        assert!(read(&branch).await.text.contains("id=\"tree\""), "{position}");
    }
    // What proves nothing is refused with the reason; what was never sent is not there.
    let mut forged = "cram 4x4".parse::<grundy::Position>().unwrap().prove(&Default::default()).unwrap().file;
    forged.claims[0].nimber = Some(1);
    let got = sent(&forged.bytes()).await;
    assert_eq!(got.status, 400);
    assert!(got.text.contains("not *1"), "{}", got.text);
    assert_eq!(sent(b"no proof").await.status, 400);
    assert_eq!(read("/proof?of=0123").await.status, 400);
}

/// The proofs of Grundy can be chosen, and lead on.
#[tokio::test]
async fn the_proofs_of_grundy_lead_on() {
    let page = get("/proof").await;
    assert!(page.text.contains("cram 5x7") && page.text.contains("type=\"file\""));
    for name in ["cram-5x7", "2d-nim-4x6-misere"] {
        let page = get(&format!("/proof?of={name}")).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains("It reaches"), "{name}: {}", page.text);
    }
}
