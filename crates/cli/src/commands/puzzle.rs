//! `grundy puzzle`: positions whose winning moves spell a word.

use crate::Ending;
use crate::arguments::PuzzleArguments;
use crate::diagnostics::tell;
use crate::error::refuse;
use crate::interrupt::Interrupt;
use grundy::{Brief, Limits, NoPuzzle, Position, Request, Run, Series};
use serde_json::json;
use std::io::Write;

pub fn run(arguments: &PuzzleArguments) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::listen()?;
    let Some(game) = super::game_called(&arguments.game) else { return Ok(Ending::Mistaken) };
    let limits = Limits { time: arguments.time, ..Limits::default() };
    let composed = interrupt.during(|pressed| {
        let run = Run::new(limits).with_cancel(pressed);
        match arguments.forests {
            Some(count) => game.compose_series(&series(arguments, count), &run),
            None => game.compose(&brief(arguments), &run).map(|one| one.map(|board| vec![board])),
        }
    });
    let puzzles: Vec<Position> = match composed {
        Some(Ok(boards)) => boards.into_iter().map(Position::of).collect(),
        Some(Err(reason)) => {
            tell(format_args!("error: no puzzle: {reason}"));
            return Ok(match reason {
                NoPuzzle::Impossible(_) => Ending::Mistaken,
                NoPuzzle::NotFound(_) => Ending::Failed,
                NoPuzzle::Stopped(stopped) => {
                    if arguments.json {
                        let object = json!({"position": null, "stopped": stopped.reason.to_string()});
                        writeln!(std::io::stdout(), "{object}")?;
                    }
                    Ending::Stopped
                }
            });
        }
        None => refuse!(
            format!("{} has no puzzle maker", game.card().title),
            "Bubbly has one: `grundy puzzle bubbly --word RUST`"
        ),
    };
    let mut out = std::io::stdout().lock();
    for puzzle in &puzzles {
        match arguments.json {
            true => writeln!(out, "{}", object(puzzle, arguments.seed))?,
            false => writeln!(out, "{puzzle}")?,
        }
    }
    Ok(Ending::Answered)
}

fn brief(arguments: &PuzzleArguments) -> Brief {
    Brief {
        word: arguments.word.clone().unwrap_or_default(),
        text: arguments.text.clone(),
        size: arguments.bubbles,
        seed: arguments.seed,
    }
}

fn series(arguments: &PuzzleArguments, count: usize) -> Series {
    let text = arguments.text.clone().unwrap_or_default();
    Series { text, count, size: arguments.bubbles, seed: arguments.seed }
}

fn object(puzzle: &Position, seed: u64) -> serde_json::Value {
    let winning = puzzle.solve(&Request::default()).winning;
    // A letter that is on several bubbles has its place behind it.
    let word: String = winning.iter().map(|label| label.split('#').next().unwrap_or_default()).collect();
    json!({
        "position": puzzle.to_string(),
        "word": word,
        "winning": winning,
        "bubbles": puzzle.count_moves(),
        "seed": seed,
    })
}
