//! Green Hackenbush at scale: all winning moves against the value alone and against recomputing the value
//! for every edge; time and memory an edge for 10^6 and 10^7 edges; growth.

use grundy_bench::recompute::cuts_by_recomputing;
use grundy_bench::{fastest, report};
use grundy_core::{Knowledge, Nimber, Target};
use grundy_games::Hackenbush;
use grundy_games::hackenbush::{Edge, Graph, GraphShape, theorem};
use peak_alloc::PeakAlloc;
use rand::seq::SliceRandom;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::ops::ControlFlow;
use std::time::Duration;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// All winning moves.
fn winners(graph: &Graph) -> Vec<Edge> {
    let mut winners = Vec::new();
    let _ = Hackenbush.moves_to(graph, Target::exactly(Nimber::ZERO), &mut |edge| {
        winners.push(edge);
        ControlFlow::<()>::Continue(())
    });
    winners
}

/// The same graph, its vertices but the ground renumbered and its edges listed at random.
fn relabelled(graph: &Graph, random: &mut ChaCha8Rng) -> Graph {
    let most = graph.edges().iter().flatten().max().map_or(0, |most| *most);
    let mut numbers: Vec<u32> = (1..=most).collect();
    numbers.shuffle(random);
    numbers.insert(0, 0);
    let mut edges: Vec<[u32; 2]> =
        graph.edges().iter().map(|ends| ends.map(|end| numbers[end as usize])).collect();
    edges.shuffle(random);
    Graph::new(edges).expect("it is the same graph")
}

/// The same graph, its vertices numbered and its edges listed in the order of a walk from the ground
/// that goes on from the vertex that it met last.
fn in_order(graph: &Graph) -> Graph {
    let count = 1 + graph.edges().iter().flatten().max().map_or(0, |most| *most as usize);
    let mut ends = vec![Vec::new(); count];
    for &[from, to] in graph.edges() {
        ends[from as usize].push(to);
        ends[to as usize].push(from);
    }
    let mut numbers = vec![u32::MAX; count];
    numbers[0] = 0;
    let (mut met, mut walk) = (1, vec![(0, 0)]);
    while let Some((at, next)) = walk.last_mut() {
        match ends[*at as usize].get(*next) {
            None => _ = walk.pop(),
            Some(&other) => {
                *next += 1;
                if numbers[other as usize] == u32::MAX {
                    numbers[other as usize] = met;
                    met += 1;
                    walk.push((other, 0));
                }
            }
        }
    }
    let mut edges: Vec<[u32; 2]> =
        graph.edges().iter().map(|ends| ends.map(|end| numbers[end as usize])).collect();
    edges.sort_unstable_by_key(|[from, to]| *from.max(to));
    Graph::new(edges).expect("it is the same graph")
}

fn ring(size: u32) -> Graph {
    Graph::new((0..size).map(|vertex| [vertex, (vertex + 1) % size]).collect()).expect("it is a ring")
}

fn nanoseconds_an_edge(time: Duration, size: usize) -> f64 {
    time.as_secs_f64() * 1e9 / size as f64
}

/// The winners on one ring and on a tree with 10 % more edges, against the value alone.
fn against_the_value(random: &mut ChaCha8Rng) {
    let size = 500_000;
    let plain = ring(size);
    for (name, graph, most) in [
        ("tree and 10 % more edges of 5*10^5", GraphShape::Sparse.draw(size as usize, random), 2.0),
        ("ring of 5*10^5", plain, 8.0),
        ("ring and trees of 5*10^5", GraphShape::Ring.draw(size as usize, random), 8.0),
    ] {
        for (order, graph) in [("in order", in_order(&graph)), ("relabelled", relabelled(&graph, random))] {
            let (value_time, value) = fastest(9, || theorem::nimber(&graph));
            let (time, found) = fastest(9, || winners(&graph));
            assert!(found.iter().take(3).all(|edge| theorem::nimber(&graph.without(*edge)).is_zero()));
            assert_eq!(found.is_empty(), value.is_zero(), "a graph that is not worth 0 has a winning move");
            let ratio = time.as_secs_f64() / value_time.as_secs_f64();
            println!(
                "{name}, {order}: value {:.1} ns an edge, all winning moves {:.1}",
                nanoseconds_an_edge(value_time, graph.len()),
                nanoseconds_an_edge(time, graph.len())
            );
            report("  winning moves over value alone", ratio, "x", &format!("<= {most}"), ratio <= most);
        }
    }
}

/// Time an edge and memory at 10^6 and 10^7 edges, relabelled.
fn large(shapes: &[GraphShape], size: usize, most: f64, random: &mut ChaCha8Rng) {
    for &shape in shapes {
        let graph = relabelled(&shape.draw(size, random), random);
        let (time, _) = fastest(3, || winners(&graph));
        let each = nanoseconds_an_edge(time, size);
        let name = format!("{} of {size} edges, relabelled", shape.name());
        report(&name, each, "ns each", &format!("<= {most}"), each <= most);
        let before = HEAP.current_usage();
        HEAP.reset_peak_usage();
        let found = theorem::cuts_to(&graph, Nimber::ZERO);
        let bytes = (HEAP.peak_usage() - before) as f64 / size as f64;
        report("  memory over the edge list", bytes, "B each", "<= 100", bytes <= 100.0);
        drop(found);
    }
}

/// The processor's time in this program, without the kernel's, for one of many runs: what other programs do
/// and what fresh pages of memory cost does not count. The clock of Linux ticks in hundredths of a second.
fn processor_time(runs: u32, mut run: impl FnMut()) -> f64 {
    let ticks = || -> u64 {
        let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells");
        let fields = stat.rsplit(") ").next().unwrap_or_default();
        fields.split(' ').nth(11).and_then(|field| field.parse().ok()).expect("the twelfth is user time")
    };
    run();
    let start = ticks();
    (0..runs).for_each(|_| run());
    (ticks() - start) as f64 / f64::from(runs)
}

/// How the time for all winning moves grows from 10^5 to 10^6 edges.
fn growth(random: &mut ChaCha8Rng) {
    for shape in GraphShape::ALL {
        let graphs = [100_000, 1_000_000].map(|size| shape.draw(size, random));
        let mixed = graphs.each_ref().map(|graph| relabelled(graph, random));
        let graphs = graphs.each_ref().map(in_order);
        for (order, [small, large], most) in [("in order", graphs, 20.0), ("relabelled", mixed, 40.0)] {
            let [small, large] = [(small, 200), (large, 20)]
                .map(|(graph, runs)| processor_time(runs, || drop(winners(&graph))));
            let factor = large / small;
            println!("{}, {order}: {:.1} and {:.1} ns an edge", shape.name(), small * 100.0, large * 10.0);
            let name = format!("{}, {order}: growth from 10^5 to 10^6", shape.name());
            report(&name, factor, "x", &format!("<= {most}"), factor <= most);
        }
    }
}

/// Against computing the value anew for every edge.
fn against_recomputing(random: &mut ChaCha8Rng) {
    let size = 10_000;
    for shape in [GraphShape::Sparse, GraphShape::Ring, GraphShape::Grid] {
        let graph = relabelled(&shape.draw(size, random), random);
        let (rival, expected) = fastest(1, || cuts_by_recomputing(graph.edges(), 0));
        let (ours, found) = fastest(15, || winners(&graph));
        assert_eq!(found.iter().map(|edge| edge.0).collect::<Vec<_>>(), expected);
        let ratio = rival.as_secs_f64() / ours.as_secs_f64();
        let name = format!("{} of 10^4 edges: recomputing for every edge, ratio", shape.name());
        report(&name, ratio, "x", ">= 1000", ratio >= 1000.0);
    }
}

fn main() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    against_the_value(&mut random);
    against_recomputing(&mut random);
    growth(&mut random);
    large(&GraphShape::ALL, 1_000_000, 1000.0, &mut random);
    large(&[GraphShape::Sparse, GraphShape::Ring], 10_000_000, 1500.0, &mut random);
}
