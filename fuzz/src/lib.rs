//! The bodies of the fuzz targets. Each takes any bytes and panics where a law does not hold; libFuzzer
//! (`targets/`), the tests of the seeds and `replay` run the same code. How to fuzz: `docs/fuzzing.md`.

mod boards;
mod checkpoints;
mod codes;
mod packings;
mod periods;
mod positions;
mod proofs;
mod records;
mod requests;
mod rules;
mod searches;
mod tables;

pub use boards::board_edges;
pub use checkpoints::checkpoint;
pub use codes::code;
pub use packings::packing_certificate;
pub use periods::period_certificate;
pub use positions::{position_parse, position_solve};
pub use proofs::proof;
pub use records::record;
pub use requests::{http_query, json_body};
pub use rules::{arcs_file, rules_file};
pub use searches::search_checkpoint;
pub use tables::table_manifest_and_block;

use grundy::{Diagnostic, Limits, Run};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A target's name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// All targets. Their seeds are in the folders `seeds/NAME`.
pub const TARGETS: [Target; 15] = [
    ("position_parse", position_parse),
    ("position_solve", position_solve),
    ("board_edges", board_edges),
    ("rules_file", rules_file),
    ("arcs_file", arcs_file),
    ("record", record),
    ("code", code),
    ("period_certificate", period_certificate),
    ("packing_certificate", packing_certificate),
    ("proof", proof),
    ("checkpoint", checkpoint),
    ("search_checkpoint", search_checkpoint),
    ("table_manifest_and_block", table_manifest_and_block),
    ("http_query", http_query),
    ("json_body", json_body),
];

/// The files of a target's seeds, in the order of their names.
///
/// # Errors
/// The folder cannot be read, or is empty.
pub fn seeds((name, _): Target) -> Result<Vec<PathBuf>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut seeds: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    seeds.sort();
    if seeds.is_empty() { Err(format!("{} has no seeds", folder.display())) } else { Ok(seeds) }
}

/// The bytes as text, as the program reads them from a file.
fn text_of(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// Limits that any position is stopped by soon.
fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), time: Some(Duration::from_millis(500)), memory: Some(16 << 20) }
}

/// A computation within such limits.
fn run(nodes: u64) -> Run {
    Run::new(limits(nodes))
}

/// A message says something, and points into the text, between characters.
fn is_told(text: &str, error: &Diagnostic) {
    assert!(!error.message.is_empty(), "an error without words");
    assert!(text.get(error.span.clone()).is_some(), "{:?} is no part of {text:?}", error.span);
}
