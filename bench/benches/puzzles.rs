//! Whole processes: the seven Mystery Hunt puzzles and a caterpillar of 400 bubbles, against the
//! program published with the puzzle's solution (needs python3).

use grundy_bench::{fastest, folder, output, program, report};
use std::path::Path;
use std::process::Command;

const PUZZLES: &str = include_str!("../../data/bubbly/mystery-hunt-2019.txt");

/// A nest of 200 with a single bubble beside each: 400 bubbles.
fn caterpillar() -> String {
    let mut text = String::new();
    for _ in 0..200 {
        text += "(A(B)";
    }
    text + &")".repeat(200)
}

fn rival(input: &Path) -> Vec<String> {
    let mut python = Command::new("python3");
    python.arg(folder().join("rivals/bubbly_seed.py"));
    let lines = output(&mut python, input);
    lines.lines().map(|line| line.trim_start_matches("winning moves: ").to_owned()).collect()
}

fn ours(program: &Path, input: &Path) -> Vec<serde_json::Value> {
    let mut grundy = Command::new(program);
    grundy.args(["solve", "--lenient", "--json", "-"]);
    output(&mut grundy, input).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn main() {
    let program = program();
    let scratch = std::env::temp_dir().join(format!("grundy-bench-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder for scratch files");
    let write = |name: &str, text: String| {
        let path = scratch.join(name);
        std::fs::write(&path, text).expect("scratch files can be written");
        path
    };

    let puzzles: Vec<(&str, &str)> = PUZZLES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(' ').expect("a forest and its answer"))
        .collect();
    let bare = write("puzzles.txt", puzzles.iter().map(|(forest, _)| format!("{forest}\n")).collect());
    let named = write("named.txt", puzzles.iter().map(|(forest, _)| format!("bubbly {forest}\n")).collect());
    let (slow, by_rival) = fastest(15, || rival(&bare));
    let (fast, by_us) = fastest(31, || ours(&program, &named));
    for (index, (_, letters)) in puzzles.iter().enumerate() {
        let found: String = by_us[index]["winning"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|label| label.as_str().expect("a label"))
            .collect();
        assert_eq!((found.as_str(), by_rival[index].as_str()), (*letters, *letters));
    }
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("seven puzzles: {:.1} ms against {:.1} ms", fast.as_secs_f64() * 1e3, slow.as_secs_f64() * 1e3);
    report("the seven puzzles, whole process", ratio, "x", ">= 10", ratio >= 10.0);

    let bare = write("caterpillar.txt", caterpillar() + "\n");
    let named = write("caterpillar-named.txt", format!("bubbly {}\n", caterpillar()));
    let (slow, by_rival) = fastest(1, || rival(&bare));
    let (fast, by_us) = fastest(31, || ours(&program, &named));
    let count = by_us[0]["winning_count"].as_u64().expect("a number");
    assert_eq!(count as usize, by_rival[0].len(), "both find as many");
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!(
        "caterpillar of 400: {:.1} ms against {:.0} ms",
        fast.as_secs_f64() * 1e3,
        slow.as_secs_f64() * 1e3
    );
    report("a caterpillar of 400 bubbles, whole process", ratio, "x", ">= 1000", ratio >= 1000.0);
    std::fs::remove_dir_all(&scratch).expect("scratch files can be removed");
}
