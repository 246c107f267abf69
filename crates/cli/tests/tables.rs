//! `grundy table build` as a process among processes: killed at any moment, or two at once.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const BLOCKS: u64 = 16;

/// A build of 2^24 states in sixteen blocks.
fn build(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["table", "build", "2d-nim", "--rows", "4", "--columns", "6", "--json", "--dir"]);
    command.arg(folder).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// What a finished build tells: blocks made and blocks found.
fn made_and_found(output: &std::process::Output) -> (u64, u64) {
    assert!(output.status.success(), "{output:?}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["blocks"], BLOCKS);
    (told["made"].as_u64().unwrap(), told["found"].as_u64().unwrap())
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entry = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.unwrap();
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    fs::read_dir(folder).unwrap().map(entry).collect()
}

fn finished_blocks(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let is_block = |name: &str| name.starts_with("block-") && !name.contains('.');
    entries.filter(|entry| is_block(&entry.as_ref().unwrap().file_name().to_string_lossy())).count() as u64
}

#[test]
fn a_killed_build_goes_on_and_ends_with_the_same_bytes() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert_eq!(made_and_found(&build(whole.path()).output().unwrap()), (BLOCKS, 0));

    // Killed with some blocks finished, twice: SIGKILL leaves no time to tidy up.
    for wanted in [3, 9] {
        let mut child = build(killed.path()).spawn().unwrap();
        let patience = Instant::now();
        while finished_blocks(killed.path()) < wanted && patience.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let before = finished_blocks(killed.path());
    assert!(before >= 9);
    let (made, found) = made_and_found(&build(killed.path()).output().unwrap());
    assert_eq!((made, found), (BLOCKS - before, before));
    let mut left = files(killed.path());
    left.retain(|name, _| !name.ends_with(".part"));
    assert!(left == files(whole.path()), "the files are the same to the last byte");
}

#[test]
fn two_processes_share_one_table() {
    let (whole, shared) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    build(whole.path()).output().unwrap();
    let children: Vec<_> = (0..2).map(|_| build(shared.path()).spawn().unwrap()).collect();
    let counts: Vec<(u64, u64)> =
        children.into_iter().map(|child| made_and_found(&child.wait_with_output().unwrap())).collect();
    assert_eq!(counts[0].0 + counts[1].0, BLOCKS, "no block is made twice: {counts:?}");
    assert!(files(shared.path()) == files(whole.path()));
}

#[test]
fn the_figures_of_a_table_are_the_object_of_the_interface() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("T");
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).arg("table").args(words).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let path = table.to_str().unwrap();
    run(&["build", "2d-nim", "--rows", "4", "--columns", "4", "--max", "3", "--misere", "--dir", path]);
    assert_eq!(
        run(&["stat", path, "--json"]).trim(),
        r#"{"game":"2d-nim","rows":4,"columns":4,"max":3,"convention":"misere","states":65536,"p_positions":9872,"full_board":"P"}"#
    );
    let by_stones: serde_json::Value =
        serde_json::from_str(&run(&["stat", path, "--json", "--by-stones"])).unwrap();
    assert_eq!(by_stones["p_by_stones"][1], 16);
    let answer: serde_json::Value =
        serde_json::from_str(&run(&["query", path, "1110/0000/0000/0000", "--json"])).unwrap();
    assert_eq!(answer["winning"], serde_json::json!(["r1c1-r1c2", "r1c2-r1c3"]));
    assert_eq!((answer["outcome"].as_str(), answer["method"].as_str()), (Some("N"), Some("table")));
}
