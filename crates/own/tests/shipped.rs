//! The files that ship are good, and their games have the published values.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{
    Convention, Knowledge, Limits, Listing, Nimber, Notation, Outcome, Parameters, Reader, Ruleset, Run, laws,
};
use grundy_own::{BoardFile, OwnGame, RulesFile};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use std::collections::BTreeMap;

fn game(name: &str) -> OwnGame {
    let shipped = BoardFile::shipped();
    shipped.iter().find(|file| file.name() == name).unwrap_or_else(|| panic!("{name} ships")).game().clone()
}

fn read(game: &OwnGame, text: &str) -> <OwnGame as Ruleset>::Position {
    let mut reader = Reader::new(text);
    let position = game.parse(&mut reader).unwrap_or_else(|error| panic!("{text}: {error}"));
    reader.expect_end().unwrap();
    position
}

/// The nimber of a sum of boards.
fn nimber(game: &OwnGame, boards: &[&str]) -> u64 {
    let (table, theorems) = (TranspositionTable::default(), Theorems(game));
    let solver = MexSolver::new(game, &theorems, &table);
    boards.iter().map(|board| solver.nimber(&read(game, board), &Run::unlimited()).unwrap()).sum::<Nimber>().0
}

#[test]
fn every_board_that_ships_says_all_and_its_example_obeys_the_laws() {
    let shipped = BoardFile::shipped();
    assert!(shipped.len() >= 20);
    for file in shipped {
        let spec = file.spec();
        assert!(spec.title.is_some() && spec.says.is_some() && spec.by.is_some(), "{}", file.name());
        assert!(spec.rules.iter().all(|rule| rule.say.is_some()), "{}", file.name());
        let rules = file.rules(&Parameters::default()).unwrap();
        let example = read(&rules, &file.example());
        assert!(rules.count_moves(&example) > 0, "{}", file.name());
        laws::check(&rules, &example).unwrap_or_else(|broken| panic!("{}: {broken}", file.name()));
    }
}

#[test]
fn the_library_has_its_files_in_order_and_all_can_be_read() {
    let shipped = RulesFile::shipped();
    assert!(shipped.len() >= 40, "{}", shipped.len());
    assert!(shipped.is_sorted_by_key(|file| file.name().to_owned()));
    let sourced = shipped.iter().filter(|file| file.text().contains("OEIS A")).count();
    assert!(sourced >= 15, "{sourced} files have a number of OEIS");
    for file in shipped {
        RulesFile::read(file.text()).unwrap_or_else(|error| panic!("{}: {error}", file.name()));
        let says = |word: &str| file.text().lines().any(|line| line.starts_with(word));
        assert!(says("title ") && says("says ") && says("by ") && says("example "), "{}", file.name());
    }
}

#[test]
fn values_of_the_tests_of_another_solver_are_found() {
    let file = include_str!("../../../data/own-games-mcgs.tsv");
    let games: BTreeMap<String, OwnGame> =
        BoardFile::shipped().iter().map(|file| (file.name().to_owned(), file.game().clone())).collect();
    let mut count = 0;
    // Longer rows take minutes in a build for development.
    for line in file.lines().filter(|line| !line.starts_with('#') && line.len() <= 26) {
        let (position, wanted) = line.split_once('\t').unwrap();
        let terms: Vec<(&str, &str)> =
            position.split(" + ").map(|term| term.split_once(' ').unwrap()).collect();
        let boards: Vec<&str> = terms.iter().map(|(_, board)| *board).collect();
        assert_eq!(nimber(&games[terms[0].0], &boards).to_string(), wanted, "{position}");
        count += 1;
    }
    assert!(count > 20, "{count}");
}

/// Rows of equal cells of each length from 0.
fn rows(name: &str, cell: &str, count: usize) -> Vec<u64> {
    let game = game(name);
    (1..=count).map(|length| nimber(&game, &[&cell.repeat(length)])).collect()
}

#[test]
fn strips_have_the_published_nimbers() {
    // Winning Ways, chapter 4, table 6.
    assert_eq!(rows("text-kayles", "o", 12), [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    assert_eq!(rows("text-dawsons-kayles", "o", 12), [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]);
}

#[test]
fn boards_have_the_published_nimbers() {
    // M. Gardner 1974 and later computations: Cram.
    let cram = game("text-cram");
    let found: Vec<u64> = ["2x2", "2x3", "3x3", "3x4", "3x5", "4x4", "4x5", "5x5", "5x6"]
        .map(|board| nimber(&cram, &[board]))
        .to_vec();
    assert_eq!(found, [0, 1, 0, 1, 1, 0, 2, 0, 2]);
    let boxing = game("text-boxing-match");
    assert_eq!(["3x3", "4x4", "5x5", "6x6"].map(|board| nimber(&boxing, &[board])), [3, 4, 6, 5]);
}

#[test]
fn notakto_is_won_by_the_first_player_on_an_odd_number_of_boards() {
    // T. E. Plambeck and G. Whitehead, The Secrets of Notakto, 2013.
    let game = game("notakto");
    let (table, theorems) = (MisereTable::default(), Theorems(&game));
    let solver = MisereSolver::new(&game, &theorems, &table);
    let board = read(&game, "3x3");
    for count in 1..=2 {
        let outcome = solver.outcome_of_sum(&vec![board.clone(); count], &Run::unlimited()).unwrap();
        assert_eq!(outcome == Outcome::N, count % 2 == 1, "{count}");
    }
    assert_eq!(
        BoardFile::shipped().iter().find(|file| file.name() == "notakto").unwrap().spec().play,
        Convention::Misere
    );
}

#[test]
fn two_spellings_of_a_game_are_the_same_and_other_games_are_not() {
    let signature = |text: &str| {
        let file = BoardFile::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut all = String::new();
        grundy_core::Playable::signature(file.game(), "", &mut |piece| all += piece);
        all
    };
    let same = [
        ("grid\nmove .. -> ##", "grid\nmove .. -> #"),
        ("strip\nmove o{1..2} -> .", "strip\nmove o -> . | oo -> .."),
        ("grid\nmove xo -> .x | ox -> .o", "grid\nmove ox -> .o | xo -> .x"),
        ("grid\nmove xo -> .x | ox -> .o", "grid\ncells x black o white\nmove xo -> .x | ox -> .o"),
        ("grid\nsideways ./. -> #", "grid\nfixed ./. -> #"),
    ];
    for (one, other) in same {
        assert_eq!(signature(&format!("game a\n{one}\n")), signature(&format!("game b\n{other}\n")), "{one}");
    }
    let different = [
        ("grid\nmove .. -> ##", "strip\nmove .. -> ##"),
        ("strip\nmove o{1..12} -> .", "strip\nmove o{any} -> ."),
        ("strip\nmove o{1..16} -> .", "strip\nmove o{any} -> ."),
        ("strip\nmove o{1..40} -> .", "strip\nmove o{1..41} -> ."),
        ("strip\nmove o -> .", "strip\nmove o -> .\nnever .."),
        ("strip\nmove o -> .\nwin ..", "strip\nmove o -> .\nend .."),
        // One text is another position: other symbols, symbols that change places, another symbol of a full board.
        ("grid\nmove .. -> ##", "grid\nmove xx -> o"),
        ("grid\nmove xo -> .x | ox -> .o", "grid\nmove ba -> cb | ab -> ca"),
        (SWAPPED[0], SWAPPED[1]),
        ("grid\nmove x -> . | oo -> ..", "grid\nmove oo -> .. | x -> ."),
    ];
    for (one, other) in different {
        assert_ne!(signature(&format!("game a\n{one}\n")), signature(&format!("game a\n{other}\n")), "{one}");
    }
}

/// Rules, and the same with `x` and `o` in each other's place: the text of a position is another position.
const SWAPPED: [&str; 2] = [
    "grid\nfixed xo -> .x | ox -> x. | x/o -> ./x | xoo -> ..x",
    "grid\nfixed ox -> .o | xo -> o. | o/x -> ./o | oxx -> ..o",
];

/// What a store relies on: a text of a position has one value among rules of the same signature.
#[test]
fn rules_of_one_signature_read_a_text_alike() {
    let cram = "grid\nmove .. -> ##";
    let files = [
        SWAPPED[0],
        SWAPPED[1],
        "grid\nfixed ox -> x. | xoo -> ..x | x/o -> ./x | xo -> .x",
        cram,
        "grid\nmove xx -> o",
        "grid\nmove oo -> x",
        "grid\nmove .. -> #",
        "grid\nmove x -> . | oo -> ..",
        "grid\nmove oo -> .. | x -> .",
        "grid\nmove x -> . | oo -> .. | x -> .",
    ];
    let texts = ["2x2", "2x3", "xoo", "oxx", "xo/ox", "xox/oxo", "../..", "xx/xo", "oo/ox", ".#/.."];
    let read = |text: &&str| BoardFile::read(&format!("game a\n{text}\n")).unwrap();
    let files: Vec<BoardFile> = files.iter().map(read).collect();
    let mut by_signature: BTreeMap<String, Vec<Option<u64>>> = BTreeMap::new();
    let mut times = 0;
    for file in &files {
        let game = file.game();
        let mut signature = String::new();
        grundy_core::Playable::signature(game, "", &mut |piece| signature += piece);
        let is_read = |text: &&str| {
            let mut reader = Reader::new(text);
            game.parse(&mut reader).and_then(|_| reader.expect_end()).is_ok()
        };
        let values: Vec<Option<u64>> =
            texts.iter().map(|text| is_read(text).then(|| nimber(game, &[text]))).collect();
        match by_signature.get(&signature) {
            Some(known) => assert_eq!(*known, values, "{}", file.spec().text),
            None => _ = by_signature.insert(signature, values),
        }
        times += 1;
    }
    assert_eq!((times, by_signature.len()), (10, 7));
    // Without the symbols in the signature, this would be a wrong value.
    assert_ne!(nimber(files[0].game(), &["xoo"]), nimber(files[1].game(), &["xoo"]));
}

#[test]
fn a_game_whose_moves_fit_no_full_board_asks_for_an_example() {
    let file = BoardFile::read("game a\ngrid\nmove xo -> .x | ox -> .o\n").unwrap();
    assert_eq!(file.example(), "");
    for text in ["", "4x5"] {
        let error = file.game().parse(&mut Reader::new(text)).unwrap_err();
        assert!(error.help.unwrap().contains("example"), "{text}");
    }
    assert!(file.game().parse(&mut Reader::new("xo/ox")).is_ok());
}

#[test]
fn boards_with_edges_are_read_and_written_in_their_frame() {
    let file = BoardFile::read("game a\nstrip\nmove @. -> @x | .@ -> x@\n").unwrap();
    let game = file.game();
    let at = read(game, "....");
    assert_eq!(game.format(&at), "....");
    assert_eq!(game.count_moves(&at), 2);
    let parts: Vec<String> =
        game.split(at).iter().map(|part| game.format(&game.canon(part.clone()))).collect();
    assert_eq!(parts.len(), 2, "{parts:?}");
    for part in parts {
        assert_eq!(game.format(&read(game, &part)), part);
        assert_eq!(nimber(game, &[&part]), 1, "{part}");
    }
    // A cell that is left out is no edge.
    assert_eq!(nimber(game, &[",.,"]), 0);
    assert_eq!(nimber(game, &["_._"]), 1);
}

#[test]
fn runs_that_are_longer_than_a_small_board_are_moves_on_large_ones() {
    // A full strip of ten falls, and so does one at the edge.
    let file = BoardFile::read("game a\nstrip\nmove o{9..any} -> .\n").unwrap();
    for (length, value) in [(8, 0), (9, 1), (10, 1), (20, 2)] {
        assert_eq!(nimber(file.game(), &[&"o".repeat(length)]), value, "{length}");
    }
    let mut parameters = Parameters::default();
    parameters.insert("len", "12", 0..0);
    let long = file.rules(&parameters).unwrap();
    assert_eq!(long.count_moves(&read(&long, "")), 4 + 3 + 2 + 1);
    let at_edge = BoardFile::read("game a\nstrip\nmove @o{9..any}x -> .\n").unwrap();
    assert_eq!(nimber(at_edge.game(), &["ooooooooox"]), 1);
    assert_eq!(nimber(at_edge.game(), &[",oooooooooox"]), 0);
    // Where small boards have no moves nothing is known of what is taken.
    let moving = BoardFile::read("game a\nstrip\nfixed xo{9..any} -> .\n").unwrap();
    assert_eq!(nimber(moving.game(), &["ooxoooooooooooo"]), 1);
}

#[test]
fn a_run_is_as_long_as_the_strip_whatever_may_lie_beyond_its_ends() {
    let strip = |text: &str| {
        BoardFile::read(&format!("game a\nstrip\ncells . free o taken b other\n{text}\nexample ..\n"))
            .unwrap()
    };
    for (rule, least) in [
        ("move ?.{any} -> o", 1),
        ("move ?.{any}? -> o", 1),
        ("move ??.{2..any}?? -> o", 2),
        ("move ?.{8..any} -> o", 8),
        ("move [b@].{8..any}? -> o", 8),
        ("move ?.{n}. -> ?o{n}o", 2),
    ] {
        let file = strip(rule);
        for length in (2..=18).chain([31, 32, 33, 63, 64, 65]) {
            let board = read(file.game(), &".".repeat(length));
            let of_length = |run: usize| match rule.starts_with("move [b@]") {
                // At an end of the strip, which is one move where it is the whole strip.
                true => {
                    if run == length {
                        1
                    } else {
                        2
                    }
                }
                false => length + 1 - run,
            };
            let moves: usize = (least..=length).map(of_length).sum();
            assert_eq!(file.game().count_moves(&board), moves as u128, "{rule} on {length} cells");
        }
    }
    for end in ["?o{7..any}?", "??o{6..any}??", "??o{6..8}??"] {
        let file = strip(&format!("move . -> o\nend {end}"));
        assert_eq!(file.game().count_moves(&read(file.game(), "ooooooo.")), 0, "{end}");
        assert_eq!(file.game().count_moves(&read(file.game(), ".oooo.oo")), 2, "{end}");
    }
}

#[test]
fn the_gap_of_a_row_of_northcotts_game_is_a_nim_heap() {
    let game = game("northcott");
    for (before, gap, behind) in [(0, 1, 0), (0, 4, 0), (3, 2, 2), (1, 6, 0), (0, 7, 3), (2, 0, 2)] {
        let board = format!("{}L{}R{}", ".".repeat(before), ".".repeat(gap), ".".repeat(behind));
        assert_eq!(nimber(&game, &[&board]), gap as u64, "{board}");
        assert_eq!(game.count_moves(&read(&game, &board)), 2 * gap as u128, "{board}");
    }
}

#[test]
fn a_part_of_many_cells_is_read_and_a_search_of_it_stops_at_its_limit() {
    let file = BoardFile::read("game a\ngrid\nmove .. -> #\n").unwrap();
    let (large, game) = (read(file.game(), "17x17"), file.game());
    assert_eq!((game.format(&large), game.count_moves(&large)), ("17x17".to_owned(), 2 * 17 * 16));
    let (table, theorems) = (TranspositionTable::default(), Theorems(game));
    let limits = Limits { nodes: Some(3), ..Limits::default() };
    assert!(MexSolver::new(game, &theorems, &table).nimber(&large, &Run::new(limits)).is_err());
    // A half turn keeps it, and no move meets its image.
    assert_eq!(game.theorem(&read(game, "16x32")), Some(Nimber(0)));
    // As many cells in parts that do not touch.
    let row = "#".repeat(17);
    let apart: Vec<String> =
        (0..16).map(|index| if index % 2 == 0 { ".".repeat(17) } else { row.clone() }).collect();
    assert!(file.game().parse(&mut Reader::new(&apart.join("/"))).is_ok());
    assert!(file.game().parse(&mut Reader::new("16x16")).is_ok());
}

#[test]
fn long_boards_with_far_edges_are_refused_or_read() {
    let far = BoardFile::read("game a\ngrid\nmove .??@ -> x??@\n").unwrap();
    let long = format!("{}{}", ".".repeat(256), "_".repeat(700));
    let error = far.game().parse(&mut Reader::new(&long)).unwrap_err();
    assert!(error.message.contains("edge"), "{error}");
    // New cells have no room around this board.
    let tall = BoardFile::read("game a\ngrid\nmove . -> X | . -> O\nnever XX | OO\n").unwrap();
    let long = format!("X.{}.O", "_".repeat(1020));
    assert_eq!(nimber(tall.game(), &[&long]), 0);
}
