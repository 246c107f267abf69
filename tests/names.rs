//! One word for one thing: no two public types of the workspace share a name, but for those that
//! docs/glossary.md allows.

#![allow(clippy::unwrap_used, clippy::expect_used)] // in a test, a panic is the report

mod source;

use std::collections::BTreeMap;

/// The heading of the list of names that may be shared.
const ALLOWED: &str = "## Names that two types may share";

#[test]
fn no_two_public_types_share_a_name() {
    let glossary = std::fs::read_to_string(source::root().join("docs/glossary.md")).unwrap();
    let (_, list) = glossary.split_once(ALLOWED).expect("the glossary has the list");
    let allowed: Vec<&str> =
        list.lines().filter_map(|line| line.strip_prefix("* `")?.split('`').next()).collect();
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for module in source::crates().into_iter().flat_map(|one| one.modules.into_values()) {
        for name in module.types {
            places.entry(name).or_default().push(module.file.clone());
        }
    }
    let shared: Vec<String> = places
        .iter()
        .filter(|(name, files)| files.len() > 1 && !allowed.contains(&name.as_str()))
        .map(|(name, files)| format!("{name}: {}", files.join(", ")))
        .collect();
    assert!(shared.is_empty(), "these names are public types in several places:\n{}", shared.join("\n"));
    let idle: Vec<&&str> =
        allowed.iter().filter(|name| places.get(**name).is_none_or(|files| files.len() < 2)).collect();
    assert!(idle.is_empty(), "these are allowed, and no two types have them: {idle:?}");
}
