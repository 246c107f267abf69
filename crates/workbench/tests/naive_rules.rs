//! Rules files as the checker of certificates reads them, against those of the games: random files and boards, and
//! all that ship.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

#[path = "../../own/tests/random_rules/mod.rs"]
mod random_rules;

use grundy_check::rules::{NaiveBoard, NaiveRules};
use grundy_core::{Listing, Notation, Parameters, Reader, Ruleset};
use grundy_own::{BoardFile, Change, Field, OwnGame, RulesFile};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Random files that are looked at, each with this number of boards.
const FILES: u64 = 4000;
const BOARDS: usize = 3;

fn read(game: &OwnGame, board: &str) -> Field {
    game.parse(&mut Reader::new(board)).unwrap_or_else(|error| panic!("{board}: {error}"))
}

/// The board after each move, by its label.
fn played(game: &OwnGame, at: &Field) -> BTreeMap<String, Field> {
    let mut moves: Vec<Change> = Vec::new();
    let _ = game.moves(at, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    game.labels(at, &moves).into_iter().zip(moves.iter().map(|mv| game.play(at, mv))).collect()
}

/// Holds a board, and all boards one move on, to the checker.
fn check(game: &OwnGame, rules: &NaiveRules, board: &str) -> usize {
    let (at, naive) = (read(game, board), rules.board(board).unwrap());
    let (own, found) = (played(game, &at), rules.moves(&naive).unwrap());
    let text = || format!("on {board} of\n{}", game.spec().text);
    assert_eq!(own.keys().collect::<Vec<_>>(), found.keys().collect::<Vec<_>>(), "{}", text());
    assert_eq!(game.wins_at_once().is_won(&at), rules.is_won(&naive).unwrap(), "{}", text());
    for (label, mv) in &found {
        let after: NaiveBoard = naive.after(mv);
        assert_eq!(read(game, &after.to_string()), own[label], "{label} {}", text());
        assert_eq!(rules.board(&game.format(&own[label])), Ok(after), "{label} {}", text());
    }
    own.len()
}

/// Holds the files of some seeds to the checker, and counts the boards and their moves.
fn check_files(file: fn(&mut ChaCha8Rng) -> String) -> (usize, usize) {
    let (mut boards, mut moves) = (0, 0);
    for seed in 0..FILES {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let text = file(&mut dice);
        let Ok(file) = BoardFile::read(&text) else { continue };
        let rules = NaiveRules::read(&text).unwrap_or_else(|told| panic!("{told}\n{text}"));
        for _ in 0..BOARDS {
            let board = random_rules::board(&mut dice, text.contains("\nstrip\n"), &text);
            // On larger boards there are more moves, which may go on for ever.
            match file.game().parse(&mut Reader::new(&board)) {
                Err(error) if error.message.contains("this board is too large for these rules") => continue,
                _ => {}
            }
            moves += check(file.game(), &rules, &board);
            boards += 1;
        }
    }
    (boards, moves)
}

#[test]
fn random_files_have_the_same_moves() {
    let (boards, moves) = check_files(random_rules::file);
    assert!(boards > 5_000 && moves > 15_000, "{boards} boards, {moves} moves");
}

#[test]
fn random_files_of_runs_have_the_same_moves() {
    let (boards, moves) = check_files(random_rules::file_of_runs);
    assert!(boards > 4_000 && moves > 5_000, "{boards} boards, {moves} moves");
}

#[test]
fn runs_beside_cells_beyond_the_board_are_as_long_as_for_the_game() {
    for rule in [
        "move ?.{any} -> o",
        "move ??.{any}?? -> o",
        "move ???.{4..7}??? -> o",
        "move ?.{8..any} -> o",
        "move [b@].{any}[b@] -> o",
        "move b{0..any}?{8}. -> o",
        "move ?{9..any}. -> o",
        "move ?{a:10..20}b{b:0..1}.?{c:9..any} -> o",
        "fixed b{0..1}??. -> o",
        "fixed .??{n:1..any}b{m:0..2} -> o",
        "move . -> o\nend b{0..any}?{8}o",
        "move . -> o\nnever b{0..any}?{9}o",
        "move . -> o\nend ??o{6..any}??",
        "move . -> o\nend ???o{6..8}???",
        "move . -> o\nnever ?o{7..any}?",
    ] {
        let text = format!("game a\nstrip\ncells . free o taken b other\n{rule}\nexample ..\n");
        let (file, rules) = (BoardFile::read(&text).unwrap(), NaiveRules::read(&text).unwrap());
        for length in (1..=17).chain([31, 32]) {
            check(file.game(), &rules, &".".repeat(length));
            check(file.game(), &rules, &format!("b{}", ".".repeat(length)));
        }
        for board in ["oooooo..", "ooooooo.", ".ooooooo", "oooooooo", ".oooooo.", "oooooo.", "o.ooooo"] {
            check(file.game(), &rules, board);
        }
    }
}

#[test]
fn the_files_that_ship_have_the_same_moves() {
    for file in BoardFile::shipped() {
        let rules = NaiveRules::read(&file.spec().text).unwrap();
        assert_eq!(rules.name(), file.name());
        assert_eq!(rules.is_misere(), file.card().convention == grundy_core::Convention::Misere);
        let game = file.rules(&Parameters::default()).unwrap();
        let example = file.example();
        assert!(check(&game, &rules, &example) > 0, "{}", file.name());
        // A game from the example on, always by the middle move.
        let mut at = rules.board(&example).unwrap();
        loop {
            let moves = rules.moves(&at).unwrap();
            let Some(mv) = moves.values().nth(moves.len() / 2) else { break };
            at = at.after(mv);
            check(&game, &rules, &at.to_string());
        }
    }
}

#[test]
fn what_is_no_rules_file_is_refused() {
    for text in [
        "",
        "grid\nmove .. -> ##",
        "game a\nmove .. -> ##",
        "game a\ngrid\nmove .. ##",
        "game a\ngrid\nmove .[ -> #",
        "game a\ngrid\nmove .{ -> #",
        "game a\ngrid\nmove 4 -> #",
        "game a\ngrid\njump .. -> #",
        "game a\nstrip\nmove ./. -> #",
        "game a\ngrid\ngrid\nmove .. -> #",
        "game a\ngrid\nplay backwards\nmove .. -> #",
    ] {
        assert!(NaiveRules::read(text).is_err(), "{text}");
    }
    let rules = NaiveRules::read("game a\ngrid\nmove .. -> ##").unwrap();
    for board in ["", "./..", "x", "40x40", "0x4", "../", "4x"] {
        assert!(rules.board(board).is_err(), "{board}");
    }
}

/// A certificate of an own game whose file is nowhere but in it.
#[test]
fn certificates_carry_their_rules_and_are_checked_by_them() {
    use grundy::misere::Reach;
    use grundy::{Book, CertifiedQuotient, Position, Reading, Run, Shelf, Workbench, verify_book};
    let text = "-- mine\ngame my-cram\ngrid\ncells . free # covered\n\n  move .. -> #  -- a domino\n";
    let shelf = Shelf::builtin().with_file(RulesFile::read(text).unwrap()).unwrap();
    let (workbench, run) = (Workbench::new(std::sync::Arc::new(shelf)), Run::unlimited());
    let read = |text: &str| Position::parse_on(&workbench, text, Reading::default(), &run).unwrap();
    let position = read("my-cram 2x3 + nim 2");
    let parts = position.misere_parts(1_000, &run).unwrap();
    let certificate = parts.certificate(&parts.quotient(&Reach::default(), &run)).unwrap();
    assert!(grundy::check_parts(&certificate, &run).is_err(), "without its rules the game is unknown");
    let certified = CertifiedQuotient { certificate, rules: position.rules_texts() };
    let written = certified.to_string();
    assert!(written.contains("\nrules game my-cram\nrules grid\n"), "{written}");
    let again: CertifiedQuotient = written.parse().unwrap();
    assert_eq!(again.to_string(), written);
    assert_eq!(again.check(&run).unwrap().order, 6);
    // Other rules make other moves, and lines that are none are refused with their number.
    let forged: CertifiedQuotient = written.replace("move .. ->", "move ... ->").parse().unwrap();
    assert!(forged.check(&run).is_err());
    let line = written.lines().position(|line| line.starts_with("rules")).unwrap() + 1;
    let wrong = written.replace("rules game", "rules gone").parse::<CertifiedQuotient>().unwrap_err();
    assert_eq!(wrong.line, line);
    let book = Book::of(&read("my-cram 2x4"), grundy::Convention::Normal, &run).unwrap();
    assert!(book.json().contains("move .. -> #"));
    assert_eq!(verify_book(&book.json()), Ok(book.entries.len()));
    assert!(verify_book(&book.json().replace("move .. ->", "move ... ->")).is_err());
}
