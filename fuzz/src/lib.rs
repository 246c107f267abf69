//! The bodies of the fuzz targets. Each takes any bytes and panics where a law does not hold; libFuzzer
//! (`targets/`) and the replay of the seeds (`replay`) run the same code. How to fuzz: `docs/fuzzing.md`.

mod boards;
mod checkpoints;
mod codes;
mod packings;
mod periods;
mod positions;
mod records;
mod requests;
mod tables;

pub use boards::board_edges;
pub use checkpoints::checkpoint;
pub use codes::code;
pub use packings::packing_certificate;
pub use periods::period_certificate;
pub use positions::{position_parse, position_solve};
pub use records::record;
pub use requests::{http_query, json_body};
pub use tables::table_manifest_and_block;

use grundy::{Diagnostic, Limits, Run};
use std::time::Duration;

/// A target's name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// All targets. Their seeds are in the folders `seeds/NAME`.
pub const TARGETS: [Target; 11] = [
    ("position_parse", position_parse),
    ("position_solve", position_solve),
    ("board_edges", board_edges),
    ("record", record),
    ("code", code),
    ("period_certificate", period_certificate),
    ("packing_certificate", packing_certificate),
    ("checkpoint", checkpoint),
    ("table_manifest_and_block", table_manifest_and_block),
    ("http_query", http_query),
    ("json_body", json_body),
];

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
