//! CGSuite's own facts of codes: normal forms and lists of options.
//!
//! They are read where they are, in `data/peers` of a folder beside the checkout, or the one that
//! GRUNDY_SHARED names; without it, a message.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::ops::ControlFlow;
use std::path::PathBuf;

use grundy_heaps::Code;

/// The fields of a line, the last ones in quotes.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for symbol in line.chars() {
        match symbol {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            _ => fields.last_mut().unwrap().push(symbol),
        }
    }
    fields
}

fn peers(name: &str) -> Option<String> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
    let shared = std::env::var_os("GRUNDY_SHARED").map_or_else(beside, PathBuf::from);
    let path = shared.join("data/peers").join(name);
    let text = std::fs::read_to_string(&path);
    if text.is_err() {
        eprintln!("skipped: there is no {}", path.display());
    }
    text.ok()
}

#[test]
fn codes_have_the_normal_forms_and_the_options_of_cgsuite() {
    let Some(rows) = peers("cgsuite-codes.csv") else { return };
    let mut checked = 0;
    for line in rows.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let row = fields(line);
        let [kind, code, heap, wanted] = row.as_slice() else { panic!("{line}") };
        let code: Code = code.parse().unwrap_or_else(|mistake| panic!("{line}: {mistake}"));
        match kind.as_str() {
            "normal" => assert_eq!(code.to_string(), *wanted, "{line}"),
            "options" => {
                let mut options = Vec::new();
                let _ = code.options(heap.parse().unwrap(), |split| {
                    let left: Vec<String> = split.heaps().iter().map(u64::to_string).collect();
                    options.push(if left.is_empty() { "-".to_owned() } else { left.join(",") });
                    ControlFlow::<()>::Continue(())
                });
                assert_eq!(options.join("  "), *wanted, "{line}");
                assert_eq!(code.count_options(heap.parse().unwrap()), options.len() as u128, "{line}");
            }
            _ => panic!("{line}"),
        }
        checked += 1;
    }
    assert!(checked >= 45, "{checked} rows");
}
