//! Forged files at the door of the program: nothing false is verified or proved, by no way that leads there.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn grundy(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_packing_is_checked_by_all_the_digits_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let check = |file: &str| {
        fs::write(folder.path().join("packing.json"), file).unwrap();
        grundy(folder.path(), "check packing.json")
    };
    // The cavity is smaller than its disk; as double-precision numbers they are not.
    for false_one in [
        r#"{"cavity":"1.00000000000000000001","disks":[{"diameter":1.0000000000000001,"x":0,"y":0}]}"#,
        r#"{"cavity":2.1,"disks":[{"diameter":1,"x":-0.5,"y":0},{"diameter":1,"x":0.49999999999999999999,"y":0}]}"#,
        r#"{"cavity":"9x1.00000000000000000001","disks":[{"diameter":1,"x":1,"y":0.00000000000000000001}]}"#,
    ] {
        let output = check(false_one);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(text(&output.stderr).contains("overlap") && output.stdout.is_empty(), "{output:?}");
    }
    let output = check(r#"{"cavity":1.00000000000000000001,"disks":[{"diameter":1,"x":0,"y":0}]}"#);
    assert!(
        output.status.success() && text(&output.stdout).starts_with("Verified: 1 disk fits"),
        "{output:?}"
    );
    for (bad, told) in [
        (r#"{"cavity":1,"cavity":9,"disks":[{"diameter":2,"x":0,"y":0}]}"#, "the key `cavity` stands twice"),
        (
            r#"{"cavity":9,"disks":[{"diameter":2,"diameter":1,"x":0,"y":0}]}"#,
            "disk 1: the key `diameter` stands twice",
        ),
        (
            r#"{"cavity":null,"disks":[{"diameter":2,"x":0,"y":0}]}"#,
            "`cavity` is `null`, and must be a number",
        ),
    ] {
        let output = check(bad);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).contains(told), "{output:?}");
    }
    // Nothing that `pack` takes loses digits either: lists, cavities, files.
    fs::write(folder.path().join("disks.csv"), "0.50000000000000000001,0.5\n0.5\n").unwrap();
    for arguments in [
        "pack --disks 1.00000000000000000001 --cavity 1.00000000000000000002 --json",
        "pack disks.csv --cavity 1.1 --json",
    ] {
        let output = grundy(folder.path(), arguments);
        assert!(output.status.success(), "{output:?}");
        assert!(
            text(&output.stdout).contains(".50000000000000000001")
                || text(&output.stdout).contains("1.00000000000000000002")
        );
        let again = check(&text(&output.stdout));
        assert!(again.status.success(), "{again:?}");
    }
}

#[test]
fn a_certificate_is_refused_before_any_nimber_where_none_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = "grundy heap period 1\ncode 0.FFFFFFFF[F]\ntheorem all-but-state\npreperiod 1\nperiod 1\n\
                       saltus 1\nterms 100000\n";
    fs::write(folder.path().join("proof"), certificate).unwrap();
    let output = grundy(folder.path(), "check proof --time 1s");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the code is not an all-but set"), "{output:?}");
    // Where they are, time and memory end it.
    fs::write(
        folder.path().join("long"),
        certificate.replace("[F]", "").replace("all-but-state", "three-heaps"),
    )
    .unwrap();
    let output = grundy(folder.path(), "check long --time 100ms");
    assert!(matches!(output.status.code(), Some(1 | 3)), "{output:?}");
    let nim = certificate.replace("0.FFFFFFFF[F]", "allbut()").replace("100000", "1000000000000");
    fs::write(folder.path().join("nim"), nim.replace("preperiod 1", "preperiod 0")).unwrap();
    let output = grundy(folder.path(), "check nim --memory 1MB --terms 1000000000000");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(
        text(&output.stdout).starts_with("NOT verified")
            && text(&output.stderr).contains("--memory allows 1 MB")
    );
}

/// The sum of a checkpoint, worked out again.
fn summed(mut body: Vec<u8>) -> Vec<u8> {
    let hash = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    body.extend(hash.to_le_bytes());
    body
}

/// Alters the body of a checkpoint, and makes its sum right.
fn alter(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut body = fs::read(path).unwrap();
    body.truncate(body.len() - 8);
    change(&mut body);
    fs::write(path, summed(body)).unwrap();
}

#[test]
fn an_altered_checkpoint_proves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cp");
    // Nobody knows a period of 0.007; its nimbers are made to be 0, 1, 2, 0, 1, 2, ...
    for goal in [
        "--terms 2000",
        "--terms 2000 --every",
        "--prove --time 20s",
        "--claim 2,3",
        "--claim 2,3 --json",
        "--terms 2000 --json",
    ] {
        let _ = fs::remove_file(&path);
        assert!(
            grundy(folder.path(), "sequence 0.007 --terms 2000 --every --checkpoint cp").status.success()
        );
        alter(&path, |body| {
            let first = 12 + 4 + 8 + 4 + "0.007".len() + 1 + 1 + 1 + 8;
            let nimbers = body.len() - 1 - first;
            for heap in 0..nimbers / 2 {
                body[first + 2 * heap] = (heap % 3) as u8;
                body[first + 2 * heap + 1] = 0;
            }
        });
        let output =
            grundy(folder.path(), &format!("sequence 0.007 --checkpoint cp --certificate proof {goal}"));
        let told = text(&output.stdout);
        assert!(!told.contains("Proved") && !told.contains("\"proved\":true"), "{goal}: {output:?}");
        assert!(text(&output.stderr).contains("believed for the search"), "{output:?}");
        if let Ok(proof) = fs::read_to_string(folder.path().join("proof")) {
            fs::write(folder.path().join("proof"), proof).unwrap();
            assert_ne!(grundy(folder.path(), "check proof").status.code(), Some(0));
        }
    }
    // One that is true proves as before.
    let _ = fs::remove_file(&path);
    assert!(grundy(folder.path(), "sequence 0.07 --terms 100 --every --checkpoint cp").status.success());
    let output = grundy(folder.path(), "sequence 0.07 --checkpoint cp --certificate proof");
    assert!(
        output.status.success() && text(&output.stdout).contains("Proved: period 34 from heap 53 on."),
        "{output:?}"
    );
    assert!(grundy(folder.path(), "check proof").status.success());
}

#[test]
fn an_altered_checkpoint_takes_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cp");
    assert!(
        grundy(folder.path(), "sequence allbut(2,3,7) --terms 500 --every --checkpoint cp").status.success()
    );
    alter(&path, |body| {
        let last = body.len() - 1 - 4;
        body[last..last + 4].copy_from_slice(&3_000_000_000_u32.to_le_bytes());
    });
    let output = grundy(folder.path(), "sequence allbut(2,3,7) --checkpoint cp --memory 100MB");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stderr).contains("the checkpoint is damaged"), "{output:?}");
    // A true one that is too large for the memory allowed.
    assert!(grundy(folder.path(), "sequence 0.16 --terms 50000 --every --checkpoint large").status.success());
    let output = grundy(folder.path(), "sequence 0.16 --checkpoint large --memory 100KB");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stderr).contains("memory"), "{output:?}");
}
