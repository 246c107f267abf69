//! True tables pass, false ones do not.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_check::table::{Extent, TableCheck, verify};
use grundy_core::{BoardMarks, Convention, Limits, Run, Stones};
use grundy_tables::{Build, Content, Rules, StateTable, TableError, TableGame, TableShape};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const NIM: TableGame = TableGame::two_d_nim(Some(3));

/// 32 blocks on 4x5.
fn built(rules: Rules, content: Content) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let shape = TableShape::with_block_bits(rules, content, 15).unwrap();
    assert!(Build::new(shape).in_folder(folder.path(), &Run::unlimited()).unwrap().is_complete());
    folder
}

fn check(folder: &Path, extent: Extent) -> Result<TableCheck, TableError> {
    verify(&StateTable::open(folder).unwrap(), extent, &Run::unlimited().with_threads(2))
}

#[test]
fn true_tables_pass() {
    // Play may end with stones on the board.
    let pairs = |_, _| Ok(vec![Stones::full(1, 2), Stones { rows: 3, columns: 1, cells: 0b101 }]);
    let pairs = TableGame::new("pairs", "", BoardMarks::SQUARES, Convention::Normal, pairs);
    for (game, convention, content) in [
        (pairs.clone(), Convention::Normal, Content::Outcomes),
        (pairs.clone(), Convention::Misere, Content::Outcomes),
        (pairs, Convention::Normal, Content::Nimbers),
        (NIM, Convention::Misere, Content::Outcomes),
        (TableGame::two_d_nim(None), Convention::Normal, Content::Outcomes),
        (TableGame::BOXING_MATCH, Convention::Misere, Content::Outcomes),
        (NIM, Convention::Normal, Content::Nimbers),
        (TableGame::BOXING_MATCH, Convention::Normal, Content::Nimbers),
    ] {
        for (rows, columns) in [(1, 1), (2, 3), (3, 5), (4, 4), (4, 5)] {
            let rules = Rules::new(&game, rows, columns, convention).unwrap();
            let folder = built(rules.clone(), content);
            let checked = check(folder.path(), Extent::All).unwrap();
            assert_eq!((checked.states, checked.is_complete), (rules.states(), true), "{rules}");
            assert!(checked.contradictions.is_empty(), "{rules}: {checked:?}");
            let checked = check(folder.path(), Extent::Sample { states: 500, seed: 7 }).unwrap();
            assert_eq!((checked.states, checked.contradictions.len()), (500, 0));
        }
    }
}

#[test]
fn memory_is_asked_for_and_a_stop_is_heard() {
    let folder = built(Rules::new(&NIM, 4, 5, Convention::Misere).unwrap(), Content::Outcomes);
    let limits = Limits { memory: Some(1 << 10), ..Limits::default() };
    let table = StateTable::open(folder.path()).unwrap();
    let error = verify(&table, Extent::All, &Run::new(limits)).unwrap_err();
    assert!(matches!(error, TableError::Memory { needed: 0x20000, allowed: 0x400 }), "{error}");
    let cancelled = Run::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
    assert!(!verify(&table, Extent::All, &cancelled).unwrap().is_complete);
}

#[test]
fn a_damaged_block_is_named() {
    let folder = built(Rules::new(&NIM, 4, 5, Convention::Misere).unwrap(), Content::Outcomes);
    let path = folder.path().join("block-00017");
    let mut bytes = fs::read(&path).unwrap();
    bytes[1000] ^= 16;
    fs::write(&path, bytes).unwrap();
    let error = check(folder.path(), Extent::Sample { states: 1, seed: 1 }).unwrap_err();
    assert!(matches!(&error, TableError::Damaged { path: told, .. } if *told == path), "{error}");
}

#[test]
fn a_false_entry_with_right_checksums_is_found_by_the_rule() {
    // A misere table dressed up as the normal one: every checksum is right, and the rule is not.
    let folder = built(Rules::new(&NIM, 4, 5, Convention::Misere).unwrap(), Content::Outcomes);
    let other = built(Rules::new(&NIM, 4, 5, Convention::Normal).unwrap(), Content::Outcomes);
    for block in 0..32 {
        let name = format!("block-{block:05}");
        let mut bytes = fs::read(folder.path().join(&name)).unwrap();
        let fingerprint = fs::read(other.path().join(&name)).unwrap()[16..24].to_vec();
        bytes[16..24].copy_from_slice(&fingerprint);
        let sum = twox_hash::XxHash3_64::oneshot(&bytes[..504]).to_le_bytes();
        bytes[504..512].copy_from_slice(&sum);
        fs::write(other.path().join(&name), bytes).unwrap();
    }
    let checked = check(other.path(), Extent::All).unwrap();
    assert_eq!(checked.contradictions.len(), 1, "only the empty board breaks the rule: {checked:?}");
    assert_eq!((checked.contradictions[0].stones, checked.contradictions[0].entry), (0, 0));
}
