//! `grundy table build` on file systems that fail: locks that are not there or hold on one machine only, writes and
//! renamings that fail. The faults are made by a library that is loaded before the system's; where there is no C
//! compiler, it says so and ends.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The faulty calls, compiled; `None` where there is no C compiler.
fn faulty_calls(folder: &Path) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faulty/calls.c");
    let library = folder.join("calls.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl");
    match compiler.output() {
        Ok(output) => {
            assert!(output.status.success(), "{output:?}");
            Some(library)
        }
        Err(error) => {
            eprintln!("no C compiler: {error}");
            None
        }
    }
}

/// Two tables: of version 2, in one folder, and symmetric and compressed, in several.
const TABLES: [&[&str]; 2] = [
    &["2d-nim", "--rows", "4", "--columns", "6"],
    &["2d-nim", "--rows", "4", "--columns", "7", "--compress"],
];

fn build(words: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["table", "build"]).args(words).arg("--dir").arg(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn whole(words: &[&str]) -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let output = build(words, folder.path()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    files(folder.path())
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn processes_without_locks_make_the_same_bytes() {
    let library = tempfile::tempdir().unwrap();
    let Some(calls) = faulty_calls(library.path()) else { return };
    for words in TABLES {
        let wanted = whole(words);
        for locks in ["none", "local"] {
            let folder = tempfile::tempdir().unwrap();
            let start = |_| {
                let mut command = build(words, folder.path());
                command.env("LD_PRELOAD", &calls).env("FAULTY_FLOCK", locks).spawn().unwrap()
            };
            let children: Vec<_> = (0..4).map(start).collect();
            for child in children {
                let output = child.wait_with_output().unwrap();
                assert!(output.status.success(), "{locks}: {output:?}");
                assert!(!told(&output).contains("damaged"), "{locks}: {output:?}");
            }
            assert!(files(folder.path()) == wanted, "{locks}: {:?}", files(folder.path()).keys());
        }
    }
}

/// Fails the first, the second, ... call of a kind, and last one that there is not.
fn fail_in_turn(calls: &Path, fault: &str, message: &str) {
    for words in TABLES {
        let wanted = whole(words);
        let mut faults = 0;
        for turn in [1, 2, 5, 14, 40, 4000] {
            let folder = tempfile::tempdir().unwrap();
            let table = folder.path().join("T");
            let mut command = build(words, &table);
            let output = command.env("LD_PRELOAD", calls).env(fault, turn.to_string()).output().unwrap();
            if output.status.success() {
                assert!(files(&table) == wanted);
                continue;
            }
            faults += 1;
            assert_eq!(output.status.code(), Some(2), "{turn}: {output:?}");
            let told = told(&output);
            assert!(told.contains("error: cannot write ") && told.contains(message), "{turn}: {told}");
            assert!(told.contains("help: ") && !told.contains("panicked"), "{turn}: {told}");
            for (name, bytes) in files(&table) {
                assert!(
                    wanted.get(&name) == Some(&bytes),
                    "{turn}: {} is whole or not there",
                    name.display()
                );
            }
            let again = build(words, &table).output().unwrap();
            assert!(again.status.success(), "{turn}: {again:?}");
            assert!(files(&table) == wanted, "{turn}");
        }
        assert!(faults > 2, "{fault}: {faults} faults");
    }
}

#[test]
fn a_write_that_fails_is_told_and_costs_one_block() {
    let library = tempfile::tempdir().unwrap();
    let Some(calls) = faulty_calls(library.path()) else { return };
    fail_in_turn(&calls, "FAULTY_WRITE", "No space left on device");
}

#[test]
fn a_renaming_that_fails_is_told_and_costs_one_block() {
    let library = tempfile::tempdir().unwrap();
    let Some(calls) = faulty_calls(library.path()) else { return };
    fail_in_turn(&calls, "FAULTY_RENAME", "Input/output error");
}

#[test]
fn short_writes_make_the_same_bytes() {
    let library = tempfile::tempdir().unwrap();
    let Some(calls) = faulty_calls(library.path()) else { return };
    for words in TABLES {
        let folder = tempfile::tempdir().unwrap();
        let mut command = build(words, folder.path());
        let output = command.env("LD_PRELOAD", &calls).env("FAULTY_SHORT", "1").output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(files(folder.path()) == whole(words));
    }
}

#[test]
fn any_scheduler_can_drive_a_table_block_by_block() {
    let words = ["2d-nim", "--rows", "4", "--columns", "7"];
    let wanted = whole(&words);
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("T");
    assert!(build(&[&words[..], &["--begin"]].concat(), &table).status().unwrap().success());
    let grundy = |command: &str, blocks: &[u64]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_grundy"));
        program.args(["table", command, "--dir"]).arg(&table).args(blocks.iter().map(u64::to_string));
        program.output().unwrap()
    };
    let graph = |output: Output| -> Vec<serde_json::Value> {
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let blocks = graph(grundy("needs", &[]));
    assert_eq!(blocks[0], serde_json::json!({"block": 0, "needs": [], "built": false}));
    let last = blocks.last().unwrap()["block"].as_u64().unwrap();
    let early = grundy("block", &[last]);
    assert_eq!(early.status.code(), Some(2));
    assert!(told(&early).contains("is not built yet"), "{early:?}");
    let numbers: Vec<u64> = blocks.iter().map(|block| block["block"].as_u64().unwrap()).collect();
    let (first, rest) = numbers.split_at(numbers.len() / 2);
    for part in [first, first, rest] {
        let told = graph(grundy("block", part));
        assert_eq!(told.len(), part.len());
    }
    assert_eq!(graph(grundy("block", &[last]))[0], serde_json::json!({"block": last, "made": false}));
    assert!(graph(grundy("needs", &[])).iter().all(|block| block["built"] == true));
    assert!(files(&table) == wanted);
    let absent = (0..).find(|number| !numbers.contains(number)).unwrap();
    let refused = grundy("block", &[absent]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(told(&refused).contains(&format!("keeps no block {absent}")), "{refused:?}");
}
