//! Tables of every state, against the dynamic programs of the article on 2D Nim (needs python3).
//!
//! `cargo bench --bench tables [-- long] [article] [agreement] [kept]`: `agreement` holds 10,000 random states of
//! 5x5 by search to the tables of both games; `kept` holds every answer of plain, symmetric, compressed and nimber
//! tables of all boards of at most 20 cells to the definition; `long` adds every nimber of 5x6 and the boards of 6x6,
//! 8 GiB each, built in a folder of the scratch directory (`TMPDIR`); `article` runs the article's program
//! in Rust on 5x5 instead of 4x5, which takes minutes.

use grundy_bench::stones::{losing_by_article, losing_by_bytes};
use grundy_bench::{fastest, folder, report};
use grundy_core::{Convention, Limits, Outcome, Run};
use grundy_games::grid::GridBoard;
use grundy_games::{BoxingMatch, TwoDNim};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use grundy_tables::{Build, Content, Rules, StateTable, States, TableGame, TableShape};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::process::Command;
use std::time::Instant;

const NIM: TableGame = TableGame::two_d_nim(Some(3));
const TAC_TIX: TableGame = TableGame::two_d_nim(None);

fn shape(game: TableGame, rows: u32, columns: u32, convention: Convention, content: Content) -> TableShape {
    let rules = Rules::new(&game, rows, columns, convention).expect("a board within the limits");
    TableShape::new(rules, content).expect("outcomes, or normal play")
}

fn misere(game: TableGame, rows: u32, columns: u32) -> TableShape {
    shape(game, rows, columns, Convention::Misere, Content::Outcomes)
}

/// Whether a game is 2D Nim with up to three stones a move.
fn is_nim(game: &TableGame) -> bool {
    game.shapes(5, 5).ok() == NIM.shapes(5, 5).ok()
}

fn in_memory(shape: TableShape, threads: usize) -> States {
    let states = Build::new(shape).in_memory(&Run::unlimited().with_threads(threads));
    states.expect("there is memory enough").expect("nobody stops it")
}

/// Seconds of one thread for a table in memory, the best of some runs: on the clock, and on the
/// processor where the system tells. The count is asserted.
fn seconds(shape: TableShape, runs: usize, p_positions: u64) -> (f64, f64) {
    let mut on_processor = f64::INFINITY;
    let (time, count) = fastest(runs, || {
        let before = processor_seconds();
        let states = in_memory(shape.clone(), 1);
        if let (Some(before), Some(after)) = (before, processor_seconds()) {
            on_processor = on_processor.min(after - before);
        }
        states.p_positions()
    });
    assert_eq!(count, p_positions, "{}", shape.rules());
    let seconds = time.as_secs_f64();
    // The system's figure is coarse: it is of no use for a few milliseconds.
    let on_processor = if (0.1..seconds).contains(&on_processor) { on_processor } else { seconds };
    let rate = |seconds: f64| shape.rules().states() as f64 / seconds / 1e9;
    println!(
        "{}: {:.2} ms, {:.2} x 10^9 states a second; {:.2} ms of processor, {:.2} x 10^9",
        shape.rules(),
        seconds * 1e3,
        rate(seconds),
        on_processor * 1e3,
        rate(on_processor)
    );
    (seconds, on_processor)
}

/// What this thread has had of the processor, where the system tells: other programs on the machine do
/// not count.
fn processor_seconds() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = told.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// What all threads of this process have had of the processors, where the system tells.
fn process_seconds() -> Option<f64> {
    const TICKS_A_SECOND: f64 = 100.0;
    let told = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may have blanks in it.
    let fields: Vec<&str> = told.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS_A_SECOND)
}

fn against_python() {
    let script = folder().join("rivals/two_d_nim.py");
    let start = Instant::now();
    let output = Command::new("python3").arg(script).args(["4", "4", "3"]).output().expect("python3 runs");
    let slow = start.elapsed().as_secs_f64();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "9872");
    let (fast, _) = seconds(misere(NIM, 4, 4), 200, 9872);
    println!("4x4, the article's method in Python: {slow:.1} s");
    let ratio = slow / fast;
    report("4x4 misere, ratio to Python", ratio, "x", ">= 10000", ratio >= 10_000.0);
}

fn against_rust(whole: bool) {
    let (fast, _) = seconds(misere(NIM, 5, 5), 15, 3_976_523);
    let (slow, count) = fastest(1, || losing_by_bytes(5, 5, 3));
    assert_eq!(count, 3_976_523);
    let ratio = slow.as_secs_f64() / fast;
    println!("5x5, masks and bytes in Rust: {:.2} s", slow.as_secs_f64());
    report("5x5 misere, ratio to masks and bytes in Rust", ratio, "x", ">= 50", ratio >= 50.0);

    // The article's own data, sets of numbers and boards of rows: 5x5 takes it minutes.
    let (rows, columns, lost) = if whole { (5, 5, 3_976_523) } else { (4, 5, 139_863) };
    let (slow, count) = fastest(1, || losing_by_article(rows, columns, 3));
    assert_eq!(count, lost);
    let (fast, _) = seconds(misere(NIM, rows as u32, columns as u32), 15, lost);
    let ratio = slow.as_secs_f64() / fast;
    println!("{rows}x{columns}, the article's method in Rust: {:.2} s", slow.as_secs_f64());
    let what = format!("{rows}x{columns} misere, ratio to the article's method in Rust");
    report(&what, ratio, "x", ">= 50", ratio >= 50.0);
}

/// P-positions of every state of the boards to 2^32 states, all known from a second program.
fn rates() {
    for (game, rows, columns, p_positions, runs) in [
        (TAC_TIX, 4, 4, 8_568, 3),
        (TAC_TIX, 5, 5, 3_177_421, 3),
        (TAC_TIX, 5, 6, 90_559_716, 3),
        (NIM, 5, 6, 114_835_557, 5),
        (TAC_TIX, 4, 8, 354_835_407, 1),
        (NIM, 4, 8, 450_469_714, 3),
    ] {
        let shape = misere(game.clone(), rows, columns);
        let (_, on_processor) = seconds(shape.clone(), runs, p_positions);
        if is_nim(&game) {
            let rate = shape.rules().states() as f64 / on_processor / 1e9;
            let what = format!("{rows}x{columns} misere in memory, a second of one core");
            report(&what, rate, "10^9", ">= 1.0", rate >= 1.0);
        }
    }
}

/// Every nimber of 5x5, and with `long` of 5x6.
fn nimbers(long: bool) {
    for (rows, columns, nimber) in if long { vec![(5, 5, 1), (5, 6, 4)] } else { vec![(5, 5, 1)] } {
        let shape = shape(NIM, rows, columns, Convention::Normal, Content::Nimbers);
        let before = process_seconds();
        let (time, states) = fastest(1, || in_memory(shape.clone(), 2));
        let on_processor = process_seconds().zip(before).map(|(after, before)| after - before);
        let full = states.nimber(shape.rules().full_board()).expect("nimbers are known");
        assert_eq!(full.0, nimber, "{}", shape.rules());
        let seconds = time.as_secs_f64();
        // On a busy machine the two threads mostly wait for a processor; that is not the build's time.
        let own = on_processor.map_or(seconds, |both| (both / 2.0).min(seconds));
        println!(
            "{}: every nimber in {seconds:.2} s, two threads, each {own:.2} s of processor",
            shape.rules()
        );
        if (rows, columns) == (5, 6) {
            report("5x6, every nimber, two threads, processor time of each", own, "s", "<= 12", own <= 12.0);
        }
    }
}

/// So many states of 5x5 are held to each table.
const COMPARED: usize = 10_000;

/// Random states of 5x5 of all densities, as the tables and as the searches know them.
fn random_states() -> Vec<(u64, GridBoard)> {
    let mut dice = ChaCha8Rng::seed_from_u64(25);
    let mut state = || {
        let density = dice.random_range(0.3..1.0);
        let (mut stones, mut board) = (0, GridBoard::empty(5, 5));
        for cell in (0..25).filter(|_| dice.random_bool(density)) {
            stones |= 1 << cell;
            board = board.with_cell(cell / 5, cell % 5);
        }
        (stones, board)
    };
    (0..COMPARED).map(|_| state()).collect()
}

/// Search and tables, which share no code, know the same of random states: misère outcomes and nimbers of
/// both games.
fn agreement() {
    fn misere_of<R: grundy_core::Ruleset<Position = GridBoard>>(
        rules: &R,
        game: TableGame,
        states: &[(u64, GridBoard)],
    ) {
        let table = in_memory(misere(game, 5, 5), 2);
        let (sums, run) = (MisereTable::default(), Run::unlimited());
        let theorems = Theorems(rules);
        let solver = MisereSolver::new(rules, &theorems, &sums);
        for (stones, board) in states {
            let found = solver.outcome(board, &run).expect("there is no limit");
            assert_eq!(found, table.outcome(*stones), "{board}, {}", table.shape().rules());
        }
        println!("{}: {} states by search and by table agree", table.shape().rules(), states.len());
    }
    fn nimbers_of<R: grundy_core::Ruleset<Position = GridBoard>>(
        rules: &R,
        game: TableGame,
        states: &[(u64, GridBoard)],
    ) {
        let table = in_memory(shape(game, 5, 5, Convention::Normal, Content::Nimbers), 2);
        let (values, run) = (TranspositionTable::default(), Run::unlimited());
        let theorems = Theorems(rules);
        let solver = MexSolver::new(rules, &theorems, &values);
        for (stones, board) in states {
            let found = solver.nimber(board, &run).expect("there is no limit");
            assert_eq!(Some(found), table.nimber(*stones), "{board}, {}", table.shape().rules());
        }
        println!("{}: {} nimbers by search and by table agree", table.shape().rules(), states.len());
    }
    let states = random_states();
    misere_of(&TwoDNim::at_most(3), NIM, &states);
    misere_of(&TwoDNim::tactix(), TAC_TIX, &states);
    misere_of(&BoxingMatch, TableGame::BOXING_MATCH, &states);
    nimbers_of(&TwoDNim::at_most(3), NIM, &states);
    nimbers_of(&BoxingMatch, TableGame::BOXING_MATCH, &states);
}

/// The boards of 6x6, in files.
fn six_by_six() {
    for (game, p_positions) in [(NIM, 6_638_330_477), (TAC_TIX, 5_166_659_293)] {
        let shape = misere(game.clone(), 6, 6);
        let folder = std::env::temp_dir().join(format!("grundy-bench-6x6-{}", std::process::id()));
        let limits = Limits { memory: Some(10 << 30), ..Limits::default() };
        let run = Run::new(limits).with_threads(2);
        let start = Instant::now();
        let built = Build::new(shape.clone()).in_folder(&folder, &run).expect("there is room for 8 GiB");
        let seconds = start.elapsed().as_secs_f64();
        assert!(built.is_complete());
        let table = StateTable::open(&folder).expect("it has just been built");
        let by_stones = table.p_by_stones().expect("it is whole");
        assert_eq!(by_stones.iter().sum::<u64>(), p_positions);
        if is_nim(&game) {
            assert_eq!(by_stones[..8], [0, 36, 0, 5248, 1401, 127_960, 450_568, 763_144]);
        }
        let full = table.outcome(shape.rules().full_board()).expect("it is whole");
        assert_eq!(full, Outcome::P);
        std::fs::remove_dir_all(&folder).expect("the folder can be removed");
        report(
            &format!("{}, two threads, in files", shape.rules()),
            seconds,
            "s",
            "<= 300",
            seconds <= 300.0,
        );
        if let Some(held) = most_memory() {
            report("  memory held at most", held, "GiB", "<= 10", held <= 10.0);
        }
    }
}

/// The most memory that this process has held, in GiB, where the system tells.
fn most_memory() -> Option<f64> {
    let bytes = grundy_bench::limits::peak_memory(std::process::id())?;
    Some(bytes as f64 / (1_u64 << 30) as f64)
}

/// The nimber of every state, or under misère play 0 for P and 1 for N, by the definition.
fn by_definition(rules: &Rules) -> Vec<u8> {
    let moves = rules.moves();
    let mut values: Vec<u8> = Vec::with_capacity(1 << rules.cells());
    for state in 0..rules.states() {
        let mut met = 0_u64;
        for taken in moves.from_state(state) {
            met |= 1 << values[(state ^ taken) as usize];
        }
        values.push(match rules.convention() {
            Convention::Normal => met.trailing_ones() as u8,
            Convention::Misere => u8::from(met == 0 || met & 1 == 1),
        });
    }
    values
}

/// Every answer of every kind of table of a board is that of the definition.
fn kept_of(rules: &Rules, content: Content) -> u64 {
    let values = by_definition(rules);
    let plain = || TableShape::with_block_bits(rules.clone(), content, 15).expect("a shape");
    let symmetric = TableShape::with_mirrors(rules.clone(), content, 15).expect("a shape");
    let mut shapes = vec![plain(), plain().compressed()];
    shapes.extend(symmetric.clone());
    shapes.extend(symmetric.map(TableShape::compressed));
    for shape in &shapes {
        let folder = tempfile::tempdir().expect("room for a table");
        let run = Run::unlimited().with_threads(2);
        Build::new(shape.clone()).in_folder(folder.path(), &run).expect("room for a table");
        let table = StateTable::open(folder.path()).expect("it has just been built");
        for (state, &value) in (0..).zip(&values) {
            let outcome = table.outcome(state).expect("it is whole");
            assert_eq!(outcome == Outcome::P, value == 0, "{shape:?}: {state}");
            if content == Content::Nimbers {
                let nimber = table.nimber(state).expect("it is whole").0;
                assert_eq!(nimber, u64::from(value), "{shape:?}: {state}");
            }
        }
    }
    shapes.len() as u64
}

/// All games that have tables, on all boards of at most 20 cells, by both conventions.
fn kept() {
    let shelf = grundy::Shelf::usual();
    let (mut tables, mut games) = (0, 0);
    for card in shelf.cards() {
        let Ok(game) = shelf.table_game(&card.id) else { continue };
        games += 1;
        let sides = (1..=20_u32).flat_map(|rows| (1..=20 / rows).map(move |columns| (rows, columns)));
        for (rows, columns) in sides {
            for (convention, content) in [
                (Convention::Misere, Content::Outcomes),
                (Convention::Normal, Content::Outcomes),
                (Convention::Normal, Content::Nimbers),
            ] {
                // A game may have no such board.
                if let Ok(rules) = Rules::new(&game, rows, columns, convention) {
                    tables += kept_of(&rules, content);
                }
            }
        }
        println!("{game}: all tables of boards of at most 20 cells are those of the definition");
    }
    println!("{tables} tables of {games} games");
}

fn main() {
    let has = |wanted: &str| std::env::args().any(|word| word == wanted);
    let long = has("long");
    if has("agreement") {
        agreement();
    }
    if has("kept") {
        return kept();
    }
    against_python();
    against_rust(has("article"));
    rates();
    nimbers(long);
    if long {
        six_by_six();
    }
}
