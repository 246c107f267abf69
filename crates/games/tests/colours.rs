//! Amazons and NoGo: the laws, the rules once more by coordinates, and values of another solver.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{Definition, Nimber, Notation, Reader, Run, Show, laws};
use grundy_games::{Amazons, ColourBoard, NoGo};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Boards with cells of all kinds.
fn board(most_rows: usize, most_columns: usize, signs: &'static [char]) -> impl Strategy<Value = String> {
    let cell = proptest::sample::select(signs);
    (1..=most_rows, 1..=most_columns, vec(cell, most_rows * most_columns)).prop_map(
        |(rows, columns, cells)| {
            let row = |row: &[char]| row.iter().collect::<String>();
            cells.chunks(columns).take(rows).map(row).collect::<Vec<_>>().join("/")
        },
    )
}

fn read<R: Notation>(rules: &R, text: &str) -> R::Position {
    let mut reader = Reader::new(text);
    let at = rules.parse(&mut reader).unwrap_or_else(|error| panic!("{text}: {error}"));
    reader.expect_end().unwrap();
    at
}

fn labels<R: Notation>(rules: &R, at: &R::Position) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let _ = rules.moves(at, |mv| {
        assert!(all.insert(rules.label(at, &mv)), "a label twice");
        ControlFlow::<()>::Continue(())
    });
    all
}

/// A board as rows of characters.
type Plain = Vec<Vec<char>>;

fn plain(text: &str) -> Plain {
    text.split('/').map(|row| row.chars().collect()).collect()
}

fn sign(at: &Plain, row: i32, column: i32) -> char {
    let row = usize::try_from(row).ok().and_then(|row| at.get(row));
    row.and_then(|row| row.get(usize::try_from(column).ok()?)).copied().unwrap_or('#')
}

fn name(row: i32, column: i32) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

fn cells(at: &Plain) -> Vec<(i32, i32)> {
    let columns = at[0].len() as i32;
    (0..at.len() as i32).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
}

/// Whether a queen goes from one cell to the other over free cells: the steps between them, one by one.
fn rides(at: &Plain, from: (i32, i32), to: (i32, i32)) -> bool {
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    let steps = down.abs().max(right.abs());
    let is_straight = down == 0 || right == 0 || down.abs() == right.abs();
    steps > 0
        && is_straight
        && (1..=steps)
            .all(|step| sign(at, from.0 + down.signum() * step, from.1 + right.signum() * step) == '.')
}

fn amazons_by_coordinates(at: &Plain) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for from in cells(at).into_iter().filter(|&(row, column)| "XO".contains(sign(at, row, column))) {
        let mut left = at.clone();
        left[from.0 as usize][from.1 as usize] = '.';
        for to in cells(at).into_iter().filter(|&to| rides(at, from, to)) {
            for arrow in cells(at).into_iter().filter(|&arrow| rides(&left, to, arrow)) {
                all.insert([from, to, arrow].map(|(row, column)| name(row, column)).join("-"));
            }
        }
    }
    all
}

/// Whether the block of a stone has a free neighbour.
fn breathes(at: &Plain, from: (i32, i32)) -> bool {
    let colour = sign(at, from.0, from.1);
    let (mut open, mut met) = (vec![from], BTreeSet::from([from]));
    while let Some((row, column)) = open.pop() {
        for (row, column) in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
            match sign(at, row, column) {
                '.' => return true,
                sign if sign == colour && met.insert((row, column)) => open.push((row, column)),
                _ => {}
            }
        }
    }
    false
}

fn nogo_by_coordinates(at: &Plain) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (row, column) in cells(at).into_iter().filter(|&(row, column)| sign(at, row, column) == '.') {
        for colour in ['X', 'O'] {
            let mut left = at.clone();
            left[row as usize][column as usize] = colour;
            let near =
                [(row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
            let is_stone = |&(row, column): &(i32, i32)| "XO".contains(sign(&left, row, column));
            if near.into_iter().filter(is_stone).all(|stone| breathes(&left, stone)) {
                all.insert(format!("{}={colour}", name(row, column)));
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn moves_of_amazons_are_those_of_a_queen(text in board(5, 6, &['.', '.', '.', '.', 'X', 'O', '#'])) {
        let at = read(&Amazons, &text);
        prop_assert_eq!(labels(&Amazons, &at), amazons_by_coordinates(&plain(&text)));
        prop_assert_eq!(Amazons.format(&at), text);
    }

    #[test]
    fn moves_of_nogo_leave_every_block_a_free_neighbour(text in board(5, 6, &['.', '.', '.', 'X', 'O', '#'])) {
        let at = read(&NoGo, &text);
        prop_assert_eq!(labels(&NoGo, &at), nogo_by_coordinates(&plain(&text)));
        prop_assert_eq!(NoGo.format(&at), text);
    }

    #[test]
    fn both_obey_the_laws(text in board(3, 4, &['.', '.', 'X', 'O', '#'])) {
        laws::check(&Amazons, &read(&Amazons, &text)).unwrap();
        laws::check(&NoGo, &read(&NoGo, &text)).unwrap();
    }
}

#[test]
fn boards_of_all_sides_are_shown_and_drawn() {
    for sides in ["1x1", "1x128", "128x1", "8x16", "16x8", "11x11", "-"] {
        let at = read(&NoGo, sides);
        assert!(!NoGo.show(&at, 80).trim().is_empty());
        assert!(NoGo.draw(&at, &grundy_core::Marks::default()).svg().contains("<svg"));
        assert_eq!(
            labels(&NoGo, &at).len(),
            if sides == "1x1" { 0 } else { 2 * at.rows() as usize * at.columns() as usize }
        );
    }
    let board = ["X.........", ".........."].repeat(5);
    let at = ColourBoard::of_signs(&board);
    assert!(Amazons.draw(&at, &grundy_core::Marks::default()).svg().contains("more moves"));
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, place, message) in [
        ("..?", 2..3, "`?` is no cell of a board"),
        ("../...", 3..6, "row 2 has 3 cells, but the first has 2"),
        ("..//", 3..4, "row 2 has no cells"),
        ("12x12", 0..5, "this board is too large: it has more than 128 cells"),
        ("0x3", 0..3, "a board has at least one row and one column"),
        ("", 0..0, "a board is missing"),
    ] {
        let error = Amazons.parse(&mut Reader::new(text)).unwrap_err();
        assert_eq!((error.span, &*error.message), (place, message), "{text}");
    }
    let at = read(&Amazons, "X..");
    assert!(Amazons.parse_move(&at, "r1c1-r1c2").is_err());
    assert!(Amazons.parse_move(&at, "r1c1-r1c2-r9c9").is_err());
    assert!(Amazons.parse_move(&at, "r1c1-r1c3-r1c1").is_ok());
    let at = read(&NoGo, "X.O");
    assert!(NoGo.parse_move(&at, "r1c2=X").unwrap_err().message.contains("cannot be played here"));
    assert!(NoGo.parse_move(&read(&NoGo, ".."), "r1c2=x").is_ok());
}

/// From the tests of MCGS 1.7 (University of Alberta): its games `impartial amazons` and `impartial nogo`.
#[test]
fn values_of_another_solver_are_found() {
    let nimber = |value: Option<Nimber>| value.unwrap().0;
    let run = Run::unlimited();
    let found = |text: &str| nimber(Definition::new(&Amazons).nimber(&read(&Amazons, text), &run).unwrap());
    assert_eq!(["###X|O...|#...|.#.X", "##..|##.#|O#O#|....", "XX.O|..O.|...#"].map(found), [6, 7, 1]);
    let found = |text: &str| nimber(Definition::new(&NoGo).nimber(&read(&NoGo, text), &run).unwrap());
    assert_eq!([".", "...", ".....", "../..", ".../...", "..../...."].map(found), [0, 0, 2, 1, 1, 0]);
}
