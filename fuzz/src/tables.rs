//! Tables on disk that were changed.

use grundy::Convention;
use grundy::Run;
use grundy::tables::{Build, Content, Rules, StateTable, TableGame, TableShape};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A small table, whole, and what it says.
struct Whole {
    /// Its files, with their names.
    files: Vec<(PathBuf, Vec<u8>)>,
    shape: TableShape,
    entries: Vec<u8>,
}

static WHOLE: LazyLock<Whole> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("room for a small table");
    let rules = Rules::new(&TableGame::BOXING_MATCH, 3, 3, Convention::Normal).expect("a board");
    let shape = TableShape::new(rules.clone(), Content::Outcomes).expect("a shape");
    let path = folder.path().join("table");
    Build::new(shape).in_folder(&path, &Run::unlimited()).expect("room for a small table");
    let entries = fs::read_dir(&path).expect("a folder");
    let mut files: Vec<(PathBuf, Vec<u8>)> = entries
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (PathBuf::from(path.file_name().expect("a name")), fs::read(&path).expect("a file")))
        .collect();
    files.sort();
    let (shape, entries) = read(&path).expect("it is whole");
    Whole { files, shape, entries }
});

/// Edits of the files of a table, four bytes each: the file and what is done, where, and a byte. The table then
/// says what it said before, or that it is damaged. Input that begins with `m` is a manifest itself.
pub fn table_manifest_and_block(data: &[u8]) {
    let mut files = WHOLE.files.clone();
    match data {
        [b'm', manifest @ ..] => {
            for (name, bytes) in &mut files {
                if name.as_os_str() == "manifest" {
                    *bytes = manifest.to_vec();
                }
            }
        }
        _ => data.chunks_exact(4).for_each(|edit| change(&mut files, edit)),
    }
    let folder = tempfile::tempdir().expect("room for a small table");
    for (name, bytes) in &files {
        fs::write(folder.path().join(name), bytes).expect("room for a small table");
    }
    // A manifest of another table may fit blocks that are no part of this one only by its fingerprint.
    if let Some(read) = read(folder.path()) {
        assert_eq!(read, (WHOLE.shape.clone(), WHOLE.entries.clone()), "a changed table says something else");
    }
}

fn change(files: &mut [(PathBuf, Vec<u8>)], edit: &[u8]) {
    let count = files.len();
    let bytes = &mut files[usize::from(edit[0]) % count].1;
    let place = usize::from(u16::from_le_bytes([edit[1], edit[2]]));
    match edit[0] / 64 {
        0 | 1 if !bytes.is_empty() => {
            let place = place % bytes.len();
            bytes[place] = edit[3];
        }
        2 => bytes.truncate(place),
        _ => bytes.push(edit[3]),
    }
}

/// A table's shape, and what it says of its states, if it can be read; of a table that says it is large, of the
/// first of them.
fn read(folder: &Path) -> Option<(TableShape, Vec<u8>)> {
    let table = StateTable::open(folder).ok()?;
    let states = table.shape().rules().states().min(1 << 12);
    // It may be an error; it may not be a fault.
    let _ = (table.p_by_stones().is_ok(), table.bytes().is_ok());
    let entries: Option<Vec<u8>> = (0..states).map(|number| table.entry(number).ok()).collect();
    Some((table.shape().clone(), entries?))
}
