//! Every road to an answer, held to the definition on random positions of every game.
//!
//! `cargo run --release -p grundy-bench --bin differential -- --positions 1000000 --seed 1`
//!
//! For each position, alone or a sum of two games, 3 to 14 moves deep: outcome, nimber and the full list of
//! winning moves, under both conventions, by the definition written here (`reference`), by `--method
//! definition`, by theorems, by search, by two threads, from a store, and from tables; and every move against
//! the rules written anew (`plain`). It exits 1 when anything differs, or a game has no positions. The seed decides
//! all; threads do not matter.

mod plain;
mod reference;
mod roads;
mod sketch;
mod tally;
mod walk;

use clap::Parser;
use grundy::Shelf;
use roads::Tables;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tally::Tally;
use walk::{Chunk, Chunks};

/// Holds every road to an answer to the definition.
#[derive(Parser)]
struct Arguments {
    /// How many positions, shared evenly by all games
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    positions: u64,
    /// Another seed, other positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many parts of the run go on at once; the figures are the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Only this game; sums with others are made all the same
    #[arg(long, value_name = "ID")]
    game: Option<String>,
}

/// At most this many differences are printed with their commands.
const MOST_TOLD: usize = 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let started = Instant::now();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let tables = Tables::build(folder.path()).expect("tables of 4x4 can be built");
    let chunks = Chunks::of(arguments.positions, arguments.seed, arguments.game.as_deref());
    let tallies = run(&chunks, arguments.threads, |chunk| chunk.compare(&tables, folder.path()));
    let is_meant = |id: &str| arguments.game.as_deref().is_none_or(|game| game == id);
    let names = Shelf::builtin().cards().map(|card| &*card.id);
    let without = names.zip(&tallies).filter(|(id, tally)| is_meant(id) && tally.positions == 0);
    let without: Vec<&str> = without.map(|(id, _)| id).collect();
    let total = tell(tallies);
    println!("{} states were told by tables to searches", tables.told());
    println!(
        "{} positions, seed {}, {} sums, {} moves held to rules written anew: {} differences, {:.0} s",
        total.positions,
        arguments.seed,
        total.sums,
        total.moves_checked,
        total.differences.len(),
        started.elapsed().as_secs_f64()
    );
    for difference in total.differences.iter().take(MOST_TOLD) {
        println!("DIFFERENCE {}: {}\n    {}", difference.position, difference.what, difference.command);
    }
    if !without.is_empty() || total.positions == 0 {
        let games = if without.is_empty() { "any game".to_owned() } else { without.join(", ") };
        println!("no positions were made of: {games}");
        return ExitCode::FAILURE;
    }
    if total.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Works all chunks off, and gives the figures by game.
fn run(chunks: &[Chunk], threads: usize, work: impl Fn(&Chunk) -> Tally + Sync) -> Vec<Tally> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Tally>>> = Mutex::new(chunks.iter().map(|_| None).collect());
    let worker = || {
        while let Some((number, chunk)) = Some(next.fetch_add(1, Ordering::Relaxed))
            .and_then(|number| chunks.get(number).map(|chunk| (number, chunk)))
        {
            let tally = work(chunk);
            done.lock().expect("nobody panics with the lock")[number] = Some(tally);
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| _ = scope.spawn(worker));
        worker();
    });
    let mut games: Vec<Tally> = Shelf::builtin().games().map(|_| Tally::default()).collect();
    let done = done.into_inner().expect("nobody panics with the lock");
    for (chunk, tally) in chunks.iter().zip(done) {
        games[chunk.game].add(tally.expect("every chunk was worked off"));
    }
    games
}

/// Prints the table, and gives the sum of all.
fn tell(games: Vec<Tally>) -> Tally {
    println!("{}", Tally::heading());
    let mut total = Tally::default();
    for (game, tally) in Shelf::builtin().games().zip(games).filter(|(_, tally)| tally.positions > 0) {
        println!("{}", tally.line(&game.card().id));
        total.add(tally);
    }
    println!("{}", total.line("all"));
    let mut refused: Vec<&String> = total.refused.iter().collect();
    refused.sort();
    if !refused.is_empty() {
        println!("refused and passed over: {refused:?}");
    }
    let [first, second] = total.nodes;
    println!("{first} positions searched before there was a store, {second} with it");
    total
}
