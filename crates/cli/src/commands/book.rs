//! `grundy book`: how the second player wins, whatever the first one does.

use crate::Ending;
use crate::arguments::BookArguments;
use crate::diagnostics::tell;
use crate::error::CliError;
use crate::files::{check_outputs, ends_in, replace};
use crate::input::{PositionResult, PositionText, Round, UNSAVED};
use crate::interrupt::Interrupt;
use crate::report::shown;
use grundy::{Book, NoBook, Position};
use serde_json::json;
use std::io::Write;
use std::path::Path;

pub fn run(arguments: &BookArguments) -> anyhow::Result<Ending> {
    check_outputs([("--output", arguments.output.as_ref())])?;
    let interrupt = Interrupt::listen()?;
    let read = |question: PositionText<'_>| {
        interrupt.during(|pressed| {
            let run = question.shared.run(arguments.limits.limits()).with_cancel(pressed);
            Ok((Position::parse_within(question.text, arguments.source.reading(), &run)?, run))
        })
    };
    let round = Round {
        source: &arguments.source,
        json: arguments.json,
        is_set_apart: true,
        threads: 1,
        memory: arguments.limits.memory,
        interrupt: &interrupt,
        save: UNSAVED,
    };
    let mut out = std::io::stdout();
    round.answer(&mut out, read, |position, run, question, page| {
        let named = arguments.play.convention().or(question.convention);
        let convention = named.unwrap_or_else(|| position.usual_convention());
        let ending = match interrupt.during(|_| Book::of(&position, convention, &run)) {
            Ok(book) => {
                write(&book, arguments, page.out)?;
                Ending::Answered
            }
            Err(reason) => {
                tell(format_args!("error: no book of {}: {reason}", shown(&position)));
                match reason {
                    NoBook::Stopped(reason) => {
                        if arguments.json {
                            let object = json!({
                                "book": position.to_string(),
                                "convention": convention.to_string(),
                                "stopped": reason.to_string(),
                            });
                            writeln!(page.out, "{object}")?;
                        }
                        Ending::Stopped
                    }
                    NoBook::Over | NoBook::TooLong | NoBook::TooManyMoves { .. } => Ending::Mistaken,
                }
            }
        };
        Ok(PositionResult::Ended(ending))
    })
}

/// Writes the book where it is to go.
fn write(book: &Book, arguments: &BookArguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(path) = &arguments.output else {
        return match arguments.json {
            true => Ok(writeln!(out, "{}", book.json())?),
            false => Ok(write!(out, "{book}")?),
        };
    };
    let text = form(book, path, arguments.json);
    replace(path, |file| file.write_all(text.as_bytes()))
        .map_err(|error| CliError::new(format!("{error:#}"), "check the folder, or leave --output out"))?;
    if arguments.json {
        let object = json!({
            "book": book.start.to_string(),
            "convention": book.convention.to_string(),
            "opening": book.opening,
            "positions": book.entries.len(),
            "moves": book.count_moves(),
            "bytes": text.len(),
        });
        return Ok(writeln!(out, "{object}")?);
    }
    Ok(book.summary().iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?)
}

/// The book as its file has it: a page by its name, also where the command is asked to print JSON.
fn form(book: &Book, path: &Path, json: bool) -> String {
    if ends_in(path, "html") || ends_in(path, "htm") {
        return book.html();
    }
    if json || ends_in(path, "json") { book.json() + "\n" } else { book.to_string() }
}
