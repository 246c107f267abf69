//! The arrows between crates point one way, as docs/architecture.md draws them.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use cargo_metadata::{DependencyKind, MetadataCommand};
use std::collections::BTreeMap;

/// Each crate with those that it may depend on; nothing points to a line below.
const ARROWS: &[(&str, &[&str])] = &[
    ("grundy-picture", &[]),
    ("grundy-core", &["grundy-picture"]),
    ("grundy-solve", &["grundy-core"]),
    ("grundy-heaps", &["grundy-core"]),
    ("grundy-misere", &["grundy-core", "grundy-heaps"]),
    ("grundy-tables", &["grundy-core"]),
    ("grundy-check", &["grundy-core", "grundy-heaps", "grundy-tables"]),
    ("grundy-packing", &["grundy-core"]),
    ("grundy-store", &[]),
    ("grundy-games", &["grundy-picture", "grundy-core", "grundy-heaps", "grundy-packing"]),
    ("grundy-own", &["grundy-picture", "grundy-core", "grundy-solve", "grundy-heaps", "grundy-games"]),
    (
        "grundy",
        &[
            "grundy-picture",
            "grundy-core",
            "grundy-solve",
            "grundy-heaps",
            "grundy-misere",
            "grundy-check",
            "grundy-packing",
            "grundy-tables",
            "grundy-games",
            "grundy-own",
            "grundy-store",
        ],
    ),
    // A page or the program never sees games: the shelf is the only door.
    ("grundy-web", &["grundy"]),
    ("grundy-cli", &["grundy", "grundy-web"]),
    (
        "grundy-bench",
        &[
            "grundy",
            "grundy-core",
            "grundy-solve",
            "grundy-heaps",
            "grundy-tables",
            "grundy-check",
            "grundy-packing",
            "grundy-games",
            "grundy-own",
        ],
    ),
    ("grundy-fuzz", &["grundy", "grundy-web"]),
];

#[test]
fn no_arrow_between_crates_turns() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(manifest).no_deps().exec().unwrap();
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let names: Vec<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let may = allowed.get(name).unwrap_or_else(|| panic!("{name} is not in the drawing of arrows"));
        for dependency in &package.dependencies {
            // A crate may ask for more features of itself in its tests.
            if names.contains(&dependency.name.as_str()) && dependency.name != name {
                let kind = if dependency.kind == DependencyKind::Development { " (in tests)" } else { "" };
                assert!(
                    may.contains(&dependency.name.as_str()),
                    "{name} -> {}{kind} is no arrow of the drawing",
                    dependency.name
                );
            }
        }
    }
    assert_eq!(names.len(), ARROWS.len(), "the drawing has crates that are gone: {names:?}");
}

#[test]
fn the_drawing_has_no_circle() {
    for (index, (name, may)) in ARROWS.iter().enumerate() {
        let before: Vec<&str> = ARROWS[..index].iter().map(|(name, _)| *name).collect();
        assert!(may.iter().all(|target| before.contains(target)), "{name} points down the list");
    }
}

#[test]
fn the_core_depends_on_pictures_alone() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(manifest).no_deps().exec().unwrap();
    let core = metadata.packages.iter().find(|package| package.name.as_str() == "grundy-core").unwrap();
    assert!(
        core.dependencies.iter().all(|dependency| dependency.optional || dependency.name == "grundy-picture")
    );
}

/// The Python package is a workspace of its own. Its build refuses a lock file that lacks a dependency of a crate here,
/// and runs only where Python is.
#[test]
fn the_lock_file_of_the_python_package_knows_all_dependencies() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let manifest = format!("{root}/Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(manifest).no_deps().exec().unwrap();
    let lock = std::fs::read_to_string(format!("{root}/crates/python/Cargo.lock")).unwrap();
    let mut seen = 0;
    for locked in lock.split("[[package]]") {
        let is_locked = |name: &str| locked.contains(&format!("\nname = \"{name}\"\n"));
        let Some(package) = metadata.packages.iter().find(|package| is_locked(&package.name)) else {
            continue;
        };
        seen += 1;
        let needed = package.dependencies.iter();
        for dependency in needed.filter(|one| one.kind == DependencyKind::Normal && !one.optional) {
            let name = &dependency.name;
            // With its version where the lock file has several.
            let is_there = [format!("\n \"{name}\","), format!("\n \"{name} ")];
            assert!(
                is_there.iter().any(|line| locked.contains(line)),
                "crates/python/Cargo.lock lacks {} -> {name}: run `cargo metadata` in crates/python",
                package.name
            );
        }
    }
    assert!(seen > 8, "{seen} crates of this workspace are in the lock file");
}
