//! The pages: what they say, and that they lead on.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod common;

use common::{get, links};
use grundy::Shelf;
use grundy::misere::PlainOutcomes;
use std::collections::{BTreeSet, VecDeque};

#[tokio::test]
async fn home_shows_every_game_that_is_registered() {
    let home = get("/").await;
    assert_eq!(home.status, 200);
    for game in Shelf::builtin().games() {
        let card = game.card();
        assert!(
            home.text.contains(&card.title.replace('\'', "&#39;")) || home.text.contains(&*card.title),
            "{}",
            card.id
        );
    }
    // Every card and every famous position leads to an analysis of its own, and all are canonical.
    let positions: Vec<String> =
        links(&home.text).into_iter().filter(|link| link.starts_with("/analyse")).collect();
    assert!(positions.len() >= Shelf::builtin().games().len() + 9, "{}", positions.len());
    for address in positions {
        let page = get(&address).await;
        // A graph with a name of its own, `petersen`, leads on to its edges.
        let page = if page.status == 303 { get(page.header("location")).await } else { page };
        assert_eq!(page.status, 200, "{address}");
        assert!(page.text.contains("class=\"verdict"), "{address}");
    }
}

#[tokio::test]
async fn every_link_of_every_page_leads_somewhere() {
    let mut seen = BTreeSet::new();
    let mut ahead = VecDeque::from([("/".to_owned(), 0), ("/play?position=nim+1+2".to_owned(), 0)]);
    while let Some((address, depth)) = ahead.pop_front() {
        let path = address.split('#').next().unwrap().to_owned();
        if !path.starts_with('/') || !seen.insert(path.clone()) {
            continue;
        }
        let page = get(&path).await;
        assert!(page.status == 200 || page.status == 303, "{} {path}", page.status);
        // Two steps from home reach every kind of page.
        if depth < 2 && page.header("content-type").starts_with("text/html") {
            // Boards have many links of one kind: some of them stand for all.
            let links = links(&page.text);
            let apart = if depth == 0 { 1 } else { links.len().div_ceil(12) };
            ahead.extend(links.into_iter().step_by(apart).map(|link| (link, depth + 1)));
        }
    }
    assert!(seen.len() > 100, "{}", seen.len());
}

/// What should be known of how a position was read is told on its page, also behind the way to its own address.
#[tokio::test]
async fn notes_on_how_a_position_was_read_stand_on_its_page() {
    for (asked, location, told) in [
        (
            "/analyse?position=kayles",
            "/analyse?position=kayles+5+8&from=kayles",
            "<code>kayles</code> alone is the example <code>kayles 5 8</code>.",
        ),
        (
            "/play?position=marienbad",
            "/play?position=nim+1+3+5+7&convention=misere&from=marienbad",
            "<code>marienbad</code> alone is the example <code>nim 1 3 5 7</code>, misère play.",
        ),
        (
            "/analyse?position=cram+110/111",
            "/analyse?position=cram+..%23/...&from=cram+110/111",
            "<code>1</code> is read as a free cell",
        ),
        ("/analyse?position=cram+..%23", "", "<code>#</code> is read as a blocked cell"),
    ] {
        let page = get(asked).await;
        let page = match location {
            "" => page,
            _ => {
                assert_eq!((page.status.as_u16(), page.header("location")), (303, location), "{asked}");
                get(location).await
            }
        };
        assert_eq!(page.status, 200, "{asked}");
        assert!(page.text.contains(told), "{asked}: {}", page.text);
    }
    // What was written elsewhere says nothing here.
    let page = get("/analyse?position=nim+3&from=kayles").await;
    assert!(page.status == 200 && !page.text.contains("alone is the example"));
}

#[tokio::test]
async fn a_position_has_one_address() {
    let page = get("/analyse?position=+NIM++3,5+%2B+*2&winning=1").await;
    assert_eq!(page.status, 303);
    assert_eq!(page.header("location"), "/analyse?position=nim+3+5+%2B+*2&winning=1");
    let page = get("/analyse?position=nim+3+5+%2B+*2&moves=1:2:5%3E4&at=0").await;
    assert!(page.text.contains(r#"<link rel="canonical" href="/analyse?position=nim+3+5+%2B+*2">"#));
}

#[tokio::test]
async fn moves_are_links_that_work_without_script() {
    let page = get("/analyse?position=nim+3+5").await;
    let wins = links(&page.text).into_iter().find(|link| link.contains("moves=2:5%3E3")).unwrap();
    let after = get(&wins).await;
    assert!(after.text.contains("<h1 class=\"unseen\">nim 3 3</h1>"), "{}", after.text);
    assert!(after.text.contains("The player to move loses."));
    // Undo leads back, and redo on again.
    let undo = links(&after.text).into_iter().find(|link| link.contains("at=0")).unwrap();
    let before = get(&undo).await;
    assert!(before.text.contains("<h1 class=\"unseen\">nim 3 5</h1>"));
    let redo = links(&before.text).into_iter().filter(|link| *link == wins).count();
    assert!(redo >= 2, "the board and redo lead to the move");
}

#[tokio::test]
async fn pieces_tell_where_they_lead() {
    let page = get("/analyse?position=nim+3+5").await;
    assert!(page.text.contains("leaves *0: it wins"));
    assert!(page.text.contains("leaves *7: it loses"));
    let misere = get("/analyse?position=nim+1+2&convention=misere").await;
    assert!(misere.text.contains("leaves a P-position: it wins"));
    assert!(misere.text.contains("misère play"));
}

#[tokio::test]
async fn winning_moves_are_marked_on_demand() {
    let address = "/analyse?position=bubbly+(I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))";
    assert!(!get(address).await.text.contains("bubble winning"));
    let shown = get(&format!("{address}&winning=1")).await.text;
    assert_eq!(shown.matches("class=\"bubble winning\"").count(), 3);
    assert!(shown.contains("3 of 15"));
}

#[tokio::test]
async fn a_sum_has_a_table_of_parts_in_binary() {
    let page = get("/analyse?position=bubbly+(E(G))+%2B+nim+4+%2B+*3").await.text;
    for bits in ["010", "100", "011", "101"] {
        assert!(page.contains(&format!("<code class=\"bits\">{bits}</code>")), "{bits}");
    }
}

/// A heap that is out of reach has no slip that could be left out.
#[tokio::test]
async fn only_a_slip_is_offered_to_be_skipped() {
    let page = get("/analyse?position=0.[7]+4000000").await;
    assert_eq!(page.status, 400);
    assert!(page.text.contains("This heap is too large"), "{}", page.text);
    assert!(!page.text.contains("without the slip"), "{}", page.text);
    let page = get("/analyse?position=bubbly+(A))").await;
    assert!(page.text.contains("without the slip"), "{}", page.text);
}

#[tokio::test]
async fn a_wrong_position_is_a_page_with_the_mistake_underlined() {
    for (path, marked) in [
        ("/analyse?position=nim+3+x5", "nim 3 <mark>x</mark>5"),
        ("/analyse?position=bubly+(A)", "<mark>bubly</mark> (A)"),
        ("/play?position=nim+-1", "nim <mark>-</mark>1"),
        ("/sequences?code=0.8Z", "0.8<mark>Z</mark>"),
        ("/analyse?position=nim+3&moves=9:9%3E1", "<mark>9:9&gt;1</mark>"),
        ("/analyse?position=%00%3Cscript%3E", "<mark>"),
    ] {
        let page = get(path).await;
        assert_eq!(page.status, 400, "{path}");
        assert!(page.text.contains(marked), "{path}: {}", page.text);
        assert!(page.text.contains("class=\"caret\"") && !page.text.contains("<script>"), "{path}");
    }
}

/// A slip in the position changes nothing else that was asked.
#[tokio::test]
async fn a_corrected_position_leads_to_the_page_that_was_asked_for() {
    for (path, fields, link) in [
        (
            "/analyse?position=nim+1+1+%2B&convention=misere",
            &["action=\"/analyse\"", "name=\"convention\" value=\"misere\""][..],
            "/analyse?convention=misere&amp;position=nim+1+1\"",
        ),
        (
            "/play?position=nim+1+1+%2B&convention=misere&first=computer&level=casual",
            &[
                "action=\"/play\"",
                "name=\"first\" value=\"computer\"",
                "name=\"level\" value=\"casual\"",
                ">Play<",
            ],
            "/play?convention=misere&amp;first=computer&amp;level=casual&amp;position=nim+1+1\"",
        ),
        (
            "/build?position=nim+1+1+%2B&convention=misere",
            &["action=\"/build\"", ">Build<"],
            "/build?convention=misere&amp;position=nim+1+1\"",
        ),
    ] {
        let page = get(path).await;
        assert_eq!(page.status, 400, "{path}");
        for text in fields.iter().chain([&link]) {
            assert!(page.text.contains(text), "{path}, {text}: {}", page.text);
        }
    }
}

#[tokio::test]
async fn addresses_that_make_no_sense_are_pages_too() {
    for (path, status) in [
        ("/nowhere", 404),
        ("/learn/nothing", 404),
        ("/analyse?position=nim+3&at=x", 400),
        ("/analyse?position=nim+3&convention=odd", 400),
        ("/play?position=nim+3&level=grand", 400),
        ("/play?position=nim+3&first=nobody", 400),
        ("/analyse?position=nim+3&position=nim+4", 400),
        ("/sequences?code=0.07&terms=99999999999", 400),
        ("/sequences?code=0.07&terms=x", 400),
    ] {
        let page = get(path).await;
        assert_eq!(page.status, status, "{path}");
        assert!(page.text.contains("<h1>") && page.text.contains("</html>"), "{path}");
    }
}

#[tokio::test]
async fn the_empty_sum_and_a_game_that_is_over_have_pages() {
    let page = get("/analyse?position=nim+-").await;
    assert!(page.text.contains("The game is over.") && page.text.contains("The player to move loses."));
    let page = get("/play?position=nim+-").await;
    assert!(page.text.contains("I win."));
    assert!(
        get("/play?position=nim+0").await.header("location").contains("nim+-"),
        "the same, as it is printed"
    );
}

#[tokio::test]
async fn the_computer_replies_by_another_address() {
    let page = get("/play?position=nim+1+3+5+7&first=computer").await;
    assert_eq!(page.status, 303);
    let address = page.header("location").to_owned();
    assert!(address.starts_with("/play?position=nim+1+3+5+7&first=computer&moves="), "{address}");
    let page = get(&address).await;
    assert!(page.text.contains("Your turn.") && page.text.contains("<template data-before"));
}

#[tokio::test]
async fn whoever_gives_the_game_away_is_told_where() {
    // 3 ⊕ 5 is won by 2:5>3 only. Then every reply of a perfect player wins.
    let mut address = "/play?position=nim+3+5&moves=1:3%3E0".to_owned();
    let mut page = get(&address).await;
    for _ in 0..20 {
        if page.status == 303 {
            address = page.header("location").to_owned();
        } else if page.text.contains("I win.") {
            break;
        } else {
            address = links(&page.text)
                .into_iter()
                .find(|link| link.contains("moves=") && link.contains("1:") && link.len() > address.len())
                .unwrap();
        }
        page = get(&address).await;
    }
    assert!(page.text.contains("Your move 1, <strong>take the whole first heap, 3 counters</strong> <small><code>1:3&gt;0</code></small>, gave it away."), "{}", page.text);
    assert!(
        page.text.contains("Winning was take 2 from the second heap <small><code>2:5&gt;3</code></small>.")
    );
    assert!(get("/play?position=nim+1+1&moves=&resigned=1").await.text.contains("You resigned"));
}

#[tokio::test]
async fn hints_mark_a_winning_move_or_say_that_there_is_none() {
    let won = get("/play?position=nim+3+5&hint=1").await.text;
    assert!(won.contains("A move that wins: take 2 from the second heap."), "{won}");
    assert!(won.contains("class=\"counter winning\""));
    let lost = get("/play?position=nim+3+3&hint=1").await.text;
    assert!(lost.contains("No move wins here"));
}

#[tokio::test]
async fn a_sequence_has_its_chart_its_period_and_its_table() {
    let page = get("/sequences?code=0.07&terms=300").await.text;
    assert!(page.contains("Proved: period 34 from heap 53 on."));
    assert!(page.contains("period 34 from heap 53, proved"), "the chart marks it");
    assert!(page.contains("The largest nimber of the game is 9."));
    assert!(
        page.contains("data-nimbers=\"0 0 1 1 2 0 3 1 1 0 ") && page.contains("data-step=\"1\""),
        "{page}"
    );
    let code = get("/code?code=0.07").await.text;
    assert!(code.contains("data-nimbers=\"0 ") && code.contains("data-code=\"0.07\""), "{code}");
    let thinned = get("/sequences?code=0.77&terms=10000").await.text;
    // Heaps 0, 5, 10, 15 ... of Kayles.
    assert!(thinned.contains("data-step=\"5\"") && thinned.contains("data-nimbers=\"0 4 2 7 "), "{thinned}");
    let long = get("/sequences?code=0.007&terms=2000000").await.text;
    assert!(long.contains("data-live=\"/sequences/live?code=0.007&amp;terms=2000000\""), "{long}");
    assert!(long.contains("&amp;wait=1"), "there is a way without script");
}

#[tokio::test]
async fn chapters_have_boards_that_move() {
    let chapter = get("/learn/nim").await;
    let moved = links(&chapter.text).into_iter().find(|link| link.contains("b1=nim+4+1")).unwrap();
    assert!(moved.ends_with("#b1"));
    let page = get(moved.split('#').next().unwrap()).await.text;
    assert!(page.contains("<code>nim 4 1</code>") || page.contains("<code>nim 1 4</code>"));
    assert!(page.contains("Start over"));
}

/// Each element of misère Kayles stands there with its smallest rows, and who wins them is what the definition says.
#[tokio::test]
async fn the_chapter_on_misere_kayles_tells_all_elements() {
    let page = get("/learn/misere-kayles").await.text;
    for told in [
        "<strong>40 boxes</strong>",
        "one of these 9,",
        "from the row of 71 on the same 12",
        "like a row of 76",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert!(page.contains("Kayles: products of 40 elements"));
    let all = page.split("All 40 elements").nth(1).unwrap().split("</details>").next().unwrap();
    let mut plain = PlainOutcomes::new(&"0.77".parse().unwrap());
    let (mut elements, mut second, mut played) = (0, 0, 0);
    for row in all.split("<tr>").skip(2) {
        let cells: Vec<&str> =
            row.split("<td>").skip(1).map(|cell| cell.split('<').next().unwrap()).collect();
        let rows: Vec<u64> = cells[1].split(" and ").filter_map(|row| row.parse().ok()).collect();
        let is_second = cells[2] == "the second player";
        (elements, second) = (elements + 1, second + usize::from(is_second));
        if rows.iter().sum::<u64>() <= 26 {
            assert_eq!(plain.is_p(&rows), is_second, "{rows:?}");
            played += 1;
        }
    }
    assert_eq!((elements, second), (40, 9));
    assert!(played > 20, "{played} elements were played out");
}

#[tokio::test]
async fn pages_are_as_they_were_reviewed() {
    for (name, address) in [
        ("analysis", "/analyse?position=nim+1+2+%2B+*1&winning=1"),
        ("mistake", "/analyse?position=nim+3+x5"),
        ("game", "/play?position=nim+1+2&moves=2:2%3E0+1:1%3E0"),
    ] {
        let page = get(address).await.text.replace("><", ">\n<");
        insta::assert_snapshot!(name, page);
    }
}
