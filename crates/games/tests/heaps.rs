//! Heap games against the definition, and Treblecross against the plain rules of the strip.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{
    Block, Convention, Definition, Explain, ExplainRequest, Limits, Marks, Nimber, Notation, Outcome, Reader,
    Ruleset, Run, Show, StopReason, Target, laws,
};
use grundy_games::Treblecross;
use grundy_games::heaps::{DAWSONS_KAYLES, HeapGame, OCTAL};
use grundy_games::nim::Heaps;
use grundy_games::treblecross::Strip;
use proptest::collection::vec;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::time::Duration;

fn game(code: &str) -> HeapGame {
    HeapGame::new(&OCTAL, code.parse().unwrap())
}

/// Octal, hexadecimal, subtraction and all-but codes, some with parts that must differ.
fn code() -> impl Strategy<Value = String> {
    let digits = |most: u32| vec(0..=most, 1..5);
    let text = |digits: Vec<u32>| digits.iter().map(|d| format!("{d:X}")).collect::<String>();
    let lead = prop_oneof![4 => Just("0"), 1 => Just("4")];
    let numbers =
        || vec(1u32..8, 1..4).prop_map(|set| set.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
    prop_oneof![
        4 => (lead, digits(7)).prop_map(move |(lead, digits)| format!("{lead}.{}", text(digits))),
        2 => digits(15).prop_map(move |digits| format!("0.{}", text(digits))),
        1 => modified().prop_map(|digits| format!("4!.{digits}")),
        1 => modified().prop_map(|digits| format!("8?.{digits}")),
        1 => modified().prop_map(|digits| format!("0.3[{digits}]")),
        1 => modified().prop_map(|digits| format!("80.{digits}")),
        1 => modified().prop_map(|digits| format!("8!{{4}}=0.{digits}")),
        1 => digits(7).prop_map(move |digits| format!("0.1[{}]", text(digits))),
        1 => numbers().prop_map(|set| format!("subtraction({set})")),
        1 => numbers().prop_map(|set| format!("allbut({set})")),
    ]
    .prop_filter("some codes cannot be written so", |code| code.parse::<grundy_heaps::Code>().is_ok())
}

/// Digits of any numbers of heaps, with modifiers.
fn modified() -> impl Strategy<Value = String> {
    let digits =
        ["0", "3", "7", "7!", "4=", "F?", "8!", "C=", "{0,4}", "{1,5}!", "*", "*?", "{2+}=", "{0,2!,3,5=}"];
    vec(prop::sample::select(digits.to_vec()), 1..4).prop_map(|digits| digits.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_code_obeys_the_laws(code in code(), heaps in vec(0u64..14, 0..4)) {
        laws::check(&game(&code), &Heaps(heaps)).unwrap();
    }

    /// The scan of one period against the list of all moves, on heaps far behind the preperiod.
    #[test]
    fn winning_moves_of_large_heaps_are_those_tried_one_by_one(
        code in prop_oneof![Just("0.07"), Just("0.77"), Just("0.137"), Just("0.45"), Just("0.3"), Just("0.333"), Just("0.26"), Just("4!.3"), Just("0.77!"), Just("0.74=")],
        heap in 200u64..900,
        wanted in 0u64..10,
    ) {
        let (rules, at, target) = (game(code), Heaps(vec![heap, 3]), Target::exactly(Nimber(wanted)));
        rules.knowledge().prepare(&at, &Run::unlimited()).unwrap();
        let (mut by_theorem, mut tried) = (Vec::new(), Vec::new());
        let _ = rules.knowledge().moves_to(&at, target, &mut |mv| { by_theorem.push(mv); ControlFlow::<()>::Continue(()) }).unwrap();
        let _ = rules.moves(&at, |mv| {
            if rules.knowledge().theorem(&rules.play(&at, &mv)) == Some(Nimber(wanted)) { tried.push(mv); }
            ControlFlow::<()>::Continue(())
        });
        prop_assert_eq!(rules.knowledge().count_moves_to(&at, target), Some(tried.len() as u128));
        prop_assert_eq!(by_theorem, tried);
    }

    #[test]
    fn treblecross_obeys_the_laws(cells in vec(prop::bool::weighted(0.15), 1..40)) {
        laws::check(&Treblecross::default(), &Strip(cells)).unwrap();
    }
}

/// All multisets of heaps of this many beans together.
fn partitions(beans: u64, largest: u64) -> Vec<Vec<u64>> {
    if beans == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 1..=beans.min(largest) {
        for mut rest in partitions(beans - first, first) {
            rest.push(first);
            all.push(rest);
        }
    }
    all
}

#[test]
fn every_position_of_twelve_beans_agrees_with_the_definition() {
    let mut random = ChaCha8Rng::seed_from_u64(12);
    for _ in 0..50 {
        let digits: String =
            (0..random.random_range(1..5)).map(|_| format!("{:X}", random.random_range(0..16))).collect();
        let rules = game(&format!("{}.{digits}", ["0", "0", "4"][random.random_range(0..3)]));
        let (mut definition, run) = (Definition::new(&rules), Run::unlimited());
        for heaps in partitions(12, 12) {
            let at = Heaps(heaps);
            rules.knowledge().prepare(&at, &run).unwrap();
            assert_eq!(
                definition.nimber(&at, &run).unwrap(),
                rules.knowledge().theorem(&at),
                "{} {at:?}",
                rules.code()
            );
            let winning = definition.winning_moves(&at, Convention::Normal, &run).unwrap();
            let mut found = Vec::new();
            let _ = rules.knowledge().moves_to(&at, Target::exactly(Nimber::ZERO), &mut |mv| {
                found.push(mv);
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(found, winning, "{} {at:?}", rules.code());
        }
    }
}

/// The strip by its rules alone: who completes three has won. Returns the cells that win, by trying
/// all, and whether the player to move wins.
fn winners(strip: &mut Vec<bool>, known: &mut std::collections::HashMap<Vec<bool>, bool>) -> Vec<usize> {
    let mut winning = Vec::new();
    for cell in 0..strip.len() {
        if strip[cell] {
            continue;
        }
        strip[cell] = true;
        let is_won = strip.windows(3).any(|three| three == [true; 3]);
        let opponent_wins = !is_won
            && match known.get(strip) {
                Some(&wins) => wins,
                None => {
                    let wins = !winners(strip, known).is_empty();
                    known.insert(strip.clone(), wins);
                    wins
                }
            };
        strip[cell] = false;
        if !opponent_wins {
            winning.push(cell);
        }
    }
    winning
}

#[test]
fn every_strip_of_up_to_twelve_cells_is_won_as_its_rules_say() {
    let rules = Treblecross::default();
    let run = Run::unlimited();
    let mut strips = 0;
    for length in 1..=12 {
        let mut known = std::collections::HashMap::new();
        for bits in 0u32..1 << length {
            let mut strip: Vec<bool> = (0..length).map(|cell| bits >> cell & 1 == 1).collect();
            let at = Strip(strip.clone());
            if rules.wins_at_once().is_won(&at) {
                continue;
            }
            strips += 1;
            let expected = winners(&mut strip, &mut known);
            let mut found = Vec::new();
            if rules.wins_at_once().is_sunny(&at) {
                assert_eq!(rules.knowledge().theorem(&at), None, "{at:?}");
                let _ = rules.moves(&at, |cell| {
                    found.extend(
                        Some(cell).filter(|cell| rules.wins_at_once().is_won(&rules.play(&at, cell))),
                    );
                    ControlFlow::<()>::Continue(())
                });
            } else {
                rules.knowledge().prepare(&at, &run).unwrap();
                let outcome = Outcome::of_nimber(rules.knowledge().theorem(&at).unwrap());
                assert_eq!(outcome == Outcome::N, !expected.is_empty(), "{at:?}");
                let _ = rules.knowledge().moves_to(&at, Target::exactly(Nimber::ZERO), &mut |cell| {
                    found.push(cell);
                    ControlFlow::<()>::Continue(())
                });
            }
            assert_eq!(found, expected, "{at:?}");
        }
    }
    // As games.md counts them.
    assert_eq!(strips, 3734);
}

/// An empty strip of n cells and a row of n + 2 pins of which three neighbours are knocked down: the
/// same nimbers, by the definition of each, and the same winning moves.
#[test]
fn a_strip_is_a_row_of_pins_two_longer() {
    let strips = Treblecross::default();
    let pins = HeapGame::new(&DAWSONS_KAYLES, "0.007".parse().unwrap());
    let run = Run::unlimited();
    let (mut of_strips, mut of_pins) = (Definition::new(&strips), Definition::new(&pins));
    for cells in 3..=14 {
        let (strip, row) = (Strip(vec![false; cells]), Heaps(vec![cells as u64 + 2]));
        let nimber = of_strips.nimber(&strip, &run).unwrap();
        assert_eq!(nimber, of_pins.nimber(&row, &run).unwrap(), "{cells} cells");
        let in_strip = of_strips.winning_moves(&strip, Convention::Normal, &run).unwrap();
        let in_row = of_pins.winning_moves(&row, Convention::Normal, &run).unwrap();
        // Three pins from the k-th on are the X in cell k; a row and its mirror image are one move.
        let mut places: Vec<usize> = in_strip.iter().map(|&cell| cell.min(cells - 1 - cell)).collect();
        places.sort_unstable();
        places.dedup();
        let mut left: Vec<usize> = in_row
            .iter()
            .map(|mv| match mv.split.heaps() {
                [small, _] => *small as usize,
                _ => 0,
            })
            .collect();
        left.sort_unstable();
        assert_eq!(places, left, "{cells} cells");
    }
}

#[test]
fn moves_and_strips_are_read_with_care() {
    let rules = game("0.07");
    let at = rules.parse(&mut Reader::new("12, 5")).unwrap();
    let mv = rules.parse_move(&at, "1:12>7,3").unwrap();
    assert_eq!(rules.label(&at, &mv), "1:12>3,7");
    assert_eq!(rules.format(&rules.play(&at, &mv)), "3 7 5");
    for wrong in [
        "1:12>7,4",
        "1:11>5,5",
        "3:5>3",
        "1:12",
        "1:12>5,x",
        "1:12>2,3,5",
        "1:12>99999999999999999999",
        "0:5>3",
    ] {
        assert_eq!(rules.parse_move(&at, wrong).unwrap_err().span, 0..wrong.len(), "{wrong}");
    }
    let whole = rules.parse(&mut Reader::new("2 4")).unwrap();
    let mv = rules.parse_move(&whole, "1:2>0").unwrap();
    assert_eq!(rules.format(&rules.play(&whole, &mv)), "0 4");

    let strips = Treblecross::default();
    assert_eq!(strips.parse(&mut Reader::new("..o")).unwrap_err().span, 2..3);
    let strip = strips.parse(&mut Reader::new(" XX. X ")).unwrap();
    assert_eq!(strips.format(&strip), "XX.X");
    assert!(strips.parse_move(&strip, "1").unwrap_err().message.contains("taken"));
    assert!(strips.parse_move(&strip, "5").is_err());
    let won = strips.play(&strip, &strips.parse_move(&strip, "3").unwrap());
    assert!(strips.parse_move(&won, "3").unwrap_err().message.contains("over"));
}

#[test]
fn heaps_that_no_table_and_no_period_can_tell_are_refused() {
    let run = Run::unlimited();
    let read = |code: &str, heaps: &str| game(code).parse(&mut Reader::new(heaps).within(&run));
    for (code, heaps, span) in [
        ("0.007", "3 4294967296", 2..12),
        ("0.007", "5000000", 0..7),
        ("0.C7", "2000000000", 0..10),
        ("C!.[F!]", "1000", 0..4),
        ("0.[*]", "5000", 0..4),
        ("80.7", "4097", 0..4),
        ("0.[7]", "4000000", 0..7),
        ("0.[3]", "4294967297", 0..10),
        ("0.6", "4294967297", 0..10),
    ] {
        let error = read(code, heaps).unwrap_err();
        assert_eq!(error.span, span, "{code} {heaps}");
        assert!(error.to_string().contains("too large") && error.help.is_some(), "{code} {heaps}");
    }
    // A period, a table, or a sparse space in which one may be found.
    for (code, heap) in [
        ("0.07", 1_000_000_000_000_000_000),
        ("0.8", 1 << 60),
        ("0.007", 1 << 20),
        ("0.6", 1 << 32),
        ("4!.0", 100_000_000),
        ("0.104", 1 << 33),
        ("subtraction(1,5)", 1 << 60),
        ("subtraction(65535)", 1 << 40),
    ] {
        assert_eq!(read(code, &heap.to_string()).unwrap(), Heaps(vec![heap]), "{code} {heap}");
    }
    // A table ends where its limit says.
    assert!(read("0.007", "4194304").is_ok() && read("0.007", "4194305").is_err());
}

#[test]
fn large_heaps_are_tried_within_the_run_only() {
    let over = Run::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    for (code, heap) in [("0.007", "5000000"), ("C!.[F!]", "1000"), ("0.106", "100000000000")] {
        let rules = game(code);
        // A run that is over says nothing against the heap, and neither does one who asks nothing.
        let at = rules.parse(&mut Reader::new(heap).within(&over)).unwrap();
        assert_eq!(rules.knowledge().prepare(&at, &over).unwrap_err().reason, StopReason::Time, "{code}");
        assert_eq!(rules.parse(&mut Reader::new(heap)).unwrap(), at, "{code}");
        assert_eq!(rules.knowledge().theorem(&at), None, "{code}");
    }
    let rules = game("0.007");
    let at = rules.parse(&mut Reader::new("5000000")).unwrap();
    assert_eq!(rules.knowledge().prepare(&at, &Run::unlimited()).unwrap_err().reason, StopReason::Memory);
}

#[test]
fn the_working_of_heaps_says_each_thing_once_and_nothing_false() {
    fn told(rules: &HeapGame, heaps: &[u64]) -> String {
        let at = Heaps(heaps.to_vec());
        rules.knowledge().prepare(&at, &Run::unlimited()).unwrap();
        let question = ExplainRequest {
            convention: Convention::Normal,
            target: Target::exactly(Nimber::ZERO),
            in_a_sum: false,
            focus: None,
            in_full: false,
        };
        let steps = rules.explain(&at, &question);
        let texts = steps.iter().flat_map(|step| &step.blocks).filter_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<&str>>().join("\n")
    }
    for (code, words) in [
        ("0.[3]", "A move may take any number of beans from a heap and leave nothing or one heap of it."),
        ("allbut(2,5)", "A move may take 1, 3 or 4, or 6 or more beans from a heap and leave"),
        (
            "subtraction(1,2,5)",
            "A move may take 1, 2 or 5 beans from a heap and leave nothing or one heap of it.",
        ),
        ("0.07", "A move may take 2 beans from a heap and leave nothing, one heap or two heaps of it."),
        ("4.3", "A move may take nothing from a heap and leave two heaps of it; or take 1 bean from"),
        ("0.3030303030303030303", "take 1, 3, 5, 7, 9, 11, 13, 15 or 2 other numbers of beans from"),
        ("0.0", "No move is allowed at all."),
        ("0.0", "There is none."),
    ] {
        let told = told(&game(code), &[5]);
        assert!(told.contains(words), "{code}: {told}");
    }
    // What a winning move leaves comes to 0 with the heaps that stay.
    for (code, heaps) in [("0.07", vec![5, 3]), ("4!.0", vec![9, 10]), ("0.77", vec![3, 4, 5])] {
        let told = told(&game(code), &heaps);
        let (_, moves) =
            told.split_once("heaps that come to 0: ").unwrap_or_else(|| panic!("{code}: {told}"));
        for mv in moves.split("; ").filter(|mv| mv.contains('(')) {
            assert!(mv.contains("= 0)") || mv.contains("(0)"), "{code}: {mv}");
        }
    }
}

#[test]
fn a_long_strip_has_its_numbers_apart_and_its_stupid_cells_struck() {
    let rules = Treblecross::default();
    let shown = rules.show(&Strip(vec![false; 1200]), 94);
    let mut numbers = Vec::new();
    for ruler in shown.lines().skip(1).step_by(2).filter(|line| !line.starts_with("...")) {
        numbers.extend(ruler.split_whitespace().map(|number| number.parse::<usize>().unwrap()));
    }
    assert!([1, 5, 45, 46, 91, 136, 140, 181, 185].iter().all(|number| numbers.contains(number)), "{shown}");
    assert!(
        numbers.is_sorted() && numbers.iter().all(|number| number % 5 == 0 || number % 45 == 1),
        "{shown}"
    );
    let struck = |text: &str| {
        let at = rules.parse(&mut Reader::new(text)).unwrap();
        rules.draw(&at, &Marks::default()).svg().matches("class=\"gap\"").count()
    };
    assert_eq!((struck("..X...."), struck("......."), struck("X.X...."), struck(".X")), (4, 0, 0, 0));
    // Where only one move is there, nothing is said of others.
    let at = rules.parse(&mut Reader::new("X.X")).unwrap();
    let question = ExplainRequest {
        convention: Convention::Normal,
        target: Target::exactly(Nimber::ZERO),
        in_a_sum: false,
        focus: None,
        in_full: false,
    };
    assert!(!format!("{:?}", rules.explain(&at, &question)).contains("other move"));
}
