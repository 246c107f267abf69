//! Pictures as files: what other programs can read.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn draw(folder: &Path, arguments: &[&str]) -> Output {
    run(folder, &[&["draw"], arguments].concat())
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).current_dir(folder).output().unwrap()
}

/// The bubbles of a forest have their colours with them; once they were but letters outside of browsers.
#[test]
fn svg_carries_plain_colours_in_light_and_in_dark() {
    let folder = tempfile::tempdir().unwrap();
    assert!(draw(folder.path(), &["--winning", "bubbly (A(B)(C))", "-o", "a.svg"]).status.success());
    let text = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    let shapes = text.split_once("</style>").unwrap().1;
    assert!(!shapes.contains("var("));
    assert_eq!(shapes.matches("<circle").count(), shapes.matches(" stroke=\"#").count());
    assert!(draw(folder.path(), &["--dark", "bubbly (A(B)(C))", "-o", "b.svg"]).status.success());
    let dark = fs::read_to_string(folder.path().join("b.svg")).unwrap();
    assert!(dark.contains("fill=\"#15181d\"") && !dark.contains("<style>"));
}

#[cfg(feature = "png")]
#[test]
fn png_is_drawn_with_letters_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let size = |name: &str| {
        let bytes = fs::read(folder.path().join(name)).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{name}");
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        (number(16), number(20), bytes.len())
    };
    assert!(draw(folder.path(), &["bubbly (A)", "-o", "a.png"]).status.success());
    assert!(draw(folder.path(), &["bubbly ()", "-o", "b.png"]).status.success());
    assert!(draw(folder.path(), &["bubbly (A)", "-o", "c.PNG", "--scale", "4", "--dark"]).status.success());
    let (a, b, c) = (size("a.png"), size("b.png"), size("c.PNG"));
    assert_eq!((2 * a.0, 2 * a.1), (c.0, c.1));
    // Letters are drawn: other letters, another picture.
    assert_ne!(a.2, b.2);
    let large = draw(
        folder.path(),
        &[
            "nim 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30",
            "-o",
            "d.png",
            "--scale",
            "20",
        ],
    );
    assert_eq!(large.status.code(), Some(2), "{large:?}");
    assert!(String::from_utf8(large.stderr).unwrap().contains("help: ask for less with --scale"));
}

/// A picture has the form that its name tells, or none is written.
#[cfg(all(feature = "png", feature = "packing"))]
#[test]
fn names_of_other_forms_are_refused_and_a_scale_is_of_a_png() {
    let folder = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 6] = [
        &["draw", "nim 3 5", "-o", "a.jpg"],
        &["draw", "nim 3 5", "-o", "a.PDF"],
        &["sequence", "kayles", "--plot", "a.jpeg"],
        &["misere", "0.07", "--plot", "a.gif"],
        &["table", "nimbers", "wythoff", "--rows", "3", "--columns", "3", "-o", "a.webp"],
        &["pack", "--disks", "1", "--cavity", "1", "--svg", "a.tiff"],
    ];
    for command in commands {
        let told = run(folder.path(), command);
        assert_eq!(told.status.code(), Some(2), "{command:?}: {told:?}");
        assert!(String::from_utf8(told.stderr).unwrap().contains("end the name in `.svg` or `.png`"));
    }
    let scaled = draw(folder.path(), &["nim 3 5", "-o", "a.svg", "--scale", "4"]);
    assert_eq!(scaled.status.code(), Some(2), "{scaled:?}");
    assert!(String::from_utf8(scaled.stderr).unwrap().contains("--scale is of a PNG"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}
