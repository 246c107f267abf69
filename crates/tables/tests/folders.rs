//! Tables in folders: interrupted, resumed, shared, damaged, refused.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{BoardMarks, Convention, Limits, Outcome, Run, Stones};
use grundy_tables::{Build, Content, Rules, StateTable, TableError, TableGame, TableShape};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const NIM: TableGame = TableGame::two_d_nim(Some(3));

fn shape(game: TableGame, rows: u32, columns: u32, convention: Convention, content: Content) -> TableShape {
    let rules = Rules::new(&game, rows, columns, convention).unwrap();
    TableShape::with_block_bits(rules, content, 15).unwrap()
}

/// 32 blocks.
fn small() -> TableShape {
    shape(NIM, 4, 5, Convention::Misere, Content::Outcomes)
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entry = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.unwrap();
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    fs::read_dir(folder).unwrap().map(entry).collect()
}

fn built(shape: TableShape) -> (tempfile::TempDir, BTreeMap<String, Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let built = Build::new(shape.clone()).in_folder(folder.path(), &Run::unlimited()).unwrap();
    assert_eq!((built.made, built.reused, built.is_complete()), (shape.blocks(), 0, true));
    let files = files(folder.path());
    assert_eq!(files.len() as u64, shape.blocks() + 1);
    (folder, files)
}

/// Reads every block, which checks it.
fn check(folder: &Path) -> Result<(), TableError> {
    let table = StateTable::open(folder).unwrap();
    (0..table.shape().blocks()).try_for_each(|block| table.entries(block).map(drop))
}

#[test]
fn a_table_tells_what_the_states_in_memory_tell() {
    for (game, convention, content) in [
        (NIM, Convention::Misere, Content::Outcomes),
        (TableGame::BOXING_MATCH, Convention::Normal, Content::Outcomes),
        (NIM, Convention::Normal, Content::Nimbers),
    ] {
        for (rows, columns) in [(1, 1), (1, 2), (2, 3), (3, 4), (4, 4), (2, 9)] {
            let shape = shape(game.clone(), rows, columns, convention, content);
            let (folder, _) = built(shape.clone());
            let table = StateTable::open(folder.path()).unwrap();
            assert_eq!(table.shape(), &shape);
            let states = Build::new(shape.clone()).in_memory(&Run::unlimited()).unwrap().unwrap();
            for state in 0..shape.rules().states() {
                assert_eq!(table.outcome(state).unwrap(), states.outcome(state));
                if content == Content::Nimbers {
                    assert_eq!(Some(table.nimber(state).unwrap()), states.nimber(state));
                }
            }
            assert_eq!(table.p_by_stones().unwrap(), states.p_by_stones());
            check(folder.path()).unwrap();
        }
    }
}

#[test]
fn an_interrupted_build_goes_on_and_ends_with_the_same_bytes() {
    for (content, convention) in
        [(Content::Outcomes, Convention::Misere), (Content::Nimbers, Convention::Normal)]
    {
        let shape = shape(NIM, 4, 5, convention, content);
        let (_whole, wanted) = built(shape.clone());
        let folder = tempfile::tempdir().unwrap();
        let build = Build::new(shape).with_most_blocks(5);
        let run = Run::unlimited().with_threads(2);
        let mut there = 0;
        loop {
            let part = build.in_folder(folder.path(), &run).unwrap();
            assert!(part.made <= 5 && part.reused <= there, "{part:?}");
            there += part.made;
            if part.is_complete() {
                break;
            }
            // What a killed process leaves behind.
            fs::write(folder.path().join(format!("block-{there:05}.part")), b"half a block").unwrap();
        }
        assert!(files(folder.path()) == wanted);
    }
}

#[test]
fn a_stopped_build_keeps_nothing_unfinished() {
    let folder = tempfile::tempdir().unwrap();
    let run = Run::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
    let built = Build::new(small()).in_folder(folder.path(), &run).unwrap();
    assert_eq!((built.made, built.is_complete()), (0, false));
    assert_eq!(files(folder.path()).into_keys().collect::<Vec<_>>(), ["manifest"]);
    let table = StateTable::open(folder.path()).unwrap();
    assert!(matches!(table.outcome(1), Err(TableError::Missing { block: 0, blocks: 32 })));
}

#[test]
fn several_builders_share_the_work() {
    let (_whole, wanted) = built(small());
    let folder = tempfile::tempdir().unwrap();
    // Each opens its own files, and locks hold between open files: as good as processes.
    let made: Vec<u64> = std::thread::scope(|scope| {
        let builders: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| Build::new(small()).in_folder(folder.path(), &Run::unlimited()).unwrap()))
            .collect();
        builders
            .into_iter()
            .map(|builder| {
                let built = builder.join().unwrap();
                assert!(built.is_complete());
                built.made
            })
            .collect()
    });
    assert_eq!(made.iter().sum::<u64>(), 32, "no block is made twice: {made:?}");
    assert!(files(folder.path()) == wanted);
}

#[test]
fn damaged_blocks_are_found_set_aside_and_made_again() {
    let (folder, wanted) = built(small());
    let path = |block: u32| folder.path().join(format!("block-{block:05}"));
    let length = fs::metadata(path(3)).unwrap().len() as usize;
    type Damage<'d> = (&'d str, &'d dyn Fn(&mut Vec<u8>));
    let damages: [Damage<'_>; 6] = [
        ("the checksum of page 0 differs", &|bytes| bytes[600] ^= 4),
        ("the checksum of its header differs", &|bytes| bytes[50] ^= 1),
        ("it does not begin like a block", &|bytes| bytes[0] ^= 1),
        ("it is cut short", &|bytes| bytes.truncate(length - 1)),
        ("it is cut short", &|bytes| bytes.truncate(7)),
        ("it is too long", &|bytes| bytes.push(0)),
    ];
    for (number, (what, damage)) in damages.into_iter().enumerate() {
        let mut bytes = fs::read(path(3)).unwrap();
        damage(&mut bytes);
        fs::write(path(3), &bytes).unwrap();
        let error = check(folder.path()).unwrap_err();
        assert!(error.to_string().ends_with(what), "{error}");
        let again = Build::new(small()).in_folder(folder.path(), &Run::unlimited()).unwrap();
        assert_eq!((again.made, again.reused), (1, 31));
        let aside = folder.path().join(format!("block-00003.damaged-{}", number + 1));
        assert_eq!(again.set_aside.len(), 1);
        assert!(again.set_aside[0].0.ends_with(what), "{again:?}");
        assert_eq!(again.set_aside[0].1, aside);
        assert_eq!(fs::read(aside).unwrap(), bytes, "what was damaged is kept");
        assert_eq!(fs::read(path(3)).unwrap(), wanted["block-00003"]);
    }
    // A block in another's place is damage too.
    fs::copy(path(4), path(5)).unwrap();
    let again = Build::new(small()).in_folder(folder.path(), &Run::unlimited()).unwrap();
    assert!(again.set_aside[0].0.contains("another block"), "{again:?}");
}

#[test]
fn other_tables_versions_and_folders_are_refused() {
    let (folder, _) = built(small());
    let refused = |shape: TableShape, folder: &Path| {
        Build::new(shape).in_folder(folder, &Run::unlimited()).unwrap_err()
    };
    let other = shape(NIM, 4, 5, Convention::Normal, Content::Outcomes);
    let error = refused(other, folder.path());
    assert!(matches!(error, TableError::OtherTable { .. }), "{error}");
    assert!(error.to_string().contains("outcomes of 2d-nim max=3 4x5, misere, not"), "{error}");

    let pairs = |_, _| Ok(vec![Stones::full(1, 2)]);
    let same_name = TableGame::new("2d-nim", "max=3", BoardMarks::STONES, Convention::Misere, pairs);
    let changed = shape(same_name, 4, 5, Convention::Misere, Content::Outcomes);
    let error = refused(changed, folder.path());
    assert!(matches!(error, TableError::OtherRules { .. }), "{error}");

    let manifest = folder.path().join("manifest");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("table 2", "table 7")).unwrap();
    assert!(matches!(refused(small(), folder.path()), TableError::Version { .. }));
    assert!(matches!(StateTable::open(folder.path()), Err(TableError::Version { .. })));
    fs::write(&manifest, b"\xff\x00").unwrap();
    assert!(matches!(refused(small(), folder.path()), TableError::NotATable { .. }));
    fs::remove_file(&manifest).unwrap();
    assert!(matches!(refused(small(), folder.path()), TableError::NotATable { .. }));
    let nowhere = folder.path().join("nowhere");
    assert!(matches!(StateTable::open(&nowhere), Err(TableError::NotATable { .. })));
    let blocked = folder.path().join("block-00000");
    assert!(matches!(refused(small(), &blocked), TableError::Io { .. }));
}

#[test]
fn memory_is_told_beforehand_and_refused() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("T");
    let rules = Rules::new(&NIM, 6, 6, Convention::Misere).unwrap();
    let build = Build::new(TableShape::plain(rules.clone(), Content::Outcomes).unwrap());
    // A block is 32 MiB, the whole table 8 GiB.
    let needed = build.memory_needed(2);
    assert!((512 << 20..1536 << 20).contains(&needed), "{needed}");
    let within = |memory| Run::new(Limits { memory: Some(memory), ..Limits::default() });
    let error = build.in_folder(&inside, &within(needed - 1).with_threads(2)).unwrap_err();
    assert!(matches!(error, TableError::Memory { .. }));
    assert!(!inside.exists(), "nothing is begun");
    let error = build.in_memory(&within(8 << 30)).unwrap_err();
    assert!(matches!(error, TableError::Memory { .. }));
    // What is there already is looked through without being held.
    let (finished, _) = built(small());
    let again = Build::new(small()).in_folder(finished.path(), &within(0)).unwrap();
    assert_eq!((again.made, again.reused, again.is_complete()), (0, 32, true));
    let misere = TableShape::new(rules.clone(), Content::Nimbers);
    assert!(matches!(misere, Err(TableError::MisereNimbers)));
}

#[test]
fn winning_moves_leave_p_positions() {
    let shape = shape(NIM, 4, 4, Convention::Misere, Content::Outcomes);
    let (folder, _) = built(shape.clone());
    let table = StateTable::open(folder.path()).unwrap();
    let rules = shape.rules();
    let taken = |text: &str| -> Vec<String> {
        let winning = table.winning(rules.read(text).unwrap()).unwrap();
        winning.iter().map(|&taken| rules.write(taken)).collect()
    };
    assert_eq!(taken("1110/0000/0000/0000"), ["1100/0000/0000/0000", "0110/0000/0000/0000"]);
    assert!(taken("4x4").is_empty());
    for lost in [
        "1100/1100/0000/0000",
        "1001/1001/1001/0000",
        "1011/0111/0000/0000",
        "1010/1010/0000/0000",
        "0/0/0/1",
    ] {
        let Ok(state) = rules.read(lost) else { continue };
        assert_eq!(table.outcome(state).unwrap(), Outcome::P, "{lost}");
    }
}

#[test]
fn boards_are_read_or_their_mistake_is_told() {
    let rules = Rules::new(&TableGame::BOXING_MATCH, 2, 3, Convention::Normal).unwrap();
    assert_eq!(rules.read(" 110/001 ").unwrap(), 0b100_011);
    assert_eq!(rules.read("##./..#").unwrap(), 0b100_011);
    assert_eq!(rules.read("2X3").unwrap(), 0b111_111);
    assert_eq!(rules.read("2×3").unwrap(), 0b111_111);
    assert_eq!(rules.read_position(" Boxing-Match 110/001").unwrap(), 0b100_011);
    assert_eq!(rules.position(0b100_011), "boxing-match 110/001");
    let error = rules.read_position("2d-nim 110/001").unwrap_err();
    assert_eq!(
        (error.message.as_str(), error.span),
        ("this is a table of boxing-match, not of `2d-nim`", 0..6)
    );
    assert_eq!(rules.read_position("boxing-match 110/0x1").unwrap_err().span, 18..19);
    let nim = Rules::new(&NIM, 2, 3, Convention::Misere).unwrap();
    assert_eq!(nim.read_position("2d-nim max=3 2x3").unwrap(), 63);
    let error = nim.read_position("2d-nim max=2 2x3").unwrap_err();
    assert_eq!(
        (error.message.as_str(), error.span),
        ("this is a table of 2d-nim max=3, not of max=2", 7..12)
    );
    assert_eq!(nim.position(63), "2d-nim max=3 111/111");
    let marks = BoardMarks { stones: "o".into(), gaps: ".x_".into(), sides_are_full: false };
    let shapes = |_, _| Ok(vec![Stones::full(1, 1)]);
    let letters = TableGame::new("letters", "", marks, Convention::Normal, shapes);
    let letters = Rules::new(&letters, 1, 3, Convention::Normal).unwrap();
    assert_eq!(letters.read_position("letters oxo").unwrap(), 0b101);
    assert_eq!(letters.read_position("xoo").unwrap(), 0b110, "that is a board and no name");
    assert_eq!(letters.position(0b110), "letters .oo");
    assert_eq!(letters.read("1x3").unwrap_err().message, "`1x3` alone is not the full board in letters");
    assert_eq!(letters.read("1x3#3").unwrap(), 0b110);
    assert_eq!(
        letters.read_position("cram ooo").unwrap_err().message,
        "this is a table of letters, not of `cram`"
    );
    for (text, message, span) in [
        ("", "no board is given", 0..0),
        ("110/01", "row 2 has 2 cells, and the table's board 3", 4..6),
        ("110/012", "a board has no `2`", 6..7),
        ("11é/012", "a board has no `é`", 2..4),
        (" 110", "this board has 1 row, and the table's 2", 1..4),
        ("110/010/000", "the board of this table has 2 rows", 8..11),
        ("3x2", "this table is of boards of 2x3, not of 3x2", 0..3),
        ("3x", "a board has no `3`", 0..1),
    ] {
        let error = rules.read(text).unwrap_err();
        assert_eq!((error.message.as_str(), error.span.clone()), (message, span), "{text}");
        assert!(error.help.is_some());
    }
    for (rows, columns) in [(0, 3), (3, 0), (7, 8), (5, 10), (u32::MAX, u32::MAX)] {
        assert!(Rules::new(&NIM, rows, columns, Convention::Normal).is_err());
    }
    assert!(Rules::new(&TableGame::two_d_nim(Some(0)), 2, 2, Convention::Normal).is_err());
}
