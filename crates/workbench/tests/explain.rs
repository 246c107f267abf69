//! The working of every game: what it claims is held to the definition.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Approach, Block, Convention, Explanation, Method, Outcome, Position, Request, Shelf};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;

/// So few moves, and the game tree is walked in no time.
const FEW_MOVES: u128 = 8;

/// Who wins, by moves and play alone; a strip with three in a row has no moves.
fn outcome(position: &Position, convention: Convention, known: &mut HashMap<String, Outcome>) -> Outcome {
    let text = position.to_string();
    if let Some(outcome) = known.get(&text) {
        return *outcome;
    }
    let labels = position.moves(usize::MAX);
    let leaves_p = |label: &String| outcome(&position.play(label).unwrap(), convention, known) == Outcome::P;
    let found = match labels.is_empty() {
        true => convention.outcome_without_moves(),
        false if labels.iter().any(leaves_p) => Outcome::N,
        false => Outcome::P,
    };
    known.insert(text, found);
    found
}

/// Where random play arrives from the example when few moves are left, and each position after that.
fn small_positions(example: &Position, seed: u64) -> Vec<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut position = example.clone();
    let mut found = Vec::new();
    loop {
        if position.count_moves() <= FEW_MOVES {
            found.push(position.clone());
        }
        let labels = position.moves(5000);
        if labels.is_empty() {
            return found;
        }
        position = position.play(&labels[random.random_range(0..labels.len())]).unwrap();
    }
}

/// All that is said in the steps.
fn words(explanation: &Explanation) -> String {
    let mut words = String::new();
    for step in &explanation.steps {
        words += &step.heading;
        for block in &step.blocks {
            match block {
                Block::Text(text) => words += text,
                other => words += &format!("{other:?}"),
            }
            words.push('\n');
        }
    }
    words
}

fn request(convention: Convention) -> Request {
    Request { convention: Some(convention), named_moves: usize::MAX, ..Request::default() }
}

/// Explains a position, and checks all that can be checked of any game's words.
fn explained(position: &Position, convention: Convention) -> Explanation {
    let explanation = position.explain(&request(convention), None).unwrap();
    let answer = &explanation.answer;
    let context = || format!("{position}, {convention} play: {}", words(&explanation));
    assert!(!explanation.steps.is_empty(), "{}", context());
    for step in &explanation.steps {
        assert!(!step.heading.is_empty(), "{}", context());
    }
    if answer.method != Method::Definition {
        assert!(!words(&explanation).contains("By the definition"), "{:?}: {}", answer.method, context());
    }
    if !position.is_over() {
        assert_eq!(answer.outcome == Some(Outcome::N), !answer.winning.is_empty(), "{}", context());
    }
    explanation
}

#[test]
fn every_example_is_explained_and_the_moves_it_names_win() {
    for game in Shelf::builtin().games() {
        let card = game.card();
        let example: Position = format!("{} {}", card.id, card.example).parse().unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let explanation = explained(&example, convention);
            for label in explanation.answer.winning.iter().take(20) {
                // Without the theorems that the working tells of.
                let by_search = Request { approach: Approach::Search, ..request(convention) };
                let left = example.play(label).unwrap().solve(&by_search);
                assert_eq!(left.outcome, Some(Outcome::P), "{example}, {convention} play: {label}");
            }
        }
    }
}

#[test]
fn small_positions_of_every_game_are_explained_as_the_definition_has_them() {
    for game in Shelf::builtin().games() {
        let card = game.card();
        let example: Position = format!("{} {}", card.id, card.example).parse().unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let mut known = HashMap::new();
            let mut won = 0;
            for position in (0..4).flat_map(|seed| small_positions(&example, seed)) {
                let answer = explained(&position, convention).answer;
                let context = format!("{position}, {convention} play");
                let labels = position.moves(usize::MAX);
                if labels.is_empty() {
                    // A strip with three in a row is won, whatever the convention of a last move says.
                    continue;
                }
                assert_eq!(answer.outcome, Some(outcome(&position, convention, &mut known)), "{context}");
                for label in &labels {
                    let left = outcome(&position.play(label).unwrap(), convention, &mut known);
                    let wins = left == Outcome::P;
                    assert_eq!(answer.winning.contains(label), wins, "{context}: {label}");
                    let told = words(&position.explain(&request(convention), Some(label)).unwrap());
                    assert_eq!(told.contains("it wins."), wins, "{context}: {label}\n{told}");
                    assert_eq!(told.contains("it loses"), !wins, "{context}: {label}\n{told}");
                }
                assert!(answer.winning.iter().all(|label| labels.contains(label)), "{context}");
                won += answer.winning.len();
            }
            assert!(won > 0, "{} has small positions to win", card.id);
        }
    }
}

#[test]
fn parts_are_named_as_they_lie_without_what_is_empty_around_them() {
    let named = |text: &str, convention| {
        let explanation = text.parse::<Position>().unwrap().explain(&request(convention), None).unwrap();
        let table = explanation.steps.iter().flat_map(|step| &step.blocks).find_map(|block| match block {
            Block::Table(table) if table.header[0] == "part" => Some(table),
            _ => None,
        });
        let table = table.unwrap_or_else(|| panic!("{text}: {}", words(&explanation)));
        table.rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>()
    };
    for convention in [Convention::Normal, Convention::Misere] {
        // Two dominoes and a tromino that stand upright, and a corner that is not turned.
        assert_eq!(named("2d-nim 10101/10101/00001", convention), ["2x1", "3x1"]);
        assert_eq!(named("cram 100011/100001/100001", convention), ["3x1", "../#./#."]);
        assert_eq!(named("boxing-match 1100/1100/1100/0000/0001", convention), ["1x1", "3x2"]);
    }
}

/// Where nobody can move there is nothing to search, to list or to answer: it is said who has won.
/// A heap of 0 stays in the notation, so that labels keep their numbers; tables say only what is left.
#[test]
fn tables_of_misere_play_show_what_is_left_and_no_empty_heaps() {
    for (text, rows) in [
        ("kayles 0 3 4", &["2:3>1,1 | 1 1 4 | a", "3:4>3 | 3 3 | b^2"][..]),
        ("subtraction set=1,2 5 4", &["1:5>3 | 3 4 | a", "2:4>2 | 5 2 | b^2"]),
        ("0.07 6 2", &["1:6>2,2 | 2 2 2 | a"]),
        ("kayles 5 + treblecross ......", &["1:1:2>0 | 1:2:2>0 | treblecross ......"]),
        ("nim 0 1 1 + cram 2x2", &["1:2:1>0 | 1:3:1>0 | cram ##/..", "2:r2c1-r2c2 | 1:2:1>0 | nim 1"]),
    ] {
        let explanation = explained(&text.parse().unwrap(), Convention::Misere);
        let blocks = explanation.steps.iter().flat_map(|step| &step.blocks);
        let told: Vec<String> = blocks
            .filter_map(|block| if let Block::Table(table) = block { Some(&table.rows) } else { None })
            .flat_map(|rows| rows.iter().map(|row| row.join(" | ")))
            .collect();
        for row in rows {
            assert!(told.iter().any(|told| told == row), "{text}: {row} of {told:?}");
        }
        let is_empty_heap =
            |row: &&String| row.rsplit(" | ").next().unwrap().split(' ').any(|word| word == "0");
        assert_eq!(told.iter().find(is_empty_heap), None, "{text}");
    }
}

#[test]
fn ended_games_and_last_moves_are_told_as_such() {
    let told = |text: &str, convention| explained(&text.parse().unwrap(), convention);
    let ended = [
        "nim 0",
        "*0",
        "bubbly -",
        "2d-nim 00/00",
        "boxing-match 0",
        "cram 101",
        "chomp 1",
        "kayles 0",
        "grundys-game 2",
        "treblecross XXX",
        "treblecross X",
        "hackenbush -",
        "",
        "nim 0 + cram 1",
        "treblecross XXX + nim 2",
    ];
    for (text, convention) in
        ended.iter().flat_map(|text| [(text, Convention::Normal), (text, Convention::Misere)])
    {
        let explanation = told(text, convention);
        let headings: Vec<_> = explanation.steps.iter().map(|step| &*step.heading).collect();
        assert_eq!(headings, ["The game is over"], "{text}, {convention} play");
        let has_won = words(&explanation).contains("has won");
        let next_wins = explanation.answer.outcome == Some(Outcome::N);
        // In normal play it is said of who has lost, but of a win at once, and so in misère play.
        let is_won_at_once = text.contains("XXX");
        assert_eq!(
            has_won,
            next_wins != is_won_at_once,
            "{text}, {convention} play: {}",
            words(&explanation)
        );
    }
    for text in [
        "2d-nim 10/00",
        "boxing-match 1",
        "cram 11/00",
        "chomp 2",
        "kayles 1",
        "treblecross X.X",
        "cram 1 + nim 1",
    ] {
        let explanation = told(text, Convention::Misere);
        assert_eq!(explanation.steps[0].heading, "The only move is the last one", "{text}");
        assert_eq!(explanation.steps.len(), 1, "{text}: nothing was searched: {}", words(&explanation));
    }
    let explanation = told("treblecross ..", Convention::Misere);
    assert_eq!(explanation.steps[0].heading, "After 1 the only move is the last one");

    // A term without moves changes nothing, and no empty table of its options is shown.
    let explanation = told("cram 1 + nim 1", Convention::Normal);
    assert!(words(&explanation).contains("Term 1, Cram: No move is left"), "{}", words(&explanation));
    assert!(!words(&explanation).contains("worth {}"), "{}", words(&explanation));
    let nothing: Position = "cram 1".parse().unwrap();
    assert!(nothing.explain(&request(Convention::Normal), Some("r1c1-r1c2")).is_err());
}
