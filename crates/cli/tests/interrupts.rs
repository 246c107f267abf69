//! Ctrl-C while a position is read, for whether a large heap can be told takes work; and while the computer thinks.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

fn send(signal: &str, to: &Child) {
    let sent = Command::new("kill").args([signal, &to.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// What the program tells when it is interrupted after a second: it ends with what is known.
fn told_when_interrupted(arguments: &[&str]) -> String {
    let mut grundy = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let running = grundy.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_secs(1));
    send("-INT", &running);
    let told = running.wait_with_output().unwrap();
    assert_eq!(told.status.code(), Some(3), "{arguments:?}: {told:?}");
    String::from_utf8(told.stdout).unwrap()
}

#[test]
fn an_interrupted_trial_of_a_large_heap_is_an_answer() {
    // The trial takes seconds, and the heap itself hours.
    for command in ["solve", "explain"] {
        let text = told_when_interrupted(&[command, "0.[F] 15000"]);
        assert!(text.contains("Not known: stopped by an interruption"), "{command}: {text}");
    }
}

#[test]
fn an_interrupted_review_tells_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    std::fs::write(&file, "position: cram 9x9\nplayers: A, B\n1. A r1c1-r1c2\n").unwrap();
    let text = told_when_interrupted(&["review", "--time", "1h", file.to_str().unwrap()]);
    assert!(text.contains("r1c1-r1c2"), "{text}");
}

#[test]
fn an_interrupted_thought_ends_the_game() {
    // The computer would think for a day.
    let mut grundy = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let mut running = grundy
        .args(["play", "--first", "computer", "--time", "86400s", "cram 8x8"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(running.stdout.take().unwrap()).lines();
    let beginning = told.next().unwrap().unwrap();
    assert!(beginning.starts_with("I begin"), "{beginning}");
    thread::sleep(Duration::from_secs(1));
    send("-INT", &running);
    let rest: Vec<String> = told.map(Result::unwrap).collect();
    assert_eq!(running.wait().unwrap().code(), Some(3), "{rest:?}");
    assert_eq!(rest.last().unwrap(), "The game stops here.");
    assert!(!rest.iter().any(|line| line.starts_with("Me:")), "no move is made: {rest:?}");
}

#[test]
fn the_second_signal_ends_the_program_at_once() {
    for (first, second) in [("-INT", "-TERM"), ("-HUP", "-INT"), ("-HUP", "-TERM")] {
        let mut grundy = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let running = grundy.args(["solve", "cram 9x9"]).stdout(Stdio::piped()).spawn().unwrap();
        thread::sleep(Duration::from_secs(1));
        // Stopped, it sees both at once, before it can answer the first.
        for signal in ["-STOP", first, second, "-CONT"] {
            send(signal, &running);
        }
        let told = running.wait_with_output().unwrap();
        assert_eq!(told.status.code(), Some(3), "{first} {second}: {told:?}");
        assert!(told.stdout.is_empty(), "{first} {second}: {told:?}");
    }
}

#[test]
fn a_signal_while_a_move_is_awaited_ends_the_game() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut grundy = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let mut running = grundy
            .args(["play", "--first", "me", "nim 3 4 5"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(500));
        send(signal, &running);
        assert_eq!(running.wait().unwrap().code(), Some(3), "{signal}");
    }
}

#[test]
fn a_long_sum_is_stopped_while_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nimbers");
    std::fs::write(&file, format!("*1\n{}\n*2\n", vec!["*3"; 200_000].join(" + "))).unwrap();
    let mut grundy = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let told = grundy.args(["solve", "--json", "--time", "2ms", "--file"]).arg(&file).output().unwrap();
    assert_eq!(told.status.code(), Some(3), "{told:?}");
    let text = String::from_utf8(told.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "each line has its answer, and time of its own");
    assert!(
        lines[1].starts_with(r#"{"line":2,"error":"the limit of time was reached before"#),
        "{}",
        lines[1]
    );
    assert!(lines[1].ends_with(r#""help":"allow more with --time","stopped":"time"}"#), "{}", lines[1]);
    assert!(lines[2].contains(r#""nimber":2"#), "{}", lines[2]);
}
