//! `solve --checkpoint` among processes: stopped, two at once, and where the answer cannot be written.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn search(position: &str, checkpoint: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["solve", position, "--only", "nimber", "--json", "--checkpoint"]).arg(checkpoint);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn answer(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A folder with the checkpoint of a search that was stopped.
fn stopped() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search");
    let output = search("cram 5x6", &path).args(["--nodes", "10000", "--threads", "2"]).output().unwrap();
    assert_eq!(answer(&output)["stopped"], "nodes", "{output:?}");
    (folder, path)
}

#[test]
fn a_stopped_search_goes_on_beside_a_store() {
    let (folder, path) = stopped();
    let output = search("cram 5x6", &path).arg("--store").arg(folder.path().join("store")).output().unwrap();
    let told = answer(&output);
    assert!(stderr(&output).starts_with("note: the search goes on from "), "{output:?}");
    assert!(told["nimber"] == 2 && told["nodes"].as_u64().unwrap() < 20_000, "{told}");
}

#[test]
fn a_checkpoint_that_is_not_read_to_its_end_stays_as_it_is() {
    let (_folder, path) = stopped();
    let before = std::fs::read(&path).unwrap();
    for (limit, code) in [(["--time", "0s"], 3), (["--memory", "100k"], 2)] {
        let output = search("cram 5x6", &path).args(limit).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert!(std::fs::read(&path).unwrap() == before, "{limit:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_search_is_written_down_though_its_answer_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = search("cram 4x7", &path).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let output = search("cram 4x7", &path).output().unwrap();
    assert_eq!((&answer(&output)["nimber"], &answer(&output)["nodes"]), (&3.into(), &0.into()), "{output:?}");
}

#[test]
fn a_second_process_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search");
    let mut first = search("cram 6x9", &path).spawn().unwrap();
    let lock = folder.path().join("search.lock");
    let begin = Instant::now();
    while !lock.exists() && begin.elapsed() < Duration::from_secs(20) {
        sleep(Duration::from_millis(20));
    }
    let output = search("cram 4x7", &path).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("another `grundy solve` is at work on this checkpoint"), "{output:?}");
}
