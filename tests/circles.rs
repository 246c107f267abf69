//! No file imports in a circle: within each crate, imports lead from one file to another and never back. A
//! parent's `mod` lines and re-exports do not count, nor does what is there for tests.

#![allow(clippy::unwrap_used, clippy::expect_used)] // in a test, a panic is the report

mod source;

use std::collections::{BTreeMap, BTreeSet};

#[test]
fn no_file_imports_in_a_circle() {
    let mut found = Vec::new();
    for one in source::crates() {
        let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (path, module) in &one.modules {
            let homes = module.imports.iter().filter_map(|import| one.home(import));
            arrows.insert(path, homes.filter(|home| home != path).collect());
        }
        for circle in circles(&arrows) {
            let files: Vec<&str> = circle.iter().map(|path| one.modules[*path].file.as_str()).collect();
            found.push(format!("{}: {}", one.name, files.join(", ")));
        }
    }
    assert!(found.is_empty(), "these files import in a circle:\n{}", found.join("\n"));
}

/// The sets of files that all lead to each other.
fn circles<'a>(arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<Vec<&'a str>> {
    let reach = |from: &'a str| {
        let (mut met, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(at) = open.pop() {
            for &next in arrows.get(at).into_iter().flatten() {
                if met.insert(next) {
                    open.push(next);
                }
            }
        }
        met
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> = arrows.keys().map(|&from| (from, reach(from))).collect();
    let mut left: BTreeSet<&str> =
        arrows.keys().copied().filter(|from| reached[from].contains(from)).collect();
    let mut found = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut circle = vec![first];
        circle.extend(
            left.iter()
                .copied()
                .filter(|other| reached[first].contains(other) && reached[other].contains(first)),
        );
        circle.iter().for_each(|member| _ = left.remove(member));
        found.push(circle);
    }
    found
}

#[test]
fn a_circle_is_seen() {
    let arrows = BTreeMap::from([
        ("a", BTreeSet::from(["b"])),
        ("b", BTreeSet::from(["c", "d"])),
        ("c", BTreeSet::from(["a"])),
        ("d", BTreeSet::new()),
    ]);
    assert_eq!(circles(&arrows), [vec!["a", "b", "c"]]);
}
