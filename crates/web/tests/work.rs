//! Work: shared, limited, stopped, and never in the way of small questions.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod common;

use axum::body::Body;
use common::{request, send, with};
use grundy_web::Allowance;
use std::time::Duration;

/// Misere play of Grundy's game on such heaps is far beyond what a test waits for.
fn hard(number: usize) -> String {
    format!("/api/solve?position=grundys-game+70+71+{}&convention=misere", 72 + number)
}

fn patient() -> Allowance {
    let mut allowance = Allowance { hard: 1, places: 4, ..Allowance::default() };
    (allowance.second.time, allowance.second.memory) = (None, None);
    allowance
}

async fn until(mut holds: impl FnMut() -> bool) {
    while !holds() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_requests_at_the_same_time_cost_one() {
    let mut allowance = patient();
    allowance.second.nodes = Some(2_000);
    let (site, jobs) = with(allowance);
    let asked: Vec<_> = (0..8)
        .map(|_| {
            let site = site.clone();
            tokio::spawn(
                async move { send(&site, request(&hard(0)).body(Body::empty()).unwrap()).await.text },
            )
        })
        .collect();
    let mut replies = Vec::new();
    for reply in asked {
        replies.push(reply.await.unwrap());
    }
    assert_eq!(jobs.tries(), 2, "one first try and one second");
    assert!(replies[0].contains(r#""stopped":"nodes""#), "{}", replies[0]);
    assert!(replies.iter().all(|reply| *reply == replies[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_who_leaves_stops_the_work() {
    let (site, jobs) = with(patient());
    let ask = || {
        let site = site.clone();
        tokio::spawn(async move { send(&site, request(&hard(0)).body(Body::empty()).unwrap()).await.status })
    };
    let (first, second) = (ask(), ask());
    until(|| jobs.tries() == 2 && jobs.at_work() == 1).await;
    first.abort();
    assert!(first.await.is_err());
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(jobs.at_work(), 1, "the second still waits");
    second.abort();
    until(|| jobs.at_work() == 0).await;
    // Asked again, it is begun anew.
    let again = ask();
    until(|| jobs.tries() == 4).await;
    again.abort();
    until(|| jobs.at_work() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_hard_questions_leaves_small_ones_answered() {
    let (site, jobs) = with(patient());
    let flood: Vec<_> = (0..24)
        .map(|number| {
            let site = site.clone();
            tokio::spawn(async move {
                send(&site, request(&hard(number)).body(Body::empty()).unwrap()).await.status
            })
        })
        .collect();
    until(|| jobs.tries() >= 24 && jobs.at_work() == 1).await;
    for heap in 0..50 {
        let address = format!("/analyse?position=nim+3+5+{heap}");
        let small = send(&site, request(&address).body(Body::empty()).unwrap()).await;
        assert_eq!(small.status, 200);
    }
    // Beyond the places in the queue, one is told to come back; the others still wait.
    until(|| flood.iter().filter(|asked| asked.is_finished()).count() == 20).await;
    for asked in flood {
        if asked.is_finished() {
            assert_eq!(asked.await.unwrap(), 503);
        } else {
            asked.abort();
        }
    }
    until(|| jobs.at_work() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_end_work_with_what_is_known() {
    let mut allowance = patient();
    allowance.second.time = Some(Duration::from_millis(80));
    let (site, _) = with(allowance);
    let page = hard(0).replace("/api/solve", "/analyse");
    let reply = send(&site, request(&page).body(Body::empty()).unwrap()).await;
    assert_eq!(reply.status, 200);
    assert!(reply.text.contains("Not decided in the time"), "{}", reply.text);
    let game = hard(0).replace("/api/solve", "/play");
    let reply = send(&site, request(&(game + "&first=computer")).body(Body::empty()).unwrap()).await;
    assert_eq!(reply.status, 303, "it makes some move");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_sequences_tell_their_progress_and_end() {
    let (site, jobs) = with(patient());
    let live =
        send(&site, request("/sequences/live?code=0.007&terms=40000").body(Body::empty()).unwrap()).await;
    assert_eq!(live.header("content-type"), "text/event-stream");
    assert!(live.text.contains("event: progress") && live.text.contains("event: done"), "{}", live.text);
    assert!(live.text.contains("<svg"));
    until(|| jobs.at_work() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_wait_and_listen_and_small_questions_are_answered() {
    let (site, jobs) = with(Allowance { waiting: 2, ..patient() });
    let ask = |address: String| {
        let site = site.clone();
        tokio::spawn(async move { send(&site, request(&address).body(Body::empty()).unwrap()).await.status })
    };
    let waits = ask(hard(0));
    until(|| jobs.tries() == 2 && jobs.at_work() == 1).await;
    let listens = ask("/sequences/live?code=0.007&terms=4000000".to_owned());
    until(|| jobs.waiting() == 2).await;
    for too_many in [hard(0), hard(1), "/sequences/live?code=0.007&terms=3999999".to_owned()] {
        assert_eq!(ask(too_many).await.unwrap(), 503);
    }
    assert_eq!(ask("/api/solve?position=nim+3+5".to_owned()).await.unwrap(), 200);
    for task in [waits, listens] {
        task.abort();
    }
    until(|| jobs.waiting() == 0).await;
}
