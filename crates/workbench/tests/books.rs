//! Books of replies: complete, and held to the rules alone.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Book, Convention, Outcome, Position, Request, Run, verify_book};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

fn book(text: &str, convention: Convention) -> Book {
    Book::of(&text.parse().unwrap(), convention, &Run::unlimited()).unwrap()
}

/// Seed 002, line 175: "If you want to know whether the first player or the second player could force a win,
/// checkout the game script". The second could; this is how.
#[test]
fn the_second_player_has_a_book_for_the_four_by_four_board() {
    let book = book("2d-nim 4x4", Convention::Misere);
    assert_eq!(book.opening, None, "the full board is lost");
    let first = &book.entries[0];
    let openings: usize = first.replies.iter().map(|reply| reply.moves.len()).sum();
    assert_eq!((openings, first.replies.len()), (56, 9), "56 openings, in 9 classes under the 8 symmetries");
    assert_eq!(verify_book(&book.json()), Ok(book.entries.len()));
    assert!(book.entries.len() <= 100, "{} positions fit a page", book.entries.len());
}

/// Every position of the book is lost for whoever is to move, by the solver's word too.
#[test]
fn every_entry_of_a_book_is_a_p_position() {
    for (text, convention) in [
        ("2d-nim 3x4", Convention::Normal),
        ("2d-nim 4x4", Convention::Misere),
        ("cram 4x4", Convention::Normal),
    ] {
        for entry in book(text, convention).entries {
            let answer =
                entry.position.solve(&Request { convention: Some(convention), ..Request::default() });
            assert_eq!(answer.outcome, Some(Outcome::P), "{} of {text}", entry.position);
        }
    }
}

/// Any board of up to 16 stones of every game on a grid, in both conventions.
#[test]
fn random_boards_of_every_grid_game_have_books_that_win() {
    let mut dice = ChaCha8Rng::seed_from_u64(17);
    let games = ["2d-nim", "2d-nim max=any", "2d-nim max=2", "boxing-match", "cram", "chomp"];
    let mut lost = 0;
    for index in 0..240 {
        let game = games[index % games.len()];
        let (rows, columns) = [(4, 4), (3, 5), (2, 8), (1, 16), (5, 3)][index % 5];
        let row = |dice: &mut ChaCha8Rng| -> String {
            (0..columns).map(|_| if dice.random_ratio(3, 5) { '1' } else { '0' }).collect()
        };
        let text = match game {
            "chomp" => format!("chomp {}x{}", rows.min(3), columns.min(4)),
            _ => format!("{game} {}", (0..rows).map(|_| row(&mut dice)).collect::<Vec<_>>().join("/")),
        };
        for convention in CONVENTIONS {
            let position: Position = text.parse().unwrap();
            if position.is_over() {
                continue;
            }
            let book = Book::of(&position, convention, &Run::unlimited()).unwrap();
            lost += usize::from(book.opening.is_none());
            assert_eq!(verify_book(&book.json()), Ok(book.entries.len()), "{text} {convention}");
        }
    }
    assert!(lost > 40, "{lost} of them are lost for whoever begins");
}

/// The largest boards that are asked for: 16 stones, full.
#[test]
fn full_boards_of_sixteen_stones_have_books_that_win() {
    for game in ["2d-nim", "2d-nim max=any", "boxing-match", "cram"] {
        for sides in ["4x4", "2x8", "1x16"] {
            for convention in CONVENTIONS {
                let book = book(&format!("{game} {sides}"), convention);
                assert_eq!(verify_book(&book.json()), Ok(book.entries.len()), "{game} {sides} {convention}");
            }
        }
    }
}

/// Splits a heap in place of taking from it, so that a position with more moves comes after one with fewer: replies lead
/// to entries that have been answered before.
#[test]
fn games_in_which_moves_become_more_have_books_that_win() {
    for (text, convention) in [
        ("0.D 6", Convention::Normal),
        ("0.D 3 5", Convention::Normal),
        ("laskers-nim 9 9", Convention::Normal),
        ("4.5AC7 3 3", Convention::Normal),
        ("2d-nim 111/111/110 + toads-and-frogs tt.ff", Convention::Misere),
    ] {
        let book = book(text, convention);
        for reply in book.entries.iter().flat_map(|entry| &entry.replies) {
            assert_eq!(reply.answer.is_some(), reply.to.is_some(), "{text}: {:?}", reply.moves);
        }
        assert_eq!(verify_book(&book.json()), Ok(book.entries.len()), "{text}");
    }
}

fn refused(json: &str) -> String {
    verify_book(json).unwrap_err().to_string()
}

#[test]
fn a_book_with_a_wrong_answer_is_refused() {
    let json = book("2d-nim 4x4", Convention::Misere).json();
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    let forged = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut object = object.clone();
        change(&mut object);
        refused(&object.to_string())
    };
    let told = forged(&|book| book["entries"][0]["replies"][0]["answer"] = "r1c1".into());
    assert!(told.contains("the answer `r1c1`"), "{told}");
    let told = forged(&|book| book["entries"][0]["replies"][0]["to"] = 1_000_000.into());
    assert!(told.contains("lead to no entry"), "{told}");
    let told = forged(&|book| book["entries"][0]["replies"][0]["to"] = 0.into());
    assert!(told.contains("do not lead to the entry that is named"), "{told}");
    let told = forged(&|book| {
        book["entries"][0]["replies"].as_array_mut().unwrap().pop();
    });
    assert!(told.contains("is not answered"), "{told}");
    let told = forged(&|book| {
        let moved = book["entries"][0]["replies"][1]["moves"][0].take();
        book["entries"][0]["replies"][1]["moves"].as_array_mut().unwrap().remove(0);
        book["entries"][0]["replies"][0]["moves"].as_array_mut().unwrap().push(moved);
    });
    assert!(told.contains("do not leave the same"), "{told}");
    let told = forged(&|book| book["entries"][0]["replies"][0]["answer"] = serde_json::Value::Null);
    assert!(told.contains("does not lose at once"), "{told}");
    let told = forged(&|book| book["convention"] = "normal".into());
    assert!(!told.is_empty());
    let told = forged(&|book| book["book"] = "2d-nim 3x3".into());
    assert!(told.contains("not where the book begins"), "{told}");
    let told = forged(&|book| book["entries"][0]["position"] = "2d-nim 4x".into());
    assert!(told.contains("is no position"), "{told}");
    assert!(refused("{\"book\": 3}").contains("no book"));
}

/// Three in a row end the whole game, and under misère play who has written them has lost.
#[test]
fn games_that_can_be_won_at_once_have_books_under_both_conventions() {
    for convention in CONVENTIONS {
        for text in ["treblecross X.X", "treblecross ...", "treblecross ......", "treblecross ... + nim 2"] {
            let book = book(text, convention);
            assert_eq!(verify_book(&book.json()), Ok(book.entries.len()), "{text}, {convention}");
        }
    }
}

#[test]
fn a_book_stops_at_its_limits() {
    let run = Run::new(grundy::Limits { nodes: Some(10), ..grundy::Limits::default() });
    let stopped = Book::of(&"cram 5x5".parse().unwrap(), Convention::Normal, &run);
    assert!(matches!(stopped, Err(grundy::NoBook::Stopped(_))), "{stopped:?}");
    let many = Book::of(&"nim 5000 5000".parse().unwrap(), Convention::Normal, &Run::unlimited());
    assert!(matches!(many, Err(grundy::NoBook::TooManyMoves { .. })), "{many:?}");
}

#[test]
fn the_page_links_every_move_to_an_entry_that_it_has() {
    let book = book("2d-nim 2x3", Convention::Misere);
    let page = book.html();
    for link in page.split("href=\"#p").skip(1) {
        let target = link.split('"').next().unwrap();
        assert!(page.contains(&format!("id=\"p{target}\"")), "{target}");
    }
    assert_eq!(page.matches("<section").count(), book.entries.len());
}
