//! Other people's rows, read where they are: the values that MCGS's own tests expect.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Limits, Nimber, Outcome, Position, Request, Run};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

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

/// How many of all rows are of games that Grundy has.
const ROWS: usize = 4_059;

/// What MCGS calls boards with stones of two colours.
const BOARDS: [(&str, &str); 8] = [
    ("[impartial amazons]", "amazons"),
    ("[impartial cannibal_clobber]", "cannibal-clobber"),
    ("[impartial clobber]", "clobber"),
    ("[impartial clobber_1xn]", "clobber-1xn"),
    ("[impartial elephants]", "elephants"),
    ("[impartial fission]", "fission"),
    ("[impartial nogo]", "nogo"),
    ("[impartial nogo_1xn]", "nogo"),
];

/// Others, with what begins their boards.
const OTHERS: [(&str, &str); 2] = [
    ("[impartial toppling_dominoes] ", "toppling-dominoes "),
    ("[impartial gen_toads] 1,1,0,0:", "toad-steps "),
];

/// The terms in our notation, by nothing but the names of the games; none where another game is among them.
fn ours(terms: &str, games: &[(&str, &str)]) -> Option<String> {
    let term = |term: &str| {
        let (theirs, ours) = games.iter().find(|(theirs, _)| term.starts_with(theirs))?;
        let board = &term[theirs.len()..];
        Some(match *ours {
            "toad-steps " => format!("{ours}{}", board.replace('X', "t").replace('O', "f")),
            _ => format!("{ours}{board}"),
        })
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
        // Moves that topple the same dominoes from both sides are one move here.
        ["winning", "moves", ..] if text.starts_with("toppling-dominoes") => Some(answer.winning_count? > 0),
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
        .filter_map(|(terms, expected)| Some((ours(terms, &GAMES)?, expected)))
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

/// The rows of all games, 4,000 and more, of which these are a sample; `GRUNDY_PEERS_TIME=0.3` asks all of them, for so
/// many seconds each, and tells how many are answered.
#[test]
fn the_rows_of_boards_agree() {
    const MOST_NODES: u64 = 12_000;
    const ONE_OF: usize = 29;
    let path = shared("data/peers/mcgs-impartial.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is not there; GRUNDY_SHARED tells another folder", path.display());
        return;
    };
    let games = [&GAMES[..], &BOARDS, &OTHERS].concat();
    let all: Vec<(&str, &str)> =
        text.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once('\t')).collect();
    let rows: Vec<(&str, String, &str)> = all
        .iter()
        .filter_map(|&(terms, expected)| Some((terms.split(']').next()?, ours(terms, &games)?, expected)))
        .collect();
    assert_eq!((all.len(), rows.len()), (4_119, ROWS), "the rows, and those of games that Grundy has");
    let seconds: Option<f64> = std::env::var("GRUNDY_PEERS_TIME").ok().and_then(|text| text.parse().ok());
    let limits = Limits {
        nodes: seconds.is_none().then_some(MOST_NODES),
        time: seconds.map(Duration::from_secs_f64),
        ..Limits::default()
    };
    let step = if seconds.is_some() { 1 } else { ONE_OF };
    // For each game the rows that agree and those that were stopped.
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (game, text, expected) in rows.iter().step_by(step) {
        let count = counts.entry(game).or_default();
        match agrees(text, expected, Run::new(limits)) {
            Some(true) => count.0 += 1,
            Some(false) => wrong.push(format!("{text}: MCGS expects {expected}")),
            None => count.1 += 1,
        }
    }
    let (agreed, stopped) = counts.values().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    println!("{agreed} rows agree, {stopped} are stopped: {counts:#?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seconds.is_some() || agreed * 10 >= 9 * (agreed + stopped), "{counts:?}");
}
