//! `grundy random`: a position at random.

use crate::Ending;
use crate::arguments::RandomArguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::error::refuse;
use grundy::{Position, Shelf, Sketch};
use serde_json::json;
use std::io::{BufWriter, Write};

pub fn run(arguments: &RandomArguments) -> anyhow::Result<Ending> {
    let Some(game) = super::game_called(&arguments.game) else { return Ok(Ending::Mistaken) };
    let sketch = Sketch { size: arguments.size, shape: arguments.shape.clone(), seed: arguments.seed };
    let position = match game.random(&sketch) {
        Some(Ok(board)) => Position::of(board),
        Some(Err(error)) => {
            let (option, value) = match arguments.size {
                Some(size) if size > Sketch::MOST_THINGS => ("--size", size.to_string()),
                _ => ("--shape", arguments.shape.clone().unwrap_or_default()),
            };
            tell(render(Gravity::Error, option, 1, &value, &error));
            return Ok(Ending::Mistaken);
        }
        None => refuse!(
            format!("{} draws no positions at random", game.card().title),
            format!("these games do: {}", drawing_games().join(", "))
        ),
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    match arguments.json {
        true => writeln!(out, "{}", json!({"position": position.to_string(), "seed": arguments.seed}))?,
        false => writeln!(out, "{position}")?,
    }
    out.flush()?;
    Ok(Ending::Answered)
}

fn drawing_games() -> Vec<&'static str> {
    let smallest = Sketch { size: Some(1), ..Sketch::default() };
    let draws = Shelf::usual().games().filter(|game| game.random(&smallest).is_some());
    draws.map(|game| &*game.card().id).collect()
}
