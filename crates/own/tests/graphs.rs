//! Games on graphs: published values, laws, and mistakes.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{
    Convention, Definition, Listing, Marks, Notation, Parameters, Reader, Ruleset, Run, Show, laws,
};
use grundy_heaps::{Code, Sequence};
use grundy_own::{BoardFile, GraphFile, GraphGame, Net, RulesFile};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};

fn shipped(name: &str) -> GraphGame {
    match RulesFile::shipped().into_iter().find(|file| file.name() == name) {
        Some(RulesFile::Graph(file)) => file.game(),
        _ => panic!("{name} ships"),
    }
}

fn game(takes: &str) -> GraphGame {
    let text = format!("game a\ngraph\n{takes}");
    GraphFile::read(&text).unwrap_or_else(|error| panic!("{error}: {text}")).game()
}

fn read(game: &GraphGame, text: &str) -> Net {
    let mut reader = Reader::new(text);
    let at = game.parse(&mut reader).unwrap_or_else(|error| panic!("{text}: {error}"));
    reader.expect_end().unwrap();
    at
}

fn nimber(game: &GraphGame, text: &str) -> u64 {
    let (table, theorems) = (TranspositionTable::default(), Theorems(game));
    MexSolver::new(game, &theorems, &table).nimber(&read(game, text), &Run::unlimited()).unwrap().0
}

/// The nimbers of the heaps 0 to `most` of a code.
fn heaps(code: &str, most: usize) -> Vec<u64> {
    let code: Code = code.parse().unwrap();
    let (mut sequence, terms) = (Sequence::new(&code), most as u64 + 1);
    sequence.extend_to(terms, &Run::unlimited()).unwrap();
    sequence.nimbers(terms).unwrap().into_iter().map(u64::from).collect()
}

#[test]
fn paths_have_the_nimbers_of_their_codes() {
    let (node, arc) = (shipped("node-kayles"), shipped("arc-kayles"));
    let (dawsons_chess, dawsons_kayles) = (heaps("0.137", 60), heaps("0.07", 60));
    let (kayles, grim) = (shipped("graph-kayles"), shipped("grim"));
    let (pins, halves) = (heaps("0.77", 40), heaps("0.37", 40));
    for n in 1..=40 {
        let path = format!("path({n})");
        assert_eq!(nimber(&node, &path), dawsons_chess[n], "Node Kayles, {path}");
        assert_eq!(nimber(&arc, &path), dawsons_kayles[n], "Arc Kayles, {path}");
        assert_eq!(nimber(&kayles, &path), pins[n], "Kayles, {path}");
        assert_eq!(nimber(&grim, &path), halves[n - 1], "Grim, {path}");
    }
}

/// A move on a cycle leaves one path; one in Petersen's graph leaves a cycle of six.
#[test]
fn node_kayles_on_families_has_the_values_that_follow_from_one_move() {
    let node = shipped("node-kayles");
    let path = heaps("0.137", 60);
    for n in 3..=60 {
        let wanted = u64::from(path[n - 3] == 0);
        assert_eq!(nimber(&node, &format!("cycle({n})")), wanted, "cycle({n})");
    }
    assert_eq!(nimber(&node, "petersen"), u64::from(nimber(&node, "cycle(6)") == 0));
    for n in 1..=12 {
        assert_eq!(nimber(&node, &format!("complete({n})")), 1);
        for other in 1..=9 {
            let wanted = match (n % 2, other % 2) {
                (1, 1) => 1,
                (0, 0) => 0,
                _ => 2,
            };
            assert_eq!(nimber(&node, &format!("complete({n},{other})")), wanted, "{n}, {other}");
        }
    }
    // From three dimensions on the answer is the opposite vertex, which is too far away to be lost.
    assert_eq!(["cube(0)", "cube(1)", "cube(2)", "cube(3)"].map(|cube| nimber(&node, cube)), [1, 1, 0, 0]);
}

/// OEIS A316632: grids of three rows; its comments give two rows and four.
#[test]
fn node_kayles_on_grids_has_the_published_values() {
    const THREE_ROWS: [u64; 9] = [2, 1, 1, 0, 3, 3, 2, 2, 2];
    let node = shipped("node-kayles");
    for (columns, wanted) in (1..).zip(THREE_ROWS) {
        assert_eq!(nimber(&node, &format!("grid(3,{columns})")), wanted, "3x{columns}");
    }
    for columns in 1..=8_u64 {
        assert_eq!(nimber(&node, &format!("grid(2,{columns})")), columns % 2, "2x{columns}");
    }
    for columns in 1..=5 {
        assert_eq!(nimber(&node, &format!("grid(4,{columns})")), 0, "4x{columns}");
    }
}

/// The same game as patterns on a board.
#[test]
fn node_kayles_on_grids_has_the_values_of_the_board() {
    let node = shipped("node-kayles");
    let board =
        BoardFile::shipped().iter().find(|file| file.name() == "node-kayles-grid").unwrap().game().clone();
    let (table, theorems) = (TranspositionTable::default(), Theorems(&board));
    let solver = MexSolver::new(&board, &theorems, &table);
    for (rows, columns) in [(1, 7), (2, 2), (2, 5), (3, 3), (3, 4), (4, 4), (3, 5), (2, 9)] {
        let at = board.parse(&mut Reader::new(&format!("{rows}x{columns}"))).unwrap();
        let wanted = solver.nimber(&at, &Run::unlimited()).unwrap().0;
        assert_eq!(nimber(&node, &format!("grid({rows},{columns})")), wanted, "{rows}x{columns}");
    }
}

#[test]
fn every_game_of_graphs_that_ships_obeys_the_laws() {
    let mut count = 0;
    for shipped in RulesFile::shipped() {
        let RulesFile::Graph(file) = shipped else { continue };
        count += 1;
        let game = file.rules(&Parameters::default()).unwrap();
        assert!(file.spec().rules.iter().all(|rule| rule.say.is_some()), "{}", file.name());
        let example = read(&game, &file.example());
        assert!(game.count_moves(&example) > 0, "{}", file.name());
        for text in [
            &*file.example(),
            "-",
            "x",
            "a-b b-c c-a c-d e-e e-f",
            "1-2 1-2 2-3 7 9",
            "star(4) 1-1",
            "0-1 01-1",
        ] {
            let at = read(&game, text);
            laws::check(&game, &at).unwrap_or_else(|broken| panic!("{}, {text}: {broken}", file.name()));
            assert!(game.draw(&at, &Marks::default()).svg().contains("</svg>"), "{}", file.name());
        }
    }
    assert!(count >= 4, "{count}");
}

/// All small rules on all small graphs, whole and without what is derived.
#[test]
fn nimbers_and_misere_outcomes_are_those_of_the_definition() {
    let rules = [
        "take vertex\n",
        "take vertex with neighbours\n",
        "take edge\n",
        "take edge with ends\n",
        "take edge with neighbours\n",
        "take vertex if degree % 2 = 0\n",
        "take vertex with neighbours if degree < 3\n",
        "take edge if degree % 2 = 1\n",
        "take edge with ends if low = 1 or high > 2\n",
        "take vertex\ntake edge with ends\n",
        "take vertex\ntake vertex with neighbours\n",
        "take edge\ntake edge with ends\ntake edge with neighbours\ntake vertex with neighbours if degree > 1\n",
    ];
    let mut graphs: Vec<String> =
        (0..24).map(|seed| format!("random({},{},{seed})", 3 + seed % 4, 30 + seed)).collect();
    graphs.extend(
        ["1-2 1-2 2-3 3-3", "1-1 1-1 1-2", "a-b b-c c-d b-d x y-z", "path(6)", "star(5)", "cycle(5) 1-6"]
            .map(str::to_owned),
    );
    for takes in rules {
        let game = game(takes);
        let (table, theorems, sums) =
            (TranspositionTable::default(), Theorems(&game), MisereTable::default());
        let (solver, misere) =
            (MexSolver::new(&game, &theorems, &table), MisereSolver::new(&game, &theorems, &sums));
        for text in &graphs {
            let (at, run) = (read(&game, text), Run::unlimited());
            let mut definition = Definition::new(&game);
            assert_eq!(solver.nimber(&at, &run).map(Some), definition.nimber(&at, &run), "{takes}{text}");
            let wanted = definition.outcome(&at, Convention::Misere, &run);
            assert_eq!(misere.outcome(&at, &run), wanted, "misère, {takes}{text}");
            laws::check(&game, &at).unwrap_or_else(|broken| panic!("{takes}{text}: {broken}"));
        }
    }
}

#[test]
fn moves_have_their_labels_and_words() {
    let mixed = game("take edge\ntake edge with ends\ntake vertex with neighbours\nsay go\n");
    let at = read(&mixed, "a-b b-c d-e");
    let mut labels = Vec::new();
    let _ = mixed.moves(&at, |mv| {
        labels.push((mixed.label(&at, &mv), mixed.say(&at, &mv), mixed.format(&mixed.play(&at, &mv))));
        std::ops::ControlFlow::<()>::Continue(())
    });
    let wanted = [
        ("#1", "take edge 1, a-b", "b-c d-e a"),
        ("#1+", "take edge 1, a-b, with its ends", "d-e c"),
        ("#2", "take edge 2, b-c", "a-b d-e c"),
        ("#2+", "take edge 2, b-c, with its ends", "d-e a"),
        ("#3", "take edge 3, d-e", "a-b b-c d e"),
        ("#3+", "take edge 3, d-e, with its ends", "a-b b-c"),
        ("a", "go", "d-e c"),
        ("b", "go", "d-e"),
        ("c", "go", "d-e a"),
        ("d", "go", "a-b b-c"),
        ("e", "go", "a-b b-c"),
    ];
    let found: Vec<(&str, &str, &str)> =
        labels.iter().map(|(label, say, left)| (&**label, &**say, &**left)).collect();
    assert_eq!(found, wanted);
    for label in ["#4", "3", "f", "#1+++", "", "d+", "#01"] {
        assert!(mixed.parse_move(&at, label).is_err(), "{label}");
    }
}

#[test]
fn what_is_no_graph_is_told_with_its_place() {
    let node = shipped("node-kayles");
    for (text, message, span) in [
        ("", "a graph is missing", 0..0),
        ("path", "`path` is the name of a family, and its numbers are missing", 0..4),
        ("a path(3", "this parenthesis is not closed", 2..8),
        ("path(a)", "between the parentheses stand whole numbers, by commas", 0..7),
        ("path(3)x", "a blank is missing behind this family", 0..7),
        ("knight(3,3)", "there is no family `knight`", 0..11),
        ("complete(100)", "this graph is too large", 0..13),
        ("path(200) path(200)", "this graph is too large", 10..19),
        ("1-2-3", "`1-2-3` joins more than two vertices", 0..5),
        ("1-", "the edge `1-` has one end only", 0..2),
        ("1--2", "`1--2` is no edge and no vertex", 0..4),
        ("a -b", "`-b` is no edge and no vertex", 2..4),
        ("a-ä", "`a-ä` is no edge and no vertex", 0..4),
    ] {
        let error = node.parse(&mut Reader::new(text)).expect_err(text);
        assert_eq!((&*error.message, error.span), (message, span), "{text}");
        assert!(error.help.is_some(), "{text}");
    }
}

/// The largest graphs that can be written are split, shown and drawn at once.
#[test]
fn large_graphs_do_no_harm() {
    let node = shipped("node-kayles");
    for text in ["path(256)", "complete(60)", "grid(16,16)", "random(200,5,1)"] {
        let at = read(&node, text);
        let bare = node.canon(at.clone());
        assert!(node.moves_left(&bare) <= node.moves_left(&at));
        assert!(!node.show(&at, 80).is_empty() && !node.draw(&at, &Marks::default()).svg().is_empty());
        let stop = Run::new(grundy_core::Limits { nodes: Some(3), ..Default::default() });
        let (table, theorems) = (TranspositionTable::default(), Theorems(&node));
        let _ = MexSolver::new(&node, &theorems, &table).nimber(&at, &stop);
    }
}
