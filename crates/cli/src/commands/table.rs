//! `grundy table`: every state of a board, on disk.

use crate::Ending;
use crate::arguments::{
    BuildBlocks, BuildTable, Compress, NeedsOfTable, QueryTable, StatTable, TableCommand, VerifyTable,
};
use crate::diagnostics::{Gravity, render, tell};
use crate::error::{CliError, refuse};
use crate::interrupt::Interrupt;
use crate::report;
use crate::spinner::Spinner;
use bytesize::ByteSize;
use grundy::check::table::{Extent, verify};
use grundy::tables::{BlockGraph, Build, Built, Rules, StateTable, TableError, TableShape, write_rate};
use grundy::{Answer, Limits, Position, Progress, Run, Shelf, Word};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub fn run(command: &TableCommand) -> anyhow::Result<Ending> {
    match command {
        TableCommand::Build(arguments) => build(arguments),
        TableCommand::Query(arguments) => query(arguments),
        TableCommand::Stat(arguments) => stat(arguments),
        TableCommand::List(arguments) => super::states::list(arguments),
        TableCommand::Count(arguments) => super::states::count(arguments),
        TableCommand::Needs(arguments) => needs(arguments),
        TableCommand::Block(arguments) => blocks(arguments),
        TableCommand::Verify(arguments) => check(arguments),
        TableCommand::Nimbers(arguments) => super::nimbers::run(arguments),
    }
}

fn build(arguments: &BuildTable) -> anyhow::Result<Ending> {
    let text = arguments.game();
    let game = match Shelf::usual().table_game(&text) {
        Ok(game) => game,
        Err(error) => {
            tell(render(Gravity::Error, "game", 1, &text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    let rules = Rules::new(&game, arguments.rows, arguments.columns, arguments.convention(&game));
    let rules = match rules {
        Ok(rules) => rules,
        Err(error) => refuse!(&error, error.help.as_deref().unwrap_or_default()),
    };
    let shape = shape_of(arguments, rules.clone()).map_err(with_help)?;
    let build = Build::new(shape.clone());
    if arguments.begin {
        build.begin_in(&arguments.dir).map_err(with_help)?;
        return Ok(Ending::Answered);
    }
    let needed = ByteSize(build.memory_needed(arguments.threads));
    tell(format_args!(
        "{rules}: {} of {} states, at least {needed} of memory",
        shape.content(),
        rules.states()
    ));

    let started = Instant::now();
    let interrupt = Interrupt::listen()?;
    let built = interrupt.during(|pressed| {
        let spinner = Spinner::new();
        let run = run_of(arguments.threads, arguments.memory, pressed);
        let run = spinner.follow(run, move |progress| rate(progress, rules.states()));
        build.in_folder(&arguments.dir, &run)
    });
    let built = built.map_err(with_help)?;
    for (damage, aside) in &built.set_aside {
        tell(format_args!("warning: {damage}\n  it was set aside as {}", aside.display()));
    }
    let seconds = started.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &BuiltForm::new(&shape, &built, seconds))?;
        writeln!(out)?;
    } else if built.is_complete() {
        writeln!(
            out,
            "{}: {} made, {} found, {seconds:.1} s.",
            Word::count(built.blocks.into(), "block"),
            built.made,
            built.reused
        )?;
    }
    if !built.is_complete() {
        tell(format_args!(
            "stopped with {} of {}\nhelp: what is finished is kept; run the same command again to go on",
            built.made + built.reused,
            Word::count(built.blocks.into(), "block")
        ));
        return Ok(Ending::Stopped);
    }
    Ok(Ending::Answered)
}

/// What is to be built, and how it is to be kept.
fn shape_of(arguments: &BuildTable, rules: Rules) -> Result<TableShape, TableError> {
    let content = arguments.content();
    let shape = match arguments.plain {
        true => TableShape::plain(rules, content)?,
        false => TableShape::new(rules, content)?,
    };
    Ok(match is_compressed(arguments, &shape) {
        true => shape.compressed(),
        false => shape,
    })
}

fn is_compressed(arguments: &BuildTable, shape: &TableShape) -> bool {
    /// A smaller table is written in a moment anywhere.
    const LARGE: u64 = 1 << 30;
    /// Bytes a second. Packing takes about 400 MB a second of one core.
    const SLOW: f64 = 300e6;
    match arguments.compress {
        Compress::Yes => true,
        Compress::No => false,
        // Where the disk cannot be tried, the build will tell why.
        Compress::Auto => shape.bytes() >= LARGE && write_rate(&arguments.dir).is_ok_and(|rate| rate < SLOW),
    }
}

/// A block in the graph of a table.
#[derive(Serialize)]
struct BlockForm {
    block: u64,
    needs: Vec<u64>,
    built: bool,
}

fn needs(arguments: &NeedsOfTable) -> anyhow::Result<Ending> {
    let graph = BlockGraph::open(&arguments.dir).map_err(with_help)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for block in graph.blocks() {
        let built = graph.is_there(block).map_err(with_help)?;
        serde_json::to_writer(&mut out, &BlockForm { block, needs: graph.needs(block), built })?;
        writeln!(out)?;
    }
    out.flush()?;
    Ok(Ending::Answered)
}

/// What became of a block.
#[derive(Serialize)]
struct BlockBuilt {
    block: u64,
    made: bool,
}

fn blocks(arguments: &BuildBlocks) -> anyhow::Result<Ending> {
    let graph = BlockGraph::open(&arguments.dir).map_err(with_help)?;
    if let Some(block) = arguments.blocks.iter().find(|&&block| !graph.has(block)) {
        let message = format!("the table {} keeps no block {block}", arguments.dir.display());
        let help = format!("`grundy table needs --dir {}` lists its blocks", arguments.dir.display());
        return Err(CliError::new(message, help).into());
    }
    let interrupt = Interrupt::listen()?;
    for &block in &arguments.blocks {
        let built = interrupt.during(|pressed| graph.build(block, &run_of(1, arguments.memory, pressed)));
        let Some(made) = built.map_err(with_help)? else { return Ok(Ending::Stopped) };
        let mut out = std::io::stdout().lock();
        serde_json::to_writer(&mut out, &BlockBuilt { block, made })?;
        writeln!(out)?;
    }
    Ok(Ending::Answered)
}

/// A run within these limits that the stop button ends.
fn run_of(threads: usize, memory: u64, pressed: Arc<AtomicBool>) -> Run {
    let limits = Limits { memory: Some(memory), ..Limits::default() };
    Run::new(limits).with_threads(threads).with_cancel(pressed)
}

fn rate(progress: &Progress, states: u64) -> String {
    let per_second = progress.nodes as f64 / progress.elapsed.as_secs_f64().max(0.001);
    format!(
        "{} of {states} states, {:.2} x 10^9 a second (Ctrl-C stops, what is finished is kept)",
        progress.done,
        per_second / 1e9
    )
}

/// Opens the table of a folder, whose game is held to the one of its name.
pub fn open(folder: &Path) -> Result<StateTable, TableError> {
    Shelf::usual().open_table(folder)
}

/// A state as a position that the program prints.
fn position(rules: &Rules, state: u64) -> String {
    let text = rules.position(state);
    text.parse::<Position>().map_or(text, |position| position.to_string())
}

/// The error with what to do about it.
pub fn with_help(error: TableError) -> anyhow::Error {
    let message = match &error {
        TableError::Memory { needed, allowed } => {
            format!("{} of memory are needed, and {} allowed", ByteSize(*needed), ByteSize(*allowed))
        }
        other => other.to_string(),
    };
    CliError::new(message, error.help()).into()
}

/// A game, a board and a convention, as JSON has them.
#[derive(Serialize)]
struct RulesForm {
    game: String,
    rows: u32,
    columns: u32,
    /// The parameters by their keys.
    #[serde(flatten)]
    parameters: BTreeMap<String, ValueForm>,
    convention: String,
    states: u64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ValueForm {
    Number(u32),
    Word(String),
}

impl ValueForm {
    fn new(value: &str) -> ValueForm {
        value.parse().map_or_else(|_| ValueForm::Word(value.to_owned()), ValueForm::Number)
    }
}

impl RulesForm {
    fn new(rules: &Rules) -> RulesForm {
        let parameters = rules.parameters().split(' ').filter_map(|parameter| parameter.split_once('='));
        RulesForm {
            game: rules.id().to_owned(),
            rows: rules.rows(),
            columns: rules.columns(),
            parameters: parameters.map(|(key, value)| (key.to_owned(), ValueForm::new(value))).collect(),
            convention: rules.convention().to_string(),
            states: rules.states(),
        }
    }
}

#[derive(Serialize)]
struct BuiltForm {
    #[serde(flatten)]
    rules: RulesForm,
    content: &'static str,
    blocks: u64,
    made: u64,
    found: u64,
    complete: bool,
    seconds: f64,
}

impl BuiltForm {
    fn new(shape: &TableShape, built: &Built, seconds: f64) -> BuiltForm {
        BuiltForm {
            rules: RulesForm::new(shape.rules()),
            content: shape.content().name(),
            blocks: built.blocks,
            made: built.made,
            found: built.reused,
            complete: built.is_complete(),
            seconds,
        }
    }
}

fn query(arguments: &QueryTable) -> anyhow::Result<Ending> {
    let table = open(&arguments.dir).map_err(with_help)?;
    let text = arguments.position.join(" ");
    // The shelf reads positions by name, and boards whose rows stand apart by blanks.
    let by_shelf = || {
        let texts = [text.clone(), format!("{} {text}", table.shape().rules().game())];
        texts.iter().find_map(|text| text.parse::<Position>().ok()?.state_in(&table))
    };
    let state = table.shape().rules().read_position(&text).or_else(|error| by_shelf().ok_or(error));
    let state = match state {
        Ok(state) => state,
        Err(error) => {
            tell(render(Gravity::Error, "position", 1, &text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    let answer = Answer::of_table(&table, state, arguments.moves).map_err(with_help)?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &answer)?;
        writeln!(out)?;
    } else {
        report::answer(&mut out, &answer)?;
    }
    Ok(Ending::Answered)
}

#[derive(Serialize)]
struct StatForm {
    #[serde(flatten)]
    rules: RulesForm,
    p_positions: u64,
    full_board: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    p_by_stones: Option<Vec<u64>>,
}

fn stat(arguments: &StatTable) -> anyhow::Result<Ending> {
    let table = open(&arguments.dir).map_err(with_help)?;
    let rules = table.shape().rules();
    let by_stones = table.p_by_stones().map_err(with_help)?;
    let p_positions: u64 = by_stones.iter().sum();
    let full_board = table.outcome(rules.full_board()).map_err(with_help)?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let form = StatForm {
            rules: RulesForm::new(rules),
            p_positions,
            full_board: full_board.to_string(),
            p_by_stones: arguments.by_stones.then_some(by_stones),
        };
        serde_json::to_writer(&mut out, &form)?;
        writeln!(out)?;
        return Ok(Ending::Answered);
    }
    let nimber = table.nimber(rules.full_board()).ok();
    writeln!(out, "{rules}: {} of {} states", table.shape().content(), rules.states())?;
    writeln!(out, "Full board: {}", report::won_by(full_board, rules.convention(), nimber))?;
    let share = 100.0 * p_positions as f64 / rules.states() as f64;
    writeln!(out, "P-positions: {p_positions} ({share:.2} %)")?;
    let heading = "P-positions";
    let width = p_positions.to_string().len().max(heading.len());
    writeln!(out, "\n  stones   {heading:>width$}")?;
    for (stones, count) in by_stones.iter().enumerate() {
        writeln!(out, "  {stones:>6}   {count:>width$}")?;
    }
    Ok(Ending::Answered)
}

#[derive(Serialize)]
struct CheckForm {
    /// None where the files are damaged: how many of them are sound was not looked at then.
    blocks: Option<u64>,
    states: u64,
    verified: bool,
    contradictions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    seconds: f64,
}

fn check(arguments: &VerifyTable) -> anyhow::Result<Ending> {
    let started = Instant::now();
    let damaged = |error: TableError| -> anyhow::Result<Ending> {
        if arguments.json {
            let form = CheckForm {
                blocks: None,
                states: 0,
                verified: false,
                contradictions: Vec::new(),
                reason: Some(error.to_string()),
                seconds: started.elapsed().as_secs_f64(),
            };
            let mut out = std::io::stdout().lock();
            serde_json::to_writer(&mut out, &form)?;
            writeln!(out)?;
        }
        tell(format_args!("error: {:#}", with_help(error)));
        Ok(Ending::Failed)
    };
    let table = match open(&arguments.dir) {
        Err(error @ TableError::Damaged { .. }) => return damaged(error),
        other => other.map_err(with_help)?,
    };
    let rules = table.shape().rules();
    let extent = if arguments.all {
        Extent::All
    } else {
        Extent::Sample { states: arguments.sample, seed: arguments.seed }
    };
    let interrupt = Interrupt::listen()?;
    let checked = interrupt.during(|pressed| {
        let spinner = Spinner::new();
        let run = run_of(arguments.threads, arguments.memory, pressed);
        let run = spinner.follow(run, |progress| {
            format!("{} held to the rule (Ctrl-C stops)", Word::count(progress.nodes.into(), "state"))
        });
        verify(&table, extent, &run)
    });
    let checked = match checked {
        Err(error @ TableError::Damaged { .. }) => return damaged(error),
        other => other.map_err(with_help)?,
    };
    let contradictions: Vec<String> =
        checked.contradictions.iter().map(|found| position(rules, found.stones)).collect();
    let verified = checked.is_complete && contradictions.is_empty();
    let seconds = started.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let (blocks, states, reason) = (Some(checked.blocks), checked.states, None);
        let form = CheckForm { blocks, states, verified, contradictions, reason, seconds };
        serde_json::to_writer(&mut out, &form)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{rules}: {} of {} states", table.shape().content(), rules.states())?;
        let blocks = Word::count(checked.blocks.into(), "block");
        writeln!(out, "{blocks}: all checksums and counts are right.")?;
        let states = Word::count(checked.states.into(), "state");
        match contradictions.len() {
            0 => writeln!(out, "{states} held to the rule, and none breaks it.")?,
            1..10 => writeln!(out, "{states} held to the rule. These break it:")?,
            _ => writeln!(out, "{states} held to the rule. The first that break it:")?,
        }
        for (found, position) in checked.contradictions.iter().zip(&contradictions) {
            writeln!(out, "  {position}: has {}, follows {}", found.entry, found.follows)?;
        }
    }
    Ok(match (checked.contradictions.is_empty(), checked.is_complete) {
        (false, _) => Ending::Failed,
        (true, true) => Ending::Answered,
        (true, false) => Ending::Stopped,
    })
}
