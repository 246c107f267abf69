//! Pictures of large forests, and the answers of the player in long games.

use grundy::{Convention, Level, Marks, Player, Position, Record, Request, Side};
use grundy_bench::{fastest, report};
use grundy_core::Notation;
use grundy_games::bubbly::uniform_forest;
use grundy_games::{Bubbly, bubbly::Forest};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::time::Instant;

/// A forest in which each bubble goes into one before it, drawn at random: bushy, not deep.
fn recursive_forest(size: usize, random: &mut ChaCha8Rng) -> Forest {
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); size];
    for bubble in 1..size {
        inside[random.random_range(0..bubble)].push(bubble);
    }
    let mut depths = Vec::with_capacity(size);
    let mut waiting = vec![(0, 0u32)];
    while let Some((bubble, depth)) = waiting.pop() {
        depths.push(depth);
        waiting.extend(inside[bubble].iter().map(|&inner| (inner, depth + 1)));
    }
    Forest::from_depths(depths)
}

fn main() {
    let mut random = ChaCha8Rng::seed_from_u64(2019);
    let star = Forest::from_depths([vec![0], vec![1; 499]].concat());
    let mut forests = vec![("499 bubbles in one", star)];
    for _ in 0..5 {
        forests.push(("a uniform forest of 500 bubbles", uniform_forest(500, &mut random)));
        forests.push(("a recursive tree of 500 bubbles", recursive_forest(500, &mut random)));
    }
    for (name, forest) in forests {
        let position: Position = format!("bubbly {}", Bubbly.format(&forest)).parse().expect("a forest");
        let winning = position.solve(&Request::default()).winning;
        let marks = Marks { winning, making: None };
        let (time, svg) = fastest(3, || position.draw(&marks).expect("labels of moves").svg());
        assert!(svg.matches("<circle").count() > 200);
        let milliseconds = time.as_secs_f64() * 1e3;
        report(name, milliseconds, "ms", "< 200", milliseconds < 200.0);
    }
    let large: Position = format!("bubbly {}", Bubbly.format(&uniform_forest(1_000_000, &mut random)))
        .parse()
        .expect("a forest");
    let (time, svg) = fastest(3, || large.draw(&Marks::default()).expect("no labels").svg());
    assert!(svg.contains("too large to show whole"));
    let seconds = time.as_secs_f64();
    report("the summary of 10^6 bubbles", seconds, "s", "< 1", seconds < 1.0);

    let (time, choice) = fastest(1, || Player::default().choose(&large).expect("it has moves"));
    large.play(&choice.label).expect("the choice is a move");
    let seconds = time.as_secs_f64();
    report("a move among 10^6 bubbles", seconds, "s", "< 5", seconds < 5.0);
    for (name, text) in [
        ("a game of 500 bubbles", format!("bubbly {}", Bubbly.format(&uniform_forest(500, &mut random)))),
        ("a game of Nim with 10 large heaps", format!("nim{}", " 1000000007 999999937".repeat(5))),
        ("a game of Kayles with rows of 30 to 50", "kayles 30 35 40 45 50".to_owned()),
    ] {
        let (moves, slowest) = long_game(&text.parse().expect("a position"));
        println!("{name}: {moves} moves");
        report("its slowest answer", slowest * 1e3, "ms", "< 1000", slowest < 1.0);
    }
}

/// Plays a perfect against a casual player, and gives the number of moves and the longest thought.
fn long_game(start: &Position) -> (usize, f64) {
    let mut record = Record::new(start.clone(), Convention::Normal, Side::Me, Level::Perfect);
    let mut slowest = 0f64;
    while record.winner().is_none() && record.moves().len() < 300 {
        let level = if record.to_move() == Side::Me { Level::Casual } else { Level::Perfect };
        let player = Player { level, ..Player::default() };
        let started = Instant::now();
        let choice = player.choose(record.position()).expect("the game goes on");
        slowest = slowest.max(started.elapsed().as_secs_f64());
        record.play(&choice.label).expect("the choice is a move");
    }
    (record.moves().len(), slowest)
}
