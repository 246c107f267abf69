//! What the benchmarks share: timing in turn, and the rivals that are written in Rust.
//!
//! Every benchmark asserts its answers, runs its rival in the same session, and prints ratios: this
//! is what can be compared on a noisy machine. Run them with `cargo bench -p grundy-bench`.

pub mod limits;
pub mod recompute;
pub mod rivals;
pub mod stones;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The shortest time of some runs, and the last result: what other programs on the machine take away
/// only ever adds to a time, so the shortest is the nearest to the truth.
pub fn fastest<T>(runs: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut once = || {
        let start = Instant::now();
        let result = std::hint::black_box(run());
        (start.elapsed(), result)
    };
    let (mut shortest, mut result) = once();
    for _ in 1..runs {
        let (time, next) = once();
        shortest = shortest.min(time);
        result = next;
    }
    (shortest, result)
}

/// Prints a figure against its bar, and says whether it is reached.
pub fn report(what: &str, figure: f64, unit: &str, bar: &str, is_reached: bool) {
    let verdict = if is_reached { "reached" } else { "MISSED" };
    println!("{what:<64} {figure:>12.2} {unit:<8} bar: {bar:<12} {verdict}");
}

/// The folder of this crate.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Builds the program with optimisation, and gives its path.
pub fn program() -> PathBuf {
    let workspace = folder().join("..");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--package", "grundy-cli"])
        .current_dir(&workspace)
        .status()
        .expect("cargo runs, for it runs this benchmark");
    assert!(status.success(), "the program builds");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(workspace.join("target"), PathBuf::from);
    target.join("release/grundy")
}

/// The output of a program that is given some input, as text.
pub fn output(command: &mut Command, input: &Path) -> String {
    let input = std::fs::File::open(input).expect("the benchmark has written it");
    let output = command.stdin(input).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}
