//! Tables of every state for games of the shelf: built-in ones, rules files, games of other crates.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::own::{OwnGame, Plain, PlainBoard, Spec};
use grundy::tables::{
    Build, Content, GameTables, Oracle, Rules, StateTable, States, TableError, TableGame, TableShape,
};
use grundy::{
    Answer, Approach, Card, Convention, Diagnostic, Explain, Listing, Method, Nimber, Notation, Outcome,
    Parameters, Playable, Position, Reader, Reading, Request, RulesFile, Ruleset, Run, Shelf, Show, Stones,
    TakingRules, Workbench, laws,
};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

const TWO_D_NIM: &str = "game own-nim\nplay misere\ngrid\nmove o{1..3} -> .\n";
const TACTIX: &str = "game own-tactix\nplay misere\ngrid\nmove o{any} -> .\n";
const CRAM: &str = "game own-cram\ngrid\nmove .. -> ##\n";
const BOXING: &str = "game own-boxing\ngrid\nmove o{n x n} -> .\n";
const L_CRAM: &str = "game own-corners\ngrid\nmove ../.? -> ##/#?\n";
/// What is taken does not lie together; along the rows only.
const APART: &str = "game own-apart\ngrid\nsideways o?o -> .?. | o -> .\n";

fn shelf_with(text: &str) -> Shelf {
    Shelf::builtin().with_file(RulesFile::read(text).unwrap()).unwrap()
}

fn workbench_with(text: &str) -> Workbench {
    Workbench::new(Arc::new(shelf_with(text)))
}

fn table_game(text: &str) -> TableGame {
    let name = RulesFile::read(text).unwrap().name().to_owned();
    shelf_with(text).table_game(&name).unwrap()
}

fn in_memory(game: &TableGame, rows: u32, columns: u32, convention: Convention, content: Content) -> States {
    let rules = Rules::new(game, rows, columns, convention).unwrap();
    let build = Build::new(TableShape::new(rules, content).unwrap());
    build.in_memory(&Run::unlimited()).unwrap().unwrap()
}

/// Builds a table in a folder of this name.
fn build(folder: &Path, game: &TableGame, sides: (u32, u32), convention: Convention, content: Content) {
    let rules = Rules::new(game, sides.0, sides.1, convention).unwrap();
    let built = Build::new(TableShape::new(rules, content).unwrap()).in_folder(folder, &Run::unlimited());
    assert!(built.unwrap().is_complete());
}

/// For each state those that the plain definition's moves leave.
fn options(text: &str, game: &TableGame, rows: u32, columns: u32) -> Vec<Vec<u64>> {
    let plain = Plain::new(&OwnGame::new(Spec::read(text).unwrap()).unwrap());
    let marks = game.marks();
    let cells = |board: &PlainBoard| {
        let text = board.text();
        let signs = text.chars().filter(|&sign| sign != '/').enumerate();
        signs.fold(0_u64, |all, (cell, sign)| all | u64::from(marks.is_stone(sign).unwrap()) << cell)
    };
    let options = |state: u64| {
        let board = PlainBoard::read(&marks.write(Stones { rows, columns, cells: state }));
        assert_eq!(cells(&board), state);
        let mut left = Vec::new();
        let _ = plain.moves(&board, |mv| {
            left.push(cells(&plain.play(&board, &mv)));
            ControlFlow::<()>::Continue(())
        });
        left
    };
    (0..1_u64 << (rows * columns)).map(options).collect()
}

fn is_lost_by_definition(options: &[Vec<u64>], convention: Convention) -> Vec<bool> {
    let mut lost: Vec<bool> = Vec::new();
    for options in options {
        lost.push(match options.is_empty() {
            true => convention == Convention::Normal,
            false => options.iter().all(|&option| !lost[option as usize]),
        });
    }
    lost
}

fn nimbers_by_definition(options: &[Vec<u64>]) -> Vec<u64> {
    let mut nimbers: Vec<u64> = Vec::new();
    for options in options {
        let values: Vec<u64> = options.iter().map(|&option| nimbers[option as usize]).collect();
        nimbers.push((0..).find(|value| !values.contains(value)).unwrap());
    }
    nimbers
}

/// All boards of at most this many cells.
fn boards(most: u32) -> impl Iterator<Item = (u32, u32)> {
    let sides = move || 1..=most;
    sides()
        .flat_map(move |rows| sides().map(move |columns| (rows, columns)))
        .filter(move |(r, c)| r * c <= most)
}

#[test]
fn rules_files_have_the_tables_of_the_games_that_they_copy_and_of_the_definition() {
    for (text, copied, most) in [
        (TWO_D_NIM, Some("2d-nim"), 9),
        (TACTIX, Some("tactix"), 8),
        (CRAM, Some("cram"), 9),
        (BOXING, Some("boxing-match"), 8),
        (L_CRAM, None, 9),
        (APART, None, 8),
    ] {
        let own = table_game(text);
        let copied = copied.map(|name| Shelf::builtin().table_game(name).unwrap());
        for (rows, columns) in boards(most).chain([(3, 4)]) {
            let options = options(text, &own, rows, columns);
            for convention in [Convention::Normal, Convention::Misere] {
                let lost = is_lost_by_definition(&options, convention);
                let states = in_memory(&own, rows, columns, convention, Content::Outcomes);
                let other =
                    copied.as_ref().map(|game| in_memory(game, rows, columns, convention, Content::Outcomes));
                for (state, lost) in (0..).zip(lost) {
                    let outcome = if lost { Outcome::P } else { Outcome::N };
                    let rules = states.shape().rules();
                    assert_eq!(states.outcome(state), outcome, "{rules}: {}", rules.write(state));
                    assert!(other.as_ref().is_none_or(|other| other.outcome(state) == outcome));
                }
            }
            let states = in_memory(&own, rows, columns, Convention::Normal, Content::Nimbers);
            for (state, nimber) in (0..).zip(nimbers_by_definition(&options)) {
                assert_eq!(states.nimber(state), Some(Nimber(nimber)), "{rows}x{columns} {state:b}");
            }
        }
    }
}

#[test]
fn rules_files_have_the_tables_of_the_games_that_they_copy_on_larger_boards() {
    for (text, copied) in
        [(TWO_D_NIM, "2d-nim"), (TACTIX, "2d-nim max=any"), (CRAM, "cram"), (BOXING, "boxing-match")]
    {
        let (own, copied) = (table_game(text), Shelf::builtin().table_game(copied).unwrap());
        for (rows, columns) in [(1, 16), (2, 8), (4, 4), (5, 3), (16, 1)] {
            let mut own = own.shapes(rows, columns).unwrap();
            let mut copied = copied.shapes(rows, columns).unwrap();
            own.sort_unstable_by_key(|shape| (shape.rows, shape.columns));
            copied.sort_unstable_by_key(|shape| (shape.rows, shape.columns));
            assert_eq!(own, copied, "{rows}x{columns}");
        }
    }
    let states = in_memory(&table_game(TWO_D_NIM), 4, 4, Convention::Misere, Content::Outcomes);
    assert_eq!(states.p_positions(), 9_872);
}

fn solved(workbench: &Workbench, text: &str, convention: Convention, oracle: Option<&Arc<Oracle>>) -> Answer {
    let position = Position::parse_on(workbench, text, Reading::default(), &Run::unlimited()).unwrap();
    if let Some(oracle) = oracle {
        position.attach_tables(oracle);
    }
    position.solve(&Request { convention: Some(convention), ..Request::default() })
}

#[test]
fn answers_of_rules_files_with_tables_are_those_without() {
    for (text, positions) in [
        (
            CRAM,
            ["own-cram 4x4", "own-cram 3x4 + own-cram 2x3", "own-cram ..#./.#.. + cram 3x3", "own-cram 1x7"],
        ),
        (
            APART,
            [
                "own-apart ooo/ooo/ooo",
                "own-apart 4x3 + own-apart o.o",
                "own-apart oo + own-apart o.o/.o.",
                "own-apart 1x9",
            ],
        ),
        (
            "game own-row\nstrip\nmove o{1..2} -> .\n",
            [
                "own-row ooooo.oo",
                "own-row oooo + own-row oo",
                "own-row ooo + own-row ooo + own-row o",
                "own-row o",
            ],
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let game = table_game(text);
        let sides = if text.contains("strip") { (1, 12) } else { (4, 4) };
        build(&folder.path().join("misere"), &game, sides, Convention::Misere, Content::Outcomes);
        build(&folder.path().join("nimbers"), &game, sides, Convention::Normal, Content::Nimbers);
        let mut told = 0;
        for position in positions {
            for convention in [Convention::Normal, Convention::Misere] {
                let oracle = Arc::new(Oracle::open(folder.path()).unwrap());
                let plain = solved(&workbench_with(text), position, convention, None);
                let with = solved(&workbench_with(text), position, convention, Some(&oracle));
                let all = |answer: &Answer| (answer.outcome, answer.nimber, answer.winning.clone());
                assert_eq!(all(&with), all(&plain), "{position}, {convention}");
                told += oracle.states_found().iter().sum::<u64>();
            }
        }
        assert!(told > 0, "{text}");
    }
}

#[test]
fn what_is_in_the_table_of_a_rules_file_is_not_searched() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &table_game(CRAM), (4, 5), Convention::Misere, Content::Outcomes);
    let oracle = Arc::new(Oracle::open(folder.path()).unwrap());
    let method = |text: &str, workbench: &Workbench| {
        let answer = solved(workbench, text, Convention::Misere, Some(&oracle));
        (answer.method, answer.nodes)
    };
    let own = workbench_with(CRAM);
    assert_eq!(method("own-cram 4x5", &own), (Method::Table, 0));
    assert_eq!(method("own-cram 5x4", &own), (Method::Table, 0), "turned over");
    assert_eq!(method("own-cram 2x3 + own-cram 1x5", &own), (Method::Table, 0), "one below the other");
    assert_eq!(method("cram 4x5", &own), (Method::Table, 0), "the same rules by another name");
    assert_eq!(method("text-cram 4x5", &own), (Method::Table, 0));
    assert_eq!(method("own-cram 5x5", &own).0, Method::Search);
}

#[test]
fn a_table_is_not_read_for_rules_that_were_changed() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &table_game(CRAM), (3, 4), Convention::Misere, Content::Outcomes);
    let oracle = Arc::new(Oracle::open(folder.path()).unwrap());
    let table = StateTable::open(folder.path()).unwrap();
    shelf_with(CRAM).check_table(&table).unwrap();
    // The same in other words.
    let spelled = "game own-cram\ntitle Cram\ngrid\ncells o free X full\nmove oo -> XX\n";
    shelf_with(spelled).check_table(&table).unwrap();
    for changed in [
        "game own-cram\ngrid\nmove .. -> ## | . -> #\n",
        "game own-cram\ngrid\nfixed .. -> ##\n",
        "game own-cram\ngrid\nmove ... -> ###\n",
        // The same shapes, and no table: what is taken may not lie together.
        "game own-cram\ngrid\nmove .. -> ##\nnever ####\n",
        "game own-cram\nstrip\nmove .. -> ##\n",
    ] {
        let shelf = shelf_with(changed);
        let refused = shelf.check_table(&table).unwrap_err();
        assert!(matches!(refused, TableError::OtherRules { .. }), "{changed}: {refused}");
        let workbench = Workbench::new(Arc::new(shelf));
        let board = if changed.contains("strip") { "own-cram ....." } else { "own-cram 3x4" };
        let with = solved(&workbench, board, Convention::Misere, Some(&oracle));
        let without = solved(&workbench_with(changed), board, Convention::Misere, None);
        assert_eq!((with.outcome, with.winning), (without.outcome, without.winning), "{changed}");
        // Along a row the dominoes of the strip are those of the table.
        assert!(with.method != Method::Table || changed.contains("strip"), "{changed}");
    }
    assert!(matches!(Shelf::builtin().check_table(&table), Err(TableError::NoGame { .. })));
}

#[test]
fn games_that_are_not_of_taking_have_no_tables() {
    for (text, why) in [
        ("game own\ngrid\nmove xo -> .x | ox -> .o\nexample xo\n", "there are no tables of `own`"),
        ("game own\nstrip\nmove . -> X\nwin XXX\n", "there are no tables of `own`"),
        ("game own\nstrip\nmove . -> X\nend XX\n", "there are no tables of `own`"),
        ("game own\nstrip\nmove . -> X\nnever XX\n", "there are no tables of `own`"),
        ("game own\nstrip\nmove @.. -> @XX\n", "there are no tables of `own`"),
    ] {
        let error = shelf_with(text).table_game("own").unwrap_err();
        assert!(error.message.contains(why), "{text}: {error}");
        assert!(error.help.unwrap().contains("`text-cram`"));
    }
    let builtin = |text: &str| Shelf::builtin().table_game(text).unwrap_err();
    assert!(builtin("kayles").message.contains("no tables of `kayles`"));
    assert_eq!(builtin("2d-nim max=3 4x4").span, 13..16);
    assert_eq!(builtin("2d-nim most=3").message, "this game has no parameter `most`");
    assert_eq!(builtin("2d-nim max=0").span, 7..12);
    assert_eq!(builtin("").message, "no game is given");
    assert!(builtin("crom").help.unwrap().contains("`cram`"));
}

#[test]
fn a_strip_has_one_row() {
    let game = table_game("game own-row\nstrip\nmove o{1..2} -> .\n");
    let error = Rules::new(&game, 2, 3, Convention::Normal).unwrap_err();
    assert_eq!(error.message, "`own-row` is played on strips, which have one row, not 2");
    // Kayles: the first player wins every row.
    for length in 1..=16 {
        let states = in_memory(&game, 1, length, Convention::Normal, Content::Nimbers);
        let full = states.shape().rules().full_board();
        let kayles = solved(&workbench_with(CRAM), &format!("kayles {length}"), Convention::Normal, None);
        assert_eq!(states.nimber(full), kayles.nimber, "{length}");
    }
}

/// A game of another crate: two stones of a row, with a place between them, or a single one.
#[derive(Clone, Copy)]
struct Leap;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Row(Vec<bool>);

impl Ruleset for Leap {
    type Position = Row;
    type Move = Vec<usize>;

    fn moves<B>(&self, at: &Row, mut visit: impl FnMut(Vec<usize>) -> ControlFlow<B>) -> ControlFlow<B> {
        for first in (0..at.0.len()).filter(|&cell| at.0[cell]) {
            visit(vec![first])?;
            if at.0.get(first + 2) == Some(&true) {
                visit(vec![first, first + 2])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Row, mv: &Vec<usize>) -> Row {
        let mut left = at.clone();
        mv.iter().for_each(|&cell| left.0[cell] = false);
        left
    }

    fn moves_left(&self, at: &Row) -> u128 {
        at.0.iter().filter(|&&stone| stone).count() as u128
    }
}

impl Notation for Leap {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Row, Diagnostic> {
        if text.eat_empty() {
            return Ok(Row(Vec::new()));
        }
        let cells = text.take_while(|c| c == '1' || c == '0');
        if cells.is_empty() {
            return Err(Diagnostic::new("expected `1` or `0`", text.here()));
        }
        Ok(Row(cells.chars().map(|c| c == '1').collect()))
    }

    fn format(&self, at: &Row) -> String {
        if at.0.is_empty() {
            return "-".to_owned();
        }
        at.0.iter().map(|&stone| if stone { '1' } else { '0' }).collect()
    }

    fn label(&self, _: &Row, mv: &Vec<usize>) -> String {
        mv.iter().map(|cell| (cell + 1).to_string()).collect::<Vec<_>>().join("&")
    }

    fn parse_move(&self, at: &Row, label: &str) -> Result<Vec<usize>, Diagnostic> {
        let found = self.moves(at, |mv| match self.label(at, &mv) == label {
            true => ControlFlow::Break(mv),
            false => ControlFlow::Continue(()),
        });
        found.break_value().ok_or_else(|| Diagnostic::new("no move", 0..label.len()))
    }

    fn say(&self, at: &Row, mv: &Vec<usize>) -> String {
        self.label(at, mv)
    }
}

impl Show for Leap {
    fn show(&self, at: &Row, _: usize) -> String {
        self.format(at)
    }
}

impl Explain for Leap {}

impl Playable for Leap {
    fn taking(&self) -> Option<&dyn TakingRules<Leap>> {
        Some(self)
    }
}

impl TakingRules<Leap> for Leap {
    fn stones(&self, at: &Row) -> Option<Stones> {
        let columns = u32::try_from(at.0.len()).ok().filter(|columns| (1..=64).contains(columns))?;
        let cells = (0..).zip(&at.0).fold(0, |cells, (cell, &stone)| cells | u64::from(stone) << cell);
        Some(Stones { rows: 1, columns, cells })
    }

    fn position(&self, stones: Stones) -> Result<Row, Diagnostic> {
        if stones.rows > 1 {
            return Err(Diagnostic::new("Leap is played on one row", 0..0).help("give 1 row"));
        }
        Ok(Row((0..stones.columns).map(|cell| stones.cells >> cell & 1 == 1).collect()))
    }

    fn shapes(&self, _: u32, columns: u32) -> Result<Vec<Stones>, Diagnostic> {
        let two = Stones { rows: 1, columns: 3, cells: 0b101 };
        Ok(std::iter::once(Stones::full(1, 1)).chain((columns >= 3).then_some(two)).collect())
    }
}

impl Listing for Leap {
    type Rules = Leap;

    fn card(&self) -> Card {
        Card::new("leap", "Leap", "take a stone, or two with a place between them", "11011")
    }

    fn rules(&self, _: &Parameters) -> Result<Leap, Diagnostic> {
        Ok(Leap)
    }
}

#[test]
fn a_game_of_another_crate_has_tables() {
    let shelf = Arc::new(Shelf::builtin().with(Leap).unwrap());
    let game = shelf.table_game("leap").unwrap();
    assert_eq!(Rules::new(&game, 2, 2, Convention::Normal).unwrap_err().message, "Leap is played on one row");
    let folder = tempfile::tempdir().unwrap();
    build(&folder.path().join("misere"), &game, (1, 14), Convention::Misere, Content::Outcomes);
    build(&folder.path().join("nimbers"), &game, (1, 14), Convention::Normal, Content::Nimbers);
    let oracle = Arc::new(Oracle::open(folder.path()).unwrap());
    oracle.tables().iter().try_for_each(|table| shelf.check_table(table)).unwrap();
    for text in ["leap 11011101110111", "leap 1111", "leap 1011 + leap 1110", "leap 111 + leap 11 + leap 1"] {
        for convention in [Convention::Normal, Convention::Misere] {
            let solve = |oracle: Option<&Arc<Oracle>>| {
                let workbench = Workbench::new(Arc::clone(&shelf));
                solved(&workbench, text, convention, oracle)
            };
            let (with, without) = (solve(Some(&oracle)), solve(None));
            assert_eq!(
                (with.outcome, with.nimber, with.winning),
                (without.outcome, without.nimber, without.winning)
            );
            let is_sum_of_normal_play = text.contains('+') && convention == Convention::Normal;
            assert!(with.method == Method::Table || is_sum_of_normal_play, "{text}, {convention}");
        }
    }
}

/// Rules of one kind that say other shapes than they play.
struct Wrong<F>(F);

impl<F: Fn(u32, u32) -> Vec<Stones> + Sync> TakingRules<Leap> for Wrong<F> {
    fn stones(&self, at: &Row) -> Option<Stones> {
        Leap.stones(at)
    }

    fn position(&self, stones: Stones) -> Result<Row, Diagnostic> {
        Leap.position(stones)
    }

    fn shapes(&self, rows: u32, columns: u32) -> Result<Vec<Stones>, Diagnostic> {
        Ok(self.0(rows, columns))
    }
}

#[test]
fn shapes_that_are_not_the_moves_break_a_law() {
    let at = Leap.parse(&mut Reader::new("11011")).unwrap();
    laws::check_taking(&Leap, &Leap, &at).unwrap();
    let broken = |shapes: &(dyn Fn(u32, u32) -> Vec<Stones> + Sync)| {
        laws::check_taking(&Leap, &Wrong(shapes), &at).unwrap_err().law
    };
    let (one, leap) = (Stones::full(1, 1), Stones { rows: 1, columns: 3, cells: 0b101 });
    let wrong = "a move takes stones of a shape that are all there";
    assert_eq!(broken(&|_, _| vec![one]), wrong);
    assert_eq!(broken(&|_, _| vec![one, leap, Stones::full(1, 2)]), wrong);
    let wide = Stones { columns: 4, ..leap };
    assert_eq!(broken(&|_, _| vec![one, wide]), "a shape is told on the smallest board that holds it");
    let more = |_: u32, columns: u32| if columns > 5 { vec![one, leap, one] } else { vec![one, leap] };
    laws::check_taking(&Leap, &Wrong(&more), &at).unwrap();
    let other = |_: u32, columns: u32| if columns > 5 { vec![one] } else { vec![one, leap] };
    assert_eq!(broken(&other), "the shapes of a board are those of a larger one that fit");
}

#[test]
fn tables_of_version_1_are_found_by_the_games_whose_they_are() {
    // As a program of November 2026 wrote it; the blocks are built anew under it.
    let folder = tempfile::tempdir().unwrap();
    let manifest = "grundy table 1\ngame 2d-nim\nmax 3\nrows 4\ncolumns 4\nconvention misere\n\
                    content outcomes\nblock-bits 16\nfingerprint 096e28b0d155f0f7\n";
    std::fs::write(folder.path().join("manifest"), manifest).unwrap();
    let nim = Shelf::builtin().table_game("2d-nim").unwrap();
    build(folder.path(), &nim, (4, 4), Convention::Misere, Content::Outcomes);
    assert_eq!(std::fs::read_to_string(folder.path().join("manifest")).unwrap(), manifest);
    let table = StateTable::open(folder.path()).unwrap();
    Shelf::builtin().check_table(&table).unwrap();
    let oracle = Arc::new(Oracle::open(folder.path()).unwrap());
    let tables = GameTables::new(&oracle, |rows, columns| nim.shapes(rows, columns));
    assert_eq!(tables.tables().count(), 1);
    let answer = Answer::of_table(&table, 0b111, 10).unwrap();
    assert_eq!(answer.winning, ["r1c1-r1c2", "r1c2-r1c3"]);
    assert_eq!(answer.position.to_string(), "2d-nim 1110/0000/0000/0000");
    let request = Request { approach: Approach::Best, ..Request::default() };
    assert_eq!(answer.position.solve(&request).outcome, answer.outcome);
}
