//! Boards of every number of cells, 1 to 256, both ways round: nothing panics, and at the borders of words the
//! moves are those of a plain list of cells.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{Marks, Nimber, Playable, Reader, Ruleset, Target, Tuned, laws};
use grundy_games::chomp::{Bar, Chomp};
use grundy_games::grid::GridBoard;
use grundy_games::{BoxingMatch, Cram, TwoDNim};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Every number of rows and columns with so many cells.
fn sides(cells: u16) -> impl Iterator<Item = (u16, u16)> {
    (1..=cells).filter(move |rows| cells.is_multiple_of(*rows)).map(move |rows| (rows, cells / rows))
}

/// A board of which the share `full` of 8 cells is full, by a small generator.
fn scattered(rows: u16, columns: u16, full: u64, seed: u64) -> GridBoard {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    cells.fold(GridBoard::empty(rows, columns), |board, (row, column)| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if state >> 61 < full { board.with_cell(row, column) } else { board }
    })
}

/// A full board, an empty one, and some between.
fn boards(rows: u16, columns: u16, some: u64) -> Vec<GridBoard> {
    let seed = u64::from(rows) << 16 | u64::from(columns);
    let between = (0..some).map(|index| scattered(rows, columns, 3 + index % 5, seed ^ index << 40));
    [GridBoard::full(rows, columns), GridBoard::empty(rows, columns)].into_iter().chain(between).collect()
}

fn moves<R: Ruleset>(rules: &R, at: &R::Position) -> Vec<R::Move> {
    let mut moves = Vec::new();
    let _ = rules.moves(at, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves
}

/// Asks all that a game can be asked of a position without a search, and plays its first and last move.
fn ask_everything<R: Playable>(rules: &R, at: &R::Position) {
    let text = rules.format(at);
    let read = rules.parse(&mut Reader::new(&text)).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(rules.format(&read), text);
    let moves = moves(rules, at);
    assert_eq!(rules.count_moves(at), moves.len() as u128, "{text}");
    let mut options = 0;
    let _ = Tuned(rules).options(at, |_| {
        options += 1;
        ControlFlow::<()>::Continue(())
    });
    assert!(options <= moves.len() && (options == 0) == moves.is_empty(), "{text}");
    let mut parts = Vec::new();
    Tuned(rules).each_part(at.clone(), |part| parts.push(part));
    assert_eq!(parts, rules.split(at.clone()), "{text}");
    for part in parts.iter().chain([at]) {
        let canonical = rules.canon(part.clone());
        assert_eq!(rules.canon(canonical.clone()), canonical, "{text}");
        let _ = (
            rules.knowledge().reduce(canonical),
            rules.knowledge().theorem(part),
            rules.knowledge().tame(part),
            rules.tuning().word(part),
        );
        let _ = (
            Tuned(rules).effort(part),
            rules.taking().and_then(|taking| taking.stones(part)),
            Tuned(rules).bytes(part),
            rules.format_part(part),
        );
    }
    let _ = rules
        .knowledge()
        .moves_to(at, Target::exactly(Nimber::ZERO), &mut |_| ControlFlow::<()>::Continue(()));
    for mv in moves.first().into_iter().chain(moves.last()) {
        let label = rules.label(at, mv);
        assert_eq!(rules.parse_move(at, &label).as_ref(), Ok(mv), "{text}: {label}");
        let _ = rules.say(at, mv);
        let after = rules.play(at, mv);
        assert!(rules.moves_left(&after) < rules.moves_left(at), "{text}: {label}");
        let after = rules.format(&after);
        assert!(rules.parse(&mut Reader::new(&after)).is_ok(), "{after}");
    }
}

#[test]
fn no_board_of_1_to_256_cells_panics() {
    let mut asked = 0;
    for cells in 1..=256 {
        for (rows, columns) in sides(cells) {
            for at in boards(rows, columns, 2) {
                asked += 1;
                ask_everything(&Cram, &at);
                ask_everything(&BoxingMatch, &at);
                if cells <= 64 {
                    [TwoDNim::at_most(1), TwoDNim::at_most(3), TwoDNim::tactix()]
                        .iter()
                        .for_each(|rules| ask_everything(rules, &at));
                }
            }
            if cells <= 255 {
                ask_everything(&Chomp::default(), &Bar::full(rows as u8, columns as u8));
            }
        }
    }
    assert_eq!(asked, 4 * 1_466, "every pair of sides has been tried");
}

/// Pictures are slower: at the borders of words only.
#[test]
fn boards_at_the_borders_of_words_are_shown_and_drawn() {
    fn see<R: Playable>(rules: &R, at: &R::Position) {
        let last = moves(rules, at).pop();
        let marks = Marks { winning: last.iter().cloned().collect(), making: last.clone() };
        assert!(!rules.show(at, 80).is_empty());
        assert!(rules.draw(at, &marks).svg().contains("<svg"));
        let _ = rules.zero_without_search();
    }
    for (rows, columns) in border_sides() {
        for at in boards(rows, columns, 1) {
            see(&Cram, &at);
            see(&BoxingMatch, &at);
            if rows * columns <= 64 {
                see(&TwoDNim::tactix(), &at);
            }
        }
    }
}

/// The sides of boards with as many cells as words end at, or one more or less.
fn border_sides() -> impl Iterator<Item = (u16, u16)> {
    [63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256].into_iter().flat_map(sides)
}

/// A board as a list of rows: the rules once more, by nothing but coordinates.
type Plain = Vec<Vec<bool>>;

fn plain(at: &GridBoard) -> Plain {
    (0..at.rows()).map(|row| (0..at.columns()).map(|column| at.has(row, column)).collect()).collect()
}

/// The plain boards after taking each of the rectangles with these sides in which every cell is full.
fn plain_options(at: &Plain, rectangles: &[(usize, usize)]) -> BTreeSet<Plain> {
    let (rows, columns) = (at.len(), at[0].len());
    let mut options = BTreeSet::new();
    for &(high, wide) in rectangles.iter().filter(|(high, wide)| *high <= rows && *wide <= columns) {
        for (top, left) in (0..=rows - high).flat_map(|top| (0..=columns - wide).map(move |left| (top, left)))
        {
            if at[top..top + high].iter().all(|row| row[left..left + wide].iter().all(|&full| full)) {
                let mut after = at.clone();
                after[top..top + high].iter_mut().for_each(|row| row[left..left + wide].fill(false));
                options.insert(after);
            }
        }
    }
    options
}

fn has_the_plain_options<R: Ruleset<Position = GridBoard>>(
    rules: &R,
    at: &GridBoard,
    rectangles: &[(usize, usize)],
) {
    let expected = plain_options(&plain(at), rectangles);
    let played: Vec<Plain> = moves(rules, at).iter().map(|mv| plain(&rules.play(at, mv))).collect();
    assert_eq!(played.len(), expected.len(), "no move is listed twice: {at:?}");
    assert_eq!(played.into_iter().collect::<BTreeSet<_>>(), expected, "the moves of {at:?}");
    let mut listed = BTreeSet::new();
    let _ = Tuned(rules).options(at, |option| {
        listed.insert(plain(&option));
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(listed, expected, "the options of {at:?}");
}

#[test]
fn at_the_borders_of_words_the_moves_are_those_of_a_list_of_cells() {
    let lines = |most: usize| (1..=most).map(|long| (1, long)).chain((2..=most).map(|long| (long, 1)));
    let squares: Vec<(usize, usize)> = (1..=16).map(|side| (side, side)).collect();
    for (rows, columns) in border_sides() {
        for at in boards(rows, columns, 3) {
            has_the_plain_options(&Cram, &at, &[(1, 2), (2, 1)]);
            has_the_plain_options(&BoxingMatch, &at, &squares);
            if rows * columns <= 64 {
                has_the_plain_options(&TwoDNim::at_most(3), &at, &lines(3).collect::<Vec<_>>());
                has_the_plain_options(&TwoDNim::tactix(), &at, &lines(64).collect::<Vec<_>>());
            }
        }
    }
}

/// The laws try every move of every move: of thin boards only, on which there are not too many.
#[test]
fn thinly_filled_boards_at_the_borders_of_words_obey_the_laws() {
    for (rows, columns) in border_sides().filter(|(rows, columns)| *rows <= 2 || *columns <= 2) {
        for seed in 0..2 {
            let at = scattered(rows, columns, 2 + seed, seed + u64::from(rows));
            laws::check_rules(&Cram, &at).unwrap();
            laws::check_rules(&BoxingMatch, &at).unwrap();
        }
    }
}
