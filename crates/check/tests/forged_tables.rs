//! Forged tables: one entry is false and every sum and count is right, or one fact of a block is; each is
//! found by name.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_check::table::{Extent, TableCheck, verify};
use grundy_core::{BoardMarks, Convention, Run, Stones};
use grundy_tables::{Build, Content, Rules, StateTable, TableError, TableGame, TableShape};
use std::fs;
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// A change of a file's bytes.
type Change<'a> = &'a dyn Fn(&mut Vec<u8>);

const HEADER: usize = 512;
const PAGE: usize = 4096;

fn check(folder: &Path) -> Result<TableCheck, TableError> {
    verify(&StateTable::open(folder).unwrap(), Extent::All, &Run::unlimited())
}

/// A table of a 4x4 board, in two blocks.
fn built(game: TableGame, convention: Convention, content: Content) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let rules = Rules::new(&game, 4, 4, convention).unwrap();
    let shape = TableShape::with_block_bits(rules, content, 15).unwrap();
    assert!(Build::new(shape).in_folder(folder.path(), &Run::unlimited()).unwrap().is_complete());
    folder
}

/// A block, whose sums can be made right again.
struct Block {
    path: PathBuf,
    number: u64,
    bytes: Vec<u8>,
}

impl Block {
    fn read(folder: &Path, number: u64) -> Block {
        let path = folder.join(format!("block-{number:05}"));
        Block { bytes: fs::read(&path).unwrap(), path, number }
    }

    /// Makes every sum right, and writes the block.
    fn write(&mut self) {
        let sum = XxHash3_64::oneshot(&self.bytes[..HEADER - 8]).to_le_bytes();
        self.bytes[HEADER - 8..HEADER].copy_from_slice(&sum);
        for (page, bytes) in self.bytes[HEADER..].chunks_mut(PAGE + 8).enumerate() {
            let (entries, sum) = bytes.split_at_mut(bytes.len() - 8);
            let seed = (self.number << 32) + page as u64;
            sum.copy_from_slice(&XxHash3_64::oneshot_with_seed(seed, entries).to_le_bytes());
        }
        fs::write(&self.path, &self.bytes).unwrap();
    }

    /// The byte of an entry, and the place of its lowest bit.
    fn place(&self, entry: usize, bits: usize) -> (usize, usize) {
        let byte = entry * bits / 8;
        (HEADER + byte / PAGE * (PAGE + 8) + byte % PAGE, entry * bits % 8)
    }

    fn count(&mut self, stones: u32, change: i64) {
        let place = 12 + 4 + 8 + 8 + 8 + 4 + 8 * stones as usize;
        let bytes: &mut [u8; 8] = (&mut self.bytes[place..place + 8]).try_into().unwrap();
        *bytes = (i64::from_le_bytes(*bytes) + change).to_le_bytes();
    }
}

#[test]
fn one_false_outcome_with_every_sum_and_count_right_is_found_by_its_stones() {
    const NIM: TableGame = TableGame::two_d_nim(Some(3));
    for (game, convention) in
        [(NIM, Convention::Misere), (NIM, Convention::Normal), (TableGame::BOXING_MATCH, Convention::Normal)]
    {
        let folder = built(game, convention, Content::Outcomes);
        assert!(check(folder.path()).unwrap().contradictions.is_empty());
        for number in [0, 1, 2, 3, 77, 4_095, 9_999, 20_000, 32_767, 32_768, 40_001, 65_535_u64] {
            let mut block = Block::read(folder.path(), number >> 15);
            let good = block.bytes.clone();
            let (place, bit) = block.place((number & 0x7fff) as usize, 1);
            block.bytes[place] ^= 1 << bit;
            let is_p = block.bytes[place] >> bit & 1;
            block.count(number.count_ones(), if is_p == 1 { 1 } else { -1 });
            block.write();
            let checked = check(folder.path()).unwrap();
            let stones = StateTable::open(folder.path()).unwrap().stones(number);
            let found = checked.contradictions.iter().find(|found| found.stones == stones);
            assert!(
                checked.is_complete && found.is_some_and(|found| found.entry == is_p),
                "{number}: {checked:?}"
            );
            block.bytes = good;
            block.write();
        }
        assert!(check(folder.path()).unwrap().contradictions.is_empty());
    }
}

#[test]
fn one_false_nimber_with_every_sum_right_is_found_by_its_stones() {
    let folder = built(TableGame::BOXING_MATCH, Convention::Normal, Content::Nimbers);
    for (number, bits) in
        [(1_u64, 1), (5, 2), (700, 3), (12_345, 1), (32_769, 1), (65_535, 2), (65_534, 1), (4_096, 3)]
    {
        let mut block = Block::read(folder.path(), number >> 15);
        let (good, width) = (block.bytes.clone(), usize::from(block.bytes[40]));
        let (place, bit) = block.place((number & 0x7fff) as usize, width);
        let mask = (1_u16 << width) as u8;
        let old = block.bytes[place] >> bit & mask.wrapping_sub(1);
        let new = old ^ bits;
        block.bytes[place] ^= bits << bit;
        let change = i64::from(new == 0) - i64::from(old == 0);
        block.count(number.count_ones(), change);
        block.write();
        let checked = check(folder.path()).unwrap();
        let stones = StateTable::open(folder.path()).unwrap().stones(number);
        let found = checked.contradictions.iter().find(|found| found.stones == stones);
        assert!(
            found.is_some_and(|found| (found.entry, found.follows) == (new, old)),
            "{number}: {checked:?}"
        );
        block.bytes = good;
        block.write();
    }
    assert!(check(folder.path()).unwrap().contradictions.is_empty());
}

#[test]
fn one_false_fact_of_a_block_with_its_sum_right_is_found_by_its_path() {
    let folder = built(TableGame::two_d_nim(Some(3)), Convention::Misere, Content::Outcomes);
    let changes: [(&str, Change<'_>); 9] = [
        ("title", &|bytes| bytes[0] ^= 1),
        ("version", &|bytes| bytes[12] = 2),
        ("fingerprint", &|bytes| bytes[16] ^= 1),
        ("number", &|bytes| bytes[24] ^= 1),
        ("bytes of entries", &|bytes| bytes[32] ^= 1),
        ("bytes of entries, huge", &|bytes| bytes[39] = 0x7f),
        ("bits of an entry", &|bytes| bytes[40] = 8),
        ("a count", &|bytes| bytes[44 + 8 * 5] ^= 1),
        ("a page less", &|bytes| bytes.truncate(bytes.len() - 8)),
    ];
    for (what, change) in changes {
        let mut block = Block::read(folder.path(), 1);
        let good = block.bytes.clone();
        change(&mut block.bytes);
        block.write();
        let error = check(folder.path()).expect_err(what);
        assert!(matches!(&error, TableError::Damaged { path, .. } if *path == block.path), "{what}: {error}");
        block.bytes = good;
        block.write();
    }
    // A block that is true of another place.
    let second = fs::read(folder.path().join("block-00001")).unwrap();
    fs::copy(folder.path().join("block-00000"), folder.path().join("block-00001")).unwrap();
    assert!(matches!(check(folder.path()), Err(TableError::Damaged { .. })));
    fs::write(folder.path().join("block-00001"), second).unwrap();
    assert!(check(folder.path()).unwrap().contradictions.is_empty());
}

#[test]
fn other_moves_under_the_name_of_a_known_game_are_found() {
    let pairs = |_, _| Ok(vec![Stones::full(1, 2), Stones::full(2, 1)]);
    for (id, parameters) in [("boxing-match", ""), ("2d-nim", "max=3"), ("2d-nim", "max=any")] {
        let game = TableGame::new(id, parameters, BoardMarks::STONES, Convention::Normal, pairs);
        let folder = built(game, Convention::Normal, Content::Outcomes);
        let refused = check(folder.path()).unwrap_err().to_string();
        assert!(refused.contains("the moves in its manifest are not those of"), "{refused}");
    }
}
