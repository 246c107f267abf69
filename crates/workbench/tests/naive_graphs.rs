//! Random files of graphs: the moves, the nimbers and the misère outcomes are those of the rules as the checker reads
//! them from the text.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_check::rules::{NaiveGraph, NaiveGraphs};
use grundy_core::{Convention, Definition, Limits, Notation, Reader, Ruleset, Run, laws};
use grundy_own::{GraphFile, GraphGame, Net, RulesFile};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Random files; more with `GRUNDY_RANDOM_FILES`.
const FILES: u64 = 150;

fn files() -> u64 {
    std::env::var("GRUNDY_RANDOM_FILES").ok().and_then(|count| count.parse().ok()).unwrap_or(FILES)
}

fn pick<'w>(dice: &mut ChaCha8Rng, words: &[&'w str]) -> &'w str {
    words[dice.random_range(0..words.len())]
}

fn condition(dice: &mut ChaCha8Rng, names: &[&str]) -> String {
    let compare = |dice: &mut ChaCha8Rng| {
        let left = match dice.random_range(0..4) {
            0 => format!("{} % {}", pick(dice, names), dice.random_range(2..4)),
            1 => format!("{} + {}", pick(dice, names), pick(dice, names)),
            _ => pick(dice, names).to_owned(),
        };
        format!("{left} {} {}", pick(dice, &["=", "!=", "<", "<=", ">", ">="]), dice.random_range(0..4))
    };
    match dice.random_range(0..4) {
        0 => format!("{} and {}", compare(dice), compare(dice)),
        1 => format!("{} or not {}", compare(dice), compare(dice)),
        _ => compare(dice),
    }
}

fn file(dice: &mut ChaCha8Rng) -> String {
    let mut text = "game a\ngraph\n".to_owned();
    for _ in 0..dice.random_range(1..4) {
        let thing = pick(
            dice,
            &["edge", "edge with ends", "edge with neighbours", "vertex", "vertex with neighbours"],
        );
        let names: &[&str] = if thing.starts_with("edge") { &["degree", "low", "high"] } else { &["degree"] };
        text += &format!("take {thing}");
        if dice.random_range(0..2) == 0 {
            text += &format!(" if {}", condition(dice, names));
        }
        text += "\n";
    }
    text
}

/// A few edges between a few vertices, parallel ones and loops among them, and lone vertices.
fn graph(dice: &mut ChaCha8Rng) -> String {
    const NAMES: [&str; 6] = ["1", "2", "10", "b", "a", "0"];
    let count = dice.random_range(2..=6);
    let mut words: Vec<String> = Vec::new();
    for _ in 0..dice.random_range(1..7) {
        let (one, other) = (dice.random_range(0..count), dice.random_range(0..count));
        if one != other || dice.random_range(0..3) == 0 {
            words.push(format!("{}-{}", NAMES[one], NAMES[other]));
        }
    }
    words.extend((0..dice.random_range(0..2)).map(|_| NAMES[dice.random_range(0..6)].to_owned()));
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

/// The rules as the checker reads them.
struct Naive<'n>(&'n NaiveGraphs);

impl Ruleset for Naive<'_> {
    type Position = NaiveGraph;
    type Move = NaiveGraph;

    fn moves<B>(&self, at: &NaiveGraph, visit: impl FnMut(NaiveGraph) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.moves(at).into_values().try_for_each(visit)
    }

    fn play(&self, _: &NaiveGraph, left: &NaiveGraph) -> NaiveGraph {
        left.clone()
    }

    fn moves_left(&self, _: &NaiveGraph) -> u128 {
        u128::MAX
    }
}

/// What each move leaves, by its label.
fn moves(game: &GraphGame, at: &Net) -> BTreeMap<String, NaiveGraph> {
    let mut found = BTreeMap::new();
    let _ = game.moves(at, |mv| {
        let left: NaiveGraph = game.format(&game.play(at, &mv)).parse().unwrap();
        assert!(found.insert(game.label(at, &mv), left).is_none(), "a label twice");
        ControlFlow::<()>::Continue(())
    });
    found
}

#[test]
fn random_files_have_the_moves_and_values_of_their_text() {
    let (mut positions, mut moved, mut valued) = (0, 0, 0);
    for seed in 0..files() {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let text = file(&mut dice);
        let naive = NaiveGraphs::read(&text).unwrap_or_else(|told| panic!("{told}\n{text}"));
        let game = GraphFile::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).game();
        let (table, sums, theorems) =
            (TranspositionTable::default(), MisereTable::default(), Theorems(&game));
        for _ in 0..3 {
            let notation = graph(&mut dice);
            let told = || format!("at {notation} of\n{text}");
            let at = game.parse(&mut Reader::new(&notation)).unwrap();
            let plain: NaiveGraph = game.format(&at).parse().unwrap();
            let found = moves(&game, &at);
            assert_eq!(found, naive.moves(&plain), "{}", told());
            laws::check(&game, &at).unwrap_or_else(|broken| panic!("{broken}\n{}", told()));
            (positions, moved) = (positions + 1, moved + found.len());
            let few = || Run::new(Limits { nodes: Some(20_000), ..Limits::default() });
            let rules = Naive(&naive);
            let mut definition = Definition::new(&rules);
            let (Ok(nimber), Ok(outcome)) =
                (definition.nimber(&plain, &few()), definition.outcome(&plain, Convention::Misere, &few()))
            else {
                continue;
            };
            let run = Run::unlimited();
            assert_eq!(MexSolver::new(&game, &theorems, &table).nimber(&at, &run).ok(), nimber, "{}", told());
            assert_eq!(
                MisereSolver::new(&game, &theorems, &sums).outcome(&at, &run),
                Ok(outcome),
                "{}",
                told()
            );
            valued += 1;
        }
    }
    println!("{} files, {positions} positions, {moved} moves, {valued} valued", files());
    assert!(valued > positions * 9 / 10 && moved > positions);
}

#[test]
fn the_files_that_ship_have_the_same_moves() {
    for shipped in RulesFile::shipped() {
        let RulesFile::Graph(file) = &shipped else { continue };
        let naive = NaiveGraphs::read(shipped.text()).unwrap();
        assert_eq!((naive.name(), naive.is_misere()), (file.name(), false));
        for text in ["petersen", "grid(3,3) 9-x", "star(4) a-a a-b"] {
            let game = file.game();
            let at = game.parse(&mut Reader::new(text)).unwrap();
            assert_eq!(
                moves(&game, &at),
                naive.moves(&game.format(&at).parse().unwrap()),
                "{} {text}",
                file.name()
            );
        }
    }
}
