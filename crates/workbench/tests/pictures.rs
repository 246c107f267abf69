//! Every game draws itself: well-formed, with moves that can be made, and as it was seen last.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::packing::{PackingCertificate, PlacedDisk};
use grundy::picture::{Geometry, Picture, Svg};
use grundy::{Game, Marks, Position, Request, Shelf, draw_packing};
use std::collections::{HashMap, HashSet};

/// The labels that shapes stand for.
fn labels(picture: &Picture) -> HashSet<String> {
    let mut labels = HashSet::new();
    picture.each_shape(&mut |shape, _| labels.extend(shape.label().map(str::to_owned)));
    labels
}

/// The picture of a position with all its winning moves marked.
fn with_winning(text: &str) -> Picture {
    let position: Position = text.parse().unwrap();
    let winning = position.solve(&Request { named_moves: 1000, ..Request::default() }).winning;
    position.draw(&Marks { winning, making: None }).unwrap()
}

fn example(game: &dyn Game) -> Position {
    format!("{} {}", game.card().id, game.card().example).parse().unwrap()
}

#[test]
fn every_game_draws_its_example() {
    for game in Shelf::builtin().games() {
        let position = example(game);
        let winning = position.solve(&Request::default()).winning;
        let making = position.moves(1).pop();
        for marks in [Marks::default(), Marks { winning, making }] {
            let picture = position.draw(&marks).unwrap();
            for svg in
                [picture.svg(), picture.render(&Svg::in_page().links(&|label| Some(format!("?{label}"))))]
            {
                roxmltree::Document::parse(&svg).unwrap();
            }
            assert!(!picture.bounds().is_empty() && !picture.title().is_empty(), "{}", game.card().id);
            for label in labels(&picture) {
                assert!(position.play(&label).is_ok(), "{label} in {position}");
            }
            assert_eq!(position.draw(&marks).unwrap().svg(), picture.svg(), "the same bytes");
        }
    }
}

#[test]
fn every_game_draws_its_end_and_its_empty_sum() {
    for game in Shelf::builtin().games() {
        let mut position = example(game);
        while let Some(label) = position.moves(1).pop() {
            position = position.play(&label).unwrap();
        }
        let picture = position.draw(&Marks::default()).unwrap();
        assert!(labels(&picture).is_empty());
        roxmltree::Document::parse(&picture.svg()).unwrap();
    }
    let empty = "".parse::<Position>().unwrap().draw(&Marks::default()).unwrap();
    assert!(empty.svg().contains("the empty sum"));
}

#[test]
fn pictures_look_as_they_did() {
    for (name, text) in [
        ("nim", "nim 1 3 5 6 0"),
        ("nim_bar", "nim 1000 3"),
        ("nimber", "*3"),
        ("bubbly", "bubbly (F(N(U))(S)(S))(E(G))"),
        ("kayles", "kayles 5 1 0 40"),
        ("grundys_game", "grundys-game 6"),
        ("treblecross", "treblecross ..X....X."),
        ("hackenbush", "hackenbush 0-1 1-2 1-2 2-2 0-0 1-3 2-3"),
        ("sum", "bubbly (E(G)) + nim 4 3 + *3"),
    ] {
        insta::assert_snapshot!(name, with_winning(text).render(&Svg::in_page()));
    }
    let position: Position = "bubbly (A(B)(C(D))) + nim 2".parse().unwrap();
    let marks = Marks { winning: vec![], making: Some("1:D".to_owned()) };
    insta::assert_snapshot!("move_at_hand", position.draw(&marks).unwrap().render(&Svg::in_page()));
}

#[test]
fn the_picture_of_the_readme_is_what_is_drawn_today() {
    let drawn = with_winning("bubbly (I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))").svg();
    // Its style may be that of another day.
    let shapes = |svg: &str| svg.split_once("</style>").unwrap().1.to_owned();
    let kept = include_str!("../../../docs/pictures/mystery-hunt.svg");
    assert_eq!(shapes(&drawn), shapes(kept), "draw docs/pictures anew");
}

#[test]
fn a_packing_is_drawn_with_its_diameters() {
    let disk = |diameter: &str, x: &str| PlacedDisk { diameter: diameter.into(), x: x.into(), y: "0".into() };
    let claim =
        PackingCertificate { cavity: "3.1".into(), disks: vec![disk("2.0", "-0.5"), disk("1.0", "1.01")] };
    insta::assert_snapshot!("packing", draw_packing(&claim).unwrap().render(&Svg::in_page()));
    let wrong = PackingCertificate { cavity: "3.1".into(), disks: vec![disk("two", "0")] };
    assert!(draw_packing(&wrong).unwrap_err().contains("`two`"));
}

#[test]
fn a_mark_that_is_no_move_is_told() {
    let position: Position = "nim 2 + *1".parse().unwrap();
    let wrong =
        |label: &str| position.draw(&Marks { winning: vec![], making: Some(label.to_owned()) }).unwrap_err();
    assert_eq!(wrong("2:*5").span, 2..4);
    assert_eq!(wrong("3:x").span, 0..3);
}

#[test]
fn large_positions_say_so_and_show_a_summary() {
    let chain = format!("bubbly {}{}", "(".repeat(100_000), ")".repeat(100_000));
    let wide = format!("bubbly {}", "(())".repeat(50_000));
    let heaps = format!("nim{}", " 7".repeat(100_000));
    let huge = "nim 9223372036854775807 1".to_owned();
    let sum = vec!["*1"; 1000].join(" + ");
    for (text, told) in [
        (chain, "too large to show whole: 99940 bubbles more; 100000 in all, 1 outer, nested 100000 deep"),
        (wide, "too large to show whole"),
        (heaps, "too many to show: 99960 heaps more; 700000 counters in all"),
        (huge, "9223372036854775807 counters"),
        (sum, "+ 960 more terms"),
    ] {
        let svg = with_winning(&text).svg();
        assert!(svg.contains(told), "{told}");
        assert!(svg.len() < 400_000, "{} bytes", svg.len());
    }
}

/// A circle between stones or squares is filled where its move wins, and stands in front of the outlines.
#[test]
fn handles_of_winning_moves_are_marked() {
    for text in ["cram 3x4", "boxing-match 1101/1111/0111", "2d-nim 1101/1111/0110/1011"] {
        let position: Position = text.parse().unwrap();
        let winning = position.solve(&Request { named_moves: 1000, ..Request::default() }).winning;
        let picture = with_winning(text);
        let mut handles = HashMap::new();
        picture.each_shape(&mut |shape, _| {
            if shape.is("outline") {
                assert!(handles.values().all(|is_winning| !is_winning), "{text}: outlines are behind");
            } else if shape.is("handle") {
                handles.insert(shape.label().unwrap().to_owned(), shape.is("winning"));
            }
        });
        assert!(handles.values().any(|&is_winning| is_winning), "{text}");
        assert!(handles.values().any(|&is_winning| !is_winning), "{text}");
        for (label, is_winning) in handles {
            assert_eq!(is_winning, winning.contains(&label), "{text}: {label}");
        }
    }
}

#[test]
fn a_bar_of_chocolate_has_its_rows_and_columns_numbered() {
    let mut numbers = Vec::new();
    with_winning("chomp 4 2").each_shape(&mut |shape, _| {
        if let (true, Geometry::Text { text, .. }) = (shape.is("number"), shape.form()) {
            numbers.push(text.to_string());
        }
    });
    assert_eq!(numbers, ["1", "2", "3", "4", "1", "2"]);
}
