//! `grundy puzzle`: a position whose winning moves spell a word.

use crate::Ending;
use crate::arguments::{PuzzleArguments, game_ids};
use crate::diagnostics::tell;
use crate::interrupt::Interrupt;
use grundy::{Brief, Limits, NoPuzzle, Position, Request, Run};
use serde_json::json;
use std::io::Write;

pub fn run(arguments: &PuzzleArguments) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::listen()?;
    let game = grundy::Shelf::usual().find(&arguments.game)?;
    let brief = Brief {
        word: arguments.word.clone(),
        text: arguments.text.clone(),
        size: arguments.bubbles,
        seed: arguments.seed,
    };
    let limits = Limits { time: arguments.time, ..Limits::default() };
    let composed = interrupt.during(|pressed| game.compose(&brief, &Run::new(limits).with_cancel(pressed)));
    let puzzle = match composed {
        Some(Ok(board)) => Position::of(board),
        Some(Err(reason)) => {
            tell(format_args!("error: no puzzle: {reason}"));
            return Ok(match reason {
                NoPuzzle::Impossible(_) => Ending::Mistaken,
                NoPuzzle::NotFound(_) => Ending::Failed,
                NoPuzzle::Stopped(_) => Ending::Stopped,
            });
        }
        None => anyhow::bail!(
            "{} has no puzzle maker\nhelp: of the games ({}), bubbly has one: `grundy puzzle bubbly --word RUST`",
            game.card().title,
            game_ids().join(", ")
        ),
    };
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let winning = puzzle.solve(&Request::default()).winning;
        let object = json!({
            "position": puzzle.to_string(),
            "word": winning.concat(),
            "winning": winning,
            "bubbles": puzzle.count_moves(),
            "seed": arguments.seed,
        });
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "{puzzle}")?;
    }
    Ok(Ending::Answered)
}
