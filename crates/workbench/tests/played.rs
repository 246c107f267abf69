//! Games that were written down are read, and reviewed.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Convention, Diagnostic, PlayedGame, Run};

/// The sample game of the article "A 2D Nim Game" as it is printed, with the numbers of its lines.
const ARTICLE: &str = "\
1
2
3
4
5
Org    (A)    (B)    (A)    (B)    (A)    (B)    (A)    
1111 1110 1110 0110 0110 0110 0000 0000
1111 1110 1110 1110 1110 1110 1110 0000
1111 > 1111 > 1000 > 1000 > 1000 > 0000 > 0000 > 0000
1111 1111 1111 1111 1100 0100 0100 0100
";

fn given_away(game: &PlayedGame, player: &str) -> Vec<usize> {
    let review = game.review(&Run::unlimited, 100);
    let is_own = |index: &usize| game.player_of(*index) == player && review[*index].gave_it_away();
    (0..review.len()).filter(is_own).map(|index| index + 1).collect()
}

/// "the following state is a possible game": B throws the win away in moves 2 and 4, A in move 3.
#[test]
fn the_article_s_game_is_read_as_it_is_printed_and_reviewed() {
    let game = PlayedGame::parse(ARTICLE, Some("2d-nim")).unwrap();
    assert_eq!(game.start().to_string(), "2d-nim 4x4");
    assert_eq!((game.convention(), game.players()), (Convention::Misere, ["A", "B"]));
    let moves = ["r1c4-r2c4", "r3c2-r3c4", "r1c1", "r4c3-r4c4", "r3c1-r4c1", "r1c2-r1c3", "r2c1-r2c3"];
    assert_eq!(game.moves(), moves);
    assert_eq!((given_away(&game, "A"), given_away(&game, "B")), (vec![3], vec![2, 4]));
    assert_eq!(game.winner(), None, "one stone is left");
    let review = game.review(&Run::unlimited, 100);
    for turn in review.iter().filter(|turn| turn.gave_it_away()) {
        assert_eq!(turn.missed_count, Some(turn.missed.len() as u128));
        assert!(!turn.missed.is_empty());
    }
}

#[test]
fn the_same_game_is_read_in_other_forms() {
    let as_printed = PlayedGame::parse(ARTICLE, Some("2d-nim")).unwrap();
    let boards = |joint: &str| -> String {
        let board = |moves: usize| as_printed.position_after(moves).to_string().replace("2d-nim ", "");
        let rows = |moves: usize| board(moves).replace("4x4", "1111/1111/1111/1111").replace('/', "\n");
        (0..=7).map(rows).collect::<Vec<_>>().join(joint)
    };
    let one_below_the_other = format!("game: 2d-nim\nplayers: A, B\n\n{}", boards("\n\n"));
    let with_names = format!("game: 2d-nim\n{}", boards("\n\n"))
        .split("\n\n")
        .zip(["", "(A)\n", "(B)\n", "(A)\n", "(B)\n", "(A)\n", "(B)\n", "(A)\n"])
        .map(|(board, name)| format!("{name}{board}"))
        .collect::<Vec<_>>()
        .join("\n\n");
    let labels: String = as_printed
        .moves()
        .iter()
        .enumerate()
        .map(|(index, label)| format!("{}. {} {label}\n", index + 1, as_printed.player_of(index)))
        .collect();
    let labels = format!("position: 2d-nim 4x4\n{labels}");
    let bare: String = as_printed.moves().iter().map(|label| format!("{label}\n")).collect();
    let bare = format!("position: 2d-nim 4x4\nplayers: A and B\n{bare}");
    let after_position = format!("position: 2d-nim 4x4\nplayers: B, A\nfirst: A\n{}", boards("\n\n"));
    let of_positions: String =
        (0..=7).map(|moves| format!("{}\n", as_printed.position_after(moves))).collect();
    let of_positions = format!("players: A, B\n{of_positions}");
    for text in [one_below_the_other, with_names, labels, bare, after_position, of_positions] {
        let game = PlayedGame::parse(&text, None).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
        assert_eq!(game.moves(), as_printed.moves(), "{text}");
        assert_eq!(game.players(), ["A", "B"], "{text}");
        assert_eq!(game.convention(), Convention::Misere);
    }
}

#[test]
fn records_and_lines_of_heaps_are_read() {
    let record = "position: nim 2 3 4\nconvention: normal\nfirst: me\nlevel: perfect\n1. me 3:4>1\n2. computer 1:2>1\n\
                  3. me 2:3>1\nresigned: me\n";
    let game = PlayedGame::parse(record, None).unwrap();
    assert_eq!((game.players(), game.winner()), (["me", "computer"], Some("computer")));
    assert_eq!(given_away(&game, "me"), [3]);

    // The worked game of 1985: a row that is taken is not written any more.
    let worked = PlayedGame::parse("1 3 5 7\n1 5 7\n1 5 4\n1 5 3\n1 2 3\n", Some("nim")).unwrap();
    assert_eq!(worked.moves(), ["2:3>0", "3:7>4", "3:4>3", "2:5>2"]);
    assert!(worked.review(&Run::unlimited, 1).iter().all(|turn| !turn.gave_it_away()));

    let strip = PlayedGame::parse("treblecross .....\n..X..\n..X.X\n..XXX\n", None).unwrap();
    assert_eq!((strip.moves(), strip.winner()), (&["3", "5", "4"].map(String::from)[..], Some("First")));
    let sum = PlayedGame::parse("nim 2 + kayles 3\nnim 2 + kayles 1 1\nnim - + kayles 1 1\n", None).unwrap();
    assert_eq!(sum.moves(), ["2:1:3>1,1", "1:1:2>0"]);
}

/// The boards of the sample game, from the start to the last move.
fn boards_of_the_article() -> Vec<String> {
    let game = PlayedGame::parse(ARTICLE, Some("2d-nim")).unwrap();
    let board = |index| match game.position_after(index).terms()[0].notation() {
        full if full == "4x4" => "1111/1111/1111/1111".to_owned(),
        board => board,
    };
    (0..=game.moves().len()).map(board).collect()
}

#[test]
fn boards_are_read_however_they_are_pasted() {
    let (article, boards) = (PlayedGame::parse(ARTICLE, Some("2d-nim")).unwrap(), boards_of_the_article());
    let joined = |rows: &str, between: &str| {
        boards.iter().map(|board| board.replace('/', rows)).collect::<Vec<_>>().join(between)
    };
    let quoted: String = joined("\n", "\n\n").lines().map(|line| format!("> {line}\n")).collect();
    for (text, how) in [
        (joined("\n", "\n\n"), "an empty line between boards"),
        (joined("\n", "\n"), "nothing between boards"),
        (joined(" ", "\n"), "a board a line, its rows apart by blanks"),
        (joined("", "\n"), "a board a line"),
        (joined("\n", "\n->\n"), "an arrow between boards"),
        (joined("\n", "\n\n").replace('1', "●").replace('0', "·"), "round marks"),
        (quoted, "quoted by e-mail"),
        (ARTICLE.replace(" > ", "→"), "arrows without blanks"),
    ] {
        let game = PlayedGame::parse(&text, Some("2d-nim"))
            .unwrap_or_else(|error| panic!("{how}: {error:?}\n{text}"));
        assert_eq!(game.moves(), article.moves(), "{how}\n{text}");
    }
}

#[test]
fn a_line_may_hold_a_move_of_each_player() {
    let rounds = PlayedGame::parse("nim 1 3 5 7\n1. 2:3>0 4:7>4\n2. 4:4>3 3:5>2\n", None).unwrap();
    assert_eq!(rounds.moves(), ["2:3>0", "4:7>4", "4:4>3", "3:5>2"]);
    assert_eq!(rounds.players(), ["First", "Second"]);
    let plain = PlayedGame::parse("nim 1 3 5 7\n2:3>0 4:7>4\n", None).unwrap();
    assert_eq!(plain.moves(), ["2:3>0", "4:7>4"]);
    // A player may be called as a bubble is.
    let named = PlayedGame::parse("players: C, S\nposition: bubbly (C)(S)\n1. C S\n2. S C\n", None).unwrap();
    assert_eq!(named.moves(), ["S", "C"]);
}

#[test]
fn what_is_no_game_is_told_with_its_place() {
    let refused = |text: &str, of: Option<&str>| -> (String, Diagnostic) {
        let error = PlayedGame::parse(text, of).expect_err(text);
        (text[error.span.clone()].to_owned(), error)
    };
    let cheat = ARTICLE.replace("1110 0110 0110 0110", "1110 0010 0110 0110");
    let (place, error) = refused(&cheat, Some("2d-nim"));
    assert_eq!(place, "0110", "{error:?}");
    assert!(error.message.contains("no move leads from") && error.message.contains("move 4"), "{error:?}");
    assert!(error.help.unwrap().contains("2D Nim"));

    for (text, place, message) in [
        ("nim 3 4\nnim 3 4\n", "nim 3 4", "changes nothing"),
        ("nim 3 4\nnim 2 3\n", "nim 2 3", "no move leads"),
        ("nim 3 4\n1:3>1\n9:3>1\n", "9:3>1", "no heap 9"),
        ("position: nim 3 4\n1. A 1:3>2\n2. A 1:2>1\n", "A", "A makes two moves"),
        ("position: nim 3 4\n1. A 1:3>2\n2. B 1:2>1\n3. B 1:1>0\n", "B", "not B who makes move 3"),
        ("position: nim 3 4\n2. A 1:3>2\n", "2.", "this is move 1, not 2"),
        ("1. A 1:3>2\n", "1. A 1:3>2", "before any position"),
        ("11\n11\n\n10\n11\n", "11", "which game"),
        ("game: 2d-nim\nOrg (A)\n11 10 10\n11 11 01\n", "Org (A)", "as many words"),
        ("position: nim 3 4\nplayers: A\n", "A", "two players"),
        ("position: nim 3 4\nfirst: C\n", "C", "nobody here"),
        ("position: nim 3 4\nposition: nim 5\n", "nim 5", "said twice"),
        ("position: nim 3 x\n", "x", "expected a number"),
        ("hello there people of nim\n", "hello", "no game called"),
        ("", "", "no game here"),
        ("# a comment\n\n", "", "no game here"),
        ("game: 2d-nim\n111\n111\n11\n\n110\n111\n111\n", "11", "has 2 cells"),
        ("game: 2d-nim\n111 110\n111 11\n", "11", "has 2 cells"),
        ("game: 2d-nim\n11\n11\n11\n", "11", "one position"),
        ("position: nim 9223372036854775807\nnim 5\n", "nim 5", "too many moves"),
    ] {
        let (found, error) = refused(text, None);
        assert_eq!(found, place, "{text:?}: {error:?}");
        assert!(error.message.contains(message), "{text:?}: {error:?}");
        assert!(error.help.is_some(), "{text:?}");
    }
}
