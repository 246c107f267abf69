//! Every way to keep a table answers the same: plain, symmetric, compressed, nimbers, in memory and in files.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{BoardMarks, Convention, Limits, Nimber, Outcome, Run, Stones};
use grundy_tables::{Build, Content, Moves, Rules, StateTable, TableError, TableGame, TableShape};
use std::fs;
use std::path::Path;

const NIM: TableGame = TableGame::two_d_nim(Some(3));

/// Games whose moves have all mirrors, some, and none but that which changes nothing.
fn games() -> Vec<TableGame> {
    let given = |name: &'static str, shapes: Vec<Stones>| {
        TableGame::new(name, "", BoardMarks::STONES, Convention::Normal, move |_, _| Ok(shapes.clone()))
    };
    let corner = Stones { rows: 2, columns: 2, cells: 0b111 };
    vec![
        NIM,
        TableGame::two_d_nim(None),
        TableGame::two_d_nim(Some(1)),
        TableGame::BOXING_MATCH,
        given("dominoes", vec![Stones::full(1, 2), Stones::full(2, 1)]),
        given("along", vec![Stones::full(1, 1), Stones::full(1, 2)]),
        given("one-corner", vec![corner, Stones::full(1, 1)]),
        given("apart", vec![Stones { rows: 1, columns: 3, cells: 0b101 }]),
    ]
}

/// The nimber of every state, or under misère play 0 for P and 1 for N, by the definition.
fn definition(moves: &Moves, convention: Convention) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for state in 0..1_u64 << moves.cells() {
        let options: Vec<u64> =
            moves.from_state(state).map(|taken| values[(state ^ taken) as usize]).collect();
        values.push(match convention {
            Convention::Normal => (0..).find(|value| !options.contains(value)).unwrap(),
            Convention::Misere => u64::from(options.is_empty() || options.contains(&0)),
        });
    }
    values
}

/// The shapes in which a table can be kept.
fn shapes(rules: &Rules, content: Content) -> Vec<TableShape> {
    let plain = TableShape::with_block_bits(rules.clone(), content, 15).unwrap();
    let symmetric = TableShape::with_mirrors(rules.clone(), content, 15).unwrap();
    let all = [
        Some(plain.clone()),
        Some(plain.compressed()),
        symmetric.clone(),
        symmetric.map(TableShape::compressed),
    ];
    all.into_iter().flatten().collect()
}

fn is_right(outcome: Outcome, value: u64) -> bool {
    (outcome == Outcome::P) == (value == 0)
}

#[test]
fn every_answer_is_that_of_the_definition_however_the_table_is_kept() {
    let mut symmetric = 0;
    for (number, game) in games().into_iter().enumerate() {
        // The larger boards have mirrors in use; each is tried with some of the games.
        let larger = if number % 2 == 0 { (3, 6) } else { (1, 17) };
        for (rows, columns) in [(1, 1), (2, 3), (3, 5), larger] {
            for (convention, content) in [
                (Convention::Misere, Content::Outcomes),
                (Convention::Normal, Content::Outcomes),
                (Convention::Normal, Content::Nimbers),
            ] {
                let rules = Rules::new(&game, rows, columns, convention).unwrap();
                let values = definition(&rules.moves(), convention);
                for shape in shapes(&rules, content) {
                    symmetric += u64::from(shape.mirrors() > 1);
                    let folder = tempfile::tempdir().unwrap();
                    let run = Run::unlimited().with_threads(2);
                    let built = Build::new(shape.clone()).in_folder(folder.path(), &run).unwrap();
                    assert_eq!(built.blocks, shape.kept_blocks().count() as u64);
                    let table = StateTable::open(folder.path()).unwrap();
                    assert_eq!(table.shape(), &shape);
                    let states = Build::new(shape.clone()).in_memory(&run).unwrap().unwrap();
                    let mut by_stones = vec![0; rules.cells() as usize + 1];
                    for (state, &value) in (0..).zip(&values) {
                        let told = || format!("{shape:?}: {}", rules.write(state));
                        assert!(is_right(table.outcome(state).unwrap(), value), "{}", told());
                        assert!(is_right(states.outcome(state), value), "{}", told());
                        if content == Content::Nimbers {
                            assert_eq!(table.nimber(state).unwrap(), Nimber(value), "{}", told());
                            assert_eq!(states.nimber(state), Some(Nimber(value)), "{}", told());
                        }
                        by_stones[state.count_ones() as usize] += u64::from(value == 0);
                    }
                    assert_eq!(states.p_by_stones(), by_stones);
                    assert_eq!(table.p_by_stones().unwrap(), by_stones);
                    for block in shape.kept_blocks() {
                        table.entries(block).unwrap();
                    }
                }
            }
        }
    }
    assert!(symmetric >= 36, "{symmetric}");
}

#[test]
fn all_eight_mirrors_of_a_square_lead_to_the_same_answers() {
    for game in games() {
        let rules = Rules::new(&game, 5, 5, Convention::Misere).unwrap();
        let run = Run::unlimited().with_threads(2);
        let in_memory = |shape| Build::new(shape).in_memory(&run).unwrap().unwrap();
        let plain = in_memory(TableShape::with_block_bits(rules.clone(), Content::Outcomes, 20).unwrap());
        let shape = TableShape::with_mirrors(rules.clone(), Content::Outcomes, 17).unwrap();
        let Some(shape) = shape else { continue };
        let symmetric = in_memory(shape);
        assert_eq!(symmetric.p_by_stones(), plain.p_by_stones(), "{rules}");
        // A number without pattern, and every state near the full board.
        let drawn = (1..200_000_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 39);
        for state in drawn.chain((1 << 25) - 20_000..1 << 25) {
            assert_eq!(symmetric.outcome(state), plain.outcome(state), "{}", rules.position(state));
        }
    }
}

#[test]
fn nimbers_of_15_and_more_are_told_apart() {
    // A row of n stones from which any number can be taken at once is worth n.
    let rules = Rules::new(&TableGame::two_d_nim(None), 1, 20, Convention::Normal).unwrap();
    for shape in shapes(&rules, Content::Nimbers) {
        let folder = tempfile::tempdir().unwrap();
        Build::new(shape.clone()).in_folder(folder.path(), &Run::unlimited()).unwrap();
        let table = StateTable::open(folder.path()).unwrap();
        for stones in 0..=20 {
            let row = (1 << stones) - 1;
            assert_eq!(table.nimber(row).unwrap(), Nimber(stones), "{shape:?}");
            assert_eq!(table.nimber(row << (20 - stones)).unwrap(), Nimber(stones));
        }
        // 8 and 7 beside each other, and 16 and 2.
        assert_eq!(table.nimber(0b1111_1111_0111_1111).unwrap(), Nimber(15));
        assert_eq!(table.nimber(0b111_1111_1111_1111_1011).unwrap(), Nimber(18));
    }
}

/// All files of a folder, and of the folders in it, by their paths.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push((
                    path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned(),
                    fs::read(&path).unwrap(),
                )),
            }
        }
    }
    found.sort();
    found
}

fn symmetric(content: Content) -> TableShape {
    let convention = if content == Content::Nimbers { Convention::Normal } else { Convention::Misere };
    let rules = Rules::new(&NIM, 4, 5, convention).unwrap();
    TableShape::with_mirrors(rules, content, 15).unwrap().unwrap()
}

#[test]
fn little_memory_and_several_threads_make_the_same_bytes() {
    for shape in
        [symmetric(Content::Outcomes).compressed(), symmetric(Content::Outcomes), symmetric(Content::Nimbers)]
    {
        let whole = tempfile::tempdir().unwrap();
        Build::new(shape.clone()).in_folder(whole.path(), &Run::unlimited()).unwrap();
        for threads in [1, 3] {
            let folder = tempfile::tempdir().unwrap();
            let build = Build::new(shape.clone());
            let least = build.memory_needed(threads);
            let within =
                |memory| Run::new(Limits { memory: Some(memory), ..Limits::default() }).with_threads(threads);
            let refused = build.in_folder(&folder.path().join("T"), &within(least - 1)).unwrap_err();
            assert!(matches!(refused, TableError::Memory { needed, .. } if needed == least), "{refused}");
            build.in_folder(folder.path(), &within(least)).unwrap();
            assert!(files(folder.path()) == files(whole.path()));
        }
    }
}

#[test]
fn an_interrupted_build_of_a_symmetric_table_goes_on_and_leaves_nothing_behind() {
    let shape = symmetric(Content::Outcomes);
    let whole = tempfile::tempdir().unwrap();
    Build::new(shape.clone()).in_folder(whole.path(), &Run::unlimited()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let build = Build::new(shape.clone()).with_most_blocks(3);
    let kept: Vec<u64> = shape.kept_blocks().collect();
    let mut rounds = 0;
    while !build.in_folder(folder.path(), &Run::unlimited()).unwrap().is_complete() {
        rounds += 1;
        // What a killed process leaves behind, on this machine or on another.
        fs::write(folder.path().join("b/000/block-00001.new-7-0123456789abcdef"), b"half a block").unwrap();
        fs::write(folder.path().join("b/000/block-00001.lock"), b"").unwrap();
    }
    assert_eq!(rounds, kept.len().div_ceil(3) - 1);
    assert!(files(folder.path()) == files(whole.path()));
    assert!(files(whole.path()).iter().any(|(name, _)| name == "b/000/block-00000"));
}

#[test]
fn a_block_that_was_changed_meanwhile_is_made_again() {
    let shape = symmetric(Content::Outcomes);
    let folder = tempfile::tempdir().unwrap();
    Build::new(shape.clone()).in_folder(folder.path(), &Run::unlimited()).unwrap();
    let whole = files(folder.path());
    for (name, bytes) in whole.iter().filter(|(name, _)| name.starts_with("b/")) {
        for damage in [0, 1, 2] {
            let mut changed = bytes.clone();
            match damage {
                0 => changed[40] ^= 1,
                1 => *changed.last_mut().unwrap() ^= 1,
                _ => changed.truncate(changed.len() - 1),
            }
            fs::write(folder.path().join(name), changed).unwrap();
            let number = name.rsplit_once('-').unwrap().1.parse().unwrap();
            let error = StateTable::open(folder.path()).unwrap().entries(number).unwrap_err();
            assert!(matches!(error, TableError::Damaged { .. }), "{error}");
            let built = Build::new(shape.clone()).in_folder(folder.path(), &Run::unlimited()).unwrap();
            assert_eq!((built.made, built.set_aside.len()), (1, 1));
            fs::remove_file(&built.set_aside[0].1).unwrap();
            assert!(files(folder.path()) == whole);
        }
    }
}

#[test]
fn boards_to_49_cells_begin_and_larger_ones_do_not() {
    let rules = |rows, columns| Rules::new(&NIM, rows, columns, Convention::Misere);
    assert!(rules(5, 10).is_err());
    let shape = TableShape::new(rules(7, 7).unwrap(), Content::Outcomes).unwrap();
    assert_eq!((shape.mirrors(), shape.block_bits() <= 28), (8, true));
    let needed = Build::new(shape).memory_needed(1);
    assert!(needed < 4 << 30, "{needed}");
    let folder = tempfile::tempdir().unwrap();
    // 2^42 states; two blocks of them.
    let shape = TableShape::with_mirrors(rules(6, 7).unwrap(), Content::Outcomes, 20).unwrap().unwrap();
    assert!(shape.blocks() >= 1 << 22);
    let shape = TableShape::with_block_bits(rules(6, 7).unwrap(), Content::Outcomes, 20).unwrap();
    let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
    let built = Build::new(shape).with_most_blocks(2).in_folder(folder.path(), &Run::new(limits)).unwrap();
    assert_eq!((built.made, built.blocks), (2, 1 << 22));
    let table = StateTable::open(folder.path()).unwrap();
    let lines = rules(6, 7).unwrap().read("0000000/0000000/0000000/0000000/0000000/0000001").unwrap();
    assert!(table.outcome(lines).is_ok_and(|outcome| outcome == Outcome::P) || table.outcome(lines).is_err());
    let nimbers = Rules::new(&NIM, 5, 8, Convention::Normal).unwrap();
    let error = TableShape::new(nimbers, Content::Nimbers).unwrap_err();
    assert!(matches!(error, TableError::Cells { cells: 40, most: 36 }), "{error}");
}

#[test]
fn the_usual_table_of_a_large_board_is_symmetric_and_has_the_known_count() {
    let rules = Rules::new(&NIM, 5, 5, Convention::Misere).unwrap();
    let shape = TableShape::with_mirrors(rules, Content::Outcomes, 17).unwrap().unwrap();
    let states = Build::new(shape).in_memory(&Run::unlimited().with_threads(2)).unwrap().unwrap();
    assert_eq!(states.p_positions(), 3_976_523);
    let rules = Rules::new(&NIM, 4, 7, Convention::Misere).unwrap();
    assert_eq!(TableShape::new(rules.clone(), Content::Outcomes).unwrap().mirrors(), 4);
    assert_eq!(TableShape::plain(rules, Content::Outcomes).unwrap().mirrors(), 1);
}
