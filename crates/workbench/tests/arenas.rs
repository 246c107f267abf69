//! Boards of up to 32 by 32 cells, and boards of any two marks.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Convention, Duel, Limits, Nimber, Opponent, Outcome, Player, Position, Request};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

/// The sample arena of the contest that seed 004 links to (line 17: "http://potm.tripod.com/BOXINGMATCH/"), as
/// the contest prints it.
const ARENA: &str = include_str!("../../../data/boxing-match/potm-1994.txt");

fn arena() -> Position {
    let rows: Vec<&str> = ARENA.lines().filter(|line| !line.starts_with('#')).collect();
    format!("boxing-match {}", rows.join("/")).parse().unwrap()
}

/// What is left of the arena after random captures.
fn with_spots_left(wanted: usize, seed: u64) -> Position {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut position = arena();
    loop {
        let text = position.to_string();
        if text.matches('1').count() <= wanted {
            return position;
        }
        let all = position.count_moves() as u64;
        let label = position.terms()[0].labels_at(&[dice.random_range(0..all)]).pop().unwrap();
        position = position.play(&label).unwrap();
    }
}

/// Seed 004, line 19: "An n x m rectangular board is initialized with 0 or 1 stone on each cell."
#[test]
fn the_arena_of_the_contest_is_read_as_it_is_printed() {
    let arena = arena();
    assert!(arena.notes()[0].message.contains("`-` is read as a stone and `o` as a gap"));
    let text = arena.to_string();
    assert_eq!((text.matches('1').count(), text.matches('/').count()), (512 - 15, 15));
    let again: Position = text.parse().unwrap();
    assert_eq!(again.to_string(), text);
    // Labels are in the arena's own coordinates, also far from the corner.
    let left = arena.play("r1c17+16").unwrap_err();
    assert!(left.message.contains("not there"), "{left}");
    let left = arena.play("r1c21+8").unwrap();
    assert_eq!(left.to_string().matches('1').count(), 512 - 15 - 64);
    assert_eq!(
        left.play("r1c1+2").unwrap().say("r9c24+8").unwrap_err().message,
        "r16c31 is not there to be taken"
    );
    assert_eq!(arena.say("r16c1+1").unwrap(), "take the stone at r16c1");
}

/// The parts of what is left are searched one by one: exact nimbers, and the winning moves bring 0.
#[test]
fn with_up_to_200_spots_left_the_nimber_is_exact() {
    for (index, spots) in [200, 150, 120, 100, 80, 60].into_iter().enumerate() {
        for seed in 0..4 {
            let position = with_spots_left(spots, 10 * index as u64 + seed);
            let answer = position.solve(&Request::default());
            let nimber = answer.nimber.unwrap_or_else(|| panic!("{position}"));
            assert_eq!(answer.outcome == Some(Outcome::P), nimber == Nimber::ZERO);
            for label in answer.winning.iter().take(3) {
                let left = position.play(label).unwrap().solve(&Request::default());
                assert_eq!(left.nimber, Some(Nimber::ZERO), "{position} {label}");
            }
        }
    }
}

/// An arena and the same stones as a board of the game itself have the same answers.
#[test]
fn an_arena_is_worth_what_its_stones_are_on_a_smaller_board() {
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    for (game, full, other) in [("boxing-match", '1', '0'), ("2d-nim", '1', '0'), ("cram", '.', '#')] {
        for _ in 0..12 {
            let (rows, columns) = (dice.random_range(2..5), dice.random_range(2..6));
            let mut small = Vec::new();
            for _ in 0..rows {
                let row: String =
                    (0..columns).map(|_| if dice.random_ratio(3, 4) { full } else { other }).collect();
                small.push(row);
            }
            let (down, right) = (dice.random_range(0..32 - rows), dice.random_range(0..32 - columns));
            let blank = |count: usize| other.to_string().repeat(count);
            let mut large = vec![blank(32); down];
            large.extend(small.iter().map(|row| blank(right) + row + &blank(32 - right - columns)));
            large.extend(vec![blank(32); 32 - rows - down]);
            let small: Position = format!("{game} {}", small.join("/")).parse().unwrap();
            let large: Position = format!("{game} {}", large.join("/")).parse().unwrap();
            assert_eq!(large.count_moves(), small.count_moves(), "{small}");
            for convention in [Convention::Normal, Convention::Misere] {
                let ask = |position: &Position| {
                    position.solve(&Request { convention: Some(convention), ..Request::default() })
                };
                let (one, other) = (ask(&small), ask(&large));
                assert_eq!((one.outcome, one.nimber), (other.outcome, other.nimber), "{small} {convention}");
                assert_eq!(one.winning_count, other.winning_count, "{small} {convention}");
            }
        }
    }
}

/// Seed 004, line 29: "A winning move is to take a 10x10 square in the middle. This leaves a 5x10 rectangle on the
/// left and a 5x10 rectangle on the right. This is a P-position via mirroring."
#[test]
fn the_middle_square_wins_the_largest_boards_too() {
    let full: Position = "boxing-match 20x32".parse().unwrap();
    let left = full.play("r1c7+20").unwrap();
    let answer = left.solve(&Request::default());
    assert_eq!((answer.outcome, answer.nimber), (Some(Outcome::P), Some(Nimber::ZERO)));
    let cram: Position = "cram 32x32".parse().unwrap();
    assert_eq!(cram.solve(&Request { named_moves: 0, ..Request::default() }).outcome, Some(Outcome::P));
}

#[test]
fn boards_of_any_two_marks_are_read_and_told() {
    let read = |text: &str| text.parse::<Position>().unwrap();
    for (written, canonical, stone) in [
        ("boxing-match --o/---/o--", "boxing-match 110/111/011", "`-`"),
        ("2d-nim XX_/X_X", "2d-nim 110/101", "`X`"),
        ("2d-nim *.*/***", "2d-nim 101/111", "`*`"),
        ("2d-nim XX./X.X", "2d-nim 110/101", "`X`"),
        ("2d-nim ab/ba", "2d-nim 10/01", "`a`"),
        ("cram --o/-o-", "cram ..#/.#.", "`-`"),
        ("boxing-match --oA/-B--", "boxing-match 1100/1011", "`-`"),
    ] {
        let position = read(written);
        assert_eq!(position.to_string(), canonical);
        assert!(position.notes()[0].message.contains(stone), "{:?}", position.notes());
    }
    assert!(read("2d-nim ##./#.#").notes().is_empty(), "usual marks need no note");
    // A free square of Cram is a point, whatever a blocked one is written as.
    for (written, canonical) in [
        ("cram o.|..", "cram #./.."),
        ("cram ..O|...", "cram ..#/..."),
        ("cram .■./...", "cram .#./..."),
        ("cram □■/□□", "cram .#/.."),
        ("cram .N/..", "cram .#/.."),
    ] {
        let position = read(written);
        assert_eq!(position.to_string(), canonical);
        assert_eq!(position.notes().len(), 1, "{:?}", position.notes());
    }
    for unclear in ["cram _#/__", "cram OX/XX", "cram ab/ba", "cram o.x/...", "cram ##o/###"] {
        let error = unclear.parse::<Position>().unwrap_err();
        assert!(error.message.contains("cannot stand in a board"), "{unclear}: {error}");
    }
    let error = "boxing-match ab/abc/ab".parse::<Position>().unwrap_err();
    assert!(error.message.contains("cannot stand in a board"), "{error}");
    let error = "boxing-match ----/---/----".parse::<Position>().unwrap_err();
    assert_eq!((error.message.as_str(), error.span), ("row 2 has 3 cells, but the first has 4", 18..21));
    let error = "boxing-match 33x20".parse::<Position>().unwrap_err();
    assert!(error.message.contains("33 by 20; large boards are at most 32 by 32"), "{error}");
    let error = "cram 999999999999999999999x4".parse::<Position>().unwrap_err();
    assert!(error.message.contains("too large"), "{error}");
}

/// Seed 004, line 273: "How would you use this to win in Boxing Match against an opponent who did not know about
/// Nimbers?"
#[test]
fn who_knows_nimbers_beats_who_does_not() {
    let limits = Limits { time: Some(Duration::from_millis(500)), ..Player::default().limits };
    for opponent in Opponent::ALL {
        let start = with_spots_left(150, 3);
        let player = Player { limits, ..Player::default() };
        let duel = Duel { start: start.clone(), opponent, player, seed: 1 };
        let is_first = start.solve(&Request::default()).outcome == Some(Outcome::N);
        let game = duel.play(0, is_first);
        assert!(game.is_won, "{opponent}");
        assert!(game.proved_at.is_some());
    }
}
