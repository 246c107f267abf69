//! The search of boards that are words: every statement by proof-number search, in next to no memory, on several
//! threads, against the definition.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{
    Definition, Knowledge, Left, Limits, Nimber, Packed, PackedRules, Ruleset, Run, Tuning, laws,
};
use grundy_games::grid::GridBoard;
use grundy_games::{BoxingMatch, Cram, TwoDNim};
use grundy_solve::{MexSolver, Theorems, TranspositionTable};
use std::ops::ControlFlow;

/// The rules of a game on a grid, with no part so small that it is valued at once.
struct Lazy<'r, R>(&'r R);

impl<R: Ruleset<Position = GridBoard>> Ruleset for Lazy<'_, R> {
    type Position = GridBoard;
    type Move = R::Move;

    fn moves<B>(&self, at: &GridBoard, visit: impl FnMut(R::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.moves(at, visit)
    }

    fn play(&self, at: &GridBoard, mv: &R::Move) -> GridBoard {
        self.0.play(at, mv)
    }

    fn moves_left(&self, at: &GridBoard) -> u128 {
        self.0.moves_left(at)
    }

    fn split(&self, at: GridBoard) -> Vec<GridBoard> {
        self.0.split(at)
    }

    fn canon(&self, at: GridBoard) -> GridBoard {
        self.0.canon(at)
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &()
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl<'r, R: Ruleset<Position = GridBoard>> Tuning<Lazy<'r, R>> for Lazy<'r, R> {
    fn packed(&self) -> Option<&dyn PackedRules<Lazy<'r, R>>> {
        Some(self)
    }
}

impl<'r, R: Ruleset<Position = GridBoard>> Lazy<'r, R> {
    fn inner(&self) -> &dyn PackedRules<R> {
        self.0.tuning().packed().unwrap()
    }
}

impl<'r, R: Ruleset<Position = GridBoard>> PackedRules<Lazy<'r, R>> for Lazy<'r, R> {
    fn pack(&self, part: &GridBoard) -> Option<Packed> {
        self.inner().pack(part)
    }

    fn unpack(&self, part: Packed) -> GridBoard {
        self.inner().unpack(part)
    }

    fn left_by_moves(&self, at: Packed, visit: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()> {
        self.inner().left_by_moves(at, visit)
    }

    fn parts_of(&self, left: Left, columns: u32, visit: &mut dyn FnMut(Packed)) {
        self.inner().parts_of(left, columns, visit);
    }

    fn representative(&self, part: Packed) -> Packed {
        self.inner().representative(part)
    }

    fn effort_of(&self, part: Packed) -> u32 {
        self.inner().effort_of(part)
    }

    fn taken_by_moves(&self, rows: u32, columns: u32) -> Vec<u64> {
        self.inner().taken_by_moves(rows, columns)
    }

    fn at_once(&self) -> u32 {
        0
    }
}

fn of_bits(rows: u16, columns: u16, bits: u64) -> GridBoard {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let full = cells.enumerate().filter(|(index, _)| bits >> index & 1 == 1);
    full.fold(GridBoard::empty(rows, columns), |board, (_, (row, column))| board.with_cell(row, column))
}

/// Boards of several sides, about three quarters full.
fn boards(count: u64, sides: &'static [(u16, u16)]) -> impl Iterator<Item = GridBoard> {
    let mut state = 0x1994_u64;
    (0..count).map(move |index| {
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 20
        };
        let (rows, columns) = sides[index as usize % sides.len()];
        of_bits(rows, columns, random() | random())
    })
}

/// Memory for a few thousand answers.
const LITTLE: u64 = 256 << 10;

fn nimber<R: Ruleset<Position = GridBoard>>(rules: &R, at: &GridBoard, run: &Run) -> Nimber {
    let table = TranspositionTable::default();
    MexSolver::new(rules, &(), &table).nimber(at, run).unwrap()
}

fn agrees_with_the_definition<R: Ruleset<Position = GridBoard>>(rules: &R, count: u64) {
    let rules = Lazy(rules);
    let mut definition = Definition::new(&rules);
    let unlimited = Run::unlimited();
    for at in boards(count, &[(3, 5), (2, 8), (4, 4), (1, 16), (3, 6), (5, 3)]) {
        laws::check_rules(&rules, &at).unwrap();
        let expected = definition.nimber(&at, &unlimited).unwrap().unwrap();
        let little = Run::new(Limits { memory: Some(LITTLE), ..Limits::default() });
        for run in [unlimited.clone(), little, Run::unlimited().with_threads(2)] {
            assert_eq!(nimber(&rules, &at, &run), expected, "{at} {run:?}");
        }
        for wanted in 0..5 {
            let table = TranspositionTable::default();
            let solver = MexSolver::new(&rules, &(), &table);
            let is_worth = solver.is_worth(&at, Nimber(wanted), &unlimited).unwrap();
            assert_eq!(is_worth, expected.0 == wanted, "{at} and *{wanted}");
            let known = solver.known(&at, &unlimited).unwrap();
            let is_right = known.is_none_or(|bound| match bound.is_exact {
                true => bound.at_least == expected,
                false => bound.at_least <= expected,
            });
            assert!(is_right, "{at} {known:?}");
        }
    }
}

#[test]
fn proof_number_search_agrees_with_the_definition() {
    agrees_with_the_definition(&Cram, 60);
    agrees_with_the_definition(&BoxingMatch, 60);
    agrees_with_the_definition(&TwoDNim::at_most(3), 24);
    agrees_with_the_definition(&TwoDNim::tactix(), 24);
}

/// Boards on which the table is too small for all answers, and on which the window is built.
#[test]
fn a_search_in_little_memory_evicts_and_finds_the_same() {
    fn check<R: Ruleset<Position = GridBoard>>(rules: &R, sides: &'static [(u16, u16)]) {
        for at in boards(2 * sides.len() as u64, sides) {
            let table = TranspositionTable::default();
            let theorems = Theorems(rules);
            let expected = MexSolver::new(rules, &theorems, &table).nimber(&at, &Run::unlimited()).unwrap();
            let little = Run::new(Limits { memory: Some(LITTLE), ..Limits::default() });
            assert_eq!(nimber(rules, &at, &little), expected, "{at}");
        }
    }
    check(&Cram, &[(5, 6), (4, 7), (3, 12), (6, 6)]);
    check(&BoxingMatch, &[(6, 6), (5, 8), (4, 10)]);
    check(&TwoDNim::at_most(3), &[(4, 5)]);
}

#[test]
fn boards_of_the_literature_have_their_nimbers() {
    for (rows, columns, expected) in [(4, 7, 3), (5, 6, 2), (3, 13, 2), (2, 31, 1), (1, 40, 3)] {
        let at = GridBoard::full(rows, columns);
        assert_eq!(nimber(&Cram, &at, &Run::unlimited()), Nimber(expected), "Cram {at}");
    }
    for (rows, columns, expected) in [(6, 7, 4), (4, 11, 13), (3, 20, 6)] {
        let at = GridBoard::full(rows, columns);
        assert_eq!(nimber(&BoxingMatch, &at, &Run::unlimited()), Nimber(expected), "Boxing Match {at}");
    }
}
