//! The working of every game: what it claims is held to the definition.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Approach, Block, Convention, Explanation, GAMES, Method, Outcome, Position, Request};
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
    for game in GAMES {
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
    for game in GAMES {
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
