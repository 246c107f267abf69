//! The games of numbers and heaps that ship have the published values.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{Knowledge, Limits, Notation, Reader, Ruleset, Run, laws};
use grundy_own::{RulesFile, TupleFile, TupleGame, Tuples};

fn file(name: &str) -> TupleFile {
    let shipped = RulesFile::shipped();
    match shipped.into_iter().find(|file| file.name() == name).unwrap_or_else(|| panic!("{name} ships")) {
        RulesFile::Heap(file) => file.tuples().clone(),
        RulesFile::Tuples(file) => file,
        RulesFile::Board(_) | RulesFile::Graph(_) => panic!("{name} is of no numbers"),
    }
}

fn game(text: &str) -> TupleGame {
    TupleFile::read(text).unwrap_or_else(|error| panic!("{error}: {text}")).game()
}

fn read(game: &TupleGame, text: &str) -> Tuples {
    let mut reader = Reader::new(text);
    let at = game.parse(&mut reader).unwrap_or_else(|error| panic!("{text}: {error}"));
    reader.expect_end().unwrap();
    at
}

fn nimber(game: &TupleGame, text: &str) -> u64 {
    let at = read(game, text);
    game.prepare(&at, &Run::unlimited()).unwrap();
    game.theorem(&at).unwrap().0
}

/// The nimbers of the heaps 1 to `most`.
fn heaps(game: &TupleGame, most: usize) -> Vec<u64> {
    (1..=most).map(|heap| nimber(game, &heap.to_string())).collect()
}

/// The nimbers of the positions `(10, n)`, or `(10, 2n)`, ...
fn row(game: &TupleGame, times: u64) -> Vec<u64> {
    (0..=20).map(|number| nimber(game, &format!("10 {}", times * number))).collect()
}

/// The figures of CGSuite's own tests; see the head of the file.
#[test]
fn values_of_the_tests_of_cgsuite_are_found() {
    let files: &[(&str, &str)] = &[
        ("Mock Turtles", "mock-turtles"),
        ("Moidores", "moidores"),
        ("Triplets", "triplets"),
        ("Ruler (", "ruler"),
        ("Turnips", "turnips"),
        ("Grunt", "grunt"),
        ("Wythoff", "wythoff"),
        ("GenWythoff", "gen-wythoff"),
        ("Fibonacci Nim", "fibonacci-nim"),
        ("TakeAway(3)", "takeaway-3"),
        ("Mem (", "mem"),
        ("Mem with", "mem-other"),
    ];
    let written: &[(&str, &str)] = &[
        (
            "Mock Turtle Fives",
            "heap n\nmove n -> 0 | a for a in max(1,n-4)..n-1 | a + b for a in max(1,n-4)..n-1 for b in max(1,n-4)..a-1",
        ),
        ("Triplet Fives", "heap n\nmove n -> a + b for a in max(1,n-4)..n-1 for b in max(1,n-4)..a-1"),
        ("Ruler Fives", "heap n\nmove n -> sum(i for i in k..n-1) for k in max(1,n-4)..n"),
        ("heap k -> a + b", "heap k\nmove k -> a + b for a in 1..k-1 for b in 0..a-1"),
    ];
    let mut count = 0;
    let all = include_str!("../../../data/cgsuite-heaps.csv");
    for line in all.lines().filter(|line| !line.starts_with('#') && line.contains(",nimbers,")) {
        let (rule, values) = line.split_once(",nimbers,").unwrap();
        let rule = rule.trim_matches('"');
        let wanted: Vec<u64> = values.split(' ').map(|value| value.parse().unwrap()).collect();
        let shipped =
            files.iter().find(|(start, _)| rule.starts_with(start)).map(|(_, name)| file(name).game());
        let text = written.iter().find(|(start, _)| rule.starts_with(start));
        let own = || text.map(|(_, moves)| game(&format!("game a\n{moves}\n")));
        let Some(game) = shipped.or_else(own) else {
            // Sym turns sets of coins of any number.
            assert!(rule.starts_with("Sym"), "{rule}");
            continue;
        };
        // There the second number is what was taken last; here it is how much may be taken.
        let times = match rule {
            fibonacci if fibonacci.starts_with("Fibonacci Nim") => 2,
            thrice if thrice.starts_with("TakeAway(3)") => 3,
            _ => 1,
        };
        let found = if wanted.len() == 21 { row(&game, times) } else { heaps(&game, wanted.len()) };
        assert_eq!(found, wanted, "{rule}");
        count += 1;
    }
    assert_eq!(count, 16);
}

#[test]
fn games_of_two_numbers_have_their_published_p_positions() {
    // Wythoff: floor(k phi), floor(k phi^2).
    let wythoff = file("wythoff").game();
    for (a, b) in [(1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20)] {
        assert_eq!(nimber(&wythoff, &format!("{a} {b}")), 0);
        assert_eq!(nimber(&wythoff, &format!("{b},{a}")), 0);
    }
    // G. Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Mathematics 306, 2006.
    let euclid = file("euclid").game();
    for a in 1..40_u64 {
        for b in 1..40_u64 {
            let value = (b * b).abs_diff(a * a) / (a * b);
            assert_eq!(nimber(&euclid, &format!("{a} {b}")), value, "{a} {b}");
        }
    }
    // A first move that may take all but one loses exactly from Fibonacci numbers: Whinihan 1963.
    let fibonacci = file("fibonacci-nim").game();
    let losing: Vec<u64> = (2..100).filter(|n| nimber(&fibonacci, &format!("{n} {}", n - 1)) == 0).collect();
    assert_eq!(losing, [2, 3, 5, 8, 13, 21, 34, 55, 89]);
    let chomp = file("chomp-2").game();
    for a in 1..20 {
        for b in 0..=a {
            assert_eq!(nimber(&chomp, &format!("{a} {b}")) == 0, b + 1 == a, "{a} {b}");
        }
    }
    // D. Zeilberger 2001.
    let chomp = file("chomp-3").game();
    for text in ["3 1 1", "2 2 1", "4 2 2", "5 2 2", "6 3 3"] {
        let is_p = nimber(&chomp, text) == 0;
        assert_eq!(is_p, ["3 1 1", "2 2 1"].contains(&text) || is_p, "{text}");
    }
    assert_eq!(nimber(&chomp, "3 1 1"), 0);
}

#[test]
fn products_of_nimbers_are_those_of_turning_corners() {
    use grundy_core::Nimber;
    let corners = file("turning-corners").game();
    for x in 1..20_u64 {
        for y in 1..20_u64 {
            let product = (Nimber(x) * Nimber(y)).0;
            assert_eq!(nimber(&corners, &format!("{x} {y}")), product, "{x} {y}");
        }
    }
}

#[test]
fn heaps_have_their_published_values() {
    // OEIS A002188, Grundy's game; A006519, the largest power of 2 that divides n; A007814, how often 2 divides n.
    assert_eq!(
        heaps(&file("text-grundys-game").game(), 20),
        [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]
    );
    let (ruler, divisors) = (file("ruler").game(), file("divisor-nim").game());
    for n in 1..70_u64 {
        assert_eq!(nimber(&ruler, &n.to_string()), 1 << n.trailing_zeros());
        assert_eq!(nimber(&divisors, &n.to_string()), u64::from(n.trailing_zeros()));
    }
    // OEIS A000069: the numbers with an odd number of ones in binary.
    let odious: Vec<u64> = (0..100_u64).filter(|n| n.count_ones() % 2 == 1).take(30).collect();
    assert_eq!(heaps(&file("mock-turtles").game(), 30), odious);
    assert_eq!(heaps(&file("turning-turtles").game(), 20), (1..=20).collect::<Vec<u64>>());
    // E. Lasker: 4k+3 and 4k+4 change places.
    let lasker: Vec<u64> = (1..=20)
        .map(|n| match n % 4 {
            3 => n + 1,
            0 => n - 1,
            _ => n,
        })
        .collect();
    assert_eq!(heaps(&file("laskers-nim").game(), 20), lasker);
    // OEIS A030193, numbers from which no square can be taken to win.
    let squares = file("square-nim").game();
    let losing: Vec<u64> = (0..70).filter(|n| nimber(&squares, &n.to_string()) == 0).collect();
    assert_eq!(losing, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67]);
    // OEIS A036554: an odd number of zeros at the end in binary.
    let mark = file("mark").game();
    for n in 1..100_u64 {
        assert_eq!(nimber(&mark, &n.to_string()) == 0, n.trailing_zeros() % 2 == 1, "{n}");
    }
    // OEIS A002187, Dawson's Chess: heaps of Dawson's Kayles are one longer.
    assert_eq!(heaps(&file("dawsons-heap").game(), 13), [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2]);
    let chess = [1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0];
    assert_eq!(heaps(&file("dawsons-chess-heap").game(), 20), chess);
    // OEIS A071434.
    let double = [1, 1, 2, 2, 3, 3, 1, 1, 4, 4, 3, 3, 2, 2, 1, 1, 4, 4, 2, 2, 6, 6, 4, 4];
    assert_eq!(heaps(&file("double-kayles").game(), 24), double);
    // OEIS A014587.
    let factorials =
        [0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 3];
    assert_eq!(heaps(&file("factorial-nim").game(), 31), factorials[1..]);
    // Winning Ways, chapter 4: 0.15.
    assert_eq!(heaps(&file("guiles").game(), 12), [1, 1, 0, 1, 1, 2, 2, 1, 2, 2, 1, 1]);
}

#[test]
fn games_of_several_numbers_have_their_published_values() {
    let nim = file("nim-3").game();
    let staircase = file("staircase-nim").game();
    for (a, b, c) in [(1, 2, 3), (3, 5, 7), (4, 4, 2), (0, 6, 1)] {
        assert_eq!(nimber(&nim, &format!("{a} {b} {c}")), a ^ b ^ c);
        assert_eq!(nimber(&staircase, &format!("{a} {b} {c} 2")), a ^ c);
    }
    // Moore 1910, for moves in one heap or two: P where each binary digit is 1 in 0 or 3 heaps.
    let moore = file("moores-nim").game();
    for (a, b, c) in [(1, 1, 1), (2, 2, 2), (3, 3, 3), (1, 2, 3), (0, 0, 1), (2, 2, 3), (0, 0, 0)] {
        assert_eq!(nimber(&moore, &format!("{a} {b} {c}")) == 0, a == b && b == c, "{a} {b} {c}");
    }
    // Winning Ways, chapter 3: the nimbers of the White Knight along the edge.
    let knight = file("white-knight").game();
    let edge: Vec<u64> = (0..12).map(|y| nimber(&knight, &format!("0 {y}"))).collect();
    assert_eq!(edge, [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]);
}

#[test]
fn every_game_of_numbers_that_ships_obeys_the_laws() {
    for shipped in RulesFile::shipped() {
        let file = match &shipped {
            RulesFile::Heap(file) => file.tuples(),
            RulesFile::Tuples(file) => file,
            RulesFile::Board(_) | RulesFile::Graph(_) => continue,
        };
        let game = file.game();
        let at = read(&game, &file.example());
        assert!(game.count_moves(&at) > 0, "{}", file.name());
        laws::check(&game, &at).unwrap_or_else(|broken| panic!("{}: {broken}", file.name()));
        let picture = grundy_core::Show::draw(&game, &at, &grundy_core::Marks::default());
        assert!(picture.svg().contains("</svg>"), "{}", file.name());
    }
}

/// Reading a file takes no memory that its example names: what lies far below a large one is left to who asks for its
/// value.
#[test]
fn an_example_is_read_and_not_valued() {
    let large = [
        "heap n\nmove n -> (n-1) | (n-2) if n % 3 = 0\nexample 9000000000000000000\n",
        "numbers a\nmove a-1\nmove a-2 if a % 3 = 0\nexample 9000000000000000000\n",
        "heap n\nmove n -> sum(i for i in 1..n-1)\nexample 9000\n",
        "numbers a b\nmove a-1, b+a | a, b-1\nexample 4000000000 4000000000\n",
        "numbers a b\nmove a-1, b + k for k in 1..1000 | a, b-1\nexample 4000000 4000000\n",
    ];
    for rest in large {
        let file = RulesFile::read(&format!("game a\n{rest}"));
        let file = file.unwrap_or_else(|error| panic!("{error}\n{rest}"));
        let game = match &file {
            RulesFile::Heap(file) => file.tuples().game(),
            RulesFile::Tuples(file) => file.game(),
            _ => panic!("{rest}"),
        };
        let at = game.parse(&mut Reader::new(&file.example())).unwrap();
        assert_eq!(game.theorem(&at), None, "{rest}");
        // Under limits, who asks hears that they were not enough.
        let few = Run::new(Limits { nodes: Some(1_000), memory: Some(4 << 20), ..Limits::default() });
        assert!(game.prepare(&at, &few).is_err(), "{rest}");
    }
}

/// Small examples are still held to the rules when a file is read.
#[test]
fn an_example_at_which_rules_break_down_is_refused() {
    for rest in ["heap n\nmove n -> n\nexample 7\n", "heap n\nmove n -> (n-1) | (n/0) if n = 3\nexample 7\n"]
    {
        let error = RulesFile::read(&format!("game a\n{rest}")).unwrap_err();
        assert!(error.message.contains("break down"), "{error}");
        let text = format!("game a\n{rest}");
        assert!(["n", "(n/0) if n = 3"].contains(&&text[error.span.clone()]), "{error:?}");
        assert!(text[..error.span.start].lines().last().unwrap().starts_with("move "), "{error:?}");
    }
}

/// What a move leaves is a position: it has no more heaps than one may have.
#[test]
fn a_move_that_leaves_very_many_heaps_is_refused() {
    let game = game("game a\nheap n\nmove n -> sum(sum(1 for j in 1..n-1) for i in 1..n)\n");
    let run = Run::unlimited();
    let error = game.parse(&mut Reader::new("999").within(&run)).unwrap_err();
    assert!(error.message.contains("leaves more than 10000 tuples"), "{error}");
    assert!(game.parse(&mut Reader::new("99").within(&run)).is_ok());
}
