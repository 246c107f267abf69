//! `--store` among processes: killed at any moment, or two at once.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn grundy(words: &[&str], store: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(words).arg(store).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The object that a command prints, which must end well.
fn told(output: &Output) -> serde_json::Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn positions(store: &Path) -> u64 {
    told(&grundy(&["store", "stat", "--json"], store).output().unwrap())["positions"].as_u64().unwrap()
}

fn verify(store: &Path) {
    let told = told(&grundy(&["store", "verify", "--json", "--time", "2s"], store).output().unwrap());
    assert_eq!(told["wrong"], 0, "{told}");
    assert!(told["verified"].as_u64().unwrap() > 20, "{told}");
}

/// A search that goes on for minutes, of nimbers or of misère outcomes.
const LONG: [&[&str]; 2] =
    [&["solve", "boxing-match", "8x9", "--store"], &["solve", "2d-nim", "6x6", "--misere", "--store"]];

#[test]
fn a_killed_search_leaves_a_store_that_the_next_one_goes_on_with() {
    for search in LONG {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("store");
        let mut before = 0;
        // Before it has saved, and after it has: SIGKILL leaves no time to tidy up.
        for wait in [50, 2500, 1200] {
            let mut child = grundy(search, &store).spawn().unwrap();
            sleep(Duration::from_millis(wait));
            if wait > 1000 {
                // It may be slow: the first saving grows the file.
                let size = || store.metadata().map_or(0, |metadata| metadata.len());
                let patience = Instant::now();
                while size() < 100_000 && patience.elapsed() < Duration::from_secs(60) {
                    sleep(Duration::from_millis(100));
                }
            }
            child.kill().unwrap();
            child.wait().unwrap();
            if !store.exists() {
                continue; // killed before there was a store
            }
            let now = positions(&store);
            assert!(now >= before, "what was saved stays");
            before = now;
        }
        assert!(before > 100, "{before} positions of {search:?}");
        verify(&store);
        // The next search goes on with it.
        let again = [&search[..search.len() - 1], &["--time", "1s", "--json", "--store"]].concat();
        let output = grundy(&again, &store).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(positions(&store) >= before);
    }
}

#[test]
fn of_two_searches_at_once_both_end_and_the_file_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let search = ["solve", "2d-nim", "4x6", "--json", "--store"];
    let children: Vec<_> = (0..4).map(|_| grundy(&search, &store).spawn().unwrap()).collect();
    let outputs: Vec<Output> = children.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    let mut answered = 0;
    for output in &outputs {
        if output.status.success() {
            assert_eq!(told(output)["outcome"], "P");
            answered += 1;
        } else {
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(message.contains("is in use by another process\nhelp: wait until"), "{message}");
        }
    }
    assert!(answered > 0, "{outputs:?}");
    verify(&store);
}

#[test]
fn false_values_are_found() {
    use grundy::store::{Store, Value};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let store = Store::open(&path).unwrap();
    let found = [
        ("boxing-match 3x5", Value::Nimber(2)),
        ("2d-nim 2x3 + 2d-nim 1x2", Value::Misere { next_wins: true }),
        ("2d-nim 2x3", Value::Misere { next_wins: true }),
        ("no-such-game 3", Value::Nimber(0)),
    ];
    store.add("any", 1, &found.map(|(position, value)| (position.to_owned(), value))).unwrap();
    drop(store);
    let output = grundy(&["store", "verify"], &path).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3 of 4 positions are wrong.\n");
    let mut told: Vec<&str> = std::str::from_utf8(&output.stderr).unwrap().lines().collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [
            "error: `boxing-match 3x5` is not worth *2",
            "error: `no-such-game 3` is no position: there is no game called `no-such-game`",
            "error: the next player does not win `2d-nim 2x3 + 2d-nim 1x2`, misère play",
        ]
    );
}

/// Rules, and the same with two symbols or two nodes in each other's place, under one name: a text is another position
/// in each. A store of the one is refused for the other, where it would give values of other positions.
#[test]
fn a_store_of_a_game_is_refused_for_the_game_with_other_symbols_or_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let rules = "game pg\ngrid\nfixed xo -> .x | ox -> x. | x/o -> ./x | xoo -> ..x\nexample xo/ox\n";
    let swapped: String = rules
        .lines()
        .map(|line| {
            let swap = |c| match c {
                'x' => 'o',
                'o' => 'x',
                other => other,
            };
            let of_line = |line: &str| line.chars().map(swap).collect::<String>();
            let line = match line.split_once(' ') {
                Some((word @ ("fixed" | "example"), patterns)) => format!("{word} {}", of_line(patterns)),
                _ => line.to_owned(),
            };
            line + "\n"
        })
        .collect();
    // Whose move is from `top` wins under misère play, and from `side` loses; both have twenty moves.
    let arcs = |top: &str, side: &str| {
        let pairs = (0..20).map(|n| format!("{top} p{n}\n{side} m{n}\nm{n} p{n}\np{n} end\n"));
        pairs.collect::<String>()
    };
    file("one.arcs", &arcs("top", "side"));
    file("other.arcs", &arcs("side", "top"));
    let games = [
        (file("one.game", rules), file("other.game", &swapped), "pg xooxo/ooxoo/oxoox/xooxo", "--normal"),
        (
            file("arcs-one.game", "game ag\narcs one.arcs\n"),
            file("arcs-other.game", "game ag\narcs other.arcs\n"),
            "ag top",
            "--misere",
        ),
    ];
    for (one, other, position, play) in games {
        let store = folder.path().join(format!("{}.store", &position[..2]));
        let solve = |game: &str, store: Option<&Path>| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
            command.args(["--game", game, "solve", position, play, "--json"]);
            command.args(store.map(|store| ["--store".as_ref(), store.as_os_str()]).into_iter().flatten());
            command.output().unwrap()
        };
        let value = |output: &Output| {
            let answer = told(output);
            (answer["nimber"].clone(), answer["outcome"].clone())
        };
        let first = value(&solve(&one, Some(&store)));
        assert_eq!(value(&solve(&one, Some(&store))), first, "{position}: the same file reads it");
        assert_ne!(value(&solve(&other, None)), first, "{position}: the two differ");
        assert!(positions(&store) > 0, "{position}");
        let refused = solve(&other, Some(&store));
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        let message = String::from_utf8_lossy(&refused.stderr);
        assert!(message.contains("with other rules than this program's"), "{message}");
    }
}

#[test]
#[cfg(unix)]
fn nothing_is_kept_of_a_game_that_a_program_knows() {
    let folder = tempfile::tempdir().unwrap();
    let script = "while read n; do\n  out=\"\"; k=1\n  while [ $k -le $n ]; do out=\"$out $((n - k))\"; k=$((k + 1)); done\n  echo \"$out\"\ndone\n";
    std::fs::write(folder.path().join("heap.sh"), script).unwrap();
    let rules = folder.path().join("heap.game");
    std::fs::write(&rules, "game heap\nprogram sh ./heap.sh\n").unwrap();
    let store = folder.path().join("store");
    let note = "note: --store keeps nothing of `heap`: its rules may be others in the next run\n";
    let words = |position| ["--game", rules.to_str().unwrap(), "solve", position, "--json", "--store"];
    for _ in 0..2 {
        for (position, play) in [("heap 30+12", "--misere"), ("heap 30 + heap 5", "--normal")] {
            let mut command = grundy(&words(position), &store);
            let output = command.arg(play).output().unwrap();
            assert_eq!(told(&output)["outcome"], "N", "{position}");
            assert_eq!(String::from_utf8_lossy(&output.stderr), note, "{position}");
        }
    }
    // What stands beside it is kept, in the same file.
    let before = positions(&store);
    let output = grundy(&words("heap 4 + boxing-match 3x5"), &store).output().unwrap();
    assert_eq!(told(&output)["outcome"], "N");
    assert!(before == 0 && positions(&store) > 0);
}
