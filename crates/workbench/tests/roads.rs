//! All roads lead to the same answer: theorems, search (on one thread and on several), and the
//! plain definition; for single positions and sums of different games, under both conventions.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Answer, Approach, Convention, Limits, Method, Position, Request, Run, StopReason};
use proptest::collection::vec;
use proptest::prelude::*;

fn forest_text() -> impl Strategy<Value = String> {
    vec(0u32..4, 0..7).prop_map(|wishes| {
        let (mut text, mut open) = (String::new(), 0);
        for (index, wish) in wishes.into_iter().enumerate() {
            let depth = wish.min(open);
            text += &")".repeat((open - depth) as usize);
            text += &format!("({}", ['A', 'B', 'C', 'D', 'E', 'F', 'G'][index]);
            open = depth + 1;
        }
        text + &")".repeat(open as usize)
    })
}

/// The text, or that of the empty position.
fn or_nothing(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Terms whose theorems tell all of both conventions.
fn tame_term() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => forest_text().prop_map(|forest| format!("bubbly {}", or_nothing(forest))),
        2 => vec(0u64..5, 0..4).prop_map(|heaps| {
            let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
            format!("nim {}", or_nothing(heaps.join(" ")))
        }),
        1 => (0u64..5).prop_map(|nimber| format!("*{nimber}")),
    ]
}

fn term() -> impl Strategy<Value = String> {
    let code = prop::sample::select(vec![
        "kayles",
        "0.07",
        "4!.0",
        "0.77!",
        "0.{0,4}?",
        "80.0",
        "subtraction set=1,3",
        "0.137",
        "0.8",
        "0.1[7]",
    ]);
    let strip = vec(prop::bool::weighted(0.25), 1..5);
    // Loose stones and bars of one row have theorems for misère play too; the others are searched.
    let boards = prop::sample::select(vec![
        "boxing-match 101/010",
        "boxing-match 11/11",
        "boxing-match 110/111/001",
        "2d-nim 11/01",
        "2d-nim max=any 111/010",
        "cram 11/11",
        "cram 2x3",
        "chomp 3 1",
        "chomp 1x4",
    ]);
    prop_oneof![
        2 => tame_term(),
        1 => (code, 0u64..5).prop_map(|(code, heap)| format!("{code} {heap}")),
        1 => strip.prop_map(|cells| {
            let cells: String = cells.iter().map(|&has_x| if has_x { 'X' } else { '.' }).collect();
            format!("treblecross {cells}")
        }),
        1 => boards.prop_map(str::to_owned),
    ]
}

/// A graph of few edges, each from a vertex that is joined to the ground to any other or to a new one.
fn graph_text() -> impl Strategy<Value = String> {
    vec((0u32..8, 0u32..8), 0..7).prop_map(|wishes| {
        let mut vertices = 1;
        let edge = |(from, to): (u32, u32)| {
            let (from, to) = (from % vertices, to.min(vertices));
            vertices = vertices.max(to + 1);
            format!("{from}-{to} ")
        };
        format!("hackenbush {}", or_nothing(wishes.into_iter().map(edge).collect::<String>()))
    })
}

fn solve(text: &str, convention: Convention, approach: Approach, threads: usize) -> Answer {
    let position: Position = text.parse().unwrap();
    position.solve(&Request {
        convention: Some(convention),
        approach,
        run: Run::unlimited().with_threads(threads),
        ..Request::default()
    })
}

#[test]
fn several_threads_find_the_winning_moves_beside_a_term_without_moves() {
    for (text, wins) in [("nim 1 + nogo .", 1), ("nim 2 + kayles 0", 1), ("nim 3 3 + chomp 1x1", 0)] {
        for approach in [Approach::Best, Approach::Search] {
            let answer = solve(text, Convention::Normal, approach, 2);
            assert_eq!(answer.winning_count, Some(wins), "{text} {approach:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn all_roads_lead_to_the_same_answer(terms in vec(term(), 0..4)) {
        let text = terms.join(" + ");
        for convention in [Convention::Normal, Convention::Misere] {
            let best = solve(&text, convention, Approach::Best, 1);
            let is_tame = !["treblecross", ".", "kayles", "subtraction", "boxing", "2d", "cram", "chomp"].iter().any(|game| text.contains(game));
            prop_assert!(!is_tame || best.method == Method::Theorem, "{}", text);
            prop_assert_eq!(best.winning.len() as u128, best.winning_count.unwrap());
            for (approach, threads) in [(Approach::Search, 1), (Approach::Search, 3), (Approach::Definition, 1)] {
                let other = solve(&text, convention, approach, threads);
                prop_assert_eq!(&other.outcome, &best.outcome, "{} {:?}", text, approach);
                prop_assert_eq!(&other.nimber, &best.nimber, "{} {:?}", text, approach);
                prop_assert_eq!(&other.winning, &best.winning, "{} {:?}", text, approach);
                prop_assert_eq!(other.winning_count, best.winning_count);
                prop_assert_eq!(other.moves, best.moves);
            }
        }
    }

    #[test]
    fn a_winning_move_leaves_a_position_without_one_and_other_moves_do_not(terms in vec(term(), 1..4)) {
        let text = terms.join(" + ");
        let position: Position = text.parse().unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let answer = solve(&text, convention, Approach::Best, 1);
            if position.is_over() {
                prop_assert_eq!((answer.moves, answer.winning), (0, vec![]), "{}", text);
                continue;
            }
            for (index, board) in position.terms().iter().enumerate() {
                for label in board.moves(usize::MAX) {
                    let label = position.label_in_sum(index, &label);
                    let next = position.play(&label).unwrap();
                    let wins = answer.winning.contains(&label);
                    let left = solve(&next.to_string(), convention, Approach::Best, 1);
                    let is_lost = left.outcome == Some(grundy::Outcome::P);
                    prop_assert_eq!(is_lost, wins, "{} then {}", text, label);
                }
            }
        }
    }

    #[test]
    fn graphs_are_the_same_on_all_roads_alone_and_in_sums(graph in graph_text(), other in term(), alone: bool) {
        let text = if alone { graph } else { format!("{graph} + {other}") };
        for convention in [Convention::Normal, Convention::Misere] {
            let best = solve(&text, convention, Approach::Best, 1);
            for approach in [Approach::Search, Approach::Definition] {
                let other = solve(&text, convention, approach, 1);
                prop_assert_eq!(&other.outcome, &best.outcome, "{} {:?}", text, approach);
                prop_assert_eq!(&other.nimber, &best.nimber, "{} {:?}", text, approach);
                prop_assert_eq!(&other.winning, &best.winning, "{} {:?}", text, approach);
            }
            let position: Position = text.parse().unwrap();
            prop_assert_eq!(position.to_string().parse::<Position>().unwrap().to_string(), position.to_string());
            let focus = position.terms()[0].moves(usize::MAX).pop().map(|label| position.label_in_sum(0, &label));
            let request = Request { convention: Some(convention), ..Request::default() };
            prop_assert!(!position.explain(&request, focus.as_deref()).unwrap().steps.is_empty());
        }
    }

    #[test]
    fn what_is_printed_is_read_back(terms in vec(term(), 0..4)) {
        let position: Position = terms.join(" + ").parse().unwrap();
        let printed = position.to_string();
        prop_assert_eq!(printed.parse::<Position>().unwrap().to_string(), printed);
    }

    #[test]
    fn no_text_makes_the_workbench_panic(text in "(nim|bubbly|\\*|[ +()A#,0-9*>:=x\\-\u{0}é]){0,16}") {
        match text.parse::<Position>() {
            Ok(position) => prop_assert!(position.to_string().parse::<Position>().is_ok()),
            Err(error) => prop_assert!(text.get(error.span.clone()).is_some(), "{:?} in {:?}", error, text),
        }
    }

    #[test]
    fn every_position_can_be_explained(terms in vec(term(), 0..4), focus in 0usize..8) {
        let position: Position = terms.join(" + ").parse().unwrap();
        let label = position.terms().first().and_then(|board| board.moves(8).get(focus).cloned());
        let label = label.map(|label| position.label_in_sum(0, &label));
        for convention in [Convention::Normal, Convention::Misere] {
            let request = Request { convention: Some(convention), ..Request::default() };
            let explanation = position.explain(&request, label.as_deref()).unwrap();
            prop_assert!(!explanation.steps.is_empty());
        }
    }
}

#[test]
fn a_limit_stops_and_says_which() {
    let stopped = |limits: Limits, approach| {
        // Read anew: a board keeps what a stopped search has found.
        let position: Position = "nim 9 8 7 6".parse().unwrap();
        let answer = position.solve(&Request { approach, run: Run::new(limits), ..Request::default() });
        assert_eq!((answer.outcome, answer.nimber, answer.winning_count), (None, None, None));
        answer.stopped
    };
    for approach in [Approach::Search, Approach::Definition] {
        let nodes = Limits { nodes: Some(3), ..Limits::default() };
        assert_eq!(stopped(nodes, approach), Some(StopReason::Nodes));
        let memory = Limits { memory: Some(500), ..Limits::default() };
        assert_eq!(stopped(memory, approach), Some(StopReason::Memory));
        let time = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        assert_eq!(stopped(time, approach), Some(StopReason::Time));
    }
}

#[test]
fn a_huge_heap_under_search_stops_at_the_limit_of_memory() {
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    for approach in [Approach::Search, Approach::Definition] {
        let position: Position = "nim 9223372036854775807".parse().unwrap();
        let answer = position.solve(&Request { approach, run: Run::new(limits), ..Request::default() });
        assert_eq!(answer.stopped, Some(StopReason::Memory));
    }
}

#[test]
fn the_empty_sum_is_nothing() {
    let answer = solve("", Convention::Normal, Approach::Best, 1);
    assert_eq!((answer.outcome, answer.nimber), (Some(grundy::Outcome::P), Some(grundy::Nimber(0))));
    let answer = solve("", Convention::Misere, Approach::Best, 1);
    assert_eq!((answer.outcome, answer.nimber), (Some(grundy::Outcome::N), None));
}

#[test]
fn named_moves_are_limited_over_all_terms_and_all_are_counted() {
    let position: Position = "nim 1 1 1 + nim 1 1".parse().unwrap();
    let answer = position.solve(&Request { named_moves: 4, ..Request::default() });
    assert_eq!(answer.winning, ["1:1:1>0", "1:2:1>0", "1:3:1>0", "2:1:1>0"]);
    assert_eq!(answer.winning_count, Some(5));
}

#[test]
fn mistakes_have_their_place_in_the_whole_line() {
    let told = |text: &str| {
        let error = text.parse::<Position>().unwrap_err();
        (error.span.clone(), error.message, error.help.unwrap_or_default())
    };
    assert_eq!(told("nim 3 + bubbly (A(B)").0, 15..16);
    assert_eq!(told("nim 3 + bubbly (A))").0, 18..19);
    assert_eq!(told("nim 3 +").0, 6..7);
    assert_eq!(told("+ nim 3").0, 0..1);
    assert_eq!(told("nim 3 +  + nim 4").0, 9..10);
    assert_eq!(
        told("nim 3 + nmi 4"),
        (
            8..11,
            "there is no game called `nmi`".into(),
            "did you mean `nim`? `grundy list` shows all games".into()
        )
    );
    assert_eq!(told("nim max=3 5").1, "this game has no parameter `max`");
    assert_eq!(told("(A(B))").2, "write its name before the position: `bubbly (A(B))`");
    assert_eq!(told("nim 3 + 5").1, "`5` is a number, not a game");
    assert_eq!(told("*x").0, 1..2);
}

/// None of these ends in a day where the working is quadratic in depth.
#[test]
fn deep_and_long_positions_are_explained() {
    let size = 300_000;
    let chain = format!("bubbly {}{}", "(".repeat(size), ")".repeat(size));
    let caterpillar = format!("bubbly {}{}", "(()".repeat(size / 2), ")".repeat(size / 2));
    let terms = vec!["nim 3"; 20_000].join(" + ");
    for text in [chain, caterpillar, terms] {
        let position: Position = text.parse().unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let request = Request { convention: Some(convention), ..Request::default() };
            let steps = position.explain(&request, None).unwrap().steps;
            assert!(steps.len() < 50, "what is long is cut");
        }
    }
}

#[test]
fn time_stops_a_search_between_the_moves_of_one_position() {
    let limits = Limits { time: Some(std::time::Duration::from_millis(50)), ..Limits::default() };
    // Different heaps, and chains of different depths: equal ones would cancel at once.
    let heaps: Vec<String> = (1..4000).map(|size: u32| size.to_string()).collect();
    let chains: String = (1..400).map(|depth| "(".repeat(depth) + &")".repeat(depth)).collect();
    for text in [format!("nim {}", heaps.join(" ")), format!("bubbly {chains}")] {
        let position: Position = text.parse().unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let run = Run::new(limits);
            let request = Request {
                convention: Some(convention),
                approach: Approach::Search,
                run,
                ..Request::default()
            };
            let answer = position.solve(&request);
            assert_eq!(
                answer.stopped,
                Some(StopReason::Time),
                "{convention} {} nodes {} s",
                answer.nodes,
                answer.seconds
            );
        }
    }
}

#[test]
fn a_move_that_is_asked_about_is_told() {
    let position: Position = "nim 1 3".parse().unwrap();
    let steps = position.explain(&Request::default(), Some("2:3>1")).unwrap().steps;
    let told = steps.last().unwrap();
    assert_eq!(told.heading, "The move 2:3>1: take 2 from the second heap");
    assert_eq!(told.blocks, [grundy::Block::Text("It leaves a P-position, worth *0: it wins.".into())]);
    assert!(position.explain(&Request::default(), Some("2:3>3")).is_err());
}

#[test]
fn many_slips_make_one_note() {
    let text = format!("bubbly (A){}", ")".repeat(1000));
    let position = Position::parse(&text, grundy::Reading { lenient: true, ..Default::default() }).unwrap();
    assert_eq!(position.notes().len(), 1);
    assert_eq!(position.notes()[0].message, "1000 unmatched `)`, the first here");
    assert_eq!(position.notes()[0].span, 10..11);
}

/// The terms are told with different conventions, and nobody has said which is meant.
#[test]
fn a_sum_of_games_with_different_conventions_says_which_is_used() {
    let solve = |text: &str, convention| {
        text.parse::<Position>().unwrap().solve(&Request { convention, ..Request::default() })
    };
    let answer = solve("2d-nim 2x3 + nim 3 + cram 2x2 + nim 1 + *2", None);
    assert_eq!(answer.convention, Convention::Normal);
    let why = "2D Nim is told with misère play, but Nim and Cram with normal play";
    assert_eq!(answer.why_convention.as_deref(), Some(why));
    assert_eq!(answer.notes, [format!("normal play is used: {why}")]);
    for (text, convention) in [
        ("2d-nim 2x3 + nim 3", Some(Convention::Normal)),
        ("2d-nim 2x3 + nim 3", Some(Convention::Misere)),
        ("2d-nim 2x3 + 2d-nim max=any 2x2 + *2", None),
        ("nim 3 + cram 2x2", None),
    ] {
        let answer = solve(text, convention);
        assert!(answer.why_convention.is_none() && answer.notes.is_empty(), "{text}");
    }
}
