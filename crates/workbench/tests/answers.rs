//! What an answer has, and in which order it is found.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{
    Answer, Approach, Convention, Goal, Limits, Nimber, Outcome, Position, Reading, Request, Run, Shelf,
    Workbench,
};

/// Positions of every kind of road: theorems, search, misère search, wins at once, mixed sums.
const POSITIONS: &[&str] = &[
    "nim 1 5 7",
    "nim 2 2",
    "kayles 5 3",
    "bubbly (E(G))",
    "hackenbush 0-1 1-2 1-2 2-2",
    "2d-nim 111/101",
    "boxing-match 3x3",
    "chomp 3x3",
    "treblecross ..X....",
    "treblecross .X.X...",
    "nim 3 1 + 2d-nim 11/11 + *2",
    "kayles 4 + chomp 2x3",
    "2d-nim 2x3 + 2d-nim 2x3",
    "*3",
];

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn solve(text: &str, convention: Convention, goal: Goal, nodes: Option<u64>) -> Answer {
    let run = Run::new(Limits { nodes, ..Limits::default() });
    position(text).solve(&Request { convention: Some(convention), goal, run, ..Request::default() })
}

#[test]
fn what_is_not_asked_is_left_out_and_the_rest_is_the_same() {
    for text in POSITIONS {
        for convention in [Convention::Normal, Convention::Misere] {
            for approach in [Approach::Best, Approach::Search, Approach::Definition] {
                let solve = |goal| {
                    let convention = Some(convention);
                    position(text).solve(&Request { convention, approach, goal, ..Request::default() })
                };
                let (outcome, nimber, moves) =
                    (solve(Goal::Outcome), solve(Goal::Nimber), solve(Goal::Moves));
                assert_eq!(outcome.outcome, moves.outcome, "{text} {convention} {approach:?}");
                assert_eq!((nimber.outcome, nimber.nimber), (moves.outcome, moves.nimber), "{text}");
                for less in [&outcome, &nimber] {
                    assert!(less.winning.is_empty() && less.stopped.is_none(), "{text}");
                    // That no move wins is what P says.
                    let count = (moves.outcome == Some(Outcome::P)).then_some(0);
                    assert_eq!(less.winning_count, count, "{text} {convention} {approach:?}");
                }
                assert!(moves.winning_count.is_some(), "{text}");
            }
        }
    }
}

#[test]
fn options_are_what_the_moves_leave_and_each_has_the_value_that_it_has_alone() {
    for text in POSITIONS {
        for convention in [Convention::Normal, Convention::Misere] {
            for approach in [Approach::Best, Approach::Definition] {
                let request = |lists_options| Request {
                    convention: Some(convention),
                    approach,
                    lists_options,
                    ..Request::default()
                };
                let whole = position(text);
                let answer = whole.solve(&request(true));
                let options = answer.options.as_ref().unwrap();
                assert_eq!(options.len() as u128, answer.moves, "{text}");
                let labels: Vec<&String> = options.iter().map(|option| &option.label).collect();
                assert_eq!(labels, whole.moves(usize::MAX).iter().collect::<Vec<_>>(), "{text}");
                for option in options {
                    let left = whole.play(&option.label).unwrap();
                    assert_eq!(option.left.to_string(), left.to_string());
                    let alone = position(&left.to_string()).solve(&request(false));
                    let found = (option.nimber, option.outcome);
                    assert_eq!(found, (alone.nimber, alone.outcome), "{text} {}", option.label);
                    let wins = answer.winning.contains(&option.label);
                    assert_eq!(option.outcome == Some(Outcome::P), wins, "{text} {}", option.label);
                }
            }
        }
    }
}

#[test]
fn as_many_options_are_listed_as_moves_are_named() {
    let answer = position("nim 1000000000000").solve(&Request {
        lists_options: true,
        named_moves: 3,
        ..Request::default()
    });
    let options = answer.options.unwrap();
    assert_eq!(options.len(), 3);
    assert_eq!((&*options[2].label, options[2].nimber), ("1:1000000000000>2", Some(Nimber(2))));
    let run = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() });
    let all = Request { lists_options: true, named_moves: usize::MAX, run, ..Request::default() };
    let answer = position("nim 1000000000000").solve(&all);
    assert!(answer.stopped.is_some() && answer.options.unwrap().is_empty(), "more than memory holds");
}

#[test]
fn a_limit_after_the_outcome_leaves_it_and_a_move_that_proves_it() {
    let cases = [
        ("boxing-match 5x5", Convention::Normal),
        ("boxing-match 5x6", Convention::Normal),
        ("2d-nim 3x5", Convention::Misere),
        ("2d-nim 4x4 + nim 2", Convention::Misere),
        ("chomp 5x5 + 2d-nim 3x3", Convention::Misere),
    ];
    for (text, convention) in cases {
        let first = solve(text, convention, Goal::Outcome, None);
        assert_eq!(first.outcome, Some(Outcome::N), "{text}: choose another");
        let whole = solve(text, convention, Goal::Moves, None);
        assert!(whole.nodes > first.nodes, "{text}: choose another");
        // Half of what is left is for the nimber.
        for more in [1, (whole.nodes - first.nodes) / 8] {
            let stopped = solve(text, convention, Goal::Moves, Some(first.nodes + more));
            assert_eq!(stopped.outcome, Some(Outcome::N), "{text}");
            assert!(stopped.stopped.is_some() || stopped.nimber == whole.nimber, "{text}");
            assert!(!stopped.winning.is_empty(), "{text} after {more} nodes more");
            assert!(stopped.winning.iter().all(|label| whole.winning.contains(label)), "{text}");
        }
    }
}

#[test]
fn outcome_and_nimber_are_told_before_the_winning_moves() {
    for text in POSITIONS {
        for convention in [Convention::Normal, Convention::Misere] {
            let request = Request { convention: Some(convention), ..Request::default() };
            let mut told = Vec::new();
            let answer =
                position(text).solve_reporting(&request, Some(&mut |answer| told.push(answer.clone())));
            assert!(told.iter().all(|told| told.winning.is_empty()), "{text}");
            assert!(told.iter().all(|told| told.outcome == answer.outcome), "{text}");
            if let Some(last) = told.last() {
                assert_eq!(last.nimber, answer.nimber, "{text} {convention}");
                let nimbers =
                    |answer: &Answer| answer.parts.iter().map(|part| part.nimber).collect::<Vec<_>>();
                assert_eq!(nimbers(last), nimbers(&answer), "{text} {convention}");
            }
            let is_long = answer.nodes > 10 && answer.outcome == Some(Outcome::N);
            assert!(!is_long || !told.is_empty(), "{text} {convention}");
        }
    }
}

#[test]
fn positions_that_share_memos_have_the_answers_that_they_have_alone() {
    let (workbench, run) = (Workbench::default(), Run::unlimited());
    for _ in 0..2 {
        for text in POSITIONS {
            for convention in [Convention::Misere, Convention::Normal] {
                for approach in [Approach::Search, Approach::Best] {
                    let request = || Request { convention: Some(convention), approach, ..Request::default() };
                    let shared = Position::parse_on(&workbench, text, Reading::default(), &run).unwrap();
                    let (shared, alone) = (shared.solve(&request()), position(text).solve(&request()));
                    let told = |answer: &Answer| {
                        (answer.outcome, answer.nimber, answer.winning.clone(), answer.winning_count)
                    };
                    assert_eq!(told(&shared), told(&alone), "{text} {convention} {approach:?}");
                }
            }
        }
    }
}

/// The length of a strip is a parameter that stands in no heading: rules of the same memo read other positions.
#[test]
fn parameters_that_are_part_of_the_position_are_read_anew_in_every_term() {
    let (workbench, run) = (Workbench::default(), Run::unlimited());
    let read = |text: &str| Position::parse_on(&workbench, text, Reading::default(), &run).unwrap();
    for (text, printed) in [
        ("treblecross len=3", "treblecross ..."),
        ("treblecross len=5", "treblecross ....."),
        ("treblecross len=4 + treblecross len=2", "treblecross .... + treblecross .."),
        ("treblecross X..", "treblecross X.."),
        ("treblecross len=3", "treblecross ..."),
    ] {
        assert_eq!(read(text).to_string(), printed, "{text}");
    }
    let cards = Shelf::builtin().cards();
    let mut others = 0;
    for card in cards {
        let keys: Vec<&str> = card.parameters.iter().map(|parameter| &*parameter.key).collect();
        others += usize::from(keys.iter().any(|key| *key != "len"));
        for len in [5, 3].iter().filter(|_| keys.contains(&"len")) {
            let text = format!("{} len={len}", card.id);
            assert_eq!(read(&text).to_string(), position(&text).to_string());
        }
    }
    assert_eq!(others, 4, "a game with new parameters belongs into this test");
    for [first, second] in [
        ["2d-nim max=2 3x3", "2d-nim 3x3"],
        ["dawsons-kayles take=3 9", "dawsons-kayles 9"],
        ["subtraction set=1,4 9", "subtraction 9"],
        ["octal code=0.77 9", "octal code=0.07 9"],
        ["0.77 9", "kayles 9"],
    ] {
        for text in [first.to_owned(), second.to_owned(), format!("{first} + {second}")] {
            let (shared, alone) = (read(&text), position(&text));
            assert_eq!(shared.to_string(), alone.to_string(), "{text}");
            let [shared, alone] = [shared, alone].map(|read| read.solve(&Request::default()));
            assert_eq!((shared.nimber, shared.winning), (alone.nimber, alone.winning), "{text}");
        }
    }
}

/// Heap games are one type: what tells them apart is what their rules are.
#[test]
fn misere_sums_of_different_heap_games_are_not_taken_for_sums_of_one() {
    let games = ["kayles", "dawsons-kayles", "officers", "grundys-game", "0.77", "subtraction set=1,4"];
    for (index, first) in games.iter().enumerate() {
        for second in &games[index..] {
            for (one, other) in [(3, 5), (4, 4), (6, 2)] {
                let text = format!("{first} {one} + {second} {other}");
                let answer = |approach| {
                    let convention = Some(Convention::Misere);
                    let found =
                        position(&text).solve(&Request { convention, approach, ..Request::default() });
                    (found.outcome, found.winning)
                };
                let definition = answer(Approach::Definition);
                assert_eq!(answer(Approach::Best), definition, "{text}");
                assert_eq!(answer(Approach::Search), definition, "{text}");
            }
        }
    }
}

#[test]
fn what_is_found_with_theorems_is_not_known_without_them() {
    let (workbench, run) = (Workbench::default(), Run::unlimited());
    let solve = |approach| {
        let position = Position::parse_on(&workbench, "cram 4x5", Reading::default(), &run).unwrap();
        position
            .solve(&Request { approach, convention: Some(Convention::Normal), ..Request::default() })
            .nodes
    };
    // Small parts are valued anew, so a few nodes are counted again.
    for approach in [Approach::Best, Approach::Search] {
        let (first, again) = (solve(approach), solve(approach));
        assert!(again * 4 < first, "{approach:?}: {first} nodes, then {again}");
    }
}
