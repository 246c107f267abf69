//! Bubbly against the plain definition, published values, and itself.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{
    Convention, Definition, Knowledge, Nimber, Notation, Outcome, Reader, Reading, Ruleset, Run, Tame, Target,
};
use grundy_games::Bubbly;
use grundy_games::bubbly::{Bubble, Forest, theorem, uniform_forest};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::HashSet;
use std::ops::ControlFlow;

const PUZZLES: &str = include_str!("../../../data/bubbly/mystery-hunt-2019.txt");
const COUNTS: &str = include_str!("../../../data/bubbly/counts.csv");

fn lines(data: &'static str) -> impl Iterator<Item = &'static str> {
    data.lines().filter(|line| !line.starts_with('#'))
}

/// The winning pops by the theorem.
fn winners(forest: &Forest, convention: Convention) -> Vec<Bubble> {
    let target = match convention {
        Convention::Normal => Target::exactly(Nimber::ZERO),
        Convention::Misere => Target::misere(Tame::ZERO),
    };
    let mut winners = Vec::new();
    let found = Bubbly.moves_to(forest, target, &mut |bubble| {
        winners.push(bubble);
        ControlFlow::<()>::Continue(())
    });
    assert!(found.is_some(), "the theorem lists all pops");
    winners
}

/// Every ordered forest of `size` bubbles.
fn all_forests(size: usize) -> Vec<Forest> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        all = all
            .into_iter()
            .flat_map(|depths: Vec<u32>| {
                let most = depths.last().map_or(0, |last| last + 1);
                (0..=most).map(move |next| [depths.as_slice(), &[next]].concat())
            })
            .collect();
    }
    all.into_iter().map(Forest::from_depths).collect()
}

/// Value, outcomes and the full lists of winners, by the theorem and by moves and mex alone.
fn agree(definition: &mut Definition<'_, Bubbly>, forest: &Forest) {
    let run = Run::unlimited();
    assert_eq!(definition.nimber(forest, &run).unwrap(), Some(theorem::nimber(forest)), "{forest:?}");
    let misere = definition.outcome(forest, Convention::Misere, &run).unwrap();
    assert_eq!(misere, Bubbly.tame(forest).unwrap().misere_outcome(), "{forest:?}");
    for convention in [Convention::Normal, Convention::Misere] {
        let by_definition = definition.winning_moves(forest, convention, &run).unwrap();
        assert_eq!(winners(forest, convention), by_definition, "{convention} {forest:?}");
    }
}

#[test]
fn the_definition_agrees_on_every_forest_of_up_to_nine_bubbles() {
    let mut definition = Definition::new(&Bubbly);
    let mut count = 0;
    for size in 0..=9 {
        for forest in all_forests(size) {
            agree(&mut definition, &forest);
            count += 1;
        }
    }
    assert_eq!(count, 6918, "the sum of the Catalan numbers to 4862");
}

#[test]
fn the_definition_agrees_on_ten_thousand_random_forests_of_up_to_sixteen() {
    let agree_on = |seed: u64| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..50 {
            // What one sample has met helps the next ones; now and then the memory is given back.
            let mut definition = Definition::new(&Bubbly);
            for _ in 0..50 {
                let size = random.random_range(1..=16);
                agree(&mut definition, &uniform_forest(size, &mut random));
            }
        }
    };
    std::thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || agree_on(seed));
        }
    });
}

#[test]
fn the_published_puzzles_have_their_published_answers() {
    let mut answers = Vec::new();
    for line in lines(PUZZLES) {
        let (text, letters) = line.split_once(' ').unwrap();
        let mut reader = Reader::with(text, Reading { lenient: true, ..Reading::default() });
        let forest = Bubbly.parse(&mut reader).unwrap();
        let found = winners(&forest, Convention::Normal);
        // Labels as printed: the sixth puzzle has M twice, but no M wins there.
        assert_eq!(Bubbly.labels(&forest, &found).concat(), letters);
        answers.push((letters, theorem::nimber(&forest).0, reader.take_notes().len()));
    }
    assert_eq!(answers.len(), 7);
    assert_eq!(answers[0], ("EI", 9, 1), "one parenthesis too many is skipped, the value is 9");
    assert_eq!(answers[1], ("CSH", 7, 0));
    assert!(answers[1..].iter().all(|(_, _, notes)| *notes == 0));
}

#[test]
fn strictly_read_the_first_puzzle_is_refused_at_its_37th_character() {
    let text = lines(PUZZLES).next().unwrap().split(' ').next().unwrap();
    let error = Bubbly.parse(&mut Reader::new(text)).unwrap_err();
    assert_eq!(error.span, 36..37);
    assert!(error.message.contains("character 37"));
}

#[test]
fn forests_and_p_positions_are_as_many_as_published() {
    for line in lines(COUNTS).take(12) {
        let expected: Vec<usize> = line.split(',').map(|number| number.parse().unwrap()).collect();
        let forests: HashSet<Forest> =
            all_forests(expected[0]).into_iter().map(|forest| Bubbly.canon(forest)).collect();
        let count = |is_counted: &dyn Fn(&Forest) -> bool| forests.iter().filter(|f| is_counted(f)).count();
        let found = [
            expected[0],
            forests.len(),
            count(&|forest| theorem::nimber(forest).is_zero()),
            count(&|forest| Bubbly.tame(forest).unwrap().misere_outcome() == Outcome::P),
            count(&|forest| forest.roots().count() == 1 && theorem::nimber(forest) == Nimber(1)),
        ];
        assert_eq!(found.as_slice(), expected);
    }
}

#[test]
fn no_single_bubble_tree_is_worth_nothing_and_a_chain_is_worth_its_length() {
    for size in 1..=10 {
        let trees = all_forests(size).into_iter().filter(|forest| forest.roots().count() == 1);
        assert!(trees.into_iter().all(|tree| !theorem::nimber(&tree).is_zero()));
        assert_eq!(theorem::nimber(&Forest::from_depths((0..size as u32).collect())), Nimber(size as u64));
    }
}

#[test]
fn a_million_bubbles_and_a_chain_a_million_deep_are_read_solved_and_written() {
    let chain = format!("{}{}", "(".repeat(1_000_000), ")".repeat(1_000_000));
    let forest = Bubbly.parse(&mut Reader::new(&chain)).unwrap();
    assert_eq!(theorem::nimber(&forest), Nimber(1_000_000));
    // Popping the innermost pops all.
    assert_eq!(winners(&forest, Convention::Normal), [Bubble(999_999)]);
    assert_eq!(Bubbly.format(&forest), chain);

    let flat = "()".repeat(1_000_000);
    let forest = Bubbly.parse(&mut Reader::new(&flat)).unwrap();
    assert_eq!(theorem::nimber(&forest), Nimber(0));
    assert_eq!(winners(&forest, Convention::Misere).len(), 1_000_000);
}

#[test]
fn a_label_that_is_repeated_gets_its_place() {
    let forest = Bubbly.parse(&mut Reader::new("(M(K))(M)()(B#2)")).unwrap();
    let all: Vec<Bubble> = forest.bubbles().collect();
    assert_eq!(Bubbly.labels(&forest, &all), ["M#1", "K", "M#3", "#4", "B#2#5"]);
    let error = Bubbly.parse_move(&forest, "M").unwrap_err();
    assert_eq!(error.help.unwrap(), "add the place in reading order: `M#1` or `M#3`");
}

#[test]
fn mistakes_are_told_with_their_place_and_a_remedy() {
    let told = |text: &str| {
        let error = Bubbly.parse(&mut Reader::new(text)).unwrap_err();
        (error.message, error.span, error.help.unwrap())
    };
    let (message, span, help) = told("(A(B)");
    assert_eq!(message, "1 bubble is never closed; the innermost opens here (character 1 of the forest)");
    assert_eq!((span, help.as_str()), (0..1, "close it with `)`"));
    let (message, span, _) = told("(A)(B(C(D)");
    assert_eq!(message, "2 bubbles are never closed; the innermost opens here (character 6 of the forest)");
    assert_eq!(span, 5..6);
    assert_eq!(told("A(B)").1, 0..1);
    assert_eq!(told("(A B)").0, "`B` is no label here");
    assert_eq!(told("((A)B)").1, 4..5);
    assert_eq!(told("(A\u{1b}[31m)").0, "a label cannot hold the control character \\u{1b}");
}

const PLACED: &str = include_str!("../src/bubbly/mystery-hunt-2019-placed.txt");

/// Seed 001, line 10: "If you read the letters assigned to each bubble from left to right, top to bottom, they spell
/// ANSWER RELIEF PITCHER." The places are ours; forests, labels and winners are those that were published.
#[test]
fn the_placed_forests_of_the_hunt_are_those_that_were_published() {
    let placed: Vec<Forest> = lines(PLACED)
        .map(|line| Bubbly.parse(&mut Reader::new(line.strip_prefix("bubbly ").unwrap())).unwrap())
        .collect();
    let published: Vec<&str> = lines(PUZZLES).collect();
    assert_eq!((placed.len(), published.len()), (7, 7));
    for (placed, published) in placed.iter().zip(published) {
        let text = published.split(' ').next().unwrap();
        let reading = Reading { lenient: true, ..Reading::default() };
        let forest = Bubbly.parse(&mut Reader::with(text, reading)).unwrap();
        assert_eq!(placed.depths(), forest.depths(), "{text}");
        assert!(forest.bubbles().all(|bubble| placed.label(bubble) == forest.label(bubble)), "{text}");
        let written = Bubbly.format(placed);
        assert_eq!(Bubbly.parse(&mut Reader::new(&written)).unwrap(), *placed);
    }
}

#[test]
fn circles_are_read_with_what_contains_what() {
    let read = |text: &str| Bubbly.parse(&mut Reader::new(text));
    // Seed 000, lines 53 to 73: E with G inside top left, the nest of four bottom left, I on the right.
    let text =
        "0 0 9 E / 0 1 4 G / 0 40 9 H / 0 40 7 V / 0 40 5 P / 0 40 3 R / 50 20 30 I / 40 20 12 T / 62 20 8 F";
    let forest = read(text).unwrap();
    let nested = Bubbly.parse(&mut Reader::new("(E(G))(H(V(P(R))))(I(T)(F))")).unwrap();
    assert_eq!(forest.depths(), nested.depths());
    assert_eq!(Bubbly.format(&forest), text);
    // The smaller circle may be given first: it follows what contains it.
    assert_eq!(Bubbly.format(&read("0 1 4 G\n0 0 9 E\n").unwrap()), "0 0 9 E / 0 1 4 G");
    // What is popped leaves the others where they are.
    let popped = Bubbly.play(&forest, &Bubbly.parse_move(&forest, "R").unwrap());
    assert_eq!(Bubbly.format(&popped), "0 0 9 E / 0 1 4 G / 50 20 30 I / 40 20 12 T / 62 20 8 F");
    for (wrong, message, span) in [
        ("0 0 10 A / 15 0 10 B", "B (at 15 0 10) overlaps A (at 0 0 10)", 11..20),
        ("0 0 10 A / 0 0 10 B", "B (at 0 0 10) is the same circle as A (at 0 0 10)", 11..19),
        ("0 0 A", "`A` is no number", 4..5),
        ("0 0", "the radius of this circle is missing", 0..3),
        ("0 0 0 A", "a circle has a radius above 0", 4..5),
        ("0 0 5 A B", "`B` is left over: the circle has ended before it", 8..9),
        ("0 0 5 A /", "a circle is missing here", 9..9),
        ("0 0 5 (", "this cannot stand in a label", 6..7),
        ("1e9 0 5 A", "`1e9` is no number", 0..3),
    ] {
        let error = read(wrong).unwrap_err();
        assert_eq!((error.message.as_str(), error.span), (message, span), "{wrong}");
    }
    assert!(read("0 0 10 A / 20 0 10 B").is_ok(), "circles may touch");
}
