//! Searches that are left and taken up again.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Convention, Goal, Limits, NotResumed, Position, Request, Run};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn within(nodes: u64) -> Request {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Request {
        run: Run::new(limits),
        goal: Goal::Nimber,
        convention: Some(Convention::Normal),
        ..Request::default()
    }
}

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

/// What is left of a search of a position after so many nodes.
fn left_after(text: &str, nodes: u64) -> Vec<u8> {
    let first = position(text);
    assert_eq!(first.solve(&within(nodes)).nimber, None, "{text}");
    let mut left = Vec::new();
    first.leave_search(&mut left).unwrap();
    left
}

/// Searches in pieces, each by another process, so to say. Returns the nimber, and the nodes of all pieces.
fn in_pieces(text: &str, nodes: u64) -> (u64, u64) {
    let (mut left, mut total) = (Vec::new(), 0);
    loop {
        let (again, request) = (position(text), within(nodes));
        if !left.is_empty() {
            again.resume_search(&mut left.as_slice(), &request.run).unwrap();
        }
        let answer = again.solve(&request);
        total += request.run.nodes();
        if let Some(nimber) = answer.nimber {
            return (nimber.0, total);
        }
        left.clear();
        again.leave_search(&mut left).unwrap();
    }
}

/// Whoever tells how a search was stopped looks the board up once more. That once made a full table twice as large, and
/// what was left of the search was refused within the same memory.
#[test]
fn a_search_with_a_full_table_goes_on_within_the_same_memory() {
    let limits = Limits { nodes: Some(100_000), memory: Some(1_500_000), ..Limits::default() };
    let request = |limits| Request { run: Run::new(limits), ..within(0) };
    let (first, again) = (position("cram 5x10"), position("cram 5x10"));
    assert_eq!(first.solve(&request(limits)).nimber, None);
    let mut left = Vec::new();
    first.leave_search(&mut left).unwrap();
    assert!(again.resume_search(&mut left.as_slice(), &Run::new(limits)).unwrap() > 10_000);
    assert_eq!(again.solve(&request(limits)).nimber, None);
}

#[test]
fn a_search_in_pieces_takes_no_more_nodes_than_one_that_is_not_left() {
    for text in ["cram 4x7", "cram 2x35", "boxing-match 6x6", "boxing-match 3x22"] {
        let request = within(u64::MAX);
        let whole = position(text).solve(&request).nimber.unwrap().0;
        let nodes = request.run.nodes();
        assert!(nodes > 100, "{text}: {nodes}");
        let (nimber, in_pieces) = in_pieces(text, nodes / 5);
        assert_eq!(nimber, whole, "{text}");
        assert!(in_pieces < nodes * 2, "{text}: {in_pieces} nodes in place of {nodes}");
    }
}

#[test]
fn sums_and_other_positions_of_the_games_go_on() {
    let left = left_after("cram 4x7 + cram 5x5 + boxing-match 4x4", 3_000);
    let (again, request) = (position("boxing-match 4x4 + cram 4x6"), within(u64::MAX));
    again.resume_search(&mut left.as_slice(), &request.run).unwrap();
    let plain = position("cram 4x6 + boxing-match 4x4").solve(&within(u64::MAX));
    assert_eq!(again.solve(&request).nimber, plain.nimber);
}

#[test]
fn files_of_other_games_or_none_are_refused() {
    let left = left_after("cram 4x7", 1_000);
    let read = |text: &str, bytes: &[u8]| position(text).resume_search(&mut &*bytes, &Run::unlimited());
    assert!(read("cram 4x7", &left).is_ok());
    let other = read("boxing-match 4x4", &left);
    assert!(matches!(&other, Err(NotResumed::OtherGames(game)) if game == "cram"), "{other:?}");
    assert!(matches!(read("cram 4x7 + boxing-match 4x4", &left), Err(NotResumed::NumberOfGames(1))));
    let longer = [&left[..], b"more"].concat();
    assert!(matches!(read("cram 4x7", &longer), Err(NotResumed::Damaged("it goes on after its end"))));
    let pressed = Run::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
    let stopped = position("cram 4x7").resume_search(&mut left.as_slice(), &pressed);
    assert!(matches!(stopped, Err(NotResumed::Stopped(_))), "{stopped:?}");
    let little = Run::new(Limits { memory: Some(10_000), ..Limits::default() });
    let too_large = position("cram 4x7").resume_search(&mut left.as_slice(), &little);
    assert!(matches!(too_large, Err(NotResumed::TooLarge(_))), "{too_large:?}");
    assert!(matches!(read("cram 4x7", b"no search"), Err(NotResumed::Damaged(_))));
    assert!(matches!(read("cram 4x7", b"GRUNDYHEAPS\n and so on"), Err(NotResumed::Damaged(_))));
    assert!(matches!(read("cram 4x7", &left[..left.len() - 1]), Err(NotResumed::Damaged(_))));
    let at_version = "GRUNDYSEARCH\n".len();
    let changed = |at: usize, byte: u8| {
        let mut changed = left.clone();
        changed[at] = byte;
        changed
    };
    assert!(matches!(read("cram 4x7", &changed(at_version, 9)), Err(NotResumed::Version(9))));
    assert!(matches!(read("cram 4x7", &changed(at_version + 8 + 2, 255)), Err(NotResumed::Damaged(_))));
    assert!(matches!(read("cram 4x7", &changed(at_version + 12, 7)), Err(NotResumed::Damaged(_))), "a bell");
    let at_identity = at_version + 12 + "cram".len();
    let other = read("cram 4x7", &changed(at_identity, !left[at_identity]));
    assert!(matches!(&other, Err(NotResumed::OtherRules(game)) if game == "cram"), "{other:?}");
}
