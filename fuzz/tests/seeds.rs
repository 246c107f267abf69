//! No seed of any target leads to a fault.

use grundy_fuzz::{TARGETS, seeds};
use std::fs;

#[test]
fn no_seed_leads_to_a_fault() -> Result<(), String> {
    for target in TARGETS {
        let (name, body) = target;
        for file in seeds(target)? {
            // Where the body panics, the last of these lines tells the seed.
            println!("{name}: {}", file.display());
            let data = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            body(&data);
        }
    }
    Ok(())
}
