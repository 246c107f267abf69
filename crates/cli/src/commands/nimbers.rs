//! `grundy table nimbers`: the nimbers of a game of two numbers.

use super::draw;
use crate::Ending;
use crate::arguments::NimbersTable as Arguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::error::CliError;
use crate::files::{ends_in, replace};
use crate::interrupt::Interrupt;
use grundy::{NimberTable, NotRead, Run, Workbench};
use std::io::Write;
use std::path::Path;

pub fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let text = arguments.game.join(" ");
    let interrupt = Interrupt::listen()?;
    let found = interrupt.during(|pressed| {
        let run = Run::new(arguments.limits.limits()).with_cancel(pressed);
        NimberTable::of(&Workbench::default(), &text, arguments.rows, arguments.columns, &run)
    });
    let table = match found {
        Ok(table) => table,
        Err(NotRead::Mistake(error)) => {
            tell(render(Gravity::Error, "game", 1, &text, &error));
            return Ok(Ending::Mistaken);
        }
        Err(NotRead::Stopped(stopped)) => {
            tell(format_args!(
                "{stopped}\nhelp: ask for fewer rows and columns, or give more with --time or --memory"
            ));
            return Ok(Ending::Stopped);
        }
    };
    match &arguments.output {
        Some(path) if is_picture(path) => draw::write(path, &table.picture())?,
        Some(path) if path.as_os_str() != "-" => {
            let written = replace(path, |file| file.write_all(table.csv().as_bytes()));
            written
                .map_err(|error| CliError::new(format!("{error:#}"), "check the folder, or write `-o -`"))?;
        }
        _ => std::io::stdout().lock().write_all(table.csv().as_bytes())?,
    }
    Ok(Ending::Answered)
}

/// Whether a file is a picture by its name.
fn is_picture(path: &Path) -> bool {
    ends_in(path, "svg") || ends_in(path, "png")
}
