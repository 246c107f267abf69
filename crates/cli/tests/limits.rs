//! `--memory` is a promise about resident memory, whatever the engine.
//!
//! `cargo run --release -p grundy-bench --bin limits` runs the whole list, and tells times too.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, dead_code)] // in a test, a panic is the report

#[path = "../../../bench/src/limits.rs"]
mod limits;

use limits::{Case, allowed, watch};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Of the processors, not of the clock: a busy machine must not end the searches before they fill memory.
const TIME: Duration = Duration::from_secs(4);

#[test]
fn a_sum_of_hundreds_of_games_is_answered_in_little_memory() {
    // What is needed only to work nimbers out is given back: a quarter of a megabyte a game.
    let (program, folder) = (Path::new(env!("CARGO_BIN_EXE_grundy")), tempfile::tempdir().unwrap());
    let file = folder.path().join("sum");
    let terms: Vec<String> = (0o400..0o1364).map(|code| format!("0.{code:o} {}", 3 + code % 40)).collect();
    fs::write(&file, terms.join(" + ")).unwrap();
    for memory in [15, 30] {
        let words = ["solve", "--json", "--memory", &format!("{memory}MB"), "--file"].map(str::to_owned);
        let seen = watch(program, &[&words[..], &[file.display().to_string()]].concat(), None, TIME).unwrap();
        assert_eq!(seen.code, Some(0), "{memory} MB: {seen:?}");
        assert!(seen.peak <= allowed(1_000_000 * memory), "{memory} MB: {seen:?}");
    }
}

#[test]
fn a_file_of_edges_has_its_share_of_the_memory() {
    let (program, folder) = (Path::new(env!("CARGO_BIN_EXE_grundy")), tempfile::tempdir().unwrap());
    let small = folder.path().join("small");
    let line = "0-1 1-2 2-0\n";
    fs::write(&small, line.repeat(5_000_000 / line.len())).unwrap();
    let large = folder.path().join("large");
    fs::write(&large, line.repeat(40_000_000 / line.len())).unwrap();
    for (file, codes) in [(&small, [Some(0), Some(3)]), (&large, [Some(2), Some(2)])] {
        let words = ["solve", "hackenbush", "--memory", "50MB", "--edges", &file.display().to_string()];
        let seen = watch(program, &words.map(str::to_owned), None, TIME).unwrap();
        assert!(codes.contains(&seen.code), "{}: {seen:?}", file.display());
        assert!(seen.peak <= allowed(50_000_000), "{}: {seen:?}", file.display());
    }
}

#[test]
fn a_file_of_arcs_has_its_share_of_the_memory() {
    let (program, folder) = (Path::new(env!("CARGO_BIN_EXE_grundy")), tempfile::tempdir().unwrap());
    let rules = folder.path().join("rules");
    fs::write(&rules, "game mine\narcs arcs\n").unwrap();
    // Two words that ask for a gigabyte, many arcs, and many names.
    let many: String = (1..3_000_000).map(|node| format!("{node} 0\n")).collect();
    let names: String = (1..500_000).map(|node| format!("node-{node} end\n")).collect();
    for arcs in ["0 268435456\n".to_owned(), many, names] {
        fs::write(folder.path().join("arcs"), &arcs).unwrap();
        let words = ["solve", "mine 0", "--memory", "20MB", "--game", &rules.display().to_string()];
        let seen = watch(program, &words.map(str::to_owned), None, TIME).unwrap();
        assert_eq!(seen.code, Some(2), "{} bytes: {seen:?}", arcs.len());
        assert!(seen.peak <= allowed(20_000_000), "{} bytes: {seen:?}", arcs.len());
    }
}

#[test]
fn resident_memory_is_at_most_a_quarter_and_20_mb_above_the_limit() {
    let (program, folder) = (Path::new(env!("CARGO_BIN_EXE_grundy")), tempfile::tempdir().unwrap());
    let quick: Vec<Case> = Case::all().into_iter().filter(|case| case.has('q')).collect();
    assert!(quick.len() >= 12, "the list was read");
    let mut passed = Vec::new();
    for case in quick {
        let mut words = case.words(program, folder.path()).unwrap();
        words.extend(["--memory", "50MB"].map(str::to_owned));
        let seen = watch(program, &words, None, TIME).unwrap();
        assert!(matches!(seen.code, None | Some(0 | 3)), "{}: {seen:?}", case.name);
        if seen.peak > allowed(50_000_000) {
            passed.push(format!("{}: {} MB", case.name, seen.peak / 1_000_000));
        }
    }
    assert!(passed.is_empty(), "with --memory 50MB: {passed:#?}");
}
