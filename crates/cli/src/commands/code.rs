//! `grundy code`: all that is known of a code.

use crate::Ending;
use crate::arguments::CodeArguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::interrupt::Interrupt;
use crate::report::filled;
use crate::spinner::Spinner;
use grundy::{CodeFacts, Limits, Run};
use std::io::{BufWriter, Write};

/// What facts are about stands in a column so wide.
const COLUMN: usize = 18;

pub fn run(arguments: &CodeArguments) -> anyhow::Result<Ending> {
    let text = arguments.code.join(" ");
    let code = match grundy::read_code(&text) {
        Ok(code) => code,
        Err(error) => {
            tell(render(Gravity::Error, "code", 1, &text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    let interrupt = Interrupt::listen()?;
    let facts = interrupt.during(|pressed| {
        let limits = Limits { time: Some(arguments.time), memory: Some(arguments.memory), nodes: None };
        let run = Run::new(limits).with_cancel(pressed).with_resident(crate::resident);
        let spinner = Spinner::new();
        let run = spinner.follow(run, |progress| format!("{} heaps (Ctrl-C stops)", progress.done));
        CodeFacts::find(&code, arguments.terms, &run)
    })?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    if arguments.json {
        serde_json::to_writer(&mut out, &facts)?;
        writeln!(out)?;
    } else {
        write_text(&mut out, &facts)?;
    }
    out.flush()?;
    Ok(if facts.found.stopped.is_some() { Ending::Stopped } else { Ending::Answered })
}

fn write_text(out: &mut dyn Write, facts: &CodeFacts) -> anyhow::Result<()> {
    match facts.name {
        Some(name) => writeln!(out, "{} ({name})", facts.found.sequence.code())?,
        None => writeln!(out, "{}", facts.found.sequence.code())?,
    }
    let mut last = "";
    for (about, told) in facts.sentences() {
        let head = if about == last { "" } else { about };
        let first = format!("  {head:COLUMN$}");
        writeln!(out, "{}", filled(&told, &first, &" ".repeat(COLUMN + 2)))?;
        last = about;
    }
    Ok(())
}
