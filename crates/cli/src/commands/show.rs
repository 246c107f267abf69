//! `grundy show`: the board drawn in the terminal.

use crate::Ending;
use crate::arguments::Show;
use crate::input::{Reply, for_each_position};
use serde_json::json;
use std::io::{BufWriter, Write};

/// The width of boards where the terminal does not tell its own.
const USUAL_WIDTH: usize = 100;

pub fn run(arguments: &Show) -> anyhow::Result<Ending> {
    let width = terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0).max(20));
    let mut out = BufWriter::new(std::io::stdout().lock());
    let ending = for_each_position(&arguments.source, arguments.json, &mut out, |position, out| {
        if arguments.json {
            let pictures: Vec<String> = position.terms().iter().map(|term| term.show(width)).collect();
            let object = json!({"position": position.to_string(), "picture": pictures.join("+\n")});
            writeln!(out, "{object}")?;
            return Ok(Reply::Ended(Ending::Answered));
        }
        if position.terms().is_empty() {
            writeln!(out, "(the empty sum)")?;
        }
        for (index, term) in position.terms().iter().enumerate() {
            if index > 0 {
                writeln!(out, "+")?;
            }
            out.write_all(term.show(width).as_bytes())?;
        }
        Ok(Reply::Ended(Ending::Answered))
    })?;
    out.flush()?;
    Ok(ending)
}
