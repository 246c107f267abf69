//! What is compiled against the plain definition, on random rules files and boards.

mod random_rules;

use random_rules::{Met, check};

#[test]
fn random_files_are_what_they_say() {
    let mut met = Met::default();
    let from = std::env::var("OWN_FROM").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let count = std::env::var("OWN_COUNT").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    let mut wrong = Vec::new();
    for seed in from..from + count {
        match std::panic::catch_unwind(|| check(seed)) {
            Ok(found) => met.add(&found),
            Err(_) => wrong.push(seed),
        }
        assert!(wrong.len() < 12, "{wrong:?}");
    }
    eprintln!("{met:?}");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(met.positions > met.files, "{met:?}");
}
