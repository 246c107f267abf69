//! The games on grids: laws on random boards, the definition on small ones, published values.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{
    Convention, Definition, Knowledge, Limits, Listing, Nimber, Notation, Outcome, Parameters, Playable,
    Reader, Ruleset, Run, Show, StopReason, laws,
};
use grundy_games::chomp::{Bar, Chomp};
use grundy_games::grid::GridBoard;
use grundy_games::{BoxingMatch, Cram, TwoDNim};
use proptest::collection::vec;
use proptest::prelude::*;

/// Boards of up to 9 by 12, small and wide, of any density.
fn board(most_rows: u16, most_columns: u16) -> impl Strategy<Value = GridBoard> {
    let sides = (1..=most_rows, 1..=most_columns);
    (sides, 1u8..=10, vec(0u8..10, 110)).prop_map(|((rows, columns), density, dice)| {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let full = cells.zip(dice).filter(|(_, die)| *die < density);
        full.fold(GridBoard::empty(rows, columns), |board, ((row, column), _)| board.with_cell(row, column))
    })
}

/// The board whose cells in reading order are the bits from the highest.
fn of_bits(rows: u16, columns: u16, bits: u64) -> GridBoard {
    let mut board = GridBoard::empty(rows, columns);
    let last = u32::from(rows * columns) - 1;
    for row in 0..rows {
        for column in 0..columns {
            if bits >> (last - u32::from(row * columns + column)) & 1 == 1 {
                board = board.with_cell(row, column);
            }
        }
    }
    board
}

fn read<R: Playable>(rules: &R, text: &str) -> R::Position {
    rules.parse(&mut Reader::new(text)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_games_on_grids_obey_the_laws(small in board(5, 6), large in board(9, 12)) {
        for at in [small, large] {
            laws::check(&BoxingMatch, &at).unwrap();
            laws::check(&Cram, &at).unwrap();
        }
        for rules in [TwoDNim::at_most(1), TwoDNim::at_most(3), TwoDNim::tactix()] {
            laws::check(&rules, &small).unwrap();
        }
        if u32::from(large.rows() * large.columns()) <= 64 {
            laws::check(&TwoDNim::at_most(2), &large).unwrap();
        }
    }

    #[test]
    fn chomp_obeys_the_laws(mut lengths in vec(1u8..12, 1..9)) {
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        laws::check(&Chomp::default(), &Bar::new(lengths)).unwrap();
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[10#./xX r2c\\-+,\u{0}é]{0,16}") {
        let board = of_bits(2, 3, 0b110111);
        let _ = TwoDNim::tactix().parse(&mut Reader::new(&text));
        let _ = TwoDNim::tactix().parse_move(&board, &text);
        let _ = BoxingMatch.parse(&mut Reader::new(&text));
        let _ = BoxingMatch.parse_move(&board, &text);
        let _ = Cram.parse(&mut Reader::new(&text));
        let _ = Cram.parse_move(&board, &text);
        let _ = Chomp::default().parse(&mut Reader::new(&text));
        let _ = Chomp::default().parse_move(&Bar::full(2, 3), &text);
    }
}

/// The theorems, on every state of some boards.
#[test]
fn theorems_agree_with_the_definition_on_all_states() {
    fn check<R: Ruleset<Position = GridBoard>>(rules: &R) {
        let run = Run::unlimited();
        let mut definition = Definition::new(rules);
        let mut known = 0;
        for (rows, columns) in [(3, 3), (2, 5), (3, 4), (1, 10)] {
            for bits in 0..1 << (rows * columns) {
                let at = of_bits(rows, columns, bits);
                let Some(nimber) = rules.knowledge().theorem(&at) else { continue };
                known += 1;
                assert_eq!(definition.nimber(&at, &run).unwrap(), Some(nimber), "{at}");
                let Some(tame) = rules.knowledge().tame(&at) else { continue };
                let misere = definition.outcome(&at, Convention::Misere, &run).unwrap();
                assert_eq!(tame.misere_outcome(), misere, "{at}");
            }
        }
        assert!(known > 100, "the theorems have been tried: {known}");
    }
    check(&BoxingMatch);
    check(&Cram);
    [TwoDNim::at_most(1), TwoDNim::at_most(2), TwoDNim::at_most(3), TwoDNim::tactix()].iter().for_each(check);
}

/// Twin leaves are left out of Cram: every state of some boards, and a few thousand larger ones.
#[test]
fn twin_leaves_of_cram_change_no_nimber() {
    let run = Run::unlimited();
    let mut definition = Definition::new(&Cram);
    let all = |rows, columns| (0..1_u64 << (rows * columns)).map(move |bits| of_bits(rows, columns, bits));
    let scattered = (1..4000_u64).map(|index| of_bits(4, 5, index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44));
    let (mut reduced, mut twins) = (0, 0);
    for at in all(3, 4).chain(all(2, 6)).chain(scattered) {
        let less = Cram.reduce(at);
        twins += at.count() - less.count();
        reduced += u32::from(less != at);
        assert_eq!(definition.nimber(&less, &run), definition.nimber(&at, &run), "{at} as {less}");
    }
    assert!(reduced > 2000 && twins > reduced, "{twins} squares were left out of {reduced} boards");
    for (board, expected) in [("010/111/010", "11"), ("0100/1111/0010", "1111"), ("11/11", "11/11")] {
        assert_eq!(Cram.reduce(read(&Cram, board)).count(), read(&Cram, expected).count(), "{board}");
    }
}

/// All losing states of the article's board, and those that it names.
#[test]
fn the_article_s_losing_states_of_2d_nim() {
    for (rules, expected) in [(TwoDNim::at_most(3), 9872), (TwoDNim::tactix(), 8568)] {
        let run = Run::unlimited();
        let mut definition = Definition::new(&rules);
        let mut outcome = |at: &GridBoard| definition.outcome(at, Convention::Misere, &run).unwrap();
        let losing = (0..1 << 16).filter(|&bits| outcome(&of_bits(4, 4, bits)) == Outcome::P).count();
        assert_eq!(losing, expected);
        if rules == TwoDNim::at_most(3) {
            for text in [
                "1100/1100/0000/0000",
                "1001/1001/1001/0000",
                "1011/0111/0000/0000",
                "1010/1010/0000/0000",
                "0000/0000/0010/0000",
                "4x4",
            ] {
                assert_eq!(outcome(&read(&rules, text)), Outcome::P, "{text}");
            }
            assert_eq!(outcome(&read(&rules, "1110/0000/0000/0000")), Outcome::N);
        }
    }
}

#[test]
fn moves_are_listed_in_reading_order() {
    fn labels<R: Playable>(rules: &R, text: &str) -> Vec<String> {
        let at = read(rules, text);
        let mut labels = Vec::new();
        let _ = rules.moves(&at, |mv| {
            labels.push(rules.label(&at, &mv));
            std::ops::ControlFlow::<()>::Continue(())
        });
        labels
    }
    assert_eq!(labels(&TwoDNim::at_most(2), "110/010"), ["r1c1", "r1c1-r1c2", "r1c2", "r1c2-r2c2", "r2c2"]);
    assert_eq!(labels(&BoxingMatch, "110/111"), ["r1c1+1", "r1c1+2", "r1c2+1", "r2c1+1", "r2c2+1", "r2c3+1"]);
    assert_eq!(labels(&Cram, "110/010"), ["r1c1-r1c2", "r1c2-r2c2"]);
    assert_eq!(labels(&Chomp::default(), "3 1"), ["r1c2", "r1c3", "r2c1"]);
    let at = read(&TwoDNim::at_most(3), "1110/0000/0000/0000");
    let line = TwoDNim::at_most(3).parse_move(&at, "r1c3-r1c1").unwrap();
    assert_eq!(TwoDNim::at_most(3).label(&at, &line), "r1c1-r1c3", "from either end");
}

#[test]
fn mistakes_are_told_with_their_place_and_a_remedy() {
    fn told<R: Playable>(rules: &R, text: &str) -> (String, std::ops::Range<usize>) {
        let mut reader = Reader::new(text);
        let read = rules.parse(&mut reader).and_then(|_| reader.expect_end());
        let error = read.unwrap_err();
        assert!(error.help.is_some(), "{error}");
        (error.message, error.span)
    }
    let nim = TwoDNim::at_most(3);
    assert_eq!(told(&nim, ""), ("a board is missing".into(), 0..0));
    assert_eq!(told(&nim, "110/11"), ("row 2 has 2 cells, but the first has 3".into(), 4..6));
    assert_eq!(told(&nim, "110/112"), ("`2` cannot stand in a board".into(), 6..7));
    assert_eq!(told(&nim, "110//111"), ("row 2 has no cells".into(), 4..5));
    assert_eq!(told(&nim, "110/"), ("row 2 has no cells".into(), 4..4));
    assert_eq!(told(&nim, "1 1 0"), ("a `/` is missing between rows".into(), 2..3));
    assert_eq!(told(&nim, "110/111 011"), ("a `/` is missing between rows".into(), 8..9));
    assert_eq!(told(&nim, "110 111/011"), ("a `/` is missing between rows".into(), 7..8));
    assert_eq!(told(&nim, "4x0"), ("a board has at least one column".into(), 0..3));
    assert_eq!(told(&nim, "0x4"), ("a board has at least one row".into(), 0..3));
    assert_eq!(told(&nim, "4x4x4"), ("`x4` is left over: the position has ended before it".into(), 3..5));
    assert_eq!(told(&nim, "4x"), ("the second side is missing".into(), 2..2));
    assert_eq!(told(&nim, "9x9"), ("this board is too large: 81 cells, at most 64".into(), 0..3));
    assert_eq!(told(&BoxingMatch, "20x20").0, "this board is too large: 400 cells, at most 256");
    assert_eq!(told(&Chomp::default(), "2 3").1, 2..3);
    assert_eq!(told(&Chomp::default(), "3 0").0, "a row has at least one square");
    assert_eq!(told(&Chomp::default(), "0x3").0, "a bar has at least one row");
    assert_eq!(told(&Chomp::default(), "16x16").0, "this bar is too large: 256 squares, at most 255");
    assert_eq!(told(&Chomp::default(), "3,a").1, 2..3);

    let at = read(&nim, "1110/1011");
    let told = |label: &str| nim.parse_move(&at, label).unwrap_err().message;
    assert_eq!(told("r2c1-r2c3"), "there is no stone at r2c2");
    assert_eq!(told("r1c1-r2c3"), "r1c1 and r2c3 are not in one row or column");
    assert_eq!(told("r9c9"), "there is no stone at r9c9");
    assert_eq!(told("r1"), "`r1` is no move of 2D Nim");
    assert_eq!(
        TwoDNim::at_most(2).parse_move(&at, "r1c1-r1c3").unwrap_err().message,
        "a move takes at most 2 stones, not 3"
    );
    let told = |label: &str| BoxingMatch.parse_move(&at, label).unwrap_err().message;
    assert_eq!(told("r1c1+2"), "the square is not full: there is no stone at r2c2");
    assert_eq!(told("r1c1+3"), "a square of side 3 at r1c1 leaves the board");
    assert_eq!(told("r1c1+65535"), "a square of side 65535 at r1c1 leaves the board");
    assert_eq!(
        Chomp::default().parse_move(&Bar::full(2, 2), "r1c1").unwrap_err().message,
        "r1c1 is poisoned and never eaten"
    );
}

#[test]
fn loose_stones_of_boxing_match_count_by_parity() {
    let stones = read(&BoxingMatch, "10101/01110/10001");
    assert_eq!(BoxingMatch.theorem(&stones), Some(Nimber(0)));
    assert_eq!(BoxingMatch.split(stones).len(), 8);
    assert_eq!(BoxingMatch.split(read(&BoxingMatch, "11011/11011/00000")).len(), 2);
}

/// The bars with at most so many rows and columns.
fn bars(rows: usize, columns: u8) -> Vec<Bar> {
    let mut all: Vec<Vec<u8>> = vec![vec![]];
    let mut from = 0;
    for _ in 0..rows {
        let so_far = all.len();
        for bar in from..so_far {
            let most = all[bar].last().copied().unwrap_or(columns);
            all.extend(
                (1..=most).map(|row| all[bar].iter().copied().chain([row]).collect()).collect::<Vec<_>>(),
            );
        }
        from = so_far;
    }
    all.into_iter().filter(|bar| !bar.is_empty()).map(Bar::new).collect()
}

#[test]
fn the_tables_of_chomp_hold_the_nimbers_of_the_definition() {
    let (run, rules) = (Run::unlimited(), Chomp::default());
    let mut definition = Definition::new(&rules);
    let all = bars(5, 5);
    assert_eq!(all.len(), 251);
    let by_definition: Vec<Nimber> =
        all.iter().map(|bar| definition.nimber(bar, &run).unwrap().unwrap()).collect();
    // One table for all of them, and a table for each.
    rules.knowledge().prepare(&Bar::full(5, 5), &run).unwrap();
    for (bar, &nimber) in all.iter().zip(&by_definition) {
        assert_eq!(rules.knowledge().theorem(bar), Some(nimber), "{bar:?}");
        let alone = Chomp::default();
        alone.prepare(bar, &run).unwrap();
        assert_eq!(alone.theorem(bar), Some(nimber), "{bar:?}");
    }
}

#[test]
fn a_table_of_chomp_keeps_to_the_limits() {
    let bar = Bar::full(10, 10);
    // There is no memory for it: search has to do.
    let little = Run::new(Limits { memory: Some(100_000), ..Limits::default() });
    let rules = Chomp::default();
    rules.knowledge().prepare(&bar, &little).unwrap();
    assert_eq!(rules.knowledge().theorem(&bar), None);
    assert!(little.hold(100_000).is_ok(), "what was not used is free again");
    // A table that was stopped knows the bars that it has come to.
    let short = Run::new(Limits { nodes: Some(1000), ..Limits::default() });
    assert_eq!(rules.knowledge().prepare(&bar, &short).unwrap_err().reason, StopReason::Nodes);
    assert_eq!(rules.knowledge().theorem(&bar), None);
    let small = Bar::new(vec![1, 1, 1, 1]);
    assert_eq!(rules.knowledge().theorem(&small), Some(Nimber(3)));
    // 16 by 15 squares hold more bars than a table may.
    rules.knowledge().prepare(&Bar::full(15, 16), &Run::unlimited()).unwrap();
    assert_eq!(rules.knowledge().theorem(&Bar::full(15, 16)), None);
}

/// A bar that is wider and higher than any board is shown as every other.
#[test]
fn a_hook_of_chocolate_is_shown_with_its_coordinates() {
    let mut lengths = vec![1; 9];
    lengths[0] = 40;
    let shown = Chomp::default().show(&Bar::new(lengths), 200);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 10);
    assert!(lines[0].ends_with("39 40"), "{shown}");
    assert!(lines[1].starts_with("1  ☠  □") && lines[1].matches('□').count() == 39, "{shown}");
    assert_eq!(lines[9], "9  □");
}

/// In games of placing `.` is free and `#` or `X` blocked, in games of taking `#` is a stone and `.` a gap.
#[test]
fn boards_are_read_and_written_as_the_field_writes_them() {
    fn told<R: Playable<Position = GridBoard>>(rules: &R, text: &str) -> (String, Vec<String>) {
        let mut reader = Reader::new(text);
        let board = rules.parse(&mut reader).unwrap_or_else(|error| panic!("{text}: {error}"));
        reader.expect_end().unwrap();
        (rules.format(&board), reader.take_notes().into_iter().map(|note| note.message).collect())
    }
    for (text, printed) in [
        ("...", "1x3"),
        ("..#|...", "..#/..."),
        (".X./x..", ".#./#.."),
        ("##/##", "##/##"),
        ("#", "#"),
        ("10", ".#"),
        ("00/00", "##/##"),
        (" 110 / 011 ", "..#/#.."),
        ("11|11", "2x2"),
        ("1", "1x1"),
        ("0", "#"),
        ("1x1", "1x1"),
        ("10x1", "10x1"),
        ("-", "-"),
    ] {
        let (found, notes) = told(&Cram, text);
        assert_eq!(found, printed, "{text}");
        let is_digits = text.contains(['0', '1']) && !text.contains('x');
        assert_eq!(notes.len(), usize::from(is_digits || text.contains('#')), "{text}: {notes:?}");
        assert_eq!(notes.iter().any(|note| note.contains("`1` is read as a free cell")), is_digits, "{text}");
        assert_eq!(told(&Cram, &found).0, found);
    }
    for (text, printed) in [
        ("##.|.#.", "110/010"),
        ("1#/.0", "11/00"),
        ("...", "-"),
        ("000/000", "-"),
        ("-", "-"),
        ("##", "1x2"),
    ] {
        assert_eq!(told(&BoxingMatch, text), (printed.to_owned(), vec![]), "{text}");
        assert_eq!(told(&TwoDNim::tactix(), text), (printed.to_owned(), vec![]), "{text}");
    }
    for (text, span) in [("1.", 1..2), (".1", 1..2), ("../#0", 4..5), ("11/1#", 4..5), ("10 | X.", 5..6)] {
        let error = Cram.parse(&mut Reader::new(text)).unwrap_err();
        assert!(error.message.ends_with("do not stand in one board"), "{text}: {error}");
        assert_eq!(error.span, span, "{text}");
    }
    assert_eq!(read(&Cram, "..#/#.."), read(&Cram, "110/011"), "the same board");
    assert_eq!(Cram.count_moves(&read(&Cram, "..#/#..")), 3);
}

/// Blanks around the x of the sides mean nothing, and a mistake is told where it is, with what to write.
#[test]
fn sides_may_have_blanks_and_mistakes_say_what_to_write() {
    let board = |text| grid_parse(text).unwrap().to_string();
    assert_eq!([board("3 x 4"), board("3x 4"), board("3 X4"), board("11x2")], ["3x4", "3x4", "3x4", "11x2"]);
    for (text, span, message, help) in [
        ("1x300", 0..5, "this board is too large: 300 cells, at most 256", "leave out empty rows"),
        (
            "99999999999999999999x2",
            0..22,
            "this board is too large: far too many cells",
            "leave out empty rows",
        ),
        ("3 x", 3..3, "the second side is missing", "`4x6`"),
        ("3 4", 0..1, "`3` cannot stand in a board", "is `4x6`"),
    ] {
        let error = grid_parse(text).unwrap_err();
        assert_eq!(error.span, span, "{text}");
        assert!(error.message.contains(message), "{text}: {}", error.message);
        assert!(error.help.as_ref().is_some_and(|told| told.contains(help)), "{text}: {:?}", error.help);
    }
    let bar = |text| Chomp::default().parse(&mut Reader::new(text));
    assert_eq!(bar("3 x 4").unwrap(), Bar::full(3, 4));
    for (text, span, help) in [
        ("###", 0..3, "write `3` for this one"),
        ("1111/1110", 0..9, "write `4 3` for this one"),
        ("##/###", 0..6, "the lengths of the rows from above"),
        ("4x99999999999999999999", 0..22, "write a smaller bar"),
    ] {
        let error = bar(text).unwrap_err();
        assert_eq!(error.span, span, "{text}");
        assert!(error.help.as_ref().is_some_and(|told| told.contains(help)), "{text}: {:?}", error.help);
    }
    for any in ["any", "ANY", "Any"] {
        let mut parameters = Parameters::default();
        parameters.insert("max", any, 0..3);
        assert_eq!(TwoDNim::default().rules(&parameters).unwrap(), TwoDNim::tactix());
    }
}

fn grid_parse(text: &str) -> Result<GridBoard, grundy_core::Diagnostic> {
    grundy_games::grid::parse(&mut Reader::new(text), grundy_games::grid::Limit::OF_THE_KIT)
}

/// "the following state could be converted as (1111000011111111)2 = 61695".
#[test]
fn states_are_read_by_the_article_s_numbers_and_by_rows_apart() {
    let nim = TwoDNim::at_most(3);
    let state = read(&nim, "1111/0000/1111/1111");
    for text in [
        "4x4#61695",
        "4x4#0xF0FF",
        "4X4#0b1111_0000_1111_1111",
        "1111 0000 1111 1111",
        "1111\n0000\n1111\n1111",
    ] {
        assert_eq!(read(&nim, text), state, "{text}");
    }
    assert_eq!(grundy_core::TakingRules::stones(&nim, &state).unwrap().number(), 61695);
    assert_eq!(read(&nim, "4x4#0").count(), 0);
    assert_eq!(read(&nim, "4x4#65535"), read(&nim, "4x4"));
    assert_eq!(
        read(&nim, "4x4#32768"),
        read(&nim, "1000/0000/0000/0000"),
        "the top left cell is the highest"
    );
    assert_eq!(read(&nim, "2x3#0b110100"), read(&nim, "110/100"));
    assert_eq!(read(&BoxingMatch, "8x8#18446744073709551615"), read(&BoxingMatch, "8x8"));
    for (text, place) in [
        ("4x4#65536", "65536"),
        ("4x4#", "#"),
        ("4x4#x", "x"),
        ("4x4#0b", "0b"),
        ("4x4#0b12", "0b12"),
        ("4x4#-1", "#"),
        ("4x4#99999999999999999999999", "99999999999999999999999"),
    ] {
        let mut reader = Reader::new(text);
        let error = nim.parse(&mut reader).and_then(|_| reader.expect_end()).unwrap_err();
        assert_eq!(&text[error.span.clone()], place, "{text}: {error:?}");
        assert!(error.help.is_some());
    }
    let error = BoxingMatch.parse(&mut Reader::new("10x10#5")).unwrap_err();
    assert!(error.message.contains("10x10 have no numbers"), "{error}");
}

/// The article writes states in base 2 too: "(1111000011111111)2".
#[test]
fn a_single_row_of_as_many_cells_as_a_square_board_is_told_as_one() {
    let nim = TwoDNim::at_most(3);
    let note = |text: &str| {
        let mut reader = Reader::new(text);
        nim.parse(&mut reader).unwrap();
        reader.take_notes().pop()
    };
    let told = note("1111000011111111").unwrap();
    assert_eq!((told.message.as_str(), told.span), ("this is a board of one row of 16 cells", 0..16));
    let help = told.help.unwrap();
    assert!(help.contains("`1111/0000/1111/1111`") && help.contains("`4x4#61695`"), "{help}");
    assert!(note("110110110").is_some() && note(&"10".repeat(18)).is_some());
    for other in ["1101", "11110000111111110", "1111/0000/1111/1111", "1x16", "11110000/11111111"] {
        assert_eq!(note(other), None, "{other}");
    }
}
