//! Nim with 10^6 heaps: all winning moves, in process; the rival tries every heap by a new XOR.

use grundy::{Position, Request};
use grundy_bench::{fastest, report};
use grundy_core::{Knowledge, Nimber, Target};
use grundy_games::Nim;
use grundy_games::nim::{Heaps, Take};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::ops::ControlFlow;

fn winners(heaps: &Heaps) -> Vec<Take> {
    let mut winners = Vec::new();
    let _ = Nim.moves_to(heaps, Target::exactly(Nimber::ZERO), &mut |take| {
        winners.push(take);
        ControlFlow::<()>::Continue(())
    });
    winners
}

fn main() {
    let mut random = ChaCha8Rng::seed_from_u64(1901);
    let sizes: Vec<u64> = (0..1_000_000).map(|_| random.random_range(0..=i64::MAX as u64)).collect();
    let heaps = Heaps(sizes);
    let (time, found) = fastest(15, || winners(&heaps));
    // The rival on a thousandth of the heaps: for each of them, the XOR of all others anew.
    let sample = heaps.0.len() / 1000;
    let (slow, checked) = fastest(1, || {
        (0..sample)
            .filter(|&heap| {
                let others = heaps.0.iter().enumerate().filter(|(index, _)| *index != heap);
                others.fold(0, |total, (_, size)| total ^ size) < heaps.0[heap]
            })
            .count()
    });
    assert_eq!(checked, found.iter().filter(|take| take.heap < sample).count());
    let milliseconds = time.as_secs_f64() * 1e3;
    println!("10^6 heaps, {} winning moves", found.len());
    report("all winning moves of 10^6 heaps", milliseconds, "ms", "< 50", milliseconds < 50.0);
    let ratio = slow.as_secs_f64() * 1000.0 / time.as_secs_f64();
    report("against a new XOR for every heap, ratio", ratio, "x", "(no bar)", true);

    let text = format!("nim {}", heaps.0.iter().map(u64::to_string).collect::<Vec<_>>().join(" "));
    let (time, answer) = fastest(5, || text.parse::<Position>().expect("heaps").solve(&Request::default()));
    assert_eq!(answer.winning_count, Some(found.len() as u128));
    println!("from text to answer: {:.1} ms", time.as_secs_f64() * 1e3);
}
