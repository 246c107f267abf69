//! Other people's rows, read where they are: the values that MCGS's own tests expect.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Limits, Nimber, Outcome, Position, Request, Run};
use std::path::PathBuf;

/// Where the project's shared data is: `GRUNDY_SHARED`, or the folder `shared` beside the workspace.
fn shared(file: &str) -> PathBuf {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
    std::env::var_os("GRUNDY_SHARED").map_or_else(beside, PathBuf::from).join(file)
}

/// What MCGS calls the games that Grundy has. In an impartial game either player may make either colour's
/// moves: that changes nothing in Kayles and in nimbers, and makes Cram of Domineering.
const GAMES: [(&str, &str); 5] = [
    ("[kayles]", "kayles"),
    ("[impartial kayles]", "kayles"),
    ("[nimber]", "nimber"),
    ("[impartial nimber]", "nimber"),
    ("[impartial domineering]", "cram"),
];

/// The terms in our notation, by nothing but the names of the games; none where another game is among them.
fn ours(terms: &str) -> Option<String> {
    let term = |term: &str| {
        let (theirs, ours) = GAMES.iter().find(|(theirs, _)| term.starts_with(theirs))?;
        Some(format!("{ours}{}", &term[theirs.len()..]))
    };
    Some(terms.split(" + ").map(term).collect::<Option<Vec<String>>>()?.join(" + "))
}

/// Whether the position has what MCGS expects of it; none where the limit came first.
fn agrees(text: &str, expected: &str, run: Run) -> Option<bool> {
    let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let answer = position.solve(&Request { named_moves: 0, run, ..Request::default() });
    let words: Vec<&str> = expected.split(' ').collect();
    match words.as_slice() {
        ["N", nimber] => Some(answer.nimber? == Nimber(nimber.parse().unwrap())),
        ["B" | "W", "win"] => Some(answer.outcome? == Outcome::N),
        ["B" | "W", "loss"] => Some(answer.outcome? == Outcome::P),
        ["winning", "moves", "B" | "W" | "N", "None"] => Some(answer.winning_count? == 0),
        ["winning", "moves", "B" | "W" | "N", moves @ ..] => {
            Some(answer.winning_count? == moves.len() as u128)
        }
        _ => panic!("{text}: what does `{expected}` mean?"),
    }
}

/// 1,225 nimbers and outcomes, and how many moves win in 30 rows more. A dozen and a half of boards are beyond a
/// limit of nodes that a test can afford; 20 s of search answer some of them.
#[test]
fn the_rows_of_mcgs_agree() {
    const MOST_NODES: u64 = 20_000;
    const MOST_STOPPED: usize = 16;
    let path = shared("data/peers/mcgs-impartial.tsv");
    let Ok(rows) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is not there; GRUNDY_SHARED tells another folder", path.display());
        return;
    };
    let rows: Vec<(String, &str)> = rows
        .lines()
        .filter(|row| !row.starts_with('#'))
        .filter_map(|row| row.split_once('\t'))
        .filter_map(|(terms, expected)| Some((ours(terms)?, expected)))
        .collect();
    assert_eq!(rows.len(), 1_255, "the rows of games that Grundy has");
    let (mut agreed, mut stopped) = (0, Vec::new());
    for (text, expected) in &rows {
        let run = Run::new(Limits { nodes: Some(MOST_NODES), ..Limits::default() });
        match agrees(text, expected, run) {
            Some(true) => agreed += 1,
            Some(false) => panic!("{text}: MCGS expects {expected}"),
            None => stopped.push(text),
        }
    }
    println!("{agreed} rows agree; stopped: {stopped:#?}");
    assert!(stopped.len() <= MOST_STOPPED, "{stopped:#?}");
    assert_eq!(agreed + stopped.len(), rows.len());
}
