//! Files without end, full disks, and damaged stores: a clear error, and nothing left behind.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program in a folder by a shell that has set limits before.
fn limited(folder: &Path, limits: &str, arguments: &str) -> Output {
    let line = format!("{limits}; exec {} {arguments}", env!("CARGO_BIN_EXE_grundy"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// So many kibibytes of addresses: far less than a file without end would take.
const LITTLE: &str = "ulimit -v 3000000";

#[test]
fn files_without_end_are_refused_before_they_are_held() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        "check /dev/zero",
        "show --record /dev/zero",
        "draw --packing /dev/zero -o a.svg",
        "pack /dev/zero --cavity 3",
        "solve hackenbush --edges /dev/zero",
        "solve hackenbush --edges - < /dev/zero",
    ] {
        let output = limited(folder.path(), LITTLE, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
        assert!(errors(&output).contains("it has more than"), "{arguments}: {output:?}");
        assert!(output.stdout.is_empty(), "{arguments}: {output:?}");
    }
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn a_file_far_larger_than_a_certificate_is_refused_before_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    // A hole: it takes no room, and would take minutes to read.
    fs::File::create(folder.path().join("huge")).unwrap().set_len(1 << 40).unwrap();
    for arguments in ["check huge", "sequence 0.07 --checkpoint huge"] {
        let output = limited(folder.path(), LITTLE, arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(errors(&output).contains("cannot read huge: it has more than"), "{output:?}");
    }
    assert_eq!(names(folder.path()), ["huge"]);
}

#[test]
fn a_full_disk_leaves_no_half_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.svg"), "before").unwrap();
    // The signal of the limit would end the program; a full disk is an error of the write.
    let full = "trap '' XFSZ; ulimit -f 4";
    for (arguments, name) in [
        ("draw 'kayles 300 200 100' -o a.svg", "a.svg"),
        ("sequence 0.07 --terms 100000 --plot b.svg", "b.svg"),
        ("sequence 0.07 --terms 100000 --csv c.csv", "c.csv"),
        ("sequence 0.07 --terms 100000 --every --checkpoint d", "d"),
        ("pack --disks 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 --cavity 20 --svg e.svg", "e.svg"),
    ] {
        let output = limited(folder.path(), full, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
        assert!(errors(&output).contains(&format!("cannot write {name}")), "{arguments}: {output:?}");
    }
    let packed = limited(folder.path(), full, "pack --preset formidable-fourteen --svg e.svg");
    assert_eq!(packed.status.code(), Some(2));
    let told = String::from_utf8(packed.stdout).unwrap();
    assert!(told.starts_with("14 disks fit a cavity of 12.000"), "what was found is told: {told}");
    assert_eq!(names(folder.path()), ["a.svg"]);
    assert_eq!(fs::read_to_string(folder.path().join("a.svg")).unwrap(), "before");
}

#[test]
fn a_proof_that_cannot_be_written_is_told_before_the_period() {
    let folder = tempfile::tempdir().unwrap();
    if !Path::new("/dev/full").exists() {
        eprintln!("skipped: there is no /dev/full here");
        return;
    }
    // Both streams go to one file, so that their order is seen.
    let output = limited(folder.path(), "exec 2>&1", "sequence 0.07 --certificate /dev/full");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    let place = |words: &str| told.find(words).unwrap_or_else(|| panic!("no {words:?} in {told}"));
    assert!(place("cannot write /dev/full") < place("Proved: period 34"), "{told}");
    place("Its certificate could NOT be written.");
    let json = limited(folder.path(), "true", "sequence 0.07 --json --certificate /dev/full");
    assert_eq!(json.status.code(), Some(2));
    assert!(String::from_utf8(json.stdout).unwrap().contains(r#""certificate":"not written""#));

    let checkpoint = limited(folder.path(), LITTLE, "sequence 0.07 --terms 10 --checkpoint /dev/full");
    assert_eq!(checkpoint.status.code(), Some(2), "{checkpoint:?}");
    assert!(errors(&checkpoint).contains("cannot write /dev/full"), "{checkpoint:?}");
}

#[test]
fn a_damaged_store_is_one_clean_error() {
    let folder = tempfile::tempdir().unwrap();
    let made = limited(folder.path(), "true", "solve boxing-match 3x4 --store whole");
    assert!(made.status.success(), "{made:?}");
    let whole = fs::read(folder.path().join("whole")).unwrap();
    let mut refused = 0;
    for trial in 0..60_usize {
        let mut bytes = whole.clone();
        let place = trial.wrapping_mul(2_654_435_761) % bytes.len();
        match trial % 3 {
            0 => bytes.truncate(place),
            1 => bytes[place / 4096 * 4096..].iter_mut().take(4096).for_each(|byte| *byte = 0),
            _ => bytes[trial * 7 % 4096] ^= 0x55,
        }
        fs::write(folder.path().join("copy"), bytes).unwrap();
        let output = limited(folder.path(), "true", "store stat copy");
        let told = errors(&output);
        assert!(!told.contains("panicked") && !told.contains("backtrace"), "copy {trial}: {told}");
        match output.status.code() {
            Some(0) => {}
            Some(2) => {
                refused += 1;
                assert!(told.starts_with("error: copy ") && told.contains("help: "), "copy {trial}: {told}");
            }
            other => panic!("copy {trial}: {other:?} {told}"),
        }
    }
    assert!(refused > 20, "only {refused} copies were refused");
}

#[test]
fn a_file_that_tells_more_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| limited(folder.path(), "true", arguments);
    let nimbers = |name: &str| fs::metadata(folder.path().join(name)).unwrap().len();
    assert!(run("sequence 0.007 --terms 20000 --every --checkpoint long").status.success());
    let long = nimbers("long");
    for shorter in ["--terms 10", "--terms 30", "--claim 3,5", "--claim 100,10"] {
        run(&format!("sequence 0.007 {shorter} --checkpoint long"));
        assert_eq!(nimbers("long"), long, "{shorter}");
    }
    assert!(run("sequence 0.007 --terms 40000 --every --checkpoint long").status.success());
    assert!(nimbers("long") > long);

    let game = "# a game that was played\n";
    fs::write(folder.path().join("game.txt"), game).unwrap();
    let played = run("play 'cram 3x3' --record game.txt");
    assert_eq!(played.status.code(), Some(2), "{played:?}");
    assert!(errors(&played).contains("game.txt is there already"), "{played:?}");
    assert_eq!(fs::read_to_string(folder.path().join("game.txt")).unwrap(), game);
}

/// The end of a name tells what a book is written as, and `--json` what is printed.
#[test]
fn a_book_has_the_form_that_its_name_tells() {
    let folder = tempfile::tempdir().unwrap();
    let written = |arguments: &str, name: &str| {
        let output = limited(folder.path(), "true", &format!("book 'nim 1 2 3' {arguments} -o {name}"));
        assert!(output.status.success(), "{arguments} {name}: {output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.starts_with('{'), arguments == "--json", "{printed}");
        fs::read_to_string(folder.path().join(name)).unwrap()
    };
    for arguments in ["", "--json"] {
        assert!(written(arguments, "book.html").starts_with("<!DOCTYPE html>"), "{arguments}");
        assert!(written(arguments, "book.json").starts_with('{'), "{arguments}");
        assert_eq!(written(arguments, "book.txt").starts_with('{'), arguments == "--json");
    }
}

#[test]
fn a_dash_is_no_file_where_a_file_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        "prove 'cram 2x3' -o -",
        "proof merge a b -o -",
        "book 'cram 2x2' -o -",
        "misere kayles --certificate -",
        "misere kayles --csv -",
        "misere kayles --plot -",
        "pack --disks 1 --cavity 2 --svg -",
        "play 'cram 2x2' --record -",
        "sequence 0.07 --csv -",
    ] {
        let output = limited(folder.path(), "true", arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
        assert!(errors(&output).contains("`-` names no"), "{arguments}: {output:?}");
    }
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn what_cannot_be_read_or_is_too_much_is_told_without_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("rows"), "1100\n0000\n").unwrap();
    for (arguments, told) in [
        ("misere ''", "no position and no code is given"),
        ("misere '+ nim 1'", "a term of the sum is missing"),
        (
            "sequence 'nim {n}' --from 4294967290 --terms 10",
            "the nimber of `nim 4294967296`, *4294967296, has more than 32 bits",
        ),
        ("puzzle bubbly --word ABC --bubbles 1000000000", "1000000000 are too many"),
        ("puzzle bubbly --text ABC --forests 2 --bubbles 99999999999", "99999999999 are too many"),
        ("random hackenbush --size 99999999 --shape grid", "that is too large"),
        ("solve '2d-nim + nim 1' --board rows", "this is a sum"),
        ("solve 'hackenbush + nim 1' --edges rows", "this is a sum"),
    ] {
        let output = limited(folder.path(), LITTLE, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
        assert!(errors(&output).contains(told), "{arguments}: {output:?}");
    }
    let stopped = limited(folder.path(), "true", "same 'cram 4x5' 'cram 4x5 + nim 1' --nodes 40");
    let told = String::from_utf8(stopped.stdout).unwrap();
    assert!(!told.contains("has no move"), "a limit is no end of the game: {told}");
}
