//! `grundy sequence` and its files: what is refused, what is written, what is left as it is.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A period of 0.106 that takes hours, from the tables of A. Flammenkamp.
const LONG: &str = "465384263797,328226140474";

fn sequence(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.arg("sequence").args(arguments.split(' ')).current_dir(folder).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn the_checkpoint_of_a_claim_serves_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| sequence(folder.path(), &format!("0.106 --checkpoint cp {arguments}"));
    for time in ["0s", "1s"] {
        assert_eq!(run(&format!("--claim {LONG} --time {time}")).status.code(), Some(3));
        let before = fs::read(folder.path().join("cp")).unwrap();
        for other in ["", "--prove", "--every", "--claim 465384263797,328226140473", "--claim 1,2"] {
            let refused = run(format!("--time 1s {other}").trim_end());
            assert_eq!(refused.status.code(), Some(2), "{other}: {refused:?}");
            assert!(errors(&refused).contains(&format!("go on with --claim {LONG}")), "{refused:?}");
            assert_eq!(fs::read(folder.path().join("cp")).unwrap(), before, "{other}");
        }
    }
    let told = run(&format!("--claim {LONG} --time 2s --terms 300000 --json --csv nimbers.csv"));
    assert_eq!(told.status.code(), Some(3));
    let json: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    assert!(json["known"].as_u64().unwrap() >= 300_000 && json["terms"] == 300_000, "{json}");
    assert!(!errors(&told).contains("only the first"), "{told:?}");
    assert_eq!(fs::read_to_string(folder.path().join("nimbers.csv")).unwrap().lines().count(), 300_000);
}

#[test]
fn a_stop_proves_what_is_known_and_writes_the_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let stopped = sequence(folder.path(), "0.07 --every --memory 10K --terms 100000 --certificate proof");
    assert_eq!(stopped.status.code(), Some(3));
    assert!(fs::read_to_string(folder.path().join("proof")).unwrap().contains("period 34"));
}

#[test]
fn every_nimber_after_the_proof_leaves_the_proof_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let proof_terms = |arguments: &str, code: i32| {
        let told = sequence(folder.path(), &format!("0.356 --every --json {arguments}"));
        assert_eq!(told.status.code(), Some(code), "{told:?}");
        let json: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
        json["proof_terms"].as_u64().unwrap()
    };
    assert_eq!(proof_terms("--terms 20000", 0), proof_terms("--terms 1000000000000 --memory 64M", 3));
}

#[test]
fn one_file_that_fails_does_not_lose_the_others() {
    let folder = tempfile::tempdir().unwrap();
    // A folder stands where the certificate would be prepared.
    fs::create_dir(folder.path().join("proof.part")).unwrap();
    let output = sequence(folder.path(), "0.07 --certificate proof --csv a.csv --plot a.svg --checkpoint cp");
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("cannot write proof"), "{output:?}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("Proved: period 34"));
    for name in ["a.csv", "a.svg", "cp"] {
        assert!(fs::metadata(folder.path().join(name)).unwrap().len() > 0, "{name}");
    }
}

#[test]
fn endless_terms_make_a_chart_and_stop_a_csv() {
    let folder = tempfile::tempdir().unwrap();
    let endless = "0.07 --terms 18446744073709551615 --time 500ms";
    let chart = sequence(folder.path(), &format!("{endless} --plot a.svg"));
    assert_eq!(chart.status.code(), Some(0));
    assert!(errors(&chart).contains("the chart shows one heap of every"), "{chart:?}");
    assert!(fs::metadata(folder.path().join("a.svg")).unwrap().len() < 4_000_000);
    let lines = sequence(folder.path(), &format!("{endless} --csv a.csv"));
    assert_eq!(lines.status.code(), Some(3));
    assert!(errors(&lines).contains("stopped while a.csv was written"), "{lines:?}");
    let csv = fs::read_to_string(folder.path().join("a.csv")).unwrap();
    assert!(csv.starts_with("0,0\n1,0\n2,1\n") && csv.ends_with('\n'));
}

#[test]
fn a_second_run_on_one_checkpoint_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("kept");
    assert!(sequence(folder.path(), "0.07 --terms 50 --every --checkpoint kept").status.success());
    let before = std::fs::read(&checkpoint).unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "the lock is gone");

    let mut first = Command::new(env!("CARGO_BIN_EXE_grundy"));
    first.args("sequence 0.07 --terms 1000000000000 --every --checkpoint kept".split(' '));
    let mut first =
        first.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let lock = folder.path().join("kept.lock");
    let patience = Instant::now();
    while !lock.exists() && patience.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    // The file is there a moment before it is locked.
    let second = loop {
        let second = sequence(folder.path(), "0.07 --terms 60 --checkpoint ./kept --time 0s");
        if second.status.code() == Some(2) || patience.elapsed() > Duration::from_secs(60) {
            break second;
        }
    };
    assert!(errors(&second).contains("another `grundy sequence` is at work"), "{second:?}");
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(std::fs::read(&checkpoint).unwrap(), before);
    // SIGKILL releases it.
    assert!(sequence(folder.path(), "0.07 --terms 60 --every --checkpoint kept").status.success());
}

#[test]
fn a_check_goes_on_from_its_checkpoint_and_tells_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy("tests/cmd/period-of-0.16.txt", folder.path().join("proof")).unwrap();
    let check = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.arg("check").args(arguments.split(' ')).current_dir(folder.path()).output().unwrap()
    };
    let part = check("proof --terms 100000 --checkpoint cp");
    assert_eq!(part.status.code(), Some(3), "{part:?}");
    assert!(!String::from_utf8(part.stdout).unwrap().contains("Of these"));
    let json = check("proof --terms 100000 --checkpoint cp --json");
    let told: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&told["believed"], &told["terms"]), (&100_000.into(), &100_000.into()), "{told}");
    let whole = check("proof --checkpoint cp");
    assert_eq!(whole.status.code(), Some(0), "{whole:?}");
    let whole = String::from_utf8(whole.stdout).unwrap();
    assert!(
        whole.starts_with("Verified: 0.16 has period 149459 from heap 105351 on.\n276390 nimbers"),
        "{whole}"
    );
    // Whole blocks of 4,096 heaps.
    assert!(whole.contains("Of these, 102400 nimbers were computed again by earlier checks"), "{whole}");
    let again = check("proof --checkpoint cp --json");
    let told: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!((&told["believed"], &told["valid"]), (&276_390.into(), &true.into()), "{told}");
    // Of another certificate, of a sort that needs none, and what is no checkpoint.
    assert!(sequence(folder.path(), "0.77 --certificate kayles").status.success());
    let kept = fs::read(folder.path().join("cp")).unwrap();
    for (arguments, why) in [
        ("kayles --checkpoint cp", "--checkpoint is for the long certificates"),
        ("proof --checkpoint proof", "no checkpoint of a check"),
    ] {
        let refused = check(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments}: {refused:?}");
        assert!(errors(&refused).contains(why), "{refused:?}");
    }
    assert_eq!(fs::read(folder.path().join("cp")).unwrap(), kept);
    fs::write(folder.path().join("cp"), &kept[..kept.len() - 1]).unwrap();
    let damaged = check("proof --checkpoint cp");
    assert!(errors(&damaged).contains("cp is a damaged checkpoint"), "{damaged:?}");
}

#[test]
fn a_stopped_search_for_a_period_tells_how_many_nimbers_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let output = sequence(folder.path(), "0.6 --prove --json --terms 10 --memory 40K");
    assert_eq!(output.status.code(), Some(3));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(told["known"].as_u64().unwrap() > 4_000, "{told}");
}

/// The rare heaps of `data/heaps/open-codes.csv` that end early are found again in the first heaps.
#[test]
fn the_rare_heaps_of_open_codes_are_found_again() {
    const TERMS: u64 = 40_000;
    let rows =
        include_str!("../../../data/heaps/open-codes.csv").lines().filter(|line| !line.starts_with('#'));
    let mut found = 0;
    for row in rows.skip(1) {
        let [code, heaps, largest, _, rares, last_rare, ..] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("{row}: a row has nine fields");
        };
        assert!(heaps.parse::<u64>().unwrap() > TERMS && largest.parse::<u64>().unwrap() > 0, "{row}");
        if last_rare.parse().is_ok_and(|last: u64| last < TERMS) {
            let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
                .args(["code", code, "--terms", &TERMS.to_string(), "--time", "60s", "--json"])
                .output()
                .unwrap();
            let facts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(facts["sparse"]["rares"], rares.parse::<u64>().unwrap(), "{row}");
            assert_eq!(facts["sparse"]["last_rare"], last_rare.parse::<u64>().unwrap(), "{row}");
            found += 1;
        }
    }
    assert!(found >= 2, "0.161 and 0.167 at least");
}
