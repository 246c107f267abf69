//! How long a misère sum of a million heaps of Kayles takes:
//! `cargo run --release -p grundy-misere --example million_heaps`.

use grundy_core::Run;
use grundy_misere::{HeapQuotient, HeapSum, Reach};
use std::time::Instant;

/// Heaps up to 10^9 that look as if drawn at random.
fn heaps(count: usize) -> Vec<u64> {
    let mut state = 1_u64;
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 1_000_000_000
    };
    std::iter::repeat_with(next).take(count).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kayles = HeapQuotient::new(&"0.77".parse()?).carried(&Reach::default(), &Run::unlimited());
    // One heap less than a million: a sum for the next player.
    let heaps = heaps(999_999);
    let started = Instant::now();
    let sum = HeapSum::new(&kayles, &heaps).ok_or("the quotient of Kayles is known for all heaps")?;
    let is_p = sum.is_p();
    let outcome = started.elapsed();
    let groups = sum.groups().len();
    let grouped = started.elapsed();
    let count = sum.count_winning(&heaps, &Run::unlimited())?;
    println!("P: {is_p} in {outcome:?}; {groups} values in {grouped:?}");
    println!("{count} moves win, in {:?}", started.elapsed());
    let moves = Instant::now();
    let groups = sum.winning_groups(&heaps, &Run::unlimited())?;
    println!("all of them in {} groups, in {:?}", groups.len(), moves.elapsed());
    Ok(())
}
