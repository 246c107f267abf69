//! The search of boards that are words: by proof numbers and depth first, in next to no memory, on several threads, against
//! the definition.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{
    BoardWord, Definition, Left, Limits, Nimber, Packed, PackedRules, Ruleset, Run, Tuned, Tuning, laws,
};
use grundy_games::grid::GridBoard;
use grundy_games::{BoxingMatch, Cram, TwoDNim};
use grundy_solve::{MexSolver, Theorems, TranspositionTable};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The rules of a game on a grid without its theorems, and the effort that doubles the work: on words, with no part so
/// small that it is valued at once, or by its moves alone.
struct Bare<'r, R, const ON_WORDS: bool>(&'r R, u64);

/// Nearly all parts of small boards are searched depth first.
const EASY: u64 = 12;

/// Nearly all parts are searched by proof numbers.
const HARD: u64 = 1;

impl<R: Ruleset<Position = GridBoard>, const ON_WORDS: bool> Ruleset for Bare<'_, R, ON_WORDS> {
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

    fn tuning(&self) -> &dyn Tuning<Self> {
        if ON_WORDS { self } else { &() }
    }
}

impl<R: Ruleset<Position = GridBoard>, const ON_WORDS: bool> Tuning<Self> for Bare<'_, R, ON_WORDS> {
    fn effort(&self, at: &GridBoard) -> Option<u64> {
        Some(Tuned(self.0).effort(at))
    }

    fn work_doubles_with(&self) -> Option<u64> {
        Some(self.1)
    }

    fn packed(&self) -> Option<&dyn PackedRules<Self>> {
        Some(self)
    }

    fn packed_wide(&self) -> Option<&dyn PackedRules<Self, u128>> {
        Some(self)
    }
}

/// A word with the rules of a game told in it.
trait TestWord: BoardWord {
    fn rules<R: Ruleset<Position = GridBoard>>(rules: &R) -> &dyn PackedRules<R, Self>;
}

impl TestWord for u64 {
    fn rules<R: Ruleset<Position = GridBoard>>(rules: &R) -> &dyn PackedRules<R> {
        rules.tuning().packed().unwrap()
    }
}

impl TestWord for u128 {
    fn rules<R: Ruleset<Position = GridBoard>>(rules: &R) -> &dyn PackedRules<R, u128> {
        rules.tuning().packed_wide().unwrap()
    }
}

impl<R, W, const ON_WORDS: bool> PackedRules<Self, W> for Bare<'_, R, ON_WORDS>
where
    R: Ruleset<Position = GridBoard>,
    W: TestWord,
{
    fn pack(&self, part: &GridBoard) -> Option<Packed<W>> {
        W::rules(self.0).pack(part)
    }

    fn unpack(&self, part: Packed<W>) -> GridBoard {
        W::rules(self.0).unpack(part)
    }

    fn left_by_moves(
        &self,
        at: Packed<W>,
        visit: &mut dyn FnMut(Left<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        W::rules(self.0).left_by_moves(at, visit)
    }

    fn parts_of(&self, left: Left<W>, columns: u32, visit: &mut dyn FnMut(Packed<W>)) {
        W::rules(self.0).parts_of(left, columns, visit);
    }

    fn representative(&self, part: Packed<W>) -> Packed<W> {
        W::rules(self.0).representative(part)
    }

    fn effort_of(&self, part: Packed<W>) -> u32 {
        W::rules(self.0).effort_of(part)
    }

    fn taken_by_moves(&self, rows: u32, columns: u32) -> Vec<W> {
        W::rules(self.0).taken_by_moves(rows, columns)
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

fn options_of<R: Ruleset<Position = GridBoard>>(rules: &R, at: &GridBoard) -> Vec<GridBoard> {
    let mut options = Vec::new();
    let _ = rules.moves(at, |mv| {
        options.push(rules.play(at, &mv));
        ControlFlow::<()>::Continue(())
    });
    options
}

fn agrees_with_the_definition<R: Ruleset<Position = GridBoard>>(rules: &R, count: u64) {
    [EASY, HARD].into_iter().for_each(|doubling| {
        let rules = Bare::<_, true>(rules, doubling);
        search_agrees_with_the_definition(&rules, count);
    });
}

fn search_agrees_with_the_definition<R: Ruleset<Position = GridBoard>>(rules: &R, count: u64) {
    let mut definition = Definition::new(rules);
    let unlimited = Run::unlimited();
    for at in boards(count, &[(3, 5), (2, 8), (4, 4), (1, 16), (3, 6), (5, 3)]) {
        laws::check_rules(rules, &at).unwrap();
        let expected = definition.nimber(&at, &unlimited).unwrap().unwrap();
        let little = Run::new(Limits { memory: Some(LITTLE), ..Limits::default() });
        for run in [unlimited.clone(), little, Run::unlimited().with_threads(2)] {
            assert_eq!(nimber(rules, &at, &run), expected, "{at} {run:?}");
        }
        for wanted in 0..5 {
            let table = TranspositionTable::default();
            let solver = MexSolver::new(rules, &(), &table);
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
fn searches_by_proof_numbers_and_depth_first_agree_with_the_definition() {
    agrees_with_the_definition(&Cram, 60);
    agrees_with_the_definition(&BoxingMatch, 60);
    agrees_with_the_definition(&TwoDNim::at_most(3), 24);
    agrees_with_the_definition(&TwoDNim::tactix(), 24);
}

/// Of boards in one part and in several, so that some options are searched by one thread each and others by all.
#[test]
fn threads_that_take_an_option_each_agree_with_the_definition() {
    let both = [EASY, HARD].map(|doubling| Bare::<_, true>(&Cram, doubling));
    let mut definition = Definition::new(&Cram);
    let unlimited = Run::unlimited();
    for (index, at) in boards(24, &[(3, 5), (4, 4), (3, 6), (5, 3)]).enumerate() {
        let rules = &both[index / 4 % 2];
        let options = options_of(&Cram, &at);
        let nimbers: Vec<Nimber> =
            options.iter().map(|option| definition.nimber(option, &unlimited).unwrap().unwrap()).collect();
        for (threads, wanted) in [(1, 0), (2, 0), (2, 1), (3, 2), (4, 0)] {
            let (table, run) = (TranspositionTable::default(), Run::unlimited().with_threads(threads));
            let found = MexSolver::new(rules, &(), &table).are_worth(&options, Nimber(wanted), &run);
            let expected: Vec<_> = nimbers.iter().map(|nimber| Ok(nimber.0 == wanted)).collect();
            assert_eq!(found, expected, "{at}, {threads} threads, *{wanted}");
        }
    }
}

#[test]
fn threads_that_are_stopped_answer_rightly_or_not_at_all_and_give_their_memory_back() {
    let (theorems, at) = (Theorems(&Cram), GridBoard::full(5, 5));
    let options = options_of(&Cram, &at);
    let all = TranspositionTable::default();
    let expected = MexSolver::new(&Cram, &theorems, &all).are_worth(&options, Nimber(1), &Run::unlimited());
    let stopped_after = |nodes, table: &TranspositionTable<GridBoard>, held: &Arc<AtomicU64>| {
        let run = Run::new(Limits { nodes: Some(nodes), ..Limits::default() }).with_held(Arc::clone(held));
        let found =
            MexSolver::new(&Cram, &theorems, table).are_worth(&options, Nimber(1), &run.with_threads(2));
        for (found, expected) in found.iter().zip(&expected) {
            assert!(found == expected || found.is_err(), "{found:?} {expected:?}");
        }
        found.iter().filter(|found| found.is_err()).count()
    };
    let limits = [0, 200, 400, 600, 800, 1_000, 1_300, 1_600, 2_000, 100_000];
    let missing = limits.map(|nodes| stopped_after(nodes, &TranspositionTable::default(), &Arc::default()));
    assert!(missing[0] > 0 && missing[limits.len() - 1] == 0, "{missing:?}");
    assert!(missing.iter().any(|missing| (1..options.len()).contains(missing)), "{missing:?}");
    // What is held at the end is the table, which is small here.
    let held_after = |nodes| {
        let (table, held) = (TranspositionTable::default(), Arc::new(AtomicU64::new(0)));
        stopped_after(nodes, &table, &held);
        held.load(Ordering::Relaxed)
    };
    let of_table = held_after(0);
    for nodes in 0..50 {
        assert_eq!(held_after(nodes), of_table, "after {nodes} nodes");
    }
}

#[test]
fn no_positions_have_no_answers_whatever_the_rules_are() {
    let (table, run) = (TranspositionTable::default(), Run::unlimited().with_threads(2));
    let rules = Bare::<_, false>(&Cram, EASY);
    assert_eq!(MexSolver::new(&rules, &(), &table).are_worth(&[], Nimber::ZERO, &run), []);
}

/// A board that seems to be easy and is not: depth first alone it takes 1.8 million nodes.
#[test]
fn what_takes_too_long_depth_first_is_searched_by_proof_numbers() {
    let (at, run) = (GridBoard::full(4, 7), Run::unlimited());
    assert_eq!(nimber(&Bare::<_, true>(&Cram, 100), &at, &run), Nimber(3));
    assert!(run.nodes() < 100_000, "{} nodes", run.nodes());
}

/// Boards on which the table is too small for all answers. There is no room for a window.
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
fn windows_are_built_once_they_are_earned_and_memory_allows_them() {
    let (table, theorems) = (TranspositionTable::default(), Theorems(&Cram));
    let held_after = |at: &GridBoard, value: u64, memory: u64| {
        let held = Arc::new(AtomicU64::new(0));
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let run = Run::new(limits).with_held(Arc::clone(&held));
        MexSolver::new(&Cram, &theorems, &table).is_worth(at, Nimber(value), &run).unwrap();
        held.load(Ordering::Relaxed)
    };
    let (small_window, large_window) = (1 << 20, 1 << 24);
    let at = GridBoard::full(4, 7);
    // A window takes a quarter of the limit at most.
    assert!((small_window..large_window).contains(&held_after(&at, 2, 4 * large_window - 1)));
    assert!(held_after(&at, 3, 4 * large_window) >= large_window, "it is tried again for the next question");
    let other = GridBoard::full(4, 8).without_cell(0, 0);
    assert!(held_after(&other, 1, 4 * large_window) < large_window, "boards of one shape share it");
}

#[test]
fn a_search_with_a_window_evicts_and_finds_the_same() {
    let nimber_within = |memory: Option<u64>| {
        let (at, table) = (GridBoard::full(5, 8), TranspositionTable::default());
        let run = Run::new(Limits { memory, ..Limits::default() });
        let nimber = MexSolver::new(&Cram, &Theorems(&Cram), &table).nimber(&at, &run).unwrap();
        (nimber, table.len())
    };
    let ((in_little, few), (in_much, many)) = (nimber_within(Some(4 << 20)), nimber_within(None));
    assert_eq!((in_little, in_much), (Nimber(1), Nimber(1)));
    // The table takes half of the limit, at 16 bytes an entry.
    assert!(few <= 1 << 17 && many > 1 << 17, "{few} entries, and {many} without a limit");
}

/// The nimber of a row of 2D Nim with a column of `below` stones under a stone that has `left` and `right` stones beside
/// it, where a move takes any stones side by side: a row or column of n stones alone has the nimber n.
fn nimber_of_t(arms: [u64; 3], known: &mut HashMap<[u64; 3], u64>) -> u64 {
    if let Some(&nimber) = known.get(&arms) {
        return nimber;
    }
    let [left, right, below] = arms;
    let mut seen = HashSet::new();
    // Stones of one arm: the others of the arm stay with the whole, or alone.
    for (arm, &long) in arms.iter().enumerate() {
        for near in 0..long {
            let mut rest = arms;
            rest[arm] = near;
            let rest = nimber_of_t(rest, known);
            seen.extend((0..long - near).map(|far| rest ^ far));
        }
    }
    // Stones of the row or of the column, with the one in the middle.
    seen.extend((0..=left).flat_map(|left| (0..=right).map(move |right| left ^ right ^ below)));
    seen.extend((0..=below).map(|below| left ^ right ^ below));
    let nimber = (0..).find(|nimber| !seen.contains(nimber)).unwrap();
    known.insert(arms, nimber);
    nimber
}

/// The table has proof numbers and bits for values up to 28; parts of larger nimbers are searched without.
#[test]
fn boards_of_nimbers_above_those_with_a_bit_are_searched_by_the_same_rule() {
    let rules = TwoDNim::at_most(u16::MAX);
    let (mut known, mut largest) = (HashMap::new(), 0);
    for (left, right, below) in [(3, 4, 1), (9, 18, 1), (14, 13, 1), (20, 9, 1), (12, 17, 2), (15, 15, 3)] {
        let expected = Nimber(nimber_of_t([left, right, below], &mut known));
        let columns = (left + right + 1) as u16;
        let row = (0..columns).map(|column| (0, column));
        let cells = row.chain((1..=below as u16).map(|row| (row, left as u16)));
        let board = GridBoard::empty(below as u16 + 1, columns);
        let at = cells.fold(board, |at, (row, column)| at.with_cell(row, column));
        for doubling in [EASY, HARD] {
            for threads in [1, 2] {
                let run = Run::unlimited().with_threads(threads);
                let found = nimber(&Bare::<_, true>(&rules, doubling), &at, &run);
                assert_eq!(found, expected, "{at}, doubling {doubling}, {threads} threads");
            }
        }
        largest = largest.max(expected.0);
    }
    assert!(largest > 28, "the largest nimber is {largest}");
}

#[test]
fn a_solver_keeps_what_it_opened_for_the_next_question_and_gives_it_back() {
    let held = || Arc::new(AtomicU64::new(0));
    let (first, second) = (held(), held());
    let run = |held: &Arc<AtomicU64>| Run::unlimited().with_held(Arc::clone(held));
    let (table, theorems, at) = (TranspositionTable::default(), Theorems(&Cram), GridBoard::full(4, 7));
    let solver = MexSolver::new(&Cram, &theorems, &table);
    assert!(solver.is_worth(&at, Nimber(3), &run(&first)).unwrap());
    let kept = first.load(Ordering::Relaxed);
    // Another run takes over what is kept; the table stays where it is.
    assert!(!solver.is_worth(&at.without_cell(0, 0), Nimber(3), &run(&second)).unwrap());
    assert!(first.load(Ordering::Relaxed) < kept && second.load(Ordering::Relaxed) > 0);
    let of_both = || first.load(Ordering::Relaxed) + second.load(Ordering::Relaxed);
    let before = of_both();
    drop(solver);
    assert!((1..before).contains(&of_both()), "{} of {before}", of_both());
    let again = held();
    assert!(MexSolver::new(&Cram, &theorems, &table).is_worth(&at, Nimber(3), &run(&again)).unwrap());
    assert_eq!(again.load(Ordering::Relaxed), 0, "the table knows it");
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

/// A board with a nimber of 20, so that a part has many values to be tested. Where their proof numbers evicted each other,
/// a search went round in a circle.
#[test]
fn a_board_of_a_large_nimber_is_searched_to_its_end() {
    let at = GridBoard::full(6, 6).without_cell(1, 2).without_cell(5, 4);
    assert_eq!(nimber(&BoxingMatch, &at, &Run::unlimited()), Nimber(20));
    for doubling in [EASY, HARD] {
        let bare = Bare::<_, true>(&BoxingMatch, doubling);
        assert_eq!(nimber(&bare, &at, &Run::unlimited()), Nimber(20), "without its theorems, {doubling}");
    }
}

/// Boards of 65 to 128 cells.
const LARGE: [(u16, u16); 9] =
    [(5, 13), (5, 20), (2, 40), (3, 22), (8, 9), (9, 9), (7, 10), (1, 100), (11, 11)];

/// Numbers below the given ones, always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// A path over a large board, so that its box is large and its moves are few.
fn path(rows: u16, columns: u16, cells: u32, dice: &mut Dice) -> GridBoard {
    let (mut row, mut column) = (dice.below(rows.into()) as u16, dice.below(4) as u16 % columns);
    let mut board = GridBoard::empty(rows, columns);
    while board.count() < cells {
        board = board.with_cell(row, column);
        match dice.below(5) {
            0 if row > 0 => row -= 1,
            1 if row + 1 < rows => row += 1,
            _ if column + 1 < columns => column += 1,
            _ => return board,
        }
    }
    board
}

/// A large board on which every cell is full with this chance in 100.
fn scattered(rows: u16, columns: u16, percent: u64, dice: &mut Dice) -> GridBoard {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let full: Vec<_> = cells.filter(|_| dice.below(100) < percent).collect();
    full.into_iter()
        .fold(GridBoard::empty(rows, columns), |board, (row, column)| board.with_cell(row, column))
}

fn large_boards_agree<R: Ruleset<Position = GridBoard>>(rules: &R, cells: u32, percent: u64) {
    let mut dice = Dice(20);
    let (table, plain_table, unlimited) =
        (TranspositionTable::default(), TranspositionTable::default(), Run::unlimited());
    let (lazy, plain) = (Bare::<_, true>(rules, HARD), Bare::<_, false>(rules, EASY));
    let theorems = Theorems(rules);
    for round in 0..108_usize {
        let (rows, columns) = LARGE[round % LARGE.len()];
        let at = match round % 2 {
            0 => path(rows, columns, cells, &mut dice),
            _ => scattered(rows, columns, percent, &mut dice),
        };
        laws::check_rules(&lazy, &at).unwrap();
        let expected = MexSolver::new(&plain, &(), &plain_table).nimber(&at, &unlimited).unwrap();
        let found = MexSolver::new(rules, &theorems, &table).nimber(&at, &unlimited).unwrap();
        assert_eq!(found, expected, "{at}");
        assert_eq!(nimber(&lazy, &at, &unlimited), expected, "by proof numbers: {at}");
        if round % 9 == 0 {
            let little = Run::new(Limits { memory: Some(LITTLE), ..Limits::default() }).with_threads(2);
            assert_eq!(nimber(&lazy, &at, &little), expected, "in little memory: {at}");
            let solver = MexSolver::new(rules, &theorems, &table);
            assert!(!solver.is_worth(&at, Nimber(expected.0 + 1), &unlimited).unwrap(), "{at}");
            let options = options_of(rules, &at);
            let found = solver.are_worth(&options, Nimber(1), &Run::unlimited().with_threads(2));
            for (option, found) in options.iter().zip(found) {
                let nimber = MexSolver::new(&plain, &(), &plain_table).nimber(option, &unlimited).unwrap();
                assert_eq!(found, Ok(nimber == Nimber(1)), "{option}");
            }
        }
    }
    let mut known = 0;
    table.each_known(rules, |part, nimber| {
        known += 1;
        if known % 50 == 0 {
            let expected = MexSolver::new(&plain, &(), &plain_table).nimber(part, &unlimited).unwrap();
            assert_eq!(nimber, expected, "{part}");
        }
    });
}

#[test]
fn boards_of_two_words_agree_with_the_rules_alone() {
    large_boards_agree(&Cram, 18, 40);
    large_boards_agree(&BoxingMatch, 12, 40);
    large_boards_agree(&TwoDNim::at_most(3), 8, 20);
}

/// All nimbers below that of every part that a search has valued have a reply, without another search.
fn replies_are_remembered<R: Ruleset<Position = GridBoard>>(rules: &R, at: &GridBoard, every: usize) {
    let (table, plain_table, run) =
        (TranspositionTable::default(), TranspositionTable::default(), Run::unlimited());
    let (theorems, plain) = (Theorems(rules), Bare::<_, false>(rules, EASY));
    let solver = MexSolver::new(rules, &theorems, &table);
    let nimber = solver.nimber(at, &run).unwrap();
    let mut known = Vec::new();
    table.each_known(rules, |part, nimber| known.push((*part, nimber)));
    known.sort_unstable();
    let nodes = run.nodes();
    for (part, nimber) in known.into_iter().step_by(every).chain([(*at, nimber)]) {
        if theorems_know(rules, &part) {
            continue;
        }
        for smaller in 0..nimber.0 {
            let reply = solver.reply_at_hand(&part, Nimber(smaller), &run).unwrap();
            let reply = reply.unwrap_or_else(|| panic!("{part} has {nimber} and no reply to *{smaller}"));
            let option = rules.play(&part, &reply);
            let found = MexSolver::new(&plain, &(), &plain_table).nimber(&option, &Run::unlimited()).unwrap();
            assert_eq!(found, Nimber(smaller), "the reply in {part}");
        }
        assert_eq!(solver.reply_at_hand(&part, nimber, &run).unwrap(), None, "{part}");
    }
    assert_eq!(run.nodes(), nodes, "without a search");
    // The replies to the moves of the position: of each option that is not 0, a move to 0.
    let _ = rules.moves(at, |mv| {
        let option = rules.play(at, &mv);
        let is_zero = solver.is_worth(&option, Nimber::ZERO, &run).unwrap();
        assert_eq!(solver.reply(&option, Nimber::ZERO, &run).unwrap().is_none(), is_zero, "{option}");
        ControlFlow::<()>::Continue(())
    });
}

fn theorems_know<R: Ruleset<Position = GridBoard>>(rules: &R, part: &GridBoard) -> bool {
    rules.knowledge().theorem(part).is_some()
}

#[test]
fn what_refuted_a_nimber_is_found_again_without_a_search() {
    replies_are_remembered(&Cram, &GridBoard::full(4, 5), 1);
    replies_are_remembered(&Cram, &GridBoard::full(5, 5), 1);
    replies_are_remembered(&Cram, &GridBoard::full(4, 7), 20);
    replies_are_remembered(&BoxingMatch, &GridBoard::full(5, 6), 5);
    replies_are_remembered(&TwoDNim::at_most(3), &GridBoard::full(3, 4), 3);
    replies_are_remembered(&Cram, &path(5, 20, 30, &mut Dice(3)), 1);
}

#[test]
fn nearly_full_boards_of_two_words_keep_the_laws() {
    let mut dice = Dice(7);
    for (rows, columns) in LARGE {
        for percent in [60, 90, 100] {
            let at = scattered(rows, columns, percent, &mut dice);
            laws::check_rules(&Cram, &at).unwrap();
            laws::check_rules(&BoxingMatch, &at).unwrap();
            laws::check_rules(&TwoDNim::tactix(), &at).unwrap();
        }
    }
}

/// In a table this small, what a search finds of a part for one value takes the place of what it found for another
/// value. A search that forgot the first went from value to value of one part without end.
#[test]
fn a_search_ends_where_the_values_of_a_part_take_each_others_place_in_the_table() {
    let limits = Limits { memory: Some(80_000), nodes: Some(1_500_000), time: None };
    let position: grundy::Position = "cram 5x6".parse().unwrap();
    let request = grundy::Request { goal: grundy::Goal::Nimber, run: Run::new(limits), ..Default::default() };
    let answer = position.solve(&request);
    assert_eq!(answer.nimber, Some(Nimber(2)), "{:?}", answer.stopped);
}
