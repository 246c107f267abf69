//! Every game obeys the laws of rulesets, on positions drawn at random.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{Listing, Nimber, Notation, Reader, Reading, Show, laws};
use grundy_games::bubbly::{Bubble, Forest};
use grundy_games::hackenbush::{Edge, Graph};
use grundy_games::nim::Heaps;
use grundy_games::{BareNimber, Bubbly, Hackenbush, Nim};
use proptest::collection::vec;
use proptest::prelude::*;

/// Depths of a forest from any numbers: each is brought into the range that its place allows.
fn depths(wishes: &[u32]) -> Vec<u32> {
    let mut most = 0;
    let depth = |&wish: &u32| {
        let depth = wish % (most + 1);
        most = depth + 1;
        depth
    };
    wishes.iter().map(depth).collect()
}

/// A forest as text, with labels that repeat, are empty, hold a `#` or letters beyond ASCII.
fn forest_text() -> impl Strategy<Value = String> {
    let label = prop_oneof![
        3 => "[A-Z]",
        1 => Just(String::new()),
        1 => "[a-c]#[1-9]",
        1 => "[äß*+=0-9]{1,3}",
    ];
    vec((any::<u32>(), label), 0..10).prop_map(|bubbles| {
        let wishes: Vec<u32> = bubbles.iter().map(|(wish, _)| *wish).collect();
        let (mut text, mut open) = (String::new(), 0);
        for (depth, (_, label)) in depths(&wishes).into_iter().zip(&bubbles) {
            text += &")".repeat(open - depth as usize);
            text += &format!("({label}");
            open = depth as usize + 1;
        }
        text += &")".repeat(open);
        if text.is_empty() { "-".to_owned() } else { text }
    })
}

/// A graph from any numbers: every edge begins at a vertex that is joined to the ground, and leads to
/// another one or to a new one.
fn graph(wishes: &[(u32, u32, u32)]) -> Graph {
    let mut joined = vec![0];
    let mut edges = Vec::new();
    for &(from, to, place) in wishes {
        let from = joined[from as usize % joined.len()];
        let next = joined.len() as u32;
        let to = if to % 2 == 0 { next } else { joined[(to / 2) as usize % joined.len()] };
        if to == next {
            joined.push(to);
        }
        edges
            .insert(place as usize % (edges.len() + 1), if place % 2 == 0 { [from, to] } else { [to, from] });
    }
    Graph::new(edges).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bubbly_obeys_the_laws(text in forest_text()) {
        let forest = Bubbly.parse(&mut Reader::new(&text)).unwrap();
        prop_assert_eq!(Bubbly.format(&forest), text);
        laws::check(&Bubbly, &forest).unwrap();
    }

    #[test]
    fn bubbly_obeys_the_laws_of_rules_on_larger_forests(wishes in vec(any::<u32>(), 10..40)) {
        laws::check_rules(&Bubbly, &Forest::from_depths(depths(&wishes))).unwrap();
    }

    #[test]
    fn hackenbush_obeys_the_laws(wishes in vec(any::<(u32, u32, u32)>(), 0..10)) {
        laws::check(&Hackenbush, &graph(&wishes)).unwrap();
    }

    #[test]
    fn hackenbush_obeys_the_laws_of_rules_on_larger_graphs(wishes in vec(any::<(u32, u32, u32)>(), 10..40)) {
        laws::check_rules(&Hackenbush, &graph(&wishes)).unwrap();
    }

    #[test]
    fn numbered_graphs_obey_the_laws(wishes in vec(any::<(u32, u32, u32)>(), 0..10), far in vec(0usize..20, 0..4)) {
        let mut edges = graph(&wishes).edges().to_vec();
        // Edges that float, anywhere among them.
        far.iter().for_each(|place| edges.insert(place % (edges.len() + 1), [100, 101]));
        let text: Vec<String> = edges.iter().map(|[from, to]| format!("{from}-{to}")).collect();
        let text = if text.is_empty() { "-".to_owned() } else { text.join(" ") };
        let reading = Reading { drop_floating: true, ..Reading::default() };
        let numbered = Hackenbush.parse(&mut Reader::with(&text, reading)).unwrap();
        let numbers: Vec<u32> = (0..numbered.len() as u32).map(|edge| numbered.number(Edge(edge))).collect();
        let listed = (1u32..).zip(&edges).filter(|(_, ends)| ends[0] != 100).map(|(number, _)| number);
        prop_assert!(listed.eq(numbers.iter().copied()), "{} has {:?}", text, numbers);
        laws::check(&Hackenbush, &numbered).unwrap();
        let mut cut = numbered.clone();
        while !cut.is_empty() && cut.is_numbered() {
            let gone = cut.number(Edge(cut.len() as u32 - 1));
            cut = cut.without(Edge(cut.len() as u32 - 1));
            laws::check_notation(&Hackenbush, &cut).unwrap();
            prop_assert_eq!(cut.edge_of(gone), None);
        }
    }

    #[test]
    fn nim_obeys_the_laws(heaps in vec(0u64..12, 0..6)) {
        laws::check(&Nim, &Heaps(heaps)).unwrap();
    }

    #[test]
    fn bare_nimbers_obey_the_laws(size in 0u64..200) {
        laws::check(&BareNimber, &Nimber(size)).unwrap();
    }

    #[test]
    fn a_path_ends_at_its_bubble_and_holds_what_contains_it(wishes in vec(any::<u32>(), 1..40), pick: u32) {
        let forest = Forest::from_depths(depths(&wishes));
        let bubble = Bubble(pick % forest.len() as u32);
        let path = forest.path(bubble);
        prop_assert_eq!(path.last(), Some(&bubble));
        prop_assert!(path.iter().all(|around| (around.index()..forest.end(*around)).contains(&bubble.index())));
        prop_assert_eq!(path.len(), forest.depths()[bubble.index()] as usize + 1);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[() A#,0-9*>:\\-\u{0}\u{7f}é]{0,24}") {
        let _ = Bubbly.parse(&mut Reader::new(&text));
        let _ = Nim.parse(&mut Reader::new(&text));
        let _ = BareNimber.parse(&mut Reader::new(&text));
        let forest = Bubbly.parse(&mut Reader::new("(A(B#2))(A)()")).unwrap();
        let _ = Bubbly.parse_move(&forest, &text);
        let _ = Nim.parse_move(&Heaps(vec![3, 5]), &text);
    }

    #[test]
    fn no_text_makes_a_reader_of_graphs_panic(text in "[0-9\\-, ();:{}elA\u{0}\u{85}é]{0,24}", drop: bool) {
        let reading = Reading { drop_floating: drop, ..Reading::default() };
        match Hackenbush.parse(&mut Reader::with(&text, reading)) {
            Ok(graph) => {
                let again = Hackenbush.format(&graph);
                prop_assert_eq!(Hackenbush.parse(&mut Reader::new(&again)), Ok(graph.clone()));
                let _ = Hackenbush.parse_move(&graph, &text);
                let _ = Hackenbush.show(&graph, 40);
            }
            Err(error) => prop_assert!(text.get(error.span.clone()).is_some(), "{:?} in {:?}", error, text),
        }
    }
}

#[test]
fn the_examples_on_the_cards_are_positions() {
    fn check(listing: impl Listing) {
        let (rules, card) = (listing.rules(&Default::default()).unwrap(), listing.card());
        let position = rules.parse(&mut Reader::new(&card.example)).unwrap();
        assert_eq!(rules.format(&position), card.example);
        assert!(grundy_core::Ruleset::moves_left(&rules, &position) > 0);
    }
    check(Nim);
    check(Bubbly);
    check(Hackenbush);
    check(BareNimber);
}
