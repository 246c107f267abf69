//! `grundy show`: the board drawn in the terminal.

use crate::Ending;
use crate::arguments::Show;
use crate::input::for_each_position;
use std::io::{BufWriter, Write};

/// The width of boards where the terminal does not tell its own.
const USUAL_WIDTH: usize = 100;

pub fn run(arguments: &Show) -> anyhow::Result<Ending> {
    let width = terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0).max(20));
    let mut out = BufWriter::new(std::io::stdout().lock());
    let ending = for_each_position(&arguments.source, false, &mut out, |position, out| {
        if position.terms().is_empty() {
            writeln!(out, "(the empty sum)")?;
        }
        for (index, term) in position.terms().iter().enumerate() {
            if index > 0 {
                writeln!(out, "+")?;
            }
            out.write_all(term.show(width).as_bytes())?;
        }
        Ok(Ending::Answered)
    })?;
    out.flush()?;
    Ok(ending)
}
