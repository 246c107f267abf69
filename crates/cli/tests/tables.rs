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
    assert!(files(killed.path()) == files(whole.path()), "the files are the same to the last byte");
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
    assert_eq!(
        answer["parts"],
        serde_json::json!([{"game": "2d-nim", "position": "1110/0000/0000/0000", "nimber": null}])
    );

    // The keys of an answer are those of every other answer, in their order.
    let solved = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["solve", "--json", "2d-nim 1110/0000/0000/0000"])
        .output()
        .unwrap();
    let keys = |line: &str| -> Vec<String> {
        line.split("\"")
            .skip(1)
            .step_by(2)
            // A table knows no genus.
            .filter(|word| *word != "genus" && line.contains(&format!("\"{word}\":")))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(
        keys(&run(&["query", path, "1110/0000/0000/0000", "--json"])),
        keys(&String::from_utf8(solved.stdout).unwrap())
    );
    let nimbers = folder.path().join("nimbers");
    let path = nimbers.to_str().unwrap();
    run(&["build", "boxing-match", "--rows", "3", "--columns", "4", "--nimbers", "--dir", path]);
    let answer: serde_json::Value = serde_json::from_str(&run(&["query", path, "3x4", "--json"])).unwrap();
    assert_eq!(
        answer["parts"],
        serde_json::json!([{"game": "boxing-match", "position": "3x4", "nimber": answer["nimber"]}])
    );
}

fn text(bytes: &[u8], folder: &Path) -> String {
    String::from_utf8_lossy(bytes).replace(folder.to_str().unwrap(), "T")
}

/// A limit on the size of files stands for a full disk: a write fails half-way, on any system and without
/// being root. On a disk that is really full the message is that of the system, and the rest is the same.
#[cfg(unix)]
#[test]
fn a_disk_that_takes_no_more_keeps_what_was_finished() {
    let (whole, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for folder in [&whole, &folder] {
        build(folder.path()).output().unwrap();
    }
    for block in 5..10 {
        fs::remove_file(folder.path().join(format!("block-{block:05}"))).unwrap();
    }
    let limited =
        r#"trap "" XFSZ; ulimit -f 64; exec "$0" table build 2d-nim --rows 4 --columns 6 --dir "$1""#;
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_grundy")]).arg(folder.path());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let message = text(&output.stderr, folder.path());
    assert!(message.contains("error: cannot write T/block-00005: File too large"), "{message}");
    assert!(message.contains("help: ") && message.contains("blocks that are finished are kept"), "{message}");
    let left = files(folder.path());
    assert_eq!(left.len() as u64, BLOCKS - 5 + 1, "no half of a block: {:?}", left.keys());
    assert_eq!(made_and_found(&build(folder.path()).output().unwrap()), (5, BLOCKS - 5));
    assert!(files(folder.path()) == files(whole.path()));
}

#[test]
fn damaged_blocks_are_told_set_aside_and_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    build(path).output().unwrap();
    let good = files(path);
    let mut flipped = good["block-00003"].clone();
    flipped[900] ^= 8;
    fs::write(path.join("block-00003"), flipped).unwrap();
    fs::write(path.join("block-00007"), &good["block-00007"][..70_000]).unwrap();

    let grundy = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.args(["table", words[0]]).arg(path).args(&words[1..]).output().unwrap()
    };
    let verified = grundy(&["verify"]);
    assert_eq!(verified.status.code(), Some(1));
    assert_eq!(
        text(&verified.stderr, path),
        "error: T/block-00003 is damaged: the checksum of page 0 differs\nhelp: run the same `grundy table \
         build` again: it sets the file aside and makes a new one\n"
    );
    let verified = grundy(&["verify", "--json"]);
    assert_eq!(verified.status.code(), Some(1));
    let told: serde_json::Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!(told["verified"], false);
    let reason = text(told["reason"].as_str().unwrap().as_bytes(), path);
    assert_eq!(reason, "T/block-00003 is damaged: the checksum of page 0 differs");
    let output = build(path).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(made_and_found(&output), (2, BLOCKS - 2));
    let told = text(&output.stderr, path);
    for (what, aside) in [
        ("T/block-00003 is damaged: the checksum of page 0 differs", "T/block-00003.damaged-1"),
        ("T/block-00007 is damaged: it is cut short", "T/block-00007.damaged-1"),
    ] {
        assert!(told.contains(&format!("warning: {what}\n  it was set aside as {aside}\n")), "{told}");
    }
    let mut now = files(path);
    now.retain(|name, _| !name.contains("damaged"));
    assert!(now == good);
    assert!(grundy(&["verify"]).status.success());

    // A table of another version is not touched.
    let newer = String::from_utf8(good["manifest"].clone()).unwrap().replace("table 2", "table 4");
    fs::write(path.join("manifest"), newer).unwrap();
    for output in
        [grundy(&["query", "4x6"]), grundy(&["stat"]), build(path).stderr(Stdio::piped()).output().unwrap()]
    {
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stderr, path);
        assert!(
            told.contains(
                "error: T is a table of version 4, and this program knows versions up to 3\nhelp: "
            ),
            "{told}"
        );
    }
}

#[test]
fn a_damaged_table_serves_no_search_and_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("nim");
    build(&table).output().unwrap();
    let mut last = fs::read(table.join("block-00015")).unwrap();
    let end = last.len() - 20;
    last[end] ^= 1;
    fs::write(table.join("block-00015"), last).unwrap();
    fs::create_dir(folder.path().join("odd")).unwrap();
    fs::write(folder.path().join("odd/manifest"), "grundy table 1\ngame go\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.args(["solve", "2d-nim", "4x6", "--dir"]).arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let answer = text(&output.stdout, folder.path());
    assert!(
        answer.contains(
            "The previous player wins (P, misère play).\nNone of the 90 moves wins.\nThe search looked"
        ),
        "{answer}"
    );
    assert_eq!(
        text(&output.stderr, folder.path()),
        "warning: T/odd holds no table: its manifest is of a game `go`; the search goes on without it\n\
         help: name the folder of a table; `grundy table build` makes one in a new or an empty folder\n\
         warning: T/nim/block-00015 is damaged: the checksum of page 31 differs; the search goes on without it\n\
         help: run the same `grundy table build` again: it sets the file aside and makes a new one\n"
    );
}

#[test]
fn that_no_table_tells_of_a_position_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    build(&folder.path().join("nim")).output().unwrap();
    let file = folder.path().join("positions");
    fs::write(&file, "boxing-match 3x3\nboxing-match 3x4\nboxing-match 3x5\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output =
        command.args(["solve", "--json", "--dir"]).arg(folder.path()).arg("--file").arg(file).output();
    let output = output.unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3, "{output:?}");
    let told = text(&output.stderr, folder.path());
    assert_eq!(told.matches("note: no table tells of this position").count(), 1, "{told}");
}

#[test]
fn the_smaller_records_are_made_again() {
    let records = include_str!("../../../data/tables/records.csv");
    let rows: Vec<Vec<&str>> = records
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    let small =
        rows.iter().filter(|row| row[0].parse::<u64>().unwrap() * row[1].parse::<u64>().unwrap() <= 25);
    let mut made = 0;
    for row in small {
        let [rows, columns, max, outcome, winning, moves, p_positions, ..] = row[..] else {
            panic!("{row:?} is no record");
        };
        let folder = tempfile::tempdir().unwrap();
        let run = |words: &[&str]| -> serde_json::Value {
            let output =
                Command::new(env!("CARGO_BIN_EXE_grundy")).arg("table").args(words).output().unwrap();
            assert!(output.status.success(), "{output:?}");
            serde_json::from_slice(&output.stdout).unwrap()
        };
        let dir = folder.path().to_str().unwrap();
        let sides = ["--rows", rows, "--columns", columns, "--max", max, "--misere", "--json", "--dir", dir];
        run(&[&["build", "2d-nim"], &sides[..]].concat());
        assert_eq!(
            run(&["stat", dir, "--json"])["p_positions"],
            p_positions.parse::<u64>().unwrap(),
            "{row:?}"
        );
        let answer = run(&["query", dir, &format!("{rows}x{columns}"), "--json"]);
        assert_eq!(answer["outcome"], outcome, "{row:?}");
        assert_eq!(answer["winning_count"], winning.parse::<u64>().unwrap(), "{row:?}");
        assert_eq!(answer["moves"], moves.parse::<u64>().unwrap(), "{row:?}");
        made += 1;
    }
    assert!(made >= 4, "small rows are there");
}
