//! Bubbly at scale: 10^6 random bubbles against tries, from text to answer, memory, and growth.

use grundy::{Position, Request};
use grundy_bench::rivals::solve_by_tries;
use grundy_bench::{fastest, report};
use grundy_core::{Knowledge, Nimber, Notation, Target};
use grundy_games::Bubbly;
use grundy_games::bubbly::{Forest, theorem, uniform_forest};
use peak_alloc::PeakAlloc;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::ops::ControlFlow;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn value_and_winners(forest: &Forest) -> (u64, Vec<u32>) {
    let mut winners = Vec::new();
    let _ = Bubbly.moves_to(forest, Target::exactly(Nimber::ZERO), &mut |bubble| {
        winners.push(bubble.0);
        ControlFlow::<()>::Continue(())
    });
    (theorem::nimber(forest).0, winners)
}

/// The same forest as text, every bubble with a label of its own: `(a0(a1)...`.
fn labelled(forest: &Forest) -> String {
    let mut text = String::from("bubbly ");
    let mut open = 0;
    for (index, &depth) in forest.depths().iter().enumerate() {
        text.extend(std::iter::repeat_n(')', (open - depth) as usize));
        text += &format!("(a{index:x}");
        open = depth + 1;
    }
    text.extend(std::iter::repeat_n(')', open as usize));
    text
}

fn nanoseconds_a_bubble(time: std::time::Duration, size: usize) -> f64 {
    time.as_secs_f64() * 1e9 / size as f64
}

fn main() {
    let mut random = ChaCha8Rng::seed_from_u64(2019);
    let size = 1_000_000;
    let forest = uniform_forest(size, &mut random);

    // In memory, in turn with the rival.
    let (rival, by_tries) = fastest(3, || solve_by_tries(forest.depths()));
    let (ours, found) = fastest(15, || value_and_winners(&forest));
    assert_eq!((found.0, &found.1), (u64::from(by_tries.0), &by_tries.1), "both find the same");
    println!("10^6 random bubbles: value *{}, {} winning bubbles", found.0, found.1.len());
    let each = nanoseconds_a_bubble(ours, size);
    report("in memory: value and all winning moves", each, "ns each", "<= 10", each <= 10.0);
    let ratio = rival.as_secs_f64() / ours.as_secs_f64();
    report("the same by mergeable tries, ratio", ratio, "x", ">= 30", ratio >= 30.0);

    // From text to answer, the text bare and with labels.
    for (name, text) in [
        ("from bare text to answer", format!("bubbly {}", Bubbly.format(&forest))),
        ("from text with labels to answer", labelled(&forest)),
    ] {
        let solve = || text.parse::<Position>().expect("it is a forest").solve(&Request::default());
        let (time, answer) = fastest(9, solve);
        assert_eq!(answer.nimber, Some(Nimber(found.0)));
        assert_eq!(answer.winning_count, Some(found.1.len() as u128));
        let each = nanoseconds_a_bubble(time, size);
        report(name, each, "ns each", "<= 40", each <= 40.0);

        let before = HEAP.current_usage();
        HEAP.reset_peak_usage();
        let answer = solve();
        let peak = (HEAP.peak_usage() - before) as f64 / size as f64;
        assert_eq!(answer.moves, size as u128);
        report(&format!("{name}: memory beside the text"), peak, "B each", "<= 32", peak <= 32.0);
    }

    // Misère play has its own pass.
    let tame = Bubbly.tame(&forest).expect("every forest is tame");
    let misere = || {
        let mut count = 0;
        let _ = Bubbly.moves_to(&forest, Target::misere(grundy_core::Tame::ZERO), &mut |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    };
    let (time, count) = fastest(9, misere);
    assert_eq!(count, found.1.len(), "with nests left, misère play asks for the same ({tame:?})");
    println!("misère winners: {:.2} ns each", nanoseconds_a_bubble(time, size));

    // Growth from 10^5 to 10^7, per bubble.
    let growth: Vec<f64> = [100_000, 10_000_000]
        .map(|size| {
            let forest = uniform_forest(size, &mut random);
            let (time, _) = fastest(5, || value_and_winners(&forest));
            nanoseconds_a_bubble(time, size)
        })
        .to_vec();
    let factor = growth[1] / growth[0];
    report("growth of the time a bubble from 10^5 to 10^7", factor, "x", "<= 3", factor <= 3.0);

    // A chain, the deepest nest of all.
    let chain = Forest::from_depths((0..size as u32).collect());
    let (time, (value, winners)) = fastest(9, || value_and_winners(&chain));
    assert_eq!((value, winners), (size as u64, vec![size as u32 - 1]));
    println!("a chain 10^6 deep: {:.2} ns each", nanoseconds_a_bubble(time, size));
}
